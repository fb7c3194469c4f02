"""Search by playouts: candidates that do worse are dropped step by step.

All candidates use the same samples and random numbers, to reduce the variance between them. Some remains, because a single
different purchase changes everybody's play, so a candidate must beat the default by more than the spread of its playouts.
"""

from dataclasses import dataclass, field
from math import inf, sqrt
from random import Random
from time import monotonic

from goldenspike.bots.baron.character import Character, Level
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.playout import Playout
from goldenspike.bots.baron.worth import standing, worth_of_players
from goldenspike.bots.base import Table
from goldenspike.core.actions import Action
from goldenspike.core.reasons import IllegalAction

LOST = -1e9
"""A candidate that was impossible in every sample."""
FEWEST = 3
"""The minimum number of playouts before a candidate may be preferred."""
SCATTER = 60.0
"""The spread assumed if there are too few playouts to estimate it."""


@dataclass(slots=True)
class Weighed:
    """A candidate and the results of its playouts."""

    action: Action
    bonus: float = 0.0
    """The character's bonus."""
    scores: dict[int, float] = field(default_factory=dict)
    """By the index of the sample."""
    lead: float = 0.0
    """A cautious estimate of the lead over the default."""

    @property
    def tries(self) -> int:
        return len(self.scores)

    @property
    def score(self) -> float:
        return sum(self.scores.values()) / len(self.scores) + self.bonus if self.scores else LOST

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


class Search:
    """The search for one decision."""

    def __init__(self, table: Table, playout: Playout, level: Level, character: Character, seed: int) -> None:
        self.table = table
        self.playout = playout
        self.level = level
        self.character = character
        self.seed = seed
        self.nodes = 0
        limit = table.limit
        self._most = min(level.nodes, limit.nodes) if limit.nodes is not None else level.nodes
        self._until = monotonic() + limit.seconds if limit.seconds is not None else inf

    def weigh(self, answers: list[Weighed]) -> list[Weighed]:
        """The candidates, best first; the first one given is the default."""
        default = answers[0]
        left = answers[1:]
        fewest = min(FEWEST, self.level.samples)
        sample = 0
        while left and sample < self.level.samples and not self._spent():
            for answer in [default, *left]:
                self._try(answer, sample)
                if self._expired():
                    break
            sample += 1
            for answer in left:
                answer.compare(default, 0.0)
            left.sort(key=lambda answer: -answer.lead)
            keep = (len(left) + 1) // 2
            left = left[: max(keep, 1)]
            if sample >= fewest:
                left = [answer for answer in left if answer.lead > 0]
        for answer in answers:
            answer.compare(default, self.level.caution)
            if answer is not default and answer.tries < fewest:
                answer.lead = min(answer.lead, answer.lead / 10 - 1.0)
        return sorted(answers, key=lambda answer: -answer.lead)

    def _spent(self) -> bool:
        return self.nodes >= self._most or self._expired()

    def _expired(self) -> bool:
        return monotonic() > self._until

    def _try(self, answer: Weighed, sample: int) -> None:
        rng = Random(self.seed * 1_000_003 + sample)
        game = imagine(self.table, rng)
        try:
            game.push(answer.action)
        except IllegalAction:
            return  # Impossible with the sampled money of the others.
        self.nodes += 1 + self.playout.run(game, self.level.rounds, rng, self._until)
        if self._expired():
            return  # Cut short, so its final position is meaningless.
        worth = worth_of_players(self.table.setup, game.state, self.character)
        answer.scores[sample] = standing(worth, self.table.player)
