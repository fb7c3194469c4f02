"""Queries that run often: built and compiled once, and run without SQLAlchemy, which takes longer than the database."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Dialect, Engine, Select
from sqlalchemy.engine.url import URL

from goldenspike.server.storage.trouble import DatabaseBusy, DatabaseUnusable, UnfitValue

CONNECT_SECONDS: Final = 5
_CACHE_KILOBYTES: Final = 16_000
"""Of the database in memory, for reading: SQLite's own two megabytes do not hold what the lists of many tables need."""
_MOST: Final = 8
"""Connections of a process to PostgreSQL for such queries."""
_PLACE_SECONDS: Final = 30.0
"""A query waits for one of them."""


@dataclass(frozen=True)
class _Compiled:
    """A query as the driver runs it."""

    text: str
    parameters: tuple[str, ...]
    """Their names in the order in which SQLite wants them; PostgreSQL gets them by name."""
    constants: dict[str, Any]
    columns: tuple[str, ...]
    conversions: tuple[Callable[[Any], Any] | None, ...]

    def rows(self, found: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
        return [
            {
                name: value if convert is None else convert(value)
                for name, value, convert in zip(self.columns, row, self.conversions, strict=True)
            }
            for row in found
        ]


class LocalReader:
    """Runs compiled queries on a connection to SQLite of its own, within the event loop."""

    def __init__(self) -> None:
        self._connection: Any = None

    def all(self, engine: Engine, statement: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        query = compile_query(engine.dialect, statement)
        try:
            if self._connection is None:
                self._connection = engine.raw_connection()
                self._connection.cursor().execute(f"PRAGMA cache_size=-{_CACHE_KILOBYTES}")
            values = {**query.constants, **parameters}
            found = self._connection.cursor().execute(query.text, [values[name] for name in query.parameters])
            rows = found.fetchall()
            found.close()
        except sqlite3.OperationalError as error:
            raise DatabaseBusy(str(error)) from None
        except sqlite3.DatabaseError as error:
            if type(error) is sqlite3.DatabaseError:
                raise DatabaseUnusable(str(error)) from None
            raise
        return query.rows(rows)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class RemoteReader:
    """Runs compiled queries on connections to PostgreSQL of its own, each query by itself."""

    def __init__(self, dialect: Dialect, url: URL) -> None:
        self._dialect = dialect
        self._arguments, self._options = dialect.create_connect_args(url)
        self._idle: list[Any] = []
        self._places = asyncio.Semaphore(_MOST)
        self._is_closed = False

    async def all(self, statement: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        import psycopg

        query = compile_query(self._dialect, statement)
        values = {**query.constants, **parameters}
        try:
            async with asyncio.timeout(_PLACE_SECONDS):
                await self._places.acquire()
        except TimeoutError:
            raise DatabaseBusy("other queries take too long") from None
        try:
            while True:
                is_used = bool(self._idle)
                connection = self._idle.pop() if is_used else await self._connect()
                try:
                    found = await connection.execute(query.text, values)
                    rows = await found.fetchall()
                except BaseException as error:
                    was_cut_off = connection.broken
                    await connection.close()
                    # That of one that was idle shows only now; another one is tried.
                    if is_used and was_cut_off and isinstance(error, psycopg.OperationalError):
                        continue
                    raise
                if self._is_closed:
                    await connection.close()
                else:
                    self._idle.append(connection)
                return query.rows(rows)
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise DatabaseBusy(str(error)) from None
        except psycopg.DataError as error:
            raise UnfitValue(str(error)) from None
        except psycopg.InternalError as error:
            raise DatabaseUnusable(str(error)) from None
        finally:
            self._places.release()

    async def _connect(self) -> Any:
        import psycopg

        options = {**self._options, "connect_timeout": CONNECT_SECONDS, "autocommit": True}
        return await psycopg.AsyncConnection.connect(*self._arguments, **options)

    async def close(self) -> None:
        """Close all connections; those whose queries still run are closed after them."""
        self._is_closed = True
        while self._idle:
            await self._idle.pop().close()


_compiled: Final[dict[tuple[str, Select[*tuple[Any, ...]]], _Compiled]] = {}


def compile_query(dialect: Dialect, statement: Select[*tuple[Any, ...]]) -> _Compiled:
    """The query for a kind of database, the same for all of that kind."""
    known = _compiled.get((dialect.name, statement))
    if known is None:
        compiled: Any = statement.compile(dialect=dialect)
        columns = tuple(statement.selected_columns)
        known = _compiled[dialect.name, statement] = _Compiled(
            str(compiled),
            tuple(compiled.positiontup or ()),
            {name: bind.effective_value for name, bind in compiled.binds.items() if not bind.required},
            tuple(str(column.key) for column in columns),
            tuple(column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns),
        )
    return known
