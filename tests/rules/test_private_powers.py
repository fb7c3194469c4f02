"""What private companies give: SV, CS, DH, MH and BO (T-05, V-4.0)."""

from typing import Any

import pytest

from goldenspike.core.actions import BuyShare, ExchangePrivate, LayTile, Pass
from goldenspike.core.holders import NOBODY
from goldenspike.core.ids import Holder, Private
from goldenspike.core.options import Capital, ExchangeTiming, FreeStation, PowerTiming
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import (
    buy_private,
    buy_train,
    exchange_private,
    lay_tile,
    money_of,
    operating_company,
    owner_of,
    place_station,
    sell_shares,
    shares_of,
    stations_of,
    step_of,
    tile_on,
)
from goldenspike.testing.checks import allowed, is_legal, passes, refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import DhStation
from names_1830 import CS, MH, NYC
from players import P0, P1, P2, P3


def railroad(phase: str = "3", **options: Any) -> Position:
    return Position(classic(**options), phase=phase, money=0).company("PRR", money=1000)


# --- Champlain & St. Lawrence: an additional tile


def test_cs_lays_its_tile_beside_the_ordinary_one() -> None:
    """T-05, case 63: B-20 without any connection, in addition to the turn's lay, in either order."""
    for own_first in (True, False):
        position = railroad().private("CS", "PRR")
        game = position.operating_round("PRR")
        extra, ordinary = lay_tile(game, "B20", "4", 1, "CS"), lay_tile(game, "H14", "9", 1)
        assert is_legal(game, extra) and is_legal(game, ordinary)
        for lay in (extra, ordinary) if own_first else (ordinary, extra):
            game.push(lay)
        assert (tile_on(game, "B20"), tile_on(game, "H14")) == ("4", "9")
        assert step_of(game) != "track"
        assert money_of(game, "PRR") == 1000


def test_cs_power_only_for_its_railroad_and_its_hex() -> None:
    """T-05, case 63: the owner is a railroad; the tile goes to B-20, once."""
    position = railroad().private("CS", 0)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "B20", "4", 1, "CS"), Reason.NO_SUCH_POWER)
    position.company("NYC", president=1, par=90).private("CS", "NYC")
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "B20", "4", 1, "CS"), Reason.NO_SUCH_POWER)
    refused(game, lay_tile(game, "B20", "4", 1), Reason.NOT_CONNECTED)
    position.private("CS", "PRR")
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "H14", "9", 1, "CS"), Reason.POWER_ELSEWHERE)
    refused(game, lay_tile(game, "B20", "57", 0, "CS"), Reason.TILE_DOES_NOT_FIT)
    game.push(lay_tile(game, "B20", "4", 1, "CS"))
    refused(game, lay_tile(game, "B20", "4", 0, "CS"), Reason.NO_SUCH_POWER)
    allowed(game, lay_tile(game, "H14", "9", 1))


def test_cs_power_is_gone_when_the_hex_is_built() -> None:
    """T-05: the right is to lay the tile; Classic has no upgrade for it."""
    position = railroad().private("CS", "PRR").tile("B20", "4", 1)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "B20", "4", 0, "CS"), Reason.POWER_ELSEWHERE)
    game.push(lay_tile(game, "H14", "9", 1))
    assert step_of(game) != "track"


def test_a_power_that_is_no_tile() -> None:
    """T-05: the MH lays nothing."""
    position = railroad().private("MH", "PRR")
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "D18", "9", 0, "MH"), Reason.NO_SUCH_POWER)


def test_cs_bought_before_the_track_step_serves_at_once() -> None:
    """7.1, case 18: bought before or between the lays it gives two tiles this turn, bought later none until the next."""
    position = railroad().private("CS", 0)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "H14", "9", 1))
    assert step_of(game) == "track", "the CS may still be bought"
    game.push(buy_private(game, "CS", 40))
    game.push(lay_tile(game, "B20", "4", 1, "CS"))
    assert tile_on(game, "B20") == "4"

    late = railroad().private("CS", 0)
    game = late.operating_round("PRR", "station")
    game.push(buy_private(game, "CS", 40))
    refused(game, lay_tile(game, "B20", "4", 1, "CS"), Reason.NOT_NOW)


def test_extra_tile_in_any_step_where_the_table_plays_it_so() -> None:
    """7.1, T-05, option extra_tile: the CS's tile in any step of the railroad's turn, never an ordinary lay."""
    for step in ("station", "train"):
        position = railroad(extra_tile=PowerTiming.WHOLE_TURN).private("CS", "PRR")
        game = position.operating_round("PRR", step)
        refused(game, lay_tile(game, "H14", "9", 1), Reason.NOT_NOW)
        allowed(game, lay_tile(game, "B20", "4", 1, "CS"))
        game.push(lay_tile(game, "B20", "4", 1, "CS"))
        assert tile_on(game, "B20") == "4" and step_of(game) == step
    position = railroad(extra_tile=PowerTiming.WHOLE_TURN).company("NYC", president=1, par=90).private("CS", "NYC")
    game = position.operating_round("PRR", "train")
    refused(
        game,
        LayTile(P1, NYC, position.setup.hex_index["B20"], position.setup.tile_index["4"], 1, CS),
        Reason.NOT_OPERATING,
    )


# --- Delaware & Hudson: tile and free station


def test_dh_tile_and_station_in_any_step_where_the_table_plays_it_so() -> None:
    """T-05, option extra_tile: the DH's tile replaces the ordinary lay, so it may come late only if none was made."""
    for step in ("station", "train"):
        position = railroad(extra_tile=PowerTiming.WHOLE_TURN).private("DH", "PRR")
        game = position.operating_round("PRR", step)
        refused(game, place_station(game, "F16", 0, "DH"), Reason.NO_SUCH_POWER)
        allowed(game, lay_tile(game, "F16", "57", 0, "DH"))
        game.push(lay_tile(game, "F16", "57", 0, "DH"))
        assert money_of(game, "PRR") == 880
        allowed(game, place_station(game, "F16", 0, "DH"))
        game.push(place_station(game, "F16", 0, "DH"))
        assert money_of(game, "PRR") == 880
        assert stations_of(game, "PRR") == [("H12", 0), ("F16", 0)]
        refused(game, lay_tile(game, "F16", "57", 0, "DH"), Reason.NO_SUCH_POWER)
    position = railroad(extra_tile=PowerTiming.WHOLE_TURN).private("DH", "PRR").private("CS", "PRR")
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "H14", "9", 1))
    refused(game, lay_tile(game, "F16", "57", 0, "DH"), Reason.LAID_ALREADY)


def test_dh_lays_tile_and_station_without_a_route() -> None:
    """T-05, case 62, #9818: 120 for the mountain, the turn's lay, and a free station in the same turn."""
    position = railroad().private("DH", "PRR")
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "F16", "57", 0, "DH"))
    game.push(lay_tile(game, "F16", "57", 0, "DH"))
    assert money_of(game, "PRR") == 880
    assert step_of(game) == "station", "it was the turn's lay"
    allowed(game, place_station(game, "F16", 0, "DH"))
    refused(game, place_station(game, "F16"), Reason.CITY_NOT_REACHED)
    game.push(place_station(game, "F16", 0, "DH"))
    assert money_of(game, "PRR") == 880
    assert stations_of(game, "PRR") == [("H12", 0), ("F16", 0)]
    assert step_of(game) != "station", "it was the turn's station"


@pytest.mark.parametrize("owner", ["NYC", "nobody"])
def test_dh_station_is_free_however_its_tile_was_laid(owner: str) -> None:
    """T-05, case 62: its railroad's own tile brings it, also where a route would have allowed the tile to anybody."""
    position = Position(classic(), phase="3", money=0).company("NYC", money=1000).private("DH", owner)
    position.tile("E19", "57", "SW NE").tile("F18", "8", "NE W")
    game = position.operating_round("NYC")
    game.push(lay_tile(game, "F16", "57", "W E"))
    assert money_of(game, "NYC") == 880
    free = place_station(game, "F16", 0, "DH")
    if owner == "nobody":
        refused(game, free, Reason.NO_SUCH_POWER)
    else:
        game.push(free)
        assert money_of(game, "NYC") == 880 and ("F16", 0) in stations_of(game, "NYC")


def test_dh_tile_costs_and_counts() -> None:
    """T-05, case 62: not without the money, not after another lay."""
    position = railroad().private("DH", "PRR").money("PRR", 119)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "F16", "57", 0, "DH"), Reason.NOT_ENOUGH_MONEY)
    position = railroad().private("DH", "PRR").private("CS", "PRR")
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "H14", "9", 1))
    refused(game, lay_tile(game, "F16", "57", 0, "DH"), Reason.LAID_ALREADY)


def test_a_poor_railroad_still_gets_its_free_station() -> None:
    """T-05, case 62: the station is free, so the step is asked with an empty treasury."""
    position = railroad().private("DH", "PRR").money("PRR", 120)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "F16", "57", 0, "DH"))
    assert money_of(game, "PRR") == 0 and step_of(game) == "station"
    allowed(game, place_station(game, "F16", 0, "DH"))


def test_no_free_station_without_the_dh_tile() -> None:
    """T-05, case 62: not before the tile, not elsewhere, not if another railroad built F-16."""
    position = railroad().private("DH", "PRR").tile("H10", "57", 1)
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "F16", 0, "DH"), Reason.NO_SUCH_POWER)
    position.tile("F16", "57", 0)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "F16", "57", 1, "DH"), Reason.POWER_ELSEWHERE)
    game = position.operating_round("PRR", "station")
    refused(game, place_station(game, "F16", 0, "DH"), Reason.NO_SUCH_POWER)
    position = railroad().private("DH", "PRR").tile("H10", "57", 1)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "F16", "57", 0, "DH"))
    refused(game, place_station(game, "H10", 0, "DH"), Reason.POWER_ELSEWHERE)
    allowed(game, place_station(game, "H10"))


def after_the_dh_tile(**options: Any) -> Position:
    """The PRR laid F-16 in an earlier turn without placing the station."""
    position = railroad(**options).private("DH", "PRR")
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "F16", "57", 0, "DH"))
    game.push(Pass(P0))
    return Position.of(game)


def test_dh_station_tight() -> None:
    """V-4.0 tight: in a later turn only under the normal rules."""
    game = after_the_dh_tile().operating_round("PRR", "station")
    refused(game, place_station(game, "F16", 0, "DH"), Reason.NO_SUCH_POWER)
    refused(game, place_station(game, "F16"), Reason.CITY_NOT_REACHED)


def test_dh_station_flexible() -> None:
    """V-4.0 flexible: also in a later turn, once, as long as the DH exists."""
    game = after_the_dh_tile(dh_station=DhStation.FLEXIBLE).operating_round("PRR", "station")
    allowed(game, place_station(game, "F16", 0, "DH"))
    game.push(place_station(game, "F16", 0, "DH"))
    assert money_of(game, "PRR") == 880
    game = Position.of(game).operating_round("PRR", "station")
    refused(game, place_station(game, "F16", 0, "DH"), Reason.NO_SUCH_POWER)
    position = after_the_dh_tile(dh_station=DhStation.FLEXIBLE)
    game = position.private("DH", "nobody").operating_round("PRR", "station")
    refused(game, place_station(game, "F16", 0, "DH"), Reason.NO_SUCH_POWER)


@pytest.mark.parametrize(("option", "cost"), [(FreeStation.KEEPS_STEP, 40), (FreeStation.USES_STEP, 100)])
def test_what_the_next_station_costs_after_the_free_one(option: FreeStation, cost: int) -> None:
    """Ruling on T-05, option free_station: the free station leaves the price of 40 for the next, or uses it up."""
    position = railroad(free_station=option).private("DH", "PRR").tile("H10", "57", 1)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "F16", "57", 0, "DH"))
    game.push(place_station(game, "F16", 0, "DH"))
    game = Position.of(game).operating_round("PRR", "station")
    game.push(place_station(game, "H10"))
    assert money_of(game, "PRR") == 880 - cost


def test_others_may_build_dhs_hex_once_a_railroad_owns_it() -> None:
    """T-05: under the ordinary rules."""
    position = railroad().company("NYC", president=1, par=90).private("DH", "NYC")
    position.tile("H14", "24", 1).tile("G15", "9", 0)  # from Altoona north-east to Scranton
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "F16", "57", 0))
    game.push(lay_tile(game, "F16", "57", 0))
    game = Position.of(game).money("NYC", 500).operating_round("NYC")
    refused(game, lay_tile(game, "F16", "57", 1, "DH"), Reason.POWER_ELSEWHERE)


# --- Schuylkill Valley: half the cost (V-4.0)


@pytest.mark.parametrize("option", [False, True])
def test_sv_halves_the_cost_of_its_hex(option: bool) -> None:
    """V-4.0: the owner pays 60 for G-15, and the SV closes; without the option 120."""
    position = railroad(sv_half_cost=option).private("SV", "PRR").tile("H14", "24", 1)
    position.money("PRR", 120)
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "G15", "9", 0))
    assert money_of(game, "PRR") == (60 if option else 0)
    assert owner_of(game, "SV") == (NOBODY if option else holder_of(position.setup, "PRR"))


def test_sv_halves_nothing_for_others() -> None:
    """V-4.0: only for its owner, only its hex."""
    position = railroad(sv_half_cost=True).company("NYC", president=1, par=90).private("SV", "NYC").tile("H14", "24", 1)
    position.money("PRR", 119)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "G15", "9", 0), Reason.NOT_ENOUGH_MONEY)
    position = railroad(sv_half_cost=True).company("NYC", president=1, par=90).private("SV", "PRR")
    position.tile("E19", "14", 1).station("PRR", "E19").money("PRR", 119)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "E17", "9", 1), Reason.NOT_ENOUGH_MONEY)


# --- Mohawk & Hudson: a share of the NYC


def mohawk(own: int = 2, mine: int = 0, pool: int = 0, **options: Any) -> Position:
    """Player 1 runs the NYC, player 0 has the MH and some NYC shares."""
    position = Position(classic(**options), money=0).company("NYC", president=1, shares={1: own, 0: mine, "pool": pool})
    return position.company("PRR", president=2, par=90).private("MH", 0)


@pytest.mark.parametrize("source", ["bank", "pool"])
def test_mh_becomes_a_share(source: str) -> None:
    """T-05, case 21: from the initial offering or the pool, for nothing; the MH closes."""
    position = mohawk(own=4, pool=2)
    game = position.stock_round(0)
    before = shares_of(game, "NYC", source)
    allowed(game, exchange_private(game, "MH", 0, source))
    game.push(exchange_private(game, "MH", 0, source))
    assert shares_of(game, "NYC", 0) == 1 and shares_of(game, "NYC", source) == before - 1
    assert owner_of(game, "MH") == NOBODY and money_of(game, 0) == 0


def test_mh_in_ones_own_stock_turn_and_between_turns() -> None:
    """T-05, #4408, case 21: before another player's turn begins, not inside it; in one's own turn also after acting."""
    position = mohawk(own=6)
    for player in position.setup.all_players:
        position.money(player, 500)
    game = position.stock_round(1)
    allowed(game, exchange_private(game, "MH", 0))
    game.push(sell_shares(game, "NYC", 1, 1))
    refused(game, exchange_private(game, "MH", 0), Reason.NOT_BETWEEN_TURNS)
    game.push(Pass(P1))
    allowed(game, exchange_private(game, "MH", 0))
    passes(game, 2)
    assert game.state.turn == 0
    game.push(exchange_private(game, "MH", 0))
    assert shares_of(game, "NYC", 0) == 1
    assert game.state.turn == 0 and game.state.bought == -1


def test_mh_after_buying_in_ones_own_turn() -> None:
    """T-05, case 21: the exchange is not the turn's purchase."""
    position = mohawk(own=4).company("B&M", shares={3: 2}, par=76).money(0, 500)
    game = position.stock_round(0)
    game.push(BuyShare(P0, position.setup.company_index["B&M"], holder_of(position.setup, "bank")))
    allowed(game, exchange_private(game, "MH", 0))


def test_mh_between_operating_turns() -> None:
    """T-05, case 21: before a railroad has done anything in its turn; not in the middle of it, not even one's own."""
    position = mohawk(own=6).company("B&M", par=76)
    game = position.operating_round("PRR")
    allowed(game, exchange_private(game, "MH", 0))
    game.push(Pass(P2))
    refused(game, exchange_private(game, "MH", 0), Reason.NOT_BETWEEN_TURNS)
    game = position.operating_round("B&M")
    allowed(game, exchange_private(game, "MH", 0))
    game.push(Pass(P0))
    refused(game, exchange_private(game, "MH", 0), Reason.NOT_BETWEEN_TURNS)


def test_mh_at_any_time_where_the_table_plays_it_so() -> None:
    """Option exchange: also in the middle of another's turn."""
    position = mohawk(own=6, exchange=ExchangeTiming.ANY_TIME)
    game = position.operating_round("PRR")
    game.push(Pass(P2))
    allowed(game, exchange_private(game, "MH", 0))


def test_mh_needs_a_share_and_room() -> None:
    """T-05, case 21: not without a share, not above 60% unless the zone allows it, not by another player."""
    position = mohawk(own=6, mine=4)
    game = position.stock_round(0)
    refused(game, exchange_private(game, "MH", 0), Reason.NO_SUCH_SHARE)
    refused(game, exchange_private(game, "MH", 0, "pool"), Reason.NO_SUCH_SHARE)
    game = mohawk(own=6, mine=3, pool=1).stock_round(0)
    assert is_legal(game, exchange_private(game, "MH", 0, "pool")), "the last share will do"
    position = Position(classic(), money=0).company("NYC").private("MH", 0)
    game = position.stock_round(0)
    refused(game, exchange_private(game, "MH", 0), Reason.HOLDING_LIMIT)
    position = Position(classic(), money=0).company("NYC", cell=(8, 4)).private("MH", 0)
    game = position.stock_round(0)
    allowed(game, exchange_private(game, "MH", 0))
    game = mohawk().stock_round(0)
    refused(game, exchange_private(game, "MH", 1), Reason.NOT_YOUR_PRIVATE)
    refused(game, exchange_private(game, "SV", 0, "bank"), Reason.NO_EXCHANGE)
    refused(game, ExchangePrivate(P0, MH, P0), Reason.UNKNOWN_SOURCE)
    refused(game, ExchangePrivate(P0, Private(9), Holder(7)), Reason.UNKNOWN_PRIVATE)


def test_mh_before_nyc_has_a_par_price() -> None:
    """T-05 and ruling, case 22: the share is there, the president's certificate stays."""
    position = Position(classic(), money=0).company("PRR").private("MH", 0)
    game = position.stock_round(0)
    allowed(game, exchange_private(game, "MH", 0))
    game.push(exchange_private(game, "MH", 0))
    assert shares_of(game, "NYC", 0) == 1 and game.state.presidents[position.setup.company_index["NYC"]] == -1


def test_mh_is_no_acting() -> None:
    """Ruling on T-05: passes and the priority do not notice the exchange."""
    position = mohawk(own=6)
    game = position.stock_round(0)
    passes(game, 3)
    game.push(exchange_private(game, "MH", 0))
    assert game.state.passes == 3
    game.push(Pass(P3))
    assert game.state.operating_round == 1 and game.state.priority == 0


def test_mh_moves_the_presidency() -> None:
    """6.4, case 22: whoever then has more than the president takes over at once."""
    position = mohawk(own=2, mine=2)
    game = position.stock_round(1)
    game.push(exchange_private(game, "MH", 0))
    assert game.state.presidents[position.setup.company_index["NYC"]] == 0


def test_mh_moves_the_presidency_of_the_railroad_on_turn() -> None:
    """6.4, case 22: between turns, before the NYC has begun, the new president runs it."""
    position = mohawk(own=3, mine=3)
    game = position.operating_round("NYC")
    assert game.actors == (1,)
    game.push(exchange_private(game, "MH", 0))
    assert game.actors == (0,)
    allowed(
        game,
        LayTile(P0, NYC, position.setup.hex_index["E19"], position.setup.tile_index["57"], 0),
    )


def test_mh_floats_the_nyc() -> None:
    """6.3, case 22: the sixth share floats it; in a stock round it operates in the next operating round."""
    position = mohawk(own=3, mine=2)
    game = position.stock_round(0)
    game.push(exchange_private(game, "MH", 0))
    assert game.state.floated[position.setup.company_index["NYC"]]
    assert money_of(game, "NYC") == 0
    passes(game, 4)
    assert money_of(game, "NYC") == 1000
    assert operating_company(game) == "NYC"


@pytest.mark.parametrize("capital", [Capital.END_OF_ROUND, Capital.AT_ONCE])
def test_mh_floats_the_nyc_in_an_operating_round(capital: Capital) -> None:
    """6.3, case 22: floated in an operating round it begins in the next one."""
    position = mohawk(own=3, mine=2, capital=capital)
    game = position.start_operating_round()
    assert operating_company(game) == "PRR"
    game.push(exchange_private(game, "MH", 0))
    assert game.state.floated[position.setup.company_index["NYC"]]
    assert money_of(game, "NYC") == (1000 if capital is Capital.AT_ONCE else 0)
    while game.state.operating_round:
        game.push(Pass(P2))
        assert operating_company(game) != "NYC"
    assert money_of(game, "NYC") == 1000


# --- Baltimore & Ohio


@pytest.mark.parametrize("source", ["bank", "pool", "NYC"])
def test_bo_closes_with_the_first_train_of_the_b_and_o(source: str) -> None:
    """4.2, T-05, case 16, R a7726f3b: from whatever source; until then it pays."""
    position = Position(classic(), money=0).company("B&O", money=500).company("NYC", par=90).private("BO", 3)
    if source != "bank":
        position.trains(source, "2")
    game = position.operating_round("B&O", "train")
    assert owner_of(game, "BO") == 3
    game.push(buy_train(game, "2", source))
    assert owner_of(game, "BO") == NOBODY


def test_bo_stays_open_when_another_railroad_buys() -> None:
    """4.2: only the B&O's own train closes it."""
    position = Position(classic(), money=0).company("PRR", money=500).private("BO", 3)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "2"))
    assert owner_of(game, "BO") == 3


def test_bo_stays_with_its_owner_when_the_presidency_goes() -> None:
    """T-05, case 16: the private company does not follow the B&O's presidency."""
    position = Position(classic(), money=0).company("B&O", president=0, shares={0: 3, 1: 3}).private("BO", 0)
    game = position.stock_round(0)
    game.push(sell_shares(game, "B&O", 1, 0))
    assert game.state.presidents[position.setup.company_index["B&O"]] == 1
    assert owner_of(game, "BO") == 0
