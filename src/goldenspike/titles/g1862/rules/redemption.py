"""Redemption: a company buys back half of all its shares with money that the bank lends it (Aktienrückkauf)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, treasury
from goldenspike.core.ids import Company
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.state import State
from goldenspike.core.title import Setup

NOTE = 100


def paid_per_note(setup: Setup, s: State) -> int:
    """What the bank pays out for each note in this phase, 0 while it does not lend."""
    return setup.title.phases[s.phase].loan


def price_of_half_share(setup: Setup, s: State, company: Company) -> int:
    """The price of five percent, rounded up."""
    return (price_of(setup, s, company) + 1) // 2


def redemption_cost(setup: Setup, s: State, company: Company) -> int:
    return ALL_UNITS * price_of_half_share(setup, s, company)


def notes_range(setup: Setup, s: State, company: Company) -> tuple[int, int]:
    """The fewest and most notes: for what the treasury lacks, and for the whole cost, in full notes."""
    cost = redemption_cost(setup, s, company)
    paid = paid_per_note(setup, s)
    lacking = max(0, cost - s.money[FIRST_COMPANY + company])
    return -(-lacking // paid) * NOTE, -(-cost // paid) * NOTE


def refuse_redemption(setup: Setup, s: State, company: Company) -> Refusal | None:
    """Why a company may not redeem its shares now, whatever the loan."""
    if not paid_per_note(setup, s):
        return Refusal(Reason.NO_REDEMPTION_YET)
    if s.halved[company]:
        return Refusal(Reason.REDEEMED_ALREADY, (company,))
    return None


def refuse_notes(setup: Setup, s: State, company: Company, notes: int) -> Refusal | None:
    least, most = notes_range(setup, s, company)
    if not least <= notes <= most or notes % NOTE:
        return Refusal(Reason.BAD_NOTES, (least, most))
    return None


def redeem(ledger: Ledger, company: Company, notes: int) -> None:
    """Take the loan, pay every holder for half of what he has, and let the rest count in units of five percent."""
    setup, s = ledger.setup, ledger.state
    holder = treasury(company)
    each = price_of_half_share(setup, s, company)
    if notes:
        ledger.pay(BANK, holder, notes // NOTE * paid_per_note(setup, s), Why.LOAN)
        ledger.change_notes(company, notes)
    for player in s.seating:
        ledger.pay(holder, player, each * s.units(company, player), Why.REDEMPTION)
    ledger.pay(holder, BANK, each * (s.units(company, BANK) + s.units(company, POOL)), Why.REDEMPTION)
    ledger.halve_shares(company)
