"""The end of the game and wealth (8.0, V-8)."""

from typing import Any

import pytest

from goldenspike.core.actions import BuyShare, Pass, Payout, SellShares
from goldenspike.core.events import BankBroke, EndReason, PeakReached
from goldenspike.core.game import Game
from goldenspike.core.options import BankBreaks, MarketPeak, OperatingOrder
from goldenspike.core.reasons import Reason
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import (
    buy_train,
    money_of,
    operating_company,
    pay_dividend,
    price_of,
    run_trains,
    sell_shares,
    step_of,
    trains_of,
)
from goldenspike.testing.checks import refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.g1830 import classic
from goldenspike.view import seat_view
from players import P0, P1, P2, P3


def paying(bank: int, revenue: int = 100, phase: str = "2", **options: Any) -> Position:
    """The PRR, all ten shares with player 0, has earned so much; so much money is left in the bank."""
    position = Position(classic(**options), phase=phase, money=0).company(
        "PRR", shares={0: 10}, trains="5" if phase == "5" else "2", revenue=revenue
    )
    return position.money(3, position.setup.title.bank - bank)


def pass_through(game: Game) -> None:
    """Pass until the round or the game changes."""
    here = (game.state.round, game.state.operating_round)
    while (game.state.round, game.state.operating_round) == here:
        game.push(Pass(game.actors[0]))


@pytest.mark.parametrize(
    ("option", "left", "broken"),
    [
        (BankBreaks.AT_ZERO, 101, False),
        (BankBreaks.AT_ZERO, 100, True),
        (BankBreaks.AT_ZERO, 99, True),
        (BankBreaks.BELOW_ZERO, 100, False),
        (BankBreaks.BELOW_ZERO, 99, True),
    ],
)
def test_when_the_bank_has_run_out(option: BankBreaks, left: int, broken: bool) -> None:
    """8.0 and ruling, case 102: at exactly 0; by option only below. Payments go on in full."""
    position = paying(left, bank_breaks=option)
    game = position.operating_round("PRR", "dividend")
    events = game.push(pay_dividend(game))
    assert (BankBroke() in events) is broken
    assert game.state.bank_broken is broken
    assert money_of(game, 0) == 100 and money_of(game, "bank") == left - 100
    game.push(Pass(P0))
    assert game.is_over is broken
    assert game.result().reason is (EndReason.BANK if broken else EndReason.NONE)


def test_whole_set_of_operating_rounds_is_played() -> None:
    """8.0 example, case 102: the bank runs out in the first of three rounds; the other two are played."""
    position = paying(50, phase="5")
    game = position.operating_round("PRR", "dividend")
    game.push(pay_dividend(game))
    assert game.state.bank_broken and game.state.operating_rounds == 3
    game.push(Pass(P0))
    for number in (2, 3):
        assert (game.state.round, game.state.operating_round) == (RoundKind.OPERATING, number)
        pass_through(game)
    assert game.is_over and game.result().reason is EndReason.BANK
    refused(game, Pass(P0), Reason.GAME_OVER)


def test_bank_that_fills_again_stays_broken() -> None:
    """8.0: it has run out once; later income of the bank does not save the game."""
    position = paying(50)
    game = position.operating_round("PRR", "dividend")
    game.push(pay_dividend(game, Payout.WITHHOLD))
    game.push(buy_train(game, "2"))
    assert money_of(game, "bank") > 0
    game.push(Pass(P0))
    assert game.is_over


def test_broken_in_a_stock_round() -> None:
    """8.0, case 102: the stock round and a whole set of operating rounds follow."""
    position = (
        Position(classic(), phase="3", money=0)
        .company("PRR", president=0, shares={0: 4, 1: 4}, trains="3")
        .company("NYC", president=2, par=90)
    )
    position.money(3, 12000 - 300)
    game = position.stock_round(0)
    game.push(sell_shares(game, "PRR", 3, 0))
    assert game.state.bank_broken
    game.push(Pass(P0))
    assert game.state.round == RoundKind.STOCK
    pass_through(game)
    for number in (1, 2):
        assert (game.state.round, game.state.operating_round) == (RoundKind.OPERATING, number)
        pass_through(game)
    assert game.is_over and game.result().reason is EndReason.BANK


def test_wealth() -> None:
    """8.0, cases 24 and J audit: money, shares at market value, private companies of players at face value."""
    position = Position(classic(), money=0).company("PRR", shares={0: 4, 1: 2, "pool": 2}, cell=(1, 9), money=777)
    position.company("NYC", shares={1: 2}, par=67)
    position.private("CA", 0).private("SV", 1).private("DH", "PRR").private("MH", "nobody").money(0, 11)
    game = position.operating_round("PRR")
    assert game.result().wealth == (11 + 4 * 126 + 160, 2 * 126 + 2 * 67 + 20, 0, 0)
    assert game.result().winners == (0,)
    assert game.result().reason is EndReason.NONE


def test_shares_without_a_price_are_worth_nothing() -> None:
    """8.0: the share of the CA before the PRR has a par price."""
    position = Position(classic(), money=0).private("CA", 0).share("PRR", 0)
    assert position.stock_round(0).result().wealth[0] == 160


def test_shared_victory() -> None:
    """8.0: equal wealth."""
    position = Position(classic(), money=0).company("PRR").money(1, 600)
    assert position.operating_round("PRR").result().winners == (0, 1)


@pytest.mark.parametrize(("peak", "option"), [(MarketPeak.OFF, False), (MarketPeak.ON, True), (MarketPeak.OPERATING_ROUND, True)])
def test_market_peak_ends_the_game_after_the_turn(peak: MarketPeak, option: bool) -> None:
    """V-8 and its example: at the end of the row up into 350; the railroad finishes its turn."""
    position = Position(classic(market_peak_ends=peak), money=0).company("PRR", price=325, trains="2")
    position.company("NYC", president=1, par=90)
    game = position.operating_round("PRR", "dividend", revenue=100)
    game.push(pay_dividend(game))
    assert price_of(game, "PRR") == 350
    assert (game.is_over, step_of(game)) == (False, "train")
    game.push(Pass(P0))
    assert game.is_over is option
    if option:
        assert game.result().reason is EndReason.MARKET_PEAK
    else:
        assert operating_company(game) == "NYC"


@pytest.mark.parametrize(
    ("peak", "option"), [(MarketPeak.OFF, False), (MarketPeak.ON, True), (MarketPeak.OPERATING_ROUND, False)]
)
def test_market_peak_in_a_stock_round(peak: MarketPeak, option: bool) -> None:
    """V-8: at the end of the stock round, if the rise of a railroad sold out reached the top."""
    position = Position(classic(market_peak_ends=peak), money=0).company("PRR", shares={0: 6, 1: 3}, cell=(2, 19)).money(1, 300)
    game = position.stock_round(1)
    game.push(BuyShare(P1, position.setup.company_index["PRR"], holder_of(position.setup, "bank")))
    for player in (P1, P2, P3, P0, P1):
        assert not game.is_over
        game.push(Pass(player))
    assert price_of(game, "PRR") == 350
    assert game.is_over is option


def until_over(game: Game, operating: int) -> None:
    """Pass to the end of the railroad's turn."""
    while game.state.operating == operating:
        game.push(Pass(game.actors[0]))


@pytest.mark.parametrize(("peak", "over"), [(MarketPeak.OFF, False), (MarketPeak.OPERATING_ROUND, True)])
def test_a_peak_that_withholding_leaves_counts(peak: MarketPeak, over: bool) -> None:
    """V-8.0, S-5 8.0 ("reaches, or is at") and ruling: it stood there when its turn began."""
    position = Position(classic(market_peak_ends=peak), money=0).company("PRR", price=350, trains="2").tile("H10", "57", 1)
    position.company("NYC", president=1, par=90)
    game = position.start_operating_round()
    assert operating_company(game) == "PRR" and seat_view(game.setup, game.state, P0).is_last_turn is over
    game.push(Pass(P0))
    game.push(Pass(P0))
    game.push(run_trains(game))
    game.push(pay_dividend(game, Payout.WITHHOLD))
    assert (price_of(game, "PRR"), game.is_over) == (325, False), "the turn is played to its end"
    until_over(game, position.setup.company_index["PRR"])
    assert game.is_over is over
    assert game.result().reason is (EndReason.MARKET_PEAK if over else EndReason.NONE)


def test_a_peak_left_for_want_of_revenue_counts() -> None:
    """V-8.0, 5.5: without a train it falls by itself, and the game ends all the same."""
    position = Position(classic(market_peak_ends=MarketPeak.OPERATING_ROUND), money=0).company("PRR", price=350)
    position.company("NYC", president=1, par=90)
    game = position.start_operating_round()
    until_over(game, position.setup.company_index["PRR"])
    assert price_of(game, "PRR") == 325 and game.is_over


@pytest.mark.parametrize(("peak", "over"), [(MarketPeak.OFF, False), (MarketPeak.ON, True), (MarketPeak.OPERATING_ROUND, True)])
def test_a_peak_that_a_forced_sale_leaves_counts(peak: MarketPeak, over: bool) -> None:
    """V-8.0, C-2.3.2 and ruling: reached by the dividend of the last run of its train, lost by the sale for the next."""
    position = Position(classic(market_peak_ends=peak, delayed_obsolescence=True), phase="6", money=0)
    position.company("PRR", price=325, shares={0: 8}, trains="3").tile("H10", "57", 1)
    position.company("NYC", president=1, par=90)
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    events = game.push(pay_dividend(game))
    company = position.setup.company_index["PRR"]
    assert (PeakReached(company) in events) is over
    assert price_of(game, "PRR") == 350 and trains_of(game, "PRR") == []
    count = next(action.count for action in game.legal if isinstance(action, SellShares))
    assert PeakReached(company) not in game.push(sell_shares(game, "PRR", count)), "it is told once"
    assert price_of(game, "PRR") < 350
    while not trains_of(game, "PRR"):
        sales = [action for action in game.legal if isinstance(action, SellShares)]
        game.push(sales[0] if sales else buy_train(game, "6"))
    until_over(game, company)
    assert game.is_over is over


def test_the_peak_of_another_railroad_waits_for_its_own_turn() -> None:
    """S-5 8.0: "after that railroad has finished its turn", with a fixed order also one that operates later."""
    position = Position(classic(market_peak_ends=MarketPeak.ON, operating_order=OperatingOrder.FIXED), money=0)
    position.company("NYC", president=1, par=90).company("PRR", price=350)
    game = position.operating_round("NYC", "train")
    game.push(Pass(P1))
    assert operating_company(game) == "PRR" and game.state.ending == EndReason.MARKET_PEAK
    until_over(game, position.setup.company_index["PRR"])
    assert game.is_over


def test_a_position_saved_without_the_note_still_ends() -> None:
    """V-8.0: a game saved at the peak before the note was kept ends after the turn."""
    position = Position(classic(market_peak_ends=MarketPeak.ON), money=0).company("PRR", price=350, trains="2")
    game = position.operating_round("PRR", "train")
    assert game.state.ending == EndReason.NONE
    game.push(Pass(P0))
    assert game.is_over
