"""Undo: free on one screen and within one's own turn, otherwise only if the others agree; always logged."""

from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import create_engine, select

from goldenspike.server.services import Services
from goldenspike.server.storage.database import database_url
from goldenspike.server.storage.schema import EntryRow
from goldenspike.server.table.changes import _MOST_UNDOS, pack_request, touch
from goldenspike.server.table.live_table import LiveTable, RequestToCorrect, RequestToUndo
from goldenspike.server.table.live_tables import unpack_request
from server_helpers import Program


def undo(program: Program, table: str, **requested: int) -> Any:
    ply = program.get(f"/tables/{table}").json()["ply"]
    return program.post(f"/tables/{table}/undo", {"ply": ply, **requested})


def vote(program: Program, table: str, grant: bool) -> Any:
    return program.post(f"/tables/{table}/undo/vote", {"grant": grant})


def entries(program: Program, table: str) -> list[str]:
    return [entry["kind"] for entry in program.get(f"/tables/{table}/log").json()["entries"]]


def two_players(ada: Program, bob: Program) -> str:
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    return str(table["id"])


def three_players(ada: Program, bob: Program, cyd: Program) -> str:
    table = ada.new_table("me", "open", "open", options={"seating": "free"})
    bob.join(table)
    cyd.join(table)
    return str(table["id"])


def asked_by_ada(ada: Program, bob: Program, cyd: Program) -> str:
    """A table at which Ada asks two others to undo her move."""
    table = three_players(ada, bob, cyd)
    ada.act(table, pass_(0))
    undo(ada, table)
    return table


def pass_(player: int) -> dict[str, Any]:
    return {"do": "Pass", "player": player}


def test_at_one_screen_everything_can_be_taken_back(ada: Program) -> None:
    table = ada.new_table("me", "local", "local", options={"seating": "free"})["id"]
    for player in (0, 1, 2, 0):
        ada.act(table, pass_(player))
    answer = undo(ada, table, to_ply=1)
    assert answer.status_code == 200 and answer.json()["ply"] == 1 and answer.json()["undos"] == 1
    assert entries(ada, table) == ["undo"]
    assert ada.get(f"/tables/{table}").json()["waiting_for"] == [1]
    assert len(ada.get(f"/tables/{table}/log").json()["moves"]) == 1


def test_undoing_again_and_again_does_not_fill_the_disk(ada: Program, database: str) -> None:
    """The log tells of every undo, but of the moves only those undone last are kept."""
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    for _ in range(_MOST_UNDOS + 5):
        assert ada.act(table, pass_(0)).status_code == 200
        assert undo(ada, table).status_code == 200
    assert entries(ada, table) == ["undo"] * (_MOST_UNDOS + 5)
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        kept = [data is not None for data in connection.execute(select(EntryRow.data).order_by(EntryRow.id)).scalars()]
    engine.dispose()
    assert kept == [False] * 5 + [True] * _MOST_UNDOS


def test_what_was_drawn_stays_drawn(ada: Program) -> None:
    table = ada.new_table("me", "local")["id"]
    assert undo(ada, table, to_ply=0).json()["code"] == "nothing_to_undo"


def test_there_is_nothing_before_the_first_move(ada: Program) -> None:
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    assert undo(ada, table).json()["code"] == "nothing_to_undo"


def test_undo_within_ones_own_turn_needs_no_consent(ada: Program, bob: Program) -> None:
    """A stock turn: bought, but the turn is not ended (6.2)."""
    table = two_players(ada, bob)
    play_auction(ada, bob, table)
    first = ada if ada.legal(table)["actions"] else bob
    seat = first.legal(table)["seat"]
    assert first.act(table, {"do": "StartCompany", "player": seat, "company": "PRR", "price": 67}).status_code == 200
    ply = ada.get(f"/tables/{table}").json()["ply"]
    answer = undo(first, table)
    assert answer.json()["ply"] == ply - 1 and not answer.json()["asked"]
    assert entries(ada, table)[-1] == "undo"


def play_auction(ada: Program, bob: Program, table: str) -> None:
    """All private companies at face value, in turn (C-2.2)."""
    while True:
        for program in (ada, bob):
            actions = program.legal(table)["actions"]
            for action in actions:
                if action["do"] in ("BuyFromBank", "SetPar"):
                    assert program.act(table, action).status_code == 200
                    break
        if ada.get(f"/tables/{table}/view").json()["view"]["round"]["kind"] == "stock":
            return


def test_beyond_the_own_turn_the_others_are_asked(ada: Program, bob: Program) -> None:
    table = two_players(ada, bob)
    ada.act(table, pass_(0))
    answer = undo(ada, table)
    assert answer.json()["asked"] and answer.json()["ply"] == 1
    request = {"by": "Ada", "to_ply": 0, "waiting_for_you": True, "reason": "", "kind": "undo", "correction": None}
    asked = bob.get(f"/tables/{table}").json()["undo_request"]
    assert asked == request | {"id": asked["id"]} and asked["id"]
    assert vote(ada, table, True).status_code == 403
    granted = vote(bob, table, True)
    assert granted.json()["ply"] == 0 and not granted.json()["asked"]
    assert entries(ada, table) == ["joined", "undo_asked", "undo"]


def test_one_no_is_enough(ada: Program, bob: Program, cyd: Program) -> None:
    table = asked_by_ada(ada, bob, cyd)
    assert vote(bob, table, True).json()["ply"] == 1
    assert vote(cyd, table, False).json() | {"revision": 0} == {
        "ply": 1,
        "undos": 0,
        "revision": 0,
        "status": "running",
        "asked": False,
    }
    assert vote(bob, table, True).json()["code"] == "no_undo_request"


def test_agreeing_twice_counts_once(ada: Program, bob: Program, cyd: Program) -> None:
    table = asked_by_ada(ada, bob, cyd)
    for _ in range(2):
        assert vote(bob, table, True).status_code == 200
    assert entries(ada, table)[-2:] == ["undo_asked", "undo_granted"]


def test_asking_twice_is_one_request(ada: Program, bob: Program, cyd: Program) -> None:
    """A second click takes back nobody's consent."""
    table = asked_by_ada(ada, bob, cyd)
    vote(bob, table, True)
    assert undo(ada, table).json()["asked"]
    assert entries(ada, table).count("undo_asked") == 1
    assert vote(cyd, table, True).json()["ply"] == 0


def test_nobody_agrees_to_a_request_that_has_taken_the_place_of_another(ada: Program, bob: Program) -> None:
    table = two_players(ada, bob)
    ada.act(table, pass_(0))
    bob.act(table, pass_(1))
    undo(ada, table, to_ply=1)
    seen = bob.get(f"/tables/{table}").json()["undo_request"]["id"]
    undo(ada, table, to_ply=0)
    late = bob.post(f"/tables/{table}/undo/vote", {"grant": True, "request": seen})
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert bob.get(f"/tables/{table}").json()["ply"] == 2
    now = bob.get(f"/tables/{table}").json()["undo_request"]["id"]
    assert bob.post(f"/tables/{table}/undo/vote", {"grant": True, "request": now}).json()["ply"] == 0


def test_the_next_action_ends_a_request(ada: Program, bob: Program) -> None:
    table = two_players(ada, bob)
    ada.act(table, pass_(0))
    undo(ada, table)
    assert bob.act(table, pass_(1)).status_code == 200
    assert ada.get(f"/tables/{table}").json()["undo_request"] is None
    assert vote(bob, table, True).json()["code"] == "no_undo_request"


def test_a_request_can_be_withdrawn(ada: Program, bob: Program) -> None:
    table = two_players(ada, bob)
    ada.act(table, pass_(0))
    undo(ada, table)
    assert not vote(ada, table, False).json()["asked"]
    assert entries(ada, table)[-1] == "undo_withdrawn"


def test_a_stale_undo_is_refused(ada: Program, bob: Program) -> None:
    table = two_players(ada, bob)
    ada.act(table, pass_(0))
    assert ada.post(f"/tables/{table}/undo", {"ply": 0}).json()["code"] == "stale"


def test_requests_are_stored_with_their_kind() -> None:
    """One of an earlier version, which has none, has lapsed; the table still opens."""
    requests = (
        RequestToUndo(user_id="ada", name="Ada", to_ply=3, granted=("bob",), reason="a slip"),
        RequestToCorrect(user_id="ada", name="Ada", action="{}"),
    )
    assert [unpack_request(pack_request(request)) for request in requests] == list(requests)
    assert [request.kind for request in requests] == ["undo", "correction"]
    assert unpack_request('{"user_id":"ada","name":"Ada","to_ply":3,"granted":[],"reason":"","correction":""}') is None
    assert unpack_request(None) is None


def test_nobody_s_consent_is_lost_if_two_processes_count_it_at_once(
    ada: Program, bob: Program, cyd: Program, client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = three_players(ada, bob, cyd)
    for player, program in enumerate((ada, bob, cyd)):
        program.act(table, pass_(player))
    assert undo(ada, table, to_ply=0).json()["asked"]

    services: Services = client.app.state.services
    live = services.tables.live
    read = live.get
    others: list[str] = [cyd.get("/me").json()["id"]]

    async def read_before_another_process_writes(table_id: str) -> LiveTable:
        """Cyd agrees elsewhere as soon as Bob's process has read the table."""
        before = await read(table_id)
        if others and before.undo_request is not None:
            agreed = msgspec.structs.replace(before.undo_request, granted=(others.pop(),))
            async with services.database.write() as connection:
                await touch(connection, before, undo_request=pack_request(agreed))
        return before

    monkeypatch.setattr(live, "get", read_before_another_process_writes)
    answer = vote(bob, table, True)
    assert answer.status_code == 200 and not others
    assert answer.json()["ply"] == 0
