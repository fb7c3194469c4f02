"""Weighing answers: each is played on in the mind, and those that do worse are dropped bit by bit.

All answers are played on with the same dice and the same guesses, so that what differs is the answer and not the luck. Luck
remains, because one other share bought makes everybody play differently: so an answer must beat the usual one clearly, by
more than the scatter of its playouts, before it is preferred.
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
"""An answer that turned out impossible in every guess."""
FEWEST = 3
"""So many playouts an answer needs before it may be preferred."""
SCATTER = 60.0
"""The scatter that is taken for granted where there are too few playouts to tell."""


@dataclass(slots=True)
class Weighed:
    """An answer and how the playouts after it ended."""

    action: Action
    bonus: float = 0.0
    """What the character adds."""
    scores: dict[int, float] = field(default_factory=dict)
    """By the number of the guess."""
    lead: float = 0.0
    """By how much it beats the usual answer, with all caution."""

    @property
    def tries(self) -> int:
        return len(self.scores)

    @property
    def score(self) -> float:
        return sum(self.scores.values()) / len(self.scores) + self.bonus if self.scores else LOST

    def compare(self, usual: "Weighed", caution: float) -> None:
        """Set the lead over the usual answer from the guesses that both were tried in."""
        differences = [score - usual.scores[sample] for sample, score in self.scores.items() if sample in usual.scores]
        count = len(differences)
        if self is usual or not count:
            self.lead = 0.0 if self is usual else LOST
            return
        mean = sum(differences) / count
        variance = sum((difference - mean) ** 2 for difference in differences) + SCATTER**2
        self.lead = mean + self.bonus - usual.bonus - caution * sqrt(variance / count / count)


class Search:
    """Thinks about one answer."""

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
        """The answers, the best first; the first one given is the usual."""
        usual = answers[0]
        left = answers[1:]
        fewest = min(FEWEST, self.level.samples)
        sample = 0
        while left and sample < self.level.samples and not self._spent():
            for answer in [usual, *left]:
                self._try(answer, sample)
                if self._expired():
                    break
            sample += 1
            for answer in left:
                answer.compare(usual, 0.0)
            left.sort(key=lambda answer: -answer.lead)
            keep = (len(left) + 1) // 2
            left = left[: max(keep, 1)]
            if sample >= fewest:
                left = [answer for answer in left if answer.lead > 0]
        for answer in answers:
            answer.compare(usual, self.level.caution)
            if answer is not usual and answer.tries < fewest:
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
            return  # The guess of what others have did not allow it.
        self.nodes += 1 + self.playout.run(game, self.level.rounds, rng, self._until)
        if self._expired():
            return  # Cut short: its end tells nothing.
        worth = worth_of_players(self.table.setup, game.state, self.character)
        answer.scores[sample] = standing(worth, self.table.player)
