"""The history of a table: earlier positions part by part, and copies of them for trying."""

import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Browser, press, wait_until

pytestmark = pytest.mark.sqlite

CLASSIC = {"game": "1830/classic", "option.seating": "free", "my_name": "Ada"}


def new_table(browser: Browser, *kinds: str, **options: str) -> str:
    form = {**CLASSIC, "players": str(len(kinds) + 1), **{f"option.{name}": value for name, value in options.items()}}
    form |= {f"seat.{number}.kind": kind for number, kind in enumerate(kinds, 1)}
    page = browser.post("/new", form)
    assert page.status_code == 200, page.text
    return str(page.url.path).rpartition("/")[2]


def parts(browser: Browser, table: str, **query: object) -> dict[str, Any]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    found: dict[str, Any] = browser.get(f"/t/{table}/parts?{asked}", accept="application/json").json()
    return found


@pytest.fixture
def table(browser: Browser) -> str:
    """Three players at one screen after three moves."""
    found = new_table(browser, "local", "local")
    press(browser, found, "BuyFromBank")
    press(browser, found, "Pass")
    press(browser, found, "BuyFromBank")
    return found


def test_parts_of_an_earlier_position(browser: Browser, table: str) -> None:
    now, past = parts(browser, table), parts(browser, table, ply=1)
    assert (now["shown"], past["shown"], past["ply"]) == (3, 1, 3)
    assert now["my_turn"] and past["my_turn"], "the game still waits for the reader"
    assert 'name="action"' in now["parts"]["panel"]["html"] and 'name="action"' not in past["parts"]["panel"]["html"]
    assert past["parts"]["log"] == now["parts"]["log"], "the log shows the whole game"
    whole = browser.get(f"/t/{table}?ply=1").text
    for name, part in past["parts"].items():
        assert f'data-part="{name}" data-key="{part["key"]}"' in re.sub(r"\s+", " ", whole), name
    assert parts(browser, table, ply=99)["shown"] == 3, "what was undone since is no longer there"


def test_the_buttons_lead_to_moves_turns_and_rounds(browser: Browser, table: str) -> None:
    bar = parts(browser, table, ply=2)["parts"]["history"]["html"]
    links = dict(re.findall(r'id="step-([\w-]+)"\s+href="([^"]+)"', bar))
    assert links == {
        "first": f"/t/{table}?ply=0",
        "round-back": f"/t/{table}?ply=0",
        "turn-back": f"/t/{table}?ply=1",
        "back": f"/t/{table}?ply=1",
        "on": f"/t/{table}",
        "turn-on": f"/t/{table}",
        "round-on": f"/t/{table}",
        "last": f"/t/{table}",
    }
    assert f'href="/t/{table}?ply=2"' in bar, "a link to the position itself"


def copy(browser: Browser, table: str, ply: int, against: str) -> str:
    page = browser.post(f"/t/{table}/copy", {"ply": str(ply), "against": against})
    assert page.status_code == 200, page.text
    found = str(page.url.path).rpartition("/")[2]
    assert found != table
    return found


def test_play_from_an_earlier_position_at_one_screen(browser: Browser, table: str) -> None:
    twin = copy(browser, table, 2, "screen")
    before, after = parts(browser, table, ply=2)["parts"], parts(browser, twin)["parts"]
    for name in ("board", "market", "privates", "players"):
        assert after[name]["html"].replace(twin, table) == before[name]["html"], name
    press(browser, twin, "BuyFromBank")
    assert parts(browser, twin)["ply"] == 3 and parts(browser, table)["ply"] == 3
    assert parts(browser, twin, ply=1)["shown"] == 1, "the copy has the history"
    assert twin not in Browser(browser.client).get("/").text, "it is nobody else's business"


def test_a_copy_is_named_after_its_original(browser: Browser, table: str) -> None:
    def name(id: str) -> str:
        return str(browser.get(f"/api/v1/tables/{id}", accept="application/json").json()["name"])

    twin = copy(browser, table, 2, "screen")
    assert name(twin) == f"{name(table) or '1830 Classic'}, from move 2"
    assert name(twin) in browser.get("/").text


def test_play_from_an_earlier_position_against_bots(browser: Browser, table: str) -> None:
    twin = copy(browser, table, 2, "bots")
    kinds = [seat["kind"] for seat in browser.get(f"/api/v1/tables/{twin}", accept="application/json").json()["seats"]]
    assert sorted(kinds) == ["bot", "bot", "person"]
    wait_until(lambda: parts(browser, twin)["my_turn"], "the bots have moved")
    assert parts(browser, table)["ply"] == 3


def test_spectators_may_copy_an_open_game(client: TestClient[Litestar], browser: Browser) -> None:
    open_table = new_table(browser, "local", knowledge="open")
    press(browser, open_table, "BuyFromBank")
    eve = Browser(client).as_guest("Eve")
    twin = copy(eve, open_table, 1, "bots")
    assert "Eve" in eve.get(f"/t/{twin}").text
    assert eve.buttons(twin), "she plays the seat that was on turn"
    nobody = Browser(client)
    assert nobody.send(f"/t/{open_table}/copy", {"ply": "1", "against": "bots"}, accept="application/json").status_code == 401


@pytest.mark.parametrize("knowledge", ["partial", "closed"])
@pytest.mark.parametrize("against", ["bots", "screen"])
def test_no_copy_while_money_is_hidden(client: TestClient[Litestar], browser: Browser, knowledge: str, against: str) -> None:
    """C-1.1: whoever plays all seats would learn what the others have."""
    table = new_table(browser, "bot", knowledge=knowledge)
    eve = Browser(client).as_guest("Eve")
    for reader in (browser, eve):
        page = reader.get(f"/t/{table}").text
        assert "/copy" not in page and "a position can be copied only after the game ends" in page
        answer = reader.send(f"/t/{table}/copy", {"ply": "0", "against": against}, accept="application/json")
        assert answer.status_code == 409 and answer.json()["code"] == "no_copy_yet"
        assert answer.json()["paragraph"] == "C-1.1"


def test_bad_copies_are_refused(browser: Browser, table: str) -> None:
    for form, status in (
        ({"ply": "9", "against": "bots"}, 404),
        ({"ply": "-1", "against": "bots"}, 404),
        ({"ply": "x", "against": "bots"}, 400),
        ({"against": "bots"}, 400),
        ({"ply": "1", "against": "nobody"}, 400),
    ):
        assert browser.send(f"/t/{table}/copy", form, accept="application/json").status_code == status, form
    waiting = new_table(browser, "open")
    assert "/copy" not in browser.get(f"/t/{waiting}").text
    answer = browser.send(f"/t/{waiting}/copy", {"ply": "0", "against": "bots"}, accept="application/json")
    assert answer.json()["code"] == "not_started"
