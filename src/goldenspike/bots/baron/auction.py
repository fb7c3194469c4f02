"""The baron's usual turns in the first auction: private companies by what they will bring, and enough left to float a railroad.

A railroad buys private companies as soon as it may (4.1), but only from those who can float one in the first stock round, and so
what that takes is kept.
"""

from collections.abc import Callable

from goldenspike.bots.base import Table
from goldenspike.bots.outlook import money_to_float, raised_bid
from goldenspike.core.actions import Action, Bid, BidForChoice, BuyFromBank, ChooseGroup, Pass
from goldenspike.core.ids import Private
from goldenspike.core.rules.bids import free_money, leading_money
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.steps.group_auction import group_cost, groups_of
from goldenspike.core.title import Power

CHOICE = 40
"""What choosing first among groups of private companies is worth (1.3)."""


def choose(table: Table, value: Callable[[Private], float]) -> Action | None:
    """A purchase, a bid or a pass; None leaves it to usual sense. `value` is the most that each private company is bid."""
    setup, s = table.setup, table.state
    waiting = next((action for action in table.actions if isinstance(action, Pass)), None)
    if waiting is None:
        return None
    free = free_money(setup, s, table.player)
    spendable = s.money[table.player] - leading_money(setup, s, table.player)
    best: Action = waiting
    most = 0.0
    for action in table.actions:
        if isinstance(action, BuyFromBank):
            price = asking_price(setup, s, action.private)
            if s.passes == len(s.seating) - 1 and price <= free:
                return action  # Otherwise all would pass and pass again.
            gain = value(action.private) - price
            if price <= min(free, spendable - money_to_float(setup, action.private)) and gain > most:
                best, most = action, gain
    for offer in table.offers:
        if isinstance(offer.action, BidForChoice) and offer.lo <= CHOICE:
            return offer.action
        if not isinstance(offer.action, Bid):
            return waiting
        if setup.title.privates[offer.action.private].power is Power.PRESIDENCY:
            continue  # Its railroad still has to be floated.
        worth = value(offer.action.private)
        limit = min(int(worth), spendable - money_to_float(setup, offer.action.private))
        if offer.lo <= limit and worth - offer.lo > most:
            best, most = raised_bid(setup, offer, limit), worth - offer.lo
    return best


def choose_group(table: Table, groups: list[ChooseGroup], worth: Callable[[Private], float]) -> ChooseGroup:
    """The group that brings most above its price, of those that leave enough to float a railroad."""
    setup, s = table.setup, table.state
    privates = groups_of(setup)

    def gain(choice: ChooseGroup) -> tuple[bool, float]:
        if choice.group < 0:
            return (True, 0.0)
        group = privates[choice.group]
        left = s.money[table.player] - group_cost(setup, group)
        kept = min(money_to_float(setup, private) for private in group)
        return (left >= kept, sum(worth(private) for private in group) - group_cost(setup, group))

    return max(groups, key=gain)
