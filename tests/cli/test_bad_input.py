"""Bad input is one clear line on standard error and exit 2; nothing is written and no traceback is shown."""

import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.cli.main import main

DATA = Path(__file__).resolve().parent.parent / "data"

CASES = [
    ("unknown command", ["bogus"], "bogus"),
    ("no title", ["simulate"], "--title"),
    ("unknown title", ["simulate", "1831"], "There is no title ‘1831’"),
    ("unknown version", ["simulate", "1830", "--version", "s9"], "1830 has no version ‘s9’"),
    ("too few players", ["simulate", "1830", "--version", "classic", "--players", "1"], "2 to 7 players, not 1"),
    ("too many players", ["simulate", "1830", "--version", "classic", "--players", "8"], "2 to 7 players, not 8"),
    ("players no number", ["simulate", "1830", "--players", "two"], "two"),
    ("no games", ["simulate", "1830", "--games", "0"], "--games must be at least 1"),
    ("unknown flag", ["simulate", "1830", "--speed", "3"], "--speed"),
    ("flag without a value", ["simulate", "1830", "--seed"], "--seed"),
    ("unknown bot", ["simulate", "1830", "--bots", "random,deep"], "unknown bot 'deep'"),
    ("unknown option to explain", ["titles", "--option", "color"], "There is no option ‘color’"),
    ("unknown option", ["simulate", "1830", "--option", "color=red"], "There is no option ‘color’"),
    ("unknown value", ["simulate", "1830", "--option", "bank=huge"], "The option bank has no value ‘huge’"),
    ("option without value", ["simulate", "1830", "--option", "bank"], "not of the form name=value"),
    ("option twice", ["simulate", "1830", "--option", "bank=full", "--option", "bank=short"], "set twice"),
    (
        "options that exclude each other",
        ["simulate", "1830", "--option", "reading=on", "--option", "with_rdr=on"],
        "cannot be combined with",
    ),
    ("record not there", ["replay", "no/such/file.json"], "no/such/file.json: No such file"),
    ("record of the wrong kind", ["replay", __file__], "test_bad_input.py: "),
    ("unknown source", ["replay", __file__, "--from", "rr18xx"], "rr18xx"),
    ("no problem file", ["routes"], "at least one file"),
    ("picture without a file", ["render", "1830"], "--out"),
    ("picture of nothing", ["render", "1830", "--what", "moon", "--out", "x.svg"], "moon"),
    ("picture of no kind", ["render", "1830", "--out", "x.gif"], "x.gif"),
    ("picture of an unknown title", ["render", "1862x", "--out", "x.svg"], "1862x"),
    ("ply without a record", ["render", "1830", "--ply", "4", "--out", "x.svg"], "--ply needs --record"),
    ("picture of no table", ["render", "1830", "--option", "with_nw=on", "--out", "x.svg"], "no home on this board"),
    ("picture with options twice", ["render", "--option", "bank=short", "--record", "x.json", "--out", "x.svg"], "--record"),
    ("picture of a bad record", ["render", "1830", "--record", __file__, "--out", "x.svg"], "test_bad_input.py: "),
    ("print nothing", ["print", "--what", "moon", "--output", "x.pdf"], "--what moon"),
    ("print on no paper", ["print", "--paper", "a3", "--output", "x.pdf"], "a4, letter"),
    ("print in no language", ["print", "--language", "fr", "--output", "x.pdf"], "en, de, ja, nl"),
    ("print no PDF", ["print", "--output", "x.svg"], "must end in .pdf"),
    ("print with no font", ["print", "--font", "x.ttf", "--output", "x.pdf"], "--font x.ttf: no such file"),
    ("print an unknown version", ["print", "--version", "s9", "--output", "x.pdf"], "1830 has no version ‘s9’"),
    ("print for nobody", ["print", "--players", "9", "--output", "x.pdf"], "2 to 7 players, not 9"),
    ("print what is not there", ["print", "--version", "starter", "--what", "market", "--output", "x.pdf"], "starter has none"),
    ("print the scores of no game", ["print", "--what", "scores", "--output", "x.pdf"], "scores needs --record"),
    ("print a ply of no record", ["print", "--ply", "3", "--output", "x.pdf"], "--ply needs --record"),
    ("print a bad record", ["print", "--record", __file__, "--output", "x.pdf"], "test_bad_input.py: "),
    (
        "print an export of 18xx.games",
        ["print", "--record", str(DATA / "1830-bank-breaks.json"), "--output", "x.pdf"],
        "1830-bank-breaks.json: is not a record",
    ),
    ("unknown benchmark", ["bench", "--only", "moon"], "no benchmark is called 'moon'"),
    ("benchmark of a bad record", ["bench", "--record", __file__], "test_bad_input.py: "),
    ("demo of an unknown title", ["demo", "1831"], "There is no title ‘1831’"),
    ("demo of nothing", ["demo", "--seconds", "-1"], "--seconds must be at least 0"),
]


@pytest.mark.parametrize(("words", "part"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_line_and_nothing_written(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1 and output.err.endswith("\n")
    assert part in output.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["simulate", "1831"], ["replay", "none.json"], ["simulate", "1830", "--players", "x"]])
def test_the_real_command_exits_with_2(words: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", "goldenspike", *words], capture_output=True, text=True, timeout=60)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    assert "Traceback" not in run.stderr


def test_an_exclusion_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "1830", "--option", "reading=on", "--option", "with_rdr=on"])
    assert "cannot be combined with with_rdr: on. The game would have two" in capsys.readouterr().err


def test_an_interrupted_command_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("goldenspike.cli.titles.describe", interrupted)
    assert main(["titles", "--json"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_has_gone_is_no_traceback() -> None:
    command = f"{sys.executable} -m goldenspike.cli.main titles --json | head -1"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert run.stdout == "{\n"
    assert run.stderr == ""
