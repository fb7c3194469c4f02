"""Nobody can fill the disk: tables, moves and lines in logs are counted for each person."""

from collections.abc import Callable

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.table import quota
from server_helpers import Program


def code(answer: httpx.Response) -> str:
    return str(answer.json()["code"])


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    return lambda lines: monkeypatch.setattr(quota, "MOST_LINES", lines)


def test_what_somebody_says_is_limited(ada: Program, bob: Program, full: Callable[[int], None]) -> None:
    full(3)
    one, two = (ada.new_table("me", "local") for _ in range(2))
    said = [ada.post(f"/tables/{table['id']}/chat", {"text": "hello"}) for table in (one, two, one, two)]
    assert [answer.status_code for answer in said] == [201, 201, 201, 409] and code(said[-1]) == "lines_full"
    assert bob.post(f"/tables/{one['id']}/chat", {"text": "hello"}).status_code == 201, "others go on"
    player = ada.legal(one["id"])["actions"][0]["player"]
    assert ada.act(one["id"], {"do": "Pass", "player": player}).status_code == 200, "and so does the game"
    assert ada.post(f"/tables/{one['id']}/leave").status_code == 200


def test_joining_over_and_over_is_limited(ada: Program, bob: Program, full: Callable[[int], None]) -> None:
    full(4)
    table = ada.new_table("me", "open", "open")
    for _ in range(2):
        bob.join(table)
        bob.post(f"/tables/{table['id']}/leave")
    refused = bob.post(f"/tables/{table['id']}/join", {"invite": table["invite"]})
    assert refused.status_code == 409 and code(refused) == "lines_full"


def test_undoing_and_redoing_is_limited(ada: Program, full: Callable[[int], None]) -> None:
    full(2)
    table = ada.new_table("me", "local")["id"]
    for _ in range(2):
        ada.act(table, {"do": "Pass", "player": ada.legal(table)["actions"][0]["player"]})
        position = ada.get(f"/tables/{table}").json()
        answer = ada.post(f"/tables/{table}/undo", {"ply": position["ply"]})
        assert answer.status_code == 200, answer.text
    ada.act(table, {"do": "Pass", "player": ada.legal(table)["actions"][0]["player"]})
    refused = ada.post(f"/tables/{table}/undo", {"ply": ada.get(f"/tables/{table}").json()["ply"]})
    assert refused.status_code == 409 and code(refused) == "lines_full"


def test_bots_that_stand_in_over_and_over_are_limited(ada: Program, full: Callable[[int], None]) -> None:
    full(2)
    table = ada.new_table("me", "local")["id"]
    for _ in range(2):
        assert ada.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "random"}).status_code == 200
        assert ada.post(f"/tables/{table}/stand-in/end", {"seat": 0}).status_code == 200
    refused = ada.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "random"})
    assert refused.status_code == 409 and code(refused) == "lines_full"


def test_asking_to_leave_over_and_over_is_limited(ada: Program, bob: Program, full: Callable[[int], None]) -> None:
    full(4)
    table = ada.new_table("me", "open")
    bob.join(table)
    for _ in range(2):
        bob.post(f"/tables/{table['id']}/leave/ask")
        asked = bob.get(f"/tables/{table['id']}").json()["stand_in_request"]
        answer = bob.post(f"/tables/{table['id']}/stand-in/vote", {"agree": False, "request": asked["id"]})
        if answer.status_code != 200:
            break
    assert answer.status_code == 409 and code(answer) == "lines_full"


def test_tables_without_moves_are_counted(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "_BYTES_PER_TABLE", 400_000)
    with TestClient(make_app(storage=1)) as client:
        ada, bob = Program(client, "Ada"), Program(client, "Bob")
        for _ in range(2):
            ada.new_table("me", "open")
        refused = ada.post("/tables", {"title": "1830", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert refused.status_code == 409 and code(refused) == "storage_full"
        bob.new_table("me", "open")


def test_games_may_take_twice_as_much_as_new_tables(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """So tables that are set up in advance, and played later, fill no disk either."""
    monkeypatch.setattr(quota, "_BYTES_PER_TABLE", 1)
    monkeypatch.setattr(quota, "_BYTES_PER_MOVE", 300_000)
    monkeypatch.setattr(quota, "_MOVES_BETWEEN", 2)
    with TestClient(make_app(storage=1)) as client:
        ada, bob = Program(client, "Ada"), Program(client, "Bob")
        table = ada.new_table("me", "local")["id"]

        def pass_on() -> httpx.Response:
            return ada.act(table, {"do": "Pass", "player": ada.legal(table)["actions"][0]["player"]})

        assert [pass_on().status_code for _ in range(7)] == [200] * 7
        refused = pass_on()
        assert refused.status_code == 409 and code(refused) == "storage_of_host_full"
        assert ada.get(f"/tables/{table}").json()["ply"] == 8
        other = bob.new_table("me", "local")["id"]
        assert bob.act(other, {"do": "Pass", "player": bob.legal(other)["actions"][0]["player"]}).status_code == 200
