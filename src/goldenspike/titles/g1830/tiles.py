"""All track tiles of the box (T-09): id, old number, color, track, and the tiles that may replace them."""

from dataclasses import replace

from goldenspike.core.tiles import Color, TileType
from goldenspike.core.title import UNLIMITED
from goldenspike.titles.notation import tile

YELLOW, GREEN, BROWN, GRAY = Color.YELLOW, Color.GREEN, Color.BROWN, Color.GRAY

TILES = (
    tile("A1", "9", YELLOW, "SW-NE", "B1 B2 B3 B8 B9 B10 B11"),
    tile("A2", "8", YELLOW, "SW-NW", "B2 B4 B5 B8 B9 B12 B13 B14"),
    tile("A3", "7", YELLOW, "SW-W", "B3 B10 B11 B13 B14"),
    tile("A4", "4", YELLOW, "t10 SW-0 NE-0", "B24 B25"),
    tile("A5", "58", YELLOW, "t10 SW-0 NW-0", "B24 B25 B26 B27"),
    tile("A6", "3", YELLOW, "t10 SW-0 W-0", "B24 B25 B26"),
    tile("A7", "57", YELLOW, "c20 SW-0 NE-0", "B35 B36 B37"),
    tile("A8", "6", YELLOW, "c20 SW-0 NW-0", "B35 B36 B37"),
    tile("A9", "5", YELLOW, "c20 SW-0 W-0", "B35 B36 B37"),
    tile("A10", "55", YELLOW, "t10 t10 SW-0 NE-0 W-1 E-1", "B28"),
    tile("A11", "69", YELLOW, "t10 t10 SW-0 NE-0 NW-1 E-1", "B29"),
    tile("A12", "2", YELLOW, "t10 t10 SW-0 NE-0 W-1 NW-1", "B30"),
    tile("A13", "1", YELLOW, "t10 t10 W-0 NE-0 SW-1 E-1", "B28"),
    tile("A14", "56", YELLOW, "t10 t10 SW-0 NW-0 W-1 NE-1", "B30"),
    tile("A15", "630", YELLOW, "t10 t10 NW-0 NE-0 SW-1 E-1", "B29"),
    tile("A16", "631", YELLOW, "t10 t10 NE-0 E-0 SW-1 NW-1", "B29"),
    tile("A17", "632", YELLOW, "t10 t10 SW-0 W-0 NW-1 NE-1", "B30"),
    tile("A18", "633", YELLOW, "t10 t10 SW-0 W-0 NE-1 E-1", "B28"),
    tile("B1", "20", GREEN, "SW-NE W-E", "C5 C6"),
    tile("B2", "19", GREEN, "SW-NE NW-E", "C7 C8"),
    tile("B3", "18", GREEN, "SW-NE W-NW", "C9"),
    tile("B4", "17", GREEN, "W-NE SW-E", "C5"),
    tile("B5", "16", GREEN, "SW-NW W-NE", "C9 C10"),
    tile("B8", "23", GREEN, "SW-NE SW-E", "C1 C5 C7 C9"),
    tile("B9", "24", GREEN, "SW-NE SW-NW", "C2 C5 C8 C9"),
    tile("B10", "26", GREEN, "SW-NE SW-SE", "C2 C6 C7"),
    tile("B11", "27", GREEN, "SW-NE SW-W", "C1 C6 C8"),
    tile("B12", "25", GREEN, "SW-NW SW-E", "C3 C7 C8"),
    tile("B13", "28", GREEN, "SW-E SW-SE", "C4 C8 C9 C10"),
    tile("B14", "29", GREEN, "SW-NW SW-W", "C4 C7 C9 C10"),
    tile("B24", "141", GREEN, "t10 SW-0 W-0 NE-0", "C11 C12 C13"),
    tile("B25", "142", GREEN, "t10 SW-0 NE-0 SE-0", "C11 C12 C13"),
    tile("B26", "143", GREEN, "t10 SW-0 W-0 NW-0", "C12 C13"),
    tile("B27", "144", GREEN, "t10 SW-0 NW-0 E-0", "C12"),
    tile("B28", "88", GREEN, "t10 SW-0 W-0 NE-0 E-0", "C11"),
    tile("B29", "204", GREEN, "t10 SW-0 NW-0 NE-0 E-0", "C12"),
    tile("B30", "87", GREEN, "t10 SW-0 W-0 NW-0 NE-0", "C13"),
    tile("B35", "14", GREEN, "c30/2 SW-0 W-0 NE-0 E-0", "C15"),
    tile("B36", "619", GREEN, "c30/2 SW-0 NW-0 NE-0 E-0", "C15"),
    tile("B37", "15", GREEN, "c30/2 SW-0 W-0 NW-0 NE-0", "C15"),
    tile("C1", "41", BROWN, "SW-NE SW-W W-NE"),
    tile("C2", "42", BROWN, "SW-NE NE-SE SW-SE"),
    tile("C3", "40", BROWN, "SW-NW NW-E SW-E"),
    tile("C4", "39", BROWN, "SW-NW SW-W W-NW"),
    tile("C5", "47", BROWN, "SW-NE W-E W-NE SW-E"),
    tile("C6", "44", BROWN, "SW-NE W-E SW-W NE-E"),
    tile("C7", "45", BROWN, "SW-NE NW-E SW-E NW-NE"),
    tile("C8", "46", BROWN, "SW-NE NW-E NE-E SW-NW"),
    tile("C9", "43", BROWN, "SW-NE SW-NW W-NE W-NW"),
    tile("C10", "70", BROWN, "SW-W SW-NW W-NE NW-NE"),
    tile("C11", "145", BROWN, "t20 SW-0 W-0 NE-0 E-0"),
    tile("C12", "147", BROWN, "t20 SW-0 NW-0 NE-0 E-0"),
    tile("C13", "146", BROWN, "t20 SW-0 W-0 NW-0 NE-0"),
    tile("C15", "63", BROWN, "c40/2 SW-0 W-0 NW-0 NE-0 E-0 SE-0", "D4"),
    tile("D4", "513", GRAY, "c60/3 SW-0 W-0 NW-0 NE-0 E-0 SE-0"),
    tile("bb1", "53", GREEN, "c50 SW-0 NW-0 E-0", "bb5 bb6 bb7", label="B"),
    tile("bb2", "592", GREEN, "c50/2 SW-0 NW-0 E-0", "bb5 bb6 bb7", label="B"),
    tile("bb5", "61", BROWN, "c60 SW-0 NW-0 NE-0 E-0", label="B"),
    tile("bb6", "884", BROWN, "c60/3 SW-0 NW-0 NE-0 E-0", label="B"),
    tile("bb7", "997", BROWN, "c60/2 SW-0 NW-0 NE-0 E-0", label="B"),
    tile("to1", "810", GREEN, "c50 c50/2 SW-0 W-0 NW-0 NE-1 E-1 SE-1", "to5", label="TO"),
    tile("to5", "882", BROWN, "c70/2 c70/2 SW-0 W-0 NW-0 NE-1 E-1 SE-1", label="TO"),
    tile("ny1", "54", GREEN, "c60 c60 SW-0 W-0 NW-1 NE-1", "ny5 ny6", label="NY"),
    tile("ny5", "62", BROWN, "c80/2 c80/2 SW-0 W-0 NW-1 NE-1", label="NY"),
    tile("ny6", "883", BROWN, "c90/4 SW-0 W-0 NW-0 NE-0", label="NY"),
    tile("oo1", "8861", GREEN, "c40 c40 SW-0 W-0 NE-1 E-1", label="OO"),
    tile("oo2", "59", GREEN, "c40 c40 SW-0 NW-1", "oo10 oo11 oo12 oo15 oo16 oo17", label="OO"),
    tile("oo10", "68", BROWN, "c50 c50 SW-0 NE-0 W-1 E-1", "oo20", label="OO"),
    tile("oo11", "67", BROWN, "c50 c50 SW-0 NE-0 NW-1 E-1", "oo20", label="OO"),
    tile("oo12", "66", BROWN, "c50 c50 SW-0 NE-0 W-1 NW-1", "oo20", label="OO"),
    tile("oo13", "", BROWN, "c50 c50 W-0 NE-0 SW-1 E-1", label="OO"),
    tile("oo14", "", BROWN, "c50 c50 SW-0 NW-0 W-1 NE-1", "oo20", label="OO"),
    tile("oo15", "65", BROWN, "c50 c50 SW-0 E-0 NW-1 NE-1", "oo20", label="OO"),
    tile("oo16", "64", BROWN, "c50 c50 SW-0 NW-0 NE-1 E-1", "oo20", label="OO"),
    tile("oo17", "984", BROWN, "c50 c50 SW-0 W-0 NW-1 NE-1", "oo20", label="OO"),
    tile("oo20", "167", GRAY, "c70 c70 SW-0 W-0 E-0 NW-1 NE-1 SE-1", label="OO"),
)

CLASSIC_COUNTS = {
    "A1": 7,
    "A2": 8,
    "A3": 4,
    "A4": 2,
    "A5": 2,
    "A6": 2,
    "A7": 4,
    "A10": 1,
    "A11": 1,
    "A12": 1,
    "A13": 1,
    "A14": 1,
    "B1": 1,
    "B2": 1,
    "B3": 1,
    "B5": 1,
    "B8": 3,
    "B9": 3,
    "B10": 1,
    "B11": 1,
    "B12": 1,
    "B13": 1,
    "B14": 1,
    "B35": 3,
    "B37": 2,
    "C1": 2,
    "C2": 2,
    "C3": 1,
    "C4": 1,
    "C5": 1,
    "C6": 1,
    "C7": 2,
    "C8": 2,
    "C9": 2,
    "C10": 1,
    "C15": 3,
    "bb1": 2,
    "bb5": 2,
    "ny1": 1,
    "ny5": 1,
    "oo2": 2,
    "oo10": 1,
    "oo11": 1,
    "oo12": 1,
    "oo15": 1,
    "oo16": 1,
}
"""The 85 starred tiles of 1830 Classic."""

ADDED_COUNTS = {
    "A1": 5,
    "A2": 5,
    "A3": 3,
    "A7": 2,
    "A8": 2,
    "A9": 2,
    "A15": 1,
    "A16": 1,
    "A17": 1,
    "A18": 1,
    "B4": 1,
    "B24": 1,
    "B25": 1,
    "B26": 1,
    "B27": 1,
    "B28": 1,
    "B29": 1,
    "B30": 1,
    "B35": 1,
    "B36": 1,
    "B37": 2,
    "C11": 1,
    "C12": 1,
    "C13": 1,
    "C15": 1,
    "D4": 1,
    "bb2": 2,
    "bb6": 1,
    "bb7": 1,
    "to1": 1,
    "to5": 1,
    "ny6": 1,
    "oo1": 1,
    "oo2": 1,
    "oo13": 1,
    "oo14": 1,
    "oo17": 1,
    "oo20": 1,
}
"""The 53 tiles that the box adds to them."""

Counts = dict[str, int]
"""Ids of tiles and how many of each there are; a tile that is not named is not in the game."""


def with_added(counts: Counts, added: Counts) -> Counts:
    """More of some tiles."""
    return {tile.id: counts.get(tile.id, 0) + added.get(tile.id, 0) for tile in TILES if tile.id in counts or tile.id in added}


def with_removed(counts: Counts, removed: Counts) -> Counts:
    """Fewer of some tiles; those with none left are dropped."""
    left = {id: count - removed.get(id, 0) for id, count in counts.items()}
    return {id: count for id, count in left.items() if count}


def unlimited(counts: Counts) -> Counts:
    """An unlimited number of each (S-6.3)."""
    return dict.fromkeys(counts, UNLIMITED)


PLUS_COUNTS = with_added(CLASSIC_COUNTS, ADDED_COUNTS)
"""All 138 tiles of the box."""

CITY_LABELS = ("B", "TO", "NY")
"""Labels of the tiles that fit only certain cities."""
_CITY_TILES = tuple(tile.id for tile in TILES if tile.label in CITY_LABELS)
MIX_A_COUNTS = with_added(CLASSIC_COUNTS, {id: count for id, count in ADDED_COUNTS.items() if id not in _CITY_TILES})
"""V-1.4: Classic and all added tiles that are not for certain cities."""
MIX_B_COUNTS = with_added(CLASSIC_COUNTS, {id: ADDED_COUNTS[id] for id in ("A8", "A9", "B36")})
"""V-1.4: Classic and the tiles A8, A9 and B36."""

S1_REMOVED = {"A8": 2, "A9": 2, "to1": 1, "to5": 1, "bb2": 2, "bb5": 2}
S2_REMOVED = {
    "A8": 2,
    "A9": 2,
    "B28": 1,
    "B29": 1,
    "B30": 1,
    "bb1": 2,
    "bb5": 2,
    "ny5": 1,
    "oo20": 1,
    "D4": 1,
}
S3_REMOVED = {"to1": 1, "to5": 1, "bb1": 2, "bb5": 2}
S4_REMOVED = {"to1": 1, "to5": 1, "bb2": 2, "bb6": 1, "bb7": 1, "ny6": 1, "oo20": 1, "D4": 1}
"""T-01: the tiles that a scenario does not use."""
S1_ON_BOARD = {"A1": 1}
"""The straight on M11 at the start comes from the supply (T-02)."""

_S1_BOX = with_removed(PLUS_COUNTS, S1_REMOVED)
S1_COUNTS = with_removed(_S1_BOX, S1_ON_BOARD)
S1_VARIANT_COUNTS = with_added(_S1_BOX, {"A8": 2, "A9": 2})
"""The variant of S-1.1: A8 and A9 stay in."""
S2_COUNTS = with_removed(PLUS_COUNTS, S2_REMOVED)
S3_COUNTS = with_removed(PLUS_COUNTS, S3_REMOVED)
S4_COUNTS = with_removed(PLUS_COUNTS, S4_REMOVED)

S6_COUNTS = with_added(CLASSIC_COUNTS, {"B13": 2, "B14": 2})
"""The computer game has four more tiles (S-6.1)."""
ADDITIONAL_TILES = {"A8": 5, "A9": 5, "B10": 2, "B11": 2, "B24": 3, "B25": 3, "B26": 3, "B27": 3}
"""S-6.3, additional tiles, on top of S-6: 3 more than 2 of A8 and A9, 2 more than 1 of the others, of which B10 and B11 are
in Classic already."""
READING_REMOVED = {"bb1": 2, "bb5": 2, "C9": 1}
READING_TILES = {"bb2": 2, "bb7": 2}
"""S-6.3: with the Reading, Baltimore and Boston take the tiles with two circles (the box has one bb7 too few), and a C9 is
on H14 from the start."""

VARIABLE_OO_UPGRADES = {"oo2": ("oo13", "oo14")}
"""Further upgrades of green OO tiles where both exits may end in one city (V-7.9, variable)."""


def with_variable_oo(tiles: tuple[TileType, ...]) -> tuple[TileType, ...]:
    return tuple(replace(tile, upgrades=tile.upgrades + VARIABLE_OO_UPGRADES.get(tile.id, ())) for tile in tiles)


def supply(counts: Counts) -> tuple[tuple[TileType, ...], tuple[int, ...]]:
    """The tiles of a mix and their numbers, as a title holds them."""
    tiles = tuple(tile for tile in TILES if tile.id in counts)
    return tiles, tuple(counts[tile.id] for tile in tiles)


MISPRINTED_UPGRADES = {
    "oo1": ("oo10", "oo11", "oo12", "oo13", "oo14", "oo15", "oo16", "oo17"),
    "oo13": ("oo20",),
}
"""Upgrades that T-09 prints although no rotation keeps the track; the publisher's errata say so of oo1."""
