"""Game: the game of core, with words and pictures for people.

A `repr` is code wherever it can be pasted back; `str` and `text` are words.
"""

from collections.abc import Sequence
from typing import Any

from goldenspike import svg
from goldenspike.core import game as engine
from goldenspike.core import reasons
from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.ids import Player
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.prompt.position import print_position
from goldenspike.text import FALLBACK, Context, describe_action, money, say, say_all, why


class Happened:
    """An event that can be put into words. In all else it is the event of core: in its fields, `isinstance`, `==` and `repr`.

    It wraps the event, because the compiled events of core cannot be extended.
    """

    def __init__(self, event: Event, context: Context) -> None:
        self._event = event
        self._context = context

    def text(self, language: str = FALLBACK) -> str:
        """What happened, as a sentence."""
        return say(self._event, self._context, language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return repr(self._event)

    @property  # type: ignore[misc]  # `isinstance` asks for it and never sets it.
    def __class__(self) -> Any:
        return type(self._event)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # Only fields are the event's; copying asks before there is an event.
        return getattr(self._event, name)

    def __eq__(self, other: object) -> bool:
        return self._event == (other._event if isinstance(other, Happened) else other)


class Events(list[Any]):
    """What happened in one move; each of the events has a `text` of its own."""

    def __init__(self, events: Sequence[Event], context: Context) -> None:
        super().__init__(Happened(event, context) for event in events)
        self._events = events
        self._context = context

    def text(self, language: str = FALLBACK) -> str:
        """A sentence on a line of its own for each thing that happened."""
        return "\n".join(say_all(self._events, self._context, language))

    def __str__(self) -> str:
        return self.text()


class Refusal(reasons.Refusal):
    """Why an action is illegal."""

    _action: Action
    _context: Context

    def __init__(self, refusal: reasons.Refusal, action: Action, context: Context) -> None:
        super().__init__(refusal.reason, refusal.facts)
        # What it extends is immutable.
        object.__setattr__(self, "_action", action)
        object.__setattr__(self, "_context", context)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refusal, (reasons.Refusal(self.reason, self.facts), self._action, self._context)

    def text(self, language: str = FALLBACK) -> str:
        """The reason with the paragraph of the rule book."""
        return why(self, self._context, language, self._action)

    def __str__(self) -> str:
        return self.text()


class Legal(engine.Legal):
    """The legal actions; printed, each is a line of code with what it does."""

    def __init__(self, game: "Game", player: Player | None) -> None:
        super().__init__(game, player)
        self._described = game

    def text(self, language: str = FALLBACK) -> str:
        """The actions as code, with a comment that says what each of them does; an amount is the lowest of its range."""
        ranges: dict[Action, str] = {
            offer.action: f", {money(offer.lo, language)}–{money(offer.hi, language)}"
            for offer in self.offers()
            if offer.hi > offer.lo
        }
        shown = [(repr(action), self._described.text(action, language) + ranges.get(action, "")) for action in self]
        width = max((len(code) for code, _ in shown), default=0)
        return "\n".join(f"{code:{width}}  # {words}" for code, words in shown)

    def __str__(self) -> str:
        return self.text()


class Game(engine.Game):
    """A game that prints its position, draws its board and puts what happens into words."""

    def __init__(self, setup: Setup, state: State | None = None, names: Sequence[str] = ()) -> None:
        super().__init__(setup, state)
        self.context = Context(setup, tuple(names))
        """What the players are called, for all words."""

    @staticmethod
    def of(game: engine.Game, names: Sequence[str] = ()) -> "Game":
        """The same position, with its past, of a game that was replayed or resumed."""
        twin = Game(game.setup, game.state, names)
        twin.take_over_past(game)
        return twin

    def copy(self) -> "Game":
        return Game.of(super().copy(), self.context.players)

    def __reduce__(self) -> tuple[Any, ...]:
        made, (setup, state), past = super().__reduce__()
        return made, (setup, state, self.context.players), past

    @property
    def legal(self) -> Legal:
        return Legal(self, None)

    def legal_for(self, player: Player) -> Legal:
        return Legal(self, player)

    def refuse(self, action: Action) -> Refusal | None:
        refusal = super().refuse(action)
        return None if refusal is None else Refusal(refusal, action, self.context)

    def push(self, action: Action) -> Events:
        try:
            return Events(super().push(action), self.context)
        except IllegalAction as error:
            error.add_note(why(error.refusal, self.context, FALLBACK, action))
            raise

    def text(self, thing: Action | Event | Happened | reasons.Refusal, language: str = FALLBACK) -> str:
        """What a single action does, what happened in an event, or the reason of a refusal."""
        if isinstance(thing, Happened):
            return thing.text(language)
        if isinstance(thing, reasons.Refusal):
            return why(thing, self.context, language)
        if isinstance(thing, Action):
            return describe_action(thing, self.context, language, self.state)
        return say(thing, self.context, language)

    def __str__(self) -> str:
        return print_position(self, self.context)

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        return svg.board(self.setup, self.state)
