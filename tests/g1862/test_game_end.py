"""The four endings and the reckoning (Spielende; cases 44 and 45 of part 2)."""

from typing import Any

import pytest

from goldenspike.core.actions import (
    Bid,
    BuyFromBank,
    ClosePrivate,
    DeclareBankruptcy,
    Pass,
    PayDividend,
    Payout,
    SellShares,
    StartCompany,
)
from goldenspike.core.events import BankBroke, EndForeseen, EndReason, GameEnded
from goldenspike.core.game import Result
from goldenspike.core.holders import BANK
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of
from goldenspike.testing.checks import passes, play
from goldenspike.titles.g1862 import standard
from names_1862 import BOM, CP, FNY, PSC, RMC, SOC
from players import P0, P1, P2, P3

LINE = "C28:9/1 C20:4/1 C18:9/1 C16:57/1"


def last_turn(**company: Any) -> Position:
    position = Position(standard(4), phase="3").tiles(LINE)
    return position.company("CP", shares={0: 4, 1: 3, 2: 3}, trains="3", stations="C30", **company)


def test_the_bank_is_empty() -> None:
    """Case 44: the operating rounds of the set are finished first."""
    position = last_turn().closed("GMO").bank(90)
    game = position.operating_round("CP", "dividend", rounds=2, revenue=100)
    events = play(game, PayDividend(P0, CP, Payout.PAY))
    assert BankBroke() in events and EndForeseen(EndReason.BANK) in events
    play(game, Pass(P0), Pass(P0))  # No train, no redemption: the second round of the set begins.
    assert (game.is_over, game.state.operating_round) == (False, 2)
    while not game.is_over:
        play(game, next(action for action in game.legal_for(game.actors[0])))
    assert game.result().reason is EndReason.BANK


@pytest.mark.parametrize(("cell", "ends"), [((1, 18), True), ((1, 17), False), ((2, 18), True)])
def test_a_price_above_379(cell: tuple[int, int], ends: bool) -> None:
    """Case 44: 370 is not enough, 385 and 400 are."""
    game = last_turn(cell=cell).operating_round("CP", "dividend", revenue=100, rounds=1)
    events = play(game, PayDividend(P0, CP, Payout.PAY))
    assert (EndForeseen(EndReason.MARKET_PEAK) in events) is ends
    play(game, Pass(P0), Pass(P0))
    assert game.is_over is ends


def test_eight_companies_gone() -> None:
    """Case 44."""
    position = Position(standard(4), phase="3").closed("NYH NYC UP ATS SP NP CN").tiles(LINE)
    position.company("CP", cell=(10, 1), stations="C30", trains="3").company("WP", president=1, stations="H1/0")
    game = position.operating_round("CP", "dividend", revenue=20)
    events = play(game, PayDividend(P0, CP, Payout.WITHHOLD))
    assert EndForeseen(EndReason.COMPANIES_GONE) in events
    assert game.state.operating == 9  # The round is finished.
    while not game.is_over:
        play(game, list(game.legal_for(P1))[-1])
    assert game.result().reason is EndReason.COMPANIES_GONE


def test_fewer_than_three_players() -> None:
    """Case 44."""
    position = Position(standard(4), phase="8").money(0, 0).money(3, 0)
    position.company("CP", president=0, shares={0: 3, 1: 3}, stations="C30").tiles(LINE)
    game = position.set(seating=(0, 1, 2)).operating_round("CP", "train")
    events = play(game, DeclareBankruptcy(P0))
    assert EndForeseen(EndReason.PLAYERS_GONE) in events
    assert events[-1] == GameEnded(EndReason.PLAYERS_GONE)
    assert game.result().winners == (1,)


def test_an_end_that_comes_about_in_a_stock_round_waits_for_the_operating_rounds() -> None:
    """Case 44: "always finish the set"; the rounds that follow are played."""
    position = last_turn(cell=(2, 5)).closed("GMO").bank(100)
    game = position.stock_round(turn=1)
    events = play(game, SellShares(P1, CP, 2))
    assert EndForeseen(EndReason.BANK) in events
    play(game, Pass(P1))
    passes(game, 4)
    assert not game.is_over
    assert game.state.operating == 2


def end_with_notes(notes: int, money: int, director: int) -> tuple[int, ...]:
    position = last_turn(halved=True, notes=notes, money=money, cell=(1, 19)).money(0, director)
    game = position.set(ending=EndReason.MARKET_PEAK).operating_round("CP", "train", rounds=1)
    play(game, Pass(P0))
    assert game.is_over
    return game.result().wealth


def test_notes_are_repaid_by_the_company_first() -> None:
    """Case 44: 4 × 200 in shares for player 0."""
    assert end_with_notes(500, 900, 100) == (100 + 800, 600 + 600, 600 + 600, 600)


def test_then_by_the_directors_money_then_by_his_shares_without_a_change_of_price() -> None:
    """Case 44."""
    assert end_with_notes(900, 500, 600)[0] == 600 - 400 + 800
    assert end_with_notes(900, 0, 100)[0] == 100 + 800 - 900


def test_wealth_counts_the_directors_liability_before_the_end_too() -> None:
    """XVI: as if the game ended now; what the treasury can pay is no burden."""
    position = last_turn(halved=True, notes=900, money=500, cell=(1, 19)).money(0, 600)
    assert position.stock_round().result().wealth[0] == end_with_notes(900, 500, 600)[0] == 600 + 800 - 400
    position = last_turn(halved=True, notes=500, money=900, cell=(1, 19)).money(0, 100)
    assert position.stock_round().result().wealth[0] == end_with_notes(500, 900, 100)[0]


def test_final_wealth_may_be_negative() -> None:
    """Case 44."""
    wealth = end_with_notes(2000, 0, 100)
    assert wealth[0] == 100 + 800 - 2000
    assert wealth[1] == 600 + 600


def test_score_is_money_and_shares() -> None:
    """Case 45: treasuries, trains and private companies count nothing."""
    position = last_turn(money=5000).private("8", 3)
    game = position.stock_round()
    assert game.result().wealth == (600 + 400, 600 + 300, 600 + 300, 600)
    assert money_of(game, "CP") == 5000


def poor_table() -> Position:
    """Nobody has the $210 of a presidency in group 1, no company operates, no private company pays."""
    return Position(standard(4), money=200)


def test_a_table_at_which_nothing_can_happen_any_more_is_over() -> None:
    """Our ruling: nobody can trade, no company operates, no private company pays."""
    game = poor_table().stock_round()
    passes(game, 4)
    assert game.is_over
    assert game.result().reason is EndReason.STANDSTILL
    with_income = poor_table().private("1", 0).stock_round()
    passes(with_income, 4)
    assert not with_income.is_over
    assert with_income.state.money[BANK] < 22000


def test_who_could_trade_is_asked_three_times() -> None:
    """Our ruling: a table that only waits for somebody to found a company is not over; after three idle rounds it is."""
    game = Position(standard(4)).stock_round()
    passes(game, 8)
    assert not game.is_over
    assert game.state.idle_rounds == 2
    waiting = game.copy()
    passes(game, 4)
    assert game.result().reason is EndReason.STANDSTILL
    player = waiting.actors[0]
    play(waiting, StartCompany(player, CP, 70), Pass(player))
    passes(waiting, 4)
    assert (waiting.is_over, waiting.state.idle_rounds) == (False, 0)
    passes(waiting, 4)
    assert (waiting.is_over, waiting.state.idle_rounds) == (False, 1)


def test_the_sale_of_private_companies_may_come_to_a_standstill_too() -> None:
    """Our ruling: all money is tied to bids, the only paper that paid is closed, nobody can buy the next one."""
    game = Position(standard(4)).auction()
    play(game, Bid(P0, RMC, 600), Bid(P1, PSC, 600), Bid(P2, FNY, 600), Bid(P3, SOC, 600))
    passes(game, 16)
    owner = game.actors[0]
    play(game, BuyFromBank(owner, BOM))
    paying = game.copy()
    play(game, ClosePrivate(owner, BOM))
    passes(game, 4)
    assert not game.is_over  # In this round he acted.
    passes(game, 4)
    assert game.result() == Result(EndReason.STANDSTILL, (600, 600, 600, 600))
    passes(paying, 40)
    assert not paying.is_over


def test_the_bank_may_run_out_before_all_papers_are_sold() -> None:
    """XVI: the income of the others empties it; the round that only pays is the whole set."""
    game = Position(standard(4)).private("1", 0).closed("GMO").bank(5).auction(1)
    passes(game, 4)
    assert game.result().reason is EndReason.BANK
