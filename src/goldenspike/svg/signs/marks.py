"""Marks of tiles, railroads and private companies: numbers, labels, homes, licences, initials, destinations."""

from collections.abc import Sequence
from functools import partial

from goldenspike.core.tiles import Face
from goldenspike.svg.arrangement import arrange
from goldenspike.svg.geometry import APOTHEM
from goldenspike.svg.paint import box, element, group, haloed, number, text, width_of, width_of_initials
from goldenspike.svg.placing import MARGIN, Form, Sign
from goldenspike.svg.signs.legend import HomeMark, Legend, Target
from goldenspike.svg.signs.lettering import LEADING, NARROW, lettered, other_stops

_DIGITS = 0.82
"""Height of digits and capitals, as a share of their size."""
_COAL_TEXT = "gs-sans gs-bold gs-coaltext"


def number_of(legend: Legend) -> Sign:
    """A tile's number in a corner of the hex, which track never reaches."""
    narrow = 1 if len(legend.number) < 3 else NARROW[-1]

    def forms(size: float, _: Sequence[float]) -> list[Form]:
        draw = partial(text, legend.number, size=size, names="gs-sans gs-number", narrow=narrow)
        return [Form(narrow * width_of(legend.number, size), _DIGITS * size, draw)]

    half, height = forms(legend.least, NARROW)[0].width / 2, _DIGITS * legend.least
    reach = APOTHEM - MARGIN - 1.5
    x, y = reach - half - 0.5, reach / 3**0.5 - height / 2
    foot = (reach - half / 2) * 2 / 3**0.5 - height / 2
    spots = ((0.0, foot), (-x, y), (x, y), (-x, -y), (x, -y), (0.0, -foot))
    return lettered(forms, legend.least, legend.least, 6, spots[0], spots=spots)


def label_of(label: str, legend: Legend) -> Sign:
    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        width = width_of(label, size, bold=True) + 2
        draw = partial(haloed, label, size=size, names="gs-serif gs-bold")
        return [Form(narrow * width, size, partial(draw, narrow=narrow)) for narrow in narrows[::2]]

    return lettered(forms, max(11.0, legend.least), legend.least, 6, (-33, -17))


def homes_of(_: Face, legend: Legend) -> list[Sign]:
    return [_home(home, legend) for home in legend.homes]


def _home(home: HomeMark, legend: Legend) -> Sign:
    """A dashed mark for a home to come, the company's color for one that stands beside the track."""
    label = f"{home.company} {home.value}" if home.value else home.company

    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        width = width_of_initials(label, size)
        return [Form(narrow * width + 8, size + 4.5, partial(_draw_home, home, label, size, narrow)) for narrow in narrows]

    return lettered(forms, max(8.5, legend.least), legend.least, 6.5, (0, 26))


def _draw_home(home: HomeMark, label: str, size: float, narrow: float, x: float, y: float) -> str:
    width, height = narrow * width_of_initials(label, size) + 6, size + 3.5
    shape = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": height / 2}
    if home.color:
        return group(
            {"class": "gs-roundel", "data-company": home.company},
            element("rect", {**shape, "fill": home.color, "class": "gs-token"}),
            text(label, x, y, size, "gs-letters", fill=home.ink, narrow=narrow),
        )
    return group(
        {"class": "gs-reserved", "data-home": home.company},
        element("rect", {**shape, "class": "gs-home"}),
        text(label, x, y, size, "gs-letters gs-dark", narrow=narrow),
    )


def bonus_of(legend: Legend) -> Sign:
    """A lump of coal with what it pays."""
    label = f"+{legend.bonus}"

    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        whole = width_of(label, size, bold=True)
        widths = [(narrow, narrow * whole + 5) for narrow in narrows]
        return [Form(width + 1, 1.3 * size + 1, partial(_draw_bonus, label, size, narrow, width)) for narrow, width in widths]

    return lettered(forms, max(9.0, legend.least), legend.least, 7, (30, -17))


def _draw_bonus(label: str, size: float, narrow: float, width: float, x: float, y: float) -> str:
    height = 1.3 * size
    coal = box(x - width / 2, y - height / 2, width, height, "gs-coal", 5)
    return group({"class": "gs-bonus"}, coal, text(label, x, y, size, _COAL_TEXT, narrow=narrow))


def licence_of(legend: Legend) -> Sign:
    """A miner's pick and the price of the licence, or the price alone where there is no space for the pick."""
    cost = legend.words.money(legend.licence)

    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        found = []
        for narrow in narrows:
            width = narrow * width_of_initials(cost, size) + 7
            for pick in (12, 0):
                draw = partial(_draw_licence, cost, size, narrow, width + pick - 1, bool(pick))
                found.append(Form(width + pick, size + 4, draw))
        return found

    return lettered(forms, max(9.0, legend.least), legend.least, 7, (-26, 20))


def _draw_licence(cost: str, size: float, narrow: float, width: float, has_pick: bool, x: float, y: float) -> str:
    left, right = x - width / 2, x + width / 2
    pick = f"M{number(left + 4)} {number(y + 4)}l6.5 -7m-5.5 -.6q4.2 -2.2 7.4 3.6"
    return group(
        {"class": "gs-licence"},
        box(left, y - size / 2 - 1.5, width, size + 3, "gs-tag", 2),
        element("path", {"d": pick, "class": "gs-pick"}) if has_pick else "",
        text(cost, right - 3, y, size, "gs-letters gs-tagtext", "end", narrow=narrow),
    )


def tag_of(tag: str, face: Face, legend: Legend) -> Sign:
    """The initials of a private company."""
    alone = not face.stops and not face.paths and not legend.terrain
    size = max(9.0, legend.least)
    width = width_of_initials(tag, size) + 4
    return Sign((Form(width + 1, size + 4, partial(_draw_tag, tag, size, width)),), (0, 0) if alone else (0, -38))


def _draw_tag(tag: str, size: float, width: float, x: float, y: float) -> str:
    frame = box(x - width / 2, y - size / 2 - 1.5, width, size + 3, "gs-tag", 2)
    return group({"class": "gs-private", "data-private": tag}, frame, text(tag, x, y, size, "gs-letters gs-tagtext"))


def flags_of(face: Face, legend: Legend) -> list[Sign]:
    return [_target(target, face, legend) for target in legend.targets]


def _target(target: Target, face: Face, legend: Legend) -> Sign:
    """One flag for all companies whose destination this is."""

    def forms(size: float, _: Sequence[float]) -> list[Form]:
        found = []
        for lines in _rows(target.companies):
            width = max(width_of_initials(one, size) for one in lines) + 3
            height = size * LEADING * len(lines) + 2
            found.append(Form(width + 1, height + 1, partial(_draw_target, lines, size, width, height)))
        return found

    largest = max(8.0, legend.least)
    stops = arrange(face).stops
    if target.stop < 0:
        return lettered(forms, largest, legend.least, 5, (0, 32))
    x, y = stops[target.stop]
    beside = (x, y + (20 if y > 0 else -20))
    return lettered(forms, largest, legend.least, 5, beside, (x, y), other_stops(stops, target.stop))


def _rows(companies: tuple[str, ...]) -> list[tuple[str, ...]]:
    """An arrow and companies, on one line, on several, and one below the other."""
    words = []
    for most in range(len(companies), 0, -1):
        rows = [" ".join(companies[first : first + most]) for first in range(0, len(companies), most)]
        words.append((f"→ {rows[0]}", *rows[1:]))
    return [*words, ("→", *companies)]


def _draw_target(lines: tuple[str, ...], size: float, width: float, height: float, x: float, y: float) -> str:
    flag = box(x - width / 2, y - height / 2, width, height, "gs-flag", 5)
    written = (
        text(one, x, y + size * LEADING * (row - (len(lines) - 1) / 2), size, "gs-letters gs-tagtext")
        for row, one in enumerate(lines)
    )
    return group({"class": "gs-target"}, flag, *written)
