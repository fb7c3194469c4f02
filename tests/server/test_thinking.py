"""Bots run in separate processes; if one fails, the game continues and the table is notified."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import anyio
import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.bots.base import Table
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.game import Game
from goldenspike.record.wire import from_wire
from goldenspike.server.services import Services
from goldenspike.server.thinking import pool, thinker
from goldenspike.server.thinking.pool import Thinkers, WorkerFailed, default_count
from goldenspike.server.thinking.questions import Advice, BotSeat, Forget, Hint, Move, Turn, place_of
from goldenspike.server.thinking.roster import BadProgram, Roster
from goldenspike.server.thinking.thinker import Thinker
from goldenspike.text import LANGUAGES, Context, explain_motive
from goldenspike.titles.catalogue import CATALOGUE, find_version, make
from players import P0
from server_helpers import Program, served, wait_until

pytestmark = pytest.mark.sqlite


def opening() -> Game:
    return Game(make("1830", "classic", 3, {"seating": "free"}))


def turn_of(game: Game, bot: str = "greedy", table: str = "t") -> Turn:
    asked = [BotSeat(game.actors[0], bot)]
    return Turn(table, place_of(game.setup, game.state), asked, [], 10.0)


# --- one process


def test_a_process_answers_like_the_bot_itself() -> None:
    async def check() -> None:
        thinkers = Thinkers(1, 60)
        game = opening()
        bot = make_bot("greedy", "t:0")
        move = await thinkers.ask(turn_of(game), Move, "t")
        assert from_wire(game.setup, move.action) == bot.choose(Table(game, P0))
        assert not move.trouble
        await thinkers.close()
        assert thinkers.processes == []

    anyio.run(check)


def test_nothing_is_started_before_it_is_needed() -> None:
    async def check() -> None:
        thinkers = Thinkers(2, 60)
        assert thinkers.processes == []
        await thinkers.forget("t")
        assert thinkers.processes == []
        await thinkers.close()

    anyio.run(check)


def test_a_process_that_is_killed_is_replaced() -> None:
    async def check() -> None:
        thinkers = Thinkers(1, 60)
        await thinkers.ask(turn_of(opening()), Move, "t")
        (first,) = thinkers.processes
        os.kill(first, signal.SIGKILL)
        with pytest.raises(WorkerFailed):
            await thinkers.ask(turn_of(opening()), Move, "t")
            await thinkers.ask(turn_of(opening()), Move, "t")
        move = await thinkers.ask(turn_of(opening()), Move, "t")
        assert move.action["do"]
        assert thinkers.processes and thinkers.processes != [first]
        await thinkers.close()

    anyio.run(check)


def test_a_process_that_stays_silent_is_replaced() -> None:
    async def check() -> None:
        thinkers = Thinkers(1, 0.01)
        with pytest.raises(WorkerFailed):
            await thinkers.ask(turn_of(opening()), Move, "t")
        assert thinkers.processes == []
        await thinkers.close()

    anyio.run(check)


def test_a_question_without_an_answer_leaves_the_process_alone() -> None:
    async def check() -> None:
        thinkers = Thinkers(1, 60)
        with pytest.raises(WorkerFailed, match="KeyError"):
            await thinkers.ask(turn_of(opening(), "nobody"), Move, "t")
        assert len(thinkers.processes) == 1
        assert (await thinkers.ask(turn_of(opening()), Move, "t")).action
        await thinkers.close()

    anyio.run(check)


def test_a_cancelled_request_does_not_disturb_the_next() -> None:
    async def check() -> None:
        thinkers = Thinkers(1, 60)
        await thinkers.ask(turn_of(opening()), Move, "t")
        with anyio.move_on_after(0.001):
            await thinkers.ask(turn_of(opening()), Move, "t")
        game = opening()
        hint = Hint("t", place_of(game.setup, game.state), BotSeat(P0, "greedy"), 10.0)
        assert (await thinkers.ask(hint, Advice, "t")).motive
        await thinkers.close()

    anyio.run(check)


def test_a_table_keeps_its_process_and_its_bots() -> None:
    thinkers = Thinkers(3, 60)
    assert thinkers._child("abc") is thinkers._child("abc")
    assert {id(thinkers._child(f"table{number}")) for number in range(50)} == {id(child) for child in thinkers._slow}
    thinker = Thinker()
    thinker.answer(turn_of(opening()))
    assert len(thinker._bots) == 1
    thinker.answer(Forget("other"))
    assert len(thinker._bots) == 1
    thinker.answer(Forget("t"))
    assert not thinker._bots


def test_the_game_that_is_played_most_stays_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "MOST_SETUPS", 2)
    process = Thinker()
    for players in (4, 5, 6):
        process._setup("1830", "classic", 3, {})
        process._setup("1830", "classic", players, {})
        assert ("1830", "classic", 3) in process._setups
    assert len(process._setups) == 2


def test_one_processor_is_left_to_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, wanted in ((1, 1), (2, 1), (4, 3), (64, 4), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        assert default_count() == wanted


@pytest.mark.parametrize("name", [(entry.name, version.name) for entry in CATALOGUE for version in entry.versions])
def test_there_is_advice_in_every_box(name: tuple[str, str]) -> None:
    title, version = name
    players = find_version(title, version).players[-1]
    game = Game(make(title, version, players))
    rng = Random(3)
    bots = [make_bot("greedy", f"{seat}") for seat in range(players)]
    thinker = Thinker()
    asked = 0
    while not game.is_over and game.ply < 60:
        if game.ply % 12 == 5 and game.actors[0] >= 0:
            seat = game.actors[0]
            hint = Hint("t", place_of(game.setup, game.state), BotSeat(seat, "baron-easy"), 10.0)
            advice = thinker.answer(hint)
            assert game.refuse(from_wire(game.setup, advice.action)) is None
            for language in LANGUAGES:
                assert explain_motive(advice.motive, advice.facts, Context(game.setup, ("x",) * players), language)
            asked += 1
        game.push(next_action(game, bots, rng))
    assert asked


# --- at the table


def wait_for_ada(ada: Program, table: str) -> None:
    """She sits after the bot."""
    wait_until(lambda: ada.get(f"/tables/{table}").json()["waiting_for"] == [1], "the bot has moved and Ada is asked")


def has_moved_past(ada: Program, table: str, ply: int) -> bool:
    return bool(ada.get(f"/tables/{table}").json()["ply"] > ply)


def entries(program: Program, table: str) -> list[dict[str, Any]]:
    return list(program.get(f"/tables/{table}/log").json()["entries"])


def services_of(client: TestClient[Litestar]) -> Services:
    services: Services = client.app.state.services
    return services


class Misbehaving:
    """Programs that cannot play; each is offered as a bot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = {
            "crash": self._program("crash", "raise SystemExit(3)"),
            "hang": self._program("hang", "import time\ntime.sleep(600)"),
            "nonsense": self._program("nonsense", "for line in iter(input, None): print('a horse', flush=True)"),
            "forbidden": self._program("forbidden", "for line in iter(input, None): print('{\"action\": 999}', flush=True)"),
            "missing": str(folder / "no-such-program"),
            "quiet-end": self._program("quiet-end", ""),
        }

    def _program(self, name: str, text: str) -> str:
        file = self.folder / f"{name}.py"
        file.write_text(text + "\n")
        return f"{sys.executable} {file}"


@pytest.fixture
def misbehaving(tmp_path: Path, make_app: Callable[..., Litestar]) -> Iterator[TestClient[Litestar]]:
    with TestClient(make_app(programs=Misbehaving(tmp_path).programs, bot_seconds=0.5, thinkers=1)) as client:
        yield client


@pytest.mark.parametrize("name", ["crash", "hang", "nonsense", "forbidden", "missing", "quiet-end"])
def test_a_program_that_fails_loses_its_seat_and_the_table_says_so(misbehaving: TestClient[Litestar], name: str) -> None:
    ada = Program(misbehaving, "Ada")
    seats = [{"kind": "bot", "bot": name}, {"kind": "me"}]
    requested = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
    table = ada.post("/tables", requested).json()["id"]
    wait_for_ada(ada, table)
    assert ada.act(table, {"do": "Pass", "player": 1}).status_code == 200
    wait_until(lambda: ada.get(f"/tables/{table}").json()["ply"] >= 3, "the seat has moved again")
    told = [entry for entry in entries(ada, table) if entry["kind"] == "bot_trouble"]
    assert [entry["name"] for entry in told] == [f"Bot {name}"]
    page = misbehaving.get(f"/t/{table}", headers={"accept": "text/html", "accept-language": "en"}).text
    assert "the simple built-in player takes over that seat" in page


def test_a_program_that_behaves_plays(tmp_path: Path, make_app: Callable[..., Litestar]) -> None:
    file = tmp_path / "player.py"
    file.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    kinds = [action['do'] for action in question['actions']]\n"
        "    print(json.dumps({'action': kinds.index('Pass') if 'Pass' in kinds else 0}), flush=True)\n"
    )
    with TestClient(make_app(programs={"passer": f"{sys.executable} {file}"}, thinkers=1)) as client:
        ada = Program(client, "Ada")
        assert "passer" in ada.get("/titles").json()["bots"]
        seats = [{"kind": "bot", "bot": "passer"}, {"kind": "me"}]
        requested = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
        table = ada.post("/tables", requested).json()["id"]
        wait_for_ada(ada, table)
        assert ada.get(f"/tables/{table}/record").json()["actions"] == [{"do": "Pass", "player": 0}]
        assert not [entry for entry in entries(ada, table) if entry["kind"] == "bot_trouble"]
        page = client.get("/new", headers={"accept": "text/html"}).text
        assert '<option value="passer">passer</option>' in page


def test_when_the_thinking_process_dies_the_simple_player_goes_on(
    make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_command", lambda: [sys.executable, "-c", "import sys; sys.stdin.readline(); sys.exit(1)"])
    with TestClient(make_app(thinkers=1)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("bot", "me", options={"seating": "free"})["id"]
        for _ in range(4):
            wait_for_ada(ada, table)
            ply = ada.get(f"/tables/{table}").json()["ply"]
            assert ada.act(table, ada.legal(table)["actions"][0]).status_code == 200
            wait_until(partial(has_moved_past, ada, table, ply + 1), "the bot has answered")
        assert len([entry for entry in entries(ada, table) if entry["kind"] == "bot_trouble"]) == 1


def test_a_bot_that_wants_what_is_not_allowed_is_replaced(
    make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat = (
        "import sys, json\n"
        "for line in sys.stdin:\n"
        "    number = json.loads(line)['number']\n"
        "    move = {'action': {'do': 'BuyFromBank', 'player': 0, 'private': 'BO'}, 'trouble': {}}\n"
        "    print(json.dumps({'number': number, 'answer': move}), flush=True)\n"
    )
    monkeypatch.setattr(pool, "_command", lambda: [sys.executable, "-c", cheat])
    with TestClient(make_app(thinkers=1)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("bot", "me", options={"seating": "free"})["id"]
        wait_for_ada(ada, table)
        assert [entry["kind"] for entry in entries(ada, table)] == ["bot_trouble"]


def test_the_processes_end_with_the_server(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(thinkers=1)) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("bot", "me", options={"seating": "free"})["id"]
        wait_for_ada(ada, table)
        (process,) = services_of(client).thinkers.processes
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def children_of(pid: int) -> list[int]:
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(file.parent.name))
    return found


@pytest.mark.programs
def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    with served("--data", str(tmp_path), "--thinkers", "1") as (address, server), httpx.Client(base_url=address) as client:
        ada = Program(client, "Ada")
        table = ada.new_table("bot", "me", options={"seating": "free"})["id"]
        wait_for_ada(ada, table)
        children = children_of(server.pid)
        assert children
        server.kill()
        server.wait()
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children), "the processes are gone")


@pytest.mark.parametrize("name", ["random", "Upper", "", "a" * 30, "semi;colon", "program:x"])
def test_names_of_programs_are_plain_and_their_own(name: str) -> None:
    with pytest.raises(BadProgram):
        Roster({name: "true"})


def test_a_program_that_is_offered_no_longer_is_played_by_the_usual_bot() -> None:
    roster = Roster({"mine": "true"})
    assert roster.maker("mine") == "program:true"
    assert Roster({}).maker("mine") == roster.default_bot == "greedy"
    assert "mine" in roster and "mine" not in Roster({}) and "baron" in roster
