"""Orders in the database, changed in the same transaction as the table.

An order does not change what others see of a table before it acts, not even the table's revision. So tables in memory do not
contain orders; every move reads them, and reads them again in its own transaction to notice changes by other processes.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Integer, RowMapping, Select, bindparam, delete, insert, select, update

from goldenspike.core.actions import Decline
from goldenspike.core.ids import Player
from goldenspike.core.interrupts import OFFERS
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.orders import Followed, Standing, Stopped
from goldenspike.protocol.messages import SeatKind
from goldenspike.protocol.orders import Below, Ending, Order, PassOrder, SellOrder, StopWhen, key_of
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import EntryRow, OrderRow, OutboxRow, TableRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.changes import add_entry
from goldenspike.server.table.live_table import AppliedMove, LiveTable

_log = logging.getLogger(__name__)
QUIET: tuple[StopWhen | Ending, ...] = (Ending.DONE, Ending.ROUND_OVER, Ending.GAME_OVER, Ending.LEFT)
"""Endings that the owner expects and gets no notice of."""
_FINAL = (Ending.CANCELED.value, Ending.REPLACED.value, Ending.UNDONE.value, Ending.LEFT.value)
"""Endings that no undo takes back."""
_BEFORE_ALL_MOVES = 0
"""An order that ended here is not brought back by any undo either."""


class OrdersChanged(Exception):
    """Another process has changed the orders of the table, or moved, since they were read."""


@dataclass(frozen=True, slots=True)
class KeptOrder:
    """An order as stored."""

    id: str
    seat: Player
    user_id: str
    order: Order
    made_at: int
    ended_at: int | None = None
    stopped: Stopped | None = None

    @property
    def standing(self) -> Standing:
        return Standing(self.id, self.seat, self.order)


def pack_order(order: Order) -> str:
    return msgspec.json.encode(order).decode()


def pack_price(order: SellOrder) -> str:
    """What everybody may know of a public price: the rest of the order stays with its owner."""
    told = {"order": "sell", "price": order.price, "private": order.private, "company": order.company, "train": order.train}
    if order.public and order.buyer is not None:
        told["buyer"] = order.buyer
    return msgspec.json.encode(told).decode()


def unpack_order(packed: str) -> Order:
    order: Order = msgspec.json.decode(packed, type=Order)
    return order


def _pack_refusal(refusal: Refusal | None) -> str:
    return "" if refusal is None else msgspec.json.encode([refusal.reason.name, *refusal.facts]).decode()


def _unpack_stopped(why: str, packed: str) -> Stopped | None:
    if not why:
        return None
    name, *facts = msgspec.json.decode(packed) if packed else ("",)
    reason = StopWhen(why) if why in [stop.value for stop in StopWhen] else Ending(why)
    return Stopped(reason, Refusal(Reason[name], tuple(facts)) if name in Reason.__members__ else None)


def _kept(row: RowMapping | Mapping[str, Any]) -> KeptOrder:
    """An order that can no longer be read ends with the next move."""
    try:
        order, stopped = unpack_order(row["data"]), _unpack_stopped(row["why"], row["refusal"])
    except (msgspec.DecodeError, ValueError):
        _log.exception("order %s cannot be read", row["id"])
        order, stopped = PassOrder(0), Stopped(Ending.FAILED)
    return KeptOrder(row["id"], row["seat"], row["user_id"], order, row["made_at"], row["ended_at"], stopped)


_COLUMNS = (
    OrderRow.id,
    OrderRow.seat,
    OrderRow.user_id,
    OrderRow.data,
    OrderRow.made_at,
    OrderRow.ended_at,
    OrderRow.why,
    OrderRow.refusal,
)


# Every move and every page needs one of these, so they are built once.
_STANDING = (
    select(*_COLUMNS)
    .where(OrderRow.table_id == bindparam("table"), OrderRow.ended_at.is_(None))
    .order_by(OrderRow.made_at, OrderRow.id)
)
_OF_PERSON = (
    select(*_COLUMNS)
    .where(OrderRow.table_id == bindparam("table"), OrderRow.user_id == bindparam("user"))
    .where(OrderRow.why != Ending.CANCELED.value, OrderRow.why != Ending.REPLACED.value)
    .order_by(OrderRow.made_at.desc(), OrderRow.id)
    .limit(bindparam("most", type_=Integer))
)
_IDS = select(OrderRow.id).where(OrderRow.table_id == bindparam("table"), OrderRow.ended_at.is_(None))


async def read_standing(database: Database, table_id: str) -> list[KeptOrder]:
    """The orders in force at a table, the oldest first."""
    return [_kept(row) for row in await database.all(_STANDING, {"table": table_id})]


async def read_of_seats(database: Database, table_id: str, user_id: str, most: int) -> list[KeptOrder]:
    """The orders that a person gave at a table: those in force, then the last ones that have ended."""
    rows = await database.all(_OF_PERSON, {"table": table_id, "user": user_id, "most": most})
    found = [_kept(row) for row in rows]
    return sorted(found, key=lambda order: (order.ended_at is not None, -(order.ended_at or 0), order.made_at))


async def _read(connection: Querying, statement: Select[*tuple[Any, ...]], parameters: Any = None) -> list[KeptOrder]:
    """Orders as a transaction sees them."""
    return [_kept(row) for row in (await connection.execute(statement, parameters)).mappings()]


def followed_at(table: LiveTable, orders: Iterable[KeptOrder]) -> Followed:
    """The orders in force. Those of people for whom a bot stands in wait, and may stop meanwhile."""
    standing: list[Standing] = []
    stopped: list[tuple[Standing, Stopped, int]] = []
    waiting: list[str] = []
    for one in orders:
        why = one.stopped or (None if is_own(table, one) else Stopped(Ending.LEFT))
        if why is not None:
            stopped.append((one.standing, why, 0))
        else:
            standing.append(one.standing)
            if table.seats[one.seat].played_by:
                waiting.append(one.id)
    return Followed(table.setup, standing, stopped, waiting=frozenset(waiting))


def is_own(table: LiveTable, one: KeptOrder) -> bool:
    """Whether who gave an order still has the seat."""
    is_human = table.seats[one.seat].kind in (SeatKind.PERSON, SeatKind.LOCAL)
    return is_human and table.owner_of(one.seat) == one.user_id


async def lock_orders(connection: Querying, table: LiveTable) -> None:
    """Let nobody else move until the transaction ends, without changing anything that others see."""
    found = await connection.execute(
        update(TableRow)
        .where(TableRow.id == table.id, TableRow.ply == table.ply, TableRow.undos == table.undos)
        .values(ply=TableRow.ply)
        .returning(TableRow.id)
    )
    if found.scalar_one_or_none() is None:
        raise OrdersChanged


async def check_unchanged(connection: Querying, table: LiveTable, orders: Sequence[KeptOrder]) -> None:
    """In the transaction of a change, after it has locked the table."""
    found = await connection.execute(_IDS, {"table": table.id})
    if {row.id for row in found} != {one.id for one in orders}:
        raise OrdersChanged


async def add_order(connection: Querying, table: LiveTable, one: KeptOrder, replaced: Iterable[KeptOrder] = ()) -> None:
    values = {"id": one.id, "table_id": table.id, "seat": one.seat, "user_id": one.user_id, "made_at": one.made_at}
    packed = pack_order(one.order)
    await connection.execute(insert(OrderRow).values(**values, data=packed, made_ply=table.ply, why="", refusal=""))
    if isinstance(one.order, SellOrder) and one.order.public:
        price = pack_price(one.order)
        known = [old.order for old in replaced if isinstance(old.order, SellOrder) and old.order.public]
        if price not in map(pack_price, known):
            await _tell_price(connection, table, one, one.order, price)


async def _tell_price(connection: Querying, table: LiveTable, one: KeptOrder, order: SellOrder, price: str) -> None:
    """Announce a price to everybody. At the same position it replaces the announcement of an earlier one."""
    name = table.seats[one.seat].name
    entries = select(EntryRow.id, EntryRow.text).where(EntryRow.table_id == table.id, EntryRow.kind == "for_sale")
    entries = entries.where(EntryRow.seat == one.seat, EntryRow.ply == table.ply)
    earlier = [row.id for row in await connection.execute(entries) if _is_about(row.text, order)]
    await connection.execute(delete(EntryRow).where(EntryRow.id.in_(earlier)))
    await withdraw_price(connection, table, one.seat, order)
    await add_entry(connection, table, "for_sale", name, text=price, seat=one.seat)
    others = [Told(person) for person in table.people - {one.user_id}]
    await tell(connection, table, Kind.PRICE, f"price {one.id}", others, name, price)


async def withdraw_price(connection: Querying, table: LiveTable, seat: Player, order: SellOrder) -> None:
    """Withdraw notices of a price that was canceled or replaced before they went out."""
    waiting = select(OutboxRow.id, OutboxRow.text).where(OutboxRow.table_id == table.id, OutboxRow.kind == Kind.PRICE.value)
    waiting = waiting.where(OutboxRow.name == table.seats[seat].name, OutboxRow.done_at.is_(None))
    ids = [row.id for row in await connection.execute(waiting) if _is_about(row.text, order)]
    await connection.execute(delete(OutboxRow).where(OutboxRow.id.in_(ids)))


def _is_about(price: str, order: SellOrder) -> bool:
    return key_of(msgspec.json.decode(price, type=SellOrder)) == key_of(order)


async def end_order(connection: Querying, order_id: str, stopped: Stopped, ply: int) -> None:
    await connection.execute(
        update(OrderRow)
        .where(OrderRow.id == order_id, OrderRow.ended_at.is_(None))
        .values(ended_at=now(), ended_ply=ply, why=stopped.why.value, refusal=_pack_refusal(stopped.refusal))
    )


async def end_orders_of_seats(connection: Querying, table: LiveTable, seats: Sequence[Player]) -> None:
    """The seats have been given up: no order of theirs comes back, neither with the player nor with an undo."""
    of_seats = (OrderRow.table_id == table.id) & OrderRow.seat.in_(seats)
    left = {"ended_at": now(), "ended_ply": table.ply, "why": Ending.LEFT.value}
    await connection.execute(update(OrderRow).where(of_seats, OrderRow.ended_at.is_(None)).values(**left))
    await connection.execute(update(OrderRow).where(of_seats).values(ended_ply=_BEFORE_ALL_MOVES))


async def retire_older(connection: Querying, table: LiveTable, given: KeptOrder) -> None:
    """A newer order replaces those on the same subject that have ended, too: no undo brings them back."""
    ended = (OrderRow.table_id == table.id) & (OrderRow.seat == given.seat) & (OrderRow.ended_ply > _BEFORE_ALL_MOVES)
    older = await _read(connection, select(*_COLUMNS).where(ended))
    ids = [one.id for one in older if key_of(one.order) == key_of(given.order)]
    await connection.execute(update(OrderRow).where(OrderRow.id.in_(ids)).values(ended_ply=_BEFORE_ALL_MOVES))


async def forget_order(connection: Querying, order_id: str) -> None:
    await connection.execute(delete(OrderRow).where(OrderRow.id == order_id))


async def keep_followed(
    connection: Querying,
    table: LiveTable,
    followed: Followed,
    done: Sequence[AppliedMove],
    orders: Sequence[KeptOrder],
    by: str | None,
) -> None:
    """Store which orders have ended during these moves, notify their owners, and announce counteroffers."""
    owners = {one.id: one.user_id for one in orders}
    for one, stopped, seen in followed.stopped:
        await end_order(connection, one.id, stopped, table.ply + seen)
        owner = owners[one.id]
        if stopped.why not in QUIET and owner != by:
            told = [Told(owner, one.seat)]
            turn = f"{_stops_of(one.id)}{table.undos}"  # After an undo an order may be in force again, and stop again.
            await tell(connection, table, Kind.ORDER, turn, told, table.seats[one.seat].name, stopped.why.value)
    states = [table.state, *(move.state for move in done)]
    for number, (before, move) in enumerate(zip(states, done, strict=False)):
        order = move.order.order if move.order is not None else None
        if isinstance(order, SellOrder) and order.below is Below.COUNTER and isinstance(move.action, Decline):
            name, packed, offer = table.seats[move.seat].name, pack_price(order), before.pending[-1]
            declined = replace(table, ply=table.ply + number + 1)
            await add_entry(connection, declined, "counter", name, text=packed, seat=move.seat)
            assert isinstance(offer, OFFERS)
            proposer = table.owner_of(offer.proposer)
            if proposer is not None:
                turn = f"counter {table.undos}.{table.ply + number}"
                await tell(connection, table, Kind.COUNTER, turn, [Told(proposer, offer.proposer)], name, packed)


def _stops_of(order_id: str) -> str:
    """The prefix of the names of notices about an order's stops."""
    return f"order {order_id} "


async def restore_orders(connection: Querying, table: LiveTable, after: LiveTable) -> None:
    """After an undo: orders that ended later are in force again. One that would repeat what was undone is not."""
    undone = (
        (OrderRow.table_id == table.id)
        & OrderRow.ended_at.is_not(None)
        & (OrderRow.ended_ply > after.ply)
        & OrderRow.why.not_in(_FINAL)
    )
    standing = await _read(connection, _STANDING, {"table": table.id})
    taken = {(one.seat, key_of(one.order)) for one in standing}
    ended = await _read(connection, select(*_COLUMNS).where(undone).order_by(OrderRow.made_at.desc()))
    for one in ended:
        if (one.seat, key_of(one.order)) not in taken:
            taken.add((one.seat, key_of(one.order)))
            standing.append(replace(one, ended_at=None, stopped=None))
            values = {"ended_at": None, "ended_ply": None, "why": "", "refusal": ""}
            await connection.execute(update(OrderRow).where(OrderRow.id == one.id).values(**values))
            await _withdraw_stop(connection, table, one.id)
    followed = followed_at(after, standing)
    while (found := followed.next(after.state)) is not None:
        followed.standing.remove(found[0])
        await end_order(connection, found[0].id, Stopped(Ending.UNDONE), after.ply)
    for ended_now, stopped, _ in followed.stopped:
        await end_order(connection, ended_now.id, stopped, after.ply)


async def _withdraw_stop(connection: Querying, table: LiveTable, order_id: str) -> None:
    """Withdraw notices that an order has stopped if it is in force again."""
    about = (OutboxRow.table_id == table.id) & OutboxRow.turn.startswith(_stops_of(order_id))
    await connection.execute(delete(OutboxRow).where(about, OutboxRow.done_at.is_(None)))
