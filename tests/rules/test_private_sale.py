"""Private companies sold to railroads and between players, their income and their closing (4.0, 3.5)."""

from typing import Any

import pytest

from goldenspike.core.actions import Accept, BuyPrivate, Decline, Pass, SellPrivate
from goldenspike.core.events import OfferMade
from goldenspike.core.holders import FIRST_COMPANY, NOBODY
from goldenspike.core.ids import NO_PLAYER, Holder, Player, Private
from goldenspike.core.options import PrivateTrading
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import (
    buy_private,
    buy_train,
    exchange_private,
    lay_tile,
    money_of,
    owner_of,
    pay_dividend,
    run_trains,
    sell_private,
    shares_of,
    step_of,
)
from goldenspike.testing.checks import allowed, passes, refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2, P3, P4

SALEABLE = {"SV": (10, 40), "CS": (20, 80), "DH": (35, 140), "MH": (55, 220), "CA": (80, 320)}


def railroad(phase: str = "3", money: int = 1000, **options: Any) -> Position:
    return Position(classic(**options), phase=phase, money=0).company("PRR", money=money)


# --- to railroads (4.1)


@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_only_in_phases_3_and_4(phase: str) -> None:
    """3.2 to 3.5, 4.1, case 17: after the first 3-train; with the first 5-train they close."""
    position = railroad(phase).private("SV", 0)
    game = position.operating_round("PRR")
    if phase in ("3", "4"):
        allowed(game, buy_private(game, "SV", 20))
    else:
        refused(game, buy_private(game, "SV", 20), Reason.NO_PRIVATE_SALES_YET)


def test_sales_open_with_the_first_3_train_in_the_same_turn() -> None:
    """4.1: at any time in the railroad's turn, once a 3-train has been bought."""
    position = Position(classic(), money=0).phase("2", bank="").company("PRR", money=1000).private("CA", 0)
    game = position.operating_round("PRR", "train")
    refused(game, buy_private(game, "CA", 320), Reason.NO_PRIVATE_SALES_YET)
    game.push(buy_train(game, "3"))
    game.push(buy_private(game, "CA", 320))
    assert money_of(game, 0) == 320 and money_of(game, "PRR") == 500


def test_delayed_private_sales() -> None:
    """V-3: not before the stock round after the first 3-train."""
    position = Position(classic(delayed_private_sales=True), money=0).phase("2", bank="")
    position.company("PRR", money=1000).private("CA", 0)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "3"))
    refused(game, buy_private(game, "CA", 320), Reason.NO_PRIVATE_SALES_YET)
    game = Position.of(game).start_operating_round()
    allowed(game, buy_private(game, "CA", 320))


@pytest.mark.parametrize(("open_now", "step"), [(True, "track"), (False, "station")])
def test_nobody_waits_for_a_purchase_that_cannot_be(open_now: bool, step: str) -> None:
    """V-3, 7.1: after its tile a railroad could still buy the CS and lay another one, but not before sales are open."""
    position = Position(classic(delayed_private_sales=True), phase="3", money=0).company("NYC", money=500).private("CS", 0)
    game = position.set(private_sales_open=open_now).operating_round("NYC")
    game.push(lay_tile(game, "E19", "57", "W E"))
    assert step_of(game) == step


@pytest.mark.parametrize("private", SALEABLE)
def test_half_to_double_the_face_value(private: str) -> None:
    """4.1, case 17: the price is from half to twice the face value."""
    least, most = SALEABLE[private]
    position = Position(classic(), phase="3", money=0).company("C&O", money=1000).private(private, 0)
    game = position.operating_round("C&O")
    offers = [offer for offer in game.legal_for(P0).offers() if isinstance(offer.action, BuyPrivate)]
    assert [(offer.lo, offer.hi, offer.step, offer.kind) for offer in offers] == [(least, most, 1, "BuyPrivate")]
    for price in (least, most):
        allowed(game, buy_private(game, private, price))
    for price in (least - 1, most + 1):
        refused(game, buy_private(game, private, price), Reason.PRIVATE_PRICE)


def test_treasury_pays_the_owner() -> None:
    """4.1, case 17: money on hand; the private company and the money change places."""
    position = railroad(money=79).private("CA", 0)
    game = position.operating_round("PRR")
    refused(game, buy_private(game, "CA", 80), Reason.NOT_ENOUGH_MONEY)
    position.money("PRR", 100)
    game = position.operating_round("PRR")
    refused(game, buy_private(game, "CA", 101), Reason.NOT_ENOUGH_MONEY)
    game.push(buy_private(game, "CA", 100))
    assert owner_of(game, "CA") == holder_of(position.setup, "PRR")
    assert (money_of(game, 0), money_of(game, "PRR")) == (100, 0)


@pytest.mark.parametrize("step", ["track", "station", "run", "dividend", "train"])
def test_at_any_step_and_several_in_a_turn(step: str) -> None:
    """4.1, 7.1, case 17: before or after any step, and more than one."""
    position = railroad().trains("PRR", "3").tile("H10", "57", 1).private("SV", 0).private("CS", 0)
    game = position.operating_round("PRR", step, revenue=30)
    game.push(buy_private(game, "SV", 40))
    game.push(buy_private(game, "CS", 80))
    assert [owner_of(game, name) for name in ("SV", "CS")] == [holder_of(position.setup, "PRR")] * 2
    assert money_of(game, 0) == 120
    assert step_of(game) == step


def test_another_player_is_asked() -> None:
    """4.1: from another player only with his consent; declining leaves everything as it was."""
    position = railroad().private("CA", 2)
    game = position.operating_round("PRR")
    offer = buy_private(game, "CA", 200)
    allowed(game, offer)
    events = game.push(offer)
    assert events == [OfferMade(P0, P2, False, position.setup.private_index["CA"], P2, holder_of(position.setup, "PRR"), 200)]
    assert game.actors == (2,)
    assert owner_of(game, "CA") == 2
    game.push(Decline(P2))
    assert owner_of(game, "CA") == 2 and money_of(game, "PRR") == 1000 and game.actors == (0,)
    game.push(offer)
    game.push(Accept(P2))
    assert owner_of(game, "CA") == holder_of(position.setup, "PRR")
    assert (money_of(game, 2), money_of(game, "PRR")) == (200, 800)


def test_only_the_railroad_on_turn_buys() -> None:
    """4.1: in the buying railroad's own turn, by its president."""
    position = railroad().company("NYC", president=1, par=90, money=500).private("CA", 1)
    game = position.operating_round("PRR")
    refused(game, buy_private(game, "CA", 160, "NYC"), Reason.NOT_OPERATING)
    prr = holder_of(position.setup, "PRR")
    refused(game, BuyPrivate(P1, prr, position.setup.private_index["CA"], 160), Reason.NOT_PRESIDENT)
    refused(game, BuyPrivate(P0, Holder(FIRST_COMPANY + 8), position.setup.private_index["SV"], 20), Reason.UNKNOWN_COMPANY)


def test_b_and_o_never_goes_to_a_railroad() -> None:
    """T-05, case 16: the BO may not be sold to any corporation."""
    position = railroad("4", money=2000).private("BO", 0)
    game = position.operating_round("PRR")
    refused(game, buy_private(game, "BO", 220), Reason.PRIVATE_STAYS_WITH_PLAYERS)


def test_railroads_do_not_sell() -> None:
    """4.1: bought by railroads, never sold by them."""
    position = railroad().company("NYC", president=1, par=90).private("CA", "NYC").private("SV", "nobody")
    game = position.operating_round("PRR")
    refused(game, buy_private(game, "CA", 160), Reason.NOT_FOR_SALE)
    refused(game, buy_private(game, "SV", 20), Reason.NOT_FOR_SALE)
    ca = position.setup.private_index["CA"]
    refused(game, SellPrivate(P0, ca, P1, 100), Reason.NOT_YOUR_PRIVATE)


def test_free_share_stays_with_the_first_buyer() -> None:
    """T-05, #12272, case 15: the CA alone changes hands."""
    position = Position(classic(), phase="3", money=0).company("PRR", shares={1: 6, 0: 1}, money=500).private("CA", 0)
    game = position.operating_round("PRR")
    game.push(buy_private(game, "CA", 160))
    game.push(Accept(P0))
    assert shares_of(game, "PRR", 0) == 1
    assert owner_of(game, "CA") == holder_of(position.setup, "PRR")


# --- between players (4.1)


def stock(**options: Any) -> Position:
    return Position(classic(**options), money=300).company("PRR").private("CA", 0).private("SV", 1)


def test_players_trade_at_any_price_in_either_ones_turn() -> None:
    """4.1, R#548, case 23: the buyer or the seller proposes in his turn, the other agrees; any price, also nothing."""
    position = stock()
    game = position.stock_round(0)
    game.push(sell_private(game, "CA", 0, 2, 299))
    assert game.actors == (2,)
    game.push(Accept(P2))
    assert owner_of(game, "CA") == 2 and (money_of(game, 0), money_of(game, 2)) == (599, 1)
    purchase = buy_private(game, "SV", 0, 0)
    allowed(game, purchase)
    game.push(purchase)
    assert game.actors == (1,)
    game.push(Accept(P1))
    assert owner_of(game, "SV") == 0
    assert game.state.turn == 0 and game.state.passes == 0


def test_trade_is_no_trading_of_shares() -> None:
    """Ruling on 4.1: passes and the priority do not notice it."""
    position = stock()
    game = position.stock_round(0)
    passes(game, 3)
    game.push(buy_private(game, "SV", 20, 3))
    game.push(Accept(P1))
    assert game.state.passes == 3 and game.state.last_actor == -1
    game.push(Pass(P3))
    assert game.state.operating_round == 1
    assert game.state.priority == 0


def test_no_trade_in_the_first_stock_round_or_out_of_turn() -> None:
    """4.1, case 23: not in the first round; only in the buyer's or the seller's turn, and not in operating rounds."""
    position = stock()
    game = position.stock_round(2)
    refused(game, sell_private(game, "CA", 0, 2, 100), Reason.NOT_YOUR_TURN)
    allowed(game, buy_private(game, "CA", 100, 2))
    game = position.stock_round(2, number=1)
    refused(game, buy_private(game, "CA", 100, 2), Reason.NO_PRIVATE_SALES_YET)
    game = position.operating_round("PRR")
    refused(game, sell_private(game, "CA", 0, 2, 100), Reason.NOT_NOW)
    refused(game, buy_private(game, "SV", 100, 0), Reason.NOT_NOW)


def test_what_cannot_be_traded() -> None:
    """4.1: not with money that is not there, not with oneself, not what one does not own, not for less than nothing."""
    position = stock()
    game = position.stock_round(0)
    refused(game, buy_private(game, "SV", 301, 0), Reason.NOT_ENOUGH_MONEY)
    allowed(game, buy_private(game, "SV", 300, 0))
    refused(game, buy_private(game, "SV", -1, 0), Reason.PRIVATE_PRICE)
    refused(game, sell_private(game, "CA", 0, 0, 10), Reason.NOT_FROM_YOURSELF)
    refused(game, sell_private(game, "SV", 0, 2, 10), Reason.NOT_YOUR_PRIVATE)
    refused(game, buy_private(game, "MH", 10, 0), Reason.NOT_FOR_SALE)
    for nobody in (NO_PLAYER, P4, Player(Holder(7))):
        refused(game, SellPrivate(P0, position.setup.private_index["CA"], nobody, 10), Reason.UNKNOWN_PLAYER)
    refused(game, SellPrivate(P0, Private(99), P1, 10), Reason.UNKNOWN_PRIVATE)
    refused(game, BuyPrivate(P0, P2, position.setup.private_index["SV"], 10), Reason.NOT_NOW)


def test_buyer_must_have_the_money_when_he_agrees() -> None:
    """4.1: the seller may ask any price; whoever cannot pay cannot accept."""
    position = stock().money(2, 99)
    game = position.stock_round(0)
    game.push(sell_private(game, "CA", 0, 2, 100))
    refused(game, Accept(P2), Reason.NOT_ENOUGH_MONEY)
    assert list(game.legal_for(P2)) == [Decline(P2)]


def test_not_bought_and_sold_in_one_stock_round() -> None:
    """V-6.4, case 23: restricted by default, free as an option; in the next round anybody may sell again."""
    for trading in (PrivateTrading.RESTRICTED, PrivateTrading.UNRESTRICTED):
        position = stock(private_trading=trading)
        game = position.stock_round(0)
        game.push(sell_private(game, "CA", 0, 1, 10))
        game.push(Accept(P1))
        game.push(Pass(P0))
        resale = sell_private(game, "CA", 1, 2, 10)
        if trading is PrivateTrading.RESTRICTED:
            refused(game, resale, Reason.PRIVATE_TRADED_ALREADY)
            allowed(Position.of(game).stock_round(1), resale)
        else:
            allowed(game, resale)


def test_no_trades_between_players_in_the_computer_game() -> None:
    """S-6.2: a player buys no private company from another."""
    position = stock(private_trading=PrivateTrading.NONE)
    game = position.stock_round(0)
    refused(game, sell_private(game, "CA", 0, 1, 10), Reason.NO_PRIVATE_TRADES)
    assert not game.legal_for(P0).offers()


# --- income and closing


def test_income_comes_before_anybody_operates() -> None:
    """7.0, 7.5 note, case 20: to the player, or to the treasury, where it is not for dividends."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=0, trains="3").tile("H10", "57", 1)
    for private, owner in (("SV", 0), ("CS", 1), ("DH", "PRR"), ("MH", 1), ("CA", "PRR"), ("BO", 2)):
        position.private(private, owner)
    game = position.start_operating_round()
    assert [money_of(game, player) for player in range(4)] == [5, 30, 30, 0]
    assert money_of(game, "PRR") == 40
    game.push(Pass(P0))
    game.push(Pass(P0))
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["PRR"]] == 30
    game.push(pay_dividend(game))
    assert money_of(game, "PRR") == 40
    assert money_of(game, 0) == 5 + 18


def test_first_5_train_closes_all() -> None:
    """3.5, 4.2, case 19: those of players and of railroads, at once; no income afterwards, the powers are lost."""
    position = Position(classic(), money=0).phase("4", bank="").company("PRR", money=1000).company("NYC", president=1, par=90)
    for private, owner in (("SV", 0), ("CS", "PRR"), ("DH", "NYC"), ("MH", 1), ("CA", 2), ("BO", 3)):
        position.private(private, owner)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert game.state.privates == [NOBODY] * 6
    money = [money_of(game, who) for who in (0, 1, 2, 3, "NYC")]
    game = Position.of(game).start_operating_round()
    assert [money_of(game, who) for who in (0, 1, 2, 3, "NYC")] == money
    refused(game, lay_tile(game, "B20", "4", 1, "CS"), Reason.NO_SUCH_POWER)
    refused(game, exchange_private(game, "MH", 1), Reason.NOT_YOUR_PRIVATE)
