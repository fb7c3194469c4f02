"""The market reform in the stock round after the last 5-train was sold (V-5.1, S-5)."""

from goldenspike.core.holders import BANK
from goldenspike.core.options import DividendRise, PriceFall
from goldenspike.core.rules.train_card import count_at
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def are_sold(setup: Setup, s: State) -> bool:
    """Whether the bank has sold its last reform train (V-5.1, S-5)."""
    trains = [setup.train_index[name] for name in setup.title.reform_trains if name in setup.train_index]
    return bool(trains) and not any(count_at(setup, s, BANK, train) for train in trains)


def plays_reform(setup: Setup) -> bool:
    """Whether this game has a market reform at all (V-5.1, S-5)."""
    return setup.options.price_fall is PriceFall.REFORM or setup.options.dividend_rise is DividendRise.ONE_TO_FOUR


def has_reform(setup: Setup, s: State) -> bool:
    """Whether the game has a reform and the last reform train has been sold."""
    return plays_reform(setup) and are_sold(setup, s)
