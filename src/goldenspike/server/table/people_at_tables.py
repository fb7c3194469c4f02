"""What tables know of a person: other names for them, and nothing at all once their account is deleted."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from sqlalchemy import delete, literal, or_, select, update

from goldenspike.protocol.messages import SeatKind
from goldenspike.server.accounts.people import Person
from goldenspike.server.names import clean_name, distinct_name
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import NAMELESS, WRITTEN, EntryRow, OutboxRow, SeatRow, TableRow
from goldenspike.server.table.changes import bump, put_seat, touch
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.seating import Note, Seating
from goldenspike.server.table.service import Tables

NAME_REMOVED: Final = "–"
"""Stands in the log for people who have deleted their account."""


class PeopleAtTables:
    def __init__(self, tables: Tables, seating: Seating) -> None:
        self._tables = tables
        self._seating = seating

    async def names_of(self, person: Person) -> list[tuple[str, str]]:
        """The tables where a person plays or is known to have been, each with a name there; nobody else has it there.

        It is empty for the host of a table that is called after the person.
        """
        async with self._tables.database.read() as connection:
            called = (TableRow.host_id == person.id) & TableRow.name.icontains(person.name, autoescape=True)
            hosted = await connection.execute(select(TableRow.id, literal("")).where(called))
            seats = await connection.execute(select(SeatRow.table_id, SeatRow.name).where(SeatRow.user_id == person.id))
            entries = await connection.execute(
                select(EntryRow.table_id, EntryRow.name).where(EntryRow.user_id == person.id).distinct()
            )
            return sorted({(row[0], row[1]) for found in (hosted, seats, entries) for row in found})

    async def rename(self, person: Person, table_id: str, old: str, name: str, note: Note) -> None:
        """Give a person's seats and entries at a table another name, also where the table is called after the person."""

        async def change(table: LiveTable) -> LiveTable:
            new = distinct_name(name, tuple(seat.name for seat in table.seats if seat.user_id != person.id))
            seats = tuple(replace(seat, name=new) if seat.user_id == person.id else seat for seat in table.seats)
            here = EntryRow.table_id == table.id
            called = _with_name(table.name, {old, person.name} - {""}, name)
            async with self._tables.database.write() as connection:
                revision = await touch(connection, table, name=called)
                for seat in seats:
                    if seat.user_id == person.id:
                        await put_seat(connection, table.id, seat)
                if old:
                    own = here & (EntryRow.user_id == person.id) & (EntryRow.name != "")
                    by = here & EntryRow.user_id.is_(None) & EntryRow.kind.not_in(WRITTEN) & (EntryRow.name == old)
                    about = here & EntryRow.kind.not_in(NAMELESS) & (EntryRow.text == old)
                    await connection.execute(update(EntryRow).where(or_(own, by)).values(name=new))
                    await connection.execute(update(EntryRow).where(about).values(text=new))
                await note(connection)
            return await self._tables.announce(replace(table, seats=seats, revision=revision, name=called), "seats")

        await self._tables.in_queue(table_id, change)

    async def forget(self, person: Person) -> None:
        """Before an account is deleted: leave all tables, and remove what was written there and the name.

        Nobody else's game is lost.
        """
        tables = await self._tables_of(person)
        known: defaultdict[str, set[str]] = defaultdict(set, {table_id: set() for table_id in tables})
        for table_id, name in await self.names_of(person):
            known[table_id].add(name)
        for table_id in tables:
            while not await self._has_left(person, table_id):
                pass
        for table_id, name in await self.names_of(person):
            known[table_id].add(name)
        for table_id in sorted(known):
            await self._remove_from_log(person, table_id, known[table_id] - {""})

    async def _tables_of(self, person: Person) -> list[str]:
        """Where a person plays or is the host."""
        async with self._tables.database.read() as connection:
            hosted = await connection.execute(select(TableRow.id).where(TableRow.host_id == person.id))
            seated = await connection.execute(select(SeatRow.table_id).where(SeatRow.user_id == person.id))
            return sorted({row[0] for found in (hosted, seated) for row in found})

    async def _has_left(self, person: Person, table_id: str) -> bool:
        """False if somebody moved at the same time, so that it must be tried again."""
        try:
            await self._seating.leave(person, table_id)
        except Problem as problem:
            if problem.code == "damaged_table":
                await self._leave_damaged(person, table_id)
            elif problem.code not in ("stale", "not_at_this_table"):
                raise
            return problem.code != "stale"
        return True

    async def _leave_damaged(self, person: Person, table_id: str) -> None:
        """Nobody can play at the table, so that nothing else has to be settled there."""
        seats, table = SeatRow.table_id == table_id, TableRow.id == table_id
        async with self._tables.database.write() as connection:
            own = update(SeatRow).where(seats, SeatRow.user_id == person.id)
            await connection.execute(own.values(kind=SeatKind.OPEN.value, user_id=None, name=""))
            await connection.execute(update(TableRow).where(table, TableRow.host_id == person.id).values(host_id=None))

    async def _remove_from_log(self, person: Person, table_id: str, names: set[str]) -> None:
        """The table has another revision afterwards, so that no page shows what is kept of the old log."""

        async def change(table: LiveTable) -> LiveTable:
            async with self._tables.database.write() as connection:
                revision = await bump(connection, table)
                await _remove(connection, person, table.id, names)
                name = await _unname(connection, table.id, {*names, person.name})
            return await self._tables.announce(replace(table, revision=revision, name=name), "chat")

        try:
            await self._tables.in_queue(table_id, change)
        except Problem as problem:
            if problem.code != "damaged_table":
                raise
            async with self._tables.database.write() as connection:
                await _remove(connection, person, table_id, names)
                await _unname(connection, table_id, {*names, person.name})


async def _remove(connection: Querying, person: Person, table_id: str, names: set[str]) -> None:
    """Delete what a person has written at a table, the name from all other entries, and notices that have it.

    A host without a seat acts by the name of the account, unless somebody at the table has that name.
    """
    here, to_others = EntryRow.table_id == table_id, OutboxRow.table_id == table_id
    own = here & (EntryRow.user_id == person.id)
    taken = set((await connection.execute(select(SeatRow.name).where(SeatRow.table_id == table_id))).scalars())
    await connection.execute(delete(EntryRow).where(own, EntryRow.kind.in_(WRITTEN)))
    await connection.execute(update(EntryRow).where(own, EntryRow.name != "").values(name=NAME_REMOVED, user_id=None))
    for name in sorted({*names, person.name} - taken):
        by = here & EntryRow.user_id.is_(None) & (EntryRow.name == name)
        about = here & EntryRow.kind.not_in(NAMELESS) & (EntryRow.text == name)
        await connection.execute(delete(EntryRow).where(by, EntryRow.kind == "chat"))
        await connection.execute(update(EntryRow).where(by).values(name=NAME_REMOVED))
        await connection.execute(update(EntryRow).where(about).values(text=NAME_REMOVED))
        await connection.execute(delete(OutboxRow).where(to_others, or_(OutboxRow.name == name, OutboxRow.text == name)))


async def _unname(connection: Querying, table_id: str, names: Iterable[str]) -> str:
    """Remove the name of a table if it contains that of the person; returns what it is called now."""
    here = TableRow.id == table_id
    name = str((await connection.execute(select(TableRow.name).where(here))).scalar_one())
    if _with_name(name, names, "") != name:
        await connection.execute(update(TableRow).where(here).values(name=""))
        return ""
    return name


def _with_name(text: str, names: Iterable[str], other: str) -> str:
    """The name of a table with a person's names replaced. Within longer words they are others; Japanese has no spaces."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", lambda _: other, text, flags=re.IGNORECASE)
    return clean_name(text)
