"""Thinking is shared fairly: those who ask for much do not keep others waiting."""

import asyncio
from collections.abc import Callable

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.security import Limits
from goldenspike.server.thinking.fair_lock import FairLock
from goldenspike.server.thinking.pool import Rank, Thinkers
from goldenspike.server.thinking.roster import Roster
from server_helpers import Program, wait_until


async def served(asked: list[tuple[str, Rank]]) -> list[str]:
    """The order in which requests that come one after the other are served, while the first is being thought about."""
    lock, order = FairLock(), list[str]()

    async def ask(owner: str, rank: Rank) -> None:
        await lock.acquire(owner, rank)
        order.append(owner)
        await asyncio.sleep(0)
        lock.release()

    await lock.acquire("", Rank.HINT)
    tasks = [asyncio.create_task(ask(*each)) for each in asked]
    await asyncio.sleep(0)
    lock.release()
    await asyncio.gather(*tasks)
    await asyncio.wait_for(lock.acquire("", Rank.HINT), 1)
    return order


def test_owners_take_turns() -> None:
    asked = [("eve", Rank.WITH_PEOPLE)] * 30 + [("ada", Rank.WITH_PEOPLE)] * 2 + [("bob", Rank.WITH_PEOPLE)]
    assert asyncio.run(served(asked))[:6] == ["eve", "ada", "bob", "eve", "ada", "eve"]


def test_hints_go_before_games_and_games_with_people_before_those_of_bots() -> None:
    asked = [("a", Rank.BACKGROUND), ("b", Rank.BOTS_ONLY), ("c", Rank.WITH_PEOPLE), ("d", Rank.HINT)]
    assert asyncio.run(served(asked)) == ["d", "c", "b", "a"]


def test_those_who_give_up_are_skipped() -> None:
    async def check() -> None:
        lock = FairLock()
        await lock.acquire("a", Rank.HINT)
        waiting = [asyncio.create_task(lock.acquire("b", Rank.HINT)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        lock.release()
        waiting[1].cancel()
        await asyncio.wait_for(waiting[2], 1)
        lock.release()
        await asyncio.wait_for(lock.acquire("c", Rank.HINT), 1)

    asyncio.run(check())


def test_quick_bots_do_not_wait_for_long_thoughts() -> None:
    thinkers, roster = Thinkers(1, 60), Roster({"mine": "python3 bot.py"})
    assert thinkers._child("t", is_quick=True) is not thinkers._child("t")
    assert roster.is_quick("greedy") and not roster.is_quick("baron-hard") and not roster.is_quick("mine")


def test_guests_of_one_address_share() -> None:
    limits = Limits(True)
    for number in range(3):
        limits.remember_address(Person(f"guest{number}", "Eve", True, None, ""), "192.0.2.1")
    assert limits.owner("guest0") == limits.owner("guest2") == "192.0.2.1"
    assert limits.owner("unknown") == "unknown"


def test_a_greedy_bot_answers_while_others_think_hard(make_app: Callable[..., Litestar]) -> None:
    """Thirty tables of hard bots keep the one thinking process busy for minutes."""
    with TestClient(make_app(thinkers=1, bot_seconds=5)) as client:
        eve, ada = Program(client, "Eve"), Program(client, "Ada")
        hard = [{"kind": "bot", "bot": "baron-hard"}] * 3
        for _ in range(30):
            assert eve.post("/tables", {"title": "1830", "version": "classic", "seats": hard}).status_code == 201
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        wanted = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
        table = ada.post("/tables", wanted).json()["id"]
        wait_until(lambda: client.app.state.services.thinkers._slow[0].waiting > 20, "the process is busy")
        assert ada.act(table, {"do": "Pass", "player": 0}).status_code == 200
        wait_until(lambda: ada.get(f"/tables/{table}").json()["waiting_for"] == [0], "the bot has moved")
        assert client.app.state.services.thinkers._slow[0].waiting > 20


def test_everybody_can_see_how_many_come_first() -> None:
    """What is promised is what happens: the order in which requests are served is the one foretold."""

    async def check() -> None:
        lock, order = FairLock(), list[str]()

        async def ask(owner: str, rank: Rank, tag: str) -> None:
            await lock.acquire(owner, rank, tag)
            order.append(tag)
            await asyncio.sleep(0)
            lock.release()

        await lock.acquire("", Rank.HINT)
        asked = [("eve", Rank.WITH_PEOPLE)] * 4 + [("ada", Rank.WITH_PEOPLE)] * 2 + [("bob", Rank.BOTS_ONLY), ("cyd", Rank.HINT)]
        tags = [f"{owner}{number}" for number, (owner, _) in enumerate(asked)]
        tasks = [asyncio.create_task(ask(*who, tag)) for who, tag in zip(asked, tags, strict=True)]
        await asyncio.sleep(0)
        foretold = {tag: lock.count_before(tag) for tag in tags}
        assert lock.count_before("nobody") == 0
        lock.release()
        await asyncio.gather(*tasks)
        assert foretold == {tag: place for place, tag in enumerate(order, 1)}
        assert [lock.count_before(tag) for tag in tags] == [0] * len(tags)

    asyncio.run(check())


def test_thinking_time_is_limited_by_owner() -> None:
    limits = Limits(True, thinking=10)
    limits.for_thinking("ada")
    limits.charge_thinking("ada", 9)
    limits.for_thinking("ada")
    limits.charge_thinking("ada", 9)
    with pytest.raises(Problem) as refused:
        limits.for_thinking("ada")
    assert refused.value.status == 429 and refused.value.facts["seconds"] > 1000
    limits.for_thinking("bob")


def test_when_the_time_is_spent_the_simple_player_moves(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(limits=True, thinking=0.001, bot_pause=0)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("me", "bot", options={"seating": "free"}, hints="all")["id"]
        for _ in range(3):
            wait_until(lambda: ada.get(f"/tables/{table}").json()["waiting_for"] == [0], "the bot has moved")
            assert ada.act(table, ada.legal(table)["actions"][0]).status_code == 200
        wait_until(lambda: ada.get(f"/tables/{table}").json()["waiting_for"] == [0], "the bot has moved")
        kinds = [entry["kind"] for entry in ada.get(f"/tables/{table}/log").json()["entries"]]
        assert kinds == ["thinking_spent"]
        hint = ada.post(f"/tables/{table}/hint")
        assert hint.status_code == 429 and int(hint.headers["retry-after"]) >= 1
        assert "used up for now" in client.get(f"/t/{table}").text


def test_the_table_tells_how_long_the_queue_is(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(make_app(bot_pause=0)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("me", "bot", options={"seating": "free"})["id"]
        assert client.get(f"/t/{table}/queue").json() == {"asked": False, "text": ""}
        assert client.get("/t/nosuchtable/queue").status_code == 404
        monkeypatch.setattr("goldenspike.server.table.bots.BotRunner.count_before", lambda *_: 2)
        for language, text in (("en", "with 2 ahead of it"), ("de", "2 andere Anfragen"), ("nl", "2 andere"), ("ja", "あと2件")):
            found = client.get(f"/t/{table}/queue", headers={"accept-language": language}).json()
            assert found["asked"] and text in found["text"]
        assert "data-queue" in client.get(f"/t/{table}").text
