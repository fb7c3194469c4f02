"""The way to the database: SQLite in a file, or PostgreSQL by URL.

Writers of SQLite take turns in the process, so nobody waits for a lock in the file; a commit is flushed to disk before it
returns (synchronous=FULL), which is what makes an acknowledged action survive.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


class UnknownDatabase(ValueError):
    """The URL names a kind of database that is not supported."""


def database_url(text: str) -> URL:
    """The URL with the driver that we use; a bare `postgresql://` is enough."""
    url = make_url(text)
    kind = url.drivername.split("+")[0]
    if kind not in DRIVERS:
        raise UnknownDatabase(kind)
    return url.set(drivername=DRIVERS[kind])


class Database:
    def __init__(self, text: str) -> None:
        self.url = database_url(text)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._engine = create_async_engine(self.url, pool_pre_ping=not self.is_sqlite)
        self._writing = asyncio.Lock()
        if self.is_sqlite:
            event.listen(self._engine.sync_engine, "connect", _set_up_sqlite)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """One transaction: committed and on disk when the block ends, gone when it raises."""
        if not self.is_sqlite:
            async with self._engine.begin() as connection:
                yield connection
            return
        async with self._writing, self._engine.begin() as connection:
            yield connection

    async def close(self) -> None:
        await self._engine.dispose()


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
