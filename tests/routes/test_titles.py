"""Boards of both titles with a few tiles, against brute force: real stations, phases, trains and bonuses (7.4, 7.5)."""

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from routes_bench import busiest
from routes_boards import dense_board, setup_of

from goldenspike.core.ids import Company, Train
from goldenspike.core.routes import best_runs, solver
from goldenspike.core.routes.ground import Ground
from goldenspike.core.rules.runs import ground_of, rule_of_train
from goldenspike.core.running import TrainRule
from goldenspike.core.title import Setup
from routes.oracle import Board, Oracle, TooMany
from routes.test_ties import as_sets

WAYS = {"as usual": (1_000, 150_000), "swept": (0, 0), "mixed": (0, 150_000)}
"""Steps that may be spent on listing: on trains that run far, and on others."""
MOST_RUNS = 700
TITLES = [("1830", "classic"), ("1830", "s1"), ("1862", "standard")]


def title_problem(setup: Setup, seed: int) -> tuple[Ground, Board, tuple[Train, ...], tuple[TrainRule, ...]]:
    """A company of a title on a board with a few tiles, in any phase, with up to three trains of any kind."""
    draw = random.Random(seed)
    board = dense_board(setup, seed, share=draw.choice([0.1, 0.2, 0.3]), blocking=draw.choice([0.0, 0.2, 0.5]), effort=1)
    state = board.state()
    state.phase = draw.randrange(len(setup.title.phases))
    company = Company(busiest(board))
    situation = setup.plan.flow.situation(setup, state, company)
    ground = ground_of(setup, state, company, situation)
    types = tuple(Train(draw.randrange(len(setup.title.trains))) for _ in range(draw.choice([1, 2, 2, 3])))
    rules = tuple(rule_of_train(setup, train, situation) for train in types)
    faces = [setup.faces[face] for face in state.faces]
    grid = {(h, side): setup.neighbors[h * 6 + side] for h in range(len(faces)) for side in range(6)}
    tokens = Counter(int(place) for place in state.tokens if place >= 0)
    return ground, Board(faces, grid, list(setup.areas), ground.late, ground.stations, tokens, situation), types, rules


def agree(setup: Setup, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """The revenue, and how many runs earn it, as the solver and brute force find them; (-1, 0) if it takes too long."""
    ground, board, types, rules = title_problem(setup, seed)
    try:
        oracle = Oracle(board, MOST_RUNS)
        expected = oracle.best_sets(list(rules))
    except TooMany:
        return -1, 0
    revenue = oracle.best(list(rules))
    for way, (steps, long_steps) in WAYS.items():
        monkeypatch.setattr(solver, "LIST_STEPS", steps)
        monkeypatch.setattr(solver, "LONG_LIST_STEPS", long_steps)
        solution = solver.solve(ground, types, rules)
        assert (seed, way, solution.revenue, solution.proven) == (seed, way, revenue, True)
    by_type = [rule_of_train(setup, Train(train), ground.situation) for train in range(len(setup.title.trains))]
    found = as_sets(ground, by_type, best_runs(ground, types, rules, revenue))
    assert len(found) == len(set(found)), seed
    if ground.situation.optional:
        # A route that passes the home without a city and ends there later is declared like one that calls at it at once.
        assert set(found) <= expected, seed
    else:
        assert set(found) == expected, seed
    return revenue, len(found)


@pytest.mark.parametrize(("title", "version"), TITLES)
def test_boards_of_the_titles(title: str, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(title, version)
    found = [agree(setup, seed, monkeypatch) for seed in range(20)]
    assert sum(revenue > 0 for revenue, _ in found) > 5
