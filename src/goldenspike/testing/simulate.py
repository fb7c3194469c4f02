"""Simulated games between bots, with a seed, and optionally with all invariants checked after every action."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from goldenspike.bots.outside import dismiss
from goldenspike.bots.play import MOST_ACTIONS, next_action, seat_bots
from goldenspike.core.actions import Action, LayTile, PlaceToken
from goldenspike.core.game import Game, Result
from goldenspike.core.ids import by_player
from goldenspike.core.title import Setup
from goldenspike.testing.agreement import push_checked, snapshot, violations_of_position
from goldenspike.testing.invariants import (
    Violation,
    violations_of,
    violations_of_events,
    violations_of_purchase,
    violations_of_reach,
)

SAVE_EVERY = 25
"""With checks, a game is saved and loaded once per this many actions, and at its end."""

SaveCheck = Callable[[Game], list[Violation]]


@dataclass
class Finished:
    """One game that was played."""

    names: tuple[str, ...]
    """The bot of each player."""
    result: Result
    is_over: bool
    actions: int
    seconds: float
    violations: list[str]
    troubles: Sequence[str] = ()
    """What outside programs did wrong."""


def play_game(
    setup: Setup, names: Sequence[str], seed: int, number: int, check: bool, save_check: SaveCheck | None = None
) -> Finished:
    """Play one game from the first action to the last."""
    rng = Random(f"{seed}/{number}")
    bots = seat_bots(names, setup.players, seed, number)
    game = Game(setup)
    violations: list[str] = []
    started = perf_counter()
    while not game.is_over and game.ply < MOST_ACTIONS and not violations:
        action = next_action(game, bots, rng)
        if check:
            found = checked_push(game, action, rng)
            if save_check is not None and game.ply % SAVE_EVERY == 0:
                found.extend(save_check(game))
            violations.extend(f"game {number}, action {game.ply}, {action}: {violation}" for violation in found)
        else:
            game.push(action)
    if not game.is_over and not violations:
        violations.append(f"game {number}: no end after {game.ply} actions")
    if check and game.is_over:
        found = violations_of_replay(game) + (save_check(game) if save_check is not None else [])
        violations.extend(f"game {number}: {violation}" for violation in found)
    seconds = perf_counter() - started
    bot_names = tuple(bot.name for bot in bots)
    return Finished(bot_names, game.result(), game.is_over, game.ply, seconds, violations, dismiss(bots))


def checked_push(game: Game, action: Action, rng: Random) -> list[Violation]:
    """Push an action and check everything before and after."""
    found = violations_of_position(game, rng)
    before = game.state
    events, undo = push_checked(game, action)
    found.extend(undo)
    found.extend(violations_of(game.setup, game.state))
    found.extend(violations_of_purchase(game.setup, game.state, action))
    found.extend(violations_of_events(before, game.state, events))
    if isinstance(action, LayTile | PlaceToken):
        found.extend(violations_of_reach(game.setup, game.state))
    if game.is_over:
        found.extend(violations_of_position(game, rng))
    return found


def violations_of_replay(game: Game) -> list[Violation]:
    """Whether replaying the actions gives the same state."""
    again = Game(game.setup)
    for action in game.actions:
        again.push(action)
    return [] if snapshot(again.state) == snapshot(game.state) else [Violation("replay_differs", f"{game.ply} actions")]


@dataclass
class Score:
    """How one kind of bot did."""

    seats: int = 0
    wins: int = 0
    """Games in which it was richest; a tie counts for each."""
    wealth: int = 0

    @property
    def mean_wealth(self) -> float:
        return round(self.wealth / self.seats, 1) if self.seats else 0.0


@dataclass
class Summary:
    """The results of several games."""

    games: int = 0
    finished: int = 0
    actions: int = 0
    seconds: float = 0.0
    violations: list[str] = field(default_factory=list)
    end_reasons: Counter[str] = field(default_factory=Counter)
    bots: dict[str, Score] = field(default_factory=dict)

    @property
    def actions_per_second(self) -> float:
        return round(self.actions / self.seconds, 1) if self.seconds else 0.0

    def add(self, game: Finished) -> None:
        self.games += 1
        self.actions += game.actions
        self.seconds += game.seconds
        self.violations.extend(game.violations)
        if not game.is_over:
            return
        self.finished += 1
        self.end_reasons[game.result.reason.name.lower()] += 1
        for player, name in by_player(game.names):
            score = self.bots.setdefault(name, Score())
            score.seats += 1
            score.wealth += game.result.wealth[player]
            score.wins += player in game.result.winners


def simulate(
    setup: Setup,
    names: Sequence[str],
    games: int,
    seed: int,
    check: bool = False,
    save_check: SaveCheck | None = None,
) -> Iterator[Finished]:
    """Play games one after the other."""
    for number in range(games):
        yield play_game(setup, names, seed, number, check, save_check)
