"""Mountains, water and what it costs to build there."""

from collections.abc import Sequence
from functools import partial

from goldenspike.core.tiles import Color, Face
from goldenspike.svg.paint import element, group, haloed, number, text, width_of
from goldenspike.svg.placing import Form, FreeSpace, place
from goldenspike.svg.signs.legend import Legend
from goldenspike.svg.signs.lettering import lettered

_WET = frozenset({"water", "river", "coast", "lake", "swamp", "sea"})
_HIGH = frozenset({"mountain", "hill", "pass"})
_SHAPE = 17.5
"""Width of small peaks or waves before a cost."""


def is_wet(terrain: str) -> bool:
    return bool(_WET & set(terrain.split("+")))


def is_high(terrain: str) -> bool:
    return bool(_HIGH & set(terrain.split("+")))


def draw_terrain(face: Face, legend: Legend, free: FreeSpace) -> str:
    """Peaks or waves with the cost; large where nothing else is on the hex. Peaks are on land, waves on water."""
    high, wet = is_high(legend.terrain), is_wet(legend.terrain)
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

    def forms(size: float, _: Sequence[float]) -> list[Form]:
        # Where there is no room for the shapes, the cost stands alone.
        ways = dict.fromkeys(((high, wet), (False, False)))
        widths = [_SHAPE * (peaks + waves) + width_of(cost, size, bold=True) + 1 for peaks, waves in ways]
        return [Form(width, size, partial(_draw_cost, cost, size, *way, water)) for way, width in zip(ways, widths, strict=True)]

    sign = lettered(forms, max(9.5, legend.least), legend.least, 7.5, preferred)
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
    crowded = face.stops and is_high(terrain)
    return 20.0 if len(face.stops) < 2 and face.color is Color.TAN and not crowded else 35.8


def river_bed(face: Face, terrain: str) -> str:
    """Water at the foot of a hex."""
    if shore(face, terrain) < 30:
        edge = "M-49.5 20q6.2 -4.5 12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.4 0t12.2 0"
        return element("path", {"d": f"{edge}V28.6L0 57.2L-49.5 28.6Z", "class": "gs-river"})
    edge = "M-37 35.8q6.2 -4.5 12.3 0t12.3 0t12.3 0t12.3 0t12.3 0t12.5 0"
    return element("path", {"d": f"{edge}L0 57.2Z", "class": "gs-river"})
