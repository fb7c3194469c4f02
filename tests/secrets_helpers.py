"""Positions that differ only in what a seat may not know."""

import random

from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.secrets import visibility_for


def with_other_secrets(setup: Setup, s: State, seat: Player | None, rng: random.Random) -> State:
    """The same position but for every amount that the seat may not know; the whole stays the same."""
    twin = s.copy()
    twin.money = s.money.copy()
    visibility = visibility_for(setup, s, seat)
    holders = [player for player, seen in enumerate(visibility.players) if not seen]
    holders += [FIRST_COMPANY + company for company, seen in enumerate(visibility.companies) if not seen]
    for holder in holders:
        change = rng.randint(0, 300)
        twin.money[holder] += change
        twin.money[BANK] -= change
    return twin
