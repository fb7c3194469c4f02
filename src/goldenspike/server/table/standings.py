"""The course of each game and what the players had at the beginning of each round, kept so that each move is read only once."""

from collections.abc import Sequence

from cachetools import LRUCache

from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.table.live_tables import LiveTables
from goldenspike.view import Course, History, Standing, history, standing

MOST_KEPT = 500
"""Tables; a whole game takes some twenty kilobytes."""


class Standings:
    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._kept: LRUCache[tuple[str, int], dict[int, Standing]] = LRUCache(MOST_KEPT)
        self._courses: LRUCache[tuple[str, int], Course] = LRUCache(MOST_KEPT)

    def course(self, table: LiveTable, moves: Sequence[Move]) -> Course:
        """The course of these moves, which are those of the table up to some ply; that of the longest is continued."""
        key = (table.id, table.undos)
        known = self._courses.get(key) or Course()
        start = known if known.moves <= len(moves) else Course()
        course = start.after((move.seat, move.events) for move in moves[start.moves :]) if start.moves < len(moves) else start
        if course.moves > known.moves:
            self._courses[key] = course
        return course

    async def find(self, table: LiveTable, course: Course) -> tuple[Standing, ...]:
        """In the order of the game. Positions that were undone are forgotten with the count of undos."""
        key = (table.id, table.undos)
        known = self._kept.setdefault(key, {})
        missing = [ply for ply in course.round_plies if ply not in known]
        if missing:
            states = await self._tables.states_at(table, missing)
            known.update({ply: standing(table.setup, state, ply) for ply, state in states.items()})
        return tuple(known[ply] for ply in course.round_plies)


def history_of(
    table: LiveTable,
    standings: Sequence[Standing],
    course: Course,
    state: State,
    seat: Player | None,
    present: Standing | None = None,
) -> History:
    """The history of the game up to a position: its state, the course that led there, and the standings until then.

    `present` is the standing in that position, if it is known already.
    """
    now = standing(table.setup, state, course.moves) if present is None else present
    return history(table.setup, (*standings, now), course, seat, state.round == RoundKind.OVER)
