"""Points, arcs and hexes. A hex is 100 wide, its center is the origin, y points down.

All track is straight or an arc of a circle that leaves its side at a right angle: the straight, the gentle curve (radius
one and a half sides) and the sharp curve (radius half a side) follow from this, and so does the track to a
city wherever it is.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from goldenspike.core.hexes import SIDES, parse_hex
from goldenspike.svg.paint import number

Point = tuple[float, float]

APOTHEM: Final = 50.0
"""From the center to the middle of a side."""
CORNER: Final = APOTHEM * 2 / math.sqrt(3)
"""From the center to a corner, which is also the length of a side."""
ROW_HEIGHT: Final = CORNER * 1.5
COLUMN_WIDTH: Final = APOTHEM


def polar(angle: float, distance: float) -> Point:
    """A point by its angle in degrees clockwise from the east."""
    radians = math.radians(angle)
    return distance * math.cos(radians), distance * math.sin(radians)


def angle_of_side(side: int) -> int:
    """South-west is 120 degrees, and each side adds 60."""
    return (120 + 60 * side) % 360


def middle_of_side(side: int) -> Point:
    return polar(angle_of_side(side), APOTHEM)


@lru_cache(maxsize=64)
def corners_of_side(side: int, scale: float = 1.0) -> tuple[Point, Point]:
    angle = angle_of_side(side)
    return polar(angle - 30, CORNER * scale), polar(angle + 30, CORNER * scale)


def center_of_hex(name: str) -> Point:
    row, column = parse_hex(name)
    return column * COLUMN_WIDTH, row * ROW_HEIGHT


def outline(scale: float = 1.0) -> str:
    """The corners of a hex as a points attribute."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in (polar(30 + 60 * corner, CORNER * scale) for corner in range(SIDES)))


def rotate(point: Point, steps: int) -> Point:
    """Turn clockwise by steps of 60 degrees."""
    radians = math.radians(60 * steps)
    x, y = point
    return x * math.cos(radians) - y * math.sin(radians), x * math.sin(radians) + y * math.cos(radians)


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of track from `start` to `end`; radius 0 is a straight line, a positive radius turns clockwise."""

    start: Point
    end: Point
    radius: float

    def path(self, move: bool = True) -> str:
        first = f"M{number(self.start[0])} {number(self.start[1])}" if move else ""
        last = f"{number(self.end[0])} {number(self.end[1])}"
        if self.radius == 0:
            return f"{first}L{last}"
        size = number(abs(self.radius))
        return f"{first}A{size} {size} 0 0 {1 if self.radius > 0 else 0} {last}"

    def reversed(self) -> "Arc":
        return Arc(self.end, self.start, -self.radius)

    def _angles(self) -> tuple[Point, float, float]:
        """Center, angle of the start and angle swept, in radians."""
        (x1, y1), (x2, y2) = self.start, self.end
        half = distance(self.start, self.end) / 2
        height = math.sqrt(max(0.0, self.radius * self.radius - half * half))
        sign = 1 if self.radius > 0 else -1
        # The center is to the right of the direction of travel for a clockwise turn (y points down).
        ux, uy = (x2 - x1) / (2 * half), (y2 - y1) / (2 * half)
        center = (x1 + x2) / 2 - uy * height * sign, (y1 + y2) / 2 + ux * height * sign
        first = math.atan2(y1 - center[1], x1 - center[0])
        last = math.atan2(y2 - center[1], x2 - center[0])
        sweep = (last - first) % (2 * math.pi) if sign > 0 else -((first - last) % (2 * math.pi))
        return center, first, sweep

    def at(self, share: float) -> Point:
        """The point at a fraction of the length."""
        if self.radius == 0:
            (x1, y1), (x2, y2) = self.start, self.end
            return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        center, first, sweep = self._angles()
        angle = first + sweep * share
        size = abs(self.radius)
        return center[0] + size * math.cos(angle), center[1] + size * math.sin(angle)

    def direction(self, share: float) -> float:
        """The angle of travel in degrees."""
        before, after = self.at(max(0.0, share - 0.01)), self.at(min(1.0, share + 0.01))
        return math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))

    def length(self) -> float:
        if self.radius == 0:
            return distance(self.start, self.end)
        return abs(self._angles()[2] * self.radius)

    def turn(self) -> float:
        """How far it bends, in degrees."""
        return 0.0 if self.radius == 0 else abs(math.degrees(self._angles()[2]))

    def samples(self, step: float = 5.0) -> tuple[Point, ...]:
        count = max(2, round(self.length() / step))
        return tuple(self.at(number / count) for number in range(count + 1))


def arc_from_side(side: int, target: Point) -> Arc:
    """The track that leaves a side at a right angle and ends in a point of the hex."""
    start = middle_of_side(side)
    inward = (-start[0] / APOTHEM, -start[1] / APOTHEM)
    across = (target[0] - start[0], target[1] - start[1])
    sideways = across[1] * inward[0] - across[0] * inward[1]
    if abs(sideways) < 0.01:
        return Arc(start, target, 0)
    return Arc(start, target, (across[0] ** 2 + across[1] ** 2) / (2 * sideways))


def arc_between_sides(first: int, second: int) -> Arc:
    return arc_from_side(first, middle_of_side(second))


def crossing(a: tuple[Point, ...], b: tuple[Point, ...]) -> tuple[Point, float] | None:
    """Where two sampled paths cross, and at which fraction of the second."""
    for i in range(len(a) - 1):
        for j in range(len(b) - 1):
            met = _meet(a[i], a[i + 1], b[j], b[j + 1])
            if met is not None:
                point, share = met
                return point, (j + share) / (len(b) - 1)
    return None


def _meet(p: Point, q: Point, r: Point, s: Point) -> tuple[Point, float] | None:
    first = (q[0] - p[0], q[1] - p[1])
    second = (s[0] - r[0], s[1] - r[1])
    cross = first[0] * second[1] - first[1] * second[0]
    if abs(cross) < 1e-9:
        return None
    gap = (r[0] - p[0], r[1] - p[1])
    along = (gap[0] * second[1] - gap[1] * second[0]) / cross
    share = (gap[0] * first[1] - gap[1] * first[0]) / cross
    if not (0 <= along <= 1 and 0 <= share <= 1):
        return None
    return (p[0] + first[0] * along, p[1] + first[1] * along), share
