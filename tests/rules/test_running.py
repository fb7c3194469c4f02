"""Running the trains in a turn (7.4): when, which, and what is refused. Routes themselves are tested in tests/routes."""

from typing import Any

import pytest

from goldenspike.core.actions import ContestRun, Pass, Payout, Route, RunTrains
from goldenspike.core.events import RouteRun, RunContested, TrainsRun
from goldenspike.core.game import Game
from goldenspike.core.options import RunningTrains
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.state import place_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, money_of, operating_company, pay_dividend, price_of, run_trains, step_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.g1830 import classic
from players import P0, P1


def main_line(trains: str = "2", phase: str = "3", **options: Any) -> Position:
    """The PRR from Altoona (10) west to Pittsburgh (20) and by track to the west, east to Lancaster (20)."""
    position = Position(classic(**options), phase=phase, money=0).company("PRR", trains=trains)
    for hex, tile in (("H10", "57"), ("H14", "9"), ("H16", "57")):
        position.tile(hex, tile, 1)
    return position


def test_trains_must_run() -> None:
    """2.0, 7.4: the one thing that a railroad must do; there is no pass."""
    position = main_line()
    game = position.operating_round("PRR", "run")
    assert list(game.legal) == [run_trains(game)]
    refused(game, Pass(P0), Reason.NOT_NOW)
    refused(game, RunTrains(P1, position.setup.company_index["PRR"]), Reason.NOT_PRESIDENT)
    events = game.push(run_trains(game))
    assert TrainsRun(position.setup.company_index["PRR"], 30) in events
    assert [event.revenue for event in events if isinstance(event, RouteRun)] == [30]
    assert game.state.revenues[position.setup.company_index["PRR"]] == 30
    assert step_of(game) == "dividend"


def test_best_set_is_run() -> None:
    """7.4, case 72: all trains, the highest total."""
    position = main_line("3")
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["PRR"]] == 50
    position = main_line("2 2")
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["PRR"]] == 60


def short_run(position: Position) -> RunTrains:
    """Altoona to Pittsburgh with the 3-train, although it could go on to Lancaster."""
    h12, h10 = position.setup.hex_index["H12"], position.setup.hex_index["H10"]
    route = Route(position.setup.train_index["3"], (place_of(h12, 0), place_of(h10, 0)), (h12 * 6 + 1,))
    return RunTrains(P0, position.setup.company_index["PRR"], (route,))


def test_less_than_the_best_is_refused() -> None:
    """7.4, case 72: the engine proves the best total and takes nothing less; an equal declared set is fine."""
    position = main_line("3")
    game = position.operating_round("PRR", "run")
    refused(game, short_run(position), Reason.NOT_THE_BEST_RUN)
    best = best_routes(game.setup, game.state, position.setup.company_index["PRR"])
    declared = RunTrains(P0, position.setup.company_index["PRR"], best.routes)
    assert declared in game.legal
    game.push(declared)
    assert game.state.revenues[position.setup.company_index["PRR"]] == 50


def test_on_ones_honour() -> None:
    """7.4 note, option running_trains: the president's declaration stands, if its routes are legal."""
    position = main_line("3", running_trains=RunningTrains.HONOUR)
    game = position.operating_round("PRR", "run")
    assert short_run(position) in game.legal
    h10, h8 = position.setup.hex_index["H10"], position.setup.hex_index["H8"]
    broken = Route(position.setup.train_index["3"], (place_of(h10, 0), place_of(h8, 0)), (h10 * 6 + 1,))
    assert game.refuse(RunTrains(P0, position.setup.company_index["PRR"], (broken,))) is not None
    game.push(short_run(position))
    assert game.state.revenues[position.setup.company_index["PRR"]] == 30


def contested() -> tuple[Position, Game]:
    position = main_line("3", running_trains=RunningTrains.HONOUR)
    game = position.operating_round("PRR", "run")
    assert game.refuse(ContestRun(P1, position.setup.company_index["PRR"])) is not None, "there is no run yet"
    game.push(short_run(position))
    return position, game


def test_another_player_contests_the_run() -> None:
    """7.4, option running_trains, case 72: the president is doubted before he decides, and the best run counts."""
    position, game = contested()
    prr = position.setup.company_index["PRR"]
    refused(game, ContestRun(P0, prr), Reason.NOT_CONTESTABLE)  # Nobody doubts himself.
    assert ContestRun(P1, prr) in list(game.legal_for(P1)) and game.actors == (0,)
    events = game.push(ContestRun(P1, prr))
    assert RunContested(P1, prr, 30, 50) in events and TrainsRun(prr, 50) in events
    assert game.state.revenues[prr] == 50
    refused(game, ContestRun(P1, prr), Reason.NOT_CONTESTABLE)  # Once.
    game.push(pay_dividend(game, Payout.WITHHOLD))
    assert money_of(game, "PRR") == 50


def test_a_run_that_is_the_best_stands() -> None:
    """7.4: who doubts in vain changes nothing."""
    position = main_line("3", running_trains=RunningTrains.HONOUR)
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    prr = position.setup.company_index["PRR"]
    assert game.push(ContestRun(P1, prr)) == [RunContested(P1, prr, 50, 50)]
    assert game.state.revenues[prr] == 50


def test_no_contest_after_the_decision() -> None:
    """7.4: only before the next action of the president."""
    position, game = contested()
    game.push(pay_dividend(game, Payout.PAY))
    refused(game, ContestRun(P1, position.setup.company_index["PRR"]), Reason.NOT_CONTESTABLE)


def test_declaring_nothing_can_be_contested() -> None:
    """7.4, 7.5: a president who lets the trains stand still has nothing to pay, and is asked before the value falls."""
    position = main_line("3", running_trains=RunningTrains.HONOUR)
    game = position.operating_round("PRR", "run")
    prr = position.setup.company_index["PRR"]
    game.push(RunTrains(P0, prr, ()))
    refused(game, pay_dividend(game, Payout.PAY), Reason.NOTHING_TO_PAY)
    assert list(game.legal_for(P0)) == [pay_dividend(game, Payout.WITHHOLD)]
    game.push(ContestRun(P1, prr))
    assert game.state.revenues[prr] == 50
    assert pay_dividend(game, Payout.PAY) in game.legal


@pytest.mark.parametrize("rule", [RunningTrains.PROVEN, RunningTrains.FREE])
def test_nothing_to_contest_otherwise(rule: RunningTrains) -> None:
    """7.4: the best is proven, or (option running_trains=free) any legal run stands."""
    position = main_line("3", running_trains=rule)
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game) if rule is RunningTrains.PROVEN else short_run(position))
    refused(game, ContestRun(P1, position.setup.company_index["PRR"]), Reason.NOT_CONTESTABLE)
    assert game.state.revenues[position.setup.company_index["PRR"]] == (50 if rule is RunningTrains.PROVEN else 30)


def test_train_bought_in_this_turn_does_not_run() -> None:
    """7.4 note, case 79: trains are bought at the end; also second-hand ones; and the old revenue is forgotten."""
    position = main_line("").company("NYC", par=90, trains="2").money("PRR", 500)
    game = position.operating_round("PRR", revenue=70)
    game.push(Pass(P0))
    game.push(Pass(P0))
    assert step_of(game) == "train", "there was nothing to run and nothing to decide"
    assert game.state.revenues[position.setup.company_index["PRR"]] == 0
    assert price_of(game, "PRR") == 90
    game.push(buy_train(game, "2", "NYC", 10))
    assert step_of(game) == "train"
    game.push(Pass(P0))
    assert operating_company(game) == "NYC"
    assert game.state.revenues[position.setup.company_index["PRR"]] == 0


def test_train_without_a_route_earns_nothing() -> None:
    """7.4, 7.5: no two cities, no run; the value falls without a question."""
    position = Position(classic(), money=0).company("PRR", trains="2", money=0)
    game = position.operating_round("PRR")
    game.push(Pass(P0))
    game.push(Pass(P0))
    assert step_of(game) == "train" and price_of(game, "PRR") == 90


def test_off_board_values_rise_in_mid_round() -> None:
    """7.5, 3.5, case 78: the first 5-train makes red areas pay their larger value at once."""
    position = Position(classic(), money=0).phase("4", bank="").company("NYC", president=1, money=450)
    position.company("B&O", par=90, trains="4").tile("J14", "57", 0)  # Baltimore 30, Washington 20, Deep South 30 or 40
    game = position.operating_round("B&O", "run")
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["B&O"]] == 80
    game = position.operating_round("NYC", "train")
    game.push(buy_train(game, "5"))
    game.push(Pass(P1))
    assert operating_company(game) == "B&O" and game.state.operating_round == 1
    while step_of(game) != "run":
        game.push(Pass(P0))
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["B&O"]] == 90


def test_payout_follows_the_run() -> None:
    """7.1: run, then decide, then buy."""
    position = main_line()
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    game.push(pay_dividend(game, Payout.WITHHOLD))
    assert step_of(game) == "train"
    assert money_of(game, "PRR") == 30
    allowed(game, Pass(P0))
