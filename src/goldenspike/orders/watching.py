"""What other players' moves mean for an order: its stop list, and the rounds in which it holds."""

from collections.abc import Callable, Sequence
from typing import Final

from goldenspike.core import events as e
from goldenspike.core.actions import BuyShare, StartCompany
from goldenspike.core.events import Event
from goldenspike.core.holders import POOL, is_player
from goldenspike.core.ids import NO_COMPANY, NO_HOLDER, NONE, Company, Player
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.protocol.orders import BidOrder, BuyOrder, Ending, Order, PassOrder, SellOrder, StopWhen, TakeOrder, stops_of
from goldenspike.view.figures import challengers


def noticed(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> StopWhen | None:
    """The first entry of an order's stop list that a move of somebody else has brought about.

    Orders for a stock round watch that round only; a move that ends it ends the order anyway.
    """
    if isinstance(order, PassOrder | BuyOrder) and not (is_in_round(before, order) and is_in_round(after, order)):
        return None
    for stop in stops_of(order):
        if _CHECKS[stop](setup, before, events, after, seat, order):
            return stop
    return None


def expired(s: State, order: Order) -> Ending | None:
    """Whether the rounds in which an order holds are over."""
    if s.round == RoundKind.OVER:
        return Ending.GAME_OVER
    if isinstance(order, PassOrder | BuyOrder):
        is_over = s.round_number > order.round or (s.round_number == order.round and s.round == RoundKind.OPERATING)
        return Ending.ROUND_OVER if is_over else None
    if isinstance(order, SellOrder | TakeOrder) and order.until is not None and round_of(s) > order.until:
        return Ending.EXPIRED
    return None


def ends_passing(before: State, after: State, order: Order) -> bool:
    """Whether everybody has passed in succession in the initial auction (C-2.2.3), so that the order does not pass again.

    Otherwise orders of all seats could pass for ever.
    """
    if not isinstance(order, BidOrder) or not order.then_pass:
        return False
    in_auction = before.round == after.round == RoundKind.AUCTION and before.auction == NONE
    return in_auction and after.passes < before.passes and (before.bids, before.privates) == (after.bids, after.privates)


def is_in_round(s: State, order: PassOrder | BuyOrder) -> bool:
    return s.round == RoundKind.STOCK and s.round_number == order.round


def round_of(s: State) -> tuple[int, int]:
    """The number of the round, and of the operating round (0 in stock rounds): later rounds compare as greater."""
    return s.round_number, s.operating_round if s.round == RoundKind.OPERATING else 0


# --- the stop list


def _sale(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    sales = (event for event in events if isinstance(event, e.ShareMoved) and event.buyer == POOL and is_player(event.seller))
    return any(event.seller != seat and before.units(event.company, seat) for event in sales)


def _losing(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    is_lost = bool(_presidencies(setup, before, seat) - _presidencies(setup, after, seat))
    return is_lost or bool(_threatened(setup, after, seat) - _threatened(setup, before, seat))


def _presidencies(setup: Setup, s: State, seat: Player) -> set[Company]:
    return {company for company in setup.all_companies if s.presidents[company] == seat}


def _threatened(setup: Setup, s: State, seat: Player) -> set[Company]:
    """The seat's railroads of which another player would become president with one share more."""
    own = _presidencies(setup, s, seat)
    return {company for company in own if any(one.is_possible and one.units <= 1 for one in challengers(setup, s, company))}


def _gaining(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    is_gained = bool(_presidencies(setup, after, seat) - _presidencies(setup, before, seat))
    return is_gained or bool(_in_reach(setup, after, seat) - _in_reach(setup, before, seat))


def _in_reach(setup: Setup, s: State, seat: Player) -> set[Company]:
    """Other players' railroads of which the seat would become president with one share more."""
    others = (company for company in setup.all_companies if s.presidents[company] not in (seat, NONE))
    return {
        company
        for company in others
        if any(one.seat == seat and one.is_possible and one.units <= 1 for one in challengers(setup, s, company))
    }


def _buyable(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    return not buyable(setup, after, seat) <= buyable(setup, before, seat)


def buyable(setup: Setup, s: State, seat: Player) -> frozenset[tuple[Company, int]]:
    """What the seat could buy if it were its turn: railroads with the source, -1 for the president's certificate."""
    if s.round != RoundKind.STOCK or seat not in s.seating:
        return frozenset()
    own = s.copy()
    own.turn, own.pending = seat, ()
    own.acted, own.bought, own.bought_from, own.sale_prices = False, NO_COMPANY, NO_HOLDER, ()
    found: set[tuple[Company, int]] = set()
    for action in setup.plan.step_at(own).legal(setup, own, seat):
        if isinstance(action, BuyShare):
            found.add((action.company, action.source))
        elif isinstance(action, StartCompany):
            found.add((action.company, NONE))
    return frozenset(found)


def _priority(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    return after.round == RoundKind.STOCK and next_priority(after) == seat != next_priority(before)


def next_priority(s: State) -> Player:
    """Who has the priority deal if everybody passes from now on (6.0)."""
    return s.left_of(s.last_actor) if s.last_actor in s.seating else s.priority


def _start(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    return any(isinstance(event, e.ParSet | e.Floated) for event in events)


def _price(setup: Setup, before: State, events: Sequence[Event], after: State, seat: Player, order: Order) -> bool:
    if isinstance(order, BidOrder):
        return any(isinstance(event, e.PriceCut) for event in events)
    company = setup.company_index[order.company] if isinstance(order, PassOrder | BuyOrder) and order.company else NO_COMPANY
    return company != NONE and before.cells[company] >= 0 and before.cells[company] != after.cells[company]


_CHECKS: Final[dict[StopWhen, Callable[[Setup, State, Sequence[Event], State, Player, Order], bool]]] = {
    StopWhen.SALE: _sale,
    StopWhen.LOSING: _losing,
    StopWhen.GAINING: _gaining,
    StopWhen.BUYABLE: _buyable,
    StopWhen.PRIORITY: _priority,
    StopWhen.START: _start,
    StopWhen.PRICE: _price,
}
