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
from goldenspike.server.security import Limits
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

    table: LiveTable
    seat: Player
    action: Action
    wire: Wire
    advice: Advice

    def move(self, words: Words) -> str:
        """What the baron would do, as a button label."""
        return self._label(self.action, words)

    def why(self, words: Words) -> str:
        """What the move brings in figures, the reason, and what the second best would have brought."""
        advice, context, language = self.advice, self.table.context, words.language
        told = [(advice.measure, advice.figures), (advice.motive, advice.facts)]
        said = [text.explain_motive(code, facts, context, language) for code, facts in told if code]
        if advice.compared is not None:
            second = advice.compared
            label = self._label(from_wire(self.table.setup, second.action), words)
            values = (second.best, second.second, second.term)
            said.append(text.explain_comparison(label, *values, context, language, second.in_points))
        return words.join(said)

    def _label(self, action: Action, words: Words) -> str:
        seen = seen_state(self.table.setup, self.table.state, self.seat)
        return words.label(action, seen, self.table.context)


class Hints:
    def __init__(self, tables: Tables, thinkers: Thinkers, limits: Limits, seconds: float) -> None:
        self._tables = tables
        self._limits = limits
        self._thinkers = thinkers
        self._seconds = seconds
        self._kept: LRUCache[tuple[str, int, int, int], Advice] = LRUCache(MOST_KEPT)

    async def ask(self, person: Person, table_id: str, seat: int | None = None) -> Hinted:
        table = await self._tables.live.get(table_id)
        if not table.may_have_hints(person):
            raise Problem(403, "no_hints")
        if seat is not None and not table.controls(person, seat):
            raise Problem(403, "not_your_seat")
        speaking = table.speaking_seat(person) if seat is None else table.seats[seat].number
        if speaking is None:
            raise Problem(403, "not_your_seat")
        if speaking not in table.actors or table.seats[speaking].played_by:
            raise Problem(409, "not_your_turn")
        try:
            advice = await self._think(table, speaking, self._limits.owner(person.id))
            action = from_wire(table.setup, advice.action)
        except (WorkerFailed, RecordError):
            raise Problem(503, "no_thought") from None
        return Hinted(table, speaking, action, advice.action, advice)

    async def _think(self, table: LiveTable, seat: Player, owner: str) -> Advice:
        key = (table.id, table.ply, table.undos, seat)
        found = self._kept.get(key)
        if found is None:
            self._limits.for_thinking(owner)
            # Hidden information of other seats is not sent either.
            place = place_of(table.setup, seen_state(table.setup, table.state, seat))
            hint = Hint(table.id, place, BotSeat(seat, ADVISER), self._seconds)
            found = self._kept[key] = await self._thinkers.ask(hint, Advice, owner=owner)
        return found
