"""The open tables: read from the database on demand, kept in memory, validated before each use.

Several processes may serve one table. Each compares the revision in the database with its own before it shows or changes
anything, and reloads what another process has changed.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from cachetools import LRUCache
from sqlalchemy import RowMapping, Select, bindparam, select, update
from sqlalchemy.exc import DBAPIError

from goldenspike.core.game import Game
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.record.old_options import current_options
from goldenspike.server.clocks.keeping import read_clocks, unpack_rule
from goldenspike.server.offload import offload
from goldenspike.server.problems import bad_setup, damaged, not_found
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import EntryRow, MoveRow, SeatRow, TableRow
from goldenspike.server.table.live_table import (
    Automatic,
    ConsentRequest,
    Entry,
    LiveTable,
    Move,
    Redo,
    Seat,
    StandInRequest,
    UndoneMove,
)
from goldenspike.server.table.packing import pack_state, unpack_action, unpack_events, unpack_state
from goldenspike.titles import catalogue

_log = logging.getLogger(__name__)
MOST_BYTES = 256_000_000
"""Capacity of the cache of tables."""
_TABLE_BYTES = 250_000
"""An upper bound for a table without its log; most share their setup with others and take a tenth of it."""
_MOVE_BYTES = 400

# Runs with every request about a table, so it is built once.
_REVISION = select(TableRow.revision).where(TableRow.id == bindparam("table"))
_ENTRIES = (
    select(EntryRow)
    .with_only_columns(EntryRow.id, EntryRow.ply, EntryRow.kind, EntryRow.seat, EntryRow.name, EntryRow.text, EntryRow.made_at)
    .where(EntryRow.table_id == bindparam("table"), EntryRow.id > bindparam("after"))
    .order_by(EntryRow.id.desc())
    .limit(bindparam("most"))
)
_ROW = select(TableRow.__table__).where(TableRow.id == bindparam("table"))


class LiveTables:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: LRUCache[str, LiveTable] = LRUCache(MOST_BYTES, getsizeof=_weigh)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, table_id: str, at_least: int = 0) -> LiveTable:
        """The table as it is on disk now; or, if a revision is named, one that is at least as new."""
        kept = self._kept.get(table_id)
        if kept is not None:
            if 0 < at_least <= kept.revision:
                return kept
            found = await self._database.first(_REVISION, {"table": table_id})
            if found is not None and found["revision"] == kept.revision:
                return kept
        async with self._database.read() as connection:
            row = await read_row(connection, table_id)
            table = self._kept.get(table_id)
            if table is None or table.revision != row["revision"]:
                fresh = await self._read(connection, row)
                if table is not None:
                    self._carry_over(table, fresh)
                table = fresh
                self.keep(table)
        return table

    def keep(self, table: LiveTable) -> None:
        if _weigh(table) <= self._kept.maxsize:
            self._kept[table.id] = table

    @property
    def bytes(self) -> int:
        """What the kept tables take, roughly."""
        return int(self._kept.currsize)

    def queue(self, table_id: str) -> asyncio.Lock:
        """The lock of a table; it outlives the LiveTable, which is reloaded when another process has changed it."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def _carry_over(self, old: LiveTable, fresh: LiveTable) -> None:
        """Keep the log if the position is still the same; otherwise it is reloaded on the next access."""
        if old.moves is not None and old.undos == fresh.undos and old.ply == fresh.ply:
            fresh.moves, fresh.logs = old.moves, old.logs

    async def _read(self, connection: Querying, row: RowMapping) -> LiveTable:
        seats = await connection.execute(select(SeatRow.__table__).where(SeatRow.table_id == row["id"]).order_by(SeatRow.number))
        taken = tuple(
            Seat(
                seat["number"],
                SeatKind(seat["kind"]),
                seat["user_id"],
                seat["name"],
                seat["bot"],
                seat["stand_in"],
                Automatic(seat["automatic"]),
            )
            for seat in seats.mappings()
        )
        options = current_options(msgspec.json.decode(row["options"], type=dict[str, str]))
        # A random map that is no longer in memory takes a second.
        setup = await offload(make_setup, row["title"], row["version"], len(taken), options)
        clock = unpack_rule(row["clock"])
        return LiveTable(
            id=row["id"],
            name=row["name"],
            setup=setup,
            options=options,
            host_id=row["host_id"],
            invite=row["invite"],
            listed=row["listed"],
            status=Status(row["status"]),
            seats=taken,
            state=await self._state(connection, setup, row["id"], row["ply"]),
            ply=row["ply"],
            undos=row["undos"],
            revision=row["revision"],
            undo_request=unpack_request(row["undo_request"]),
            updated_at=row["updated_at"],
            hints=row["hints"],
            spectators_talk=row["spectators_talk"],
            stand_in_request=unpack_proposal(row["stand_in_request"]),
            redo=unpack_redo(row["redo"]),
            lesson=row["lesson"],
            clock=clock,
            clocks=await read_clocks(connection, row["id"]) if clock is not None else (),
        )

    async def state_at(self, table: LiveTable, ply: int) -> State:
        """The position after a number of moves."""
        if ply == table.ply:
            return table.state
        if not 0 <= ply <= table.ply:
            raise not_found("ply")
        async with self._database.read() as connection:
            return await self._state(connection, table.setup, table.id, ply)

    async def _state(self, connection: Querying, setup: Setup, table_id: str, ply: int) -> State:
        """The position after a number of moves; if it was damaged, it is rebuilt from the actions and stored again."""
        try:
            return await read_state(connection, setup, table_id, ply)
        except DBAPIError:
            raise
        except Exception:
            _log.exception("the position of table %s after move %d is damaged; its actions are replayed", table_id, ply)
        found = await connection.execute(actions_until(table_id, ply))
        state = await asyncio.to_thread(_replay, setup, [row.action for row in found], ply)
        if state is None:
            raise damaged(table_id)
        async with self._database.write() as writing:
            await writing.execute(
                update(MoveRow).where(MoveRow.table_id == table_id, MoveRow.ply == ply).values(state=pack_state(state))
            )
        return state

    async def states_at(self, table: LiveTable, plies: Sequence[int]) -> dict[int, State]:
        """Several positions."""
        async with self._database.read() as connection:
            return {ply: await self._state(connection, table.setup, table.id, ply) for ply in plies}

    async def moves(self, table: LiveTable) -> list[Move]:
        """The whole log of moves."""
        if table.moves is None:
            async with self._database.read() as connection:
                rows = await connection.execute(
                    select(MoveRow.ply, MoveRow.seat, MoveRow.events, MoveRow.made_at, MoveRow.by_order, MoveRow.automatic)
                    .where(MoveRow.table_id == table.id, MoveRow.ply <= table.ply)
                    .order_by(MoveRow.ply)
                )
                table.moves = [
                    Move(row.ply, row.seat, tuple(unpack_events(row.events)), row.made_at, row.by_order, row.automatic)
                    for row in rows
                ]
            if self._kept.get(table.id) is table:
                # The table now takes more space.
                self.keep(table)
        return table.moves

    async def entries(self, table_id: str, after: int = 0, most: int = 400) -> list[Entry]:
        """The newest entries that are not moves, oldest first."""
        rows = await self._database.all(_ENTRIES, {"table": table_id, "after": after, "most": most})
        return [Entry(**row) for row in reversed(rows)]


def _weigh(table: LiveTable) -> int:
    """The size of a table in memory, in bytes, roughly."""
    return _TABLE_BYTES + _MOVE_BYTES * len(table.moves or ()) * (1 + len(table.logs))


def unpack_request(packed: str | None) -> ConsentRequest | None:
    """One of an earlier version, which did not say of what kind it is, has lapsed: it can be made again."""
    try:
        request: ConsentRequest | None = msgspec.json.decode(packed, type=ConsentRequest) if packed else None
    except msgspec.ValidationError:
        return None
    return request


def unpack_proposal(packed: str | None) -> StandInRequest | None:
    return msgspec.json.decode(packed, type=StandInRequest) if packed else None


def unpack_redo(packed: str | None) -> Redo:
    """In older databases only the actions are stored."""
    if not packed:
        return ()
    undos = msgspec.json.decode(packed, type=list[list[UndoneMove | str]])
    return tuple(tuple(UndoneMove(move) if isinstance(move, str) else move for move in moves) for moves in undos)


def make_setup(title: str, version: str | None, players: int, options: Mapping[str, str]) -> Setup:
    try:
        return catalogue.make(title, version, players, dict(options))
    except catalogue.BadSetup as error:
        raise bad_setup(error) from None


async def read_row(connection: Querying, table_id: str) -> RowMapping:
    found = await connection.execute(_ROW, {"table": table_id})
    row = found.mappings().first()
    if row is None:
        raise not_found("table")
    return row


def actions_until(table_id: str, ply: int) -> Select[Any]:
    return select(MoveRow.action).where(MoveRow.table_id == table_id, MoveRow.ply <= ply).order_by(MoveRow.ply)


def _replay(setup: Setup, packed: list[str], ply: int) -> State | None:
    """The position after these actions; None if one is missing, unreadable or illegal."""
    game = Game(setup)
    try:
        for action in packed:
            game.push(unpack_action(setup, action))
    except Exception:
        _log.exception("the actions cannot be replayed")
        return None
    return game.state if len(packed) == ply else None


async def read_state(connection: Querying, setup: Setup, table_id: str, ply: int) -> State:
    if ply == 0:
        return setup.plan.flow.opening(setup)
    found = await connection.execute(select(MoveRow.state).where(MoveRow.table_id == table_id, MoveRow.ply == ply))
    packed: Any = found.scalar_one()
    return unpack_state(setup, packed)
