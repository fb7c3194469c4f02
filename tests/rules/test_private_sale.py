"""Private companies sold to railroads and between players, their income and their closing (4.0, 3.5)."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import Accept, BuyPrivate, Decline, Pass, SellPrivate
from goldenspike.core.events import OfferMade
from goldenspike.core.holders import FIRST_COMPANY, NOBODY
from goldenspike.core.options import PrivateTrading
from goldenspike.core.reasons import Reason

SALEABLE = {"SV": (10, 40), "CS": (20, 80), "DH": (35, 140), "MH": (55, 220), "CA": (80, 320)}


def railroad(phase: str = "3", money: int = 1000, **options: object) -> Scene:
    return Scene(phase=phase, **options).company("PRR", money=money)


# --- to railroads (4.1)


@pytest.mark.parametrize("phase", ["2", "3", "4", "5"])
def test_only_in_phases_3_and_4(phase: str) -> None:
    """3.2 to 3.5, 4.1, case 17: after the first 3-train and before the first 5-train."""
    scene = railroad(phase).private("SV", 0)
    game = scene.operate("PRR")
    if phase in ("3", "4"):
        assert legal(game, scene.buy_private("SV", 20))
    else:
        assert refused(game, scene.buy_private("SV", 20)) is Reason.NO_PRIVATE_SALES_YET


def test_sales_open_with_the_first_3_train_in_the_same_turn() -> None:
    """4.1: at any time in the railroad's turn, once a 3-train has been bought."""
    scene = Scene().phase("2", bank="3 3 4 4 5 5 5 6 6").company("PRR", money=1000).private("CA", 0)
    game = scene.operate("PRR", "train")
    assert refused(game, scene.buy_private("CA", 320)) is Reason.NO_PRIVATE_SALES_YET
    game.push(scene.buy_train("3"))
    game.push(scene.buy_private("CA", 320))
    assert scene.cash(game, 0) == 320 and scene.cash(game, "PRR") == 500


def test_delayed_private_sales() -> None:
    """V-3: not before the stock round after the first 3-train."""
    scene = Scene(delayed_private_sales=True).phase("2", bank="3 3 4 4 5 5 5 6 6")
    scene.company("PRR", money=1000).private("CA", 0)
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("3"))
    assert refused(game, scene.buy_private("CA", 320)) is Reason.NO_PRIVATE_SALES_YET
    scene.goes_on(game)
    assert legal(scene.start_round(), scene.buy_private("CA", 320))


@pytest.mark.parametrize(("open_now", "step"), [(True, "track"), (False, "station")])
def test_nobody_waits_for_a_purchase_that_cannot_be(open_now: bool, step: str) -> None:
    """V-3, 7.1: after its tile a railroad could still buy the CS and lay another one, but not before sales are open."""
    scene = Scene(phase="3", delayed_private_sales=True).company("NYC", money=500).private("CS", 0)
    game = scene.operate("NYC")
    game.state.private_sales_open = open_now
    game.push(scene.lay("E19", "57", scene.rotation("57", "W E")))
    assert scene.step(game) == step


@pytest.mark.parametrize("private", SALEABLE)
def test_half_to_double_the_face_value(private: str) -> None:
    """4.1, case 17: the price is from half to twice the face value."""
    least, most = SALEABLE[private]
    scene = Scene(phase="3").company("C&O", money=1000).private(private, 0)
    game = scene.operate("C&O")
    offers = [offer for offer in game.legal_for(0).offers() if isinstance(offer.action, BuyPrivate)]
    assert [(offer.lo, offer.hi, offer.step, offer.kind) for offer in offers] == [(least, most, 1, "BuyPrivate")]
    for price in (least, most):
        assert legal(game, scene.buy_private(private, price))
    for price in (least - 1, most + 1):
        assert refused(game, scene.buy_private(private, price)) is Reason.PRIVATE_PRICE


def test_treasury_pays_the_owner() -> None:
    """4.1, case 17: money on hand; the private company and the money change places."""
    scene = railroad(money=79).private("CA", 0)
    assert refused(scene.operate("PRR"), scene.buy_private("CA", 80)) is Reason.NOT_ENOUGH_MONEY
    scene.money("PRR", 100)
    game = scene.operate("PRR")
    assert refused(game, scene.buy_private("CA", 101)) is Reason.NOT_ENOUGH_MONEY
    game.push(scene.buy_private("CA", 100))
    assert scene.owner(game, "CA") == scene.holder("PRR")
    assert (scene.cash(game, 0), scene.cash(game, "PRR")) == (100, 0)


@pytest.mark.parametrize("step", ["track", "station", "run", "dividend", "train"])
def test_at_any_step_and_several_in_a_turn(step: str) -> None:
    """4.1, 7.1, case 17: before or after any step, and more than one."""
    scene = railroad().trains("PRR", "3").tile("H10", "57", 1).private("SV", 0).private("CS", 0)
    scene.state.revenues[scene.railroad("PRR")] = 30
    game = scene.operate("PRR", step)
    game.push(scene.buy_private("SV", 40))
    game.push(scene.buy_private("CS", 80))
    assert [scene.owner(game, name) for name in ("SV", "CS")] == [scene.holder("PRR")] * 2
    assert scene.cash(game, 0) == 120
    assert scene.step(game) == step


def test_another_player_is_asked() -> None:
    """4.1: from another player only with his consent; declining leaves everything as it was."""
    scene = railroad().private("CA", 2)
    game = scene.operate("PRR")
    offer = scene.buy_private("CA", 200)
    assert legal(game, offer)
    events = game.push(offer)
    assert events == [OfferMade(0, 2, False, scene.setup.private_index["CA"], 2, scene.holder("PRR"), 200)]
    assert game.actors == (2,)
    assert scene.owner(game, "CA") == 2
    game.push(Decline(2))
    assert scene.owner(game, "CA") == 2 and scene.cash(game, "PRR") == 1000 and game.actors == (0,)
    game.push(offer)
    game.push(Accept(2))
    assert scene.owner(game, "CA") == scene.holder("PRR")
    assert (scene.cash(game, 2), scene.cash(game, "PRR")) == (200, 800)


def test_only_the_railroad_on_turn_buys() -> None:
    """4.1: in the buying railroad's own turn, by its president."""
    scene = railroad().company("NYC", president=1, money=500, price=90).private("CA", 1)
    game = scene.operate("PRR")
    assert refused(game, scene.buy_private("CA", 160, "NYC")) is Reason.NOT_OPERATING
    prr = scene.holder("PRR")
    assert refused(game, BuyPrivate(1, prr, scene.setup.private_index["CA"], 160)) is Reason.NOT_PRESIDENT
    assert refused(game, BuyPrivate(0, FIRST_COMPANY + 8, 0, 20)) is Reason.UNKNOWN_COMPANY


def test_b_and_o_never_goes_to_a_railroad() -> None:
    """T-05, case 16: the BO may not be sold to any corporation."""
    scene = railroad("4", money=2000).private("BO", 0)
    game = scene.operate("PRR")
    assert refused(game, scene.buy_private("BO", 220)) is Reason.PRIVATE_STAYS_WITH_PLAYERS


def test_railroads_do_not_sell() -> None:
    """4.1: bought by railroads, never sold by them."""
    scene = railroad().company("NYC", president=1, price=90).private("CA", "NYC").private("SV", "nobody")
    game = scene.operate("PRR")
    assert refused(game, scene.buy_private("CA", 160)) is Reason.NOT_FOR_SALE
    assert refused(game, scene.buy_private("SV", 20)) is Reason.NOT_FOR_SALE
    ca = scene.setup.private_index["CA"]
    assert refused(game, SellPrivate(0, ca, 1, 100)) is Reason.NOT_YOUR_PRIVATE


def test_free_share_stays_with_the_first_buyer() -> None:
    """T-05, #12272, case 15: the CA alone changes hands."""
    scene = Scene(phase="3").company("PRR", president=1, money=500, others={0: 1}).private("CA", 0)
    game = scene.operate("PRR")
    game.push(scene.buy_private("CA", 160))
    game.push(Accept(0))
    assert scene.units(game, "PRR", 0) == 1
    assert scene.owner(game, "CA") == scene.holder("PRR")


# --- between players (4.1)


def stock(**options: object) -> Scene:
    scene = Scene(**options).company("PRR").private("CA", 0).private("SV", 1)
    for player in range(4):
        scene.money(player, 300)
    return scene


def test_players_trade_at_any_price_in_either_ones_turn() -> None:
    """4.1, R#548, case 23: the buyer or the seller proposes in his turn, the other agrees; any price, also nothing."""
    scene = stock()
    game = scene.stock_round(0)
    game.push(scene.sell_private("CA", 0, 2, 299))
    assert game.actors == (2,)
    game.push(Accept(2))
    assert scene.owner(game, "CA") == 2 and (scene.cash(game, 0), scene.cash(game, 2)) == (599, 1)
    purchase = scene.buy_private("SV", 0, 0)
    assert legal(game, purchase)
    game.push(purchase)
    assert game.actors == (1,)
    game.push(Accept(1))
    assert scene.owner(game, "SV") == 0
    assert game.state.turn == 0 and game.state.passes == 0


def test_trade_is_no_trading_of_shares() -> None:
    """Ruling on 4.1: passes and the priority do not notice it."""
    scene = stock()
    game = scene.stock_round(0)
    for player in range(3):
        game.push(Pass(player))
    game.push(scene.buy_private("SV", 20, 3))
    game.push(Accept(1))
    assert game.state.passes == 3 and game.state.last_actor == -1
    game.push(Pass(3))
    assert game.state.operating_round == 1
    assert game.state.priority == 0


def test_no_trade_in_the_first_stock_round_or_out_of_turn() -> None:
    """4.1, case 23: not in the first round; only in the buyer's or the seller's turn, and not in operating rounds."""
    scene = stock()
    game = scene.stock_round(2)
    assert refused(game, scene.sell_private("CA", 0, 2, 100)) is Reason.NOT_YOUR_TURN
    assert legal(game, scene.buy_private("CA", 100, 2))
    scene.state.round_number = 1
    assert refused(scene.stock_round(2), scene.buy_private("CA", 100, 2)) is Reason.NO_PRIVATE_SALES_YET
    scene.state.round_number = 2
    game = scene.operate("PRR")
    assert refused(game, scene.sell_private("CA", 0, 2, 100)) is Reason.NOT_NOW
    assert refused(game, scene.buy_private("SV", 100, 0)) is Reason.NOT_NOW


def test_what_cannot_be_traded() -> None:
    """4.1: not with money that is not there, not with oneself, not what one does not own, not for less than nothing."""
    scene = stock()
    game = scene.stock_round(0)
    assert refused(game, scene.buy_private("SV", 301, 0)) is Reason.NOT_ENOUGH_MONEY
    assert legal(game, scene.buy_private("SV", 300, 0))
    assert refused(game, scene.buy_private("SV", -1, 0)) is Reason.PRIVATE_PRICE
    assert refused(game, scene.sell_private("CA", 0, 0, 10)) is Reason.NOT_FROM_YOURSELF
    assert refused(game, scene.sell_private("SV", 0, 2, 10)) is Reason.NOT_YOUR_PRIVATE
    assert refused(game, scene.buy_private("MH", 10, 0)) is Reason.NOT_FOR_SALE
    for nobody in (-1, 4, 7):
        assert refused(game, SellPrivate(0, scene.setup.private_index["CA"], nobody, 10)) is Reason.UNKNOWN_PLAYER
    assert refused(game, SellPrivate(0, 99, 1, 10)) is Reason.UNKNOWN_PRIVATE
    assert refused(game, BuyPrivate(0, 2, scene.setup.private_index["SV"], 10)) is Reason.NOT_NOW


def test_buyer_must_have_the_money_when_he_agrees() -> None:
    """4.1: the seller may ask any price; whoever cannot pay cannot accept."""
    scene = stock().money(2, 99)
    game = scene.stock_round(0)
    game.push(scene.sell_private("CA", 0, 2, 100))
    assert refused(game, Accept(2)) is Reason.NOT_ENOUGH_MONEY
    assert list(game.legal_for(2)) == [Decline(2)]


def test_not_bought_and_sold_in_one_stock_round() -> None:
    """V-6.4, case 23: restricted by default, free as an option; in the next round anybody may sell again."""
    for trading in (PrivateTrading.RESTRICTED, PrivateTrading.UNRESTRICTED):
        scene = stock(private_trading=trading)
        game = scene.stock_round(0)
        game.push(scene.sell_private("CA", 0, 1, 10))
        game.push(Accept(1))
        game.push(Pass(0))
        resale = scene.sell_private("CA", 1, 2, 10)
        if trading is PrivateTrading.RESTRICTED:
            assert refused(game, resale) is Reason.PRIVATE_TRADED_ALREADY
            scene.goes_on(game)
            scene.state.traded = [0] * len(scene.state.traded)
            assert legal(scene.stock_round(1), resale)
        else:
            assert legal(game, resale)


def test_no_trades_between_players_in_the_computer_game() -> None:
    """S-6.2: a player buys no private company from another."""
    scene = stock(private_trading=PrivateTrading.NONE)
    game = scene.stock_round(0)
    assert refused(game, scene.sell_private("CA", 0, 1, 10)) is Reason.NO_PRIVATE_TRADES
    assert not game.legal_for(0).offers()


# --- income and closing


def test_income_comes_before_anybody_operates() -> None:
    """7.0, 7.5 note, case 20: to the player, or to the treasury, where it is not for dividends."""
    scene = Scene(phase="3").company("PRR", money=0, trains="3").tile("H10", "57", 1)
    for private, owner in (("SV", 0), ("CS", 1), ("DH", "PRR"), ("MH", 1), ("CA", "PRR"), ("BO", 2)):
        scene.private(private, owner)
    game = scene.start_round()
    assert [scene.cash(game, player) for player in range(4)] == [5, 30, 30, 0]
    assert scene.cash(game, "PRR") == 40
    game.push(Pass(0))
    game.push(Pass(0))
    game.push(scene.run())
    assert game.state.revenues[scene.railroad("PRR")] == 30
    game.push(scene.dividend())
    assert scene.cash(game, "PRR") == 40
    assert scene.cash(game, 0) == 5 + 18


def test_first_5_train_closes_all() -> None:
    """3.5, 4.2, case 19: those of players and of railroads, at once; no income afterwards, the powers are lost."""
    scene = Scene().phase("4", bank="5 5 5 6 6").company("PRR", money=1000).company("NYC", president=1, price=90)
    for private, owner in (("SV", 0), ("CS", "PRR"), ("DH", "NYC"), ("MH", 1), ("CA", 2), ("BO", 3)):
        scene.private(private, owner)
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("5"))
    assert game.state.privates == [NOBODY] * 6
    money = [scene.cash(game, who) for who in (0, 1, 2, 3, "NYC")]
    scene.goes_on(game)
    game = scene.start_round()
    assert [scene.cash(game, who) for who in (0, 1, 2, 3, "NYC")] == money
    assert refused(game, scene.lay("B20", "4", 1, "CS")) is Reason.NO_SUCH_POWER
    assert refused(game, scene.exchange(1)) is Reason.NOT_YOUR_PRIVATE
