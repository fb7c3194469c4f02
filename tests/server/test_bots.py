"""Bots play on their own, also after a restart, and are labeled as bots."""

from collections.abc import Callable

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.bots.roster import BOTS
from goldenspike.server.names import clean_name, imitates_bot, skeleton
from goldenspike.server.table.bot_names import NAMES, bot_name
from server_helpers import Program, wait_until


def wait_for(program: Program, table: str, seats: set[int], seconds: float = 60) -> None:
    """Until the game waits for one of the seats, or is over."""

    def asked() -> bool:
        info = program.get(f"/tables/{table}").json()
        return info["status"] == "over" or bool(set(info["waiting_for"]) & seats)

    wait_until(asked, f"one of the seats {seats} is asked", seconds)


def test_a_bot_answers(ada: Program) -> None:
    table = ada.new_table("me", "bot", "bot", options={"seating": "free"})["id"]
    assert ada.act(table, {"do": "Pass", "player": 0}).status_code == 200
    wait_for(ada, table, {0})
    info = ada.get(f"/tables/{table}").json()
    assert info["ply"] >= 3 and [seat["kind"] for seat in info["seats"]] == ["person", "bot", "bot"]
    assert [seat["name"] for seat in info["seats"][1:]] == [bot_name("random", 1), bot_name("random", 2)]


def test_bots_have_names_of_their_own() -> None:
    """Each kind of bot has one for every seat; no two are alike, and nobody else may be called so."""
    assert set(NAMES) == set(BOTS)
    names = [bot_name(bot, seat) for bot in BOTS for seat in range(7)]
    assert len({skeleton(name) for name in names}) == len(names)
    assert all(imitates_bot(name) and clean_name(name) == name for name in names)
    assert bot_name("my-program", 3) == "Bot my-program"


def test_people_cannot_move_a_bots_seat(ada: Program) -> None:
    table = ada.new_table("bot", "me", options={"seating": "free"})["id"]
    assert ada.act(table, {"do": "Pass", "player": 0}).status_code in (403, 409)


def test_bots_go_on_after_a_restart(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(bot_pause=60)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("bot", "me", options={"seating": "free"})["id"]
        assert ada.get(f"/tables/{table}").json()["waiting_for"] == [0]
    with TestClient(make_app()) as client:
        ada.client = client
        wait_for(ada, table, {1})


def test_a_bot_takes_an_open_seat(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})["id"]
    assert bob.post(f"/tables/{table}/bots", {"seat": 1, "bot": "random"}).status_code == 403
    assert ada.post(f"/tables/{table}/bots", {"seat": 1, "bot": "nobody"}).status_code == 422
    assert ada.post(f"/tables/{table}/bots", {"seat": 0, "bot": "random"}).status_code == 409
    assert ada.post(f"/tables/{table}/bots", {"seat": 1, "bot": "random"}).json()["status"] == "running"


def test_users_cannot_start_programs_on_the_server(ada: Program) -> None:
    """Bots may be programs on the command line of one's own machine, never by a requested from outside."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "program:touch /tmp/command_line"}]
    answer = ada.post("/tables", {"title": "1830", "version": "classic", "seats": seats})
    assert answer.status_code == 422 and answer.json()["code"] == "unknown_bot"
    table = ada.new_table("me", "open")["id"]
    assert ada.post(f"/tables/{table}/bots", {"seat": 1, "bot": "program:true"}).json()["code"] == "unknown_bot"


def test_against_bots_one_takes_back_freely(ada: Program) -> None:
    table = ada.new_table("me", "bot", options={"seating": "free"})["id"]
    ada.act(table, {"do": "Pass", "player": 0})
    wait_for(ada, table, {0})
    ply = ada.get(f"/tables/{table}").json()["ply"]
    answer = ada.post(f"/tables/{table}/undo", {"ply": ply}).json()
    assert answer["ply"] == 0 and not answer["asked"]


@pytest.mark.sqlite
def test_bots_play_a_whole_game_by_themselves(ada: Program) -> None:
    table = ada.new_table("bot", "bot", options={"bank": "short"})["id"]
    wait_for(ada, table, {99}, 120)
    assert ada.get(f"/tables/{table}").json()["status"] == "over"
    assert ada.get(f"/tables/{table}/record").status_code == 200
