"""The moderator's program: a recorded game typed in a real terminal, and its answers to bad input."""

import io
import sys
from pathlib import Path

import pytest

from goldenspike.cli.main import main
from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.moderate import Books
from goldenspike.record.native import read_record
from moderated_game import commands_of
from server_helpers import wait_until
from terminal_helpers import terminal

GOLDENSPIKE = (sys.executable, "-m", "goldenspike.cli.main")


def plies(file: Path) -> int:
    return len(read_record(file.read_bytes()).actions) if file.exists() else -1


@pytest.mark.programs
def test_a_recorded_game_is_typed_in_a_terminal(tmp_path: Path) -> None:
    """Every move of the game by its short command; the books end with the same money, prices and papers."""
    game, players, commands = commands_of("1830-bankruptcy")
    file = tmp_path / "game.json"
    Books(Game(game.setup), players, "en").write(file)
    with terminal([*GOLDENSPIKE, "moderate", "--file", str(file)]) as screen:
        wait_until(lambda: "Type ? for the commands." in screen.screen, "the program asks for a command")
        for ply, command in enumerate(commands, 1):
            screen.type(command)
            wait_until(lambda ply=ply: plies(file) >= ply, f"move {ply}, {command}, is saved")  # type: ignore[misc]
        wait_until(lambda: "wealth" in screen.screen, "the result is shown")
    books = Books.read(file, "en")
    assert books.game.actions == game.actions
    assert books.game.state == game.state
    assert books.game.result().reason is EndReason.BANKRUPTCY


@pytest.mark.programs
def test_possible_commands_are_offered_and_moves_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command = [*GOLDENSPIKE, "moderate", "--file", str(file), "--names", "Ada,Bob,Cyd", "--language", "de"]
    with terminal(command) as screen:
        wait_until(lambda: "Type ? for the commands." in screen.screen, "the program asks for a command")
        screen.type("seats cyd ada bob")
        wait_until(lambda: plies(file) == 1, "the seats are drawn")
        screen.press("b", "Tab")
        wait_until(lambda: "bid ca 165" in screen.screen, "the possible commands are offered")
        screen.press("Escape", "C-u")
        screen.type("bid cs 45")
        wait_until(lambda: plies(file) == 2, "the bid is saved")
        screen.type("undo 1 zu früh")
        wait_until(lambda: plies(file) == 1, "the bid is taken back")
        screen.type("quit")
    assert [note.text for note in read_record(file.read_bytes()).notes] == ["1 taken back: zu früh"]


def moderate(monkeypatch: pytest.MonkeyPatch, lines: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return main(["moderate", *words])


def test_commands_come_from_a_pipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    assert moderate(monkeypatch, "seats ada bob cyd\nb sv\nshow\nlog\n?\n", "--file", str(file), "--names", "Ada,Bob,Cyd") == 0
    told = capsys.readouterr().out
    assert "Ada buys Schuylkill Valley (SV, pays $5) from the bank for $20." in told
    assert "b prr 100" in told
    assert moderate(monkeypatch, "bid dh 75\nquit\nb cs\n", "--file", str(file)) == 0
    assert plies(file) == 3


def test_a_command_that_fails_is_told_and_nothing_is_saved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    assert moderate(monkeypatch, "seats ada bob cyd\nbid sv 99999\n", "--file", str(file), "--names", "Ada,Bob,Cyd") == 1
    printed = capsys.readouterr()
    assert "not every command could be carried out" in printed.err
    assert plies(file) == 1


@pytest.mark.parametrize(
    ("words", "trouble"),
    [
        (["--file", "new.json"], "new.json does not exist: give --names of the players to begin a game"),
        (["--file", "old.json", "--names", "Ada,Bob"], "old.json exists: leave out --names"),
        (["--file", "bad.json"], "bad.json: "),
        (["--file", "new.json", "--names", "Ada,Ada,Bob"], "two players are called"),
        (["--file", "new.json", "--names", "Ada"], "players"),
        (["--file", "none/new.json", "--names", "Ada,Bob,Cyd"], "none/new.json: No such file or directory"),
        (["--file", "new.json", "--names", "Ada,Bob,Cyd", "--language", "fr"], "--language must be one of"),
    ],
)
def test_bad_input_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], trouble: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text("{")
    Path("old.json").write_text("{}")
    assert moderate(monkeypatch, "", *words) == 2
    assert trouble in capsys.readouterr().err
