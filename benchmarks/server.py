"""The web application under load, on this machine: `python benchmarks/server.py [seconds]`.

Starts the real server and prints: opening a finished game (server time, bytes), one action (median), how long until another
page hears of it, and many tables with many live connections at once.
"""

import asyncio
import gzip
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from server_helpers import Browser, Program, served

GAME = Path(__file__).parent.parent / "tests" / "data" / "1830-bank-breaks.json"


def milliseconds(samples: list[float]) -> dict[str, float]:
    ordered = sorted(samples)
    return {
        "median": round(1000 * statistics.median(ordered), 1),
        "p99": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 1),
        "most": round(1000 * ordered[-1], 1),
    }


def opening(client: httpx.Client) -> dict[str, Any]:
    """A finished game of some 550 actions."""
    browser = Browser(client).come_in("Opener")
    answer = browser.request(
        "POST", "/import", data={"_csrf_token": browser.token()}, files={"record": ("g.json", GAME.read_bytes())}
    )
    path = answer.headers["location"]
    samples: list[float] = []
    for _ in range(20):
        started = time.perf_counter()
        page = browser.get(path, headers={"accept-encoding": "gzip"})
        samples.append(time.perf_counter() - started)
    moves = page.text.partition('data-ply="')[2].partition('"')[0]
    return {
        "moves": int(moves),
        "ms": milliseconds(samples),
        "bytes": len(page.content),
        "gzip": len(gzip.compress(page.content, 6)),
    }


def acting(client: httpx.Client) -> dict[str, float]:
    program = Program(client, "Actor")
    table = program.new_table("me", "local", "local", options={"seating": "free"})["id"]
    samples: list[float] = []
    for _ in range(150):
        legal = program.legal(table)
        actions = legal["actions"] or [offer["action"] for offer in legal["offers"]]
        body = {"ply": legal["ply"], "action": actions[-1]}
        started = time.perf_counter()
        answer = program.post(f"/tables/{table}/actions", body)
        samples.append(time.perf_counter() - started)
        assert answer.status_code == 200, answer.text
    return milliseconds(samples)


class Load:
    """Tables with two people at one screen each, passing and taking back at a steady rate; many pages listen."""

    def __init__(self, address: str, tables: int, pages: int, rate: float, seconds: float) -> None:
        self.address, self.tables, self.pages, self.rate, self.seconds = address, tables, pages, rate, seconds
        self.acted: list[float] = []
        self.heard: list[float] = []
        self.errors: list[str] = []
        self.sent: dict[tuple[str, int], float] = {}
        self.open = 0

    async def run(self) -> dict[str, Any]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=self.address, timeout=60, limits=limits) as client:
            made = await asyncio.gather(*(self.make(client, number) for number in range(self.tables)))
            listeners = [asyncio.create_task(self.listen(client, made[number % len(made)][1])) for number in range(self.pages)]
            while self.open < self.pages and not self.errors:
                await asyncio.sleep(0.05)
            start = time.perf_counter()
            end = start + self.seconds
            actors: set[asyncio.Task[None]] = set()
            number = 0
            while time.perf_counter() < end:
                headers, table = made[number % len(made)]
                task = asyncio.create_task(self.act(client, headers, table, number // len(made)))
                actors.add(task)
                task.add_done_callback(actors.discard)
                number += 1
                await asyncio.sleep(max(0.0, start + number / self.rate - time.perf_counter()))
            await asyncio.gather(*actors)
            await asyncio.sleep(1)
            for listener in listeners:
                listener.cancel()
            await asyncio.gather(*listeners, return_exceptions=True)
        return {
            "tables": self.tables,
            "pages": self.pages,
            "actions": len(self.acted),
            "action_ms": milliseconds(self.acted),
            "heard_ms": milliseconds(self.heard),
            "heard": len(self.heard),
            "errors": self.errors[:5],
            "error_count": len(self.errors),
        }

    async def make(self, client: httpx.AsyncClient, number: int) -> tuple[dict[str, str], str]:
        token = (await client.post("/api/v1/guests", json={"name": f"Load {number}"})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        seats = [{"kind": "me"}, {"kind": "local"}]
        wish = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
        table = (await client.post("/api/v1/tables", json=wish, headers=headers)).json()["id"]
        return headers, table

    async def act(self, client: httpx.AsyncClient, headers: dict[str, str], table: str, turn: int) -> None:
        started = time.perf_counter()
        try:
            if turn % 2 == 0:
                self.sent[table, 1] = started
                body: dict[str, Any] = {"ply": 0, "action": {"do": "Pass", "player": 0}}
                answer = await client.post(f"/api/v1/tables/{table}/actions", json=body, headers=headers)
            else:
                self.sent[table, 0] = started
                answer = await client.post(f"/api/v1/tables/{table}/undo", json={"ply": 1}, headers=headers)
            self.acted.append(time.perf_counter() - started)
            if answer.status_code != 200:
                self.errors.append(answer.text)
        except httpx.HTTPError as error:
            self.errors.append(repr(error))

    async def listen(self, client: httpx.AsyncClient, table: str) -> None:
        try:
            async with client.stream("GET", f"/t/{table}/live", timeout=None) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("data: "):
                        news = json.loads(line.removeprefix("data: "))
                        if news["kind"] == "hello":
                            self.open += 1
                        elif news["kind"] == "game" and (table, news.get("ply", 0)) in self.sent:
                            self.heard.append(time.perf_counter() - self.sent[table, news.get("ply", 0)])
        except httpx.HTTPError as error:
            self.errors.append(repr(error))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder, served("--data", folder, "--unlimited") as (address, _):
        with httpx.Client(base_url=address, timeout=60) as client:
            print(json.dumps({"opening": opening(client)}))
            print(json.dumps({"action_ms": acting(client)}))
        print(json.dumps({"load": asyncio.run(Load(address, 300, 1000, 30, seconds).run())}))


if __name__ == "__main__":
    main()
