"""Plans: moves tried out on a private branch of a position, for everybody at the table.

A plan knows only what its seat may know. Where money is hidden, it uses the amounts that the planner assumes; so nothing that is
computed from a plan, not even why a move does not fit, can reveal a hidden amount.
"""

from goldenspike.plans.assumptions import Assumed, carried, completed, grounded, unknown_holders
from goldenspike.plans.compare import Outcome, Risk, RiskKind, outcome
from goldenspike.plans.line import Line, Misfit, Step, replay
from goldenspike.plans.rebase import own_part, remaining, taken_back

__all__ = [
    "Assumed",
    "Line",
    "Misfit",
    "Outcome",
    "Risk",
    "RiskKind",
    "Step",
    "carried",
    "completed",
    "grounded",
    "outcome",
    "own_part",
    "remaining",
    "replay",
    "taken_back",
    "unknown_holders",
]
