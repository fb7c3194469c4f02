"""Passwords and hashes stay inside: not in the environment of bots, on the command line, in files or in logs."""

import asyncio
import stat
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from goldenspike.server.settings import BadSettings, load_settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.storage.schema import Setting
from goldenspike.server.thinking import pool
from goldenspike.server.thinking.pool import Thinkers
from goldenspike.server.thinking.questions import Forget

PASSWORD = "swordfish"


def test_bot_processes_do_not_inherit_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_WORKER_SETTINGS", f'{{"database": "postgresql://spike:{PASSWORD}@db/spike"}}')
    monkeypatch.setenv("PGPASSWORD", PASSWORD)

    async def environment() -> bytes:
        thinkers = Thinkers(1, patience=60)
        try:
            await thinkers.ask(Forget("nobody"), object)
            return Path(f"/proc/{thinkers.processes[0]}/environ").read_bytes()
        finally:
            await thinkers.close()

    inherited = asyncio.run(environment())
    assert b"PATH=" in inherited and PASSWORD.encode() not in inherited


def test_programs_find_what_they_need() -> None:
    kept = pool.clean_environment({"PATH": "/bin", "LC_ALL": "C", "GOLDENSPIKE_DATABASE": "x", "AWS_SECRET_ACCESS_KEY": "y"})
    assert kept == {"PATH": "/bin", "LC_ALL": "C"}


@pytest.mark.parametrize("flag", ["database", "redis"])
def test_passwords_on_the_command_line_are_refused(flag: str, tmp_path: Path) -> None:
    url = f"{'postgresql' if flag == 'database' else 'redis'}://spike:{PASSWORD}@db.example/0"
    with pytest.raises(BadSettings, match=f"--{flag}: other users can read") as raised:
        load_settings({flag: url}, environ={})
    assert PASSWORD not in str(raised.value)
    assert getattr(load_settings({}, environ={f"GOLDENSPIKE_{flag.upper()}": url}).settings, flag) == url


def test_only_the_owner_reads_the_database(tmp_path: Path) -> None:
    file = tmp_path / "spike.db"
    file.touch(0o644)

    async def use() -> dict[str, int]:
        database = Database(f"sqlite:///{file}")
        await migrate(database)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        await database.close()
        return modes

    assert asyncio.run(use()) == {"spike.db": 0o600, "spike.db-wal": 0o600, "spike.db-shm": 0o600}


def test_database_errors_do_not_show_values(database: str) -> None:
    async def fail() -> str:
        store = Database(database)
        await migrate(store)
        try:
            async with store.write() as connection:
                for _ in range(2):
                    await connection.execute(insert(Setting).values(key="k", value=PASSWORD))
        except IntegrityError as error:
            return str(error)
        finally:
            await store.close()
        return ""

    shown = asyncio.run(fail())
    assert "setting" in shown and PASSWORD not in shown
