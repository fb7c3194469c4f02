"""The choice among listed routes: bounds from contested track change neither the run nor the ties, only the steps (7.4)."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from routes_bench import busiest
from routes_boards import dense_board, setup_of

from goldenspike.core.ids import Train
from goldenspike.core.routes import set_packing, solver
from goldenspike.core.routes.enumeration import RouteEnumerator
from goldenspike.core.routes.network import Network
from goldenspike.core.rules.runs import rule_of_train
from routes.random_boards import random_problem


def test_contested_track_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(300):
        ground, _, rules = random_problem(seed)
        types = tuple(map(Train, range(len(rules))))
        monkeypatch.setattr(set_packing, "MANY", 10**9)
        plain = [solver.solve(ground, types, tuple(rules), ties=ties) for ties in (False, True)]
        monkeypatch.setattr(set_packing, "MANY", 0)
        assert [solver.solve(ground, types, tuple(rules), ties=ties) for ties in (False, True)] == plain


def test_contested_track_saves_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three trains on a dense board of 1830, with lists of some hundred routes each."""
    setup = setup_of("1830", "classic")
    board = dense_board(setup, 12, effort=3)
    ground = board.ground(busiest(board))
    network = Network(ground)
    lists = []
    for train in ("6", "5", "4"):
        enumerator = RouteEnumerator(network, rule_of_train(setup, setup.train_index[train], ground.situation), 10**6)
        assert enumerator.run()
        lists.append(sorted(enumerator.found.values(), key=lambda route: -route.value))
    left = []
    for many in (10**9, 0):
        monkeypatch.setattr(set_packing, "MANY", many)
        packing = set_packing.SetPacking(lists, [False] * 3, 10**6)
        assert packing.run()
        left.append((packing.steps, packing.best, packing.chosen))
    assert left[0][1:] == left[1][1:]
    assert left[0][0] < left[1][0]
