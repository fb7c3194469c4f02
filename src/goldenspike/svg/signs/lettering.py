"""Letters of signs: how far they may be condensed, and which sizes are tried."""

from collections.abc import Callable, Sequence
from math import ceil

from goldenspike.svg.geometry import Point
from goldenspike.svg.paint import haloed
from goldenspike.svg.placing import Form, Sign

LEADING = 1.05
"""From line to line, as a share of the size of the letters."""
NAME = 9 / 8
"""Size of a name, as a share of the smallest letters."""
NARROW = (1.0, 0.9, 0.8)
"""To which shares of their width letters may be condensed and still read well."""
_SQUEEZED = (0.7, 0.6, 0.5)
"""Likewise for where nothing else helps."""


def lettered(
    forms: Callable[[float, Sequence[float]], Sequence[Form]],
    largest: float,
    least: float,
    smallest: float,
    preferred: Point,
    stop: Point | None = None,
    others: tuple[Point, ...] = (),
    spots: tuple[Point, ...] = (),
) -> Sign:
    """A sign with letters of different sizes and widths; those squeezed or smaller than `least` are hard to read."""
    sizes = [max(least, largest - 0.5 * step) for step in range(ceil(2 * max(0.0, largest - least)) + 1)]
    small = [least - 0.5 * step for step in range(1, int(2 * (least - smallest)) + 1)]
    return Sign(
        tuple(form for size in sizes for form in forms(size, NARROW)),
        preferred,
        stop,
        others,
        spots,
        (*forms(least, _SQUEEZED), *(form for size in small for form in forms(size, (*NARROW, *_SQUEEZED)))),
    )


def draw_lines(lines: tuple[str, ...], size: float, names: str, x: float, y: float, narrow: float = 1) -> str:
    """Lines of text around a center, slightly raised because letters extend farther below the line than above."""
    first = y - size * (0.06 + LEADING * (len(lines) - 1) / 2)
    rows = (first + size * LEADING * row for row in range(len(lines)))
    return "".join(haloed(one, x, row, size, names, narrow=narrow) for one, row in zip(lines, rows, strict=True))


def other_stops(stops: tuple[Point, ...], stop: int) -> tuple[Point, ...]:
    return stops[:stop] + stops[stop + 1 :]
