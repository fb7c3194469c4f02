"""Legal routes, what they earn, where they lead, and the best set of them (7.4, 7.5).

The package knows neither a game nor its state: everything is a function of a `Ground`, which `rules.runs` makes from a position.
Other packages import from here only.
"""

from goldenspike.core.routes.check import Earnings, earnings_of_all, refuse_routes
from goldenspike.core.routes.explanation import TrainRun, explain
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.memory import Memory
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.reach import Reach, survey
from goldenspike.core.routes.solver import Solution, solve
from goldenspike.core.routes.ties import TooManyRuns, best_runs

__all__ = [
    "Earnings",
    "Ground",
    "Memory",
    "Network",
    "Reach",
    "Solution",
    "TooManyRuns",
    "TrainRun",
    "best_runs",
    "earnings_of_all",
    "explain",
    "refuse_routes",
    "solve",
    "survey",
]
