"""Orders and public prices in the API."""

from typing import Annotated

from litestar import Controller
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from goldenspike.protocol.messages import OrderInfo, OrderPreview, OrderRequest, PriceInfo
from goldenspike.protocol.orders import SellOrder
from goldenspike.server.accounts.people import Person
from goldenspike.server.api.routes import doing, ending, reading, reading_own
from goldenspike.server.orders.keeping import KeptOrder
from goldenspike.server.orders.prices import say_price
from goldenspike.server.orders.rows import describe_order
from goldenspike.server.problems import Problem
from goldenspike.server.requests import TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.words import Words

OrderId = Annotated[str, PathParameter(max_length=24)]


def own_seat(table: LiveTable, person: Person, seat: int | None) -> int:
    """The seat that gives an order: the chosen one, or the person's first."""
    own = table.seats_of(person)
    if not own or (seat is not None and seat not in own):
        raise Problem(403, "not_your_seat")
    return own[0] if seat is None else seat


def _info(table: LiveTable, one: KeptOrder, words: Words) -> OrderInfo:
    row = describe_order(table, one, words)
    why = one.stopped.why.value if one.stopped is not None else ""
    return OrderInfo(one.id, one.seat, one.order, row.sentence, list(row.stops), one.made_at, row.in_force, why, row.reason)


class OrdersApi(Controller):
    path = "/tables"
    tags = ["orders"]  # noqa: RUF012 (Litestar reads it from the class)

    @reading_own("/{table_id:str}/orders", summary="Your orders at a table: those in force, then those that have ended")
    async def own_orders(self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords) -> list[OrderInfo]:
        table = await services.tables.live.get(table_id)
        words = words.at(table.setup.title.name)
        return [_info(table, one, words) for one in await services.orders.of(required(person), table)]

    @doing("/{table_id:str}/orders/preview", summary="What an order would do, without giving it", status_code=HTTP_200_OK)
    async def preview_order(
        self, table_id: TableId, data: JSONBody[OrderRequest], person: Visitor, services: TheServices, words: TheWords
    ) -> OrderPreview:
        asking = required(person)
        services.limits.for_actions(asking)
        table = await services.tables.live.get(table_id)
        seat = own_seat(table, asking, data.seat)
        outcome = await services.orders.try_out(asking, table, seat, data.order)
        one = KeptOrder("", table.seats[seat].number, asking.id, data.order, 0)
        row = describe_order(table, one, words.at(table.setup.title.name))
        return OrderPreview(row.sentence, list(row.stops), outcome is not None)

    @doing(
        "/{table_id:str}/orders",
        summary="Give an order. If the game is waiting for the seat, it takes effect at once",
        status_code=HTTP_201_CREATED,
    )
    async def give_order(
        self, table_id: TableId, data: JSONBody[OrderRequest], person: Visitor, services: TheServices, words: TheWords
    ) -> OrderInfo:
        owner = required(person)
        services.limits.for_actions(owner)
        table = await services.tables.live.get(table_id)
        table, given = await services.orders.give(owner, table_id, own_seat(table, owner, data.seat), data.order)
        now = [one for one in await services.orders.of(owner, table) if one.id == given.id]
        return _info(table, now[0] if now else given, words.at(table.setup.title.name))

    @ending("/{table_id:str}/orders/{order_id:str}", summary="Cancel an order, or remove one that has ended from the list")
    async def cancel_order(self, table_id: TableId, order_id: OrderId, person: Visitor, services: TheServices) -> None:
        owner = required(person)
        services.limits.for_actions(owner)
        await services.orders.cancel(owner, table_id, order_id)

    @reading("/{table_id:str}/prices", summary="Public prices: what players would sell, and for how much")
    async def public_prices(self, table_id: TableId, services: TheServices, words: TheWords) -> list[PriceInfo]:
        table = await services.tables.live.get(table_id)
        words = words.at(table.setup.title.name)
        found: list[PriceInfo] = []
        for one in await services.orders.prices(table):
            sale = one.order
            assert isinstance(sale, SellOrder)
            text = say_price(sale, table.context, words)
            found.append(PriceInfo(one.seat, sale.price, sale.private, sale.company, sale.train, sale.buyer, text))
        return found
