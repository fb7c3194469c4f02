"""Which trains a railroad has and may buy (7.6)."""

from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, treasury
from goldenspike.core.ids import Company, Holder, Train, by_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def trains_at(setup: Setup, s: State, holder: Holder) -> list[Train]:
    """A holder's trains by type, smallest first, one entry each."""
    types = len(setup.title.trains)
    first = holder * types
    return [train for train, count in by_train(s.trains[first : first + types]) if count for _ in range(count)]


def types_at(setup: Setup, s: State, holder: Holder) -> list[Train]:
    """The types of a holder's trains, smallest first."""
    types = len(setup.title.trains)
    first = holder * types
    return [train for train, count in by_train(s.trains[first : first + types]) if count]


def count_at(setup: Setup, s: State, holder: Holder, train: Train) -> int:
    return s.trains[holder * len(setup.title.trains) + train]


def owned_trains(setup: Setup, s: State, company: Company) -> list[Train]:
    return trains_at(setup, s, treasury(company))


def count_owned(setup: Setup, s: State, company: Company) -> int:
    types = len(setup.title.trains)
    first = (FIRST_COMPANY + company) * types
    return sum(s.trains[first : first + types])


def has_train(setup: Setup, s: State, company: Company) -> bool:
    return count_owned(setup, s, company) > 0


def train_limit(setup: Setup, s: State) -> int:
    return setup.title.phases[s.phase].train_limit


def bank_trains(setup: Setup, s: State) -> list[Train]:
    """Types that the bank sells now: the smallest left, and those available from a certain phase on (7.6, diesels)."""
    found: list[Train] = []
    smallest = False
    for train in types_at(setup, s, BANK):
        card = setup.title.trains[train]
        if card.available:
            if setup.phase_index[card.available] <= s.phase:
                found.append(train)
        elif not smallest:
            found.append(train)
            smallest = True
    return found


def market_trains(setup: Setup, s: State) -> list[Train]:
    """Types in the open market (7.6)."""
    return types_at(setup, s, POOL)


def prices_on_offer(setup: Setup, s: State) -> list[int]:
    """The prices of the trains in the bank and the open market."""
    return [setup.title.trains[train].price for train in bank_trains(setup, s) + market_trains(setup, s)]


def cheapest_price(setup: Setup, s: State) -> int:
    """The lowest price of a train in the bank or the open market, 0 if there is none (C-2.3.1)."""
    return min(prices_on_offer(setup, s), default=0)
