"""S-4: coal fields, river and canal, Ohio packet, no hex twice, prices that follow dividends and blocks."""

from goldenspike.core.actions import Payout, RunTrains
from goldenspike.core.events import PrivateClosed
from goldenspike.core.game import Game
from goldenspike.core.options import PriceFall
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.situation import situation_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import lay_tile, money_of, owner_of, pay_dividend, price_of, sell_shares, step_of
from goldenspike.testing.checks import refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.catalogue import find_version
from helpers import version_1830


def s4(phase: str = "3", version: str = "s4") -> Position:
    return Position(version_1830(version), phase=phase, money=0)


def revenue(position: Position, company: str) -> int:
    game = position.operating_round(company, "run")
    game.push(RunTrains(game.state.turn, position.setup.company_index[company]))
    return game.state.revenues[position.setup.company_index[company]]


def cost_of(position: Position, company: str, hex: str, tile: str, sides: str) -> int:
    game = position.operating_round(company)
    before = money_of(game, company)
    game.push(lay_tile(game, hex, tile, sides))
    return before - money_of(game, company)


# --- homes and companies


def test_homes() -> None:
    """S-4.2 5.0: Roanoke, Columbus on H6, Richmond; the PRR beside its track."""
    companies = {company.id: company for company in s4().setup.title.companies}
    assert {name: [home.hex for home in companies[name].homes] for name in ("N&W", "NKP", "C&O", "PRR")} == {
        "N&W": ["L10"],
        "NKP": ["H6"],
        "C&O": ["K13"],
        "PRR": ["H12"],
    }
    assert [private.id for private in s4().setup.title.privates] == ["SV", "PL", "CS", "CC", "DH", "MH", "CA", "BO"]


# --- coal fields


def test_coal_hexes_cost_60_and_add_10_to_a_run() -> None:
    """S-4.2 7.2: the N&W from Roanoke over K9 to Huntington on K7."""
    position = s4().company("N&W", money=500, trains="2").tile("L10", "57", "NW SE").tile("K7", "57", "E W")
    assert cost_of(position, "N&W", "K9", "8", "W SE") == 60
    position.tile("K9", "8", "W SE")
    assert revenue(position, "N&W") == 20 + 20 + 10


def test_other_mountains_cost_what_is_printed() -> None:
    """S-4.2 7.2."""
    hexes = {printed.id: printed for printed in s4().setup.title.hexes}
    assert [hexes[name].cost for name in ("J10", "K9", "L6", "L8")] == [60] * 4
    assert [hexes[name].bonus for name in ("J10", "K9", "L6", "L8")] == [10] * 4
    assert [hexes[name].cost for name in ("K11", "I11", "J12")] == [120] * 3
    assert sum(printed.bonus for printed in hexes.values()) == 40


# --- rivers, PL and CC


def test_the_river_costs_40() -> None:
    """S-4.1: hexes marked so; in S-3 they cost nothing."""
    for version, cost in (("s4", 40), ("s3", 0)):
        hexes = {printed.id: printed for printed in s4(version=version).setup.title.hexes}
        assert [hexes[name].cost for name in ("J2", "J4", "J6", "J8", "I9")] == [cost] * 5


def test_the_packet_lays_a_tile_anywhere_on_the_ohio() -> None:
    """S-4.2 3.0, PL: free, unconnected, and beside the turn's tile; once."""
    position = s4().company("NYC", money=100).private("PL", "NYC")
    game = position.operating_round("NYC")
    refused(game, lay_tile(game, "J8", "9", 0), Reason.NOT_CONNECTED)
    refused(game, lay_tile(game, "I11", "9", 0, "PL"), Reason.POWER_ELSEWHERE)
    game.push(lay_tile(game, "J8", "9", 0, "PL"))
    assert money_of(game, "NYC") == 100
    refused(game, lay_tile(game, "J6", "9", 0, "PL"), Reason.NO_SUCH_POWER)
    game.push(lay_tile(game, "E19", "57", 1))
    assert step_of(game) == "station"
    assert owner_of(game, "PL") == holder_of(position.setup, "NYC")


def test_the_packet_needs_its_railroad() -> None:
    """S-4.2 3.0: not while a player owns it."""
    position = s4().company("NYC", money=100).private("PL", 0)
    game = position.operating_round("NYC")
    refused(game, lay_tile(game, "J8", "9", 0, "PL"), Reason.NO_SUCH_POWER)


def canal(holder: str | int) -> Position:
    """The PRR reaches I11 from Pittsburgh, and J12 from there."""
    position = s4().company("PRR", money=500).private("CC", holder).tile("H10", "57", "NW SE")
    return position.station("PRR", "H10")


def test_the_canal_makes_its_hexes_cheap() -> None:
    """S-4.2 3.0, CC: 20 instead of 120; it closes when both hexes have tiles."""
    position = canal("PRR")
    game = position.operating_round("PRR")
    game.push(lay_tile(game, "I11", "9", "NW SE"))
    assert money_of(game, "PRR") == 480
    assert owner_of(game, "CC") == holder_of(position.setup, "PRR")
    position.tile("I11", "9", "NW SE")
    game = position.operating_round("PRR")
    events = game.push(lay_tile(game, "J12", "9", "NW SE"))
    assert money_of(game, "PRR") == 480
    assert PrivateClosed(position.setup.private_index["CC"]) in events


def test_others_pay_the_mountain() -> None:
    """S-4.2 3.0: only the railroad that owns the canal; a player's canal closes the hexes to all."""
    position = canal("NYC").company("NYC", president=1, par=90)
    assert cost_of(position, "PRR", "I11", "9", "NW SE") == 120
    position = canal(1)
    game = position.operating_round("PRR")
    refused(game, lay_tile(game, "I11", "9", "NW SE"), Reason.HEX_BLOCKED)


# --- no hex twice (case 112)


def loop(version: str) -> int:
    """The NNH from one city of New York by F18 and Allentown to the other one."""
    position = (
        Position(version_1830(version), phase="3", money=0).company("NNH", operated=False, trains="3").station("NNH", "G19/1")
    )
    position.tile("G19", "54", 0).tile("F18", "7", "SE SW").tile("G17", "2", 2)
    return revenue(position, "NNH")


def test_no_train_comes_to_a_hex_twice() -> None:
    """S-4.2 7.5, case 112: New York included; in Classic both of its cities are two stops."""
    assert loop("classic") == 60 + 10 + 60
    assert loop("s4") == 60 + 10
    position = s4()
    once = situation_of(position.setup, position.stock_round().state, position.setup.company_index["NNH"]).once
    assert len(once) == len(position.setup.title.hexes)


# --- prices


def test_prices_of_s4() -> None:
    """S-4.2 5.0: V-5.2, and V-5.1 by blocks for all but the president."""
    defaults = find_version("1830", "s4").defaults
    assert defaults.rise_needs_dividend
    assert defaults.price_fall is PriceFall.PER_BLOCK_NON_PRESIDENT


def test_a_small_dividend_does_not_move_the_price() -> None:
    """V-5.2 in S-4: 50 on a share of 100 leaves it there, 100 moves it."""
    for revenue, price in ((50, 100), (100, 112)):
        position = s4().company("NYC", trains="2")
        game = position.operating_round("NYC", "dividend", revenue=revenue)
        game.push(pay_dividend(game, Payout.PAY))
        assert price_of(game, "NYC") == price


def test_a_block_moves_the_price_once() -> None:
    """V-5.1 in S-4: by others one row for the block, by the president one for each share."""

    def after(seller: int) -> Game:
        position = s4().company("NYC", shares={0: 5, 1: 3})
        game = position.stock_round(seller)
        game.push(sell_shares(game, "NYC", 2, seller))
        return game

    game = after(1)
    assert price_of(game, "NYC") == 90
    game = after(0)
    assert price_of(game, "NYC") == 82
