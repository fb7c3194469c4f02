"""The learned player that looks ahead where its network is in doubt."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import monotonic

from goldenspike.bots.baron.weighed import Comparison, Weighed, compare_best
from goldenspike.bots.base import Deadline, Table
from goldenspike.bots.magnate.features import Decision
from goldenspike.bots.magnate.network import Judgment, Network
from goldenspike.bots.magnate.player import MagnateBot
from goldenspike.bots.magnate.search import CERTAIN, Lookahead, Tried
from goldenspike.core.actions import Action

POINTS = 100
"""Results are told as points: 0 is an even game."""


class HardMagnate(MagnateBot):
    """Tries the answers that the network likes best before it gives one; elsewhere it plays like the hard baron."""

    name = "magnate-hard"
    level = "hard"

    def __init__(self, rng: Random, network: Network | None = None, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(rng, network)
        self._clock = clock
        self.tried: list[Tried] = []
        """The answers tried last, the best first."""

    def choose(self, table: Table) -> Action:
        self.tried = []
        self._deadline = Deadline(table.limit.seconds, self._clock)
        return super().choose(table)

    def decide(self, table: Table, decision: Decision, judgment: Judgment) -> Action:
        if judgment.chances.max() >= CERTAIN:
            return super().decide(table, decision, judgment)
        assert self._reader is not None
        search = Lookahead(table, self._network, self._reader, self._asked, self._rng.randrange(1 << 30), self._deadline)
        self.tried = search.weigh(decision, judgment)
        return self.tried[0].action

    @property
    def comparison(self) -> Comparison | None:
        """The best two answers tried last, in points; of the baron where he played for it, None if nothing was compared."""
        if self.judged is None:
            return self._stand_in.comparison if self._stand_in.thoughts else None
        if not self.tried:
            return None
        found = compare_best(
            [
                Weighed(
                    answer.action,
                    scores={sample: POINTS * result for sample, result in answer.results.items()},
                    terms=answer.terms,
                )
                for answer in self.tried
            ]
        )
        return replace(found, in_points=True) if found else None
