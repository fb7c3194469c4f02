"""Search by playouts: candidates that do worse are dropped step by step.

All candidates use the same samples and random numbers, to reduce the variance between them. Some remains, because a single
different purchase changes everybody's play, so a candidate must beat the default by more than the spread of its playouts.
"""

from random import Random

from goldenspike.bots.baron.character import Character, Level
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.playout import Playout
from goldenspike.bots.baron.weighed import Weighed
from goldenspike.bots.baron.worth import standing_by_term, terms_of_players
from goldenspike.bots.base import NO_DEADLINE, Deadline, Table
from goldenspike.core.reasons import IllegalAction

FEWEST = 3
"""The minimum number of playouts before a candidate may be preferred."""
DOOMED = 2
"""After how many a candidate that is clearly worse is dropped."""
HALVING = 6
"""After how many playouts only the better half of the candidates goes on; again after twice as many, and so on."""
CLEAR = 1.5
"""A candidate that is better by so many times what is asked for needs no further playouts."""


class Search:
    """The search for one decision."""

    def __init__(
        self, table: Table, playout: Playout, level: Level, character: Character, seed: int, deadline: Deadline = NO_DEADLINE
    ) -> None:
        self.table = table
        self.playout = playout
        self.level = level
        self.character = character
        self.seed = seed
        self.nodes = 0
        limit = table.limit
        self._most = min(level.nodes, limit.nodes) if limit.nodes is not None else level.nodes
        self._expired = deadline

    def weigh(self, answers: list[Weighed]) -> list[Weighed]:
        """The candidates, best first; the first one given is the default."""
        default = answers[0]
        left = answers[1:]
        fewest = min(FEWEST, self.level.samples)
        halving = HALVING
        sample = 0
        while left and sample < self.level.samples and not self._spent():
            for answer in [default, *left]:
                self._try(answer, sample)
                if self._expired():
                    break
            sample += 1
            if sample < min(DOOMED, fewest):
                continue
            for answer in left:
                answer.compare(default, -self.level.caution)
            left = [answer for answer in left if answer.lead > 0]
            if sample >= halving:
                halving *= 2
                left.sort(key=_score, reverse=True)
                left = left[: (len(left) + 1) // 2]
            if len(left) == 1 and sample >= HALVING:
                left[0].compare(default, CLEAR * self.level.caution)
                if left[0].lead > 0:
                    break
        for answer in answers:
            answer.compare(default, self.level.caution)
            if answer is not default and answer.tries < fewest:
                answer.lead = min(answer.lead, -1.0)
        return sorted(answers, key=lambda answer: -answer.lead)

    def _spent(self) -> bool:
        return self.nodes >= self._most or self._expired()

    def _try(self, answer: Weighed, sample: int) -> None:
        rng = Random(self.seed * 1_000_003 + sample)
        game = imagine(self.table, rng)
        try:
            game.push(answer.action)
        except IllegalAction:
            return  # Impossible with the sampled money of the others.
        self.nodes += 1 + self.playout.run(game, self.level.rounds, rng, self._expired)
        if self._expired():
            return  # Cut short, so its final position is meaningless.
        terms = terms_of_players(self.playout.forecast, game.state, self.character)
        answer.note(sample, standing_by_term(terms, self.table.player))


def _score(answer: Weighed) -> float:
    return answer.score
