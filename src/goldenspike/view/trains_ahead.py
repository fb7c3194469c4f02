"""The trains still to come: how many the bank sells until a type becomes obsolete, and what a train costs then (3.0, 7.6).

The purchases are made on copies of the state by the rule for buying trains, without payment.
"""

from goldenspike.core.frozen import frozen
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NO_TRAIN, Train
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.obsolescence import is_obsolete
from goldenspike.core.rules.train_card import bank_trains, cheapest_price, count_at
from goldenspike.core.rules.train_purchase import buy_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup


@frozen
class Ahead:
    """A purchase that lies ahead."""

    purchases: int
    """How many trains the bank sells until then at the least, that one included; 0 if it has happened."""
    price: int
    """What the cheapest train costs afterwards, 0 if there is none."""


class TrainsAhead:
    """What follows if the bank sells one train after the other."""

    def __init__(self, setup: Setup, s: State) -> None:
        self._setup = setup
        self._sold: dict[Train, int] = {}
        """The purchase that is the first of each type, if always the smallest train is bought."""
        before = self._walk(s)
        self._obsolete = [self._until_obsolete(s, train, before) for train in setup.all_trains]

    def until_obsolete(self, train: Train) -> Ahead | None:
        """The purchase that makes a type obsolete; None for a type that lasts."""
        return self._obsolete[train]

    def until_sold(self, train: Train) -> int | None:
        """How many trains the bank sells until the next of a type, that one included; None if it has none."""
        return self._sold.get(train)

    def _walk(self, s: State) -> dict[Train, State]:
        """Buy the smallest train until each type has been for sale; the state in which it first was, before its purchase."""
        setup = self._setup
        before: dict[Train, State] = {}
        purchases = 0
        while any(train not in before and count_at(setup, s, BANK, train) for train in setup.all_trains):
            purchases += 1
            for_sale = bank_trains(setup, s)
            for train in for_sale:
                if train not in before:
                    before[train] = s
                    self._sold[train] = purchases
            s = self._bought(s, for_sale[0])
        return before

    def _until_obsolete(self, now: State, train: Train, before: dict[Train, State]) -> Ahead | None:
        setup = self._setup
        retirer = setup.train_index.get(setup.title.trains[train].obsolete)
        if retirer is None:
            return None
        if is_obsolete(setup, now, train):
            return Ahead(0, cheapest_price(setup, now))
        if retirer not in before:
            return None
        purchases = self._sold[retirer]
        # The first of them may do, or only the last.
        s = self._bought(before[retirer], retirer)
        while not is_obsolete(setup, s, train) and retirer in bank_trains(setup, s):
            s = self._bought(s, retirer)
            purchases += 1
        return Ahead(purchases, cheapest_price(setup, s))

    def _bought(self, s: State, train: Train) -> State:
        """The state after somebody, it does not matter who, has bought a train from the bank."""
        ledger = Ledger(self._setup, s.copy(), s)
        buy_train(ledger, self._setup.all_companies[0], train, BANK, 0, NO_TRAIN)
        return ledger.state
