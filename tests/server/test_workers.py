"""Several processes with PostgreSQL and Redis: bots, hints, stand-ins and analyses work whoever is asked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from server_helpers import Browser, Program, served, wait_until

pytestmark = pytest.mark.programs
DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def address(postgres_database: str, redis: str) -> Iterator[str]:
    options = ("--database", postgres_database, "--redis", redis, "--workers", "2", "--absence", "0", "--unlimited")
    with served(*options) as (address, _):
        yield address


class Fresh(httpx.Client):
    """A new connection for every request, so that every process has its turn."""

    def request(self, *arguments: Any, **values: Any) -> httpx.Response:
        with httpx.Client(base_url=self.base_url, timeout=30) as client:
            return client.request(*arguments, **values)


def test_bots_hints_and_stand_ins_with_two_processes(address: str) -> None:
    ada, bob = (Program(Fresh(base_url=address), name) for name in ("Ada", "Bob"))
    table = ada.new_table("me", "open", "bot", options={"seating": "free"}, hints="all")
    bob.join(table)
    name = table["id"]
    for _ in range(4):
        hint = ada.post(f"/tables/{name}/hint")
        assert hint.status_code == 200, hint.text
        assert ada.act(name, hint.json()["action"]).status_code == 200
        wait_until(lambda: bool(set(ada.get(f"/tables/{name}").json()["waiting_for"]) & {0, 1}), "a person is asked")
        if ada.get(f"/tables/{name}").json()["waiting_for"] == [1]:
            assert bob.act(name, bob.legal(name)["actions"][0]).status_code == 200
        wait_until(lambda: ada.get(f"/tables/{name}").json()["waiting_for"] == [0], "Ada is asked")
    ply = ada.get(f"/tables/{name}").json()["ply"]
    assert bob.post(f"/tables/{name}/stand-in", {"seat": 0, "bot": "greedy"}).json()["seats"][0]["stand_in"] == "greedy"
    wait_until(lambda: ada.get(f"/tables/{name}").json()["ply"] > ply, "the stand-in has moved")
    assert ada.post(f"/tables/{name}/stand-in/end", {"seat": 0}).json()["seats"][0]["stand_in"] == ""
    kinds = [entry["kind"] for entry in ada.get(f"/tables/{name}/log").json()["entries"]]
    assert kinds.count("stand_in_starts") == kinds.count("stand_in_ends") == 1
    assert "bot_trouble" not in kinds


def test_an_analysis_is_made_once_and_seen_by_all_processes(address: str) -> None:
    browser = Browser(Fresh(base_url=address)).as_guest("Ada")
    record = json.loads((DATA / "1830-bank-breaks.json").read_text())
    files = {"record": ("g.json", json.dumps(record).encode())}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    path = f"{answer.headers['location']}/analysis"
    wait_until(lambda: "<progress" in browser.get(path).text, "the analysis has begun")
    pages = [browser.get(path).text for _ in range(6)]
    assert all('class="legend"' in page for page in pages)
