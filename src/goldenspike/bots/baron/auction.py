"""The baron's usual turns in the first auction: private companies by what they will bring, and enough left to float a railroad.

A railroad pays up to twice the price for a private company as soon as it may buy one (4.1), so a dollar spent here comes
back doubled early; but only to those who can float a railroad in the first stock round, and so what that takes is kept.
"""

from goldenspike.bots.base import Table
from goldenspike.core.actions import Action, Bid, BuyFromBank, Pass
from goldenspike.core.holders import MOST_PLAYERS
from goldenspike.core.state import State
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.title import Power, Setup

PAYMENTS = 3
"""How often a private company pays its owner before a railroad buys it."""
DOUBLE = 2.0
"""How many times its price a railroad pays for it."""


def choose(table: Table) -> Action | None:
    """A purchase, a bid or a pass; None leaves it to usual sense."""
    setup, s = table.setup, table.state
    waiting = next((action for action in table.actions if isinstance(action, Pass)), None)
    if waiting is None:
        return None
    free = s.money[table.player] - sum(s.bids[table.player :: MOST_PLAYERS])
    budget = s.money[table.player] - _leading(s, table.player) - _reserve(table)
    best: Action = waiting
    most = 0.0
    for action in table.actions:
        if isinstance(action, BuyFromBank):
            price = asking_price(setup, s, action.private)
            gain = worth(setup, action.private) - price
            if price <= min(free, budget) and gain > most:
                best, most = action, gain
    for offer in table.offers:
        if not isinstance(offer.action, Bid):
            return None
        gain = worth(setup, offer.action.private) - offer.lo
        if offer.lo <= budget and gain > most:
            best, most = offer.action, gain
    return best


def _leading(s: State, player: int) -> int:
    """What one's highest bids will cost if nobody raises; others' money is not spent, only tied for a while."""
    total = 0
    for first in range(0, len(s.bids), MOST_PLAYERS):
        own = s.bids[first + player]
        if own and own == max(s.bids[first : first + MOST_PLAYERS]):
            total += own
    return total


def worth(setup: Setup, private: int) -> float:
    """What a private company brings to a player who will run a railroad."""
    card = setup.title.privates[private]
    lowest = min((setup.title.market.prices[cell] for cell in setup.title.market.par_cells), default=0)
    total = float(PAYMENTS * card.revenue)
    total += card.price * (DOUBLE if card.saleable and card.power is not Power.PRESIDENCY else 0.0)
    if card.power is Power.FREE_SHARE:
        total += lowest
    elif card.power is Power.PRESIDENCY:
        total += 2 * lowest
    return total


def _reserve(table: Table) -> int:
    """What floating the cheapest railroad alone takes."""
    setup = table.setup
    lowest = min((setup.title.market.prices[cell] for cell in setup.title.market.par_cells), default=0)
    return lowest * setup.title.float_units
