"""Samples positions consistent with what a seat knows (V-0.1, C-1.1).

A seat knows its own money and that of its railroads; the other amounts are drawn at random from the plausible range. The bank has
the rest.
"""

from collections.abc import Callable
from random import Random

from goldenspike.bots.base import Table
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import Company, by_company
from goldenspike.core.rules.bids import tied_money
from goldenspike.core.state import State
from goldenspike.view.secrets import Visibility, see_all

NOTHING_SPENT = (9.5, 10.0)
"""What is in the treasury of a railroad before its first turn, in par prices."""
USUALLY_LEFT = ((6.5, 9.5), (1.5, 6.5), (0.5, 5.0))
"""What is left later, by phase, in games of barons and greedy players."""


def imagine(table: Table, rng: Random) -> Game:
    """A game of one's own that goes on from the table's position."""
    s = table.state.copy()
    if not table.visibility.bank:
        _guess(table, s, table.visibility, rng.uniform)
    return Game(table.setup, s)


def likely_state(table: Table) -> State:
    """The position with a likely amount in place of each hidden one, where a hidden treasury would pass for the whole bank."""
    if table.visibility.bank:
        return table.state
    s = table.state.copy()
    _guess(table, s, table.visibility, lambda least, most: (least + most) / 2)
    return s


class LikelyTable(Table):
    """A table as its player judges it, with a likely amount in place of each hidden one."""

    def __init__(self, table: Table) -> None:
        self.setup = table.setup
        self.player = table.player
        self.limit = table.limit
        self.state = likely_state(table)
        self.visibility = see_all(table.setup)
        self._ask = table._ask


def guessed(table: Table) -> Table:
    """The table as its player judges it."""
    return table if table.visibility.bank else LikelyTable(table)


def _usual_treasury(s: State, company: Company) -> tuple[float, float]:
    """The range of what is usually in a treasury, in par prices."""
    if not s.operated[company]:
        return NOTHING_SPENT
    return USUALLY_LEFT[min(s.phase, len(USUALLY_LEFT) - 1)]


def _guess(table: Table, s: State, visibility: Visibility, between: Callable[[float, float], float]) -> None:
    money = [0] * len(s.money)
    known = s.money
    usual = known[table.player] + table.setup.starting_money // 4
    for player in s.seating:
        if visibility.players[player]:
            money[player] = known[player]
        else:
            # What is tied to bids is there in any case.
            money[player] = tied_money(table.setup, s, player) + int(usual * between(0.2, 1.6))
    for company, seen in by_company(visibility.companies):
        holder = FIRST_COMPANY + company
        money[holder] = known[holder] if seen else int(s.par[company] * between(*_usual_treasury(s, company)))
    rest = table.setup.title.bank - sum(money)
    money[BANK] = max(rest, table.setup.title.bank // 20)
    s.money = money
