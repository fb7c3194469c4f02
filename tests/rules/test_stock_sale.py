"""Selling shares to the pool (6.1, 5.3, V-6.2)."""

import pytest

from goldenspike.core.actions import BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.events import Paid, PriceMoved, ShareMoved, Why
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.options import ShareSales
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import price_of, shares_of
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1830 import classic
from helpers import after_auction, holds_together
from names_1830 import BNO, CA, NYC, PRR
from players import P0, P1, P2, P3


class TestWhenAndWhat:
    def test_no_sale_in_the_first_round(self) -> None:
        """6.1, case 25, #3820: nothing at all, also not the shares that came with private companies."""
        game = after_auction(4)
        passes(game, 2)
        assert game.state.privates[CA] == game.state.turn == 0
        refused(game, SellShares(P0, PRR, 1), Reason.NO_SALES_IN_FIRST_ROUND)
        play(game, StartCompany(P0, PRR, 67), Pass(P0))
        refused(game, SellShares(P1, BNO, 1), Reason.NO_SALES_IN_FIRST_ROUND)
        passes(game, 3)
        refused(game, SellShares(P0, PRR, 1), Reason.NO_SALES_IN_FIRST_ROUND)
        holds_together(game)

    def test_in_turn_only(self) -> None:
        """6.0: on your turn."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 2}).stock_round()
        refused(game, SellShares(P1, PRR, 1), Reason.NOT_YOUR_TURN, 1)
        assert list(game.legal_for(P1)) == []

    @pytest.mark.parametrize("count", [0, -1])
    def test_at_least_one(self, count: int) -> None:
        """6.1."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 2}).stock_round()
        refused(game, SellShares(P0, PRR, count), Reason.BAD_COUNT, count)

    def test_only_what_he_owns(self) -> None:
        """6.1."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 2}).stock_round(1)
        refused(game, SellShares(P1, PRR, 3), Reason.NOT_ENOUGH_SHARES, PRR, 3)
        allowed(game, SellShares(P1, PRR, 2))

    def test_no_sale_before_there_is_a_price(self) -> None:
        """6.1, case 13: the PRR share of CA waits for the president's certificate."""
        game = Position(classic()).set(shares=[1, *[0] * 6, 9, 0, 0, *([0] * 7 + [10, 0, 0]) * 7]).stock_round()
        assert shares_of(game, "PRR", 0) == 1
        refused(game, SellShares(P0, PRR, 1), Reason.NO_PRICE_YET, PRR)
        play(game, Pass(P0), StartCompany(P1, PRR, 82), Pass(P1), Pass(P2), Pass(P3))
        allowed(game, SellShares(P0, PRR, 1))

    def test_shares_go_to_the_pool_and_others_may_buy_them(self) -> None:
        """6.1."""
        game = Position(classic()).company("PRR", shares={0: 2, 1: 4}).stock_round()
        happened = play(game, SellShares(P0, PRR, 1), Pass(P0))
        assert happened[:2] == [ShareMoved(PRR, P0, POOL, 1, 100), Paid(BANK, P0, 100, Why.SHARE)]
        assert shares_of(game, "PRR", "pool") == 1
        play(game, BuyShare(P1, PRR, POOL))
        assert (shares_of(game, "PRR", 1), shares_of(game, "PRR", "pool"), game.state.money[1]) == (5, 0, 600 - 90)

    def test_any_number_of_sales_in_the_order_he_likes(self) -> None:
        """6.1, case 28: each company is a block of its own."""
        game = Position(classic()).company("PRR", shares={0: 2, 1: 4}).company("NYC", shares={0: 3, 1: 4}, par=67).stock_round()
        happened = play(game, SellShares(P0, NYC, 2), SellShares(P0, PRR, 2))
        assert [event.amount for event in happened if isinstance(event, Paid)] == [134, 200]
        assert game.actors == (0,)


class TestOnePrice:
    def test_a_block_has_one_price(self) -> None:
        """6.1: the value falls only after all are sold."""
        game = Position(classic()).company("PRR", shares={0: 4, 1: 6}).stock_round()
        happened = play(game, SellShares(P0, PRR, 4))
        assert happened[1:] == [Paid(BANK, P0, 400, Why.SHARE), PriceMoved(PRR, 100, 71)]

    @pytest.mark.parametrize(("option", "money"), [(ShareSales.BLOCK, 300), (ShareSales.ONE_AT_A_TIME, 100 + 90 + 82)])
    def test_sold_one_by_one(self, option: ShareSales, money: int) -> None:
        """V-6.2, R 22cd5c25d: all of one railroad in a turn have one price, unless the table sells one at a time."""
        game = Position(classic(share_sales=option)).company("PRR", shares={0: 4, 1: 6}).stock_round()
        play(game, *[SellShares(P0, PRR, 1)] * 3)
        assert game.state.money[0] == 600 + money
        assert price_of(game, "PRR") == 76

    def test_one_price_around_a_purchase(self) -> None:
        """6.1 with C-1.2: what is sold before and after the purchase is one block."""
        game = Position(classic()).company("PRR", shares={0: 4, 1: 6}).company("NYC", shares={1: 2}, par=67).stock_round()
        play(game, SellShares(P0, PRR, 1), BuyShare(P0, NYC, BANK), SellShares(P0, PRR, 1))
        assert game.state.money[0] == 600 + 200 - 67
        assert price_of(game, "PRR") == 82

    def test_a_new_turn_has_a_new_price(self) -> None:
        """6.1: the block is that of one turn."""
        game = Position(classic(2)).company("PRR", shares={0: 4, 1: 6}).stock_round()
        play(game, SellShares(P0, PRR, 1), Pass(P0), Pass(P1), SellShares(P0, PRR, 1))
        assert game.state.money[0] == 1200 + 190


class TestPoolLimit:
    @pytest.mark.parametrize(("in_pool", "may_sell"), [(0, 5), (2, 3), (3, 2), (4, 1), (5, 0)])
    def test_five_in_the_pool(self, in_pool: int, may_sell: int) -> None:
        """5.3, 6.1, case 29."""
        game = (
            Position(classic())
            .company("PRR", president=0, shares={0: 10 - in_pool, 1: 0, "pool": in_pool}, cell=(4, 1))
            .stock_round()
        )
        listed = [action.count for action in game.legal_for(P0) if isinstance(action, SellShares)]
        assert listed == list(range(1, may_sell + 1))
        refused(game, SellShares(P0, PRR, may_sell + 1), Reason.POOL_LIMIT, PRR)
        holds_together(game)

    def test_after_each_sale(self) -> None:
        """5.3, case 28: what was sold before in the turn counts."""
        game = Position(classic()).company("PRR", president=1, shares={0: 4, 1: 4, "pool": 2}).stock_round()
        play(game, SellShares(P0, PRR, 2))
        refused(game, SellShares(P0, PRR, 2), Reason.POOL_LIMIT, PRR)
        play(game, SellShares(P0, PRR, 1))
        refused(game, SellShares(P0, PRR, 1), Reason.POOL_LIMIT, PRR)


class TestBuyingBack:
    def test_not_in_the_same_round(self) -> None:
        """6.1, 6.2, case 26: neither in the same turn nor later in the round, from the pool or the offering."""
        game = Position(classic(2)).company("PRR", shares={0: 3, 1: 4}).stock_round()
        play(game, SellShares(P0, PRR, 1))
        for source in (BANK, POOL):
            refused(game, BuyShare(P0, PRR, source), Reason.SOLD_THIS_ROUND, PRR)
        play(game, Pass(P0))
        allowed(game, BuyShare(P1, PRR, POOL))
        play(game, Pass(P1))
        refused(game, BuyShare(P0, PRR, BANK), Reason.SOLD_THIS_ROUND, PRR)
        holds_together(game)

    def test_again_in_the_next_round(self) -> None:
        """6.1: in that stock round."""
        game = Position(classic(2)).company("PRR", shares={0: 2, 1: 3}).stock_round()
        play(game, SellShares(P0, PRR, 1), Pass(P0), Pass(P1), Pass(P0))
        assert game.state.round_number == 3
        play(game, Pass(P1))
        allowed(game, BuyShare(P0, PRR, BANK))

    def test_buying_and_then_selling_the_same(self) -> None:
        """C-1.2, case 26: the other way round is allowed, even the very share."""
        game = Position(classic()).company("PRR", shares={1: 4}).stock_round()
        play(game, BuyShare(P0, PRR, BANK), SellShares(P0, PRR, 1))
        assert (shares_of(game, "PRR", 0), game.state.money[0]) == (0, 600)
        refused(game, BuyShare(P0, PRR, BANK), Reason.SOLD_THIS_ROUND, PRR)
