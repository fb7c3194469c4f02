"""The market's reforms: from the stock round after the last 5-train was sold (V-5.1, S-5)."""

from goldenspike.core.holders import BANK
from goldenspike.core.options import DividendRise, PriceFall
from goldenspike.core.rules.train_card import count_at
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def has_reform(setup: Setup, s: State) -> bool:
    """Whether this table plays with reforms and the last of the trains in question has been sold."""
    wanted = setup.options.price_fall is PriceFall.REFORM or setup.options.dividend_rise is DividendRise.ONE_TO_FOUR
    train = setup.train_index.get(setup.title.reform_train, -1)
    return wanted and train >= 0 and count_at(setup, s, BANK, train) == 0
