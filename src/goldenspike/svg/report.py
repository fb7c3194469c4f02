"""The report of a round as a picture: the board and what everybody has, to send to somebody."""

from collections.abc import Sequence
from typing import Final

from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.svg.paint import Value, element, escape, size_to_fit
from goldenspike.svg.theme import LIGHT
from goldenspike.svg.thumbnail import thumbnail

WIDTH: Final = 480
MARGIN: Final = 16
BOARD: Final = 300
LINE: Final = 24
NAMES: Final = 0.4
"""The share of the width that names have."""
_PAPER: Final = "#f6f1e5"


def report(setup: Setup, state: State, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A title, the board, and a table whose first column has names and the others amounts."""
    top = 2 * MARGIN + LINE
    below = top + BOARD + MARGIN
    height = below + LINE * (len(rows) + 1) + MARGIN
    inside = WIDTH - 2 * MARGIN
    board = thumbnail(setup, state).replace("<svg ", f'<svg x="{MARGIN}" y="{top}" width="{inside}" height="{BOARD}" ', 1)
    attributes: dict[str, Value] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {WIDTH} {height}",
        "width": WIDTH,
        "height": height,
        "role": "img",
        "font-family": "sans-serif",
        "fill": LIGHT["tile-ink"],
    }
    drawn = [_cell(title, MARGIN, MARGIN + LINE, inside, 20, is_bold=True)]
    for number, row in enumerate((headings, *rows), start=1):
        drawn += _row(row, below + LINE * number, inside, is_bold=number == 1)
    paper = element("rect", {"width": WIDTH, "height": height, "fill": _PAPER})
    return element("svg", attributes, element("title", {}, escape(title)), paper, board, *drawn)


def _row(row: Sequence[str], y: int, width: int, is_bold: bool) -> list[str]:
    name, *amounts = row
    cells = [_cell(name, MARGIN, y, width * NAMES, 15, is_bold)]
    each = width * (1 - NAMES) / max(1, len(amounts))
    for number, amount in enumerate(amounts, start=1):
        cells.append(_cell(amount, MARGIN + width * NAMES + each * number, y, each, 15, is_bold, is_amount=True))
    return cells


def _cell(content: str, x: float, y: int, width: float, size: int, is_bold: bool, is_amount: bool = False) -> str:
    attributes: dict[str, Value] = {"x": x, "y": y, "font-size": size_to_fit(content, width, size, bold=is_bold)}
    if is_bold:
        attributes["font-weight"] = "bold"
    if is_amount:
        attributes["text-anchor"] = "end"
    return element("text", attributes, escape(content))
