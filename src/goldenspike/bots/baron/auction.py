"""The baron's usual turns in the first auction: private companies early, by what they are worth.

A railroad pays up to twice the price for a private company as soon as it may buy one (4.1), so in trials players who held
back their money for the first stock round came to less than those who bought.
"""

from goldenspike.bots.base import Table
from goldenspike.bots.outlook import worth_of_private
from goldenspike.core.actions import Action, Bid, BuyFromBank, Pass
from goldenspike.core.holders import MOST_PLAYERS
from goldenspike.core.steps.auction import asking_price


def choose(table: Table) -> Action | None:
    """A purchase, a bid or a pass; None leaves it to usual sense."""
    setup, s = table.setup, table.state
    waiting = next((action for action in table.actions if isinstance(action, Pass)), None)
    if waiting is None:
        return None
    free = s.money[table.player] - sum(s.bids[table.player :: MOST_PLAYERS])
    for action in table.actions:
        if isinstance(action, BuyFromBank) and asking_price(setup, s, action.private) <= free:
            return action
    best: Bid | None = None
    most = 0
    for offer in table.offers:
        if not isinstance(offer.action, Bid):
            return None
        gain = worth_of_private(setup, offer.action.private) - offer.lo
        if gain > most:
            best, most = offer.action, gain
    return best if best is not None else waiting
