"""Whose money a seat may know (V-0.1, C-1.1).

Partial knowledge hides the railroads' money from those who do not run them; closed knowledge hides the players' money too.
Payments are public, as at a real table: events are never hidden, only balances. The bank's money would reveal the rest by
subtraction, so it is shown only to a seat that knows everything else.

Where only totals are told, a payment is known to those who see the money of either side, and so is the price of what players and
railroads sell each other. What follows from prices and holdings in plain sight stays public: revenue, the price of shares, what
the bank sells.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from goldenspike.core.actions import Action, BuyPrivate, BuyTrain, SellPrivate
from goldenspike.core.events import UNTOLD, Event, OfferMade, Paid, PresidentChanged, PrivateMoved, TrainMoved
from goldenspike.core.holders import FIRST_COMPANY, company_of_holder, is_company, is_player, treasury
from goldenspike.core.ids import NONE, Company, Holder, Player, by_company, by_player
from goldenspike.core.interrupts import Interrupt, PrivateOffered, TrainOffered
from goldenspike.core.options import Knowledge
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup


def has_secrets(setup: Setup, s: State) -> bool:
    """Whether anything is hidden from anybody at this table. Nothing is once the game is over."""
    return setup.options.knowledge is not Knowledge.OPEN and s.round != RoundKind.OVER


class Visibility(NamedTuple):
    """The holders whose money a seat knows. It depends only on public facts: the options and the presidents."""

    players: tuple[bool, ...]
    companies: tuple[bool, ...]

    @property
    def bank(self) -> bool:
        return all(self.players) and all(self.companies)

    def sees(self, holder: Holder) -> bool:
        """Whether the money of a player or railroad is known."""
        return self.companies[company_of_holder(holder)] if is_company(holder) else self.players[holder]

    def and_also(self, other: "Visibility") -> "Visibility":
        """What is visible in both."""
        return Visibility(
            tuple(a and b for a, b in zip(self.players, other.players, strict=True)),
            tuple(a and b for a, b in zip(self.companies, other.companies, strict=True)),
        )

    def covers(self, other: "Visibility") -> bool:
        """Whether everything that the others see is seen by these."""
        return self.and_also(other) == other


@lru_cache(maxsize=64)
def see_all(setup: Setup) -> Visibility:
    """What somebody sees from whom nothing is hidden."""
    return Visibility((True,) * setup.players, (True,) * len(setup.all_companies))


def visibility_for(setup: Setup, s: State, seat: Player | None) -> Visibility:
    knowledge = setup.options.knowledge
    if not has_secrets(setup, s):
        return see_all(setup)
    players = tuple([knowledge is Knowledge.PARTIAL or player == seat for player in setup.all_players])
    # A railroad's money is public if it has no capital or no president.
    companies = tuple([not s.funded[company] or s.presidents[company] in (seat, NONE) for company in setup.all_companies])
    return Visibility(players, companies)


def shared_visibility(setup: Setup, s: State, visibility: Visibility, spectators: Visibility) -> Visibility:
    """What somebody knows besides the money of railroads, of which only what is public.

    That is the same for all who know the same of the players. Where a player's wealth depends on what railroads have, and where
    nothing is hidden, it is all that they know.
    """
    if not has_secrets(setup, s) or not setup.title.has_shares or any(s.notes):
        return visibility
    return Visibility(visibility.players, spectators.companies)


def learned_something(setup: Setup, before: State, after: State, seats: Sequence[Player]) -> bool:
    """Whether an action revealed something to any seat; undoing it is then not free."""
    return any(not visibility_for(setup, before, seat).covers(visibility_for(setup, after, seat)) for seat in seats)


def seen_state(setup: Setup, s: State, seat: Player | None) -> State:
    """The state as a seat knows it, for pictures and text: hidden amounts are replaced by a constant."""
    return masked_state(setup, s, visibility_for(setup, s, seat)) if has_secrets(setup, s) else s


def masked_state(setup: Setup, s: State, visibility: Visibility) -> State:
    """The state with a constant for every amount that is not visible, so that nothing computed from it can reveal one.

    The constant is the size of the bank, so that no payment seems impossible. It must never be shown.
    """
    if visibility.bank:
        return s
    known = s.copy()
    known.money = [setup.title.bank] * len(s.money)
    if tells_totals(setup, s):
        known.pending = tuple(_masked_offer(waiting, visibility) for waiting in s.pending)
    for player, seen in by_player(visibility.players):
        if seen:
            known.money[player] = s.money[player]
    for company, seen in by_company(visibility.companies):
        if seen:
            known.money[FIRST_COMPANY + company] = s.money[FIRST_COMPANY + company]
    return known


def _masked_offer(waiting: Interrupt, visibility: Visibility) -> Interrupt:
    if isinstance(waiting, TrainOffered):
        known = visibility.companies[waiting.seller] or visibility.companies[waiting.buyer]
    elif isinstance(waiting, PrivateOffered):
        known = visibility.sees(waiting.seller) or visibility.sees(waiting.buyer)
    else:
        return waiting
    return waiting if known else replace(waiting, price=UNTOLD)


def tells_totals(setup: Setup, s: State) -> bool:
    """Whether payments are told only to those who see the money."""
    return setup.options.knowledge is Knowledge.TOTALS and has_secrets(setup, s)


class Listener:
    """Follows the events of a game and tells what a seat learns of them; `s` is the present state."""

    def __init__(self, setup: Setup, s: State, seat: Player | None, presidents: Sequence[Player] | None = None) -> None:
        """`presidents` before the first event; a game begins with none."""
        self._is_told_all = not tells_totals(setup, s)
        self._seat = seat
        self._presidents = list(presidents) if presidents is not None else [NONE] * len(s.presidents)

    def hear(self, events: Sequence[Event]) -> Sequence[Event]:
        return events if self._is_told_all else tuple(self._told(events))

    def _told(self, events: Sequence[Event]) -> Iterator[Event]:
        for event in events:
            match event:
                case PresidentChanged():
                    self._presidents[event.company] = event.player
                    yield event
                case Paid():
                    if self._sees(event.payer) or self._sees(event.payee):
                        yield event
                case PrivateMoved() | TrainMoved() | OfferMade() if is_player(event.seller) or is_company(event.seller):
                    known = self._sees(event.seller) or self._sees(event.buyer)
                    yield event if known else replace(event, price=UNTOLD)
                case _:
                    yield event

    def _sees(self, holder: Holder) -> bool:
        if is_company(holder):
            return self._presidents[company_of_holder(holder)] in (self._seat, NONE)
        return holder == self._seat


def visible_events(setup: Setup, s: State, events: Sequence[Event], seat: Player | None) -> Sequence[Event]:
    """What a seat may know of the events of one move, judged by the state before or after it."""
    return Listener(setup, s, seat, s.presidents).hear(events)


def visible_moves(setup: Setup, s: State, moves: Iterable[Sequence[Event]], seat: Player | None) -> list[Sequence[Event]]:
    """What a seat may know of the events of each move since the beginning; `s` is the present state."""
    listener = Listener(setup, s, seat)
    return [listener.hear(events) for events in moves]


def visible_action(setup: Setup, s: State, action: Action, seat: Player | None) -> Action:
    """What a seat may know of an action, judged by the state before it: not what others pay each other."""
    if not tells_totals(setup, s):
        return action
    sides: tuple[Holder, ...]
    if isinstance(action, BuyTrain):
        sides = (treasury(action.company), action.source)
    elif isinstance(action, BuyPrivate | SellPrivate):
        sides = (action.buyer, s.privates[action.private])
    else:
        return action
    visibility = visibility_for(setup, s, seat)
    if any((not is_player(side) and not is_company(side)) or visibility.sees(side) for side in sides):
        return action
    return replace(action, price=UNTOLD)


def money_of_player(s: State, visibility: Visibility, player: Player) -> int | None:
    return s.money[player] if visibility.players[player] else None


def money_of_company(s: State, visibility: Visibility, company: Company) -> int | None:
    return s.money[FIRST_COMPANY + company] if visibility.companies[company] else None


def visible_result(setup: Setup, s: State, seat: Player | None) -> tuple[int | None, ...]:
    """Each player's wealth, None if hidden."""
    visibility = visibility_for(setup, s, seat)
    return tuple(wealth_of_player(setup, s, visibility, player) for player in setup.all_players)


def wealth_of_player(setup: Setup, s: State, visibility: Visibility, player: Player) -> int | None:
    """A player's wealth by the title's rules, None if it depends on hidden money."""
    own = [company for company, president in by_company(s.presidents) if president == player]
    # Treasuries count if railroads have no shares, or if they must pay promissory notes before their president does.
    counted = [company for company in own if s.notes[company] or not setup.title.has_shares]
    if not visibility.players[player] or not all(visibility.companies[company] for company in counted):
        return None
    return setup.plan.flow.wealth(setup, s, player)
