"""All orders at a table: which of them stop at a move, and which acts next."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from goldenspike.core.actions import Action, Pass
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.orders.acting import Outcome, Prices, Stopped, has_ended, next_action
from goldenspike.orders.watching import ends_passing, noticed
from goldenspike.protocol.orders import Ending, Order, SellOrder, TakeOrder

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """An order of a seat that is in force."""

    id: str
    seat: Player
    order: Order


@dataclass(slots=True)
class Followed:
    """The orders at a table while moves are made."""

    setup: Setup
    standing: list[Standing]
    """Those in force, the oldest first."""
    stopped: list[tuple[Standing, Stopped, int]] = field(default_factory=list)
    """Those that have stopped, with the number of moves seen until then."""
    seen: int = 0
    waiting: frozenset[str] = frozenset()
    """The ids of those that do not act, because a bot stands in for their seats; they are watched like the others."""

    def see(self, before: State, mover: Player, events: Sequence[Event], after: State) -> None:
        """Look at a move: what other players do may be on the stop list of an order."""
        self.seen += 1
        for one in tuple(self.standing):
            stop = self._noticed(before, events, after, one) if one.seat != mover else None
            if stop is None and ends_passing(before, after, one.order):
                stop = Stopped(Ending.ALL_PASSED)
            if stop is not None:
                self.stop(one, stop)

    def _noticed(self, before: State, events: Sequence[Event], after: State, one: Standing) -> Stopped | None:
        try:
            stop = noticed(self.setup, before, events, after, one.seat, one.order)
        except Exception:
            _log.exception("order %s failed", one.id)
            return Stopped(Ending.FAILED)
        return None if stop is None else Stopped(stop)

    def next(self, s: State) -> tuple[Standing, Action] | None:
        """The order that acts in a position, and its action. Orders that are over there stop."""
        prices = self.prices(s) if any(isinstance(one.order, TakeOrder) for one in self.standing) else ()
        outcomes = [(one, self._outcome(s, one, prices)) for one in self.standing]
        for one, outcome in outcomes:
            if isinstance(outcome, Stopped):
                self.stop(one, outcome)
        actions = [(one, outcome) for one, outcome in outcomes if outcome is not None and not isinstance(outcome, Stopped)]
        for seat in Game(self.setup, s).actors:
            own = [(one, action) for one, action in actions if one.seat == seat]
            if own:
                # An order passes only where no other order of the seat has something to do.
                return min(own, key=lambda found: isinstance(found[1], Pass))
        return None

    def prices(self, s: State) -> Prices:
        """What everybody knows to be for sale."""
        acting = [(one.seat, one.order) for one in self.standing if one.id not in self.waiting]
        asked = [(seat, order) for seat, order in acting if isinstance(order, SellOrder) and order.public]
        return [(seat, order) for seat, order in asked if self._holds(s, seat, order)]

    def _holds(self, s: State, seat: Player, order: SellOrder) -> bool:
        try:
            return has_ended(self.setup, s, seat, order) is None
        except Exception:
            # It fails once more when it is looked at itself, and stops.
            return False

    def _outcome(self, s: State, one: Standing, prices: Prices) -> Outcome:
        try:
            if one.id in self.waiting:
                return has_ended(self.setup, s, one.seat, one.order)
            return next_action(self.setup, s, one.seat, one.order, prices)
        except Exception:
            # Whatever is wrong with an order, the table goes on without it.
            _log.exception("order %s failed", one.id)
            return Stopped(Ending.FAILED)

    def stop(self, one: Standing, why: Stopped) -> None:
        self.standing.remove(one)
        self.stopped.append((one, why, self.seen))
