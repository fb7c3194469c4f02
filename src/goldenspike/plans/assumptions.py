"""What a planner assumes about money that is hidden (V-0.1, C-1.1)."""

from collections.abc import Mapping

from goldenspike.core.holders import BANK, company_of_holder, is_player, treasury
from goldenspike.core.ids import Holder, Player, by_company, by_player
from goldenspike.core.rules.bids import tied_money
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.secrets import visibility_for

Assumed = Mapping[Holder, int]
"""Money by holder."""

SHARES_PAID: int = 10
"""A railroad's capital is ten times its par value (6.3)."""


def unknown_holders(setup: Setup, s: State, seat: Player) -> tuple[Holder, ...]:
    """The players and railroads whose money the seat does not know. That of the bank follows from all others."""
    visible = visibility_for(setup, s, seat)
    players = [player for player, seen in by_player(visible.players) if not seen]
    companies = [treasury(company) for company, seen in by_company(visible.companies) if not seen]
    return (*players, *companies)


def usual_amount(setup: Setup, s: State, holder: Holder) -> int:
    """What to begin with until the planner says otherwise: what everybody has at first."""
    return setup.starting_money if is_player(holder) else SHARES_PAID * s.par[company_of_holder(holder)]


def grounded(setup: Setup, s: State, seat: Player, assumed: Assumed) -> State:
    """The position as the planner takes it to be: known money as it is, hidden money as assumed, the rest in the bank."""
    unknown = unknown_holders(setup, s, seat)
    if not unknown:
        return s
    taken = s.copy()
    taken.money = s.money.copy()
    for holder in unknown:
        amount = assumed.get(holder, usual_amount(setup, s, holder))
        # Bids are public and were covered when they were made (C-2.2.1).
        taken.money[holder] = max(amount, tied_money(setup, s, holder) if is_player(holder) else 0)
    taken.money[BANK] = 0
    taken.money[BANK] = setup.title.bank - sum(taken.money)
    return taken


def carried(before: State, after: State, assumed: Assumed) -> dict[Holder, int]:
    """The same assumptions some moves later. What was paid meanwhile is public, so they change by as much."""
    return {holder: max(0, amount + after.money[holder] - before.money[holder]) for holder, amount in assumed.items()}
