"""Track and stops of one face, drawn around the middle of its hex."""

from collections.abc import Sequence
from functools import lru_cache

from goldenspike.core.frozen import frozen
from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Company
from goldenspike.core.tiles import FIRST_STOP, Face, StopKind
from goldenspike.core.title import Charter
from goldenspike.svg.arrangement import BAR, RAIL, SLOT, TOWN, Arrangement, arrange, dormant_tracks
from goldenspike.svg.geometry import APOTHEM, Arc, Point, angle_of_side, outline, polar
from goldenspike.svg.paint import Value, circle, element, escape, group, line, number
from goldenspike.svg.roundel import badge, letters
from goldenspike.svg.theme import color_of

HEXAGON = outline()


@frozen
class Station:
    """What is in a circle of a city: a company's station, or the space reserved for its home."""

    company: Company
    reserved: bool = False
    turned: bool = False
    """Face down: of a company that left the game, or of none; it only blocks."""


@frozen
class Stance:
    """What a page needs to know about the circles of a face: place numbers, and which may be chosen."""

    first_place: int = -1
    """Place number of the face's first stop, -1 for a tile that is not on the board."""
    prefix: str = ""
    selectable: tuple[int, ...] = ()
    """Places that may be chosen."""
    labels: tuple[str, ...] = ()
    """For each stop what a screen reader says."""


_GROUND = element("polygon", {"points": HEXAGON, "class": "gs-ground gs-side"})


def ground_shape() -> str:
    return _GROUND


@lru_cache(maxsize=4096)
def draw_track(face: Face, run_through: bool = False) -> str:
    """All track, then at each crossing a short piece of the upper one again, cut free by the color of the ground.

    Track into an off-board area ends in a point, unless routes may run through it: then it meets in the middle.
    """
    arrangement = arrange(face)
    ways: list[str] = []
    arrows: list[str] = []
    for (a, b), track in zip(face.paths, arrangement.tracks, strict=True):
        side, stop = min(a, b), max(a, b)
        leaves = stop >= FIRST_STOP and side < SIDES and face.stops[stop - FIRST_STOP].kind is StopKind.OFFBOARD
        if leaves and not run_through:
            arrows.append(_arrow(side))
        else:
            ways.append(_beyond_sides(track))
    drawn = []
    if ways:
        drawn.append(element("path", {"d": "".join(ways), "class": "gs-rail"}))
    for at, direction in arrangement.bridges:
        drawn.append(_bridge(at, direction, 5.5, "gs-casing"))
        drawn.append(_bridge(at, direction, 6.5, "gs-rail"))
    if arrows:
        drawn.append(element("path", {"d": "".join(arrows), "class": "gs-arrow"}))
    return group({"class": "gs-track"}, *drawn) if drawn else ""


def _beyond_sides(track: Arc) -> str:
    """A track drawn a hair beyond its sides, so that no seam shows where two hexes meet."""
    path = track.path()
    for end, angle in ((track.start, track.direction(0) + 180), (track.end, track.direction(1))):
        reach = max(abs(end[0]), abs(0.5 * end[0] + 0.866 * end[1]), abs(0.5 * end[0] - 0.866 * end[1]))
        if reach > APOTHEM - 0.01:
            dx, dy = polar(angle, 0.7)
            path += f"M{number(end[0])} {number(end[1])}l{number(dx)} {number(dy)}"
    return path


def _bridge(at: Point, direction: float, half: float, names: str) -> str:
    dx, dy = polar(direction, half)
    return line(at[0] - dx, at[1] - dy, at[0] + dx, at[1] + dy, names)


def _arrow(side: int) -> str:
    """Track that leads off the map: it comes to a point."""
    angle = angle_of_side(side)
    foot, tip = polar(angle, APOTHEM + 0.7), polar(angle, APOTHEM - 21)
    dx, dy = polar(angle + 90, RAIL * 0.85)
    points = (foot[0] - dx, foot[1] - dy), (foot[0] + dx, foot[1] + dy), tip
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def draw_dormant(paths: tuple[tuple[int, int], ...]) -> str:
    """Sketched track that becomes usable with a special tile."""
    return element("path", {"d": "".join(_beyond_sides(track) for track in dormant_tracks(paths)), "class": "gs-dormant"})


def draw_stops(
    face: Face,
    stations: Sequence[Sequence[Station]] = (),
    companies: Sequence[Charter] = (),
    stance: Stance | None = None,
    least: float = 0,
) -> str:
    """Cities with their circles and stations, and towns. Off-board areas are drawn as signs.

    The letters of stations are not smaller than `least`.
    """
    arrangement = arrange(face)
    drawn = []
    for index, stop in enumerate(face.stops):
        if stop.kind is StopKind.CITY:
            held = stations[index] if index < len(stations) else ()
            drawn.append(_city(arrangement, index, held, companies, stance, least))
        elif stop.kind is StopKind.TOWN:
            drawn.append(_town(arrangement, index, stance))
    return "".join(drawn)


def _identity(stance: Stance | None, index: int, slot: int) -> dict[str, Value]:
    if stance is None or stance.first_place < 0:
        return {}
    place = stance.first_place + index
    attributes: dict[str, Value] = {
        "id": f"{stance.prefix}place-{place}-{slot}",
        "data-place": str(place),
        "data-slot": str(slot),
    }
    if place in stance.selectable:
        label = stance.labels[index] if index < len(stance.labels) else str(place)
        attributes |= {"tabindex": "0", "role": "button", "aria-label": label}
    return attributes


def _is_selectable(stance: Stance | None, index: int) -> bool:
    return stance is not None and stance.first_place + index in stance.selectable


def _town(arrangement: Arrangement, index: int, stance: Stance | None) -> str:
    x, y = arrangement.stops[index]
    direction = arrangement.bars[index]
    if direction is None:
        shape = circle(x, y, TOWN, "gs-town")
    else:
        shape = _bridge((x, y), direction, BAR, "gs-townbar")
    ring = circle(x, y, TOWN + 3.5, "gs-ring") if _is_selectable(stance, index) else ""
    return group({"class": "gs-stop", **_identity(stance, index, 0)}, shape, ring)


def _city(
    arrangement: Arrangement,
    index: int,
    held: Sequence[Station],
    companies: Sequence[Charter],
    stance: Stance | None,
    least: float,
) -> str:
    slots = arrangement.slots[index]
    if not slots:
        # A city without circles for stations: a square, so that no station seems to fit.
        x, y = arrangement.stops[index]
        shape = element("rect", {"x": x - 11, "y": y - 11, "width": 22, "height": 22, "rx": 2, "class": "gs-city"})
        return group({"class": "gs-stop", **_identity(stance, index, 0)}, shape)
    order = _in_circles(held, len(slots))
    drawn = [_hull(slots)] if len(slots) > 1 else []
    for slot, ((x, y), station) in enumerate(zip(slots, order, strict=True)):
        content = [circle(0, 0, SLOT, "gs-city")]
        if station is not None:
            content.append(_station(station, companies, least))
        if _is_selectable(stance, index) and station is None:
            content.append(circle(0, 0, SLOT + 1.2, "gs-ring"))
        where = {"class": "gs-slot", "transform": f"translate({number(x)} {number(y)})"}
        drawn.append(group(where | _identity(stance, index, slot), *content))
    return group({"class": "gs-stop"}, *drawn)


def _in_circles(held: Sequence[Station], count: int) -> list[Station | None]:
    """Stations fill the circles from the first, reserved spaces from the last."""
    stations: list[Station | None] = [station for station in held if not station.reserved]
    kept: list[Station | None] = [station for station in held if station.reserved]
    free = max(0, count - len(stations) - len(kept))
    return (stations + [None] * free + kept)[:count]


def _station(station: Station, companies: Sequence[Charter], least: float) -> str:
    if station.turned:
        return group(
            {"class": "gs-turned"},
            circle(0, 0, SLOT - 0.6, "gs-blank"),
            element("path", {"d": "M-6 -6L6 6M-6 6L6 -6", "class": "gs-cross"}),
        )
    company = companies[station.company]
    if not station.reserved:
        return badge(company, station.company, SLOT - 0.6, least)
    return group(
        {"class": "gs-reserved", "data-home": company.id},
        element("title", {}, escape(company.name)),
        element("circle", {"r": SLOT - 1.4, "stroke": color_of(company.color), "class": "gs-kept"}),
        letters(company.id, SLOT - 0.6, "gs-letters gs-dark", least=least),
    )


def _hull(slots: tuple[Point, ...]) -> str:
    """The white ground that holds the circles of one city together."""
    order = slots if len(slots) < 4 else (slots[0], slots[1], slots[3], slots[2], *slots[4:])
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in order) + "Z"
    return element("path", {"d": way, "class": "gs-hull", "stroke-width": 2 * SLOT + 6}) + element(
        "path", {"d": way, "class": "gs-hullin", "stroke-width": 2 * SLOT + 3.2}
    )
