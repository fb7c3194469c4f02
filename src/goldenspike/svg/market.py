"""The stock market: cells with their zones, starting prices, and the companies' tokens in their order."""

from collections.abc import Mapping, Sequence

from goldenspike.core.ids import Company, by_company
from goldenspike.core.market import Market, Zone
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.svg.document import document
from goldenspike.svg.geometry import Point
from goldenspike.svg.paint import Value, box, circle, element, group, moved, number, text, width_of
from goldenspike.svg.roundel import badge
from goldenspike.svg.words import ENGLISH, Words

WIDTH = 58.0
HEIGHT = 62.0
_FLAT = 46.0
"""Height of a cell where the market shares a screen with other things."""
_MARGIN = 10.0
_ROW = 30.0
"""Height of a line of the panel of starting prices."""
_TYPE = 18.0
"""Readable where the market has half of a laptop's screen."""
_BELOW_PRICE = 16.0
"""Where the tokens of a cell begin."""
_BESIDE_PRICE = 13.0
"""The radius of the largest token beside a price."""
_OVERLAP = 1.76
"""From token to token, as a share of the radius."""


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
    high = _FLAT if flat else HEIGHT
    table = setup.title.market
    rows = len(table.prices) // table.columns
    lists = _tokens(setup, state)
    drawn = [
        _cell(
            setup, cell, high, lists.get(cell, []), cell in selectable, cell in last, prefix, words, (terms or {}).get(cell, "")
        )
        for cell, price in enumerate(table.prices)
        if price or cell == table.closed
    ]
    panel_height = (len(table.par_cells) + 1) * _ROW + 8
    column, row, fits = _free_corner(table, rows, high, panel_height)
    left = _MARGIN + column * WIDTH + 14
    top = _MARGIN + row * high + 14
    panel_width = _MARGIN + table.columns * WIDTH - left
    height = 2 * _MARGIN + rows * high
    if not fits:
        left, top, panel_width = _MARGIN, height, table.columns * WIDTH
        height += panel_height + _MARGIN
    width = 2 * _MARGIN + table.columns * WIDTH
    bottom = top + panel_height
    legend_width = min(panel_width, 420.0)
    body = (
        box(0, 0, width, height, "gs-paper")
        + box(5, 5, width - 10, height - 10, "gs-frame")
        + moved(_MARGIN, _MARGIN, *drawn)
        + moved(left, top, _starting_prices(setup, state, legend_width, panel_height, words))
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
    high: float,
    companies: list[Company],
    is_selectable: bool,
    is_last: bool,
    prefix: str,
    words: Words,
    term: str,
) -> str:
    table = setup.title.market
    zone = table.zones[cell]
    price = words.money(table.prices[cell])
    row, column = divmod(cell, table.columns)
    attributes: dict[str, Value] = {
        "id": f"{prefix}cell-{cell}",
        "class": "gs-market",
        "data-cell": str(cell),
        "data-price": str(table.prices[cell]),
        "transform": f"translate({column * WIDTH:g} {row * high:g})",
    }
    if term:
        attributes["data-explain"] = term
    if is_selectable:
        attributes |= {"tabindex": "0", "role": "button", "aria-label": price}
    drawn = [box(0, 0, WIDTH, high, f"gs-cell gs-cell-{int(zone)}")]
    if zone is Zone.PAR:
        drawn.append(box(2.2, 2.2, WIDTH - 4.4, high - 4.4, "gs-parbox", 2))
    # Dots distinguish the lenient zones without color.
    drawn += [circle(WIDTH - 6 - 5 * dot, 6.5, 1.7, "gs-zonedot") for dot in range(int(zone) - 1)]
    bold = "gs-sans gs-bold" if zone is Zone.PAR or table.prices[cell] >= table.highest else "gs-sans"
    if cell == table.closed:
        drawn.append(element("path", {"d": f"M20 {number(high / 2 - 5)}l18 22m-18 0l18 -22", "class": "gs-cross"}))
    drawn += _stack(setup, companies, high)
    drawn.append(text(str(table.prices[cell]), 3.5, 9, _TYPE, bold, "start"))
    if is_last:
        drawn.append(box(2.5, 2.5, WIDTH - 5, high - 5, "gs-last"))
    if is_selectable:
        drawn.append(box(2.5, 2.5, WIDTH - 5, high - 5, "gs-ring"))
    return group(attributes, *drawn)


def _stack(setup: Setup, companies: list[Company], high: float) -> list[str]:
    """Tokens below the price in reading order, each overlapping the next a little to show which is on top.

    Of three or four the first has the corner beside the price where that makes all of them larger.
    """
    count = len(companies)
    if not count:
        return []
    down = 1 if count < 3 else 2 if count < 9 else 3
    across = -(-count // down)
    radius = min(18.0, _radius(across, down, high - _BELOW_PRICE - 1.5))
    beside = min(_BESIDE_PRICE, _radius(count - 1, 1, high)) if count in (3, 4) else 0.0
    if beside > radius:
        radius = beside
        places = [(WIDTH - 1.5 - radius, radius + 1), *_row(count - 1, radius, high - 1.5 - radius)]
    else:
        middle = (high + _BELOW_PRICE - 1.5) / 2
        rows = [min(across, count - across * row) for row in range(down)]
        places = [
            place
            for row, tokens in enumerate(rows)
            for place in _row(tokens, radius, middle + (row - (down - 1) / 2) * _OVERLAP * radius)
        ]
    drawn = [
        moved(*place, badge(setup.title.companies[company], company, radius))
        for company, place in zip(companies, places, strict=True)
    ]
    return drawn[::-1]


def _radius(across: int, down: int, height: float) -> float:
    """The radius of tokens in so many columns and rows of a cell, if the rows may be so high together."""
    return min(size / (2 + _OVERLAP * (count - 1)) for size, count in ((WIDTH - 3, across), (height, down)))


def _row(count: int, radius: float, y: float) -> list[Point]:
    step = radius * _OVERLAP
    return [(WIDTH / 2 + (index - (count - 1) / 2) * step, y) for index in range(count)]


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


def _starting_prices(setup: Setup, state: State | None, width: float, height: float, words: Words) -> str:
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
            moved(94 + step * index, y, badge(setup.title.companies[company], company, 14))
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
