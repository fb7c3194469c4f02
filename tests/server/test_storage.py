"""Migrations, settings and the command that serves."""

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Integer, Select, String, bindparam, func, insert, literal_column, select, text
from sqlalchemy.exc import IntegrityError

from goldenspike.server.services import prepare
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import DATABASE_TROUBLE, Database, UnknownDatabase, database_url
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.storage.schema import Base, User
from goldenspike.server.storage.trouble import UnfitValue


def test_migrations_lead_to_the_present_schema(database: str) -> None:
    async def check() -> None:
        store = Database(database)
        await migrate(store)
        await migrate(store)
        async with store.read() as connection:
            assert await connection.run_sync(differences) == []
        await store.close()

    anyio.run(check)


def test_what_names_look_like_follows_the_present_rule(database: str) -> None:
    """Otherwise an imitation of a player who registered earlier would not be noticed."""

    async def check() -> None:
        store = Database(database)
        await migrate(store)
        async with store.write() as connection:
            await connection.execute(
                insert(User).values(id="vv", name="VVanda", name_key="vvanda", name_look="vvanda", created_at=0)
            )
            await connection.execute(text("UPDATE alembic_version SET version_num = '0028'"))
        await migrate(store)
        async with store.read() as connection:
            assert (await connection.execute(select(User.name_look))).scalar_one() == "wanda"
        await store.close()

    anyio.run(check)


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))


def test_the_secret_of_an_installation_stays(database: str) -> None:
    first = anyio.run(prepare, Settings(database=database))
    assert len(first) > 40 and anyio.run(prepare, Settings(database=database)) == first


def test_sqlite_writes_ahead_and_flushes(tmp_path: Path) -> None:
    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        async with store.read() as connection:
            assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
            assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2
            assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar() == 1
        await store.close()

    anyio.run(check)


def test_what_was_read_of_sqlite_stays_in_memory(tmp_path: Path) -> None:
    """As much as the lists of somebody with many tables need; only for the one connection that reads them."""

    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        query: Select[*tuple[Any, ...]] = select(literal_column("cache_size")).select_from(text("pragma_cache_size"))
        assert list((await store.all(query, {}))[0].values()) == [-16_000]
        async with store.read() as connection:
            assert (await connection.execute(query)).scalar() == -2_000
        await store.close()

    anyio.run(check)


@pytest.mark.parametrize("committing", [False, True])
def test_a_write_that_is_cancelled_is_whole_or_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, committing: bool) -> None:
    """Somebody who leaves while his move goes to the disk must not leave a broken connection behind."""

    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        async with store.write() as connection:
            await connection.execute(text("CREATE TABLE t (n INTEGER)"))
        reached = anyio.Event()
        flush = store._flush
        flushed = 0

        async def watched(connection: Connection) -> None:
            nonlocal flushed
            flushed += 1
            if flushed == 2:
                reached.set()
            await flush(connection)

        monkeypatch.setattr(store, "_flush", watched)

        async def put(number: int) -> None:
            async with store.write() as connection:
                await connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": number})
                if number == 9 and not committing:
                    reached.set()
                    await anyio.sleep_forever()

        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(put, number)
            with anyio.fail_after(60):
                await reached.wait()
            group.cancel_scope.cancel()
        await put(99)
        async with store.read() as connection:
            found = [row.n for row in await connection.execute(text("SELECT n FROM t"))]
        # The second commit is for all who waited for the first: on the way to the disk they are seen through. Of ten writes
        # whose last was cancelled before that, only the last is gone.
        assert found == [*range(20 if committing else 9), 99]
        await store.close()

    anyio.run(check)


def test_writers_who_wait_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits longer than for the commit under way and the next; what one of them does wrong is undone for that one only."""

    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        async with store.write() as connection:
            await connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
        commits: list[int] = []
        flush = store._flush

        async def counted(connection: Connection) -> None:
            commits.append(0)
            await flush(connection)

        monkeypatch.setattr(store, "_flush", counted)
        refused: list[int] = []

        async def put(number: int, stored: int, alone: bool = False) -> None:
            try:
                async with store.write(alone) as connection:
                    await connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": stored})
                    if number == 7:
                        raise ValueError
            except (IntegrityError, ValueError):
                refused.append(number)
                return
            async with store.read() as connection:
                assert (await connection.execute(text("SELECT n FROM t WHERE n = :n"), {"n": stored})).scalar() == stored

        async with anyio.create_task_group() as group:
            for number in range(10):
                group.start_soon(put, number, 3 if number == 5 else number)
        assert refused == [5, 7] and len(commits) == 2
        commits.clear()
        async with anyio.create_task_group() as group:
            for number in range(10, 20):
                group.start_soon(put, number, number, number == 15)
        # The first, those before the long one, the long one, and the others.
        assert len(commits) == 4
        async with store.read() as connection:
            found = [row.n for row in await connection.execute(text("SELECT n FROM t ORDER BY n"))]
        assert found == [number for number in range(20) if number not in refused]
        await store.close()

    anyio.run(check)


def test_somebody_who_gives_up_waiting_leaves_nobody_behind(tmp_path: Path) -> None:
    """Those who have written rely on the next in line to commit."""

    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        async with store.write() as connection:
            await connection.execute(text("CREATE TABLE t (n INTEGER)"))
        written = 0

        async def put(number: int) -> None:
            nonlocal written
            async with store.write() as connection:
                await connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": number})
            written += 1

        for cancelled in range(1, 4):
            tasks = [asyncio.create_task(put(number)) for number in range(4)]
            while not store._waiting:
                await asyncio.sleep(0)
            tasks[cancelled].cancel()
            with anyio.fail_after(60):
                await asyncio.gather(*tasks, return_exceptions=True)
        assert written >= 9 and store._batch is None
        await store.close()

    anyio.run(check)


def test_nothing_is_acknowledged_that_sqlite_undid(tmp_path: Path) -> None:
    """A full disk undoes the whole transaction, also what those have written who share it."""

    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        async with store.write() as connection:
            await connection.execute(text("CREATE TABLE t (n INTEGER, bytes BLOB)"))
        outcomes: dict[int, str] = {}

        async def put(number: int) -> None:
            try:
                async with store.write() as connection:
                    if number == 2:
                        await connection.execute(text("PRAGMA max_page_count=4"))
                    size = 100_000 if number == 2 else 1
                    await connection.execute(text("INSERT INTO t VALUES (:n, zeroblob(:size))"), {"n": number, "size": size})
                outcomes[number] = "acknowledged"
            except DATABASE_TROUBLE:
                outcomes[number] = "refused"

        async with anyio.create_task_group() as group:
            for number in range(5):
                group.start_soon(put, number)
        async with store.read() as connection:
            found = [row.n for row in await connection.execute(text("SELECT n FROM t ORDER BY n"))]
        assert found == [number for number in range(5) if outcomes[number] == "acknowledged"]
        assert outcomes[2] == "refused" and outcomes[4] == "acknowledged", "those who come later write again"
        await store.close()

    anyio.run(check)


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can be written to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_shows_before_somebody_writes(tmp_path: Path) -> None:
    """Locking the database is not enough to find out."""

    async def check() -> None:
        store = Database(f"sqlite:///{tmp_path / 'x.db'}")
        await migrate(store)
        await store.check()
        with full_disk(), pytest.raises(DATABASE_TROUBLE):
            await store.check()
        await store.check()
        await store.close()

    anyio.run(check)


def test_a_database_that_can_only_be_read_is_trouble(database: str) -> None:

    async def check() -> None:
        store = Database(database)
        await migrate(store)
        await store.check()
        if store.is_sqlite:
            async with store.read() as connection:
                await connection.execute(text("PRAGMA query_only=1"))
        else:
            async with store.write() as connection:
                await connection.execute(text(f"ALTER DATABASE {store.url.database} SET default_transaction_read_only=on"))
            await store.close()
            store = Database(database)
        with pytest.raises(DATABASE_TROUBLE):
            await store.check()
        await store.close()

    anyio.run(check)


def test_urls_get_their_driver() -> None:
    assert database_url("postgresql://u:p@h/d").drivername == "postgresql+psycopg"
    assert database_url("sqlite:///x.db").drivername == "sqlite"
    with pytest.raises(UnknownDatabase):
        database_url("mysql://h/d")


ONE: Select[tuple[int]] = select(literal_column("1").label("one")).where(bindparam("given", type_=Integer) == 1)


def test_queries_go_on_after_postgresql_has_cut_them_off(postgres_database: str) -> None:
    """And more than there are connections wait for each other."""

    async def check() -> None:
        store = Database(postgres_database)
        try:
            for _ in range(2):
                found = await asyncio.gather(*(store.first(ONE, {"given": number}) for number in range(20)))
                assert found == [None, {"one": 1}, *[None] * 18]
                with psycopg.connect(postgres_database, autocommit=True) as other:
                    other.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid != pg_backend_pid()"
                    )
        finally:
            await store.close()

    anyio.run(check)


COUNTED: Select[Any] = select(func.nextval(literal_column("'tries'")).label("one"), func.pg_sleep(60).label("other"))


def test_a_query_that_takes_too_long_is_not_repeated(postgres_database: str) -> None:
    """Although it ran on a connection that was idle."""
    with psycopg.connect(postgres_database, autocommit=True) as other:
        other.execute("CREATE SEQUENCE tries")
        other.execute(f'ALTER DATABASE "{postgres_database.rpartition("/")[2]}" SET statement_timeout = 100')

    async def check() -> None:
        store = Database(postgres_database)
        try:
            await asyncio.gather(*(store.first(ONE, {"given": 1}) for _ in range(8)))
            with pytest.raises(DATABASE_TROUBLE, match="timeout"):
                await store.first(COUNTED, {})
        finally:
            await store.close()

    anyio.run(check)
    with psycopg.connect(postgres_database) as other:
        assert other.execute("SELECT last_value FROM tries").fetchone() == (1,)


def test_a_query_that_postgresql_does_not_answer_is_trouble(postgres_database: str) -> None:
    async def check() -> None:
        store = Database(postgres_database.replace("/spike_", "/missing_"))
        with pytest.raises(DATABASE_TROUBLE):
            await store.first(ONE, {"given": 1})
        await store.close()

    anyio.run(check)


NAMED: Select[tuple[int]] = select(literal_column("1").label("one")).where(bindparam("given", type_=String) == "x")


def test_text_that_postgresql_cannot_hold_is_unfit_and_harms_no_connection(postgres_database: str) -> None:
    async def check() -> None:
        store = Database(postgres_database)
        try:
            for _ in range(10):
                with pytest.raises(UnfitValue):
                    await store.first(NAMED, {"given": "a\0b"})
                assert await store.first(NAMED, {"given": "x"}) == {"one": 1}
        finally:
            await store.close()

    anyio.run(check)


def test_a_query_that_lacks_a_parameter_is_refused(database: str) -> None:
    """It must not look for NULL."""

    async def check() -> None:
        store = Database(database)
        try:
            with pytest.raises(Exception, match="given"):
                await store.first(ONE, {})
        finally:
            await store.close()

    anyio.run(check)


def test_a_query_that_runs_while_the_database_is_closed_leaves_nothing_open(postgres_database: str) -> None:
    async def check() -> None:
        store = Database(postgres_database)
        with psycopg.connect(postgres_database) as other:
            other.execute("SELECT pg_advisory_lock(1862)")
            locking: Select[tuple[str]] = select(literal_column("pg_advisory_lock(1862)::text").label("locked"))
            waiting = asyncio.create_task(store.first(locking, {}))
            while not other.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
                await asyncio.sleep(0)
            await store.close()
        assert await waiting == {"locked": ""}
        with psycopg.connect(postgres_database, options="-c lock_timeout=60s") as other:
            other.execute("SELECT pg_advisory_lock(1862)")

    anyio.run(check)
