"""Games as training data: what the recorded seats saw, chose and achieved.

The environment of the learned player: `play` steps through one game. Draws and steps with one candidate are passed over; a seat
is recorded at each real choice. Seats are held by the network, which draws its choices by their chances, or by bots by name,
which can be recorded as teachers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from goldenspike.bots.arena import setup_of
from goldenspike.bots.base import Bot, Table
from goldenspike.bots.magnate.candidates import closest
from goldenspike.bots.magnate.features import Decision, Reader
from goldenspike.bots.magnate.network import Judgment, Network
from goldenspike.bots.magnate.player import MagnateBot
from goldenspike.bots.play import MOST_ACTIONS, next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.scripted import OpeningBot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.ids import by_player
from goldenspike.core.title import RoundKind, Setup

LEARNER: Final = "learner"
"""The name of a seat that the network holds."""
WIN: Final = 0.5
"""What a victory adds to the result of a game, besides the margin."""

Half = npt.NDArray[np.float16]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Order:
    """One game to play: everything that another process needs."""

    seed: str
    names: tuple[str, ...]
    """Who holds each seat."""
    weights: dict[str, npt.NDArray[np.float16]] | None = None
    recorded: frozenset[str] = frozenset((LEARNER,))
    varied: bool = False
    """Whether other bots hold the first auction, so that games differ."""
    greedy: bool = False
    """Whether the network plays its first choice instead of drawing."""
    players: int = 4
    version: str = "classic"


@dataclass(slots=True)
class Samples:
    """Decisions, one after the other; the rows of all candidates are joined, `counts` for each decision."""

    positions: Half
    rows: Half
    counts: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.int64]
    chances: Floats
    """Of the chosen candidate when it was chosen."""
    values: Floats
    """What the network expected then."""
    shares: Floats
    """The part of all wealth that the seat had then."""
    results: Floats
    """What the seat achieved in the end."""
    seats: npt.NDArray[np.int64]
    """Number of the seat, and of the game once games are joined: decisions of one number belong together."""


@dataclass(slots=True)
class Report:
    """A finished game."""

    names: tuple[str, ...]
    wealth: tuple[int, ...]
    is_over: bool
    decisions: int
    """Real choices of all seats that were recorded."""
    samples: Samples | None

    def result(self, seat: int) -> float:
        """The margin over the mean of the others, in parts of the mean of all, and something for a victory."""
        return margin_of(self.wealth, seat) + WIN * (won_by(self.wealth, seat) - 1 / len(self.wealth))


def margin_of(wealth: Sequence[int], seat: int) -> float:
    others = (sum(wealth) - wealth[seat]) / max(1, len(wealth) - 1)
    return max(-1.0, min(1.0, (wealth[seat] - others) * len(wealth) / max(1, sum(wealth))))


def won_by(wealth: Sequence[int], seat: int) -> float:
    """1 for the winner; a shared victory counts in parts."""
    best = max(wealth)
    return (wealth[seat] == best) / sum(other == best for other in wealth)


@dataclass(slots=True)
class Notebook:
    """What one seat saw and chose."""

    decisions: list[Decision] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    judgments: list[Judgment | None] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    def note(self, decision: Decision, chosen: int, judgment: Judgment | None, share: float) -> None:
        self.decisions.append(decision)
        self.chosen.append(chosen)
        self.judgments.append(judgment)
        self.shares.append(share)


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


class Learner(MagnateBot):
    """The network at a table, drawing its choices and recording them."""

    def __init__(self, rng: Random, network: Network, reader: Reader, notebook: Notebook, greedy: bool) -> None:
        super().__init__(rng, network)
        self._reader = reader
        self._notebook = notebook
        self._greedy = greedy

    def decide(self, decision: Decision, judgment: Judgment) -> int:
        if self._greedy:
            return super().decide(decision, judgment)
        place = self._rng.choices(range(len(judgment.chances)), judgment.chances.tolist())[0]
        self._notebook.note(decision, place, judgment, 0.0)
        return place


def play(order: Order) -> Report:
    """Play one game."""
    setup = setup_of("1830", order.version, order.players, ())
    reader = _reader(setup)
    network = Network({name: array.astype(np.float32) for name, array in order.weights.items()}) if order.weights else None
    notebooks = [Notebook() for _ in order.names]
    bots: list[Bot] = []
    for seat, name in enumerate(order.names):
        rng_seed = f"{order.seed}/{seat}"
        if name == LEARNER:
            assert network is not None
            bots.append(Learner(Random(rng_seed), network, reader, notebooks[seat], order.greedy))
        elif name in order.recorded:
            bots.append(Teacher(make_bot(name, rng_seed), reader, notebooks[seat]))
        else:
            bots.append(make_bot(name, rng_seed))
    game, rng = Game(setup), Random(order.seed)
    openers = [OpeningBot(Random(f"{order.seed}/opening/{player}")) for player in setup.all_players]
    while not game.is_over and game.ply < MOST_ACTIONS:
        opening = order.varied and game.state.round in (RoundKind.SEATING, RoundKind.AUCTION)
        game.push(next_action(game, openers if opening else bots, rng))
        _note_shares(game, notebooks)
    wealth = game.result().wealth
    report = Report(order.names, wealth, game.is_over, sum(len(notebook.chosen) for notebook in notebooks), None)
    report.samples = _samples(report, notebooks)
    return report


_readers: dict[int, Reader] = {}


def _reader(setup: Setup) -> Reader:
    return _readers.setdefault(id(setup), Reader(setup))


def _note_shares(game: Game, notebooks: list[Notebook]) -> None:
    """The part of all wealth that each seat has after its latest choice, for rewards on the way."""
    wealth: tuple[int, ...] = ()
    for player, notebook in by_player(notebooks):
        if notebook.shares and notebook.shares[-1] == 0.0:
            wealth = wealth or game.result().wealth
            notebook.shares[-1] = max(1e-6, wealth[player] / max(1, sum(wealth)))


def _samples(report: Report, notebooks: list[Notebook]) -> Samples | None:
    decisions = [decision for notebook in notebooks for decision in notebook.decisions]
    if not decisions:
        return None
    judgments = [judgment for notebook in notebooks for judgment in notebook.judgments]
    chosen = [place for notebook in notebooks for place in notebook.chosen]
    seats = [seat for seat, notebook in enumerate(notebooks) for _ in notebook.chosen]
    return Samples(
        np.stack([decision.position for decision in decisions]).astype(np.float16),
        np.concatenate([decision.rows for decision in decisions]).astype(np.float16),
        np.array([len(decision.candidates) for decision in decisions]),
        np.array(chosen),
        np.array(
            [1.0 if judged is None else judged.chances[place] for judged, place in zip(judgments, chosen, strict=True)],
            np.float32,
        ),
        np.array([0.0 if judged is None else judged.value for judged in judgments], np.float32),
        np.array([share for notebook in notebooks for share in notebook.shares], np.float32),
        np.array([report.result(seat) for seat in seats], np.float32),
        np.array(seats),
    )


def join(reports: Sequence[Report]) -> Samples:
    """The decisions of several games."""
    found = [(number, report.samples) for number, report in enumerate(reports) if report.samples is not None]
    parts = [samples for _, samples in found]
    seats = [samples.seats + number * len(reports[number].names) for number, samples in found]
    return Samples(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.chosen for part in parts]),
        np.concatenate([part.chances for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.results for part in parts]),
        np.concatenate(seats),
    )


def advantages(samples: Samples, trace: float, shaping: float = 0.0) -> tuple[Floats, Floats]:
    """How much better than expected each choice turned out (generalized advantage estimation), and the returns to expect.

    The result counts at the end of a game. `shaping` adds the change of the seat's part of all wealth on the way.
    """
    found = np.zeros(len(samples.values), np.float32)
    later = 0.0
    for number in range(len(found) - 1, -1, -1):
        is_last = number + 1 == len(found) or samples.seats[number + 1] != samples.seats[number]
        if is_last:
            later = float(samples.results[number] - samples.values[number])
        else:
            reward = shaping * float(samples.shares[number + 1] - samples.shares[number])
            later = reward + float(samples.values[number + 1] - samples.values[number]) + trace * later
        found[number] = later
    return found, found + samples.values
