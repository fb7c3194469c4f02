"""A small picture of the board for lists of games: the color of each hex, track, and stations as dots.

It has one look for light and dark pages, because a picture that a page links to does not inherit the page's colors.
"""

from collections.abc import Iterator
from typing import Final

from goldenspike.core.ids import Hex, by_company, by_hex
from goldenspike.core.state import State
from goldenspike.core.tiles import STOPS_PER_HEX, Color, StopKind
from goldenspike.core.title import Setup
from goldenspike.svg.arrangement import SLOT, arrange
from goldenspike.svg.geometry import APOTHEM, CORNER, Arc, Point, center_of_hex, polar
from goldenspike.svg.paint import Value, element
from goldenspike.svg.theme import LIGHT, color_of, tile_color

WIDTH: Final = 240.0
_LAND: Final = ("#8d8371", 0.28)
"""Empty land shows the page through, so that it suits light and dark pages."""
_RAIL_WIDTH: Final = 8.0
_DOT: Final = SLOT * 1.45


def thumbnail(setup: Setup, state: State | None = None) -> str:
    """The board in `state`, or as printed, about a fifth of its usual size."""
    faces = list(state.faces) if state is not None else list(range(setup.first_printed, len(setup.faces)))
    centers = [center_of_hex(hexagon.id) for hexagon in setup.title.hexes]
    left, top = min(x for x, _ in centers) - APOTHEM, min(y for _, y in centers) - CORNER
    width, height = max(x for x, _ in centers) + APOTHEM - left, max(y for _, y in centers) + CORNER - top
    scale = WIDTH / width

    def place(center: Point, point: Point = (0.0, 0.0)) -> Point:
        return (center[0] + point[0] - left) * scale, (center[1] + point[1] - top) * scale

    hexes: dict[Color, list[str]] = {}
    rails: list[str] = []
    for hex, center in by_hex(centers):
        face = setup.faces[faces[hex]]
        corners = [place(center, polar(30 + 60 * corner, CORNER * 0.97)) for corner in range(6)]
        hexes.setdefault(face.color, []).append("M" + "L".join(_point(corner) for corner in corners) + "Z")
        for track in arrange(face).tracks:
            rails.append("M" + "L".join(_point(place(center, point)) for point in _sampled(track)))
    dots = [
        element("circle", {"cx": _short(x), "cy": _short(y), "r": _short(_DOT * scale), "fill": fill})
        for x, y, fill in ((*place(centers[hex], point), fill) for hex, point, fill in _stations(setup, state, faces))
    ]
    drawn = [_area(color, ways) for color, ways in sorted(hexes.items())]
    rail: dict[str, Value] = {
        "d": "".join(rails),
        "fill": "none",
        "stroke": LIGHT["tile-ink"],
        "stroke-width": _short(_RAIL_WIDTH * scale),
    }
    attributes: dict[str, Value] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {WIDTH:.0f} {_short(height * scale)}",
        "role": "img",
    }
    stations: dict[str, Value] = {"stroke": LIGHT["tile-ink"], "stroke-width": 0.6}
    return element(
        "svg",
        attributes,
        *drawn,
        element("path", rail) if rails else "",
        element("g", stations, *dots) if dots else "",
    )


def _area(color: Color, ways: list[str]) -> str:
    """All hexes of one color as one shape."""
    if color is Color.TAN:
        fill, opacity = _LAND
        return element("path", {"d": "".join(ways), "fill": fill, "fill-opacity": opacity})
    return element("path", {"d": "".join(ways), "fill": tile_color(color)})


def _sampled(track: Arc) -> list[Point]:
    """Track as short straight pieces, which look like curves at this size."""
    return [track.at(share) for share in ((0, 0.25, 0.5, 0.75, 1) if track.radius else (0, 1))]


def _stations(setup: Setup, state: State | None, faces: list[int]) -> Iterator[tuple[Hex, Point, str]]:
    """Where stations are, by hex and point in it, and their colors; empty cities are white."""
    owners: dict[int, list[str]] = {}
    for index, company in by_company(setup.title.companies):
        for place in state.stations(index) if state is not None else []:
            owners.setdefault(place, []).append(color_of(company.color))
    for hex, face in by_hex(faces):
        arrangement = arrange(setup.faces[face])
        for number, stop in enumerate(setup.faces[face].stops):
            held = owners.get(hex * STOPS_PER_HEX + number, [])
            slots = arrangement.slots[number] if stop.kind is StopKind.CITY else ()
            for slot, point in enumerate(slots):
                yield hex, point, held[slot] if slot < len(held) else LIGHT["city"]


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _point(point: Point) -> str:
    return f"{_short(point[0])} {_short(point[1])}"
