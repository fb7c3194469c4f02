"""Legal routes, what they earn, where they lead, and the best set of them (7.4, 7.5). Data in, proof out."""

from goldenspike.core.routes.check import check_routes, revenue_of
from goldenspike.core.routes.explain import TrainRun, explain
from goldenspike.core.routes.reach import Reach, reach
from goldenspike.core.routes.solve import Solution, best_routes
from goldenspike.core.state import State
from goldenspike.core.title import Setup

__all__ = [
    "Reach",
    "Solution",
    "TrainRun",
    "best_routes",
    "check_routes",
    "explain",
    "has_route",
    "reach",
    "revenue_of",
]


def has_route(setup: Setup, s: State, company: int) -> bool:
    """Whether the company has any legal route, whatever its trains (7.6.2)."""
    return reach(setup, s, company).has_route
