"""Writes what is to be told, in the transaction of the change that it is about: both are stored, or neither is.

Only people with an address that wants the kind of notice get a row. A row is unique for a person, a table, a turn and a kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, insert, select

from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.interrupts import OFFERS
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import NoticeAddress, OutboxRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_table import LiveTable

_ADDRESSES: Final = select(NoticeAddress.person_id, NoticeAddress.kinds).where(
    NoticeAddress.person_id.in_(bindparam("people", expanding=True)),
    NoticeAddress.confirmed_at.is_not(None),
    NoticeAddress.failed_at.is_(None),
)


@dataclass(frozen=True, slots=True)
class Told:
    """Whom to tell, and for which seat."""

    person_id: str
    seat: Player | None = None
    asked_at: int | None = None


async def tell(
    connection: Querying, table: LiveTable, kind: Kind, turn: str, people: Iterable[Told], name: str = "", text: str = ""
) -> None:
    """Write a notice for each of these people who wants it and has not been told already."""
    wanted = {told.person_id: told for told in people}
    if not wanted:
        return
    found = await connection.execute(_ADDRESSES, {"people": tuple(wanted)})
    reached = {row.person_id for row in found if kind.choice in row.kinds.split()}
    if not reached:
        return
    same = (OutboxRow.table_id == table.id) & (OutboxRow.turn == turn) & (OutboxRow.kind == kind.value)
    reached -= {row.person_id for row in await connection.execute(select(OutboxRow.person_id).where(same))}
    time = now()
    rows = [
        {
            "person_id": person_id,
            "table_id": table.id,
            "turn": turn,
            "kind": kind.value,
            "seat": told.seat,
            "asked_at": told.asked_at,
            "name": name,
            "text": text,
            "made_at": time,
            "due_at": time,
        }
        for person_id, told in wanted.items()
        if person_id in reached
    ]
    if rows:
        await connection.execute(insert(OutboxRow), rows)


async def tell_asked(
    connection: Querying, table: LiveTable, game: Game, asked: Mapping[Player, int], turn: str, by: str | None
) -> None:
    """The game now waits for these seats, since these times. Whoever moved, or plays alone, knows it."""
    people: dict[str, Told] = {}
    for seat, time in asked.items():
        owner = table.owner_of(seat)
        if owner is None or owner == by or table.seats[seat].played_by or table.people == {owner}:
            continue
        people.setdefault(owner, Told(owner, seat, time))
    pending = game.state.pending
    kind = Kind.OFFER if pending and isinstance(pending[-1], OFFERS) else Kind.TURN
    await tell(connection, table, kind, turn, people.values())


async def tell_over(connection: Querying, table: LiveTable, turn: str, by: str | None) -> None:
    people = [Told(person) for person in table.people if person != by and table.people != {person}]
    await tell(connection, table, Kind.OVER, turn, people)


async def tell_report(connection: Querying, table: LiveTable, turn: str) -> None:
    """A round has ended: those who want it get a report."""
    await tell(connection, table, Kind.REPORT, turn, [Told(person) for person in table.people])
