"""What becomes of the revenue (7.5, V-7.1)."""

from goldenspike.core import events
from goldenspike.core.actions import Payout
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Company
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.receivership import keep_revenue
from goldenspike.core.rules.share_price import fall_without_dividend, rise_after_dividend


def distribute(ledger: Ledger, company: Company, revenue: int, payout: Payout) -> None:
    """Pay the shareholders, the treasury or both, and move the share value (7.5, 5.5)."""
    ledger.emit(events.DividendDeclared(company, payout, revenue))
    if payout is Payout.WITHHOLD:
        keep_revenue(ledger, company, revenue)
        fall_without_dividend(ledger, company)
    elif payout is Payout.PAY:
        if ledger.state.halved[company]:
            _pay_halved(ledger, company, revenue)
        else:
            pay_shareholders(ledger, company, revenue // ALL_UNITS)
        rise_after_dividend(ledger, company, revenue)
    else:
        each = half_per_share(revenue)
        pay_shareholders(ledger, company, each)
        ledger.pay(BANK, treasury(company), revenue - each * ALL_UNITS, Why.REVENUE)


def half_per_share(revenue: int) -> int:
    """Half the revenue for each tenth, rounded up to a whole dollar (ruling on V-7.1)."""
    return -(-revenue // (2 * ALL_UNITS))


def pay_shareholders(ledger: Ledger, company: Company, each: int) -> None:
    """A tenth for each share: players, and the treasury for what lies in the pool; the offering gets nothing."""
    s = ledger.state
    for player in s.seating:
        ledger.pay(BANK, player, each * s.units(company, player), Why.DIVIDEND)
    if ledger.setup.title.pool_pays_company:
        ledger.pay(BANK, treasury(company), each * s.units(company, POOL), Why.DIVIDEND)


def _pay_halved(ledger: Ledger, company: Company, revenue: int) -> None:
    """Each five per cent outside gets its twentieth rounded up; the company has the rest for the half that it redeemed."""
    each = -(-revenue // (2 * ALL_UNITS))
    pay_shareholders(ledger, company, each)
    ledger.pay(BANK, treasury(company), revenue - each * ALL_UNITS, Why.DIVIDEND)
