"""Nothing that anybody asks for blocks the others."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar, get
from litestar.testing import TestClient

from goldenspike import svg
from goldenspike.server.app import create_app, template_engine
from goldenspike.server.operation.observing import observe_requests
from goldenspike.server.problems import Problem
from goldenspike.server.security import Limits
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.table import changes, records
from goldenspike.server.table.pictures import Pictures
from goldenspike.server.watchdog import LONGEST, Watchdog
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES, LogWriter, catalogue
from loop_guard import LoopGuard
from server_helpers import Browser, Program


@contextmanager
def nothing_blocks() -> Iterator[None]:
    watchdog = Watchdog()
    watchdog.start()
    try:
        yield
    finally:
        watchdog.stop()
    assert not watchdog.blocks


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_the_watchdog_finds_what_blocks(caplog: pytest.LogCaptureFixture) -> None:
    watchdog = Watchdog()

    async def block() -> None:
        await asyncio.sleep(0)
        compute(0.08)
        time.sleep(0.08)
        await asyncio.to_thread(compute, 0.08)

    watchdog.start()
    asyncio.run(block())
    watchdog.stop()
    (found,) = watchdog.blocks
    assert found.seconds >= 0.08 and "block" in found.what
    assert "blocked the event loop" in caplog.text


@get("/slow")
async def slow() -> None:
    compute(0.08)


def test_the_suite_finds_requests_that_block(loop_guard: LoopGuard) -> None:
    """But for the first of a kind, which fill caches, and unless the processor is that slow at the moment."""
    app = observe_requests(Litestar([slow], openapi_config=None), False, 10)
    strict, patient = LoopGuard(LONGEST, 1.0, 2), LoopGuard(LONGEST, 1e-9, 2)
    loop_guard.stop()
    strict.start()
    patient.start()
    try:
        with TestClient(app) as client:
            for _ in range(4):
                assert client.get("/slow").status_code == 200
    finally:
        strict.stop()
        patient.stop()
        loop_guard.start()
    assert [block.what for block in strict.new_blocks()] == ["GET /slow"] * 2 and not patient.blocks


@pytest.mark.sqlite
def test_what_runs_aside_does_not_block(tmp_path: Path) -> None:
    """An event loop in a thread of its own is nobody's but its work's."""
    database = Database(f"sqlite:///{tmp_path / 'spike.db'}")

    async def work() -> int:
        compute(0.08)
        return 7

    async def read() -> int:
        with nothing_blocks():
            return await database.aside(work)

    assert asyncio.run(read()) == 7


@pytest.mark.sqlite
def test_a_board_that_nobody_has_seen_is_drawn_in_a_thread(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """To find room for all names takes long the first time in each language; after that, drawing the board is quick."""
    threads: list[str] = []
    draw = svg.board

    def noted(*values: Any, **named: Any) -> str:
        threads.append(threading.current_thread().name.partition("_")[0])
        return draw(*values, **named)

    monkeypatch.setattr(svg, "board", noted)
    services: Any = client.app.state.services
    puzzle = services.puzzles.book.of_kind("run")[0].id
    for language in ("en", "en", "de"):
        services.parts.clear()
        services.shared.clear()
        services.pictures.clear()
        assert client.get(f"/puzzles/{puzzle}", headers={"accept-language": language}).status_code == 200
    assert [thread == "heavy" for thread in threads] == [True, False, False, True, False]


def test_a_changed_board_is_drawn_in_a_thread() -> None:
    """A distant position waits its turn, the next one does not."""
    pictures, drawn = Pictures(), list[str]()

    def draw(name: str) -> None:
        drawn.append(f"{name} {threading.current_thread().name.partition('_')[0]}")

    async def look() -> None:
        for name, faces in (("first", [0] * 90), ("next", [1, 1] + [0] * 88), ("same", [1, 1] + [0] * 88), ("far", [2] * 90)):
            await pictures.prepare("table", faces, partial(draw, name))

    asyncio.run(look())
    assert drawn == ["first heavy", "next short", "far heavy"]


def test_texts_are_read_before_the_first_request(tmp_path: Path) -> None:
    for cache in (catalogue.translations, catalogue.source, catalogue.source_of_title, catalogue.message, catalogue._plain):
        cache.cache_clear()
    template_engine().engine.cache.clear()  # type: ignore[union-attr]
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'spike.db'}", secret="s" * 40))
    with TestClient(app) as client, nothing_blocks():
        for language in LANGUAGES:
            assert client.get("/account", headers={"accept-language": language}).status_code == 200


@pytest.mark.sqlite
def test_beginning_a_long_lesson_blocks_nobody(client: TestClient[Litestar]) -> None:
    """Its opening has hundreds of moves."""
    browser = Browser(client)
    browser.get("/learn")
    with nothing_blocks():
        assert browser.send("/learn/ending", {}).status_code == 303


def passes(count: int) -> bytes:
    """A record of a game in which everybody passes whenever that is legal."""
    actions = [{"do": "Pass", "player": number % 2} for number in range(count)]
    if count > 8:
        actions[8] = {"do": "BuyFromBank", "player": 0, "private": "SV"}
    options = {"seating": "free"}
    return json.dumps(
        {"format": 1, "title": "1830", "version": "classic", "players": ["A", "B"], "options": options, "actions": actions}
    ).encode()


def test_imports_and_random_maps_block_nobody(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'spike.db'}", secret="s" * 40, warm=False, limits=False))

    async def play() -> None:
        transport = httpx.ASGITransport(cast(Any, app))
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://test", timeout=120) as client:
            token = (await client.post("/api/v1/guests", json={"name": "Ada"})).json()["token"]
            headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
            small = await client.post("/api/v1/tables/import", headers=headers, content=passes(4))
            assert small.status_code == 201, small.text
            with nothing_blocks():
                imported = await client.post("/api/v1/tables/import", headers=headers, content=passes(1000))
                assert imported.status_code == 201, imported.text
                seats = [{"kind": "me"}, {"kind": "local"}]
                wanted = {"title": "1830", "version": "base", "seats": seats, "options": {"random_map": "7"}}
                table = await client.post("/api/v1/tables", headers=headers, json=wanted)
                assert table.status_code == 201, table.text
                app.state.services.tables.live._kept.clear()
                assert (await client.get(f"/api/v1/tables/{table.json()['id']}", headers=headers)).status_code == 200

    asyncio.run(play())


def test_a_whole_game_is_made_again_off_the_loop(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """Packing seven hundred positions takes longer than a request may block the event loop."""
    on_the_loop: list[bool] = []

    def move_values(*values: Any) -> dict[str, Any]:
        on_the_loop.append(asyncio._get_running_loop() is not None)
        return changes.move_values(*values)

    browser = Browser(client).as_guest("Ada")
    file = {"record": ("game.json", passes(100))}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=file)
    table = answer.headers["location"].rpartition("/")[2]
    monkeypatch.setattr("goldenspike.server.table.keeping.move_values", move_values)
    position = browser.position(table)
    assert browser.send(f"/t/{table}/undo", {**position, "to_ply": "0"}, accept="application/json").status_code == 200
    assert browser.send(f"/t/{table}/redo", browser.position(table), accept="application/json").status_code == 200
    assert browser.position(table)["ply"] == position["ply"] and on_the_loop == [False] * int(position["ply"])


def test_the_log_of_a_long_game_is_told_off_the_loop(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    on_the_loop: list[bool] = []

    def say(words: Words, *values: Any) -> list[str]:
        on_the_loop.append(asyncio._get_running_loop() is not None)
        return real(words, *values)

    real = Words.say
    monkeypatch.setattr(Words, "say", say)
    ada = Program(client, "Ada")
    table = client.post("/api/v1/tables/import", headers=ada.headers, content=passes(1000)).json()["id"]
    assert len(ada.get(f"/tables/{table}/log").json()["moves"]) == 1000
    assert on_the_loop == [False] * 1000


def test_the_log_of_a_long_game_is_written_off_the_loop(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    on_the_loop: list[bool] = []

    def read(writer: LogWriter, *values: Any) -> None:
        on_the_loop.append(asyncio._get_running_loop() is not None)
        real(writer, *values)

    real = LogWriter.read
    monkeypatch.setattr(LogWriter, "read", read)
    ada = Program(client, "Ada")
    table = client.post("/api/v1/tables/import", headers=ada.headers, content=passes(1000)).json()["id"]
    assert Browser(client).get(f"/t/{table}?log=all").text.count('class="log-move"') >= 400
    assert on_the_loop == [False] * 1000


def test_long_imports_are_refused(ada: Program) -> None:
    answer = ada.client.post("/api/v1/tables/import", headers=ada.headers, content=passes(records.MOST_ACTIONS + 1))
    assert answer.status_code == 422 and answer.json()["code"] == "bad_record"
    huge = b'{"format": 1, "x": "' + b"x" * records.MOST_BYTES + b'"}'
    assert ada.client.post("/api/v1/tables/import", headers=ada.headers, content=huge).status_code == 413


def test_storage_is_limited(make_app: Callable[..., Litestar]) -> None:
    app = make_app(storage=1)
    with TestClient(app) as client:
        ada = Program(client, "Ada")
        record = passes(300)
        statuses = [client.post("/api/v1/tables/import", headers=ada.headers, content=record).status_code for _ in range(3)]
        assert statuses == [201, 201, 409]
        assert ada.post("/tables", {"title": "1830", "seats": [{"kind": "me"}, {"kind": "local"}]}).status_code == 201
        bob = Program(client, "Bob")
        assert client.post("/api/v1/tables/import", headers=bob.headers, content=record).status_code == 201


def test_processor_time_is_paid_for() -> None:
    limits = Limits(True)
    for _ in range(4):
        limits.for_computing("192.0.2.1")
        limits.charge("192.0.2.1", 6)
    with pytest.raises(Problem) as raised:
        limits.for_computing("192.0.2.1")
    assert raised.value.status == 429 and raised.value.facts["seconds"] >= 10
    limits.for_computing("192.0.2.2")
