"""Writes changes of a table: one transaction each, with optimistic locking.

The table's row is updated only if its ply and undo count are still those that the change was made for. A row count of zero means
that another process has changed the table, and the transaction is rolled back.
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Executable, bindparam, delete, insert, select, update

from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.title import Setup
from goldenspike.server.problems import Problem, must_log_in, not_found, stale
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import EntryRow, MoveRow, SeatRow, TableRow, User
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_table import AppliedMove, ConsentRequest, LiveTable, Redo, Seat, StandInRequest, UndoneMove
from goldenspike.server.table.packing import pack_action, pack_events, pack_state

_MOST_UNDOS = 20
"""Undos of a table whose moves are kept, for plans that began before them."""
_MOST_AT_ONCE = 500
"""Undos that are looked at together; databases limit how many values a statement may have."""
_ADD_MOVE = insert(MoveRow.__table__)  # type: ignore[arg-type]


_SEATS: BindParameter[Any] = bindparam("seats", expanding=True)
_OF_TABLE = update(SeatRow).where(SeatRow.table_id == bindparam("of_table"))
_NOT_ASKED = _OF_TABLE.where(SeatRow.number.not_in(_SEATS), SeatRow.asked_at.is_not(None)).values(asked_at=None)
_ASKED = (
    _OF_TABLE.where(SeatRow.number.in_(_SEATS), SeatRow.asked_at.is_(None))
    .values(asked_at=bindparam("time"))
    .returning(SeatRow.number, SeatRow.asked_at)
)


def time_at(table: LiveTable) -> int:
    """The time of a change: never before the last one, even if the clock has been set back."""
    return max(now(), table.updated_at)


_POSITION = ("id", "ply", "undos")


@cache
def _touching(names: tuple[str, ...], expected: tuple[str, ...]) -> Executable:
    """The statement for some columns: building it takes longer than running it."""
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in (*names, "updated_at")}
    as_read = (getattr(TableRow, name) == bindparam(f"at_{name}") for name in expected)
    return update(TableRow).where(*as_read).values(revision=TableRow.revision + 1, **values).returning(TableRow.revision)


async def touch(connection: Querying, table: LiveTable, **values: Any) -> int:
    """Update the table's row if it still has the expected position; returns the new revision."""
    return await _touch(connection, table, _POSITION, values)


async def touch_unchanged(connection: Querying, table: LiveTable, **values: Any) -> int:
    """Like `touch`, but only if nothing at all has changed since the table was read.

    A request is written as a whole: what somebody has agreed to in another process meanwhile would be lost.
    """
    return await _touch(connection, table, (*_POSITION, "revision"), values)


async def _touch(connection: Querying, table: LiveTable, expected: tuple[str, ...], values: dict[str, Any]) -> int:
    as_read = {f"at_{name}": getattr(table, name) for name in expected}
    new = {f"new_{name}": value for name, value in (values | {"updated_at": time_at(table)}).items()}
    found = await connection.execute(_touching(tuple(values), expected), as_read | new)
    revision = found.scalar_one_or_none()
    if revision is None:
        raise await _stale(connection, table)
    return int(revision)


async def _stale(connection: Querying, table: LiveTable) -> Problem:
    """Another process has changed the table: tell where it is now."""
    found = await connection.execute(select(TableRow.ply, TableRow.undos).where(TableRow.id == table.id))
    row = found.first()
    return not_found("table") if row is None else stale(row.ply, row.undos)


async def bump(connection: Querying, table: LiveTable) -> int:
    """Count a change that does not affect the position: chat, players joining and leaving."""
    found = await connection.execute(
        update(TableRow)
        .where(TableRow.id == table.id)
        .values(revision=TableRow.revision + 1, updated_at=time_at(table))
        .returning(TableRow.revision)
    )
    return int(found.scalar_one())


async def require_account(connection: Querying, person_id: str) -> None:
    """Refuse a request that had begun before its person deleted the account: nobody could remove what it writes."""
    account = select(User.id).where(User.id == person_id, User.deleted_at.is_(None)).with_for_update(read=True)
    if (await connection.execute(account)).first() is None:
        raise must_log_in()


def pack_moves(
    table_id: str, setup: Setup, moves: Iterable[AppliedMove], user_id: str | None, time: int, first: int = 1
) -> list[dict[str, Any]]:
    """Moves from a ply on, as rows."""
    return [move_values(table_id, setup, ply, move, user_id, time) for ply, move in enumerate(moves, first)]


async def add_moves(connection: Querying, packed: list[dict[str, Any]]) -> None:
    """Add rows made by `move_values`."""
    await connection.execute(_ADD_MOVE, packed)


async def forget_undone(connection: Querying, table: LiveTable) -> None:
    """Keep only the moves undone last: otherwise undoing and redoing a long game would fill the disk."""
    undos = select(EntryRow.id).where(EntryRow.table_id == table.id, EntryRow.kind == "undo", EntryRow.data.is_not(None))
    older = undos.order_by(EntryRow.id.desc()).offset(_MOST_UNDOS)
    # Usually there is one; where there are many, from before anything was forgotten, the rest waits for the next undo.
    found = list((await connection.execute(older.limit(_MOST_AT_ONCE))).scalars())
    if found:
        await connection.execute(update(EntryRow).where(EntryRow.id.in_(found)).values(data=None))


def move_values(table_id: str, setup: Setup, ply: int, move: AppliedMove, user_id: str | None, time: int) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "ply": ply,
        "seat": move.seat,
        "user_id": user_id if move.seat != CHANCE else None,
        "action": pack_action(setup, move.action),
        "events": pack_events(move.events),
        "state": pack_state(move.state),
        "made_at": time,
        "by_order": move.by_order,
        "automatic": move.automatic,
    }


async def remove_moves(connection: Querying, table: LiveTable, to_ply: int) -> list[UndoneMove]:
    """Delete the moves after a ply, and return them."""
    found = await connection.execute(
        delete(MoveRow)
        .where(MoveRow.table_id == table.id, MoveRow.ply > to_ply)
        .returning(MoveRow.ply, MoveRow.action, MoveRow.by_order, MoveRow.automatic)
    )
    return [UndoneMove(row.action, row.by_order, row.automatic) for row in sorted(found, key=lambda row: int(row.ply))]


async def add_entry(
    connection: Querying,
    table: LiveTable,
    kind: str,
    name: str,
    text: str = "",
    seat: Player | None = None,
    data: Any = None,
    user_id: str | None = None,
) -> None:
    await connection.execute(
        insert(EntryRow).values(
            table_id=table.id,
            ply=table.ply,
            kind=kind,
            seat=seat,
            name=name,
            text=text,
            user_id=user_id,
            data=None if data is None else msgspec.json.encode(data).decode(),
            made_at=time_at(table),
        )
    )


async def put_seat(connection: Querying, table_id: str, seat: Seat) -> None:
    await connection.execute(
        update(SeatRow)
        .where(SeatRow.table_id == table_id, SeatRow.number == seat.number)
        .values(
            kind=seat.kind.value,
            user_id=seat.user_id,
            name=seat.name,
            bot=seat.bot,
            stand_in=seat.stand_in,
            automatic=seat.automatic.value,
        )
    )


async def mark_asked(connection: Querying, table_id: str, seats: Collection[Player]) -> dict[Player, int]:
    """Store that the game is now waiting for these seats; those that it was waiting for already keep their time.

    Returns the others with their time.
    """
    await connection.execute(_NOT_ASKED, {"of_table": table_id, "seats": tuple(seats)})
    asked = await connection.execute(_ASKED, {"of_table": table_id, "seats": tuple(seats), "time": now()})
    return {Player(row.number): row.asked_at for row in asked}


def pack_request(request: ConsentRequest | StandInRequest | None) -> str | None:
    return None if request is None else msgspec.json.encode(request).decode()


def pack_redo(redo: Redo) -> str | None:
    return msgspec.json.encode(redo).decode() if redo else None
