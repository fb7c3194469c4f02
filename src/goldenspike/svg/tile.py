"""A tile as a picture of its own."""

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Tile
from goldenspike.core.tiles import Face, TileType
from goldenspike.core.title import Setup
from goldenspike.svg.document import document
from goldenspike.svg.face import draw_stops, draw_track, ground_shape
from goldenspike.svg.geometry import CORNER
from goldenspike.svg.paint import group, moved
from goldenspike.svg.signs.draw import draw_signs
from goldenspike.svg.signs.legend import Legend
from goldenspike.svg.theme import ground


def name_of_tile(kind: TileType) -> str:
    """The tile's usual number, or its id if it has none."""
    return kind.old or kind.id


def hexagon(face: Face, number: str) -> str:
    """A face with its number, around the origin."""
    return group(
        {"class": f"gs-tile {ground(face.color)}"},
        ground_shape(),
        draw_track(face),
        draw_stops(face),
        draw_signs(face, Legend(number=number)),
    )


def tile(setup: Setup, tile: Tile, rotation: int = 0, *, theme: str = "light", size: float = 120) -> str:
    """Tile number `tile` of the setup, turned clockwise by steps of 60 degrees. `size` is its width."""
    kind = setup.title.tiles[tile]
    face = setup.faces[setup.face_of_tile(tile, rotation % SIDES)]
    scale = size / 104
    height = (2 * CORNER + 4) * scale
    drawn = moved(size / 2, height / 2, group({"transform": f"scale({scale:.4f})"}, hexagon(face, name_of_tile(kind))))
    return document(size, height, drawn, theme, name_of_tile(kind))
