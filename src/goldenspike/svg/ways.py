"""Routes as pieces of track, hex by hex, so that they are drawn on the track and below the stations."""

from collections.abc import Sequence

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.ids import Hex, Place
from goldenspike.core.state import hex_of_border, hex_of_place, place_of
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, Face, StopKind
from goldenspike.core.title import Setup
from goldenspike.svg.arrangement import arrange
from goldenspike.svg.geometry import APOTHEM, Arc
from goldenspike.svg.paint import box, circle, element, group, number, text, width_of
from goldenspike.svg.theme import ROUTE_COLORS


def pieces(setup: Setup, faces: Sequence[int], route: Route) -> list[tuple[Hex, int, int]]:
    """The hexes that a route runs through and the two ends of the track that it uses in each.

    For a route that does not match the current board, the pieces that do.
    """
    found: list[tuple[Hex, int, int]] = []
    if not route.places:
        return found
    left = list(route.places)
    hex = hex_of_border(route.borders[0]) if route.borders else hex_of_place(left[0])
    end = _stop_in(setup, hex, left)
    for border in route.borders:
        hex, side = hex_of_border(border), border % SIDES
        face = setup.faces[faces[hex]]
        if end < 0:
            end = _any_stop(face, side)
        found += _through(setup, hex, face, end, side, left)
        other = setup.neighbors[border]
        if other < 0:
            return found
        hex, end = other, opposite(side)
    if route.borders:
        face = setup.faces[faces[hex]]
        stop = _stop_in(setup, hex, left)
        found += [(hex, end, stop if stop >= 0 else _any_stop(face, end))]
    return [(hex, a, b) for hex, a, b in found if a >= 0 and b >= 0 and a != b]


def _through(setup: Setup, hex: Hex, face: Face, end: int, side: int, left: list[Place]) -> list[tuple[Hex, int, int]]:
    """From one end to a side, via the route's next stop if it is here."""
    if end < FIRST_STOP:
        stop = _stop_in(setup, hex, left)
        if stop >= 0 and _joined(face, end, stop) and _joined(face, stop, side):
            return [(hex, end, stop), (hex, stop, side)]
        if stop >= 0:
            left.insert(0, place_of(hex, stop - FIRST_STOP))
    return [(hex, end, side)]


def _stop_in(setup: Setup, hex: Hex, left: list[Place]) -> int:
    """The end number of the next stop if it is on this hex (or in its off-board area); consumes it."""
    if not left:
        return -1
    there = hex_of_place(left[0])
    if there != hex and (setup.areas[hex] < 0 or setup.areas[hex] != setup.areas[there]):
        return -1
    return FIRST_STOP + left.pop(0) % STOPS_PER_HEX


def _any_stop(face: Face, side: int) -> int:
    for stop, exits in enumerate(face.stop_exits):
        if exits >> side & 1:
            return FIRST_STOP + stop
    return -1


def _joined(face: Face, a: int, b: int) -> bool:
    return (a, b) in face.paths or (b, a) in face.paths


def draw_pieces(face: Face, ways: Sequence[tuple[int, int, int]]) -> str:
    """The pieces of routes on one face: route number and two ends each."""
    arrangement = arrange(face)
    tracks = dict(zip(face.paths, arrangement.tracks, strict=True))
    casing: list[str] = []
    colored: list[str] = []
    for index, a, b in ways:
        track = tracks.get((a, b)) or tracks.get((b, a))
        if track is None:
            continue
        stop = max(a, b) - FIRST_STOP
        if stop >= 0 and face.stops[stop].kind is StopKind.OFFBOARD:
            # Off the map, a run ends with the arrow, before the values.
            side = min(a, b)
            start = track.start if a == side or b == side else track.end
            share = 24 / APOTHEM
            track = Arc(start, (start[0] * (1 - share), start[1] * (1 - share)), 0)
        casing.append(track.path())
        names = f"gs-route gs-route-{index % len(ROUTE_COLORS)}"
        colored.append(element("path", {"d": track.path(), "class": names, "data-route": str(index)}))
    if not colored:
        return ""
    return group({"class": "gs-routes"}, element("path", {"d": "".join(casing), "class": "gs-routecase"}), *colored)


_BEND = 0.14
"""How far the arc of a stretch bends away from the straight line, so that it does not cover the track."""


def draw_stretch(start: tuple[float, float], end: tuple[float, float], label: str) -> str:
    """A destination run: an arc from home to destination with its bonus."""
    (x1, y1), (x2, y2) = start, end
    # Upwards, whichever way it leads.
    way = 1 if x1 <= x2 else -1
    bend_x, bend_y = (x1 + x2) / 2 + way * _BEND * (y2 - y1) * 2, (y1 + y2) / 2 - way * _BEND * (x2 - x1) * 2
    path = f"M{number(x1)} {number(y1)}Q{number(bend_x)} {number(bend_y)} {number(x2)} {number(y2)}"
    x, y = (x1 + x2) / 4 + bend_x / 2, (y1 + y2) / 4 + bend_y / 2
    wide = width_of(label, 17) + 14
    return group(
        {"class": "gs-stretches", "pointer-events": "none"},
        element("path", {"d": path, "class": "gs-stretchcase"}),
        element("path", {"d": path, "class": "gs-stretch"}),
        circle(x1, y1, 5, "gs-stretchend"),
        circle(x2, y2, 7.5, "gs-stretchend"),
        box(x - wide / 2, y - 13, wide, 26, "gs-stretchbox", 13),
        text(label, x, y, 17, "gs-sans gs-bold"),
    )
