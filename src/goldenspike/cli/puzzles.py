"""`goldenspike puzzles`: make puzzles from games, and prove them."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from goldenspike.cli.arguments import at_least
from goldenspike.cli.output import BadInput, Failed, one_line, print_json, say, with_progress
from goldenspike.cli.parameters import Json, Seed
from goldenspike.core.game import Game
from goldenspike.puzzles.book import PuzzleBook, packaged, read, write
from goldenspike.puzzles.kinds import KINDS
from goldenspike.puzzles.make import make_puzzles
from goldenspike.puzzles.model import BadPuzzle, Puzzle
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import read_record, replay

app = App(name="puzzles", help="Make puzzles from games, and prove them.")


@app.command
def make(
    *records: Path,
    count: Annotated[int, Parameter(help="how many puzzles, about as many of each kind")] = 300,
    kind: Annotated[list[str] | None, Parameter(help="a kind of puzzle; repeatable; all if not given")] = None,
    seed: Seed = 1,
    out: Annotated[Path, Parameter(name=["--out", "-o"], help="the file to write")] = Path("puzzles.json.gz"),
    json: Json = False,
) -> None:
    """Make puzzles from simulated games.

    Parameters
    ----------
    records
        recorded games to take puzzles from first, in our format or that of 18xx.games
    """
    at_least("--count", count, 1)
    kinds = kind or list(KINDS)
    for name in kinds:
        if name not in KINDS:
            raise BadInput(f"--kind {name}: known are {', '.join(KINDS)}")
    games = [_replayed(file) for file in records]
    started = time.perf_counter()
    collection = make_puzzles(count, seed, games, kinds, _report)
    seconds = time.perf_counter() - started
    data = write(collection)
    try:
        out.write_bytes(data)
    except OSError as error:
        raise BadInput(f"{out}: {error.strerror or 'cannot be written'}") from None
    _print(collection.puzzles, seconds, json, games=len(collection.sources), bytes=len(data))


@app.command
def prove(file: Path | None = None, *, json: Json = False) -> None:
    """Prove every puzzle anew: try all answers, or solve the runs.

    Parameters
    ----------
    file
        the puzzles; those that come with Golden Spike if not given
    """
    book = packaged() if file is None else _book(file)
    started = time.perf_counter()
    failed = 0
    # In the order of the games, of which only the last ones are kept.
    puzzles = sorted(book.by_id.values(), key=lambda puzzle: (puzzle.source, puzzle.ply))
    for puzzle in with_progress(puzzles, len(puzzles), "puzzles"):
        try:
            book.prove(puzzle)
        except BadPuzzle as error:
            failed += 1
            say(str(error))
    _print(puzzles, time.perf_counter() - started, json, failed=failed)
    if failed:
        raise Failed(f"{failed} of {len(puzzles)} puzzles are not proven")


def _book(file: Path) -> PuzzleBook:
    try:
        return read(file.read_bytes())
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or 'cannot be read'}") from None
    except BadPuzzle as error:
        raise BadInput(f"{file}: {one_line(str(error))}") from None


def _replayed(file: Path) -> Game:
    """The game of a record, ours or one of 18xx.games."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or 'cannot be read'}") from None
    try:
        return replay(read_record(data))
    except RecordError as first:
        try:
            importer = Importer(read_export(data))
            for _ in importer.run():
                pass
            return importer.game
        except RecordError:
            raise BadInput(f"{file}: {one_line(str(first))}") from None


def _report(made: Counter[str], games: int) -> None:
    say(f"{games} games: {', '.join(f'{count} {kind}' for kind, count in sorted(made.items()))}")


def _print(puzzles: Sequence[Puzzle], seconds: float, json: bool, **more: int) -> None:
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    if json:
        print_json({"puzzles": len(puzzles), "kinds": dict(kinds), "seconds": round(seconds, 1), **more})
        return
    rest = "".join(f", {value} {name}" for name, value in more.items())
    print(f"{len(puzzles)} puzzles in {seconds:.1f} s{rest}")
    for kind, count in kinds.items():
        print(f"  {kind}: {count}")
