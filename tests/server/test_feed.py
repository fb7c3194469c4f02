"""The feed of a table: a report of each round."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Browser, Program

RECORD = Path(__file__).parents[1] / "data" / "1830-bank-breaks.json"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.mark.sqlite
def test_rounds_that_have_ended(client: TestClient[Litestar], ada: Program) -> None:
    answer = ada.post("/tables/import", json.loads(RECORD.read_text()))
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    page = Browser(client, "de").get(f"/t/{table}").text
    assert f'href="/t/{table}/feed"' in page
    found = Browser(client, "de").request("GET", f"/t/{table}/feed")
    assert found.headers["content-type"].startswith("application/atom+xml")
    feed = xml.fromstring(found.content)
    entries = feed.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in entries]
    assert len(entries) == 20 and all("runde" in title.lower() for title in titles), titles
    times = [entry.findtext(f"{ATOM}updated") for entry in entries]
    assert times == sorted(times, key=str, reverse=True)
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
    content = entries[0].findtext(f"{ATOM}content") or ""
    assert content.startswith("<") and "<p>" in content and "<script" not in content


@pytest.mark.sqlite
def test_the_round_under_way_is_not_reported(client: TestClient[Litestar], ada: Program) -> None:
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    feed = xml.fromstring(client.get(f"/t/{table}/feed").content)
    assert feed.findall(f"{ATOM}entry") == []


@pytest.mark.sqlite
def test_reports_to_read_and_to_pass_on(client: TestClient[Litestar], ada: Program) -> None:
    table = ada.post("/tables/import", json.loads(RECORD.read_text())).json()["id"]
    reader = Browser(client)
    page = reader.get(f"/t/{table}").text
    assert f'href="/t/{table}/reports"' in page and f'<a href="/t/{table}/feed">' in page, "links that one can see"
    reports = reader.get(f"/t/{table}/reports").text
    (newest, *others) = re.findall(rf'href="/t/{table}/reports/(\d+)/text"', reports)
    assert len(others) == 19 and int(newest) > int(others[0])
    text = reader.get(f"/t/{table}/reports/{newest}/text")
    assert text.headers["content-type"].startswith("text/plain") and text.text.startswith("Operating round")
    assert "\n- " in text.text and "<" not in text.text
    picture = reader.get(f"/t/{table}/reports/{newest}/picture")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    drawn = xml.fromstring(picture.content)
    written = ["".join(one.itertext()) for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    names = [seat["name"] for seat in ada.get(f"/tables/{table}").json()["seats"]]
    assert all(name in written for name in names) and "Wealth" in written and any("$" in one for one in written)
    assert reader.get(f"/t/{table}/reports/1/text").status_code == 404
