"""When bots are woken, which bot a failure is attributed to, and when bots are released."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.game import Game
from goldenspike.core.ids import Holder, Player
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.server.security import Limits
from goldenspike.server.table.bots import BotRunner
from goldenspike.server.table.live_table import LiveTable, Seat
from goldenspike.server.thinking import pool
from goldenspike.server.thinking.roster import Roster
from goldenspike.titles.catalogue import make
from server_helpers import Program, wait_until


def live_table(bot_is_asked: bool, status: Status = Status.RUNNING) -> LiveTable:
    """Two seats, a person's and a bot's; the first is asked."""
    setup = make("1830", "classic", 2, {"seating": "free"})
    kinds = (SeatKind.BOT, SeatKind.PERSON) if bot_is_asked else (SeatKind.PERSON, SeatKind.BOT)
    seats = tuple(Seat(Player(Holder(number)), kind, None, kind.value, "random") for number, kind in enumerate(kinds))
    return LiveTable(
        id="t",
        name="",
        setup=setup,
        options={},
        host_id=None,
        invite="",
        listed=False,
        status=status,
        seats=seats,
        state=Game(setup).state,
        ply=0,
        undos=0,
        revision=1,
        undo_request=None,
        updated_at=0,
    )


class Scene:
    """A runner at a table that others change."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.moved: list[str] = []
        self.forgotten: list[str] = []
        self.while_reading: Callable[[], None] = lambda: None
        tables: Any = SimpleNamespace(live=SimpleNamespace(get=self.read))
        thinkers: Any = SimpleNamespace(forget=self.forget)
        self.runner = BotRunner(tables, thinkers, Roster({}), Limits(False), 0, 1)
        self.runner._move = self.move  # type: ignore[method-assign]

    async def read(self, _: str) -> LiveTable:
        table = self.table
        await anyio.lowlevel.checkpoint()
        self.while_reading()
        return table

    async def move(self, table: LiveTable) -> None:
        self.moved.append(table.id)
        self.runner._met[table.id] = True
        self.table = live_table(bot_is_asked=False)

    async def forget(self, name: str) -> None:
        self.forgotten.append(name)

    def change(self, table: LiveTable) -> None:
        self.table = table
        self.runner.wake(table)

    async def rest(self) -> None:
        for _ in range(20):
            await anyio.lowlevel.checkpoint()


def test_a_change_while_the_table_is_read_is_not_overlooked() -> None:
    async def check() -> None:
        scene = Scene(live_table(bot_is_asked=False))

        def somebody_moves() -> None:
            scene.while_reading = lambda: None
            scene.change(live_table(bot_is_asked=True))

        scene.while_reading = somebody_moves
        scene.runner.wake(live_table(bot_is_asked=True))
        await scene.rest()
        assert scene.moved == ["t"]

    anyio.run(check)


def test_a_change_just_after_the_end_is_not_overlooked() -> None:
    async def check() -> None:
        scene = Scene(live_table(bot_is_asked=True))
        scene.runner.wake(scene.table)
        first = scene.runner._tasks["t"]
        while not first.done():
            await anyio.lowlevel.checkpoint()
        # Callbacks of a task run after it has ended.
        scene.runner._tasks["t"] = first
        scene.change(live_table(bot_is_asked=True))
        second = scene.runner._tasks["t"]
        scene.runner._end("t", first)
        assert scene.runner._tasks["t"] is second is not first
        await scene.rest()
        assert scene.moved == ["t", "t"] and not scene.runner._tasks

    anyio.run(check)


def test_bots_are_released_after_anybodys_last_move() -> None:
    async def check() -> None:
        scene = Scene(live_table(bot_is_asked=True))
        scene.runner.wake(scene.table)
        await scene.rest()
        assert scene.moved == ["t"] and not scene.forgotten
        over = replace(live_table(bot_is_asked=False), status=Status.OVER)
        scene.change(over)
        await scene.rest()
        assert scene.forgotten == ["t"]
        scene.change(over)
        await scene.rest()
        assert scene.forgotten == ["t"], "a page of a finished game starts nothing"

    anyio.run(check)


def test_a_failed_interjection_is_blamed_on_its_bot(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the bot that was asked; it plays its own move as soon as the other is heard no more."""
    meddler = (
        "import sys, json\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    question = asked['question']\n"
        "    meddles = any(player['seat'] == 1 for player in question['others'])\n"
        "    seat = 1 if meddles else question['asked'][0]['seat']\n"
        "    move = {'action': {'do': 'Pass', 'player': seat}, 'trouble': {}}\n"
        "    print(json.dumps({'number': asked['number'], 'answer': move}), flush=True)\n"
    )
    monkeypatch.setattr(pool, "_command", lambda: [sys.executable, "-c", meddler])
    with TestClient(make_app(thinkers=1)) as client:
        ada = Program(client, "Ada")
        name = ada.new_table("bot", "bot", "me", options={"seating": "free"})["id"]
        wait_until(lambda: ada.get(f"/tables/{name}").json()["waiting_for"] == [2], "both bots have moved")
        log = ada.get(f"/tables/{name}/log").json()["entries"]
        meddling = ada.get(f"/tables/{name}").json()["seats"][1]["name"]
        assert [(entry["kind"], entry["name"]) for entry in log] == [("bot_trouble", meddling)]
        assert ada.get(f"/tables/{name}/record").json()["actions"][0] == {"do": "Pass", "player": 0}
