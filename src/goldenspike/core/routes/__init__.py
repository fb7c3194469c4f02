"""Legal routes, what they earn, where they lead, and the best set of them (7.4, 7.5). Data in, proof out."""

from goldenspike.core.routes.check import check_routes, revenue_of
from goldenspike.core.routes.explain import TrainRun, explain
from goldenspike.core.routes.reach import Reach, has_route, reach
from goldenspike.core.routes.solve import Solution, best_routes

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
