"""What the players had at the beginning of each round, kept in memory so that each position is read only once."""

from collections.abc import Sequence

from cachetools import LRUCache

from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.table.live_tables import LiveTables
from goldenspike.view import History, Standing, history, round_plies, standing

MOST_KEPT = 500
"""Tables; a whole game takes some twenty kilobytes."""


class Standings:
    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._kept: LRUCache[tuple[str, int], dict[int, Standing]] = LRUCache(MOST_KEPT)

    async def find(self, table: LiveTable, moves: Sequence[Move]) -> tuple[Standing, ...]:
        """In the order of the game. Positions that were undone are forgotten with the count of undos."""
        key = (table.id, table.undos)
        known = self._kept.setdefault(key, {})
        plies = round_plies((move.ply, move.events) for move in moves)
        missing = [ply for ply in plies if ply not in known]
        if missing:
            states = await self._tables.states_at(table, missing)
            known.update({ply: standing(table.setup, state, ply) for ply, state in states.items()})
        return tuple(known[ply] for ply in plies)


def history_of(
    table: LiveTable, standings: Sequence[Standing], moves: Sequence[Move], state: State, seat: Player | None
) -> History:
    """The course of the game up to a position: its state, the moves that led there, and the standings until then."""
    now = standing(table.setup, state, len(moves))
    happened = (event for move in moves for event in move.events)
    return history(table.setup, (*standings, now), happened, seat, state.round == RoundKind.OVER)
