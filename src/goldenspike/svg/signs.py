"""Names, values, costs and marks on a hex, each where there is free space for it."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial

from goldenspike.core.tiles import FIRST_STOP, Color, Face, Stop, StopKind
from goldenspike.svg.arrangement import RAIL, arrange, discs, dormant_tracks
from goldenspike.svg.geometry import CORNER, Point, angle_of_side, polar
from goldenspike.svg.paint import box, circle, element, group, haloed, number, size_to_fit, text, width_of, wrapped
from goldenspike.svg.placing import Form, FreeSpace, Sign, place
from goldenspike.svg.theme import fill
from goldenspike.svg.words import ENGLISH, Words

_WET = frozenset({"water", "river", "coast", "lake", "swamp", "sea"})
_HIGH = frozenset({"mountain", "hill", "pass"})

_CORNERS = ((0.0, 46.0), (-38.5, 25.0), (38.5, 25.0), (-38.5, -25.0), (38.5, -25.0), (0.0, -48.0))
"""Where a tile's number may be: track never reaches the corners of a hex."""
_LEADING = 1.05
"""From line to line, as a share of the size of the letters."""
_SMALLEST_NAME = 5.0
_CLEAR = 1.0
"""Signs keep this distance from track."""
_SHAPE = 17.5
"""Width of small peaks or waves before a cost."""
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
    late: bool = False
    """Whether the later of two values is in force."""
    colors: tuple[Color, Color] = (Color.YELLOW, Color.BROWN)
    """Colors of the phases that the two values belong to."""
    words: Words = ENGLISH


def wetness(terrain: str) -> bool:
    return bool(_WET & set(terrain.split("+")))


@lru_cache(maxsize=8192)
def draw_signs(face: Face, legend: Legend) -> str:
    free = _free_space(face, legend)
    signs: list[Sign] = []
    drawn: list[str] = []
    if legend.number:
        signs.append(_number(legend.number))
    if any(stop.kind is StopKind.OFFBOARD for stop in face.stops):
        if legend.shows_area and legend.run_through:
            drawn.append(_warehouse(face, legend, free))
            signs += _names(face, legend)
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
        signs += _names(face, legend)
        signs += [_target(target, face) for target in legend.targets]
        signs += _values(face, legend)
        signs += [_label(face.label)] if face.label else []
        signs += [_bonus(legend)] if legend.bonus else []
        signs += [_licence(legend)] if legend.licence else []
        signs += [_home(home) for home in legend.homes]
        signs += [_tag(tag, face, legend) for tag in legend.tags]
    drawn += place(signs, free)
    return group({"class": "gs-signs"}, *drawn) if drawn else ""


def _free_space(face: Face, legend: Legend) -> FreeSpace:
    free = FreeSpace()
    arrangement = arrange(face)
    for (a, b), track in zip(face.paths, arrangement.tracks, strict=True):
        last = max(a, b) - FIRST_STOP
        leaves = last >= 0 and face.stops[last].kind is StopKind.OFFBOARD and not legend.run_through
        points = tuple(polar(angle_of_side(min(a, b)), away) for away in range(30, 51, 2)) if leaves else track.samples(2)
        free.take_track(points, RAIL / 2 + _CLEAR)
    for track in dormant_tracks(legend.dormant):
        free.take_track(track.samples(2), _CLEAR)
    for stop, at, slots in zip(face.stops, arrangement.stops, arrangement.slots, strict=True):
        if stop.kind is not StopKind.OFFBOARD:
            for middle, radius in discs(stop, at, slots):
                free.take_disc(middle, radius)
    if wetness(legend.terrain):
        free.flood((0, shore(face, legend.terrain)), 100, 5)
    return free


def _number(label: str) -> Sign:
    draw = partial(text, label, size=7.5, names="gs-sans gs-number")
    return Sign((Form(width_of(label, 7.5), 7, draw),), _CORNERS[0], spots=_CORNERS)


def _values(face: Face, legend: Legend) -> list[Sign]:
    """One coin for all stops of a tile if they are worth the same, else one beside each."""
    stops = [(stop, at) for stop, at in zip(face.stops, arrange(face).stops, strict=True) if any(stop.values)]
    if len({stop.values for stop, _ in stops}) == 1:
        x = sum(at[0] for _, at in stops) / len(stops)
        y = sum(at[1] for _, at in stops) / len(stops)
        preferred = (30.0, -17.0) if len(stops) == 1 and abs(x) + abs(y) < 1 else (x * 0.5, y * 0.5)
        return [_value(stops[0][0], preferred, legend)]
    return [_value(stop, at, legend) for stop, at in stops]


def _value(stop: Stop, preferred: Point, legend: Legend) -> Sign:
    early, late = stop.values
    if early != late:
        return Sign(
            tuple(Form(44 * scale, 19 * scale, partial(_two_values, stop, legend, scale=scale)) for scale in (1, 0.8, 0.65)),
            preferred,
        )
    return Sign(tuple(Form(2 * r + 1.2, 2 * r + 1.2, partial(_coin, early, r)) for r in (8.6, 7.8, 7.0)), preferred)


def _coin(value: int, radius: float, x: float, y: float) -> str:
    size = size_to_fit(str(value), 1.7 * radius, 1.16 * radius)
    return group({"class": "gs-value"}, circle(x, y, radius, "gs-coin"), text(str(value), x, y, size, "gs-sans gs-dark"))


def _two_values(stop: Stop, legend: Legend, x: float, y: float, scale: float = 1) -> str:
    """Early and late value in the colors of their phases; the one in force is larger and bold."""
    drawn = []
    for late, value, color in zip((False, True), stop.values, legend.colors, strict=True):
        in_force = late is legend.late
        width, height = (22 * scale, 17 * scale) if in_force else (18 * scale, 13 * scale)
        left = x - 20 * scale if not late else x + 20 * scale - width
        if in_force:
            left = x - 22 * scale if not late else x
        names = "gs-sans gs-dark gs-bold" if in_force else "gs-sans gs-dark"
        frame = "gs-value-frame" if in_force else "gs-value-thin"
        size = (12 if in_force else 9.5) * scale
        drawn.append(
            box(left, y - height / 2, width, height, f"{fill(color)} {frame}", 2)
            + text(str(value), left + width / 2, y, size, names)
        )
    # The frame of the value in force must not be cut by its neighbor.
    return group({"class": "gs-value"}, *(reversed(drawn) if not legend.late else drawn))


def _warehouse(face: Face, legend: Legend, free: FreeSpace) -> str:
    """An area that routes may run through: its tracks meet in a shed that shows the values."""
    free.take_box((0, -4), 54, 36)
    shed = element("path", {"d": "M-26 13v-21l26 -13l26 13v21Z", "class": "gs-city"})
    return group({"class": "gs-warehouse"}, shed, _two_values(face.stops[0], legend, 0, 1.5))


def _area(face: Face, legend: Legend) -> Sign:
    """The name of an off-board area with its values below."""
    stop = next(stop for stop in face.stops if stop.kind is StopKind.OFFBOARD)
    forms = []
    for size in (10.5, 9.5, 8.5, 7.5):
        lines = tuple(wrapped(legend.name, 82, size, bold=True))
        width = max(44.0, *(width_of(one, size, bold=True) for one in lines))
        forms.append(Form(width, size * _LEADING * len(lines) + 20, partial(_draw_area, stop, legend, lines, size)))
    return Sign(tuple(forms), (0, 0))


def _draw_area(stop: Stop, legend: Legend, lines: tuple[str, ...], size: float, x: float, y: float) -> str:
    name = _lines(lines, size, "gs-serif gs-bold", x, y - 10)
    return group({"class": "gs-area"}, name, _two_values(stop, legend, x, y + size * _LEADING * len(lines) / 2))


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
            return group({"class": "gs-terrain"}, _waves(0, 0, 1.5) if wet else "", text(cost, 0, 33, 12.5, names))
        signs = _peaks(0, -13 if wet else -6, 1.5) + (_waves(0, 33, 1.5) if wet else "")
        return group({"class": "gs-terrain"}, signs, haloed(cost, 0, 9 if wet else 18, 12.5, names))
    foot = ""
    if high and wet and not face.paths:
        wet, foot = False, _waves(0, water + 7.5, 0.85)
        free.take_box((0, water + 7.5), 18, 8)
    # A small river needs no sign.
    wet = wet and water < 30
    preferred = (0.0, 24.0 if foot else 30.0 if len(face.stops) < 2 and face.color is Color.TAN else 43.0)
    forms = []
    for size in (9.5, 8.5, 7.5):
        width = _SHAPE * (high + wet) + width_of(cost, size, bold=True) + 1
        forms.append(Form(width, size, partial(_draw_cost, cost, size, high, wet, water)))
    return group({"class": "gs-terrain"}, foot, *place([Sign(tuple(forms), preferred)], free))


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


def _label(label: str) -> Sign:
    forms = tuple(
        Form(width_of(label, size, bold=True) + 2, size, partial(haloed, label, size=size, names="gs-serif gs-bold"))
        for size in (11, 10, 9, 8, 7, 6)
    )
    return Sign(forms, (-33, -17))


def _home(home: HomeMark) -> Sign:
    """A dashed mark for a home to come, the company's color for one that stands beside the track."""
    label = f"{home.company} {home.value}" if home.value else home.company
    forms = tuple(
        Form(width_of(label, size, bold=True) + 8, size + 4.5, partial(_draw_home, home, label, size)) for size in (8.5, 7.5, 6.5)
    )
    return Sign(forms, (0, 26))


def _draw_home(home: HomeMark, label: str, size: float, x: float, y: float) -> str:
    width, height = width_of(label, size, bold=True) + 6, size + 3.5
    shape = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": height / 2}
    if home.color:
        return group(
            {"class": "gs-roundel", "data-company": home.company},
            element("rect", {**shape, "fill": home.color, "class": "gs-token"}),
            text(label, x, y, size, "gs-letters", fill=home.ink),
        )
    return group(
        {"class": "gs-reserved", "data-home": home.company},
        element("rect", {**shape, "class": "gs-home"}),
        text(label, x, y, size, "gs-letters gs-dark"),
    )


def _bonus(legend: Legend) -> Sign:
    """A lump of coal with what it pays."""
    label = f"+{legend.bonus}"
    width = width_of(label, 9, bold=True) + 5
    return Sign((Form(width + 1, 15, partial(_draw_bonus, label, width)),), (30, -17))


def _draw_bonus(label: str, width: float, x: float, y: float) -> str:
    return group({"class": "gs-bonus"}, box(x - width / 2, y - 7, width, 14, "gs-coal", 5), text(label, x, y, 9, _COAL_TEXT))


def _licence(legend: Legend) -> Sign:
    """A miner's pick and the price of the licence."""
    cost = legend.words.money(legend.licence)
    width = width_of(cost, 9, bold=True) + 17
    return Sign((Form(width + 1, 13, partial(_draw_licence, cost, width)),), (-26, 20))


def _draw_licence(cost: str, width: float, x: float, y: float) -> str:
    left = x - width / 2
    pick = f"M{number(left + 4)} {number(y + 4)}l6.5 -7m-5.5 -.6q4.2 -2.2 7.4 3.6"
    return group(
        {"class": "gs-licence"},
        box(left, y - 6, width, 12, "gs-tag", 2),
        element("path", {"d": pick, "class": "gs-pick"}),
        text(cost, left + 14, y, 9, "gs-letters gs-tagtext", "start"),
    )


def _tag(tag: str, face: Face, legend: Legend) -> Sign:
    """The initials of a private company."""
    alone = not face.stops and not face.paths and not legend.terrain
    width = width_of(tag, 9, bold=True) + 4
    return Sign((Form(width + 1, 13, partial(_draw_tag, tag, width)),), (0, 0) if alone else (0, -38))


def _draw_tag(tag: str, width: float, x: float, y: float) -> str:
    drawn = box(x - width / 2, y - 6, width, 12, "gs-tag", 2), text(tag, x, y, 9, "gs-letters gs-tagtext")
    return group({"class": "gs-private", "data-private": tag}, *drawn)


def _target(target: Target, face: Face) -> Sign:
    """One flag for all companies whose destination this is."""
    forms = []
    for size in (8.0, 7.0, 6.0, 5.0):
        for lines in _rows(target.companies):
            width = max(width_of(one, size, bold=True) for one in lines) + 3
            height = size * _LEADING * len(lines) + 2
            forms.append(Form(width + 1, height + 1, partial(_draw_target, lines, size, width, height)))
    stops = arrange(face).stops
    if target.stop < 0:
        return Sign(tuple(forms), (0, 32))
    x, y = stops[target.stop]
    return Sign(tuple(forms), (x, y + (20 if y > 0 else -20)), (x, y), _others(stops, target.stop))


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


def _names(face: Face, legend: Legend) -> list[Sign]:
    """The name above its stop, or each beside its own."""
    largest = 9.0 if face.tile >= 0 or len(face.stops) > 1 else 10.0
    arrangement = arrange(face)
    if len(legend.stop_names) == len(face.stops) > 0:
        signs = []
        # From the top down, so that no name takes the space above another's stop.
        for index in sorted(range(len(face.stops)), key=lambda stop: arrangement.stops[stop][1]):
            x, y = arrangement.stops[index]
            away = 20 if face.stops[index].kind is StopKind.CITY else 12
            below = y > 1 or (abs(y) <= 1 and index % 2 == 1)
            name = _name(legend.stop_names[index], largest, (x, y + away if below else y - away))
            signs.append(replace(name, stop=(x, y), others=_others(arrangement.stops, index)))
        return signs
    if not legend.name:
        return []
    x, y = arrangement.stops[0] if arrangement.stops else (0.0, 0.0)
    several = bool(face.stops) and max(len(slots) for slots in arrangement.slots) > 2
    away = -30 if legend.run_through else 0 if not face.stops else 34 if several else 21 if _is_city(face) else 13
    return [_name(legend.name, largest, (x, y - away))]


def _is_city(face: Face) -> bool:
    return face.stops[0].kind is StopKind.CITY


def _name(name: str, largest: float, preferred: Point) -> Sign:
    """A name in one line or two, as large as there is space for."""
    ways = [(name,), _halves(name)] if " " in name else [(name,)]
    forms = []
    size = largest
    while size >= _SMALLEST_NAME:
        for lines in ways:
            width = max(width_of(one, size) for one in lines)
            forms.append(Form(width, size * _LEADING * len(lines), partial(_draw_name, lines, size)))
        size -= 0.5
    return Sign(tuple(forms), preferred)


def _halves(name: str) -> tuple[str, str]:
    """Two lines of about the same width."""
    words = name.split(" ")
    splits = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    return min(splits, key=lambda lines: max(width_of(one, 1) for one in lines))


def _draw_name(lines: tuple[str, ...], size: float, x: float, y: float) -> str:
    return group({"class": "gs-place-name"}, _lines(lines, size, "gs-serif", x, y))


def _lines(lines: tuple[str, ...], size: float, names: str, x: float, y: float) -> str:
    """Lines of text around a center, slightly raised because letters extend farther below the line than above."""
    first = y - size * (0.06 + _LEADING * (len(lines) - 1) / 2)
    return "".join(haloed(one, x, first + size * _LEADING * row, size, names) for row, one in enumerate(lines))
