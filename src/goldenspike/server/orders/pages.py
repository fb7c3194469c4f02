"""The page of a seat's orders: one form for each kind, a preview with the stop list, and the list of orders."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.core.holders import BANK, is_player
from goldenspike.core.ids import NONE, Company, Player, by_company, by_private
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.title import RoundKind
from goldenspike.orders import name_stop, name_thing, sentence
from goldenspike.protocol.messages import Status
from goldenspike.protocol.orders import Below, Order, Source, possible_stops, stops_of
from goldenspike.server.accounts.people import Person
from goldenspike.server.errors import wants_page
from goldenspike.server.orders.api import own_seat
from goldenspike.server.orders.keeping import pack_order
from goldenspike.server.orders.rows import describe_order
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Form, Number, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.pages import done, number_in
from goldenspike.server.words import Words
from goldenspike.text import name_private, name_round, name_train

ROUNDS_AHEAD = 2
"""For how many sets of rounds after this one a price may hold."""
MOST_OPERATING_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Fields:
    """What can be chosen in the forms; what is empty is not offered."""

    round: int
    """The number of the stock round: the one under way, or the next."""
    round_name: str
    companies: tuple[tuple[str, str], ...]
    """Railroads whose shares have a price."""
    privates: tuple[tuple[str, str], ...]
    """Private companies for sale by bids."""
    own: tuple[tuple[str, str], ...]
    """Railroads of which the seat is president."""
    things: tuple[tuple[str, str], ...]
    """What the seat could sell."""
    wanted: tuple[tuple[str, str], ...]
    """What others could sell to the seat or its railroads."""
    buyers: tuple[tuple[int, str], ...]
    rounds: tuple[tuple[str, str], ...]
    """The rounds until which a price may hold."""


def fields_for(table: LiveTable, seat: Player, words: Words) -> Fields:
    setup, s, context, language = table.setup, table.state, table.context, words.language
    cards = setup.title.companies
    round = s.round_number + 1 if s.round == RoundKind.OPERATING else max(1, s.round_number)
    own = [company for company, president in by_company(s.presidents) if president == seat and not s.closed[company]]
    things = [
        (f"private {card.id}", name_private(private, context, language))
        for private, card in by_private(setup.title.privates)
        if s.privates[private] == seat and "BuyPrivate" in _trades(table)
    ]
    for company in own:
        for train in dict.fromkeys(owned_trains(setup, s, company)):
            ids = cards[company].id, setup.title.trains[train].id
            things.append((f"train {ids[0]} {ids[1]}", name_thing("", *ids, context, language)))
    in_auction = s.round == RoundKind.AUCTION and setup.plan.step_at(s).name == "auction"
    now = (s.round_number, s.operating_round if s.round == RoundKind.OPERATING else 0)
    ahead = [
        (number, operating)
        for number in range(s.round_number, s.round_number + ROUNDS_AHEAD)
        for operating in range(MOST_OPERATING_ROUNDS + 1)
        if (number, operating) >= now and number
    ]
    dialect = words.dialect
    return Fields(
        round=round,
        round_name=name_round(RoundKind.STOCK, round, 0, dialect),
        companies=_named(cards[company].id for company in setup.all_companies if s.cells[company] >= 0 and not s.closed[company]),
        privates=tuple(
            (card.id, name_private(private, context, language))
            for private, card in by_private(setup.title.privates)
            if in_auction and s.privates[private] == BANK
        ),
        own=_named(cards[company].id for company in own),
        things=tuple(things),
        wanted=tuple(_wanted(table, seat, own, words)),
        buyers=tuple((player, table.seats[player].name) for player in setup.all_players if player != seat),
        rounds=tuple(
            (
                f"{number}.{operating}",
                name_round(RoundKind.OPERATING if operating else RoundKind.STOCK, number, operating, dialect, short=True),
            )
            for number, operating in ahead
        ),
    )


def _wanted(table: LiveTable, seat: Player, own: list[Company], words: Words) -> Iterator[tuple[str, str]]:
    setup, s, context, language = table.setup, table.state, table.context, words.language
    cards = setup.title.companies
    for private, card in by_private(setup.title.privates):
        if is_player(s.privates[private]) and s.privates[private] != seat and "BuyPrivate" in _trades(table):
            name = name_private(private, context, language)
            yield f"private {card.id}", name
            for company in own:
                buyer = cards[company].id
                yield f"private {card.id} {buyer}", words("order.wanted_for", thing=name, company=buyer)
    others = [company for company, president in by_company(s.presidents) if president not in (seat, NONE)]
    trains = sorted({train for company in others for train in owned_trains(setup, s, company)})
    for company in own:
        for train in trains:
            buyer, name = cards[company].id, name_train(train, context, language)
            yield f"train {buyer} {setup.title.trains[train].id}", words("order.wanted_for", thing=name, company=buyer)


def _named(ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((id, id) for id in ids)


def _trades(table: LiveTable) -> set[str]:
    """The names of the actions that are allowed beside the active step."""
    return {kind.__name__ for step in table.setup.plan.anytime for kind in step.kinds()}


def order_in(form: dict[str, str]) -> Order:
    """The order of a form: its fields, or the JSON that the preview carries, with the chosen stop list."""
    if "json" in form:
        return _with_stops(_converted(_decoded(form["json"])), form)
    kind = form.get("order", "")
    found: dict[str, Any] = {"order": kind}
    for name in ("company", "source", "private", "below"):
        if form.get(name):
            found[name] = form[name]
    for name in ("round", "shares", "most", "price", "buyer", "seller", "trains"):
        number = number_in(form, name)
        if number is not None:
            found[name] = number
    for name in ("until_floated", "then_pass", "pay", "no_stations", "no_privates", "public", "decline_more"):
        if form.get(name) == "yes":
            found[name] = True
    if form.get("until"):
        found["until"] = [number_in({"until": part}, "until") for part in form["until"].split(".")]
    what, *ids = form.get("thing", "").split(" ")
    if what == "private" and ids:
        found["private"], found["company"] = ids[0], " ".join(ids[1:])
    elif what == "train" and len(ids) == 2:
        found["company"], found["train"] = ids
    return _converted(found)


def _decoded(text: str) -> dict[str, Any]:
    try:
        decoded: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise Problem(400, "bad_request") from None
    return decoded


def _converted(found: dict[str, Any]) -> Order:
    try:
        order: Order = msgspec.convert(found, Order)
    except msgspec.ValidationError as error:
        raise Problem(422, "bad_order", field=str(error).rpartition("$.")[2].strip("`") or "order") from None
    return order


def _with_stops(order: Order, form: dict[str, str]) -> Order:
    if not possible_stops(order):
        return order
    chosen = tuple(stop for stop in possible_stops(order) if form.get(f"stop.{stop}") == "yes")
    return msgspec.structs.replace(order, stops=chosen)


async def show_orders(
    request: AnyRequest, services: Services, table: LiveTable, person: Person, seat: int, words: Words, **more: Any
) -> Template:
    words = words.at(table.setup.title.name)
    number = table.seats[seat].number
    orders = [describe_order(table, one, words) for one in await services.orders.of(person, table) if one.seat == seat]
    context = {
        "table": table,
        "person": person,
        "words": words,
        "seat": number,
        "own": [(own, table.seats[own].name) for own in table.seats_of(person)],
        "orders": orders,
        "fields": fields_for(table, number, words) if table.status is Status.RUNNING else None,
        "sources": list(Source),
        "below": list(Below),
        "wrong": "",
        "asked": None,
        **more,
    }
    return Template("orders.html", context=context)


class OrderPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/orders")
    async def show(
        self,
        table_id: TableId,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        seat: Number = None,
    ) -> Template:
        table = await services.tables.live.get(table_id)
        owner = required(person)
        chosen = own_seat(table, owner, seat if seat is not None else table.speaking_seat(owner))
        return await show_orders(request, services, table, owner, chosen, words)

    @post("/{table_id:str}/orders/preview", status_code=HTTP_200_OK)
    async def preview(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Template:
        """The order as a sentence with its stop list, before it is given."""
        owner = required(person)
        services.limits.for_actions(owner)
        table = await services.tables.live.get(table_id)
        seat = own_seat(table, owner, number_in(data, "seat"))
        try:
            order = order_in(data)
            outcome = await services.orders.try_out(owner, table, seat, order)
        except Problem as problem:
            if problem.status != 422:
                raise
            wrong = words.at(table.setup.title.name).problem(problem)
            return await show_orders(request, services, table, owner, seat, words, wrong=wrong)
        language = words.language
        asked = {
            "json": pack_order(order),
            "sentence": sentence(order, table.context, language),
            "stops": [(stop, name_stop(stop, order, table.context, language)) for stop in possible_stops(order)],
            "chosen": stops_of(order),
            "acts": outcome is not None,
        }
        return await show_orders(request, services, table, owner, seat, words, asked=asked)

    @post("/{table_id:str}/orders", status_code=HTTP_200_OK)
    async def give(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        owner = required(person)
        services.limits.for_actions(owner)
        table = await services.tables.live.get(table_id)
        table, _ = await services.orders.give(owner, table_id, own_seat(table, owner, number_in(data, "seat")), order_in(data))
        return await done(request, table)

    @post("/{table_id:str}/orders/cancel", status_code=HTTP_200_OK)
    async def cancel(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        owner = required(person)
        services.limits.for_actions(owner)
        table = await services.orders.cancel(owner, table_id, data.get("id", ""))
        if data.get("back") == "orders" and wants_page(request):
            return Redirect(f"/t/{table_id}/orders", status_code=HTTP_303_SEE_OTHER)
        return await done(request, table)
