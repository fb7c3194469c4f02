"""The lists of tables in the lobby."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    true,
    union,
    union_all,
    update,
)
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
MOST_PUBLIC = 300
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
        statement = _page_of(section, is_known, has_game)
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
                for table, number, kind, *who in await connection.execute(_SEATS, {"tables": tables}):
                    seats.setdefault(table, []).append(Seat(number, SeatKind(kind), *who))
        return seats

    async def positions(self, tables: Sequence[str]) -> dict[str, tuple[bytes, str]]:
        """The packed state and events of the last move at some tables; none before the first move."""
        async with self._database.read() as connection:
            return {table: (state, events) for table, state, events in await connection.execute(_POSITIONS, {"tables": tables})}

    async def next_waiting(self, person: Person, after: str = "") -> Waiting | None:
        """The table other than `after` that has been waiting longest for a person, None if none waits. Lessons do not count."""
        row = await self._database.first(_waiting(), {"person": person.id, "after": after})
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
            mine = and_(TableRow.id == table_id, TableRow.id.in_(_own(person.id)))
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


Who = str | BindParameter[str]
"""A person's id in a query that is built each time, or once."""
_PERSON: Final = bindparam("person", type_=String)
_SEATS: Final = (
    select(SeatRow.table_id, SeatRow.number, SeatRow.kind, SeatRow.user_id, SeatRow.name, SeatRow.bot, SeatRow.stand_in)
    .where(SeatRow.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(SeatRow.table_id, SeatRow.number)
)
_POSITIONS: Final = (
    select(TableRow.id, MoveRow.state, MoveRow.events)
    .join(MoveRow, and_(MoveRow.table_id == TableRow.id, MoveRow.ply == TableRow.ply))
    .where(TableRow.id.in_(bindparam("tables", expanding=True)))
)


@cache
def _page_of(section: Section, is_known: bool, has_game: bool) -> Select[*tuple[Any, ...]] | None:
    """The query for a page of a list, None if the list is empty for somebody who is not signed in."""
    who = _PERSON if is_known else None
    asked = _asked_at(who)
    if section in (Section.OPEN, Section.WATCH):
        tables: Any = _public(section).subquery().c
        condition = true() if who is None else and_(tables.host_id.is_distinct_from(who), ~_plays_at(tables, who))
        order: ColumnElement[Any] = tables.updated_at.desc()
    elif who is None:
        return None
    else:
        tables, condition = TableRow, _condition(section, who)
        order = asked.asc() if section is Section.TURN else TableRow.updated_at.desc()
    if has_game:
        condition = and_(condition, tables.title == bindparam("game_title"), tables.version == bindparam("game_version"))
    # First which tables: sorting all of them with what is shown of each would take long.
    listed = (
        select(tables.id, func.count().over().label("total"))
        .where(condition)
        .order_by(order, tables.id)
        .limit(bindparam("size", type_=Integer))
        .offset(bindparam("skip", type_=Integer))
        .subquery()
    )
    return (
        select(*_SHOWN, asked.label("asked_at"), _deadline(who).label("deadline"), listed.c.total)
        .join(listed, listed.c.id == TableRow.id)
        .order_by(asked.asc() if section is Section.TURN else TableRow.updated_at.desc(), TableRow.id)
    )


_SHOWN: Final = (
    TableRow.id,
    TableRow.name,
    TableRow.title,
    TableRow.version,
    TableRow.options,
    TableRow.host_id,
    TableRow.listed,
    TableRow.status,
    TableRow.ply,
    TableRow.undos,
    TableRow.revision,
    TableRow.clock,
    TableRow.updated_at,
)


@cache
def _waiting() -> Select[*tuple[Any, ...]]:
    return (
        select(TableRow.id, TableRow.name, TableRow.title, TableRow.version, func.count().over().label("count"))
        .where(_condition(Section.TURN, _PERSON), TableRow.id != bindparam("after", type_=String), TableRow.lesson == "")
        .order_by(_asked_at(_PERSON).asc(), TableRow.id)
        .limit(1)
    )


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


def _is_seat_of(who: Who) -> ColumnElement[bool]:
    """Whether a seat of a table is controlled by a person."""
    local = and_(SeatRow.kind == SeatKind.LOCAL.value, TableRow.host_id == who)
    return and_(SeatRow.table_id == TableRow.id, or_(SeatRow.user_id == who, local))


def _asked_at(who: Who | None) -> ColumnElement[int | None]:
    """Since when a table has been waiting for a person."""
    mine = _is_seat_of(who) if who is not None else false()
    return select(func.min(SeatRow.asked_at)).where(mine, SeatRow.stand_in == "").correlate(TableRow).scalar_subquery()


def _is_archived() -> ColumnElement[bool]:
    """Whether a table has not changed since it was archived."""
    return and_(TableRow.archived_at.is_not(None), TableRow.archived_at >= TableRow.updated_at)


def _own(who: Who) -> CompoundSelect[*tuple[str]]:
    """The tables that a person hosts or plays at."""
    hosts, seats = aliased(TableRow), aliased(SeatRow)
    return union(select(hosts.id).where(hosts.host_id == who), select(seats.table_id).where(seats.user_id == who))


def _plays_at(tables: Any, who: Who) -> ColumnElement[bool]:
    """Whether a person plays at a table. It has few seats, so an index of all seats by person must not be used."""
    return exists().where(SeatRow.table_id == tables.id, func.coalesce(SeatRow.user_id, "") == who)


async def _others_play(connection: Querying, table_id: str, person: Person) -> bool:
    others = and_(SeatRow.table_id == table_id, SeatRow.kind == SeatKind.PERSON.value, SeatRow.user_id != person.id)
    found = await connection.execute(select(func.count()).select_from(SeatRow).where(others))
    return bool(found.scalar_one())


def _deadline(who: Who | None) -> ColumnElement[int | None]:
    """When the time of the reader is up, otherwise that of the first player."""
    clock = and_(SeatClockRow.table_id == TableRow.id, SeatClockRow.seat == SeatRow.number)
    first = select(func.min(SeatClockRow.deadline)).where(SeatClockRow.table_id == TableRow.id)
    if who is None:
        return first.correlate(TableRow).scalar_subquery()
    own = select(func.min(SeatClockRow.deadline)).join(SeatRow, clock).where(_is_seat_of(who))
    return func.coalesce(own.correlate(TableRow).scalar_subquery(), first.correlate(TableRow).scalar_subquery())


def _needs_substitute(tables: Any) -> ColumnElement[bool]:
    """The same as `LiveTable.needs_substitute`, of a game in progress."""
    clock = func.coalesce(tables.clock, "")
    looks = or_(*(clock.contains(f'"time_out":"{choice}"') for choice in (TimeOut.VOTE, TimeOut.OPEN)))
    at_table = SeatRow.table_id == tables.id
    has_open = exists().where(at_table, SeatRow.kind == SeatKind.OPEN.value)
    return and_(looks, has_open, exists().where(at_table, SeatRow.user_id.is_not(None)))


def _public(section: Section) -> Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]]:
    """Tables that anybody may join, or watch."""
    waiting, running = _latest(Status.WAITING), _latest(Status.RUNNING)
    needed = _needs_substitute(running)
    if section is Section.WATCH:
        return _few_of_each_host(running, ~needed)
    return union_all(_few_of_each_host(waiting, true()), _few_of_each_host(running, needed))


def _latest(status: Status) -> Any:
    """The columns of the latest public tables."""
    return (
        select(TableRow.id, TableRow.host_id, TableRow.updated_at, TableRow.title, TableRow.version, TableRow.clock)
        .where(TableRow.status == status.value, TableRow.listed == true(), ~_is_archived())
        .order_by(TableRow.updated_at.desc())
        .limit(MOST_PUBLIC)
        .subquery()
        .c
    )


def _few_of_each_host(tables: Any, condition: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Of each host only the latest, so that nobody fills the lobby."""
    place = func.row_number().over(partition_by=tables.host_id, order_by=tables.updated_at.desc()).label("place")
    shown = (tables.id, tables.host_id, tables.updated_at, tables.title, tables.version)
    ranked = select(*shown, place).where(condition).subquery()
    return select(*(ranked.c[column.name] for column in shown)).where(ranked.c.place <= MOST_OF_ONE_HOST)


def _has_status(*statuses: str) -> ColumnElement[bool]:
    """Whether one of a person's tables has a status. These are few, so an index of all tables by status must not be used."""
    return or_(*(func.coalesce(TableRow.status, "") == status for status in statuses))


def _condition(section: Section, who: Who) -> ColumnElement[bool]:
    """Which of a person's tables are in a list."""
    mine: ColumnElement[bool] = TableRow.id.in_(_own(who))
    removed = exists().where(RemovedRow.user_id == who, RemovedRow.table_id == TableRow.id)
    archived = or_(_is_archived(), and_(_has_status(*FINISHED), removed))
    if section is Section.ARCHIVE:
        return and_(mine, archived)
    mine = and_(mine, ~archived)
    if section is Section.FINISHED:
        return and_(mine, _has_status(*FINISHED))
    asked = exists().where(_is_seat_of(who), SeatRow.stand_in == "", SeatRow.asked_at.is_not(None))
    if section is Section.TURN:
        return and_(mine, _has_status(Status.RUNNING.value), asked)
    running = and_(_has_status(Status.RUNNING.value), ~asked)
    return and_(mine, or_(_has_status(Status.WAITING.value), running))
