"""What a planner assumes about money that is hidden (V-0.1, C-1.1)."""

from collections.abc import Mapping
from dataclasses import replace

from goldenspike.core.events import UNTOLD
from goldenspike.core.holders import BANK, company_of_holder, is_player, treasury
from goldenspike.core.ids import Holder, Player, by_company, by_player
from goldenspike.core.interrupts import Interrupt, PrivateOffered, TrainOffered
from goldenspike.core.rules.bids import tied_money
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.secrets import masked_state, tells_totals, visibility_for

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


def _usual_amount(setup: Setup, s: State, holder: Holder) -> int:
    """What to begin with until the planner says otherwise: what everybody has at first."""
    return setup.starting_money if is_player(holder) else SHARES_PAID * s.par[company_of_holder(holder)]


def completed(setup: Setup, s: State, seat: Player, assumed: Assumed) -> Assumed:
    """An amount for everybody whose money is hidden from the seat: the one that is assumed, otherwise the usual one.

    Everybody sees that the bank is not broken, so no more is assumed than leaves money in it: amounts that cannot be true are
    made smaller in proportion, until the bank has as much as they have together.
    """
    unknown = unknown_holders(setup, s, seat)
    given: Assumed = {holder: assumed[holder] for holder in unknown if holder in assumed}
    usual: Assumed = {holder: _usual_amount(setup, s, holder) for holder in unknown if holder not in assumed}
    if not s.bank_broken:
        hidden = setup.title.bank - sum(money for holder, money in enumerate(s.money) if holder not in (BANK, *unknown))
        if sum(given.values()) >= hidden:
            given = _at_most(hidden // 2, given)
        usual = _at_most((hidden - sum(given.values())) // 2, usual)
    both = {**given, **usual}
    return {holder: both[holder] for holder in unknown}


def _at_most(most: int, amounts: Assumed) -> Assumed:
    total = sum(amounts.values())
    return amounts if total <= most else {holder: amount * most // total for holder, amount in amounts.items()}


def grounded(setup: Setup, s: State, seat: Player, assumed: Assumed) -> State:
    """The position as the planner takes it to be: known money as it is, hidden money as assumed, the rest in the bank."""
    amounts = completed(setup, s, seat, assumed)
    if not amounts:
        return s
    taken = s.copy()
    taken.money = s.money.copy()
    for holder, amount in amounts.items():
        # Bids are public and were covered when they were made (C-2.2.1).
        taken.money[holder] = max(amount, tied_money(setup, s, holder) if is_player(holder) else 0)
    taken.money[BANK] = 0
    taken.money[BANK] = setup.title.bank - sum(taken.money)
    masked = masked_state(setup, s, visibility_for(setup, s, seat))
    taken.pending = tuple(_with_price(waiting) for waiting in masked.pending)
    return taken


def _with_price(waiting: Interrupt) -> Interrupt:
    """An offer between others whose price is not told is taken to be for nothing."""
    if isinstance(waiting, TrainOffered | PrivateOffered) and waiting.price == UNTOLD:
        return replace(waiting, price=0)
    return waiting


def carried(setup: Setup, before: State, after: State, assumed: Assumed) -> Assumed:
    """The same assumptions some moves later: they change by what was paid meanwhile, where payments are public."""
    if tells_totals(setup, after):
        return assumed
    return {holder: max(0, amount + after.money[holder] - before.money[holder]) for holder, amount in assumed.items()}
