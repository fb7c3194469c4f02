"""The track tiles: how many there are in each mix, and that each may become what T-09 says (V-1.4, V-7.9, T-01, S-6)."""

import pytest

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Tile
from goldenspike.core.tiles import TileType, faces_of, stop_mapping
from goldenspike.core.title import UNLIMITED
from goldenspike.titles.g1830 import tiles
from goldenspike.titles.g1830.boxes import CLASSIC, S1, S2, S3, S4, S5, S6, S6_READING
from goldenspike.titles.g1830.tiles import TILES, Counts

BY_ID = {tile.id: tile for tile in TILES}


def fits(old: TileType, new: TileType, may_join: bool = False) -> bool:
    """Whether some rotation of the new tile keeps the track of the old one (7.2.2)."""
    (face, *_) = faces_of(old, Tile(0))
    return any(stop_mapping(face, faces_of(new, Tile(1))[rotation], may_join) is not None for rotation in range(SIDES))


@pytest.mark.parametrize(
    ("counts", "total"),
    [
        (tiles.CLASSIC_COUNTS, 85),
        (tiles.ADDED_COUNTS, 53),
        (tiles.PLUS_COUNTS, 138),
        (tiles.MIX_A_COUNTS, 131),
        (tiles.MIX_B_COUNTS, 90),
        (tiles.S1_COUNTS, 127),
        (tiles.S1_VARIANT_COUNTS, 132),
        (tiles.S2_COUNTS, 124),
        (tiles.S3_COUNTS, 132),
        (tiles.S4_COUNTS, 129),
        (tiles.S6_COUNTS, 89),
    ],
    ids=["classic", "added", "plus", "mix_a", "mix_b", "s1", "s1v", "s2", "s3", "s4", "s6"],
)
def test_numbers_of_tiles(counts: Counts, total: int) -> None:
    """T-09, T-01; in S-1 one straight lies on the board from the start."""
    assert sum(counts.values()) == total
    assert all(count > 0 for count in counts.values())
    assert set(counts) <= set(BY_ID)


def test_numbers_by_color() -> None:
    """T-09: its own totals by color."""
    classic = [sum(count for id, count in tiles.CLASSIC_COUNTS.items() if BY_ID[id].color == color) for color in range(1, 5)]
    assert classic == [34, 25, 26, 0]
    added = [sum(count for id, count in tiles.ADDED_COUNTS.items() if BY_ID[id].color == color) for color in range(1, 5)]
    assert added == [23, 17, 11, 2]


def test_boxes_hold_their_mix() -> None:
    for title, counts in (
        (CLASSIC, tiles.CLASSIC_COUNTS),
        (S1, tiles.S1_COUNTS),
        (S2, tiles.S2_COUNTS),
        (S3, tiles.S3_COUNTS),
        (S4, tiles.S4_COUNTS),
        (S5, tiles.CLASSIC_COUNTS),
        (S6, tiles.S6_COUNTS),
    ):
        assert {tile.id: count for tile, count in zip(title.tiles, title.tile_counts, strict=True)} == counts


def test_mix_a_has_no_tiles_for_certain_cities() -> None:
    assert {BY_ID[id].label for id in tiles.MIX_A_COUNTS.keys() - tiles.CLASSIC_COUNTS.keys()} <= {"", "OO"}


def test_computer_game() -> None:
    """S-6.1 and S-6.3: more curves, more of these and those, as many as wanted, and two circles in Baltimore and Boston."""
    assert (tiles.S6_COUNTS["B13"], tiles.S6_COUNTS["B14"]) == (3, 3)
    more = tiles.with_added(tiles.S6_COUNTS, tiles.ADDITIONAL_TILES)
    assert [more[id] for id in ("A8", "A9", "B10", "B11", "B24", "B25", "B26", "B27")] == [5, 5, 3, 3, 3, 3, 3, 3]
    assert set(tiles.unlimited(tiles.S6_COUNTS).values()) == {UNLIMITED}
    reading = {tile.id: count for tile, count in zip(S6_READING.tiles, S6_READING.tile_counts, strict=True)}
    assert (reading["bb2"], reading["bb7"], reading["C9"]) == (2, 2, 1)
    assert "bb1" not in reading and "bb5" not in reading


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_upgrades_keep_track(tile: TileType) -> None:
    """7.2.2, T-09: every upgrade is one color on, has the same label, and some rotation keeps all track."""
    for name in tile.upgrades:
        later = BY_ID[name]
        assert later.color == tile.color + 1
        assert later.label == tile.label
        assert fits(tile, later), name


def test_misprinted_upgrades_are_impossible() -> None:
    """The publisher's errata and our own geometry: no rotation fits, so they are not in the data."""
    for name, upgrades in tiles.MISPRINTED_UPGRADES.items():
        for upgrade in upgrades:
            assert upgrade not in BY_ID[name].upgrades
            assert not fits(BY_ID[name], BY_ID[upgrade])


def test_variable_cities() -> None:
    """V-7.9: oo13 and oo14 only where both exits of oo2 may end in one city."""
    for name, upgrades in tiles.VARIABLE_OO_UPGRADES.items():
        for upgrade in upgrades:
            assert not fits(BY_ID[name], BY_ID[upgrade])
            assert fits(BY_ID[name], BY_ID[upgrade], may_join=True)
    variable = {tile.id: tile.upgrades for tile in tiles.with_variable_oo(TILES)}
    assert set(variable["oo2"]) == {"oo10", "oo11", "oo12", "oo13", "oo14", "oo15", "oo16", "oo17"}
    assert variable["oo1"] == ()


def test_every_tile_can_come_into_play() -> None:
    """Every green, brown and gray tile follows another, or is laid on a labelled hex of the board."""
    later = {name for tile in tiles.with_variable_oo(TILES) for name in tile.upgrades}
    printed = {"bb1", "bb2", "to1", "ny1", "oo1", "oo2"}
    assert {tile.id for tile in TILES if tile.color > 1} == later | printed


def test_numbers_that_players_know() -> None:
    """The errata: oo1 is old 8861; oo13 and oo14 have no old number, so nobody mistakes them for tiles worth 40."""
    assert (BY_ID["oo1"].old, BY_ID["oo13"].old, BY_ID["oo14"].old) == ("8861", "", "")
    old = [tile.old for tile in TILES if tile.old]
    assert len(old) == len(set(old))
    assert {stop.values for id in ("oo13", "oo14") for stop in BY_ID[id].stops} == {(50, 50)}
