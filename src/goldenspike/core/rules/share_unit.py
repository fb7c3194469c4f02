"""The unit of a company's shares: ten percent, or five once half of all shares were redeemed.

A redemption takes half of every holding, so the numbers of units stay the same and only their size changes.
"""

from goldenspike.core.ids import Company
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.state import State
from goldenspike.core.title import Setup

HALVED_PRESIDENT_UNITS = 2
"""After a redemption every president's certificate is ten percent."""


def unit_percent(s: State, company: Company) -> int:
    return 5 if s.halved[company] else 10


def per_unit(s: State, company: Company, price: int) -> int:
    """The price of one unit, given the price of ten percent; five percent cost half, rounded up."""
    return (price + 1) // 2 if s.halved[company] else price


def unit_price(setup: Setup, s: State, company: Company) -> int:
    """The share value of one unit."""
    price = price_of(setup, s, company)
    return (price + 1) // 2 if s.halved[company] else price


def president_units(setup: Setup, s: State, company: Company) -> int:
    """How many units the president's certificate has."""
    return HALVED_PRESIDENT_UNITS if s.halved[company] else setup.title.companies[company].president_units
