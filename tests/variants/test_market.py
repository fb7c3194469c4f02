"""Share values by the variants of the market, and the end at its top (V-5.1, V-5.2, V-6.2, V-8.0, case 104)."""

import pytest

from board_helpers import Scene
from goldenspike.core.actions import Pass
from goldenspike.core.options import MarketPeak, PriceFall, ShareSales


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
        scene = Scene(price_fall=rule).company("NYC", president=0, own=6, others={1: 4})
        game = scene.stock_round(seller)
        game.push(scene.sell("NYC", 3, seller))
        assert scene.price(game, "NYC") == price
        assert scene.cash(game, seller) == 300


def test_one_at_a_time() -> None:
    """V-6.2, case 104: the second share brings less."""
    for sales, money in ((ShareSales.BLOCK, 200), (ShareSales.ONE_AT_A_TIME, 190)):
        scene = Scene(share_sales=sales).company("NYC", president=0, own=6, others={1: 4})
        game = scene.stock_round(1)
        game.push(scene.sell("NYC", 1, 1))
        game.push(scene.sell("NYC", 1, 1))
        assert scene.cash(game, 1) == money
        assert scene.price(game, "NYC") == 82


@pytest.mark.parametrize(("distributed", "price"), [(90, 100), (100, 112)])
def test_a_rise_that_needs_a_dividend(distributed: int, price: int) -> None:
    """V-5.2, case 104 (ruling): all that is paid out is compared with the value of one share."""
    scene = Scene(rise_needs_dividend=True).company("NYC")
    scene.state.revenues[scene.railroad("NYC")] = distributed
    game = scene.operate("NYC", "dividend")
    game.push(scene.dividend())
    assert scene.price(game, "NYC") == price


@pytest.mark.parametrize(("rule", "over"), [(MarketPeak.OFF, False), (MarketPeak.OPERATING_ROUND, True), (MarketPeak.ON, True)])
def test_the_top_of_the_market_ends_the_game(rule: MarketPeak, over: bool) -> None:
    """V-8.0, case 104: after that railroad's turn, though others wait for theirs."""
    scene = Scene(market_peak_ends=rule, phase="5").company("PRR", president=1, price=67)
    scene.company("NYC", trains="5", cell=scene.cell(350, 18))
    scene.state.operated[scene.railroad("NYC")] = True
    game = scene.operate("NYC", "train")
    game.push(Pass(0))
    assert game.is_over is over
