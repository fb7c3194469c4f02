"""kill -9 between move, outbox and delivery: no notice is lost, and none is told twice for the same turn."""

import os
import random
import signal
import threading
from collections import Counter
from pathlib import Path

import httpx
import pytest

from notice_receivers import SERVER, WebReceiver, web_receiver
from server_helpers import Browser, Program, free_port, served, wait_until

pytestmark = pytest.mark.programs
TABLES = 6
"""New ones for each kill: at each of them Ada moves once, and then the game waits for Bob."""


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.exhaustive)])
def test_killed_between_move_and_delivery(tmp_path: Path, kills: int) -> None:
    rng = random.Random(1862)
    port = free_port()
    settings = [part for name, value in SERVER.items() for part in ("--set", f"{name}={value}")]
    tables: list[str] = []
    people: list[tuple[Program, Browser]] = []
    with web_receiver() as receiver:
        for number in range(kills + 1):
            with (
                served("--unlimited", "--data", str(tmp_path), "--set", "warm=false", *settings, port=port) as (address, process),
                httpx.Client(base_url=address, timeout=20) as client,
            ):
                if not people:
                    people.append((Program(client, "Ada"), Browser(client).as_guest("Bob")))
                    people[0][1].post("/account/notices/add", {"channel": "hook", "target": receiver.url})
                ada, bob = people[0]
                ada.client = bob.client = client
                if number == kills:
                    waiting = {table for table in tables if ada.get(f"/tables/{table}").json()["ply"]}
                    wait_for(receiver, waiting)
                    break
                fresh = [open_table(ada, bob) for _ in range(TABLES)]
                tables += fresh
                first = next(one for one in ada.legal(fresh[0])["actions"] if one["do"] == "BuyFromBank")
                killer = threading.Timer(rng.uniform(0.01, 0.5), os.killpg, (process.pid, signal.SIGKILL))
                killer.start()
                for table in fresh:
                    try:
                        assert ada.post(f"/tables/{table}/actions", {"ply": 0, "action": first}).status_code == 200
                    except httpx.HTTPError:
                        break
                killer.join()
                process.wait()
    # What was sent but not stored as sent comes again with the same id, by which a receiver recognizes it.
    arrived = {request.headers["webhook-id"]: request.json["notices"] for request in receiver.received}
    counted = Counter((notice["table"], notice["turn"], notice["kind"]) for found in arrived.values() for notice in found)
    assert set(counted) == {(table, "0.1", "turn") for table in waiting}
    assert set(counted.values()) == {1} and len(waiting) >= kills


def open_table(ada: Program, bob: Browser) -> str:
    table = ada.new_table("me", "open", options={"seating": "free"})
    assert bob.send(f"/t/{table['id']}/join/{table['invite']}").status_code == 303
    return str(table["id"])


def wait_for(receiver: WebReceiver, tables: set[str]) -> None:
    wait_until(lambda: tables <= {told[0] for told in receiver.turns}, "all of it has arrived")
