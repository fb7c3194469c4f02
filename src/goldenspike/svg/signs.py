"""Names, values, costs and marks on a hex, each where there is room for it."""

from dataclasses import dataclass
from functools import lru_cache

from goldenspike.core.tiles import FIRST_STOP, Color, Face, Stop, StopKind
from goldenspike.svg.arrangement import RAIL, arrange, discs
from goldenspike.svg.geometry import Point, angle_of_side, polar
from goldenspike.svg.paint import box, circle, element, group, haloed, number, text, width_of, wrapped
from goldenspike.svg.placing import STOP, TRACK, Room
from goldenspike.svg.theme import fill
from goldenspike.svg.words import ENGLISH, Words

_WET = frozenset({"water", "river", "coast", "lake", "swamp", "sea"})
_HIGH = frozenset({"mountain", "hill", "pass"})

_CORNERS = ((0.0, 46.0), (-38.5, 25.0), (38.5, 25.0), (-38.5, -25.0), (38.5, -25.0), (0.0, -48.0))
"""Where a tile's number may stand: track never comes to the corners of a hex."""


@dataclass(frozen=True, slots=True)
class HomeMark:
    """A company at home in a hex, but in none of its circles."""

    company: str
    value: int = 0
    """What a home without a city pays; 0 for one whose city is still to be chosen."""
    color: str = ""
    """The colour of its station, once that stands there."""
    ink: str = ""


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
    target_of: tuple[str, ...] = ()
    """Companies for which it is a destination."""
    homes: tuple[HomeMark, ...] = ()
    """Companies at home in the hex that have not chosen their city or never will."""
    licence: int = 0
    """What the right to run here costs."""
    bonus: int = 0
    """What each run over the hex adds."""
    run_through: bool = False
    """Whether routes may go on from the off-board area."""
    shows_area: bool = True
    """Whether name and values of an off-board area stand on this hex of it."""
    late: bool = False
    """Whether the later of two values is in force."""
    colors: tuple[Color, Color] = (Color.YELLOW, Color.BROWN)
    """Colours of the phases that the two values belong to."""
    words: Words = ENGLISH


def wetness(terrain: str) -> bool:
    return bool(_WET & set(terrain.split("+")))


@lru_cache(maxsize=8192)
def draw_signs(face: Face, legend: Legend) -> str:
    room = _room(face, legend.run_through)
    drawn = []
    if legend.number:
        x, y = room.choose(width_of(legend.number, 7.5) - 5, 4, _CORNERS)
        drawn.append(text(legend.number, x, y, 7.5, "gs-sans gs-number"))
    if any(stop.kind is StopKind.OFFBOARD for stop in face.stops):
        if legend.shows_area:
            drawn.append((_warehouse if legend.run_through else _area)(face, legend, room))
        return group({"class": "gs-signs"}, *drawn) if drawn else ""
    if wetness(legend.terrain):
        # The foot of the hex is under water, where a name reads less well.
        room.take_box((0, 46), 60, 16, 0.5)
    # The widest first: what is small finds room anywhere.
    drawn += _names(face, legend, room)
    if legend.cost or legend.terrain in _HIGH:
        drawn.append(_terrain(face, legend, room))
    drawn += _values(face, legend, room)
    if face.label:
        drawn.append(_label(face.label, room))
    if legend.bonus:
        drawn.append(_bonus(legend, room))
    if legend.licence:
        drawn.append(_licence(legend, room))
    for home in legend.homes:
        drawn.append(_home(home, room))
    drawn += [_tag(tag, face, legend, room) for tag in legend.tags]
    drawn += [_target(legend.target_of, room)] if legend.target_of else []
    return group({"class": "gs-signs"}, *drawn) if drawn else ""


def _room(face: Face, run_through: bool) -> Room:
    room = Room()
    arrangement = arrange(face)
    for (a, b), track in zip(face.paths, arrangement.tracks, strict=True):
        last = max(a, b) - FIRST_STOP
        leaves = last >= 0 and face.stops[last].kind is StopKind.OFFBOARD and not run_through
        points = [polar(angle_of_side(min(a, b)), away) for away in (48, 44, 40, 36)] if leaves else track.samples(4)
        for point in points:
            room.take_disc(point, RAIL / 2 + 1.5, TRACK)
    for stop, at, slots in zip(face.stops, arrangement.stops, arrangement.slots, strict=True):
        if stop.kind is not StopKind.OFFBOARD:
            for middle, radius in discs(stop, at, slots):
                room.take_disc(middle, radius + 1, STOP)
    return room


def _values(face: Face, legend: Legend, room: Room) -> list[str]:
    """One coin for all stops of a tile if they are worth the same, else one beside each."""
    stops = [(stop, at) for stop, at in zip(face.stops, arrange(face).stops, strict=True) if any(stop.values)]
    if len({stop.values for stop, _ in stops}) == 1:
        x = sum(at[0] for _, at in stops) / len(stops)
        y = sum(at[1] for _, at in stops) / len(stops)
        preferred = (30.0, -17.0) if len(stops) == 1 and abs(x) + abs(y) < 1 else (x * 0.5, y * 0.5)
        return [_value(stops[0][0], preferred, legend, room)]
    return [_value(stop, at, legend, room) for stop, at in stops]


def _value(stop: Stop, preferred: Point, legend: Legend, room: Room) -> str:
    early, late = stop.values
    if early != late:
        x, y = room.find(38, 15, preferred)
        return _two_values(stop, x, y, legend)
    x, y = room.find(18.5, 18.5, preferred, 0.3)
    size = 10 if early < 100 else 8.5
    return group({"class": "gs-value"}, circle(x, y, 8.6, "gs-coin"), text(str(early), x, y, size, "gs-sans gs-dark"))


def _two_values(stop: Stop, x: float, y: float, legend: Legend) -> str:
    """Early and late value in the colours of their phases; the one in force is larger and bold."""
    drawn = []
    for late, value, color in zip((False, True), stop.values, legend.colors, strict=True):
        in_force = late is legend.late
        width, height = (22, 17) if in_force else (18, 13)
        left = x - 20 if not late else x + 20 - width
        if in_force:
            left = x - 22 if not late else x
        names = "gs-sans gs-dark gs-bold" if in_force else "gs-sans gs-dark"
        frame = "gs-value-frame" if in_force else "gs-value-thin"
        drawn.append(
            box(left, y - height / 2, width, height, f"{fill(color)} {frame}", 2)
            + text(str(value), left + width / 2, y, 12 if in_force else 9.5, names)
        )
    # The frame of the value in force must not be cut by its neighbour.
    return group({"class": "gs-value"}, *(reversed(drawn) if not legend.late else drawn))


def _warehouse(face: Face, legend: Legend, room: Room) -> str:
    """An area that routes may run through: its tracks meet in a shed that shows the values."""
    room.take_box((0, -2), 54, 36)
    lines = wrapped(legend.name, 82, 10)
    shed = element("path", {"d": "M-26 13v-21l26 -13l26 13v21Z", "class": "gs-city"})
    name = _name(lines, 10, (0, 30), room)
    return shed + _two_values(face.stops[0], 0, 1.5, legend) + name


def _area(face: Face, legend: Legend, room: Room) -> str:
    lines = wrapped(legend.name, 82, 10.5)
    height = 11.5 * len(lines) + 19
    width = max([44.0, *(width_of(one, 10.5) for one in lines)])
    x, y = room.find(width, height, (0, 0), 0.9)
    top = y - height / 2
    drawn = [haloed(one, x, top + 5.5 + 11.5 * index, 10.5, "gs-serif gs-bold") for index, one in enumerate(lines)]
    stop = next(stop for stop in face.stops if stop.kind is StopKind.OFFBOARD)
    drawn.append(_two_values(stop, x, top + 11.5 * len(lines) + 10, legend))
    return "".join(drawn)


def _terrain(face: Face, legend: Legend, room: Room) -> str:
    """Peaks or waves with the cost; large where nothing else is on the hex."""
    kinds = legend.terrain.split("+")
    high, wet = any(kind in _HIGH for kind in kinds), any(kind in _WET for kind in kinds)
    cost = legend.words.money(legend.cost) if legend.cost else ""
    names = "gs-sans gs-bold"
    if not face.stops and not face.paths:
        room.take_box((0, 2), 46, 40)
        signs = _peaks(0, -6, 1.5) if high else ""
        signs += _waves(0, 33 if high else 0, 1.5) if wet else ""
        if wet and not high:
            return group({"class": "gs-terrain"}, signs, text(cost, 0, 33, 12.5, names))
        return group({"class": "gs-terrain"}, signs, haloed(cost, 0, 18, 12.5, names))
    wide = width_of(cost, 9.5)
    shapes = 16 * (high + wet)
    x, y = room.find(shapes + wide + 2, 12, (0, 30 if len(face.stops) < 2 and face.color is Color.TAN else 41), 0.5)
    left = x - (shapes + wide + 2) / 2
    drawn = []
    if high:
        drawn.append(_peaks(left + 8, y, 0.75))
        left += 16
    if wet:
        drawn.append(_waves(left + 8, y - 0.5, 0.85))
        left += 16
    shown = text if wet and y > 24 else haloed
    drawn.append(shown(cost, left + 2, y, 9.5, names, "start"))
    return group({"class": "gs-terrain"}, *drawn)


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


def river_bed(face: Face) -> str:
    """Water at the foot of a hex whose cost is for water; less of it where more is to be read."""
    if len(face.stops) < 2 and face.color is Color.TAN:
        shore = "M-49.5 20q6.2 -4.5 12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.2 0"
        return element("path", {"d": f"{shore}V28.6L0 57.2L-49.5 28.6Z", "class": "gs-river"})
    shore = "M-37 35.8q6.2 -4.5 12.3 0t12.3 0t12.3 0t12.3 0t12.3 0t12.5 0"
    return element("path", {"d": f"{shore}L0 57.2Z", "class": "gs-river"})


def _label(label: str, room: Room) -> str:
    x, y = room.find(width_of(label, 11) + 3, 11, (-33, -17), 0.4)
    return haloed(label, x, y, 11, "gs-serif gs-bold")


def _home(home: HomeMark, room: Room) -> str:
    """A dashed mark for a home to come, the company's colour for one that stands beside the track."""
    label = f"{home.company} {home.value}" if home.value else home.company
    width = width_of(label, 8.5) + 6
    x, y = room.find(width + 2, 13, (0, 26), 0.4)
    shape = {"x": x - width / 2, "y": y - 6, "width": width, "height": 12, "rx": 6}
    if home.color:
        return group(
            {"class": "gs-roundel", "data-company": home.company},
            element("rect", {**shape, "fill": home.color, "class": "gs-token"}),
            text(label, x, y, 8.5, "gs-letters", fill=home.ink),
        )
    return group(
        {"class": "gs-reserved", "data-home": home.company},
        element("rect", {**shape, "class": "gs-home"}),
        text(label, x, y, 8.5, "gs-letters gs-dark"),
    )


def _bonus(legend: Legend, room: Room) -> str:
    """A lump of coal with what it pays."""
    label = f"+{legend.bonus}"
    x, y = room.find(22, 15, (30, -17), 0.3)
    return group(
        {"class": "gs-bonus"},
        element("rect", {"x": x - 10.5, "y": y - 7, "width": 21, "height": 14, "rx": 5, "class": "gs-coal"}),
        text(label, x, y, 9.5, "gs-sans gs-bold gs-coaltext"),
    )


def _licence(legend: Legend, room: Room) -> str:
    """A miner's pick and the price of the licence."""
    cost = legend.words.money(legend.licence)
    width = width_of(cost, 9) + 18
    x, y = room.find(width + 2, 13, (-26, 20), 0.3)
    left = x - width / 2
    pick = f"M{number(left + 4)} {number(y + 4)}l6.5 -7m-5.5 -.6q4.2 -2.2 7.4 3.6"
    return group(
        {"class": "gs-licence"},
        box(left, y - 6, width, 12, "gs-tag", 2),
        element("path", {"d": pick, "class": "gs-pick"}),
        text(cost, left + 14, y, 9, "gs-letters gs-tagtext", "start"),
    )


def _tag(tag: str, face: Face, legend: Legend, room: Room) -> str:
    alone = not face.stops and not face.paths and not legend.terrain
    width = width_of(tag, 9) + 5
    x, y = room.find(width + 2, 13, (0, 0) if alone else (0, -38), 0.4)
    drawn = box(x - width / 2, y - 6, width, 12, "gs-tag", 2), text(tag, x, y, 9, "gs-letters gs-tagtext")
    return group({"class": "gs-private", "data-private": tag}, *drawn)


def _target(companies: tuple[str, ...], room: Room) -> str:
    """One flag for all companies that want to come here."""
    label = f"→ {' '.join(companies)}"
    width = width_of(label, 8) + 3
    x, y = room.find(width, 11, (0, 32), 0.3)
    drawn = box(x - width / 2, y - 5.5, width, 11, "gs-flag", 5.5), text(label, x, y, 8, "gs-letters gs-tagtext")
    return group({"class": "gs-target"}, *drawn)


def _names(face: Face, legend: Legend, room: Room) -> list[str]:
    """The name above its stop, or each beside its own."""
    size = 9.0 if face.tile >= 0 or len(face.stops) > 1 else 10.0
    arrangement = arrange(face)
    if len(legend.stop_names) == len(face.stops) > 0:
        drawn = []
        # From the top down, so that no name takes the room above another's stop.
        for index in sorted(range(len(face.stops)), key=lambda stop: arrangement.stops[stop][1]):
            part, (x, y) = legend.stop_names[index], arrangement.stops[index]
            reach = 20 if face.stops[index].kind is StopKind.CITY else 12
            below = y > 1 or (abs(y) <= 1 and index % 2 == 1)
            drawn.append(_name([part], size, (x, y + reach if below else y - reach), room))
        return drawn
    if not legend.name:
        return []
    x, y = arrangement.stops[0] if arrangement.stops else (0.0, 0.0)
    several = bool(face.stops) and max(len(slots) for slots in arrangement.slots) > 2
    reach = 0 if not face.stops else 34 if several else 21 if face.stops[0].kind is StopKind.CITY else 13
    lines = [legend.name] if width_of(legend.name, size) <= 74 else wrapped(legend.name, 60, size)
    return [_name(lines, size, (x, y - reach), room)]


def _name(lines: list[str], size: float, preferred: Point, room: Room) -> str:
    width = max(width_of(one, size) for one in lines) + 2
    height = size * 1.05 * len(lines)
    x, y = room.find(width, height, preferred, 0.35)
    top = y - height / 2 + size * 0.52
    return "".join(haloed(one, x, top + size * 1.05 * index, size, "gs-serif") for index, one in enumerate(lines))
