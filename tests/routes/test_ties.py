"""All best runs, found one after the other, against brute force and against the lists of the solver (7.4)."""

import random
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from routes_bench import busiest
from routes_boards import dense_board, setup_of

from goldenspike.core.actions import Route
from goldenspike.core.ids import Company, Train
from goldenspike.core.routes import best_runs, solver
from goldenspike.core.routes.check import earnings_of_all, refuse_routes
from goldenspike.core.routes.ground import Ground
from goldenspike.core.rules.runs import rule_of_train
from goldenspike.core.running import TrainRule
from routes.oracle import BestSet, Oracle, TooMany, Walk
from routes.random_boards import destination_problem, random_problem

EXPRESS = [TrainRule(stops=stops, express=True) for stops in (1, 2, 3, 4)]


def as_sets(ground: Ground, rules: Iterable[TrainRule], runs: Iterable[tuple[Route, ...]]) -> list[BestSet]:
    """Runs as the brute force writes them down."""
    by_train = list(rules)
    across = ground.tables.across
    found: list[BestSet] = []
    for run in runs:
        walks: list[tuple[TrainRule, Walk]] = []
        for route in run:
            there = (route.places, tuple(divmod(border, 6) for border in route.borders))
            back = (route.places[::-1], tuple(divmod(across[border], 6) for border in reversed(route.borders)))
            walks.append((by_train[route.train], min(there, back)))
        found.append(frozenset(Counter(walks).items()))
    return found


def agree(seed: int, ground: Ground, oracle: Oracle, rules: list[TrainRule]) -> int:
    """How many best runs there are, found both ways; 0 if there are too many for the slow one."""
    try:
        expected = oracle.best_sets(rules)
    except TooMany:
        return 0
    types = tuple(map(Train, range(len(rules))))
    revenue = solver.solve(ground, types, tuple(rules)).revenue
    found = as_sets(ground, rules, best_runs(ground, types, tuple(rules), revenue))
    assert len(found) == len(set(found)), seed
    assert set(found) == expected, seed
    return len(found)


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_all_kinds_of_trains_and_rules(first: int) -> None:
    counts = []
    for seed in range(first, first + 50):
        ground, board, rules = random_problem(seed)
        counts.append(agree(seed, ground, Oracle(board), rules))
    assert sum(count > 1 for count in counts) > 5


def test_express_trains_with_destination_runs() -> None:
    several = 0
    for seed in range(60):
        ground, board, rules = destination_problem(seed, passing_is_enough=seed % 2 == 0)
        several += agree(seed, ground, Oracle(board), rules) > 1
    assert several > 5


def test_two_express_trains_of_the_same_kind() -> None:
    several = 0
    for seed in range(200):
        ground, board, _ = random_problem(seed)
        rule = random.Random(seed).choice(EXPRESS)
        several += agree(seed, ground, Oracle(board), [rule, rule]) > 1
    assert several > 5


def test_the_solver_lists_some_of_them() -> None:
    """The solver's list leaves out detours and other stops on the same track, and holds nothing else."""
    for seed in range(60):
        ground, _, rules = random_problem(seed)
        types = tuple(map(Train, range(len(rules))))
        solution = solver.solve(ground, types, tuple(rules), ties=True)
        every = set(as_sets(ground, rules, best_runs(ground, types, tuple(rules), solution.revenue)))
        assert set(as_sets(ground, rules, [solution.routes])) <= every
        assert set(as_sets(ground, rules, solution.alternatives)) <= every


@pytest.mark.parametrize("trains", [("10E",), ("8", "8E"), ("8E", "8E")])
def test_full_boards_of_1862(trains: tuple[str, ...]) -> None:
    """Thousands of runs: the first hundred are different, legal and best, the order stays, and the solver's run is like them."""
    setup = setup_of("1862", "standard")
    board = dense_board(setup, 1, effort=3, blocking=0.2)
    ground = board.ground(Company(busiest(board)))
    types = tuple(setup.train_index[train] for train in trains)
    rules = tuple(rule_of_train(setup, train, ground.situation) for train in types)
    of_type = dict(zip(types, rules, strict=True))
    solution = solver.solve(ground, types, rules)
    some = list(islice(best_runs(ground, types, rules, solution.revenue), 100))
    assert some == list(islice(best_runs(ground, types, rules, solution.revenue), 100))
    assert len(set(some)) == len(some) > 1
    for run in some:
        run_by = tuple(of_type[route.train] for route in run)
        assert refuse_routes(ground, run, run_by) is None
        assert sum(earned.total for earned in earnings_of_all(ground, run, run_by)) == solution.revenue


def test_no_train_has_one_run() -> None:
    ground, _, _ = random_problem(0)
    assert list(best_runs(ground, (), (), 0)) == [()]
