"""The order of selling and buying within a stock turn (6.0, C-1.2, V-6.1)."""

import pytest

from goldenspike.core.actions import BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.core.options import SellOrder
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.titles.g1830 import classic
from helpers import holds_together
from names_1830 import BM, CO, NYC, PRR
from players import P0, P1, P2, P3

SALE = SellShares(P0, PRR, 1)
OTHER_SALE = SellShares(P0, NYC, 1)
PURCHASE = BuyShare(P0, CO, BANK)


def on_turn(order: SellOrder) -> Game:
    return (
        Position(classic(sell_order=order))
        .company("PRR", shares={0: 3, 1: 4})
        .company("NYC", shares={0: 3, 1: 4}, par=90)
        .company("C&O", shares={2: 2}, par=67)
        .stock_round()
    )


@pytest.mark.parametrize(
    ("order", "before", "after"),
    [(SellOrder.SELL_BUY_SELL, True, True), (SellOrder.SELL_BUY, True, False), (SellOrder.BUY_SELL, False, True)],
)
def test_orders(order: SellOrder, before: bool, after: bool) -> None:
    """C-1.2, V-6.1, case 26: whether one may buy after a sale, and sell after a purchase."""
    game = on_turn(order)
    play(game, SALE)
    allowed(game, OTHER_SALE)
    if before:
        allowed(game, PURCHASE)
        allowed(game, StartCompany(P0, BM, 67))
    else:
        refused(game, PURCHASE, Reason.SELL_ORDER)
        refused(game, StartCompany(P0, BM, 67), Reason.SELL_ORDER)
    holds_together(game)
    game = on_turn(order)
    play(game, PURCHASE)
    if after:
        allowed(game, SALE)
        play(game, SALE)
        allowed(game, OTHER_SALE)
    else:
        refused(game, SALE, Reason.SELL_ORDER)
        assert list(game.legal_for(P0)) == [Pass(P0)]
    holds_together(game)


def test_sell_buy_sell_in_one_turn() -> None:
    """C-1.2, case 26: all three, and only one purchase."""
    game = on_turn(SellOrder.SELL_BUY_SELL)
    play(game, SALE, PURCHASE, OTHER_SALE)
    refused(game, PURCHASE, Reason.BOUGHT_ALREADY)
    play(game, Pass(P0))
    assert game.actors == (1,)


@pytest.mark.parametrize("order", SellOrder)
def test_the_next_turn_starts_anew(order: SellOrder) -> None:
    """V-6.1: the order is that of one turn."""
    game = on_turn(order)
    play(game, PURCHASE, Pass(P0), Pass(P1), Pass(P2), Pass(P3))
    allowed(game, SALE)
    allowed(game, PURCHASE)


def test_an_enforced_sale_comes_whatever_the_order() -> None:
    """5.3 with V-6.1: whoever is over a limit sells, also after his purchase."""
    game = (
        Position(classic(sell_order=SellOrder.SELL_BUY))
        .company("PRR", shares={0: 7, 1: 2}, cell=(4, 2))
        .set(bought=CO, bought_from=BANK)
        .stock_round()
    )
    refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
    play(game, SALE)
    allowed(game, Pass(P0))
