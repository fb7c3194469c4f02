"""Running the trains in a turn (7.4): when, which, and what is refused. Routes themselves are tested in tests/routes."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import ContestRun, Pass, Payout, Route, RunTrains
from goldenspike.core.events import RouteRun, RunContested, TrainsRun
from goldenspike.core.game import Game
from goldenspike.core.options import RunningTrains
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.state import place_of


def main_line(trains: str = "2", phase: str = "3", **options: object) -> Scene:
    """The PRR from Altoona (10) west to Pittsburgh (20) and by track to the west, east to Lancaster (20)."""
    scene = Scene(phase=phase, **options).company("PRR", trains=trains)
    for hex, tile in (("H10", "57"), ("H14", "9"), ("H16", "57")):
        scene.tile(hex, tile, 1)
    return scene


def test_trains_must_run() -> None:
    """2.0, 7.4: the one thing that a railroad must do; there is no pass."""
    scene = main_line()
    game = scene.operate("PRR", "run")
    assert list(game.legal) == [scene.run()]
    assert refused(game, Pass(0)) is Reason.NOT_NOW
    assert refused(game, RunTrains(1, scene.railroad("PRR"))) is Reason.NOT_PRESIDENT
    events = game.push(scene.run())
    assert TrainsRun(scene.railroad("PRR"), 30) in events
    assert [event.revenue for event in events if isinstance(event, RouteRun)] == [30]
    assert game.state.revenues[scene.railroad("PRR")] == 30
    assert scene.step(game) == "dividend"


def test_best_set_is_run() -> None:
    """7.4, case 72: all trains, the highest total."""
    scene = main_line("3")
    game = scene.operate("PRR", "run")
    game.push(scene.run())
    assert game.state.revenues[scene.railroad("PRR")] == 50
    scene = main_line("2 2")
    game = scene.operate("PRR", "run")
    game.push(scene.run())
    assert game.state.revenues[scene.railroad("PRR")] == 60


def short_run(scene: Scene) -> RunTrains:
    """Altoona to Pittsburgh with the 3-train, although it could go on to Lancaster."""
    h12, h10 = scene.hex("H12"), scene.hex("H10")
    route = Route(scene.train("3"), (place_of(h12, 0), place_of(h10, 0)), (h12 * 6 + 1,))
    return RunTrains(0, scene.railroad("PRR"), (route,))


def test_less_than_the_best_is_refused() -> None:
    """7.4, case 72: the engine proves the best total and takes nothing less; an equal declared set is fine."""
    scene = main_line("3")
    game = scene.operate("PRR", "run")
    assert refused(game, short_run(scene)) is Reason.NOT_THE_BEST_RUN
    best = best_routes(game.setup, game.state, scene.railroad("PRR"))
    declared = RunTrains(0, scene.railroad("PRR"), best.routes)
    assert declared in game.legal
    game.push(declared)
    assert game.state.revenues[scene.railroad("PRR")] == 50


def test_on_ones_honour() -> None:
    """7.4 note, option running_trains: the president's declaration stands, if its routes are legal."""
    scene = main_line("3", running_trains=RunningTrains.HONOUR)
    game = scene.operate("PRR", "run")
    assert short_run(scene) in game.legal
    h10, h8 = scene.hex("H10"), scene.hex("H8")
    broken = Route(scene.train("3"), (place_of(h10, 0), place_of(h8, 0)), (h10 * 6 + 1,))
    assert game.refuse(RunTrains(0, scene.railroad("PRR"), (broken,))) is not None
    game.push(short_run(scene))
    assert game.state.revenues[scene.railroad("PRR")] == 30


def contested() -> tuple[Scene, Game]:
    scene = main_line("3", running_trains=RunningTrains.HONOUR)
    game = scene.operate("PRR", "run")
    assert game.refuse(ContestRun(1, scene.railroad("PRR"))) is not None, "there is no run yet"
    game.push(short_run(scene))
    return scene, game


def test_another_player_contests_the_run() -> None:
    """7.4, option running_trains, case 72: the president is doubted before he decides, and the best run counts."""
    scene, game = contested()
    prr = scene.railroad("PRR")
    assert refused(game, ContestRun(0, prr)) is Reason.NOT_CONTESTABLE, "nobody doubts himself"
    assert ContestRun(1, prr) in list(game.legal_for(1)) and game.actors == (0,)
    events = game.push(ContestRun(1, prr))
    assert RunContested(1, prr, 30, 50) in events and TrainsRun(prr, 50) in events
    assert game.state.revenues[prr] == 50
    assert refused(game, ContestRun(1, prr)) is Reason.NOT_CONTESTABLE, "once"
    game.push(scene.dividend(Payout.WITHHOLD))
    assert scene.cash(game, "PRR") == 50


def test_a_run_that_is_the_best_stands() -> None:
    """7.4: who doubts in vain changes nothing."""
    scene = main_line("3", running_trains=RunningTrains.HONOUR)
    game = scene.operate("PRR", "run")
    game.push(scene.run())
    prr = scene.railroad("PRR")
    assert game.push(ContestRun(1, prr)) == [RunContested(1, prr, 50, 50)]
    assert game.state.revenues[prr] == 50


def test_no_contest_after_the_decision() -> None:
    """7.4: only before the next action of the president."""
    scene, game = contested()
    game.push(scene.dividend(Payout.PAY))
    assert refused(game, ContestRun(1, scene.railroad("PRR"))) is Reason.NOT_CONTESTABLE


def test_declaring_nothing_can_be_contested() -> None:
    """7.4, 7.5: a president who lets the trains stand still has nothing to pay, and is asked before the value falls."""
    scene = main_line("3", running_trains=RunningTrains.HONOUR)
    game = scene.operate("PRR", "run")
    prr = scene.railroad("PRR")
    game.push(RunTrains(0, prr, ()))
    assert refused(game, scene.dividend(Payout.PAY)) is Reason.NOTHING_TO_PAY
    assert list(game.legal_for(0)) == [scene.dividend(Payout.WITHHOLD)]
    game.push(ContestRun(1, prr))
    assert game.state.revenues[prr] == 50
    assert scene.dividend(Payout.PAY) in game.legal


@pytest.mark.parametrize("rule", [RunningTrains.PROVEN, RunningTrains.FREE])
def test_nothing_to_contest_otherwise(rule: RunningTrains) -> None:
    """7.4: the best is proven, or (option running_trains=free) any legal run stands."""
    scene = main_line("3", running_trains=rule)
    game = scene.operate("PRR", "run")
    game.push(scene.run() if rule is RunningTrains.PROVEN else short_run(scene))
    assert refused(game, ContestRun(1, scene.railroad("PRR"))) is Reason.NOT_CONTESTABLE
    assert game.state.revenues[scene.railroad("PRR")] == (50 if rule is RunningTrains.PROVEN else 30)


def test_train_bought_in_this_turn_does_not_run() -> None:
    """7.4 note, case 79: trains are bought at the end; also second-hand ones; and the old revenue is forgotten."""
    scene = main_line("").company("NYC", president=0, price=90, trains="2").money("PRR", 500)
    scene.state.revenues[scene.railroad("PRR")] = 70
    game = scene.operate("PRR")
    game.push(Pass(0))
    game.push(Pass(0))
    assert scene.step(game) == "train", "there was nothing to run and nothing to decide"
    assert game.state.revenues[scene.railroad("PRR")] == 0
    assert scene.price(game, "PRR") == 90
    game.push(scene.buy_train("2", "NYC", 10))
    assert scene.step(game) == "train"
    game.push(Pass(0))
    assert scene.operating(game) == "NYC"
    assert game.state.revenues[scene.railroad("PRR")] == 0


def test_train_without_a_route_earns_nothing() -> None:
    """7.4, 7.5: no two cities, no run; the value falls without a question."""
    scene = Scene().company("PRR", trains="2", money=0)
    game = scene.operate("PRR")
    game.push(Pass(0))
    game.push(Pass(0))
    assert scene.step(game) == "train" and scene.price(game, "PRR") == 90


def test_off_board_values_rise_in_mid_round() -> None:
    """7.5, 3.5, case 78: the first 5-train makes red areas pay their larger value at once."""
    scene = Scene().phase("4", bank="5 5 5 6 6").company("NYC", president=1, money=450, price=100)
    scene.company("B&O", price=90, trains="4").tile("J14", "57", 0)  # Baltimore 30, Washington 20, Deep South 30 or 40
    game = scene.operate("B&O", "run")
    game.push(scene.run())
    assert game.state.revenues[scene.railroad("B&O")] == 80
    game = scene.operate("NYC", "train")
    game.push(scene.buy_train("5"))
    game.push(Pass(1))
    assert scene.operating(game) == "B&O" and game.state.operating_round == 1
    scene.goes_on(game)
    while scene.step(game) != "run":
        game.push(Pass(0))
    game.push(scene.run())
    assert game.state.revenues[scene.railroad("B&O")] == 90


def test_payout_follows_the_run() -> None:
    """7.1: run, then decide, then buy."""
    scene = main_line()
    game = scene.operate("PRR", "run")
    game.push(scene.run())
    game.push(scene.dividend(Payout.WITHHOLD))
    assert scene.step(game) == "train"
    assert scene.cash(game, "PRR") == 30
    assert legal(game, Pass(0))
