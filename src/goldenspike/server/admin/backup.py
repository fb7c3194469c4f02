"""Back up and restore. A backup is always an SQLite file, whatever the database, so it can also move an installation.

A backup is consistent and can be made while the server is running. To restore, the server must be stopped.
"""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, func, insert, select, text
from sqlalchemy.pool import NullPool

from goldenspike.server.storage.database import Database, database_url
from goldenspike.server.storage.migrate import alembic_config, migrate
from goldenspike.server.storage.schema import Base

_ROWS_AT_ONCE: Final = 500
_TABLES: Final = Base.metadata.sorted_tables


class BackupError(Exception):
    """Something cannot be backed up or restored; the message is one line."""


def back_up(database: str, file: Path) -> int:
    """Write a backup; returns its size in bytes. An existing file is not overwritten."""
    if file.exists():
        raise BackupError(f"{file} exists already")
    with _temporary(file.parent) as copy:
        if database_url(database).get_backend_name() == "sqlite":
            _copy_sqlite(sqlite_file(database), copy)
        else:
            _migrate(copy)
            with _engine(database).connect() as source, _engine(_url(copy)).begin() as target:
                source.execution_options(isolation_level="REPEATABLE READ")
                _require_head(source)
                _copy_rows(source, target)
        check_backup(copy)
        _publish(copy, file)
    return file.stat().st_size


def restore(database: str, file: Path, replace: bool = False) -> None:
    """Restore a backup into an empty database; `replace` discards what is in it."""
    check_backup(file)
    is_sqlite = database_url(database).get_backend_name() == "sqlite"
    folder = sqlite_file(database).parent if is_sqlite else Path(tempfile.gettempdir())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _temporary(folder) as copy:
        _copy_sqlite(file, copy)
        _migrate(copy)
        check_backup(copy)
        if is_sqlite:
            target = sqlite_file(database)
            _require_free(target, replace)
            _leave_to_owner(copy, target)
            _publish(copy, target)
        else:
            _restore_rows(copy, database, replace)


def check_backup(file: Path) -> None:
    """Whether a file is an intact database of this program, of this version or an earlier one."""
    if not file.is_file():
        raise BackupError(f"{file}: no such file")
    try:
        with closing(_connect(file)) as connection:
            ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
            if found != "ok":
                raise BackupError(f"{file} is damaged: {' '.join(str(found).split())}")
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise BackupError(f"{file} is damaged: rows are missing")
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error as error:
        raise BackupError(f"{file} is not a backup, or is damaged: {error}") from None
    known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    if len(versions) != 1 or versions[0][0] not in known:
        raise BackupError(f"{file} was made by a newer version of Golden Spike")


def sqlite_file(database: str) -> Path:
    return Path(database_url(database).database or "")


def is_current(connection: Connection) -> bool:
    """Whether the database has the schema of this version."""
    head = ScriptDirectory.from_config(alembic_config()).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


def _require_head(connection: Connection) -> None:
    if not is_current(connection):
        raise BackupError("the database belongs to another version of Golden Spike; start the server once to migrate it")


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _copy_sqlite(source: Path, copy: Path) -> None:
    try:
        with closing(_connect(source)) as reading, closing(sqlite3.connect(copy)) as writing:
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be read: {error}") from None


@contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    """A file that only its owner can read, removed afterward unless it was moved; so are SQLite's files beside it."""
    try:
        handle, name = tempfile.mkstemp(prefix=".goldenspike-", suffix=".db", dir=folder)
    except OSError as error:
        raise BackupError(f"{folder}: {error.strerror}") from None
    os.close(handle)
    copy = Path(name)
    try:
        yield copy
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            copy.with_name(copy.name + suffix).unlink(missing_ok=True)


def _leave_to_owner(copy: Path, file: Path) -> None:
    """A database that root restores belongs to the user of the server: to whom the old one, or else the folder, belonged."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = (file if file.exists() else file.parent).stat()
        os.chown(copy, owner.st_uid, owner.st_gid)


def _publish(copy: Path, file: Path) -> None:
    """Move a finished file into place; it is on disk before it becomes visible."""
    with copy.open("rb+") as stream:
        os.fsync(stream.fileno())
    os.replace(copy, file)


def _migrate(file: Path) -> None:
    async def run() -> None:
        database = Database(_url(file))
        try:
            await migrate(database)
        finally:
            await database.close()

    asyncio.run(run())
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _url(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"


def _engine(database: str) -> Engine:
    return create_engine(database_url(database), hide_parameters=True, poolclass=NullPool)


def _require_free(target: Path, replace: bool) -> None:
    """Check that nobody is using the file: leaving WAL mode needs exclusive access."""
    if not target.exists() or target.stat().st_size == 0:
        return
    if not replace:
        raise BackupError(f"{target} holds data; to discard it, add --replace")
    try:
        with closing(sqlite3.connect(target, timeout=0)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError:
        mode = "busy"
    except sqlite3.DatabaseError:
        # A damaged database is replaced, and nobody can be using it.
        mode = "delete"
    if mode != "delete":
        raise BackupError(f"{target} is in use: stop the server first")
    for suffix in ("-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in _TABLES:
        found = source.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            target.execute(insert(table), [{name: _storable(value) for name, value in row.items()} for row in rows])


def _storable(value: Any) -> Any:
    """PostgreSQL cannot store NUL characters, which SQLite accepted in messages."""
    return value.replace("\0", "") if isinstance(value, str) else value


def _restore_rows(copy: Path, database: str, replace: bool) -> None:
    async def prepare() -> None:
        opened = Database(database)
        try:
            await migrate(opened)
        finally:
            await opened.close()

    asyncio.run(prepare())
    with _engine(_url(copy)).connect() as source, _engine(database).begin() as target:
        others = text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        if target.execute(others).scalar_one():
            raise BackupError("the database is in use: stop the server first")
        if any(target.execute(select(func.count()).select_from(table)).scalar_one() for table in _TABLES):
            if not replace:
                raise BackupError("the database holds data; to discard it, add --replace")
            for table in reversed(_TABLES):
                target.execute(table.delete())
        _copy_rows(source, target)
        for table in _TABLES:
            _advance_sequence(target, table)


def _advance_sequence(target: Connection, table: Any) -> None:
    """New rows get numbers after those restored."""
    column = table.autoincrement_column
    if column is None or not isinstance(column.type.python_type(), int):
        return
    sequence = target.execute(select(func.pg_get_serial_sequence(table.name, column.name))).scalar_one()
    if sequence is not None:
        last = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
        target.execute(select(func.setval(sequence, last, False)))
