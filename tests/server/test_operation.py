"""What an operator sees: logs, metrics and health."""

import asyncio
import io
import json
import logging
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.app import create_app
from goldenspike.server.operation.current_request import CURRENT, CurrentRequest
from goldenspike.server.operation.logs import LogFormat, configure_logging, make_formatter
from goldenspike.server.rare_log import RareLog
from goldenspike.server.settings import BadSettings, Settings, load_settings
from server_helpers import Program, redis_server, served, wait_until

TOKEN = "a token for Prometheus"


def make(tmp_path: Path, **more: Any) -> Litestar:
    default: dict[str, Any] = {
        "database": f"sqlite:///{tmp_path / 'spike.db'}",
        "secret": "s" * 40,
        "warm": False,
        "limits": False,
    }
    return create_app(Settings(**{**default, **more}))


def ask(app: Litestar, check: Callable[[httpx.AsyncClient], Awaitable[None]], host: str = "127.0.0.1") -> None:
    """Run a check with a client at that address."""

    async def run() -> None:
        transport = httpx.ASGITransport(cast(Any, app), raise_app_exceptions=False, client=(host, 4711))
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            await check(client)

    asyncio.run(run())


@contextmanager
def logging_as(form: LogFormat) -> Iterator[io.StringIO]:
    """Log into memory, as a server does; what a busy machine delays is left out."""
    root, ours = logging.getLogger(), logging.getLogger("goldenspike")
    before = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    configure_logging(form, "info", stream)
    root.handlers[0].addFilter(lambda record: record.name != "goldenspike.server.watchdog")
    try:
        yield stream
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        ours.setLevel(before[2])


# --- logs


def test_each_request_is_logged_with_person_table_and_duration(tmp_path: Path) -> None:
    with logging_as("json") as stream, TestClient(make(tmp_path, access_log=True)) as client:
        ada = Program(cast(Any, client), "Ada Lovelace")
        table = ada.new_table("me", "open")
        answer = ada.get(f"/tables/{table['id']}")
        client.get(f"/t/{table['id']}/join/{table['invite']}?invite={table['invite']}")
        me = ada.get("/me").json()["id"]
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    (found,) = [line for line in lines if line["request"] == answer.headers["x-request-id"]]
    assert found["logger"] == "goldenspike.access" and found["level"] == "info" and found["status"] == 200
    assert found["person"] == me and found["table"] == table["id"] and found["ms"] > 0 and found["method"] == "GET"
    assert found["route"] == "/api/v1/tables/{table_id}" and found["time"].endswith("Z")
    assert "Lovelace" not in stream.getvalue() and table["invite"] not in stream.getvalue()
    assert len({line["request"] for line in lines}) == len(lines)


def test_without_the_setting_requests_are_not_logged(tmp_path: Path) -> None:
    with logging_as("text") as stream, TestClient(make(tmp_path)) as client:
        assert client.get("/").status_code == 200
    assert stream.getvalue() == ""


def test_slow_requests_are_logged(tmp_path: Path) -> None:
    with logging_as("text") as stream, TestClient(make(tmp_path, slow_request=0)) as client:
        identifier = client.get("/help").headers["x-request-id"]
    (line,) = stream.getvalue().splitlines()
    assert re.match(r"\S+Z warning goldenspike\.slow: slow request status=200 ms=[\d.]+ ", line)
    assert f"request={identifier} method=GET route=/help" in line


def test_errors_are_logged_with_their_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    app = make(tmp_path)
    monkeypatch.setattr("goldenspike.server.lobby.listing.Lobby.pages", fail)
    with logging_as("json") as stream, TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/")
        assert answer.status_code == 500 and "on purpose" not in answer.text
    (line,) = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert line["level"] == "error" and line["request"] == answer.headers["x-request-id"]
    assert "RuntimeError: on purpose" in line["exception"]


@pytest.mark.parametrize("path", ["/nowhere", "/static/style.css", "/static/none.css", "/healthz"])
def test_every_response_names_its_request(tmp_path: Path, path: str) -> None:
    with TestClient(make(tmp_path)) as client:
        answer = client.get(path, headers={"x-request-id": "chosen-by-the-client"})
    assert re.fullmatch("[0-9a-f]{12}", answer.headers["x-request-id"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_nobody_can_forge_a_line_of_the_log(form: LogFormat) -> None:
    record = logging.LogRecord("spike", logging.WARNING, "", 0, "said %s", ("a\n2026-01-01 error: forged\x1b[2J",), None)
    record.name_given = "b\r\nerror: forged"
    line = make_formatter(form).format(record)
    assert "forged" in line and line.splitlines() == [line] and "\x1b" not in line


def test_tasks_that_outlive_a_request_do_not_log_as_part_of_it() -> None:
    current = CurrentRequest(cast(Any, {"type": "http", "method": "GET", "path_template": "/t/{table_id}", "path_params": {}}))
    token = CURRENT.set(current)
    try:
        record = logging.LogRecord("spike", logging.INFO, "", 0, "hello", (), None)
        assert current.id in make_formatter("json").format(record)
        current.finish()
        assert current.id not in make_formatter("json").format(record) and current.scope is None
        assert current.route == "/t/{table_id}"
    finally:
        CURRENT.reset(token)


# --- metrics


def values(text: str) -> dict[str, float]:
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in text.splitlines() if line[:1] != "#")}


@pytest.mark.parametrize(
    ("host", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.1", {}, 403),
        ("127.0.0.1.example", {}, 403),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 403),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 403),
        ("192.0.2.1", {"x-forwarded-for": "127.0.0.1", "host": "127.0.0.1"}, 403),
        ("192.0.2.1", {"authorization": "Bearer "}, 403),
    ],
)
def test_without_a_token_metrics_are_for_this_machine(tmp_path: Path, host: str, headers: dict[str, str], status: int) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        answer = await client.get("/metrics", headers=headers)
        assert answer.status_code == status and ("goldenspike_" in answer.text) is (status == 200)

    ask(make(tmp_path), check, host)


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        (f"bearer {TOKEN}", 200),
        (f"Basic {TOKEN}", 403),
        (f"Bearer {TOKEN}x", 403),
        ("Bearer é", 403),
        ("", 403),
    ],
)
def test_with_a_token_metrics_are_for_those_who_know_it(tmp_path: Path, given: str, status: int) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        headers = {"authorization": given.encode("latin-1")} if given else {}
        assert (await client.get("/metrics", headers=cast(Any, headers))).status_code == status

    for host in ("127.0.0.1", "192.0.2.1"):
        ask(make(tmp_path, metrics_token=TOKEN), check, host)


def test_metrics_tell_what_happens(tmp_path: Path) -> None:
    with TestClient(make(tmp_path, metrics_token=TOKEN, bot_pause=0)) as client:

        def measure() -> dict[str, float]:
            return values(client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text)

        ada = Program(cast(Any, client), "Ada")
        before = measure()
        table = ada.new_table("me", "local", options={"seating": "free"})
        assert ada.act(table["id"], ada.legal(table["id"])["actions"][0]).status_code == 200
        bots = ada.new_table("me", "bot", options={"seating": "free"})
        assert ada.act(bots["id"], ada.legal(bots["id"])["actions"][0]).status_code == 200
        wait_until(lambda: ada.get(f"/tables/{bots['id']}").json()["waiting_for"] == [0], "the bot has moved")
        after = measure()

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert more('goldenspike_actions_total{by="person",title="1830"}') == 2
    assert more('goldenspike_actions_total{by="bot",title="1830"}') >= 1
    acting = 'route="/api/v1/tables/{table_id}/actions"'
    assert more(f'goldenspike_requests_total{{method="POST",{acting},status="200"}}') == 2
    assert more(f"goldenspike_request_seconds_count{{{acting}}}") == 2
    assert more('goldenspike_database_seconds_count{kind="commit"}') >= 4
    assert more('goldenspike_database_seconds_count{kind="statement"}') > more(
        'goldenspike_database_seconds_count{kind="commit"}'
    )
    assert more('goldenspike_bot_seconds_count{rank="with_people"}') >= 1
    assert after['goldenspike_cache_bytes{cache="tables"}'] > 0 and after['goldenspike_bot_queue{processes="quick"}'] == 0
    assert after["goldenspike_live_connections"] == 0 and "goldenspike_loop_lag_seconds_count" in after
    assert after["process_resident_memory_bytes"] > 0


def test_hostile_requests_add_no_series(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        async def attack(numbers: range) -> None:
            for number in numbers:
                await client.get(f"/nowhere/{number}")
                await client.get(f"/static/{number}.css")
                await client.get(f"/t/{number}")
                await client.get(f"/api/v1/tables/{number}?seat={number}")
                await client.request(f"M{number}", "/")

        await attack(range(1))
        await client.get("/metrics")
        before = (await client.get("/metrics")).text
        await attack(range(1, 50))
        after = (await client.get("/metrics")).text
        assert values(after).keys() == values(before).keys()
        assert 'route="unknown"' in after and "nowhere" not in after

    ask(make(tmp_path), check)


def test_database_trouble_is_counted(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        before = values((await client.get("/metrics")).text)["goldenspike_database_errors_total"]
        other = sqlite3.connect(tmp_path / "spike.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert (await client.post("/api/v1/guests", json={"name": "Ada"})).status_code == 503
        other.close()
        assert values((await client.get("/metrics")).text)["goldenspike_database_errors_total"] == before + 1

    ask(make(tmp_path, database_wait=0.05), check)


@pytest.mark.programs
def test_one_worker_answers_for_all(postgres_database: str, redis: str) -> None:
    options = ("--database", postgres_database, "--redis", redis, "--workers", "2", "--unlimited")
    with served(*options) as (address, _):
        for _ in range(40):
            # A new connection each time: both workers are asked.
            assert httpx.get(f"{address}/healthz", timeout=60).status_code == 200
        found = values(httpx.get(f"{address}/metrics", timeout=60).text)
        assert found['goldenspike_requests_total{method="GET",route="/healthz",status="200"}'] == 40
        assert httpx.get(f"{address}/metrics", headers={"x-forwarded-for": "127.0.0.1"}, timeout=60).status_code == 403


def test_secrets_are_refused_on_the_command_line() -> None:
    with pytest.raises(BadSettings, match="GOLDENSPIKE_METRICS_TOKEN"):
        load_settings({"metrics_token": "hush"}, None, {})


# --- health


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with TestClient(make(tmp_path, free_disk=10**9)) as client:
        answer = client.get("/readyz")
        # On a busy machine the database may be late, too.
        told = answer.text.splitlines()
        assert answer.status_code == 503 and re.fullmatch(r"only \d+ MB are free on the disk of the database", told[-1])
        assert client.get("/healthz").text == "ok"


def test_a_lost_redis_is_told(tmp_path: Path) -> None:
    with redis_server(tmp_path) as url:
        client = TestClient(make(tmp_path, redis=url)).__enter__()
        assert client.get("/readyz").text == "ok"
    try:
        answer = client.get("/readyz")
        assert answer.status_code == 503 and answer.text == "Redis does not answer"
    finally:
        client.__exit__(None, None, None)


# --- documentation


def test_the_hosting_page_lists_every_metric(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")

    async def check(client: httpx.AsyncClient) -> None:
        text = (await client.get("/metrics")).text
        names = re.findall(r"^# TYPE (goldenspike_\w+) (?!gauge\b.*_created)", text, re.MULTILINE)
        assert [name for name in names if not name.endswith("_created") and f"`{name}`" not in page] == []
        assert len(names) > 8

    ask(make(tmp_path), check)


def test_rare_warnings_say_how_many_were_left_out(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 101.0, 102.0, 103.0, 110.5, 111.0])
    monkeypatch.setattr("goldenspike.server.rare_log.time.monotonic", lambda: next(times))
    log = RareLog(logging.getLogger("goldenspike.rare"), most=2)
    for number in range(6):
        log.warning("slow %d", number, extra={"status": number})
    assert [record.getMessage() for record in caplog.records] == ["slow 0", "slow 1", "slow 4 (2 more before)", "slow 5"]
    assert [getattr(record, "status", None) for record in caplog.records] == [0, 1, 4, 5]
