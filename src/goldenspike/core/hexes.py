"""The grid: pointy-top hexes named by row letter and doubled column, and which hex is across which side.

Sides are numbered clockwise from the south-west: SW 0, W 1, NW 2, NE 3, E 4, SE 5. Turning a tile by one step clockwise
adds one to each of its sides.
"""

from typing import Final

from goldenspike.core.ids import NO_HEX, Hex

SW: Final = 0
W: Final = 1
NW: Final = 2
NE: Final = 3
E: Final = 4
SE: Final = 5

SIDES: Final = 6
SIDE_NAMES: Final = ("SW", "W", "NW", "NE", "E", "SE")

_STEP: Final = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""Row and column difference to the neighbor across each side."""


def opposite(side: int) -> int:
    return (side + 3) % SIDES


def turned(side: int, rotation: int) -> int:
    """The side that `side` becomes when its tile is turned clockwise by `rotation` steps."""
    return (side + rotation) % SIDES


def parse_hex(name: str) -> tuple[int, int]:
    """Row and column of a hex such as "E19" (row 4, column 19)."""
    return ord(name[0]) - ord("A"), int(name[1:])


def name_hex(row: int, column: int) -> str:
    return f"{chr(ord('A') + row)}{column}"


def neighbor_name(name: str, side: int) -> str:
    row, column = parse_hex(name)
    down, right = _STEP[side]
    return name_hex(row + down, column + right) if row + down >= 0 else ""


def neighbors(names: tuple[str, ...]) -> tuple[Hex, ...]:
    """For every hex and side (index hex * 6 + side) the hex across it, or -1 at the edge of the map."""
    index = {name: Hex(number) for number, name in enumerate(names)}
    return tuple(index.get(neighbor_name(name, side), NO_HEX) for name in names for side in range(SIDES))
