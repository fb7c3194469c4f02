"""Hard boards: made from a seed, legal, and solved to a proven optimum."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from goldenspike.core.ids import Company

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from routes_bench import busiest
from routes_boards import Board, dense_board, setup_of

from goldenspike.core.hexes import SIDES
from goldenspike.core.routes import solver
from goldenspike.core.routes.check import earnings_of_all, refuse_routes
from goldenspike.core.rules.runs import rule_of_train

BOARDS = [("1830", "classic"), ("1830", "s1"), ("1830", "s4"), ("1862", "standard")]


@pytest.mark.parametrize(("title", "version"), BOARDS)
def test_boards_are_legal_and_repeatable(title: str, version: str) -> None:
    setup = setup_of(title, version)
    for seed in range(2):
        board = dense_board(setup, seed, effort=2)
        assert dense_board(setup, seed, effort=2) == board
        used = Counter(setup.faces[face].tile for face in board.faces)
        for tile, count in used.items():
            assert tile < 0 or count <= setup.title.tile_counts[tile]
        for hex, face in enumerate(board.faces):
            if face < setup.first_printed:
                assert setup.faces[face].exits & ~setup.open_sides[hex] == 0
        for places in board.tokens:
            assert len({place // 4 for place in places}) == len(places)


def answer(board: Board, trains: tuple[str, ...]) -> int:
    """The proven best revenue of the busiest company, its routes checked."""
    setup = board.setup
    ground = board.ground(Company(busiest(board)))
    types = tuple(setup.train_index[train] for train in trains)
    rules = tuple(rule_of_train(setup, train, ground.situation) for train in types)
    solution = solver.solve(ground, types, rules)
    assert solution.proven
    left = list(types)
    for route in solution.routes:
        left.remove(route.train)
    run_by = tuple(rule_of_train(setup, route.train, ground.situation) for route in solution.routes)
    assert refuse_routes(ground, solution.routes, run_by) is None
    assert sum(earned.total for earned in earnings_of_all(ground, solution.routes, run_by)) == solution.revenue
    assert all(0 <= border < len(setup.neighbors) for route in solution.routes for border in route.borders)
    assert SIDES == 6
    return solution.revenue


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (2, 3))])
@pytest.mark.parametrize(
    ("title", "version", "trains"),
    [
        ("1830", "classic", ("D", "D")),
        ("1830", "classic", ("5", "6", "D")),
        ("1830", "s1", ("5", "6")),
        ("1830", "s4", ("5", "6")),
        ("1862", "standard", ("5", "6")),
    ],
)
def test_lists_and_sweeps_agree(
    title: str, version: str, trains: tuple[str, ...], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = dense_board(setup_of(title, version), seed, effort=3, blocking=0.2)
    monkeypatch.setattr(solver, "LIST_STEPS", 10**6)
    listed = answer(board, trains)
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    assert answer(board, trains) == listed
    monkeypatch.setattr(solver, "LONG_LIST_STEPS", 0)
    assert answer(board, trains) == listed


@pytest.mark.parametrize("seed", range(2))
def test_express_trains_are_proven(seed: int) -> None:
    board = dense_board(setup_of("1862"), seed, effort=3, blocking=0.2)
    assert answer(board, ("8", "8E")) > 0
