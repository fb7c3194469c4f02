"""The queries for the lists of tables in the lobby."""

from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    exists,
    false,
    func,
    or_,
    select,
    true,
    union,
    union_all,
)
from sqlalchemy.orm import aliased

from goldenspike.protocol.messages import SeatKind, Section, Status, TimeOut
from goldenspike.server.storage.schema import MoveRow, RemovedRow, SeatClockRow, SeatRow, TableRow

MOST_OF_ONE_HOST = 3
MOST_PUBLIC = 300
"""The public lists go back to this many tables."""
FINISHED = (Status.OVER.value, Status.ENDED.value)

Who = str | BindParameter[str]
"""A person's id in a query that is built each time, or once."""
_PERSON: Final = bindparam("person", type_=String)
SEATS: Final = (
    select(SeatRow.table_id, SeatRow.number, SeatRow.kind, SeatRow.user_id, SeatRow.name, SeatRow.bot, SeatRow.stand_in)
    .where(SeatRow.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(SeatRow.table_id, SeatRow.number)
)
_TOLD: Final = aliased(MoveRow)
POSITIONS: Final = (
    select(
        TableRow.id,
        MoveRow.state,
        # Steps that are passed over leave nothing to tell.
        func.coalesce(
            select(_TOLD.events)
            .where(_TOLD.table_id == TableRow.id, _TOLD.ply <= TableRow.ply, _TOLD.events != "[]")
            .order_by(_TOLD.ply.desc())
            .limit(1)
            .scalar_subquery(),
            "[]",
        ),
    )
    .join(MoveRow, and_(MoveRow.table_id == TableRow.id, MoveRow.ply == TableRow.ply))
    .where(TableRow.id.in_(bindparam("tables", expanding=True)))
)


@cache
def page_of(section: Section, is_known: bool, has_game: bool) -> Select[*tuple[Any, ...]] | None:
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
def waiting() -> Select[*tuple[Any, ...]]:
    return (
        select(TableRow.id, TableRow.name, TableRow.title, TableRow.version, func.count().over().label("count"))
        .where(_condition(Section.TURN, _PERSON), TableRow.id != bindparam("after", type_=String), TableRow.lesson == "")
        .order_by(_asked_at(_PERSON).asc(), TableRow.id)
        .limit(1)
    )


def _is_seat_of(who: Who) -> ColumnElement[bool]:
    """Whether a seat of a table is controlled by a person."""
    local = and_(SeatRow.kind == SeatKind.LOCAL.value, TableRow.host_id == who)
    return and_(SeatRow.table_id == TableRow.id, or_(SeatRow.user_id == who, local))


def _asked_at(who: Who | None) -> ColumnElement[int | None]:
    """Since when a table has been waiting for a person."""
    mine = _is_seat_of(who) if who is not None else false()
    return select(func.min(SeatRow.asked_at)).where(mine, SeatRow.stand_in == "").correlate(TableRow).scalar_subquery()


def is_archived() -> ColumnElement[bool]:
    """Whether a table has not changed since it was archived."""
    return and_(TableRow.archived_at.is_not(None), TableRow.archived_at >= TableRow.updated_at)


def own_tables(who: Who) -> CompoundSelect[*tuple[str]]:
    """The tables that a person hosts or plays at."""
    hosts, seats = aliased(TableRow), aliased(SeatRow)
    return union(select(hosts.id).where(hosts.host_id == who), select(seats.table_id).where(seats.user_id == who))


def _plays_at(tables: Any, who: Who) -> ColumnElement[bool]:
    """Whether a person plays at a table. It has few seats, so an index of all seats by person must not be used."""
    return exists().where(SeatRow.table_id == tables.id, func.coalesce(SeatRow.user_id, "") == who)


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
        .where(TableRow.status == status.value, TableRow.listed == true(), ~is_archived())
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
    mine: ColumnElement[bool] = TableRow.id.in_(own_tables(who))
    removed = exists().where(RemovedRow.user_id == who, RemovedRow.table_id == TableRow.id)
    archived = or_(is_archived(), and_(_has_status(*FINISHED), removed))
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
