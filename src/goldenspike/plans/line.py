"""The moves of a plan, played out from a position."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.reasons import IllegalAction, Refusal
from goldenspike.core.state import State
from goldenspike.core.title import Setup


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the plan, and the position after it."""

    action: Action
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first move that does not fit."""

    action: Action
    refusal: Refusal | None
    """Why; None if something is drawn before it, which no plan can know."""


@dataclass(frozen=True, slots=True)
class Line:
    start: State
    steps: tuple[Step, ...]
    """The moves that fit."""
    misfit: Misfit | None = None
    rest: tuple[Action, ...] = ()
    """The misfit and what comes after it."""

    @property
    def state(self) -> State:
        """The position at the end."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(step.action for step in self.steps)


def replay(setup: Setup, start: State, moves: Sequence[Action]) -> Line:
    """Play the moves out as far as they are legal. It may take a while if trains run."""
    game = Game(setup, start)
    steps: list[Step] = []
    for number, action in enumerate(moves):
        rest = tuple(moves[number:])
        if game.actors == (CHANCE,):
            return Line(start, tuple(steps), Misfit(action, None), rest)
        try:
            events = game.push(action)
        except IllegalAction as error:
            return Line(start, tuple(steps), Misfit(action, error.refusal), rest)
        steps.append(Step(action, tuple(events), game.state))
    return Line(start, tuple(steps))
