"""Recorded decisions as arrays, and what they were worth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from goldenspike.bots.magnate.features import Decision
from goldenspike.bots.magnate.network import Judgment
from goldenspike.bots.magnate.result import result_of

Half = npt.NDArray[np.float16]
Floats = npt.NDArray[np.float32]


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


def collect(notebooks: list[Notebook], wealth: tuple[int, ...]) -> Samples | None:
    """The decisions of a game, seat by seat; None if nothing was recorded."""
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
        np.array([result_of(wealth, seat) for seat in seats], np.float32),
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
