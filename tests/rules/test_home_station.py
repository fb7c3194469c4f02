"""Home stations: at the start of the first turn, free (7.3.1, 7.3.2)."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import ChooseCity, ChooseHome, Pass
from goldenspike.core.game import Game
from goldenspike.core.options import CityChoice
from goldenspike.core.reasons import Reason


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
    scene = Scene().company(company, money=500, home=False)
    game = scene.start_round()
    assert scene.operating(game) == company and scene.step(game) == "track"
    assert scene.stations(game, company) == [(hex, 0)]
    assert scene.cash(game, company) == 500


def test_track_and_another_station_may_follow_in_the_first_turn() -> None:
    """7.3.2, case 64: the home station is not the turn's one station."""
    scene = Scene().company("PRR", money=500, home=False).tile("H10", "57", 1)
    game = scene.start_round()
    game.push(scene.lay("H14", "9", 1))
    assert legal(game, scene.place("H10"))
    game.push(scene.place("H10"))
    assert scene.cash(game, "PRR") == 460
    assert scene.stations(game, "PRR") == [("H12", 0), ("H10", 0)]


def test_no_second_home_in_later_turns() -> None:
    """7.3.1: only at the first turn."""
    scene = Scene().company("PRR", money=500)
    game = scene.start_round()
    assert scene.stations(game, "PRR") == [("H12", 0)]


def test_nnh_stands_in_the_city_that_runs_north_east() -> None:
    """7.3.1: New York already has a tile; the home is the city with the old track."""
    scene = Scene(phase="3").company("NNH", money=100, home=False).tile("G19", "54", 0)
    game = scene.start_round()
    assert scene.stations(game, "NNH") == [("G19", 1)]


def test_erie_chooses_its_city_on_a_tile() -> None:
    """7.3.2, case 68: with track in E-11 the two cities differ, and the Erie's president is asked first of all."""
    scene = Scene(phase="3").company("Erie", president=2, money=100, home=False).tile("E11", "59", 0)
    game = scene.start_round()
    erie, here = scene.railroad("Erie"), scene.hex("E11")
    assert game.actors == (2,)
    assert list(game.legal) == [ChooseHome(2, erie, here, 0), ChooseHome(2, erie, here, 1)]
    assert refused(game, ChooseHome(1, erie, here, 0)) is Reason.NOT_YOUR_TURN
    assert refused(game, ChooseHome(2, erie, scene.hex("D10"), 0)) is Reason.NOT_YOUR_HOME
    assert refused(game, ChooseHome(2, scene.railroad("PRR"), here, 0)) is Reason.NOT_YOUR_HOME
    assert refused(game, ChooseHome(2, erie, here, 2)) is Reason.NOT_YOUR_HOME
    assert refused(game, ChooseHome(2, erie, here - 1, 4)) is Reason.NOT_YOUR_HOME
    assert refused(game, ChooseHome(2, erie, here, -1)) is Reason.NOT_YOUR_HOME
    assert refused(game, Pass(2)) is Reason.MUST_ANSWER_FIRST
    game.push(ChooseHome(2, erie, here, 1))
    assert scene.stations(game, "Erie") == [("E11", 1)]
    assert scene.step(game) == "track" and game.actors == (2,)


def test_home_circle_that_is_taken() -> None:
    """7.3.1: the home goes into an empty circle (a position that the reservation prevents)."""
    scene = Scene(phase="3").company("Erie", home=False).company("PRR", president=1, price=90).tile("E11", "59", 0)
    scene.station("PRR", "E11", 0)
    game = scene.start_round()
    erie, here = scene.railroad("Erie"), scene.hex("E11")
    assert list(game.legal) == [ChooseHome(0, erie, here, 1)]
    assert refused(game, ChooseHome(0, erie, here, 0)) is Reason.CITY_FULL


def erie_gets_its_tile(layer: str, choice: CityChoice) -> tuple[Scene, Game]:
    """The Erie stands on the bare E-11; a railroad lays 59 there. The Erie's president is 2, the PRR's is 0."""
    scene = Scene(phase="3", city_choice=choice).company("Erie", president=2, money=100)
    scene.company("PRR", president=0, money=500, price=90).station("PRR", "H10")
    scene.tile("H10", "57", 2).tile("G9", "9", 2).tile("F8", "7", 4).tile("F10", "4", 1).tile("F12", "7", 1)
    game = scene.operate(layer)
    return scene, game


def test_owner_of_the_station_chooses_its_city() -> None:
    """7.2.2(4) and ruling, #4040: when another railroad lays the first tile, the Erie chooses."""
    scene, game = erie_gets_its_tile("PRR", CityChoice.OWNER)
    erie, here = scene.railroad("Erie"), scene.hex("E11")
    game.push(scene.lay("E11", "59", 3))
    assert game.actors == (2,)
    assert list(game.legal) == [ChooseCity(2, erie, here, 0), ChooseCity(2, erie, here, 1)]
    assert refused(game, ChooseCity(0, erie, here, 0)) is Reason.NOT_YOUR_TURN
    assert refused(game, ChooseCity(2, erie, here, 2)) is Reason.NOT_A_CITY
    assert refused(game, ChooseCity(2, erie, scene.hex("D10"), 0)) is Reason.MUST_ANSWER_FIRST
    assert refused(game, ChooseCity(2, scene.railroad("PRR"), here, 0)) is Reason.MUST_ANSWER_FIRST
    game.push(ChooseCity(2, erie, here, 1))
    assert scene.stations(game, "Erie") == [("E11", 1)]
    assert game.actors == (0,)


def test_layer_of_the_tile_chooses_where_the_table_plays_it_so() -> None:
    """Option city_choice: the president of the laying railroad puts the station."""
    scene, game = erie_gets_its_tile("PRR", CityChoice.TILE_LAYER)
    erie, here = scene.railroad("Erie"), scene.hex("E11")
    game.push(scene.lay("E11", "59", 3))
    assert game.actors == (0,)
    game.push(ChooseCity(0, erie, here, 0))
    assert scene.stations(game, "Erie") == [("E11", 0)]


def test_erie_lays_its_own_tile() -> None:
    """7.2.1: the Erie's own 59, and its own choice."""
    scene, game = erie_gets_its_tile("Erie", CityChoice.OWNER)
    game.push(scene.lay("E11", "59", 0))
    assert game.actors == (2,)
    game.push(ChooseCity(2, scene.railroad("Erie"), scene.hex("E11"), 1))
    assert scene.stations(game, "Erie") == [("E11", 1)]
    assert scene.operating(game) == "Erie"
