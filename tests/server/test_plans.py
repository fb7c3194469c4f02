"""Plans at a table: tried out on a page, brought up to date, sent; nobody else learns of them."""

import asyncio
import html
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import func, select

from goldenspike.core.actions import Action, SellShares
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE
from goldenspike.core.ids import Holder
from goldenspike.core.options import Knowledge, Seating
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.record.wire import Wire, to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.plans.plan import OpenPlan, Plan
from goldenspike.server.problems import Problem
from goldenspike.server.services import Services, make_services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.schema import PlanRow
from goldenspike.server.table.keeping import Position
from goldenspike.server.table.live_table import LiveTable
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from server_helpers import Browser, Program, store_game

DATA = Path(__file__).parent.parent / "data"
SV, CS = (json.dumps({"do": "BuyFromBank", "player": seat, "private": name}) for seat, name in ((0, "SV"), (1, "CS")))


def three_people(client: TestClient[Litestar]) -> tuple[str, list[Browser]]:
    """A table of three, whose first player is asked about the first private company."""
    people = [Browser(client).as_guest(name) for name in ("Ada", "Bob", "Cyd")]
    form = {"game": "1830/classic", "players": "3", "option.seating": "free", "do": "create"}
    form |= {"seat.0.kind": "me", "seat.1.kind": "open", "seat.2.kind": "open"}
    page = people[0].post("/new", form)
    found = re.search(r'data-table="(\w+)"', page.text)
    assert found is not None, page.text
    table = found[1]
    invite = re.search(rf"/t/{table}/join/([\w-]+)", page.text)
    assert invite is not None
    for other in people[1:]:
        assert other.post(f"/t/{table}/join/{invite[1]}").status_code == 200
    return table, people


def plan_of(browser: Browser, table: str) -> str:
    answer = browser.send(f"/t/{table}/plans")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def try_move(browser: Browser, plan: str, action: str) -> str:
    """Try a move; the page after it."""
    page = browser.get(plan).text
    ply = re.search(r'data-ply="(\d+)"', page)
    assert ply is not None
    answer = browser.post(f"{plan}/act", {"ply": ply[1], "undos": "0", "action": action})
    assert answer.status_code == 200, answer.text
    return answer.text


def moves_on(page: str) -> list[str]:
    shown = re.search(r'<section class="plan-moves">(.*?)</section>', page, re.S)
    assert shown is not None
    items = re.findall(r"<li[^>]*>\s*(.*?)\s*<button", shown[1], re.S)
    return [html.unescape(" ".join(item.split())) for item in items]


def test_try_out_compare_and_send(client: TestClient[Litestar]) -> None:
    table, (ada, bob, cyd) = three_people(client)
    assert "Try it out" in ada.get(f"/t/{table}").text
    plan = plan_of(ada, table)
    page = ada.get(plan).text
    assert "You’re trying things out. Nobody else sees this." in page
    assert re.search(r'id="send"\s+class="main" disabled', page), "nothing to send yet"

    # Moves for everybody.
    page = try_move(ada, plan, SV)
    assert not re.search(r'id="send"\s+class="main" disabled', page) and "Send 1 move" in page
    page = try_move(ada, plan, CS)
    assert [line.split()[0] for line in moves_on(page)] == ["Ada", "Bob"]
    assert "Send 1 move" in page, "the second is Bob's"
    assert ada.position(table) == {"ply": "0", "undos": "0"}, "nothing has happened at the table"

    # Another line, compared with the first.
    other = str(ada.send(f"{plan}/copy").headers["location"])
    page = ada.post(f"{other}/undo", {"to_ply": "0"}).text
    assert moves_on(page) == []
    page = ada.post(f"{other}/rename", {"name": "Wait and see"}).text
    page = try_move(ada, other, json.dumps({"do": "Pass", "player": 0}))
    lines = re.findall(r'<th scope="row">\s*(.*?)\s*</th>', page[page.index('id="lines"') :], re.S)
    assert [re.sub(r"<[^>]*>", "", line).strip() for line in lines[:3]] == ["Now", "A", "Wait and see"]

    # An illegal move is refused with its reason.
    answer = ada.post(f"{other}/act", {"ply": "1", "undos": "0", "action": SV})
    assert answer.status_code == 422 and "turn" in answer.text
    answer = ada.post(f"{other}/act", {"ply": "0", "undos": "0", "action": SV})
    assert answer.status_code == 409, "the page was out of date"

    # Others have no plans here.
    for stranger in (bob, Browser(client)):
        assert stranger.get(plan).status_code in (401, 404)
        assert stranger.send(f"{plan}/send").status_code in (303, 401)
        assert "/plans/" not in stranger.get(f"/t/{table}").text
    assert ada.position(table)["ply"] == "0"

    # Sending makes the own part of the plan from the page of the table.
    assert f'action="{plan}/send"' in ada.get(f"/t/{table}").text
    answer = ada.send(f"{plan}/send")
    assert answer.status_code == 303 and answer.headers["location"] == f"/t/{table}"
    assert ada.position(table)["ply"] == "1"
    page = ada.get(plan).text
    assert [line.split()[0] for line in moves_on(page)] == ["Bob"], "what is left of the plan"
    again = ada.send(f"{plan}/send")
    assert (again.status_code, again.headers["location"]) == (303, f"/t/{table}"), "a double click leads to the table"
    assert ada.position(table)["ply"] == "1", "it is Bob's turn"
    # Bob does something else: the plan's idea of his move is dropped, and the other plan no longer fits.
    assert bob.act(table, json.dumps({"do": "Pass", "player": 1})).status_code == 200
    assert moves_on(ada.get(plan).text) == []
    page = ada.get(other).text
    assert 'id="misfit"' in page and "no longer fits" in page and "turn" in page
    assert cyd.get(f"/t/{table}").status_code == 200
    assert ada.send(f"{other}/discard").status_code == 303
    assert ada.get(other).status_code == 404


def test_a_plan_of_several_moves_is_sent_at_once_and_forgotten(client: TestClient[Litestar]) -> None:
    table, (ada, _bob, _cyd) = three_people(client)
    plan = plan_of(ada, table)
    try_move(ada, plan, SV)
    assert ada.send(f"{plan}/send").status_code == 303
    assert ada.get(plan).status_code == 404, "nothing is left of it"
    for late in ("send", "discard"):
        assert ada.send(f"{plan}/{late}").headers["location"] == f"/t/{table}", "a double click leads to the table"
    assert ada.position(table)["ply"] == "1"
    for _ in range(12):
        plan_of(ada, table)
    answer = ada.send(f"/t/{table}/plans")
    assert answer.status_code == 409 and "12 plans" in answer.text
    assert ada.get("/account").status_code == 200


def test_nobody_else_s_answers_change_by_a_byte(client: TestClient[Litestar]) -> None:
    table, (ada, bob, _cyd) = three_people(client)
    paths = (f"/t/{table}", f"/t/{table}/parts", f"/api/v1/tables/{table}", f"/api/v1/tables/{table}/log", "/")
    ada.get(f"/t/{table}")

    def read(reader: Browser) -> dict[str, bytes]:
        return {
            path: re.sub(rb"\d+ \w+ ago|in \d+ \w+|_csrf_token[^>]*|data-now=\"\d+\"", b"", reader.get(path).content)
            for path in paths
        }

    watcher = Browser(client)
    watcher.get("/")
    before = [read(one) for one in (bob, watcher)]
    plan = plan_of(ada, table)
    try_move(ada, plan, SV)
    try_move(ada, plan, CS)
    assert [read(one) for one in (bob, watcher)] == before
    assert plan in ada.get(f"/t/{table}").text


# --- the API


def test_plans_of_a_program(ada: Program, bob: Program) -> None:
    made = ada.new_table("me", "open", "bot", options={"seating": "free"})
    table = made["id"]
    assert ada.post(f"/tables/{table}/plans").status_code == 409, "the game has not started"
    bob.join(made)
    first, second = json.loads(SV), json.loads(CS)
    plan = ada.post(f"/tables/{table}/plans", {"name": "Opening", "actions": [first, second]}).json()
    assert plan["name"] == "Opening" and plan["to_send"] == 1 and plan["misfit"] is None
    assert plan["actions"] == [first, second] and plan["rest"] == []
    assert len(plan["outcome"]["wealth"]) == 3 and plan["outcome"]["money"] < 800
    path = f"/tables/{table}/plans/{plan['id']}"
    assert bob.get(path).status_code == 404
    assert ada.post(f"/tables/{table}/plans", {"actions": [second]}).status_code == 422
    changed = ada.post(path, {"name": "Other", "actions": [first]}).json()
    assert (changed["name"], changed["actions"]) == ("Other", [first])
    assert ada.post(path, {"assumed": {"1": 100}}).json()["code"] == "bad_assumption", "nothing is hidden here"
    assert [one["id"] for one in ada.get(f"/tables/{table}/plans").json()] == [plan["id"]]
    assert bob.get(f"/tables/{table}/plans").json() == []
    data = ada.get("/me/data").json()
    assert [one["name"] for one in data["plans"]] == ["Other"]
    sent = ada.post(f"{path}/send").json()
    assert sent["plan"] is None and sent["position"]["ply"] == 1
    assert ada.get(path).status_code == 404
    again = ada.post(f"/tables/{table}/plans", {"actions": [second, {"do": "Pass", "player": 2}]}).json()
    assert again["to_send"] == 0
    assert ada.post(f"/tables/{table}/plans/{again['id']}/send").json()["code"] == "plan_not_due"
    bob.act(table, {"do": "Pass", "player": 1})
    stale = ada.post(f"/tables/{table}/plans", {"actions": []}).json()
    assert stale["actions"] == []
    gone = ada.client.delete(f"/api/v1/tables/{table}/plans/{again['id']}", headers=ada.headers)
    assert gone.status_code == 204


@pytest.mark.sqlite
@pytest.mark.parametrize(("knowledge", "left"), [("closed", 0), ("totals", 10)])
def test_hidden_money_is_assumed(knowledge: str, left: int, client: TestClient[Litestar], ada: Program, bob: Program) -> None:
    made = ada.new_table("me", "open", options={"seating": "free", "knowledge": knowledge})
    bob.join(made)
    plan = ada.post(f"/tables/{made['id']}/plans").json()
    usual = plan["assumed"]["1"]
    assert set(plan["assumed"]) == {"1"} and usual > 0
    path = f"/tables/{made['id']}/plans/{plan['id']}"
    poor = ada.post(path, {"assumed": {"1": 10}}).json()
    assert poor["assumed"] == {"1": 10} and poor["outcome"]["wealth"][1] == 10
    assert ada.post(path, {"assumed": {"0": 10}}).json()["code"] == "bad_assumption", "one's own money is known"
    # With so little Bob could not buy anything; in the plan he cannot either.
    moves = [json.loads(SV), json.loads(CS)]
    assert ada.post(path, {"actions": moves}).json()["code"] == "not_enough_money"
    # What is paid at the table is added to what is assumed, where it is told.
    assert ada.act(made["id"], moves[0]).status_code == 200
    assert bob.act(made["id"], moves[1]).status_code == 200
    assert ada.get(path).json()["assumed"] == {"1": left}, "10 less 40"


@pytest.mark.sqlite
def test_a_change_is_made_in_full_or_not_at_all(ada: Program, bob: Program) -> None:
    made = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(made)
    plan = ada.post(f"/tables/{made['id']}/plans", {"name": "Opening"}).json()
    path = f"/tables/{made['id']}/plans/{plan['id']}"
    assert ada.post(path, {"name": "Other", "assumed": {"1": 100}}).json()["code"] == "bad_assumption"
    assert ada.post(path, {"name": "Other", "actions": [json.loads(CS)]}).status_code == 422
    assert ada.get(path).json()["name"] == "Opening"


@pytest.mark.sqlite
def test_a_plan_is_replayed_once_and_its_page_not_without_limit(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, _bob, _cyd) = three_people(client)
    plan = plan_of(ada, table)
    try_move(ada, plan, SV)
    ada.get(plan)
    replayed: list[object] = []
    monkeypatch.setattr("goldenspike.server.plans.service.replay", lambda *args: replayed.append(args))
    assert ada.get(plan).status_code == 200 and not replayed
    services: Services = client.app.state.services

    def refuse(person: Person) -> None:
        raise Problem(429, "too_many_requests", seconds=1)

    monkeypatch.setattr(services.limits, "for_plans", refuse)
    assert ada.get(plan).status_code == 429


# --- undoing at the table


def in_a_stock_round(ada: Program, bob: Program) -> tuple[str, Wire]:
    """A table of two where Ada has started a railroad, and the purchase of a share of it; Bob is asked."""
    made = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(made)
    table = made["id"]
    while ada.get(f"/tables/{table}/view").json()["view"]["round"]["kind"] != "stock":
        for one in (ada, bob):
            found = [action for action in one.legal(table)["actions"] if action["do"] in ("BuyFromBank", "SetPar")]
            if found:
                assert one.act(table, found[0]).status_code == 200
    start = next(action for action in ada.legal(table)["actions"] if action["do"] == "StartCompany")
    assert ada.act(table, start).status_code == 200
    if ada.get(f"/tables/{table}").json()["waiting_for"] == [0]:
        assert ada.act(table, PASS[0]).status_code == 200
    return table, {"do": "BuyShare", "player": 0, "company": start["company"], "source": "bank"}


PASS: list[Wire] = [{"do": "Pass", "player": 0}, {"do": "Pass", "player": 1}]


def undo(asker: Program, other: Program, table: str) -> None:
    position = asker.get(f"/tables/{table}").json()
    asker.post(f"/tables/{table}/undo", {"ply": position["ply"]})
    other.post(f"/tables/{table}/undo/vote", {"grant": True})
    after = asker.get(f"/tables/{table}").json()
    assert (after["ply"], after["undos"]) == (position["ply"] - 1, position["undos"] + 1)


def test_moves_that_were_sent_leave_the_plan_though_others_have_undone_moves(ada: Program, bob: Program) -> None:
    table, buy = in_a_stock_round(ada, bob)
    plan = ada.post(f"/tables/{table}/plans", {"actions": [PASS[1], buy, PASS[0]]}).json()
    path = f"/tables/{table}/plans/{plan['id']}"
    bob.act(table, PASS[1])
    undo(bob, ada, table)
    assert ada.get(path).json()["actions"] == [PASS[1], buy, PASS[0]]
    bob.act(table, PASS[1])
    assert ada.get(path).json()["to_send"] == 2
    sent = ada.post(f"{path}/send").json()
    assert sent["plan"] is None, "nothing is left to be sent again"


def test_a_plan_that_was_carried_out_by_hand_is_not_sent_after_an_undo(ada: Program, bob: Program) -> None:
    table, buy = in_a_stock_round(ada, bob)
    plan = ada.post(f"/tables/{table}/plans", {"actions": [PASS[1], buy, PASS[0]]}).json()
    path = f"/tables/{table}/plans/{plan['id']}"
    bob.act(table, PASS[1])
    ada.act(table, buy)
    if ada.get(f"/tables/{table}").json()["waiting_for"] == [0]:
        ada.act(table, PASS[0])
    bob.act(table, PASS[1])
    undo(bob, ada, table)
    bob.act(table, PASS[1])
    assert ada.get(path).json()["actions"] == [] and ada.get(path).json()["rest"] == []


def test_a_plan_begins_earlier_if_the_moves_before_it_are_undone(ada: Program, bob: Program) -> None:
    table, buy = in_a_stock_round(ada, bob)
    bob.act(table, PASS[1])
    plan = ada.post(f"/tables/{table}/plans", {"actions": [buy, PASS[0]]}).json()
    path = f"/tables/{table}/plans/{plan['id']}"
    undo(bob, ada, table)
    before = ada.get(path).json()
    assert before["actions"] == [PASS[1], buy, PASS[0]] and before["to_send"] == 0
    bob.act(table, PASS[1])
    assert ada.get(path).json()["to_send"] == 2


def test_a_plan_can_be_opened_though_the_moves_undone_before_it_are_forgotten(
    ada: Program, bob: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins with its own moves, as far as they are possible now."""
    monkeypatch.setattr("goldenspike.server.table.changes._MOST_UNDOS", 0)
    table, buy = in_a_stock_round(ada, bob)
    bob.act(table, PASS[1])
    plan = ada.post(f"/tables/{table}/plans", {"actions": [buy, PASS[0]]}).json()
    undo(bob, ada, table)
    answer = ada.get(f"/tables/{table}/plans/{plan['id']}")
    assert answer.status_code == 200 and PASS[1] not in answer.json()["actions"]


# --- sending is the same as typing


BUSY = ("LayTile", "RunTrains", "BuyTrain", "BuyShare", "StartCompany", "BuyFromBank", "SetPar", "SellShares", "PayDividend")


def random_action(game: Game, rng: random.Random) -> Action:
    actions = list(game.legal_for(game.actors[0]))
    busy = [action for action in actions if type(action).__name__ in BUSY]
    return rng.choice(busy if busy and rng.random() < 0.8 else actions)


@pytest.mark.parametrize(
    "setup",
    [classic(3), classic(3, knowledge=Knowledge.CLOSED), standard(4)],
    ids=["open", "closed", "1862"],
)
def test_sending_a_plan_equals_typing_its_moves(setup: Setup, tmp_path: Path) -> None:
    compared = asyncio.run(_send_and_type(setup, tmp_path))
    assert compared >= 8


async def _send_and_type(setup: Setup, folder: Path) -> int:
    services = make_services(Settings(database=f"sqlite:///{folder / 'spike.db'}"))
    await services.start()
    secrets = [await services.accounts.guest(f"Person {number}") for number in range(setup.players)]
    people = [person for secret in secrets if (person := await services.accounts.find(secret, "web")) is not None]
    rng = random.Random(16)
    game, compared = Game(setup), 0
    for _ in range(14):
        for _ in range(rng.randrange(12, 30)):
            if not game.is_over:
                game.push(random_action(game, rng))
        if game.is_over or game.actors == (CHANCE,):
            continue
        planner = people[game.actors[0]]
        first, second = [await store_game(services, game, people) for _ in range(2)]
        opened = await services.plans.create(planner, first)
        for _ in range(rng.randrange(1, 7)):
            trial = Game(setup, opened.line.state)
            if trial.is_over or trial.actors == (CHANCE,):
                break
            wire = to_wire(setup, random_action(trial, rng))
            opened = await services.plans.act(planner, first, opened.plan.id, opened.table.ply + len(opened.line.steps), [wire])
        compared += await _compare(services, planner, opened, second)
    await services.close()
    return compared


async def _compare(services: Services, planner: Person, opened: OpenPlan, twin: str) -> bool:
    """Send a plan, and type its moves at a table in the same position; False if it could not be sent."""
    setup, base, moves = opened.table.setup, opened.table.ply, opened.to_send
    wires = [to_wire(setup, action) for action in moves]

    async def type_move(wire: Wire) -> LiveTable:
        present = await services.tables.live.get(twin)
        return await services.tables.act(planner, twin, Position(present.ply, present.undos), [wire], automatic=True)

    try:
        sent, _ = await services.plans.send(planner, opened.table.id, opened.plan.id)
    except Problem as problem:
        # Somebody has less money than the planner assumed.
        with pytest.raises(Problem, match=problem.code):
            await type_move(wires[0])
        return False
    made = [await services.tables.action_at(sent, ply) for ply in range(base + 1, sent.ply + 1)]
    for number, (wire, action) in enumerate(zip(wires, moves, strict=True)):
        typed = await services.tables.live.get(twin)
        if made[number : number + 1] != [action]:
            break  # somebody else may do something first
        # A pass that needs no decision has been made already.
        if typed.ply == base + number:
            await type_move(wire)
    typed = await services.tables.live.get(twin)
    assert (typed.ply, typed.status, typed.state) == (sent.ply, sent.status, sent.state)
    return True


def test_a_plan_that_is_sent_several_times_at_once_is_made_once(tmp_path: Path) -> None:
    """By requests to two processes on one database: one makes the moves, the others say that they came too late."""
    asyncio.run(_send_at_once(classic(3, seating=Seating.FREE), tmp_path))


async def _send_at_once(setup: Setup, folder: Path) -> None:
    settings = Settings(database=f"sqlite:///{folder / 'spike.db'}")
    processes = [make_services(settings), make_services(settings)]
    for services in processes:
        await services.start()
    services = processes[0]
    secrets = [await services.accounts.guest(f"Person {number}") for number in range(3)]
    people = [person for secret in secrets if (person := await services.accounts.find(secret, "web")) is not None]
    table = await store_game(services, Game(setup), people)
    buys = [{"do": "BuyFromBank", "player": seat, "private": name} for seat, name in enumerate(("SV", "CS", "DH"))]
    plan = (await services.plans.create(people[0], table, wires=buys)).plan.id
    calls = [one.plans.send(people[0], table, plan) for _ in range(4) for one in processes]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Problem)]
    assert len(refused) == len(answers) - 1
    assert {(problem.status, problem.code) for problem in refused} <= {(409, "stale"), (409, "plan_not_due")}
    (sent,) = [answer for answer in answers if not isinstance(answer, BaseException)]
    present, left = sent
    assert present.ply == 1 and left is not None and len(left.all_moves) == 2

    # What was planned next is not sent by a click at the position before.
    for seat in (1, 2):
        await services.tables.act(people[seat], table, Position(seat, 0), [buys[seat]])
    await services.plans.change(people[0], table, plan, wires=[{"do": "Pass", "player": 0}])
    with pytest.raises(Problem, match="stale"):
        await services.plans.send(people[0], table, plan, Position(0, 0))
    after, nothing = await services.plans.send(people[0], table, plan, Position(3, 0))
    assert after.ply == 4 and nothing is None
    for services in processes:
        await services.close()


def test_plans_are_deleted_with_their_owner(client: TestClient[Litestar]) -> None:
    table, (ada, _bob, _cyd) = three_people(client)
    plan_of(ada, table)
    assert ada.send("/account/delete", {"sure": "yes"}).status_code == 303
    services: Services = client.app.state.services

    async def count() -> int:
        async with services.database.read() as connection:
            return int((await connection.execute(select(func.count()).select_from(PlanRow))).scalar_one())

    with client.portal() as portal:
        assert portal.call(count) == 0


# --- what is hidden stays hidden


def test_what_is_left_of_a_plan_does_not_depend_on_hidden_money(tmp_path: Path) -> None:
    """Another player goes on after a move; which of the moves supposed next are kept must not tell what that player has."""
    assert asyncio.run(_compare_twins(classic(3, knowledge=Knowledge.CLOSED), tmp_path)) >= 40


async def _compare_twins(setup: Setup, folder: Path) -> int:
    services = make_services(Settings(database=f"sqlite:///{folder / 'spike.db'}"))
    await services.start()
    secrets = [await services.accounts.guest(f"Person {number}") for number in range(setup.players)]
    people = [person for secret in secrets if (person := await services.accounts.find(secret, "web")) is not None]
    rng, game, positions, compared = random.Random(2), Game(setup), 0, 0
    while positions < 5 and not game.is_over:
        last = random_action(game, rng)
        game.push(last)
        mover = player_of(last)
        if mover not in game.actors or mover == CHANCE or not isinstance(last, SellShares):
            continue
        positions += 1
        planner = next(player for player in setup.all_players if player != mover)
        table = await services.tables.live.get(await store_game(services, game, people))
        twins = [replace(table, state=_with_money(game.state, mover, amount)) for amount in (0, 5000)]
        for action in Game(setup, twins[1].state).legal_for(mover):
            plan = Plan("plan", planner, "A", table.ply - 1, table.undos, (last, action), {})
            poor, rich = [await services.plans.bring_up_to_date(twin, plan) for twin in twins]
            assert (poor.line.actions, poor.line.misfit, poor.line.rest) == (rich.line.actions, rich.line.misfit, rich.line.rest)
            compared += 1
    await services.close()
    return compared


def _with_money(s: State, holder: Holder, amount: int) -> State:
    """The same position but for what somebody has; the rest is in the bank."""
    twin = s.copy()
    twin.money = s.money.copy()
    twin.money[BANK] += s.money[holder] - amount
    twin.money[holder] = amount
    return twin


@pytest.mark.sqlite
def test_the_page_says_that_a_plan_ends_where_something_is_drawn(client: TestClient[Litestar]) -> None:
    """S-6.3: a card decides how much of the revenue is earned."""
    record = json.loads((DATA / "1830-equal-runs.json").read_text())
    run = next(number for number, action in enumerate(record["actions"]) if action["do"] == "RunTrains")
    game = {**record, "options": {**record["options"], "random_revenue": "on"}, "actions": record["actions"][:run]}
    game.pop("snapshot", None)
    ada = Browser(client).as_guest("Ada")
    files = {"record": ("game.json", json.dumps(game), "application/json")}
    answer = ada.request("POST", "/import", data={"_csrf_token": ada.token()}, files=files)
    table = answer.headers["location"].removeprefix("/t/")
    page = try_move(ada, plan_of(ada, table), json.dumps(record["actions"][run]))
    assert 'id="drawn"' in page and "drawn at random here, so the plan ends" in page
    assert len(moves_on(page)) == 1 and "Send 1 move" in page
