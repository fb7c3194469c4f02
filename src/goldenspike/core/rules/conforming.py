"""Conforming to the limits: who must sell before anything else (5.3)."""

from goldenspike.core.ids import Company, Player, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.certificate_limit import holding_limit, may_hold, room_of, surely_has_room
from goldenspike.core.rules.stock_sale import saleable_blocks, sell
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def must_sell(setup: Setup, s: State, player: Player, room: int | None = None) -> bool:
    """A player over a limit has to sell, unless no legal sale brings him closer to it (5.3 and ruling).

    `room` is how many more certificates he may take, if the caller has counted them already.
    """
    if s.round_number == 1:  # Nothing is sold in the first stock round (6.1).
        return False
    excess = excess_of(setup, s, player, room)
    return excess > 0 and any(
        excess_of(setup, _after_sale(setup, s, player, company, count, double), player) < excess
        for company in setup.all_companies
        if s.cells[company] >= 0
        for count, double in saleable_blocks(setup, s, player, company)
    )


def excess_of(setup: Setup, s: State, player: Player, room: int | None = None) -> int:
    """Certificates over the overall limit, and shares over the limit of each company; `room` as in `must_sell`."""
    usual = setup.title.holding_units  # The lowest limit there is, so that one comparison settles most companies.
    holdings = s.holdings(player)
    fits = surely_has_room(setup, s, player, 0) if room is None else room >= 0
    if fits and max(holdings) <= usual:
        return 0
    excess = max(0, -(room_of(setup, s, player) if room is None else room))
    for company, units in by_company(holdings):
        if units > usual and not may_hold(setup, s, company, units):
            excess += units - holding_limit(setup, s, company)
    return excess


def _after_sale(setup: Setup, s: State, player: Player, company: Company, count: int, double: bool) -> State:
    """The position after a sale and its consequences: presidency, share value, loan repayment."""
    ledger = Ledger(setup, s.copy(), s)
    sell(ledger, player, company, count, double)
    setup.plan.flow.settle(ledger)
    return ledger.state
