"""Paying out and withholding revenue (7.5, V-7.1)."""

from goldenspike.core import events
from goldenspike.core.actions import Payout
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Company
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.receivership import keep_revenue
from goldenspike.core.rules.share_price import fall_without_dividend, rise_after_dividend
from goldenspike.core.state import State


def distribute(ledger: Ledger, company: Company, revenue: int, payout: Payout) -> None:
    """Pay the shareholders, the treasury or both, and move the share value (7.5, 5.5)."""
    ledger.emit(events.DividendDeclared(company, payout, revenue))
    if payout is Payout.WITHHOLD:
        keep_revenue(ledger, company, revenue)
        fall_without_dividend(ledger, company)
    elif payout is Payout.PAY:
        each = dividend_per_unit(ledger.state, company, revenue)
        pay_shareholders(ledger, company, each)
        if ledger.state.halved[company]:  # The company has the rest, for the half that it redeemed.
            ledger.pay(BANK, treasury(company), revenue - each * ALL_UNITS, Why.DIVIDEND)
        rise_after_dividend(ledger, company, revenue)
    else:
        each = half_per_share(revenue)
        pay_shareholders(ledger, company, each)
        ledger.pay(BANK, treasury(company), revenue - each * ALL_UNITS, Why.REVENUE)


def dividend_per_unit(s: State, company: Company, revenue: int) -> int:
    """What each unit of a company's shares gets of revenue paid in full: a tenth, or of a redeemed company a twentieth."""
    return half_per_share(revenue) if s.halved[company] else revenue // ALL_UNITS


def half_per_share(revenue: int) -> int:
    """A twentieth of the revenue, rounded up to a whole dollar (ruling on V-7.1)."""
    return -(-revenue // (2 * ALL_UNITS))


def pay_shareholders(ledger: Ledger, company: Company, each: int) -> None:
    """Pay a tenth per share: to players, and to the treasury for shares in the pool; the offering gets nothing."""
    held, why = ledger.state.holders(company), Why.DIVIDEND
    for player in ledger.state.seating:
        ledger.pay(BANK, player, each * held[player], why)
    if ledger.setup.title.pool_pays_company:
        ledger.pay(BANK, treasury(company), each * held[POOL], why)
