"""Odd text in every field: nothing of it is an error of the server, and none of it leads a browser elsewhere."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.app import create_app
from goldenspike.server.settings import Settings
from server_helpers import Browser, Program

ODD = (
    "a\0b",
    "\0",
    "\u202eb",
    "\U0001f4a5" * 50,
    "\ufdfa" * 300,
    "a\r\nb: c",
    "//evil.example",
    "\\\\evil.example",
    "-1",
    "null",
)
_FIELDS = """
name my_name password old new label language next text zone from until days start end target channel kinds id person act address
search company train seat number ply undos to_ply action actions bot grant agree request choice reason amount price title version
players clock seconds hints against moves assumed plan order answer table hex"""
_QUERY = "seat ply page size show game search from have log first next at after after_ply after_entry step to hex run"
NO_GOOD = re.compile("/(delete|logout|logout-everywhere)$")


def routes(method: str) -> list[str]:
    """The addresses of an application that take a method."""
    app: Any = create_app(Settings(database="sqlite://", secret="s" * 40, warm=False))
    found = {route.path for route in app.routes if method in getattr(route, "methods", ())}
    return sorted(path for path in found if not path.endswith("/live") and not NO_GOOD.search(path))


def fill_in(path: str, table: str, text: str) -> str:
    """An address for a table, with the text where another name or number is wanted."""
    return re.sub(r"\{[^}]*\}", quote(text, safe="")[:900], path.replace("{table_id:str}", table))


def requests_with(text: str, table: str) -> dict[str, Any]:
    """Requests of programs that have the text wherever text may be."""
    action = {"do": text, "player": 0, text: text}
    bid = {"do": "PlaceBid", "player": 0, "private": text, "amount": 5}
    account = {"name": text, "password": f"{text}Zq9!kfowlwP"[:20], "label": text}
    seats = [{"kind": "me"}, {"kind": "local", "name": text}]
    return {
        "guests": {"name": text, "label": text},
        "people": account,
        "tokens": account,
        "tables": {"title": "1830", "name": text, "seats": seats, "options": {text: text}},
        "tables/": {"title": "1830", "name": text, "seats": seats},
        "tables/import": {"format": text, "title": text, "version": text, "players": [text] * 3, "actions": [action]},
        f"tables/{table}/join": {"invite": text},
        f"tables/{table}/bots": {"seat": 1, "bot": text},
        f"tables/{table}/chat": {"text": text},
        f"tables/{table}/actions": {"ply": 0, "action": action},
        f"tables/{table}/why": {"action": bid},
        f"tables/{table}/preview": {"actions": [bid]},
        f"tables/{table}/plans": {"name": text[:40], "actions": [action], "assumed": {text: 5}},
        f"tables/{table}/plans/": {"name": text[:40], "actions": []},
        f"tables/{table}/orders": {"order": {"order": "bid", "private": text, "most": 5}},
        f"tables/{table}/undo/vote": {"grant": True, "request": text},
        f"tables/{table}/stand-in": {"seat": 1, "bot": text},
        f"tables/{table}/time-out/vote": {"seat": 1, "choice": text},
    }


@pytest.fixture
def table(ada: Program) -> str:
    return str(ada.new_table("me", "local", options={"seating": "free"})["id"])


@pytest.mark.parametrize("text", ODD)
def test_programs_send_odd_text(ada: Program, table: str, text: str) -> None:
    for path, body in requests_with(text, table).items():
        answer = ada.post(f"/{path.rstrip('/')}", body)
        assert answer.status_code < 500, (path, answer.text)


def test_forms_and_addresses_have_odd_text(client: TestClient[Litestar], table: str) -> None:
    bob = Browser(client).as_guest("Bob")
    token = bob.token()
    for text in (ODD[0], *ODD[4:9:2]):
        form = {"_csrf_token": token, **dict.fromkeys(_FIELDS.split(), text)}
        answers = [bob.request("POST", fill_in(path, table, text), data=form) for path in routes("POST") if path[:5] != "/api/"]
        query = "&".join(f"{name}={quote(text, safe='')}" for name in _QUERY.split())
        answers += [bob.request("GET", f"{fill_in(path, table, text)}?{query[:4000]}") for path in routes("GET")]
        for answer in answers:
            assert answer.status_code < 500, (answer.url, answer.text)
            assert re.match(r"(/(?![/\\])|$)", answer.headers.get("location", "")), answer.headers


def test_messages_have_no_control_characters(ada: Program, table: str) -> None:
    ada.post(f"/tables/{table}/chat", {"text": "a\0b\x1b[31m \u202edc\u2066"})
    assert [entry["text"] for entry in ada.get(f"/tables/{table}/log").json()["entries"]] == ["ab[31m dc"]
    assert ada.post(f"/tables/{table}/chat", {"text": "\0\u202e"}).json()["code"] == "empty_message"
