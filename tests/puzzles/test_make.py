"""Making puzzles: the same seed gives the same ones, and what is made can be proven."""

from pathlib import Path

import msgspec
import pytest

from goldenspike.cli.main import main
from goldenspike.core.game import Game
from goldenspike.puzzles.book import PuzzleBook, read, write
from goldenspike.puzzles.kinds import KINDS
from goldenspike.puzzles.make import SERIES, make_puzzles, simulate

DATA = Path(__file__).parents[1] / "data"


def test_the_same_seed_gives_the_same_puzzles() -> None:
    made = make_puzzles(4, 3, kinds=("auction", "sale"))
    assert [puzzle.kind for puzzle in made.puzzles] == ["sale", "sale", "auction", "auction"]
    assert write(made) == write(make_puzzles(4, 3, kinds=("auction", "sale")))
    for puzzle in made.puzzles:
        PuzzleBook(made).prove(puzzle)


def test_only_the_auction_is_played_where_nothing_else_is_needed() -> None:
    game = simulate(SERIES[1], 5, 1)
    assert game.ply < 60 and not game.is_over


def test_records_come_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made.json.gz"
    record = str(DATA / "1830-bank-breaks.json")
    assert main(["puzzles", "make", record, "--kind", "run", "--count", "2", "-o", str(out)]) == 0
    book = read(out.read_bytes())
    assert [source.players for source in book.collection.sources] == [3]
    assert main(["puzzles", "prove", str(out)]) == 0
    assert "2 puzzles" in capsys.readouterr().out


def test_a_puzzle_that_is_not_proven_fails_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = make_puzzles(1, 3, kinds=("auction",))
    file = tmp_path / "wrong.json"
    wrong = msgspec.structs.replace(made, puzzles=[msgspec.structs.replace(made.puzzles[0], best=made.puzzles[0].best - 1)])
    file.write_bytes(msgspec.json.encode(wrong))
    assert main(["puzzles", "prove", str(file)]) == 1
    assert made.puzzles[0].id in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["make", "--kind", "chess"],
        ["make", "--count", "0"],
        ["make", "missing.json"],
        ["prove", "missing.json.gz"],
    ],
)
def test_bad_input_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", *words]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("number", [number for number, series in enumerate(SERIES) if "solvency" not in series.kinds])
def test_games_that_are_passed_over_have_no_puzzles_of_the_kind(number: int) -> None:
    game, kind = simulate(SERIES[number], 1, number), KINDS["solvency"]
    positions = (Game(game.setup, game.state_at(ply)) for ply in range(game.ply))
    assert not any(kind.subjects(position) for position in positions if kind.applies(position))
