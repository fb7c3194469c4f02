"""Looking back on a finished game against bots: the decisions that mattered most, in plain words."""

from dataclasses import dataclass
from typing import Final

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.record.wire import from_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.analysis.findings import clearly_better, round_at
from goldenspike.server.analysis.service import Analyses, Analysis, Found
from goldenspike.server.problems import Problem
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.questions import Course
from goldenspike.server.words import Words

MOST_DECISIONS: Final = 3


def may_look_back(table: LiveTable, person: Person | None) -> bool:
    """After a game against bots alone: nothing is hidden anymore, and no rival is advised."""
    is_over = table.status is Status.OVER
    against_bots = any(seat.kind is SeatKind.BOT for seat in table.seats)
    return person is not None and is_over and against_bots and table.is_one_screen(person)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the reader decided, and what would have been better."""

    ply: int
    """The position before it."""
    round: str
    made: str
    wanted: str
    why: str
    cost: str


@dataclass(frozen=True, slots=True)
class LookBack:
    decisions: tuple[Decision, ...]
    """The most expensive first."""
    done: int
    count: int
    """How many decisions of the reader have been examined, and how many are to be."""
    is_done: bool


class LookingBack:
    def __init__(self, tables: Tables, analyses: Analyses) -> None:
        self._tables = tables
        self._analyses = analyses

    async def decisions(self, person: Person, table_id: str, words: Words) -> LookBack:
        """The decisions of a person that mattered most, as far as they have been examined."""
        table = await self._tables.live.get(table_id)
        seat = table.speaking_seat(person)
        if seat is None or not may_look_back(table, person):
            raise Problem(403, "no_hints")
        known, _ = await self._analyses.look(table, person, people_only=True)
        return await self.tell(table, known, seat, words) if known is not None else LookBack((), 0, 0, False)

    async def tell(self, table: LiveTable, known: Analysis, seat: Player, words: Words) -> LookBack:
        """The decisions of a seat that mattered most in an analysis."""
        found = clearly_better(known.course, known.found, seat, MOST_DECISIONS)
        count = sum(other == seat for _, other in known.decisions)
        shown = [await self._show(table, known.course, one, words) for one in found]
        done = known.looked_at(seat)
        return LookBack(tuple(shown), done, count, done >= count)

    async def _show(self, table: LiveTable, course: Course, found: Found, words: Words) -> Decision:
        state = await self._tables.live.state_at(table, found.ply)
        context, better = table.context, found.better
        actions = [from_wire(table.setup, wire) for wire in (found.made, better.action)]
        made, wanted = words.choices(actions, state, context)
        why = words.motive(better.motive, better.facts, context)
        round = words.long_round(round_at(course, found.ply))
        return Decision(found.ply, round, made, wanted, why, words.money(better.gain))
