"""Loans for trains, and the receivership that lasts until they are repaid (7.7)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, treasury
from goldenspike.core.ids import Company, Player, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.presidency import settle_presidency
from goldenspike.core.state import State


def in_receivership(s: State, company: Company) -> bool:
    """Whether it still owes a loan: its president is a manager who cannot change, and it pays no dividends (7.7)."""
    return s.loans[company] > 0


def reduce_loan(ledger: Ledger, company: Company, amount: int) -> None:
    """Reduce a loan; once it is repaid, the largest shareholder becomes president at once (7.7)."""
    ledger.change_loan(company, -amount)
    if not in_receivership(ledger.state, company):
        settle_presidency(ledger, company)


def keep_revenue(ledger: Ledger, company: Company, revenue: int) -> None:
    """Add the revenue to the treasury (7.5); in receivership what is owed goes straight to the loan (7.7)."""
    holder = treasury(company)
    repaid = min(ledger.state.loans[company], revenue)
    ledger.pay_together((BANK, holder, revenue, Why.REVENUE), (holder, BANK, repaid, Why.REPAYMENT))
    if repaid:
        reduce_loan(ledger, company, repaid)


def debts_of(s: State, player: Player) -> list[Company]:
    """The railroads in receivership that a player manages, the one he wants to pay first at the front (7.7, note)."""
    managed = [company for company, owed in by_company(s.loans) if owed and s.presidents[company] == player]
    first = s.first_loan[player]
    return sorted(managed, key=lambda company: company != first)


def repay_from_managers(ledger: Ledger) -> None:
    """Use whatever a manager receives to repay his loans (7.7)."""
    s = ledger.state
    for player in s.seating:
        for company in debts_of(s, player):
            amount = min(s.loans[company], s.money[player])
            if amount > 0:
                ledger.pay(player, BANK, amount, Why.REPAYMENT)
                reduce_loan(ledger, company, amount)


def unpaid_loans(s: State, player: Player) -> int:
    """What a manager still owes (ruling on 7.7: it is his debt at the end of the game)."""
    if not any(s.loans):
        return 0
    return sum([owed for company, owed in by_company(s.loans) if owed and s.presidents[company] == player])
