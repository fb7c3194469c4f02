"""`goldenspike render`: the board, market, tiles or charters of a title or of a game, as SVG, PNG or PDF."""

import importlib
import sys
from pathlib import Path

from goldenspike import svg
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.titles.catalogue import BadSetup, find_version, make

WHAT = ("board", "market", "tiles", "charters")
KINDS = (".svg", ".png", ".pdf")


def run(title: str, version: str | None, record: str | None, ply: int | None, what: str, out: str) -> int:
    """Draw and write; the exit status. A picture of a record needs the position that the caller loads: see `draw`."""
    if record is not None or ply is not None:
        return _fail("render: --record is not supported yet")
    try:
        found = find_version(title, version)
    except BadSetup as bad:
        return _fail(f"render: {bad}")
    return render(make(title, found.name, found.players[0]), None, what, out)


def render(setup: Setup, state: State | None, what: str, out: str, theme: str = "light") -> int:
    """Draw a position and write it in the format given by the file name."""
    if what not in WHAT:
        return _fail(f"render: --what {what}: must be one of {', '.join(WHAT)}")
    path = Path(out)
    if path.suffix.lower() not in KINDS:
        return _fail(f"render: --out {out}: must end in one of {', '.join(KINDS)}")
    try:
        content = convert(draw(setup, state, what, theme), path.suffix.lower())
    except ImportError:
        return _fail(f"render: {path.suffix} needs the package cairosvg: pip install 'goldenspike[png]'")
    try:
        path.write_bytes(content)
    except OSError as error:
        return _fail(f"render: --out {out}: {error.strerror}")
    return 0


def draw(setup: Setup, state: State | None, what: str, theme: str = "light") -> str:
    """The picture as SVG."""
    if what == "market":
        return svg.market(setup, state, theme=theme)
    if what == "tiles":
        return svg.tile_manifest(setup, state, theme=theme)
    if what == "charters":
        return svg.charters(setup, state, theme=theme)
    return svg.board(setup, state, theme=theme)


def convert(picture: str, kind: str) -> bytes:
    """The bytes of a file of this kind. PNG and PDF need cairosvg (an extra), which does not support CSS variables."""
    if kind == ".svg":
        return picture.encode()
    cairosvg = importlib.import_module("cairosvg")
    plain = svg.flatten(picture).encode()
    made = cairosvg.svg2pdf(bytestring=plain) if kind == ".pdf" else cairosvg.svg2png(bytestring=plain, scale=2)
    return bytes(made)


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 2
