"""The coal hex: licences, private companies that bring one, runs; warehouses; 7-trains and diesels (S-1.2, S-2.2, S-3.2)."""

from typing import Any

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import BuyLicence, LayTile, Pass, RunTrains
from goldenspike.core.events import LicenceGranted, Paid, PrivateClosed, Why
from goldenspike.core.holders import BANK, NOBODY
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.runs import best_routes, check_routes
from goldenspike.core.rules.situation import situation_of
from goldenspike.titles.catalogue import find_version


def norfolk(version: str = "s1", money: int = 500, trains: str = "", connected: bool = True, **options: Any) -> Scene:
    """The N&W in Norfolk with a line by way of L14, L12 and L10 to the coal of L8."""
    scene = Scene(version=version, phase="3", **options).company("N&W", money=money, trains=trains)
    scene.track("L14", "9", "W E").track("L12", "9", "W E")
    if connected:
        scene.track("L10", "9", "W E")
    return scene


def licence(scene: Scene, company: str = "N&W") -> BuyLicence:
    number = scene.railroad(company)
    return BuyLicence(scene.state.presidents[number], number)


def run(scene: Scene, company: str = "N&W") -> int:
    game = scene.operate(company, "run")
    game.push(RunTrains(game.state.turn, scene.railroad(company)))
    return game.state.revenues[scene.railroad(company)]


# --- licences (case 111)


@pytest.mark.parametrize("version", ["s1", "s3"])
def test_a_licence_costs_120_in_the_track_step(version: str) -> None:
    """S-1.2 7.2, case 111: beside the turn's tile."""
    scene = norfolk(version)
    game = scene.operate("N&W")
    events = game.push(licence(scene))
    number = scene.railroad("N&W")
    assert LicenceGranted(number, 120) in events
    assert Paid(scene.holder("N&W"), BANK, 120, Why.LICENCE) in events
    assert game.state.licences[number]
    assert scene.cash(game, "N&W") == 380
    assert any(isinstance(action, LayTile) for action in game.legal), "the tile may still be laid"
    assert refused(game, licence(scene)) is Reason.NO_LICENCE_NEEDED


def test_the_licence_may_follow_the_tile() -> None:
    """S-1.2 7.2: the tile that makes the connection, then the licence, in one turn."""
    scene = norfolk(connected=False)
    game = scene.operate("N&W")
    assert refused(game, licence(scene)) is Reason.COAL_NOT_REACHED
    game.push(scene.lay("L10", "9", scene.rotation("9", "W E")))
    assert legal(game, licence(scene))
    game.push(licence(scene))
    assert scene.step(game) == "station"


def test_no_licence_without_the_money() -> None:
    """S-1.2 7.2, case 111."""
    scene = norfolk(money=119)
    game = scene.operate("N&W")
    assert refused(game, licence(scene)) is Reason.NOT_ENOUGH_MONEY


def test_a_licence_is_bought_in_no_other_step() -> None:
    """S-1.2 7.2."""
    scene = norfolk()
    assert refused(scene.operate("N&W", "station"), licence(scene)) is Reason.NOT_NOW


def test_no_licences_where_there_is_no_coal() -> None:
    """S-4 and Classic have none."""
    scene = Scene().company("NYC", money=500)
    assert refused(scene.operate("NYC"), licence(scene, "NYC")) is Reason.NO_LICENCE_NEEDED


# --- running to the coal


def test_only_with_a_licence() -> None:
    """S-1.2 7.2, case 111: Norfolk 30 and the coal 40; without a licence there is no route at all."""
    scene = norfolk(trains="2")
    game = scene.operate("N&W")
    game.push(Pass(0))
    game.push(Pass(0))
    assert scene.step(game) == "train", "no route, so nothing was run"
    scene = norfolk(trains="2")
    scene.state.licences[scene.railroad("N&W")] = True
    assert run(scene) == 70


def test_both_values_of_the_gray_hexes() -> None:
    """S-1.2 7.5: the high ones from the first 5-train on: Norfolk 50, the coal 60."""
    scene = norfolk(trains="2").phase("5")
    scene.state.licences[scene.railroad("N&W")] = True
    assert run(scene) == 110


def test_through_the_coal_but_only_once() -> None:
    """S-1.2 7.2, case 111: a stop like a large city, and no train comes back to it."""
    scene = norfolk(trains="3")
    scene.state.licences[scene.railroad("N&W")] = True
    scene.track("K7", "57", "SE NW")
    assert run(scene) == 30 + 40 + 20
    setup, state = scene.setup, scene.state
    situation = situation_of(setup, state, scene.railroad("N&W"))
    assert (scene.hex("L8"),) in situation.once
    assert situation.closed == ()
    other = situation_of(setup, state, scene.railroad("B&O"))
    assert other.closed == (scene.hex("L8") * 4,)


def test_a_declared_run_without_a_licence_is_refused() -> None:
    """S-1.2 7.2, case 111."""
    scene = norfolk(trains="2")
    number = scene.railroad("N&W")
    scene.state.licences[number] = True
    game = scene.operate("N&W", "run")
    setup = game.setup
    best = best_routes(setup, game.state, number).routes
    assert check_routes(setup, game.state, number, best) is None
    scene.state.licences[number] = False
    game = scene.operate("N&W", "run")
    refusal = check_routes(setup, game.state, number, best)
    assert refusal is not None and refusal.reason is Reason.ROUTE_NO_LICENCE


def test_nobody_places_a_station_at_the_coal() -> None:
    """S-1: it has no circles."""
    scene = norfolk()
    scene.state.licences[scene.railroad("N&W")] = True
    assert refused(scene.operate("N&W", "station"), scene.place("L8")) is Reason.CITY_FULL


# --- JK (S-1, S-3) and PP (S-2)


@pytest.mark.parametrize(("version", "private", "price"), [("s1", "JK", 60), ("s3", "JK", 60), ("s2", "PP", 30)])
def test_a_licence_comes_with_the_private_company(version: str, private: str, price: int) -> None:
    """S-1.1, S-2.2, case 111 (ruling): the railroad that buys it from a player has the licence free."""
    scene = Scene(version=version, phase="3").company("N&W", money=500).private(private, 0)
    game = scene.operate("N&W")
    events = game.push(scene.buy_private(private, price))
    assert LicenceGranted(scene.railroad("N&W"), 0) in events
    assert game.state.licences[scene.railroad("N&W")]
    assert scene.cash(game, "N&W") == 500 - price


def test_the_jk_halves_one_tile_next_to_the_coal() -> None:
    """S-1.1: as the turn's tile; it closes the JK, and the licence stays."""
    scene = norfolk(connected=False).private("JK", "N&W")
    scene.state.licences[scene.railroad("N&W")] = True
    game = scene.operate("N&W")
    assert refused(game, scene.lay("L12", "9", 0, "JK")) is Reason.POWER_ELSEWHERE
    events = game.push(scene.lay("L10", "9", scene.rotation("9", "W E"), "JK"))
    assert scene.cash(game, "N&W") == 500 - 60
    assert PrivateClosed(scene.setup.private_index["JK"]) in events
    assert scene.owner(game, "JK") == NOBODY
    assert game.state.licences[scene.railroad("N&W")]
    assert scene.step(game) == "station"


def test_the_jk_needs_a_connection_and_may_be_spared() -> None:
    """S-1.1: half price, no more; without its right the tile costs 120."""
    scene = norfolk(connected=False).private("JK", "N&W")
    game = scene.operate("N&W")
    assert refused(game, scene.lay("L6", "9", scene.rotation("9", "W E"), "JK")) is Reason.NOT_CONNECTED
    game.push(scene.lay("L10", "9", scene.rotation("9", "W E")))
    assert scene.cash(game, "N&W") == 500 - 120
    assert scene.owner(game, "JK") == scene.holder("N&W")


def test_the_pp_closes_with_the_first_run_to_the_coal() -> None:
    """S-2.2: and the licence stays."""
    scene = Scene(version="s2", phase="3").company("PRR", money=100, trains="2").private("PP", "PRR")
    scene.state.licences[scene.railroad("PRR")] = True
    scene.track("I13", "7", "NW W").track("I11", "8", "E SW")
    game = scene.operate("PRR", "run")
    events = game.push(scene.run())
    assert game.state.revenues[scene.railroad("PRR")] == 10 + 40
    assert PrivateClosed(scene.setup.private_index["PP"]) in events
    assert game.state.licences[scene.railroad("PRR")]


def test_the_pp_stays_while_its_railroad_runs_elsewhere() -> None:
    """S-2.2."""
    scene = Scene(version="s2", phase="3").company("PRR", money=100, trains="2").private("PP", "PRR")
    scene.state.licences[scene.railroad("PRR")] = True
    scene.track("H10", "57", "W E")
    game = scene.operate("PRR", "run")
    game.push(scene.run())
    assert scene.owner(game, "PP") == scene.holder("PRR")


# --- warehouses (case 112)


def warehouse(version: str) -> Scene:
    """The N&W from Norfolk through the Deep South of M13 to Richmond: L14 leads in, L12 out again."""
    scene = Scene(version=version, phase="3").company("N&W", trains="3")
    return scene.track("L14", "8", "E SW").track("L12", "8", "NE SE").track("K13", "57", "SW NE")


def test_a_route_may_run_through_a_warehouse() -> None:
    """S-1.2 7.4, case 112: Norfolk 30, the warehouse 30, Richmond 20. In S-3 the red area is an end."""
    assert run(warehouse("s1")) == 80
    assert run(warehouse("s2")) == 80
    assert run(warehouse("s3")) < 80


# --- trains


def test_sevens_and_diesels_from_the_first_6_train() -> None:
    """S-1.2 3.0: beside the 6-trains that are left; a 7-train starts no phase."""
    scene = Scene(version="s1").phase("5", bank="6 6 6 6 7 7 D D D D D D").company("NYC", money=5000)
    game = scene.operate("NYC", "train")
    assert refused(game, scene.buy_train("7")) is Reason.TRAIN_NOT_AVAILABLE
    game.push(scene.buy_train("6"))
    assert legal(game, scene.buy_train("D"))
    assert legal(game, scene.buy_train("6"))
    game.push(scene.buy_train("7"))
    assert scene.phase_name(game) == "6"
    assert scene.setup.title.trains[scene.train("7")].price == 710


@pytest.mark.parametrize("given", ["4", "5", "6", "7"])
def test_what_is_given_for_a_diesel(given: str) -> None:
    """S-1.2 (ruling): a 4, 5, 6 or 7, for 150 less; all but the 4 can be bought again."""
    scene = Scene(version="s1").phase("6", bank="6 6 7 D D D D D D").company("NYC", money=5000, trains=given)
    game = scene.operate("NYC", "train")
    assert (scene.buy_train("D").price, scene.buy_train("D", trade_in=given).price) == (900, 750)
    game.push(scene.buy_train("D", trade_in=given))
    assert scene.trains_of(game, "pool") == ([] if given == "4" else [given])
    assert scene.cash(game, "NYC") == 5000 - 750


def test_diesels_of_the_other_scenarios() -> None:
    """S-2.2 and T-03: 1100, 800 with a trade-in."""
    for version in ("s2", "s3", "s4"):
        diesel = find_version("1830", version).box.trains[-1]
        assert (diesel.price, diesel.trade_in_price) == (1100, 800)


def test_stations_cost_100_each() -> None:
    """S-1.2 7.3; in S-2 the first costs 40."""
    for version, cost in (("s1", 100), ("s2", 40), ("s3", 100)):
        scene = Scene(version=version, phase="3").company("NYC", money=500)
        scene.track("E19", "57", "W E").track("E17", "8", "E SW").track("F16", "57", "NE SW")
        game = scene.operate("NYC", "station")
        game.push(scene.place("F16"))
        assert scene.cash(game, "NYC") == 500 - cost


def test_toronto_takes_its_own_tiles_only() -> None:
    """S-2.2 7.2: to1, then to5."""
    scene = Scene(version="s2", phase="3")
    hex = scene.hex("D10")
    tiles = scene.setup.title.tiles

    def fitting(face: int) -> set[str]:
        return {tiles[scene.setup.faces[lay.face].tile].id for lay in scene.setup.lays(hex, face)}

    assert fitting(scene.state.faces[hex]) == {"to1"}
    first = scene.setup.lays(hex, scene.state.faces[hex])[0].face
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
    scene = norfolk(money=money, connected=connected, knowledge=knowledge)
    game = scene.operate("N&W")
    lays = [action for action in game.legal if isinstance(action, LayTile)]
    game.push(next(action for action in lays if scene.setup.title.hexes[action.hex].id == "L14"))
    assert scene.step(game) == step


def test_the_game_waits_for_a_licence_until_it_is_bought() -> None:
    """S-1.2 7.2: after the tile the track step goes on only if there is something left to do."""
    scene = norfolk(money=130)
    game = scene.operate("N&W")
    lays = [action for action in game.legal if isinstance(action, LayTile)]
    game.push(next(action for action in lays if scene.setup.title.hexes[action.hex].cost == 0))
    assert scene.step(game) == "track"
    game.push(licence(scene))
    assert scene.step(game) != "track"
