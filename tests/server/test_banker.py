"""The banker's tools: undoing with a reason, corrections that everybody agrees to, and a game that is taken along."""

import html
import json
import re
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.record.native import load
from server_helpers import Browser, Program, press

pytestmark = pytest.mark.sqlite

REAL = {"option.map": "real", "option.seating": "free", "option.knowledge": "open"}
TEN_BACK = {"do": "CorrectMoney", "payer": "bank", "payee": "1", "amount": "10", "reason": "wrong change"}


def one_screen(browser: Browser) -> str:
    """Three players at one screen, in the auction."""
    form = {"game": "1830/classic", "players": "3", "my_name": "Ada", "seat.1.kind": "local", "seat.2.kind": "local"}
    return str(browser.post("/new", form | REAL).url.path).rpartition("/")[2]


def with_phones(client: TestClient[Litestar], **options: str) -> tuple[str, list[Browser]]:
    """Ada, Bob and Cyd, each with a phone."""
    ada = Browser(client)
    form = {"game": "1830/classic", "players": "3", "my_name": "Ada", "seat.1.kind": "open", "seat.2.kind": "open"}
    page = ada.post("/new", form | REAL | {f"option.{name}": value for name, value in options.items()})
    table = str(page.url.path).rpartition("/")[2]
    others = [Browser(client), Browser(client)]
    for other, name in zip(others, ("Bob", "Cyd"), strict=True):
        other.post(invitation_on(page), {"name": name})
    return table, [ada, *others]


def invitation_on(page: httpx.Response) -> str:
    found = re.search(r'http://[^/"]+(/t/[^/]+/join/[^"<\s]+)"', page.text)
    assert found is not None
    return found[1]


def send(browser: Browser, table: str, what: str, **fields: str) -> httpx.Response:
    return browser.send(f"/t/{table}/banker/{what}", {**browser.position(table), **fields}, accept="application/json")


def record_of(browser: Browser, table: str) -> dict[str, Any]:
    answer = browser.get(f"/t/{table}/record")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def money(browser: Browser, table: str) -> list[int]:
    return load(json.dumps(record_of(browser, table)).encode()).state.money[:3]


def test_at_one_screen_the_bankers_word_is_enough(browser: Browser) -> None:
    table = one_screen(browser)
    press(browser, table, "BuyFromBank", private="SV")
    press(browser, table, "BuyFromBank", private="CS")
    tools = browser.get(f"/t/{table}/banker").text
    assert "At a single screen, the banker decides alone" in tools and 'value="CorrectMoney"' in tools
    before = money(browser, table)
    assert send(browser, table, "correct", **TEN_BACK).status_code == 303
    assert money(browser, table) == [before[0], before[1] + 10, before[2]]
    log = html.unescape(browser.get(f"/t/{table}").text)
    assert "The bank pays $10 to Ada 2 as a correction." in log and "Reason: wrong change" in log
    # Back to the second move, over the correction.
    assert send(browser, table, "undo", to_ply="1", reason="we mixed up the prices").status_code == 303
    record = record_of(browser, table)
    assert [action["do"] for action in record["actions"]] == ["BuyFromBank"]
    assert [note["text"] for note in record["notes"]] == ["wrong change", "we mixed up the prices"]
    assert "Reason: we mixed up the prices" in html.unescape(browser.get(f"/t/{table}").text)


def test_moves_before_the_last_draw_are_not_offered_for_undoing(browser: Browser) -> None:
    form = {"game": "1830/classic", "players": "3", "my_name": "Ada", "seat.1.kind": "local", "seat.2.kind": "local"}
    page = browser.post("/new", form | REAL | {"option.seating": "random"})
    table = str(page.url.path).rpartition("/")[2]

    def offered() -> list[str]:
        return re.findall(r'<option value="(\d+)">', browser.get(f"/t/{table}/banker").text.partition("Corrections")[0])

    assert browser.position(table)["ply"] == "1" and offered() == []
    press(browser, table, "BuyFromBank", private="SV")
    assert offered() == ["1"], "each move once, whatever is told of it"
    assert send(browser, table, "undo", to_ply="1", reason="a slip").status_code == 303
    assert browser.position(table)["ply"] == "1"


def test_a_correction_waits_for_everybody(client: TestClient[Litestar]) -> None:
    table, (ada, bob, cyd) = with_phones(client)
    before = money(ada, table)
    assert send(ada, table, "correct", **TEN_BACK).status_code == 303
    page = html.unescape(bob.get(f"/t/{table}/hand").text)
    assert "Ada asks everybody to agree: Correct the books: $10 from the bank to Bob" in page and "wrong change" in page
    asked = bob.get(f"/api/v1/tables/{table}").json()["undo_request"]
    assert (asked["by"], asked["reason"], asked["correction"]["amount"]) == ("Ada", "wrong change", 10), (
        "no undo, for programs too"
    )
    bob.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert money(ada, table) == before
    cyd.post(f"/t/{table}/undo/vote", {"grant": "no"})
    assert "Cyd objects to the correction." in bob.get(f"/t/{table}").text
    assert money(ada, table) == before
    send(ada, table, "correct", **TEN_BACK)
    for other in (bob, cyd):
        other.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert money(ada, table) == [before[0], before[1] + 10, before[2]]
    # Undoing it needs everybody too.
    assert send(cyd, table, "undo", to_ply="0", reason="it was right").status_code == 303
    assert money(ada, table) != before
    for other in (ada, bob):
        other.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert money(ada, table) == before


def test_nobody_agrees_to_a_correction_that_was_exchanged_for_another(client: TestClient[Litestar]) -> None:
    """The page that Bob has open asks about ten dollars."""
    table, (ada, bob, cyd) = with_phones(client)
    before = money(ada, table)
    send(ada, table, "correct", **TEN_BACK)
    cyd.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    seen = re.search(r'name="request" value="([^"]+)"', bob.get(f"/t/{table}/banker").text)
    assert seen is not None
    send(ada, table, "correct", **(TEN_BACK | {"payee": "0", "amount": "500"}))
    cyd.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    answer = bob.send(f"/t/{table}/undo/vote", {"grant": "yes", "request": seen[1]}, accept="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert money(ada, table) == before


def test_a_correction_does_not_wait_for_somebody_who_has_left(client: TestClient[Litestar]) -> None:
    table, (ada, bob, cyd) = with_phones(client)
    before = money(ada, table)
    send(ada, table, "correct", **TEN_BACK)
    bob.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert money(ada, table) == before
    cyd.post(f"/t/{table}/leave")
    assert money(ada, table) == [before[0], before[1] + 10, before[2]]


def test_what_the_tools_refuse(client: TestClient[Litestar]) -> None:
    table, (ada, *_) = with_phones(client)
    without_reason = send(ada, table, "correct", **(TEN_BACK | {"reason": " "}))
    assert (without_reason.status_code, without_reason.json()["code"]) == (422, "reason_missing")
    too_much = send(ada, table, "correct", **(TEN_BACK | {"payer": "0", "amount": "5000"}))
    assert (too_much.status_code, too_much.json()["code"]) == (422, "payer_cannot_pay")
    unknown = send(ada, table, "correct", **(TEN_BACK | {"do": "Pass"}))
    assert (unknown.status_code, unknown.json()["code"]) == (400, "bad_action")
    # Nobody makes a correction like a move, and nobody else has the tools.
    move = {"do": "CorrectMoney", "player": 0, "payer": "bank", "payee": 0, "amount": 10}
    alone = ada.act(table, json.dumps(move))
    assert (alone.status_code, alone.json()["code"]) == (403, "needs_agreement")
    stranger = Browser(client).as_guest("Eve").get(f"/t/{table}/banker")
    assert stranger.status_code == 403 and "without bots" in stranger.text


def test_asking_for_a_correction_tells_nothing_of_hidden_money(client: TestClient[Litestar]) -> None:
    """V-0.1: Ada gets the same answer whatever Bob has, and so does everybody but Bob."""
    table, (ada, bob, cyd) = with_phones(client, knowledge="closed")
    own = send(ada, table, "correct", **(TEN_BACK | {"payer": "0", "amount": "5000"}))
    assert (own.status_code, own.json()["code"]) == (422, "payer_cannot_pay"), "her own money is no secret to her"
    told = []
    for amount in ("10", "5000"):
        assert send(ada, table, "correct", **(TEN_BACK | {"payer": "1", "payee": "bank", "amount": amount})).status_code == 303
        agreed = cyd.send(f"/t/{table}/undo/vote", {"grant": "yes"}, accept="application/json")
        pages = [html.unescape(one.get(f"/t/{table}/hand").text) for one in (ada, cyd)]
        told.append((agreed.status_code, ["is not possible" in page for page in pages]))
        if amount == "10":
            assert ada.send(f"/t/{table}/undo/vote", {"grant": "no"}).status_code == 303
    assert told[0] == told[1]
    answer = bob.send(f"/t/{table}/undo/vote", {"grant": "yes"}, accept="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "payer_cannot_pay")
    assert bob.position(table)["ply"] == "0", "nothing has happened"
    # Nobody who knows is left: those who remain have agreed, and learn that it is impossible.
    bob.post(f"/t/{table}/leave")
    assert ada.position(table)["ply"] == "0"
    log = html.unescape(ada.get(f"/t/{table}").text)
    assert "The correction that Ada asked for is not possible." in log


def test_where_money_is_hidden_everybody_agrees_before_the_game_is_taken_along(client: TestClient[Litestar]) -> None:
    """V-0.1: until the next move, and for nobody but those at the table."""
    table, (ada, bob, cyd) = with_phones(client, knowledge="closed")

    def downloads() -> list[int]:
        eve = Browser(client).as_guest("Eve")
        return [one.get(f"/t/{table}/record").status_code for one in (ada, bob, eve)]

    assert "everybody must agree first" in ada.get(f"/t/{table}/banker").text and downloads() == [409, 409, 409]
    assert send(ada, table, "file").status_code == 303
    assert send(ada, table, "file").status_code == 303, "a second click is no second request"
    assert "Ada asks everybody to agree to a download" in html.unescape(bob.get(f"/t/{table}/hand").text)
    assert ada.get(f"/api/v1/tables/{table}").json()["undo_request"]["kind"] == "file"
    bob.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert downloads() == [409, 409, 409]
    cyd.post(f"/t/{table}/undo/vote", {"grant": "yes"})
    assert downloads() == [200, 200, 409]
    assert "can be downloaded until the next move" in bob.get(f"/t/{table}/hand").text
    assert f'href="/t/{table}/record"' in ada.get(f"/t/{table}/banker").text
    elsewhere = upload(Browser(client).as_guest("Host"), record_of(ada, table), phones="on")
    assert elsewhere.url.path.endswith("/screen")
    press(ada, table, "BuyFromBank", private="SV")
    assert downloads() == [409, 409, 409]
    # Whoever is against it is heard.
    send(bob, table, "file")
    ada.post(f"/t/{table}/undo/vote", {"grant": "no"})
    assert "Ada objects to the download." in bob.get(f"/t/{table}").text
    stranger = (
        Browser(client).as_guest("Eve").send(f"/t/{table}/banker/file", {"ply": "1", "undos": "0"}, accept="application/json")
    )
    assert (stranger.status_code, stranger.json()["code"]) == (403, "no_banker_here")


def test_there_are_no_corrections_against_bots(ada: Program, client: TestClient[Litestar]) -> None:
    table = ada.new_table("me", "bot", "bot")["id"]
    answer = client.get(f"/t/{table}/banker", headers={**ada.headers, "accept": "text/html"})
    assert answer.status_code == 403


def test_a_game_is_taken_along_and_brought_back(client: TestClient[Litestar]) -> None:
    """From one screen to phones at another table, where it goes on, and back to one screen."""
    laptop = Browser(client)
    first = one_screen(laptop)
    press(laptop, first, "BuyFromBank", private="SV")
    send(laptop, first, "correct", **TEN_BACK)
    taken = record_of(laptop, first)

    elsewhere = Browser(client).as_guest("Host")
    screen = upload(elsewhere, taken, phones="on")
    second = screen.url.path.split("/")[2]
    assert screen.url.path.endswith("/screen")
    bob = Browser(client)
    joining = bob.get(invitation_on(screen))
    assert "2 · Ada 2" in joining.text
    bob.post(invitation_on(screen), {"name": "Bob", "seat": "1"})
    press(bob, second, "BuyFromBank", private="CS")
    again = record_of(elsewhere, second)
    assert again["actions"][:-1] == taken["actions"] and again["notes"] == taken["notes"]
    assert again["players"] == ["Ada", "Bob", "Ada 3"]

    back = record_of(laptop, upload(laptop, again).url.path.rpartition("/")[2])
    assert [back[part] for part in ("actions", "options", "players", "notes")] == [
        again[part] for part in ("actions", "options", "players", "notes")
    ]
    assert back["snapshot"] == again["snapshot"]


def upload(browser: Browser, record: dict[str, Any], **fields: str) -> httpx.Response:
    file = {"record": ("game.json", json.dumps(record).encode(), "application/json")}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token(), **fields}, files=file)
    return browser.get(answer.headers["location"])
