"""What private companies give: SV, CS, DH, MH and BO (T-05, V-4.0)."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import BuyShare, ExchangePrivate, LayTile, Pass
from goldenspike.core.game import Game
from goldenspike.core.holders import NOBODY
from goldenspike.core.options import Capital, ExchangeTiming, FreeStation, PowerTiming
from goldenspike.core.reasons import Reason
from goldenspike.titles.g1830.options import DhStation


def railroad(phase: str = "3", **options: object) -> Scene:
    return Scene(phase=phase, **options).company("PRR", money=1000)


# --- Champlain & St. Lawrence: an additional tile


def test_cs_lays_its_tile_beside_the_ordinary_one() -> None:
    """T-05, case 63: B-20 without any connection, in addition to the turn's lay, in either order."""
    for own_first in (True, False):
        scene = railroad().private("CS", "PRR")
        game = scene.operate("PRR")
        extra, ordinary = scene.lay("B20", "4", 1, "CS"), scene.lay("H14", "9", 1)
        assert legal(game, extra) and legal(game, ordinary)
        for lay in (extra, ordinary) if own_first else (ordinary, extra):
            game.push(lay)
        assert (scene.tile_on(game, "B20"), scene.tile_on(game, "H14")) == ("4", "9")
        assert scene.step(game) != "track"
        assert scene.cash(game, "PRR") == 1000


def test_cs_power_only_for_its_railroad_and_its_hex() -> None:
    """T-05, case 63: the owner is a railroad; the tile goes to B-20, once."""
    scene = railroad().private("CS", 0)
    game = scene.operate("PRR")
    assert refused(game, scene.lay("B20", "4", 1, "CS")) is Reason.NO_SUCH_POWER
    scene.company("NYC", president=1, price=90).private("CS", "NYC")
    game = scene.operate("PRR")
    assert refused(game, scene.lay("B20", "4", 1, "CS")) is Reason.NO_SUCH_POWER
    assert refused(game, scene.lay("B20", "4", 1)) is Reason.NOT_CONNECTED
    scene.private("CS", "PRR")
    game = scene.operate("PRR")
    assert refused(game, scene.lay("H14", "9", 1, "CS")) is Reason.POWER_ELSEWHERE
    assert refused(game, scene.lay("B20", "57", 0, "CS")) is Reason.TILE_DOES_NOT_FIT
    game.push(scene.lay("B20", "4", 1, "CS"))
    assert refused(game, scene.lay("B20", "4", 0, "CS")) is Reason.NO_SUCH_POWER
    assert legal(game, scene.lay("H14", "9", 1))


def test_cs_power_is_gone_when_the_hex_is_built() -> None:
    """T-05: the right is to lay the tile; Classic has no upgrade for it."""
    scene = railroad().private("CS", "PRR").tile("B20", "4", 1)
    game = scene.operate("PRR")
    assert refused(game, scene.lay("B20", "4", 0, "CS")) is Reason.POWER_ELSEWHERE
    game.push(scene.lay("H14", "9", 1))
    assert scene.step(game) != "track"


def test_a_power_that_is_no_tile() -> None:
    """T-05: the MH lays nothing."""
    scene = railroad().private("MH", "PRR")
    game = scene.operate("PRR")
    assert refused(game, scene.lay("D18", "9", 0, "MH")) is Reason.NO_SUCH_POWER


def test_cs_bought_before_the_track_step_serves_at_once() -> None:
    """7.1, case 18: bought before or between the lays it gives two tiles this turn, bought later none until the next."""
    scene = railroad().private("CS", 0)
    game = scene.operate("PRR")
    game.push(scene.lay("H14", "9", 1))
    assert scene.step(game) == "track", "the CS may still be bought"
    game.push(scene.buy_private("CS", 40))
    game.push(scene.lay("B20", "4", 1, "CS"))
    assert scene.tile_on(game, "B20") == "4"

    late = railroad().private("CS", 0)
    game = late.operate("PRR", "station")
    game.push(late.buy_private("CS", 40))
    assert refused(game, late.lay("B20", "4", 1, "CS")) is Reason.NOT_NOW


def test_extra_tile_in_any_step_where_the_table_plays_it_so() -> None:
    """7.1, T-05, option extra_tile: the CS's tile in any step of the railroad's turn, never an ordinary lay."""
    for step in ("station", "train"):
        scene = railroad(extra_tile=PowerTiming.WHOLE_TURN).private("CS", "PRR")
        game = scene.operate("PRR", step)
        assert refused(game, scene.lay("H14", "9", 1)) is Reason.NOT_NOW
        assert legal(game, scene.lay("B20", "4", 1, "CS"))
        game.push(scene.lay("B20", "4", 1, "CS"))
        assert scene.tile_on(game, "B20") == "4" and scene.step(game) == step
    scene = railroad(extra_tile=PowerTiming.WHOLE_TURN).company("NYC", president=1, price=90).private("CS", "NYC")
    game = scene.operate("PRR", "train")
    assert refused(game, LayTile(1, scene.railroad("NYC"), scene.hex("B20"), scene.tile_number("4"), 1, 1)) is (
        Reason.NOT_OPERATING
    )


# --- Delaware & Hudson: tile and free station


def test_dh_tile_and_station_in_any_step_where_the_table_plays_it_so() -> None:
    """T-05, option extra_tile: the DH's tile replaces the ordinary lay, so it may come late only if none was made."""
    for step in ("station", "train"):
        scene = railroad(extra_tile=PowerTiming.WHOLE_TURN).private("DH", "PRR")
        game = scene.operate("PRR", step)
        assert refused(game, scene.place("F16", 0, "DH")) is Reason.NO_SUCH_POWER
        assert legal(game, scene.lay("F16", "57", 0, "DH"))
        game.push(scene.lay("F16", "57", 0, "DH"))
        assert scene.cash(game, "PRR") == 880
        assert legal(game, scene.place("F16", 0, "DH"))
        game.push(scene.place("F16", 0, "DH"))
        assert scene.cash(game, "PRR") == 880
        assert scene.stations(game, "PRR") == [("H12", 0), ("F16", 0)]
        assert refused(game, scene.lay("F16", "57", 0, "DH")) is Reason.NO_SUCH_POWER
    scene = railroad(extra_tile=PowerTiming.WHOLE_TURN).private("DH", "PRR").private("CS", "PRR")
    game = scene.operate("PRR")
    game.push(scene.lay("H14", "9", 1))
    assert refused(game, scene.lay("F16", "57", 0, "DH")) is Reason.LAID_ALREADY


def test_dh_lays_tile_and_station_without_a_route() -> None:
    """T-05, case 62, #9818: 120 for the mountain, the turn's lay, and a free station in the same turn."""
    scene = railroad().private("DH", "PRR")
    game = scene.operate("PRR")
    assert legal(game, scene.lay("F16", "57", 0, "DH"))
    game.push(scene.lay("F16", "57", 0, "DH"))
    assert scene.cash(game, "PRR") == 880
    assert scene.step(game) == "station", "it was the turn's lay"
    assert legal(game, scene.place("F16", 0, "DH"))
    assert refused(game, scene.place("F16")) is Reason.CITY_NOT_REACHED
    game.push(scene.place("F16", 0, "DH"))
    assert scene.cash(game, "PRR") == 880
    assert scene.stations(game, "PRR") == [("H12", 0), ("F16", 0)]
    assert scene.step(game) != "station", "it was the turn's station"


@pytest.mark.parametrize("owner", ["NYC", "nobody"])
def test_dh_station_is_free_however_its_tile_was_laid(owner: str) -> None:
    """T-05, case 62: its railroad's own tile brings it, also where a route would have allowed the tile to anybody."""
    scene = Scene(phase="3").company("NYC", money=1000).private("DH", owner)
    scene.track("E19", "57", "SW NE").track("F18", "8", "NE W")
    game = scene.operate("NYC")
    game.push(scene.lay("F16", "57", scene.rotation("57", "W E")))
    assert scene.cash(game, "NYC") == 880
    free = scene.place("F16", 0, "DH")
    if owner == "nobody":
        assert refused(game, free) is Reason.NO_SUCH_POWER
    else:
        game.push(free)
        assert scene.cash(game, "NYC") == 880 and ("F16", 0) in scene.stations(game, "NYC")


def test_dh_tile_costs_and_counts() -> None:
    """T-05, case 62: not without the money, not after another lay."""
    scene = railroad().private("DH", "PRR").money("PRR", 119)
    assert refused(scene.operate("PRR"), scene.lay("F16", "57", 0, "DH")) is Reason.NOT_ENOUGH_MONEY
    scene = railroad().private("DH", "PRR").private("CS", "PRR")
    game = scene.operate("PRR")
    game.push(scene.lay("H14", "9", 1))
    assert refused(game, scene.lay("F16", "57", 0, "DH")) is Reason.LAID_ALREADY


def test_a_poor_railroad_still_gets_its_free_station() -> None:
    """T-05, case 62: the station is free, so the step is asked with an empty treasury."""
    scene = railroad().private("DH", "PRR").money("PRR", 120)
    game = scene.operate("PRR")
    game.push(scene.lay("F16", "57", 0, "DH"))
    assert scene.cash(game, "PRR") == 0 and scene.step(game) == "station"
    assert legal(game, scene.place("F16", 0, "DH"))


def test_no_free_station_without_the_dh_tile() -> None:
    """T-05, case 62: not before the tile, not elsewhere, not if another railroad built F-16."""
    scene = railroad().private("DH", "PRR").tile("H10", "57", 1)
    game = scene.operate("PRR", "station")
    assert refused(game, scene.place("F16", 0, "DH")) is Reason.NO_SUCH_POWER
    scene.tile("F16", "57", 0)
    game = scene.operate("PRR")
    assert refused(game, scene.lay("F16", "57", 1, "DH")) is Reason.POWER_ELSEWHERE
    game = scene.operate("PRR", "station")
    assert refused(game, scene.place("F16", 0, "DH")) is Reason.NO_SUCH_POWER
    scene = railroad().private("DH", "PRR").tile("H10", "57", 1)
    game = scene.operate("PRR")
    game.push(scene.lay("F16", "57", 0, "DH"))
    assert refused(game, scene.place("H10", 0, "DH")) is Reason.POWER_ELSEWHERE
    assert legal(game, scene.place("H10"))


def after_the_dh_tile(**options: object) -> tuple[Scene, Game]:
    """The PRR laid F-16 in an earlier turn without placing the station."""
    scene = railroad(**options).private("DH", "PRR")
    game = scene.operate("PRR")
    game.push(scene.lay("F16", "57", 0, "DH"))
    game.push(Pass(0))
    scene.goes_on(game)
    return scene, scene.operate("PRR", "station")


def test_dh_station_tight() -> None:
    """V-4.0 tight: in a later turn only under the normal rules."""
    scene, game = after_the_dh_tile()
    assert refused(game, scene.place("F16", 0, "DH")) is Reason.NO_SUCH_POWER
    assert refused(game, scene.place("F16")) is Reason.CITY_NOT_REACHED


def test_dh_station_flexible() -> None:
    """V-4.0 flexible: also in a later turn, once, as long as the DH exists."""
    scene, game = after_the_dh_tile(dh_station=DhStation.FLEXIBLE)
    assert legal(game, scene.place("F16", 0, "DH"))
    game.push(scene.place("F16", 0, "DH"))
    assert scene.cash(game, "PRR") == 880
    game = scene.goes_on(game).operate("PRR", "station")
    assert refused(game, scene.place("F16", 0, "DH")) is Reason.NO_SUCH_POWER
    scene, _ = after_the_dh_tile(dh_station=DhStation.FLEXIBLE)
    game = scene.private("DH", "nobody").operate("PRR", "station")
    assert refused(game, scene.place("F16", 0, "DH")) is Reason.NO_SUCH_POWER


@pytest.mark.parametrize(("option", "cost"), [(FreeStation.KEEPS_STEP, 40), (FreeStation.USES_STEP, 100)])
def test_what_the_next_station_costs_after_the_free_one(option: FreeStation, cost: int) -> None:
    """Ruling on T-05, option free_station: the free station leaves the price of 40 for the next, or uses it up."""
    scene = railroad(free_station=option).private("DH", "PRR").tile("H10", "57", 1)
    game = scene.operate("PRR")
    game.push(scene.lay("F16", "57", 0, "DH"))
    game.push(scene.place("F16", 0, "DH"))
    game = scene.goes_on(game).operate("PRR", "station")
    game.push(scene.place("H10"))
    assert scene.cash(game, "PRR") == 880 - cost


def test_others_may_build_dhs_hex_once_a_railroad_owns_it() -> None:
    """T-05: under the ordinary rules."""
    scene = railroad().company("NYC", president=1, price=90).private("DH", "NYC")
    scene.tile("H14", "24", 1).tile("G15", "9", 0)  # from Altoona north-east to Scranton
    game = scene.operate("PRR")
    assert legal(game, scene.lay("F16", "57", 0))
    game.push(scene.lay("F16", "57", 0))
    scene.money("NYC", 500)
    scene.state.faces = game.state.faces
    game = scene.operate("NYC")
    assert refused(game, scene.lay("F16", "57", 1, "DH")) is Reason.POWER_ELSEWHERE


# --- Schuylkill Valley: half the cost (V-4.0)


@pytest.mark.parametrize("option", [False, True])
def test_sv_halves_the_cost_of_its_hex(option: bool) -> None:
    """V-4.0: the owner pays 60 for G-15, and the SV closes; without the option 120."""
    scene = railroad(sv_half_cost=option).private("SV", "PRR").tile("H14", "24", 1)
    scene.money("PRR", 120)
    game = scene.operate("PRR")
    game.push(scene.lay("G15", "9", 0))
    assert scene.cash(game, "PRR") == (60 if option else 0)
    assert scene.owner(game, "SV") == (NOBODY if option else scene.holder("PRR"))


def test_sv_halves_nothing_for_others() -> None:
    """V-4.0: only for its owner, only its hex."""
    scene = railroad(sv_half_cost=True).company("NYC", president=1, price=90).private("SV", "NYC").tile("H14", "24", 1)
    scene.money("PRR", 119)
    assert refused(scene.operate("PRR"), scene.lay("G15", "9", 0)) is Reason.NOT_ENOUGH_MONEY
    scene.private("SV", "PRR").tile("E19", "57", 1).station("PRR", "E19")
    assert refused(scene.operate("PRR"), scene.lay("E17", "9", 1)) is Reason.NOT_ENOUGH_MONEY


# --- Mohawk & Hudson: a share of the NYC


def mohawk(own: int = 2, mine: int = 0, pool: int = 0, **options: object) -> Scene:
    """Player 1 runs the NYC, player 0 has the MH and some NYC shares."""
    scene = Scene(**options).company("NYC", president=1, own=own, others={0: mine}, pool=pool)
    floated = own + mine + pool >= 6
    scene.state.floated[scene.railroad("NYC")] = scene.state.funded[scene.railroad("NYC")] = floated
    return scene.company("PRR", president=2, price=90).private("MH", 0)


@pytest.mark.parametrize("source", ["bank", "pool"])
def test_mh_becomes_a_share(source: str) -> None:
    """T-05, case 21: from the initial offering or the pool, for nothing; the MH closes."""
    scene = mohawk(own=4, pool=2)
    game = scene.stock_round(0)
    before = scene.units(game, "NYC", source)
    assert legal(game, scene.exchange(0, source))
    game.push(scene.exchange(0, source))
    assert scene.units(game, "NYC", 0) == 1 and scene.units(game, "NYC", source) == before - 1
    assert scene.owner(game, "MH") == NOBODY and scene.cash(game, 0) == 0


def test_mh_in_ones_own_stock_turn_and_between_turns() -> None:
    """T-05, #4408, case 21: before another player's turn begins, not inside it; in one's own turn also after acting."""
    scene = mohawk(own=6)
    for player in range(4):
        scene.money(player, 500)
    game = scene.stock_round(1)
    assert legal(game, scene.exchange(0))
    game.push(scene.sell("NYC", 1, 1))
    assert refused(game, scene.exchange(0)) is Reason.NOT_BETWEEN_TURNS
    game.push(Pass(1))
    assert legal(game, scene.exchange(0))
    for player in (2, 3):
        game.push(Pass(player))
    assert game.state.turn == 0
    game.push(scene.exchange(0))
    assert scene.units(game, "NYC", 0) == 1
    assert game.state.turn == 0 and game.state.bought == -1


def test_mh_after_buying_in_ones_own_turn() -> None:
    """T-05, case 21: the exchange is not the turn's purchase."""
    scene = mohawk(own=4).company("B&M", president=3, own=2, price=76).money(0, 500)
    game = scene.stock_round(0)
    game.push(BuyShare(0, scene.railroad("B&M"), scene.holder("bank")))
    assert legal(game, scene.exchange(0))


def test_mh_between_operating_turns() -> None:
    """T-05, case 21: before a railroad has done anything in its turn; not in the middle of it, not even one's own."""
    scene = mohawk(own=6).company("B&M", president=0, price=76)
    game = scene.operate("PRR")
    assert legal(game, scene.exchange(0))
    game.push(Pass(2))
    assert refused(game, scene.exchange(0)) is Reason.NOT_BETWEEN_TURNS
    game = scene.operate("B&M")
    assert legal(game, scene.exchange(0))
    game.push(Pass(0))
    assert refused(game, scene.exchange(0)) is Reason.NOT_BETWEEN_TURNS


def test_mh_at_any_time_where_the_table_plays_it_so() -> None:
    """Option exchange: also in the middle of another's turn."""
    scene = mohawk(own=6, exchange=ExchangeTiming.ANY_TIME)
    game = scene.operate("PRR")
    game.push(Pass(2))
    assert legal(game, scene.exchange(0))


def test_mh_needs_a_share_and_room() -> None:
    """T-05, case 21: not without a share, not above 60% unless the zone allows it, not by another player."""
    scene = mohawk(own=6, mine=4)
    game = scene.stock_round(0)
    assert refused(game, scene.exchange(0)) is Reason.NO_SUCH_SHARE
    assert refused(game, scene.exchange(0, "pool")) is Reason.NO_SUCH_SHARE
    game = mohawk(own=6, mine=3, pool=1).stock_round(0)
    assert legal(game, scene.exchange(0, "pool")), "the last share will do"
    scene = Scene().company("NYC", president=0, own=6).private("MH", 0)
    assert refused(scene.stock_round(0), scene.exchange(0)) is Reason.HOLDING_LIMIT
    scene = Scene().company("NYC", president=0, own=6, cell=Scene().cell(40, 3)).private("MH", 0)
    assert legal(scene.stock_round(0), scene.exchange(0))
    game = mohawk().stock_round(0)
    assert refused(game, scene.exchange(1)) is Reason.NOT_YOUR_PRIVATE
    assert refused(game, scene.exchange(0, "bank", "SV")) is Reason.NO_EXCHANGE
    assert refused(game, ExchangePrivate(0, 3, 0)) is Reason.UNKNOWN_SOURCE
    assert refused(game, ExchangePrivate(0, 9, 7)) is Reason.UNKNOWN_PRIVATE


def test_mh_before_nyc_has_a_par_price() -> None:
    """T-05 and ruling, case 22: the share is there, the president's certificate stays."""
    scene = Scene().company("PRR").private("MH", 0)
    game = scene.stock_round(0)
    assert legal(game, scene.exchange(0))
    game.push(scene.exchange(0))
    assert scene.units(game, "NYC", 0) == 1 and game.state.presidents[scene.railroad("NYC")] == -1


def test_mh_is_no_acting() -> None:
    """Ruling on T-05: passes and the priority do not notice the exchange."""
    scene = mohawk(own=6)
    game = scene.stock_round(0)
    for player in range(3):
        game.push(Pass(player))
    game.push(scene.exchange(0))
    assert game.state.passes == 3
    game.push(Pass(3))
    assert game.state.operating_round == 1 and game.state.priority == 0


def test_mh_moves_the_presidency() -> None:
    """6.4, case 22: whoever then has more than the president takes over at once."""
    scene = mohawk(own=2, mine=2)
    game = scene.stock_round(1)
    game.push(scene.exchange(0))
    assert game.state.presidents[scene.railroad("NYC")] == 0


def test_mh_moves_the_presidency_of_the_railroad_on_turn() -> None:
    """6.4, case 22: between turns, before the NYC has begun, the new president runs it."""
    scene = mohawk(own=3, mine=3)
    game = scene.operate("NYC")
    assert game.actors == (1,)
    game.push(scene.exchange(0))
    assert game.actors == (0,)
    assert legal(game, LayTile(0, scene.railroad("NYC"), scene.hex("E19"), scene.tile_number("57"), 0))


def test_mh_floats_the_nyc() -> None:
    """6.3, case 22: the sixth share floats it; in a stock round it operates in the next operating round."""
    scene = mohawk(own=3, mine=2)
    game = scene.stock_round(0)
    game.push(scene.exchange(0))
    assert game.state.floated[scene.railroad("NYC")]
    assert scene.cash(game, "NYC") == 0
    for player in range(4):
        game.push(Pass(player))
    assert scene.cash(game, "NYC") == 1000
    assert scene.operating(game) == "NYC"


@pytest.mark.parametrize("capital", [Capital.END_OF_ROUND, Capital.AT_ONCE])
def test_mh_floats_the_nyc_in_an_operating_round(capital: Capital) -> None:
    """6.3, case 22: floated in an operating round it begins in the next one."""
    scene = mohawk(own=3, mine=2, capital=capital)
    game = scene.start_round()
    assert scene.operating(game) == "PRR"
    game.push(scene.exchange(0))
    assert game.state.floated[scene.railroad("NYC")]
    assert scene.cash(game, "NYC") == (1000 if capital is Capital.AT_ONCE else 0)
    while game.state.operating_round:
        game.push(Pass(2))
        assert scene.operating(game) != "NYC"
    assert scene.cash(game, "NYC") == 1000


# --- Baltimore & Ohio


@pytest.mark.parametrize("source", ["bank", "pool", "NYC"])
def test_bo_closes_with_the_first_train_of_the_b_and_o(source: str) -> None:
    """4.2, T-05, case 16, R a7726f3b: from whatever source; until then it pays."""
    scene = Scene().company("B&O", money=500).company("NYC", president=0, price=90).private("BO", 3)
    if source != "bank":
        scene.trains(source, "2")
    game = scene.operate("B&O", "train")
    assert scene.owner(game, "BO") == 3
    game.push(scene.buy_train("2", source))
    assert scene.owner(game, "BO") == NOBODY


def test_bo_stays_open_when_another_railroad_buys() -> None:
    """4.2: only the B&O's own train closes it."""
    scene = Scene().company("PRR", money=500).private("BO", 3)
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("2"))
    assert scene.owner(game, "BO") == 3


def test_bo_stays_with_its_owner_when_the_presidency_goes() -> None:
    """T-05, case 16: the private company does not follow the B&O's presidency."""
    scene = Scene().company("B&O", president=0, own=3, others={1: 3}).private("BO", 0)
    game = scene.stock_round(0)
    game.push(scene.sell("B&O", 1, 0))
    assert game.state.presidents[scene.railroad("B&O")] == 1
    assert scene.owner(game, "BO") == 0
