"""Layout of a tile: where its stops are and how its track runs.

A single stop is in the middle, or on its own curve. For several stops, or track that bypasses a stop, a few dozen positions are
tried, and the one with the fewest collisions wins. The search always uses the same orientation, so a tile looks the same in
every rotation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import NO_TILE
from goldenspike.core.tiles import FIRST_STOP, Color, Face, Stop, StopKind, make_face
from goldenspike.svg.geometry import (
    APOTHEM,
    Arc,
    Point,
    angle_of_side,
    arc_between_sides,
    arc_from_side,
    crossing,
    distance,
    middle_of_side,
    polar,
    rotate,
)

SLOT: Final = 13.5
"""Radius of a station's circle."""
TOWN: Final = 6.0
BAR: Final = 9.0
"""Half the length of a town's crossbar."""
RAIL: Final = 6.0
"""Width of the track."""
CENTRE: Final = (0.0, 0.0)

_CHOICES: Final = {1: 30, 2: 14, 3: 7}
"""The number of positions tried for each stop, fewer if there are more stops."""

Paths = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    stops: tuple[Point, ...]
    slots: tuple[tuple[Point, ...], ...]
    """For each stop the centers of its circles."""
    bars: tuple[float | None, ...]
    """For each town on a through track the direction of its crossbar in degrees; None is a dot."""
    tracks: tuple[Arc, ...]
    """One for each path of the face."""
    bridges: tuple[tuple[Point, float], ...]
    """Where one track runs over another: the place and the direction of the upper one."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A place to try for one stop."""

    at: Point
    slots: tuple[Point, ...]
    radius: float
    arcs: tuple[Arc, ...]
    samples: tuple[tuple[Point, ...], ...]
    cost: float


@lru_cache(maxsize=4096)
def arrange(face: Face) -> Arrangement:
    """The arrangement of a face, found once for all its orientations."""
    turned = [tuple(sorted(tuple(sorted(_turn(end, steps) for end in path)) for path in face.paths)) for steps in range(SIDES)]
    steps = turned.index(min(turned))
    # The paths keep their order, so that tracks match them; only their ends are rotated.
    paths = tuple((_turn(a, steps), _turn(b, steps)) for a, b in face.paths)
    upright = _arrange(tuple((stop.kind, stop.slots) for stop in face.stops), paths)
    return _rotated(upright, -steps) if steps else upright


def dormant_tracks(paths: Paths) -> tuple[Arc, ...]:
    """Track that is only sketched on a hex without stops."""
    return arrange(make_face(NO_TILE, 0, Color.GRAY, "", (), paths)).tracks if paths else ()


def _turn(end: int, steps: int) -> int:
    return (end + steps) % SIDES if end < FIRST_STOP else end


def _rotated(found: Arrangement, steps: int) -> Arrangement:
    alone = len(found.stops) == 1 and found.stops[0] == CENTRE
    return Arrangement(
        tuple(rotate(stop, steps) for stop in found.stops),
        # Circles in the middle of a hex are never tilted.
        found.slots if alone else tuple(tuple(rotate(slot, steps) for slot in slots) for slots in found.slots),
        tuple(None if bar is None else bar + 60 * steps for bar in found.bars),
        tuple(Arc(rotate(arc.start, steps), rotate(arc.end, steps), arc.radius) for arc in found.tracks),
        tuple((rotate(point, steps), angle + 60 * steps) for point, angle in found.bridges),
    )


@lru_cache(maxsize=4096)
def _arrange(stops: tuple[tuple[StopKind, int], ...], paths: Paths) -> Arrangement:
    passing = [(a, b) for a, b in paths if a < FIRST_STOP and b < FIRST_STOP]
    exits = [_exits(paths, FIRST_STOP + number) for number in range(len(stops))]
    if len(stops) == 1 and (not passing or stops[0][0] is StopKind.OFFBOARD):
        kind, slots = stops[0]
        through = kind is StopKind.TOWN and len(exits[0]) == 2
        at = arc_between_sides(*exits[0]).at(0.5) if through else CENTRE
        places = [_candidate(kind, slots, exits[0], at, 0)]
    else:
        places = list(_best(stops, exits, passing))
    return _assemble(stops, exits, paths, places)


def _exits(paths: Paths, end: int) -> list[int]:
    return sorted({b if a == end else a for a, b in paths if end in (a, b) and min(a, b) < FIRST_STOP})


def _assemble(
    stops: tuple[tuple[StopKind, int], ...], exits: list[list[int]], paths: Paths, places: list[_Candidate]
) -> Arrangement:
    tracks = tuple(_track(a, b, places) for a, b in paths)
    bars: list[float | None] = []
    for (kind, _), sides, place in zip(stops, exits, places, strict=True):
        if kind is StopKind.TOWN and len(sides) == 2:
            bars.append(arc_from_side(sides[0], place.at).direction(1.0) + 90)
        else:
            bars.append(None)
    return Arrangement(
        tuple(place.at for place in places),
        tuple(place.slots for place in places),
        tuple(bars),
        tracks,
        tuple(_bridges(paths, tracks)),
    )


def _track(a: int, b: int, places: list[_Candidate]) -> Arc:
    if a < FIRST_STOP and b < FIRST_STOP:
        return arc_between_sides(a, b)
    if a < FIRST_STOP:
        return arc_from_side(a, places[b - FIRST_STOP].at)
    if b < FIRST_STOP:
        return arc_from_side(b, places[a - FIRST_STOP].at).reversed()
    return Arc(places[a - FIRST_STOP].at, places[b - FIRST_STOP].at, 0)


def _bridges(paths: Paths, tracks: Sequence[Arc]) -> list[tuple[Point, float]]:
    samples = [track.samples() for track in tracks]
    found = []
    for lower in range(len(paths)):
        for upper in range(lower + 1, len(paths)):
            if set(paths[lower]) & set(paths[upper]):
                continue
            met = crossing(samples[lower], samples[upper])
            if met is not None:
                found.append((met[0], tracks[upper].direction(met[1])))
    return found


def slots_around(at: Point, count: int) -> tuple[Point, ...]:
    """Circles of one city: a row, a triangle or a square; off the middle, a row is perpendicular to the line to the middle."""
    x, y = at
    if count <= 1:
        return (at,) * count
    if count == 2:
        dx, dy = (SLOT, 0.0) if math.hypot(x, y) < 1 else polar(math.degrees(math.atan2(y, x)) + 90, SLOT)
        return (x - dx, y - dy), (x + dx, y + dy)
    if count == 3:
        spread = SLOT * 2 / math.sqrt(3)
        return tuple((x + dx, y + dy) for dx, dy in (polar(angle, spread) for angle in (150, 30, 270)))
    across = [(-SLOT, -SLOT), (SLOT, -SLOT), (-SLOT, SLOT), (SLOT, SLOT)]
    more = [(-SLOT, SLOT * (3 + 2 * (number // 2))) for number in range(count - 4)]
    return tuple((x + dx, y + dy) for dx, dy in across + more)


def _candidate(kind: StopKind, slots: int, exits: Sequence[int], at: Point, cost: float) -> _Candidate:
    circles = slots_around(at, slots) if kind is StopKind.CITY else ()
    arcs = tuple(arc_from_side(side, at) for side in exits)
    radius = SLOT + (2.5 if slots > 1 else 0) if kind is StopKind.CITY else BAR
    return _Candidate(at, circles, radius, arcs, tuple(arc.samples(6) for arc in arcs), cost)


def _best(
    stops: tuple[tuple[StopKind, int], ...], exits: list[list[int]], passing: list[tuple[int, int]]
) -> tuple[_Candidate, ...]:
    ways = [arc_between_sides(a, b).samples(6) for a, b in passing]
    choices: list[list[_Candidate]] = []
    for (kind, slots), sides in zip(stops, exits, strict=True):
        tried = [_candidate(kind, slots, sides, at, cost) for at, cost in _places(sides, len(stops))]
        rated = sorted(((_alone(one, ways), number) for number, one in enumerate(tried)))
        # The worst places are never part of the best arrangement; leaving them out keeps the first drawing quick.
        choices.append([tried[number] for _, number in rated[: _CHOICES.get(len(stops), 4)]])
    costs = {id(one): _alone(one, ways) for some in choices for one in some}
    best: tuple[_Candidate, ...] = ()
    least = math.inf
    for combination in product(*choices):
        cost = sum(costs[id(one)] for one in combination)
        for number, one in enumerate(combination):
            for other in combination[number + 1 :]:
                if cost < least:
                    cost += _together(one, other)
        if cost < least - 1e-9:
            best, least = combination, cost
    return best


def _places(exits: list[int], stops: int) -> list[tuple[Point, float]]:
    """Positions to try for a stop with these exits, each with a penalty."""
    if not exits:
        # The first stop is on the left, since its name is read first.
        return [(polar(angle, 22), 0.1 * (angle % 180)) for angle in range(180, 540, 30)]
    if len(exits) == 1:
        ahead = angle_of_side(exits[0])
        straight = [(polar(ahead, size), abs(size - 21) * 0.2) for size in (12, 15, 18, 21, 24, 27)]
        return straight + [(polar(ahead + side, 22), 6.0) for side in (-30, 30)]
    if len(exits) == 2:
        curve = arc_between_sides(exits[0], exits[1])
        on = [(curve.at(share / 20), abs(share - 10) * 0.5) for share in range(4, 17)]
        middle, across = curve.at(0.5), curve.direction(0.5) + 90
        off = [polar(across, size) for size in (-24, -20, -16, 16, 20, 24)]
        return on + [((middle[0] + x, middle[1] + y), 8.0) for x, y in off]
    sides = [middle_of_side(side) for side in exits]
    mean = (sum(x for x, _ in sides) / len(sides), sum(y for _, y in sides) / len(sides))
    towards = math.degrees(math.atan2(mean[1], mean[0])) if math.hypot(*mean) > 1 else 90.0
    turns = (-60, -30, 0, 30, 60) if stops > 1 else (0, 180)
    sizes = (12, 16, 19, 22, 25, 28)
    return [(polar(towards + turn, size), abs(turn) * 0.05 + abs(size - 22) * 0.2) for turn in turns for size in sizes]


def _lack(wanted: float, there: float) -> float:
    return (wanted - there) ** 2 if there < wanted else 0.0


def _alone(one: _Candidate, ways: list[tuple[Point, ...]]) -> float:
    """The penalty of a position by itself: too near a side, too sharp a bend, on top of passing track."""
    cost = one.cost
    for x, y in one.slots or (one.at,):
        reach = max(abs(x), abs(0.5 * x + 0.866 * y), abs(0.5 * x - 0.866 * y))
        cost += _lack(one.radius + 4, APOTHEM - reach)
        for way in ways:
            cost += _lack(one.radius + RAIL / 2 + 3, min(distance((x, y), point) for point in way))
    for arc in one.arcs:
        if arc.radius:
            cost += _lack(30, abs(arc.radius)) + _lack(0, 75 - arc.turn())
    for samples in one.samples:
        for way in ways:
            # Sharing a side is not a crossing.
            if distance(samples[0], way[0]) > 1 and distance(samples[0], way[-1]) > 1 and crossing(samples, way):
                cost += 30
    return cost


def _together(one: _Candidate, other: _Candidate) -> float:
    """The penalty for two stops and their tracks colliding; small if they are merely close."""
    cost = 120 / max(1.0, distance(one.at, other.at))
    for a in one.slots or (one.at,):
        for b in other.slots or (other.at,):
            cost += 2 * _lack(one.radius + other.radius + 4, distance(a, b))
    for here, there in ((one, other), (other, one)):
        clear = here.radius + RAIL / 2 + 3
        for point in here.slots or (here.at,):
            for samples in there.samples:
                cost += _lack(clear, min(distance(point, sample) for sample in samples))
    for first in one.samples:
        for second in other.samples:
            if crossing(first, second):
                cost += 30
    return cost


def discs(stop: Stop, at: Point, slots: tuple[Point, ...]) -> list[tuple[Point, float]]:
    """The area that a stop covers, as circles."""
    if stop.kind is StopKind.CITY:
        return [(slot, SLOT + (3.5 if len(slots) > 1 else 1.5)) for slot in slots] or [(at, SLOT)]
    return [(at, BAR + 0.5)]
