"""Home stations: at the start of the first turn, free (7.3.1, 7.3.2)."""

import pytest

from goldenspike.core.actions import ChooseCity, ChooseHome, Pass
from goldenspike.core.game import Game
from goldenspike.core.ids import Hex
from goldenspike.core.options import CityChoice
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import lay_tile, money_of, operating_company, place_station, stations_of, step_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2


@pytest.mark.parametrize(
    ("company", "hex"),
    [
        ("PRR", "H12"),
        ("NYC", "E19"),
        ("CPR", "A19"),
        ("B&O", "I15"),
        ("C&O", "F6"),
        ("Erie", "E11"),
        ("NNH", "G19"),
        ("B&M", "E23"),
    ],
)
def test_home_comes_first_and_free(company: str, hex: str) -> None:
    """7.3.1, case 64: placed before anything else, at no cost, also on a hex without a tile."""
    position = Position(classic(), money=0).company(company, money=500, operated=False)
    game = position.start_operating_round()
    assert operating_company(game) == company and step_of(game) == "track"
    assert stations_of(game, company) == [(hex, 0)]
    assert money_of(game, company) == 500


def test_track_and_another_station_may_follow_in_the_first_turn() -> None:
    """7.3.2, case 64: the home station is not the turn's one station."""
    position = Position(classic(), money=0).company("PRR", money=500, operated=False).tile("H10", "57", 1)
    game = position.start_operating_round()
    game.push(lay_tile(game, "H14", "9", 1))
    allowed(game, place_station(game, "H10"))
    game.push(place_station(game, "H10"))
    assert money_of(game, "PRR") == 460
    assert stations_of(game, "PRR") == [("H12", 0), ("H10", 0)]


def test_no_second_home_in_later_turns() -> None:
    """7.3.1: only at the first turn."""
    position = Position(classic(), money=0).company("PRR", money=500)
    game = position.start_operating_round()
    assert stations_of(game, "PRR") == [("H12", 0)]


def test_nnh_stands_in_the_city_that_runs_north_east() -> None:
    """7.3.1: New York already has a tile; the home is the city with the old track."""
    position = Position(classic(), phase="3", money=0).company("NNH", money=100, operated=False).tile("G19", "54", 0)
    game = position.start_operating_round()
    assert stations_of(game, "NNH") == [("G19", 1)]


def test_erie_chooses_its_city_on_a_tile() -> None:
    """7.3.2, case 68: with track in E-11 the two cities differ, and the Erie's president is asked first of all."""
    position = (
        Position(classic(), phase="3", money=0).company("Erie", president=2, money=100, operated=False).tile("E11", "59", 0)
    )
    game = position.start_operating_round()
    erie, here = position.setup.company_index["Erie"], position.setup.hex_index["E11"]
    assert game.actors == (2,)
    assert list(game.legal) == [ChooseHome(P2, erie, here, 0), ChooseHome(P2, erie, here, 1)]
    refused(game, ChooseHome(P1, erie, here, 0), Reason.NOT_YOUR_TURN)
    refused(game, ChooseHome(P2, erie, position.setup.hex_index["D10"], 0), Reason.NOT_YOUR_HOME)
    refused(game, ChooseHome(P2, position.setup.company_index["PRR"], here, 0), Reason.NOT_YOUR_HOME)
    refused(game, ChooseHome(P2, erie, here, 2), Reason.NOT_YOUR_HOME)
    refused(game, ChooseHome(P2, erie, Hex(here - 1), 4), Reason.NOT_YOUR_HOME)
    refused(game, ChooseHome(P2, erie, here, -1), Reason.NOT_YOUR_HOME)
    refused(game, Pass(P2), Reason.MUST_ANSWER_FIRST)
    game.push(ChooseHome(P2, erie, here, 1))
    assert stations_of(game, "Erie") == [("E11", 1)]
    assert step_of(game) == "track" and game.actors == (2,)


def test_home_circle_that_is_taken() -> None:
    """7.3.1: the home goes into an empty circle (a position that the reservation prevents)."""
    position = (
        Position(classic(), phase="3", money=0)
        .company("Erie", operated=False)
        .company("PRR", president=1, par=90)
        .tile("E11", "59", 0)
    )
    position.station("PRR", "E11")
    game = position.start_operating_round()
    erie, here = position.setup.company_index["Erie"], position.setup.hex_index["E11"]
    assert list(game.legal) == [ChooseHome(P0, erie, here, 1)]
    refused(game, ChooseHome(P0, erie, here, 0), Reason.CITY_FULL)


def erie_gets_its_tile(layer: str, choice: CityChoice) -> tuple[Position, Game]:
    """The Erie stands on the bare E-11; a railroad lays 59 there. The Erie's president is 2, the PRR's is 0."""
    position = Position(classic(city_choice=choice), phase="3", money=0).company("Erie", president=2, money=100)
    position.company("PRR", par=90, money=500).station("PRR", "H10")
    position.tile("H10", "57", 2).tile("G9", "9", 2).tile("F8", "7", 4).tile("F10", "4", 1).tile("F12", "7", 1)
    game = position.operating_round(layer)
    return position, game


def test_owner_of_the_station_chooses_its_city() -> None:
    """7.2.2(4) and ruling, #4040: when another railroad lays the first tile, the Erie chooses."""
    position, game = erie_gets_its_tile("PRR", CityChoice.OWNER)
    erie, here = position.setup.company_index["Erie"], position.setup.hex_index["E11"]
    game.push(lay_tile(game, "E11", "59", 3))
    assert game.actors == (2,)
    assert list(game.legal) == [ChooseCity(P2, erie, here, 0), ChooseCity(P2, erie, here, 1)]
    refused(game, ChooseCity(P0, erie, here, 0), Reason.NOT_YOUR_TURN)
    refused(game, ChooseCity(P2, erie, here, 2), Reason.NOT_A_CITY)
    refused(game, ChooseCity(P2, erie, position.setup.hex_index["D10"], 0), Reason.MUST_ANSWER_FIRST)
    refused(game, ChooseCity(P2, position.setup.company_index["PRR"], here, 0), Reason.MUST_ANSWER_FIRST)
    game.push(ChooseCity(P2, erie, here, 1))
    assert stations_of(game, "Erie") == [("E11", 1)]
    assert game.actors == (0,)


def test_layer_of_the_tile_chooses_where_the_table_plays_it_so() -> None:
    """Option city_choice: the president of the laying railroad puts the station."""
    position, game = erie_gets_its_tile("PRR", CityChoice.TILE_LAYER)
    erie, here = position.setup.company_index["Erie"], position.setup.hex_index["E11"]
    game.push(lay_tile(game, "E11", "59", 3))
    assert game.actors == (0,)
    game.push(ChooseCity(P0, erie, here, 0))
    assert stations_of(game, "Erie") == [("E11", 0)]


def test_erie_lays_its_own_tile() -> None:
    """7.2.1: the Erie's own 59, and its own choice."""
    position, game = erie_gets_its_tile("Erie", CityChoice.OWNER)
    game.push(lay_tile(game, "E11", "59", 0))
    assert game.actors == (2,)
    game.push(ChooseCity(P2, position.setup.company_index["Erie"], position.setup.hex_index["E11"], 1))
    assert stations_of(game, "Erie") == [("E11", 1)]
    assert operating_company(game) == "Erie"
