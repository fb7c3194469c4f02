"""Several moves with one button, automatic passes, redo, and figures at the hex."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select

from goldenspike.core.game import Game
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump
from goldenspike.record.wire import to_wire
from goldenspike.server.services import Services
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.table.live_table import Automatic
from goldenspike.view.shortcuts import idle_pass, same_turn
from server_helpers import Browser

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="module")
def recorded() -> Game:
    importer = Importer(read_export((DATA / "1830-bank-breaks.json").read_bytes()))
    for _ in importer.run():
        pass
    return importer.game


def open_at(client: TestClient[Litestar], recorded: Game, ply: int) -> tuple[Browser, str]:
    """A table at one screen, after so many moves of the recorded game."""
    game = Game(recorded.setup)
    for action in recorded.actions[:ply]:
        game.push(action)
    browser = Browser(client).as_guest("Ada")
    files = {"record": ("game.json", dump(game), "application/json")}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    return browser, answer.headers["location"].removeprefix("/t/")


def moves(browser: Browser, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get(f"/t/{table}/record").json()["actions"]
    return found


def kinds(browser: Browser, table: str, after: int) -> list[str]:
    return [move["do"] for move in moves(browser, table)[after:]]


def shortcut(browser: Browser, table: str, kind: str) -> str:
    """The moves of a button that makes several."""
    page = browser.get(f"/t/{table}").text
    found = re.search(rf'name="actions"\s+value="([^"]*)"\s+data-kind="{kind}"', page)
    assert found is not None, kind
    return html.unescape(found[1])


def do(browser: Browser, table: str, path: str = "act", **fields: str) -> dict[str, Any]:
    answer = browser.send(f"/t/{table}/{path}", {**browser.position(table), **fields}, accept="application/json")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_one_button_makes_the_moves_of_a_turn(client: TestClient[Litestar], recorded: Game) -> None:
    """NNH at ply 160 could lay track; the button skips it, runs, pays and ends the turn. Undo and redo go move by move."""
    browser, table = open_at(client, recorded, 160)
    do(browser, table, actions=shortcut(browser, table, "RunPayAndEnd"))
    assert kinds(browser, table, 160) == ["Pass", "Pass", "RunTrains", "PayDividend", "Pass"]
    after = moves(browser, table)
    assert do(browser, table, "undo")["ply"] == 164
    assert do(browser, table, "undo")["ply"] == 163
    assert do(browser, table, "redo")["ply"] == 164
    assert do(browser, table, "redo")["ply"] == 165
    assert moves(browser, table) == after
    assert "nothing_to_redo" in browser.send(f"/t/{table}/redo", browser.position(table), accept="application/json").text


def test_another_move_forgets_what_was_undone(client: TestClient[Litestar], recorded: Game) -> None:
    browser, table = open_at(client, recorded, 160)
    do(browser, table, action=json.dumps({"do": "Pass", "player": 0}))
    do(browser, table, "undo")
    assert "data-redo" in browser.get(f"/t/{table}").text
    do(browser, table, actions=shortcut(browser, table, "RunAndWithhold"))
    assert "data-redo" not in browser.get(f"/t/{table}").text


def first_idle(recorded: Game) -> int:
    """A ply whose move leads to a pass without a decision in the same turn, and is no such pass itself."""
    game = Game(recorded.setup)
    for ply, action in enumerate(recorded.actions):
        before, was_idle = game.state, idle_pass(game.setup, game.state) is not None
        game.push(action)
        if not was_idle and idle_pass(game.setup, game.state) and same_turn(before, game.state):
            return ply
    raise AssertionError("no such move")


def test_steps_without_a_choice_are_passed_over(client: TestClient[Litestar], recorded: Game) -> None:
    """They are ordinary moves, undo goes back behind them, and the player may switch that off."""
    ply = first_idle(recorded)
    browser, table = open_at(client, recorded, ply)
    action = json.dumps(to_wire(recorded.setup, recorded.actions[ply]))
    assert do(browser, table, action=action)["ply"] > ply + 1
    assert kinds(browser, table, ply + 1)[0] == "Pass"
    assert do(browser, table, "undo")["ply"] == ply
    assert do(browser, table, "redo")["ply"] > ply + 1
    do(browser, table, "undo")
    do(browser, table, "automatic")
    assert "checked" not in browser.get(f"/t/{table}").text.partition('action="/t/' + table + '/automatic"')[2][:900]
    assert do(browser, table, action=action)["ply"] == ply + 1
    assert do(browser, table, "undo")["ply"] == ply
    do(browser, table, "automatic", skip="on", end="on")
    assert do(browser, table, action=action)["ply"] > ply + 1


def test_automatic_passes_are_marked(client: TestClient[Litestar], recorded: Game) -> None:
    """In the database, so that they count as no decision of the seat; also when they are made again."""
    ply = first_idle(recorded)
    browser, table = open_at(client, recorded, ply)
    services: Services = client.app.state.services

    async def marks() -> list[bool]:
        async with services.database.read() as connection:
            found = await connection.execute(select(MoveRow.automatic).where(MoveRow.ply > ply).order_by(MoveRow.ply))
        return list(found.scalars())

    with client.portal() as portal:
        do(browser, table, action=json.dumps(to_wire(recorded.setup, recorded.actions[ply])))
        made = portal.call(marks)
        assert made[0] is False and made[1:] and all(made[1:])
        do(browser, table, "undo")
        assert portal.call(marks) == []
        do(browser, table, "redo")
        assert portal.call(marks) == made


def test_back_to_the_start_of_the_turn(client: TestClient[Litestar], recorded: Game) -> None:
    """After three moves of a railroad's turn one undo leads to its beginning."""
    browser, table = open_at(client, recorded, 160)
    do(browser, table, actions=shortcut(browser, table, "RunAndPay"))
    page = browser.get(f"/t/{table}").text
    assert 'value="160"' in page.partition('id="turn-start"')[2][:200]
    assert do(browser, table, "undo", to_ply="160")["ply"] == 160


def test_only_moves_of_one_own_seat_are_made_together(client: TestClient[Litestar], recorded: Game) -> None:
    browser, table = open_at(client, recorded, 160)
    together = json.dumps([{"do": "Pass", "player": 0}, {"do": "Pass", "player": 1}])
    for actions, status in ((together, 403), ("[]", 400), ("{", 400)):
        form = {**browser.position(table), "actions": actions}
        assert browser.send(f"/t/{table}/act", form, accept="application/json").status_code == status
    stranger = Browser(client).as_guest("Bob")
    form = {**browser.position(table), "actions": shortcut(browser, table, "RunAndPay")}
    assert stranger.send(f"/t/{table}/act", form, accept="application/json").status_code == 403
    assert stranger.send(f"/t/{table}/automatic", {}, accept="application/json").status_code == 403
    assert len(moves(browser, table)) == 160


def test_figures_at_the_hex(client: TestClient[Litestar], recorded: Game) -> None:
    """PRR at ply 150 may lay a green tile in Harrisburg."""
    browser, table = open_at(client, recorded, 150)
    said = browser.get(f"/t/{table}/lays/H16", accept="application/json").json()
    assert said["ply"] == 150 and said["lays"]
    lay = next(figures for action, figures in said["lays"].items() if json.loads(action)["tile"] == "14")
    assert lay["left"].endswith("left") and lay["earns"].startswith("could earn $")
    assert browser.get(f"/t/{table}/lays/Z99", accept="application/json").status_code == 404


def test_the_settings_are_flags() -> None:
    """The database keeps their numbers."""
    assert (Automatic.SKIP.value, Automatic.END.value) == (1, 2)
