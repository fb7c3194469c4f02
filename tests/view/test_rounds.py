"""What the tables of stock rounds and auctions show: railroads in operating order, shares to float, who has passed."""

from goldenspike.core.actions import Bid, BuyFromBank, BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.checks import passes, play
from goldenspike.titles.g1830 import base, classic
from goldenspike.view.rounds import RoundTable, round_table
from names_1830 import BNO, CA, CO, CS, ERIE, NYC, PRR, SV
from players import P0, P1, P2, P3

ADA, BOB, CYD, DAN = P0, P1, P2, P3


def shown(game: Game) -> RoundTable:
    return round_table(game.setup, game.state)


def test_passes_count_until_somebody_acts() -> None:
    """Everybody in succession must pass (6.0)."""
    game = Position(classic(), money=600).stock_round()
    assert shown(game).passed == ()
    passes(game, 2)
    assert shown(game).passed == (ADA, BOB)
    play(game, StartCompany(CYD, PRR, 67))
    assert shown(game).passed == ()
    play(game, Pass(CYD))
    assert shown(game).passed == (), "the turn has ended, but with a purchase"
    passes(game, 2)
    assert shown(game).passed == (DAN, ADA)


def test_passes_in_the_sale_of_private_companies() -> None:
    """Passes count until somebody bids (C-2.2); whoever passes in an auction is out of it (C-2.2.2)."""
    game = Position(classic(3)).auction()
    play(game, Bid(ADA, CS, 45), Bid(BOB, CS, 50), Bid(CYD, CS, 55), Pass(ADA))
    assert shown(game).passed == (ADA,)
    play(game, Bid(BOB, CA, 165))
    assert shown(game).passed == ()
    play(game, BuyFromBank(CYD, SV))
    assert shown(game).passed == ()
    play(game, Pass(ADA))
    assert shown(game).passed == (ADA,)


def test_a_railroad_floats_when_six_shares_have_left_the_offering() -> None:
    """Shares in the pool count (6.3)."""
    game = Position(classic(), money=900).stock_round()
    assert shown(game).to_float == {}
    play(game, StartCompany(ADA, PRR, 67))
    assert shown(game).to_float == {"PRR": 4}
    play(game, Pass(ADA), BuyShare(BOB, PRR, BANK))
    assert shown(game).to_float == {"PRR": 3}
    for player in (CYD, DAN, ADA):
        play(game, Pass(game.state.turn), BuyShare(player, PRR, BANK))
    assert shown(game).to_float == {} and game.state.floated[PRR]
    assert shown(game).capital == {"PRR": 670}


def test_railroads_are_in_operating_order() -> None:
    """By price (5.5); those without capital follow by price, then those that have not been started."""
    position = Position(classic()).company("PRR", par=67, shares={0: 6}).company("NYC", par=100, shares={1: 2})
    position.company("C&O", par=82, shares={2: 6}).company("B&O", par=71, shares={3: 2})
    game = position.stock_round()
    order = shown(game).order
    assert order[:4] == (CO, PRR, NYC, BNO)
    assert ERIE in order[4:] and sorted(order) == list(range(8))


def test_rows_keep_their_order_while_a_player_trades() -> None:
    """A sale lowers the price (6.1), and with it the place in the operating order, but not before the turn is over."""
    position = Position(classic()).company("PRR", par=71, shares={0: 6}).company("NYC", par=67, shares={1: 6})
    game = position.stock_round()
    start = game.state
    play(game, SellShares(ADA, PRR, 3))
    assert round_table(game.setup, game.state, start).order[:2] == (PRR, NYC)
    assert shown(game).order[:2] == (NYC, PRR)


def test_passes_in_bid_and_choose_are_over_in_the_stock_round() -> None:
    """Base game 1.3: whoever passed in the sale of private companies has not passed in the stock round."""
    game = Position(base()).auction()
    passes(game, 4)
    while game.state.round == RoundKind.AUCTION:
        game.push(next(iter(game.legal)))
    assert game.state.round == RoundKind.STOCK
    assert shown(game).passed == ()
