"""The random player: any legal action is as likely as any other. It finds what nobody would think of.

A proposal that others may decline changes nothing, so a purely random player could propose for ever: it makes only a few in
a turn. In the same way it never ties to bids the money that would buy the cheapest private company. Amounts are drawn from a
range that is sensible for the thing, so that money does not all go into one bid.
"""

from random import Random

from goldenspike.bots.base import Table
from goldenspike.core.actions import Action, Bid, BidForChoice, BuyPrivate, BuyTrain, DeclareRun, DeclareTrack, SellPrivate
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.steps.base import Offer

PROPOSALS_PER_TURN = 3
NOT_PROPOSED = (Bid, BidForChoice, DeclareTrack, DeclareRun)
"""Amounts that need nobody's consent."""
EARNED_PER_STOP = 40
"""What a train declared on the real table earns at most for each stop."""
LONGEST = 6
WIDEST_RAISE = 50
INTERJECTS = 0.02
"""How often it looks whether it could act out of turn."""


class RandomBot:
    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._turn: tuple[int, ...] = ()
        self._proposals = 0

    def choose(self, table: Table) -> Action:
        rng = self._rng
        actions = table.actions
        offers = self._offers(table)
        number = rng.randrange(len(actions) + len(offers))
        if number < len(actions):
            return actions[number]
        offer = offers[number - len(actions)]
        if not isinstance(offer.action, NOT_PROPOSED):
            self._proposals += 1
        return offer.at(self._amount(table, offer))

    def interject(self, table: Table) -> Action | None:
        if self._rng.random() > INTERJECTS or not table.actions:
            return None
        return self._rng.choice(table.actions)

    def _offers(self, table: Table) -> list[Offer]:
        """Offers, without more proposals to others than a turn may see; if nothing else is legal, all."""
        if table.turn != self._turn:
            self._turn = table.turn
            self._proposals = 0
        if not table.actions:
            return table.offers
        return [offer for offer in table.offers if self._may_make(table, offer)]

    def _may_make(self, table: Table, offer: Offer) -> bool:
        if isinstance(offer.action, Bid):
            return offer.lo <= self._most_to_bid(table, offer)
        return isinstance(offer.action, NOT_PROPOSED) or self._proposals < PROPOSALS_PER_TURN

    def _most_to_bid(self, table: Table, offer: Offer) -> int:
        """What leaves enough to buy the cheapest: if all tied all their money to bids, nobody could ever buy (C-2.2.1)."""
        s = table.state
        if s.auction != NONE or BANK not in s.privates:
            return offer.hi
        return offer.hi - table.setup.title.privates[s.privates.index(BANK)].price

    def _amount(self, table: Table, offer: Offer) -> int:
        highest = min(offer.hi, self._sensible(table, offer))
        return offer.lo + offer.step * self._rng.randint(0, max(0, highest - offer.lo) // offer.step)

    def _sensible(self, table: Table, offer: Offer) -> int:
        """The most that anybody would name: a wide raise, or twice what the thing is worth."""
        title = table.setup.title
        action = offer.action
        if isinstance(action, Bid):
            return min(offer.lo + WIDEST_RAISE, self._most_to_bid(table, offer))
        if isinstance(action, BidForChoice):
            return offer.lo + WIDEST_RAISE
        if isinstance(action, BuyTrain):
            return title.trains[action.train].price * 2
        if isinstance(action, DeclareTrack):
            return offer.hi
        if isinstance(action, DeclareRun):
            trains = owned_trains(table.setup, table.state, action.company)
            return sum(EARNED_PER_STOP * min(title.trains[train].distance, LONGEST) for train in trains)
        assert isinstance(action, (BuyPrivate, SellPrivate))
        return title.privates[action.private].price * 2
