"""Many tables at once: `python benchmarks/server_load.py [--tables 300] [--pages 3000] [--rate 100] [--seconds 60]`.

Starts the real server on a database with games in the middle (150 plies that bots have played, each seat with a person of its
own) and opens pages at every table: first one for each player, the others for spectators. Players make the next moves of their
game, as the page's forms do, at a steady rate over all tables. Every page is sent what changed of the parts in view on a wide
screen over its live connection, and fetches it if that does not fit what it has, as the page's script does; every tenth time its
reader points at another tab, and it fetches what is behind that. One line of JSON tells

- how long an action takes, and how long until a page has all that has changed, from the moment the action was sent;
- the server's processor time for an action alone, with nobody watching, and for each refreshed page;
- its memory and live connections, and what part of a processor the driver itself has used: it shares the machine.

A small run takes a minute: `--tables 30 --pages 300 --rate 10 --seconds 30`. With `--workers 2` the server runs on a PostgreSQL
and a Redis of its own. Requests are spoken by hand over plain sockets: a client library would need more of the machine than the
server does. Nothing else should run meanwhile.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import msgspec
import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from filling import FilledTable, fill_with_running_games, play_game
from measuring import family_megabytes, family_seconds, milliseconds

from goldenspike.server.table.answers import GZIP_START
from server_helpers import postgres_server, redis_server, served

GAMES = ((3, 1), (4, 2), (5, 3), (4, 4), (3, 5), (6, 6))
"""Players and seeds of the games that the tables share."""
SHOWN = "status,history,strip,panel,hint,since,coach,seats,standin,orders,plans,log,away,rules,explanations,board"
"""The parts that are always in view, and the board; the server adds those of the round."""
LOOKS = 10
"""Every so many refreshes a reader turns to another tab."""
TABS = ("sheet", "players", "trains", "market,stock", "companies", "tiles", "privates")
"""The parts behind the tabs that readers turn to, one after the other."""
SETTLE = 4.0
"""Seconds that the server gets to warm up in the background, as it would have before anybody comes."""


class PartKey(msgspec.Struct):
    key: str
    of: str = ""


class Parts(msgspec.Struct):
    """What a page must know of an answer; the HTML is skipped."""

    ply: int
    revision: int
    parts: dict[str, PartKey]


class Hello(msgspec.Struct):
    """The first message of a live connection."""

    live: str = ""


_PARTS = msgspec.json.Decoder(Parts)
_HELLO = msgspec.json.Decoder(Hello)
Answered = Callable[[int, bytes], None]


class Line(asyncio.Protocol):
    """A connection that is kept open; one request at a time. `answered` gets the status and the body as it came.

    The server closes a connection that has been idle for some seconds; like a browser, the next request opens a new one.
    """

    def __init__(self, host: str, port: int, failed: Callable[[str], None]) -> None:
        self._host, self._port = host, port
        self._failed = failed
        self._buffer = bytearray()
        self._answered: Answered | None = None
        self._request = b""
        self._needed = 0
        self._transport: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, self._host, self._port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._answered is not None:
            transport.write(self._request)

    def send(self, request: bytes, answered: Answered) -> None:
        assert self._answered is None
        self._request, self._answered = request, answered
        if self._transport is None:
            self._connecting = asyncio.create_task(self.connect())
        else:
            self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if len(buffer) < self._needed:
            return
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(buffer[:end]).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        self._needed = end + 4 + length
        if len(buffer) < self._needed:
            return
        body = bytes(buffer[end + 4 :])
        buffer.clear()
        self._needed = 0
        answered, self._answered = self._answered, None
        if answered is not None:
            answered(int(head[9:12]), body)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._answered is None:
            return
        if self._buffer:
            self._failed(f"a connection was lost: {error!r}")
        else:  # It was closed as idle while the request was on its way.
            self._connecting = asyncio.create_task(self.connect())

    def close(self) -> None:
        self._answered = None
        if self._transport is not None:
            self._transport.close()


class Stream(asyncio.Protocol):
    """The live connection of a page. Each message is a chunk of the response; `heard` gets it as it came."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._request = request
        self._heard = heard
        self._lost = lost
        self._rest = b""
        self._has_begun = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        rest = self._rest + data
        if not self._has_begun:
            head, separator, rest = rest.partition(b"\r\n\r\n")
            if not separator:
                self._rest = head
                return
            self._has_begun = True
        while True:
            size, separator, chunk = rest.partition(b"\r\n")
            length = int(size, 16) if separator else 0
            if not separator or len(chunk) < length + 2:
                break
            self._heard(chunk[:length].removeprefix(GZIP_START))
            rest = chunk[length + 2 :]
        self._rest = rest

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()


@dataclass
class Load:
    host: str
    port: int
    tables: list[FilledTable]
    pages: int
    acted: list[float] = field(default_factory=list)
    refreshed: list[float] = field(default_factory=list)
    fetches: int = 0
    fetched_bytes: int = 0
    unfit: int = 0
    """Answers that did not fit what the page had, so that it had to ask."""
    late: int = 0
    """Actions that were not sent in time, because the one before was not yet answered."""
    errors: list[str] = field(default_factory=list)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    csrf: str = ""
    open: int = 0

    async def connect(self) -> Line:
        line = Line(self.host, self.port, self.errors.append)
        await line.connect()
        return line

    async def ask(self, line: Line, request: bytes) -> tuple[int, bytes]:
        answer: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        line.send(request, lambda status, body: answer.set_result((status, body)))
        return await answer

    def request(self, method: str, path: str, session: str = "", form: dict[str, str] | None = None) -> bytes:
        cookies = [f"gs_csrf={self.csrf}"] if self.csrf else []
        cookies += [f"gs_session={session}"] if session else []
        lines = [
            f"{method} {path} HTTP/1.1",
            f"host: {self.host}",
            "accept: application/json",
            "accept-encoding: gzip",
            "accept-language: en",
            *([f"cookie: {'; '.join(cookies)}"] if cookies else []),
        ]
        body = urlencode({"_csrf_token": self.csrf, **form}).encode() if form is not None else b""
        if form is not None:
            lines += ["content-type: application/x-www-form-urlencoded", f"content-length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def learn_csrf(self) -> None:
        """The token of forms; all readers may have the same."""
        line = await self.connect()
        _, body = await self.ask(line, self.request("GET", "/account").replace(b"application/json", b"text/html"))
        found = re.search(r'name="_csrf_token" value="([^"]+)"', zlib.decompress(body, 31).decode())
        assert found is not None
        self.csrf = found[1]
        line.close()

    async def run(self, rate: float, seconds: float, cpu: Callable[[], float]) -> dict[str, Any]:
        await self.learn_csrf()
        players = [Player(self, table, await self.connect()) for table in self.tables]
        # Nobody watches: what an action alone costs. The first of each table is left out, since the server has yet to read it.
        await self._play(players, rate, len(self.tables) / rate)
        alone = Measured(cpu, len(self.acted))
        await self._play(players, rate, max(10.0, seconds / 4))
        alone.finish(len(self.acted))
        watchers = await self._open_pages(players)
        await asyncio.sleep(1)
        # Each table is rendered once before the measurement begins.
        await self._play(players, rate, len(self.tables) / rate)
        self.acted, self.refreshed, self.fetches, self.late = [], [], 0, 0
        main, driver = Measured(cpu, 0), time.process_time()
        await self._play(players, rate, seconds)
        main.finish(len(self.acted))
        driver = (time.process_time() - driver) / main.wall
        await asyncio.sleep(2)
        fetches = max(1, self.fetches)
        figures = {
            "tables": len(self.tables),
            "live_connections": self.open,
            "seconds": round(main.wall, 1),
            "actions_a_second": round(main.actions / main.wall, 1),
            "refreshed_pages_a_second": round(len(self.refreshed) / main.wall),
            "action_ms": milliseconds(self.acted),
            "refreshed_ms": milliseconds(self.refreshed),
            "late_actions": self.late,
            "unfit": self.unfit,
            "kilobytes_a_refresh": round(self.fetched_bytes / fetches / 1000, 1),
            "server_ms_an_action_alone": round(1000 * alone.cpu / max(1, alone.actions), 2),
            "server_ms_an_action_with_its_pages": round(1000 * main.cpu / max(1, main.actions), 2),
            "server_ms_a_refresh": round(1000 * (main.cpu - alone.cpu / max(1, alone.actions) * main.actions) / fetches, 2),
            "server_processors": round(main.cpu / main.wall, 2),
            "driver_processors": round(driver, 2),
            "errors": len(self.errors),
            "first_errors": self.errors[:3],
        }
        for watcher in watchers:
            watcher.close()
        return figures

    async def _open_pages(self, players: list["Player"]) -> list["Page"]:
        pages: list[Page] = []
        for number in range(self.pages):
            player = players[number % len(players)]
            seat = number // len(players)
            sessions = player.table.sessions
            page = Page(self, player, sessions[seat] if seat < len(sessions) else "")
            if seat < len(sessions):
                player.pages[seat] = page
            page.refreshes, page.looks = number // len(players) % LOOKS, number
            pages.append(page)
        numbers = iter(pages)

        async def open_some() -> None:
            for page in numbers:
                await page.open()

        await asyncio.gather(*(open_some() for _ in range(8)))
        while self.open < self.pages and not self.errors:
            await asyncio.sleep(0.05)
        return pages

    async def _play(self, players: list["Player"], rate: float, seconds: float) -> None:
        start = time.perf_counter()
        number = 0
        while (present := time.perf_counter()) < start + seconds:
            while number < (present - start) * rate:
                players[number % len(players)].act()
                number += 1
            await asyncio.sleep(max(0.001, start + number / rate - time.perf_counter()))
        end = time.perf_counter() + 30
        while any(player.is_acting for player in players) and time.perf_counter() < end:
            await asyncio.sleep(0.01)


@dataclass
class Measured:
    """What the server used from here until `finish`."""

    processor: Callable[[], float]
    actions: int
    cpu: float = 0.0
    wall: float = 0.0

    def __post_init__(self) -> None:
        self.cpu, self.wall = -self.processor(), -time.perf_counter()

    def finish(self, actions: int) -> None:
        self.cpu += self.processor()
        self.wall += time.perf_counter()
        self.actions = actions - self.actions


class Player:
    """Makes the moves of a table, one after the other."""

    def __init__(self, load: Load, table: FilledTable, line: Line) -> None:
        self.load, self.table, self.line = load, table, line
        self.ply = table.ply
        self.is_acting = False
        self.pages: dict[int, Page] = {}
        self.known: tuple[bytes, Parts] | None = None
        """The last answer to a page of this table: spectators get the same one."""
        self.heard: tuple[bytes, tuple[bytes, bytes]] = b"", (b"", b"")
        """The last message to a page of this table, and what it says."""

    def act(self) -> None:
        load, table = self.load, self.table
        if self.is_acting:
            load.late += 1
            return
        if self.ply >= len(table.game.actions):
            load.errors.append("the game is over")
            return
        action = table.game.actions[self.ply]
        seat = action["player"]
        form = {"ply": str(self.ply), "undos": "0", "action": json.dumps(action)}
        page = self.pages.get(seat)
        started = time.perf_counter()
        load.sent[table.id, self.ply + 1] = started

        def answered(status: int, body: bytes) -> None:
            load.acted.append(time.perf_counter() - started)
            self.is_acting = False
            if status == 200:
                self.ply += 1
            else:
                load.errors.append(f"{status} {_plain(body)[:200]!r}")
            if page is not None:
                page.sending = False
                if status == 200:
                    page.receive(body)

        self.is_acting = True
        path = f"/t/{table.id}/act"
        if page is not None:
            # The answer brings what has changed on the page.
            page.sending = True
            path += f"?{page.query()}"
        self.line.send(load.request("POST", path, table.sessions[seat], form), answered)


class Page:
    """An open page: hears of changes and fetches them."""

    def __init__(self, load: Load, player: Player, session: str) -> None:
        self.load, self.player, self.session = load, player, session
        self.table = player.table
        self.have: dict[str, str] = {}
        self.ply = self.revision = 0
        self.refreshes = 0
        """Since the reader last turned to another tab."""
        self.looks = 0
        self.live = ""
        self.sending = self.fetching = self.is_needed = self.is_open = False
        self.line: Line | None = None
        self.stream: Stream | None = None

    async def open(self) -> None:
        load = self.load
        self.line = await load.connect()
        status, body = await load.ask(self.line, load.request("GET", f"/t/{self.table.id}/parts", self.session))
        if status != 200:
            load.errors.append(f"{status} for a page")
            return
        self._take(_PARTS.decode(_plain(body)))
        request = load.request("GET", f"/t/{self.table.id}/live?{self.query()}", self.session)
        stream = Stream(request, self._heard, self._lost)
        self.stream = stream
        await asyncio.get_running_loop().create_connection(lambda: stream, load.host, load.port)

    def _heard(self, message: bytes) -> None:
        player = self.player
        if player.heard[0] != message:
            player.heard = message, _event(zlib.decompressobj(-zlib.MAX_WBITS).decompress(message))
        kind, data = player.heard[1]
        if kind == b"changed":
            self.live = _HELLO.decode(data).live
            self.is_open = True
            self.load.open += 1
        elif kind == b"parts" and not self.sending:
            self.receive(data, len(message))

    def refresh(self, revision: int = -1) -> None:
        if self.fetching:
            self.is_needed |= revision != self.revision
            return
        self._fetch(self.query())

    def query(self, tab: str = "") -> str:
        have = quote(",".join(f"{name}:{key}" for name, key in self.have.items()))
        return f"have={have}&at={self.ply}&live={self.live}&first={quote(SHOWN)}&coming={quote(tab)}"

    def _fetch(self, query: str) -> None:
        self.fetching = True
        assert self.line is not None
        self.line.send(self.load.request("GET", f"/t/{self.table.id}/parts?{query}", self.session), self._fetched)

    def _fetched(self, status: int, body: bytes) -> None:
        self.fetching = False
        if status != 200:
            self.load.errors.append(f"{status} for parts")
            return
        self.receive(body)
        if self.is_needed:
            self.is_needed = False
            self.refresh()

    def receive(self, body: bytes, size: int | None = None) -> None:
        """`size` is what was sent, if not the body."""
        load = self.load
        present = time.perf_counter()
        known = self.player.known
        if known is None or known[0] != body:
            self.player.known = known = (body, _PARTS.decode(_plain(body)))
        parts = known[1]
        if parts.revision < self.revision:
            return
        if any(part.of and part.of != self.have.get(name) != part.key for name, part in parts.parts.items()):
            load.unfit += 1
            self.refresh()
            return
        load.fetches += 1
        load.fetched_bytes += len(body) if size is None else size
        for ply in range(self.ply + 1, parts.ply + 1):
            if sent := load.sent.get((self.table.id, ply)):
                load.refreshed.append(present - sent)
        if parts.revision != self.revision:
            self.refreshes += 1
        self._take(parts)
        if self.refreshes >= LOOKS and not self.fetching:
            self.refreshes = 0
            self.looks += 1
            self._fetch(self.query(TABS[self.looks % len(TABS)]))

    def _take(self, parts: Parts) -> None:
        self.ply, self.revision = parts.ply, parts.revision
        self.have.update((name, part.key) for name, part in parts.parts.items())

    def _lost(self) -> None:
        if self.is_open:
            self.load.errors.append("a live connection has ended")

    def close(self) -> None:
        self.is_open = False
        for transport in (self.line, self.stream.transport if self.stream is not None else None):
            if transport is not None:
                transport.close()


def _event(message: bytes) -> tuple[bytes, bytes]:
    """The kind and the data of a message, empty for a comment."""
    fields = dict(line.split(b": ", 1) for line in message.splitlines() if b": " in line)
    return fields.get(b"event", b""), fields.get(b"data", b"")


def _plain(body: bytes) -> bytes:
    return zlib.decompress(body, 31) if body[:2] == b"\x1f\x8b" else body


@contextlib.contextmanager
def databases(workers: int) -> Iterator[tuple[str, list[str]]]:
    """The URL of an empty database, and the options with which the server uses it."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if workers == 1:
            yield f"sqlite:///{folder}/goldenspike.db", ["--data", str(folder)]
            return
        url = stack.enter_context(postgres_server(folder))
        redis = stack.enter_context(redis_server(folder))
        with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE load")
        yield f"{url}/load", ["--database", f"{url}/load", "--redis", redis, "--workers", str(workers)]


def measure(tables: int, pages: int, rate: float, seconds: float, workers: int, plies: int) -> dict[str, Any]:
    most = plies + int((1.25 * seconds + 20) * rate / tables) + 5
    games = [play_game(players, most, seed) for players, seed in GAMES]
    with databases(workers) as (url, options):
        filled = asyncio.run(fill_with_running_games(url, games, tables, plies))
        more = ["--unlimited", "--thinkers", "1", "--set", "live_per_address=100000", "--set", "live_connections=100000"]
        with served(*options, *more) as (address, process):
            time.sleep(SETTLE)
            parts = urlsplit(address)
            load = Load(parts.hostname or "", parts.port or 0, filled, pages)
            figures = asyncio.run(load.run(rate, seconds, lambda: family_seconds(process.pid)))
            return {"workers": workers, **figures, "server_megabytes": family_megabytes(process.pid)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Many tables in mid-game with many open pages.")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=100, help="actions a second over all tables")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--plies", type=int, default=150, help="moves already made at each table")
    parser.add_argument("--workers", type=int, default=1, help="more than one: PostgreSQL and Redis")
    wanted = parser.parse_args()
    machine = {"processors": os.cpu_count(), "load": [round(number, 1) for number in os.getloadavg()]}
    figures = measure(wanted.tables, wanted.pages, wanted.rate, wanted.seconds, wanted.workers, wanted.plies)
    print(json.dumps({"machine": machine, "rate": wanted.rate, **figures}), flush=True)


if __name__ == "__main__":
    main()
