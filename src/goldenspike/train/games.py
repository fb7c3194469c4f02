"""Games for training: who sits where, and what the recorded seats saw, chose and achieved.

The environment of the learned player: `play` steps through one game, `play_all` through several side by side, so that the network
judges a decision of each at once. Draws and steps with one candidate are passed over; a seat is recorded at each real choice.
Seats are held by the network, which draws its choices by their chances, by an earlier network, or by bots by name, which can be
recorded as teachers.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from goldenspike.bots.arena import setup_of
from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.magnate.candidates import closest
from goldenspike.bots.magnate.features import Decision, Reader
from goldenspike.bots.magnate.network import Judgment, Network
from goldenspike.bots.magnate.player import MagnateBot
from goldenspike.bots.play import MOST_ACTIONS, choose_actor, unasked_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.scripted import OpeningBot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.title import RoundKind, Setup
from goldenspike.train.samples import Notebook, Report, collect

Weights = dict[str, npt.NDArray[np.float16]]

LEARNER: Final = "learner"
"""The name of a seat that the network holds."""
EARLIER: Final = "earlier"
"""The name of a seat that an earlier network holds, playing its first choices."""


@dataclass(frozen=True, slots=True)
class Order:
    """One game to play: everything that another process needs."""

    seed: str
    names: tuple[str, ...]
    """Who holds each seat."""
    weights: Weights | None = None
    earlier: Weights | None = None
    """Of the network that holds the seats of that name."""
    recorded: frozenset[str] = frozenset((LEARNER,))
    varied: bool = False
    """Whether other bots hold the first auction, so that games differ."""
    greedy: bool = False
    """Whether the network plays its first choice instead of drawing."""
    players: int = 4
    version: str = "classic"


class Teacher:
    """A bot whose choices are recorded; choices that the magnate does not consider are left out."""

    def __init__(self, bot: Bot, reader: Reader, notebook: Notebook) -> None:
        self.bot = bot
        self.name = bot.name
        self.reader = reader
        self.notebook = notebook

    def choose(self, table: Table) -> Action:
        action = self.bot.choose(table)
        decision = self.reader.read(table, set())
        if len(decision.candidates) > 1:
            place = closest(decision.candidates, action)
            if place >= 0:
                self.notebook.note(decision, place, None, 0.0)
        return action

    def interject(self, table: Table) -> Action | None:
        return self.bot.interject(table)


class Limited:
    """A bot that may try out only so many actions for an answer."""

    def __init__(self, bot: Bot, nodes: int) -> None:
        self.bot = bot
        self.name = bot.name
        self.limit = Limit(nodes=nodes)

    def choose(self, table: Table) -> Action:
        table.limit = self.limit
        return self.bot.choose(table)

    def interject(self, table: Table) -> Action | None:
        table.limit = self.limit
        return self.bot.interject(table)


class Learner(MagnateBot):
    """The network at a table, drawing its choices and recording them."""

    def __init__(self, rng: Random, network: Network, reader: Reader, notebook: Notebook, greedy: bool) -> None:
        super().__init__(rng, network)
        self._reader = reader
        self._notebook = notebook
        self._greedy = greedy

    def decide(self, table: Table, decision: Decision, judgment: Judgment) -> Action:
        if self._greedy:
            return super().decide(table, decision, judgment)
        place = self._rng.choices(range(len(judgment.chances)), judgment.chances.tolist())[0]
        self._notebook.note(decision, place, judgment, 0.0)
        return decision.candidates[place]


Playing = Generator[Decision, Judgment, Report]
"""A game that yields the decisions of the network, is sent its judgments, and returns its report."""


def play(order: Order) -> Report:
    """Play one game."""
    return play_all((order,))[0]


def play_all(orders: Sequence[Order]) -> list[Report]:
    """Play games with the same network side by side."""
    network = _network_of(orders[0].weights)
    reports: list[Report | None] = [None] * len(orders)
    games = [_playing(order, network) for order in orders]
    judgments: list[Judgment | None] = [None] * len(orders)
    running = list(range(len(orders)))
    while running:
        asked: list[int] = []
        decisions: list[Decision] = []
        for number in running:
            judgment = judgments[number]
            try:
                decisions.append(next(games[number]) if judgment is None else games[number].send(judgment))
                asked.append(number)
            except StopIteration as ended:
                reports[number] = ended.value
        if network is not None and asked:
            judged = network.judge_all([each.position for each in decisions], [each.rows for each in decisions])
            for number, judgment in zip(asked, judged, strict=True):
                judgments[number] = judgment
        running = asked
    return [report for report in reports if report is not None]


def _playing(order: Order, network: Network | None) -> Playing:
    setup = setup_of("1830", order.version, order.players, ())
    reader = _reader(setup)
    notebooks = [Notebook() for _ in order.names]
    earlier = _network_of(order.earlier)
    bots = [_seat(order, seat, network, earlier, reader, notebook) for seat, notebook in enumerate(notebooks)]
    game, rng = Game(setup), Random(order.seed)
    openers: list[Bot] = [OpeningBot(Random(f"{order.seed}/opening/{player}")) for player in setup.all_players]
    silent = frozenset(seat for seat, bot in enumerate(bots) if isinstance(bot, MagnateBot) and bot.sit_down(setup))
    while not game.is_over and game.ply < MOST_ACTIONS:
        seated = openers if order.varied and game.state.round in (RoundKind.SEATING, RoundKind.AUCTION) else bots
        action = unasked_action(game, seated, rng, silent if seated is bots else frozenset())
        if action is None:
            actor = choose_actor(game, rng)
            table, bot = Table(game, actor), seated[actor]
            if isinstance(bot, Learner):
                decision = bot.read(table)
                if len(decision.candidates) == 1:
                    action = decision.candidates[0]
                else:
                    action = bot.answer(table, decision, (yield decision))
            else:
                action = bot.choose(table)
            game.push(action)
            _note_share(game, actor, notebooks[actor])
        else:
            game.push(action)
    wealth = game.result().wealth
    decided = sum(len(notebook.chosen) for notebook in notebooks)
    return Report(order.names, wealth, game.is_over, decided, collect(notebooks, wealth))


def _seat(order: Order, seat: int, network: Network | None, earlier: Network | None, reader: Reader, notebook: Notebook) -> Bot:
    """The bot that holds a seat; `baron-hard/0` is one that may try out no actions."""
    rng_seed, (name, _, nodes) = f"{order.seed}/{seat}", order.names[seat].partition("/")
    if name == LEARNER:
        assert network is not None
        return Learner(Random(rng_seed), network, reader, notebook, order.greedy)
    if name == EARLIER:
        return MagnateBot(Random(rng_seed), earlier)
    bot = make_bot(name, rng_seed)
    if nodes:
        bot = Limited(bot, int(nodes))
    return Teacher(bot, reader, notebook) if order.names[seat] in order.recorded else bot


def _network_of(weights: Weights | None) -> Network | None:
    return Network({name: array.astype(np.float32) for name, array in weights.items()}) if weights else None


@cache
def _reader(setup: Setup) -> Reader:
    """One for all games of a setup."""
    return Reader(setup)


def _note_share(game: Game, player: Player, notebook: Notebook) -> None:
    """The part of all wealth that a player has after a choice, for rewards on the way."""
    if notebook.shares and notebook.shares[-1] == 0.0:
        wealth = game.result().wealth
        notebook.shares[-1] = max(1e-6, wealth[player] / max(1, sum(wealth)))
