"""Finding free space for names, values and signs on a hex.

The hex is a grid of small squares, kept as the bits of whole numbers: one number for the squares that track covers, one for
the water, and one for all that must never be covered. A sign takes the largest of its forms that fits on free squares, as
near as possible to where it should be. If a sign does not fit, it moves to the front of the order and all are placed
again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import ceil, inf
from typing import Final

from goldenspike.svg.geometry import APOTHEM, CORNER, Point, distance

_HALF: Final = 90
_COUNT: Final = 2 * _HALF
"""Squares in a row, and rows. A square is one unit wide."""

_CLEARLY: Final = 8.0
MARGIN: Final = 1.0
"""Signs keep this distance from the sides of the hex."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way of drawing a sign: the box it needs, and how it is drawn around a center."""

    width: float
    height: float
    draw: Callable[[float, float], str]


@dataclass(frozen=True, slots=True)
class Sign:
    """Something to be placed on a hex."""

    forms: tuple[Form, ...]
    """From the preferred one to the smallest that reads well."""
    preferred: Point
    """Where its center should be."""
    stop: Point | None = None
    """The stop that it belongs to, of several."""
    others: tuple[Point, ...] = ()
    """The other stops, to which it must not seem to belong."""
    spots: tuple[Point, ...] = ()
    """The only places where it may be, if given."""
    small: tuple[Form, ...] = ()
    """Forms that are hard to read, for where nothing else helps."""


@dataclass(frozen=True, slots=True)
class Placed:
    form: Form
    at: Point
    covers: int
    """0 if it covers nothing, 1 if it covers water, 2 track, 3 anything else."""


def reach_of(x: float, y: float) -> float:
    """The distance of a point from the middle towards the nearest side; a side is at `APOTHEM`."""
    return max(abs(x), abs(0.5 * x + 0.866 * y), abs(0.5 * x - 0.866 * y))


def _run(row: int, left: float, right: float) -> int:
    """The squares of a row between two borders."""
    first, last = max(0, int(left + _HALF)), min(_COUNT, ceil(right + _HALF))
    return ((1 << last - first) - 1) << (row * _COUNT + first) if 0 <= row < _COUNT and last > first else 0


def _rows(top: float, bottom: float) -> range:
    return range(max(0, int(top + _HALF)), min(_COUNT, ceil(bottom + _HALF)))


@cache
def _beyond(reach: float) -> int:
    """The squares that lie farther from the middle than that."""
    squares = 0
    for row in range(_COUNT):
        for column in range(_COUNT):
            corners = ((x - _HALF, y - _HALF) for x in (column, column + 1) for y in (row, row + 1))
            if max(reach_of(x, y) for x, y in corners) > reach:
                squares |= 1 << row * _COUNT + column
    return squares


_ALL: Final = (1 << _COUNT * _COUNT) - 1


class FreeSpace:
    """What is free on one hex, and if `wide` in the near half of its neighbors."""

    def __init__(self, wide: bool = False) -> None:
        self._taken = _beyond(1.5 * APOTHEM if wide else APOTHEM - MARGIN)
        self._track = 0
        self._water = 0

    def copy(self) -> "FreeSpace":
        twin = FreeSpace()
        twin._taken, twin._track, twin._water = self._taken, self._track, self._water
        return twin

    def take_track(self, points: Sequence[Point], half: float) -> None:
        for point in points:
            self._track |= _disc(point, half)

    def take_disc(self, at: Point, radius: float) -> None:
        self._taken |= _disc(at, radius)

    def take_box(self, at: Point, width: float, height: float) -> None:
        self._taken |= _box(at, width, height)

    def flood(self, at: Point, width: float, height: float) -> None:
        """Mark water, which a sign covers only if there is no other place."""
        self._water |= _box(at, width, height)

    def take_hex(self, at: Point) -> None:
        """Take all of another hex."""
        x, y = at
        for row in _rows(y - CORNER, y + CORNER):
            half = min(APOTHEM, (CORNER - max(row - _HALF - y, y - (row + 1 - _HALF), 0.0)) * 3**0.5)
            self._taken |= _run(row, x - half, x + half)

    def find(self, sign: Sign) -> Placed:
        """The best form and center for a sign."""
        for covers, squares in enumerate((self._taken | self._track | self._water, self._taken | self._track, self._taken)):
            for bound in (True, False) if sign.others else (False,):
                for form in sign.forms:
                    at = _nearest(squares, form, sign, bound)
                    if at is not None:
                        return Placed(form, at, covers)
        return Placed(sign.forms[-1], sign.preferred, 3)


def _nearest(squares: int, form: Form, sign: Sign, bound: bool) -> Point | None:
    """The center nearest to the preferred one where a form covers none of these squares and, if `bound`, belongs to its stop."""
    for at in sign.spots or (sign.preferred,):
        if not squares & _box(at, form.width, form.height):
            return at
    if sign.spots:
        return None
    columns, rows = ceil(form.width), ceil(form.height)
    corners = ~_spread(_spread(squares, columns, 1), rows, _COUNT) & _ALL
    centers = ((column + columns / 2 - _HALF, row + rows / 2 - _HALF) for row, column in _places(corners))
    if bound:
        centers = (at for at in centers if _belongs(at, sign))
    return min(centers, key=lambda at: distance(at, sign.preferred), default=None)


def _belongs(at: Point, sign: Sign) -> bool:
    """Whether a sign is clearly nearer to its own stop than to any other."""
    return sign.stop is None or all(distance(at, sign.stop) + _CLEARLY <= distance(at, other) for other in sign.others)


def _spread(squares: int, count: int, step: int) -> int:
    """All squares from which one of these is less than `count` steps ahead."""
    done = 1
    while done < count:
        more = min(done, count - done)
        squares |= squares >> more * step
        done += more
    return squares


def _places(squares: int) -> Iterator[tuple[int, int]]:
    """Rows and columns of squares."""
    while squares:
        lowest = squares & -squares
        yield divmod(lowest.bit_length() - 1, _COUNT)
        squares ^= lowest


@lru_cache(maxsize=4096)
def _disc(at: Point, radius: float) -> int:
    x, y = at
    squares = 0
    for row in _rows(y - radius, y + radius):
        nearest = max(row - _HALF - y, 0, y - (row + 1 - _HALF))
        half = (radius * radius - nearest * nearest) ** 0.5
        squares |= _run(row, x - half, x + half)
    return squares


def _box(at: Point, width: float, height: float) -> int:
    x, y = at
    squares = 0
    for row in _rows(y - height / 2, y + height / 2):
        squares |= _run(row, x - width / 2, x + width / 2)
    return squares


def place(signs: Sequence[Sign], free: FreeSpace) -> list[str]:
    """Place all signs so that they cover nothing, if one of the attempts allows it, and mark their squares as taken.

    Several orders are tried, and if that does not help, smaller forms.
    """
    best = _best(signs, free, _choices(signs))
    for one in best:
        free.take_box(one.at, one.form.width, one.form.height)
    return [one.form.draw(*one.at) for one in best]


def fit(signs: Sequence[Sign], free: FreeSpace) -> bool:
    """Whether all signs find space in forms that read well."""
    return not any(one.covers for one in _best(signs, free, _large_forms(signs)))


def _best(signs: Sequence[Sign], free: FreeSpace, choices: Iterator[list[Sign]]) -> list[Placed]:
    best: list[Placed] = []
    least = inf
    for some in choices:
        for placed in _orders(some, free):
            total = sum(one.covers for one in placed)
            if total < least:
                best, least = placed, total
        if not least:
            break
    return best


def _choices(signs: Sequence[Sign]) -> Iterator[list[Sign]]:
    """The signs with fewer and fewer of their large forms, and only then with those that are hard to read."""
    yield from _large_forms(signs)
    for most in range(max((len(sign.small) for sign in signs), default=0)):
        yield [replace(sign, forms=(sign.forms[-1:] + sign.small)[min(most, len(sign.small)) :]) for sign in signs]


def _large_forms(signs: Sequence[Sign]) -> Iterator[list[Sign]]:
    for most in range(max((len(sign.forms) for sign in signs), default=0)):
        yield [replace(sign, forms=sign.forms[min(most, len(sign.forms) - 1) :]) for sign in signs]


def _orders(signs: Sequence[Sign], free: FreeSpace) -> Iterator[list[Placed]]:
    """Place the signs in order, then repeatedly with the worst one moved to the front."""
    order = list(range(len(signs)))
    for _ in signs:
        placed = _place_in_order(signs, order, free.copy())
        yield placed
        worst = max(order, key=lambda number: placed[number].covers)
        if not placed[worst].covers or order[0] == worst:
            break
        order.remove(worst)
        order.insert(0, worst)


def _place_in_order(signs: Sequence[Sign], order: list[int], free: FreeSpace) -> list[Placed]:
    placed = {}
    for number in order:
        one = placed[number] = free.find(signs[number])
        free.take_box(one.at, one.form.width, one.form.height)
    return [placed[number] for number in range(len(signs))]
