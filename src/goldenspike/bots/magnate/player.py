"""The learned player at a table."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.base import Table
from goldenspike.bots.magnate.candidates import Asked, is_proposal, key_of
from goldenspike.bots.magnate.features import Decision, Reader, sizes
from goldenspike.bots.magnate.network import Judgment, Network, load
from goldenspike.core.actions import Action
from goldenspike.core.title import Setup

MODEL: Final = Path(__file__).with_name("model.npz")
VERSIONS: Final = (("1830", "classic"),)
"""Where it was trained; elsewhere the baron plays for it."""


@cache
def shipped() -> Network:
    """The model in the package."""
    return load(MODEL)


def understands(network: Network, setup: Setup) -> bool:
    return (setup.title.name, setup.title.version) in VERSIONS and sizes(setup) == network.sizes


@dataclass(frozen=True, slots=True)
class Doubt:
    """The best two answers and how likely the network was to give each, and what it expects of the game."""

    best: Action
    chance: float
    second: Action
    second_chance: float
    expected: float


class MagnateBot:
    """Plays what the network gives the highest chance; in versions that it was not trained for it plays like the baron."""

    name = "magnate"
    level = "normal"
    """Of the baron that plays for it."""

    def __init__(self, rng: Random, network: Network | None = None) -> None:
        self._rng = rng
        self._network = network or shipped()
        self._stand_in = BaronBot(rng, self.level)
        self._reader: Reader | None = None
        self._setup: Setup | None = None
        self._understands = False
        self._turn: tuple[int, ...] = ()
        self._asked: Asked = set()
        self.judged: tuple[list[Action], Judgment] | None = None
        """The candidates of the last decision and what the network made of them; None where there was no choice."""

    def choose(self, table: Table) -> Action:
        self.judged = None
        if not self.sit_down(table.setup):
            return self._stand_in.choose(table)
        decision = self.read(table)
        if len(decision.candidates) == 1:
            return decision.candidates[0]
        return self.answer(table, decision, self._network.judge(decision.position, decision.rows))

    def read(self, table: Table) -> Decision:
        """The decision as numbers, without what was offered to others before in this turn."""
        if self._reader is None or self._reader.setup is not table.setup:
            self._reader = Reader(table.setup)
        if table.turn != self._turn:
            self._turn, self._asked = table.turn, set()
        return self._reader.read(table, self._asked)

    def answer(self, table: Table, decision: Decision, judgment: Judgment) -> Action:
        """What to play, once the network has judged."""
        self.judged = decision.candidates, judgment
        chosen = self.decide(table, decision, judgment)
        if is_proposal(table.state, table.player, chosen):
            self._asked.add(key_of(chosen))
        return chosen

    def decide(self, table: Table, decision: Decision, judgment: Judgment) -> Action:
        """The candidate to play."""
        return decision.candidates[int(judgment.chances.argmax())]

    @property
    def doubt(self) -> Doubt | None:
        """Its reason: the best two answers of the last decision with their chances; None where there was no choice."""
        if self.judged is None:
            return None
        actions, judgment = self.judged
        second, best = judgment.chances.argsort()[-2:]
        return Doubt(
            actions[best], float(judgment.chances[best]), actions[second], float(judgment.chances[second]), judgment.value
        )

    def interject(self, table: Table) -> Action | None:
        return None if self.sit_down(table.setup) else self._stand_in.interject(table)

    def sit_down(self, setup: Setup) -> bool:
        """Whether it plays here itself; then it never acts out of turn."""
        if self._setup is not setup:
            self._setup, self._understands = setup, understands(self._network, setup)
        return self._understands
