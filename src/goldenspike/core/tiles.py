"""Tiles and the printed hexes of the board, as faces: track in one orientation (7.2).

A path joins two ends. Ends 0 to 5 are sides of the hex; end 6 + i is the tile's stop number i.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from goldenspike.core.hexes import SIDES, turned
from goldenspike.core.ids import Tile

FIRST_STOP: Final = 6
STOPS_PER_HEX: Final = 4
"""A place (hex and stop) is numbered hex * STOPS_PER_HEX + stop."""


class Color(IntEnum):
    """Color of a hex or tile. Each tile color may only replace the one before it."""

    TAN = 0
    YELLOW = 1
    GREEN = 2
    BROWN = 3
    GRAY = 4
    RED = 5


class StopKind(IntEnum):
    CITY = 0
    TOWN = 1
    OFFBOARD = 2


@dataclass(frozen=True, slots=True)
class Stop:
    """A city, town or off-board area; `values` are its revenue in early and in late phases (7.5)."""

    kind: StopKind
    values: tuple[int, int]
    slots: int


@dataclass(frozen=True, slots=True)
class TileType:
    """A type of track tile, unrotated."""

    id: str
    old: str
    """The number that the tile has in other 18xx games."""
    color: Color
    label: str
    stops: tuple[Stop, ...]
    paths: tuple[tuple[int, int], ...]
    upgrades: tuple[str, ...]
    """Ids of the tiles that may replace it."""
    fits: tuple[str, ...] = ()
    """Labels of the hexes where it may be laid ("" for none), if other than its own label."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is on a hex of the board: a tile in one orientation, or the print of the hex."""

    tile: Tile
    """Index of the tile, -1 for the print of the board."""
    rotation: int
    color: Color
    label: str
    stops: tuple[Stop, ...]
    paths: tuple[tuple[int, int], ...]
    exits: int
    """Bit mask of the sides where track leaves."""
    stop_exits: tuple[int, ...]
    """For each stop the bit mask of the sides that its track leaves by."""


def make_face(
    tile: Tile, rotation: int, color: Color, label: str, stops: tuple[Stop, ...], paths: tuple[tuple[int, int], ...]
) -> Face:
    rotated = tuple((_turn_end(a, rotation), _turn_end(b, rotation)) for a, b in paths)
    exits = 0
    stop_exits = [0] * len(stops)
    for a, b in rotated:
        for end, other in ((a, b), (b, a)):
            if end < FIRST_STOP:
                exits |= 1 << end
                if other >= FIRST_STOP:
                    stop_exits[other - FIRST_STOP] |= 1 << end
    return Face(tile, rotation, color, label, stops, rotated, exits, tuple(stop_exits))


def faces_of(tile: TileType, index: Tile) -> tuple[Face, ...]:
    return tuple(make_face(index, rotation, tile.color, tile.label, tile.stops, tile.paths) for rotation in range(SIDES))


def _turn_end(end: int, rotation: int) -> int:
    return turned(end, rotation) if end < FIRST_STOP else end


def stop_mapping(old: Face, new: Face, may_join: bool) -> tuple[int, ...] | None:
    """Where each stop of `old` goes on `new` when all its track stays (7.2.2), or None if the track does not fit.

    -1 stands for a stop without track, which may become any stop of the new tile; if the others leave only one, it becomes
    that one. Two stops of the old tile may end in one stop of the new only if the new tile has fewer stops, or if `may_join`
    says so (V-7.9 variable).
    """
    mapping: list[int] = []
    for exits in old.stop_exits:
        if exits == 0:
            mapping.append(0 if len(new.stops) == 1 else -1)
            continue
        found = [stop for stop, new_exits in enumerate(new.stop_exits) if exits & ~new_exits == 0]
        if not found:
            return None
        mapping.append(found[0])
    placed = [stop for stop in mapping if stop >= 0]
    if len(new.stops) >= len(old.stops) and not may_join and len(set(placed)) < len(placed):
        return None
    kept = set(new.paths)
    for a, b in old.paths:
        if a < FIRST_STOP and b < FIRST_STOP and (a, b) not in kept and (b, a) not in kept:
            return None
    left = [stop for stop in range(len(new.stops)) if stop not in placed]
    if placed and len(left) == 1 and mapping.count(-1) == 1:
        mapping[mapping.index(-1)] = left[0]
    return tuple(mapping)


def keeps_track(old: Face, new: Face) -> bool:
    """Whether a route over `old` leads over `new` too: all track stays, and every stop keeps its number and its circles."""
    mapping = stop_mapping(old, new, False)
    if mapping is None or len(new.stops) != len(old.stops):
        return False
    return all(
        [became in (number, -1) and old.stops[number].slots <= new.stops[number].slots for number, became in enumerate(mapping)]
    )
