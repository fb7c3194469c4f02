"""What a refreshed page costs: `python benchmarks/refresh.py [actions]` (40 if not given).

Starts the real server on an embedded database, brings a recorded game to its last rounds and plays on from there. After each
action every viewer fetches what has changed, as browsers do. Prints a line of JSON for each number of viewers: processor time of
the server for the action and for each refresh, and bytes sent; then the time from a click to the drawn page in a real browser,
and where it goes. Nothing else should run meanwhile.
"""

import gzip
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from goldenspike.core.actions import Action, Pass
from goldenspike.core.game import Game
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump
from goldenspike.record.wire import to_wire
from server import SETTLE, processor_seconds, say
from server_helpers import Browser, served

GAME = Path(__file__).parent.parent / "tests" / "data" / "1830-bank-breaks.json"
VIEWERS = (0, 1, 20)
VERSIONS = re.compile(r'data-part="(\w+)"\s+data-key="(\w+)"')


class Table:
    """A table in the last rounds of the recorded game, and the actions that followed."""

    def __init__(self, client: httpx.Client, count: int) -> None:
        recorded = Importer(read_export(GAME.read_bytes()))
        for _ in recorded.run():
            pass
        self.setup = recorded.setup
        *played, _ = recorded.game.actions
        self.coming: list[Action] = played[-count:]
        start = Game(self.setup)
        for action in played[:-count]:
            start.push(action)
        self.owner = Browser(client).as_guest("Owner")
        files = {"record": ("game.json", dump(start))}
        answer = self.owner.request("POST", "/import", data={"_csrf_token": self.owner.token()}, files=files)
        self.path = answer.headers["location"]
        self.token = self.owner.token()
        # Every move is made as recorded, none automatically.
        self.owner.request("POST", f"{self.path}/automatic", data={"_csrf_token": self.token}, accept="application/json")
        self.ply = start.ply

    def act(self, action: Action) -> None:
        form = {"_csrf_token": self.token, "ply": str(self.ply), "action": json.dumps(to_wire(self.setup, action))}
        answer = self.owner.request("POST", f"{self.path}/act", data=form, accept="application/json")
        assert answer.status_code == 200, answer.text
        self.ply = answer.json()["ply"]


class Viewer:
    """A page that fetches what has changed."""

    def __init__(self, client: httpx.Client, path: str) -> None:
        self._browser, self._path = Browser(client), path
        self._have = dict(VERSIONS.findall(self._browser.get(path).text))

    def refresh(self) -> tuple[list[str], int]:
        """The names of the parts that came, and the bytes of the answer."""
        have = ",".join(f"{name}:{key}" for name, key in self._have.items())
        headers = {"accept-encoding": "gzip"}
        answer = self._browser.get(f"{self._path}/parts", params={"have": have}, accept="application/json", headers=headers)
        parts = answer.json()["parts"]
        self._have |= {name: part["key"] for name, part in parts.items()}
        return list(parts), int(answer.headers["content-length"])


def refreshing(client: httpx.Client, pid: int, viewers: int, count: int) -> dict[str, Any]:
    table = Table(client, count)
    pages = [Viewer(client, table.path) for _ in range(viewers)]
    acting = fetching = 0.0
    sent: list[int] = []
    after_passes: list[int] = []
    for action in table.coming:
        before = processor_seconds(pid) or 0
        table.act(action)
        done = processor_seconds(pid) or 0
        answers = [page.refresh() for page in pages]
        acting, fetching = acting + done - before, fetching + (processor_seconds(pid) or 0) - done
        sent += [length for _, length in answers]
        after_passes += [length for _, length in answers if isinstance(action, Pass)]
    if not viewers:
        return {"viewers": 0, "action_ms": round(1000 * acting / count, 2)}
    page = Browser(client).get(table.path, headers={"accept-encoding": "gzip"})
    return {
        "viewers": viewers,
        "refreshes": len(sent),
        "action_ms": round(1000 * acting / count, 2),
        "refresh_ms": round(1000 * fetching / len(sent), 2),
        "sent_bytes": round(statistics.mean(sent)),
        "sent_bytes_after_a_pass": round(statistics.mean(after_passes)) if after_passes else None,
        "page_bytes": len(page.content),
        "page_gzip_bytes": len(gzip.compress(page.content, 4)),
    }


CLICK = """async () => {
    const table = document.querySelector("[data-table]");
    const button = document.querySelector("form[data-live] button[name=action][data-kind=Pass]")
        ?? document.querySelector("form[data-live] button[name=action]");
    if (!button) return null;
    performance.clearResourceTimings();
    const start = performance.now();
    const changed = new Promise((done) => table.addEventListener("table:changed", done, { once: true }));
    button.click();
    await changed;
    const swapped = performance.now();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const drawn = performance.now();
    const requests = performance.getEntriesByType("resource").map((one) => [one.name.split("/").pop().split("?")[0],
        one.duration, one.responseEnd - start]);
    return { swapped: swapped - start, drawn: drawn - start, requests };
}"""


def clicking(address: str, client: httpx.Client, count: int) -> dict[str, Any] | None:
    """From a click to the drawn page, in milliseconds: median and least of its stages. On a busy machine the least says more."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return None
    from playwright.sync_api import sync_playwright

    table = Table(client, 100)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"] if os.getuid() == 0 else [])
        context = browser.new_context(base_url=address, viewport={"width": 1400, "height": 900})
        context.add_cookies([{"name": name, "value": value, "url": address} for name, value in table.owner.cookies.items()])
        page = context.new_page()
        page.goto(table.path)
        page.wait_for_selector("[data-ready=yes]")
        figures: list[dict[str, float]] = []
        for _ in range(count):
            found = page.evaluate(CLICK)
            if found is None:
                break
            ends = {name: (duration, end) for name, duration, end in reversed(found["requests"])}
            figures.append({"answered": ends.get("act", (0, 0))[1], "swapped": found["swapped"], "drawn": found["drawn"]})
            page.wait_for_timeout(150)
        browser.close()
    middle = {f"{name}_ms": round(statistics.median(one[name] for one in figures), 1) for name in figures[0]}
    least = {f"least_{name}_ms": round(min(one[name] for one in figures), 1) for name in figures[0]}
    return {"clicks": len(figures), **middle, **least}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    say(machine={"processors": os.cpu_count(), "load": [round(number, 1) for number in os.getloadavg()]})
    with tempfile.TemporaryDirectory() as folder, served("--data", folder, "--unlimited") as (address, process):
        time.sleep(SETTLE)
        with httpx.Client(base_url=address, timeout=60) as client:
            for viewers in VIEWERS:
                say(refreshing=refreshing(client, process.pid, viewers, count))
            say(click=clicking(address, client, 20) or "no chromium here")


if __name__ == "__main__":
    main()
