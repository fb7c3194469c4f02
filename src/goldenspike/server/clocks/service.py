"""Finds clocks that run low or have run out, and does what the table has chosen.

Everything that is due is in an indexed column of the database, so no restart loses it. It is claimed in the transaction that acts
on it: whatever crashes and however many processes look, it happens exactly once.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal

from sqlalchemy import ColumnElement, and_, exists, or_, select, update

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import ClockRule, News, SeatKind, Status, TimeOut, TimeOutChoice
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.calendars import check_calendar, check_vacation, read_calendar, today, with_hours, write_calendar
from goldenspike.server.clocks.keeping import claim, keep_clocks, read_clocks, unpack_rule, with_clock, write_clock
from goldenspike.server.clocks.reckoning import DAY, Calendar, SeatClock, Stage, recalculate, run_out, start
from goldenspike.server.live.hub import Hub, HubUnreachable
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell
from goldenspike.server.problems import Problem
from goldenspike.server.rare_log import RareLog
from goldenspike.server.storage.database import DATABASE_TROUBLE, Querying
from goldenspike.server.storage.schema import SeatClockRow, SeatRow, TableRow
from goldenspike.server.table.changes import add_entry, pack_request, put_seat, touch
from goldenspike.server.table.keeping import turn_id
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.seating import keep_without, without
from goldenspike.server.table.service import Tables
from goldenspike.server.table.standin import needed, voters, with_seat
from goldenspike.server.thinking.roster import Roster

_log = logging.getLogger(__name__)
_trouble = RareLog(_log)
SWEEP_SECONDS: Final = 10
MOST_AT_ONCE = 200
VOTE_TIME = DAY
"""How long the others may take to decide."""


@dataclass(frozen=True, slots=True)
class ClockNotice:
    """The clock of a seat runs low, or has run out. `turn` is unique for the deadline, so that nobody is notified twice."""

    kind: Literal["low", "out"]
    seat: Player
    person_id: str
    turn: str
    deadline: int | None


Notify = Callable[[Querying, LiveTable, ClockNotice], Awaitable[None]]


async def tell_of_clock(connection: Querying, table: LiveTable, notice: ClockNotice) -> None:
    """Write a notice for a player whose clock runs low or has run out, and for those who are to vote on it."""
    if notice.kind == "low":
        here = (SeatRow.table_id == table.id) & (SeatRow.number == notice.seat)
        asked = await connection.execute(select(SeatRow.asked_at).where(here))
        told = Told(notice.person_id, notice.seat, asked.scalar_one_or_none())
        await tell(connection, table, Kind.CLOCK, notice.turn, [told])
        return
    time_out = _time_out_of(table)
    await tell(connection, table, Kind.TIME_OUT, notice.turn, [Told(notice.person_id)], text=time_out.value)
    if time_out is TimeOut.VOTE:
        others = [Told(person, notice.seat) for person in voters(table, notice.seat)]
        await tell(connection, table, Kind.VOTE, notice.turn, others, table.seats[notice.seat].name)


def _time_out_of(table: LiveTable) -> TimeOut:
    """What the table has chosen; where bots cannot play, the seat becomes open instead."""
    chosen = TimeOut.STAND_IN if table.clock is None else table.clock.time_out
    return TimeOut.OPEN if chosen is TimeOut.STAND_IN and not table.setup.has_map else chosen


class _AlreadyDone(Exception):
    """Another process has acted, or the player has moved."""


class Clocks:
    def __init__(self, tables: Tables, roster: Roster) -> None:
        self._tables = tables
        self._roster = roster
        self.notify: Notify = tell_of_clock
        """Called in the transaction in which a clock runs low or out."""
        tables.settle_time_out = self.settle

    # --- what is due

    async def sweep(self) -> int:
        """Do everything that is due; returns how many clocks that was."""
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(SeatClockRow.table_id, SeatClockRow.seat, SeatClockRow.due_at)
                .where(SeatClockRow.due_at <= self._tables.now())
                .order_by(SeatClockRow.due_at)
                .limit(MOST_AT_ONCE)
            )
            waiting = [(row.table_id, row.seat, row.due_at) for row in found]
        return sum([await self._handle(*due) for due in waiting])

    async def _handle(self, table_id: str, seat: int, due_at: int) -> bool:
        """Act on a clock that is due. False if somebody else did, or if it cannot be done now: then it stays due.

        Trouble at one table does not stop the clocks of the others.
        """

        async def change(table: LiveTable) -> LiveTable:
            return await self._act(table, seat, due_at)

        try:
            await self._tables.in_queue(table_id, change)
        except _AlreadyDone:
            return False
        except Problem as problem:
            if problem.code != "stale":
                _trouble.warning("the clock of seat %d at table %s cannot be acted on: %s", seat, table_id, problem.code)
            return False
        except (HubUnreachable, *DATABASE_TROUBLE):
            raise
        except Exception as error:
            _trouble.warning("the clock of seat %d at table %s cannot be acted on: %r", seat, table_id, error)
            return False
        return True

    async def _act(self, table: LiveTable, number: int, due_at: int) -> LiveTable:
        async with self._tables.database.write() as connection:
            revision = await touch(connection, table)
            clock = await claim(connection, table.id, number, due_at)
            rule = table.clock
            if clock is None or rule is None:
                raise _AlreadyDone
            table = replace(table, revision=revision)
            if clock.stage is Stage.VOTE:
                after = await self._carry_out(connection, table, clock, _most_wanted(table, clock))
            elif clock.stage is Stage.PLAIN and clock.deadline is not None and clock.deadline > self._tables.now():
                clock = replace(clock, stage=Stage.LOW)
                await write_clock(connection, table.id, clock)
                await self._tell(connection, table, clock, "low")
                after = replace(table, clocks=with_clock(table.clocks, clock))
            else:
                await add_entry(connection, table, "timed_out", table.seats[number].name, seat=table.seats[number].number)
                await self._tell(connection, table, clock, "out")
                after = await self._time_out(connection, table, rule, clock)
        return await self._tables.settle(await self._tables.announce(after, "seats"))

    async def _tell(self, connection: Querying, table: LiveTable, clock: SeatClock, kind: Literal["low", "out"]) -> None:
        owner = table.owner_of(clock.seat)
        if owner is not None:
            turn = f"{turn_id(table.ply, table.undos)}.{clock.seat}.{clock.deadline}"
            await self.notify(connection, table, ClockNotice(kind, clock.seat, owner, turn, clock.deadline))

    async def _time_out(self, connection: Querying, table: LiveTable, rule: ClockRule, clock: SeatClock) -> LiveTable:
        if rule.time_out is TimeOut.VOTE:
            ends = self._tables.now() + VOTE_TIME
            voting = replace(run_out(rule, clock), stage=Stage.VOTE, deadline=ends)
            await write_clock(connection, table.id, voting)
            return replace(table, clocks=with_clock(table.clocks, voting))
        choice = TimeOutChoice.OPEN if rule.time_out is TimeOut.OPEN else TimeOutChoice.STAND_IN
        return await self._carry_out(connection, table, run_out(rule, clock), choice)

    async def _carry_out(self, connection: Querying, table: LiveTable, clock: SeatClock, choice: TimeOutChoice) -> LiveTable:
        """Do what the table has chosen, or voted for; where bots cannot play, the seat becomes open instead."""
        if choice is TimeOutChoice.STAND_IN and not table.setup.has_map:
            choice = TimeOutChoice.OPEN
        rule, seat = table.clock, table.seats[clock.seat]
        if rule is None:
            raise _AlreadyDone
        clock = run_out(rule, clock)
        if choice is TimeOutChoice.WAIT:
            calendar = await read_calendar(connection, table.owner_of(clock.seat) or "")
            clock = start(rule, calendar, replace(clock, left=DAY), self._tables.now())
            await write_clock(connection, table.id, clock)
            await add_entry(connection, table, "waits_longer", seat.name, seat=seat.number)
            return replace(table, clocks=with_clock(table.clocks, clock))
        await write_clock(connection, table.id, clock)
        owner = table.owner_of(clock.seat)
        if choice is TimeOutChoice.OPEN and owner is not None:
            after = await keep_without(connection, table, without(table, owner))
            await add_entry(connection, table, "seat_passed_on", seat.name, seat=seat.number, user_id=owner)
        else:
            bot = self._roster.default_bot
            stood_in = replace(seat, stand_in=bot)
            proposal = table.stand_in_request
            if proposal is not None and proposal.seat == seat.number:
                proposal = None
            revision = await touch(connection, table, stand_in_request=pack_request(proposal))
            await put_seat(connection, table.id, stood_in)
            await add_entry(connection, table, "stand_in_starts", seat.name, seat=seat.number, data={"bot": bot})
            after = replace(with_seat(table, stood_in, revision), stand_in_request=proposal)
        return replace(after, clocks=await keep_clocks(connection, after, self._tables.now()))

    # --- votes

    async def vote(self, person: Person, table_id: str, number: int, choice: TimeOutChoice) -> LiveTable:
        """Vote on a player whose time is up. A majority decides at once."""

        async def change(table: LiveTable) -> LiveTable:
            clock = next((one for one in table.clocks if one.seat == number and one.stage is Stage.VOTE), None)
            if clock is None:
                raise Problem(409, "no_time_out_vote")
            if person.id not in voters(table, clock.seat):
                raise Problem(403, "not_at_this_table")
            await self._tables.quota.check_line(person.id)
            others = tuple(vote for vote in clock.votes if vote[0] != person.id)
            voted = replace(clock, votes=(*others, (person.id, choice.value)))
            decided = _decision(table, voted)
            async with self._tables.database.write() as connection:
                revision = await touch(connection, table)
                after = replace(table, revision=revision)
                about = table.seats[number].name
                await add_entry(connection, table, "time_out_vote", table.name_of(person), text=about, user_id=person.id)
                if decided is not None:
                    after = await self._carry_out(connection, after, voted, decided)
                else:
                    await write_clock(connection, table.id, voted)
                    after = replace(after, clocks=with_clock(table.clocks, voted))
            return await self._tables.settle(await self._tables.announce(after, "seats"))

        return await self._tables.in_queue(table_id, change)

    async def settle(self, table: LiveTable) -> LiveTable:
        """Those who remain may have voted already (see `Tables.settle`)."""
        for clock in table.clocks:
            decided = _decision(table, clock) if clock.stage is Stage.VOTE else None
            if decided is None:
                continue
            try:
                async with self._tables.database.write() as connection:
                    after = replace(table, revision=await touch(connection, table))
                    after = await self._carry_out(connection, after, clock, decided)
            except Problem as problem:
                if problem.code != "stale":
                    raise
                # Another process has moved on.
                return await self._tables.live.get(table.id)
            return await self._tables.settle(await self._tables.announce(after, "seats"))
        return table

    # --- calendars

    async def calendar(self, person: Person) -> Calendar:
        async with self._tables.database.read() as connection:
            return await read_calendar(connection, person.id)

    async def set_hours(self, person: Person, zone: str, days_off: frozenset[int], night: tuple[int, int] | None) -> None:
        """Set the time zone, the weekly days off and the night."""
        await self._set(person, lambda old: with_hours(old, zone, days_off, night, self._tables.now()))

    async def add_vacation(self, person: Person, first: date, last: date) -> None:
        def add(old: Calendar) -> Calendar:
            check_vacation(old, first, last, self._tables.now())
            return replace(old, vacations=tuple(sorted((*old.vacations, (first, last)))))

        await self._set(person, add)

    async def end_vacation(self, person: Person, first: date) -> None:
        """Cancel a vacation, or end it today if it has begun: clocks stood today, so the day counts."""

        def end(old: Calendar) -> Calendar:
            present = today(old.zone, self._tables.now())
            kept = [trip for trip in old.vacations if trip[0] != first]
            used = [(start, min(last, present)) for start, last in old.vacations if start == first and start <= present]
            return replace(old, vacations=tuple(sorted([*kept, *used])))

        await self._set(person, end)

    async def _set(self, person: Person, change: Callable[[Calendar], Calendar]) -> None:
        """Change a calendar, and with it the deadlines of all running clocks of the person."""
        time = self._tables.now()
        changed: list[tuple[str, News]] = []
        async with self._tables.database.write() as connection:
            old = await read_calendar(connection, person.id)
            new = change(old)
            check_calendar(new)
            await write_calendar(connection, person.id, new)
            for table_id in await _tables_with_clocks(connection, person):
                # Whoever changes a table locks its row first.
                locked = await connection.execute(
                    update(TableRow)
                    .where(TableRow.id == table_id)
                    .values(revision=TableRow.revision + 1)
                    .returning(TableRow.revision, TableRow.ply, TableRow.clock)
                )
                row = locked.one()
                rule = unpack_rule(row.clock)
                own = await _seats_of(connection, table_id, person)
                for clock in await read_clocks(connection, table_id):
                    if rule is not None and clock.seat in own:
                        await write_clock(connection, table_id, recalculate(rule, old, new, clock, time))
                changed.append((table_id, News("seats", row.revision, row.ply)))
        for table_id, news in changed:
            await self._tables.hub.publish(table_id, news)


def _is_seat_of(person: Person) -> ColumnElement[bool]:
    local = and_(SeatRow.kind == SeatKind.LOCAL.value, TableRow.host_id == person.id)
    return and_(SeatRow.table_id == TableRow.id, or_(SeatRow.user_id == person.id, local))


async def _tables_with_clocks(connection: Querying, person: Person) -> list[str]:
    found = await connection.execute(
        select(TableRow.id)
        .where(TableRow.status == Status.RUNNING.value, TableRow.clock.is_not(None), exists().where(_is_seat_of(person)))
        .order_by(TableRow.id)
    )
    return [row.id for row in found]


async def _seats_of(connection: Querying, table_id: str, person: Person) -> set[int]:
    found = await connection.execute(
        select(SeatRow.number).join(TableRow, TableRow.id == SeatRow.table_id).where(TableRow.id == table_id, _is_seat_of(person))
    )
    return {row.number for row in found}


def count_votes(table: LiveTable, clock: SeatClock) -> Counter[TimeOutChoice]:
    """The votes of those who still play."""
    entitled = voters(table, clock.seat)
    return Counter(TimeOutChoice(choice) for person, choice in clock.votes if person in entitled)


def _decision(table: LiveTable, clock: SeatClock) -> TimeOutChoice | None:
    """What a majority wants; None if there is none yet. If all have voted without one, the player gets another day."""
    counted = count_votes(table, clock)
    for choice, count in counted.items():
        if count >= needed(table, clock.seat):
            return choice
    return TimeOutChoice.WAIT if counted.total() >= len(voters(table, clock.seat)) else None


def _most_wanted(table: LiveTable, clock: SeatClock) -> TimeOutChoice:
    """What most want when the time to vote is over; a stand-in if nobody has voted."""
    counted = count_votes(table, clock)
    return max(TimeOutChoice, key=lambda choice: counted[choice]) if counted else TimeOutChoice.STAND_IN


async def watch_clocks(clocks: Clocks, hub: Hub, seconds: int = SWEEP_SECONDS) -> None:
    """Sweep periodically; of several processes, usually only one does."""
    while True:
        await asyncio.sleep(seconds)
        try:
            if await hub.claim("clocks", seconds):
                await clocks.sweep()
        except (HubUnreachable, *DATABASE_TROUBLE) as error:
            _trouble.warning("clocks wait for the database: %s", str(error).partition("\n")[0])
        except Exception:
            _log.exception("clocks cannot be checked")
