"""Reminding a player whom the game is waiting for: once a day for each seat."""

from typing import Final

from sqlalchemy import exists, select

from goldenspike.protocol.messages import News, SeatKind
from goldenspike.server.accounts.people import Person
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell
from goldenspike.server.problems import Problem, not_found
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import EntryRow, SeatRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.changes import add_entry, bump
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.service import Tables

DAY: Final = 24 * 3600 * 1000
_ENTRY: Final = "nudge"


async def nudge(tables: Tables, person: Person, table_id: str, number: int) -> LiveTable:
    """Remind the owner of a seat; everybody sees it in the log."""

    async def change(table: LiveTable) -> LiveTable:
        if not 0 <= number < len(table.seats):
            raise not_found("seat")
        if person.id not in table.people:
            raise Problem(403, "not_at_this_table")
        seat = table.seats[number]
        owner = table.owner_of(number)
        waits = seat.kind is SeatKind.PERSON and seat.number in table.actors and not seat.stand_in
        if owner is None or owner == person.id or not waits:
            raise Problem(409, "not_awaited", name=seat.name)
        async with tables.database.write() as connection:
            if await _was_nudged(connection, table, number):
                raise Problem(409, "nudged_today", name=seat.name)
            name = table.name_of(person)
            await add_entry(connection, table, _ENTRY, name, text=seat.name, seat=seat.number)
            revision = await bump(connection, table)
            asked = await connection.execute(
                select(SeatRow.asked_at).where(SeatRow.table_id == table.id, SeatRow.number == number)
            )
            told = Told(owner, seat.number, asked.scalar_one())
            await tell(connection, table, Kind.NUDGE, f"request {revision}", [told], name)
        await tables.hub.publish(table.id, News("chat", revision, table.ply))
        return table

    return await tables.in_queue(table_id, change)


async def _was_nudged(connection: Querying, table: LiveTable, number: int) -> bool:
    found = await connection.execute(
        select(
            exists().where(
                EntryRow.table_id == table.id,
                EntryRow.kind == _ENTRY,
                EntryRow.seat == number,
                EntryRow.made_at > now() - DAY,
            )
        )
    )
    return bool(found.scalar_one())
