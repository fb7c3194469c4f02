"""How long the bank will last: an estimated range from its payments in the last rounds.

The lower bound assumes that payments keep growing by a quarter per round, as they do while trains get better; the upper bound
that they stay the same and two fifths flow back for shares and trains. In recorded games the actual number lies in this range in
nine rounds of ten. If the bank's money is hidden (C-1.1), only what the reader may know is used: the bank then holds at most
the money that is not visible elsewhere.
"""

from collections.abc import Sequence
from math import ceil

from goldenspike.core.frozen import frozen
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.model import View
from goldenspike.view.secrets import Visibility

GROWTH = 1.25
STAYS_OUT = 0.6
MOST = 20
"""Beyond this the estimate only says that it will take long."""


@frozen
class Forecast:
    """Operating rounds until the bank runs out, including the current one."""

    least: int
    most: int | None
    """None if it is very long."""
    is_bound: bool = False
    """Whether the bank's money is hidden, so that it may be sooner."""


@frozen
class BankSeen:
    """What somebody knows of the bank's money."""

    money: int
    is_exact: bool
    """Whether it has exactly that, not at most."""


def bank_seen(setup: Setup, s: State, visibility: Visibility) -> BankSeen:
    """All the money in the game minus what is visible elsewhere, if the bank's is not."""
    if visibility.bank:
        return BankSeen(s.money[BANK], True)
    players = sum(s.money[player] for player in setup.all_players if visibility.players[player])
    companies = sum(s.money[FIRST_COMPANY + company] for company in setup.all_companies if visibility.companies[company])
    return BankSeen(max(0, setup.title.bank - players - companies), False)


def forecast(setup: Setup, rounds: Sequence[int], view: View, bank: BankSeen) -> Forecast | None:
    """Given what the bank paid as income in each operating round (see `Course`); of the view only what is public counts.

    None before it has paid anything, and once the end is certain.
    """
    if view.bank_broken or view.ending != "none" or view.end_reason != "none":
        return None
    # The current round is not complete.
    complete = rounds[:-1] if view.round.kind == "operating" else rounds
    paid = max(complete[-2:], default=0)
    if not paid:
        return None
    least = _growing(bank.money, paid)
    most = max(least, ceil(bank.money / (paid * STAYS_OUT)))
    return Forecast(min(least, MOST), most if most <= MOST else None, not bank.is_exact)


def _growing(money: int, paid: float) -> int:
    rounds = 1
    while money > paid and rounds < MOST:
        money, paid, rounds = int(money - paid), paid * GROWTH, rounds + 1
    return rounds
