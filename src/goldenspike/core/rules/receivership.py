"""Loans for trains, and the receivership that lasts until they are repaid (7.7)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.presidency import settle_presidency
from goldenspike.core.state import State


def in_receivership(s: State, company: int) -> bool:
    """Until its loan is repaid its president is a manager who cannot change, and it pays no dividends (7.7)."""
    return s.loans[company] > 0


def lend(ledger: Ledger, company: int, amount: int) -> None:
    """The bank adds what railroad and president lack (7.6.2)."""
    ledger.pay(BANK, FIRST_COMPANY + company, amount, Why.LOAN)
    ledger.change_loan(company, amount)


def repay(ledger: Ledger, company: int, payer: int, amount: int) -> None:
    """Pay a loan down; when nothing is owed any more, whoever holds the most shares becomes president at once (7.7)."""
    ledger.pay(payer, BANK, amount, Why.REPAYMENT)
    ledger.change_loan(company, -amount)
    if not in_receivership(ledger.state, company):
        settle_presidency(ledger, company)


def repay_from_revenue(ledger: Ledger, company: int) -> None:
    """The railroad's revenue goes to the loan; what is left stays in the treasury (7.7)."""
    s = ledger.state
    owed = s.loans[company]
    if owed:
        repay(ledger, company, FIRST_COMPANY + company, min(owed, s.revenues[company]))


def debts_of(s: State, player: int) -> list[int]:
    """The railroads in receivership that a player manages, the one he wants to pay first in front (7.7, note)."""
    managed = [company for company, owed in enumerate(s.loans) if owed and s.presidents[company] == player]
    first = s.first_loan[player]
    return sorted(managed, key=lambda company: company != first)


def repay_from_managers(ledger: Ledger) -> None:
    """Whatever a manager receives goes to his loans until they are repaid (7.7)."""
    s = ledger.state
    for player in s.seating:
        for company in debts_of(s, player):
            amount = min(s.loans[company], s.money[player])
            if amount > 0:
                repay(ledger, company, player, amount)


def unpaid_loans(s: State, player: int) -> int:
    """What a manager still owes (ruling on 7.7: it is his debt at the end of the game)."""
    return sum(s.loans[company] for company in debts_of(s, player))
