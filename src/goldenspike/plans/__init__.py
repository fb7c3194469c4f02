"""Plans: moves tried out on a private branch of a position, for everybody at the table.

A plan knows only what its seat may know. Where money is hidden, it uses the amounts that the planner assumes; so nothing that is
computed from a plan, not even why a move does not fit, can reveal a hidden amount.
"""

from goldenspike.plans.assumptions import Assumed, carried, grounded, unknown_holders, usual_amount
from goldenspike.plans.compare import Outcome, Risk, RiskKind, outcome
from goldenspike.plans.line import Line, Misfit, Step, replay
from goldenspike.plans.rebase import own_part, remaining

__all__ = [
    "Assumed",
    "Line",
    "Misfit",
    "Outcome",
    "Risk",
    "RiskKind",
    "Step",
    "carried",
    "grounded",
    "outcome",
    "own_part",
    "remaining",
    "replay",
    "unknown_holders",
    "usual_amount",
]
