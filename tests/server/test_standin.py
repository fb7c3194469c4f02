"""Stand-ins: by vote for an absent player, by choice for oneself, and back at any time."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.actions import Pass
from goldenspike.server.problems import Problem
from goldenspike.server.services import Services
from players import P0
from server_helpers import Program, wait_until


@pytest.fixture
def client(make_app: Callable[..., Litestar]) -> Iterator[TestClient[Litestar]]:
    """Whoever has no page open is away at once."""
    with TestClient(make_app(absence=0)) as client:
        yield client


def shared_table(host: Program, *guests: Program) -> str:
    table = host.new_table("me", *["open"] * len(guests), options={"seating": "free"})
    for guest in guests:
        guest.join(table)
    return str(table["id"])


def log(program: Program, table: str) -> list[tuple[str, str, str]]:
    entries = program.get(f"/tables/{table}/log").json()["entries"]
    return [(entry["kind"], entry["name"], entry["text"]) for entry in entries if entry["kind"].startswith("stand_in")]


def seat_of(program: Program, table: str, number: int) -> dict[str, Any]:
    return dict(program.get(f"/tables/{table}").json()["seats"][number])


def wait_for_ply(program: Program, table: str, ply: int) -> None:
    wait_until(lambda: program.get(f"/tables/{table}").json()["ply"] >= ply, f"a bot has made move {ply}")


def test_the_majority_of_the_others_decides(ada: Program, bob: Program, cyd: Program, dan: Program) -> None:
    table = shared_table(ada, bob, cyd, dan)
    answer = bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).json()
    asked = answer["stand_in_request"]
    assert asked.pop("id") and asked == {"by": "Bob", "seat": 0, "bot": "greedy", "agreed": 1, "needed": 2, "leaves": False}
    assert seat_of(bob, table, 0)["stand_in"] == ""
    assert bob.post(f"/tables/{table}/stand-in/vote", {"agree": True}).json()["stand_in_request"]["agreed"] == 1
    answer = cyd.post(f"/tables/{table}/stand-in/vote", {"agree": True}).json()
    assert answer["stand_in_request"] is None and answer["seats"][0]["stand_in"] == "greedy"
    wait_for_ply(bob, table, 1)
    assert log(bob, table)[-2:] == [("stand_in_agreed", "Cyd", "Ada"), ("stand_in_starts", "Ada", "")]


def test_the_owner_takes_the_seat_back_at_any_time(ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob)
    assert bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "random"}).json()["seats"][0]["stand_in"] == "random"
    wait_for_ply(bob, table, 1)
    assert bob.post(f"/tables/{table}/stand-in/end", {"seat": 0}).json()["code"] == "not_your_seat"
    answer = ada.post(f"/tables/{table}/stand-in/end", {"seat": 0}).json()
    assert answer["seats"][0]["stand_in"] == ""
    assert log(ada, table)[-1] == ("stand_in_ends", "Ada", "")
    while ada.get(f"/tables/{table}").json()["waiting_for"] != [0]:
        assert bob.act(table, bob.legal(table)["actions"][0]).status_code == 200
    ply = ada.get(f"/tables/{table}").json()["ply"]
    time.sleep(0.3)
    assert ada.get(f"/tables/{table}").json()["ply"] == ply
    assert ada.act(table, ada.legal(table)["actions"][0]).status_code == 200


@pytest.mark.sqlite
def test_a_bot_does_not_move_for_a_player_who_is_back(client: TestClient[Litestar], ada: Program, bob: Program) -> None:
    """Although it had been asked before."""
    services: Services = client.app.state.services
    services.tables.after_change = lambda table: None
    table = shared_table(ada, bob)
    ada.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})

    async def answer() -> str:
        live = await services.tables.live.get(table)
        try:
            await services.tables.act_for_bot(live, Pass(P0))
        except Problem as problem:
            return problem.code
        return "moved"

    ada.post(f"/tables/{table}/stand-in/end", {"seat": 0})
    with client.portal() as portal:
        assert portal.call(answer) == "stale"
    assert ada.get(f"/tables/{table}").json()["ply"] == 0


def test_while_a_bot_plays_the_owner_looks_on(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(absence=0, bot_pause=60)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        assert ada.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).json()["seats"][0]["stand_in"] == "greedy"
        assert ada.act(table, {"do": "Pass", "player": 0}).json()["code"] == "stand_in_plays"
        assert ada.post(f"/tables/{table}/hint", params={"seat": 0}).json()["code"] == "not_your_turn"
        assert ada.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).json()["code"] == "seat_taken"


def test_no_stand_in_for_a_present_player(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(absence=600)) as client:
        ada, bob = Program(client, "Ada"), Program(client, "Bob")
        table = shared_table(ada, bob)
        answer = bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})
        assert answer.status_code == 409 and answer.json()["code"] == "not_away"
        assert "Ada" in answer.json()["title"]


def test_an_open_page_counts_as_presence(client: TestClient[Litestar], ada: Program, bob: Program) -> None:
    table = shared_table(ada, bob)
    hub = client.app.state.services.hub
    owner = ada.get("/me").json()["id"]
    with client.portal() as portal:
        portal.call(hub.arrive, table, owner)
        assert bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).json()["code"] == "not_away"
        portal.call(hub.leave, table, owner)
    assert bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).status_code == 200


def test_the_owner_says_i_am_here(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})
    assert ada.post(f"/tables/{table}/stand-in/vote", {"agree": True}).json()["stand_in_request"] is None
    assert log(ada, table)[-1] == ("stand_in_here", "Ada", "Ada")
    assert cyd.post(f"/tables/{table}/stand-in/vote", {"agree": True}).json()["code"] == "no_stand_in_request"


def test_a_move_of_the_owner_ends_the_proposal(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})
    ada.act(table, {"do": "Pass", "player": 0})
    assert ada.get(f"/tables/{table}").json()["stand_in_request"] is None


def test_another_move_does_not(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    bob.post(f"/tables/{table}/stand-in", {"seat": 2, "bot": "greedy"})
    ada.act(table, {"do": "Pass", "player": 0})
    assert ada.get(f"/tables/{table}").json()["stand_in_request"]["seat"] == 2


def test_a_proposal_falls_when_no_majority_is_left(ada: Program, bob: Program, cyd: Program, dan: Program) -> None:
    table = shared_table(ada, bob, cyd, dan)
    bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})
    assert cyd.post(f"/tables/{table}/stand-in/vote", {"agree": False}).json()["stand_in_request"]["agreed"] == 1
    assert dan.post(f"/tables/{table}/stand-in/vote", {"agree": False}).json()["stand_in_request"] is None
    bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})
    assert bob.post(f"/tables/{table}/stand-in/vote", {"agree": False}).json()["stand_in_request"] is None


def test_nobody_votes_on_a_proposal_that_took_the_place_of_another(
    ada: Program, bob: Program, cyd: Program, dan: Program
) -> None:
    table = shared_table(ada, bob, cyd, dan)
    read = bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).json()["stand_in_request"]["id"]
    bob.post(f"/tables/{table}/stand-in/vote", {"agree": False})
    bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "random"})
    late = cyd.post(f"/tables/{table}/stand-in/vote", {"agree": True, "request": read})
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    shown = cyd.get(f"/tables/{table}").json()["stand_in_request"]
    assert (shown["bot"], shown["agreed"]) == ("random", 1)
    told = cyd.post(f"/tables/{table}/stand-in/vote", {"agree": True, "request": shown["id"]}).json()
    assert told["seats"][0]["stand_in"] == "random"


def test_strangers_and_nonsense(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob)
    assert cyd.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"}).status_code == 403
    assert bob.post(f"/tables/{table}/stand-in", {"seat": 7, "bot": "greedy"}).status_code == 404
    assert bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "program:true"}).json()["code"] == "unknown_bot"
    assert bob.post(f"/tables/{table}/stand-in/end", {"seat": 9}).status_code == 404
    waiting = ada.new_table("me", "open")["id"]
    assert ada.post(f"/tables/{waiting}/stand-in", {"seat": 0, "bot": "greedy"}).json()["code"] == "not_started"
    alone = ada.new_table("me", "bot")["id"]
    assert ada.post(f"/tables/{alone}/stand-in", {"seat": 1, "bot": "greedy"}).json()["code"] == "seat_taken"


def test_an_undo_does_not_wait_for_somebody_who_is_away(ada: Program, bob: Program, cyd: Program) -> None:
    table = shared_table(ada, bob, cyd)
    assert ada.act(table, {"do": "Pass", "player": 0}).status_code == 200
    assert bob.act(table, {"do": "Pass", "player": 1}).status_code == 200
    assert cyd.post(f"/tables/{table}/stand-in", {"seat": 2, "bot": "greedy"}).status_code == 200
    wait_for_ply(ada, table, 3)
    ply = ada.get(f"/tables/{table}").json()["ply"]
    assert ada.post(f"/tables/{table}/undo", {"ply": ply, "to_ply": 1}).json()["asked"]
    assert not bob.post(f"/tables/{table}/undo/vote", {"grant": True}).json()["asked"]
    assert ada.get(f"/tables/{table}").json()["undos"] == 1


def test_a_stand_in_does_not_open_the_secrets_to_the_others(ada: Program, bob: Program) -> None:
    """Who is away still plays: money stays hidden, and nobody takes back or asks for hints as if alone (C-1.1)."""
    table = ada.new_table("me", "open", options={"seating": "free", "knowledge": "closed"})
    bob.join(table)
    bob.post(f"/tables/{table['id']}/stand-in", {"seat": 0, "bot": "greedy"})
    assert bob.get(f"/tables/{table['id']}/record").json()["code"] == "secrets_until_the_end"
    assert bob.post(f"/tables/{table['id']}/hint").json()["code"] == "no_hints"
    view = bob.get(f"/tables/{table['id']}/view").json()["view"]
    assert view["players"][0]["money"] is None


def test_a_changed_vote_counts_once(client: TestClient[Litestar], ada: Program, bob: Program, cyd: Program) -> None:
    dan, eve, fay = (Program(client, name) for name in ("Dan", "Eve", "Fay"))
    table = shared_table(ada, bob, cyd, dan, eve, fay)

    def vote(program: Program, agree: bool) -> Any:
        return program.post(f"/tables/{table}/stand-in/vote", {"agree": agree}).json()["stand_in_request"]

    bob.post(f"/tables/{table}/stand-in", {"seat": 0, "bot": "greedy"})
    assert vote(cyd, False)["agreed"] == 1
    assert vote(cyd, True)["agreed"] == 2
    assert vote(dan, False)["agreed"] == 2
    assert vote(eve, False) is not None, "Bob, Cyd and Fay could still be a majority of five"
    assert vote(cyd, False) is None
