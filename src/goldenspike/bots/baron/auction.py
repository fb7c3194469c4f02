"""The baron's usual turns in the first auction: private companies by what they will bring, and enough left to float a railroad.

A railroad pays up to twice the price for a private company as soon as it may buy one (4.1), so a dollar spent here comes
back doubled early; but only to those who can float a railroad in the first stock round, and so what that takes is kept.
"""

from goldenspike.bots.base import Table
from goldenspike.core.actions import Action, Bid, BidForChoice, BuyFromBank, ChooseGroup, Pass
from goldenspike.core.holders import MOST_PLAYERS
from goldenspike.core.state import State
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.steps.group_auction import group_cost, groups_of
from goldenspike.core.title import Power, Setup

PAYMENTS = 3
"""How often a private company pays its owner before a railroad buys it."""
DOUBLE = 2.0
"""How many times its price a railroad pays for it."""

CHOICE = 40
"""What choosing first among groups of private companies is worth (1.3)."""
PRESIDENCY = 40
"""What a railroad of one's own is worth beyond its shares."""


def choose(table: Table, mood: float) -> Action | None:
    """A purchase, a bid or a pass; None leaves it to usual sense. Moods differ, and with them what two barons bid."""
    setup, s = table.setup, table.state
    waiting = next((action for action in table.actions if isinstance(action, Pass)), None)
    if waiting is None:
        return None
    free = s.money[table.player] - sum(s.bids[table.player :: MOST_PLAYERS])
    spendable = s.money[table.player] - _leading(s, table.player)
    best: Action = waiting
    most = 0.0
    for action in table.actions:
        if isinstance(action, BuyFromBank):
            price = asking_price(setup, s, action.private)
            if s.passes == len(s.seating) - 1 and price <= free:
                return action  # Otherwise all would pass and pass again.
            gain = mood * worth(setup, action.private) - price
            if price <= min(free, spendable - _reserve(setup, action.private)) and gain > most:
                best, most = action, gain
    for offer in table.offers:
        if isinstance(offer.action, BidForChoice) and offer.lo <= mood * CHOICE:
            return offer.action
        if not isinstance(offer.action, Bid):
            return waiting
        gain = mood * worth(setup, offer.action.private) - offer.lo
        if offer.lo <= spendable - _reserve(setup, offer.action.private) and gain > most:
            best, most = offer.action, gain
    return best


def choose_group(table: Table, groups: list[ChooseGroup]) -> ChooseGroup:
    """The group that brings most above its price, of those that leave enough to float a railroad."""
    setup, s = table.setup, table.state
    privates = groups_of(setup)

    def gain(choice: ChooseGroup) -> tuple[bool, float]:
        if choice.group < 0:
            return (True, 0.0)
        group = privates[choice.group]
        left = s.money[table.player] - group_cost(setup, group)
        kept = min(_reserve(setup, private) for private in group)
        return (left >= kept, sum(worth(setup, private) for private in group) - group_cost(setup, group))

    return max(groups, key=gain)


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
        total += 2 * lowest + PRESIDENCY
    return total


def _reserve(setup: Setup, private: int) -> int:
    """What floating the cheapest railroad alone takes; a private company may bring some of its shares."""
    lowest = min((setup.title.market.prices[cell] for cell in setup.title.market.par_cells), default=0)
    brought = {Power.FREE_SHARE: 1, Power.PRESIDENCY: 2}.get(setup.title.privates[private].power, 0)
    return lowest * (setup.title.float_units - brought)
