"""What the stops of a hex are worth."""

from collections.abc import Sequence
from functools import partial

from goldenspike.core.tiles import Face, Stop, StopKind
from goldenspike.svg.arrangement import arrange
from goldenspike.svg.geometry import Point
from goldenspike.svg.paint import box, element, group, text, width_of, wrapped
from goldenspike.svg.placing import Form, FreeSpace, Sign
from goldenspike.svg.signs.legend import Legend
from goldenspike.svg.signs.lettering import LEADING, NAME, draw_lines, lettered
from goldenspike.svg.theme import fill

SHED = (-4.0, 54.0, 36.0)
"""How high the shed of a warehouse stands, its width and its height."""


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

    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        if early != late:
            sizes = [(narrow, *_size_of_values(stop, size, narrow)) for narrow in narrows]
            return [Form(wide, high, partial(_two_values, stop, legend, size, narrow)) for narrow, wide, high in sizes]
        sizes = [(narrow, *_size_of_coin(early, size, narrow)) for narrow in narrows[::2]]
        return [Form(width + 1, height + 1, partial(_coin, early, size, narrow)) for narrow, width, height in sizes]

    return lettered(forms, max(10.0, legend.least), legend.least, 7, preferred)


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


def draw_warehouse(face: Face, legend: Legend, free: FreeSpace) -> str:
    """An area that routes may run through: its tracks meet in a shed that shows the values."""
    free.take_box((0, SHED[0]), *SHED[1:])
    shed = element("path", {"d": "M-26 13v-21l26 -13l26 13v21Z", "class": "gs-city"})
    return group({"class": "gs-warehouse"}, shed, _two_values(face.stops[0], legend, max(11.0, legend.least), 0.8, 0, 1.5))


def area_of(face: Face, legend: Legend) -> Sign:
    """The name of an off-board area with its values below."""
    stop = next(stop for stop in face.stops if stop.kind is StopKind.OFFBOARD)

    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        wide, high = _size_of_values(stop, size / NAME)
        found = []
        for narrow in narrows:
            lines = tuple(wrapped(legend.name, 82 / narrow, size, bold=True))
            width = max([wide, *(narrow * width_of(one, size, bold=True) for one in lines)])
            height = size * LEADING * len(lines) + high + 1
            found.append(Form(width, height, partial(_draw_area, stop, legend, lines, size, narrow)))
        return found

    least = NAME * legend.least
    return lettered(forms, max(10.5, least), least, 7.5, (0, 0))


def _draw_area(stop: Stop, legend: Legend, lines: tuple[str, ...], size: float, narrow: float, x: float, y: float) -> str:
    values = size / NAME
    high = _size_of_values(stop, values)[1] + 1
    name = draw_lines(lines, size, "gs-serif gs-bold", x, y - high / 2, narrow)
    return group({"class": "gs-area"}, name, _two_values(stop, legend, values, 1, x, y + size * LEADING * len(lines) / 2))
