"""Placing stations and what they block (7.3)."""

from typing import Any

import pytest

from goldenspike.core.actions import Pass, PlaceToken
from goldenspike.core.ids import Hex, by_hex
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.runs import reach
from goldenspike.core.rules.station import refuse_city
from goldenspike.core.state import place_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import cities_for_stations, money_of, place_station, stations_of, step_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.g1830 import classic
from players import P0, P1


def main_line(money: int = 1000, **options: Any) -> Position:
    """The PRR from Altoona west to Pittsburgh and Columbus, east to Lancaster."""
    position = Position(classic(**options), phase="3", money=0).company("PRR", money=money)
    for hex, tile in (("H10", "57"), ("H8", "9"), ("H6", "9"), ("H4", "57"), ("H14", "9"), ("H16", "57")):
        position.tile(hex, tile, 1)
    return position


def test_stations_cost_40_then_100() -> None:
    """7.3.2, case 65: the first further station costs 40, each later one 100, and one is placed in a turn."""
    position = main_line()
    paid = []
    for hex in ("H10", "H16", "H4"):
        game = position.operating_round("PRR", "station")
        before = money_of(game, "PRR")
        allowed(game, place_station(game, hex))
        game.push(place_station(game, hex))
        paid.append(before - money_of(game, "PRR"))
        assert step_of(game) != "station"
        position = Position.of(game)
    assert paid == [40, 100, 100]
    assert stations_of(game, "PRR") == [("H12", 0), ("H10", 0), ("H16", 0), ("H4", 0)]
    assert len(stations_of(game, "PRR")) == position.setup.title.companies[position.setup.company_index["PRR"]].tokens


def test_no_station_without_tokens() -> None:
    """7.3.2: a railroad has only so many tokens; with none left it is not asked."""
    position = main_line().company("NNH", president=1, par=90, money=500).station("NNH", "H10")
    game = position.operating_round("NNH", "station")
    refused(game, place_station(game, "H16"), Reason.NO_TOKENS_LEFT)
    position.phase("3")
    game = position.operating_round("NNH")
    game.push(Pass(P1))
    assert step_of(game) not in ("track", "station")


def test_station_is_paid_from_the_treasury() -> None:
    """7.1 note, case 65: money on hand."""
    position = main_line(money=39)
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "H10"), Reason.NOT_ENOUGH_MONEY)
    position.money("PRR", 40)
    game = position.operating_round("PRR", "station")
    allowed(game, place_station(game, "H10"))


@pytest.mark.parametrize("knowledge", list(Knowledge))
def test_only_with_open_books_is_a_poor_railroad_not_asked(knowledge: Knowledge) -> None:
    """C-1.1: where treasuries are hidden, a question that is not put would tell what lies in them."""
    position = main_line(money=39, knowledge=knowledge)
    game = position.operating_round("PRR")
    game.push(Pass(P0))
    assert (step_of(game) == "station") is (knowledge is not Knowledge.OPEN)


def test_station_needs_a_route_to_the_city() -> None:
    """7.3.2, case 65: a legal route of any length from one of its other stations."""
    position = main_line().tile("J14", "57", 0)
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "J14"), Reason.CITY_NOT_REACHED)
    allowed(game, place_station(game, "H4"))
    assert cities_for_stations(game) == {("H10", 0), ("H4", 0), ("H16", 0)}


def test_only_in_large_cities() -> None:
    """7.3: a token goes on a large city's circle."""
    position = main_line().tile("G9", "9", 2)
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "H14"), Reason.NOT_A_CITY)
    refused(game, place_station(game, "F2"), Reason.NOT_A_CITY)
    refused(game, place_station(game, "D4"), Reason.NOT_A_CITY)
    refused(game, place_station(game, "H10", 1), Reason.NOT_A_CITY)
    refused(game, place_station(game, "H10", -1), Reason.NOT_A_CITY)
    refused(game, PlaceToken(P0, position.setup.company_index["PRR"], Hex(999), 0), Reason.UNKNOWN_HEX)


def test_not_in_a_full_city() -> None:
    """7.3.2: an empty circle is needed."""
    position = main_line().company("NYC", president=1).station("NYC", "H10")
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "H10"), Reason.CITY_FULL)


def test_one_station_in_a_turn() -> None:
    """7.3.2, case 65: never two in one turn."""
    game = main_line().set(token_placed=True).operating_round("PRR", "station")
    refused(game, place_station(game, "H10"), Reason.TOKEN_PLACED_ALREADY)


def test_not_twice_in_one_hex() -> None:
    """7.3.2, example D of 7.3, case 66: with a station in one New York city, no other one there."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=500).company("NNH", president=1).tile("G19", "54", 0)
    position.station("PRR", "G19")
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "G19", 1), Reason.TOKEN_IN_HEX)
    refused(game, place_station(game, "G19", 0), Reason.TOKEN_IN_HEX)


@pytest.mark.parametrize(
    ("company", "hex", "stop"),
    [
        ("NYC", "E19", 0),
        ("CPR", "A19", 0),
        ("B&O", "I15", 0),
        ("C&O", "F6", 0),
        ("NNH", "G19", 0),
        ("B&M", "E23", 0),
    ],
)
def test_homes_are_kept_free(company: str, hex: str, stop: int) -> None:
    """7.3.2, case 67: nobody takes the last circle of a home whose railroad has not operated, floated or not."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=500)
    game = position.operating_round("PRR", "station")
    refusal = refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index[hex], stop)
    assert refusal is not None and refusal.reason is Reason.CITY_RESERVED
    assert refusal.facts == (position.setup.hex_index[hex], position.setup.company_index[company])
    position.company(company, president=1)
    game = position.operating_round("PRR", "station")
    refusal = refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index[hex], stop)
    assert refusal is not None and refusal.reason is Reason.CITY_FULL


def test_the_other_city_of_new_york_is_nobodys_home() -> None:
    """7.3.2, case 67: only the NNH's own city is kept."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=500)
    game = position.operating_round("PRR", "station")
    assert refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index["G19"], 1) is None


def hudson_line(phase: str, tile: str) -> Position:
    """The NYC from Albany by New Haven to the NNH's city of New York."""
    position = Position(classic(), phase=phase, money=0).company("NYC", money=500)
    return position.tile("E19", "57", 2).tile("F20", "56", 0).tile("G19", tile, 0)


def test_a_home_with_two_circles_has_one_to_spare() -> None:
    """7.3.2, case 67: in a brown New York the NYC may take a circle before the NNH operates, the next railroad may not."""
    position = hudson_line("3", "54")
    game = position.operating_round("NYC", "station")
    refused(game, place_station(game, "G19", 1), Reason.CITY_RESERVED)
    position = hudson_line("5", "62")
    game = position.operating_round("NYC", "station")
    allowed(game, place_station(game, "G19", 1))
    game.push(place_station(game, "G19", 1))
    position = Position.of(game).company("PRR", president=1, money=500)
    game = position.operating_round("PRR", "station")
    refusal = refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index["G19"], 1)
    assert refusal is not None and refusal.reason is Reason.CITY_RESERVED


def test_eries_hex_is_closed_to_others_until_it_stands_there() -> None:
    """7.3.2, case 68, #5097: both cities of E-11, also before the Erie is floated; then the other one is free."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=500).tile("E11", "59", 0)
    game = position.operating_round("PRR", "station")
    for stop in (0, 1):
        refusal = refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index["E11"], stop)
        assert refusal is not None and refusal.reason is Reason.CITY_RESERVED
    position.company("Erie", president=1, stations="E11/1")
    game = position.operating_round("PRR", "station")
    assert refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index["E11"], 0) is None
    taken = refuse_city(game.setup, game.state, position.setup.company_index["PRR"], position.setup.hex_index["E11"], 1)
    assert taken is not None and taken.reason is Reason.CITY_FULL


def test_a_full_city_is_an_end_and_no_passage() -> None:
    """7.3.3, case 69: others may come to it, not through it; its own railroad passes, all do while a circle is free."""
    places = {}
    for tokens in ((), ("NYC",), ("PRR",)):
        position = main_line().company("NYC", president=1)
        for company in tokens:
            position.station(company, "H10")
        game = position.operating_round("PRR", "station")
        reached = reach(game.setup, game.state, position.setup.company_index["PRR"]).places
        places[tokens] = tuple(place_of(position.setup.hex_index[hex], 0) in reached for hex in ("H10", "H4"))
    assert places == {(): (True, True), ("NYC",): (True, False), ("PRR",): (True, True)}


def test_station_example() -> None:
    """7.3 example: what each railroad may and may not token, on a board with the letters' reasons.

    The B&O may take A; not B, which no track joins to it; not C, because the PRR at F blocks the way; not E, because a route
    may not reverse at the junction G. The PRR may take E or C; not A or B, because the B&O at H blocks the way and B is
    joined to nothing; and not D, which is in the hex of its station F.
    """
    position = Position(classic(), phase="5", money=0).company("B&O", money=500).company("PRR", president=1, par=90, money=500)
    position.tile("I15", "53", 0)  # H: Baltimore, south-west, north-west and east
    position.tile("J14", "57", 0)  # A: Washington
    position.tile("F4", "57", 0)  # B: Toledo
    position.tile("H14", "23", 1)  # G: stem to Altoona in the west, branches to Lancaster and Baltimore
    position.tile("H16", "57", 1)  # E: Lancaster
    position.tile("I17", "8", 1).tile("H18", "68", 2).station("PRR", "H18/1")  # F; D is the other city of H-18
    position.tile("G19", "54", 0)  # C: New York, beyond F
    game = position.operating_round("B&O", "station")
    assert cities_for_stations(game) == {("J14", 0)}
    for hex in ("F4", "G19", "H16"):
        refused(game, place_station(game, hex), Reason.CITY_NOT_REACHED)
    game = position.operating_round("PRR", "station")
    assert cities_for_stations(game) == {("H16", 0), ("G19", 0)}
    refused(game, place_station(game, "J14"), Reason.CITY_NOT_REACHED)
    refused(game, place_station(game, "H18", 0), Reason.TOKEN_IN_HEX)


def test_pass_leaves_the_step() -> None:
    """7.3: a station is optional."""
    position = main_line()
    game = position.operating_round("PRR", "station")
    allowed(game, Pass(P0))
    refused(game, Pass(P1), Reason.NOT_YOUR_TURN)
    game.push(Pass(P0))
    assert money_of(game, "PRR") == 1000 and step_of(game) != "station"


def test_enumeration_has_every_legal_station_and_no_other() -> None:
    """7.3: asked one by one, all cities of all hexes give what the enumeration gives."""
    position = hudson_line("5", "62").company("PRR", president=1, par=90, money=500).tile("E11", "59", 0)
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    for company, player, other in (("NYC", P0, P1), ("PRR", P1, P0)):
        game = position.operating_round(company, "station")
        number = position.setup.company_index[company]
        every = [PlaceToken(player, number, hex, stop) for hex, _ in by_hex(game.state.faces) for stop in range(4)]
        allowed = [action for action in every if game.refuse(action) is None]
        assert sorted(allowed, key=repr) == sorted((a for a in game.legal if isinstance(a, PlaceToken)), key=repr)
        assert allowed
        assert list(game.legal_for(other)) == []
