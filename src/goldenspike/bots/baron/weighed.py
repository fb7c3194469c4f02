"""Answers with their values: what a search found, and what the difference between the best two is made of."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from goldenspike.core.actions import Action

TERMS: Final = ("cash", "shares", "dividends", "treasury", "trains", "privates")
"""What the value of a position consists of; `trains` are those that presidents will have to pay for."""
CASH, SHARES, DIVIDENDS, TREASURY, TRAINS, PRIVATES = range(len(TERMS))
LOST = -1e9
"""A candidate that was impossible in every sample."""
SCATTER = 60.0
"""The spread assumed if there are too few playouts to estimate it."""


@dataclass(slots=True)
class Weighed:
    """A candidate and the values of the positions that it led to."""

    action: Action
    bonus: float = 0.0
    """The character's bonus."""
    scores: dict[int, float] = field(default_factory=dict)
    """By the index of the sample."""
    terms: dict[int, list[float]] = field(default_factory=dict)
    """The score of each sample by `TERMS`."""
    lead: float = 0.0
    """A cautious estimate of the lead over the default."""

    @property
    def tries(self) -> int:
        return len(self.scores)

    @property
    def score(self) -> float:
        return sum(self.scores.values()) / len(self.scores) + self.bonus if self.scores else LOST

    def note(self, sample: int, terms: list[float]) -> None:
        self.terms[sample] = terms
        self.scores[sample] = sum(terms)

    def compare(self, default: "Weighed", caution: float) -> None:
        """Compute the lead over the default from the samples in which both were tried."""
        differences = [score - default.scores[sample] for sample, score in self.scores.items() if sample in default.scores]
        count = len(differences)
        if self is default or not count:
            self.lead = 0.0 if self is default else LOST
            return
        mean = sum(differences) / count
        variance = sum((difference - mean) ** 2 for difference in differences) + SCATTER**2
        self.lead = mean + self.bonus - default.bonus - caution * sqrt(variance / count / count)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best two answers of a search: how far ahead of the others each of them leads, and what makes the difference."""

    second: Action
    best: int
    """The value of the best answer, in dollars at the end of the game or in points."""
    other: int
    """The value of the second."""
    term: str
    """The term (see `TERMS`) that differs most in favor of the best answer; empty if the second is no worse."""
    in_points: bool = False
    """Whether values are points, 0 for an even game."""


def compare_best(thoughts: Sequence[Weighed]) -> Comparison | None:
    """The best two of the answers weighed, the best first; None if there were no two."""
    best, *rest = thoughts
    others = [thought for thought in rest if best.terms.keys() & thought.terms.keys()]
    if not others:
        return None
    second = max(others, key=lambda thought: (thought.lead, thought.score))
    shared = best.terms.keys() & second.terms.keys()
    differences = [sum(best.terms[sample][term] - second.terms[sample][term] for sample in shared) for term in range(len(TERMS))]
    value, other = (round(sum(one.scores[sample] for sample in shared) / len(shared)) for one in (best, second))
    most = max(range(len(TERMS)), key=lambda term: differences[term])
    return Comparison(second.action, value, other, TERMS[most] if value > other else "")
