"""S-4: coal fields, river and canal, Ohio packet, no hex twice, prices that follow dividends and blocks."""

from board_helpers import Scene, refused
from goldenspike.core.actions import Payout, RunTrains
from goldenspike.core.events import PrivateClosed
from goldenspike.core.game import Game
from goldenspike.core.options import PriceFall
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.situation import situation_of
from goldenspike.titles.catalogue import find_version


def s4(phase: str = "3", version: str = "s4") -> Scene:
    return Scene(version=version, phase=phase)


def revenue(scene: Scene, company: str) -> int:
    game = scene.operate(company, "run")
    game.push(RunTrains(game.state.turn, scene.railroad(company)))
    return game.state.revenues[scene.railroad(company)]


def cost_of(scene: Scene, company: str, hex: str, tile: str, sides: str) -> int:
    game = scene.operate(company)
    before = scene.cash(game, company)
    game.push(scene.lay(hex, tile, scene.rotation(tile, sides)))
    return before - scene.cash(game, company)


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
    scene = s4().company("N&W", money=500, trains="2").track("L10", "57", "NW SE").track("K7", "57", "E W")
    assert cost_of(scene, "N&W", "K9", "8", "W SE") == 60
    scene.track("K9", "8", "W SE")
    assert revenue(scene, "N&W") == 20 + 20 + 10


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
    scene = s4().company("NYC", money=100).private("PL", "NYC")
    game = scene.operate("NYC")
    assert refused(game, scene.lay("J8", "9", 0)) is Reason.NOT_CONNECTED
    assert refused(game, scene.lay("I11", "9", 0, "PL")) is Reason.POWER_ELSEWHERE
    game.push(scene.lay("J8", "9", 0, "PL"))
    assert scene.cash(game, "NYC") == 100
    assert refused(game, scene.lay("J6", "9", 0, "PL")) is Reason.NO_SUCH_POWER
    game.push(scene.lay("E19", "57", 1))
    assert scene.step(game) == "station"
    assert scene.owner(game, "PL") == scene.holder("NYC")


def test_the_packet_needs_its_railroad() -> None:
    """S-4.2 3.0: not while a player owns it."""
    scene = s4().company("NYC", money=100).private("PL", 0)
    assert refused(scene.operate("NYC"), scene.lay("J8", "9", 0, "PL")) is Reason.NO_SUCH_POWER


def canal(holder: str | int) -> Scene:
    """The PRR reaches I11 from Pittsburgh, and J12 from there."""
    scene = s4().company("PRR", money=500).private("CC", holder).track("H10", "57", "NW SE")
    return scene.station("PRR", "H10")


def test_the_canal_makes_its_hexes_cheap() -> None:
    """S-4.2 3.0, CC: 20 instead of 120; it closes when both hexes have tiles."""
    scene = canal("PRR")
    game = scene.operate("PRR")
    game.push(scene.lay("I11", "9", scene.rotation("9", "NW SE")))
    assert scene.cash(game, "PRR") == 480
    assert scene.owner(game, "CC") == scene.holder("PRR")
    scene.track("I11", "9", "NW SE")
    game = scene.operate("PRR")
    events = game.push(scene.lay("J12", "9", scene.rotation("9", "NW SE")))
    assert scene.cash(game, "PRR") == 480
    assert PrivateClosed(scene.setup.private_index["CC"]) in events


def test_others_pay_the_mountain() -> None:
    """S-4.2 3.0: only the railroad that owns the canal; a player's canal closes the hexes to all."""
    scene = canal("NYC").company("NYC", president=1, price=90)
    assert cost_of(scene, "PRR", "I11", "9", "NW SE") == 120
    scene = canal(1)
    game = scene.operate("PRR")
    assert refused(game, scene.lay("I11", "9", scene.rotation("9", "NW SE"))) is Reason.HEX_BLOCKED


# --- no hex twice (case 112)


def loop(version: str) -> int:
    """The NNH from one city of New York by F18 and Allentown to the other one."""
    scene = Scene(version=version, phase="3").company("NNH", trains="3", home=False).station("NNH", "G19", 1)
    scene.tile("G19", "54", 0).track("F18", "7", "SE SW").tile("G17", "2", 2)
    return revenue(scene, "NNH")


def test_no_train_comes_to_a_hex_twice() -> None:
    """S-4.2 7.5, case 112: New York included; in Classic both of its cities are two stops."""
    assert loop("classic") == 60 + 10 + 60
    assert loop("s4") == 60 + 10
    scene = s4()
    once = situation_of(scene.setup, scene.state, scene.railroad("NNH")).once
    assert len(once) == len(scene.setup.title.hexes)


# --- prices


def test_prices_of_s4() -> None:
    """S-4.2 5.0: V-5.2, and V-5.1 by blocks for all but the president."""
    defaults = find_version("1830", "s4").defaults
    assert defaults.rise_needs_dividend
    assert defaults.price_fall is PriceFall.PER_BLOCK_NON_PRESIDENT


def test_a_small_dividend_does_not_move_the_price() -> None:
    """V-5.2 in S-4: 50 on a share of 100 leaves it there, 100 moves it."""
    for revenue, price in ((50, 100), (100, 112)):
        scene = s4().company("NYC", trains="2")
        scene.state.revenues[scene.railroad("NYC")] = revenue
        game = scene.operate("NYC", "dividend")
        game.push(scene.dividend(Payout.PAY))
        assert scene.price(game, "NYC") == price


def test_a_block_moves_the_price_once() -> None:
    """V-5.1 in S-4: by others one row for the block, by the president one for each share."""

    def after(seller: int) -> tuple[Scene, Game]:
        scene = s4().company("NYC", president=0, own=5, others={1: 3})
        game = scene.stock_round(seller)
        game.push(scene.sell("NYC", 2, seller))
        return scene, game

    scene, game = after(1)
    assert scene.price(game, "NYC") == 90
    scene, game = after(0)
    assert scene.price(game, "NYC") == 82
