"""The end of the game and wealth (8.0, V-8)."""

import pytest

from board_helpers import Scene, refused
from goldenspike.core.actions import BuyShare, Pass, Payout, SellShares
from goldenspike.core.events import BankBroke, EndReason, PeakReached
from goldenspike.core.game import Game
from goldenspike.core.options import BankBreaks, MarketPeak, OperatingOrder
from goldenspike.core.reasons import Reason
from goldenspike.core.title import RoundKind
from goldenspike.view import seat_view


def paying(bank: int, revenue: int = 100, phase: str = "2", **options: object) -> Scene:
    """The PRR, all ten shares with player 0, has earned so much; so much money is left in the bank."""
    scene = Scene(phase=phase, **options).company("PRR", own=10, trains="5" if phase == "5" else "2")
    scene.state.revenues[scene.railroad("PRR")] = revenue
    return scene.money(3, scene.setup.title.bank - bank)


def pass_through(game: Game) -> None:
    """Pass until the round or the game changes."""
    here = (game.state.round, game.state.operating_round)
    while (game.state.round, game.state.operating_round) == here:
        game.push(Pass(game.actors[0]))


@pytest.mark.parametrize(
    ("option", "left", "broken"),
    [
        (BankBreaks.AT_ZERO, 101, False),
        (BankBreaks.AT_ZERO, 100, True),
        (BankBreaks.AT_ZERO, 99, True),
        (BankBreaks.BELOW_ZERO, 100, False),
        (BankBreaks.BELOW_ZERO, 99, True),
    ],
)
def test_when_the_bank_has_run_out(option: BankBreaks, left: int, broken: bool) -> None:
    """8.0 and ruling, case 102: at exactly 0; by option only below. Payments go on in full."""
    scene = paying(left, bank_breaks=option)
    game = scene.operate("PRR", "dividend")
    events = game.push(scene.dividend())
    assert (BankBroke() in events) is broken
    assert game.state.bank_broken is broken
    assert scene.cash(game, 0) == 100 and scene.cash(game, "bank") == left - 100
    game.push(Pass(0))
    assert game.is_over is broken
    assert game.result().reason is (EndReason.BANK if broken else EndReason.NONE)


def test_whole_set_of_operating_rounds_is_played() -> None:
    """8.0 example, case 102: the bank runs out in the first of three rounds; the other two are played."""
    scene = paying(50, phase="5")
    game = scene.operate("PRR", "dividend")
    game.push(scene.dividend())
    assert game.state.bank_broken and game.state.operating_rounds == 3
    game.push(Pass(0))
    for number in (2, 3):
        assert (game.state.round, game.state.operating_round) == (RoundKind.OPERATING, number)
        pass_through(game)
    assert game.is_over and game.result().reason is EndReason.BANK
    assert refused(game, Pass(0)) is Reason.GAME_OVER


def test_bank_that_fills_again_stays_broken() -> None:
    """8.0: it has run out once; later income of the bank does not save the game."""
    scene = paying(50)
    game = scene.operate("PRR", "dividend")
    game.push(scene.dividend(Payout.WITHHOLD))
    game.push(scene.buy_train("2"))
    assert scene.cash(game, "bank") > 0
    game.push(Pass(0))
    assert game.is_over


def test_broken_in_a_stock_round() -> None:
    """8.0, case 102: the stock round and a whole set of operating rounds follow."""
    scene = Scene(phase="3").company("PRR", own=4, others={1: 4}, trains="3").company("NYC", president=2, own=6, price=90)
    scene.money(3, 12000 - 300)
    game = scene.stock_round(0)
    game.push(scene.sell("PRR", 3, 0))
    assert game.state.bank_broken
    game.push(Pass(0))
    assert game.state.round == RoundKind.STOCK
    pass_through(game)
    for number in (1, 2):
        assert (game.state.round, game.state.operating_round) == (RoundKind.OPERATING, number)
        pass_through(game)
    assert game.is_over and game.result().reason is EndReason.BANK


def test_wealth() -> None:
    """8.0, cases 24 and J audit: money, shares at market value, private companies of players at face value."""
    scene = Scene().company("PRR", own=4, others={1: 2}, pool=2, cell=Scene().cell(126, 8), money=777)
    scene.company("NYC", president=1, own=2, price=67)
    scene.private("CA", 0).private("SV", 1).private("DH", "PRR").private("MH", "nobody").money(0, 11)
    game = scene.operate("PRR")
    assert game.result().wealth == (11 + 4 * 126 + 160, 2 * 126 + 2 * 67 + 20, 0, 0)
    assert game.result().winners == (0,)
    assert game.result().reason is EndReason.NONE


def test_shares_without_a_price_are_worth_nothing() -> None:
    """8.0: the share of the CA before the PRR has a par price."""
    scene = Scene().private("CA", 0)
    scene.state.shares[scene.railroad("PRR") * 10] = 1
    scene.state.shares[scene.railroad("PRR") * 10 + scene.holder("bank")] = 9
    assert scene.stock_round(0).result().wealth[0] == 160


def test_shared_victory() -> None:
    """8.0: equal wealth."""
    scene = Scene().company("PRR").money(1, 600)
    assert scene.operate("PRR").result().winners == (0, 1)


@pytest.mark.parametrize(("peak", "option"), [(MarketPeak.OFF, False), (MarketPeak.ON, True), (MarketPeak.OPERATING_ROUND, True)])
def test_market_peak_ends_the_game_after_the_turn(peak: MarketPeak, option: bool) -> None:
    """V-8 and its example: at the end of the row up into 350; the railroad finishes its turn."""
    scene = Scene(market_peak_ends=peak).company("PRR", trains="2", cell=Scene().cell(325, 17))
    scene.company("NYC", president=1, price=90)
    scene.state.revenues[scene.railroad("PRR")] = 100
    game = scene.operate("PRR", "dividend")
    game.push(scene.dividend())
    assert scene.price(game, "PRR") == 350
    assert not game.is_over and scene.step(game) == "train"
    game.push(Pass(0))
    assert game.is_over is option
    if option:
        assert game.result().reason is EndReason.MARKET_PEAK
    else:
        assert scene.operating(game) == "NYC"


@pytest.mark.parametrize(
    ("peak", "option"), [(MarketPeak.OFF, False), (MarketPeak.ON, True), (MarketPeak.OPERATING_ROUND, False)]
)
def test_market_peak_in_a_stock_round(peak: MarketPeak, option: bool) -> None:
    """V-8: at the end of the stock round, if the rise of a railroad sold out reached the top."""
    scene = Scene(market_peak_ends=peak).company("PRR", own=6, others={1: 3}, cell=Scene().cell(300, 18)).money(1, 300)
    game = scene.stock_round(1)
    game.push(BuyShare(1, scene.railroad("PRR"), scene.holder("bank")))
    for player in (1, 2, 3, 0, 1):
        assert not game.is_over
        game.push(Pass(player))
    assert scene.price(game, "PRR") == 350
    assert game.is_over is option


def until_over(game: Game, operating: int) -> None:
    """Pass to the end of the railroad's turn."""
    while game.state.operating == operating:
        game.push(Pass(game.actors[0]))


@pytest.mark.parametrize(("peak", "over"), [(MarketPeak.OFF, False), (MarketPeak.OPERATING_ROUND, True)])
def test_a_peak_that_withholding_leaves_counts(peak: MarketPeak, over: bool) -> None:
    """V-8.0, S-5 8.0 ("reaches, or is at") and ruling: it stood there when its turn began."""
    scene = Scene(market_peak_ends=peak).company("PRR", trains="2", cell=Scene().cell(350, 18)).tile("H10", "57", 1)
    scene.company("NYC", president=1, price=90)
    game = scene.start_round()
    assert scene.operating(game) == "PRR" and seat_view(game.setup, game.state, 0).is_last_turn is over
    game.push(Pass(0))
    game.push(Pass(0))
    game.push(scene.run())
    game.push(scene.dividend(Payout.WITHHOLD))
    assert scene.price(game, "PRR") == 325
    assert not game.is_over, "the turn is played to its end"
    until_over(game, scene.railroad("PRR"))
    assert game.is_over is over
    assert game.result().reason is (EndReason.MARKET_PEAK if over else EndReason.NONE)


def test_a_peak_left_for_want_of_revenue_counts() -> None:
    """V-8.0, 5.5: without a train it falls by itself, and the game ends all the same."""
    scene = Scene(market_peak_ends=MarketPeak.OPERATING_ROUND).company("PRR", cell=Scene().cell(350, 18))
    scene.company("NYC", president=1, price=90)
    game = scene.start_round()
    until_over(game, scene.railroad("PRR"))
    assert scene.price(game, "PRR") == 325 and game.is_over


@pytest.mark.parametrize(("peak", "over"), [(MarketPeak.OFF, False), (MarketPeak.ON, True), (MarketPeak.OPERATING_ROUND, True)])
def test_a_peak_that_a_forced_sale_leaves_counts(peak: MarketPeak, over: bool) -> None:
    """V-8.0, C-2.3.2 and ruling: reached by the dividend of the last run of its train, lost by the sale for the next."""
    scene = Scene(market_peak_ends=peak, delayed_obsolescence=True, phase="6").phase("6", "6 D")
    scene.company("PRR", own=8, trains="3", cell=scene.cell(325, 17)).tile("H10", "57", 1)
    scene.company("NYC", president=1, price=90)
    game = scene.operate("PRR", "run")
    game.push(scene.run())
    events = game.push(scene.dividend())
    company = scene.railroad("PRR")
    assert (PeakReached(company) in events) is over
    assert scene.price(game, "PRR") == 350 and scene.trains_of(game, "PRR") == []
    count = next(action.count for action in game.legal if isinstance(action, SellShares))
    assert PeakReached(company) not in game.push(scene.sell("PRR", count)), "it is told once"
    assert scene.price(game, "PRR") < 350
    while not scene.trains_of(game, "PRR"):
        sales = [action for action in game.legal if isinstance(action, SellShares)]
        game.push(sales[0] if sales else scene.buy_train("6"))
    until_over(game, company)
    assert game.is_over is over


def test_the_peak_of_another_railroad_waits_for_its_own_turn() -> None:
    """S-5 8.0: "after that railroad has finished its turn", with a fixed order also one that operates later."""
    scene = Scene(market_peak_ends=MarketPeak.ON, operating_order=OperatingOrder.FIXED)
    scene.company("NYC", president=1, price=90).company("PRR", cell=scene.cell(350, 18))
    game = scene.operate("NYC", "train")
    game.state.order = (scene.railroad("NYC"), scene.railroad("PRR"))
    game.push(Pass(1))
    assert scene.operating(game) == "PRR" and game.state.ending == EndReason.MARKET_PEAK
    until_over(game, scene.railroad("PRR"))
    assert game.is_over


def test_a_position_saved_without_the_note_still_ends() -> None:
    """V-8.0: a game saved at the peak before the note was kept ends after the turn."""
    scene = Scene(market_peak_ends=MarketPeak.ON).company("PRR", trains="2", cell=Scene().cell(350, 18))
    game = scene.operate("PRR", "train")
    assert game.state.ending == EndReason.NONE
    game.push(Pass(0))
    assert game.is_over
