"""How large the database is, and whether its games can be replayed."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from sqlalchemy import func, select, text
from sqlalchemy.exc import OperationalError

from goldenspike.core.game import Game
from goldenspike.record.old_options import current_options
from goldenspike.record.snapshot import take_snapshot
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import Base, MoveRow, SeatRow, TableRow
from goldenspike.server.table.live_tables import make_setup
from goldenspike.server.table.packing import unpack_action, unpack_state


@dataclass(frozen=True, slots=True)
class Size:
    name: str
    rows: int
    bytes: int | None
    """None if the database cannot tell."""


async def find_sizes(database: Database) -> list[Size]:
    """Rows and bytes of each table of the database, and bytes in total."""
    sizes: list[Size] = []
    async with database.read() as connection:
        for table in Base.metadata.sorted_tables:
            counted = await connection.execute(select(func.count()).select_from(table))
            sizes.append(Size(table.name, counted.scalar_one(), await _bytes_of(database, table.name)))
    return [*sizes, Size("total", sum(size.rows for size in sizes), await count_bytes(database))]


async def _bytes_of(database: Database, name: str) -> int | None:
    if database.is_sqlite:
        query = text("SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = :name)")
    else:
        query = text("SELECT pg_total_relation_size(quote_ident(:name))")
    async with database.read() as connection:
        try:
            found = await connection.execute(query, {"name": name})
        except OperationalError:
            # SQLite was built without dbstat.
            return None
        return int(found.scalar_one() or 0)


async def count_bytes(database: Database) -> int | None:
    if not database.is_sqlite:
        async with database.read() as connection:
            found = await connection.execute(text("SELECT pg_database_size(current_database())"))
            return int(found.scalar_one())
    file = Path(database.url.database or "")
    return sum(part.stat().st_size for part in (file, Path(f"{file}-wal")) if part.exists())


async def count_tables(database: Database) -> dict[str, int]:
    """How many tables there are, by status."""
    async with database.read() as connection:
        found = await connection.execute(select(TableRow.status, func.count()).group_by(TableRow.status))
        return {row[0]: row[1] for row in found}


async def verify_tables(database: Database) -> AsyncIterator[tuple[str, str]]:
    """Replay every game; each table with what is wrong with it, empty if nothing is."""
    async with database.read() as connection:
        found = await connection.execute(select(TableRow.id).order_by(TableRow.created_at))
        ids = [row.id for row in found]
    for table_id in ids:
        wrong = await _verify(database, table_id)
        if wrong is not None:
            yield table_id, wrong


async def _verify(database: Database, table_id: str) -> str | None:
    """What is wrong; None if the table has been deleted meanwhile."""
    async with database.read() as connection:
        found = await connection.execute(select(TableRow.__table__).where(TableRow.id == table_id))
        row = found.mappings().first()
        if row is None:
            return None
        seats = await connection.execute(select(func.count()).where(SeatRow.table_id == table_id))
        players = seats.scalar_one()
        moves = await connection.execute(
            select(MoveRow.ply, MoveRow.action)
            .where(MoveRow.table_id == table_id, MoveRow.ply <= row["ply"])
            .order_by(MoveRow.ply)
        )
        actions = moves.all()
        last = await connection.execute(select(MoveRow.state).where(MoveRow.table_id == table_id, MoveRow.ply == row["ply"]))
        state = last.scalar_one_or_none()
    try:
        options = current_options(msgspec.json.decode(row["options"], type=dict[str, str]))
        setup = make_setup(row["title"], row["version"], players, options)
    except Exception as error:
        return f"cannot be set up: {_line(error)}"
    if [move.ply for move in actions] != list(range(1, row["ply"] + 1)):
        return f"has {len(actions)} of {row['ply']} moves"
    game = Game(setup)
    for move in actions:
        try:
            game.push(unpack_action(setup, move.action))
        except Exception as error:
            return f"move {move.ply} cannot be replayed: {_line(error)}"
    if state is None:
        return ""
    try:
        stored = take_snapshot(unpack_state(setup, state))
    except Exception as error:
        return f"the stored position cannot be read: {_line(error)}"
    return "" if stored == take_snapshot(game.state) else "the stored position differs from the replayed one"


def _line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:200]
