"""The lists of tables in the lobby."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Section, Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.keeping import unpack_rule
from goldenspike.server.clocks.reckoning import full
from goldenspike.server.lobby.queries import FINISHED, POSITIONS, SEATS, is_archived, own_tables, page_of, waiting
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import RemovedRow, SeatRow, TableRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_table import Seat
from goldenspike.server.table.live_tables import read_row

WAITING_DAYS = 60
RUNNING_DAYS = 180
"""After so many days without any change a table is archived."""
_DAY = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Listed:
    id: str
    name: str
    title: str
    version: str
    options: Mapping[str, str]
    status: Status
    seats: tuple[Seat, ...]
    host_id: str | None
    ply: int
    undos: int
    revision: int
    updated_at: int
    asked_at: int | None
    """Since when the table has been waiting for the reader, None if it is not or that is unknown."""
    deadline: int | None
    """When the reader's time is up, otherwise that of the first player whom the table waits for."""
    whole_time: int
    """Of the table's clock, in milliseconds; 0 if there is none."""
    can_join: bool
    """Whether anybody may take an open seat."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats if seat.name)

    @property
    def open_seats(self) -> int:
        return sum(seat.kind is SeatKind.OPEN for seat in self.seats)

    @property
    def is_shared(self) -> bool:
        """Whether somebody else than the host plays."""
        return any(seat.kind is SeatKind.PERSON and seat.user_id != self.host_id for seat in self.seats)

    def seats_of(self, person: Person | None) -> tuple[Player, ...]:
        """The seats that a person controls."""
        if person is None:
            return ()
        return tuple(
            seat.number for seat in self.seats if person.id == (self.host_id if seat.kind is SeatKind.LOCAL else seat.user_id)
        )


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a person, and how many do."""

    id: str
    name: str
    title: str
    version: str
    count: int


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list, and how long the whole list is."""

    tables: Sequence[Listed]
    number: int
    """From 1."""
    size: int
    total: int

    @property
    def last(self) -> int:
        return max(1, -(-self.total // self.size))


class Lobby:
    def __init__(self, database: Database) -> None:
        self._database = database

    def prepare(self) -> None:
        """Build the queries of all lists, which would take too long on the event loop."""
        for section in Section:
            for is_known in (False, True):
                statement = page_of(section, is_known, False)
                if statement is not None:
                    self._database.prepare(statement)

    async def page(self, section: Section, person: Person | None, number: int = 1, size: int = 20, game: str = "") -> Page:
        """A page of a list; `game` is a version to filter by, such as "1830/classic"."""
        return (await self.pages([section], person, number, size, game))[section]

    async def pages(
        self, sections: Iterable[Section], person: Person | None, number: int = 1, size: int = 20, game: str = ""
    ) -> dict[Section, Page]:
        """The same page of several lists."""
        title, _, version = game.partition("/")
        wanted = {"person": person.id if person is not None else "", "game_title": title, "game_version": version, "size": size}
        found: dict[Section, tuple[int, list[dict[str, Any]]]] = {}
        for section in sections:
            found[section] = await self._rows(section, person is not None, bool(game), number, size, wanted)
        seats = await self._seats([row["id"] for _, rows in found.values() for row in rows])
        return {
            section: Page(
                [_listed(row, tuple(seats.get(row["id"], ())), section) for row in rows],
                shown,
                size,
                rows[0]["total"] if rows else 0,
            )
            for section, (shown, rows) in found.items()
        }

    async def _rows(
        self, section: Section, is_known: bool, has_game: bool, number: int, size: int, wanted: Mapping[str, Any]
    ) -> tuple[int, list[dict[str, Any]]]:
        """The rows of a page, or of the last one beyond the end, and its number."""
        statement = page_of(section, is_known, has_game)
        if statement is None:
            return 1, []
        rows = await self._database.all(statement, {**wanted, "skip": (number - 1) * size})
        if not rows and number > 1:
            first = await self._database.all(statement, {**wanted, "size": 1, "skip": 0})
            number = max(1, -(-first[0]["total"] // size)) if first else 1
            rows = await self._database.all(statement, {**wanted, "skip": (number - 1) * size})
        return number, rows

    async def _seats(self, tables: Sequence[str]) -> dict[str, list[Seat]]:
        seats: dict[str, list[Seat]] = {}
        if tables:
            async with self._database.read() as connection:
                for table, number, kind, *who in await connection.execute(SEATS, {"tables": tables}):
                    seats.setdefault(table, []).append(Seat(number, SeatKind(kind), *who))
        return seats

    async def positions(self, tables: Sequence[str]) -> dict[str, tuple[bytes, str]]:
        """The packed state of some tables, and the events of the last move that had any; none before the first move."""
        async with self._database.read() as connection:
            return {table: (state, events) for table, state, events in await connection.execute(POSITIONS, {"tables": tables})}

    async def next_waiting(self, person: Person, after: str = "") -> Waiting | None:
        """The table other than `after` that has been waiting longest for a person, None if none waits. Lessons do not count."""
        row = await self._database.first(waiting(), {"person": person.id, "after": after})
        return None if row is None else Waiting(**row)

    async def remove(self, person: Person, table_id: str) -> None:
        """Archive a finished game for oneself, or a table that nobody else needs: one's own that has not started, or that
        nobody else plays at. Nothing is deleted, and any change at the table takes it back.
        """
        async with self._database.write() as connection:
            row = await read_row(connection, table_id)
            if row["status"] in FINISHED:
                try:
                    await connection.execute(insert(RemovedRow).values(user_id=person.id, table_id=table_id))
                except IntegrityError:
                    raise Problem(409, "already_removed") from None
                return
            if row["status"] == Status.RUNNING.value and await _others_play(connection, table_id, person):
                raise Problem(409, "game_in_progress")
            if row["host_id"] != person.id:
                raise Problem(403, "not_the_host")
            archived = max(now(), row["updated_at"])
            await connection.execute(update(TableRow).where(TableRow.id == table_id).values(archived_at=archived))

    async def take_back(self, person: Person, table_id: str) -> None:
        """Take a table back from the archive."""
        async with self._database.write() as connection:
            removed = delete(RemovedRow).where(RemovedRow.user_id == person.id, RemovedRow.table_id == table_id)
            await connection.execute(removed)
            mine = and_(TableRow.id == table_id, TableRow.id.in_(own_tables(person.id)))
            await connection.execute(update(TableRow).where(mine).values(archived_at=None))

    async def archive_old(self, time: int) -> int:
        """Archive tables that nobody needs any more: long unchanged, or left by everybody. Returns how many."""
        plays = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind.in_((SeatKind.PERSON.value, SeatKind.LOCAL.value)))
        unused = or_(
            and_(TableRow.status == Status.WAITING.value, TableRow.updated_at < time - WAITING_DAYS * _DAY),
            and_(TableRow.status == Status.RUNNING.value, TableRow.updated_at < time - RUNNING_DAYS * _DAY),
            and_(TableRow.status != Status.OVER.value, ~plays, TableRow.updated_at < time - _DAY),
        )
        async with self._database.write() as connection:
            found = await connection.execute(
                update(TableRow)
                .where(unused, ~is_archived())
                .values(archived_at=time)
                .returning(TableRow.id)
                .execution_options(synchronize_session=False)
            )
            return len(found.all())


def _listed(row: Mapping[str, Any], seats: tuple[Seat, ...], section: Section) -> Listed:
    return Listed(
        id=row["id"],
        name=row["name"],
        title=row["title"],
        version=row["version"],
        options=msgspec.json.decode(row["options"], type=dict[str, str]),
        status=Status(row["status"]),
        seats=seats,
        host_id=row["host_id"],
        ply=row["ply"],
        undos=row["undos"],
        revision=row["revision"],
        updated_at=row["updated_at"],
        asked_at=row["asked_at"],
        deadline=row["deadline"],
        whole_time=full(rule) if (rule := unpack_rule(row["clock"])) is not None else 0,
        can_join=row["listed"] and section is Section.OPEN,
    )


async def _others_play(connection: Querying, table_id: str, person: Person) -> bool:
    others = and_(SeatRow.table_id == table_id, SeatRow.kind == SeatKind.PERSON.value, SeatRow.user_id != person.id)
    found = await connection.execute(select(func.count()).select_from(SeatRow).where(others))
    return bool(found.scalar_one())
