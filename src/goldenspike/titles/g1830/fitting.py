"""Checks of generated boards: whether tiles fit their hexes (S-6.3, random map)."""

from goldenspike.core.hexes import SIDES, neighbors, opposite
from goldenspike.core.ids import NO_TILE, by_tile
from goldenspike.core.tiles import Color, Face, faces_of, make_face, stop_mapping
from goldenspike.core.title import PrintedHex
from goldenspike.titles.g1830.tiles import CLASSIC_COUNTS, TILES

_TILES = tuple(tile for tile in TILES if tile.id in CLASSIC_COUNTS)
_FACES = tuple((tile, faces_of(tile, number)) for number, tile in by_tile(_TILES))
_ALL_SIDES = (1 << SIDES) - 1


def face_of(printed: PrintedHex) -> Face:
    return make_face(NO_TILE, 0, printed.color, printed.label, printed.stops, printed.paths)


def has_fixed_track(printed: PrintedHex) -> bool:
    """Gray and red hexes keep what is printed on them."""
    return printed.color in (Color.GRAY, Color.RED)


def open_sides(board: tuple[PrintedHex, ...]) -> list[int]:
    """For each hex the bit mask of the sides that track may lead to (7.2.1)."""
    around = neighbors(tuple(printed.id for printed in board))
    leaving = [face_of(printed).exits if has_fixed_track(printed) else _ALL_SIDES for printed in board]
    found = []
    for number, printed in enumerate(board):
        mask = 0
        for side in range(SIDES):
            other = around[number * SIDES + side]
            if other >= 0 and not printed.impassable >> side & 1 and leaving[other] >> opposite(side) & 1:
                mask |= 1 << side
        found.append(mask)
    return found


def takes_tiles(face: Face, sides: int, tiles: int) -> bool:
    """Whether a face whose track may leave by these sides can be upgraded this often."""
    if not tiles:
        return True
    kinds = [stop.kind for stop in face.stops]
    for tile, faces in _FACES:
        if tile.color != face.color + 1 or tile.label != face.label:
            continue
        if tile.id not in _TILES[face.tile].upgrades if face.tile >= 0 else [stop.kind for stop in tile.stops] != kinds:
            continue
        for later in faces:
            if later.exits & ~sides or stop_mapping(face, later, False) is None:
                continue
            if takes_tiles(later, sides, tiles - 1):
                return True
    return False


def blind_hexes(board: tuple[PrintedHex, ...]) -> tuple[str, ...]:
    """Hexes that no tile fits, and hexes with a label that stop at a green tile; on printed boards there are none."""
    found = []
    for printed, sides in zip(board, open_sides(board), strict=True):
        if has_fixed_track(printed):
            if face_of(printed).exits & ~sides:
                found.append(printed.id)
        elif not takes_tiles(face_of(printed), sides, 2 if printed.label else 1):
            found.append(printed.id)
    return tuple(found)
