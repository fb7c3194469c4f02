"""Several processes: sockets, Redis, lost workers and wrong starts."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, cast
from uuid import uuid4

import anyio
import httpx
import psycopg
import pytest
import uvicorn
from litestar.testing import TestClient
from redis.asyncio import Redis
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import SIGNALS, Process

from goldenspike.protocol.messages import News
from goldenspike.server.app import create_app
from goldenspike.server.connections import GuardedProtocol
from goldenspike.server.live.hub import MISSED, RedisHub
from goldenspike.server.live.stream import Listener, _messages
from goldenspike.server.problems import Problem
from goldenspike.server.run import _listen, _Worker, _Workers
from goldenspike.server.settings import BadSettings, Settings
from goldenspike.server.table.changes import touch
from notice_receivers import SERVER, web_receiver
from server_helpers import Browser, Program, free_port, lines_logged, live_page, served, wait_until

pytestmark = pytest.mark.programs


def test_connections_hold_nothing_back() -> None:
    with _listen("127.0.0.1", 0) as listening:
        listening.listen()
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_named() -> None:
    with _listen("127.0.0.1", 0) as listening:
        listening.listen()
        with pytest.raises(BadSettings, match=f"127.0.0.1:{listening.getsockname()[1]}"):
            _listen(*listening.getsockname())


@pytest.mark.parametrize("settings", [{"GOLDENSPIKE_REDIS": "redis://127.0.0.1:1/0"}, {"GOLDENSPIKE_HOST": "192.0.2.1"}])
def test_a_wrong_start_ends_with_2(tmp_path: Path, settings: dict[str, str]) -> None:
    command = [sys.executable, "-m", "goldenspike.cli.main", "serve", "--data", str(tmp_path), "--port", str(free_port())]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert ("Traceback" not in done.stderr and "127.0.0.1:1" in done.stderr) or "192.0.2.1" in done.stderr


def test_presence_does_not_search_redis(redis: str) -> None:
    async def check() -> None:
        hub, client = RedisHub(redis), Redis.from_url(redis)
        await client.config_resetstat()
        await hub.arrive("t", "ada")
        await hub.arrive("t", "bob")
        await hub.arrive("u", "cyd")
        await hub.stay("t", "ada")
        await hub.leave("t", "bob")
        assert await hub.present("t") == {"ada"} and await hub.present("u") == {"cyd"}
        assert await hub.present("nowhere") == frozenset()
        used = await client.info("commandstats")
        assert "cmdstat_scan" not in used and "cmdstat_keys" not in used
        await client.aclose()
        await hub.close()

    anyio.run(check)


def test_pages_catch_up_after_redis_was_away(redis: str) -> None:
    async def check() -> None:
        hub, client = RedisHub(redis), Redis.from_url(redis)
        await hub.start()
        async with hub.listen("t") as queue:
            while not await client.pubsub_numpat():
                await asyncio.sleep(0.01)
            await client.client_kill_filter(_type="pubsub")
            news = await asyncio.wait_for(queue.get(), 60)
            assert news is not None and news.kind == "game"
            # They are told when nothing can be missed any more.
            assert await client.pubsub_numpat()
        await client.aclose()
        await hub.close()

    anyio.run(check)


def test_who_is_present_is_asked_again_after_redis_was_away(redis: str) -> None:
    """Otherwise pages that catch up would show somebody who has left, until the next one comes or leaves."""

    async def check() -> None:
        hub, client = RedisHub(redis), Redis.from_url(redis)
        await hub.start()
        while not await client.pubsub_numpat():
            await asyncio.sleep(0.01)
        async with hub.listen("away") as queue:
            await hub.arrive("away", "bob")
            await asyncio.wait_for(queue.get(), 60)
            assert await hub.present("away") == {"bob"}
            # Another process takes him off, and what it tells is missed.
            await client.zrem("goldenspike:present:away", "bob")
            await client.client_kill_filter(_type="pubsub")
            assert await asyncio.wait_for(queue.get(), 60) == MISSED
            assert await hub.present("away") == frozenset()
        await client.aclose()
        await hub.close()

    anyio.run(check)


def test_messages_of_other_programs_are_ignored(redis: str) -> None:
    """Another program may use the same Redis, and the same prefix."""

    async def check() -> None:
        hub, client = RedisHub(redis), Redis.from_url(redis)
        await hub.start()
        async with hub.listen("t") as queue:
            while not await client.pubsub_numpat():
                await asyncio.sleep(0.01)
            foreign = [b"", b"hello", b"\xff\xfe", b"[" * 100_000, b'{"kind": 7}', b'{"kind": "game", "revision": "x"}']
            for message in foreign:
                await client.publish("goldenspike:t", message)
            await client.publish(b"goldenspike:\xff", b"{}")
            await hub.publish("t", News("game", 7, 6))
            assert await asyncio.wait_for(queue.get(), 60) == News("game", 7, 6)
        await client.aclose()
        await hub.close()

    anyio.run(check)


def test_programs_are_told_the_position_after_redis_was_away(tmp_path: Path) -> None:
    """They cannot know otherwise what they have missed, or that they have missed something."""
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'spike.db'}", warm=False, limits=False))) as client:
        ada, services = Program(client, "Ada"), client.app.state.services
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]

        async def check() -> list[bytes]:
            stream = _messages(Listener(services, table, None, ""))
            told = [await anext(stream)]
            assert (await asyncio.to_thread(ada.act, table, {"do": "Pass", "player": 0})).status_code == 200
            told.append(await anext(stream))
            services.hub.deliver(table, MISSED)
            told.append(await anext(stream))
            return [plain for plain, _ in told]

        _, moved, caught_up = client.blocking_portal.call(check)
        assert b'"revision":2,"ply":1' in moved and caught_up == moved


def test_only_one_process_wakes_the_bots(redis: str) -> None:
    async def check() -> None:
        one, other = RedisHub(redis), RedisHub(redis)
        assert [await one.claim("test", 60), await other.claim("test", 60)] == [True, False]
        await one.close()
        await other.close()

    anyio.run(check)


def test_stale_tells_the_present_position(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'spike.db'}", secret="s" * 40, warm=False, limits=False))

    async def check() -> None:
        transport = httpx.ASGITransport(cast(Any, app))
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            token = (await client.post("/api/v1/guests", json={"name": "Ada"})).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            seats = [{"kind": "me"}, {"kind": "local"}]
            wanted = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
            table_id = (await client.post("/api/v1/tables", headers=headers, json=wanted)).json()["id"]
            action = {"ply": 0, "action": {"do": "Pass", "player": 0}}
            before = await app.state.services.tables.live.get(table_id)
            assert (await client.post(f"/api/v1/tables/{table_id}/actions", headers=headers, json=action)).status_code == 200
            with pytest.raises(Problem) as raised:
                async with app.state.services.database.write() as connection:
                    await touch(connection, replace(before, name="as another process knows it"))
            assert raised.value.code == "stale" and raised.value.facts == {"ply": 1, "undos": 0}

    asyncio.run(check())


Served = tuple[str, "subprocess.Popen[Any]", IO[str], str]
"""The address of a server, its process, what it says, and its database."""


@pytest.fixture(scope="module")
def two_workers(postgres: str, redis: str) -> Iterator[Served]:
    with serving_with_two_workers(postgres, redis) as found:
        yield found


@contextmanager
def serving_with_two_workers(postgres: str, redis: str) -> Iterator[Served]:
    """Two processes with PostgreSQL and Redis."""
    name = f"spike_{uuid4().hex}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    database = f"{postgres}/{name}"
    # On a busy machine a delivery takes longer than the usual lease of the tests, and would be made twice.
    chosen = {**SERVER, "notice_lease": 60}
    settings = [part for name, value in chosen.items() for part in ("--set", f"{name}={value}")]
    options = ("--database", database, "--redis", redis, "--workers", "2", "--unlimited", *settings)
    with tempfile.TemporaryFile("w+") as errors, served(*options, errors=errors) as (address, process):
        yield address, process, errors, database


def test_two_processes_tell_once_and_time_out_once(two_workers: Served) -> None:
    """Both look for notices and for clocks that are due."""
    address, _, _, database = two_workers
    clock = {"kind": "move", "seconds": 3600, "time_out": "stand_in"}
    with web_receiver() as receiver, httpx.Client(base_url=address, timeout=60) as client:
        ada, bob = Program(client, "Ada"), Browser(client).as_guest("Bob")
        bob.post("/account/notices/add", {"channel": "hook", "target": receiver.url})
        tables: list[str] = []
        for _ in range(6):
            made = ada.new_table("me", "open", options={"seating": "free"}, clock=clock)
            assert bob.send(f"/t/{made['id']}/join/{made['invite']}").status_code == 303
            assert ada.act(made["id"], {"do": "Pass", "player": 0}).status_code == 200
            tables.append(made["id"])
        wait_until(lambda: len(receiver.turns) >= len(tables), "all turns are told")
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE seat_clock SET deadline = 1, low_at = NULL, due_at = 1 WHERE due_at IS NOT NULL")

        def entries(table: str) -> list[str]:
            found = ada.get(f"/tables/{table}/log").json()["entries"]
            return [entry["kind"] for entry in found if entry["kind"] in ("timed_out", "stand_in_starts")]

        wait_until(lambda: all("timed_out" in entries(table) for table in tables), "all clocks have run out", seconds=120)
        assert [entries(table) for table in tables] == [["timed_out", "stand_in_starts"]] * len(tables)
        told = {(table, kind) for table in tables for kind in ("turn", "time_out")}
        wait_until(lambda: {(table, kind) for table, _, kind in receiver.turns} >= told, "all time-outs are told")
        counted = Counter((table, kind) for table, _, kind in receiver.turns)
        assert counted == dict.fromkeys(told, 1)


def workers_of(process: "subprocess.Popen[Any]") -> list[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_killed_worker_is_replaced_and_logged(two_workers: Served) -> None:
    """Also if it is killed before it serves."""
    address, process, errors, _ = two_workers
    assert httpx.get(f"{address}/healthz", timeout=60).text == "ok"
    for worker in workers_of(process):
        os.kill(worker, signal.SIGKILL)

        def logged(pid: int = worker) -> bool:
            errors.seek(0)
            return f"worker {pid} ended (-9); another one is started" in errors.read()

        wait_until(logged, "the lost worker is logged", seconds=30)
    assert httpx.get(f"{address}/healthz", timeout=60).text == "ok"


def test_stopping_does_not_wait_for_a_worker_that_does_not_answer(postgres: str, redis: str) -> None:
    """It may be starting on a busy machine."""
    with serving_with_two_workers(postgres, redis) as (_, process, _, _):
        slow, other = workers_of(process)
        os.kill(slow, signal.SIGSTOP)
        try:
            # Longer than the supervisor waits between two looks at the workers.
            time.sleep(1)
            process.terminate()
            wait_until(lambda: other not in workers_of(process), "the other worker is stopped", seconds=30)
        finally:
            os.kill(slow, signal.SIGCONT)
        assert process.wait(60) == 0


def test_a_worker_has_its_application_before_it_catches_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then a signal to stop ends it at once; later it would start first."""
    seen: list[bool] = []
    monkeypatch.setattr("goldenspike.server.run.tune_gc", lambda: None)
    monkeypatch.setattr(Process, "target", lambda worker, sockets: seen.append(worker.config.loaded))
    _Worker(uvicorn.Config(lambda: None, factory=True, http=GuardedProtocol), []).target([])
    assert seen == [True]


def test_nothing_is_collected_at_the_end() -> None:
    """It would take half a second of processor time, for what ends anyway."""
    code = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0));"
        "from goldenspike.server.warm import tune_gc; tune_gc()"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout == "True\n"


def test_stopping_two_workers_with_live_pages_is_quiet(postgres: str, redis: str) -> None:
    with serving_with_two_workers(postgres, redis) as (address, process, errors, _):
        with httpx.Client(base_url=address, timeout=60) as client:
            table = Program(client, "Ada").new_table("me", "local")["id"]
        pages = [live_page(address, table) for _ in range(50)]
        process.terminate()
        assert process.wait(60) == 0
        for page in pages:
            page.close()
        (announced,) = lines_logged(errors)
        assert address in announced


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTTIN, signal.SIGTTOU])
def test_no_signal_starts_workers_that_hand_over_no_connections(number: signal.Signals) -> None:
    handlers = {other: signal.getsignal(other) for other in SIGNALS}
    try:
        workers = _Workers(uvicorn.Config("x:y", workers=1), sockets=[])
        workers.processes = cast(Any, [SimpleNamespace(pid=4711, exitcode=None)])
        workers.signal_queue.append(number)
        workers.handle_signals()
        assert workers.processes_num == len(workers.processes) == 1
        assert not workers.should_exit.is_set()
    finally:
        for other, handler in handlers.items():
            signal.signal(other, handler)


def test_a_worker_that_cannot_start_is_not_replaced(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    forgotten: list[int] = []
    monkeypatch.setattr("goldenspike.server.run.forget_process", forgotten.append)
    workers = _Workers(uvicorn.Config("x:y", workers=1), sockets=[])
    workers.processes = cast(Any, [SimpleNamespace(pid=4711, exitcode=STARTUP_FAILURE)])
    workers.keep_subprocess_alive()
    assert workers.has_failed and workers.should_exit.is_set() and forgotten == [4711]
    assert "worker 4711 cannot start" in caplog.text and "another" not in caplog.text
