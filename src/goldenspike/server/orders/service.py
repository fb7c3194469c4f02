"""Operations on orders: give, cancel, list. Only the owner of a seat sees its orders, except public prices."""

from cachetools import LRUCache

from goldenspike.core.game import Game
from goldenspike.orders import Outcome, Stopped, check, next_action
from goldenspike.protocol.messages import News, Status
from goldenspike.protocol.orders import Ending, Order, SellOrder, key_of
from goldenspike.server.accounts.people import Person
from goldenspike.server.orders.keeping import (
    KeptOrder,
    OrdersChanged,
    add_order,
    check_unchanged,
    end_order,
    followed_at,
    forget_order,
    is_own,
    keep_followed,
    lock_orders,
    read_of_seats,
    read_standing,
    retire_older,
    withdraw_price,
)
from goldenspike.server.problems import Problem, not_found, refused
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.changes import bump
from goldenspike.server.table.keeping import offload_if_slow
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.service import Tables

MOST_IN_FORCE = 20
"""Orders of one seat."""
MOST_LISTED = 40
MOST_REMEMBERED = 1_000
"""Tables whose public prices are kept in memory."""


class Orders:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._prices: LRUCache[str, tuple[int, list[KeptOrder]]] = LRUCache(MOST_REMEMBERED)
        """The public prices of tables, with the revision at which they were read: every change of them is a new one."""

    async def of(self, person: Person | None, table: LiveTable) -> list[KeptOrder]:
        """The orders that a person has given at a table, those in force first."""
        if person is None or person.id not in table.people:
            return []
        found = await read_of_seats(self._tables.database, table.id, person.id, MOST_LISTED)
        return [one for one in found if table.controls(person, one.seat)]

    async def prices(self, table: LiveTable) -> list[KeptOrder]:
        """The public prices at a table."""
        revision, prices = self._prices.get(table.id, (-1, []))
        if revision != table.revision:
            standing = await read_standing(self._tables.database, table.id)
            own = [one for one in standing if is_own(table, one) and not table.seats[one.seat].played_by]
            prices = [one for one in own if isinstance(one.order, SellOrder) and one.order.public]
            self._prices[table.id] = (table.revision, prices)
        return prices

    async def try_out(self, person: Person, table: LiveTable, seat: int, order: Order) -> Outcome:
        """What an order would do in the present position; a problem if it cannot be given."""
        if not table.controls(person, seat):
            raise Problem(403, "not_your_seat")
        if table.status is not Status.RUNNING:
            raise Problem(409, "not_started" if table.status is Status.WAITING else "table_ended")
        wrong = check(table.setup, order)
        if wrong:
            raise Problem(422, "bad_order", field=wrong)
        prices = [(one.seat, one.order) for one in await self.prices(table) if isinstance(one.order, SellOrder)]
        outcome = next_action(table.setup, table.state, table.seats[seat].number, order, prices)
        if isinstance(outcome, Stopped):
            raise refused(outcome.refusal, table.context) if outcome.refusal is not None else Problem(422, "order_over")
        return outcome

    async def give(self, person: Person, table_id: str, seat: int, order: Order) -> tuple[LiveTable, KeptOrder]:
        """Put an order in force. If the game waits for the seat, it acts at once."""
        async with self._tables.live.queue(table_id):
            while True:
                table = await self._tables.live.get(table_id)
                await self.try_out(person, table, seat, order)
                given = KeptOrder(new_id(), table.seats[seat].number, person.id, order, now())
                try:
                    return await self._give(table, given), given
                except OrdersChanged:
                    continue
                except Problem as problem:
                    if problem.code != "stale":
                        raise

    async def _give(self, table: LiveTable, given: KeptOrder) -> LiveTable:
        orders = await read_standing(self._tables.database, table.id)
        replaced = [one for one in orders if one.seat == given.seat and key_of(one.order) == key_of(given.order)]
        others = [one for one in orders if one not in replaced]
        if len([one for one in others if one.seat == given.seat]) >= MOST_IN_FORCE:
            raise Problem(409, "too_many_orders", most=MOST_IN_FORCE)
        followed = followed_at(table, [*others, given])
        game = Game(table.setup, table.state)
        done = await offload_if_slow((), lambda: self._tables.follow(table, game, followed), has_orders=True)

        async def write(connection: Querying) -> None:
            await check_unchanged(connection, table, orders)
            for one in replaced:
                await end_order(connection, one.id, Stopped(Ending.REPLACED), table.ply)
            await retire_older(connection, table, given)
            await add_order(connection, table, given, replaced)
            await keep_followed(connection, table, followed, done, [*others, given], given.user_id)

        if done:
            return await self._tables.keep(table, done, given.user_id, write)
        is_public = any(isinstance(one.order, SellOrder) and one.order.public for one in (given, *replaced))
        async with self._tables.database.write() as connection:
            await lock_orders(connection, table)
            await write(connection)
            revision = await bump(connection, table) if is_public else None
        return await self._announce(table, revision)

    async def cancel(self, person: Person, table_id: str, order_id: str) -> LiveTable:
        """Cancel an order in force, or remove one that has ended from the list."""
        async with self._tables.live.queue(table_id):
            while True:
                table = await self._tables.live.get(table_id)
                found = [one for one in await self.of(person, table) if one.id == order_id]
                if not found:
                    raise not_found("order")
                try:
                    return await self._cancel(table, found[0])
                except OrdersChanged:
                    continue

    async def _cancel(self, table: LiveTable, one: KeptOrder) -> LiveTable:
        is_public = one.ended_at is None and isinstance(one.order, SellOrder) and one.order.public
        async with self._tables.database.write() as connection:
            await lock_orders(connection, table)
            if one.ended_at is None:
                await end_order(connection, one.id, Stopped(Ending.CANCELED), table.ply)
                if isinstance(one.order, SellOrder):
                    await withdraw_price(connection, table, one.seat, one.order)
            else:
                await forget_order(connection, one.id)
            revision = await bump(connection, table) if is_public else None
        return await self._announce(table, revision)

    async def _announce(self, table: LiveTable, revision: int | None) -> LiveTable:
        """Tell all pages of a change that everybody may see."""
        if revision is not None:
            await self._tables.hub.publish(table.id, News("game", revision, table.ply))
            return await self._tables.live.get(table.id)
        return table
