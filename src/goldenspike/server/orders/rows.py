"""Orders as their owner sees them on pages and in the API."""

from dataclasses import dataclass, replace

from goldenspike.core.actions import BuyTrain
from goldenspike.core.holders import company_of_holder, is_company, treasury
from goldenspike.core.ids import Player
from goldenspike.orders import check, name_stop, purchases, sentence, why_stopped
from goldenspike.protocol.orders import SellOrder, stops_of
from goldenspike.record.wire import to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.orders.keeping import QUIET, KeptOrder
from goldenspike.server.orders.prices import say_price
from goldenspike.server.orders.service import Orders
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.panel import encode
from goldenspike.server.words import Words


@dataclass(frozen=True, slots=True)
class OrderRow:
    id: str
    seat: int
    sentence: str
    stops: tuple[str, ...]
    """When it stops."""
    in_force: bool
    reason: str
    """Why it has ended, empty while it is in force."""


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A public price."""

    name: str
    text: str
    action: str = ""
    """JSON of the API for a reader who can buy at that price now, at this position."""
    company: str = ""
    """The railroad that buys, empty if the reader does."""
    ply: int = 0
    undos: int = 0
    thing: str = ""
    """What a reader could order for later, as the form for orders names it."""
    price: int = 0
    seat: int = 0
    """Of the reader."""


def describe_order(table: LiveTable, one: KeptOrder, words: Words) -> OrderRow:
    return OrderRow(
        one.id,
        one.seat,
        sentence(one.order, table.context, words.language) if not check(table.setup, one.order) else words("order.unknown"),
        tuple(name_stop(stop, one.order, table.context, words.language) for stop in stops_of(one.order)),
        one.ended_at is None,
        "" if one.stopped is None else why_stopped(one.stopped, table.context, words.language),
    )


MOST_ENDED = 3
"""Stopped orders that the page of a table shows; that of the orders lists more."""


async def orders_at(
    orders: Orders, table: LiveTable, person: Person | None, words: Words
) -> tuple[tuple[OrderRow, ...], tuple[PriceRow, ...]]:
    """A reader's orders at a table, and the prices that everybody sees."""
    own = await orders.of(person, table)
    in_force = [one for one in own if one.stopped is None]
    stopped = [one for one in own if one.stopped is not None and one.stopped.why not in QUIET]
    shown = tuple(describe_order(table, one, words) for one in (*in_force, *stopped[:MOST_ENDED]))
    seat = table.speaking_seat(person)
    prices = [(one.seat, one.order) for one in await orders.prices(table) if isinstance(one.order, SellOrder)]
    return shown, tuple(_describe_price(table, seller, sale, seat, words) for seller, sale in prices)


def _describe_price(table: LiveTable, seller: Player, sale: SellOrder, seat: Player | None, words: Words) -> PriceRow:
    row = PriceRow(table.seats[seller].name, say_price(sale, table.context, words))
    if seat is None or seat == seller or table.seats[seat].played_by or sale.buyer not in (None, seat):
        return row
    for action in purchases(table.game, seat, seller, sale):
        wire = encode(to_wire(table.setup, action))
        buyer = treasury(action.company) if isinstance(action, BuyTrain) else action.buyer
        company = table.setup.title.companies[company_of_holder(buyer)].id if is_company(buyer) else ""
        return replace(row, action=wire, company=company, ply=table.ply, undos=table.undos)
    return replace(row, thing=f"private {sale.private}", price=sale.price, seat=seat) if sale.private else row
