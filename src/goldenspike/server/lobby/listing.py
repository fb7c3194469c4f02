"""The lists of tables in the lobby."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, true, union
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Section, Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import MoveRow, RemovedRow, SeatRow, TableRow
from goldenspike.server.table.live_table import Seat
from goldenspike.server.table.live_tables import read_row

MOST_OF_ONE_HOST = 3
MOST_PUBLIC = 1_000
"""The public lists go back to this many tables."""
FINISHED = (Status.OVER.value, Status.ENDED.value)


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
    can_join: bool
    """Whether anybody may take an open seat."""
    state: bytes | None
    """The packed state, None before the first move."""
    events: str | None
    """The packed events of the last move."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats if seat.name)

    @property
    def open_seats(self) -> int:
        return sum(seat.kind is SeatKind.OPEN for seat in self.seats)

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

    async def page(self, section: Section, person: Person | None, number: int = 1, size: int = 20, game: str = "") -> Page:
        """A page of a list; `game` is a version to filter by, such as "1830/classic"."""
        condition = _condition(section, person)
        if condition is None:
            return Page([], 1, size, 0)
        if game:
            title, _, version = game.partition("/")
            condition = and_(condition, TableRow.title == title, TableRow.version == version)
        asked = _asked_at(person)
        order = asked.asc() if section is Section.TURN else TableRow.updated_at.desc()
        async with self._database.read() as connection:
            # First which tables: sorting all of them together with their positions would take long.
            listed = (
                select(TableRow.id, func.count().over().label("total")).where(condition).order_by(order, TableRow.id).limit(size)
            )
            sorted_rows = (await connection.execute(listed.offset((number - 1) * size))).all()
            if not sorted_rows and number > 1:
                # Beyond the end: the last page.
                counted = await connection.execute(select(func.count()).select_from(TableRow).where(condition))
                number = max(1, -(-counted.scalar_one() // size))
                sorted_rows = (await connection.execute(listed.offset((number - 1) * size))).all()
            ids = [row.id for row in sorted_rows]
            total = sorted_rows[0].total if sorted_rows else 0
            found = await connection.execute(
                select(TableRow.__table__, asked.label("asked_at"), MoveRow.state, MoveRow.events)
                .outerjoin(MoveRow, and_(MoveRow.table_id == TableRow.id, MoveRow.ply == TableRow.ply))
                .where(TableRow.id.in_(ids))
            )
            rows = sorted(found.mappings(), key=lambda row: ids.index(row["id"]))
            taken = await connection.execute(
                select(SeatRow.__table__)
                .where(SeatRow.table_id.in_([row["id"] for row in rows]))
                .order_by(SeatRow.table_id, SeatRow.number)
            )
            seats: dict[str, list[Seat]] = {}
            for seat in taken.mappings():
                seats.setdefault(seat["table_id"], []).append(
                    Seat(seat["number"], SeatKind(seat["kind"]), seat["user_id"], seat["name"], seat["bot"], seat["stand_in"])
                )
        tables = [
            Listed(
                id=row["id"],
                name=row["name"],
                title=row["title"],
                version=row["version"],
                options=msgspec.json.decode(row["options"], type=dict[str, str]),
                status=Status(row["status"]),
                seats=tuple(seats.get(row["id"], [])),
                host_id=row["host_id"],
                ply=row["ply"],
                undos=row["undos"],
                revision=row["revision"],
                updated_at=row["updated_at"],
                asked_at=row["asked_at"],
                can_join=row["listed"] and row["status"] == Status.WAITING.value,
                state=row["state"],
                events=row["events"],
            )
            for row in rows
        ]
        return Page(tables, number, size, total)

    async def next_waiting(self, person: Person, after: str = "") -> Waiting | None:
        """The table other than `after` that has been waiting longest for a person, None if none waits."""
        condition = _condition(Section.TURN, person)
        assert condition is not None
        async with self._database.read() as connection:
            found = await connection.execute(
                select(TableRow.id, TableRow.name, TableRow.title, TableRow.version, func.count().over().label("count"))
                .where(condition, TableRow.id != after)
                .order_by(_asked_at(person).asc(), TableRow.id)
                .limit(1)
            )
            row = found.first()
        return None if row is None else Waiting(*row)

    async def remove(self, person: Person, table_id: str) -> None:
        """Remove a finished game from a person's list, or delete a table of their own that has not started.

        A finished game stays in the database: others may still want to look at it.
        """
        async with self._database.write() as connection:
            row = await read_row(connection, table_id)
            if row["status"] in FINISHED:
                try:
                    await connection.execute(insert(RemovedRow).values(user_id=person.id, table_id=table_id))
                except IntegrityError:
                    raise Problem(409, "already_removed") from None
            elif row["status"] != Status.WAITING.value:
                raise Problem(409, "game_in_progress")
            elif row["host_id"] != person.id:
                raise Problem(403, "not_the_host")
            else:
                await connection.execute(delete(TableRow).where(TableRow.id == table_id))


def _is_seat_of(person: Person) -> ColumnElement[bool]:
    """Whether a seat of a table is controlled by a person."""
    local = and_(SeatRow.kind == SeatKind.LOCAL.value, TableRow.host_id == person.id)
    return and_(SeatRow.table_id == TableRow.id, or_(SeatRow.user_id == person.id, local))


def _asked_at(person: Person | None) -> ColumnElement[int | None]:
    """Since when a table has been waiting for a person."""
    mine = _is_seat_of(person) if person is not None else ~true()
    return select(func.min(SeatRow.asked_at)).where(mine, SeatRow.stand_in == "").correlate(TableRow).scalar_subquery()


def _public(status: Status) -> ColumnElement[bool]:
    """The public tables, of each host only the latest, so that nobody fills the lobby."""
    latest = (
        select(TableRow.id, TableRow.host_id, TableRow.updated_at)
        .where(TableRow.status == status.value, TableRow.listed == true())
        .order_by(TableRow.updated_at.desc())
        .limit(MOST_PUBLIC)
        .subquery()
    )
    place = func.row_number().over(partition_by=latest.c.host_id, order_by=latest.c.updated_at.desc()).label("place")
    ranked = select(latest.c.id, place).subquery()
    return TableRow.id.in_(select(ranked.c.id).where(ranked.c.place <= MOST_OF_ONE_HOST))


def _has_status(*statuses: str) -> ColumnElement[bool]:
    """Whether one of a person's tables has a status. These are few, so an index of all tables by status must not be used."""
    return func.coalesce(TableRow.status, "").in_(statuses)


def _condition(section: Section, person: Person | None) -> ColumnElement[bool] | None:
    """Which tables are in a list; None if the list is empty for somebody who is not signed in."""
    mine = None
    if person is not None:
        hosts, seats = aliased(TableRow), aliased(SeatRow)
        own = union(select(hosts.id).where(hosts.host_id == person.id), select(seats.table_id).where(seats.user_id == person.id))
        mine = TableRow.id.in_(own)
    if section in (Section.OPEN, Section.WATCH):
        public = _public(Status.WAITING if section is Section.OPEN else Status.RUNNING)
        return public if mine is None else and_(public, ~mine)
    if person is None or mine is None:
        return None
    if section is Section.FINISHED:
        removed = exists().where(RemovedRow.user_id == person.id, RemovedRow.table_id == TableRow.id)
        return and_(mine, _has_status(*FINISHED), ~removed)
    asked = exists().where(_is_seat_of(person), SeatRow.stand_in == "", SeatRow.asked_at.is_not(None))
    if section is Section.TURN:
        return and_(mine, _has_status(Status.RUNNING.value), asked)
    running = and_(_has_status(Status.RUNNING.value), ~asked)
    return and_(mine, or_(_has_status(Status.WAITING.value), running))
