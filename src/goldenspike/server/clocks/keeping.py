"""The clocks of a table's seats in the database, changed in the same transaction as the table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import RowMapping, insert, select, update

from goldenspike.core.actions import Withdraw
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.protocol.messages import ClockRule, SeatKind, Status
from goldenspike.server.clocks.calendars import read_calendars
from goldenspike.server.clocks.reckoning import NO_CALENDAR, Change, SeatClock, Stage, advance, new_clock
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import SeatClockRow, SeatRow
from goldenspike.server.table.live_table import AppliedMove, LiveTable

_VOTES = tuple[tuple[str, str], ...]


def pack_rule(rule: ClockRule | None) -> str | None:
    return None if rule is None else msgspec.json.encode(rule).decode()


def unpack_rule(packed: str | None) -> ClockRule | None:
    return msgspec.json.decode(packed, type=ClockRule) if packed else None


def round_key(state: State) -> str:
    return f"{state.round}.{state.round_number}.{state.operating_round}"


def turn_key(state: State) -> str:
    """A turn: in an operating round that of a railroad."""
    return f"{round_key(state)}.{state.operating}"


async def read_clocks(connection: Querying, table_id: str) -> tuple[SeatClock, ...]:
    rows = await connection.execute(
        select(SeatClockRow.__table__).where(SeatClockRow.table_id == table_id).order_by(SeatClockRow.seat)
    )
    return tuple(_clock(row) for row in rows.mappings())


def _clock(row: RowMapping) -> SeatClock:
    return SeatClock(
        seat=row["seat"],
        left=row["left"],
        since=row["since"],
        deadline=row["deadline"],
        low_at=row["low_at"],
        stopped=row["stopped"],
        turn=row["turn"],
        round=row["round"],
        stage=Stage(row["stage"]),
        votes=msgspec.json.decode(row["votes"], type=_VOTES),
    )


def _values(clock: SeatClock) -> dict[str, Any]:
    return {
        "left": clock.left,
        "since": clock.since,
        "deadline": clock.deadline,
        "low_at": clock.low_at,
        "stopped": clock.stopped,
        "turn": clock.turn,
        "round": clock.round,
        "stage": clock.stage.value,
        "votes": msgspec.json.encode(clock.votes).decode(),
        "due_at": clock.due_at,
    }


async def write_clock(connection: Querying, table_id: str, clock: SeatClock) -> None:
    here = (SeatClockRow.table_id == table_id) & (SeatClockRow.seat == clock.seat)
    await connection.execute(update(SeatClockRow).where(here).values(**_values(clock)))


@dataclass(frozen=True, slots=True)
class Moved:
    """Who has moved."""

    in_turn: frozenset[Player] = frozenset()
    answered: frozenset[Player] = frozenset()
    """Those who only answered questions in the turn of another, or no longer need to."""

    @staticmethod
    def of(before: State, done: Sequence[AppliedMove]) -> "Moved":
        in_turn, answered = set[Player](), set[Player]()
        for move in done:
            if move.seat != CHANCE:
                is_answer = bool(before.pending) and before.turn != move.seat
                (answered if is_answer else in_turn).add(move.seat)
            if isinstance(move.action, Withdraw):
                answered.add(before.pending[-1].player)
            before = move.state
        return Moved(frozenset(in_turn), frozenset(answered - in_turn))


NOBODY_MOVED = Moved()


async def keep_clocks(
    connection: Querying,
    table: LiveTable,
    now: int,
    moved: Moved = NOBODY_MOVED,
    new_players: Collection[Player] = (),
    undone: bool = False,
    granted: bool = False,
) -> tuple[SeatClock, ...]:
    """Start and stop the clocks of a table that has changed. `table` is how it will be; its seats have been written.

    Seats and clocks are read again, because another process may have changed them since.
    """
    rule = table.clock
    if rule is None:
        return ()
    owners = await read_owners(connection, table)
    before = {clock.seat: clock for clock in await read_clocks(connection, table.id)}
    calendars = await read_calendars(connection, {owner for owner in owners.values() if owner is not None})
    actors = table.actors if table.status is Status.RUNNING else ()
    turn, round = turn_key(table.state), round_key(table.state)
    after: list[SeatClock] = []
    for seat in (one.number for one in table.seats):
        known = before.get(seat)
        clock = new_clock(rule, seat) if known is None or seat in new_players else known
        owner = owners.get(seat)
        others = {other for other in owners.values() if other not in (None, owner)}
        asked = seat in actors and owner is not None and bool(others)
        paused = not asked and (seat in actors or _is_interrupted(table, seat))
        is_over = turn != clock.turn or len(moved.in_turn) > 1 or not (asked or paused)
        change = Change(
            asked=asked,
            turn=turn,
            round=round,
            moved=seat in moved.in_turn or seat in moved.answered,
            answered=seat in moved.answered,
            ended=seat in moved.in_turn and is_over,
            paused=paused,
            undone=undone,
            granted=granted,
        )
        changed = advance(rule, calendars.get(owner or "", NO_CALENDAR), clock, change, now)
        after.append(changed)
        if known is None:
            await connection.execute(insert(SeatClockRow).values(table_id=table.id, seat=seat, **_values(changed)))
        elif changed != known:
            await write_clock(connection, table.id, changed)
    return tuple(after)


def _is_interrupted(table: LiveTable, seat: Player) -> bool:
    """Whether it is this seat's turn, but others have a question to answer first."""
    return table.status is Status.RUNNING and bool(table.state.pending) and table.state.turn == seat


async def read_owners(connection: Querying, table: LiveTable) -> Mapping[int, str | None]:
    """Who plays each seat in person, None if nobody does: bots, stand-ins and open seats have no clock."""
    rows = await connection.execute(
        select(SeatRow.number, SeatRow.kind, SeatRow.user_id, SeatRow.stand_in).where(SeatRow.table_id == table.id)
    )
    found: dict[int, str | None] = {}
    for row in rows:
        owner = table.host_id if row.kind == SeatKind.LOCAL.value else row.user_id
        in_person = row.kind in (SeatKind.PERSON.value, SeatKind.LOCAL.value) and not row.stand_in
        found[row.number] = owner if in_person else None
    return found


def with_clock(clocks: tuple[SeatClock, ...], changed: SeatClock) -> tuple[SeatClock, ...]:
    return tuple(changed if clock.seat == changed.seat else clock for clock in clocks)


async def claim(connection: Querying, table_id: str, seat: int, due_at: int) -> SeatClock | None:
    """Claim what is due, in the transaction that does it: nobody else can then, and after a crash it is still due."""
    claimed = await connection.execute(
        update(SeatClockRow)
        .where(SeatClockRow.table_id == table_id, SeatClockRow.seat == seat, SeatClockRow.due_at == due_at)
        .values(due_at=None)
        .returning(*SeatClockRow.__table__.columns)
    )
    row = claimed.mappings().first()
    return None if row is None else _clock(row)
