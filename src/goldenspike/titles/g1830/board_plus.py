"""The 1830+ side of the board: what it prints differently from the classic side, and the whole of it (V-1.2).

What is uncertain about it is in `reconstructed`.
"""

from collections.abc import Iterable

from goldenspike.core.hexes import parse_hex
from goldenspike.core.tiles import Color
from goldenspike.core.title import PrintedHex
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.reconstructed import HEXES
from goldenspike.titles.notation import hex

TAN, GREEN, GRAY, RED = Color.TAN, Color.GREEN, Color.GRAY, Color.RED

NOT_PRINTED = ("I1",)
"""Hexes of the classic side that the other side does not have."""

PRINTED = (
    hex("A17", GRAY, "SW-SE SW-E SE-E"),
    hex("A19", GRAY, "c40,60/2 SE-0 SW-0 W-0", name="Montreal"),
    hex("B20", TAN, "t0 t0", name="Burlington & Plattsburgh"),
    hex("C5", TAN, barred="E"),
    hex("C7", TAN, barred="W"),
    hex("C21", TAN, terrain="mountain", cost=40),
    hex("D22", TAN, terrain="mountain", cost=80),
    hex("D24", GRAY, "W-SW NW-SW"),
    hex("E9", GRAY, "NW-NE W-NE"),
    hex("G17", TAN, "t0 t0", name="Allentown & Bethlehem"),
    # The track and upgrades of tile B8; PRR's home is beside it (V-7.5).
    hex("H12", GREEN, "W-E W-SE", name="Altoona"),
    hex("I19", GRAY, "t10 W-0 NW-0 SW-0", name="Atlantic City"),
    hex("J16", TAN, terrain="water", cost=40),
    hex("J18", TAN, terrain="water", cost=40),
    hex("K3", TAN, "c0", name="Lexington"),
    hex("K7", TAN, "c0", name="Huntington", terrain="mountain", cost=80),
    hex("K9", TAN, terrain="mountain", cost=120),
    hex("K11", TAN, terrain="mountain", cost=120),
    hex("K13", TAN, "c0", name="Richmond"),
    hex("K15", TAN, terrain="water", cost=40),
    hex("K17", TAN, terrain="water", cost=40),
    hex("L2", RED, "o30,60 NE-0 E-0", name="Chattanooga", area="Chattanooga"),
    hex("L4", TAN),
    hex("L6", TAN, terrain="mountain", cost=120),
    hex("L8", TAN, terrain="mountain", cost=120),
    hex("L10", TAN, terrain="mountain", cost=120),
    hex("L12", TAN),
    hex("L14", TAN),
    hex("L16", GRAY, "c30,50/2 W-0 NW-0 NE-0", name="Norfolk"),
)
"""Hexes that differ from the classic side, as both public maps or the rule book show them."""


def covered(board: Iterable[PrintedHex], prints: Iterable[PrintedHex]) -> tuple[PrintedHex, ...]:
    """A board with other prints on some of its hexes, or with hexes added, by row and column."""
    hexes = {printed.id: printed for printed in board}
    hexes.update({printed.id: printed for printed in prints})
    return tuple(sorted(hexes.values(), key=lambda printed: parse_hex(printed.id)))


PLUS_BOARD = covered(
    [printed for printed in CLASSIC_BOARD if printed.id not in NOT_PRINTED],
    [*PRINTED, *(known.print for known in HEXES)],
)
"""All 113 hexes, by row and column."""
