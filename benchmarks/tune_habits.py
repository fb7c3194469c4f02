"""Find the habits of a baron by games: the figures in `bots/baron/habits.py` that were first set by hand.

    python benchmarks/tune_habits.py --seconds 3000 --jobs 4 --out habits.jsonl

In each trial all figures are moved at random at once, by about one step of `STEPS`, and a player with them and one with the
opposite changes play the same set of four games (`arena.Task`) against the same opponents: normal barons mostly, else foremen, or
players with the habits found so far. The difference of their margins says in which direction the figures should go, and the mean
of many trials moves them (antithetic evolution strategy). The output has a line for each move, with the habits reached and their
mean over the later half of the moves, which is the result; a run goes on from the last line of its output.
"""

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from statistics import fmean

from goldenspike.bots import roster
from goldenspike.bots.arena import play, tasks
from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.baron.character import LEVELS
from goldenspike.bots.baron.habits import Habits
from goldenspike.bots.base import Bot
from goldenspike.core.ids import Holder, Player

STEPS: Mapping[str, float] = {
    "least_bid": 0.15,
    "most_bid": 0.2,
    "railroads": 0.7,
    "free_certificates": 1.0,
    "start_rounds": 1.0,
    "keep": 0.2,
    "first_par": 0.3,
    "later_par": 0.3,
    "par": 3.0,
    "worth_buying": 0.08,
    "worth_selling": 0.1,
    "own_share": 0.15,
    "office": 15.0,
    "risk": 0.2,
    "relief": 0.3,
    "poor": 0.1,
    "swap_rounds": 1.0,
    "swap_gain": 0.15,
    "swap_profit": 25.0,
    "spare": 0.5,
    "lasting": 0.5,
    "permanent": 0.7,
    "withhold": 0.3,
    "lay_now": 0.5,
    "lay_later": 0.25,
    "lay_cost": 0.08,
    "station_now": 0.4,
    "station_later": 0.25,
    "stop_pays": 3.0,
    "most_stops": 2.0,
    "pace": 0.4,
    "climb": 0.03,
    "horizon": 1.5,
    "treasury": 0.1,
}
"""How far each figure is moved in a trial, about; it is never moved below zero."""
FIELDS: Mapping[str, float] = {"baron": 0.7, "foreman": 0.15, "found": 0.15}
"""Against whom how many of the trials are played."""
RATE = 8.0
"""How many steps a figure moves for a gain of 1 (the mean wealth) a step."""
AT_MOST = 0.6
"""Margins count up to here, so that single games decide nothing."""

habits_of: dict[str, Habits] = {}
"""Of the two players that this process makes."""


def make_player(rng: Random, called: str) -> Bot:
    LEVELS[called] = replace(LEVELS["normal"], habits=habits_of[called])
    bot = BaronBot(rng, called)
    bot.name = called
    return bot


def moved(center: Mapping[str, float], move: Mapping[str, float], sign: float) -> dict[str, float]:
    return {name: max(0.0, value + sign * STEPS[name] * move[name]) for name, value in center.items()}


def margin(habits: Mapping[str, float], field: str, title: str, players: int, number: int) -> float:
    """The margin of a player with these habits in one set of games against others."""
    habits_of["tried"] = Habits(**habits)
    games = tasks(title, None, players, {}, ["tried", *[field] * (players - 1)], 2 * players, number, varied=True)
    first = number % 2 * players
    found = []
    for task in games[first : first + players]:
        game = play(task)
        value = game.margin(Player(Holder(game.names.index("tried"))))
        found.append(max(-AT_MOST, min(AT_MOST, value)))
    return fmean(found)


def try_move(center: dict[str, float], seed: int, title: str, players: int) -> tuple[dict[str, float], float]:
    """A move and how much better it is than the opposite one."""
    roster.BOTS["tried"] = lambda rng: make_player(rng, "tried")
    roster.BOTS["found"] = lambda rng: make_player(rng, "found")
    habits_of["found"] = Habits(**center)
    rng = Random(seed)
    move = {name: rng.gauss(0.0, 1.0) for name in center}
    field = rng.choices(list(FIELDS), list(FIELDS.values()))[0]
    better, worse = (margin(moved(center, move, sign), field, title, players, seed) for sign in (1.0, -1.0))
    return move, better - worse


def step_from(center: Mapping[str, float], trials: Sequence[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    slope = {name: fmean(gain * move[name] for move, gain in trials) / 2 for name in center}
    return moved(center, slope, RATE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--title", default="1830")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--trials", type=int, default=48, help="how many trials a move takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    wanted = parser.parse_args()
    usual = asdict(LEVELS["normal"].habits)
    path = [{name: float(usual[name]) for name in STEPS}]
    if wanted.out.exists():
        path += [json.loads(line)["habits"] for line in wanted.out.read_text(encoding="utf-8").splitlines()]
    end = time.monotonic() + wanted.seconds
    done: SimpleQueue[tuple[dict[str, float], float]] = SimpleQueue()
    seed = wanted.seed * 1_000_000 + len(path) * 1_000
    trials: list[tuple[Mapping[str, float], float]] = []
    with get_context("spawn").Pool(wanted.jobs) as pool, wanted.out.open("a", encoding="utf-8") as out:
        for _ in range(wanted.jobs + 1):
            seed += 1
            pool.apply_async(try_move, (path[-1], seed, wanted.title, wanted.players), callback=done.put, error_callback=print)
        while (left := end - time.monotonic()) > 0:
            try:
                trials.append(done.get(timeout=left))
            except Empty:
                break
            seed += 1
            pool.apply_async(try_move, (path[-1], seed, wanted.title, wanted.players), callback=done.put, error_callback=print)
            if len(trials) == wanted.trials:
                path.append(step_from(path[-1], trials))
                later = path[(len(path) + 1) // 2 :]
                mean = {name: fmean(habits[name] for habits in later) for name in STEPS}
                gain = fmean(abs(gain) for _, gain in trials)
                print(json.dumps({"move": len(path) - 1, "spread": gain, "habits": path[-1], "mean": mean}), file=out, flush=True)
                trials = []
        pool.terminate()
    print(f"{len(path) - 1} moves")


if __name__ == "__main__":
    main()
