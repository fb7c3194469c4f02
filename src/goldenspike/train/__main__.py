"""Train the learned player: python -m goldenspike.train --out runs/first --imitate 600 --fit 300 --improve 3600 --evaluate 600

Stages, each with its budget in seconds; 0 leaves one out. Imitation collects games of the teachers and fits the network to them;
improvement plays the network against itself and a league of others and optimizes its policy; evaluation plays its first choices
against three of another bot. The folder gets `checkpoint.pt` (resumed if it is there), `model.npz`, `log.csv` and `curves.svg`.
A run that is stopped by SIGTERM or fails stores what improvement has reached.
"""

import argparse
import platform
import signal
import sys
import time
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import numpy as np
import torch

from goldenspike.bots.arena import setup_of
from goldenspike.bots.magnate.features import sizes
from goldenspike.bots.magnate.network import load, save
from goldenspike.bots.magnate.result import margin_of, won_by
from goldenspike.bots.ratings import wilson
from goldenspike.train.curves import Log
from goldenspike.train.games import EARLIER, LEARNER, Order, Weights
from goldenspike.train.learner import Learner
from goldenspike.train.samples import Report, join
from goldenspike.train.workers import Workers


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m goldenspike.train", description="Train the learned player.")
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint, model, log and curves")
    parser.add_argument("--start", type=Path, help="checkpoint or model to start from if the folder has no checkpoint")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--at-once", type=int, default=8, help="games that a worker plays side by side")
    parser.add_argument("--imitate", type=float, default=0, help="seconds of games by teachers")
    parser.add_argument("--fit", type=float, default=0, help="seconds of fitting to them")
    parser.add_argument("--improve", type=float, default=0, help="seconds of policy optimization")
    parser.add_argument("--evaluate", type=float, default=0, help="seconds of games in each evaluation")
    parser.add_argument("--teachers", default="baron,baron,foreman,foreman,raider,rusher")
    parser.add_argument(
        "--league",
        default="foreman,greedy,rusher,raider,baron",
        help="opponents in improvement; `earlier` is the network of an earlier update, `baron-hard/0` tries out no actions",
    )
    parser.add_argument("--opponents", default="greedy,baron", help="bots of the evaluations")
    parser.add_argument("--own-seats", type=float, default=0.6, help="part of the seats that the network holds in improvement")
    parser.add_argument("--decisions", type=int, default=20_000, help="decisions of an update")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--batch", type=int, default=4096, help="decisions of a step of the optimizer in improvement")
    parser.add_argument("--keep", type=int, default=10, help="after how many updates the network joins the earlier ones")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--improve-rate", type=float, default=3e-4)
    parser.add_argument("--last-rate", type=float, help="to which the rate of improvement changes evenly in that stage")
    parser.add_argument("--shaping", type=float, default=0.0, help="weight of changes of the part of all wealth")
    parser.add_argument("--most-games", type=int, help="games in each stage at most")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Training:
    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        wanted.out.mkdir(parents=True, exist_ok=True)
        device = "cuda" if torch.cuda.is_available() else "cpu"
        print(f"Python {platform.python_version()}, torch {torch.__version__}, numpy {np.__version__}, {device}", flush=True)
        torch.set_num_threads(max(1, min(4, wanted.workers // 4)))
        self.learner = Learner(sizes(setup_of("1830", "classic", 4, ())), wanted.seed, device, wanted.rate)
        self.log = Log(wanted.out)
        self.progress: dict[str, Any] = {"stage": "", "update": 0, "games": 0, "decisions": 0}
        self.checkpoint = wanted.out / "checkpoint.pt"
        start = self.checkpoint if self.checkpoint.exists() else wanted.start
        if start is not None and start.suffix == ".npz":
            self.learner.take(load(start).weights)
        elif start is not None and start.exists():
            self.progress = self.learner.resume(start)
            print(f"resumed from {start}: {self.progress}", flush=True)
        self.rng = Random(f"{wanted.seed}/{self.progress['games']}")
        self.workers = Workers(wanted.workers, wanted.at_once)
        self.earlier = wanted.out / "earlier"

    def seed(self) -> str:
        self.progress["games"] += 1
        return f"train/{self.wanted.seed}/{self.progress['games']}"

    def save(self) -> None:
        self.learner.store(self.checkpoint, self.progress)
        save(self.wanted.out / "model.npz", self.learner.net.weights())
        self.log.draw()

    def imitate(self) -> None:
        """Collect games of teachers and fit the network to them."""
        wanted = self.wanted
        teachers = wanted.teachers.split(",")

        def order() -> Order:
            names = tuple(self.rng.choice(teachers) for _ in range(4))
            return Order(self.seed(), names, recorded=frozenset(teachers), varied=self.rng.random() < 0.5)

        reports = list(self.workers.reports(order, wanted.imitate, wanted.most_games))
        samples = join(reports)
        self.progress["decisions"] += len(samples.chosen)
        self.log("collected", games=len(reports), decisions=len(samples.chosen))
        self.learner.fit(samples, wanted.fit, self.log)
        self.progress["stage"] = "imitated"
        self.save()

    def improve(self) -> None:
        """Play and update in turn until the time is over; what was reached is stored even if something fails."""
        try:
            self.improve_on()
            self.progress["stage"] = "improved"
        finally:
            self.save()

    def improve_on(self) -> None:
        wanted = self.wanted
        league = wanted.league.split(",")
        weights = self.learner.net.weights()
        self.keep_earlier(weights)

        def order() -> Order:
            names = [LEARNER if self.rng.random() < wanted.own_seats else self.rng.choice(league) for _ in range(4)]
            names[self.rng.randrange(4)] = LEARNER
            earlier = self.draw_earlier() if EARLIER in names else None
            return Order(self.seed(), tuple(names), weights, earlier, varied=self.rng.random() < 0.5)

        batch: list[Report] = []
        started = saved = begun = time.monotonic()
        for report in self.workers.reports(order, wanted.improve, wanted.most_games):
            batch.append(report)
            decisions = sum(report.decisions for report in batch)
            if decisions < wanted.decisions:
                continue
            self.learner.set_rate(self.rate_at((time.monotonic() - started) / wanted.improve))
            figures = self.learner.improve(join(batch), wanted.passes, wanted.shaping, batch_size=wanted.batch)
            weights = self.learner.net.weights()
            self.progress["update"] += 1
            self.progress["decisions"] += decisions
            now = time.monotonic()
            self.log(
                "improve",
                update=self.progress["update"],
                games=len(batch),
                decisions=decisions,
                per_second=decisions / (now - begun),
                **against_league(batch),
                **figures,
            )
            batch, begun = [], time.monotonic()
            if self.progress["update"] % wanted.keep == 0:
                self.keep_earlier(weights)
            if now - saved > 60:
                self.save()
                saved = now

    def rate_at(self, part: float) -> float:
        """The rate of improvement when that part of the stage is over."""
        first: float = self.wanted.improve_rate
        last: float = first if self.wanted.last_rate is None else self.wanted.last_rate
        return first + (last - first) * min(1.0, part)

    def keep_earlier(self, weights: Weights) -> None:
        self.earlier.mkdir(exist_ok=True)
        save(self.earlier / f"{self.progress['update']:05}.npz", weights)

    def draw_earlier(self) -> Weights:
        with np.load(self.rng.choice(sorted(self.earlier.glob("*.npz"))), allow_pickle=False) as stored:
            return dict(stored)

    def evaluate(self, opponent: str) -> None:
        """First choices against three of another bot, each set of draws once from every seat."""
        weights = self.learner.net.weights()
        count = 0

        def order() -> Order:
            nonlocal count
            names = [opponent] * 4
            names[count % 4] = LEARNER
            number = count // 4
            count += 1
            return Order(f"evaluate/{self.wanted.seed}/{number}", tuple(names), weights, varied=bool(number % 2), greedy=True)

        reports = list(self.workers.reports(order, self.wanted.evaluate, self.wanted.most_games))
        wins = sum(won_by(report.wealth, report.names.index(LEARNER)) for report in reports)
        margins = [margin_of(report.wealth, report.names.index(LEARNER)) for report in reports]
        low, high = wilson(wins, len(reports))
        self.log(
            "evaluate",
            opponent=opponent,
            games=len(reports),
            wins=wins / max(1, len(reports)),
            low=low,
            high=high,
            margin=sum(margins) / max(1, len(margins)),
            unfinished=sum(not report.is_over for report in reports),
        )


def against_league(batch: list[Report]) -> dict[str, float]:
    """How the network did at tables with others: wins in parts of what chance would give, and the margin."""
    seats = [
        (report, seat)
        for report in batch
        if LEARNER in report.names and set(report.names) != {LEARNER}
        for seat, name in enumerate(report.names)
        if name == LEARNER
    ]
    if not seats:
        return {"ratio": 0.0, "margin": 0.0}
    wins = sum(won_by(report.wealth, seat) * len(report.names) for report, seat in seats) / len(seats)
    return {"ratio": wins, "margin": float(np.mean([margin_of(report.wealth, seat) for report, seat in seats]))}


def stop(number: int, _: FrameType | None) -> None:
    """End, and let nothing interrupt the storing of what was reached."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit("stopped")


def main() -> None:
    wanted = options()
    signal.signal(signal.SIGTERM, stop)
    training = Training(wanted)
    try:
        if wanted.imitate:
            training.imitate()
            if wanted.evaluate:
                training.evaluate(wanted.opponents.split(",")[0])
        if wanted.improve:
            training.improve()
        if wanted.evaluate:
            for opponent in wanted.opponents.split(","):
                training.evaluate(opponent)
        training.save()
    finally:
        training.workers.close()


if __name__ == "__main__":
    main()
