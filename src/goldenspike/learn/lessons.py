"""The lessons: where each begins, who plays, what is to be done and when it is over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from goldenspike.bots.base import list_actions
from goldenspike.core.actions import Action
from goldenspike.core.events import Event, GameEnded
from goldenspike.core.game import Game
from goldenspike.core.ids import Holder, Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.record.wire import Wire, from_wire
from goldenspike.titles.catalogue import make

OPENINGS: Final = files("goldenspike.learn").joinpath("openings")
GENTLE: Final = "gentle"
FIRST: Final = Player(Holder(0))


@dataclass(frozen=True, slots=True)
class Situation:
    """How far a lesson has come, as the learner's seat sees it."""

    setup: Setup
    state: State
    seat: Player
    events: Sequence[Event]
    """What has happened since the lesson began."""


Condition = Callable[[Situation], bool]


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do. The words are the message `task.<id>`."""

    id: str
    is_done: Condition
    at_end: bool = False
    """Whether it counts only at the end of the lesson."""


def _after(now: Situation, action: Action) -> Situation:
    game = Game(now.setup, now.state)
    events = game.push(action)
    return replace(now, state=game.state, events=[*now.events, *events])


def game_over(now: Situation) -> bool:
    return any(isinstance(event, GameEnded) for event in now.events)


@dataclass(frozen=True, slots=True)
class Lesson:
    id: str
    version: str
    tasks: tuple[Task, ...]
    ends: Condition
    """Whether it is over; it is in any case when all tasks are done, unless one counts at the end."""
    title: str = "1830"
    players: int = 3
    options: tuple[tuple[str, str], ...] = (("seating", "free"),)
    opening: str = ""
    """A file with the moves that lead to its position; empty if it begins with the game."""
    aims: tuple[str, ...] = ()
    """The kinds of actions that do its tasks: the coach prefers them until the tasks are done."""
    rules: tuple[str, ...] = ()
    """The paragraphs of the rules reference that it is about."""
    seat: Player = FIRST
    bot: str = GENTLE
    is_coached: bool = True

    def standing(self, now: Situation) -> "LessonStanding":
        done = [task.is_done(now) for task in self.tasks]
        over = self.ends(now) or (all(done) and not any(task.at_end for task in self.tasks))
        states = [
            ("done" if is_done else "missed") if over else "done" if is_done and not task.at_end else "open"
            for task, is_done in zip(self.tasks, done, strict=True)
        ]
        return LessonStanding(tuple(zip((task.id for task in self.tasks), states, strict=True)), over)

    def aims_of(self, now: Situation) -> list[Action]:
        """What the coach prefers: the legal actions of its kinds that do open tasks at once, as many of them as possible."""
        open_tasks = [task for task in self.tasks if not task.is_done(now)]
        if not self.aims or not open_tasks:
            return []
        legal = list_actions(Game(now.setup, now.state), now.seat)
        aimed = [(action, _after(now, action)) for action in legal if type(action).__name__ in self.aims]
        done = [(sum(task.is_done(after) for task in open_tasks), action) for action, after in aimed]
        most = max((count for count, _ in done), default=0)
        return [action for count, action in done if count == most > 0]


@dataclass(frozen=True, slots=True)
class LessonStanding:
    tasks: tuple[tuple[str, str], ...]
    """Each task by id: open, done or missed."""
    is_over: bool

    @property
    def is_passed(self) -> bool:
        return self.is_over and all(state == "done" for _, state in self.tasks)


@cache
def opening_of(lesson: Lesson) -> tuple[Setup, tuple[Action, ...]]:
    """The game of a lesson and the moves that lead to its position."""
    setup = make(lesson.title, lesson.version, lesson.players, dict(lesson.options))
    if not lesson.opening:
        return setup, ()
    wires = msgspec.json.decode(OPENINGS.joinpath(f"{lesson.opening}.json").read_bytes(), type=list[Wire])
    return setup, tuple(from_wire(setup, wire) for wire in wires)


def start(lesson: Lesson) -> Game:
    """The game at the position where the lesson begins."""
    setup, actions = opening_of(lesson)
    game = Game(setup)
    for action in actions:
        game.push(action)
    return game
