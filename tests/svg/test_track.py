"""Track leaves every side at a right angle, meets its stop, and keeps clear of the stops of others."""

import math

import pytest

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.ids import Hex, Tile, Train
from goldenspike.core.state import border_of, place_of
from goldenspike.core.tiles import FIRST_STOP, StopKind, TileType, make_face
from goldenspike.core.title import Setup
from goldenspike.svg.arrangement import BAR, RAIL, SLOT, arrange
from goldenspike.svg.geometry import (
    APOTHEM,
    CORNER,
    angle_of_side,
    arc_between_sides,
    arc_from_side,
    distance,
    middle_of_side,
    rotate,
)
from goldenspike.svg.placing import Form, FreeSpace, Sign, place
from goldenspike.svg.ways import pieces
from goldenspike.titles import g1830
from goldenspike.titles.g1830.tiles import TILES


def test_the_three_kinds_of_curve() -> None:
    assert arc_between_sides(0, 3).radius == 0
    assert abs(arc_between_sides(0, 1).radius) == pytest.approx(CORNER / 2)
    assert abs(arc_between_sides(0, 2).radius) == pytest.approx(CORNER * 1.5)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_track_of_every_tile(tile: TileType) -> None:
    for rotation in range(SIDES):
        face = make_face(Tile(0), rotation, tile.color, tile.label, tile.stops, tile.paths)
        found = arrange(face)
        for (a, b), track in zip(face.paths, found.tracks, strict=True):
            for end, point, heading in ((a, track.start, track.direction(0)), (b, track.end, track.direction(1) + 180)):
                if end >= FIRST_STOP:
                    assert distance(point, found.stops[end - FIRST_STOP]) < 0.01
                    continue
                assert distance(point, middle_of_side(end)) < 0.01
                off = (heading - angle_of_side(end)) % 360
                assert abs(off - 180) < 1.5, "track meets the side at a right angle"


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_stops_stand_clear(tile: TileType) -> None:
    face = make_face(Tile(0), 0, tile.color, tile.label, tile.stops, tile.paths)
    found = arrange(face)
    for index, stop in enumerate(tile.stops):
        # A crossbar is long but thin, so half of it is the room that it needs.
        radius = SLOT if stop.kind is StopKind.CITY else BAR / 2
        spots = found.slots[index] or (found.stops[index],)
        for spot in spots:
            assert max(abs(spot[0] * math.cos(angle) + spot[1] * math.sin(angle)) for angle in _normals()) + radius < APOTHEM
            for (a, b), track in zip(face.paths, found.tracks, strict=True):
                if FIRST_STOP + index not in (a, b):
                    assert min(distance(spot, point) for point in track.samples(2)) > radius + RAIL / 2
            for other, spots_there in enumerate(found.slots):
                if other > index:
                    for there in spots_there or (found.stops[other],):
                        assert distance(spot, there) > 2 * radius


def _normals() -> list[float]:
    return [math.radians(angle_of_side(side)) for side in range(SIDES)]


def test_a_turned_tile_looks_the_same() -> None:
    for tile in TILES:
        upright, turned = (arrange(make_face(Tile(0), steps, tile.color, tile.label, tile.stops, tile.paths)) for steps in (0, 2))
        # A tile that half a turn does not change may come out either way round.
        same = [
            all(distance(rotate(one, steps), other) < 0.01 for one, other in zip(upright.stops, turned.stops, strict=True))
            for steps in (2, 5)
        ]
        assert any(same), tile.id


def test_crossings_become_bridges() -> None:
    by_id = {tile.id: make_face(Tile(0), 0, tile.color, tile.label, tile.stops, tile.paths) for tile in TILES}
    assert len(arrange(by_id["B1"]).bridges) == 1
    assert len(arrange(by_id["B8"]).bridges) == 0
    assert len(arrange(by_id["C5"]).bridges) == 1


def test_an_arc_can_be_walked() -> None:
    arc = arc_from_side(1, (0.0, -20.0))
    assert distance(arc.at(0), middle_of_side(1)) < 0.01
    assert distance(arc.at(1), (0.0, -20.0)) < 0.01
    assert distance(arc.reversed().at(0.25), arc.at(0.75)) < 0.01
    assert arc.length() > distance(arc.start, arc.end)


@pytest.fixture(scope="module")
def setup() -> Setup:
    return g1830.classic(players=4)


def lay(setup: Setup, *tiles: tuple[str, str, int]) -> list[int]:
    faces = list(range(setup.first_printed, len(setup.faces)))
    for name, tile, rotation in tiles:
        faces[setup.hex_index[name]] = setup.face_of_tile(setup.tile_index[tile], rotation)
    return faces


def test_a_route_lies_on_its_track(setup: Setup) -> None:
    """From Pittsburgh through Altoona's city to Lancaster, and the same past the city."""
    west, east = 1, 4
    faces = lay(setup, ("H10", "A7", 1), ("H14", "A1", 1), ("H16", "A7", 1))
    index = setup.hex_index
    borders = tuple(border_of(index[name], east) for name in ("H10", "H12", "H14"))
    ends = place_of(index["H10"], 0), place_of(index["H16"], 0)
    altoona = place_of(index["H12"], 0)
    stop = FIRST_STOP
    first, last = (index["H10"], stop, east), (index["H16"], west, stop)
    through = pieces(setup, faces, Route(Train(0), (ends[0], altoona, ends[1]), borders))
    middle = [(index["H12"], west, stop), (index["H12"], stop, east)]
    assert through == [first, *middle, (index["H14"], west, east), last]
    past = pieces(setup, faces, Route(Train(0), ends, borders))
    assert past == [first, (index["H12"], west, east), (index["H14"], west, east), last]


def test_a_route_may_end_off_the_board(setup: Setup) -> None:
    faces = lay(setup, ("F4", "A7", 1))
    chicago, toledo = setup.hex_index["F2"], setup.hex_index["F4"]
    route = Route(Train(0), (place_of(toledo, 0), place_of(chicago, 0)), (border_of(toledo, 1),))
    assert pieces(setup, faces, route) == [(toledo, FIRST_STOP, 1), (chicago, opposite(1), FIRST_STOP)]


def test_a_route_that_no_longer_fits_is_harmless(setup: Setup) -> None:
    faces = lay(setup)
    pieces(setup, faces, Route(Train(0), (), ()))
    pieces(setup, faces, Route(Train(0), (place_of(Hex(0), 0),), ()))
    pieces(setup, faces, Route(Train(0), (place_of(Hex(0), 0),), (border_of(Hex(0), 1), border_of(Hex(0), 2))))


def boxes(*signs: Sign) -> list[tuple[float, float]]:
    """The centers of signs that are drawn as nothing but their center."""
    return [(float(x), float(y)) for x, y in (drawn.split() for drawn in place(signs, FreeSpace()))]


def box_of(width: float, height: float) -> Form:
    return Form(width, height, lambda x, y: f"{x} {y}")


def test_signs_find_free_space() -> None:
    first, second = boxes(*[Sign((box_of(20, 10),), (0, 0))] * 2)
    assert first == (0.0, 0.0)
    assert abs(first[0] - second[0]) >= 20 or abs(first[1] - second[1]) >= 10


def test_a_sign_that_does_not_fit_is_drawn_smaller() -> None:
    wide, narrow = Form(120, 10, lambda x, y: "wide"), Form(60, 10, lambda x, y: "narrow")
    assert place([Sign((wide, narrow), (0, 0))], FreeSpace()) == ["narrow"]


def test_a_sign_with_little_choice_is_placed_before_the_others() -> None:
    """The first sign would take the only place of the second, which is as wide as the hex."""
    small, large = boxes(Sign((box_of(20, 14),), (0, 0)), Sign((box_of(90, 30),), (0, 0)))
    assert large == (0.0, 0.0)
    assert abs(small[1]) >= 22


def test_a_sign_stays_on_the_side_of_its_own_stop() -> None:
    left, right = (-20.0, 0.0), (20.0, 0.0)
    (at,) = boxes(Sign((box_of(20, 10),), (40, 0), stop=left, others=(right,)))
    assert distance(at, left) < distance(at, right)
