"""Tournaments: many games between bots, with rotating seats.

Games come in sets: in one set draws and bots' random numbers are the same, and from game to game every bot moves on one seat.
Where openings are varied, every second set begins after an auction held by others, so that games differ and still compare.

A game is one task. A backend runs the tasks: in this process, in several processes, or on a Ray cluster. The same seed
gives the same games on each of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context
from random import Random
from time import process_time

from goldenspike.bots.base import Bot, Table
from goldenspike.bots.notes import Notes, Observer
from goldenspike.bots.outside import dismiss
from goldenspike.bots.play import MOST_ACTIONS, next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.scripted import OpeningBot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.ids import Player, by_player
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.catalogue import make


class NoBackend(Exception):
    """A backend that is not installed; the message says what to install."""


@dataclass(frozen=True)
class Task:
    """One game of a tournament: everything that another process needs to play it."""

    title: str
    version: str | None
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    seed: int
    number: int
    varied: bool = False
    """Whether the first auction of every second set of games is held by other bots."""

    @property
    def opening(self) -> int:
        """Which set of games it belongs to."""
        return self.number // len(self.bots)


@dataclass
class Played:
    """How a game ended, by place at the table."""

    number: int
    names: tuple[str, ...]
    wealth: tuple[int, ...]
    reason: str
    is_over: bool
    actions: int
    seconds: float
    thinking: dict[str, list[float]] = field(default_factory=dict)
    """Seconds of processor time for each answer, by bot."""
    troubles: tuple[str, ...] = ()
    """Failures of external programs."""
    notes: Notes = field(default_factory=Notes)
    task: Task | None = None
    """What was to be played."""

    @property
    def set_of_games(self) -> tuple[object, ...]:
        """The same for games that differ only in the seats."""
        if self.task is not None:
            return (replace(self.task, number=0), self.task.opening)
        return (tuple(sorted(self.names)), self.number // len(self.names))

    @property
    def winners(self) -> tuple[Player, ...]:
        best = max(self.wealth)
        return tuple(player for player, wealth in by_player(self.wealth) if wealth == best)

    def margin(self, player: Player) -> float:
        """By how much a player is richer than the others on average, as a part of the average of all."""
        total = sum(self.wealth)
        others = (total - self.wealth[player]) / max(1, len(self.wealth) - 1)
        return (self.wealth[player] - others) * len(self.wealth) / total if total else 0.0


class Timed:
    """A bot whose CPU time is measured."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.seconds: list[float] = []

    def choose(self, table: Table) -> Action:
        started = process_time()
        action = self.bot.choose(table)
        self.seconds.append(process_time() - started)
        return action

    def interject(self, table: Table) -> Action | None:
        return self.bot.interject(table)


@cache
def setup_of(title: str, version: str | None, players: int, options: tuple[tuple[str, str], ...]) -> Setup:
    """One setup for all games of a process, so that its caches are reused."""
    return make(title, version, players, dict(options))


def play(task: Task) -> Played:
    """Play one game."""
    setup = setup_of(task.title, task.version, task.players, task.options)
    rng = Random(f"{task.seed}/{task.opening}")
    places = [(player + task.number) % len(task.bots) for player in range(task.players)]
    seeds = [
        f"{task.seed}/{task.opening}/{place + len(task.bots) * (player // len(task.bots))}" for player, place in enumerate(places)
    ]
    bots = [Timed(make_bot(task.bots[place], seed)) for place, seed in zip(places, seeds, strict=True)]
    game = Game(setup)
    observer = Observer(game)
    started = process_time()
    if task.varied and task.opening % 2:
        openers = [OpeningBot(Random(f"{task.seed}/{task.opening}/opening/{player}")) for player in setup.all_players]
        while game.state.round in (RoundKind.SEATING, RoundKind.AUCTION):
            observer.see(game.push(next_action(game, openers, rng)))
    while not game.is_over and game.ply < MOST_ACTIONS:
        observer.see(game.push(next_action(game, bots, rng)))
    result = game.result()
    thinking: dict[str, list[float]] = {}
    for bot in bots:
        thinking.setdefault(bot.name, []).extend(bot.seconds)
    return Played(
        task.number,
        tuple(bot.name for bot in bots),
        result.wealth,
        result.reason.name.lower(),
        game.is_over,
        game.ply,
        process_time() - started,
        thinking,
        tuple(dismiss(bot.bot for bot in bots)),
        observer.finish(),
        task,
    )


def tasks(
    title: str,
    version: str | None,
    players: int,
    options: Mapping[str, str],
    bots: Sequence[str],
    games: int,
    seed: int,
    varied: bool = False,
) -> list[Task]:
    """The games of a tournament; from one to the next every bot moves on one seat."""
    chosen = tuple(sorted(options.items()))
    return [Task(title, version, players, chosen, tuple(bots), seed, number, varied) for number in range(games)]


# --- backends


def run_here(games: Sequence[Task], jobs: int) -> Iterator[Played]:
    yield from map(play, games)


def run_in_processes(games: Sequence[Task], jobs: int) -> Iterator[Played]:
    """As many processes as wanted; games come back as they end."""
    if jobs == 1:
        yield from run_here(games, jobs)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(play, games)


def run_on_ray(games: Sequence[Task], jobs: int) -> Iterator[Played]:
    """On a Ray cluster, the one that RAY_ADDRESS names or a local one; `jobs` is left to Ray."""
    try:
        import ray  # type: ignore[import-not-found,unused-ignore]
    except ModuleNotFoundError:
        raise NoBackend("the backend ray needs Ray: pip install 'goldenspike[ray]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    remote = ray.remote(play)
    waiting = [remote.remote(game) for game in games]
    while waiting:
        ready, waiting = ray.wait(waiting, num_returns=1)
        yield from ray.get(ready)


BACKENDS: dict[str, Callable[[Sequence[Task], int], Iterator[Played]]] = {"local": run_in_processes, "ray": run_on_ray}
