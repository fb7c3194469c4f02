"""The four groups of companies and when each comes into play (Kauf von Aktien)."""

from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE, Company, by_company
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def members(setup: Setup, group: int) -> list[Company]:
    return [company for company, card in by_company(setup.title.companies) if card.group == group]


def is_open(setup: Setup, s: State, group: int) -> bool:
    """Three different tests: all certificates sold, all companies opened, all companies founded.

    Companies that have left the game do not count.
    """
    if group == 1:
        return BANK not in s.privates
    before = [company for company in members(setup, group - 1) if not s.closed[company]]
    if group == 2:
        return is_open(setup, s, 1) and all(s.units(company, BANK) == 0 for company in before)
    if not is_open(setup, s, group - 1):
        return False
    if group == 3:
        return all(s.floated[company] for company in before)
    return all(s.presidents[company] != NONE for company in before)


def refuse_group(setup: Setup, s: State, company: Company) -> Refusal | None:
    """Why shares of a company are not for sale yet."""
    if s.closed[company]:
        return Refusal(Reason.COMPANY_CLOSED, (company,))
    if s.presidents[company] != NONE or is_open(setup, s, setup.title.companies[company].group):
        return None
    return Refusal(Reason.GROUP_NOT_OPEN, (company,))
