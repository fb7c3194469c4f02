"""Laying and upgrading tiles (7.2, C-1.4)."""

from typing import Any

import pytest

from goldenspike.core.actions import ChooseCity, LayTile, Pass
from goldenspike.core.hexes import SIDE_NAMES
from goldenspike.core.ids import Company, Hex, Holder, Player, Private, Tile
from goldenspike.core.options import CityChoice
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.home_station import free_circles
from goldenspike.core.tiles import Color
from goldenspike.testing import Position
from goldenspike.testing.by_name import (
    buy_train,
    lay_tile,
    money_of,
    operating_company,
    phase_of,
    stations_of,
    step_of,
    tile_on,
    tiles_for,
)
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import GreenOo
from players import P0, P1, P2


def pennsylvania(phase: str = "2", **options: Any) -> Position:
    """The PRR in Altoona (exits west and east), 1,000 in its treasury."""
    return Position(classic(**options), phase=phase, money=0).company("PRR", money=1000)


# --- how many (7.2)


def test_one_lay_ends_the_step() -> None:
    """7.2, case 50: one lay, then the next step."""
    position = pennsylvania()
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "H14", "9", 1))
    assert tile_on(game, "H14") == "9"
    assert step_of(game) == "station"
    refused(game, lay_tile(game, "H10", "57", 1), Reason.NOT_NOW)


def test_no_second_ordinary_lay_where_a_private_company_allows_another_tile() -> None:
    """7.2, T-05, case 50: the CS adds its own tile, not a second ordinary one; lay and upgrade are one choice."""
    position = pennsylvania("3").private("CS", "PRR").tile("H10", "57", 1)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "H14", "9", 1))
    assert step_of(game) == "track"
    refused(game, lay_tile(game, "H16", "57", 1), Reason.LAID_ALREADY)
    refused(game, lay_tile(game, "H10", "14", 0), Reason.LAID_ALREADY)
    allowed(game, lay_tile(game, "B20", "4", 1, "CS"))


@pytest.mark.parametrize("company", ["NYC", "Erie", "PRR"])
def test_track_is_optional(company: str) -> None:
    """7.2 note, case 50: nobody must lay, not even the NYC and the Erie in their empty homes."""
    position = Position(classic(), phase="3", money=0).company(company, money=1000)
    game = position.operating_round(company)
    allowed(game, Pass(P0))
    game.push(Pass(P0))
    assert step_of(game) != "track"


def test_only_the_president_of_the_operating_railroad_lays() -> None:
    """7.0: a railroad is run by its president, in its own turn."""
    position = pennsylvania().company("NYC", president=1, money=1000)
    game = position.operating_round("PRR")
    lay = lay_tile(game, "H14", "9", 1)
    refused(game, LayTile(P1, lay.company, lay.hex, lay.tile, lay.rotation), Reason.NOT_PRESIDENT)
    refused(
        game,
        LayTile(P1, position.setup.company_index["NYC"], position.setup.hex_index["E19"], position.setup.tile_index["57"], 0),
        Reason.NOT_OPERATING,
    )
    refused(game, Pass(P1), Reason.NOT_YOUR_TURN)


# --- colors and phases (3.0, 7.2)


def test_yellow_only_on_tan() -> None:
    """7.2.1(6) and (7), case 51: yellow tiles on tan hexes, green ones on yellow hexes."""
    position = Position(classic(), phase="5", money=0).company("NYC", money=1000).company("Erie", par=67, money=1000)
    game = position.operating_round("NYC")
    refused(game, lay_tile(game, "E19", "14", 0), Reason.TILE_DOES_NOT_FIT)
    allowed(game, lay_tile(game, "E19", "57", 0))
    game = position.operating_round("Erie")
    refused(game, lay_tile(game, "E11", "57", 0), Reason.TILE_DOES_NOT_FIT)
    refused(game, lay_tile(game, "E11", "64", 0), Reason.TILE_DOES_NOT_FIT)
    allowed(game, lay_tile(game, "E11", "59", 0))


def test_no_color_is_skipped() -> None:
    """7.2.2(5), case 51: green on yellow, brown on green."""
    position = pennsylvania("5").tile("H10", "57", 1).tile("H14", "23", 1)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "H10", "63", 0), Reason.TILE_DOES_NOT_FIT)
    allowed(game, lay_tile(game, "H10", "14", 0))
    refused(game, lay_tile(game, "H14", "9", 1), Reason.TILE_DOES_NOT_FIT)
    allowed(game, lay_tile(game, "H14", "43", 4))


@pytest.mark.parametrize(
    ("phase", "colors"),
    [
        ("2", {Color.YELLOW}),
        ("3", {Color.YELLOW, Color.GREEN}),
        ("4", {Color.YELLOW, Color.GREEN}),
        ("5", {Color.YELLOW, Color.GREEN, Color.BROWN}),
        ("6", {Color.YELLOW, Color.GREEN, Color.BROWN}),
        ("D", {Color.YELLOW, Color.GREEN, Color.BROWN}),
    ],
)
def test_colors_of_the_phases(phase: str, colors: set[Color]) -> None:
    """3.2 to 3.7, case 51: which colors a phase allows (Classic has no gray tiles)."""
    position = pennsylvania(phase).tile("H10", "57", 1).tile("H14", "9" if phase == "2" else "23", 1)
    game = position.operating_round("PRR")
    tiles = position.setup.title.tiles
    assert {tiles[action.tile].color for action in game.legal if isinstance(action, LayTile)} == colors
    if Color.GREEN not in colors:
        refused(game, lay_tile(game, "H10", "14", 0), Reason.COLOR_NOT_AVAILABLE)
    elif Color.BROWN not in colors:
        refused(game, lay_tile(game, "H14", "43", 4), Reason.COLOR_NOT_AVAILABLE)


def test_green_comes_with_the_first_3_train_in_the_middle_of_a_round() -> None:
    """3.3, case 51: a phase begins at once; the next railroad of the same round may lay green."""
    position = Position(classic(), money=0).phase("2", bank="3 3 3 3 3 4 4 4 4 5 5 5 6 6 D D D D D D")
    position.company("PRR", money=500).company("NYC", president=1, par=90, money=500)
    position.tile("E19", "57", 1)
    game = position.start_operating_round()
    game.push(Pass(P0))
    game.push(Pass(P0))
    assert step_of(game) == "train"
    game.push(buy_train(game, "3"))
    assert phase_of(game) == "3"
    game.push(Pass(P0))
    assert operating_company(game) == "NYC"
    assert {"14", "15"} <= {position.setup.title.tiles[a.tile].old for a in game.legal if isinstance(a, LayTile)}


# --- terrain (7.2.1(3))

COSTS = {
    80: "B18 C19 D6 D10 E5 F4 F22 G19 I17 J14",
    120: "C17 C21 D22 E17 E21 F16 G13 G15 I11 J10 J12",
}


def test_terrain_of_the_board() -> None:
    """7.2.1(3), case 52: water costs 80, mountains 120, all else nothing."""
    position = Position(classic(), money=0)
    found: dict[int, list[str]] = {}
    for hex in position.setup.title.hexes:
        found.setdefault(hex.cost, []).append(hex.id)
    assert {cost: set(hexes.split()) for cost, hexes in COSTS.items()} == {80: set(found[80]), 120: set(found[120])}
    assert set(found) == {0, 80, 120}


@pytest.mark.parametrize(
    ("hex", "tile", "rotation", "cost"),
    [
        ("D10", "59", 0, 80),
        ("E5", "59", 0, 80),
        ("G19", "54", 0, 80),
        ("F16", "57", 0, 120),
        ("F22", "57", 1, 80),
        ("E19", "57", 0, 0),
        ("H18", "59", 0, 0),
        ("E23", "53", 5, 0),
        ("I15", "53", 4, 0),
    ],
)
def test_cost_of_the_first_tile(hex: str, tile: str, rotation: int, cost: int) -> None:
    """7.2.1(3) and ruling, case 52: the first tile costs, on yellow hexes with a price too; the money goes to the bank."""
    company = {"G19": "NNH", "E19": "NYC", "E23": "B&M", "I15": "B&O"}.get(hex, "PRR")
    position = Position(classic(), phase="3", money=0).company(company, money=1000)
    if company == "PRR":
        position.station("PRR", hex)
    game = position.operating_round(company)
    bank = money_of(game, "bank")
    game.push(lay_tile(game, hex, tile, rotation))
    assert money_of(game, company) == 1000 - cost
    assert money_of(game, "bank") == bank + cost


def test_terrain_is_paid_from_the_treasury_at_once() -> None:
    """7.1 note, case 52: no credit, and income comes too late."""
    position = pennsylvania().company("NYC", money=119, trains="2").tile("E19", "57", 1)
    game = position.operating_round("NYC")
    refused(game, lay_tile(game, "E17", "9", 1), Reason.NOT_ENOUGH_MONEY)
    position = pennsylvania().company("NYC", money=120).tile("E19", "57", 1)
    game = position.operating_round("NYC")
    allowed(game, lay_tile(game, "E17", "9", 1))


def test_upgrades_are_free() -> None:
    """7.2.2(7), case 52: no cost for a second tile, whatever the terrain."""
    position = Position(classic(), phase="3", money=0).company("NYC").tile("E19", "57", 1).tile("E17", "9", 1)
    game = position.operating_round("NYC")
    game.push(lay_tile(game, "E17", "23", 4))
    assert money_of(game, "NYC") == 0
    assert tile_on(game, "E17") == "23"


# --- private companies (7.2.1(4))

BLOCKED = [
    ("SV", "G15", "9"),
    ("CS", "B20", "58"),
    ("DH", "F16", "57"),
    ("MH", "D18", "9"),
    ("CA", "H18", "59"),
    ("BO", "I13", "9"),
    ("BO", "I15", "53"),
]


@pytest.mark.parametrize(("private", "hex", "tile"), BLOCKED)
def test_a_players_private_company_blocks_its_hex(private: str, hex: str, tile: str) -> None:
    """7.2.1(4), case 53: closed to tiles while a player owns it, open when a railroad does or when it is closed."""
    for owner, reason in ((2, Reason.HEX_BLOCKED), ("NYC", Reason.NOT_CONNECTED), ("nobody", Reason.NOT_CONNECTED)):
        if (private, owner) == ("BO", "NYC"):
            continue  # No railroad buys it.
        position = pennsylvania("3").company("NYC", president=1).private(private, owner)
        game = position.operating_round("PRR")
        refused(game, lay_tile(game, hex, tile), reason)


def test_b_and_o_stands_in_baltimore_but_builds_nothing_there() -> None:
    """7.2.1(4) and ruling, case 53: the home station is placed in I-15, but no tile while a player owns the BO."""
    position = Position(classic(), phase="3", money=0).company("B&O", money=500, operated=False).private("BO", 0)
    game = position.start_operating_round()
    assert stations_of(game, "B&O") == [("I15", 0)]
    refused(game, lay_tile(game, "I15", "53", 0), Reason.HEX_BLOCKED)
    game = Position.of(game).private("BO", "nobody").operating_round("B&O")
    allowed(game, lay_tile(game, "I15", "53", 0))


# --- what fits (7.2.1(2), (5), (7), 7.2.2(3))


@pytest.mark.parametrize(
    ("hex", "tiles"),
    [
        ("H8", {"7", "8", "9"}),
        ("F10", {"3", "4", "58"}),
        ("G7", {"1", "2", "55", "56", "69"}),
        ("G17", {"1", "2", "55", "56", "69"}),
        ("H16", {"57"}),
        ("E11", {"59"}),
        ("E23", {"53"}),
        ("I15", {"53"}),
        ("G19", {"54"}),
    ],
)
def test_cities_and_labels_must_match(hex: str, tiles: set[str]) -> None:
    """7.2.1(5) and (7), sidebar of 7.2, case 54: the same number and size of cities, and the same label."""
    position = Position(classic(), money=0)
    number = position.setup.hex_index[hex]
    found = {
        position.setup.title.tiles[position.setup.faces[lay.face].tile].old
        for lay in position.setup.lays(number, position.stock_round().state.faces[number])
    }
    assert found == tiles


@pytest.mark.parametrize("tile", ["3", "4", "58", "1", "2", "55", "56", "69"])
def test_small_towns_are_never_upgraded(tile: str) -> None:
    """T-09, case 54: Classic has no green tile for them."""
    position = Position(classic(), phase="D", money=0)
    for rotation in range(6):
        face = position.setup.face_of_tile(position.setup.tile_index[tile], rotation)
        for hex in ("H8", "G9", "F12"):
            assert position.setup.lays(position.setup.hex_index[hex], face) == ()


@pytest.mark.parametrize("hex", ["A19", "A17", "C15", "D2", "D14", "F6", "H12", "K15", "F2", "B24", "K13"])
def test_gray_and_red_hexes_take_no_tile(hex: str) -> None:
    """7.2: printed for good."""
    position = Position(classic(), phase="D", money=0)
    here = position.setup.hex_index[hex]
    assert position.setup.lays(here, position.stock_round().state.faces[here]) == ()


@pytest.mark.parametrize(
    ("hex", "closed"),
    [
        ("E13", ""),
        ("B16", "NW SE"),  # the edge of the map and the river
        ("C17", "NW W"),  # the river, and Kingston's blank side
        ("C13", "SW SE"),  # the lake, and Rochester's blank side
        ("E15", "NW"),  # Rochester's blank side
        ("E7", "SE SW E"),  # the lake, and blank sides of Cleveland and E-9
        ("F8", "NW W NE"),  # the lake, and blank sides of Cleveland and E-9
        ("D12", "NW NE"),  # the lake
        ("G3", "W"),  # Chicago has track to the south-east
        ("H2", "NW W SW"),  # the edge of the map, and a blank side of the Gulf
        ("I17", "SE SW"),  # the edge of the map
        ("J14", "E"),  # the edge of the map
        ("E23", "E"),
    ],
)
def test_track_may_not_run_into_nothing(hex: str, closed: str) -> None:
    """7.2.1(2), case 55: not off the map, not against a blank gray side, not across a barred side."""
    position = Position(classic(), money=0)
    mask = position.setup.open_sides[position.setup.hex_index[hex]]
    assert {name for side, name in enumerate(SIDE_NAMES) if not mask >> side & 1} == set(closed.split())


def test_tile_against_the_river_is_refused() -> None:
    """7.2.1(2), case 55: Ottawa (B-16) has no track to the north-west or south-east."""
    position = Position(classic(), money=0).company("PRR", money=100).station("PRR", "B16")
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "B16", "57", 0))
    allowed(game, lay_tile(game, "B16", "57", 1))
    refused(game, lay_tile(game, "B16", "57", 2), Reason.TILE_DOES_NOT_FIT)


def test_brown_city_needs_six_open_sides() -> None:
    """7.2.2(2), example J of 7.2, case 55: 63 runs off every edge, so a hex with a barred side never gets it."""
    position = Position(classic(), phase="5", money=0).company("PRR", money=100).station("PRR", "B16").station("PRR", "H10")
    position.tile("B16", "14", 0).tile("H10", "14", 0)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "B16", "63", 0), Reason.TILE_DOES_NOT_FIT)
    assert tiles_for(game, "B16") == set()
    assert tiles_for(game, "H10") == {"63"}


def test_upgrade_keeps_all_track() -> None:
    """7.2.2(3): every segment of the old tile is on the new one, where it was."""
    position = pennsylvania("3").tile("H14", "9", 1)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "H14", "23", 0), Reason.TILE_DOES_NOT_FIT)  # runs SW-NE, SW-E
    refused(game, lay_tile(game, "H14", "16", 0), Reason.TILE_DOES_NOT_FIT)  # not among the upgrades of 9
    for lay in (action for action in game.legal if isinstance(action, LayTile) and action.hex == position.setup.hex_index["H14"]):
        paths = position.setup.faces[position.setup.face_of_tile(lay.tile, lay.rotation)].paths
        assert (1, 4) in paths or (4, 1) in paths


def test_cities_of_an_oo_tile_keep_their_own_track() -> None:
    """V-7.9 fixed, case 59: a brown tile may not join the two cities of the green one."""
    position = Position(classic(), phase="5", money=0).company("PRR").station("PRR", "D10").tile("D10", "59", 0)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "D10", "64", 0), Reason.TILE_DOES_NOT_FIT)  # one city would have SW and NW
    assert tiles_for(game, "D10") <= {"64", "65", "66", "67", "68"}
    seen = 0
    for lay in (action for action in game.legal if isinstance(action, LayTile) and action.hex == position.setup.hex_index["D10"]):
        exits = position.setup.faces[position.setup.face_of_tile(lay.tile, lay.rotation)].stop_exits
        south_west = [stop for stop, mask in enumerate(exits) if mask & 1]
        north_west = [stop for stop, mask in enumerate(exits) if mask >> 2 & 1]
        assert len(south_west) == len(north_west) == 1 and south_west != north_west
        seen += 1
    assert seen


def green_oo(*stations: str, **options: Any) -> Position:
    """D-10 with a green tile, exits south-west and north-west; stations in its first and second city."""
    position = Position(classic(green_oo=GreenOo.VARIABLE, **options), phase="5", money=0).company("PRR", president=2)
    position.company("NYC", president=1, par=90).tile("D10", "59", 0)
    for stop, company in enumerate(stations):
        position.station(company, f"D10/{stop}")
    return position


def test_variable_oo_cities() -> None:
    """V-7.9 variable, case 59: a brown curve may join both exits; the owner of the one station chooses its city."""
    position = green_oo("PRR")
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "D10", "64", 0))
    game.push(lay_tile(game, "D10", "64", 0))
    assert game.actors == (2,)
    prr, here = position.setup.company_index["PRR"], position.setup.hex_index["D10"]
    assert list(game.legal) == [ChooseCity(P2, prr, here, 0), ChooseCity(P2, prr, here, 1)]
    game.push(ChooseCity(P2, prr, here, 1))
    assert stations_of(game, "PRR")[-1] == ("D10", 1)


@pytest.mark.parametrize("choice", list(CityChoice))
def test_where_cities_join_the_owner_chooses_whoever_lays(choice: CityChoice) -> None:
    """V-7.9 variable: the option about a hex's first track (7.2.2) does not change that."""
    position = green_oo("PRR", city_choice=choice).station("NYC", "D14").tile("D12", "9", "W E")
    game = position.operating_round("NYC")
    game.push(lay_tile(game, "D10", "64", 0))
    assert game.actors == (2,)


def test_no_variable_oo_cities_with_two_stations() -> None:
    """V-7.9 variable, case 59: not with stations in both cities."""
    position = green_oo("PRR", "NYC")
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "D10", "64", 0), Reason.TILE_DOES_NOT_FIT)
    allowed(game, lay_tile(game, "D10", "64", 4))


# --- stations on new tiles (7.2.2(4))


def test_station_keeps_its_city_on_the_new_tile() -> None:
    """7.2.2(4), case 61: the NNH's city keeps its track to the north-east through green and brown."""
    position = Position(classic(), phase="5", money=0).company("NNH", money=100)
    game = position.operating_round("NNH")
    printed = position.setup.faces[game.state.faces[position.setup.hex_index["G19"]]]
    assert printed.stop_exits[0] == 1 << SIDE_NAMES.index("NE")
    for tile in ("54", "62"):
        game.push(lay_tile(game, "G19", tile, 0))
        (hex, stop), *rest = stations_of(game, "NNH")
        exits = position.setup.faces[game.state.faces[position.setup.hex_index[hex]]].stop_exits[stop]
        assert (hex, rest) == ("G19", [])
        assert exits >> SIDE_NAMES.index("NE") & 1
        game = Position.of(game).operating_round("NNH")


def test_second_circle_with_the_green_city() -> None:
    """7.2.2(4), case 61: 14 and 15 have two circles; the station stays, the other circle is free."""
    position = Position(classic(), phase="3", money=0).company("NYC").tile("E19", "57", 1)
    game = position.operating_round("NYC")
    assert free_circles(game.setup, game.state, position.setup.hex_index["E19"], 0) == 0
    game.push(lay_tile(game, "E19", "15", 1))
    assert free_circles(game.setup, game.state, position.setup.hex_index["E19"], 0) == 1
    assert stations_of(game, "NYC") == [("E19", 0)]


# --- supply


def test_the_last_tile_of_a_kind() -> None:
    """7.2, case 60: four 57s; the fifth lay is refused, and one that was upgraded can be laid again at once."""
    position = (
        Position(classic(), phase="3", money=0).company("PRR", money=100).company("NYC", president=1, par=90).tile("H10", "57", 1)
    )
    position.tiles("H4:57/1 H16:57/1 J14:57/0")
    position.company("B&M", president=1, par=76)
    game = position.operating_round("NYC")
    refused(game, lay_tile(game, "E19", "57", 0), Reason.NO_TILE_LEFT)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "H10", "14", 0))
    assert game.state.supply[position.setup.tile_index["57"]] == 1
    assert game.state.supply[position.setup.tile_index["14"]] == 2
    game = Position.of(game).operating_round("NYC")
    allowed(game, lay_tile(game, "E19", "57", 0))


# --- records with mistakes


def test_malformed_lays_are_refused() -> None:
    """A record may name things that do not exist."""
    position = pennsylvania()
    game = position.operating_round("PRR")
    prr = position.setup.company_index["PRR"]
    refused(game, LayTile(P0, prr, Hex(999), Tile(0), 0), Reason.UNKNOWN_HEX)
    refused(game, LayTile(P0, prr, Hex(0), Tile(999), 0), Reason.UNKNOWN_TILE)
    refused(game, LayTile(P0, prr, Hex(0), Tile(0), 6), Reason.UNKNOWN_TILE)
    refused(game, LayTile(P0, Company(99), Hex(0), Tile(0), 0), Reason.UNKNOWN_COMPANY)
    refused(game, LayTile(Player(Holder(9)), prr, Hex(0), Tile(0), 0), Reason.UNKNOWN_PLAYER)
    for unknown in (Private(-2), Private(6), Private(99)):
        lay = LayTile(P0, prr, position.setup.hex_index["B20"], position.setup.tile_index["58"], 0, unknown)
        refused(game, lay, Reason.UNKNOWN_PRIVATE)
