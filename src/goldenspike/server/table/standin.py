"""Stand-ins: a bot plays for an absent player, if the others agree, until the owner of the seat comes back.

The owner of a seat may hand it to a bot and take it back at any time. Others may propose it when the owner has no page of the
table open and the game has waited long enough; a majority of the other human players decides. So they do when somebody asks to
leave for good: the seat then becomes open if the table's clock looks for substitutes, otherwise a bot takes it.
"""

from dataclasses import dataclass, replace
from typing import Final

from msgspec.structs import replace as replace_in
from sqlalchemy import select

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Status, TimeOut
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.keeping import keep_clocks
from goldenspike.server.live.hub import Hub
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell
from goldenspike.server.problems import Problem, not_found, stale
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.changes import add_entry, pack_request, put_seat, touch, touch_unchanged
from goldenspike.server.table.live_table import LiveTable, Seat, StandInRequest
from goldenspike.server.table.seating import check_bots_play, keep_without, with_bots, without
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.roster import Roster

_ASKED: Final = {"stand_in_asked": Kind.STAND_IN, "leave_asked": Kind.LEAVE}
"""Entries of which those who decide are told."""


def voters(table: LiveTable, seat: Player) -> frozenset[str]:
    """Ids of those who vote on a seat: all who play themselves, except its owner."""
    return table.awake - {table.owner_of(seat)}


def needed(table: LiveTable, seat: Player) -> int:
    """More than half of them."""
    return len(voters(table, seat)) // 2 + 1


def _is_possible(table: LiveTable, request: StandInRequest) -> bool:
    """Whether a majority may still agree."""
    return len(voters(table, request.seat) - set(request.declined)) >= needed(table, request.seat)


def with_seat(table: LiveTable, seat: Seat, revision: int) -> LiveTable:
    seats = tuple(seat if other.number == seat.number else other for other in table.seats)
    return replace(table, seats=seats, revision=revision)


@dataclass(frozen=True, slots=True)
class StandInView:
    """Stand-ins as a person sees them, and what the person can do about them."""

    mine: tuple[Player, ...]
    """Own seats that a bot plays now."""
    to_hand_over: tuple[Player, ...]
    """Own seats that could be given to a bot."""
    away: tuple[Player, ...]
    """Seats of others who have no page open."""
    playing: tuple[Player, ...]
    """Seats of others for whom a bot plays."""
    request: StandInRequest | None
    is_owner: bool
    """Whether the proposal is about the reader."""
    may_vote: bool
    may_leave: bool
    """Whether the reader may ask to leave the game."""
    count: int
    needed: int
    minutes: int

    @staticmethod
    def of(table: LiveTable, person: Person | None, present: frozenset[str], absence: float) -> "StandInView":
        own = table.seats_of(person)
        has_bots = table.setup.has_map
        human = [seat.number for seat in table.seats if seat.kind in (SeatKind.PERSON, SeatKind.LOCAL)]
        if table.status is not Status.RUNNING:
            human = []
        request = table.stand_in_request if human else None
        decides = person is not None and person.id in table.awake
        return StandInView(
            mine=tuple(seat for seat in human if seat in own and table.seats[seat].stand_in),
            to_hand_over=tuple(seat for seat in human if has_bots and seat in own and not table.seats[seat].stand_in),
            away=tuple(
                seat
                for seat in human
                if decides and seat not in own and not table.seats[seat].stand_in and table.owner_of(seat) not in present
            ),
            playing=tuple(seat for seat in human if seat not in own and table.seats[seat].stand_in),
            request=request,
            is_owner=request is not None and person is not None and table.owner_of(request.seat) == person.id,
            may_vote=request is not None
            and person is not None
            and person.id in voters(table, request.seat)
            and person.id not in request.granted,
            may_leave=any(seat in own for seat in human) and request is None and len(table.people) > 1,
            count=len(request.granted) if request is not None else 0,
            needed=needed(table, request.seat) if request is not None else 0,
            minutes=round(absence / 60),
        )


class StandIns:
    def __init__(self, tables: Tables, hub: Hub, roster: Roster, absence: float) -> None:
        self._tables = tables
        self._hub = hub
        self._roster = roster
        self.absence = absence
        tables.settle_stand_in = self.settle

    async def propose(self, person: Person, table_id: str, number: int, bot: str) -> LiveTable:
        """Let a bot play a seat: at once if it is one's own, otherwise as soon as a majority agrees."""

        async def change(table: LiveTable) -> LiveTable:
            self._check_seat(table, number)
            check_bots_play(table.setup)
            if bot not in self._roster:
                raise Problem(422, "unknown_bot", bot=bot)
            if table.seats[number].stand_in:
                raise Problem(409, "seat_taken")
            await self._tables.quota.check_line(person.id)
            if table.owner_of(number) == person.id:
                return await self._start(table, number, bot)
            if person.id not in voters(table, table.seats[number].number):
                raise Problem(403, "not_at_this_table")
            if table.stand_in_request is not None:
                raise Problem(409, "seat_taken")
            await self._check_away(table, number)
            request = StandInRequest(table.name_of(person), table.seats[number].number, bot, (person.id,))
            return await self._settle(table, request, person, "stand_in_asked")

        return await self._tables.in_queue(table_id, change)

    async def ask_to_leave(self, person: Person, table_id: str) -> LiveTable:
        """Ask the others for their consent to leave the game; at once where nobody else plays."""

        async def change(table: LiveTable) -> LiveTable:
            own = table.seats_of(person)
            if not own:
                raise Problem(403, "not_at_this_table")
            self._check_seat(table, own[0])
            if table.stand_in_request is not None:
                raise Problem(409, "seat_taken")
            await self._tables.quota.check_line(person.id)
            name = table.name_of(person)
            request = StandInRequest(name, own[0], "", (), leaves=True)
            if not voters(table, own[0]):
                return await self._pass_on(table, request)
            return await self._keep(table, request, name, "leave_asked", person.id)

        return await self._tables.in_queue(table_id, change)

    async def vote(self, person: Person, table_id: str, agree: bool, request_id: str | None = None) -> LiveTable:
        """With a `request_id`, no other request is voted on."""

        async def change(table: LiveTable) -> LiveTable:
            request = table.stand_in_request
            if request is None:
                raise Problem(409, "no_stand_in_request")
            if request_id not in (None, request.id):
                raise stale(table.ply, table.undos)
            await self._tables.quota.check_line(person.id)
            if table.owner_of(request.seat) == person.id:
                kind = "leave_withdrawn" if request.leaves else "stand_in_here"
                return await self._keep(table, None, table.name_of(person), kind, person.id)
            if person.id not in voters(table, request.seat):
                raise Problem(403, "not_at_this_table")
            others = tuple(voter for voter in request.granted if voter != person.id)
            # A changed vote counts once.
            declined = tuple(voter for voter in request.declined if voter != person.id)
            about = "leave" if request.leaves else "stand_in"
            if agree:
                asked = replace_in(request, granted=(*others, person.id), declined=declined)
                return await self._settle(table, asked, person, f"{about}_agreed")
            takes_back = not request.leaves and request.granted[:1] == (person.id,)
            asked = replace_in(request, granted=others, declined=(*declined, person.id))
            kept = None if takes_back or not _is_possible(table, asked) else asked
            return await self._keep(table, kept, table.name_of(person), f"{about}_against", person.id)

        return await self._tables.in_queue(table_id, change)

    async def take_back(self, person: Person, table_id: str, number: int) -> LiveTable:
        """Give the seat back to its owner."""

        async def change(table: LiveTable) -> LiveTable:
            if not 0 <= number < len(table.seats):
                raise not_found("seat")
            seat = table.seats[number]
            if not table.controls(person, number):
                raise Problem(403, "not_your_seat")
            if not seat.stand_in:
                return table
            back = replace(seat, stand_in="")
            async with self._tables.database.write() as connection:
                revision = await touch(connection, table)
                await put_seat(connection, table.id, back)
                await add_entry(connection, table, "stand_in_ends", seat.name, seat=seat.number)
                after = with_seat(table, back, revision)
                after = replace(after, clocks=await keep_clocks(connection, after, self._tables.now()))
            return await self._tables.carry_out_orders(await self._tables.announce(after, "seats"), person.id)

        return await self._tables.in_queue(table_id, change)

    async def settle(self, table: LiveTable) -> LiveTable:
        """A majority of those who remain decides; a request that can no longer get one is dropped (see `Tables.settle`)."""
        request = table.stand_in_request
        if request is None or table.status is not Status.RUNNING:
            return table
        deciding = voters(table, request.seat)
        agreed = len(deciding & set(request.granted)) >= needed(table, request.seat)
        try:
            if request.leaves and (agreed or not deciding):
                return await self._pass_on(table, request)
            if agreed:
                return await self._start(table, request.seat, request.bot)
            if not _is_possible(table, request):
                return await self._keep(table, None, request.name, "leave_failed" if request.leaves else "stand_in_failed")
            return table
        except Problem as problem:
            if problem.code != "stale":
                raise
            return await self._tables.live.get(table.id)

    # --- steps

    def _check_seat(self, table: LiveTable, number: int) -> None:
        if not 0 <= number < len(table.seats):
            raise not_found("seat")
        if table.status is not Status.RUNNING:
            raise Problem(409, "not_started")
        if table.seats[number].kind not in (SeatKind.PERSON, SeatKind.LOCAL):
            raise Problem(409, "seat_taken")

    async def _check_away(self, table: LiveTable, number: int) -> None:
        present = await self._hub.present(table.id)
        # After the clock has been set back, nobody knows how long it was.
        waited = abs(now() - await self._last_move(table))
        if table.owner_of(number) in present or waited < self.absence * 1000:
            raise Problem(409, "not_away", name=table.seats[number].name)

    async def _last_move(self, table: LiveTable) -> int:
        """When the position last changed."""
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(MoveRow.made_at).where(MoveRow.table_id == table.id, MoveRow.ply == table.ply)
            )
            return int(found.scalar_one_or_none() or table.updated_at)

    async def _settle(self, table: LiveTable, request: StandInRequest, person: Person, kind: str) -> LiveTable:
        name = table.name_of(person)
        if len(voters(table, request.seat) & set(request.granted)) >= needed(table, request.seat):
            if request.leaves:
                return await self._pass_on(table, request, (name, kind))
            return await self._start(table, request.seat, request.bot, (name, kind))
        return await self._keep(table, request, name, kind, person.id)

    async def _pass_on(self, table: LiveTable, request: StandInRequest, entry: tuple[str, str] | None = None) -> LiveTable:
        """Let somebody leave. A bot takes the seat, unless it cannot play, the table seeks a substitute or nobody else plays."""
        owner = table.owner_of(request.seat)
        if owner is None:
            raise not_found("seat")
        after = without(table, owner)
        given_up = [seat.number for seat, old in zip(after.seats, table.seats, strict=True) if seat != old]
        seeks = not table.setup.has_map or (table.clock is not None and table.clock.time_out is not TimeOut.STAND_IN)
        if after.people and not seeks:
            after = with_bots(after, given_up, self._roster.default_bot)
        async with self._tables.database.write() as connection:
            after = await keep_without(connection, table, after)
            if entry is not None:
                await add_entry(connection, table, entry[1], entry[0], text=request.name)
            await add_entry(connection, table, "left", request.name, user_id=owner)
            for number in given_up:
                if after.seats[number].kind is SeatKind.BOT:
                    await add_entry(connection, table, "bot_joined", after.seats[number].name, seat=number)
            after = replace(after, clocks=await keep_clocks(connection, after, self._tables.now()))
        return await self._tables.settle(await self._tables.announce(after, "seats"))

    async def _start(self, table: LiveTable, number: int, bot: str, entry: tuple[str, str] | None = None) -> LiveTable:
        seat, request = replace(table.seats[number], stand_in=bot), table.stand_in_request
        if request is not None and request.seat == number:
            request = None
        async with self._tables.database.write() as connection:
            revision = await touch_unchanged(connection, table, stand_in_request=pack_request(request))
            await put_seat(connection, table.id, seat)
            if entry is not None:
                await add_entry(connection, table, entry[1], entry[0], text=seat.name, seat=seat.number)
            owner = table.owner_of(seat.number)
            await add_entry(connection, table, "stand_in_starts", seat.name, seat=seat.number, data={"bot": bot}, user_id=owner)
            after = replace(with_seat(table, seat, revision), stand_in_request=request)
            after = replace(after, clocks=await keep_clocks(connection, after, self._tables.now()))
        return await self._tables.settle(await self._tables.announce(after, "seats"))

    async def _keep(
        self, table: LiveTable, request: StandInRequest | None, name: str, kind: str, user_id: str | None = None
    ) -> LiveTable:
        asked = request or table.stand_in_request
        about = table.seats[asked.seat].name if asked is not None else ""
        async with self._tables.database.write() as connection:
            revision = await touch_unchanged(connection, table, stand_in_request=pack_request(request))
            await add_entry(connection, table, kind, name, text=about, user_id=user_id)
            if request is not None and kind in _ASKED:
                asking = {table.owner_of(request.seat)} if request.leaves else set(request.granted)
                others = [Told(person) for person in table.awake - asking]
                await tell(connection, table, _ASKED[kind], f"request {revision}", others, name, about)
        return await self._tables.announce(replace(table, stand_in_request=request, revision=revision), "seats")
