"""Database connections: SQLite in a file, or PostgreSQL by URL.

SQLite answers from memory in microseconds, so its statements run on the event loop: passing each of them to a thread would cost a
hundred times as much. Only commits go to a thread, because they wait for the disk. Writers in a process take turns. If another
program has locked the file, a writer tries again without blocking the loop, for some seconds at most. A commit is flushed to
disk before it returns (synchronous=FULL), so acknowledged actions survive a crash.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Engine, Executable, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from goldenspike.server.operation.metrics import DATABASE_ERRORS, DATABASE_SECONDS, timed

PATIENCE = 2.0
"""Seconds that a writer waits for others."""
CONNECT_SECONDS = 5
_BUSY_MILLISECONDS = 5
_RETRY_SECONDS = 0.025
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}

Answer = TypeVar("Answer")
_STATEMENT_SECONDS = DATABASE_SECONDS.labels("statement")
_COMMIT_SECONDS = DATABASE_SECONDS.labels("commit")


class UnknownDatabase(ValueError):
    """The URL names a kind of database that is not supported."""


def database_url(text: str) -> URL:
    """The URL with the driver added to a plain `postgresql://`."""
    url = make_url(text)
    kind = url.drivername.split("+")[0]
    if kind not in DRIVERS:
        raise UnknownDatabase(kind)
    return url.set(drivername=DRIVERS[kind])


class DatabaseBusy(Exception):
    """The database was locked, or other writers took too long."""


DATABASE_TROUBLE = (DatabaseBusy, OperationalError, InterfaceError, PoolTimeout)
"""Errors that may pass: the request can be repeated later."""


class Querying(Protocol):
    """A connection as the rest of the server uses it."""

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[*tuple[Any, ...]]: ...

    async def run_sync(self, function: Callable[[Connection], Answer]) -> Answer: ...


class _Direct:
    """A connection to SQLite that runs statements synchronously."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[*tuple[Any, ...]]:
        return self._connection.execute(statement, parameters)

    async def run_sync(self, function: Callable[[Connection], Answer]) -> Answer:
        return function(self._connection)


class Database:
    """A read-write connection, committed to disk when the block ends."""

    def __init__(self, text: str, patience: float = PATIENCE) -> None:
        self.url = database_url(text)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writing = asyncio.Lock()
        self._patience = patience
        self._direct: Engine | None = None
        self._engine: AsyncEngine | None = None
        self._disk: ThreadPoolExecutor | None = None
        if self.is_sqlite:
            _protect(self.url.database)
            # Waiting here for a free connection would block the event loop.
            self._direct = create_engine(
                self.url, poolclass=QueuePool, max_overflow=-1, connect_args={"check_same_thread": False}, hide_parameters=True
            )
            event.listen(self._direct, "connect", _set_up_sqlite)
            _time_statements(self._direct)
            self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")
        else:
            self._engine = create_async_engine(
                self.url, pool_pre_ping=True, hide_parameters=True, connect_args={"connect_timeout": CONNECT_SECONDS}
            )
            _time_statements(self._engine.sync_engine)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Querying]:
        with _counting_trouble():
            if self._direct is not None:
                with self._direct.connect() as connection:
                    yield _Direct(connection)
            elif self._engine is not None:
                async with self._engine.connect() as remote:
                    yield remote

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Querying]:
        """A transaction: committed to disk when the block ends, rolled back if it raises."""
        with _counting_trouble():
            if self._engine is not None:
                async with self._engine.connect() as remote:
                    yield remote
                    with timed(_COMMIT_SECONDS):
                        await remote.commit()
            elif self._direct is not None:
                deadline = asyncio.get_running_loop().time() + self._patience
                async with self._turn(deadline):
                    with self._direct.connect() as connection:
                        await _begin(connection, deadline)
                        yield _Direct(connection)
                        with timed(_COMMIT_SECONDS):
                            await self._flush(connection)

    @asynccontextmanager
    async def _turn(self, deadline: float) -> AsyncIterator[None]:
        """One writer at a time."""
        try:
            async with asyncio.timeout_at(deadline):
                await self._writing.acquire()
        except TimeoutError:
            raise DatabaseBusy("other writers take too long") from None
        try:
            yield
        finally:
            self._writing.release()

    async def check(self) -> None:
        """Whether one can write now; raises one of DATABASE_TROUBLE otherwise."""
        if self._direct is not None:
            with self._direct.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            async with self.read() as remote:
                await remote.execute(select(1))

    async def aside(self, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """Read something that takes long. With SQLite that would block the event loop, so it runs in a thread."""
        if self.is_sqlite:
            return await asyncio.to_thread(lambda: asyncio.run(work()))
        return await work()

    async def _flush(self, connection: Connection) -> None:
        """Commit in the disk thread, and finish even if the task is cancelled."""
        committing = asyncio.get_running_loop().run_in_executor(self._disk, connection.commit)
        cancelled: asyncio.CancelledError | None = None
        while not committing.done():
            try:
                await asyncio.wait([committing])
            except asyncio.CancelledError as error:
                # Cancellation may be repeated: a task group cancels until the task ends.
                cancelled = error
        failure = committing.exception()
        if cancelled is not None:
            raise cancelled
        if failure is not None:
            raise failure

    async def close(self) -> None:
        if self._engine is not None:
            await self._engine.dispose()
        if self._direct is not None:
            self._direct.dispose()
        if self._disk is not None:
            self._disk.shutdown()


@contextmanager
def _counting_trouble() -> Iterator[None]:
    try:
        yield
    except DATABASE_TROUBLE:
        DATABASE_ERRORS.inc()
        raise


def _time_statements(engine: Engine) -> None:
    def start(connection: Connection, *_: Any) -> None:
        connection.info["start"] = time.perf_counter()

    def finish(connection: Connection, *_: Any) -> None:
        _STATEMENT_SECONDS.observe(time.perf_counter() - connection.info["start"])

    event.listen(engine, "before_cursor_execute", start)
    event.listen(engine, "after_cursor_execute", finish)


async def _begin(connection: Connection, deadline: float) -> None:
    """Lock the file for writing now, so that no later statement has to wait for it."""
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return
        except OperationalError:
            if asyncio.get_running_loop().time() >= deadline:
                raise
        connection.rollback()
        await asyncio.sleep(_RETRY_SECONDS)


def _protect(file: str | None) -> None:
    """Only the owner may read the file; SQLite creates those beside it likewise."""
    if not file or file == ":memory:":
        return
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    os.chmod(file, 0o600)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY_MILLISECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
