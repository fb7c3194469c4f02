"""The lists of tables in the lobby."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, true, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Section, Status, TimeOut
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.keeping import unpack_rule
from goldenspike.server.clocks.reckoning import full
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import MoveRow, RemovedRow, SeatClockRow, SeatRow, TableRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_table import Seat
from goldenspike.server.table.live_tables import read_row

MOST_OF_ONE_HOST = 3
MOST_PUBLIC = 1_000
"""The public lists go back to this many tables."""
WAITING_DAYS = 60
RUNNING_DAYS = 180
"""After so many days without any change a table is archived."""
_DAY = 24 * 3600 * 1000
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
    deadline: int | None
    """When the reader's time is up, otherwise that of the first player whom the table waits for."""
    whole_time: int
    """Of the table's clock, in milliseconds; 0 if there is none."""
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
                select(
                    TableRow.__table__,
                    asked.label("asked_at"),
                    _deadline(person).label("deadline"),
                    MoveRow.state,
                    MoveRow.events,
                )
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
                deadline=row["deadline"],
                whole_time=full(rule) if (rule := unpack_rule(row["clock"])) is not None else 0,
                can_join=row["listed"] and section is Section.OPEN,
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
            mine = and_(TableRow.id == table_id, _mine(person))
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
                .where(unused, ~_is_archived())
                .values(archived_at=time)
                .returning(TableRow.id)
                .execution_options(synchronize_session=False)
            )
            return len(found.all())


def _is_seat_of(person: Person) -> ColumnElement[bool]:
    """Whether a seat of a table is controlled by a person."""
    local = and_(SeatRow.kind == SeatKind.LOCAL.value, TableRow.host_id == person.id)
    return and_(SeatRow.table_id == TableRow.id, or_(SeatRow.user_id == person.id, local))


def _asked_at(person: Person | None) -> ColumnElement[int | None]:
    """Since when a table has been waiting for a person."""
    mine = _is_seat_of(person) if person is not None else ~true()
    return select(func.min(SeatRow.asked_at)).where(mine, SeatRow.stand_in == "").correlate(TableRow).scalar_subquery()


def _is_archived() -> ColumnElement[bool]:
    """Whether a table has not changed since it was archived."""
    return and_(TableRow.archived_at.is_not(None), TableRow.archived_at >= TableRow.updated_at)


def _mine(person: Person) -> ColumnElement[bool]:
    hosts, seats = aliased(TableRow), aliased(SeatRow)
    own = union(select(hosts.id).where(hosts.host_id == person.id), select(seats.table_id).where(seats.user_id == person.id))
    return TableRow.id.in_(own)


async def _others_play(connection: Querying, table_id: str, person: Person) -> bool:
    others = and_(SeatRow.table_id == table_id, SeatRow.kind == SeatKind.PERSON.value, SeatRow.user_id != person.id)
    found = await connection.execute(select(func.count()).select_from(SeatRow).where(others))
    return bool(found.scalar_one())


def _deadline(person: Person | None) -> ColumnElement[int | None]:
    """When the time of the reader is up, otherwise that of the first player."""
    clock = and_(SeatClockRow.table_id == TableRow.id, SeatClockRow.seat == SeatRow.number)
    first = select(func.min(SeatClockRow.deadline)).where(SeatClockRow.table_id == TableRow.id)
    if person is None:
        return first.correlate(TableRow).scalar_subquery()
    own = select(func.min(SeatClockRow.deadline)).join(SeatRow, clock).where(_is_seat_of(person))
    return func.coalesce(own.correlate(TableRow).scalar_subquery(), first.correlate(TableRow).scalar_subquery())


def _needs_substitute() -> ColumnElement[bool]:
    """The same as `LiveTable.needs_substitute`, of a game in progress."""
    at_table = SeatRow.table_id == TableRow.id
    has_open = exists().where(at_table, SeatRow.kind == SeatKind.OPEN.value)
    looks = or_(*(TableRow.clock.contains(f'"time_out":"{choice}"') for choice in (TimeOut.VOTE, TimeOut.OPEN)))
    return and_(looks, has_open, exists().where(at_table, SeatRow.user_id.is_not(None)))


def _public(section: Section) -> ColumnElement[bool]:
    """Tables that anybody may join, or watch."""
    running = _latest(Status.RUNNING)
    if section is Section.WATCH:
        return and_(running, ~_needs_substitute())
    return or_(_latest(Status.WAITING), and_(running, _needs_substitute()))


def _latest(status: Status) -> ColumnElement[bool]:
    """The public tables, of each host only the latest, so that nobody fills the lobby."""
    latest = (
        select(TableRow.id, TableRow.host_id, TableRow.updated_at)
        .where(TableRow.status == status.value, TableRow.listed == true(), ~_is_archived())
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
    mine = _mine(person) if person is not None else None
    if section in (Section.OPEN, Section.WATCH):
        public = _public(section)
        return public if mine is None else and_(public, ~mine)
    if person is None or mine is None:
        return None
    removed = exists().where(RemovedRow.user_id == person.id, RemovedRow.table_id == TableRow.id)
    archived = or_(_is_archived(), and_(_has_status(*FINISHED), removed))
    if section is Section.ARCHIVE:
        return and_(mine, archived)
    mine = and_(mine, ~archived)
    if section is Section.FINISHED:
        return and_(mine, _has_status(*FINISHED))
    asked = exists().where(_is_seat_of(person), SeatRow.stand_in == "", SeatRow.asked_at.is_not(None))
    if section is Section.TURN:
        return and_(mine, _has_status(Status.RUNNING.value), asked)
    running = and_(_has_status(Status.RUNNING.value), ~asked)
    return and_(mine, or_(_has_status(Status.WAITING.value), running))
