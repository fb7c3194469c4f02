"""What `compare.py` measures of the engine. As a program it reads names of measurements, one a line, and prints the values.

Every measurement is made ready once, then taken as often as it is asked for. Times are CPU time.
"""

import gc
import json
import sys
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import msgspec
from routes_boards import dense_board, setup_of

from goldenspike.bots.base import Limit, Table
from goldenspike.bots.play import next_action, seat_bots
from goldenspike.bots.roster import make_bot
from goldenspike.core import track
from goldenspike.core.game import Game
from goldenspike.core.rules.runs import best_routes
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump, load, read_record, replay
from goldenspike.record.route_problem import read_problems
from goldenspike.titles.catalogue import make
from goldenspike.view import View, seat_view

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
HUMAN_RECORD = DATA / "1830-bank-breaks.json"
SEED = 1830
STEPS = ("auction", "stock", "track", "station", "train")
POSITIONS_PER_STEP = 40
RANDOM_GAMES = 3
DENSE_BOARDS = 3
HARD_NODES = 400
HARD_PLIES = (99, 199, 299, 349)
"""A train, two stock turns and a tile."""
PARTS_OF_VIEW = tuple(field.name for field in fields(View))

Take = Callable[[], float]


def forget_boards() -> None:
    """Every measurement solves its boards anew: newer commits keep solutions, also from game to game."""
    for _, tables in track._known.values():
        getattr(tables, "run_memory", {}).clear()


def per(count: int, unit: float, work: Callable[[], object]) -> Take:
    """The CPU time of some work, for each of `count` things that it does, in parts of a second: 1e6 for microseconds."""

    def take() -> float:
        forget_boards()
        gc.collect()
        started = process_time()
        work()
        return (process_time() - started) / count * unit

    return take


# --- games that are always the same


def play_bots(bot: str, number: int = 0) -> Game:
    game = Game(make("1830", "classic", 4))
    bots = seat_bots([bot], 4, SEED, number)
    rng = Random(f"{SEED}/{number}")
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    return game


@cache
def bots_game() -> Game:
    return play_bots("greedy")


@cache
def human_game() -> Game:
    importer = Importer(read_export(HUMAN_RECORD.read_bytes()))
    for _ in importer.run():
        pass
    return importer.game


@cache
def positions() -> dict[str, list[Game]]:
    """Positions of random games in which each kind of step asks, spread over the games."""
    found: dict[str, list[Game]] = defaultdict(list)
    rng = Random(SEED)
    for number in range(RANDOM_GAMES):
        game = Game(make("1830", "classic", 4))
        bots = seat_bots(["random"], 4, SEED, number)
        while not game.is_over:
            kind = game.question.kind
            if rng.random() < 0.2 and len(found[kind]) < POSITIONS_PER_STEP * (number + 1) // RANDOM_GAMES:
                found[kind].append(game.copy())
            game.push(next_action(game, bots, rng))
    return found


def push_all(game: Game) -> Game:
    again = Game(game.setup)
    for action in game.actions:
        again.push(action)
    return again


# --- measurements


def replay_of(game: Game) -> Take:
    record = read_record(dump(game))
    return per(game.ply, 1e6, lambda: replay(record))


def pushes_of(game: Game) -> Take:
    return per(game.ply, 1e6, lambda: push_all(game))


def foreign_replay() -> Take:
    data = HUMAN_RECORD.read_bytes()
    actions = sum(1 for _ in Importer(read_export(data)).run())
    return per(actions, 1e6, lambda: [None for _ in Importer(read_export(data)).run()])


def random_play() -> Take:
    def play() -> int:
        return sum(play_bots("random", number).ply for number in range(RANDOM_GAMES))

    return per(play(), 1e6, play)


def greedy_game() -> Take:
    return per(1, 1.0, lambda: play_bots("greedy"))


def listing(kind: str) -> Take:
    chosen = positions()[kind]

    def list_all() -> None:
        for _ in range(5):
            for game in chosen:
                list(game.legal)

    return per(5 * len(chosen), 1e6, list_all)


def copies() -> Take:
    state = human_game().state

    def copy() -> None:
        for _ in range(10_000):
            state.copy()

    return per(10_000, 1e6, copy)


def saves() -> Take:
    game = bots_game()
    return per(20, 1e3, lambda: [dump(game) for _ in range(20)])


def loads() -> Take:
    data = dump(bots_game())
    return per(50, 1e3, lambda: [load(data) for _ in range(50)])


def views(read: Callable[[View], object]) -> Take:
    """Making views of different positions and reading something of each, which may be built only then."""
    chosen = positions()["stock"]

    def read_all() -> None:
        for _ in range(3):
            for game in chosen:
                read(seat_view(game.setup, game.state, game.setup.all_players[0]))

    return per(3 * len(chosen), 1e6, read_all)


def read_parts(view: View) -> None:
    for name in PARTS_OF_VIEW:
        getattr(view, name)


def hard_decision() -> Take:
    """In positions of a game of people, where more is at stake than in random games."""
    games = [Game(human_game().setup) for _ in HARD_PLIES]
    for game, plies in zip(games, HARD_PLIES, strict=True):
        for action in human_game().actions[:plies]:
            game.push(action)

    def decide() -> None:
        for game in games:
            make_bot("baron-hard", "1").choose(Table(game, game.actors[0], Limit(nodes=HARD_NODES)))

    return per(len(games), 1e3, decide)


def real_routes() -> Take:
    problems, _ = read_problems((DATA / "1830-routes.json").read_bytes())
    return per(len(problems), 1e3, lambda: [best_routes(one.setup, one.state, one.company, one.trains) for one in problems])


def dense_routes(title: str, trains: tuple[str, ...]) -> Take:
    setup = setup_of(title)
    types = tuple(setup.train_index[train] for train in trains)
    boards = [dense_board(setup, seed, blocking=0.1 * seed) for seed in range(DENSE_BOARDS)]

    def solve() -> None:
        for board in boards:
            best_routes(setup, board.state(), setup.all_companies[0], types)

    return per(DENSE_BOARDS, 1e3, solve)


def memory() -> Take:
    """Of a game alone: what is remembered of boards is shared by all games of a setup."""
    played = bots_game()

    def take() -> float:
        forget_boards()
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        game = push_all(played)
        forget_boards()
        gc.collect()
        held = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        del game
        return held / 1024

    return take


@dataclass(frozen=True)
class Measurement:
    unit: str
    prepare: Callable[[], Take]


MEASUREMENTS: dict[str, Measurement] = {
    "replay, human record": Measurement("µs/action", lambda: replay_of(human_game())),
    "replay, bots' record": Measurement("µs/action", lambda: replay_of(bots_game())),
    "replay, foreign source": Measurement("µs/action", foreign_replay),
    "push, human record": Measurement("µs/action", lambda: pushes_of(human_game())),
    "random play": Measurement("µs/action", random_play),
    **{f"list, {kind}": Measurement("µs", lambda kind=kind: listing(kind)) for kind in STEPS},  # type: ignore[misc]
    "copy a state": Measurement("µs", copies),
    "save": Measurement("ms", saves),
    "load": Measurement("ms", loads),
    "view of a seat, question": Measurement("µs", lambda: views(lambda view: view.question)),
    "view of a seat, all parts": Measurement("µs", lambda: views(read_parts)),
    "view of a seat, as JSON": Measurement("µs", lambda: views(msgspec.json.encode)),
    "greedy game": Measurement("s", greedy_game),
    "hard decision": Measurement("ms", hard_decision),
    "routes, real boards": Measurement("ms", real_routes),
    "routes, dense D+D": Measurement("ms", lambda: dense_routes("1830", ("D", "D"))),
    "routes, dense 5+6+D": Measurement("ms", lambda: dense_routes("1830", ("5", "6", "D"))),
    "routes, dense 8+8E": Measurement("ms", lambda: dense_routes("1862", ("8", "8E"))),
    "memory of a game": Measurement("KiB", memory),
}
"""By name."""


def answer(name: str, ready: dict[str, Take]) -> dict[str, Any]:
    """One measurement, or why it cannot be taken: an older commit may lack what it needs."""
    try:
        if name not in ready:
            ready[name] = MEASUREMENTS[name].prepare()
        return {"value": ready[name]()}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    ready: dict[str, Take] = {}
    for line in sys.stdin:
        print(json.dumps(answer(line.rstrip("\n"), ready)), flush=True)


if __name__ == "__main__":
    main()
