"""What players call things, as the numbers of the engine: holders, railroads, hexes, tiles, sides."""

from collections.abc import Mapping
from typing import Final, TypeVar

from goldenspike.core.hexes import SIDE_NAMES, SIDES
from goldenspike.core.holders import BANK, NOBODY, POOL, treasury
from goldenspike.core.ids import Holder
from goldenspike.core.title import Setup

Who = int | str
"""A player's number, the name of a railroad, "bank", "pool" or "nobody"."""
Index = TypeVar("Index", bound=int)

HOLDER_NAMES: Final = {"bank": BANK, "pool": POOL, "nobody": NOBODY}


class ImpossiblePosition(ValueError):
    """What is described cannot come about in a game."""


def look_up(kind: str, index: Mapping[str, Index], name: str) -> Index:
    """The number of a name in one of the tables of a setup."""
    if name not in index:
        raise ImpossiblePosition(f"there is no {kind} {name!r}")
    return index[name]


def holder_of(setup: Setup, who: Who) -> Holder:
    """The holder that is meant by a player's number or a name."""
    if isinstance(who, int):
        if not 0 <= who < setup.players:
            raise ImpossiblePosition(f"there is no player {who} among {setup.players}")
        return setup.all_players[who]
    if who in HOLDER_NAMES:
        return HOLDER_NAMES[who]
    return treasury(look_up("holder", setup.company_index, who))


def rotation_of(setup: Setup, tile: str, sides: str) -> int:
    """The first rotation of a tile in which its track leads to just these sides, such as "W NE"."""
    exits = sum(1 << look_up("side", dict(zip(SIDE_NAMES, range(SIDES), strict=True)), side) for side in sides.split())
    number = look_up("tile", setup.tile_index, tile)
    for rotation in range(SIDES):
        if setup.faces[setup.face_of_tile(number, rotation)].exits == exits:
            return rotation
    raise ImpossiblePosition(f"no rotation of tile {tile} leads to {sides}")
