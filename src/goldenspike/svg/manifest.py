"""The tile manifest with the numbers left, and tile upgrades."""

from goldenspike.core.ids import NO_TILE, Tile, by_tile
from goldenspike.core.state import State
from goldenspike.core.title import UNLIMITED, Setup
from goldenspike.svg.document import document
from goldenspike.svg.geometry import CORNER
from goldenspike.svg.paint import Value, box, element, group, moved, text
from goldenspike.svg.theme import ground
from goldenspike.svg.tile import hexagon, name_of_tile
from goldenspike.svg.words import ENGLISH, Words

_STEP_X = 112.0
_STEP_Y = 2 * CORNER + 34
_MARGIN = 20.0
_SMALL = 0.62


def tile_manifest(
    setup: Setup,
    state: State | None = None,
    *,
    theme: str = "light",
    columns: int = 9,
    prefix: str = "",
    words: Words = ENGLISH,
) -> str:
    """Every tile, color by color, with how many are left of how many."""
    drawn = []
    line = 0
    for color in sorted({tile.color for tile in setup.title.tiles}):
        some = [index for index, tile in by_tile(setup.title.tiles) if tile.color is color]
        for place, index in enumerate(some):
            x = _MARGIN + (place % columns + 0.5) * _STEP_X
            y = _MARGIN + (line + place // columns) * _STEP_Y + CORNER
            drawn.append(moved(x, y, _with_count(setup, state, index, prefix, words)))
        line += -(-len(some) // columns)
    width = 2 * _MARGIN + columns * _STEP_X
    height = 2 * _MARGIN + line * _STEP_Y
    body = box(0, 0, width, height, "gs-paper") + "".join(drawn)
    return document(width, height, body, theme, words.tiles)


def _with_count(setup: Setup, state: State | None, index: Tile, prefix: str, words: Words) -> str:
    kind = setup.title.tiles[index]
    total = setup.title.tile_counts[index]
    left = state.supply[index] if state is not None else total
    count = words.unlimited if total >= UNLIMITED else f"{left}/{total}" if state is not None else f"× {total}"
    attributes: dict[str, Value] = {
        "id": f"{prefix}tile-{index}",
        "data-tile": str(index),
        "class": "gs-supply",
    }
    # Both the new id and the old number: players know one or the other.
    face = setup.faces[setup.face_of_tile(index, 0)]
    name = kind.id if kind.old in ("", kind.id) else f"{kind.old} · {kind.id}"
    return group(
        attributes,
        group({"class": "gs-there" if left else "gs-quiet"}, hexagon(face, name_of_tile(kind))),
        text(name, -44, CORNER + 11, 11, "gs-sans gs-faint", "start"),
        text(count, 44, CORNER + 11, 13, "gs-sans gs-bold", "end"),
    )


def upgrade_chart(setup: Setup, tile: Tile = NO_TILE, *, theme: str = "light", columns: int = 8, words: Words = ENGLISH) -> str:
    """The upgrades of a tile, or the chart of all upgrades."""
    chosen = [tile] if tile >= 0 else [index for index, kind in by_tile(setup.title.tiles) if _becomes(setup, index)]
    step_x, step_y = _STEP_X * _SMALL, (2 * CORNER + 8) * _SMALL
    drawn = []
    y = _MARGIN
    for index in chosen:
        later = _becomes(setup, index)
        lines = max(1, -(-len(later) // columns))
        middle = y + lines * step_y / 2
        drawn.append(_small(setup, index, _MARGIN + step_x / 2, middle))
        arrow = _MARGIN + step_x + 4
        drawn.append(element("path", {"d": f"M{arrow} {middle:.2f}h22m-7 -5l7 5l-7 5", "class": "gs-arrowline"}))
        for place, other in enumerate(later):
            x = _MARGIN + step_x * (1.5 + place % columns) + 36
            drawn.append(_small(setup, other, x, y + (place // columns + 0.5) * step_y))
        y += lines * step_y + 6
        drawn.append(
            element("line", {"x1": _MARGIN, "x2": _width(step_x, columns) - _MARGIN, "y1": y, "y2": y, "class": "gs-rule"})
        )
        y += 6
    width, height = _width(step_x, columns), y + _MARGIN - 12
    return document(width, height, box(0, 0, width, height, "gs-paper") + "".join(drawn), theme, words.tiles)


def _width(step_x: float, columns: int) -> float:
    return 2 * _MARGIN + step_x * (columns + 1) + 36


def _becomes(setup: Setup, index: Tile) -> list[Tile]:
    """The tiles of this box that may replace a tile."""
    kind = setup.title.tiles[index]
    return [setup.tile_index[name] for name in kind.upgrades if name in setup.tile_index]


def _small(setup: Setup, index: Tile, x: float, y: float) -> str:
    kind = setup.title.tiles[index]
    face = setup.faces[setup.face_of_tile(index, 0)]
    where = f"translate({x:.2f} {y:.2f}) scale({_SMALL})"
    # Its number is how players find it in the list of tiles that are left: larger than on the board.
    name = text(name_of_tile(kind), 0, CORNER - 11, 14, "gs-sans gs-bold gs-number")
    return group({"transform": where, "data-tile": str(index)}, hexagon(face, ""), group({"class": ground(face.color)}, name))
