"""The solver against a brute-force judge: every kind of train and rule, three ways of solving, and where routes lead."""

import itertools
import random
from typing import Any

import pytest

from goldenspike.core.ids import Train
from goldenspike.core.routes import solver
from goldenspike.core.routes.check import earnings_of_all, refuse_routes
from goldenspike.core.routes.reach import survey
from goldenspike.core.running import TrainRule
from routes.oracle import Oracle
from routes.random_boards import destination_problem, random_problem

BOARDS = 2400
CHUNK = 200

DESTINATION_BOARDS = 600

FAR_BOARDS = 800
FAR_RULES = [TrainRule(), *[TrainRule(stops=stops, express=True) for stops in (1, 2, 3, 4)]]

WAYS = {"listed": (10**6, 10**6), "swept": (0, 0), "mixed": (0, 10**6)}
"""Steps that may be spent on listing: all trains, none, only those with few stops."""


@pytest.mark.parametrize("first", range(0, BOARDS, CHUNK))
def test_random_boards(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(first, first + CHUNK):
        ground, board, rules = random_problem(seed)
        oracle = Oracle(board)
        expected = oracle.best(rules)
        for way, (steps, long_steps) in WAYS.items():
            monkeypatch.setattr(solver, "LIST_STEPS", steps)
            monkeypatch.setattr(solver, "LONG_LIST_STEPS", long_steps)
            solution = solver.solve(ground, tuple(map(Train, range(len(rules)))), tuple(rules))
            assert (seed, way, solution.revenue, solution.proven) == (seed, way, expected, True)
            assert solution.upper_bound == expected
            run_by = tuple(rules[route.train] for route in solution.routes)
            assert len({route.train for route in solution.routes}) == len(solution.routes)
            assert refuse_routes(ground, solution.routes, run_by) is None
            assert sum(earned.total for earned in earnings_of_all(ground, solution.routes, run_by)) == expected
        reach = survey(ground)
        assert (seed, set(reach.arrivals)) == (seed, oracle.arrivals)
        assert (seed, set(reach.places)) == (seed, oracle.reached)
        assert (seed, reach.has_route) == (seed, oracle.has_route())


@pytest.mark.parametrize("first", range(0, FAR_BOARDS, CHUNK))
def test_several_trains_that_run_far(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Express trains and diesels side by side, swept together."""
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    for seed in range(first, first + CHUNK):
        ground, board, _ = random_problem(seed)
        draw = random.Random(seed)
        rules = tuple(draw.choice(FAR_RULES) for _ in range(draw.choice([2, 2, 3])))
        solution = solver.solve(ground, tuple(map(Train, range(len(rules)))), rules)
        assert (seed, solution.revenue, solution.proven) == (seed, Oracle(board).best(list(rules)), True)
        assert refuse_routes(ground, solution.routes, tuple(rules[route.train] for route in solution.routes)) is None


@pytest.mark.parametrize("first", range(0, DESTINATION_BOARDS, CHUNK))
def test_destination_runs_of_express_trains(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """1862 IV: home and destination must be among the stops an express train counts, or passing them is enough."""
    differences = 0
    for seed in range(first, first + CHUNK):
        revenues = []
        for passing_is_enough in (False, True):
            ground, board, rules = destination_problem(seed, passing_is_enough)
            expected = Oracle(board).best(rules)
            for way, (steps, long_steps) in WAYS.items():
                monkeypatch.setattr(solver, "LIST_STEPS", steps)
                monkeypatch.setattr(solver, "LONG_LIST_STEPS", long_steps)
                solution = solver.solve(ground, tuple(map(Train, range(len(rules)))), tuple(rules))
                assert (seed, way, solution.revenue, solution.proven) == (seed, way, expected, True)
                run_by = tuple(rules[route.train] for route in solution.routes)
                assert refuse_routes(ground, solution.routes, run_by) is None
                earned = earnings_of_all(ground, solution.routes, run_by)
                assert sum(each.total for each in earned) == expected
                assert sum(each.bonus for each in earned) == solution.bonus
            revenues.append(expected)
        assert revenues[0] <= revenues[1]
        differences += revenues[0] < revenues[1]
    assert differences > CHUNK // 20


@pytest.mark.parametrize("passing_is_enough", [False, True])
def test_destination_runs_of_several_trains_that_run_far(passing_is_enough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """1862 IV, with express trains and diesels swept together."""
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    paid = 0
    for seed in range(CHUNK):
        ground, board, _ = destination_problem(seed, passing_is_enough)
        draw = random.Random(seed)
        rules = tuple(draw.choice(FAR_RULES) for _ in range(draw.choice([2, 2, 3])))
        solution = solver.solve(ground, tuple(map(Train, range(len(rules)))), rules)
        assert (seed, solution.revenue, solution.proven) == (seed, Oracle(board).best(list(rules)), True)
        assert refuse_routes(ground, solution.routes, tuple(rules[route.train] for route in solution.routes)) is None
        paid += solution.bonus > 0
    assert paid > CHUNK // 4


def test_every_kind_is_met() -> None:
    """The random boards cover all that the model knows."""
    rules = set()
    kinds: set[Any] = set()
    for seed in range(BOARDS):
        ground, _, trains = random_problem(seed)
        rules.update(trains)
        situation = ground.situation
        kinds.update(
            name
            for name in ("closed", "run_through", "optional", "once", "hex_values", "extra", "bonuses")
            if getattr(situation, name)
        )
    assert kinds == {"closed", "run_through", "optional", "once", "hex_values", "extra", "bonuses"}
    assert {rule.express for rule in rules} == {True, False}
    assert any(rule.large < rule.stops for rule in rules) and any(rule.stops == 99 for rule in rules)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_all_best_sets(first: int) -> None:
    """With `ties` every best choice of track is listed, each once and each legal."""
    for seed in range(first, first + 100):
        ground, _, rules = random_problem(seed)
        solution = solver.solve(ground, tuple(map(Train, range(len(rules)))), tuple(rules), ties=True)
        assert solution.all_alternatives
        if solution.revenue == 0:
            continue
        assert solution.alternatives
        sets = []
        for routes in solution.alternatives:
            run_by = tuple(rules[route.train] for route in routes)
            assert refuse_routes(ground, routes, run_by) is None
            assert sum(earned.total for earned in earnings_of_all(ground, routes, run_by)) == solution.revenue
            sets.append(tuple(sorted((str(rules[r.train]), tuple(sorted(r.borders))) for r in routes)))
        for one, other in itertools.combinations(sets, 2):
            assert one != other or ground.situation.bonuses
