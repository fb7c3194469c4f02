"""Laying and exchanging tiles, stations (VI to VIII; cases 22 to 26 of part 2)."""

import pytest

from goldenspike.core.actions import LayTile, Pass, PlaceToken
from goldenspike.core.game import Game
from goldenspike.core.ids import NONE
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.station import station_cost
from goldenspike.core.tiles import Color
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of, step_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.titles.g1862 import STANDARD, standard
from names_1862 import CP, NP
from players import P0, P1


def lay(game: Game, hex: str, tile: str, rotation: int = 0) -> LayTile:
    s = game.state
    return LayTile(s.turn, s.operating, game.setup.hex_index[hex], game.setup.tile_index[tile], rotation)


def central_pacific(phase: str = "2", money: int = 500) -> Game:
    return (
        Position(standard(4), phase=phase).company("CPR", money=money, stations="H1/1").operating_round("CPR", "two_yellow_track")
    )


def test_yellow_phase_one_yellow_tile() -> None:
    """Case 22."""
    game = central_pacific()
    play(game, lay(game, "H5", "9", 1))
    assert step_of(game) != "two_yellow_track"  # Nothing more to lay.


def test_from_the_first_3_train_two_yellow_tiles() -> None:
    """Case 22."""
    game = central_pacific("3")
    play(game, lay(game, "H5", "9", 1))
    refused(game, lay(game, "H3", "20", 1), Reason.LAID_ALREADY)  # Never mixed with an upgrade.
    play(game, lay(game, "H7", "9", 1))
    assert step_of(game) != "two_yellow_track"


def test_or_one_upgrade_and_a_printed_hex_counts_as_one() -> None:
    """Case 22: the terrain of the printed hex is due with its first tile."""
    game = central_pacific("3")
    play(game, lay(game, "H3", "20", 1))
    assert money_of(game, "CPR") == 500 - 120
    assert step_of(game) != "two_yellow_track"


def test_green_tiles_wait_for_the_first_3_train() -> None:
    game = central_pacific()
    refused(game, lay(game, "H3", "20", 1), Reason.COLOR_NOT_AVAILABLE)


def test_omaha_needs_a_yellow_city_first() -> None:
    """Case 22."""
    game = Position(standard(4), phase="3").company("UP", money=500, stations="G16").operating_round("UP", "two_yellow_track")
    refused(game, lay(game, "G16", "14", 0), Reason.TILE_DOES_NOT_FIT)
    refused(game, lay(game, "G16", "57", 0), Reason.TILE_DOES_NOT_FIT)  # The printed track west stays.
    play(game, lay(game, "G16", "57", 1))
    assert money_of(game, "UP") == 420


@pytest.mark.parametrize(("name", "hex"), [("CN", "C16"), ("TP", "K18"), ("GMO", "K24")])
def test_the_home_tile_comes_first(name: str, hex: str) -> None:
    """Case 23 and its ruling: it is compulsory and the first lay of the turn."""
    position = Position(standard(4), phase="3").company(name, money=500, operated=False, stations=hex)
    game = position.operating_round(name, "two_yellow_track")
    refused(game, Pass(P0), Reason.HOME_TILE_FIRST)
    lays = [action for action in game.legal_for(P0) if isinstance(action, LayTile)]
    assert lays and {action.hex for action in lays} == {game.setup.hex_index[hex]}
    assert len(lays) == len(list(game.legal_for(P0)))
    play(game, lays[0])
    allowed(game, Pass(P0))
    assert any(isinstance(action, LayTile) for action in game.legal_for(P0))  # The second yellow tile.


def test_no_duty_on_a_printed_home_or_where_a_tile_lies() -> None:
    """Case 23."""
    for name, hex in (("UP", "G16"), ("ORN", "D3"), ("SP", "L23")):
        game = (
            Position(standard(4)).company(name, money=500, operated=False, stations=hex).operating_round(name, "two_yellow_track")
        )
        allowed(game, Pass(P0))
    position = Position(standard(4)).company("TP", money=500, operated=False, stations="K18").tile("K18", "57", 1)
    allowed(position.operating_round("TP", "two_yellow_track"), Pass(P0))


def test_no_duty_without_a_tile_to_lay() -> None:
    position = Position(standard(4)).company("TP", money=500, operated=False, stations="K18")
    game = position.operating_round("TP", "two_yellow_track")
    game.state.supply[game.setup.tile_index["57"]] = 0  # More than five lie on cities elsewhere.
    assert list(game.legal_for(P0)) == [Pass(P0)]


@pytest.mark.parametrize(("hex", "cost"), [("E2", 120), ("J3", 0), ("C22", 40), ("D9", 160), ("E18", 80)])
def test_terrain_is_that_of_the_board(hex: str, cost: int) -> None:
    """Case 24: coast 40, river 80, mountain 120, both 160."""
    assert STANDARD.hexes[[h.id for h in STANDARD.hexes].index(hex)].cost == cost


def test_terrain_is_paid_once_and_before_laying() -> None:
    """Case 24."""
    game = central_pacific(money=119)
    refused(game, lay(game, "H5", "9", 1), Reason.NOT_ENOUGH_MONEY)
    game = central_pacific(money=120)
    play(game, lay(game, "H5", "9", 1))
    assert money_of(game, "CPR") == 0


def test_kinds_of_hex_never_turn_into_one_another() -> None:
    """Case 24: towns into towns, cities into cities, special cities into their own, plain track into plain track."""
    setup = central_pacific().setup
    for number, tile in enumerate(STANDARD.tiles):
        for name in tile.upgrades:
            other = STANDARD.tiles[setup.tile_index[name]]
            assert {stop.kind for stop in other.stops} == {stop.kind for stop in tile.stops}, (number, name)
            assert other.color == tile.color + 1


@pytest.mark.parametrize(
    ("hex", "old", "new"),
    [
        ("E2", ("15", 3), {"890"}),
        ("E2", ("14", 0), set()),
        ("J3", ("15", 2), {"890"}),
        ("H1", None, {"890"}),
        ("F31", None, {"885"}),
        ("C30", None, {"886"}),
        ("F23", None, {"892"}),
        ("L23", None, {"893"}),
        ("K18", ("15", 0), {"125"}),
        ("K18", ("14", 0), {"125"}),
    ],
)
def test_special_cities_take_their_own_tiles(hex: str, old: tuple[str, int] | None, new: set[str]) -> None:
    """Case 24: P, S and L; NY, Mtl, Chi and NO."""
    position = Position(standard(4), phase="10")
    if old is not None:
        position.tile(hex, *old)
    setup, number = position.setup, position.setup.hex_index[hex]
    lays = setup.lays(number, position.stock_round().state.faces[number])
    assert {STANDARD.tiles[setup.faces[found.face].tile].id for found in lays} == new


def test_new_york_and_montreal_share_one_brown_tile() -> None:
    """Case 24 and the ruling on 891: one of the two."""
    position = Position(standard(4), phase="5").tiles("F31:885/1 C30:886/3")
    faces = position.stock_round().state.faces
    for hex in (position.setup.hex_index["F31"], position.setup.hex_index["C30"]):
        lays = position.setup.lays(hex, faces[hex])
        assert {STANDARD.tiles[position.setup.faces[found.face].tile].id for found in lays} == {"891"}
    assert STANDARD.tile_counts[position.setup.tile_index["891"]] == 1
    position.company("CP", stations="C30", money=500)
    position.tile("F31", "891", 0)
    game = position.operating_round("CP", "two_yellow_track")
    refused(game, lay(game, "C30", "891", 1), Reason.NO_TILE_LEFT)


def test_an_upgrade_must_be_run_on_afterwards() -> None:
    """Case 25."""
    position = Position(standard(4), phase="3").company("CPR", money=500, stations="H1/1").tiles("I2:9/2")
    game = position.operating_round("CPR", "two_yellow_track")
    # I2 lies beside the line, but no track of its new tile would be reached from Sacramento's station.
    refused(game, lay(game, "I2", "20", 2), Reason.NOT_CONNECTED)


def test_gray_tiles_with_the_first_8() -> None:
    """Case 37 and the ruling on gray tiles."""
    colors = {phase.id: phase.colors[-1] for phase in STANDARD.phases}
    assert colors["6"] is Color.BROWN
    assert colors["8"] is Color.GRAY


@pytest.mark.parametrize(("placed", "home", "abroad"), [("C30", 40, 60), ("C30 B31", 100, 150), ("C30 B31 C2", 100, 150)])
def test_stations_cost_40_then_100_and_half_as_much_again_abroad(placed: str, home: int, abroad: int) -> None:
    """Case 26."""
    position = Position(standard(4)).company("CP", stations=placed)
    game = position.operating_round("CP", "station")
    assert station_cost(game.setup, game.state, CP, position.setup.hex_index["B31"]) == home
    assert station_cost(game.setup, game.state, CP, position.setup.hex_index["F31"]) == abroad


def test_a_station_abroad_is_paid_so() -> None:
    """Case 26: NP's line reaches Winnipeg."""
    position = (
        Position(standard(4), phase="3").company("NP", money=100, stations="E18").company("CN", president=1, stations="C16")
    )
    position.tiles("D17:9/2 C16:14/0")
    game = position.operating_round("NP", "station")
    play(game, PlaceToken(P0, NP, position.setup.hex_index["C16"], 0))
    assert money_of(game, "NP") == 40


def test_one_station_a_turn_and_one_in_a_hex() -> None:
    """Case 26."""
    position = (
        Position(standard(4), phase="3").company("NP", money=500, stations="E18").company("CN", president=1, stations="C16")
    )
    position.tiles("D17:9/2 C16:14/0")
    game = position.operating_round("NP", "station")
    refused(game, PlaceToken(P0, NP, position.setup.hex_index["E18"], 0), Reason.TOKEN_IN_HEX)
    play(game, PlaceToken(P0, NP, position.setup.hex_index["C16"], 0))
    assert step_of(game) != "station"


def test_a_place_stays_free_for_a_home() -> None:
    """Case 26: Winnipeg waits for CN until it has its station, or has left the game."""
    position = Position(standard(4)).company("NP", money=500, stations="E18").tiles("D17:9/2 C16:57/2")
    game = position.operating_round("NP", "station")
    refused(game, PlaceToken(P0, NP, position.setup.hex_index["C16"], 0), Reason.CITY_RESERVED)
    allowed(position.closed("CN").operating_round("NP", "station"), PlaceToken(P0, NP, position.setup.hex_index["C16"], 0))


def test_the_home_station_is_free_and_besides_the_turns_station() -> None:
    """Case 26."""
    position = Position(standard(4)).company("NP", money=500, operated=False)
    position.company("CP", president=1, money=0, cell=(1, 6), stations="C30")
    game = position.operating_round("CP", "train")
    play(game, Pass(P1))
    assert game.state.operating == 7
    assert game.state.stations(NP) == [position.setup.hex_index["E18"] * 4]
    assert money_of(game, "NP") == 500
    assert not game.state.token_placed
    assert game.state.operating != NONE
