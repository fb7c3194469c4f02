"""Share values by the variants of the market, and the end at its top (V-5.1, V-5.2, V-6.2, V-8.0, case 104)."""

import pytest

from goldenspike.core.actions import Pass
from goldenspike.core.options import MarketPeak, PriceFall, ShareSales
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of, pay_dividend, price_of, sell_shares
from goldenspike.titles.g1830 import classic
from players import P0


@pytest.mark.parametrize(
    ("rule", "by_president", "by_another"),
    [
        (PriceFall.PER_SHARE, 76, 76),
        (PriceFall.PER_BLOCK, 90, 90),
        (PriceFall.PER_BLOCK_NON_PRESIDENT, 76, 90),
        (PriceFall.REFORM, 76, 76),
    ],
)
def test_four_rules_for_sales(rule: PriceFall, by_president: int, by_another: int) -> None:
    """V-5.1, case 104: three shares at 100; the reforms have not come yet."""
    for seller, price in ((0, by_president), (1, by_another)):
        position = Position(classic(price_fall=rule), money=0).company("NYC", shares={0: 6, 1: 4})
        game = position.stock_round(seller)
        game.push(sell_shares(game, "NYC", 3, seller))
        assert price_of(game, "NYC") == price
        assert money_of(game, seller) == 300


def test_one_at_a_time() -> None:
    """V-6.2, case 104: the second share brings less."""
    for sales, money in ((ShareSales.BLOCK, 200), (ShareSales.ONE_AT_A_TIME, 190)):
        position = Position(classic(share_sales=sales), money=0).company("NYC", shares={0: 6, 1: 4})
        game = position.stock_round(1)
        game.push(sell_shares(game, "NYC", 1, 1))
        game.push(sell_shares(game, "NYC", 1, 1))
        assert money_of(game, 1) == money
        assert price_of(game, "NYC") == 82


@pytest.mark.parametrize(("distributed", "price"), [(90, 100), (100, 112)])
def test_a_rise_that_needs_a_dividend(distributed: int, price: int) -> None:
    """V-5.2, case 104 (ruling): all that is paid out is compared with the value of one share."""
    position = Position(classic(rise_needs_dividend=True), money=0).company("NYC")
    game = position.operating_round("NYC", "dividend", revenue=distributed)
    game.push(pay_dividend(game))
    assert price_of(game, "NYC") == price


@pytest.mark.parametrize(("rule", "over"), [(MarketPeak.OFF, False), (MarketPeak.OPERATING_ROUND, True), (MarketPeak.ON, True)])
def test_the_top_of_the_market_ends_the_game(rule: MarketPeak, over: bool) -> None:
    """V-8.0, case 104: after that railroad's turn, though others wait for theirs."""
    position = Position(classic(market_peak_ends=rule), phase="5", money=0).company("PRR", president=1, par=67)
    position.company("NYC", price=350, trains="5")
    game = position.operating_round("NYC", "train")
    game.push(Pass(P0))
    assert game.is_over is over
