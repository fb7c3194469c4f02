"""The interface of bots.

`Table` is all that a bot sees: the view of its seat, the position as that seat knows it, what it may do, and how long it may
think. Hidden amounts are replaced by a constant in that position (see `view.seen_state`), so a bot cannot
use hidden information, even by searching with the engine. Position, actions and offers are worked out only when a bot asks for
them: the true position stays with the functions that do so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import Setup
from goldenspike.view import View, seat_view, seen_state
from goldenspike.view.secrets import Visibility, visibility_for


@dataclass(frozen=True, slots=True)
class Limit:
    """The search limit for one decision; None leaves it to the bot.

    Nodes (actions tried out) give the same answer on every machine. Seconds are for tables at which somebody waits: what
    a bot answers may then depend on the machine.
    """

    seconds: float | None = None
    nodes: int | None = None


NO_LIMIT = Limit()


class Deadline:
    """Tells whether the time for a decision is over."""

    def __init__(self, seconds: float | None, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self.until = inf if seconds is None else clock() + seconds

    def __call__(self) -> bool:
        return self.until < inf and self._clock() >= self.until

    @property
    def poll(self) -> "Deadline | None":
        """For the route solver, which need not ask if there is no limit."""
        return self if self.until < inf else None

    def allows(self, work: Callable[[], object]) -> bool:
        """Do a piece of work; whether there is time to do it once more."""
        if self.until == inf:
            return True
        started = self._clock()
        work()
        now = self._clock()
        return now + (now - started) < self.until


NO_DEADLINE = Deadline(None)

Value = TypeVar("Value")


class kept(Generic[Value]):
    """A property that is computed once: `functools.cached_property` without the lock, which costs more than a table."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, table: Any, owner: type) -> Value:
        if table is None:
            return self  # type: ignore[return-value]  # the property itself, for documentation
        value = table.__dict__[self._name] = self._compute(table)
        return value

    if TYPE_CHECKING:

        def __set__(self, table: Any, value: Value) -> None: ...


class Table:
    """A game as one player sees it when asked."""

    def __init__(self, game: Game, player: Player, limit: Limit = NO_LIMIT) -> None:
        position = game.state
        self.setup: Setup = game.setup
        self.player = player
        self.limit = limit
        self._ask: Callable[[Callable[[Game, State, Player], Any]], Any] = lambda question: question(game, position, player)
        """Answers a question about the true position. Most tables are asked for nothing, so there is only one function."""

    @kept
    def state(self) -> State:
        """The position as the player knows it, for reading and for trying actions on a copy."""
        state: State = self._ask(_see)
        return state

    @kept
    def visibility(self) -> Visibility:
        """Whose money the player knows."""
        return visibility_for(self.setup, self.state, self.player)

    @kept
    def turn(self) -> tuple[int, ...]:
        """A key that identifies the current turn. Everybody knows it, so that no position need be made for it."""
        turn: tuple[int, ...] = self._ask(_find_turn)
        return turn

    @kept
    def view(self) -> View:
        """Everything the seat may see, as plain data with names."""
        return seat_view(self.setup, self.state, self.player)

    @kept
    def actions(self) -> list[Action]:
        """The legal actions whose amounts are given."""
        actions: list[Action] = self._ask(_list_actions)
        return actions

    @kept
    def offers(self) -> list[Offer]:
        """The legal actions whose amount the player chooses: bids and prices."""
        offers: list[Offer] = self._ask(_list_offers)
        return offers

    @property
    def is_forced(self) -> bool:
        """Whether there is only one thing to do."""
        return len(self.actions) + len(self.offers) == 1


def _see(game: Game, position: State, player: Player) -> State:
    return seen_state(game.setup, position, player)


def _find_turn(game: Game, position: State, player: Player) -> tuple[int, ...]:
    return turn_of(position)


def _list_actions(game: Game, position: State, player: Player) -> list[Action]:
    return list_actions(_game_at(game, position), player)


def _list_offers(game: Game, position: State, player: Player) -> list[Offer]:
    return _game_at(game, position).legal_for(player).offers()


def _game_at(game: Game, position: State) -> Game:
    """The game in the position that the table is about, although it may have gone on since."""
    return game if game.state is position else Game(game.setup, position)


def list_actions(game: Game, player: Player) -> list[Action]:
    """What a player may do, without the choices that have an amount."""
    setup, s = game.setup, game.state
    return [action for step in game.steps_now() for action in step.legal(setup, s, player)]


class Bot(Protocol):
    """A player. The same seed and the same tables give the same answers."""

    name: str

    def choose(self, table: Table) -> Action:
        """Choose an action when the game waits for this player."""
        ...

    def interject(self, table: Table) -> Action | None:
        """An action out of turn, or None; called before every action of other players."""
        ...


class BotMaker(Protocol):
    def __call__(self, rng: Random) -> Bot: ...


def turn_of(state: State) -> tuple[int, ...]:
    """A key that identifies the current turn, for bots that remember what they have tried in it."""
    return (state.round, state.round_number, state.operating_round, state.operating, state.turn)
