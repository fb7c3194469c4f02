"""What a railroad must reach to lay a tile, and that the enumeration agrees (7.2.1(1), C-1.4, V-7.7)."""

from typing import Any

import pytest

from goldenspike.core.actions import LayTile
from goldenspike.core.ids import NO_PRIVATE, by_hex
from goldenspike.core.options import TrackPlacement
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import lay_tile
from goldenspike.testing.checks import allowed, is_legal, refused
from goldenspike.titles.g1830 import classic
from helpers import version_1830
from players import P0, P1


def pennsylvania(phase: str = "2", **options: Any) -> Position:
    """The PRR in Altoona (exits west and east), 1,000 in its treasury."""
    return Position(classic(**options), phase=phase, money=0).company("PRR", money=1000)


def test_tile_must_be_connected() -> None:
    """7.2.1(1), case 56: a legal route of any length from a station to a segment of the tile."""
    position = pennsylvania()
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "H14", "9", 1))
    refused(game, lay_tile(game, "H14", "9", 0), Reason.NOT_CONNECTED)  # its track does not meet Altoona's
    refused(game, lay_tile(game, "H16", "57", 1), Reason.NOT_CONNECTED)
    position.tile("H14", "9", 1)
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "H16", "57", 1))


def test_home_tiles_of_nyc_and_erie_need_no_connection() -> None:
    """7.2.1 exceptions, case 58: 57 in E-19 for the NYC, 59 in E-11 for the Erie; others need a route."""
    for company, hex, tile in (("NYC", "E19", "57"), ("Erie", "E11", "59")):
        position = (
            Position(classic(), phase="3", money=0).company(company, money=100).company("PRR", president=1, par=90, money=100)
        )
        game = position.operating_round(company)
        allowed(game, lay_tile(game, hex, tile, 0))
        game = position.operating_round("PRR")
        refused(game, lay_tile(game, hex, tile, 0), Reason.NOT_CONNECTED)


@pytest.mark.parametrize("placement", list(TrackPlacement))
@pytest.mark.parametrize(("company", "hex", "tile"), [("NYC", "E19", "57"), ("Erie", "E11", "59")])
def test_home_tiles_under_every_rule_of_placement(company: str, hex: str, tile: str, placement: TrackPlacement) -> None:
    """7.2.1 exceptions, V-7.7: regardless of connections, but only this tile on this hex."""
    position = Position(classic(track_placement=placement), phase="3", money=0).company(company, money=500)
    game = position.operating_round(company)
    allowed(game, lay_tile(game, hex, tile, 0))
    refused(game, lay_tile(game, "H10", "57", 0), Reason.NOT_CONNECTED)
    refused(game, lay_tile(game, "D10", "59", 0), Reason.NOT_CONNECTED)


def test_others_may_build_a_home_hex_under_the_normal_rules() -> None:
    """7.2.1, #5097: a tile may be laid in E-11 before the Erie operates, with a route to it."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=1000).station("PRR", "H10")
    position.tile("H10", "57", 2).tile("G9", "9", 2).tile("F8", "7", 4)
    # H-10 north-west to G-9, to F-8, whose east side leads to F-10.
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "F10", "58", 1))


def new_england(*extra: tuple[str, str, int]) -> Position:
    """The B&M's line from Boston by Providence and New Haven to Albany, and on to the north-east."""
    position = Position(classic(), phase="3", money=0).company("B&M", par=90, money=1000)
    position.tile("F22", "57", 1).tile("F20", "55", 0).tile("F18", "7", 3).tile("E19", "57", 0)
    for hex, tile, rotation in extra:
        position.tile(hex, tile, rotation)
    return position


def test_a_full_city_stops_the_trace() -> None:
    """7.2.1(1), 7.3.3, case 56: beyond Albany nothing can be laid once the NYC fills it, but Albany itself can."""
    position = new_england()
    game = position.operating_round("B&M")
    allowed(game, lay_tile(game, "D20", "9", 0))
    position.company("NYC", president=1)
    game = position.operating_round("B&M")
    refused(game, lay_tile(game, "D20", "9", 0), Reason.NOT_CONNECTED)
    allowed(game, lay_tile(game, "E19", "14", 0))


def test_no_reversing_at_a_junction() -> None:
    """7.4.2, 7.2.1(1), case 56: coming in by a branch of the junction one leaves by its stem only."""
    branch = pennsylvania("3").tile("H14", "23", 4)  # stem east, branches west and north-west
    game = branch.operating_round("PRR")
    refused(game, lay_tile(game, "G13", "9", 2), Reason.NOT_CONNECTED)
    allowed(game, lay_tile(game, "H16", "57", 1))
    stem = pennsylvania("3").tile("H14", "24", 1)  # stem west, branches east and north-east
    game = stem.operating_round("PRR")
    allowed(game, lay_tile(game, "G15", "9", 0))


def test_no_way_back_through_a_loop() -> None:
    """7.4.2, case 56a: a loop of track does not let the trace return over the track it came by."""
    position = pennsylvania("3").tile("H10", "57", 1)
    position.tile("H8", "23", 1)  # stem west, branches east (from Pittsburgh) and south-east
    position.tile("H6", "29", 4).tile("I5", "7", 3).tile("I7", "7", 1)  # the loop behind it
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "I9", "9", 2), Reason.NOT_CONNECTED)
    allowed(game, lay_tile(game, "I7", "28", 2))  # the loop itself is reached


def test_open_placement_asks_for_any_segment() -> None:
    """C-1.4, V-7.7 open, case 57: the old track may be the one that is reached."""
    position = pennsylvania("3").tile("H14", "9", 1)
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "H14", "20", 0))


@pytest.mark.parametrize("placement", [TrackPlacement.CLOSED, TrackPlacement.HYBRID])
def test_closed_placement_asks_for_a_new_segment(placement: TrackPlacement) -> None:
    """V-7.7 closed and hybrid, case 57: the crossing track of 20 is out of reach, the branch of 23 is not."""
    position = pennsylvania("3", track_placement=placement).tile("H14", "9", 1)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "H14", "20", 0), Reason.NO_NEW_TRACK)
    allowed(game, lay_tile(game, "H14", "23", 1))
    allowed(game, lay_tile(game, "H10", "57", 1))


def test_closed_placement_at_a_city() -> None:
    """V-7.7 closed: new track of a city is reached through the city, if a route may pass it."""
    position = pennsylvania("3", track_placement=TrackPlacement.CLOSED).tile("H10", "57", 1)
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "H10", "14", 0))


def full_oo(placement: TrackPlacement) -> Position:
    """The PRR reaches one city of H-18, which the NYC fills; the other city has track elsewhere."""
    position = pennsylvania("5", track_placement=placement)
    position.tile("H14", "9", 1).tile("H16", "57", 1).tile("H18", "59", 1)
    face = position.stock_round().state.faces[position.setup.hex_index["H18"]]
    stop = next(n for n, mask in enumerate(position.setup.faces[face].stop_exits) if mask & 2)
    return position.company("NYC", president=1).station("NYC", f"H18/{stop}")


def test_hybrid_placement_lets_revenue_grow() -> None:
    """V-7.7 hybrid, case 57: no new track is reached behind a full city, but the brown tile is worth more."""
    position = full_oo(TrackPlacement.CLOSED)
    game = position.operating_round("PRR")
    lays = [
        LayTile(P0, position.setup.company_index["PRR"], position.setup.hex_index["H18"], face.tile, face.rotation)
        for lay in position.setup.lays(position.setup.hex_index["H18"], game.state.faces[position.setup.hex_index["H18"]])
        if not lay.twin
        for face in [position.setup.faces[lay.face]]
    ]
    assert lays
    for lay in lays:
        refused(game, lay, Reason.NO_NEW_TRACK)
    hybrid = full_oo(TrackPlacement.HYBRID).operating_round("PRR")
    assert all(is_legal(hybrid, lay) for lay in lays)


def test_enumeration_has_every_legal_lay_and_no_other() -> None:
    """7.2: asked one by one, all tiles in all rotations on all hexes give what the enumeration gives, looks alike once."""
    position = new_england(("H10", "57", 1), ("H14", "23", 1), ("G19", "54", 0), ("E11", "59", 0))
    position.company("PRR", money=100).station("PRR", "E11/1").company("NYC", president=1, par=82)
    position.private("CS", "PRR").private("DH", 2)
    game = position.operating_round("PRR")
    privates = (NO_PRIVATE, position.setup.private_index["CS"], position.setup.private_index["DH"])
    allowed: list[LayTile] = []
    for hex, face in by_hex(game.state.faces):
        twins = {lay.face for lay in position.setup.lays(hex, face) if lay.twin}
        for new, turned in enumerate(position.setup.faces[: position.setup.first_printed]):
            if new in twins:
                continue
            for private in privates:
                lay = LayTile(P0, position.setup.company_index["PRR"], hex, turned.tile, turned.rotation, private)
                if game.refuse(lay) is None:
                    allowed.append(lay)
    assert sorted(allowed, key=repr) == sorted((a for a in game.legal if isinstance(a, LayTile)), key=repr)
    assert len(allowed) > 20
    assert list(game.legal_for(P1)) == []


@pytest.mark.parametrize("placement", [TrackPlacement.CLOSED, TrackPlacement.HYBRID])
@pytest.mark.parametrize(("version", "brown"), [("classic", "62"), ("s2", "883")])
def test_new_york_grows_richer_without_new_track(version: str, brown: str, placement: TrackPlacement) -> None:
    """V-7.7: its brown tiles only pay more, two cities of 80 or one of 90 instead of 60: enough for hybrid, not for closed."""
    position = Position(version_1830(version, track_placement=placement), phase="5", money=0).company("NNH").tile("G19", "54", 0)
    game = position.operating_round("NNH")
    if placement is TrackPlacement.HYBRID:
        allowed(game, lay_tile(game, "G19", brown, 0))
    else:
        refused(game, lay_tile(game, "G19", brown, 0), Reason.NO_NEW_TRACK)
