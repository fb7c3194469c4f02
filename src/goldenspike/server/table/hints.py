"""Hints: what the baron would do, based on what the seat may know, if the table allows it."""

from dataclasses import dataclass

from cachetools import LRUCache

from goldenspike import text
from goldenspike.core.actions import Action
from goldenspike.core.ids import Player
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import Wire, from_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.pool import Thinkers, WorkerFailed
from goldenspike.server.thinking.questions import Advice, BotSeat, Hint, place_of
from goldenspike.server.thinking.roster import ADVISER
from goldenspike.server.words import Words
from goldenspike.view import seen_state

MOST_KEPT = 200
"""Number of cached hints."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """A hint for a seat."""

    room: LiveTable
    seat: Player
    action: Action
    wire: Wire
    motive: str
    facts: dict[str, int]

    def move(self, words: Words) -> str:
        """What the baron would do, as a button label."""
        seen = seen_state(self.room.setup, self.room.state, self.seat)
        return words.label(self.action, seen, self.room.context)

    def why(self, words: Words) -> str:
        return text.explain_motive(self.motive, self.facts, self.room.context, words.language)


class Hints:
    def __init__(self, tables: Tables, thinkers: Thinkers, seconds: float) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._seconds = seconds
        self._kept: LRUCache[tuple[str, int, int, int], Advice] = LRUCache(MOST_KEPT)

    async def ask(self, person: Person, table_id: str, seat: int | None = None) -> Hinted:
        room = await self._tables.live.get(table_id)
        if not room.may_have_hints(person):
            raise Problem(403, "no_hints")
        if seat is not None and not room.controls(person, seat):
            raise Problem(403, "not_your_seat")
        speaking = room.speaking_seat(person) if seat is None else room.seats[seat].number
        if speaking is None:
            raise Problem(403, "not_your_seat")
        if speaking not in room.actors or room.seats[speaking].played_by:
            raise Problem(409, "not_your_turn")
        try:
            advice = await self._think(room, speaking)
            action = from_wire(room.setup, advice.action)
        except (WorkerFailed, RecordError):
            raise Problem(503, "no_thought") from None
        return Hinted(room, speaking, action, advice.action, advice.motive, advice.facts)

    async def _think(self, room: LiveTable, seat: Player) -> Advice:
        key = (room.id, room.ply, room.undos, seat)
        found = self._kept.get(key)
        if found is None:
            # Hidden information of other seats is not sent either.
            place = place_of(room.setup, seen_state(room.setup, room.state, seat))
            hint = Hint(room.id, place, BotSeat(seat, ADVISER), self._seconds)
            found = self._kept[key] = await self._thinkers.ask(hint, Advice)
        return found
