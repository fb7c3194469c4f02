"""`goldenspike render` writes what the file's name asks for, or one clear line and nothing."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from goldenspike.cli.main import main
from goldenspike.cli.render import WHAT


@pytest.mark.parametrize("what", WHAT)
def test_each_picture_is_written(what: str, tmp_path: Path) -> None:
    out = tmp_path / "picture.svg"
    assert main(["render", "1830", "--version", "classic", "--what", what, "--out", str(out)]) == 0
    assert ElementTree.fromstring(out.read_text(encoding="utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(("kind", "magic"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_other_kinds_come_from_cairosvg(kind: str, magic: bytes, tmp_path: Path) -> None:
    out = tmp_path / f"picture{kind}"
    assert main(["render", "--what", "market", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(magic)


@pytest.mark.parametrize(
    ("title", "version", "what", "name"),
    [
        ("1829", None, "board", "a.svg"),
        ("1830", "moon", "board", "a.svg"),
        ("1830", None, "rivers", "a.svg"),
        ("1830", None, "board", "a.gif"),
        ("1830", None, "board", "missing/a.svg"),
    ],
)
def test_bad_input_is_one_clear_line(
    title: str, version: str | None, what: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["render", title, "--what", what, "--out", str(tmp_path / name)]
    assert main([*words, "--version", version] if version else words) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_cairosvg_the_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert main(["render", "--out", str(tmp_path / "a.png")]) == 2
    assert "goldenspike[png]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
