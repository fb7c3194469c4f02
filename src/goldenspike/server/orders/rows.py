"""Orders as their owner sees them on pages and in the API."""

from dataclasses import dataclass

from goldenspike.orders import check, name_stop, sentence, why_stopped
from goldenspike.protocol.orders import stops_of
from goldenspike.server.accounts.people import Person
from goldenspike.server.orders.keeping import QUIET, KeptOrder, pack_order
from goldenspike.server.orders.prices import say_price
from goldenspike.server.orders.service import Orders
from goldenspike.server.table.live_table import LiveTable
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
    prices = await orders.prices(table)
    return shown, tuple(
        PriceRow(table.seats[one.seat].name, say_price(pack_order(one.order), table.context, words)) for one in prices
    )
