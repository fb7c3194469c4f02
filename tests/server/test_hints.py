"""Hints: what the baron would do, from what the seat may know, where the table allows it."""

import json
import re
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server import security
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES
from server_helpers import Browser, Program

pytestmark = pytest.mark.sqlite


def test_a_hint_is_a_legal_move_with_its_reason(ada: Program) -> None:
    table = ada.new_table("me", "bot", "bot", options={"seating": "free"})["id"]
    answer = ada.post(f"/tables/{table}/hint").json()
    assert (answer["ply"], answer["seat"]) == (0, 0) and answer["sentence"] and answer["why"]
    assert answer["sentence"] != answer["why"]
    assert ada.act(table, answer["action"]).status_code == 200


def test_it_is_asked_for_the_seat_that_is_on_turn(ada: Program) -> None:
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    assert ada.post(f"/tables/{table}/hint").json()["seat"] == 0
    ada.act(table, {"do": "Pass", "player": 0})
    assert ada.post(f"/tables/{table}/hint").json()["seat"] == 1
    assert ada.post(f"/tables/{table}/hint", params={"seat": 0}).json()["code"] == "not_your_turn"


@pytest.mark.parametrize(("hints", "alone", "together"), [("alone", 200, 403), ("all", 200, 200), ("nobody", 403, 403)])
def test_the_table_decides_who_gets_hints(ada: Program, bob: Program, hints: str, alone: int, together: int) -> None:
    table = ada.new_table("me", "local", options={"seating": "free"}, hints=hints)["id"]
    assert ada.post(f"/tables/{table}/hint").status_code == alone
    shared = ada.new_table("me", "open", options={"seating": "free"}, hints=hints)
    bob.join(shared)
    assert ada.get(f"/tables/{shared['id']}").json()["hints"] == hints
    answer = ada.post(f"/tables/{shared['id']}/hint")
    assert answer.status_code == together
    assert together == 200 or answer.json()["code"] == "no_hints"


def test_who_is_not_on_turn_or_not_at_the_table_gets_none(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"}, hints="all")
    assert bob.post(f"/tables/{table['id']}/hint").json()["code"] == "no_hints"
    bob.join(table)
    assert bob.post(f"/tables/{table['id']}/hint").json()["code"] == "not_your_turn"
    assert bob.post(f"/tables/{table['id']}/hint", params={"seat": 0}).json()["code"] == "not_your_seat"


def test_there_is_no_other_kind_of_hints(ada: Program) -> None:
    seats = [{"kind": "me"}, {"kind": "local"}]
    answer = ada.post("/tables", {"title": "1830", "version": "classic", "seats": seats, "hints": "some"})
    assert answer.status_code == 422 and answer.json()["code"] == "unknown_hints"


def test_hints_are_limited(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """A burst of six; on a slow machine nine hints take so long that further ones are allowed, so the clock stands still."""
    monkeypatch.setattr(security, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    with TestClient(make_app(limits=True)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        answers = [ada.post(f"/tables/{table}/hint").status_code for _ in range(9)]
        assert answers == [200] * 6 + [429] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_are_in_the_readers_language(client: TestClient[Litestar], language: str) -> None:
    ada = Browser(client, language).as_guest("Ada")
    page = ada.post(
        "/new", {"game": "1830/classic", "players": "2", "seat.1.kind": "bot", "option.seating": "free", "do": "create"}
    )
    table = page.text.partition('data-table="')[2].partition('"')[0]
    assert Words(language)("hint.ask") in ada.get(f"/t/{table}").text
    said = ada.send(f"/t/{table}/hint", accept="application/json").json()
    assert said["move"] and said["why"] and json.loads(said["action"])["do"]


def test_without_scripts_the_page_comes_back_with_the_hint(client: TestClient[Litestar]) -> None:
    ada = Browser(client).as_guest("Ada")
    page = ada.post(
        "/new", {"game": "1830/classic", "players": "2", "seat.1.kind": "local", "option.seating": "free", "do": "create"}
    )
    table = page.text.partition('data-table="')[2].partition('"')[0]
    assert Words("en")("hint.ask") in page.text and "data-hint-said" in page.text
    shown = ada.send(f"/t/{table}/hint").text
    said = shown.partition("data-hint-move>")[2].partition("<")[0]
    assert said and f'data-table="{table}"' in shown
    form = shown.partition("data-hint-do")[2].partition("</form>")[0]
    fields = {name: unescape(value) for name, value in re.findall(r'name="(ply|undos|action)"\s+value="([^"]*)"', form)}
    assert ada.send(f"/t/{table}/act", {**fields, "ply": "7"}, accept="application/json").status_code == 409
    assert ada.send(f"/t/{table}/act", fields).status_code == 303 and ada.position(table)["ply"] == "1"
    shared = ada.post("/new", {"game": "1830/classic", "players": "2", "seat.1.kind": "open", "do": "create", "hints": "nobody"})
    assert Words("en")("hint.ask") not in shared.text
