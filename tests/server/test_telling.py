"""A page that tells what it has is sent what changes over its live connection; whatever its reader may not see is not in it."""

import zlib
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.table.answers import GZIP_START
from live_page import opened
from server_helpers import Browser

pytestmark = pytest.mark.sqlite


@pytest.fixture
def table(browser: Browser) -> str:
    """Three players at one screen, in the first auction."""
    form = {"game": "1830/classic", "players": "3", "option.seating": "free", "my_name": "Ada"}
    form |= {f"seat.{number}.kind": "local" for number in (1, 2)}
    return str(browser.post("/new", form).url.path).rpartition("/")[2]


PASS = {"do": "Pass", "player": 0}


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_page_is_sent_what_it_would_fetch(client: TestClient[Litestar], browser: Browser, table: str, encoding: str) -> None:
    player = opened(client, table, browser)
    other = opened(client, table, Browser(client))
    with opened(client, table, Browser(client), encoding).listening() as page:
        for seat in range(2):
            player.act(PASS | {"player": seat})
            sent, fetched = page.next(), other.fetch()
            assert sent == fetched and sent["parts"] and sent["ply"] == seat + 1
        assert page.have == other.have and page.html == other.html


def test_the_page_that_acts_is_answered_and_told_nothing(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    """Its answer brings what has changed; from then on the server knows what the page has."""
    watcher = opened(client, table, Browser(client))
    with opened(client, table, browser).listening() as page, watcher.listening():
        page.next()  # that Ada has come
        page.act(PASS)
        watcher.told(2)
        browser.post(f"/t/{table}/chat", {"text": "Good luck!"})
        sent = page.next()
        # Not the move: that was in the answer.
        assert sent["revision"] == page.revision == 3 and set(sent["parts"]) == {"log"}
        assert sent["parts"]["log"]["of"] and len(sent["parts"]["log"]["pieces"]) <= 2


def test_what_is_sent_is_about_what_the_reader_looks_at(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    player = opened(client, table, browser)
    with opened(client, table, Browser(client)).listening() as page:
        assert player.act(PASS) and page.next()["asked"] == [None, None, None, ""]
        page.asked = {"ply": "0", "first": "log,history"}
        page.fetch()
        player.act(PASS | {"player": 1})
        sent = page.next()
        assert sent["asked"] == [None, None, 0, ""] and (sent["ply"], sent["shown"]) == (2, 0)
        assert set(sent["current"]) <= {"log", "history", "auction", "players"}


def test_readers_are_sent_the_same_bytes(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    """Rendered, encoded and compressed once for all who only watch."""
    services: Any = client.app.state.services
    pages = [opened(client, table, Browser(client)) for _ in range(3)]
    with pages[0].listening(), pages[1].listening(), pages[2].listening():
        services.answers.clear()
        opened(client, table, browser).act(PASS)
        for page in pages:
            page.next()
        assert len(services.answers._kept) == 1 and len(services.open_pages) == 3


def test_they_are_whatever_else_their_pages_have(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    """Some have read an older version of what is behind another tab."""
    services: Any = client.app.state.services
    pages = [opened(client, table, Browser(client)) for _ in range(2)]
    for number, page in enumerate(pages):
        page.have["sheet"], page.asked = f"older{number}", {"first": "log,history"}
    with pages[0].listening(), pages[1].listening():
        services.answers.clear()
        opened(client, table, browser).act(PASS)
        assert pages[0].next() == pages[1].next()
        assert len(services.answers._kept) == 1
    # Who turns there gets the whole part.
    pages[0].asked["coming"] = "sheet"
    assert "html" in pages[0].fetch()["parts"]["sheet"]


def test_the_table_is_not_read_again_for_each_page(
    client: TestClient[Litestar], browser: Browser, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever tells of a revision has it in memory; only a newer one is looked for on disk."""
    services: Any = client.app.state.services
    live = services.tables.live
    asked: list[object] = []
    ask = services.tables.database.first

    async def count(statement: object, parameters: dict[str, Any]) -> Any:
        asked.append(parameters)
        return await ask(statement, parameters)

    with client.portal() as portal:
        kept = portal.call(live.get, table)
        monkeypatch.setattr(services.tables.database, "first", count)
        assert portal.call(live.get, table, kept.revision) is kept and not asked
        assert portal.call(live.get, table, kept.revision + 1) is kept and asked == [{"table": table}]


def test_who_has_logged_out_is_told_nothing_more(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    bob = Browser(client).as_guest("Bob")
    player = opened(client, table, browser)
    with opened(client, table, bob).listening() as page:
        bob.post("/account/logout", {})
        player.act(PASS)
        assert page.has_ended()


def test_a_stranger_cannot_speak_for_a_page_of_another_table(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    services: Any = client.app.state.services
    with opened(client, table, Browser(client)).listening() as page:
        assert services.open_pages.find(page.live, table) is not None
        assert services.open_pages.find(page.live, "other") is None and services.open_pages.find("", table) is None


@pytest.mark.parametrize("name", ["have", "first", "log"])
def test_what_is_kept_of_a_page_is_short(client: TestClient[Litestar], browser: Browser, table: str, name: str) -> None:
    """Nobody can fill the memory with what he says he has."""
    everything = opened(client, table, browser).query()["have"]
    assert len(everything) < 1_000
    query = {"have": everything, name: "panel:" + "x" * 2_000}
    for path in ("live", "parts"):
        answer = browser.get(f"/t/{table}/{path}", accept="application/json", params=query)
        assert answer.status_code == 400, path
    assert not len(client.app.state.services.open_pages)


def test_streams_begin_like_compressed_files() -> None:
    assert zlib.decompressobj(31).decompress(GZIP_START) == b""
