"""Live updates: one connection per page, catching up after a reconnection, across processes through Redis."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import anyio
import httpx
import pytest

from goldenspike.protocol.messages import News
from goldenspike.server.live.hub import Hub
from server_helpers import Browser, Program, served

pytestmark = pytest.mark.programs


class Listener:
    """An open page: collects what it is told."""

    def __init__(self, address: str, table: str, headers: dict[str, str] | None = None) -> None:
        self.news: Queue[dict[str, Any]] = Queue()
        self._client = httpx.Client(base_url=address, timeout=30)
        self._path = f"/t/{table}/live"
        self._headers = headers or {}
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._closing = False

    def _read(self) -> None:
        try:
            with self._client.stream("GET", self._path, headers=self._headers) as answer:
                for line in answer.iter_lines():
                    if line.startswith("data: "):
                        self.news.put(json.loads(line.removeprefix("data: ")))
                    if self._closing:
                        return
        except (httpx.HTTPError, RuntimeError):
            return
        finally:
            self._client.close()

    def __enter__(self) -> "Listener":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True

    def next(self, kind: str, seconds: float = 10) -> dict[str, Any]:
        """The next news of a kind; others are passed over."""
        end = time.monotonic() + seconds
        while True:
            try:
                news = self.news.get(timeout=max(0.01, end - time.monotonic()))
            except Empty:
                raise AssertionError(f"no news of {kind}") from None
            if news["kind"] == kind:
                return news


@contextmanager
def program_at(address: str, name: str) -> Iterator[Program]:
    with httpx.Client(base_url=address, timeout=20) as client:
        yield Program(client, name)


def test_open_pages_are_notified_of_changes(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as (address, _), program_at(address, "Ada") as ada:
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        with Listener(address, table) as page:
            assert page.next("hello") == {"kind": "hello", "revision": 1}
            ada.act(table, {"do": "Pass", "player": 0})
            assert page.next("game") == {"kind": "game", "revision": 2, "ply": 1}
            ada.post(f"/tables/{table}/chat", {"text": "hello"})
            assert page.next("chat") == {"kind": "chat", "revision": 3, "ply": 1}
            ply = ada.get(f"/tables/{table}").json()["ply"]
            ada.post(f"/tables/{table}/undo", {"ply": ply})
            assert page.next("game") == {"kind": "game", "revision": 4}


def test_a_page_that_comes_back_catches_up(tmp_path: Path) -> None:
    """The server is stopped and started again in between; nothing is lost."""
    with served("--data", str(tmp_path)) as (address, _), program_at(address, "Ada") as ada:
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        ada.act(table, {"do": "Pass", "player": 0})
    with served("--data", str(tmp_path)) as (address, _), httpx.Client(base_url=address) as client:
        ada.client = client
        with Listener(address, table) as page:
            assert page.next("hello") == {"kind": "hello", "revision": 2, "ply": 1}
            assert ada.act(table, {"do": "Pass", "player": 1}).status_code == 200
            assert page.next("game")["ply"] == 2


def test_people_come_and_go(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as (address, _), httpx.Client(base_url=address, timeout=30) as client:
        browser = Browser(client).as_guest("Ada")
        table = str(browser.post("/quick", {}).url.path).rpartition("/")[2]
        assert 'class="here"' not in browser.get(f"/t/{table}").text
        cookie = {"cookie": f"gs_session={browser.cookies['gs_session']}"}
        with Listener(address, table) as onlooker, Listener(address, table, cookie) as page:
            page.next("hello")
            onlooker.next("presence")
            assert 'class="here"' in browser.get(f"/t/{table}").text


def test_two_workers_share_tables_and_news(postgres_database: str, redis: str) -> None:
    options = ("--database", postgres_database, "--redis", redis, "--workers", "2")
    with served(*options) as (address, _), program_at(address, "Ada") as ada:
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        pages = [Listener(address, table) for _ in range(6)]
        for page in pages:
            page.__enter__()
            page.next("hello")
        for ply in range(6):
            with httpx.Client(base_url=address, timeout=20) as fresh:
                # A new connection each time, so that both processes have their turn.
                ada.client = fresh
                assert ada.act(table, {"do": "Pass", "player": ply % 2}).status_code == 200
            for page in pages:
                assert page.next("game")["ply"] == ply + 1
        for page in pages:
            page.__exit__()


def test_two_workers_accept_a_position_once(postgres_database: str, redis: str) -> None:
    options = ("--database", postgres_database, "--redis", redis, "--workers", "2")
    with served(*options) as (address, _), program_at(address, "Ada") as ada:
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        statuses: list[int] = []

        def act() -> None:
            with httpx.Client(base_url=address, timeout=20) as client:
                body = {"ply": 0, "action": {"do": "Pass", "player": 0}}
                answer = client.post(f"/api/v1/tables/{table}/actions", headers=ada.headers, json=body)
                statuses.append(answer.status_code)

        threads = [threading.Thread(target=act) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200] + [409] * 11
        assert ada.get(f"/tables/{table}").json()["ply"] == 1


def test_a_slow_page_does_not_hold_up_the_table() -> None:
    async def check() -> None:
        hub = Hub()
        async with hub.listen("t") as queue:
            for revision in range(1, 1000):
                await hub.publish("t", News("game", revision))
            newest = 0
            while not queue.empty():
                news = queue.get_nowait()
                newest = news.revision if news is not None else newest
            assert newest == 999
        assert not hub._queues

    anyio.run(check)


@pytest.mark.parametrize("news", [News("hello", 3, 2), News("game", 3, 2), News("presence")])
def test_news_never_says_what_happened(news: News) -> None:
    assert set(News.__struct_fields__) == {"kind", "revision", "ply"}
    assert news.kind
