"""Export and import of games."""

import json
from pathlib import Path

import anyio
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select, update

from goldenspike.record.native import load
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import TableRow
from server_helpers import Browser, Program

DATA = Path(__file__).parent.parent / "data"


def test_an_exported_game_can_be_imported(ada: Program) -> None:
    table = ada.new_table("me", "local", "local")["id"]
    for _ in range(4):
        ada.act(table, next(action for action in ada.legal(table)["actions"] if action["do"] == "BuyFromBank"))
    record = ada.get(f"/tables/{table}/record")
    assert load(record.content).ply == 5
    answer = ada.post("/tables/import", record.json())
    assert answer.status_code == 201
    twin = answer.json()["id"]
    one, two = (ada.get(f"/tables/{each}/view").json()["view"] for each in (table, twin))
    assert one == two
    assert ada.get(f"/tables/{twin}").json()["seats"][2]["name"] == ada.get(f"/tables/{table}").json()["seats"][2]["name"]
    assert ada.act(twin, ada.legal(twin)["actions"][0]).status_code == 200


def test_no_export_while_money_is_hidden(ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open")
    bob.join(table)
    answer = ada.get(f"/tables/{table['id']}/record")
    assert answer.status_code == 409 and answer.json()["paragraph"] == "C-1.1"
    public = ada.new_table("me", "open", options={"knowledge": "open"})
    bob.join(public)
    assert bob.get(f"/tables/{public['id']}/record").status_code == 200


def test_bad_records_are_refused(ada: Program) -> None:
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    record = ada.get(f"/tables/{table}/record").json()
    for change in (
        {"format": 99},
        {"title": "1899"},
        {"players": ["only one"]},
        {"actions": [{"do": "Pass", "player": 1}]},
        {"actions": [{"do": "Nonsense"}]},
        {"options": {"knowledge": "none"}},
    ):
        answer = ada.post("/tables/import", {**record, **change})
        assert answer.status_code == 422 and answer.json()["code"] == "bad_record", answer.text
    assert ada.post("/tables/import", {}).status_code == 422


@pytest.mark.parametrize("ply", [5, -1, 2**40])
def test_notes_of_positions_that_the_game_does_not_have(ada: Program, ply: int) -> None:
    record = {"format": 1, "title": "1830", "version": "classic", "players": ["A", "B"], "options": {"seating": "free"}}
    record |= {"actions": [{"do": "Pass", "player": 0}], "notes": [{"ply": ply, "text": "a slip"}]}
    answer = ada.client.post("/api/v1/tables/import", headers=ada.headers, json=record)
    assert answer.status_code == 201, answer.text
    (entry,) = [entry for entry in ada.get(f"/tables/{answer.json()['id']}/log").json()["entries"] if entry["kind"] == "reason"]
    assert entry["text"] == "a slip" and 0 <= entry["ply"] <= 1


def test_a_snapshot_is_not_believed(ada: Program) -> None:
    """Everything is played again from the first action."""
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    record = ada.get(f"/tables/{table}/record").json()
    record["snapshot"]["state"]["money"][0] = 99999
    twin = ada.post("/tables/import", record).json()["id"]
    assert ada.get(f"/tables/{twin}/view").json()["view"]["players"][0]["money"] == 1200


def test_a_whole_game_of_18xx_games_is_imported_and_shown(client: TestClient[Litestar]) -> None:
    browser = Browser(client).as_guest("Ada")
    data = (DATA / "1830-bankruptcy.json").read_bytes()
    answer = browser.request(
        "POST", "/import", data={"_csrf_token": browser.token()}, files={"record": ("game.json", data, "application/json")}
    )
    assert answer.status_code == 303, answer.text
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200 and "Result" in page.text
    middle = browser.get(f"{answer.headers['location']}?ply=100")
    assert middle.status_code == 200 and 'data-present="no"' in middle.text
    exported = browser.get(f"{answer.headers['location']}/record")
    assert json.loads(exported.content)["format"] == 1


async def give_old_options(database: str, table: str) -> None:
    """As a table with plus-trains was stored when there was one option `trains`."""
    store = Database(database)
    chosen = TableRow.id == table
    async with store.write() as connection:
        options = json.loads((await connection.execute(select(TableRow.options).where(chosen))).scalar_one())
        del options["third_six"], options["plus_trains"]
        aged = json.dumps({**options, "trains": "plus"})
        await connection.execute(update(TableRow).where(chosen).values(options=aged))
    await store.close()


def test_a_table_from_before_the_train_mixes_were_separate(database: str, client: TestClient[Litestar], ada: Program) -> None:
    """V-1.7: it opens with the trains that it had."""
    table = ada.new_table("me", "local", options={"plus_trains": "on"})["id"]
    before = ada.get(f"/tables/{table}/view").json()["view"]
    anyio.run(give_old_options, database, table)
    client.app.state.services.tables.live._kept.clear()
    assert ada.get(f"/tables/{table}/view").json()["view"] == before
    assert ada.get(f"/tables/{table}").json()["options"]["plus_trains"] == "on"
