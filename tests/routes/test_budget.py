"""A time budget: when it is spent, the best found so far comes back with a true upper bound."""

import pytest

from goldenspike.core.ids import Train
from goldenspike.core.routes import solver
from goldenspike.core.routes.check import refuse_routes
from routes.oracle import Oracle
from routes.random_boards import random_problem


class Clock:
    """Says that time is up after so many questions."""

    def __init__(self, questions: int) -> None:
        self.questions = questions

    def __call__(self) -> bool:
        self.questions -= 1
        return self.questions < 0


@pytest.mark.parametrize("questions", [0, 1, 2, 3, 5, 8, 13, 21])
def test_bound_is_true(questions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    cut_short = 0
    for seed in range(200):
        monkeypatch.setattr(solver, "LONG_LIST_STEPS", 0 if seed % 2 else 10**6)
        ground, board, rules = random_problem(seed)
        solution = solver.solve(ground, tuple(map(Train, range(len(rules)))), tuple(rules), Clock(questions))
        expected = Oracle(board).best(rules)
        assert solution.revenue <= expected <= solution.upper_bound, seed
        assert solution.proven == (solution.revenue == solution.upper_bound)
        assert refuse_routes(ground, solution.routes, tuple(rules[r.train] for r in solution.routes)) is None
        cut_short += not solution.proven
    assert cut_short > 0 or questions > 5
