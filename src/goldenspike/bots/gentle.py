"""A gentle opponent for beginners: sensible play with human mistakes, and no move that ruins anybody.

It starts from what the easy baron would do. Now and then it takes the second or third best of the same kind, or holds back. It
does not hand a railroad without money for a train to somebody else, and it hesitates before a purchase that leaves another
railroad without a train.
"""

from random import Random
from typing import Final

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import shortfall
from goldenspike.core.actions import Action, BuyShare, BuyTrain, LayTile, Pass, PlaceToken, SellShares
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Train, by_company
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup

WEIGHTS: Final = (0.7, 0.2, 0.1)
"""How often it takes the best, the second and the third choice of a kind."""
HOLDS_BACK: Final = 0.1
"""How often it leaves out something useful: a tile, a station, a share."""
HESITATES: Final = 0.6
"""How often it puts off a purchase that leaves another railroad without a train."""
OPTIONAL: Final = (LayTile, PlaceToken, BuyShare)
SLIPS: Final = (LayTile, PlaceToken, BuyShare)
"""Where a second best choice is a mistake and no disaster."""


class GentleBot:
    name = "gentle"

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._baron = BaronBot(rng, level="easy")

    def choose(self, table: Table) -> Action:
        wanted = self._baron.choose(table)
        if len(table.actions) + len(table.offers) == 1 or table.state.pending:
            return wanted
        waiting = next((action for action in table.actions if isinstance(action, Pass)), None)
        if waiting is not None and waiting != wanted:
            if is_dump(table, wanted):
                return waiting
            if isinstance(wanted, BuyTrain) and strands_others(table, wanted) and self._rng.random() < HESITATES:
                return waiting
            if isinstance(wanted, OPTIONAL) and self._rng.random() < HOLDS_BACK:
                return waiting
        return self._slip(table, wanted) if isinstance(wanted, SLIPS) else wanted

    def interject(self, table: Table) -> Action | None:
        return self._baron.interject(table)

    def _slip(self, table: Table, wanted: Action) -> Action:
        """The action or, now and then, the next best of its kind."""
        others = self._baron.first_choices(table, 2 * len(WEIGHTS))
        kind = [wanted, *(other for other in others if type(other) is type(wanted) and other != wanted)][: len(WEIGHTS)]
        return self._rng.choices(kind, WEIGHTS[: len(kind)])[0]


def is_dump(table: Table, action: Action) -> bool:
    """Whether a sale makes somebody else president of a railroad that cannot pay for its next train."""
    if not isinstance(action, SellShares):
        return False
    setup, s = table.setup, table.state
    if s.presidents[action.company] != table.player or not shortfall(setup, s, action.company):
        return False
    return successor(setup, s, action.company, s.units(action.company, table.player) - action.count) >= 0


def strands_others(table: Table, purchase: BuyTrain) -> bool:
    """Whether a purchase that nobody is forced to make leaves a railroad of another player without a train."""
    setup, s = table.setup, table.state
    if purchase.source != BANK or must_buy_train(setup, s, purchase.company):
        return False
    going = _retired_by(setup, s, purchase.train)
    return any(
        president not in (table.player, -1) and (owned := owned_trains(setup, s, company)) and all(one in going for one in owned)
        for company, president in by_company(s.presidents)
    )


def _retired_by(setup: Setup, s: State, bought: Train) -> frozenset[Train]:
    """The types of trains that the purchase makes obsolete."""
    card = setup.title.trains[bought]
    if not card.phase or setup.phase_index[card.phase] <= s.phase:
        return frozenset()
    return frozenset(train for train in setup.all_trains if setup.title.trains[train].obsolete == card.id)
