"""Floating a company and paying its capital (6.3)."""

from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE, Company, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import Capital
from goldenspike.core.state import State
from goldenspike.core.title import Setup

ALL_UNITS = 10


def is_floating(setup: Setup, s: State, company: Company) -> bool:
    """Whether 60% have left the initial offering, shares in the pool included (6.3)."""
    return s.presidents[company] != NONE and not units_to_float(setup, s, company)


def units_to_float(setup: Setup, s: State, company: Company) -> int:
    """How many more units must leave the initial offering until the company floats (6.3)."""
    return max(0, s.units(company, BANK) - (ALL_UNITS - setup.title.float_units))


def settle_float(ledger: Ledger, company: Company) -> None:
    s = ledger.state
    if s.floated[company] or not is_floating(ledger.setup, s, company):
        return
    ledger.float_company(company)
    if ledger.setup.options.capital is Capital.AT_ONCE:
        ledger.fund_company(company)


def fund_floated(ledger: Ledger) -> None:
    """At the end of a round the companies that floated in it receive ten times their par price (6.3)."""
    s = ledger.state
    for company, floated in by_company(s.floated):
        if floated and not s.funded[company]:
            ledger.fund_company(company)
