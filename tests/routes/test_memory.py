"""A warm start finds the same run as a search from nothing, and searches only where the track has changed (7.4)."""

import random
import sys
from itertools import islice
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from routes_bench import busiest
from routes_boards import dense_board, setup_of

from goldenspike.core.ids import Company, Hex
from goldenspike.core.routes import Memory, Network, best_runs, solve, solver
from goldenspike.core.routes.ground import Ground
from goldenspike.core.rules.runs import best_routes, ground_of, rule_of_train
from goldenspike.core.running import ORDINARY, TrainRule
from goldenspike.core.title import Setup
from goldenspike.record.route_problem import RouteProblem, read_problems

PROBLEMS = Path(__file__).parent.parent / "data" / "1830-routes.json"


def with_face(ground: Ground, hex: int, face: int) -> Ground:
    faces = list(ground.faces)
    faces[hex] = face
    return Ground(ground.tables, faces, ground.areas, ground.late, ground.stations, ground.tokens, ground.situation)


def lays(setup: Setup, ground: Ground, draw: random.Random, count: int) -> list[tuple[int, int]]:
    found = [(h, lay.face) for h, face in enumerate(ground.faces) for lay in setup.lays(Hex(h), face)]
    return draw.sample(found, min(count, len(found)))


@pytest.mark.parametrize(
    ("title", "trains"), [("1830", ("2",)), ("1830", ("4", "D")), ("1862", ("3", "3E")), ("1862", ("4", "5E"))]
)
def test_same_run_as_without_memory(title: str, trains: tuple[str, ...]) -> None:
    setup = setup_of(title)
    draw = random.Random(title)
    for seed in range(3):
        board = dense_board(setup, seed, share=0.5, effort=1)
        ground = board.ground(Company(busiest(board)))
        types = tuple(setup.train_index[train] for train in trains if train in setup.train_index)
        rules = tuple(rule_of_train(setup, train, ground.situation) for train in types)
        memory = Memory()
        for hex, face in lays(setup, ground, draw, 25):
            tried = with_face(ground, hex, face)
            warm = solve(tried, types, rules, None, True, Network(tried, memory))
            assert warm == solve(tried, types, rules, None, True)
            if draw.random() < 0.2:
                ground = tried


@pytest.fixture
def problem() -> RouteProblem:
    return read_problems(PROBLEMS.read_bytes())[0][-1]


def test_track_that_leads_nowhere_needs_no_search(problem: RouteProblem) -> None:
    setup, state, company = problem.setup, problem.state, problem.company
    best = best_routes(setup, state, company, problem.trains)
    tried = 0
    changed = state.copy()
    for hex, face in enumerate(state.faces):
        # A tile on an empty hex with no track beside it but that of one neighbor joins nothing.
        beside = [other for other in setup.neighbors[hex * 6 : hex * 6 + 6] if other >= 0]
        if setup.faces[face].exits == 0 and sum(setup.faces[state.faces[other]].exits > 0 for other in beside) <= 1:
            for lay in setup.lays(Hex(hex), face):
                changed.faces = list(state.faces)
                changed.faces[hex] = lay.face
                if not setup.faces[lay.face].stops:
                    assert best_routes(setup, changed, company, problem.trains) is best
                    tried += 1
    assert tried > 10


def test_hops_are_searched_only_near_a_change(problem: RouteProblem) -> None:
    setup, state, company = problem.setup, problem.state, problem.company
    ground = ground_of(setup, state, company, ORDINARY)
    memory = Memory()
    before = Network(ground, memory)
    again = Network(ground, memory)
    assert all(one is other for one, other in zip(before.departures, again.departures, strict=True))
    hex = next(place // 4 for place in reversed(before.places) if ground.faces[place // 4] < setup.first_printed)
    after = Network(with_face(ground, hex, setup.first_printed + hex), memory)
    kept = {id(departures) for departures in before.departures} & {id(departures) for departures in after.departures}
    assert 0 < len(kept) < len(before.departures)


def test_runs_that_needed_a_sweep_are_remembered_with_their_track(problem: RouteProblem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps may use track that no hop needs: the same hops are not enough, but the same graph is."""
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    setup, state, company = problem.setup, problem.state, problem.company
    memory = Memory()
    ground = ground_of(setup, state, company, ORDINARY)
    trains, rules = (setup.train_index["D"],), (TrainRule(),)
    swept = solve(ground, trains, rules, network=Network(ground, memory))
    assert swept.swept
    assert solve(ground, trains, rules, network=Network(ground, memory)) is swept
    same, other = 0, 0
    for hex, face in lays(setup, ground, random.Random(5), 60):
        tried = with_face(ground, hex, face)
        warm = solve(tried, trains, rules, network=Network(tried, memory))
        assert warm == solve(tried, trains, rules)
        same += warm is swept
        other += warm is not swept
    assert same and other


@pytest.mark.parametrize("trains", [("8", "8E"), ("8E", "8E")])
def test_same_swept_run_as_without_memory(trains: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of 1862 with trains that are swept, for lays that are tried out: the same run, and the same best runs."""
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    setup = setup_of("1862")
    draw = random.Random(1)
    ground = (board := dense_board(setup, 4, share=0.8, effort=1)).ground(Company(busiest(board)))
    types = tuple(setup.train_index[train] for train in trains)
    rules = tuple(rule_of_train(setup, train, ground.situation) for train in types)
    memory = Memory()
    swept = 0
    for hex, face in lays(setup, ground, draw, 4):
        tried = with_face(ground, hex, face)
        warm = solve(tried, types, rules, network=Network(tried, memory))
        assert warm == solve(tried, types, rules)
        every = list(islice(best_runs(tried, types, rules, warm.revenue, Network(tried, memory)), 20))
        assert every == list(islice(best_runs(tried, types, rules, warm.revenue), 20))
        swept += warm.swept > 0
    assert swept
