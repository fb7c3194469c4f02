"""The stock market: cells with their zones, starting prices, and the companies' tokens in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import Final

from goldenspike.core.ids import Company, by_company
from goldenspike.core.market import Market, Zone
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.svg.document import document
from goldenspike.svg.geometry import Point
from goldenspike.svg.paint import Value, box, circle, element, group, moved, number, text, width_of
from goldenspike.svg.roundel import badge, chip
from goldenspike.svg.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class _Cells:
    """The measures of all cells of a market."""

    width: float
    height: float
    type: float
    """Size of the prices."""
    least: float
    """Size of the smallest letters of tokens that can be read."""

    @property
    def below_price(self) -> float:
        """Where the tokens of a cell begin."""
        return self.type - 2

    @property
    def corner(self) -> float:
        """The radius of the largest token in the lower right corner that leaves three digits of the price free."""
        across = self.width - _EDGE - 2.15 * self.type
        down = self.height - _EDGE - 0.85 * self.type
        return across + down - sqrt(2 * across * down)


WIDTH: Final = 58.0
"""Of a cell of a market that has a sheet for itself."""
_TALL: Final = _Cells(WIDTH, 62.0, 18.0, 0.0)
_FLAT: Final = _Cells(70.0, 46.0, 19.0, 16.0)
"""Where the market shares a screen with other things: half as many pixels as units on a laptop, which has more room across."""
_MARGIN: Final = 10.0
_EDGE: Final = 1.5
"""Between tokens and the border of their cell."""
_ROW: Final = 30.0
"""Height of a line of the panel of starting prices."""
_TYPE: Final = 18.0
"""Readable where the market has half of a laptop's screen."""
_LARGEST: Final = 18.0
"""The radius of the largest token."""
_BESIDE_PRICE: Final = 12.5
"""The radius of the largest token beside a price: it leaves the letters of those below it free."""
_MOST_ROUND: Final = 3
"""Of more tokens in a cell only the letters have room."""


def market(
    setup: Setup,
    state: State | None = None,
    *,
    theme: str = "light",
    selectable: Sequence[int] = (),
    last: Sequence[int] = (),
    prefix: str = "",
    words: Words = ENGLISH,
    terms: Mapping[int, str] | None = None,
    flat: bool = False,
) -> str:
    """The market with all tokens of `state`; `selectable` and `last` are cells to mark, `terms` explain cells.

    `flat` cells leave a page room for other things.
    """
    cells = _FLAT if flat else _TALL
    table = setup.title.market
    rows = len(table.prices) // table.columns
    lists = _tokens(setup, state)
    drawn = [
        _cell(
            setup, cell, cells, lists.get(cell, []), cell in selectable, cell in last, prefix, words, (terms or {}).get(cell, "")
        )
        for cell, price in enumerate(table.prices)
        if price or cell == table.closed
    ]
    panel_height = (len(table.par_cells) + 1) * _ROW + 8
    column, row, fits = _free_corner(table, rows, cells.height, panel_height)
    left = _MARGIN + column * cells.width + 14
    top = _MARGIN + row * cells.height + 14
    panel_width = _MARGIN + table.columns * cells.width - left
    height = 2 * _MARGIN + rows * cells.height
    if not fits:
        left, top, panel_width = _MARGIN, height, table.columns * cells.width
        height += panel_height + _MARGIN
    width = 2 * _MARGIN + table.columns * cells.width
    bottom = top + panel_height
    legend_width = min(panel_width, 420.0)
    body = (
        box(0, 0, width, height, "gs-paper")
        + box(5, 5, width - 10, height - 10, "gs-frame")
        + moved(_MARGIN, _MARGIN, *drawn)
        + moved(left, top, _starting_prices(setup, state, legend_width, panel_height, cells.least, words))
    )
    if fits and bottom + 34 < height:
        body += moved(left, bottom + 12, _zones(table, words))
    return document(width, height, body, theme, words.market, bool(selectable))


def _tokens(setup: Setup, state: State | None) -> dict[int, list[Company]]:
    """Companies in each cell, the top one first."""
    found: dict[int, list[Company]] = {}
    if state is None:
        return found
    order = [*state.market_order, *(c for c in setup.all_companies if c not in state.market_order)]
    for company in order:
        if state.cells[company] >= 0:
            found.setdefault(state.cells[company], []).append(company)
    return found


def _cell(
    setup: Setup,
    cell: int,
    cells: _Cells,
    companies: list[Company],
    is_selectable: bool,
    is_last: bool,
    prefix: str,
    words: Words,
    term: str,
) -> str:
    table = setup.title.market
    wide, high = cells.width, cells.height
    zone = table.zones[cell]
    price = words.money(table.prices[cell])
    row, column = divmod(cell, table.columns)
    attributes: dict[str, Value] = {
        "id": f"{prefix}cell-{cell}",
        "class": "gs-market",
        "data-cell": str(cell),
        "data-price": str(table.prices[cell]),
        "transform": f"translate({column * wide:g} {row * high:g})",
    }
    if term:
        attributes["data-explain"] = term
    if is_selectable:
        attributes |= {"tabindex": "0", "role": "button", "aria-label": price}
    drawn = [box(0, 0, wide, high, f"gs-cell gs-cell-{int(zone)}")]
    if zone is Zone.PAR:
        drawn.append(box(2.2, 2.2, wide - 4.4, high - 4.4, "gs-parbox", 2))
    # Dots distinguish the lenient zones without color.
    drawn += [circle(wide - 6 - 5 * dot, 6.5, 1.7, "gs-zonedot") for dot in range(int(zone) - 1)]
    bold = "gs-sans gs-bold" if zone is Zone.PAR or table.prices[cell] >= table.highest else "gs-sans"
    if cell == table.closed:
        drawn.append(
            element("path", {"d": f"M{number(wide / 2 - 9)} {number(high / 2 - 5)}l18 22m-18 0l18 -22", "class": "gs-cross"})
        )
    drawn += _stack(setup, companies, cells)
    drawn.append(text(str(table.prices[cell]), 3.5, cells.type / 2, cells.type, bold, "start"))
    if is_last:
        drawn.append(box(2.5, 2.5, wide - 5, high - 5, "gs-last"))
    if is_selectable:
        drawn.append(box(2.5, 2.5, wide - 5, high - 5, "gs-ring"))
    return group(attributes, *drawn)


def _stack(setup: Setup, companies: list[Company], cells: _Cells) -> list[str]:
    """Tokens below the price in reading order, the one on top first.

    Where that makes it larger, a token alone has the lower right corner, and the first of three the corner beside the price.
    """
    tokens = len(companies)
    if not tokens:
        return []
    if tokens > _MOST_ROUND:
        return _chips(setup, companies, cells)
    below = cells.height - cells.below_price - _EDGE
    radius = min(_LARGEST, below / 2, _radius(tokens, cells))
    corner = min(_LARGEST, cells.corner)
    beside = min(_BESIDE_PRICE, cells.height / 2, _radius(tokens - 1, cells)) if tokens == _MOST_ROUND else 0.0
    if tokens == 1 and corner > radius:
        radius = corner
        places = [(cells.width - _EDGE - radius, cells.height - _EDGE - radius)]
    elif beside > radius:
        radius = beside
        top = (cells.width - _EDGE - radius, radius)
        places = [top, *_row(tokens - 1, radius, cells.height - _EDGE - radius, cells)]
    else:
        places = _row(tokens, radius, (cells.height + cells.below_price - _EDGE) / 2, cells)
    drawn = [
        moved(*place, badge(setup.title.companies[company], company, radius, cells.least))
        for company, place in zip(companies, places, strict=True)
    ]
    return drawn[::-1]


def _chips(setup: Setup, companies: list[Company], cells: _Cells) -> list[str]:
    """Letters without roundels in reading order, in as few columns as three rows allow, the first ones beside the price."""
    room = cells.width - 2 * _EDGE
    high = (cells.height - _EDGE - cells.below_price) / 2
    digits = 2.2 * cells.type
    columns = next(columns for columns in count(2) if 2 * columns + int((room - digits) * columns / room) >= len(companies))
    wide = room / columns
    beside = int((room - digits) / wide)
    places = [(columns - beside + place, 0) for place in range(beside)]
    places += [(place % columns, 1 + place // columns) for place in range(2 * columns)]
    return [
        moved(
            _EDGE + (column + 0.5) * wide,
            cells.height - _EDGE - (2.5 - row) * high,
            chip(setup.title.companies[company], wide - 0.6, high - 0.6, cells.least),
        )
        for company, (column, row) in zip(companies, places, strict=False)
    ][::-1]


def _radius(tokens: int, cells: _Cells) -> float:
    """The radius of so many tokens beside each other in a cell."""
    return (cells.width - 2 * _EDGE) / (2 * tokens)


def _row(tokens: int, radius: float, y: float, cells: _Cells) -> list[Point]:
    return [(cells.width / 2 + (2 * index - tokens + 1) * radius, y) for index in range(tokens)]


def _free_corner(table: Market, rows: int, high: float, height: float) -> tuple[int, int, bool]:
    """The first column and row of the empty corner at the lower right, if it is large enough for the panel."""
    need = -(-int(height + 20) // int(high))
    for row in range(rows):
        used = [
            column + 1
            for line in range(row, rows)
            for column in range(table.columns)
            if table.prices[line * table.columns + column] or line * table.columns + column == table.closed
        ]
        column = max(used, default=0)
        if table.columns - column >= 5:
            return column, row, rows - row >= need
    return 0, 0, False


def _starting_prices(setup: Setup, state: State | None, width: float, height: float, least: float, words: Words) -> str:
    """Each starting price and the companies that began there."""
    table = setup.title.market
    drawn = [box(0, 0, width, height, "gs-panel", 4), text(words.par, 14, _ROW / 2 + 2, _TYPE, "gs-serif gs-bold", "start")]
    for line, cell in enumerate(table.par_cells):
        y = (line + 1.5) * _ROW + 2
        price = table.prices[cell]
        drawn.append(element("line", {"x1": 10, "x2": width - 10, "y1": y - 15, "y2": y - 15, "class": "gs-rule"}))
        drawn.append(text(words.money(price), 66, y, _TYPE, "gs-sans gs-bold", "end"))
        started = [company for company, par in by_company(state.par) if par == price] if state is not None else []
        step = min(30.0, (width - 110) / max(1, len(started) - 1)) if started else 0
        drawn += [
            moved(94 + step * index, y, badge(setup.title.companies[company], company, 14, least))
            for index, company in enumerate(started)
        ]
    return group({"class": "gs-starting"}, *drawn)


def _zones(table: Market, words: Words) -> str:
    """The names of the zones, with their dots."""
    drawn = []
    x = 0.0
    for zone in sorted(set(table.zones)):
        if zone is Zone.NORMAL or int(zone) >= len(words.zones):
            continue
        drawn.append(box(x, 0, 22, 16, f"gs-cell gs-cell-{int(zone)}"))
        if zone is Zone.PAR:
            drawn.append(box(x + 1.5, 1.5, 19, 13, "gs-parbox", 1))
        drawn += [circle(x + 17 - 5 * dot, 5, 1.7, "gs-zonedot") for dot in range(int(zone) - 1)]
        drawn.append(text(words.zones[zone], x + 27, 8, 14, "gs-sans", "start"))
        x += 44 + width_of(words.zones[zone], 14)
    return group({"class": "gs-zones"}, *drawn)
