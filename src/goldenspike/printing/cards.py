"""What is cut out: tiles, certificates, charters, trains, private companies, tokens and money.

Counts, names and prices come from the title. Each function returns cards of one size.
"""

from collections import Counter
from typing import Final

from goldenspike import svg
from goldenspike.core.ids import Company, Private, by_company, by_private, by_tile, by_train
from goldenspike.core.title import UNLIMITED, Charter, Setup
from goldenspike.printing.blocks import UNITS, break_lines
from goldenspike.printing.money import notes_for
from goldenspike.printing.sheets import Card
from goldenspike.printing.words import picture_words
from goldenspike.svg.cards import CERTIFICATE, TRAIN, header_colors
from goldenspike.svg.document import document
from goldenspike.svg.geometry import CORNER
from goldenspike.svg.paint import box, circle, element, line, moved, size_to_fit, text
from goldenspike.svg.roundel import badge
from goldenspike.svg.theme import LIGHT
from goldenspike.svg.tile import hexagon, name_of_tile
from goldenspike.text import Context, Wording

HEX: Final = 38.0
"""The width of a hex, from side to side."""
STATION: Final = HEX * 0.27
"""A token covers the circle of a city."""
UNLIMITED_TRAINS: Final = 6
"""Printed of a train without a limit."""

_CERTIFICATE_WIDTH: Final = 63.0
_TRAIN_WIDTH: Final = 57.0
_TOKEN_CELL: Final = 13.0
_NOTE: Final = (63.0, 32.0)
_PRIVATE: Final = (88.0, 60.0)
_CHARTER: Final = (190.0, 86.0)
_UNCERTAINTY: Final = ("no_change", "short_runs", "retain_revenue")


def _back(width: float, height: float, label: str, small: str = "") -> str:
    """The back of a card: a frame with what it is, the same for all cards of a kind."""
    drawn = [
        box(2, 2, width - 4, height - 4, "gs-guilloche", 4),
        box(8, 8, width - 16, height - 16, "gs-hairline", 2),
        text(label, width / 2, height / 2 - (6 if small else 0), size_to_fit(label, width - 30, 20), "gs-serif gs-bold"),
    ]
    if small:
        drawn.append(text(small, width / 2, height / 2 + 12, size_to_fit(small, width - 30, 10), "gs-sans gs-faint"))
    return document(width, height, "".join(drawn), "light", label)


def tiles(setup: Setup, words: Wording) -> list[Card]:
    """Every tile as often as the box has it."""
    cards = []
    for index, kind in by_tile(setup.title.tiles):
        count, name = setup.title.tile_counts[index], f"#{name_of_tile(kind)}"
        face = setup.faces[setup.face_of_tile(index, 0)]
        front = document(100, 2 * CORNER, moved(50, CORNER, hexagon(face, name)), "light", name)
        back = text(setup.title.name, 50, CORNER - 8, 16, "gs-serif gs-bold") + text(
            name, 50, CORNER + 14, 12, "gs-sans gs-faint"
        )
        cards.append(Card(front, HEX, HEX * 2 * CORNER / 100, count, document(100, 2 * CORNER, back, "light", name)))
    return cards


def certificate_units(company: Charter) -> list[int]:
    """The certificates of a company, in tenths: the president's first."""
    large = [units for units in (company.president_units, company.second_units) if units]
    return large + [1] * (10 - sum(large))


def certificates(setup: Setup, words: Wording) -> list[Card]:
    pictures = picture_words(words.language, words.title)
    width, height = CERTIFICATE
    cards = []
    if not setup.title.has_shares:
        return []
    for index, company in by_company(setup.title.companies):
        back = _back(width, height, company.name, setup.title.name)
        president, *others = certificate_units(company)
        wanted = [(president, True, 1), *((units, False, count) for units, count in Counter(others).items())]
        for units, is_president, count in wanted:
            front = svg.certificate(setup, index, units, president=is_president, words=pictures)
            cards.append(Card(front, _CERTIFICATE_WIDTH, _CERTIFICATE_WIDTH * height / width, count, back))
    return cards


def trains(setup: Setup, words: Wording) -> list[Card]:
    pictures = picture_words(words.language, words.title)
    width, height = TRAIN
    return [
        Card(
            svg.train_card(setup, index, words=pictures),
            _TRAIN_WIDTH,
            _TRAIN_WIDTH * height / width,
            UNLIMITED_TRAINS if kind.count >= UNLIMITED else kind.count,
            _back(width, height, kind.id, setup.title.name),
        )
        for index, kind in by_train(setup.title.trains)
    ]


def privates(setup: Setup, words: Wording) -> list[Card]:
    width, height = (side * UNITS for side in _PRIVATE)
    return [
        Card(_private(setup, index, words), *_PRIVATE, 1, _back(width, height, card.id, setup.title.name))
        for index, card in by_private(setup.title.privates)
    ]


def _private(setup: Setup, private: Private, words: Wording) -> str:
    """A private company with the whole text of what it does."""
    width, height = (side * UNITS for side in _PRIVATE)
    card = setup.title.privates[private]
    pictures = picture_words(words.language, words.title)
    drawn = [
        box(1, 1, width - 2, height - 2, "gs-card", 6),
        box(6, 6, width - 12, height - 12, "gs-hairline", 3),
        box(14, 15, 42, 28, "gs-tag", 3),
        text(card.id, 35, 29, size_to_fit(card.id, 36, 16), "gs-letters gs-tagtext"),
    ]
    names, large = _fit(card.name, width - 84, 36, 15, bold=True)
    top = 29 - 0.6 * large * (len(names) - 1)
    drawn += [text(one, 66, top + 1.2 * large * row, large, "gs-serif gs-bold", "start") for row, one in enumerate(names)]
    for x, label, amount in ((16.0, pictures.price, card.price), (width / 2, pictures.income, card.revenue)):
        drawn.append(text(label, x, 56, 9, "gs-sans gs-faint", "start"))
        drawn.append(text(words.money(amount), x, 72, 18, "gs-sans gs-bold", "start"))
    if card.company in setup.company_index:
        index = setup.company_index[card.company]
        drawn.append(moved(width - 34, 66, badge(setup.title.companies[index], index, 17)))
    drawn.append(line(14, 88, width - 14, 88, "gs-rule"))
    places = [f"{name} {setup.title.hexes[setup.hex_index[name]].name}".strip() for name in card.hexes if name in setup.hex_index]
    drawn.append(text(", ".join(places), 16, 98, 10, "gs-serif gs-italic", "start"))
    lines, size = _fit(words.private(private, Context(setup)), width - 32, height - 118)
    drawn += [text(one, 16, 112 + size * 1.2 * number, size, "gs-sans", "start") for number, one in enumerate(lines)]
    return document(width, height, "".join(drawn), "light", card.name)


def _fit(content: str, width: float, height: float, most: float = 10, bold: bool = False) -> tuple[list[str], float]:
    """The lines of a text and the largest size at which they fit."""
    size = most
    while size > 5 and len(break_lines(content, width, size, bold)) * size * 1.2 > height:
        size -= 0.5
    return break_lines(content, width, size, bold), size


def tokens(setup: Setup, words: Wording) -> list[Card]:
    """The stations of every company and, where there are shares, one token for the market; printed alike on both sides."""
    more = 1 if setup.title.has_shares else 0
    side = _TOKEN_CELL * 4
    cards = []
    for index, company in by_company(setup.title.companies):
        drawn = moved(side / 2, side / 2, badge(company, index, STATION * 2))
        front = document(side, side, drawn, "light", company.name)
        cards.append(Card(front, _TOKEN_CELL, _TOKEN_CELL, company.tokens + more, front))
    if setup.title.neutral_markers:
        cross = circle(side / 2, side / 2, STATION * 2, "gs-blank") + moved(
            side / 2, side / 2, element("path", {"d": "M-9 -9L9 9M-9 9L9 -9", "class": "gs-cross"})
        )
        front = document(side, side, cross, "light", "×")
        cards.append(Card(front, _TOKEN_CELL, _TOKEN_CELL, setup.title.neutral_markers, front))
    for kind, count in zip(_UNCERTAINTY, setup.title.uncertainty, strict=True):
        label = words(f"token.{kind}")
        lines = break_lines(label, side - 14, 8)
        drawn = circle(side / 2, side / 2, STATION * 2, "gs-card") + "".join(
            text(one, side / 2, side / 2 + 8 * (number - (len(lines) - 1) / 2), size_to_fit(one, STATION * 3.6, 8), "gs-sans")
            for number, one in enumerate(lines)
        )
        blank = document(side, side, circle(side / 2, side / 2, STATION * 2, "gs-card"), "light", "?")
        cards.append(Card(document(side, side, drawn, "light", label), _TOKEN_CELL, _TOKEN_CELL, count, blank))
    return cards


_NOTE_COLORS: Final = {
    1: "#6b6459",
    5: "#a5443c",
    10: "#2f6ca3",
    20: "#3f7f45",
    50: "#a1661c",
    100: "#5b3f8c",
    500: "#8c2f62",
}


def money(setup: Setup, words: Wording) -> list[Card]:
    """Notes that make up the bank exactly."""
    return [
        Card(_note(setup, value, words), *_NOTE, count, _note_back(setup, value))
        for value, count in notes_for(setup.title.bank).items()
    ]


def _note(setup: Setup, value: int, words: Wording) -> str:
    width, height = (side * UNITS for side in _NOTE)
    color, amount = _NOTE_COLORS[value], words.money(value)
    drawn = [
        box(1, 1, width - 2, height - 2, "gs-card", 4),
        element(
            "rect",
            {"x": 6, "y": 6, "width": width - 12, "height": height - 12, "fill": "none", "stroke": color, "stroke-width": 3},
        ),
        *_waves(width, height, color),
        element(
            "ellipse",
            {"cx": width / 2, "cy": height / 2, "rx": 44, "ry": 28, "fill": LIGHT["card"], "stroke": color, "stroke-width": 1.5},
        ),
        text(amount, width / 2, height / 2, size_to_fit(amount, 74, 30, bold=True), "gs-name", fill=color),
        text(amount, 24, 19, 12, "gs-name", fill=color),
        text(amount, width - 24, height - 19, 12, "gs-name", fill=color),
        text("Golden Spike", width - 42, 18, 8, "gs-serif gs-italic"),
        text(setup.title.name, 40, height - 18, 8, "gs-serif gs-italic"),
    ]
    return document(width, height, "".join(drawn), "light", amount)


def _waves(width: float, height: float, color: str) -> list[str]:
    """Fine lines across a note."""
    bend = (width - 24) / 4
    return [
        element(
            "path",
            {
                "d": f"M12 {y:g}q{bend / 2:g} {-shift} {bend:g} 0t{bend:g} 0t{bend:g} 0t{bend:g} 0",
                "fill": "none",
                "stroke": color,
                "stroke-width": 0.5,
                "stroke-opacity": 0.55,
            },
        )
        for y in range(18, int(height) - 12, 8)
        for shift in (9, -9)
    ]


def _note_back(setup: Setup, value: int) -> str:
    width, height = (side * UNITS for side in _NOTE)
    color = _NOTE_COLORS[value]
    drawn = [
        element(
            "rect",
            {"x": 6, "y": 6, "width": width - 12, "height": height - 12, "fill": "none", "stroke": color, "stroke-width": 3},
        ),
        *_waves(width, height, color),
    ]
    return document(width, height, "".join(drawn), "light", setup.title.name)


def charters(setup: Setup, words: Wording) -> list[Card]:
    width, height = (side * UNITS for side in _CHARTER)
    return [
        Card(_charter(setup, index, words), *_CHARTER, 1, _back(width, height, company.name, setup.title.name))
        for index, company in by_company(setup.title.companies)
    ]


def _charter(setup: Setup, index: Company, words: Wording) -> str:
    """A mat: places for stations with what they cost, for trains, for the treasury and for private companies."""
    width, height = (side * UNITS for side in _CHARTER)
    title, company = setup.title, setup.title.companies[index]
    pictures = picture_words(words.language, words.title)
    color, ink = header_colors(company)
    head = f"M1.5 48V8Q1.5 1.5 8 1.5H{width - 8}Q{width - 1.5} 1.5 {width - 1.5} 8V48Z"
    drawn = [
        box(1, 1, width - 2, height - 2, "gs-card", 7),
        element("path", {"d": head, "fill": color}),
        element("circle", {"cx": 32, "cy": 25, "r": 20.6, "fill": ink}),
        moved(32, 25, badge(company, index, 19)),
        text(company.name, 62, 25, size_to_fit(company.name, width - 90, 22, bold=True), "gs-name", "start", ink),
        text(pictures.stations, 14, 62, 10, "gs-sans gs-faint", "start"),
    ]
    radius = STATION * UNITS / 2
    for token in range(company.tokens):
        x = 14 + radius + token * 52
        cost = title.token_costs[min(token, len(title.token_costs) - 1)] if title.token_costs else 0
        home = company.homes[0].hex if token == 0 and company.homes else ""
        drawn.append(circle(x, 88, radius, "gs-empty"))
        drawn.append(text(home or words.money(cost), x, 112, 10, "gs-sans gs-bold"))
    goals = [f"{' / '.join(target.hex for target in goal.targets)} ({goal.distance})" for goal in company.destinations]
    if goals:
        note = f"→ {' · '.join(goals)}"
        drawn.append(text(note, width - 14, 62, size_to_fit(note, width / 2, 10), "gs-sans", "end"))
    buys_privates = bool(title.privates) and any(phase.buy_privates for phase in title.phases)
    columns = [pictures.treasury, pictures.trains, *([words("table.privates")] if buys_privates else [])]
    each = (width - 28 - 10 * (len(columns) - 1)) / len(columns)
    for number, label in enumerate(columns):
        x = 14 + number * (each + 10)
        drawn.append(box(x, 124, each, height - 138, "gs-empty", 5))
        drawn.append(text(label, x + 8, 135, 10, "gs-sans gs-faint", "start"))
    return document(width, height, "".join(drawn), "light", company.name)
