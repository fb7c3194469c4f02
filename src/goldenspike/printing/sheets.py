"""The layout of sheets, in millimeters: grids of cards with cut marks, backs for printing on both sides, tiles, and posters.

All sheets of cards are upright, and a back is the mirror image of its front about the vertical axis, so that the printer's
option "flip on the long edge" puts every back behind its front.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Paper(NamedTuple):
    name: str
    width: float
    height: float

    def turned(self) -> "Paper":
        return Paper(self.name, self.height, self.width)


A4: Final = Paper("a4", 210, 297)
LETTER: Final = Paper("letter", 215.9, 279.4)
PAPERS: Final = {paper.name: paper for paper in (A4, LETTER)}

MARGIN: Final = 10.0
"""What printers leave blank; marks and captions are in it."""
OVERLAP: Final = 10.0
"""By how much the sheets of a poster overlap."""
_MARK: Final = 4.0
_AWAY: Final = 1.5
"""Between a mark and the corner of a card."""


class Mark(NamedTuple):
    """A thin line to cut or fold along."""

    x1: float
    y1: float
    x2: float
    y2: float


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture on a sheet, stretched to `box`; what is outside `clip` is not printed."""

    svg: str
    box: Box
    clip: Box | None = None


@dataclass(slots=True)
class Page:
    width: float
    height: float
    caption: str = ""
    placed: list[Placed] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Card:
    """A picture to cut out, with its back and its number of copies."""

    front: str
    width: float
    height: float
    count: int = 1
    back: str = ""


def _copies(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards for _ in range(card.count)]


def lay_cards(cards: Sequence[Card], paper: Paper, caption: str, duplex: bool = False) -> list[Page]:
    """Cards of one size edge to edge, as many as fit, so that one cut separates two of them."""
    copies = _copies(cards)
    if not copies:
        return []
    width, height = copies[0].width, copies[0].height
    columns = max(1, int((paper.width - 2 * MARGIN + 0.01) // width))
    rows = max(1, int((paper.height - 2 * MARGIN + 0.01) // height))
    left, top = (paper.width - columns * width) / 2, (paper.height - rows * height) / 2
    pages: list[Page] = []
    for some in _parts(copies, columns * rows):
        boxes = [
            Box(left + place % columns * width, top + place // columns * height, width, height) for place in range(len(some))
        ]
        page = Page(paper.width, paper.height, caption)
        page.placed += [Placed(card.front, box) for card, box in zip(some, boxes, strict=True)]
        page.marks += _cuts(left, top, width, height, min(columns, len(some)), -(-len(some) // columns))
        pages += [page, *_back(page, some, boxes)] if duplex else [page]
    return pages


def _parts(copies: Sequence[Card], most: int) -> Iterator[Sequence[Card]]:
    for start in range(0, len(copies), most):
        yield copies[start : start + most]


def _back(front: Page, cards: Sequence[Card], boxes: Sequence[Box]) -> Iterator[Page]:
    """The other side of a sheet, mirrored; a blank page if nothing is printed there, so that the next front stays a front."""
    page = Page(front.width, front.height)
    for card, box in zip(cards, boxes, strict=True):
        if card.back:
            page.placed.append(Placed(card.back, box._replace(x=front.width - box.x - box.width)))
    yield page


def _cuts(left: float, top: float, width: float, height: float, columns: int, rows: int) -> Iterator[Mark]:
    """Marks outside the grid at every line between cards."""
    right, bottom = left + columns * width, top + rows * height
    for column in range(columns + 1):
        x = left + column * width
        yield Mark(x, top - _AWAY - _MARK, x, top - _AWAY)
        yield Mark(x, bottom + _AWAY, x, bottom + _AWAY + _MARK)
    for row in range(rows + 1):
        y = top + row * height
        yield Mark(left - _AWAY - _MARK, y, left - _AWAY, y)
        yield Mark(right + _AWAY, y, right + _AWAY + _MARK, y)


HEX_GAP: Final = 3.0
"""Between tiles, for the marks at their corners."""


def lay_hexes(cards: Sequence[Card], paper: Paper, caption: str, duplex: bool = False) -> list[Page]:
    """Hexagons in rows, every other one shifted, each with marks that prolong its sides; a card's box is the hexagon's."""
    copies = _copies(cards)
    if not copies:
        return []
    width, height = copies[0].width, copies[0].height
    across, down = width + HEX_GAP, (width + HEX_GAP) * math.sqrt(3) / 2
    columns = int((paper.width - 2 * MARGIN - across / 2 + HEX_GAP) // across)
    rows = int((paper.height - 2 * MARGIN - height) // down) + 1
    left = (paper.width - (columns + 0.5) * across + HEX_GAP) / 2
    top = (paper.height - (rows - 1) * down - height) / 2
    pages: list[Page] = []
    for some in _parts(copies, columns * rows):
        boxes = [
            Box(left + (place % columns + place // columns % 2 / 2) * across, top + place // columns * down, width, height)
            for place in range(len(some))
        ]
        page = Page(paper.width, paper.height, caption)
        page.placed += [Placed(card.front, box) for card, box in zip(some, boxes, strict=True)]
        page.marks += [mark for box in boxes for mark in _corner_marks(box)]
        pages += [page, *_back(page, some, boxes)] if duplex else [page]
    return pages


def _corner_marks(box: Box) -> Iterator[Mark]:
    x, y, side = box.x + box.width / 2, box.y + box.height / 2, box.height / 2
    corners = [
        (x + side * math.cos(math.radians(30 + 60 * corner)), y + side * math.sin(math.radians(30 + 60 * corner)))
        for corner in range(6)
    ]
    for number, (x2, y2) in enumerate(corners):
        for x1, y1 in (corners[number - 1], corners[(number + 1) % 6]):
            share = HEX_GAP / 2.2 / side
            yield Mark(x2, y2, x2 + (x2 - x1) * share, y2 + (y2 - y1) * share)


def lay_poster(svg: str, width: float, height: float, paper: Paper, caption: str) -> list[Page]:
    """A picture larger than the paper on several sheets that overlap; upright or not, whichever takes fewer sheets."""
    upright, turned = _poster(svg, width, height, paper, caption), _poster(svg, width, height, paper.turned(), caption)
    return turned if len(turned) < len(upright) else upright


def _poster(svg: str, width: float, height: float, paper: Paper, caption: str) -> list[Page]:
    """All sheets show parts of the same size, as small as the number of sheets allows."""
    columns, rows = _sheets(width, paper.width - 2 * MARGIN), _sheets(height, paper.height - 2 * MARGIN)
    part_width, part_height = (width + (columns - 1) * OVERLAP) / columns, (height + (rows - 1) * OVERLAP) / rows
    left, top = (paper.width - part_width) / 2, (paper.height - part_height) / 2
    part = Box(left, top, part_width, part_height)
    pages: list[Page] = []
    for row in range(rows):
        for column in range(columns):
            x, y = column * (part_width - OVERLAP), row * (part_height - OVERLAP)
            page = Page(paper.width, paper.height, f"{caption} {chr(ord('A') + row)}{column + 1}")
            page.placed.append(Placed(svg, Box(left - x, top - y, width, height), part))
            page.marks += _cuts(*part, 1, 1)
            page.marks += _glue_marks(part, column > 0, row > 0)
            pages.append(page)
    return pages


def _sheets(size: float, live: float) -> int:
    return max(1, math.ceil((size - OVERLAP) / (live - OVERLAP) - 1e-9))


def _glue_marks(part: Box, at_left: bool, at_top: bool) -> Iterator[Mark]:
    """Where the sheet before ends: it is glued over the overlap up to there."""
    right, bottom = part.x + part.width, part.y + part.height
    if at_left:
        x = part.x + OVERLAP
        yield Mark(x, part.y - _AWAY - _MARK, x, part.y - _AWAY)
        yield Mark(x, bottom + _AWAY, x, bottom + _AWAY + _MARK)
    if at_top:
        y = part.y + OVERLAP
        yield Mark(part.x - _AWAY - _MARK, y, part.x - _AWAY, y)
        yield Mark(right + _AWAY, y, right + _AWAY + _MARK, y)


def lay_large(svg: str, width: float, height: float, caption: str) -> list[Page]:
    """One sheet as large as the picture and its margins, for a print shop."""
    page = Page(width + 2 * MARGIN, height + 2 * MARGIN, caption)
    page.placed.append(Placed(svg, Box(MARGIN, MARGIN, width, height)))
    page.marks += _cuts(MARGIN, MARGIN, width, height, 1, 1)
    return [page]


def lay_whole(svg: str, width: float, height: float, paper: Paper, caption: str) -> list[Page]:
    """A picture as large as one sheet allows, turned if that makes it larger."""
    sheets = (paper, paper.turned())
    scales = [min((one.width - 2 * MARGIN) / width, (one.height - 2 * MARGIN) / height) for one in sheets]
    sheet, scale = (paper, scales[0]) if scales[0] >= scales[1] else (paper.turned(), scales[1])
    page = Page(sheet.width, sheet.height, caption)
    x, y = (sheet.width - width * scale) / 2, (sheet.height - height * scale) / 2
    page.placed.append(Placed(svg, Box(x, y, width * scale, height * scale)))
    return [page]


def lay_top(svg: str, width: float, height: float, paper: Paper, caption: str) -> list[Page]:
    """A picture in its own size at the top of an upright sheet; smaller if it would not fit."""
    scale = min(1.0, (paper.width - 2 * MARGIN) / width, (paper.height - 2 * MARGIN) / height)
    page = Page(paper.width, paper.height, caption)
    page.placed.append(Placed(svg, Box((paper.width - width * scale) / 2, MARGIN, width * scale, height * scale)))
    return [page]
