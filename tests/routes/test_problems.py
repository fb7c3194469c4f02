"""The 62 problems from real games: solved to their optimum, proven, and confirmed by the oracle."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from goldenspike.core.actions import Route
from goldenspike.core.rules.runs import best_routes, check_routes, explain_run, ground_of, revenue_of, rule_of_train
from goldenspike.core.running import ORDINARY
from goldenspike.record.route_problem import RouteProblem, read_problems
from routes.oracle import Board, Oracle

FILE = Path(__file__).parent.parent / "data" / "1830-routes.json"
RAW: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def problems() -> list[RouteProblem]:
    found, is_list = read_problems(FILE.read_bytes())
    assert is_list
    return found


@pytest.mark.parametrize("number", range(len(RAW)), ids=[raw["id"] for raw in RAW])
def test_optimum(number: int, problems: list[RouteProblem]) -> None:
    problem = problems[number]
    setup, state, company = problem.setup, problem.state, problem.company
    solution = best_routes(setup, state, company, problem.trains)
    assert (solution.revenue, solution.proven) == (RAW[number]["optimum"], True)
    assert check_routes(setup, state, company, solution.routes) is None
    assert revenue_of(setup, state, company, solution.routes) == solution.revenue
    runs = explain_run(setup, state, company, solution.routes)
    assert sum(run.total for run in runs) == solution.revenue
    assert all(isinstance(route, Route) for route in solution.routes)


@pytest.mark.parametrize("number", range(len(RAW)), ids=[raw["id"] for raw in RAW])
def test_oracle_agrees(number: int, problems: list[RouteProblem]) -> None:
    problem = problems[number]
    setup = problem.setup
    ground = ground_of(setup, problem.state, problem.company, ORDINARY)
    hexes = range(len(setup.title.hexes))
    board = Board(
        faces=[setup.faces[face] for face in ground.faces],
        neighbors={(h, side): setup.neighbors[h * 6 + side] for h in hexes for side in range(6)},
        areas=list(ground.areas),
        late=ground.late,
        own=list(ground.stations),
        tokens=Counter(ground.tokens),
        situation=ground.situation,
    )
    rules = [rule_of_train(setup, train, ORDINARY) for train in problem.trains]
    assert Oracle(board, 10**6).best(rules) == RAW[number]["optimum"]
