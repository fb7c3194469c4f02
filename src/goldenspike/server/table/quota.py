"""How much of the database one person may take: tables with their moves, and lines in logs."""

from sqlalchemy import func, select

from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import EntryRow, TableRow
from goldenspike.server.table.live_table import LiveTable

_BYTES_PER_TABLE = 5_000
"""About what a table takes in the database without moves."""
_BYTES_PER_MOVE = 1_500
"""About what a move takes, with the position after it."""
_MOVES_BETWEEN = 50
"""Every so many moves of a table, its host's tables are counted."""
MOST_LINES = 20_000
"""What somebody has written, asked for and undone, at all tables together. A line takes 2 KB at most."""


class Quota:
    def __init__(self, database: Database, megabytes: int) -> None:
        self._database = database
        self._megabytes = megabytes

    async def check_new_table(self, host_id: str, moves: int = 0) -> None:
        """Whether one more table fits, with so many moves."""
        stored = await self._stored(host_id) + _BYTES_PER_TABLE + moves * _BYTES_PER_MOVE
        if stored > self._megabytes * 1_000_000:
            raise Problem(409, "storage_full", megabytes=self._megabytes)

    async def check_move(self, table: LiveTable) -> None:
        """Whether a game may go on. There is as much room again for games that have begun, so few are ever stopped."""
        if table.ply % _MOVES_BETWEEN or table.host_id is None:
            return
        if await self._stored(table.host_id) > 2 * self._megabytes * 1_000_000:
            raise Problem(409, "storage_of_host_full", megabytes=2 * self._megabytes)

    async def check_line(self, person_id: str) -> None:
        """Whether somebody may add to a log."""
        async with self._database.read() as connection:
            found = await connection.execute(select(func.count()).where(EntryRow.user_id == person_id))
            if found.scalar_one() >= MOST_LINES:
                raise Problem(409, "lines_full", most=MOST_LINES)

    async def _stored(self, host_id: str) -> int:
        async with self._database.read() as connection:
            tables = select(func.count(), func.sum(TableRow.ply)).where(TableRow.host_id == host_id)
            count, moves = (await connection.execute(tables)).one()
        return int(count) * _BYTES_PER_TABLE + int(moves or 0) * _BYTES_PER_MOVE
