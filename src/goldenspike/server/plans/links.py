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
    ply: int = 0
    """With `undos` the position at which they would be sent, so that a second click does not send what comes next."""
    undos: int = 0
