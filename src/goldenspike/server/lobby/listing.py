"""The lists of tables in the lobby."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_, select

from goldenspike.server.accounts.people import Person
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import SeatRow, TableRow
from goldenspike.server.table.live_table import SeatKind, Status

MOST_OF_ONE_HOST = 5


@dataclass(frozen=True, slots=True)
class Listed:
    id: str
    name: str
    title: str
    version: str
    status: str
    players: tuple[str, ...]
    open_seats: int
    ply: int
    updated_at: int
    can_join: bool
    """Whether anybody may take an open seat."""


class Lobby:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: Person, most: int = 100) -> list[Listed]:
        """The tables of a person, most recently changed first."""
        sits = select(SeatRow.table_id).where(SeatRow.user_id == person.id)
        return await self._list(or_(TableRow.host_id == person.id, TableRow.id.in_(sits)), most)

    async def waiting(self, most: int = 50) -> list[Listed]:
        """Public tables with open seats."""
        return await self._public(Status.WAITING, most)

    async def running(self, most: int = 50) -> list[Listed]:
        """Tables to watch."""
        return await self._public(Status.RUNNING, most)

    async def _public(self, status: Status, most: int) -> list[Listed]:
        """The latest tables, of each host only some, so that nobody fills the lobby."""
        async with self._database.read() as connection:
            latest = await connection.execute(
                select(TableRow.id, TableRow.host_id)
                .where((TableRow.status == status.value) & TableRow.listed)
                .order_by(TableRow.updated_at.desc())
                .limit(8 * most)
            )
            count: Counter[str | None] = Counter()
            chosen: list[str] = []
            for table_id, host_id in latest:
                count[host_id] += 1
                if count[host_id] <= MOST_OF_ONE_HOST:
                    chosen.append(table_id)
        return await self._list(TableRow.id.in_(chosen[:most]), most)

    async def _list(self, condition: ColumnElement[bool], most: int) -> list[Listed]:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(TableRow.__table__).where(condition).order_by(TableRow.updated_at.desc()).limit(most)
            )
            rows = list(found.mappings())
            seats = await connection.execute(
                select(SeatRow.table_id, SeatRow.kind, SeatRow.name)
                .where(SeatRow.table_id.in_([row["id"] for row in rows]))
                .order_by(SeatRow.table_id, SeatRow.number)
            )
            names: dict[str, list[str]] = {}
            free: dict[str, int] = {}
            for table_id, kind, name in seats:
                names.setdefault(table_id, []).append(name)
                free[table_id] = free.get(table_id, 0) + (kind == SeatKind.OPEN.value)
        return [
            Listed(
                row["id"],
                row["name"],
                row["title"],
                row["version"],
                row["status"],
                tuple(name for name in names.get(row["id"], []) if name),
                free.get(row["id"], 0),
                row["ply"],
                row["updated_at"],
                row["listed"] and row["status"] == Status.WAITING.value,
            )
            for row in rows
        ]
