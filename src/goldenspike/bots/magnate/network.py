"""The network in numpy: scores of the candidates, and what the position is worth.

The position passes two layers; each candidate's row is joined with the result and passes two layers to a score. The same weights
in PyTorch are in `train.learner`; a test compares the two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

LAYERS: Final = ("read", "grasp", "join", "weigh", "score", "judge", "value")
"""Each has weights and a bias: position twice, candidate with position, candidate, score; position to value twice."""


@dataclass(slots=True)
class Judgment:
    """Chances of the candidates, and the expected result: wealth above the mean of the others, in parts of the mean of all."""

    chances: Array
    value: float


class Network:
    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.sizes = (self.weights["read.w"].shape[0], self.weights["join.w"].shape[0] - self.weights["grasp.w"].shape[1])
        understood = self.weights["grasp.w"].shape[1]
        self._join_position, self._join_row = self.weights["join.w"][:understood], self.weights["join.w"][understood:]

    def judge(self, position: Array, rows: Array) -> Judgment:
        w = self.weights
        seen = np.maximum(position @ w["read.w"] + w["read.b"], 0)
        seen = np.maximum(seen @ w["grasp.w"] + w["grasp.b"], 0)
        joined = np.maximum(rows @ self._join_row + (seen @ self._join_position + w["join.b"]), 0)
        scores = (np.maximum(joined @ w["weigh.w"] + w["weigh.b"], 0) @ w["score.w"] + w["score.b"])[:, 0]
        value = np.maximum(seen @ w["judge.w"] + w["judge.b"], 0) @ w["value.w"] + w["value.b"]
        chances = np.exp(scores - scores.max())
        return Judgment(chances / chances.sum(), float(value[0]))

    def judge_all(self, positions: Sequence[Array], rows: Sequence[Array]) -> list[Judgment]:
        """The same for several positions at once, which takes much less time for each; the last digits may differ."""
        w = self.weights
        counts = np.array([len(each) for each in rows], dtype=np.int64)
        starts = np.array([0, *np.cumsum(counts)[:-1]], dtype=np.int64)
        seen = np.maximum(np.stack(positions) @ w["read.w"] + w["read.b"], 0)
        seen = np.maximum(seen @ w["grasp.w"] + w["grasp.b"], 0)
        joined = np.concatenate(rows) @ self._join_row
        joined += np.repeat(seen @ self._join_position + w["join.b"], counts, axis=0)
        np.maximum(joined, 0, out=joined)
        scores = (np.maximum(joined @ w["weigh.w"] + w["weigh.b"], 0) @ w["score.w"] + w["score.b"])[:, 0]
        values = (np.maximum(seen @ w["judge.w"] + w["judge.b"], 0) @ w["value.w"] + w["value.b"])[:, 0].tolist()
        chances = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
        chances /= np.repeat(np.add.reduceat(chances, starts), counts)
        split = np.split(chances, starts[1:])
        return [Judgment(each, value) for each, value in zip(split, values, strict=True)]


def load(file: Path) -> Network:
    with np.load(file, allow_pickle=False) as stored:
        return Network({f"{layer}.{part}": stored[f"{layer}.{part}"] for layer in LAYERS for part in "wb"})


def save(file: Path, weights: Mapping[str, npt.NDArray[Any]]) -> None:
    """Weights in half precision, which changes no answer noticeably and halves the file."""
    partial = file.with_suffix(".part.npz")
    np.savez_compressed(partial, **{name: array.astype(np.float16) for name, array in weights.items()})  # type: ignore[arg-type]
    partial.replace(file)
