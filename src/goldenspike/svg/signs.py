"""Names, values, costs and marks on a hex, each where there is free space for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import ceil

from goldenspike.core.tiles import FIRST_STOP, Color, Face, Stop, StopKind
from goldenspike.svg.arrangement import RAIL, arrange, discs, dormant_tracks
from goldenspike.svg.geometry import APOTHEM, CORNER, Point, angle_of_side, polar
from goldenspike.svg.paint import box, element, group, haloed, number, text, width_of, wrapped
from goldenspike.svg.placing import MARGIN, Form, FreeSpace, Sign, fit, place
from goldenspike.svg.theme import fill
from goldenspike.svg.words import ENGLISH, Words

_WET = frozenset({"water", "river", "coast", "lake", "swamp", "sea"})
_HIGH = frozenset({"mountain", "hill", "pass"})

_LEADING = 1.05
"""From line to line, as a share of the size of the letters."""
_NAME = 9 / 8
"""Size of a name, as a share of the smallest letters."""
_SMALLEST_NAME = 5.0
_NARROW = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""To which shares of their width the letters of a name may be condensed before they become smaller."""
_DIGITS = 0.82
"""Height of digits and capitals, as a share of their size."""
_CLEAR = 1.0
"""Signs keep this distance from track."""
_SHAPE = 17.5
"""Width of small peaks or waves before a cost."""
_SHED = (-4.0, 54.0, 36.0)
"""How high the shed of a warehouse stands, its width and its height."""
_COAL_TEXT = "gs-sans gs-bold gs-coaltext"


@dataclass(frozen=True, slots=True)
class HomeMark:
    """A company at home in a hex, but in none of its circles."""

    company: str
    value: int = 0
    """The value of a home without a city, 0 if its city is still to be chosen."""
    color: str = ""
    """The color of its station, once placed."""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Companies whose destination a hex is, or one of its stops."""

    companies: tuple[str, ...]
    stop: int = -1
    """Which of several stops; -1 if there is no choice."""


@dataclass(frozen=True, slots=True)
class Legend:
    """What is written on a hex besides its track."""

    name: str = ""
    stop_names: tuple[str, ...] = ()
    """A name for each stop, where it is known which is which; then `name` is not used."""
    number: str = ""
    """The tile's number."""
    terrain: str = ""
    cost: int = 0
    tags: tuple[str, ...] = ()
    """Initials of private companies."""
    targets: tuple[Target, ...] = ()
    """Companies for which it is a destination."""
    dormant: tuple[tuple[int, int], ...] = ()
    """Track that is only sketched."""
    homes: tuple[HomeMark, ...] = ()
    """Companies at home in the hex that have not chosen their city or never will."""
    licence: int = 0
    """The price of the license to run here."""
    bonus: int = 0
    """What each run over the hex adds."""
    run_through: bool = False
    """Whether routes may continue through the off-board area."""
    shows_area: bool = True
    """Whether this hex shows the name and values of its off-board area."""
    shows_values: bool = True
    """Whether the values of towns and cities stand on the hex."""
    late: bool = False
    """Whether the later of two values is in force."""
    colors: tuple[Color, Color] = (Color.YELLOW, Color.BROWN)
    """Colors of the phases that the two values belong to."""
    taken: tuple[tuple[Point, float, float], ...] = ()
    """Boxes, each by its center, width and height, that names of other hexes cover."""
    least: float = 7.5
    """Size of the smallest letters that are easily read."""
    words: Words = ENGLISH


def wetness(terrain: str) -> bool:
    return bool(_WET & set(terrain.split("+")))


@lru_cache(maxsize=8192)
def draw_signs(face: Face, legend: Legend) -> str:
    drawn, signs, free = _signs(face, legend)
    drawn += place(signs, free)
    return group({"class": "gs-signs"}, *drawn) if drawn else ""


@lru_cache(maxsize=8192)
def signs_fit(face: Face, legend: Legend) -> bool:
    """Whether there is space for all signs in letters that read well."""
    _, signs, free = _signs(face, legend)
    return fit(signs, free)


def _signs(face: Face, legend: Legend) -> tuple[list[str], list[Sign], FreeSpace]:
    """What is drawn in a fixed place, and what is still to be placed."""
    free = _free_space(face, legend)
    signs: list[Sign] = []
    drawn: list[str] = []
    if legend.number:
        signs.append(_number(legend))
    if any(stop.kind is StopKind.OFFBOARD for stop in face.stops):
        if legend.shows_area and legend.run_through:
            drawn.append(_warehouse(face, legend, free))
            signs += names_of(face, legend)
        elif legend.shows_area:
            signs.append(_area(face, legend))
    else:
        if legend.cost or legend.terrain in _HIGH:
            drawn.append(_terrain(face, legend, free))
        if wetness(legend.terrain):
            # Text on water is less readable, so water is the last choice for other signs.
            top = shore(face, legend.terrain)
            free.flood((0, (top + CORNER) / 2), 100, CORNER - top)
        # The widest first: small ones fit anywhere.
        signs += names_of(face, legend)
        signs += flags_of(face, legend)
        signs += values_of(face, legend)
        signs += [_label(face.label, legend)] if face.label else []
        signs += [_bonus(legend)] if legend.bonus else []
        signs += [_licence(legend)] if legend.licence else []
        signs += homes_of(face, legend)
        signs += [_tag(tag, face, legend) for tag in legend.tags]
    return drawn, signs, free


def _free_space(face: Face, legend: Legend) -> FreeSpace:
    free = FreeSpace()
    take_hex(free, face, legend)
    for at, width, height in legend.taken:
        free.take_box(at, width, height)
    if wetness(legend.terrain):
        free.flood((0, shore(face, legend.terrain)), 100, 5)
    return free


def take_hex(free: FreeSpace, face: Face, legend: Legend, at: Point = (0, 0)) -> None:
    """Take the track and the stops of a hex."""
    dx, dy = at
    if legend.run_through and legend.shows_area:
        free.take_box((dx, dy + _SHED[0]), *_SHED[1:])
    arrangement = arrange(face)
    for (a, b), track in zip(face.paths, arrangement.tracks, strict=True):
        last = max(a, b) - FIRST_STOP
        leaves = last >= 0 and face.stops[last].kind is StopKind.OFFBOARD and not legend.run_through
        points = tuple(polar(angle_of_side(min(a, b)), away) for away in range(30, 51, 2)) if leaves else track.samples(2)
        free.take_track([(x + dx, y + dy) for x, y in points], RAIL / 2 + _CLEAR)
    for track in dormant_tracks(legend.dormant):
        free.take_track([(x + dx, y + dy) for x, y in track.samples(2)], _CLEAR)
    for stop, at, slots in zip(face.stops, arrangement.stops, arrangement.slots, strict=True):
        if stop.kind is not StopKind.OFFBOARD:
            for (x, y), radius in discs(stop, at, slots):
                free.take_disc((x + dx, y + dy), radius)


def _sign(
    forms: Callable[[float], Sequence[Form]],
    largest: float,
    least: float,
    smallest: float,
    preferred: Point,
    stop: Point | None = None,
    others: tuple[Point, ...] = (),
    spots: tuple[Point, ...] = (),
) -> Sign:
    """A sign with letters of different sizes; those smaller than `least` are hard to read."""
    sizes = [max(least, largest - 0.5 * step) for step in range(ceil(2 * max(0.0, largest - least)) + 1)]
    small = [least - 0.5 * step for step in range(1, int(2 * (least - smallest)) + 1)]
    return Sign(
        tuple(form for size in sizes for form in forms(size)),
        preferred,
        stop,
        others,
        spots,
        tuple(form for size in small for form in forms(size)),
    )


def _number(legend: Legend) -> Sign:
    """A tile's number in a corner of the hex, which track never reaches."""
    narrow = 1 if len(legend.number) < 3 else 0.75

    def forms(size: float) -> list[Form]:
        draw = partial(text, legend.number, size=size, names="gs-sans gs-number", narrow=narrow)
        return [Form(narrow * width_of(legend.number, size), _DIGITS * size, draw)]

    half, height = forms(legend.least)[0].width / 2, _DIGITS * legend.least
    reach = APOTHEM - MARGIN - 1.5
    x, y = reach - half - 0.5, reach / 3**0.5 - height / 2
    foot = (reach - half / 2) * 2 / 3**0.5 - height / 2
    spots = ((0.0, foot), (-x, y), (x, y), (-x, -y), (x, -y), (0.0, -foot))
    return _sign(forms, legend.least, legend.least, 6, spots[0], spots=spots)


def values_of(face: Face, legend: Legend) -> list[Sign]:
    """One coin for all stops of a tile if they are worth the same, else one beside each."""
    if not legend.shows_values:
        return []
    stops = [(stop, at) for stop, at in zip(face.stops, arrange(face).stops, strict=True) if any(stop.values)]
    if len({stop.values for stop, _ in stops}) == 1:
        x = sum(at[0] for _, at in stops) / len(stops)
        y = sum(at[1] for _, at in stops) / len(stops)
        preferred = (30.0, -17.0) if len(stops) == 1 and abs(x) + abs(y) < 1 else (x * 0.5, y * 0.5)
        return [_value(stops[0][0], preferred, legend)]
    return [_value(stop, at, legend) for stop, at in stops]


def _value(stop: Stop, preferred: Point, legend: Legend) -> Sign:
    early, late = stop.values

    def forms(size: float) -> list[Form]:
        if early != late:
            sizes = [(narrow, *_size_of_values(stop, size, narrow)) for narrow in _NARROW]
            return [Form(wide, high, partial(_two_values, stop, legend, size, narrow)) for narrow, wide, high in sizes]
        sizes = [(narrow, *_size_of_coin(early, size, narrow)) for narrow in _NARROW[::2]]
        return [Form(width + 1, height + 1, partial(_coin, early, size, narrow)) for narrow, width, height in sizes]

    return _sign(forms, max(10.0, legend.least), legend.least, 7, preferred)


def _size_of_coin(value: int, size: float, narrow: float) -> tuple[float, float]:
    """A circle for two digits, longer for more."""
    height = (1.1 + 0.45 * narrow) * size
    return max(height, narrow * width_of(str(value), size) + 0.45 * size), height


def _coin(value: int, size: float, narrow: float, x: float, y: float) -> str:
    width, height = _size_of_coin(value, size, narrow)
    shape = box(x - width / 2, y - height / 2, width, height, "gs-coin", height / 2)
    return group({"class": "gs-value"}, shape, text(str(value), x, y, size, "gs-sans gs-dark", narrow=narrow))


def _size_of_values(stop: Stop, size: float, narrow: float = 1) -> tuple[float, float]:
    return sum(_width_of_value(value, size, narrow) for value in stop.values), 1.5 * size


def _width_of_value(value: int, size: float, narrow: float) -> float:
    return narrow * width_of(str(value), size, bold=True) + 0.45 * size


def _two_values(stop: Stop, legend: Legend, size: float, narrow: float, x: float, y: float) -> str:
    """Early and late value in the colors of their phases; the one in force is bold and has a larger frame."""
    drawn = []
    whole, high = _size_of_values(stop, size, narrow)
    left = x - whole / 2
    for late, value, color in zip((False, True), stop.values, legend.colors, strict=True):
        in_force = late is legend.late
        width, height = _width_of_value(value, size, narrow), high if in_force else 0.8 * high
        names = "gs-sans gs-dark gs-bold" if in_force else "gs-sans gs-dark"
        frame = "gs-value-frame" if in_force else "gs-value-thin"
        drawn.append(
            box(left, y - height / 2, width, height, f"{fill(color)} {frame}", 2)
            + text(str(value), left + width / 2, y, size, names, narrow=narrow)
        )
        left += width
    # The frame of the value in force must not be cut by its neighbor.
    return group({"class": "gs-value"}, *(reversed(drawn) if not legend.late else drawn))


def _warehouse(face: Face, legend: Legend, free: FreeSpace) -> str:
    """An area that routes may run through: its tracks meet in a shed that shows the values."""
    free.take_box((0, _SHED[0]), *_SHED[1:])
    shed = element("path", {"d": "M-26 13v-21l26 -13l26 13v21Z", "class": "gs-city"})
    return group({"class": "gs-warehouse"}, shed, _two_values(face.stops[0], legend, max(11.0, legend.least), 0.8, 0, 1.5))


def _area(face: Face, legend: Legend) -> Sign:
    """The name of an off-board area with its values below."""
    stop = next(stop for stop in face.stops if stop.kind is StopKind.OFFBOARD)

    def forms(size: float) -> list[Form]:
        wide, high = _size_of_values(stop, size / _NAME)
        found = []
        for narrow in _NARROW:
            lines = tuple(wrapped(legend.name, 82 / narrow, size, bold=True))
            width = max([wide, *(narrow * width_of(one, size, bold=True) for one in lines)])
            height = size * _LEADING * len(lines) + high + 1
            found.append(Form(width, height, partial(_draw_area, stop, legend, lines, size, narrow)))
        return found

    least = _NAME * legend.least
    return _sign(forms, max(10.5, least), least, 7.5, (0, 0))


def _draw_area(stop: Stop, legend: Legend, lines: tuple[str, ...], size: float, narrow: float, x: float, y: float) -> str:
    values = size / _NAME
    high = _size_of_values(stop, values)[1] + 1
    name = _lines(lines, size, "gs-serif gs-bold", x, y - high / 2, narrow)
    return group({"class": "gs-area"}, name, _two_values(stop, legend, values, 1, x, y + size * _LEADING * len(lines) / 2))


def _terrain(face: Face, legend: Legend, free: FreeSpace) -> str:
    """Peaks or waves with the cost; large where nothing else is on the hex. Peaks are on land, waves on water."""
    kinds = legend.terrain.split("+")
    high, wet = any(kind in _HIGH for kind in kinds), any(kind in _WET for kind in kinds)
    cost = legend.words.money(legend.cost) if legend.cost else ""
    names = "gs-sans gs-bold"
    water = shore(face, legend.terrain)
    if not face.stops and not face.paths:
        free.take_box((0, 2), 46, 46)
        if not high:
            return group(
                {"class": "gs-terrain"}, _waves(0, 0, 1.5) if wet else "", text(cost, 0, 33, max(12.5, legend.least), names)
            )
        signs = _peaks(0, -13 if wet else -6, 1.5) + (_waves(0, 33, 1.5) if wet else "")
        return group({"class": "gs-terrain"}, signs, haloed(cost, 0, 9 if wet else 18, max(12.5, legend.least), names))
    foot = ""
    if high and wet and not face.paths:
        wet, foot = False, _waves(0, water + 7.5, 0.85)
        free.take_box((0, water + 7.5), 18, 8)
    # A small river needs no sign.
    wet = wet and water < 30
    preferred = (0.0, 24.0 if foot else 30.0 if len(face.stops) < 2 and face.color is Color.TAN else 43.0)

    def forms(size: float) -> list[Form]:
        # Where there is no room for the shapes, the cost stands alone.
        ways = dict.fromkeys(((high, wet), (False, False)))
        widths = [_SHAPE * (peaks + waves) + width_of(cost, size, bold=True) + 1 for peaks, waves in ways]
        return [Form(width, size, partial(_draw_cost, cost, size, *way, water)) for way, width in zip(ways, widths, strict=True)]

    sign = _sign(forms, max(9.5, legend.least), legend.least, 7.5, preferred)
    return group({"class": "gs-terrain"}, foot, *place([sign], free))


def _draw_cost(cost: str, size: float, high: bool, wet: bool, water: float, x: float, y: float) -> str:
    """Peaks, waves and the cost in a row."""
    left = x - (_SHAPE * (high + wet) + width_of(cost, size, bold=True)) / 2
    drawn = []
    if high:
        drawn.append(_peaks(left + 8, y, 0.7))
        left += _SHAPE
    if wet:
        drawn.append(_waves(left + 8, y - 0.5, 0.85))
        left += _SHAPE
    shown = text if y > water else haloed
    drawn.append(shown(cost, left, y, size, "gs-sans gs-bold", "start"))
    return "".join(drawn)


def _peaks(x: float, y: float, scale: float) -> str:
    where = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return element(
        "g",
        {"transform": where},
        element("path", {"d": "M-11 7L-4.5 -4L-1 1.6L3 -7L11 7Z", "class": "gs-rock"}),
        element("path", {"d": "M3 -7L0.6 -1.9L2.3 -2.9L3.6 -1.4L5.2 -3.2Z", "class": "gs-snow"}),
    )


def _waves(x: float, y: float, scale: float) -> str:
    where = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    wave = "q2 -3 4 0t4 0t4 0t4 0"
    return element("g", {"transform": where}, element("path", {"d": f"M-8 -2{wave}M-8 3{wave}", "class": "gs-wave"}))


def shore(face: Face, terrain: str) -> float:
    """The top of the water on a hex whose cost is for water: lower if there is more text above it."""
    crowded = face.stops and any(kind in _HIGH for kind in terrain.split("+"))
    return 20.0 if len(face.stops) < 2 and face.color is Color.TAN and not crowded else 35.8


def river_bed(face: Face, terrain: str) -> str:
    """Water at the foot of a hex."""
    if shore(face, terrain) < 30:
        edge = "M-49.5 20q6.2 -4.5 12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.2 0"
        return element("path", {"d": f"{edge}V28.6L0 57.2L-49.5 28.6Z", "class": "gs-river"})
    edge = "M-37 35.8q6.2 -4.5 12.3 0t12.3 0t12.3 0t12.3 0t12.3 0t12.5 0"
    return element("path", {"d": f"{edge}L0 57.2Z", "class": "gs-river"})


def _label(label: str, legend: Legend) -> Sign:
    def forms(size: float) -> list[Form]:
        width = width_of(label, size, bold=True) + 2
        draw = partial(haloed, label, size=size, names="gs-serif gs-bold")
        return [Form(narrow * width, size, partial(draw, narrow=narrow)) for narrow in _NARROW[::2]]

    return _sign(forms, max(11.0, legend.least), legend.least, 6, (-33, -17))


def homes_of(_: Face, legend: Legend) -> list[Sign]:
    return [_home(home, legend) for home in legend.homes]


def _home(home: HomeMark, legend: Legend) -> Sign:
    """A dashed mark for a home to come, the company's color for one that stands beside the track."""
    label = f"{home.company} {home.value}" if home.value else home.company

    def forms(size: float) -> list[Form]:
        width = width_of(label, size, bold=True)
        return [Form(narrow * width + 8, size + 4.5, partial(_draw_home, home, label, size, narrow)) for narrow in _NARROW]

    return _sign(forms, max(8.5, legend.least), legend.least, 6.5, (0, 26))


def _draw_home(home: HomeMark, label: str, size: float, narrow: float, x: float, y: float) -> str:
    width, height = narrow * width_of(label, size, bold=True) + 6, size + 3.5
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


def _bonus(legend: Legend) -> Sign:
    """A lump of coal with what it pays."""
    label = f"+{legend.bonus}"

    def forms(size: float) -> list[Form]:
        whole = width_of(label, size, bold=True)
        widths = [(narrow, narrow * whole + 5) for narrow in _NARROW]
        return [Form(width + 1, 1.3 * size + 1, partial(_draw_bonus, label, size, narrow, width)) for narrow, width in widths]

    return _sign(forms, max(9.0, legend.least), legend.least, 7, (30, -17))


def _draw_bonus(label: str, size: float, narrow: float, width: float, x: float, y: float) -> str:
    height = 1.3 * size
    coal = box(x - width / 2, y - height / 2, width, height, "gs-coal", 5)
    return group({"class": "gs-bonus"}, coal, text(label, x, y, size, _COAL_TEXT, narrow=narrow))


def _licence(legend: Legend) -> Sign:
    """A miner's pick and the price of the licence, or the price alone where there is no space for the pick."""
    cost = legend.words.money(legend.licence)

    def forms(size: float) -> list[Form]:
        found = []
        for narrow in _NARROW:
            width = narrow * width_of(cost, size, bold=True) + 7
            for pick in (12, 0):
                draw = partial(_draw_licence, cost, size, narrow, width + pick - 1, bool(pick))
                found.append(Form(width + pick, size + 4, draw))
        return found

    return _sign(forms, max(9.0, legend.least), legend.least, 7, (-26, 20))


def _draw_licence(cost: str, size: float, narrow: float, width: float, has_pick: bool, x: float, y: float) -> str:
    left, right = x - width / 2, x + width / 2
    pick = f"M{number(left + 4)} {number(y + 4)}l6.5 -7m-5.5 -.6q4.2 -2.2 7.4 3.6"
    return group(
        {"class": "gs-licence"},
        box(left, y - size / 2 - 1.5, width, size + 3, "gs-tag", 2),
        element("path", {"d": pick, "class": "gs-pick"}) if has_pick else "",
        text(cost, right - 3, y, size, "gs-letters gs-tagtext", "end", narrow=narrow),
    )


def _tag(tag: str, face: Face, legend: Legend) -> Sign:
    """The initials of a private company."""
    alone = not face.stops and not face.paths and not legend.terrain
    size = max(9.0, legend.least)
    width = width_of(tag, size, bold=True) + 4
    return Sign((Form(width + 1, size + 4, partial(_draw_tag, tag, size, width)),), (0, 0) if alone else (0, -38))


def _draw_tag(tag: str, size: float, width: float, x: float, y: float) -> str:
    frame = box(x - width / 2, y - size / 2 - 1.5, width, size + 3, "gs-tag", 2)
    return group({"class": "gs-private", "data-private": tag}, frame, text(tag, x, y, size, "gs-letters gs-tagtext"))


def flags_of(face: Face, legend: Legend) -> list[Sign]:
    return [_target(target, face, legend) for target in legend.targets]


def _target(target: Target, face: Face, legend: Legend) -> Sign:
    """One flag for all companies whose destination this is."""

    def forms(size: float) -> list[Form]:
        found = []
        for lines in _rows(target.companies):
            width = max(width_of(one, size, bold=True) for one in lines) + 3
            height = size * _LEADING * len(lines) + 2
            found.append(Form(width + 1, height + 1, partial(_draw_target, lines, size, width, height)))
        return found

    largest = max(8.0, legend.least)
    stops = arrange(face).stops
    if target.stop < 0:
        return _sign(forms, largest, legend.least, 5, (0, 32))
    x, y = stops[target.stop]
    beside = (x, y + (20 if y > 0 else -20))
    return _sign(forms, largest, legend.least, 5, beside, (x, y), _others(stops, target.stop))


def _rows(companies: tuple[str, ...]) -> list[tuple[str, ...]]:
    """An arrow and companies, on one line, on several, and one below the other."""
    words = []
    for most in range(len(companies), 0, -1):
        rows = [" ".join(companies[first : first + most]) for first in range(0, len(companies), most)]
        words.append((f"→ {rows[0]}", *rows[1:]))
    return [*words, ("→", *companies)]


def _others(stops: tuple[Point, ...], stop: int) -> tuple[Point, ...]:
    return stops[:stop] + stops[stop + 1 :]


def _draw_target(lines: tuple[str, ...], size: float, width: float, height: float, x: float, y: float) -> str:
    flag = box(x - width / 2, y - height / 2, width, height, "gs-flag", 5)
    written = (
        text(one, x, y + size * _LEADING * (row - (len(lines) - 1) / 2), size, "gs-letters gs-tagtext")
        for row, one in enumerate(lines)
    )
    return group({"class": "gs-target"}, flag, *written)


def names_of(face: Face, legend: Legend) -> list[Sign]:
    """The name above its stop, or each beside its own."""
    arrangement = arrange(face)
    if len(legend.stop_names) == len(face.stops) > 0:
        signs = []
        # From the top down, so that no name takes the space above another's stop.
        for index in sorted(range(len(face.stops)), key=lambda stop: arrangement.stops[stop][1]):
            if not legend.stop_names[index]:
                continue
            x, y = arrangement.stops[index]
            away = 20 if face.stops[index].kind is StopKind.CITY else 12
            below = y > 1 or (abs(y) <= 1 and index % 2 == 1)
            name = _name(legend.stop_names[index], legend, (x, y + away if below else y - away))
            signs.append(replace(name, stop=(x, y), others=_others(arrangement.stops, index)))
        return signs
    if not legend.name:
        return []
    x, y = arrangement.stops[0] if arrangement.stops else (0.0, 0.0)
    several = bool(face.stops) and max(len(slots) for slots in arrangement.slots) > 2
    away = -30 if legend.run_through else 0 if not face.stops else 34 if several else 21 if _is_city(face) else 13
    return [_name(legend.name, legend, (x, y - away))]


def _is_city(face: Face) -> bool:
    return face.stops[0].kind is StopKind.CITY


def _name(name: str, legend: Legend, preferred: Point) -> Sign:
    """A name in one line or two, condensed or, in the last resort, smaller where there is no space for it."""
    ways = [(name,), _halves(name)] if " " in name else [(name,)]

    def forms(size: float) -> list[Form]:
        found = []
        for narrow in _NARROW:
            for lines in ways:
                width = narrow * max(width_of(one, size) for one in lines)
                found.append(Form(width, size * _LEADING * len(lines), partial(_draw_name, lines, size, narrow)))
        return found

    least = _NAME * legend.least
    return _sign(forms, least, least, _SMALLEST_NAME, preferred)


def _halves(name: str) -> tuple[str, str]:
    """Two lines of about the same width."""
    words = name.split(" ")
    splits = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    return min(splits, key=lambda lines: max(width_of(one, 1) for one in lines))


def _draw_name(lines: tuple[str, ...], size: float, narrow: float, x: float, y: float) -> str:
    return group({"class": "gs-place-name"}, _lines(lines, size, "gs-serif", x, y, narrow))


def _lines(lines: tuple[str, ...], size: float, names: str, x: float, y: float, narrow: float = 1) -> str:
    """Lines of text around a center, slightly raised because letters extend farther below the line than above."""
    first = y - size * (0.06 + _LEADING * (len(lines) - 1) / 2)
    rows = (first + size * _LEADING * row for row in range(len(lines)))
    return "".join(haloed(one, x, row, size, names, narrow=narrow) for one, row in zip(lines, rows, strict=True))
