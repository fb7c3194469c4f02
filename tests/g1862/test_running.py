"""Running trains and destination runs (IV, IX, X; cases 27 to 30 of part 2)."""

import pytest

from goldenspike.core.actions import PayDividend, Payout, Route, RunTrains
from goldenspike.core.events import BonusPaid, TrainsRun
from goldenspike.core.game import Game
from goldenspike.core.reasons import Reason
from goldenspike.core.routes.check import destination_run, earnings
from goldenspike.core.rules.runs import best_routes, ground_of, rule_of_train
from goldenspike.core.running import ORDINARY, Bonus, Situation, TrainRule
from goldenspike.core.state import place_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import step_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.titles.g1862 import standard
from goldenspike.titles.g1862.options import ExpressBonus
from names_1862 import CP, CPR, SP, UP
from players import P0, P1

LINE_TO_WINNIPEG = "C28:9/1 C20:4/1 C18:9/1 C16:57/1"
"""With the printed track of C22 to C26: Montreal to Winnipeg in seven hexes, Thunder Bay on the way."""

TEN_HEXES = "B29:8/5 B27:9/1 B25:9/1 B23:9/1 B21:9/1 B19:9/1 B17:9/1 B15:8/4 C14:7/3 C16:57/1"


def canadian_pacific(trains: str, phase: str = "3", tiles: str = LINE_TO_WINNIPEG, stations: str = "C30") -> Game:
    position = Position(standard(4), phase=phase).company("CP", stations=stations, trains=trains)
    return position.tiles(tiles).operating_round("CP", "run")


def run(game: Game) -> tuple[int, int]:
    """What the best run brings, and how much of it is a bonus."""
    events = play(game, RunTrains(P0, game.state.operating))
    bonus = [event.amount for event in events if isinstance(event, BonusPaid)]
    return next(event.revenue for event in events if isinstance(event, TrainsRun)), sum(bonus)


@pytest.mark.parametrize(("phase", "bonus"), [("3", 70), ("5", 140)])
def test_montreal_to_winnipeg_is_worth_70_and_later_140(phase: str, bonus: int) -> None:
    """Case 29: Montreal 20, Thunder Bay 10, Winnipeg 20."""
    train = "3" if phase == "3" else "5"
    assert run(canadian_pacific(train, phase)) == (50 + bonus, bonus)


def test_each_hex_more_costs_10() -> None:
    """Case 29: over ten hexes in green 40 are left."""
    game = canadian_pacific("2", tiles=TEN_HEXES)
    solution = best_routes(game.setup, game.state, CP)
    assert len(solution.routes[0].borders) == 10
    assert run(game) == (40 + 40, 40)


def test_a_2_train_that_cannot_reach_the_target_has_no_bonus() -> None:
    """Case 27 and 29: it may not skip Thunder Bay."""
    assert run(canadian_pacific("2")) == (30, 0)


def test_the_route_must_start_at_the_home_station() -> None:
    """Case 29: a route that passes Montreal on its way does not."""
    game = canadian_pacific("4", "4", LINE_TO_WINNIPEG + " C30:886/3", "C30")
    places = best_routes(game.setup, game.state, CP).routes[0].places
    home = place_of(game.setup.hex_index["C30"], 0)
    assert home in (places[0], places[-1])
    assert best_routes(game.setup, game.state, CP).bonus == 70


def test_the_target_need_not_be_the_end() -> None:
    """Case 29."""
    game = canadian_pacific("4", "4", LINE_TO_WINNIPEG + " C14:9/1 C12:57/1")
    revenue, bonus = run(game)
    assert (revenue, bonus) == (20 + 10 + 20 + 20 + 70, 70)


def test_one_bonus_a_turn_for_a_company() -> None:
    """Case 29 and its ruling: the best one."""
    position = Position(standard(4), phase="5").company("SP", stations="L23", trains="5 5")
    position.tiles("L21:4/1 L19:14/1 L17:9/1 L15:9/1 L13:57/1 K22:4/2")
    game = position.operating_round("SP", "run")
    solution = best_routes(game.setup, game.state, SP)
    assert solution.bonus == 5 * 30 - 5 * 10
    revenue, bonus = run(game)
    assert bonus == 100
    assert revenue == solution.revenue


def test_a_negative_bonus_is_not_claimed() -> None:
    """Case 29 and its ruling."""
    game = canadian_pacific("2", tiles=TEN_HEXES)
    route = best_routes(game.setup, game.state, CP).routes[0]
    ground = ground_of(game.setup, game.state, CP, ORDINARY)
    home = place_of(game.setup.hex_index["C30"], 0)
    target = place_of(game.setup.hex_index["C16"], 0)
    rule = TrainRule(stops=2)
    assert destination_run(ground, route, rule, Bonus(home, (target,), 90, 10)) is None
    claimed = destination_run(ground, route, rule, Bonus(home, (target,), 110, 10))
    assert claimed is not None and (claimed.bonus, claimed.total) == (10, 50)


def test_ordinary_trains_skip_nothing_and_express_trains_choose() -> None:
    """Case 27: a 5 counts the first five stops of the way, a 5E any five of them."""
    position = Position(standard(4), phase="5").company("SP", stations="L23", trains="5")
    line = "L21:4/1 L19:14/1 L17:9/1 L15:9/1 L13:57/1"
    game = position.tiles(line).operating_round("SP", "run")
    ordinary = best_routes(game.setup, game.state, SP)
    assert len(ordinary.routes[0].places) <= 5
    places = ordinary.routes[0].places
    refusal = game.refuse(
        RunTrains(P0, SP, (Route(ordinary.routes[0].train, places[:1] + places[2:], ordinary.routes[0].borders),))
    )
    assert refusal is not None and refusal.reason in (Reason.ROUTE_SKIPS_STOP, Reason.ROUTE_BROKEN)
    position = Position(standard(4), phase="5").company("SP", stations="L23", trains="5E")
    express = position.tiles(line).operating_round("SP", "run")
    assert best_routes(express.setup, express.state, SP).revenue == ordinary.revenue


def test_an_express_train_passes_small_stops() -> None:
    """Case 27: four stops on the way, of which a 2-stop express counts the best two."""
    game = canadian_pacific("5", "5")
    solution = best_routes(game.setup, game.state, CP)
    ground = ground_of(game.setup, game.state, CP, ORDINARY)
    express = earnings(ground, solution.routes[0], TrainRule(stops=2, express=True))
    assert express.values == (20, 0, 20) and express.total == 40
    assert rule_of_train(game.setup, game.setup.train_index["5E"], ORDINARY) == TrainRule(stops=5, express=True)


@pytest.mark.parametrize(
    ("reading", "values", "total"),
    [
        (ExpressBonus.COUNTED, (20, 0, 20), 40 + 140),
        (ExpressBonus.PASSING, (0, 40, 20), 60 + 140),
    ],
)
def test_an_express_train_must_count_home_and_destination(reading: ExpressBonus, values: tuple[int, ...], total: int) -> None:
    """IV with IX and its ruling: a station that is left out is not called at; the other reading is an option."""
    game = canadian_pacific("5", "5")
    route = best_routes(game.setup, game.state, CP).routes[0]
    home, middle, target = route.places if route.places[0] == place_of(game.setup.hex_index["C30"], 0) else route.places[::-1]
    ground = ground_of(game.setup, game.state, CP, Situation(extra=((middle, 30),)))
    bonus = Bonus(home, (target,), 7 * 30, 10, reading is ExpressBonus.PASSING)
    claimed = destination_run(ground, route, TrainRule(stops=2, express=True), bonus)
    assert claimed is not None
    assert sorted(claimed.values) == sorted(values) and (claimed.bonus, claimed.total) == (140, total)
    assert claimed.stretch == (home, target)
    # One stop is not enough for two stations.
    assert (destination_run(ground, route, TrainRule(stops=1, express=True), bonus) is None) == (reading is ExpressBonus.COUNTED)


def test_red_areas_are_ends_and_mexico_is_one_area() -> None:
    """Case 27 and the ruling on red areas."""
    setup = Position(standard(4)).setup
    areas = {name: setup.areas[setup.hex_index[name]] for name in ("A30", "A32", "M8", "M10", "M30")}
    assert areas["A30"] == areas["A32"] and areas["M8"] == areas["M10"]
    assert len({areas["A30"], areas["M8"], areas["M30"]}) == 3


def test_new_york_twice_while_its_tracks_are_separate() -> None:
    """Case 27: in yellow and green from one city round to the other; brown joins them."""
    position = Position(standard(4), phase="3").company("NYC", stations="F31/0", trains="4")
    yellow = position.setup.faces[position.setup.first_printed + position.setup.hex_index["F31"]]
    assert len(yellow.stops) == 2
    green = position.setup.faces[position.setup.face_of_tile(position.setup.tile_index["885"], 1)]
    brown = position.setup.faces[position.setup.face_of_tile(position.setup.tile_index["891"], 0)]
    assert len(green.stops) == 2 and len(brown.stops) == 1


def test_the_director_may_run_less_than_the_best() -> None:
    """Case 28: unlike 1830."""
    game = canadian_pacific("3")
    allowed(game, RunTrains(P0, CP, ()))
    best = best_routes(game.setup, game.state, CP).routes[0]
    shorter = Route(best.train, best.places[:2], best.borders[: 5 if best.places[0] == game.setup.hex_index["C30"] * 4 else 2])
    allowed(game, RunTrains(P0, CP, (shorter,)))
    play(game, RunTrains(P0, CP, ()))
    assert game.state.revenues[2] == 0


def test_salt_lake_city_is_worth_20_more_once_both_have_a_route_there() -> None:
    """Case 30."""
    west = "H5:9/1 H7:9/1 H9:57/1"
    position = Position(standard(4), phase="3").company("CPR", stations="H1/1", trains="2")
    position.company("UP", president=1, stations="G16", trains="2").tiles(west)
    game = position.operating_round("CPR", "run")
    assert best_routes(game.setup, game.state, CPR).revenue == 40 + 20
    game = position.tiles("G12:8/4 H11:8/1").operating_round("CPR", "run")
    assert best_routes(game.setup, game.state, CPR).revenue == 40 + 40
    assert best_routes(game.setup, game.state, UP).revenue == 10 + 40


def test_salt_lake_city_is_worth_no_more_when_one_of_the_two_has_left() -> None:
    """IV: both must have a route there; what a closed company leaves behind only blocks (XII)."""
    position = Position(standard(4), phase="3").company("CPR", stations="H1/1", trains="2")
    position.company("UP", president=1, stations="G16", trains="2", cell=(10, 1)).tiles("H5:9/1 H7:9/1 H9:57/1 G12:8/4 H11:8/1")
    game = position.operating_round("UP", "dividend", revenue=20)
    assert best_routes(game.setup, game.state, CPR).revenue == 40 + 40
    play(game, PayDividend(P1, UP, Payout.WITHHOLD))
    assert game.state.closed[4]
    assert best_routes(game.setup, game.state, CPR).revenue == 40 + 20


def test_a_company_that_runs_nothing_has_no_revenue() -> None:
    game = canadian_pacific("3")
    play(game, RunTrains(P0, CP, ()))
    assert step_of(game) == "train"
    refused(game, RunTrains(P0, CP), Reason.NOT_NOW)
