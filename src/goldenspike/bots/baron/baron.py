"""The baron itself: plans track, thinks about everything else, and remembers why."""

from random import Random

from goldenspike.bots.baron.candidates import candidates
from goldenspike.bots.baron.character import CHARACTERS, LEVELS
from goldenspike.bots.baron.planner import Planner
from goldenspike.bots.baron.playout import Playout
from goldenspike.bots.baron.search import Search, Weighed
from goldenspike.bots.base import Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.core.actions import Action, LayTile, PlaceToken
from goldenspike.core.title import Setup


class BaronBot:
    """A player that imagines how games go on; see `character` for its levels and characters."""

    def __init__(self, rng: Random, level: str = "normal", character: str = "baron") -> None:
        self.name = name_of(level, character)
        self.level = LEVELS[level]
        self.character = CHARACTERS[character]
        self._rng = rng
        self._seed = rng.randrange(1 << 30)
        self._setup: Setup | None = None
        self._playout: Playout
        self._planner: Planner
        self._usual: GreedyBot
        self.thoughts: list[Weighed] = []
        """The answers weighed last, the best first."""

    def choose(self, table: Table) -> Action:
        self._sit_down(table.setup)
        usual = self._usual.choose(table)
        self.thoughts = [Weighed(usual)]
        answers = candidates(table, usual, self._planner, self.level.candidates)
        if len(answers) == 1:
            return usual
        weighed = [Weighed(action, self._bonus(table, action)) for action in answers]
        self._seed += 1
        search = Search(table, self._playout, self.level, self.character, self._seed)
        self.thoughts = search.weigh(weighed)
        return self.thoughts[0].action

    def interject(self, table: Table) -> Action | None:
        self._sit_down(table.setup)
        return self._usual.interject(table)

    def _sit_down(self, setup: Setup) -> None:
        if self._setup is not setup:
            self._setup = setup
            self._playout = Playout(setup)
            self._planner = Planner(setup, self.level.tiles, self.character.track)
            self._usual = GreedyBot(self._rng, self._planner)

    def _bonus(self, table: Table, action: Action) -> float:
        return 0.0

    def is_track(self, action: Action) -> bool:
        return isinstance(action, LayTile | PlaceToken)


def name_of(level: str, character: str) -> str:
    """`baron` is the plain one of normal strength; baron-hard, baron-raider, baron-hard-raider."""
    words = ["baron", *([level] if level != "normal" else []), *([character] if character != "baron" else [])]
    return "-".join(words)
