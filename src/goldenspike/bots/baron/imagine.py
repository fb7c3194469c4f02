"""Samples positions consistent with what a seat knows (V-0.1, C-1.1).

A seat knows its own money and that of its railroads; the other amounts are drawn at random from the plausible range. The bank has
the rest.
"""

from collections.abc import Callable
from random import Random

from goldenspike.bots.base import Table
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import by_company
from goldenspike.core.rules.bids import tied_money
from goldenspike.core.state import State
from goldenspike.view.secrets import Visibility, visibility_for


def imagine(table: Table, rng: Random) -> Game:
    """A game of one's own that goes on from the table's position."""
    s = table.state.copy()
    visibility = visibility_for(table.setup, s, table.player)
    if not visibility.bank:
        _guess(table, s, visibility, rng.uniform)
    return Game(table.setup, s)


def likely_state(table: Table) -> State:
    """The position with a likely amount in place of each hidden one, where a hidden treasury would pass for the whole bank."""
    visibility = visibility_for(table.setup, table.state, table.player)
    if visibility.bank:
        return table.state
    s = table.state.copy()
    _guess(table, s, visibility, lambda least, most: (least + most) / 2)
    return s


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
        money[holder] = known[holder] if seen else int(s.par[company] * between(0.5, 5.0))
    rest = table.setup.title.bank - sum(money)
    money[BANK] = max(rest, table.setup.title.bank // 20)
    s.money = money
