"""Bots play on their own, also after a restart, and are labeled as bots."""

import asyncio
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.bots.roster import BOTS
from goldenspike.server.names import clean_name, imitates_bot, skeleton
from goldenspike.server.table.bot_names import NAMES, bot_name
from goldenspike.server.table.bots import BotRunner
from server_helpers import Browser, Program, wait_until


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


def new_page(browser: Browser, *others: str) -> str:
    """A table made on the page, with these others."""
    seats = {f"seat.{number}.kind": kind for number, kind in enumerate(others, 1)}
    form = {"game": "1830/classic", "players": str(len(others) + 1), "option.seating": "free", "do": "create", **seats}
    return browser.post("/new", form).text.partition('data-table="')[2].partition('"')[0]


@pytest.mark.sqlite
def test_no_way_to_another_table_while_a_bot_moves(make_app: Callable[..., Litestar]) -> None:
    """It would stand for a moment where a button was."""
    with TestClient(make_app(bot_pause=60)) as client:
        ada = Browser(client).as_guest("Ada")
        new_page(ada, "local")
        table = new_page(ada, "bot")
        assert ada.act(table, '{"do": "Pass", "player": 0}').status_code == 200
        assert ada.position(table)["ply"] == "1"
        assert "/next?from=" not in ada.get(f"/t/{table}").text


@pytest.mark.sqlite
def test_the_highest_bid_stands_first(client: TestClient[Litestar]) -> None:
    ada = Browser(client).as_guest("Ada")
    table = new_page(ada, "local")
    for player, amount in ((0, 115), (1, 120)):
        bid = f'{{"do": "Bid", "player": {player}, "private": "MH", "amount": {amount}}}'
        assert ada.act(table, bid).status_code == 200
    shown = ada.get(f"/t/{table}").text.partition('data-part="privates"')[2]
    assert 0 < shown.index("$120") < shown.index("$115")


@pytest.mark.sqlite
def test_moves_of_bots_are_taken_back_by_a_button_of_its_own(client: TestClient[Litestar]) -> None:
    """Neither the key nor plain Undo takes them back; the button says how many moves it undoes, and Redo makes them again."""
    ada = Browser(client).as_guest("Ada")
    table = new_page(ada, "bot", "bot")
    assert not re.search("data-undo(?!s)", ada.get(f"/t/{table}").text), "nothing has been decided yet"
    ada.act(table, '{"do": "Pass", "player": 0}')
    wait_until(lambda: "data-undo-further" in ada.get(f"/t/{table}").text and bool(ada.buttons(table)), "the bots have moved")
    page = ada.get(f"/t/{table}").text
    ply = int(ada.position(table)["ply"])
    button = page.partition('id="undo-further"')[2].partition("</button>")[0]
    assert 'value="0"' in button and f"Undo {ply} moves" in button
    assert not re.search("data-undo(?!s|-)", page), "plain Undo would take back moves of bots"
    undone = ada.send(f"/t/{table}/undo", {**ada.position(table), "to_ply": "0"}, accept="application/json").json()
    assert undone["ply"] == 0 and "data-redo" in ada.get(f"/t/{table}").text
    redone = ada.send(f"/t/{table}/redo", ada.position(table), accept="application/json").json()
    assert redone["ply"] == ply and "data-redo" not in ada.get(f"/t/{table}").text


@pytest.mark.sqlite
def test_bots_play_a_whole_game_by_themselves(ada: Program) -> None:
    table = ada.new_table("bot", "bot", options={"bank": "short"})["id"]
    wait_for(ada, table, {99}, 120)
    assert ada.get(f"/tables/{table}").json()["status"] == "over"
    assert ada.get(f"/tables/{table}/record").status_code == 200


class StubbornBots(BotRunner):
    """Bots that always have a move to make and miss the first attempt to end them, as a wait that ends just then does."""

    missed = 0

    def _asked(self, table: Any) -> list[Any]:
        return [0]

    async def _move(self, table: Any) -> None:
        try:
            await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            self.missed += 1
            if self.missed > 1:
                raise


def test_closing_ends_bots_that_miss_it() -> None:
    """The server waited for the end of a game that bots went on playing."""

    async def check() -> None:
        table: Any = SimpleNamespace(id="abc", status="running")

        async def get(table_id: str) -> Any:
            return table

        tables: Any = SimpleNamespace(live=SimpleNamespace(get=get), after_change=None)
        nothing: Any = None
        bots = StubbornBots(tables, nothing, nothing, nothing, 0, 1)
        bots.wake(table)
        await asyncio.sleep(0)
        (task,) = bots._tasks.values()
        await asyncio.wait_for(bots.close(), 30)
        assert task.done() and bots.missed
        bots.wake(table)
        assert not bots._tasks

    asyncio.run(check())
