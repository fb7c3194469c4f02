"""What may go wrong around the server: clocks, paths, stops, damaged data."""

import asyncio
import gc
import itertools
import logging
import re
import resource
import signal
import sqlite3
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection, create_engine, text

from goldenspike.core.actions import Action
from goldenspike.server import errors, warm
from goldenspike.server.app import create_app
from goldenspike.server.live.connections import Connections, raise_file_limit
from goldenspike.server.live.stopping import ending_at_once
from goldenspike.server.networks import network_of
from goldenspike.server.problems import Problem
from goldenspike.server.rare_log import RareLog
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import database_url
from goldenspike.server.table.bots import BotRunner
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.warm import MOST_ENDED, end_tasks, tidy_up
from server_helpers import (
    Browser,
    Program,
    free_port,
    lines_logged,
    live_page,
    make_postgres,
    running_postgres,
    served,
    wait_until,
)

PASS = {"do": "Pass", "player": 0}


def test_moves_stay_in_order_when_the_clock_is_set_back(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Program(client, "Ada")
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    start = ada.get(f"/tables/{table}/log").json()
    assert start["moves"] == []
    times = itertools.count(1_000_000_000_000, -60_000)
    monkeypatch.setattr("goldenspike.server.table.changes.now", lambda: next(times))
    for player in (0, 1, 0, 1):
        assert ada.act(table, {"do": "Pass", "player": player}).status_code == 200
        ada.post(f"/tables/{table}/chat", {"text": f"message of {player}"})
    log = ada.get(f"/tables/{table}/log").json()
    for kind in ("moves", "entries"):
        found = [entry["made_at"] for entry in log[kind]]
        assert found == sorted(found)
    page = Browser(client).get(f"/t/{table}").text
    assert re.findall(r"message of (\d)", page) == ["0", "1", "0", "1"]


@pytest.mark.parametrize("path", ["/static/%00", "/static/a%00b.js", "/static/" + "x" * 300, "/static/..%2fapp.py", "/t/%00"])
def test_impossible_paths_are_not_found(client: TestClient[Litestar], path: str) -> None:
    assert client.get(path).status_code in (400, 404)


@pytest.mark.programs
def test_stopping_with_live_pages_is_quiet(tmp_path: Path) -> None:
    with tempfile.TemporaryFile("w+") as errors:
        with served("--data", str(tmp_path), "--unlimited", errors=errors) as (address, process):
            with httpx.Client(base_url=address) as client:
                table = Program(client, "Ada").new_table("me", "local")["id"]
            pages = [live_page(address, table) for _ in range(50)]
            process.terminate()
            assert process.wait(60) in (0, -15)
            for page in pages:
                page.close()
        (announced,) = lines_logged(errors)
        assert address in announced


# --- damaged data


def change(database: str, statement: str, **values: object) -> None:
    engine = create_engine(database_url(database))

    def execute(connection: Connection) -> None:
        connection.execute(text(statement), values)

    with engine.begin() as connection:
        execute(connection)
    engine.dispose()


def forget_tables(client: TestClient[Litestar]) -> None:
    client.app.state.services.tables.live._kept.clear()


def test_a_damaged_position_is_rebuilt(client: TestClient[Litestar], database: str) -> None:
    ada = Program(client, "Ada")
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    for player in (0, 1, 0):
        assert ada.act(table, {"do": "Pass", "player": player}).status_code == 200
    params = {"seat": 0, "ply": 3}
    view = ada.get(f"/tables/{table}/view", params=params).json()["view"]
    change(database, "UPDATE move SET state = :state WHERE table_id = :id AND ply = 3", state=b"garbage", id=table)
    forget_tables(client)
    assert ada.get(f"/tables/{table}/view", params=params).json()["view"] == view
    assert ada.act(table, {"do": "Pass", "player": 1}).status_code == 200
    # The rebuilt position has been stored.
    change(database, "UPDATE move SET action = '{' WHERE table_id = :id AND ply = 1", id=table)
    forget_tables(client)
    assert ada.get(f"/tables/{table}/view", params=params).json()["view"] == view


def test_a_table_that_cannot_be_rebuilt_says_so_and_offers_its_record(client: TestClient[Litestar], database: str) -> None:
    ada, eve = Browser(client).as_guest("Ada"), Browser(client).as_guest("Eve")
    ada.post("/new", {"game": "1830/classic", "players": "2", "seat.1.kind": "local", "option.seating": "free", "do": "create"})
    table = re.findall(r'href="/t/(\w+)"', ada.get("/").text)[0]
    for action in ('{"do": "Pass", "player": 0}', '{"do": "Pass", "player": 1}'):
        assert ada.act(table, action).status_code == 200
    change(database, "UPDATE move SET state = :state WHERE table_id = :id", state=b"garbage", id=table)
    change(database, """UPDATE move SET action = '{"do": "Nonsense"}' WHERE table_id = :id AND ply = 2""", id=table)
    forget_tables(client)
    page = ada.get(f"/t/{table}")
    assert page.status_code == 500 and "damaged" in page.text and f'href="/t/{table}/record"' in page.text
    assert ada.request("GET", f"/t/{table}", accept="application/json").json()["code"] == "damaged_table"
    record = ada.get(f"/t/{table}/record").json()
    assert record["title"] == "1830" and record["actions"] == [PASS, {"do": "Nonsense"}]
    assert eve.get(f"/t/{table}/record", accept="application/json").json()["code"] == "secrets_until_the_end"
    assert ada.get("/").status_code == 200


# --- a database that does not answer


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes to the database and does not finish."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.close()


def test_a_locked_database_blocks_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "spike.db"
    impatient = Settings(
        database=f"sqlite:///{file}", secret="s" * 40, warm=False, limits=False, database_wait=0.5, slow_request=0.2
    )
    app = create_app(impatient)
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0.01)
            turns += 1

    async def play() -> None:
        transport = httpx.ASGITransport(cast(Any, app))
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            guest = {"name": "Ada"}
            token = (await client.post("/api/v1/guests", json=guest)).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            assert (await client.get("/readyz")).text == "ok"
            with locked(file):
                counting = asyncio.create_task(count_turns())
                answers = await asyncio.gather(*(client.post("/api/v1/guests", json=guest) for _ in range(20)))
                counting.cancel()
                for answer in answers:
                    assert answer.status_code == 503 and answer.headers["retry-after"] == "2"
                    assert answer.json()["code"] == "database_busy"
                assert (await client.get("/api/v1/me", headers=headers)).json()["name"] == "Ada"
                assert (await client.get("/readyz")).status_code == 503
                assert (await client.get("/healthz")).status_code == 200
            assert (await client.post("/api/v1/guests", json=guest)).status_code == 201
            assert (await client.get("/readyz")).status_code == 200

    asyncio.run(play())
    assert turns >= 5
    assert len([record for record in caplog.records if record.getMessage().startswith("the database")]) == 1
    assert [record for record in caplog.records if getattr(record, "status", 0) == 503] == [], "nor is each one called slow"


@pytest.mark.parametrize("damage", ["malformed", "not a database"])
def test_a_damaged_database_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    monkeypatch.setattr(errors, "_database_log", RareLog(logging.getLogger(errors.__name__)))
    file = tmp_path / "spike.db"
    settings = Settings(database=f"sqlite:///{file}", secret="s" * 40, warm=False, limits=False)
    with TestClient(create_app(settings)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        assert ada.act(table, PASS).status_code == 200
        with sqlite3.connect(file) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = file.read_bytes()
        file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096) if damage == "malformed" else b"\xff" * len(whole))
        services = client.app.state.services
        services.database._direct.dispose()
        services.database._quick.close()
        services.database._quick._connection = None
        forget_tables(client)
        caplog.clear()
        answers = [
            ada.get(f"/tables/{table}"),
            ada.post("/guests", {"name": "Bob"}),
            ada.post(f"/tables/{table}/chat", {"text": "hello"}),
            client.get("/", headers={"accept": "text/html"}),
            client.get(f"/t/{table}", headers={"accept": "text/html"}),
        ]
        assert [(answer.status_code, answer.headers.get("retry-after")) for answer in answers] == [(503, "2")] * 5
        assert client.get("/readyz").text.splitlines()[0] == "the database does not answer"
        assert client.get("/healthz").text == "ok"
        (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        assert line.startswith("the database does not answer") and damage in line


def test_bots_wait_until_the_database_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "spike.db"
    monkeypatch.setattr("goldenspike.server.table.bots.DATABASE_SECONDS", 0.05)
    settings = Settings(database=f"sqlite:///{file}", secret="s" * 40, warm=False, limits=False, database_wait=0.1, bot_pause=0)
    with TestClient(create_app(settings)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("me", "bot", options={"seating": "free"})["id"]
        real = BotRunner._think
        held: list[AbstractContextManager[None]] = []

        async def think(self: BotRunner, table: LiveTable) -> Action:
            """The database is locked while the bot thinks for the first time."""
            action = await real(self, table)
            if not held:
                held.append(locked(file))
                held[0].__enter__()
                asyncio.get_running_loop().call_later(0.5, held[0].__exit__, None, None, None)
            return action

        monkeypatch.setattr(BotRunner, "_think", think)
        assert ada.act(table, PASS).status_code == 200
        wait_until(lambda: ada.get(f"/tables/{table}").json()["waiting_for"] == [0], "the bot has moved")
        assert held


# --- too many live connections


@pytest.mark.programs
def test_live_connections_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_LIVE_PER_ADDRESS", "20")
    with (
        served("--data", str(tmp_path), "--unlimited") as (address, _),
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        table = Program(client, "Ada").new_table("me", "local")["id"]
        pages = [live_page(address, table) for _ in range(20)]
        refused = client.get(f"/t/{table}/live")
        assert refused.status_code == 200 and "hello" in refused.text and "retry: 30000" in refused.text
        assert client.get(f"/t/{table}", headers={"accept": "text/html"}).status_code == 200
        pages.pop().close()
        wait_until(lambda: "retry: 1500" in _first_lines(address, table), "there is a place again")
        for page in pages:
            page.close()


def _first_lines(address: str, table: str) -> str:
    """What a live connection is told first."""
    with httpx.stream("GET", f"{address}/t/{table}/live", timeout=60) as answer:
        return next(answer.iter_text())


def test_live_connections_that_begin_too_often_are_told_to_come_later(make_app: Callable[..., Litestar]) -> None:
    """Each leaves memory behind for a while."""
    with TestClient(make_app(limits=True)) as client:
        table = Program(client, "Ada").new_table("me", "local")["id"]
        limits: Any = client.app.state.services.limits
        with pytest.raises(Problem):
            for _ in range(1_000):
                limits.for_live("testclient")
        answer = client.get(f"/t/{table}/live")
        assert answer.status_code == 200 and "retry: 30000" in answer.text and '"hello"' in answer.text


def test_memory_of_ended_live_connections_is_collected_early() -> None:
    """Not only every ten minutes, for until then somebody could open a hundred thousand."""

    class Cycle:
        pass

    async def wait() -> bool:
        connections, left = Connections(10, 10), Cycle()
        left.itself = left  # type: ignore[attr-defined]
        known = weakref.ref(left)
        del left
        gc.disable()
        tidying = asyncio.create_task(tidy_up(connections, 3600, 0.01))
        try:
            await asyncio.sleep(0.1)
            assert known() is not None
            connections.ended += MOST_ENDED
            async with asyncio.timeout(60):
                while known() is not None:
                    await asyncio.sleep(0.01)
            return True
        finally:
            gc.enable()
            tidying.cancel()

    assert asyncio.run(wait())


def test_connections_are_counted_by_network() -> None:
    connections = Connections(3, 2)
    with connections.hold("a") as first, connections.hold("a") as second, connections.hold("a") as third:
        assert (first, second, third) == (True, True, False)
        with connections.hold("b") as fourth, connections.hold("c") as fifth:
            assert (fourth, fifth) == (True, False)
    with connections.hold("a") as again:
        assert again


def test_connections_are_counted_by_site() -> None:
    """A customer with a /48 has 65,536 networks."""
    connections = Connections(100, 2)
    with ExitStack() as held:
        own = [held.enter_context(connections.hold(network_of(f"2001:db8:0:{number:x}::1"))) for number in range(20)]
        assert own == [True] * 16 + [False] * 4
        others = [held.enter_context(connections.hold(network_of(host))) for host in ("2001:db8:1::1", "192.0.2.1", "testclient")]
        assert others == [True] * 3 and connections.count == 19
    assert connections.count == 0
    with connections.hold(network_of("2001:db8::1")) as again:
        assert again


def test_the_limit_of_open_files_is_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, hard, 512), hard))
    try:
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_stopping_does_not_wait_for_a_task_that_survives_its_cancellation() -> None:
    """PostgreSQL's driver may report a cancelled query as an error, which periodic tasks ignore."""

    async def check() -> int:
        survived = 0

        async def stubborn() -> None:
            nonlocal survived
            while True:
                try:
                    await asyncio.sleep(3600)
                except asyncio.CancelledError:
                    if survived:
                        raise
                    survived += 1

        task = asyncio.create_task(stubborn())
        await asyncio.sleep(0)
        await end_tasks([task], patience=0.01)
        assert task.cancelled()
        return survived

    assert asyncio.run(check()) == 1


def test_postgresql_that_goes_away_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    """Requests are told to come back, readiness says why, and when it is there again everything goes on by itself."""
    with tempfile.TemporaryDirectory(prefix="spike-away-") as name:
        folder, port = Path(name), free_port()
        make_postgres(folder)
        with running_postgres(folder, port) as url:
            database = f"{url}/postgres"
            client = TestClient(create_app(Settings(database=database, warm=False, limits=False)))
            client.__enter__()
            ada = Program(client, "Ada")
            table = ada.new_table("me", "local", options={"seating": "free"})["id"]
            assert ada.act(table, PASS).status_code == 200 and client.get("/readyz").text == "ok"
        try:
            for _ in range(3):
                refused = [ada.post(f"/tables/{table}/actions", {"ply": 1, "action": {"do": "Pass", "player": 1}})]
                refused += [
                    client.get(path, headers={"accept": "text/html"}) for path in ("/", f"/t/{table}", f"/t/{table}/parts")
                ]
                assert [answer.status_code for answer in refused] == [503] * 4
                assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
            ready = client.get("/readyz")
            assert ready.status_code == 503 and "database" in ready.text and client.get("/healthz").text == "ok"
            lines = [record for record in caplog.records if record.getMessage().startswith("the database")]
            assert len(lines) <= 3, "not a line for every request"
            with running_postgres(folder, port):
                wait_until(lambda: client.get("/readyz").status_code == 200, "the server is ready again")
                assert ada.act(table, {"do": "Pass", "player": 1}).status_code == 200
                assert client.get(f"/t/{table}").status_code == 200
        finally:
            client.__exit__(None, None, None)


def test_stopping_does_not_wait_for_all_boards_to_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def drawings() -> Iterator[Callable[[], None]]:
        for number in range(1_000):
            drawn.append(number)
            yield lambda: time.sleep(0.01)

    monkeypatch.setattr(warm, "_drawings", drawings)
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'spike.db'}", secret="s" * 40))

    async def start_and_stop() -> None:
        async with app.lifespan():
            pass

    asyncio.run(start_and_stop())
    assert len(drawn) < 1_000


def test_a_process_that_still_starts_ends_at_once() -> None:
    """Not when it has started, which takes long on a busy machine."""
    kept = signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        waits = signal.getsignal(signal.SIGTERM)
        with ending_at_once():
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is waits
    finally:
        signal.signal(signal.SIGTERM, kept)
