"""How long the bank will last: an estimated range from its payments in the last rounds.

The lower bound assumes that payments keep growing by a quarter per round, as they do while trains get better; the upper bound
that they stay the same and two fifths flow back for shares and trains. In recorded games the actual number lies in this range in
nine rounds of ten. If the bank's money is hidden (C-1.1), only what the reader may know is used: the bank then holds at most
the money that is not visible elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from goldenspike.core.title import Setup
from goldenspike.view.model import View

GROWTH = 1.25
STAYS_OUT = 0.6
MOST = 20
"""Beyond this the estimate only says that it will take long."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Operating rounds until the bank runs out, including the current one."""

    least: int
    most: int | None
    """None if it is very long."""
    is_bound: bool = False
    """Whether the bank's money is hidden, so that it may be sooner."""


def forecast(setup: Setup, rounds: Sequence[int], view: View) -> Forecast | None:
    """Given what the bank paid as income in each operating round (see `Course`).

    None before it has paid anything, and once the end is certain.
    """
    if view.bank_broken or view.ending != "none" or view.end_reason != "none":
        return None
    # The current round is not complete.
    complete = rounds[:-1] if view.round.kind == "operating" else rounds
    paid = max(complete[-2:], default=0)
    if not paid:
        return None
    money = view.bank if view.bank is not None else _at_most(setup, view)
    least = _growing(money, paid)
    most = max(least, ceil(money / (paid * STAYS_OUT)))
    return Forecast(min(least, MOST), most if most <= MOST else None, view.bank is None)


def _growing(money: int, paid: float) -> int:
    rounds = 1
    while money > paid and rounds < MOST:
        money, paid, rounds = int(money - paid), paid * GROWTH, rounds + 1
    return rounds


def _at_most(setup: Setup, view: View) -> int:
    """All the money in the game minus what the reader sees elsewhere."""
    seen = sum(player.money or 0 for player in view.players)
    return max(0, setup.title.bank - seen - sum(company.treasury or 0 for company in view.companies))
