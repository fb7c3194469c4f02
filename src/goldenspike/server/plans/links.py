"""What the page of a table shows of its reader's plans."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlanLink:
    id: str
    name: str
    to_send: int
    """How many moves may be sent now."""
    has_misfit: bool
    """Whether a move no longer fits."""
