"""Homes in either city, in one of several hexes, or beside the track (V-7.3 to V-7.6, S-1.2, cases 109 and 110)."""

from typing import Any

import pytest

from goldenspike.core.actions import ChooseHome, LayTile, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.hexes import SIDE_NAMES
from goldenspike.core.options import TrackPlacement
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.home_station import home_places
from goldenspike.core.rules.station import refuse_city
from goldenspike.core.state import hex_of_place, place_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of, operating_company, place_station, stations_of, tiles_for
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Board, ReadingHome, TileMix
from helpers import version_1830
from players import P1


def start(position: Position, company: str) -> Game:
    """The first turn of a railroad, at its very beginning."""
    game = position.start_operating_round()
    assert operating_company(game) == company
    return game


def refusal_of_city(position: Position, company: str, hex: str, stop: int) -> Refusal | None:
    state, setup = position.stock_round().state, position.setup
    return refuse_city(setup, state, setup.company_index[company], setup.hex_index[hex], stop)


def choose(position: Position, company: str, hex: str, stop: int = 0) -> ChooseHome:
    number = position.setup.company_index[company]
    return ChooseHome(position.stock_round().state.presidents[number], number, position.setup.hex_index[hex], stop)


def open_homes(position: Position, company: str) -> set[str]:
    places = home_places(position.setup, position.stock_round().state, position.setup.company_index[company])
    return {position.setup.title.hexes[hex_of_place(place)].id for place in places}


# --- either city of an OO hex (V-7.3)


def oo_tile(**options: Any) -> Position:
    """The Erie's hex has a tile before the Erie starts."""
    return Position(classic(**options), phase="3", money=0).company("Erie", money=500, operated=False).tile("E11", "59", 0)


def test_either_city_of_the_hex() -> None:
    """V-7.3: the Erie chooses, and the hex is closed to all others until then; without it its city is the first."""
    position = oo_tile()
    game = start(position, "Erie")
    allowed(game, choose(position, "Erie", "E11", 0))
    allowed(game, choose(position, "Erie", "E11", 1))
    position = oo_tile(oo_home=False)
    game = start(position, "Erie")
    assert stations_of(game, "Erie") == [("E11", 0)]


@pytest.mark.parametrize(("oo_home", "second"), [(True, Reason.CITY_RESERVED), (False, None)])
def test_the_hex_is_closed_to_others(oo_home: bool, second: Reason | None) -> None:
    """V-7.3, 7.3.2."""
    position = oo_tile(oo_home=oo_home)
    cities = [refusal_of_city(position, "NYC", "E11", stop) for stop in (0, 1)]
    assert [city and city.reason for city in cities] == [Reason.CITY_RESERVED, second]


def test_another_station_moves_to_the_first_city() -> None:
    """7.2.2, 7.3.2 without V-7.3: a brown tile may turn the numbers of the cities round; the one still free is the Erie's."""
    position = (
        Position(classic(oo_home=False), phase="5", money=0)
        .company("NYC", president=1, money=500)
        .company("Erie", par=67, operated=False)
    )
    position.tile("E11", "59", 0).station("NYC", "E11/1")
    here, nyc = position.setup.hex_index["E11"], position.setup.company_index["NYC"]
    turned = next(lay for lay in position.setup.lays(here, position.stock_round().state.faces[here]) if lay.stops == (1, 0))
    face = position.setup.faces[turned.face]
    game = position.operating_round("NYC")
    game.push(LayTile(P1, nyc, here, face.tile, face.rotation))
    assert ("E11", 0) in stations_of(game, "NYC")
    other = position.setup.company_index["PRR"]
    city = refuse_city(position.setup, game.state, other, here, 1)
    assert city is not None and city.reason is Reason.CITY_RESERVED
    assert home_places(position.setup, game.state, position.setup.company_index["Erie"]) == [place_of(here, 1)]


def test_the_pere_marquette_starts_like_the_erie() -> None:
    """V-7.3, S-1.2: either city of Detroit and Windsor, and its own green tile."""
    position = Position(version_1830("s1"), phase="3", money=0).company("PMQ", money=500, operated=False)
    game = start(position, "PMQ")
    allowed(game, choose(position, "PMQ", "E5", 0))
    allowed(game, choose(position, "PMQ", "E5", 1))
    for stop in (0, 1):
        city = refusal_of_city(position, "NYC", "E5", stop)
        assert city is not None and city.reason is Reason.CITY_RESERVED
    game.push(choose(position, "PMQ", "E5", 1))
    tiles = position.setup.title.tiles
    assert "59" in {tiles[lay.tile].old for lay in game.legal if isinstance(lay, LayTile)}


@pytest.mark.parametrize("stop", [0, 1])
def test_detroit_and_windsor_stay_apart(stop: int) -> None:
    """7.2.2(4), S-1: Detroit has track on the 1830+ board, so each city keeps its own side of the first tile."""
    position = (
        Position(version_1830("s1"), phase="3", money=0).company("PMQ", money=500, operated=False).station("PMQ", f"E5/{stop}")
    )
    position.company("NYC", president=1, par=90).station("NYC", f"E5/{1 - stop}")
    game = position.operating_round("PMQ")
    tiles = position.setup.title.tiles
    lay = next(
        a for a in game.legal if isinstance(a, LayTile) and a.hex == position.setup.hex_index["E5"] and tiles[a.tile].old == "59"
    )
    game.push(lay)
    exits = position.setup.faces[game.state.faces[position.setup.hex_index["E5"]]].stop_exits
    detroit = next(city for city, sides in enumerate(exits) if sides >> SIDE_NAMES.index("W") & 1)
    assert game.state.pending == ()
    assert stations_of(game, "PMQ")[-1] == ("E5", detroit if stop == 0 else 1 - detroit)
    assert stations_of(game, "NYC")[-1] == ("E5", 1 - detroit if stop == 0 else detroit)


# --- one of several hexes (V-7.4)


def test_cleveland_or_richmond() -> None:
    """S-1.2, case 109: the C&O chooses at its first turn."""
    position = Position(version_1830("s1"), money=0).company("C&O", money=500, operated=False)
    game = start(position, "C&O")
    assert game.actors == (0,)
    allowed(game, choose(position, "C&O", "F6"))
    refused(game, choose(position, "C&O", "L16"), Reason.NOT_YOUR_HOME)
    game.push(choose(position, "C&O", "K13"))
    assert stations_of(game, "C&O") == [("K13", 0)]


def test_richmond_is_closed_until_the_co_has_chosen() -> None:
    """S-1.2, case 109: to everybody, also when the city has grown; Cleveland is not."""
    position = Position(version_1830("s1"), phase="3", money=0).tile("K13", "14", 0)
    nyc = position.setup.company_index["NYC"]
    richmond, cleveland = position.setup.hex_index["K13"], position.setup.hex_index["F6"]
    city = refuse_city(position.setup, position.stock_round().state, nyc, richmond, 0)
    assert city is not None and (city.reason, city.facts) == (
        Reason.CITY_RESERVED,
        (richmond, position.setup.company_index["C&O"]),
    )
    assert refuse_city(position.setup, position.stock_round().state, nyc, cleveland, 0) is None
    position.station("C&O", "F6")
    assert refuse_city(position.setup, position.stock_round().state, nyc, richmond, 0) is None


@pytest.mark.parametrize("version", ["s1", "s3"])
def test_the_scenario_closes_richmond_also_with_a_choice_of_homes(version: str) -> None:
    """S-1.2, S-3 with V-7.4: the choice of the others does not open Richmond before the C&O's first station."""
    position = Position(version_1830(version, home_choice=True), money=0)
    nyc, richmond, cleveland = (
        position.setup.company_index["NYC"],
        position.setup.hex_index["K13"],
        position.setup.hex_index["F6"],
    )
    assert open_homes(position, "C&O") == {"F6", "K13"}
    assert open_homes(position, "N&W") == {"L16", "L10"}
    city = refuse_city(position.setup, position.stock_round().state, nyc, richmond, 0)
    assert city is not None and (city.reason, city.facts) == (
        Reason.CITY_RESERVED,
        (richmond, position.setup.company_index["C&O"]),
    )
    assert refuse_city(position.setup, position.stock_round().state, nyc, cleveland, 0) is None
    position.station("C&O", "F6")
    assert refuse_city(position.setup, position.stock_round().state, nyc, richmond, 0) is None


def test_a_full_cleveland_leaves_richmond() -> None:
    """S-1.2, case 109: then there is nothing to choose."""
    position = Position(version_1830("s1"), money=0).company("NYC", president=1, par=67).station("NYC", "F6")
    position.company("C&O", money=500, operated=False)
    game = start(position, "C&O")
    assert stations_of(game, "C&O") == [("K13", 0)]


def test_the_last_open_hex_is_held() -> None:
    """V-7.4: with a free choice either city may be taken by others, but not both."""
    position = Position(classic(board=Board.PLUS, home_choice=True), money=0)
    nyc, richmond, cleveland = (
        position.setup.company_index["NYC"],
        position.setup.hex_index["K13"],
        position.setup.hex_index["F6"],
    )
    assert open_homes(position, "C&O") == {"F6", "K13"}
    assert refuse_city(position.setup, position.stock_round().state, nyc, richmond, 0) is None
    position.station("B&O", "F6")
    city = refuse_city(position.setup, position.stock_round().state, nyc, richmond, 0)
    assert city is not None and city.reason is Reason.CITY_RESERVED
    full = refuse_city(position.setup, position.stock_round().state, nyc, cleveland, 0)
    assert full is not None and full.reason is Reason.CITY_FULL


def test_norfolk_or_roanoke() -> None:
    """V-7.4: Roanoke gets its board tile where the N&W may start there."""
    position = Position(classic(board=Board.PLUS, with_nw=True, home_choice=True), money=0).company(
        "N&W", money=500, operated=False
    )
    game = start(position, "N&W")
    allowed(game, choose(position, "N&W", "L16"))
    game.push(choose(position, "N&W", "L10"))
    assert stations_of(game, "N&W") == [("L10", 0)]
    fixed = Position(classic(board=Board.PLUS, with_nw=True), money=0)
    assert open_homes(fixed, "N&W") == {"L16"}


@pytest.mark.parametrize(
    ("home", "hexes"),
    [(ReadingHome.READING, {"H16"}), (ReadingHome.SCHUYLKILL, {"G15"}), (ReadingHome.CHOICE, {"G15", "H16"})],
)
def test_homes_of_the_reading(home: ReadingHome, hexes: set[str]) -> None:
    """V-7.6."""
    assert open_homes(Position(classic(with_rdr=True, reading_home=home), money=0), "RDR") == hexes


@pytest.mark.parametrize("home", list(ReadingHome))
@pytest.mark.parametrize("options", [{}, {"board": Board.PLUS}, {"version": "s1"}])
def test_the_reading_chooses_with_the_others(home: ReadingHome, options: dict[str, Any]) -> None:
    """V-7.4: G15 and H16 are among the starting hexes to choose from, whatever V-7.6 would say without."""
    position = Position(
        version_1830(with_rdr=True, reading_home=home, home_choice=True, **{"version": "classic", **options}), money=0
    ).company("RDR", money=500, operated=False)
    assert open_homes(position, "RDR") == {"G15", "H16"}
    game = start(position, "RDR")
    allowed(game, choose(position, "RDR", "G15"))
    game.push(choose(position, "RDR", "H16"))
    assert stations_of(game, "RDR") == [("H16", 0)]


def test_a_taken_reading_leaves_the_schuylkill_valley() -> None:
    """V-7.4, V-7.5: others may fill H16, for beside the track of G15 there is always room."""
    position = Position(classic(with_rdr=True, home_choice=True), money=0).company("RDR", money=500, operated=False)
    assert refusal_of_city(position, "PRR", "H16", 0) is None
    position.company("PRR", president=1, par=67).station("PRR", "H16")
    game = start(position, "RDR")
    assert stations_of(game, "RDR") == [("G15", 0)]


def test_the_reading_pays_60_in_the_schuylkill_valley() -> None:
    """V-7.6: others pay the full 120."""
    costs = {}
    for company in ("RDR", "PRR"):
        position = Position(classic(with_rdr=True, reading_home=ReadingHome.SCHUYLKILL), money=0)
        position.company("RDR", money=500).company("PRR", president=1, par=90, money=500)
        position.tile("H14", "8", "W NE")
        game = position.operating_round(company)
        lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == position.setup.hex_index["G15"])
        before = money_of(game, company)
        game.push(lay)
        costs[company] = before - money_of(game, company)
    assert costs == {"RDR": 60, "PRR": 120}


@pytest.mark.parametrize(("home", "cost"), [("G15", 60), ("H16", 120)])
def test_the_discount_goes_with_the_home(home: str, cost: int) -> None:
    """V-7.6: the Reading pays 60 on its starting hex; if it chose the other one, G15 is a hex like any other."""
    position = Position(classic(with_rdr=True, reading_home=ReadingHome.CHOICE), money=0).company(
        "RDR", money=500, operated=False
    )
    position.station("RDR", home).tile("H14", "7", "NE E").tile("H16", "57", "W E")
    game = position.operating_round("RDR")
    lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == position.setup.hex_index["G15"])
    game.push(lay)
    assert money_of(game, "RDR") == 500 - cost


# --- beside the track (V-7.5)


def altoona(trains: str, company: str = "PRR", version: str = "s1") -> tuple[Position, Game]:
    """Pittsburgh, Altoona and Reading in a row on the 1830+ board; the B&O has a station in Reading."""
    position = Position(version_1830(version), phase="3", money=0).company("PRR", money=100).company("B&O", president=1, par=90)
    position.tile("H10", "57", "W E").tile("H14", "9", "W E").tile("H16", "57", "W E").station("B&O", "H16")
    position.trains(company, trains)
    return position, position.operating_round(company, "run")


def revenue(position: Position, game: Game, company: str) -> int:
    game.push(RunTrains(game.state.turn, position.setup.company_index[company]))
    return game.state.revenues[position.setup.company_index[company]]


@pytest.mark.parametrize("version", ["s1", "s2", "s3", "s4"])
@pytest.mark.parametrize(("trains", "earned"), [("2", 40), ("3", 50)])
def test_the_prr_may_count_its_home_or_pass_it(version: str, trains: str, earned: int) -> None:
    """V-7.5, S-1.2, case 110: a 2-train runs through and counts two cities of 20, a 3-train counts the 10 as well."""
    position, game = altoona(trains, version=version)
    assert revenue(position, game, "PRR") == earned


def test_its_home_is_enough_for_a_route() -> None:
    """V-7.5, case 110: the marker and one city are two stops."""
    position = Position(version_1830("s1"), money=0).company("PRR", trains="2").tile("H10", "57", "W E")
    assert revenue(position, position.operating_round("PRR", "run"), "PRR") == 30


def test_others_run_past_the_marker() -> None:
    """S-1.2, case 110: it counts for nobody else and blocks nobody."""
    position, game = altoona("3", "B&O")
    assert revenue(position, game, "B&O") == 40


def test_the_marker_is_placed_on_the_first_turn() -> None:
    """V-7.5."""
    position = Position(version_1830("s1"), money=0).company("PRR", operated=False)
    game = position.start_operating_round()
    assert stations_of(game, "PRR") == [("H12", 0)]


def test_the_hex_is_upgraded_as_usual() -> None:
    """V-7.5: the marker stays beside the new track."""
    position = Position(version_1830("s1"), phase="5", money=0).company("PRR", money=100, trains="3").tile("H10", "57", "W E")
    game = position.operating_round("PRR")
    lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == position.setup.hex_index["H12"])
    game.push(lay)
    assert stations_of(game, "PRR") == [("H12", 0)]
    assert revenue(position, Position.of(game).operating_round("PRR", "run"), "PRR") == 30


@pytest.mark.parametrize("placement", list(TrackPlacement))
def test_a_home_beside_the_track_lays_on_its_own_hex(placement: TrackPlacement) -> None:
    """V-7.5 with V-7.7: all track of the hex begins at the marker, so new track there is reached."""
    position = Position(classic(with_rdr=True, reading_home=ReadingHome.SCHUYLKILL, track_placement=placement), money=0).company(
        "RDR", money=60
    )
    assert tiles_for(position.operating_round("RDR"), "G15") == {"7", "8", "9"}
    position = Position(version_1830("s1", track_placement=placement), phase="5", money=0).company("PRR", money=100)
    assert tiles_for(position.operating_round("PRR"), "H12") == {"41", "43", "45", "47"}


@pytest.mark.parametrize("placement", list(TrackPlacement))
def test_the_erie_lays_any_tile_on_its_own_hex(placement: TrackPlacement) -> None:
    """V-7.3 with V-7.7: its station will stand in one of the cities, whichever tile it is."""
    position = Position(classic(tiles=TileMix.MIX_A, track_placement=placement), phase="3", money=0).company("Erie", money=100)
    assert tiles_for(position.operating_round("Erie"), "E11") == {"59", "8861"}


def test_nobody_can_place_a_station_there() -> None:
    """V-7.5: there is no city."""
    position, game = altoona("2", "B&O")
    position.money("B&O", 500)
    game = position.operating_round("B&O", "station")
    refused(game, place_station(game, "H12"), Reason.NOT_A_CITY)


def test_the_reading_beside_the_track() -> None:
    """V-7.5, V-7.6: in the Schuylkill Valley its home is worth an optional 10 too."""
    position = Position(classic(with_rdr=True, reading_home=ReadingHome.SCHUYLKILL), phase="3", money=0).company(
        "RDR", trains="2"
    )
    position.tile("G15", "9", "SW NE").tile("F16", "57", "SW NE")
    assert revenue(position, position.operating_round("RDR", "run"), "RDR") == 30
