"""The lobby: what waits for a person comes first, each table says how it stands, lists have pages, tables can go."""

import html
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import update

from goldenspike import svg, text
from goldenspike.bots.roster import BOTS, STRENGTH
from goldenspike.protocol.messages import Section
from goldenspike.server.lobby.listing import Lobby
from goldenspike.server.lobby.queries import page_of
from goldenspike.server.lobby.summary import ago
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.storage.tokens import now
from goldenspike.titles.catalogue import CATALOGUE
from server_helpers import Browser, Program, press

DATA = Path(__file__).parents[1] / "data"


def sections(page: str) -> dict[str, str]:
    """The lists on the page by name, each as HTML."""
    parts = re.split(r'<h2 id="list-(\w+)">', page)
    return dict(zip(parts[1::2], (part.split("</section>")[0] for part in parts[2::2]), strict=True))


def new_table(browser: Browser, *kinds: str, game: str = "1830/classic", **more: str) -> str:
    form = {"game": game, "players": str(len(kinds)), "listed": "yes", "do": "create", **more}
    form |= {f"seat.{number}.kind": kind for number, kind in enumerate(kinds)}
    answer = browser.send("/new", form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


def import_game(browser: Browser, name: str) -> str:
    return import_record(browser, (DATA / name).read_bytes())


def import_record(browser: Browser, record: bytes) -> str:
    files = {"record": ("record.json", record, "application/json")}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


def one_seat_each(ada: Browser, bob: Browser) -> str:
    table = new_table(ada, "me", "open", **{"option.seating": "free"})
    invitation = re.search(rf"/t/{table}/join", bob.get("/").text)
    assert invitation is not None
    bob.post(invitation[0])
    return table


@pytest.fixture
def people(client: TestClient[Litestar]) -> tuple[Browser, Browser]:
    return Browser(client).as_guest("Ada"), Browser(client).as_guest("Bob")


def test_a_table_moves_to_the_list_of_the_player_it_waits_for(people: tuple[Browser, Browser]) -> None:
    ada, bob = people
    table = one_seat_each(ada, bob)
    assert table in sections(ada.get("/").text)["turn"]
    assert table in sections(bob.get("/").text)["mine"]
    press(ada, table, "Pass")
    mine = sections(ada.get("/").text)
    assert table in mine["mine"] and "Waiting for Bob" in mine["mine"] and "turn" not in mine
    assert table in sections(bob.get("/").text)["turn"]
    ada.post(f"/t/{table}/undo", ada.position(table))
    bob.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert table in sections(ada.get("/").text)["turn"]


def test_the_table_that_has_waited_longest_comes_first(people: tuple[Browser, Browser]) -> None:
    ada, bob = people
    first, second = one_seat_each(ada, bob), one_seat_each(ada, bob)
    press(ada, first, "Pass")
    press(bob, first, "Pass")
    turn = sections(ada.get("/").text)["turn"]
    assert turn.index(second) < turn.index(first)


def test_a_table_says_how_it_stands(people: tuple[Browser, Browser]) -> None:
    ada, _ = people
    record = json.loads((DATA / "1830-equal-runs.json").read_bytes())
    # The last move is told, or the one before a pass of which there is nothing to tell.
    for moves, round, last in ((150, "3.1 · phase 3", r"PRR pays out \$40\b"), (210, "4.1 · phase 4", "B&amp;O lays tile 69 ")):
        import_record(ada, json.dumps({**record, "actions": record["actions"][:moves]}).encode())
        card = sections(ada.get("/").text)["turn"]
        assert f"Operating round {round}" in re.sub(r"\s+", " ", card)
        assert re.search(rf'<p class="faint last">{last}', card)
        assert "/thumbnail?" in card


def test_the_leader_is_named_only_to_those_who_may_know(client: TestClient[Litestar], people: tuple[Browser, Browser]) -> None:
    """Closed knowledge hides the money of players (C-1.1)."""
    ada, _ = people
    record = json.loads((DATA / "1830-equal-runs.json").read_bytes())
    for knowledge, is_named in (("open", True), ("closed", False)):
        record["options"]["knowledge"] = knowledge
        table = import_record(ada, json.dumps({**record, "actions": record["actions"][:150]}).encode())
        card = next(card for card in ada.get("/").text.split('<li class="game') if f"/t/{table}" in card)
        assert ("leads with" in card) == is_named


def test_finished_games_show_the_result_and_can_be_removed(people: tuple[Browser, Browser]) -> None:
    ada, _ = people
    table = import_game(ada, "1830-bank-breaks.json")
    finished = sections(ada.get("/").text)["finished"]
    standings = re.findall(r"(\d)\. ([\w ]+) \$([\d,]+)", finished)
    wealth = [int(amount.replace(",", "")) for _, _, amount in standings]
    assert len(wealth) >= 3 and wealth == sorted(wealth, reverse=True)
    assert "finished" not in sections(ada.post(f"/remove/{table}").text)
    assert ada.get(f"/t/{table}").status_code == 200
    assert ada.send(f"/remove/{table}").status_code == 409


def test_a_table_that_has_not_started_can_be_archived_by_its_host_only(people: tuple[Browser, Browser]) -> None:
    """It is never deleted, and can be taken back."""
    ada, bob = people
    table = new_table(ada, "me", "open")
    assert bob.send(f"/remove/{table}").status_code == 403
    assert table not in ada.post(f"/remove/{table}").text and table not in bob.get("/").text
    assert ada.get(f"/t/{table}").status_code == 200
    assert table in ada.get("/?show=archive").text and table not in bob.get("/?show=archive").text
    bob.send(f"/take-back/{table}")
    assert table not in bob.get("/").text, "only those at the table can take it back"
    assert table in ada.post(f"/take-back/{table}").text and table in bob.get("/").text
    assert table not in ada.get("/?show=archive").text


def test_a_change_takes_a_table_back(people: tuple[Browser, Browser]) -> None:
    ada, bob = people
    table = new_table(ada, "me", "open")
    ada.post(f"/remove/{table}")
    bob.post(f"/t/{table}/join")
    assert table in ada.get("/").text and table in bob.get("/").text


def test_a_game_that_nobody_else_plays_can_be_archived(people: tuple[Browser, Browser]) -> None:
    ada, _ = people
    table = new_table(ada, "me", "local")
    assert f'action="/remove/{table}"' in ada.get("/").text
    assert table not in ada.post(f"/remove/{table}").text
    assert "Restore from archive" in ada.get("/?show=archive").text


def test_tables_that_nobody_needs_are_archived(client: TestClient[Litestar], people: tuple[Browser, Browser]) -> None:
    """Long unchanged, or left by all; never while somebody plays."""
    ada, bob = people
    waiting, played, left = new_table(ada, "me", "open"), one_seat_each(ada, bob), new_table(ada, "me", "bot")
    ada.send(f"/t/{left}/leave")
    lobby = client.app.state.services.lobby
    day = 24 * 3600 * 1000

    def archive(days: int) -> int:
        with client.portal() as portal:
            return int(portal.call(lobby.archive_old, now() + days * day))

    assert archive(0) == 0
    assert archive(2) == 1
    assert waiting in ada.get("/").text
    assert archive(61) == 1
    assert waiting not in ada.get("/").text and played in ada.get("/").text
    assert archive(181) == 1 and archive(181) == 0
    assert played not in ada.get("/").text and ada.get(f"/t/{played}").status_code == 200


def test_a_running_game_cannot_be_removed(people: tuple[Browser, Browser]) -> None:
    ada, bob = people
    table = one_seat_each(ada, bob)
    assert ada.send(f"/remove/{table}").status_code == 409
    assert ada.get(f"/t/{table}").status_code == 200


def test_open_tables_tell_what_differs(people: tuple[Browser, Browser]) -> None:
    ada, bob = people
    new_table(ada, "me", "open", **{"option.knowledge": "closed"})
    new_table(ada, "me", "open", game="1830/base")
    page = sections(bob.get("/").text)["open"]
    assert page.count("Take a seat") == 2 and page.count("<strong>") == 1
    filtered = sections(bob.get("/?show=open&game=1830/base").text)
    assert list(filtered) == ["open"] and filtered["open"].count("Take a seat") == 1


@pytest.mark.parametrize("query", ["?page=0", "?page=99999", "?show=nonsense", "?show=open&game=1846", "?show=turn"])
def test_strange_addresses_show_the_lobby(browser: Browser, query: str) -> None:
    assert browser.get(f"/{query}").status_code == 200


def test_long_lists_have_pages(people: tuple[Browser, Browser]) -> None:
    ada, _ = people
    tables = {new_table(ada, "me", "local") for _ in range(23)}
    assert "Show all 23" in ada.get("/").text
    pages = [ada.get(f"/?show=turn&page={number}").text for number in (1, 2)]
    shown = [{table for table in tables if f'href="/t/{table}"' in page} for page in pages]
    assert [len(found) for found in shown] == [20, 3] and shown[0] | shown[1] == tables
    assert "Page 2 of 2" in pages[1]


def test_a_damaged_table_does_not_break_the_lobby(client: TestClient[Litestar], people: tuple[Browser, Browser]) -> None:
    ada, _ = people
    table = import_game(ada, "1830-equal-runs.json")
    services: Any = client.app.state.services

    async def damage() -> None:
        async with services.database.write() as connection:
            await connection.execute(update(MoveRow).where(MoveRow.table_id == table).values(state=b"nonsense"))

    with client.portal() as portal:
        portal.call(damage)
    services.summaries = type(services.summaries)()
    assert table in ada.get("/").text


def test_the_lists_are_disjoint(client: TestClient[Litestar], ada: Program, bob: Program) -> None:
    for host, guest in ((ada, bob), (bob, ada)):
        guest.join(host.new_table("me", "open", options={"seating": "free"}))
        host.new_table("me", "open")
    services: Any = client.app.state.services
    lobby: Lobby = services.lobby
    token = ada.headers["authorization"].removeprefix("Bearer ")
    with client.portal() as portal:
        person = portal.call(services.accounts.find, token, "api")
        found = [table.id for section in Section for table in portal.call(lobby.page, section, person).tables]
    assert len(found) == len(set(found)) == 4


def test_states_are_read_only_of_tables_that_have_changed(
    client: TestClient[Litestar], people: tuple[Browser, Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = people
    tables = [one_seat_each(ada, bob) for _ in range(3)]
    lobby: Lobby = client.app.state.services.lobby
    read: list[str] = []
    positions = lobby.positions

    async def noted(wanted: Sequence[str]) -> Any:
        read.extend(wanted)
        return await positions(wanted)

    monkeypatch.setattr(lobby, "positions", noted)
    for number in range(2):
        assert all(table in ada.get("/").text for table in tables)
        assert sorted(read) == sorted(tables), number


@pytest.mark.sqlite
def test_a_game_with_an_open_seat_and_no_clock_can_be_watched(ada: Program, bob: Program, cyd: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    assert bob.post(f"/tables/{table['id']}/leave").status_code == 200
    listed = {section: cyd.get(f"/tables/sections/{section}").json()["tables"] for section in ("open", "watch")}
    assert [one["id"] for one in listed["watch"]] == [table["id"]] and not listed["open"]


def test_the_gallery_shows_every_version_with_its_board(browser: Browser) -> None:
    page = browser.get("/new").text
    for entry in CATALOGUE:
        for version in entry.versions:
            key = f"{entry.name}/{version.name}"
            assert f'value="{key}"' in page and text.help_version(entry.name, version.name, "en") in html.unescape(page)
            assert browser.get(f"/board/{key}").text.startswith("<svg")
    assert "2–7 players, 3–5 hours" in page and "1 hour" in page
    assert browser.get("/board/1830/nonsense").status_code == 404


def test_each_bot_has_a_portrait_and_the_strength_that_was_measured(browser: Browser) -> None:
    page = browser.get("/new").text
    measured = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    portraits = [svg.portrait(bot) for bot in BOTS]
    assert len(set(portraits)) == len(BOTS) and all(portrait in page for portrait in portraits)
    assert "Wins 85% of its games of 1830 Classic against three “greedy” bots" in page and "Wins 99% " in page
    for bot, (other, share) in STRENGTH.items():
        row = rf"\| 1830 Classic \| `{bot}` against `{other}`(, before)? \| \d+ \| {100 * share:g}% \|"
        assert re.search(row, measured), bot


def test_an_open_seat_proposes_the_usual_bot(browser: Browser) -> None:
    table = new_table(browser.as_guest("Ada"), "me", "open")
    (form,) = re.findall(r'<select id="bot-1".*?</select>', browser.get(f"/t/{table}").text, re.DOTALL)
    assert re.findall(r'value="([\w-]+)" selected', form) == ["greedy"]


def test_bots_of_other_names_keep_their_looks() -> None:
    assert svg.portrait("my-bot") == svg.portrait("my-bot") != svg.portrait("your-bot")


def test_what_has_just_happened_is_not_in_the_future() -> None:
    assert ago(now(), "en") == ago(now() + 60_000, "en") == "1 second ago"


def test_the_queries_of_the_lists_are_built_before_the_first_request(make_app: Callable[..., Litestar]) -> None:
    """Building them takes longer than a request may block the event loop."""
    page_of.cache_clear()
    with TestClient(make_app(warm=True)) as client:
        built = page_of.cache_info().misses
        ada = Browser(client).as_guest("Ada")
        assert client.get("/").status_code == ada.get("/").status_code == 200
        for section in Section:
            assert ada.get(f"/?show={section}").status_code == 200
    assert page_of.cache_info().misses == built > 0
