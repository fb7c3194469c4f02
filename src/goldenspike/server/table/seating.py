"""New tables, and who sits at them: invitations, bots for open seats, leaving."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import func, insert, select

from goldenspike.core.game import Game
from goldenspike.core.ids import Player, by_player
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import ClockRule, HintPolicy, SeatKind, SeatRequest, Status, TableRequest
from goldenspike.record.native import options_of
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.keeping import keep_clocks, pack_rule
from goldenspike.server.names import clean_name, distinct_name, imitates_bot
from goldenspike.server.notices.outbox import tell_asked
from goldenspike.server.offload import offload
from goldenspike.server.orders.keeping import end_orders_of_seats
from goldenspike.server.problems import Problem
from goldenspike.server.security import Limits
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import MoveRow, SeatRow, TableRow
from goldenspike.server.storage.tokens import new_id, new_secret, now
from goldenspike.server.table.bot_names import bot_name
from goldenspike.server.table.changes import (
    add_entry,
    mark_asked,
    move_values,
    pack_moves,
    pack_request,
    put_seat,
    require_account,
    time_at,
    touch,
)
from goldenspike.server.table.keeping import check_not_ended, moved_on, turn_id
from goldenspike.server.table.live_table import DEFAULT_AUTOMATIC, AppliedMove, Automatic, LiveTable, Seat
from goldenspike.server.table.live_tables import make_setup
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.roster import Roster

_ROWS_AT_ONCE = 100

_HUMAN = (SeatKind.PERSON, SeatKind.LOCAL)

Note = Callable[[Querying], Awaitable[None]]
"""Writes something in the same transaction."""


def limit_new_table(limits: Limits, person: Person, address: str, wanted: TableRequest) -> None:
    limits.for_new_tables(person, address)
    if wanted.listed and any(seat.kind == SeatKind.OPEN for seat in wanted.seats):
        limits.for_listed_tables(person, address)


class Seating:
    def __init__(self, tables: Tables, roster: Roster, most_listed: int) -> None:
        self._tables = tables
        self._roster = roster
        self._most_listed = most_listed

    async def create(self, person: Person, wanted: TableRequest) -> str:
        """Create a table; the game starts at once if no seat is open."""
        # A random map takes a second.
        setup = await offload(make_setup, wanted.title, wanted.version, len(wanted.seats), wanted.options)
        await self._tables.quota.check_new_table(person.id)
        table_id = new_id()
        seats = seats_of(person, wanted.seats, self._roster)
        game = Game(setup)
        done: list[AppliedMove] = [] if _has_open(seats) else self._tables.draw(game)
        status = Status.WAITING if _has_open(seats) else Status.RUNNING
        name = clean_name(wanted.name)
        if wanted.hints not in list(HintPolicy):
            raise Problem(422, "unknown_hints", hints=wanted.hints)
        if wanted.listed and status is Status.WAITING:
            await self._check_listed(person)
        moves = pack_moves(table_id, setup, done, person.id, now())
        await self.store(
            table_id,
            game,
            name,
            person,
            seats,
            moves,
            status,
            wanted.listed,
            wanted.hints,
            wanted.spectators_talk,
            clock=wanted.clock,
        )
        return table_id

    async def _check_listed(self, person: Person) -> None:
        """Nobody may fill the lobby alone."""
        waiting = (TableRow.host_id == person.id) & TableRow.listed & (TableRow.status == Status.WAITING.value)
        waiting &= TableRow.archived_at.is_(None)
        async with self._tables.database.read() as connection:
            found = await connection.execute(select(func.count()).where(waiting))
            if found.scalar_one() >= self._most_listed:
                raise Problem(409, "too_many_listed", most=self._most_listed)

    async def store(
        self,
        table_id: str,
        game: Game,
        name: str,
        person: Person,
        seats: tuple[Seat, ...],
        moves: Sequence[Mapping[str, Any]],
        status: Status,
        listed: bool,
        hints: str = HintPolicy.ALONE,
        spectators_talk: bool = True,
        lesson: str = "",
        clock: ClockRule | None = None,
    ) -> None:
        """Write a new table, whose moves led to the game's position."""
        if any(seat.kind is SeatKind.BOT for seat in seats):
            check_bots_play(game.setup)
        time = now()
        title = game.setup.title
        async with self._tables.database.write(alone=len(moves) > _ROWS_AT_ONCE) as connection:
            await require_account(connection, person.id)
            await connection.execute(
                insert(TableRow).values(
                    id=table_id,
                    name=name,
                    title=title.name,
                    version=title.version,
                    options=msgspec.json.encode(options_of(game.setup)).decode(),
                    host_id=person.id,
                    invite=new_secret(),
                    listed=listed,
                    hints=hints,
                    spectators_talk=spectators_talk,
                    lesson=lesson,
                    clock=pack_rule(clock),
                    status=status.value,
                    ply=len(moves),
                    undos=0,
                    revision=1,
                    created_at=time,
                    updated_at=time,
                )
            )
            await connection.execute(insert(SeatRow), [_seat_values(table_id, seat) for seat in seats])
            for start in range(0, len(moves), _ROWS_AT_ONCE):
                await connection.execute(insert(MoveRow), moves[start : start + _ROWS_AT_ONCE])
                # An import has thousands of them: others go on meanwhile.
                await asyncio.sleep(0)
            if status is Status.RUNNING:
                await mark_asked(connection, table_id, game.actors)
        self._tables.after_change(await self._tables.live.get(table_id))

    async def join(self, person: Person, table_id: str, invite: str, number: int | None = None) -> LiveTable:
        """Take an open seat, by invitation."""

        async def change(table: LiveTable) -> LiveTable:
            if any(seat.user_id == person.id for seat in table.seats):
                return table
            check_not_ended(table)
            if not table.admits(invite):
                raise Problem(403, "bad_invitation")
            free = [seat for seat in table.seats if seat.kind is SeatKind.OPEN and number in (None, seat.number)]
            if not free:
                raise Problem(409, "seat_taken")
            await self._tables.quota.check_line(person.id)
            name = distinct_name(person.name, tuple(seat.name for seat in table.seats if seat is not free[0]))
            taken = replace(free[0], kind=SeatKind.PERSON, user_id=person.id, name=name, stand_in="", automatic=DEFAULT_AUTOMATIC)
            return await self._seat(table, taken, "joined", taken.name)

        return await self._tables.in_queue(table_id, change)

    async def seat_bot(self, person: Person, table_id: str, number: int, bot: str) -> LiveTable:
        """The host fills an open seat with a bot; in a running game anybody at the table may."""

        async def change(table: LiveTable) -> LiveTable:
            check_not_ended(table)
            if person.id != table.host_id and (table.status is Status.WAITING or person.id not in table.people):
                raise Problem(403, "not_the_host")
            check_bots_play(table.setup)
            if bot not in self._roster:
                raise Problem(422, "unknown_bot", bot=bot)
            if not 0 <= number < len(table.seats) or table.seats[number].kind is not SeatKind.OPEN:
                raise Problem(409, "seat_taken")
            name = distinct_name(bot_name(bot, number), table.names)
            seat = replace(
                table.seats[number], kind=SeatKind.BOT, user_id=None, name=name, bot=bot, stand_in="", automatic=DEFAULT_AUTOMATIC
            )
            return await self._seat(table, seat, "bot_joined", name)

        return await self._tables.in_queue(table_id, change)

    async def leave(self, person: Person, table_id: str, note: Note | None = None) -> LiveTable:
        """Leave the table: all seats of this person become open, and somebody else becomes the host.

        Requests by or about this person are dropped, and nobody waits for their vote.
        """

        async def change(table: LiveTable) -> LiveTable:
            own = table.seats_of(person)
            if not own and person.id != table.host_id:
                raise Problem(403, "not_at_this_table")
            after = without(table, person.id)
            async with self._tables.database.write() as connection:
                after = await keep_without(connection, table, after)
                await add_entry(connection, table, "left", table.name_of(person), user_id=person.id)
                if note is not None:
                    await note(connection)
                after = replace(after, clocks=await keep_clocks(connection, after, self._tables.now()))
            return await self._tables.settle(await self._tables.announce(after, "seats"))

        return await self._tables.in_queue(table_id, change)

    async def set_automatic(self, person: Person, table_id: str, automatic: Automatic) -> LiveTable:
        """Choose what is done for the person's seats when they have nothing to decide."""

        async def change(table: LiveTable) -> LiveTable:
            own = table.seats_of(person)
            if not own:
                raise Problem(403, "not_your_seat")
            seats = tuple(replace(seat, automatic=automatic) if seat.number in own else seat for seat in table.seats)
            async with self._tables.database.write() as connection:
                revision = await touch(connection, table)
                for number in own:
                    await put_seat(connection, table.id, seats[number])
            return await self._tables.announce(replace(table, seats=seats, revision=revision), "seats")

        return await self._tables.in_queue(table_id, change)

    async def end(self, table_id: str, note: Note) -> None:
        """End a table for good; its log stays readable."""

        async def change(table: LiveTable) -> LiveTable:
            if table.status not in (Status.WAITING, Status.RUNNING):
                raise Problem(409, "already_over")
            changes = {"status": Status.ENDED.value, "undo_request": None, "stand_in_request": None, "redo": None}
            async with self._tables.database.write() as connection:
                revision = await touch(connection, table, **changes)
                await mark_asked(connection, table.id, ())
                await add_entry(connection, table, "table_ended", "")
                await note(connection)
                after = replace(table, status=Status.ENDED, revision=revision, undo_request=None, stand_in_request=None, redo=())
                after = replace(after, clocks=await keep_clocks(connection, after, self._tables.now()))
            return await self._tables.announce(after, "game")

        await self._tables.in_queue(table_id, change)

    async def _seat(self, table: LiveTable, seat: Seat, kind: str, name: str) -> LiveTable:
        """Seat a player; the game starts when no seat is open."""
        seats = tuple(seat if other.number == seat.number else other for other in table.seats)
        starts = table.status is Status.WAITING and not _has_open(seats)
        done = self._tables.draw(Game(table.setup, table.state)) if starts else []
        status = Status.RUNNING if starts else table.status
        changes: dict[str, Any] = {"status": status.value, "ply": table.ply + len(done)}
        time = time_at(table)
        async with self._tables.database.write() as connection:
            if seat.user_id is not None:
                await require_account(connection, seat.user_id)
            revision = await touch(connection, table, **changes)
            await put_seat(connection, table.id, seat)
            await add_entry(connection, table, kind, name, seat=seat.number, user_id=seat.user_id)
            for number, move in enumerate(done):
                values = move_values(table.id, table.setup, table.ply + 1 + number, move, None, time)
                await connection.execute(insert(MoveRow).values(values))
            if starts:
                game = Game(table.setup, done[-1].state if done else None)
                asked = await mark_asked(connection, table.id, game.actors)
                turn = turn_id(table.ply + len(done), table.undos)
                await tell_asked(connection, replace(table, seats=seats), game, asked, turn, seat.user_id)
            after = replace(moved_on(table, done, status, revision, time), seats=seats, undo_request=table.undo_request)
            after = replace(after, clocks=await keep_clocks(connection, after, self._tables.now(), new_players=(seat.number,)))
        return await self._tables.announce(after, "seats")


def without(table: LiveTable, person_id: str) -> LiveTable:
    """A table that somebody has left: the seats become open, somebody else becomes the host, requests are dropped."""
    own = [seat.number for seat in table.seats if table.owner_of(seat.number) == person_id and seat.kind in _HUMAN]
    seats = tuple(
        replace(seat, kind=SeatKind.OPEN, user_id=None, name="", stand_in="", automatic=DEFAULT_AUTOMATIC)
        if seat.number in own
        else seat
        for seat in table.seats
    )
    heirs = sorted(table.people - {person_id})
    host = table.host_id if table.host_id != person_id else (heirs[0] if heirs else None)
    undo, proposal = table.undo_request, table.stand_in_request
    if undo is not None and undo.user_id == person_id:
        undo = None
    if proposal is not None and (proposal.seat in own or (not proposal.leaves and proposal.granted[:1] == (person_id,))):
        proposal = None
    return replace(table, seats=seats, host_id=host, undo_request=undo, stand_in_request=proposal)


def with_bots(table: LiveTable, numbers: Iterable[Player], bot: str) -> LiveTable:
    """Bots take these seats."""
    seats = list(table.seats)
    for number in numbers:
        name = distinct_name(bot_name(bot, number), tuple(seat.name for seat in seats))
        seats[number] = replace(seats[number], kind=SeatKind.BOT, name=name, bot=bot)
    return replace(table, seats=tuple(seats))


async def keep_without(connection: Querying, table: LiveTable, after: LiveTable) -> LiveTable:
    """Write the table after somebody has left."""
    revision = await touch(
        connection,
        table,
        host_id=after.host_id,
        undo_request=pack_request(after.undo_request),
        stand_in_request=pack_request(after.stand_in_request),
    )
    given_up = [seat for seat, before in zip(after.seats, table.seats, strict=True) if seat != before]
    for seat in given_up:
        await put_seat(connection, table.id, seat)
    await end_orders_of_seats(connection, table, [seat.number for seat in given_up])
    return replace(after, revision=revision)


def check_bots_play(setup: Setup) -> None:
    """Bots need the map: at a table without one they can take no seat."""
    if not setup.has_map:
        raise Problem(422, "no_bots_without_map")


def _has_open(seats: tuple[Seat, ...]) -> bool:
    return any(seat.kind is SeatKind.OPEN for seat in seats)


def _seat_values(table_id: str, seat: Seat) -> Mapping[str, Any]:
    return {
        "table_id": table_id,
        "number": seat.number,
        "kind": seat.kind.value,
        "user_id": seat.user_id,
        "name": seat.name,
        "bot": seat.bot,
    }


def seats_of(person: Person, seats_wanted: list[SeatRequest], roster: Roster) -> tuple[Seat, ...]:
    """The seats as chosen; exactly one is `me` at most, names are made distinct."""
    seats: list[Seat] = []
    for number, requested in by_player(seats_wanted):
        taken = tuple(seat.name for seat in seats)
        if requested.kind == "me":
            if any(seat.kind is SeatKind.PERSON for seat in seats):
                raise Problem(422, "only_one_me")
            seats.append(Seat(number, SeatKind.PERSON, person.id, distinct_name(person.name, taken), ""))
        elif requested.kind == SeatKind.LOCAL:
            name = clean_name(requested.name) or f"{person.name} {number + 1}"
            if imitates_bot(name):
                raise Problem(422, "name_of_bot")
            seats.append(Seat(number, SeatKind.LOCAL, None, distinct_name(name, taken), ""))
        elif requested.kind == SeatKind.BOT:
            if requested.bot not in roster:
                raise Problem(422, "unknown_bot", bot=requested.bot)
            seats.append(Seat(number, SeatKind.BOT, None, distinct_name(bot_name(requested.bot, number), taken), requested.bot))
        elif requested.kind == SeatKind.OPEN:
            seats.append(Seat(number, SeatKind.OPEN, None, "", ""))
        else:
            raise Problem(422, "unknown_seat_kind", kind=requested.kind)
    return tuple(seats)
