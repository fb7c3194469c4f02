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
NARROW = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""To which shares of their width the letters of a name may be condensed before they become smaller."""


def lettered(
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


def draw_lines(lines: tuple[str, ...], size: float, names: str, x: float, y: float, narrow: float = 1) -> str:
    """Lines of text around a center, slightly raised because letters extend farther below the line than above."""
    first = y - size * (0.06 + LEADING * (len(lines) - 1) / 2)
    rows = (first + size * LEADING * row for row in range(len(lines)))
    return "".join(haloed(one, x, row, size, names, narrow=narrow) for one, row in zip(lines, rows, strict=True))


def other_stops(stops: tuple[Point, ...], stop: int) -> tuple[Point, ...]:
    return stops[:stop] + stops[stop + 1 :]
