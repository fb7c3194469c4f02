"""One sentence for one thing that happened: events of a move that belong together become one sentence.

A sale and the fall of the price are one thing, and so are a dividend, its recipients and the rise. `group_events` finds what
belongs together, `say_group` puts it into words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from goldenspike.core.actions import Payout
from goldenspike.core.events import (
    DividendDeclared,
    Event,
    Floated,
    GroupChosen,
    LicenceGranted,
    LoanChanged,
    Paid,
    ParSet,
    PresidentChanged,
    PriceMoved,
    PrivateClosed,
    PrivateMoved,
    RouteRun,
    ShareMoved,
    StationDeclared,
    TileLaid,
    TokenMoved,
    TokenPlaced,
    TrackDeclared,
    TrainEarned,
    TrainMoved,
    TrainsRetired,
    TrainsRun,
    Why,
)
from goldenspike.core.fields import Kind, fields_of
from goldenspike.core.holders import POOL, company_of_holder, is_company, is_player, treasury
from goldenspike.core.ids import NONE, Company, Holder, Player
from goldenspike.text.amounts import money
from goldenspike.text.catalogue import dialect, words
from goldenspike.text.facts import say
from goldenspike.text.names import (
    Context,
    name_company,
    name_holder,
    name_list,
    name_player,
    name_private,
    name_route,
    name_series,
    name_train,
)

COMBINED_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "combined.start": ("player", "company", "price", "amount"),
    "combined.exchange": ("player", "private", "company"),
    "combined.price": ("old", "new"),
    "combined.recipients": ("recipients",),
    "combined.recipient": ("name", "amount"),
    "combined.runs": ("runs",),
    "combined.next": (),
    "combined.run": ("train", "revenue", "places"),
    "combined.earned": ("train", "revenue"),
    "combined.capital": ("amount",),
    "combined.income": ("recipients",),
    "combined.close": ("privates",),
    "combined.retired": ("train", "count", "owners"),
    "combined.pass": ("players",),
    "combined.bids": ("players", "private", "player", "amount"),
    "combined.auction": ("players", "private", "amount", "player"),
    "combined.by_order": ("text",),
}
"""The messages for several events in one sentence; those that begin with punctuation continue a sentence."""

PERIODS: Final = (".", "。")

_INCLUDED_IN: Final[Mapping[Why, frozenset[type]]] = {
    Why.PRIVATE: frozenset({PrivateMoved, GroupChosen}),
    Why.SHARE: frozenset({ShareMoved}),
    Why.TERRAIN: frozenset({TileLaid, TrackDeclared}),
    Why.STATION: frozenset({TokenPlaced, StationDeclared}),
    Why.TRAIN: frozenset({TrainMoved}),
    Why.LICENCE: frozenset({LicenceGranted}),
    Why.LOAN: frozenset({LoanChanged}),
    Why.REPAYMENT: frozenset({LoanChanged}),
}
"""Payments whose amount is in the sentence of another event."""


@dataclass(frozen=True, slots=True)
class EventGroup:
    """One thing that happened: the event that stands for it, and the others that belong to it."""

    lead: Event
    more: tuple[Event, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        return (self.lead, *self.more)


def group_events(events: Sequence[Event]) -> list[EventGroup]:
    """What happened in a move, in order."""
    found: list[EventGroup] = []
    rest = [event for event in events if not _is_in_another_sentence(event, events)]
    while rest:
        lead = rest.pop(0)
        more = tuple(_belonging(lead, rest))
        rest = [event for event in rest if not any(event is other for other in more)]
        found.append(EventGroup(lead, more))
    return found


def _is_in_another_sentence(event: Event, events: Sequence[Event]) -> bool:
    """Whether the sentence of another event includes it: a price paid, a station that moves with its tile, a single run."""
    if isinstance(event, Paid) and event.why == Why.REVENUE:
        return any(isinstance(other, DividendDeclared) and other.payout == Payout.WITHHOLD for other in events)
    if isinstance(event, Paid):
        return any(type(other) in _INCLUDED_IN.get(Why(event.why), ()) for other in events)
    if isinstance(event, TokenMoved):
        return any(isinstance(other, TileLaid) and other.hex == event.hex for other in events)
    if isinstance(event, TrainsRun):
        return sum(isinstance(other, RouteRun) and other.company == event.company for other in events) == 1
    return False


def _belonging(lead: Event, rest: Sequence[Event]) -> Iterator[Event]:
    """The later events that are part of the same thing."""
    match lead:
        case PresidentChanged():
            moved = [event for event in rest if isinstance(event, ShareMoved | ParSet) and event.company == lead.company]
            if len(moved) == 2 and isinstance(moved[0], ShareMoved) and moved[0].price and isinstance(moved[1], ParSet):
                yield from moved
        case ShareMoved() if is_player(lead.seller) and lead.buyer == POOL:
            yield from _first_price(lead.company, rest)
        case ShareMoved() if not lead.price:
            yield from (event for event in rest if isinstance(event, ShareMoved) and _is_same_gift(event, lead))
        case DividendDeclared():
            yield from (event for event in rest if isinstance(event, Paid) and event.why in (Why.DIVIDEND, Why.REVENUE))
            yield from _first_price(lead.company, rest)
        case RouteRun() if any(isinstance(event, RouteRun) and event.company == lead.company for event in rest):
            yield from (event for event in rest if isinstance(event, RouteRun | TrainsRun) and event.company == lead.company)
        case TrainEarned():
            yield from (event for event in rest if isinstance(event, TrainEarned | TrainsRun) and event.company == lead.company)
        case Floated():
            holder = treasury(lead.company)
            yield from (event for event in rest if isinstance(event, Paid) and (event.why, event.payee) == (Why.CAPITAL, holder))
        case TrainsRetired():
            yield from (event for event in rest if isinstance(event, TrainsRetired) and event.train == lead.train)
        case Paid() if lead.why == Why.PRIVATE_INCOME:
            yield from (event for event in rest if isinstance(event, Paid) and event.why == Why.PRIVATE_INCOME)
        case PrivateClosed():
            if rest and isinstance(rest[0], ShareMoved) and not rest[0].price and is_player(rest[0].buyer):
                yield rest[0]
            else:
                yield from (event for event in rest if isinstance(event, PrivateClosed))


def _is_same_gift(event: ShareMoved, other: ShareMoved) -> bool:
    """Whether both are free shares of one company for the same holder."""
    gifts = [(one.company, one.seller, one.buyer, one.price, one.percent) for one in (event, other)]
    return gifts[0] == gifts[1]


def _first_price(company: Company, rest: Sequence[Event]) -> Iterator[Event]:
    yield from [event for event in rest if isinstance(event, PriceMoved) and event.company == company][:1]


def say_group(group: EventGroup, context: Context, language: str) -> str:
    """The sentence for one thing that happened."""
    spoken = dialect(language, context.setup.title.name)
    lead, more = group.lead, group.more
    if not more:
        return say(lead, context, language)
    match lead:
        case PresidentChanged():
            bought = next(event for event in more if isinstance(event, ShareMoved))
            return words(
                "combined.start",
                spoken,
                player=name_player(lead.player, context, language),
                company=name_company(lead.company, context, language),
                price=money(bought.price, language),
                amount=money(bought.price * bought.units, language),
            )
        case ShareMoved() if not lead.price:
            units = sum(event.units for event in group.events if isinstance(event, ShareMoved))
            return say(ShareMoved(lead.company, lead.seller, lead.buyer, units, 0, lead.percent), context, language)
        case RouteRun() | TrainEarned():
            return _say_runs(group, context, language, spoken)
        case Floated():
            amount = sum(event.amount for event in more if isinstance(event, Paid))
            return _go_on(say(lead, context, language), words("combined.capital", spoken, amount=money(amount, language)))
        case TrainsRetired():
            return _say_retired(group, lead, context, language)
        case Paid():
            return words("combined.income", spoken, recipients=_recipients(group.events, context, language))
        case PrivateClosed() if isinstance(more[0], ShareMoved):
            return words(
                "combined.exchange",
                spoken,
                player=name_holder(more[0].buyer, context, language),
                private=name_private(lead.private, context, language),
                company=name_company(more[0].company, context, language),
            )
        case PrivateClosed():
            closed = [
                name_private(event.private, context, language) for event in group.events if isinstance(event, PrivateClosed)
            ]
            return words(
                "combined.close",
                spoken,
                privates=name_series(closed, language),
            )
    return _say_with_price(group, context, language, spoken)


def _say_with_price(group: EventGroup, context: Context, language: str, spoken: str) -> str:
    """A sale or a dividend, who received something, and what became of the price."""
    sentence = say(group.lead, context, language)
    received = _recipients(group.more, context, language)
    if received:
        sentence = _go_on(sentence, words("combined.recipients", spoken, recipients=received))
    for event in group.more:
        if isinstance(event, PriceMoved):
            moved = words("combined.price", spoken, old=money(event.old, language), new=money(event.new, language))
            sentence = _go_on(sentence, moved)
    return sentence


def _say_runs(group: EventGroup, context: Context, language: str, spoken: str) -> str:
    """The total, and what each train contributed."""
    listed: list[str] = []
    for run in group.events:
        if isinstance(run, RouteRun | TrainEarned):
            train, revenue = name_train(run.train, context, language), money(run.revenue, language)
            if isinstance(run, RouteRun):
                places = name_route(run.places, context, language)
                listed.append(words("combined.run", spoken, train=train, revenue=revenue, places=places))
            else:
                listed.append(words("combined.earned", spoken, train=train, revenue=revenue))
    total = next(event for event in group.more if isinstance(event, TrainsRun))
    return _go_on(say(total, context, language), words("combined.runs", spoken, runs=words("combined.next", spoken).join(listed)))


def _say_retired(group: EventGroup, lead: TrainsRetired, context: Context, language: str) -> str:
    """How many trains of a type have gone, and how many of them each railroad has lost."""
    gone = [event for event in group.events if isinstance(event, TrainsRetired)]
    owners = [
        words("combined.recipient", language, name=name_company(event.company, context, language), amount=str(event.count))
        for event in gone
        if event.company != NONE
    ]
    return words(
        "combined.retired",
        dialect(language, context.setup.title.name),
        train=name_train(lead.train, context, language),
        count=str(sum(event.count for event in gone)),
        owners=name_list(owners, language),
    )


def _recipients(events: Sequence[Event], context: Context, language: str) -> str:
    """Who received how much, each once."""
    amounts: dict[Holder, int] = {}
    for event in events:
        if isinstance(event, Paid):
            amounts[event.payee] = amounts.get(event.payee, 0) + event.amount
    return name_list(
        [
            words("combined.recipient", language, name=_name(holder, context, language), amount=money(amount, language))
            for holder, amount in amounts.items()
        ],
        language,
    )


def _name(holder: Holder, context: Context, language: str) -> str:
    """A player or railroad in a list, without an article."""
    return (
        name_company(company_of_holder(holder), context, language)
        if is_company(holder)
        else name_holder(holder, context, language)
    )


def _go_on(sentence: str, more: str) -> str:
    """Continue a sentence: its period makes way."""
    for period in PERIODS:
        sentence = sentence.removesuffix(period)
    return sentence + more


def mark_order(text: str, context: Context, language: str) -> str:
    """A sentence, or a part of one, with the mark of what an order did."""
    period = text[-1] if text.endswith(PERIODS) else ""
    spoken = dialect(language, context.setup.title.name)
    return words("combined.by_order", spoken, text=text.removesuffix(period)) + period


def people_in(events: Sequence[Event]) -> frozenset[Player]:
    """The players whom events are about."""
    return frozenset(holder for holder in _holders(events) if is_player(holder))


def companies_in(events: Sequence[Event]) -> frozenset[Company]:
    """The railroads that events are about."""
    return frozenset(company_of_holder(holder) for holder in _holders(events) if is_company(holder))


def _holders(events: Sequence[Event]) -> Iterator[Holder]:
    for event in events:
        for field in fields_of(type(event)):
            value = getattr(event, field.name)
            if field.kind in (Kind.PLAYER, Kind.HOLDER) and value != NONE:
                yield value
            elif field.kind is Kind.COMPANY and value != NONE:
                yield treasury(value)
            elif field.kind is Kind.PLAYERS:
                yield from value
