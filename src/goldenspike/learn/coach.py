"""The coach: what is to be decided, which choices matter, which one it would make and why.

It knows what the seat knows and nothing else. Its judgment is that of the hard baron, which plays the starter game on to its
end for every choice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Final

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.baron.weighed import Weighed
from goldenspike.bots.base import Table
from goldenspike.bots.measure import measure
from goldenspike.bots.why import Motive
from goldenspike.core.actions import Action, ClosePrivate
from goldenspike.core.game import Game
from goldenspike.learn.reasons import explain_fully

CHOICES: Final = 3
"""How many choices are explained."""
RANKED: Final = 12
"""How many are ranked."""
LEAST_DIFFERENCE: Final = 10
"""Dollars at the end of the game below which two choices are as good as each other."""
LEVEL: Final = "hard"
"""The level of the baron that judges the choices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that is worth considering."""

    action: Action
    reason: Motive | None
    """Why it is the coach's choice; None if it is not, or if the figure says so."""
    figure: Motive | None
    """What it brings, in figures of this position."""
    behind: int | None = None
    """By how much it ends worse than the coach's choice, in dollars; 0 if the coach cannot tell them apart, None if they were
    not played on."""


@dataclass(frozen=True, slots=True)
class Advice:
    topic: str
    """The kind of question (see `core.question`)."""
    choices: tuple[Choice, ...]
    """The coach's choice first, then the second best."""
    is_forced: bool = False
    """Whether nothing else can be done."""
    is_aimed: bool = False
    """Whether the first choice comes first because a lesson is about it."""

    @property
    def best(self) -> Action:
        return self.choices[0].action

    @property
    def second(self) -> Action:
        """The second choice; the first if there is only one."""
        return self.choices[min(1, len(self.choices) - 1)].action


class Coach:
    def __init__(self, rng: Random, level: str = LEVEL) -> None:
        self._bot = BaronBot(rng, level)

    def rank(self, table: Table, count: int = CHOICES, aims: Sequence[Action] = ()) -> list[Action]:
        """The choices, best first. `aims` are actions that a lesson is about: the best of them goes first."""
        return self._rank(table, self._bot.first_choices(table, max(count, RANKED)), aims)[:count]

    def _rank(self, table: Table, ranked: list[Action], aims: Sequence[Action]) -> list[Action]:
        """Where the bot considers little, other legal actions follow, so that there is something to choose from.

        A private company can be closed at any time, so that is no answer to the question.
        """
        aimed = [action for action in (*ranked, *aims) if action in aims][:1]
        others = [action for action in table.actions if not isinstance(action, ClosePrivate)]
        return list(dict.fromkeys((*aimed, *ranked, *others)))

    def advise(self, table: Table, aims: Sequence[Action] = ()) -> Advice:
        ranked = self._bot.first_choices(table, RANKED)
        actions = self._rank(table, ranked, aims)[:CHOICES]
        is_aimed = actions[0] != ranked[0]
        thoughts = {thought.action: thought for thought in self._bot.thoughts if thought.scores}
        # What a lesson is about may be worse than something else, so they are not compared.
        best = None if is_aimed else thoughts.get(actions[0])
        choices: list[Choice] = []
        for action in actions:
            behind = lag(best, thoughts[action]) if best is not None and action in thoughts else None
            figure, reason = (measure(table, action), None) if choices else explain_fully(table, action)
            choices.append(Choice(action, reason, figure, behind))
        return Advice(Game(table.setup, table.state).question.kind, tuple(choices), table.is_forced, is_aimed)


def lag(best: Weighed, other: Weighed) -> int | None:
    """By how much another action ends worse than the coach's choice, 0 if the playouts do not tell them apart."""
    differences = [score - other.scores[sample] for sample, score in best.scores.items() if sample in other.scores]
    if not differences:
        return None
    mean = fmean(differences)
    return round(mean) if mean > max(LEAST_DIFFERENCE, pstdev(differences) / sqrt(len(differences))) else 0


class Follower:
    """A newcomer who does what the coach says, or always its second choice."""

    def __init__(self, rng: Random, place: int = 0, level: str = LEVEL) -> None:
        self.name = "coach" if place == 0 else "coach-second"
        self._coach = Coach(rng, level)
        self._place = place

    def choose(self, table: Table) -> Action:
        ranked = self._coach.rank(table, self._place + 1)
        return ranked[min(self._place, len(ranked) - 1)]

    def interject(self, table: Table) -> Action | None:
        return None
