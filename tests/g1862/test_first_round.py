"""The first stock rounds: the private companies are sold (Erste Aktienrunde; cases 2 to 6 and 11 of part 2)."""

import pytest

from goldenspike.core.actions import Bid, BuyFromBank, BuyShare, Pass, SellShares, SetPar, StartCompany, WithdrawBid
from goldenspike.core.events import BidWithdrawn, PriceCut, RoundStarted
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.core.options import OutbidMoney, Raises
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.bids import free_money, leading_money, tied_money
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1862 import standard
from goldenspike.view import seat_view
from names_1862 import BO, BOM, ERIE, FNY, NHSC, NYC, PSC, RMC, SOC
from players import P0, P1, P2, P3


def all_sold(players: int = 4, par: int = 100) -> Game:
    """Every private company bought at its price in turn; NYH has its par price."""
    game = Position(standard(players)).auction()
    for private in game.setup.all_privates[:7]:
        play(game, BuyFromBank(game.actors[0], private))
    buyer = game.actors[0]
    play(game, BuyFromBank(buyer, NHSC))
    play(game, SetPar(buyer, game.setup.company_index["NYH"], par))
    return game


def test_only_the_highest_bid_ties_money() -> None:
    """Case 2."""
    game = Position(standard(4)).auction()
    assert game.setup.options.outbid_money is OutbidMoney.FREE
    play(game, Bid(P0, NHSC, 500), Bid(P1, NHSC, 505))
    play(game, Pass(P2), Pass(P3))
    allowed(game, Bid(P0, SOC, 600))  # The 500 on No. 8 is free again.
    play(game, Bid(P0, SOC, 300))
    refused(game, Bid(P1, RMC, 105), Reason.MONEY_IS_FROZEN)  # 505 of 600 are tied.
    allowed(game, Bid(P1, ERIE, 95))
    assert game.legal_for(P1).offers()[0].hi == 95


def test_the_money_of_an_outbid_bid_may_be_tied_until_it_is_withdrawn() -> None:
    """II, the other reading of case 2: one withdraws a bid to make others."""
    game = Position(standard(4, outbid_money=OutbidMoney.TIED)).auction()
    play(game, Bid(P0, NHSC, 500), Bid(P1, NHSC, 505))
    play(game, Pass(P2), Pass(P3))
    refused(game, Bid(P0, RMC, 105), Reason.MONEY_IS_FROZEN)
    assert game.legal_for(P0).offers()[0].hi == 100
    assert seat_view(game.setup, game.state, P0).players[0].bids == 500
    play(game, WithdrawBid(P0, NHSC))
    assert seat_view(game.setup, game.state, P0).players[0].bids == 0
    allowed(game, Bid(P0, RMC, 600))
    free = Position(standard(4, outbid_money=OutbidMoney.FREE)).auction()
    play(free, Bid(P0, NHSC, 500), Bid(P1, NHSC, 505), Pass(P2), Pass(P3))
    allowed(free, Bid(P0, RMC, 600))


@pytest.mark.parametrize(("reading", "tied"), [(OutbidMoney.FREE, 100), (OutbidMoney.TIED, 600)])
def test_rules_and_views_agree_on_tied_money(reading: OutbidMoney, tied: int) -> None:
    """II, case 2: player 0 is outbid on one company and leads on another."""
    game = Position(standard(4, outbid_money=reading)).auction()
    setup = game.setup
    play(game, Bid(P0, NHSC, 500), Bid(P1, NHSC, 505), Pass(P2), Pass(P3), Bid(P0, ERIE, 100))
    assert tied_money(setup, game.state, P0) == tied
    assert free_money(setup, game.state, P0) == 600 - tied
    assert leading_money(setup, game.state, P0) == 100  # What it will cost, whatever the reading.
    assert seat_view(setup, game.state, P0).players[0].bids == tied


def test_priority_goes_left_of_the_buyer_who_led_to_the_last_auction() -> None:
    """II and its ruling: raising and passing in an auction are no turns of the round."""
    game = Position(standard(4)).auction()
    play(game, Bid(P0, ERIE, 45), Bid(P1, ERIE, 50), Pass(P2), BuyFromBank(P3, BOM))
    play(game, Bid(P0, ERIE, 55), Pass(P1))
    assert game.state.privates[ERIE] == 0
    passes(game, 4)
    assert game.state.priority == 0  # Left of player 3, who bought, not of player 0, who won.


def test_an_outbid_player_may_leave_his_bid_or_take_it_back() -> None:
    """Case 2: the bid that stands keeps his seat in the auction."""
    game = Position(standard(4)).auction()
    play(game, Bid(P0, ERIE, 45), Bid(P1, ERIE, 50), Bid(P2, ERIE, 55), Pass(P3))
    events = play(game, WithdrawBid(P0, ERIE))
    assert events == [BidWithdrawn(P0, ERIE)]
    refused(game, WithdrawBid(P0, ERIE), Reason.NOT_A_BIDDER)
    play(game, BuyFromBank(P0, BOM))
    assert game.state.auction == ERIE
    assert game.actors == (1,)
    refused(game, Pass(P0), Reason.NOT_A_BIDDER)


def test_the_highest_bidder_cannot_withdraw() -> None:
    game = Position(standard(4)).auction()
    play(game, Bid(P0, ERIE, 45), Pass(P1), Pass(P2), Pass(P3))
    refused(game, WithdrawBid(P0, ERIE), Reason.HIGHEST_BIDDER)
    refused(game, WithdrawBid(P1, ERIE), Reason.NOT_YOUR_TURN)


def test_the_auction_begins_with_the_lowest_bid_and_a_pass_is_final() -> None:
    """Case 3."""
    game = Position(standard(4)).auction()
    play(game, Bid(P0, ERIE, 45), Bid(P1, ERIE, 50), Bid(P2, ERIE, 55), BuyFromBank(P3, BOM))
    assert game.actors == (0,)
    refused(game, Bid(P0, ERIE, 59), Reason.BID_TOO_LOW)
    play(game, Bid(P0, ERIE, 60))
    assert game.actors == (1,)
    play(game, Pass(P1))
    assert game.actors == (2,)
    play(game, Bid(P2, ERIE, 65))
    assert game.actors == (0,)  # Player 1 does not come back.
    play(game, Pass(P0))
    assert game.state.privates[ERIE] == 2
    assert game.state.money[2] == 600 - 65
    assert game.actors == (0,)  # The turn goes on after player 3, who bought.


def test_a_single_bid_takes_the_paper_at_once() -> None:
    game = Position(standard(4)).auction()
    play(game, Bid(P0, ERIE, 45), Bid(P1, BO, 75), BuyFromBank(P2, BOM))
    assert game.state.privates[:3] == [2, 0, 1]
    assert game.actors == (3,)


def test_no_1_becomes_cheaper_and_at_0_must_be_taken() -> None:
    """Case 4."""
    game = Position(standard(4)).auction()
    for price in (15, 10, 5):
        passes(game, 3)
        assert game.push(Pass(game.actors[0]))[-1] == PriceCut(BOM, price)
    passes(game, 4)
    player = game.actors[0]
    refused(game, Pass(player), Reason.MUST_TAKE_FREE_PRIVATE)
    refused(game, Bid(player, ERIE, 45), Reason.MUST_TAKE_FREE_PRIVATE)
    assert list(game.legal_for(player)) == [BuyFromBank(player, BOM)]
    play(game, BuyFromBank(player, BOM))
    assert game.state.money[player] == 600


def test_left_over_papers_wait_for_the_next_round_and_the_operating_round_only_pays() -> None:
    """Case 5."""
    game = Position(standard(4)).auction()
    play(game, BuyFromBank(P0, BOM), BuyFromBank(P1, ERIE))
    passes(game, 3)
    events = play(game, Pass(P1))
    rounds = [(event.kind, event.number) for event in events if isinstance(event, RoundStarted)]
    assert rounds == [(RoundKind.OPERATING, 1), (RoundKind.AUCTION, 2)]
    assert game.state.money[:4] == [600 - 20 + 5, 600 - 40 + 10, 600, 600]
    assert game.actors == (2,)  # Left of the last who acted.
    refused(game, StartCompany(P2, NYC, 100), Reason.NOT_NOW)
    allowed(game, BuyFromBank(P2, BO))


def test_priority_stays_when_nothing_happens_in_a_later_round() -> None:
    game = Position(standard(4)).auction()
    play(game, BuyFromBank(P0, BOM))
    passes(game, 4)
    assert game.state.priority == 1
    passes(game, 4)
    assert game.state.priority == 1
    assert game.state.money[0] == 600 - 20 + 2 * 5


def test_group_1_opens_when_all_eight_are_sold_in_the_same_round() -> None:
    """Case 5."""
    game = all_sold()
    assert game.state.round == RoundKind.STOCK
    assert game.state.round_number == 1
    assert game.actors == (0,)
    nyc, cp, ats = (game.setup.company_index[name] for name in ("NYC", "CP", "ATS"))
    allowed(game, StartCompany(P0, cp, 70))
    allowed(game, StartCompany(P0, nyc, 100))
    refused(game, StartCompany(P0, ats, 70), Reason.GROUP_NOT_OPEN)


def test_no_sales_in_the_first_round() -> None:
    """Case 6."""
    game = all_sold()
    nyc = game.setup.company_index["NYC"]
    play(game, StartCompany(P0, nyc, 70), Pass(P0))
    refused(game, SellShares(P1, nyc, 1), Reason.NO_SALES_IN_FIRST_ROUND)


def test_shares_that_came_with_papers_wait_for_the_presidency() -> None:
    """Case 6 (Verkauf): no price, no sale."""
    game = all_sold()
    owner = next(player for player in game.setup.all_players if player == game.state.privates[FNY])
    nyc = game.setup.company_index["NYC"]
    assert game.state.units(nyc, owner) == 2
    game = Position.of(game).stock_round(owner)
    refused(game, SellShares(owner, nyc, 1), Reason.NO_PRICE_YET)
    refused(game, BuyShare(owner, nyc, BANK), Reason.NOT_STARTED)


def test_papers_bring_shares_and_the_presidency_with_any_par() -> None:
    """Case 11."""
    game = all_sold(par=70)
    index = game.setup.company_index
    state = game.state
    owners = state.privates
    assert state.units(index["WP"], owners[PSC]) == 1
    assert state.units(index["NYC"], owners[FNY]) == 2
    assert state.units(index["CPR"], owners[SOC]) == state.units(index["UP"], owners[SOC]) == 1
    assert state.presidents[index["NYH"]] == owners[NHSC]
    assert state.units(index["NYH"], owners[NHSC]) == 3
    assert state.par[index["NYH"]] == 70


def test_the_director_of_nyh_names_its_price_at_once() -> None:
    """Case 11."""
    game = Position(standard(4)).auction()
    for private in game.setup.all_privates:
        play(game, BuyFromBank(game.actors[0], private))
    nyh = game.setup.company_index["NYH"]
    assert game.actors == (3,)
    refused(game, SetPar(P3, nyh, 90), Reason.NOT_A_PAR_PRICE)
    assert [action.price for action in game.legal_for(P3) if isinstance(action, SetPar)] == [100, 92, 85, 80, 75, 70]


@pytest.mark.parametrize(("raises", "hi", "step"), [(Raises.AT_LEAST_FIVE, 600, 1), (Raises.MULTIPLES_OF_FIVE, 600, 5)])
def test_raises_may_be_in_steps(raises: Raises, hi: int, step: int) -> None:
    offer = Position(standard(4, raises=raises)).auction().legal_for(P0).offers()[0]
    assert (offer.lo, offer.hi, offer.step) == (45, hi, step)


def test_raises_may_be_exactly_five() -> None:
    game = Position(standard(4, raises=Raises.EXACTLY_FIVE)).auction()
    assert game.legal_for(P0).offers()[0].hi == 45
    refused(game, Bid(P0, ERIE, 50), Reason.BID_NOT_IN_STEPS)
