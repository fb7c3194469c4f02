"""Requests to a bot process and its responses, as plain data."""

from typing import Any

import msgspec

from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.record.native import options_of
from goldenspike.record.snapshot import Snapshot, take_snapshot
from goldenspike.record.wire import Wire
from goldenspike.view.model import RoundView


class Place(msgspec.Struct, frozen=True):
    """A game and a position in it."""

    title: str
    version: str
    players: int
    options: dict[str, str]
    state: Snapshot


class BotSeat(msgspec.Struct, frozen=True):
    """A seat and the bot that plays it."""

    seat: Player
    bot: str
    """A name of the roster, or `program:` and a command line."""


class Turn(msgspec.Struct, frozen=True, tag=True):
    """What do the bots of a table do now?"""

    table: str
    place: Place
    asked: list[BotSeat]
    """The seats to move; the first of them answers."""
    others: list[BotSeat]
    """The seats that may act out of turn."""
    seconds: float


class Hint(msgspec.Struct, frozen=True, tag=True):
    """What would a bot do in somebody's seat, and why?"""

    table: str
    place: Place
    player: BotSeat
    seconds: float


class Coaching(msgspec.Struct, frozen=True, tag=True):
    """What is to be decided in somebody's seat, which choices matter, and which one would the coach make?"""

    table: str
    place: Place
    seat: Player
    seconds: float
    aims: list[Wire] = []
    """Actions that a lesson is about."""


class Curves(msgspec.Struct, frozen=True, tag=True):
    """How did a game go?"""

    title: str
    version: str
    players: int
    options: dict[str, str]
    actions: list[Wire]


class Review(msgspec.Struct, frozen=True, tag=True):
    """Would a bot have done something else, and how much better does it think that is?"""

    place: Place
    player: BotSeat
    action: Wire
    seed: str


class Forget(msgspec.Struct, frozen=True, tag=True):
    """A table is over: its bots can go."""

    table: str


Question = Turn | Hint | Coaching | Curves | Review | Forget


class Move(msgspec.Struct, frozen=True):
    """A bot's action. `trouble` names seats whose program was replaced, with the reason."""

    action: Wire
    trouble: dict[Player, str] = {}


class Compared(msgspec.Struct, frozen=True):
    """The second best answer of a search, what both promise, and the term that makes the difference."""

    action: Wire
    best: int
    second: int
    term: str
    in_points: bool = False
    """Whether they promise points instead of dollars."""


class Advice(msgspec.Struct, frozen=True):
    action: Wire
    motive: str
    """Empty if the figures say it all."""
    facts: dict[str, int]
    measure: str = ""
    """The motive in figures; empty if there is none."""
    figures: dict[str, int] = {}
    compared: Compared | None = None
    """None if nothing was compared."""


class CoachedChoice(Advice, frozen=True):
    """A choice, its reason and what it brings."""

    behind: int | None = None
    """By how much it ends worse than the coach's choice, in dollars; None if they were not played on."""


class Coached(msgspec.Struct, frozen=True):
    topic: str
    choices: list[CoachedChoice]
    """The coach's choice first."""
    is_forced: bool = False
    """Whether nothing else can be done."""
    is_aimed: bool = False
    """Whether the first choice comes first because a lesson is about it."""


class Swing(msgspec.Struct, frozen=True):
    """The effect of a round on a player, in thousandths of all wealth."""

    seat: Player
    before: int
    after: int


class Turning(msgspec.Struct, frozen=True):
    """A round in which a player's share of all wealth changed much."""

    round: RoundView
    swings: list[Swing]
    """The largest first."""
    ply: int
    """The move that affected the first of them most."""


class Course(msgspec.Struct, frozen=True):
    """How a game went."""

    rounds: list[tuple[int, RoundView]]
    """The ply with which each round begins."""
    wealth: list[list[int]]
    """For each player, what he was worth after each ply, from 0 on."""
    turning: list[Turning]
    decisions: list[int]
    """Plies of important decisions, most important first: the position before the move."""
    invested: list[list[int]] = []
    """Where railroads have no shares: what the trains of each player cost, which his wealth leaves out; empty elsewhere."""

    @property
    def standing(self) -> list[list[int]]:
        """What turning points are measured by: wealth, and trains at cost where buying one is otherwise a plain loss."""
        if not self.invested:
            return self.wealth
        return [[a + b for a, b in zip(own, trains, strict=True)] for own, trains in zip(self.wealth, self.invested, strict=True)]


class Better(msgspec.Struct, frozen=True):
    """What a bot would have done instead, and by how much it prefers it: dollars at the end, give or take the scatter."""

    action: Wire
    gain: int
    scatter: int
    motive: str
    facts: dict[str, int]


class Reviewed(msgspec.Struct, frozen=True):
    better: Better | None
    """None if the bot would have done the same."""


class Answer(msgspec.Struct):
    """One line from a bot process."""

    number: int
    answer: msgspec.Raw = msgspec.Raw(b"null")
    failed: str = ""


class Asked(msgspec.Struct):
    """One line to a bot process."""

    number: int
    question: Question


def place_of(setup: Setup, state: State) -> Place:
    return Place(setup.title.name, setup.title.version, setup.players, _options(setup), take_snapshot(state))


def _options(setup: Setup) -> dict[str, str]:
    options: dict[str, Any] = options_of(setup)
    return {name: str(value) for name, value in options.items()}
