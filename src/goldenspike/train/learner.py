"""The network in PyTorch: imitation of recorded choices, and proximal policy optimization."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from goldenspike.bots.magnate.network import LAYERS
from goldenspike.train.samples import Samples, advantages

READ: Final = 320
GRASP: Final = 192
JOIN: Final = 128
WEIGH: Final = 64
BATCH: Final = 1024
IMPROVE_BATCH: Final = 4096
CLIP: Final = 0.2
TRACE: Final = 0.97
ENTROPY: Final = 0.01
VALUE: Final = 0.5
"""How much the error of the value counts beside the policy's."""


class Net(nn.Module):
    """See `bots.magnate.network`, which computes the same."""

    def __init__(self, position: int, row: int) -> None:
        super().__init__()
        self.read, self.grasp = nn.Linear(position, READ), nn.Linear(READ, GRASP)
        self.join, self.weigh, self.score = nn.Linear(GRASP + row, JOIN), nn.Linear(JOIN, WEIGH), nn.Linear(WEIGH, 1)
        self.judge, self.value = nn.Linear(GRASP, WEIGH), nn.Linear(WEIGH, 1)

    def forward(self, positions: Tensor, rows: Tensor, owner: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances of all candidates, `owner` the decision of each; and the values of the positions."""
        seen = torch.relu(self.grasp(torch.relu(self.read(positions))))
        understood = GRASP
        along = nn.functional.linear(seen, self.join.weight[:, :understood], self.join.bias)
        joined = torch.relu(nn.functional.linear(rows, self.join.weight[:, understood:]) + along[owner])
        scores = self.score(torch.relu(self.weigh(joined)))[:, 0]
        highest = torch.full((len(positions),), -1e9, device=scores.device).scatter_reduce(0, owner, scores.detach(), "amax")
        shifted = scores - highest[owner]
        total = torch.zeros(len(positions), device=scores.device).index_add(0, owner, shifted.exp())
        return shifted - total.log()[owner], self.value(torch.relu(self.judge(seen)))[:, 0]

    def weights(self) -> dict[str, Any]:
        """As the network in numpy wants them, in half precision."""
        found = {}
        for layer in LAYERS:
            linear = getattr(self, layer)
            found[f"{layer}.w"] = linear.weight.detach().T.cpu().numpy().astype(np.float16)
            found[f"{layer}.b"] = linear.bias.detach().cpu().numpy().astype(np.float16)
        return found


@dataclass(slots=True)
class Tensors:
    """Samples on the device."""

    positions: Tensor
    rows: Tensor
    counts: Tensor
    first: Tensor
    chosen: Tensor
    chances: Tensor
    results: Tensor

    @staticmethod
    def of(samples: Samples, device: str) -> "Tensors":
        counts = torch.from_numpy(samples.counts).to(device)
        return Tensors(
            torch.from_numpy(samples.positions).to(device),
            torch.from_numpy(samples.rows).to(device),
            counts,
            counts.cumsum(0) - counts,
            torch.from_numpy(samples.chosen).to(device),
            torch.from_numpy(samples.chances).to(device),
            torch.from_numpy(samples.results).to(device),
        )

    def pick(self, wanted: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Of some decisions: positions, rows, the owner of each row, and the place of the chosen row."""
        counts = self.counts[wanted]
        owner = torch.repeat_interleave(torch.arange(len(wanted), device=counts.device), counts)
        starts = counts.cumsum(0) - counts
        places = torch.arange(len(owner), device=counts.device) - starts[owner] + self.first[wanted][owner]
        return self.positions[wanted].float(), self.rows[places].float(), owner, starts + self.chosen[wanted]


class Learner:
    """A network, its optimizer and its random numbers; can be stored and resumed."""

    def __init__(self, sizes: tuple[int, int], seed: int, device: str, rate: float) -> None:
        torch.manual_seed(seed)
        self.device = device
        self.net = Net(*sizes).to(device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=rate)
        self.rng = np.random.default_rng(seed)

    def store(self, file: Path, progress: dict[str, Any]) -> None:
        partial = file.with_suffix(".part")
        known = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "progress": progress}
        known |= {"torch": torch.get_rng_state(), "numpy": self.rng.bit_generator.state}
        torch.save(known, partial)
        partial.replace(file)

    def resume(self, file: Path) -> dict[str, Any]:
        known = torch.load(file, map_location=self.device, weights_only=False)
        self.net.load_state_dict(known["net"])
        self.optimizer.load_state_dict(known["optimizer"])
        torch.set_rng_state(known["torch"].cpu())
        self.rng.bit_generator.state = known["numpy"]
        progress: dict[str, Any] = known["progress"]
        return progress

    def take(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        """Start from the weights of a model, with a fresh optimizer."""
        for layer in LAYERS:
            linear = getattr(self.net, layer)
            with torch.no_grad():
                linear.weight.copy_(torch.from_numpy(weights[f"{layer}.w"].astype(np.float32).T))
                linear.bias.copy_(torch.from_numpy(weights[f"{layer}.b"].astype(np.float32)))

    def set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def imitate(
        self, data: Tensors, weights: Tensor, wanted: Tensor, improve: bool = True, batch_size: int = BATCH
    ) -> tuple[float, float, float]:
        """One pass over some decisions: loss of the policy, how often the choice comes first, error of the value."""
        sums = np.zeros(3)
        for batch in wanted.split(batch_size):
            with torch.set_grad_enabled(improve):
                positions, rows, owner, chosen = data.pick(batch)
                logs, values = self.net(positions, rows, owner)
                loss = -(logs[chosen] * weights[batch]).mean()
                error = (values - data.results[batch]).square().mean()
                if improve:
                    self._step(loss + VALUE * error)
            best = torch.full((len(batch),), -1e9, device=self.device).scatter_reduce(0, owner, logs.detach(), "amax")
            hits = (logs[chosen] >= best - 1e-6).float().mean()
            sums += np.array([loss.item(), hits.item(), error.item()]) * len(batch)
        loss_mean, hits_mean, error_mean = (sums / len(wanted)).tolist()
        return loss_mean, hits_mean, error_mean

    def fit(
        self,
        samples: Samples,
        seconds: float,
        log: Callable[..., None],
        held_out: float = 0.05,
        most_passes: int = 40,
        batch_size: int = BATCH,
    ) -> None:
        """Imitate until the time is over or the loss on held-out games rises; choices of those who did well count more."""
        data = Tensors.of(samples, self.device)
        weights = (2 * data.results).exp().clamp(0.3, 3.0)
        weights = weights / weights.mean()
        games = torch.from_numpy(samples.seats // 4).to(self.device)
        kept = games >= int(games.max()) + 1 - max(1, int(held_out * (int(games.max()) + 1)))
        train, test = (~kept).nonzero()[:, 0], kept.nonzero()[:, 0]
        until, best, worse = time.monotonic() + seconds, float("inf"), 0
        for turn in range(most_passes):
            order = torch.from_numpy(self.rng.permutation(len(train))).to(self.device)
            loss, hits, error = self.imitate(data, weights, train[order], batch_size=batch_size)
            tested = self.imitate(data, weights, test, improve=False)
            held = dict(zip(("test_loss", "test_hits", "test_error"), tested, strict=True))
            log("imitate", turn=turn, loss=loss, hits=hits, error=error, **held)
            worse = worse + 1 if tested[0] > best else 0
            best = min(best, tested[0])
            if time.monotonic() > until or worse >= 3:
                break

    def improve(
        self,
        samples: Samples,
        passes: int,
        shaping: float,
        entropy: float = ENTROPY,
        trace: float = TRACE,
        batch_size: int = IMPROVE_BATCH,
    ) -> dict[str, float]:
        """One update of proximal policy optimization."""
        gained, returns = advantages(samples, trace, shaping)
        data = Tensors.of(samples, self.device)
        gains = torch.from_numpy((gained - gained.mean()) / (gained.std() + 1e-6)).to(self.device)
        targets = torch.from_numpy(returns).to(self.device)
        before = data.chances.clamp_min(1e-8).log()
        sums, count = np.zeros(4), 0
        for _ in range(passes):
            for batch in torch.from_numpy(self.rng.permutation(len(gained))).to(self.device).split(batch_size):
                positions, rows, owner, chosen = data.pick(batch)
                logs, values = self.net(positions, rows, owner)
                ratio = (logs[chosen] - before[batch]).exp()
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                policy = -torch.minimum(ratio * gains[batch], clipped * gains[batch]).mean()
                error = (values - targets[batch]).square().mean()
                spread = -(logs.exp() * logs).sum() / len(batch)
                self._step(policy + VALUE * error - entropy * spread)
                sums += [policy.item(), error.item(), spread.item(), (ratio - 1).abs().mean().item()]
                count += 1
        explained = 1 - float(np.var(samples.results - samples.values)) / max(1e-6, float(np.var(samples.results)))
        return dict(zip(("policy", "error", "spread", "moved"), (sums / count).tolist(), strict=True)) | {"explained": explained}

    def _step(self, loss: Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
