"""The order of selling and buying within a stock turn (6.1, C-1.2, V-6.1)."""

from goldenspike.core.ids import NONE
from goldenspike.core.options import SellOrder
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def may_sell_now(setup: Setup, s: State) -> bool:
    """Sell-Buy forbids a sale after the purchase."""
    return setup.options.sell_order is not SellOrder.SELL_BUY or s.bought == NONE


def may_buy_now(setup: Setup, s: State) -> bool:
    """Buy-Sell forbids a purchase after a sale."""
    return setup.options.sell_order is not SellOrder.BUY_SELL or not s.sale_prices
