"""The coal hex: licences, private companies that bring one, runs; warehouses; 7-trains and diesels (S-1.2, S-2.2, S-3.2)."""

from typing import Any

import pytest

from goldenspike.core.actions import BuyLicence, LayTile, Pass, RunTrains
from goldenspike.core.events import LicenceGranted, Paid, PrivateClosed, Why
from goldenspike.core.holders import BANK, NOBODY
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.runs import best_routes, check_routes
from goldenspike.core.rules.situation import situation_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import (
    buy_private,
    buy_train,
    lay_tile,
    money_of,
    owner_of,
    phase_of,
    place_station,
    run_trains,
    step_of,
    trains_of,
)
from goldenspike.testing.checks import allowed, refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.catalogue import find_version
from goldenspike.titles.g1830 import classic
from helpers import version_1830
from players import P0


def norfolk(
    version: str = "s1", money: int = 500, trains: str = "", connected: bool = True, licensed: bool = False, **options: Any
) -> Position:
    """The N&W in Norfolk with a line by way of L14, L12 and L10 to the coal of L8."""
    position = Position(version_1830(version, **options), phase="3", money=0).company(
        "N&W", money=money, trains=trains, licensed=licensed
    )
    position.tile("L14", "9", "W E").tile("L12", "9", "W E")
    if connected:
        position.tile("L10", "9", "W E")
    return position


def licence(position: Position, company: str = "N&W") -> BuyLicence:
    number = position.setup.company_index[company]
    return BuyLicence(position.stock_round().state.presidents[number], number)


def run(position: Position, company: str = "N&W") -> int:
    game = position.operating_round(company, "run")
    game.push(RunTrains(game.state.turn, position.setup.company_index[company]))
    return game.state.revenues[position.setup.company_index[company]]


# --- licences (case 111)


@pytest.mark.parametrize("version", ["s1", "s3"])
def test_a_licence_costs_120_in_the_track_step(version: str) -> None:
    """S-1.2 7.2, case 111: beside the turn's tile."""
    position = norfolk(version)
    game = position.operating_round("N&W")
    events = game.push(licence(position))
    number = position.setup.company_index["N&W"]
    assert LicenceGranted(number, 120) in events
    assert Paid(holder_of(position.setup, "N&W"), BANK, 120, Why.LICENCE) in events
    assert game.state.licences[number]
    assert money_of(game, "N&W") == 380
    assert any(isinstance(action, LayTile) for action in game.legal), "the tile may still be laid"
    refused(game, licence(position), Reason.NO_LICENCE_NEEDED)


def test_the_licence_may_follow_the_tile() -> None:
    """S-1.2 7.2: the tile that makes the connection, then the licence, in one turn."""
    position = norfolk(connected=False)
    game = position.operating_round("N&W")
    refused(game, licence(position), Reason.COAL_NOT_REACHED)
    game.push(lay_tile(game, "L10", "9", "W E"))
    allowed(game, licence(position))
    game.push(licence(position))
    assert step_of(game) == "station"


def test_no_licence_without_the_money() -> None:
    """S-1.2 7.2, case 111."""
    position = norfolk(money=119)
    game = position.operating_round("N&W")
    refused(game, licence(position), Reason.NOT_ENOUGH_MONEY)


def test_a_licence_is_bought_in_no_other_step() -> None:
    """S-1.2 7.2."""
    position = norfolk()
    refused(position.operating_round("N&W", "station"), licence(position), Reason.NOT_NOW)


def test_no_licences_where_there_is_no_coal() -> None:
    """S-4 and Classic have none."""
    position = Position(classic(), money=0).company("NYC", money=500)
    refused(position.operating_round("NYC"), licence(position, "NYC"), Reason.NO_LICENCE_NEEDED)


# --- running to the coal


def test_only_with_a_licence() -> None:
    """S-1.2 7.2, case 111: Norfolk 30 and the coal 40; without a licence there is no route at all."""
    position = norfolk(trains="2")
    game = position.operating_round("N&W")
    game.push(Pass(P0))
    game.push(Pass(P0))
    assert step_of(game) == "train", "no route, so nothing was run"
    position = norfolk(trains="2", licensed=True)
    assert run(position) == 70


def test_both_values_of_the_gray_hexes() -> None:
    """S-1.2 7.5: the high ones from the first 5-train on: Norfolk 50, the coal 60."""
    position = norfolk(trains="3", licensed=True).phase("5")
    assert run(position) == 110


def test_through_the_coal_but_only_once() -> None:
    """S-1.2 7.2, case 111: a stop like a large city, and no train comes back to it."""
    position = norfolk(trains="3", licensed=True)
    position.tile("K7", "57", "SE NW")
    assert run(position) == 30 + 40 + 20
    setup, state = position.setup, position.stock_round().state
    situation = situation_of(setup, state, position.setup.company_index["N&W"])
    assert (position.setup.hex_index["L8"],) in situation.once
    assert situation.closed == ()
    other = situation_of(setup, state, position.setup.company_index["B&O"])
    assert other.closed == (position.setup.hex_index["L8"] * 4,)


def test_a_declared_run_without_a_licence_is_refused() -> None:
    """S-1.2 7.2, case 111."""
    position = norfolk(trains="2", licensed=True)
    number = position.setup.company_index["N&W"]
    game = position.operating_round("N&W", "run")
    setup = game.setup
    best = best_routes(setup, game.state, number).routes
    assert check_routes(setup, game.state, number, best) is None
    game = norfolk(trains="2").operating_round("N&W", "run")
    refusal = check_routes(setup, game.state, number, best)
    assert refusal is not None and refusal.reason is Reason.ROUTE_NO_LICENCE


def test_nobody_places_a_station_at_the_coal() -> None:
    """S-1: it has no circles."""
    position = norfolk(licensed=True)
    game = position.operating_round("N&W", "station")
    refused(game, place_station(game, "L8"), Reason.CITY_FULL)


# --- JK (S-1, S-3) and PP (S-2)


@pytest.mark.parametrize(("version", "private", "price"), [("s1", "JK", 60), ("s3", "JK", 60), ("s2", "PP", 30)])
def test_a_licence_comes_with_the_private_company(version: str, private: str, price: int) -> None:
    """S-1.1, S-2.2, case 111 (ruling): the railroad that buys it from a player has the licence free."""
    position = Position(version_1830(version), phase="3", money=0).company("N&W", money=500).private(private, 0)
    game = position.operating_round("N&W")
    events = game.push(buy_private(game, private, price))
    assert LicenceGranted(position.setup.company_index["N&W"], 0) in events
    assert game.state.licences[position.setup.company_index["N&W"]]
    assert money_of(game, "N&W") == 500 - price


def test_the_jk_halves_one_tile_next_to_the_coal() -> None:
    """S-1.1: as the turn's tile; it closes the JK, and the licence stays."""
    position = norfolk(connected=False, licensed=True).private("JK", "N&W")
    game = position.operating_round("N&W")
    refused(game, lay_tile(game, "L12", "9", 0, "JK"), Reason.POWER_ELSEWHERE)
    events = game.push(lay_tile(game, "L10", "9", "W E", "JK"))
    assert money_of(game, "N&W") == 500 - 60
    assert PrivateClosed(position.setup.private_index["JK"]) in events
    assert owner_of(game, "JK") == NOBODY
    assert game.state.licences[position.setup.company_index["N&W"]]
    assert step_of(game) == "station"


def test_the_jk_needs_a_connection_and_may_be_spared() -> None:
    """S-1.1: half price, no more; without its right the tile costs 120."""
    position = norfolk(connected=False).private("JK", "N&W")
    game = position.operating_round("N&W")
    refused(game, lay_tile(game, "L6", "9", "W E", "JK"), Reason.NOT_CONNECTED)
    game.push(lay_tile(game, "L10", "9", "W E"))
    assert money_of(game, "N&W") == 500 - 120
    assert owner_of(game, "JK") == holder_of(position.setup, "N&W")


def test_the_pp_closes_with_the_first_run_to_the_coal() -> None:
    """S-2.2: and the licence stays."""
    position = Position(version_1830("s2"), phase="3", money=0).company("PRR", money=100, trains="2", licensed=True)
    position.private("PP", "PRR")
    position.tile("I13", "7", "NW W").tile("I11", "8", "E SW")
    game = position.operating_round("PRR", "run")
    events = game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["PRR"]] == 10 + 40
    assert PrivateClosed(position.setup.private_index["PP"]) in events
    assert game.state.licences[position.setup.company_index["PRR"]]


def test_the_pp_stays_while_its_railroad_runs_elsewhere() -> None:
    """S-2.2."""
    position = Position(version_1830("s2"), phase="3", money=0).company("PRR", money=100, trains="2", licensed=True)
    position.private("PP", "PRR")
    position.tile("H10", "57", "W E")
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    assert owner_of(game, "PP") == holder_of(position.setup, "PRR")


# --- warehouses (case 112)


def warehouse(version: str) -> Position:
    """The N&W from Norfolk through the Deep South of M13 to Richmond: L14 leads in, L12 out again."""
    position = Position(version_1830(version), phase="3", money=0).company("N&W", trains="3")
    return position.tile("L14", "8", "E SW").tile("L12", "8", "NE SE").tile("K13", "57", "SW NE")


def test_a_route_may_run_through_a_warehouse() -> None:
    """S-1.2 7.4, case 112: Norfolk 30, the warehouse 30, Richmond 20. In S-3 the red area is an end."""
    assert run(warehouse("s1")) == 80
    assert run(warehouse("s2")) == 80
    assert run(warehouse("s3")) < 80


# --- trains


def test_sevens_and_diesels_from_the_first_6_train() -> None:
    """S-1.2 3.0: beside the 6-trains that are left; a 7-train starts no phase."""
    position = Position(version_1830("s1"), money=0).phase("5", bank="6 6 6 6 7 7 D D D D D D").company("NYC", money=5000)
    game = position.operating_round("NYC", "train")
    refused(game, buy_train(game, "7"), Reason.TRAIN_NOT_AVAILABLE)
    game.push(buy_train(game, "6"))
    allowed(game, buy_train(game, "D"))
    allowed(game, buy_train(game, "6"))
    game.push(buy_train(game, "7"))
    assert phase_of(game) == "6"
    assert position.setup.title.trains[position.setup.train_index["7"]].price == 710


@pytest.mark.parametrize("given", ["4", "5", "6", "7"])
def test_what_is_given_for_a_diesel(given: str) -> None:
    """S-1.2 (ruling): a 4, 5, 6 or 7, for 150 less; all but the 4 can be bought again."""
    position = Position(version_1830("s1"), money=0).phase("6", bank="6 6 7 D D D D D D").company("NYC", money=5000, trains=given)
    game = position.operating_round("NYC", "train")
    assert (buy_train(game, "D").price, buy_train(game, "D", trade_in=given).price) == (900, 750)
    game.push(buy_train(game, "D", trade_in=given))
    assert trains_of(game, "pool") == ([] if given == "4" else [given])
    assert money_of(game, "NYC") == 5000 - 750


def test_diesels_of_the_other_scenarios() -> None:
    """S-2.2 and T-03: 1100, 800 with a trade-in."""
    for version in ("s2", "s3", "s4"):
        diesel = find_version("1830", version).box.trains[-1]
        assert (diesel.price, diesel.trade_in_price) == (1100, 800)


def test_stations_cost_100_each() -> None:
    """S-1.2 7.3; in S-2 the first costs 40."""
    for version, cost in (("s1", 100), ("s2", 40), ("s3", 100)):
        position = Position(version_1830(version), phase="3", money=0).company("NYC", money=500)
        position.tile("E19", "57", "W E").tile("E17", "8", "E SW").tile("F16", "57", "NE SW")
        game = position.operating_round("NYC", "station")
        game.push(place_station(game, "F16"))
        assert money_of(game, "NYC") == 500 - cost


def test_toronto_takes_its_own_tiles_only() -> None:
    """S-2.2 7.2: to1, then to5."""
    position = Position(version_1830("s2"), phase="3", money=0)
    hex = position.setup.hex_index["D10"]
    tiles = position.setup.title.tiles

    def fitting(face: int) -> set[str]:
        return {tiles[position.setup.faces[lay.face].tile].id for lay in position.setup.lays(hex, face)}

    assert fitting(position.stock_round().state.faces[hex]) == {"to1"}
    first = position.setup.lays(hex, position.stock_round().state.faces[hex])[0].face
    assert fitting(first) == {"to5"}


def test_order_of_sale() -> None:
    """S-1.2 4.0, S-2.2 3.0, S-3.2 3.0."""
    order = {name: [private.id for private in find_version("1830", name).box.privates] for name in ("s1", "s2", "s3")}
    assert order == {
        "s1": ["SV", "CS", "DH", "MH", "JK", "CA", "BO"],
        "s2": ["SV", "CS", "PP", "DH", "MH", "CA", "BO"],
        "s3": ["SV", "CS", "DH", "MH", "JK", "CA", "BO"],
    }


@pytest.mark.parametrize(
    ("connected", "money", "knowledge", "step"),
    [
        (True, 500, Knowledge.OPEN, "track"),
        (True, 0, Knowledge.OPEN, "train"),
        (True, 0, Knowledge.PARTIAL, "track"),
        (False, 500, Knowledge.OPEN, "station"),
        (False, 500, Knowledge.PARTIAL, "station"),
    ],
)
def test_the_game_waits_for_a_licence_only_where_the_coal_is_reached(
    connected: bool, money: int, knowledge: Knowledge, step: str
) -> None:
    """S-1.2 7.2; where treasuries are hidden, waiting or not tells nothing of what is in them (V-0.1)."""
    position = norfolk(money=money, connected=connected, knowledge=knowledge)
    game = position.operating_round("N&W")
    lays = [action for action in game.legal if isinstance(action, LayTile)]
    game.push(next(action for action in lays if position.setup.title.hexes[action.hex].id == "L14"))
    assert step_of(game) == step


def test_the_game_waits_for_a_licence_until_it_is_bought() -> None:
    """S-1.2 7.2: after the tile the track step goes on only if there is something left to do."""
    position = norfolk(money=130)
    game = position.operating_round("N&W")
    lays = [action for action in game.legal if isinstance(action, LayTile)]
    game.push(next(action for action in lays if position.setup.title.hexes[action.hex].cost == 0))
    assert step_of(game) == "track"
    game.push(licence(position))
    assert step_of(game) != "track"
