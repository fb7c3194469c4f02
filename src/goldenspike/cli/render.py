"""`goldenspike render`: the board, market, tiles or charters of a title or of a game, as SVG, PNG or PDF."""

import importlib
from pathlib import Path

from goldenspike import svg
from goldenspike.cli.output import BadInput
from goldenspike.cli.parameters import Option, Title, TitleVersion
from goldenspike.cli.positions import opening, position_of
from goldenspike.core.state import State
from goldenspike.core.title import Setup

WHAT = ("board", "market", "tiles", "charters")
KINDS = (".svg", ".png", ".pdf")


def run(
    title: Title = "1830",
    *,
    version: TitleVersion = None,
    option: Option = None,
    record: Path | None = None,
    ply: int | None = None,
    what: str = "board",
    out: Path,
) -> None:
    """Draw the board, market, tiles or charters of a title or of a game.

    Parameters
    ----------
    record
        a record whose position is drawn
    ply
        the position after so many actions of the record; the last one if not given
    what
        board, market, tiles or charters
    out
        the file to write: .svg, .png or .pdf
    """
    if record is not None and option:
        raise BadInput("--option cannot be combined with --record, which has its own options")
    if record is None and ply is not None:
        raise BadInput("--ply needs --record")
    setup, state = opening(title, version, option or []) if record is None else position_of(title, version, record, ply)
    write_picture(setup, state, what, out)


def write_picture(setup: Setup, state: State | None, what: str, out: Path, theme: str = "light") -> None:
    """Draw a position and write it in the format given by the file name."""
    if what not in WHAT:
        raise BadInput(f"--what {what}: must be one of {', '.join(WHAT)}")
    kind = out.suffix.lower()
    if kind not in KINDS:
        raise BadInput(f"--out {out}: must end in one of {', '.join(KINDS)}")
    try:
        content = convert(draw(setup, state, what, theme), kind)
    except ImportError:
        raise BadInput(f"{out.suffix} needs the package cairosvg: pip install 'goldenspike[png]'") from None
    try:
        out.write_bytes(content)
    except OSError as error:
        raise BadInput(f"--out {out}: {error.strerror}") from None


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
