"""Tables, headings and paragraphs for printed sheets, drawn below one another as SVG.

Three units are one millimeter, so that lines and letters have about the size that they have on a page.
"""

import re
from collections.abc import Sequence
from typing import Final

from goldenspike.printing.sheets import Page, Paper, lay_top
from goldenspike.svg.document import document
from goldenspike.svg.paint import box, line, moved, text, width_of
from goldenspike.text.rules.tables import Table

UNITS: Final = 3.0
"""In a millimeter."""
SIZE: Final = 9.0
"""Of usual text: three millimeters."""
_LEADING: Final = 1.35
_PAD: Final = 4.0
_SMALLEST: Final = 6.0
"""Letters of two millimeters."""
_TINY: Final = 0.01
_MARKS: Final = "[。、」）・ー]*"
_WORD = re.compile(f"[\u2e80-\U0001ffff]{_MARKS}|[^\\s\u2e80-\U0001ffff]+{_MARKS}|\\s+")


SOFT_HYPHEN: Final = "\u00ad"
"""Where a page may break a long word; sheets have room for it."""


def break_lines(content: str, most: float, size: float, bold: bool = False) -> list[str]:
    """Text on as few lines as fit the width. Between Japanese letters a line may end anywhere but before a mark."""
    lines: list[str] = []
    current = ""
    for piece in _WORD.findall(content.replace(SOFT_HYPHEN, "")):
        if current.strip() and width_of((current + piece).rstrip(), size, bold) > most:
            lines.append(current.rstrip())
            current = piece.lstrip()
        else:
            current += piece if current else piece.lstrip()
    return [*lines, current.rstrip()] if current.strip() else lines


class Column:
    """Blocks from the top of a sheet downward."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.height = 0.0
        self._drawn: list[str] = []

    def heading(self, content: str, size: float = 13) -> None:
        self.height += size * 0.6 if self._drawn else 0
        for one in break_lines(content, self.width, size, bold=True):
            self._drawn.append(text(one, 0, self.height + size * 0.7, size, "gs-serif gs-bold", "start"))
            self.height += size * _LEADING
        self.height += 2

    def paragraph(self, content: str, size: float = SIZE, bold: bool = False, indent: float = 0) -> None:
        names = "gs-sans gs-bold" if bold else "gs-sans"
        for one in break_lines(content, self.width - indent, size, bold):
            self._drawn.append(text(one, indent, self.height + size * 0.7, size, names, "start"))
            self.height += size * _LEADING
        self.height += 2

    def table(self, table: Table, size: float = SIZE) -> None:
        size, widths = fit_table(table, self.width, size)
        y = self.height
        for number, row in enumerate((table.head, *table.rows)):
            cells = [break_lines(cell, width - 2 * _PAD, size, bold=number == 0) for cell, width in zip(row, widths, strict=True)]
            high = max([len(cell) for cell in cells] + [1]) * size * _LEADING + _PAD
            if number == 0:
                self._drawn.append(box(0, y, sum(widths), high, "gs-share-player"))
            x = 0.0
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
                is_number = index in table.numbers
                at = x + width - _PAD if is_number else x + _PAD + _indent(table, index)
                names = "gs-sans gs-bold" if number == 0 or index == 0 else "gs-sans"
                for place, one in enumerate(cell):
                    middle = y + _PAD / 2 + (place + 0.5) * size * _LEADING
                    self._drawn.append(text(one, at, middle, size, names, "end" if is_number else "start"))
                x += width
            y += high
            self._drawn.append(line(0, y, sum(widths), y, "gs-rule"))
        self.height = y + 6

    def beside(self, columns: Sequence["Column"], gap: float) -> None:
        """Other columns beside each other below what is there."""
        x = 0.0
        for column in columns:
            self._drawn.append(moved(x, self.height, *column._drawn))
            x += column.width + gap
        self.height += max(column.height for column in columns)

    def __len__(self) -> int:
        """How many blocks and lines there are."""
        return len(self._drawn)

    def lay(self, paper: Paper, caption: str) -> list[Page]:
        """On a sheet of its own."""
        picture = document(self.width, self.height, "".join(self._drawn), "light", caption)
        return lay_top(picture, self.width / UNITS, self.height / UNITS, paper, caption)


def _indent(table: Table, index: int) -> float:
    """Words beside a number keep away from it."""
    return _PAD * 2 if index - 1 in table.numbers and index not in table.numbers else 0.0


def fit_table(table: Table, most: float, size: float) -> tuple[float, list[float]]:
    """The size of the letters, smaller if the words would not fit otherwise, and the widths of the columns."""
    widths = _column_widths(table, most, size)
    while sum(widths) > most + _TINY and size > _SMALLEST:
        size -= 0.5
        widths = _column_widths(table, most, size)
    return size, widths


def _column_widths(table: Table, most: float, size: float) -> list[float]:
    """As wide as the text; where that is too much, the widest columns give way, down to their longest words."""
    rows = (table.head, *table.rows)
    natural = [
        max(width_of(row[index], size, bold=number == 0 or index == 0) for number, row in enumerate(rows))
        + 2 * _PAD
        + 1
        + _indent(table, index)
        for index in range(len(table.head))
    ]
    longest = [
        max(
            width_of(word, size, bold=True) for row in rows for word in _WORD.findall(row[index].replace(SOFT_HYPHEN, "")) or [""]
        )
        + 2 * _PAD
        + 1
        + _indent(table, index)
        for index in range(len(table.head))
    ]
    widths = natural
    while (excess := sum(widths) - most) > _TINY:
        room = [max(0, wide - least) for wide, least in zip(widths, longest, strict=True)]
        # Each column gives in proportion to the square of what it can, so that short columns stay on one line.
        weights = [one * one for one in room]
        if sum(room) < _TINY:
            break
        widths = [
            wide - min(one, excess * weight / sum(weights)) for wide, one, weight in zip(widths, room, weights, strict=True)
        ]
    return widths
