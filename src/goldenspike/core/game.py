"""Game: list and check legal actions, push them, pop them (in the style of python-chess)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from goldenspike.core.actions import Action, DealPrivates, DrawRevenue, DrawSeats, DrawToken, Route
from goldenspike.core.events import EndReason, Event
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player, by_player
from goldenspike.core.ledger import Ledger
from goldenspike.core.past import Past
from goldenspike.core.question import Question
from goldenspike.core.reasons import IllegalAction, Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Step
from goldenspike.core.title import RoundKind, Setup
from goldenspike.core.wellformed import refuse_malformed

OVER: Final = RoundKind.OVER
"""Asked with every action; Python 3.11 takes long to read a member of an enumeration."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the reason, and each player's wealth."""

    reason: EndReason
    wealth: tuple[int, ...]

    @property
    def winners(self) -> tuple[Player, ...]:
        best = max(self.wealth)
        return tuple(player for player, wealth in by_player(self.wealth) if wealth == best)


class Legal:
    """The legal actions of one player, or of everybody: a set-like view; membership asks the rules without building a list."""

    def __init__(self, game: "Game", player: Player | None) -> None:
        self._game = game
        self._player = player

    def __contains__(self, action: Action) -> bool:
        if self._player is not None and player_of(action) != self._player:
            return False
        return self._game.refuse(action) is None

    def __iter__(self) -> Iterator[Action]:
        """All legal actions; a choice with an amount (see `offers`) is listed with its lowest amount only."""
        game = self._game
        for player in self._players():
            for step in game.steps_now():
                yield from step.legal(game.setup, game.state, player)
            for offer in self._offers_of(player):
                yield offer.action

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._game, self._player)

    def __repr__(self) -> str:
        return f"<Legal {list(self)}>"

    def offers(self) -> list[Offer]:
        """Choices with an amount: bids and prices."""
        return [offer for player in self._players() for offer in self._offers_of(player)]

    def _offers_of(self, player: Player) -> list[Offer]:
        game = self._game
        setup, s = game.setup, game.state
        if game.is_over:
            return []
        return [offer for step in setup.plan.in_force(s).with_offers for offer in step.offers(setup, s, player)]

    def _players(self) -> tuple[Player, ...]:
        if self._player is not None:
            return (self._player,)
        return (CHANCE,) if self._game.actors == (CHANCE,) else self._game.state.seating


def question_of(setup: Setup, s: State) -> Question:
    """What is asked in a position, of whom and about what."""
    return Question("over") if s.round == OVER else setup.plan.step_at(s).question(setup, s)


class Game:
    """The game at one table. `push` applies an action and returns its events; `pop` undoes the last one."""

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        self.setup = setup
        self.state = setup.plan.flow.opening(setup) if state is None else state
        self._actions: list[Action] = []
        """Actions since the game was resumed or started."""
        self._earlier: Callable[[], list[Action]] | None = None
        self._earlier_plies = 0
        self._past = Past()
        """The states before those actions; a resumed game has none from before its snapshot."""
        self._runs: dict[int, tuple[Route, ...]] = {}
        """The best runs that were found since then, by the ply of the action."""
        self._earlier_runs: Callable[[], dict[int, tuple[Route, ...]]] | None = None
        self._accepted: tuple[State, Action, Step] | None = None
        """The action last found legal, in which state, and the step that takes it."""

    def __repr__(self) -> str:
        title, asked = self.setup.title, self.question
        asks = [asked.kind, *["chance" if player == CHANCE else f"player {player}" for player in asked.players]]
        return f"<Game {title.name} {title.version}, {self.setup.players} players, ply {self.ply}: {', '.join(asks)}>"

    @staticmethod
    def resume(
        setup: Setup,
        state: State,
        plies: int,
        earlier: Callable[[], list[Action]],
        earlier_runs: Callable[[], dict[int, tuple[Route, ...]]] | None = None,
    ) -> "Game":
        """Resume a game from a snapshot after `plies` actions; these and the runs are asked for only when they are needed."""
        game = Game(setup, state)
        game._earlier = earlier
        game._earlier_plies = plies
        game._earlier_runs = earlier_runs
        return game

    @property
    def actions(self) -> list[Action]:
        """All actions from the first."""
        if self._earlier is not None:
            self._actions = [*self._earlier(), *self._actions]
            self._earlier = None
            self._earlier_plies = 0
        return self._actions

    @property
    def runs(self) -> dict[int, tuple[Route, ...]]:
        """The best runs that the engine has found, by the ply of the action that asked for them: they take long to find again."""
        if self._earlier_runs is not None:
            self._runs = {**self._earlier_runs(), **self._runs}
            self._earlier_runs = None
        return self._runs

    @property
    def is_over(self) -> bool:
        return self.state.round == OVER

    @property
    def actors(self) -> tuple[Player, ...]:
        """The players the game is waiting for: CHANCE for a draw, empty when the game is over."""
        return () if self.is_over else self._step().actors(self.setup, self.state)

    @property
    def question(self) -> Question:
        """What is asked now, of whom and about what."""
        return question_of(self.setup, self.state)

    @property
    def legal(self) -> Legal:
        return Legal(self, None)

    def legal_for(self, player: Player) -> Legal:
        return Legal(self, player)

    def _step(self) -> Step:
        return self.setup.plan.step_at(self.state)

    def steps_now(self) -> tuple[Step, ...]:
        """The active step, and those whose actions are allowed beside it."""
        return () if self.is_over else self.setup.plan.in_force(self.state).steps

    def refuse(self, action: Action) -> Refusal | None:
        """Why the action is illegal now, or None."""
        return self._judge(action)[1]

    def push(self, action: Action) -> list[Event]:
        """Apply a legal action and return its events. An illegal one raises IllegalAction and changes nothing."""
        return self.push_recorded(action, None)

    def push_recorded(self, action: Action, run: tuple[Route, ...] | None) -> list[Event]:
        """Push an action of a record that is trusted: if the action asks for the best run, `run` is only checked to be legal."""
        step, refusal = self._judge(action)
        if step is None or refusal is not None:
            raise IllegalAction(refusal or Refusal(Reason.NOT_NOW), action)
        setup, before = self.setup, self.state
        ledger = Ledger(setup, before.copy(), before, run)
        step.apply(ledger, action)
        setup.plan.flow.settle(ledger)
        self.state = ledger.state  # Only now: an interrupt, while a best run is looked for, must change nothing.
        self._past.append(before)
        if ledger.best_run is not None:
            self._runs[self.ply] = ledger.best_run
        self._actions.append(action)
        return ledger.events

    def _judge(self, action: Action) -> tuple[Step | None, Refusal | None]:
        """The step that accepts the action, or why it is illegal.

        Programs that ask `refuse` before they `push` pay once: no state changes after it was reached.
        """
        last = self._accepted
        if last is not None and last[1] is action and last[0] is self.state:
            return last[2], None
        if self.is_over:
            return None, Refusal(Reason.GAME_OVER)
        refusal = refuse_malformed(self.setup, action)
        if refusal is not None:
            return None, refusal
        return self._find_step(action)

    def _find_step(self, action: Action) -> tuple[Step | None, Refusal | None]:
        """The step that accepts a well-formed action, or the first step's refusal."""
        setup, s = self.setup, self.state
        first: Refusal | None = None
        for step in setup.plan.in_force(s).that_take(type(action)):
            refusal = step.refuse(setup, s, action)
            if refusal is None:
                self._accepted = (s, action, step)
                return step, None
            if first is None:
                first = refusal
        if first is None:
            first = Refusal(Reason.MUST_ANSWER_FIRST if s.pending else Reason.NOT_NOW)
        return None, first

    def pop(self) -> Action:
        """Undo the last action."""
        self.state = self._past.pop(self._play_again)
        action = self._actions.pop()
        self._runs.pop(self.ply, None)
        return action

    @property
    def ply(self) -> int:
        """The number of actions so far."""
        return self._earlier_plies + len(self._actions)

    def state_at(self, ply: int) -> State:
        """The state after `ply` actions; a resumed game has none from before its snapshot (LookupError)."""
        if ply == self.ply:
            return self.state
        first = self.ply - len(self._past)
        if not first <= ply < self.ply:
            raise LookupError(ply)
        return self._past.at(ply - first, self._play_again)

    def _play_again(self, state: State, start: int, end: int) -> list[State]:
        """The states after number `start` of the past, which is given, up to number `end`."""
        first = self.ply - len(self._past)
        again = Game(self.setup, state)
        found: list[State] = []
        for ply in range(first + start, first + end):
            again.push_recorded(self._actions[ply - self._earlier_plies], self._runs.get(ply))
            found.append(again.state)
        return found

    def copy(self) -> "Game":
        """An independent game in the same position, with its history."""
        twin = Game(self.setup, self.state.copy())
        twin.take_over_past(self)
        return twin

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle also holds what a resumed game has not read yet."""
        return type(self), (self.setup, self.state), (self.actions, self.runs, self._past)

    def __setstate__(self, kept: tuple[list[Action], dict[int, tuple[Route, ...]], Past]) -> None:
        self._actions, self._runs, self._past = kept

    def take_over_past(self, other: "Game") -> None:
        """Have the actions and earlier states of another game in the same position, for `pop` and the record."""
        self._actions = other._actions.copy()
        self._earlier = other._earlier
        self._earlier_plies = other._earlier_plies
        self._past = other._past.copy()
        self._runs = other._runs.copy()
        self._earlier_runs = other._earlier_runs

    def result(self) -> Result:
        """Each player's current wealth; final when the game is over."""
        s = self.state
        wealth = tuple(self.setup.plan.flow.wealth(self.setup, s, player) for player in self.setup.all_players)
        return Result(EndReason(s.end_reason), wealth)


def player_of(action: Action) -> Player:
    """Who acts; CHANCE for what is drawn."""
    return CHANCE if isinstance(action, (DrawSeats, DealPrivates, DrawToken, DrawRevenue)) else action.player
