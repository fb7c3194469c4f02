"""Acting at a table: whose seat, which position, what the rules say; and what is acknowledged is on disk."""

from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Program

pytestmark = pytest.mark.sqlite

Table = dict[str, Any]


def three_at_one_screen(program: Program) -> str:
    return str(program.new_table("me", "local", "local", options={"seating": "free"})["id"])


def test_a_table_without_missing_players_starts_at_once(ada: Program) -> None:
    table = three_at_one_screen(ada)
    info = ada.get(f"/tables/{table}").json()
    assert info["status"] == "running" and info["ply"] == 0
    assert info["waiting_for"] == [0]


def test_seats_are_drawn_by_the_server_and_recorded(ada: Program) -> None:
    table = ada.new_table("me", "local", "local")["id"]
    info = ada.get(f"/tables/{table}").json()
    assert info["ply"] == 1
    log = ada.get(f"/tables/{table}/log").json()
    assert log["moves"][0]["events"][0]["is"] == "SeatsDrawn"
    assert sorted(log["moves"][0]["events"][0]["seats"]) == [0, 1, 2]


def test_an_action_moves_the_game_on(ada: Program) -> None:
    table = three_at_one_screen(ada)
    answer = ada.act(table, {"do": "Bid", "player": 0, "private": "CS", "amount": 45})
    assert answer.status_code == 200 and answer.json()["ply"] == 1
    view = ada.get(f"/tables/{table}/view").json()["view"]
    assert view["privates"][1]["bids"] == {"0": 45}
    assert view["question"]["seats"] == [1]


def test_a_stale_action_is_refused_and_nothing_changes(ada: Program) -> None:
    table = three_at_one_screen(ada)
    assert ada.act(table, {"do": "Pass", "player": 0}).status_code == 200
    answer = ada.post(f"/tables/{table}/actions", {"ply": 0, "action": {"do": "Pass", "player": 1}})
    assert answer.status_code == 409
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["code"] == "stale" and answer.json()["facts"] == {"ply": 1, "undos": 0}
    assert ada.get(f"/tables/{table}").json()["ply"] == 1


def test_a_position_that_came_back_after_an_undo_is_another_one(ada: Program) -> None:
    table = three_at_one_screen(ada)
    ada.act(table, {"do": "Pass", "player": 0})
    ada.post(f"/tables/{table}/undo", {"ply": 1})
    answer = ada.post(f"/tables/{table}/actions", {"ply": 0, "undos": 0, "action": {"do": "Pass", "player": 0}})
    assert answer.status_code == 409
    answer = ada.post(f"/tables/{table}/actions", {"ply": 0, "undos": 1, "action": {"do": "Pass", "player": 0}})
    assert answer.status_code == 200


def test_the_rules_refuse_with_reason_and_paragraph(ada: Program) -> None:
    table = three_at_one_screen(ada)
    answer = ada.act(table, {"do": "Bid", "player": 0, "private": "CS", "amount": 41})
    assert answer.status_code == 422
    problem = answer.json()
    assert (problem["code"], problem["paragraph"], problem["facts"]) == ("bid_too_low", "C-2.2.1", {"least": 45})
    assert ada.get(f"/tables/{table}").json()["ply"] == 0


def test_why_not_is_answered_without_trying(ada: Program) -> None:
    table = three_at_one_screen(ada)
    requested = {"action": {"do": "BuyFromBank", "player": 0, "private": "DH"}}
    answer = ada.post(f"/tables/{table}/why", requested).json()
    assert not answer["allowed"] and answer["code"] == "not_the_cheapest" and answer["paragraph"] == "C-2.2"
    assert ada.post(f"/tables/{table}/why", {"action": {"do": "Pass", "player": 0}}).json()["allowed"]


def test_nonsense_is_refused(ada: Program) -> None:
    table = three_at_one_screen(ada)
    for action in (
        {},
        {"do": "Fly"},
        {"do": "Pass"},
        {"do": "Pass", "player": "0"},
        {"do": "Pass", "player": -1},
        {"do": "Bid", "player": 0, "private": "XX"},
    ):
        assert ada.act(table, action).status_code == 400, action
    assert ada.act(table, {"do": "Pass", "player": 9}).status_code == 403
    assert ada.get(f"/tables/{table}").json()["ply"] == 0


def test_no_seat_may_make_random_draws(ada: Program) -> None:
    table = three_at_one_screen(ada)
    assert ada.act(table, {"do": "DrawSeats", "seats": [0, 1, 2]}).status_code == 403


def test_only_the_owner_moves_a_seat(ada: Program, bob: Program, client: TestClient[Litestar]) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    assert bob.act(table["id"], {"do": "Pass", "player": 0}).status_code == 403
    stranger = Program(client, "Eve")
    assert stranger.act(table["id"], {"do": "Pass", "player": 0}).status_code == 403
    assert stranger.post(f"/tables/{table['id']}/undo", {"ply": 0}).status_code == 403
    assert client.post(f"/api/v1/tables/{table['id']}/actions", json={"ply": 0, "action": {}}).status_code == 401
    assert ada.act(table["id"], {"do": "Pass", "player": 0}).status_code == 200


def test_seats_of_others_cannot_be_looked_through(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    assert bob.get(f"/tables/{table['id']}/view", params={"seat": 0}).status_code == 403
    assert bob.get(f"/tables/{table['id']}/legal", params={"seat": 0}).status_code == 403
    assert bob.legal(table["id"])["actions"] == []


def test_no_actions_before_all_seats_are_taken(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})
    assert ada.act(table["id"], {"do": "Pass", "player": 0}).json()["code"] == "not_started"
    bob.join(table)
    assert ada.act(table["id"], {"do": "Pass", "player": 0}).status_code == 200


def test_everything_is_there_after_a_restart(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app()) as client:
        ada = Program(client, "Ada")
        table = three_at_one_screen(ada)
        for player in (0, 1, 2, 0):
            assert ada.act(table, {"do": "Pass", "player": player}).status_code == 200
        before = ada.get(f"/tables/{table}/view").json()
        log = ada.get(f"/tables/{table}/log").json()
    with TestClient(make_app()) as client:
        ada.client = client
        assert ada.get(f"/tables/{table}/view").json() == before
        assert ada.get(f"/tables/{table}/log").json() == log
        assert ada.act(table, {"do": "Pass", "player": 1}).status_code == 200


def test_any_past_position_can_be_seen(ada: Program) -> None:
    table = three_at_one_screen(ada)
    ada.act(table, {"do": "Bid", "player": 0, "private": "CS", "amount": 45})
    ada.act(table, {"do": "Pass", "player": 1})
    assert ada.get(f"/tables/{table}/view", params={"ply": 0}).json()["view"]["privates"][1]["bids"] == {}
    assert ada.get(f"/tables/{table}/view", params={"ply": 1}).json()["view"]["privates"][1]["bids"] == {"0": 45}
    assert ada.get(f"/tables/{table}/view", params={"ply": 3}).status_code == 404


def test_amounts_come_as_limits(ada: Program) -> None:
    table = three_at_one_screen(ada)
    offers = ada.legal(table)["offers"]
    first = offers[0]
    assert first["action"] == {"do": "Bid", "player": 0, "private": "CS", "amount": 45}
    assert (first["field"], first["least"], first["most"], first["step"]) == ("amount", 45, 800, 1)
