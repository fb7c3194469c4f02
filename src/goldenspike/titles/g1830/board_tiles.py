"""The board tiles 30a to 30r (T-02), and the boards that they make: one for each version.

A board tile replaces a hex before the game and counts as part of the board.
"""

from collections.abc import Iterable
from dataclasses import replace

from goldenspike.core.tiles import Color
from goldenspike.core.title import PrintedHex
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.board_plus import PLUS_BOARD, covered
from goldenspike.titles.g1830.reconstructed import (
    BOARD_TILES as RECONSTRUCTED_TILES,
)
from goldenspike.titles.g1830.reconstructed import (
    COAL_FIELDS,
    RIVER_COST,
    RIVER_HEXES,
    WAREHOUSE_FEEDERS,
)
from goldenspike.titles.notation import hex

TAN, YELLOW, GRAY, BROWN, RED = Color.TAN, Color.YELLOW, Color.GRAY, Color.BROWN, Color.RED

_STATED = (
    hex("30h", TAN),
    hex("30j", GRAY, name="Lake Erie"),
    hex("30l", YELLOW, "c0 c0", name="Detroit & Windsor", terrain="water", cost=80, label="OO"),
    hex("30q", TAN, "c0", name="Ottawa", barred="SE"),
)

BOARD_TILES = {print.id: print for print in (*_STATED, *(known.print for known in RECONSTRUCTED_TILES))}
"""The 16 pieces by their names, and the track tile A1 that serves as one. 30g and 30o do not exist."""

Placing = tuple[tuple[str, str], ...]
"""Hexes and the board tiles on them."""

WAREHOUSES: Placing = (("A11", "30e"), ("B24", "30f"), ("F2", "30d"), ("L2", "30c"), ("M13", "30b"))
S1_PLACING: Placing = (*WAREHOUSES, ("L8", "30a"), ("M11", "A1"))
S2_PLACING: Placing = (*WAREHOUSES, ("B16", "30q"), ("C21", "30h"), ("D10", "30r"), ("J10", "30a"), ("K13", "30p"))
S3_PLACING: Placing = (("L8", "30a"),)
S4_PLACING: Placing = (
    ("E5", "30l"),
    ("E9", "30m"),
    ("F6", "30j"),
    ("F8", "30k"),
    ("H4", "30h"),
    ("H6", "30i"),
    ("L10", "30n"),
)
ROANOKE: Placing = (("L10", "30n"),)
"""What a Norfolk & Western that may choose its home needs besides Norfolk (V-7.4)."""

_FEEDERS = tuple(known.print for known in WAREHOUSE_FEEDERS)

COAL_COST = 60
COAL_BONUS = 10
"""S-4.2: a mountain of the coal fields costs less and adds to every run over it."""

READING_PRINTS = (
    hex("D24", GRAY, "W-SW NW-SW"),
    # A C9 tile with the home of the Reading, which has no city.
    hex("H14", BROWN, "W-E W-SE SW-E SW-SE"),
    hex("K13", RED, "o30,40 NW-0 NE-0 E-0", name="Deep South", area="Deep South"),
    hex("K15", GRAY, "c20 NW-0 W-0", name="Richmond"),
)
"""The Reading toggle of S-6.1 changes these hexes of the classic side."""


def placed(placing: Placing) -> tuple[PrintedHex, ...]:
    """The prints of board tiles on their hexes."""
    return tuple(replace(BOARD_TILES[tile], id=hex) for hex, tile in placing)


S1_STRAIGHT = placed((("M11", "A1"),))[0]
"""The one board tile that is a track tile of the supply (S-1.1)."""


def with_river_costs(board: Iterable[PrintedHex]) -> tuple[PrintedHex, ...]:
    """The river hexes marked ($40) cost that much (S-4.1)."""
    return tuple(replace(print, cost=RIVER_COST) if print.id in RIVER_HEXES else print for print in board)


def with_coal_fields(board: Iterable[PrintedHex]) -> tuple[PrintedHex, ...]:
    """The mountains marked F cost less and pay (S-4.2)."""
    return tuple(replace(print, cost=COAL_COST, bonus=COAL_BONUS) if print.id in COAL_FIELDS else print for print in board)


S1_BOARD = covered(PLUS_BOARD, (*placed(S1_PLACING), *_FEEDERS))
S2_BOARD = covered(PLUS_BOARD, (*placed(S2_PLACING), *_FEEDERS))
S3_BOARD = covered(PLUS_BOARD, placed(S3_PLACING))
S4_BOARD = covered(with_coal_fields(with_river_costs(PLUS_BOARD)), placed(S4_PLACING))
READING_BOARD = covered(CLASSIC_BOARD, READING_PRINTS)

_BOARDS = {
    "base": CLASSIC_BOARD,
    "classic": CLASSIC_BOARD,
    "plus": PLUS_BOARD,
    "s1": S1_BOARD,
    "s2": S2_BOARD,
    "s3": S3_BOARD,
    "s4": S4_BOARD,
    "s5": CLASSIC_BOARD,
    "s6": CLASSIC_BOARD,
    "s6-reading": READING_BOARD,
}


def board_for(scenario: str) -> tuple[PrintedHex, ...]:
    """The board of a version, of the bare 1830+ side ("plus") or of S-6 with the Reading ("s6-reading")."""
    return _BOARDS[scenario]
