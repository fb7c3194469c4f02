"""S-5: dealt private companies, tokens of uncertainty, reforms, and the end at the top of the market (case 113)."""

from typing import Any

import pytest

from goldenspike.core.actions import Bid, BuyFromBank, DealPrivates, DrawToken, Pass, Payout, RunTrains, SetPar, StartCompany
from goldenspike.core.events import MarketReformed, TokenDrawn
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE, NOBODY
from goldenspike.core.ids import NO_PRIVATE, NONE, Private
from goldenspike.core.ledger import NO_CHANGE, RETAIN_REVENUE, SHORT_RUNS
from goldenspike.core.options import DividendRise, MarketPeak, PriceFall
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.reform import has_reform
from goldenspike.core.running import TrainRule
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, money_of, operating_company, pay_dividend, price_of, sell_shares
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Options1830, PrivateSale, Undealt
from goldenspike.view import seat_view
from helpers import owns, version_1830
from names_1830 import BNO, BO, CA, CS, DH, MH, PRR, SV
from players import P0, P1, P3


def table(players: int = 4, **options: str) -> Game:
    return Game(make("1830", "s5", players, options))


def options_of(game: Game) -> Options1830:
    assert isinstance(game.setup.options, Options1830)
    return game.setup.options


# --- dealing (S-5.2 1.0)


def test_each_player_is_dealt_one_and_pays_for_it() -> None:
    """S-5.2, case 113: seats follow the prices, and the lowest has the priority deal."""
    game = table()
    assert game.actors == (CHANCE,)
    play(game, DealPrivates((BO, SV, DH, CA)))
    s = game.state
    assert s.seating == (1, 2, 3, 0)
    assert s.priority == 1
    assert [600 - s.money[player] for player in game.setup.all_players] == [220, 20, 70, 160]
    assert [owns(game, player) for player in game.setup.all_players] == [[BO], [SV], [DH], [CA]]
    assert s.units(PRR, P3) == 1
    assert game.actors == (0,), "the BO's owner sets the par price"
    play(game, SetPar(P0, BNO, 100))
    assert (s.privates[CS], s.privates[MH]) == (NOBODY, NOBODY)
    assert (game.state.round, game.state.round_number, game.state.turn) == (RoundKind.STOCK, 1, 1)


def test_without_ca_and_bo_their_shares_are_ordinary() -> None:
    """S-5.2, case 113: the PRR's share lies in the offering, and the B&O's presidency is for sale."""
    game = table()
    play(game, DealPrivates((SV, CS, DH, MH)))
    assert game.state.units(PRR, BANK) == 10
    assert game.state.presidents[BNO] == NONE
    allowed(game, StartCompany(P0, BNO, 82))


@pytest.mark.parametrize("deal", [(SV, SV, CS, DH), (SV, CS, DH, NO_PRIVATE), (SV, CS, DH, Private(6)), (SV, CS, DH)])
def test_a_deal_must_be_fair(deal: tuple[Private, ...]) -> None:
    """S-5.2: one card each, no card twice."""
    refused(table(), DealPrivates(deal), Reason.BAD_DRAW)


def test_the_seventh_player_has_none_and_sits_last() -> None:
    """S-5.2 with six private companies."""
    game = table(7)
    play(game, DealPrivates((SV, NO_PRIVATE, CS, DH, MH, CA, BO)))
    assert game.state.seating == (0, 2, 3, 4, 5, 6, 1)
    assert game.state.money[1] == 350


def test_dealing_goes_with_other_versions() -> None:
    """S-5 may be played with any components: the sale is a switch of its own."""
    game = Game(make("1830", "s4", 3, {"private_sale": "dealt"}))
    assert game.actors == (CHANCE,)
    assert options_of(game).private_sale is PrivateSale.DEALT
    play(game, DealPrivates((CS, SV, MH)))
    assert game.state.seating == (1, 0, 2)
    assert game.state.money[0] == 800 - 30


def test_the_rest_is_sold_at_face_value() -> None:
    """S-5.2 option a: in ascending order; when all pass, what is left leaves the game."""
    game = table(2, undealt="face_value")
    assert options_of(game).undealt is Undealt.FACE_VALUE
    play(game, DealPrivates((SV, DH)))
    assert game.state.round == RoundKind.AUCTION
    refused(game, BuyFromBank(P0, MH), Reason.NOT_THE_CHEAPEST)
    refused(game, Bid(P0, MH, 200), Reason.NOT_NOW)
    play(game, BuyFromBank(P0, CS))
    assert game.state.money[0] == 1200 - 20 - 40
    play(game, Pass(P1), Pass(P0))
    assert game.state.round == RoundKind.STOCK
    assert [game.state.privates[private] for private in (MH, CA, BO)] == [NOBODY] * 3


def test_the_rest_is_auctioned() -> None:
    """S-5.2 option b: as usual, with bids on later ones."""
    game = table(2, undealt="auction")
    assert options_of(game).undealt is Undealt.AUCTION
    play(game, DealPrivates((SV, DH)))
    play(game, Bid(P0, MH, 115), BuyFromBank(P1, CS))
    assert owns(game, 0) == [SV, MH], "the only bid on the next one"
    assert game.state.round == RoundKind.AUCTION


def test_the_rest_leaves_the_game_by_default() -> None:
    """S-5.2."""
    game = table(2)
    assert options_of(game).undealt is Undealt.REMOVED
    play(game, DealPrivates((SV, DH)))
    assert game.state.round == RoundKind.STOCK
    assert game.state.privates.count(NOBODY) == 4


# --- tokens of uncertainty (S-5.2 3.0)


def buys_a_five(phase: str = "4", bank: str = "", **options: Any) -> tuple[Position, Game]:
    """The PRR is about to buy 5-trains; the NYC comes after it."""
    position = Position(version_1830("s5", **options), money=0).phase(phase, bank)
    position.company("PRR", money=2000).company("NYC", president=1, par=90, money=100, trains="4")
    position.tile("H10", "57", "W E")
    return position, position.operating_round("PRR", "train")


def test_tokens_for_three_and_four_5_trains() -> None:
    """S-5.1: one fewer that says nothing changes."""
    assert version_1830("s5").title.uncertainty == (2, 1, 1)
    assert version_1830("s5", plus_trains=True).title.uncertainty == (2, 1, 1)
    assert version_1830("s1", uncertainty=True).title.uncertainty == (3, 1, 1)
    assert not any(classic().title.uncertainty)
    assert not any(version_1830("s5", uncertainty=False).title.uncertainty)


def test_a_token_is_turned_over_for_each_5_train() -> None:
    """S-5.2 3.0, case 113: drawn before anything else."""
    position, game = buys_a_five()
    game.push(buy_train(game, "5"))
    assert game.actors == (CHANCE,)
    refused(game, DrawToken(3), Reason.BAD_DRAW)
    events = game.push(DrawToken(NO_CHANGE))
    assert TokenDrawn(NO_CHANGE, position.setup.company_index["PRR"]) in events
    assert game.state.uncertainty == (1, 1, 1)
    assert game.actors == (0,)
    game.push(buy_train(game, "5"))
    assert game.actors == (CHANCE,)


def test_the_view_shows_the_tokens_and_their_effects() -> None:
    """S-5.2 3.0: drawn tokens lie face up, and everybody knows which ones are left."""
    _position, game = buys_a_five("5", "5 5")
    uncertainty = seat_view(game.setup, game.state, P1).uncertainty
    assert uncertainty is not None
    assert [(token.kind, token.left, token.drawn) for token in uncertainty.tokens] == [
        ("no_change", 2, 0),
        ("short_runs", 1, 0),
        ("retain_revenue", 1, 0),
    ]
    assert (uncertainty.short_runs, uncertainty.retain_revenue) == (None, None)
    play(game, buy_train(game, "5"), DrawToken(SHORT_RUNS))
    uncertainty = seat_view(game.setup, game.state, None).uncertainty
    assert uncertainty is not None
    assert [(token.left, token.drawn) for token in uncertainty.tokens] == [(2, 0), (0, 1), (1, 0)]
    assert (uncertainty.short_runs, uncertainty.retain_revenue) == ("PRR", None)
    play(game, buy_train(game, "5"), DrawToken(RETAIN_REVENUE))
    uncertainty = seat_view(game.setup, game.state, P1).uncertainty
    assert uncertainty is not None
    assert (uncertainty.tokens, uncertainty.short_runs, uncertainty.retain_revenue) == ((), "PRR", "PRR")
    plain = Position(classic(), money=0).stock_round()
    assert seat_view(plain.setup, plain.state, P1).uncertainty is None


def test_no_token_for_other_trains() -> None:
    """S-5.2 3.0: neither for a 6-train nor for a 5-train of another railroad."""
    position, game = buys_a_five("5")
    game.push(buy_train(game, "6"))
    assert game.actors == (0,)
    position, game = buys_a_five("5", "5 5")
    position.trains("NYC", "5")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5", "NYC", 1))
    assert game.actors == (1,)


def test_the_last_5_train_takes_the_rest_of_the_tokens_away() -> None:
    """S-5.2 3.0."""
    position, game = buys_a_five("5", "5")
    game = position.set(uncertainty=(0, 1, 1)).operating_round("PRR", "train")
    play(game, buy_train(game, "5"))
    refused(game, DrawToken(NO_CHANGE), Reason.BAD_DRAW)
    play(game, DrawToken(SHORT_RUNS))
    assert game.state.uncertainty == (0, 0, 0)
    assert game.state.short_runs == position.setup.company_index["PRR"], "what is in play stays"


def test_the_5_plus_5_is_a_5_train() -> None:
    """S-5 with V-7.10: it draws a token, and it is the last of its type."""
    _position, game = buys_a_five("5", "5+5", plus_trains=True)
    assert not has_reform(game.setup, game.state)
    play(game, buy_train(game, "5+5"))
    assert game.actors == (CHANCE,)
    play(game, DrawToken(NO_CHANGE))
    assert game.state.uncertainty == (0, 0, 0)
    assert has_reform(game.setup, game.state)


@pytest.mark.parametrize(("train", "whole", "half"), [("2", 40, 0), ("3", 60, 40), ("4", 70, 40), ("5", 90, 60)])
def test_short_runs_halve_every_train(train: str, whole: int, half: int) -> None:
    """S-5.2 3.0, case 113: rounded up; the B&M has stops of 30, 10, 20, 10 and 20 in a row."""
    for short, earned in ((NONE, whole), (PRR, half)):
        position = (
            Position(version_1830("s5"), phase=train, money=0).company("B&M", trains=train).company("PRR", president=1, par=90)
        )
        position.tile("F22", "57", "W E").tile("F20", "2", 1).tile("F18", "9", "W E").tile("F16", "57", "W E")
        game = position.set(short_runs=short).operating_round("B&M", "run")
        game.push(RunTrains(P0, position.setup.company_index["B&M"]))
        assert game.state.revenues[position.setup.company_index["B&M"]] == earned


@pytest.mark.parametrize(("train", "like"), [("2+2", "2"), ("3+3", "2+2"), ("4+4", "2+2"), ("5+5", "3+3")])
def test_short_runs_halve_both_numbers_of_a_plus_train(train: str, like: str) -> None:
    """S-5.2 3.0 with V-7.10: 3+3 runs as 2+2, two large cities and two small ones; 1+1 has but one large city."""
    earned = []
    for name, short in ((train, PRR), (like, NONE)):
        position = Position(version_1830("s5", plus_trains=True), phase=name[0], money=0)
        position.company("B&M", trains=name).company("PRR", president=1, par=90)
        position.tile("F22", "57", "W E").tile("F20", "2", 1).tile("F18", "9", "W E").tile("F16", "57", "W E")
        game = position.set(short_runs=short).operating_round("B&M", "run")
        game.push(RunTrains(P0, position.setup.company_index["B&M"]))
        earned.append(game.state.revenues[position.setup.company_index["B&M"]])
    assert earned[0] == earned[1] > 0


def test_short_runs_of_every_size() -> None:
    """S-5.2 3.0: rounded up, a diesel is as long as ever."""
    sizes = {"3": TrainRule(3), "2+2": TrainRule(4, 2), "3+3": TrainRule(6, 3), "5+5": TrainRule(10, 5), "D": TrainRule()}
    halves = {name: rule.halved() for name, rule in sizes.items()}
    assert halves == {
        "3": TrainRule(2),
        "2+2": TrainRule(2, 1),
        "3+3": TrainRule(4, 2),
        "5+5": TrainRule(6, 3),
        "D": TrainRule(),
    }


def test_a_token_lasts_until_its_railroad_has_operated_again() -> None:
    """S-5.2 3.0, case 113: not until the end of the turn in which it was drawn, but of the next."""
    position, game = buys_a_five()
    position.company("B&M", president=2, par=71)
    game = position.operating_round("PRR", "train")
    play(game, buy_train(game, "5"), DrawToken(RETAIN_REVENUE), Pass(P0))
    assert operating_company(game) == "NYC"
    assert game.state.retained == PRR
    again = Position.of(game).operating_round("PRR", "train")
    assert again.state.retained == PRR
    play(again, Pass(P0))
    assert again.state.retained == NONE


def test_retained_revenue_is_neither_paid_nor_split() -> None:
    """S-5.2 3.0, case 113: by any railroad."""
    position, _ = buys_a_five(split_revenue=True)
    game = position.set(retained=PRR).operating_round("NYC", "dividend", revenue=100)
    for payout in (Payout.PAY, Payout.SPLIT):
        refused(game, pay_dividend(game, payout), Reason.REVENUE_RETAINED)
    game.push(pay_dividend(game, Payout.WITHHOLD))
    assert money_of(game, "NYC") == 200


# --- reforms


def sold_out(bank: str = "", **options: Any) -> Position:
    position = Position(version_1830("s5", **options), money=0).phase("5", bank=bank)
    return position.company("NYC", shares={0: 6, 1: 4}, trains="5")


def test_reforms_begin_with_the_stock_round_after_the_last_5_train() -> None:
    """V-5.1, S-5.2 6.1, case 113."""
    position = sold_out()
    game = position.operating_round("NYC", "train", rounds=1)
    assert seat_view(game.setup, game.state, P1).reformed is False
    events = play(game, Pass(P0))
    assert game.state.round == RoundKind.STOCK
    assert MarketReformed() in events and game.state.reformed
    assert seat_view(game.setup, game.state, P1).reformed is True
    plain = Position(classic(), money=0).stock_round()
    assert seat_view(plain.setup, plain.state, P1).reformed is None, "this table plays without"
    position = sold_out("5")
    game = position.operating_round("NYC", "train", rounds=1)
    assert MarketReformed() not in play(game, Pass(P0))


@pytest.mark.parametrize(("reformed", "price"), [(False, 82), (True, 90)])
@pytest.mark.parametrize("version", ["s5", "classic"])
def test_after_the_reforms_a_block_moves_the_price_once(version: str, reformed: bool, price: int) -> None:
    """V-5.1 reform, S-5.2 6.1."""
    position = Position(version_1830(version, price_fall=PriceFall.REFORM), money=0).company("NYC", shares={0: 6, 1: 4})
    game = position.set(reformed=reformed).stock_round(1)
    game.push(sell_shares(game, "NYC", 2, 1))
    assert price_of(game, "NYC") == price


@pytest.mark.parametrize(
    ("revenue", "price"), [(100, 112), (190, 112), (200, 126), (300, 142), (390, 142), (400, 160), (900, 160)]
)
def test_a_dividend_moves_the_price_one_to_four_steps(revenue: int, price: int) -> None:
    """S-5.2 5.5, case 113: as many as it is times the share value of 100."""
    for reformed, rise in ((True, DividendRise.ONE_TO_FOUR), (False, DividendRise.ONE_TO_FOUR), (True, DividendRise.ONE)):
        position = Position(version_1830("s5", dividend_rise=rise), money=0).company("NYC")
        game = position.set(reformed=reformed).operating_round("NYC", "dividend", revenue=revenue)
        game.push(pay_dividend(game))
        several = reformed and rise is DividendRise.ONE_TO_FOUR
        assert price_of(game, "NYC") == (price if several else 112)


def test_the_steps_go_up_at_the_end_of_a_row() -> None:
    """S-5.2 5.5: the ordinary movement, step by step, and 350 is the last."""
    position = Position(version_1830("s5"), money=0)
    game = position.company("NYC", price=325).set(reformed=True).operating_round("NYC", "dividend", revenue=1400)
    game.push(pay_dividend(game))
    assert price_of(game, "NYC") == 350


def test_the_game_ends_after_the_turn_of_a_railroad_at_the_top() -> None:
    """S-5.2 8.0: in an operating round."""
    position = Position(version_1830("s5"), phase="5", money=0).company("NYC", price=350, trains="5")
    assert position.setup.options.market_peak_ends is MarketPeak.OPERATING_ROUND
    game = position.operating_round("NYC", "train")
    allowed(game, Pass(P0))
    passes(game, 1)
    assert game.is_over
