"""What a finished game is worth to a seat; the network's values expect this."""

from collections.abc import Sequence
from typing import Final

WIN: Final = 0.5
"""What a victory adds, besides the margin."""


def result_of(wealth: Sequence[int], seat: int) -> float:
    """The margin over the mean of the others, in parts of the mean of all, and something for a victory."""
    return margin_of(wealth, seat) + WIN * (won_by(wealth, seat) - 1 / len(wealth))


def margin_of(wealth: Sequence[int], seat: int) -> float:
    others = (sum(wealth) - wealth[seat]) / max(1, len(wealth) - 1)
    return max(-1.0, min(1.0, (wealth[seat] - others) * len(wealth) / max(1, sum(wealth))))


def won_by(wealth: Sequence[int], seat: int) -> float:
    """1 for the winner; a shared victory counts in parts."""
    best = max(wealth)
    return (wealth[seat] == best) / sum(other == best for other in wealth)
