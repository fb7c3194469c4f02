"""The web application, measured on this machine: `python benchmarks/server.py`.

Starts the real server on an embedded database and prints one line of JSON for each figure: opening a finished game (server
time, bytes over the wire, first view in a real browser), one action, and how soon it is seen in another browser. Nothing else
should run meanwhile. Many tables at once are measured by `server_load.py`.
"""

import gzip
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from measuring import milliseconds
from measuring import processor_seconds as processor_seconds

from server_helpers import Browser, Program, served

GAME = Path(__file__).parent.parent / "tests" / "data" / "1830-bank-breaks.json"
TIMES = 20
BUTTON = "form[data-live] button[name=action]"
SETTLE = 4.0
"""Seconds that the server gets to warm up in the background, as it would have before anybody comes."""


def say(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


def opening(client: httpx.Client) -> tuple[str, dict[str, Any]]:
    """A finished game of several hundred actions: its path, and how long the server takes to show it."""
    browser = Browser(client).as_guest("Opener")
    answer = browser.request(
        "POST", "/import", data={"_csrf_token": browser.token()}, files={"record": ("g.json", GAME.read_bytes())}
    )
    path = answer.headers["location"]
    samples: list[float] = []
    for _ in range(TIMES):
        started = time.perf_counter()
        page = browser.get(path, headers={"accept-encoding": "gzip"})
        samples.append(time.perf_counter() - started)
    moves = page.text.partition('data-ply="')[2].partition('"')[0]
    return path, {
        "moves": int(moves),
        "server_ms": milliseconds(samples),
        "bytes": len(page.content),
        "gzip_bytes": len(gzip.compress(page.content, 6)),
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


def in_browsers(address: str, path: str) -> dict[str, Any] | None:
    """First view of the finished game with nothing cached, and from a click to its effect in somebody else's browser."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"] if os.getuid() == 0 else [])
        views: list[float] = []
        wire = 0
        for _ in range(5):
            context = browser.new_context(base_url=address)
            page = context.new_page()
            page.goto(path, wait_until="load")
            timing = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
            others = page.evaluate("performance.getEntriesByType('resource').map((one) => one.transferSize)")
            views.append(timing["loadEventEnd"] / 1000)
            wire = timing["transferSize"] + sum(others)
            context.close()
        seen = _seen_elsewhere(browser, address)
        browser.close()
    return {"first_view_ms": milliseconds(views), "wire_bytes": wire, "seen_elsewhere_ms": milliseconds(seen)}


def _seen_elsewhere(browser: Any, address: str) -> list[float]:
    """Two people pass in turn; both clocks are those of the same machine."""
    pages = []
    for name in ("Ada", "Bob"):
        page = browser.new_context(base_url=address).new_page()
        pages.append(page)
        if name == "Ada":
            page.goto("/new?game=1830/classic&players=2")
            page.fill("[name=my_name]", name)
            page.select_option('[name="seat.1.kind"]', "open")
            page.click("button[value=create]")
            page.wait_for_selector("[data-copy]")
        else:
            page.goto(pages[0].input_value("[data-copy]"))
            page.fill("[name=name]", name)
            page.click("main button")
        page.wait_for_selector("[data-table]")
    watch = """() => {
        window.seen = 0;
        const table = document.querySelector("[data-table]");
        const look = (changes) => { if (changes.some((one) => one.oldValue !== table.dataset.ply)) window.seen = Date.now(); };
        new MutationObserver(look).observe(table, { attributes: true, attributeFilter: ["data-ply"], attributeOldValue: true });
    }"""
    for page in pages:
        page.evaluate(watch)
    samples: list[float] = []
    for _ in range(TIMES):
        for page in pages:
            page.evaluate("window.seen = 0")
        mine, clicked = _click(pages)
        other = pages[1 - pages.index(mine)]
        samples.append((_wait(other) - clicked) / 1000)
        _wait(mine)
    return samples


def _wait(page: Any) -> int:
    """When the page changed."""
    while not (seen := page.evaluate("window.seen")):
        page.wait_for_timeout(5)
    return int(seen)


def _click(pages: list[Any]) -> tuple[Any, int]:
    """Whoever may act presses the first button; the page and the time."""
    find = f"const one = document.querySelector({BUTTON!r});"
    press = f"() => {{ {find} const time = Date.now(); if (!one || one.disabled) return 0; one.click(); return time; }}"
    while True:
        for page in pages:
            page.wait_for_timeout(30)
            if clicked := page.evaluate(press):
                return page, clicked


def main() -> None:
    say(machine={"processors": os.cpu_count(), "load": [round(number, 1) for number in os.getloadavg()]})
    with tempfile.TemporaryDirectory() as folder, served("--data", folder, "--unlimited") as (address, _):
        time.sleep(SETTLE)
        with httpx.Client(base_url=address, timeout=60) as client:
            path, figures = opening(client)
            say(opening=figures)
            say(action_ms=acting(client))
        say(browser=in_browsers(address, path) or "no chromium here")


if __name__ == "__main__":
    main()
