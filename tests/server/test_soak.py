"""A stranger who only sends requests cannot fill the memory.

The suite sends some hundred hostile requests to the application; `make soak` sends 100,000 to a server of its own, and
opens thousands of live connections.
"""

import asyncio
import gc
import http.client
import itertools
import socket
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import httpx
import pytest
from litestar import Litestar

from goldenspike.server.app import create_app
from goldenspike.server.settings import Settings
from server_helpers import Program, served, wait_until

pytestmark = pytest.mark.programs
MEGABYTE = 1 << 20
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
CONNECTIONS = 5


class Hostile(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: bytes = b""


def hostile_requests(seed: int) -> Iterator[Hostile]:
    """No two requests are the same, and most are as long as they may be."""
    random = Random(seed)

    def word(length: int) -> str:
        return f"{random.getrandbits(4 * length):0{length}x}"

    def fields(length: int) -> str:
        return "&".join(f"{word(2)}={word(2)}" for _ in range(length // 6))

    for number in itertools.count():
        yield from (
            Hostile("GET", f"/static/pictures.css?{number}", {"accept-encoding": "gzip"}),
            Hostile("GET", f"/static/pictures.css?{word(4000)}", {}),
            Hostile("GET", f"/{word(4000)}", {"accept": "text/html"}),
            Hostile("GET", f"/static/{word(300)}.js?{word(200)}", {}),
            Hostile("GET", f"/healthz?{fields(12_000)}", {}),
            Hostile("GET", f"/help/{word(8)}?{fields(6_000)}", {"accept-language": word(2000)}),
            Hostile("GET", "/account", {"cookie": f"gs_session={word(40)}; {word(8)}={word(4000)}", "accept": "text/html"}),
            Hostile("GET", f"/account?next=/{word(2000)}", {"cookie": "; ".join(fields(6_000).split("&"))}),
            Hostile("GET", f"/t/{word(10)}/parts?have={word(4000)}", {"referer": f"http://x/{word(1000)}"}),
            Hostile("GET", f"/t/{word(10)}/join/{word(1000)}", {"accept": "text/html"}),
            Hostile("GET", "/api/v1/me", {"authorization": f"Bearer {word(4000)}"}),
            Hostile("GET", f"/api/v1/tables/{word(10)}/view?ply={number}&seat={word(3)}", {}),
            Hostile("POST", "/account/login", {"content-type": FORM}, fields(30_000).encode()),
            Hostile("POST", "/account/guest", {"content-type": FORM}, f"name={word(30_000)}".encode()),
            Hostile("POST", "/api/v1/guests", {"content-type": JSON}, b'{"name": "%s"}' % word(2000).encode()),
            Hostile("POST", "/api/v1/tokens", {"content-type": JSON}, b"[" * 5000),
            Hostile(word(7).upper(), f"/{quote(word(20))}", {f"x-{word(20)}": word(2000)}),
        )


async def _send(app: Litestar, request: Hostile) -> int:
    """One request, straight to the application."""
    target = urlsplit(request.target)
    headers = [(name.encode(), value.encode()) for name, value in request.headers.items()]
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": target.path,
        "raw_path": target.path.encode(),
        "query_string": target.query.encode(),
        "root_path": "",
        "headers": [(b"host", b"127.0.0.1"), (b"content-length", b"%d" % len(request.body)), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)  # type: ignore[arg-type]
    return statuses[0]


def test_hostile_requests_leave_no_memory_behind(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'spike.db'}", secret="s" * 40, warm=False))
    statuses: Counter[int] = Counter()

    async def attack(requests: Iterator[Hostile], count: int) -> None:
        for request in itertools.islice(requests, count):
            statuses[await _send(app, request)] += 1

    async def measure() -> int:
        requests = hostile_requests(1)
        async with app.lifespan():
            await attack(requests, 34)
            tracemalloc.start()
            try:
                gc.collect()
                before = tracemalloc.get_traced_memory()[0]
                await attack(requests, 340)
                gc.collect()
                return tracemalloc.get_traced_memory()[0] - before
            finally:
                tracemalloc.stop()

    grown = asyncio.run(measure())
    assert grown < 5 * MEGABYTE, f"{grown / MEGABYTE:.1f} MB after 340 requests"
    assert max(statuses) < 500 and statuses[200] and statuses[404] and statuses[403]


def resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def attack(host: str, seed: int, count: int) -> Counter[int]:
    """So many hostile requests over one connection; returns how often each status came back."""
    statuses: Counter[int] = Counter()
    connection = http.client.HTTPConnection(host, timeout=60)
    for request in itertools.islice(hostile_requests(seed), count):
        connection.request(request.method, request.target, request.body or None, request.headers)
        answer = connection.getresponse()
        answer.read()
        statuses[answer.status] += 1
    connection.close()
    return statuses


def hostile_queries(seed: int) -> Iterator[str]:
    """What no page would say of itself when it opens its live connection."""
    random = Random(seed)

    def word(length: int) -> str:
        return f"{random.getrandbits(4 * length):0{length}x}"

    while True:
        parts = ("board", "log", "panel", "market", "players", word(6))
        yield from (
            "",
            "have=" + ",".join(f"{name}:{word(16)}" for name in parts) + f"&live={word(16)}&at={random.randrange(9)}",
            "have=" + ",".join(f"{word(4)}:{word(4)}" for _ in range(190)),
            f"have={word(4000)}",
            f"have=log:x&first={word(1990)}&log=all&ply={random.randrange(10**6)}",
            "have=log:" + "%00:,%0a" * 100,
            f"have=board:x&seat={word(30)}&run=-1",
        )


def hang_on_and_up(host: str, table: str, seed: int, count: int) -> Counter[int]:
    """Open so many live connections, some at a time, read the beginning of most and hang up without a word."""
    statuses: Counter[int] = Counter()
    name, _, port = host.partition(":")
    queries = itertools.islice(hostile_queries(seed), count)
    while some := list(itertools.islice(queries, 15)):
        opened = [socket.create_connection((name, int(port)), timeout=60) for _ in some]
        for number, (connection, query) in enumerate(zip(opened, some, strict=True)):
            encoding = "accept-encoding: gzip\r\n" if number % 2 else ""
            path = f"/t/{table}/live" if number % 5 else f"/api/v1/tables/{table}/live"
            connection.sendall(f"GET {path}?{query} HTTP/1.1\r\nhost: {host}\r\n{encoding}\r\n".encode())
        for number, connection in enumerate(opened):
            if number % 4:
                statuses[int(connection.recv(1000).split(b" ", 2)[1])] += 1
            connection.close()
    return statuses


def new_table(address: str) -> str:
    with httpx.Client(base_url=address, timeout=60) as client:
        return str(Program(client, "Ada").new_table("me", "local", "local")["id"])


def test_hostile_live_connections_leave_nothing_behind(tmp_path: Path) -> None:
    with served("--data", str(tmp_path), "--set", "warm=false") as (address, process):
        table, host = new_table(address), urlsplit(address).netloc
        files = Path(f"/proc/{process.pid}/fd")
        hang_on_and_up(host, table, 1, 30)
        open_before = len(list(files.iterdir()))
        statuses = hang_on_and_up(host, table, 2, 300)
        assert set(statuses) == {200, 400} and statuses[200] > 50
        wait_until(lambda: len(list(files.iterdir())) <= open_before, "the connections are closed")
        wait_until(
            lambda: "goldenspike_live_connections 0.0" in httpx.get(f"{address}/metrics", timeout=60).text, "none is counted"
        )


@pytest.mark.exhaustive
def test_a_hundred_thousand_hostile_requests(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as (address, process), ThreadPoolExecutor(CONNECTIONS) as pool:
        host, statuses, live, table = urlsplit(address).netloc, Counter[int](), Counter[int](), new_table(address)

        def attack_together(first: int, count: int) -> int:
            """Over several connections at once; returns the memory of the server afterwards."""
            seeds = range(first, first + CONNECTIONS)
            for found in pool.map(lambda seed: attack(host, seed, count // CONNECTIONS), seeds):
                statuses.update(found)
            for found in pool.map(lambda seed: hang_on_and_up(host, table, seed, count // 100), seeds):
                live.update(found)
            used = resident(process.pid)
            print(f"{statuses.total():7,} requests: {used / MEGABYTE:.1f} MB", flush=True)
            return used

        before = after = attack_together(100, 2_000)
        for batch in range(10):
            after = attack_together(200 + 100 * batch, 10_000)
        print(f"grown by {(after - before) / MEGABYTE:.1f} MB; {dict(sorted(statuses.items()))}, live {dict(live)}", flush=True)
        assert statuses.total() == 102_000 and max(statuses) < 500
        assert live[200] > 500 and max(live) < 500
        assert after - before < 20 * MEGABYTE
