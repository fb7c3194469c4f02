"""Leaving a table: only its players can, and their requests and votes are dropped."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Browser, Program


@pytest.fixture
def client(make_app: Callable[..., Litestar]) -> Iterator[TestClient[Litestar]]:
    """Whoever has no page open is away at once."""
    with TestClient(make_app(absence=0)) as client:
        yield client


def shared_table(host: Program, *guests: Program) -> dict[str, Any]:
    table = host.new_table("me", *["open"] * len(guests), options={"seating": "free"})
    for guest in guests:
        guest.join(table)
    return table


def info(program: Program, table: dict[str, Any]) -> dict[str, Any]:
    return dict(program.get(f"/tables/{table['id']}").json())


def leave(program: Program, table: dict[str, Any]) -> dict[str, Any]:
    answer = program.post(f"/tables/{table['id']}/leave")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def propose(program: Program, table: dict[str, Any], seat: int) -> None:
    answer = program.post(f"/tables/{table['id']}/stand-in", {"seat": seat, "bot": "greedy"})
    assert answer.json()["stand_in_request"]["seat"] == seat


def ask_back(program: Program, table: dict[str, Any]) -> None:
    answer = program.post(f"/tables/{table['id']}/undo", {"ply": info(program, table)["ply"]})
    assert answer.json()["asked"], answer.text


def test_strangers_cannot_leave(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open")
    before = info(ada, table)["revision"]
    answer = bob.post(f"/tables/{table['id']}/leave")
    assert answer.status_code == 403 and answer.json()["code"] == "not_at_this_table"
    assert info(ada, table)["revision"] == before
    assert ada.get(f"/tables/{table['id']}/log").json()["entries"] == []


def test_leaving_twice_is_refused(ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob)
    assert [seat["kind"] for seat in leave(bob, table)["seats"]] == ["person", "open"]
    assert bob.post(f"/tables/{table['id']}/leave").status_code == 403


def test_a_host_without_a_seat_can_leave(ada: Program, bob: Program) -> None:
    table = ada.new_table("open", "bot")
    bob.join(table)
    leave(ada, table)
    assert ada.post(f"/tables/{table['id']}/leave").status_code == 403
    leave(bob, table)
    assert bob.post(f"/tables/{table['id']}/bots", {"seat": 0, "bot": "random"}).status_code == 403


def test_no_stand_in_for_an_open_seat(ada: Program, bob: Program, cyd: Program, dan: Program) -> None:
    table = shared_table(ada, bob, cyd, dan)
    propose(bob, table, 0)
    leave(ada, table)
    assert info(bob, table)["stand_in_request"] is None
    answer = cyd.post(f"/tables/{table['id']}/stand-in/vote", {"agree": True})
    assert answer.json()["code"] == "no_stand_in_request"
    ada.join(table)
    assert info(bob, table)["seats"][0]["stand_in"] == ""


def test_a_proposal_is_dropped_when_its_author_leaves(ada: Program, bob: Program, cyd: Program, dan: Program) -> None:
    table = shared_table(ada, bob, cyd, dan)
    propose(bob, table, 0)
    leave(cyd, table)
    assert info(bob, table)["stand_in_request"]["seat"] == 0
    leave(bob, table)
    assert info(dan, table)["stand_in_request"] is None


def test_an_undo_does_not_wait_for_players_who_left(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    ada.act(table["id"], {"do": "Pass", "player": 0})
    ask_back(ada, table)
    assert bob.post(f"/tables/{table['id']}/undo/vote", {"grant": True}).json()["ply"] == 1
    assert leave(cyd, table)["ply"] == 0
    assert info(ada, table)["undo_request"] is None and info(ada, table)["undos"] == 1


def test_taking_back_waits_for_the_others(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    ada.act(table["id"], {"do": "Pass", "player": 0})
    ask_back(ada, table)
    leave(cyd, table)
    assert info(bob, table)["undo_request"]["waiting_for_you"] and info(bob, table)["ply"] == 1


def test_an_undo_request_is_dropped_when_its_author_leaves(ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob)
    ada.act(table["id"], {"do": "Pass", "player": 0})
    ask_back(ada, table)
    leave(ada, table)
    assert info(bob, table)["undo_request"] is None and info(bob, table)["ply"] == 1


# --- with the consent of the others


def ask_to_leave(program: Program, table: dict[str, Any]) -> dict[str, Any]:
    answer = program.post(f"/tables/{table['id']}/leave/ask")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def vote(program: Program, table: dict[str, Any], agree: bool) -> dict[str, Any]:
    answer = program.post(f"/tables/{table['id']}/stand-in/vote", {"agree": agree})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def entries(program: Program, table: dict[str, Any]) -> list[str]:
    return [entry["kind"] for entry in program.get(f"/tables/{table['id']}/log").json()["entries"]]


def test_the_others_agree_and_a_bot_takes_the_seat(ada: Program, bob: Program, cyd: Program, dan: Program) -> None:
    table = shared_table(ada, bob, cyd)
    asked = ask_to_leave(ada, table)["stand_in_request"]
    assert asked["leaves"] and (asked["by"], asked["seat"], asked["agreed"], asked["needed"]) == ("Ada", 0, 0, 2)
    assert dan.post(f"/tables/{table['id']}/leave/ask").status_code == 403
    assert bob.post(f"/tables/{table['id']}/leave/ask").status_code == 409, "one request at a time"
    # Whoever wants to leave plays on meanwhile.
    assert ada.act(table["id"], {"do": "Pass", "player": 0}).status_code == 200
    assert vote(bob, table, True)["stand_in_request"]["agreed"] == 1
    after = vote(cyd, table, True)
    assert after["stand_in_request"] is None
    assert [seat["kind"] for seat in after["seats"]] == ["bot", "person", "person"]
    assert after["invite"] and info(ada, table)["invite"] is None, "somebody else is the host"
    assert entries(bob, table)[-5:] == ["leave_asked", "leave_agreed", "leave_agreed", "left", "bot_joined"]
    assert ada.post(f"/tables/{table['id']}/leave/ask").status_code == 403


def test_the_others_object_or_the_player_stays(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    ask_to_leave(ada, table)
    assert vote(bob, table, False)["stand_in_request"] is None, "two of two would be needed"
    assert entries(bob, table)[-2:] == ["leave_asked", "leave_against"]
    ask_to_leave(ada, table)
    assert vote(ada, table, False)["stand_in_request"] is None
    assert entries(bob, table)[-2:] == ["leave_asked", "leave_withdrawn"]
    assert [seat["kind"] for seat in info(ada, table)["seats"]] == ["person"] * 3
    # Somebody who agreed first may leave without the request being dropped.
    ask_to_leave(ada, table)
    assert vote(bob, table, True)["stand_in_request"]["agreed"] == 1
    assert leave(bob, table)["stand_in_request"]["leaves"]


def test_where_the_clock_looks_for_substitutes_the_seat_becomes_open(ada: Program, bob: Program) -> None:
    clock = {"kind": "move", "seconds": 86400, "time_out": "open"}
    table = ada.new_table("me", "open", options={"seating": "free"}, clock=clock)
    bob.join(table)
    ask_to_leave(bob, table)
    assert [seat["kind"] for seat in vote(ada, table, True)["seats"]] == ["person", "open"]
    assert entries(ada, table)[-1] == "left"
    # Where nobody else plays, nobody has to agree.
    assert [seat["kind"] for seat in ask_to_leave(ada, table)["seats"]] == ["open", "open"]


@pytest.mark.sqlite
def test_the_page_asks_and_answers(client: TestClient[Litestar], bob: Program) -> None:
    ada = Browser(client).as_guest("Ada")
    form = {"game": "1830/classic", "players": "2", "option.seating": "free", "seat.1.kind": "open"}
    page = ada.post("/new", form)
    table = str(page.url.path).rpartition("/")[2]
    invite = re.search(rf"/t/{table}/join/([\w-]+)", page.text)
    assert invite is not None
    bob.join({"id": table, "invite": invite[1]})
    assert 'id="ask-to-leave"' in ada.get(f"/t/{table}").text
    page = ada.post(f"/t/{table}/leave/ask")
    assert "Ada asks to leave the game. In favor: 0 of 1." in page.text and "Stay in the game" in page.text
    assert 'id="ask-to-leave"' not in page.text
    assert vote(bob, {"id": table}, True)["stand_in_request"] is None
    assert 'class="faint watching"' in ada.get(f"/t/{table}").text


@pytest.mark.sqlite
@pytest.mark.parametrize("how", ["leaves", "hands over"])
def test_a_request_without_a_possible_majority_is_dropped(
    how: str, ada: Program, bob: Program, cyd: Program, dan: Program
) -> None:
    """Bob objects; with Cyd he could have been outvoted, but Dan alone is no majority of two."""
    table = shared_table(ada, bob, cyd, dan)
    ask_to_leave(ada, table)
    assert vote(bob, table, False)["stand_in_request"] is not None
    if how == "leaves":
        leave(cyd, table)
    else:
        cyd.post(f"/tables/{table['id']}/stand-in", {"seat": 2, "bot": "greedy"})
    assert info(ada, table)["stand_in_request"] is None
    assert "leave_failed" in entries(ada, table)
    assert info(ada, table)["seats"][0]["kind"] == "person"


@pytest.mark.sqlite
@pytest.mark.parametrize("how", ["leaves", "hands over"])
def test_those_who_remain_have_agreed(how: str, ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    ada.post(f"/tables/{table['id']}/leave/ask")
    bob.post(f"/tables/{table['id']}/stand-in/vote", {"agree": True})
    assert info(bob, table)["stand_in_request"] is not None
    if how == "leaves":
        leave(cyd, table)
    else:
        cyd.post(f"/tables/{table['id']}/stand-in", {"seat": 2, "bot": "greedy"})
    assert info(bob, table)["stand_in_request"] is None
    assert info(bob, table)["seats"][0]["kind"] == "bot"
