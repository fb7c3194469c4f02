"""Faces, and where stops go when a tile replaces another (7.2.2)."""

import pytest

from goldenspike.core.ids import NO_TILE, Tile
from goldenspike.core.tiles import Color, Face, Stop, StopKind, TileType, faces_of, keeps_track, make_face, stop_mapping
from goldenspike.titles.g1830.tiles import TILES

CITY = Stop(StopKind.CITY, (20, 20), 1)
TOWN = Stop(StopKind.TOWN, (10, 10), 0)


def face(old: str, rotation: int = 0) -> Face:
    """A tile of the box by its old number."""
    tile = next(tile for tile in TILES if tile.old == old)
    return faces_of(tile, Tile(TILES.index(tile)))[rotation]


def test_a_face_knows_its_exits() -> None:
    made = make_face(Tile(5), 2, Color.GREEN, "OO", (CITY, CITY), ((0, 6), (2, 6), (3, 7), (4, 5)))
    assert made.paths == ((2, 6), (4, 6), (5, 7), (0, 1))
    assert made.exits == 0b110111
    assert made.stop_exits == (0b010100, 0b100000)
    assert (made.tile, made.rotation, made.color, made.label) == (5, 2, Color.GREEN, "OO")


def test_six_faces_of_a_tile() -> None:
    tile = TileType("X", "9", Color.YELLOW, "", (), ((0, 3),), ())
    faces = faces_of(tile, Tile(7))
    assert [made.exits for made in faces] == [0b001001, 0b010010, 0b100100, 0b001001, 0b010010, 0b100100]
    assert {made.tile for made in faces} == {7}


class TestStopMapping:
    def test_first_tile_on_a_blank_city(self) -> None:
        """A stop without track fits any rotation."""
        blank = make_face(NO_TILE, 0, Color.TAN, "", (CITY,), ())
        assert stop_mapping(blank, face("57"), False) == (0,)

    def test_a_stop_without_track_among_two(self) -> None:
        """-1: it may become either (ruling on 7.2.2)."""
        blank = make_face(NO_TILE, 0, Color.YELLOW, "OO", (CITY, CITY), ())
        assert stop_mapping(blank, face("59"), False) == (-1, -1)

    @pytest.mark.parametrize("rotation", range(6))
    def test_track_must_stay(self, rotation: int) -> None:
        """7.2.2: the straight of 57 in the city of 14, which has four exits in two opposite pairs."""
        fits = rotation not in (1, 4)
        assert stop_mapping(face("57"), face("14", rotation), False) == ((0,) if fits else None)

    def test_plain_track_must_stay(self) -> None:
        """7.2.2: 9 becomes 20 only along its straight, whichever way round the path is written."""
        assert stop_mapping(face("9"), face("20"), False) == ()
        assert stop_mapping(face("9", 3), face("20"), False) == ()
        assert stop_mapping(face("9", 2), face("20"), False) is None

    def test_two_cities_keep_their_own_track(self) -> None:
        """7.2.2, case 59: 59 to the brown OO tiles."""
        green = face("59")
        found = 0
        for old in ("64", "65", "66", "67", "68"):
            for rotation in range(6):
                brown = face(old, rotation)
                mapping = stop_mapping(green, brown, False)
                if mapping is not None:
                    found += 1
                    assert sorted(mapping) == [0, 1]
                    for stop, target in enumerate(mapping):
                        assert green.stop_exits[stop] & ~brown.stop_exits[target] == 0
        assert found

    def test_joining_two_cities(self) -> None:
        """V-7.9 variable: two old cities may end in one of two new ones only if that is allowed."""
        old = make_face(NO_TILE, 0, Color.GREEN, "OO", (CITY, CITY), ((0, 6), (2, 7)))
        new = make_face(NO_TILE, 0, Color.BROWN, "OO", (CITY, CITY), ((0, 6), (2, 6), (1, 7), (3, 7)))
        assert stop_mapping(old, new, False) is None
        assert stop_mapping(old, new, True) == (0, 0)

    def test_fewer_stops_join_by_themselves(self) -> None:
        """7.2.2: two small towns become one."""
        double = make_face(NO_TILE, 0, Color.YELLOW, "", (TOWN, TOWN), ((0, 6), (3, 6), (1, 7), (4, 7)))
        assert stop_mapping(double, face("88"), False) == (0, 0)


class TestKeepsTrack:
    def test_an_upgrade_of_a_city(self) -> None:
        assert keeps_track(face("57"), face("14"))
        assert not keeps_track(face("14"), face("57"))

    def test_other_track(self) -> None:
        assert keeps_track(face("9"), face("23"))
        assert not keeps_track(face("9"), face("9", 1))

    def test_stops_that_change_their_numbers(self) -> None:
        two = make_face(NO_TILE, 0, Color.YELLOW, "", (CITY, CITY), ((0, 6), (3, 7)))
        turned = make_face(NO_TILE, 0, Color.GREEN, "", (CITY, CITY), ((0, 7), (3, 6)))
        assert stop_mapping(two, turned, False) == (1, 0)
        assert keeps_track(two, two)
        assert not keeps_track(two, turned)

    def test_stops_that_become_one(self) -> None:
        two = make_face(NO_TILE, 0, Color.YELLOW, "", (TOWN, TOWN), ((0, 6), (3, 7)))
        one = make_face(NO_TILE, 0, Color.GREEN, "", (TOWN,), ((0, 6), (3, 6)))
        assert not keeps_track(two, one)

    def test_fewer_circles(self) -> None:
        large = make_face(NO_TILE, 0, Color.GREEN, "", (Stop(StopKind.CITY, (30, 30), 2),), ((0, 6),))
        small = make_face(NO_TILE, 0, Color.BROWN, "", (CITY,), ((0, 6),))
        assert keeps_track(small, large)
        assert not keeps_track(large, small)
