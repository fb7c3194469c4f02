"""Many tables at once: a driver of its own that costs little, so that what is measured is the server.

Tables with two people at one screen each pass and take back at a steady rate while many pages listen. Requests and live
connections are spoken by hand over plain sockets: a full client library would need more of the machine than the server does.
"""

import asyncio
import json
import statistics
import time
from dataclasses import dataclass, field
from typing import Any


def milliseconds(samples: list[float]) -> dict[str, float]:
    ordered = sorted(samples) or [0.0]
    return {
        "median": round(1000 * statistics.median(ordered), 1),
        "p99": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 1),
        "most": round(1000 * ordered[-1], 1),
    }


class Line:
    """A connection that is kept open; one request at a time."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any, token: str = "") -> tuple[int, Any]:
        status, answer = await self._ask(_request("POST", path, self._host, token, json.dumps(body).encode()))
        return status, json.loads(answer) if answer else None

    async def get(self, path: str) -> int:
        return (await self._ask(_request("GET", path, self._host, "")))[0]

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return int(head[9:12]), await self._reader.readexactly(length)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


def _request(method: str, path: str, host: str, token: str, data: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"host: {host}", "accept: application/json"]
    if token:
        lines.append(f"authorization: Bearer {token}")
    if data:
        lines += ["content-type: application/json", f"content-length: {len(data)}"]
    return "\r\n".join([*lines, "", ""]).encode() + data


@dataclass
class Load:
    host: str
    port: int
    tables: int = 300
    pages: int = 1000
    rate: float = 30
    seconds: float = 120
    fetching: bool = False
    """Whether pages fetch what changed when they hear of it, as browsers do; else they only listen."""
    fetched: list[float] = field(default_factory=list)
    acted: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _sent: dict[tuple[str, int], float] = field(default_factory=dict)
    _lines: list[Line] = field(default_factory=list)
    _open: int = 0

    async def prepare(self) -> list[tuple[str, str]]:
        """Tokens and tables; made one after the other by a few tasks."""
        made: list[tuple[str, str]] = []
        numbers = iter(range(self.tables))

        async def create_some() -> None:
            line = self._line()
            for number in numbers:
                _, guest = await line.post("/api/v1/guests", {"name": f"Load {number}"})
                seats = [{"kind": "me"}, {"kind": "local"}]
                request = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
                _, table = await line.post("/api/v1/tables", request, guest["token"])
                made.append((guest["token"], table["id"]))
            self._lines.append(line)

        await asyncio.gather(*(create_some() for _ in range(8)))
        return made

    async def listen(self, table: str) -> None:
        """A page: hears what changes, and when."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        fetches: set[asyncio.Task[None]] = set()
        try:
            writer.write(_request("GET", f"/t/{table}/live", self.host, ""))
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    news = json.loads(line[6:])
                    if news["kind"] == "hello":
                        self._open += 1
                    elif news["kind"] == "game" and (sent := self._sent.get((table, news.get("ply", 0)))):
                        self.heard.append(time.perf_counter() - sent)
                        if self.fetching:
                            fetches.add(task := asyncio.create_task(self._fetch(table, sent)))
                            task.add_done_callback(fetches.discard)
            self.errors.append("a live connection has ended")
        except OSError as error:
            self.errors.append(repr(error))
        finally:
            writer.close()

    async def _fetch(self, table: str, sent: float) -> None:
        line = self._lines.pop() if self._lines else self._line()
        try:
            status = await line.get(f"/t/{table}/parts")
            self.fetched.append(time.perf_counter() - sent)
            if status != 200:
                self.errors.append(f"{status} for parts")
            self._lines.append(line)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.errors.append(repr(error))

    async def run(self, made: list[tuple[str, str]]) -> dict[str, Any]:
        listeners = [asyncio.create_task(self.listen(made[number % len(made)][1])) for number in range(self.pages)]
        while self._open < self.pages and not self.errors:
            await asyncio.sleep(0.05)
        start = time.perf_counter()
        actors: set[asyncio.Task[None]] = set()
        number = 0
        while time.perf_counter() < start + self.seconds:
            token, table = made[number % len(made)]
            task = asyncio.create_task(self._act(token, table, number // len(made)))
            actors.add(task)
            task.add_done_callback(actors.discard)
            number += 1
            await asyncio.sleep(max(0.0, start + number / self.rate - time.perf_counter()))
        await asyncio.gather(*actors)
        lasted = time.perf_counter() - start
        await asyncio.sleep(0.5)
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
        for line in self._lines:
            line.close()
        return {
            "tables": len(made),
            "live_connections": self._open,
            "seconds": round(lasted, 1),
            "actions": len(self.acted),
            "actions_a_second": round(len(self.acted) / lasted, 1),
            "action_ms": milliseconds(self.acted),
            "heard": len(self.heard),
            "heard_ms": milliseconds(self.heard),
            **({"fetched": len(self.fetched), "fetched_ms": milliseconds(self.fetched)} if self.fetching else {}),
            "errors": len(self.errors),
            "first_errors": self.errors[:3],
        }

    async def _act(self, token: str, table: str, turn: int) -> None:
        line = self._lines.pop() if self._lines else self._line()
        started = time.perf_counter()
        self._sent[table, 1 - turn % 2] = started
        try:
            if turn % 2 == 0:
                action = {"do": "Pass", "player": 0}
                status, answer = await line.post(f"/api/v1/tables/{table}/actions", {"ply": 0, "action": action}, token)
            else:
                status, answer = await line.post(f"/api/v1/tables/{table}/undo", {"ply": 1}, token)
            self.acted.append(time.perf_counter() - started)
            if status != 200:
                self.errors.append(f"{status} {answer}")
            self._lines.append(line)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.errors.append(repr(error))

    def _line(self) -> Line:
        return Line(self.host, self.port)
