"""Homes in either city, in one of several hexes, or beside the track (V-7.3 to V-7.6, S-1.2, cases 109 and 110)."""

from typing import Any

import pytest

from board_helpers import SIDE_NAMES, Scene, legal, refused
from goldenspike.core.actions import ChooseHome, LayTile, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.options import TrackPlacement
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.home_station import home_places
from goldenspike.core.rules.station import refuse_city
from goldenspike.core.state import hex_of_place, place_of
from goldenspike.titles.g1830.options import Board, ReadingHome, TileMix


def start(scene: Scene, company: str) -> Game:
    """The first turn of a railroad, at its very beginning."""
    game = scene.start_round()
    assert scene.operating(game) == company
    return game


def choose(scene: Scene, company: str, hex: str, stop: int = 0) -> ChooseHome:
    number = scene.railroad(company)
    return ChooseHome(scene.state.presidents[number], number, scene.hex(hex), stop)


def open_homes(scene: Scene, company: str) -> set[str]:
    places = home_places(scene.setup, scene.state, scene.railroad(company))
    return {scene.setup.title.hexes[hex_of_place(place)].id for place in places}


# --- either city of an OO hex (V-7.3)


def oo_tile(**options: Any) -> Scene:
    """The Erie's hex has a tile before the Erie starts."""
    return Scene(phase="3", **options).company("Erie", money=500, home=False).tile("E11", "59", 0)


def test_either_city_of_the_hex() -> None:
    """V-7.3: the Erie chooses, and the hex is closed to all others until then; without it its city is the first."""
    scene = oo_tile()
    game = start(scene, "Erie")
    assert legal(game, choose(scene, "Erie", "E11", 0))
    assert legal(game, choose(scene, "Erie", "E11", 1))
    scene = oo_tile(oo_home=False)
    game = start(scene, "Erie")
    assert scene.stations(game, "Erie") == [("E11", 0)]


@pytest.mark.parametrize(("oo_home", "second"), [(True, Reason.CITY_RESERVED), (False, None)])
def test_the_hex_is_closed_to_others(oo_home: bool, second: Reason | None) -> None:
    """V-7.3, 7.3.2."""
    scene = oo_tile(oo_home=oo_home)
    cities = [refuse_city(scene.setup, scene.state, scene.railroad("NYC"), scene.hex("E11"), stop) for stop in (0, 1)]
    assert [city and city.reason for city in cities] == [Reason.CITY_RESERVED, second]


def test_another_station_moves_to_the_first_city() -> None:
    """7.2.2, 7.3.2 without V-7.3: a brown tile may turn the numbers of the cities round; the one still free is the Erie's."""
    scene = Scene(phase="5", oo_home=False).company("NYC", president=1, money=500).company("Erie", price=67, home=False)
    scene.tile("E11", "59", 0).station("NYC", "E11", 1)
    here, nyc = scene.hex("E11"), scene.railroad("NYC")
    turned = next(lay for lay in scene.setup.lays(here, scene.state.faces[here]) if lay.stops == (1, 0))
    face = scene.setup.faces[turned.face]
    game = scene.operate("NYC")
    game.push(LayTile(1, nyc, here, face.tile, face.rotation))
    assert ("E11", 0) in scene.stations(game, "NYC")
    other = scene.railroad("PRR")
    city = refuse_city(scene.setup, game.state, other, here, 1)
    assert city is not None and city.reason is Reason.CITY_RESERVED
    assert home_places(scene.setup, game.state, scene.railroad("Erie")) == [place_of(here, 1)]


def test_the_pere_marquette_starts_like_the_erie() -> None:
    """V-7.3, S-1.2: either city of Detroit and Windsor, and its own green tile."""
    scene = Scene(version="s1", phase="3").company("PMQ", money=500, home=False)
    game = start(scene, "PMQ")
    assert legal(game, choose(scene, "PMQ", "E5", 0))
    assert legal(game, choose(scene, "PMQ", "E5", 1))
    for stop in (0, 1):
        city = refuse_city(scene.setup, scene.state, scene.railroad("NYC"), scene.hex("E5"), stop)
        assert city is not None and city.reason is Reason.CITY_RESERVED
    game.push(choose(scene, "PMQ", "E5", 1))
    tiles = scene.setup.title.tiles
    assert "59" in {tiles[lay.tile].old for lay in game.legal if isinstance(lay, LayTile)}


@pytest.mark.parametrize("stop", [0, 1])
def test_detroit_and_windsor_stay_apart(stop: int) -> None:
    """7.2.2(4), S-1: Detroit has track on the 1830+ board, so each city keeps its own side of the first tile."""
    scene = Scene(version="s1", phase="3").company("PMQ", money=500, home=False).station("PMQ", "E5", stop)
    scene.company("NYC", president=1, price=90).station("NYC", "E5", 1 - stop)
    game = scene.operate("PMQ")
    tiles = scene.setup.title.tiles
    lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == scene.hex("E5") and tiles[a.tile].old == "59")
    game.push(lay)
    exits = scene.setup.faces[game.state.faces[scene.hex("E5")]].stop_exits
    detroit = next(city for city, sides in enumerate(exits) if sides >> SIDE_NAMES.index("W") & 1)
    assert game.state.pending == ()
    assert scene.stations(game, "PMQ")[-1] == ("E5", detroit if stop == 0 else 1 - detroit)
    assert scene.stations(game, "NYC")[-1] == ("E5", 1 - detroit if stop == 0 else detroit)


# --- one of several hexes (V-7.4)


def test_cleveland_or_richmond() -> None:
    """S-1.2, case 109: the C&O chooses at its first turn."""
    scene = Scene(version="s1").company("C&O", money=500, home=False)
    game = start(scene, "C&O")
    assert game.actors == (0,)
    assert legal(game, choose(scene, "C&O", "F6"))
    assert refused(game, choose(scene, "C&O", "L16")) is Reason.NOT_YOUR_HOME
    game.push(choose(scene, "C&O", "K13"))
    assert scene.stations(game, "C&O") == [("K13", 0)]


def test_richmond_is_closed_until_the_co_has_chosen() -> None:
    """S-1.2, case 109: to everybody, also when the city has grown; Cleveland is not."""
    scene = Scene(version="s1", phase="3").tile("K13", "14", 0)
    nyc = scene.railroad("NYC")
    richmond, cleveland = scene.hex("K13"), scene.hex("F6")
    city = refuse_city(scene.setup, scene.state, nyc, richmond, 0)
    assert city is not None and (city.reason, city.facts) == (Reason.CITY_RESERVED, (richmond, scene.railroad("C&O")))
    assert refuse_city(scene.setup, scene.state, nyc, cleveland, 0) is None
    scene.station("C&O", "F6")
    assert refuse_city(scene.setup, scene.state, nyc, richmond, 0) is None


@pytest.mark.parametrize("version", ["s1", "s3"])
def test_the_scenario_closes_richmond_also_with_a_choice_of_homes(version: str) -> None:
    """S-1.2, S-3 with V-7.4: the choice of the others does not open Richmond before the C&O's first station."""
    scene = Scene(version=version, home_choice=True)
    nyc, richmond, cleveland = scene.railroad("NYC"), scene.hex("K13"), scene.hex("F6")
    assert open_homes(scene, "C&O") == {"F6", "K13"}
    assert open_homes(scene, "N&W") == {"L16", "L10"}
    city = refuse_city(scene.setup, scene.state, nyc, richmond, 0)
    assert city is not None and (city.reason, city.facts) == (Reason.CITY_RESERVED, (richmond, scene.railroad("C&O")))
    assert refuse_city(scene.setup, scene.state, nyc, cleveland, 0) is None
    scene.station("C&O", "F6")
    assert refuse_city(scene.setup, scene.state, nyc, richmond, 0) is None


def test_a_full_cleveland_leaves_richmond() -> None:
    """S-1.2, case 109: then there is nothing to choose."""
    scene = Scene(version="s1").company("NYC", president=1, price=67).station("NYC", "F6")
    scene.company("C&O", money=500, home=False)
    game = start(scene, "C&O")
    assert scene.stations(game, "C&O") == [("K13", 0)]


def test_the_last_open_hex_is_held() -> None:
    """V-7.4: with a free choice either city may be taken by others, but not both."""
    scene = Scene(board=Board.PLUS, home_choice=True)
    nyc, richmond, cleveland = scene.railroad("NYC"), scene.hex("K13"), scene.hex("F6")
    assert open_homes(scene, "C&O") == {"F6", "K13"}
    assert refuse_city(scene.setup, scene.state, nyc, richmond, 0) is None
    scene.station("B&O", "F6")
    city = refuse_city(scene.setup, scene.state, nyc, richmond, 0)
    assert city is not None and city.reason is Reason.CITY_RESERVED
    full = refuse_city(scene.setup, scene.state, nyc, cleveland, 0)
    assert full is not None and full.reason is Reason.CITY_FULL


def test_norfolk_or_roanoke() -> None:
    """V-7.4: Roanoke gets its board tile where the N&W may start there."""
    scene = Scene(board=Board.PLUS, with_nw=True, home_choice=True).company("N&W", money=500, home=False)
    game = start(scene, "N&W")
    assert legal(game, choose(scene, "N&W", "L16"))
    game.push(choose(scene, "N&W", "L10"))
    assert scene.stations(game, "N&W") == [("L10", 0)]
    fixed = Scene(board=Board.PLUS, with_nw=True)
    assert open_homes(fixed, "N&W") == {"L16"}


@pytest.mark.parametrize(
    ("home", "hexes"),
    [(ReadingHome.READING, {"H16"}), (ReadingHome.SCHUYLKILL, {"G15"}), (ReadingHome.CHOICE, {"G15", "H16"})],
)
def test_homes_of_the_reading(home: ReadingHome, hexes: set[str]) -> None:
    """V-7.6."""
    assert open_homes(Scene(with_rdr=True, reading_home=home), "RDR") == hexes


@pytest.mark.parametrize("home", list(ReadingHome))
@pytest.mark.parametrize("options", [{}, {"board": Board.PLUS}, {"version": "s1"}])
def test_the_reading_chooses_with_the_others(home: ReadingHome, options: dict[str, Any]) -> None:
    """V-7.4: G15 and H16 are among the starting hexes to choose from, whatever V-7.6 would say without."""
    scene = Scene(with_rdr=True, reading_home=home, home_choice=True, **options).company("RDR", money=500, home=False)
    assert open_homes(scene, "RDR") == {"G15", "H16"}
    game = start(scene, "RDR")
    assert legal(game, choose(scene, "RDR", "G15"))
    game.push(choose(scene, "RDR", "H16"))
    assert scene.stations(game, "RDR") == [("H16", 0)]


def test_a_taken_reading_leaves_the_schuylkill_valley() -> None:
    """V-7.4, V-7.5: others may fill H16, for beside the track of G15 there is always room."""
    scene = Scene(with_rdr=True, home_choice=True).company("RDR", money=500, home=False)
    assert refuse_city(scene.setup, scene.state, scene.railroad("PRR"), scene.hex("H16"), 0) is None
    scene.company("PRR", president=1, price=67).station("PRR", "H16")
    game = start(scene, "RDR")
    assert scene.stations(game, "RDR") == [("G15", 0)]


def test_the_reading_pays_60_in_the_schuylkill_valley() -> None:
    """V-7.6: others pay the full 120."""
    costs = {}
    for company in ("RDR", "PRR"):
        scene = Scene(with_rdr=True, reading_home=ReadingHome.SCHUYLKILL)
        scene.company("RDR", money=500).company("PRR", president=1, price=90, money=500)
        scene.track("H14", "8", "W NE")
        game = scene.operate(company)
        lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == scene.hex("G15"))
        before = scene.cash(game, company)
        game.push(lay)
        costs[company] = before - scene.cash(game, company)
    assert costs == {"RDR": 60, "PRR": 120}


@pytest.mark.parametrize(("home", "cost"), [("G15", 60), ("H16", 120)])
def test_the_discount_goes_with_the_home(home: str, cost: int) -> None:
    """V-7.6: the Reading pays 60 on its starting hex; if it chose the other one, G15 is a hex like any other."""
    scene = Scene(with_rdr=True, reading_home=ReadingHome.CHOICE).company("RDR", money=500, home=False)
    scene.station("RDR", home).track("H14", "7", "NE E").track("H16", "57", "W E")
    game = scene.operate("RDR")
    lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == scene.hex("G15"))
    game.push(lay)
    assert scene.cash(game, "RDR") == 500 - cost


# --- beside the track (V-7.5)


def altoona(trains: str, company: str = "PRR", version: str = "s1") -> tuple[Scene, Game]:
    """Pittsburgh, Altoona and Reading in a row on the 1830+ board; the B&O has a station in Reading."""
    scene = Scene(version=version, phase="4").company("PRR", money=100).company("B&O", president=1, price=90)
    scene.track("H10", "57", "W E").track("H14", "9", "W E").track("H16", "57", "W E").station("B&O", "H16")
    scene.trains(company, trains)
    return scene, scene.operate(company, "run")


def revenue(scene: Scene, game: Game, company: str) -> int:
    game.push(RunTrains(game.state.turn, scene.railroad(company)))
    return game.state.revenues[scene.railroad(company)]


@pytest.mark.parametrize("version", ["s1", "s2", "s3", "s4"])
@pytest.mark.parametrize(("trains", "earned"), [("2", 40), ("3", 50)])
def test_the_prr_may_count_its_home_or_pass_it(version: str, trains: str, earned: int) -> None:
    """V-7.5, S-1.2, case 110: a 2-train runs through and counts two cities of 20, a 3-train counts the 10 as well."""
    scene, game = altoona(trains, version=version)
    assert revenue(scene, game, "PRR") == earned


def test_its_home_is_enough_for_a_route() -> None:
    """V-7.5, case 110: the marker and one city are two stops."""
    scene = Scene(version="s1").company("PRR", trains="2").track("H10", "57", "W E")
    assert revenue(scene, scene.operate("PRR", "run"), "PRR") == 30


def test_others_run_past_the_marker() -> None:
    """S-1.2, case 110: it counts for nobody else and blocks nobody."""
    scene, game = altoona("3", "B&O")
    assert revenue(scene, game, "B&O") == 40


def test_the_marker_is_placed_on_the_first_turn() -> None:
    """V-7.5."""
    scene = Scene(version="s1").company("PRR", home=False)
    game = scene.start_round()
    assert scene.stations(game, "PRR") == [("H12", 0)]


def test_the_hex_is_upgraded_as_usual() -> None:
    """V-7.5: the marker stays beside the new track."""
    scene = Scene(version="s1", phase="5").company("PRR", money=100, trains="2").track("H10", "57", "W E")
    game = scene.operate("PRR")
    lay = next(a for a in game.legal if isinstance(a, LayTile) and a.hex == scene.hex("H12"))
    game.push(lay)
    assert scene.stations(game, "PRR") == [("H12", 0)]
    scene.goes_on(game)
    assert revenue(scene, scene.operate("PRR", "run"), "PRR") == 30


@pytest.mark.parametrize("placement", list(TrackPlacement))
def test_a_home_beside_the_track_lays_on_its_own_hex(placement: TrackPlacement) -> None:
    """V-7.5 with V-7.7: all track of the hex begins at the marker, so new track there is reached."""
    scene = Scene(with_rdr=True, reading_home=ReadingHome.SCHUYLKILL, track_placement=placement).company("RDR", money=60)
    assert scene.lays_on(scene.operate("RDR"), "G15") == {"7", "8", "9"}
    scene = Scene(version="s1", phase="5", track_placement=placement).company("PRR", money=100)
    assert scene.lays_on(scene.operate("PRR"), "H12") == {"41", "43", "45", "47"}


@pytest.mark.parametrize("placement", list(TrackPlacement))
def test_the_erie_lays_any_tile_on_its_own_hex(placement: TrackPlacement) -> None:
    """V-7.3 with V-7.7: its station will stand in one of the cities, whichever tile it is."""
    scene = Scene(phase="3", tiles=TileMix.MIX_A, track_placement=placement).company("Erie", money=100)
    assert scene.lays_on(scene.operate("Erie"), "E11") == {"59", "8861"}


def test_nobody_can_place_a_station_there() -> None:
    """V-7.5: there is no city."""
    scene, game = altoona("2", "B&O")
    scene.money("B&O", 500)
    game = scene.operate("B&O", "station")
    assert refused(game, scene.place("H12")) is Reason.NOT_A_CITY


def test_the_reading_beside_the_track() -> None:
    """V-7.5, V-7.6: in the Schuylkill Valley its home is worth an optional 10 too."""
    scene = Scene(with_rdr=True, reading_home=ReadingHome.SCHUYLKILL, phase="3").company("RDR", trains="2")
    scene.track("G15", "9", "SW NE").track("F16", "57", "SW NE")
    assert revenue(scene, scene.operate("RDR", "run"), "RDR") == 30
