"""Database connections: SQLite in a file, or PostgreSQL by URL.

SQLite answers from memory in microseconds, so its statements run on the event loop: passing each of them to a thread would cost a
hundred times as much. Only commits go to a thread, because they wait for the disk. Writers in a process take turns. Those who
have waited for the disk share the next commit: each writes within a savepoint, and the last one commits for all. If another
program has locked the file, a writer tries again without blocking the loop, for some seconds at most. A commit is flushed to
disk before it returns (synchronous=FULL), so acknowledged actions survive a crash. When the disk is full, SQLite undoes the whole
transaction by itself; then everybody who has a part in it is told.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Engine, ExceptionContext, Executable, Select, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import DatabaseError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from goldenspike.server.operation.metrics import DATABASE_ERRORS, DATABASE_SECONDS, timed
from goldenspike.server.storage.queries import CONNECT_SECONDS, LocalReader, RemoteReader, compile_query
from goldenspike.server.storage.tokens import now
from goldenspike.server.storage.trouble import DatabaseBusy, DatabaseUnusable
from goldenspike.server.watchdog import ASIDE

PATIENCE = 2.0
"""Seconds that a writer waits for others."""
_BUSY_MILLISECONDS = 5
_RETRY_SECONDS = 0.025
_MOST_PARTS = 32
"""Writers that share a commit at the most, so that the first of them does not wait for long."""
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}

Answer = TypeVar("Answer")
_STATEMENT_SECONDS = DATABASE_SECONDS.labels("statement")
_COMMIT_SECONDS = DATABASE_SECONDS.labels("commit")


class UnknownDatabase(ValueError):
    """The URL names a kind of database that is not supported."""


def database_url(given: str) -> URL:
    """The URL with the driver added to a plain `postgresql://`."""
    url = make_url(given)
    kind = url.drivername.split("+")[0]
    if kind not in DRIVERS:
        raise UnknownDatabase(kind)
    return url.set(drivername=DRIVERS[kind])


DATABASE_TROUBLE = (DatabaseBusy, DatabaseUnusable, OperationalError, InterfaceError, PoolTimeout)
"""Errors that are not the fault of the request, which can be repeated later."""
_WRITE_SOMETHING = text(
    "INSERT INTO setting (key, value) VALUES ('checked_at', :now) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


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


@dataclass
class _Batch:
    """A transaction of one or several writers."""

    connection: Connection
    committed: "asyncio.Future[None]"
    parts: int = 0

    @staticmethod
    async def begin(engine: Engine, deadline: float) -> "_Batch":
        connection = engine.connect()
        try:
            await _begin(connection, deadline)
        except BaseException:
            connection.close()
            raise
        return _Batch(connection, asyncio.get_running_loop().create_future())

    @property
    def is_undone(self) -> bool:
        """Whether SQLite has rolled everything back by itself, as when the disk is full."""
        connection: Any = self.connection.connection.driver_connection
        return not connection.in_transaction

    @contextmanager
    def part(self) -> Iterator[None]:
        """What one writer does; undone if it raises."""
        self.connection.exec_driver_sql("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if not self.is_undone:
                self.connection.exec_driver_sql("ROLLBACK TO part")
                self.connection.exec_driver_sql("RELEASE part")
            raise
        self.connection.exec_driver_sql("RELEASE part")
        self.parts += 1


class Database:
    """A read-write connection, committed to disk when the block ends."""

    def __init__(self, given_url: str, patience: float = PATIENCE) -> None:
        self.url = database_url(given_url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writing = asyncio.Lock()
        self._waiting = 0
        """Writers that wait for their turn."""
        self._batch: _Batch | None = None
        self._quick = LocalReader()
        self._remote: RemoteReader | None = None
        self._committing: asyncio.Task[None] | None = None
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
            _listen(self._direct)
            self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")
        else:
            self._engine = create_async_engine(
                self.url, pool_pre_ping=True, hide_parameters=True, connect_args={"connect_timeout": CONNECT_SECONDS}
            )
            _listen(self._engine.sync_engine)
            self._remote = RemoteReader(self._engine.dialect, self.url)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Querying]:
        with _counting_trouble():
            if self._direct is not None:
                with self._direct.connect() as connection:
                    yield _Direct(connection)
            elif self._engine is not None:
                async with self._engine.connect() as remote:
                    yield remote

    def prepare(self, statement: Select[*tuple[Any, ...]]) -> None:
        """Compile a query for `all` now, so that the first request that needs it does not have to."""
        engine = self._direct or self._engine
        if engine is not None:
            compile_query(engine.dialect, statement)

    async def first(self, statement: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> dict[str, Any] | None:
        """The first row of a query that finds one at the most (see `all`)."""
        rows = await self.all(statement, parameters)
        return rows[0] if rows else None

    async def all(self, statement: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows of a query that is built once and runs often.

        It is compiled once, too: building a result takes SQLAlchemy ten times as long as the database takes to find it.
        With PostgreSQL it needs no transaction, and so one round trip instead of three.
        """
        # Every page asks several times at every move, so there are no context managers here.
        started = time.perf_counter()
        try:
            if self._direct is not None:
                return self._quick.all(self._direct, statement, parameters)
            assert self._remote is not None
            return await self._remote.all(statement, parameters)
        except DATABASE_TROUBLE:
            DATABASE_ERRORS.inc()
            raise
        finally:
            _STATEMENT_SECONDS.observe(time.perf_counter() - started)

    @asynccontextmanager
    async def write(self, alone: bool = False) -> AsyncIterator[Querying]:
        """A transaction: committed to disk when the block ends, rolled back if it raises.

        It may share its commit with those of others who wait. One that takes long is made `alone`, so that nobody waits for it
        who has already written.
        """
        with _counting_trouble():
            if self._engine is not None:
                async with self._engine.connect() as remote:
                    yield remote
                    with timed(_COMMIT_SECONDS):
                        await remote.commit()
            elif self._direct is not None:
                async with self._turn(self._direct, alone) as batch:
                    yield _Direct(batch.connection)
                await asyncio.shield(batch.committed)

    @asynccontextmanager
    async def _turn(self, engine: Engine, alone: bool) -> AsyncIterator["_Batch"]:
        """A part in a transaction, undone if the block raises. One writer at a time; the last of those who wait commits."""
        deadline = asyncio.get_running_loop().time() + self._patience
        await self._wait_for_turn(deadline)
        try:
            if alone and self._batch is not None:
                await self._commit(self._batch)
            if self._batch is None:
                self._batch = await _Batch.begin(engine, deadline)
            batch = self._batch
            try:
                with batch.part():
                    yield batch
            finally:
                if alone or not self._waiting or batch.parts >= _MOST_PARTS or batch.is_undone:
                    await self._commit(batch)
        finally:
            self._writing.release()

    async def _wait_for_turn(self, deadline: float) -> None:
        self._waiting += 1
        try:
            async with asyncio.timeout_at(deadline):
                await self._writing.acquire()
        except TimeoutError:
            raise DatabaseBusy("other writers take too long") from None
        finally:
            self._waiting -= 1
            if not self._waiting and self._batch is not None and not self._writing.locked():
                # Those who have written relied on this one to commit.
                self._committing = asyncio.create_task(self._commit_rest())

    async def _commit_rest(self) -> None:
        async with self._writing:
            if self._batch is not None:
                await self._commit(self._batch)

    async def _commit(self, batch: "_Batch") -> None:
        """Commit for all who have a part in it; they get the error if it fails."""
        self._batch = None
        try:
            if batch.parts:
                if batch.is_undone:
                    raise DatabaseBusy("the transaction was undone")
                with timed(_COMMIT_SECONDS):
                    await self._flush(batch.connection)
        except Exception as error:
            batch.committed.set_exception(error)
            # Whoever has been cancelled does not ask for it.
            batch.committed.exception()
        finally:
            batch.connection.close()
            if not batch.committed.done():
                batch.committed.set_result(None)

    async def check(self) -> None:
        """Write something, in the end to disk; raises one of DATABASE_TROUBLE if that fails."""
        async with self.write() as connection:
            await connection.execute(_WRITE_SOMETHING, {"now": str(now())})

    async def aside(self, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """Read something that takes long. With SQLite that would block the event loop, so it runs in a thread."""
        if self.is_sqlite:
            return await asyncio.to_thread(_run_aside, work)
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
        if failure is not None:
            raise failure
        if cancelled is not None:
            raise cancelled

    async def close(self) -> None:
        if self._engine is not None:
            await self._engine.dispose()
        if self._remote is not None:
            await self._remote.close()
        self._quick.close()
        if self._direct is not None:
            self._direct.dispose()
        if self._disk is not None:
            self._disk.shutdown()


def _run_aside(work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    ASIDE.set(True)
    return asyncio.run(work())


@contextmanager
def _counting_trouble() -> Iterator[None]:
    try:
        yield
    except DATABASE_TROUBLE:
        DATABASE_ERRORS.inc()
        raise


def _name_trouble(context: ExceptionContext) -> None:
    """SQLite reports a damaged file, and PostgreSQL that it can only be read, as errors of classes for everything else."""
    if type(context.sqlalchemy_exception) in (DatabaseError, InternalError):
        raise DatabaseUnusable(str(context.original_exception)) from None


def _listen(engine: Engine) -> None:
    """Time statements, and name errors."""

    def start(connection: Connection, *_: Any) -> None:
        connection.info["start"] = time.perf_counter()

    def finish(connection: Connection, *_: Any) -> None:
        _STATEMENT_SECONDS.observe(time.perf_counter() - connection.info["start"])

    event.listen(engine, "before_cursor_execute", start)
    event.listen(engine, "after_cursor_execute", finish)
    event.listen(engine, "handle_error", _name_trouble)


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
