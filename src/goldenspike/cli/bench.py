"""`goldenspike bench`: the speed of the engine and the memory of a game, medians of five.

The games are the same in every run, and CPU time is counted, so two runs on one machine are comparable. There are no thresholds,
because they would depend on the machine.
"""

import gc
import statistics
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.cli.output import BadInput, print_json, with_progress
from goldenspike.cli.parameters import Json
from goldenspike.core.game import Game
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump, load, read_record, replay
from goldenspike.testing.simulate import Finished, play_game
from goldenspike.titles.catalogue import make

REPEATS = 5
SEED = 1830
LOADS = 50


@dataclass(frozen=True)
class Benchmark:
    name: str
    unit: str
    what: str
    measure: Callable[[], float]


@dataclass(frozen=True)
class Figure:
    benchmark: Benchmark
    repeats: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.repeats)


def whole_game(bot: str = "greedy", players: int = 4) -> Game:
    """A game between bots, always the same."""
    game = Game(make("1830", "classic", players))
    bots = seat_bots([bot], players, SEED, 0)
    rng = Random(SEED)
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    return game


def seconds_of(work: Callable[[], object], times: int = 1) -> float:
    """The CPU time of some work that is done so many times."""
    started = process_time()
    for _ in range(times):
        work()
    return (process_time() - started) / times


def random_play() -> float:
    setup = make("1830", "classic", 4)
    games: list[Finished] = []
    seconds = seconds_of(lambda: games.append(play_game(setup, ["random"], SEED, len(games), False)), 5)
    return statistics.mean(game.actions for game in games) / seconds


def greedy_game() -> float:
    return seconds_of(whole_game)


def greedy_decision() -> float:
    """With its push."""
    games: list[Game] = []
    seconds = seconds_of(lambda: games.append(whole_game()))
    return seconds / games[0].ply * 1000


def replay_actions() -> float:
    """From the bytes of a record without its snapshot to the last action, every rule checked."""
    game = whole_game()
    record = read_record(dump(game))
    return seconds_of(lambda: replay(record)) / game.ply * 1e6


def load_game() -> float:
    data = dump(whole_game())
    load(data)
    return seconds_of(lambda: load(data), LOADS) * 1000


def save_game() -> float:
    game = whole_game()
    return seconds_of(lambda: dump(game), LOADS) * 1000


def memory_of_game() -> float:
    """A finished game with its whole past, the tables of its setup apart."""
    played = whole_game()

    def build() -> Game:
        game = Game(played.setup)
        for action in played.actions:
            game.push(action)
        return game

    return kib_of(build)


def memory_of_loaded_game() -> float:
    data = dump(whole_game())
    return kib_of(lambda: load(data))


def kib_of(build: Callable[[], Game]) -> float:
    """The memory held by a live game."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = build()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del game
    return (after - before) / 1024


def replay_of(file: Path) -> Benchmark:
    """The replay of a game recorded on 18xx.games."""
    try:
        data = file.read_bytes()
        actions = sum(1 for _ in Importer(read_export(data)).run())
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except RecordError as error:
        raise BadInput(f"{file}: {error}") from error

    def measure() -> float:
        importer = Importer(read_export(data))
        return seconds_of(lambda: sum(1 for _ in importer.run())) / actions * 1e6

    return Benchmark("replay_18xx", "µs/action", f"{file.name}, every rule checked", measure)


BENCHMARKS = (
    Benchmark("random_play", "actions/s", "random bots, every legal action listed before each", random_play),
    Benchmark("greedy_game", "s", "a whole game between four greedy bots", greedy_game),
    Benchmark("greedy_decision", "ms", "one decision of a greedy bot with its push", greedy_decision),
    Benchmark("replay", "µs/action", "a native record from the start, every rule checked", replay_actions),
    Benchmark("load", "ms", "a finished game from its snapshot", load_game),
    Benchmark("save", "ms", "a finished game with its actions and snapshot", save_game),
    Benchmark("memory", "KiB", "a finished game with its whole past", memory_of_game),
    Benchmark("memory_loaded", "KiB", "a game that was loaded and not asked for its past", memory_of_loaded_game),
)


def run(*, json: Json = False, only: str = "", record: Path | None = None) -> None:
    """Run the benchmarks: the median of five repeats each, in CPU time.

    Parameters
    ----------
    only
        run the benchmarks whose name contains this
    record
        also replay this game recorded on 18xx.games
    """
    known = BENCHMARKS if record is None else (*BENCHMARKS, replay_of(record))
    chosen = [benchmark for benchmark in known if only in benchmark.name]
    if not chosen:
        raise BadInput(f"no benchmark is called {only!r}: known are {', '.join(each.name for each in known)}")
    figures = [
        Figure(benchmark, tuple(benchmark.measure() for _ in range(REPEATS)))
        for benchmark in with_progress(chosen, len(chosen), "benchmarks")
    ]
    if json:
        print_json({"benchmarks": [describe(figure) for figure in figures]})
        return
    table = Table(title=f"medians of {REPEATS}, CPU time", title_justify="left")
    for heading in ("benchmark", "median", "unit", "what"):
        table.add_column(heading, justify="right" if heading == "median" else "left")
    for figure in figures:
        benchmark = figure.benchmark
        table.add_row(benchmark.name, f"{figure.median:,.2f}", benchmark.unit, benchmark.what)
    Console().print(table)


def describe(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.benchmark.name,
        "what": figure.benchmark.what,
        "unit": figure.benchmark.unit,
        "median": round(figure.median, 3),
        "repeats": [round(value, 3) for value in figure.repeats],
    }
