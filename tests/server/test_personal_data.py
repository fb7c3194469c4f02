"""What is stored about people: they can download all of it, and nothing is left once they delete the account."""

from html import unescape
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import create_engine, select, text

from goldenspike.protocol.messages import SeatRequest, TableRequest
from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import database_url
from goldenspike.server.storage.schema import Base
from server_helpers import Browser, Program

PASSWORD = "correct horse"
STAYS = {"person", "move"}
"""Which account made a move stays known, but no longer whose account it was."""


def test_deleting_an_account_removes_name_and_messages_from_the_logs(client: TestClient[Litestar]) -> None:
    ada, zoe = Browser(client).as_guest("Ada"), Browser(client).as_guest("Zoe Zimmer")
    host = Program(client, "Host")
    table, other = host.new_table("me", "open", "open"), host.new_table("me", "local")
    for browser in (zoe, ada):
        assert browser.post(f"/t/{table['id']}/join/{table['invite']}").status_code == 200
    for browser, said in ((zoe, "from the deleted one"), (ada, "from another one")):
        for table_id in (table["id"], other["id"]):
            assert browser.send(f"/t/{table_id}/chat", {"text": said}, accept="application/json").status_code == 200
    zoe.post(f"/t/{table['id']}/undo", zoe.position(table["id"]))
    assert zoe.post("/account/delete").status_code == 200
    for table_id in (table["id"], other["id"]):
        log = host.get(f"/tables/{table_id}/log").text
        page = ada.get(f"/t/{table_id}?log=all").text
        for shown in (log, page):
            assert "Zoe" not in shown and "from the deleted one" not in shown and "from another one" in shown


def test_people_can_download_their_data(client: TestClient[Litestar]) -> None:
    ada, eve = Browser(client).as_guest("Ada"), Program(client, "Eve")
    ada.post("/account/register", {"name": "Ada", "password": PASSWORD})
    ada.post("/quick")
    table = client.app.state.services.tables.live._kept.popitem()[0]
    ada.send(f"/t/{table}/chat", {"text": "hello"})
    answer = ada.get("/account/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["name"] == "Ada" and data["is_guest"] is False
    assert [found["id"] for found in data["tables"]] == [table]
    assert [message["text"] for message in data["messages"]] == ["hello"]
    assert [login["kind"] for login in data["logins"]] == ["web"]
    assert "argon2" not in answer.text and "token_hash" not in answer.text
    other = eve.get("/me/data").json()
    assert other["name"] == "Eve" and other["tables"] == other["messages"] == []
    assert Browser(client).request("GET", "/account/data", accept="application/json").status_code == 401


def change(database: str, statement: str, **values: object) -> int:
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        changed = connection.execute(text(statement), values).rowcount
    engine.dispose()
    return changed


def rows(database: str, statement: str) -> list[Any]:
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        found = list(connection.execute(text(statement)))
    engine.dispose()
    return found


def stored(database: str) -> list[tuple[str, str]]:
    """Everything in the database, row by row, with the name of its table."""
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        found = [
            (table.name, str(dict(row)))
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table)).mappings()
        ]
    engine.dispose()
    return found


def store_traces(database: str, person: str, table: str) -> None:
    """What a person leaves besides seats and messages: a reason, a message to another person, lessons, lists, receipts."""
    known = {"person": person, "of_table": table}
    for statement in (
        "INSERT INTO entry (table_id, ply, kind, name, text, user_id, made_at) "
        "VALUES (:of_table, 0, 'reason', '', 'reason of zeal', :person, 1)",
        "INSERT INTO outbox (person_id, table_id, turn, kind, name, text, made_at, due_at) "
        "SELECT host_id, id, 'x', 'chat', 'Zoe Zimmer', 'zeal', 9999999999999, 9999999999999 FROM game WHERE id = :of_table",
        "INSERT INTO learn_progress (user_id, lesson, started_at) VALUES (:person, 'first', 1)",
        "INSERT INTO removed (user_id, table_id) VALUES (:person, :of_table)",
        "INSERT INTO receipt (user_id, key, request_hash, answer, made_at) VALUES (:person, 'x', 'x', 'x', 9999999999999)",
    ):
        values = {name: value for name, value in known.items() if f":{name}" in statement}
        assert change(database, statement, **values) == 1


def test_nothing_is_left_of_a_deleted_account(client: TestClient[Litestar], database: str) -> None:
    """Neither on pages that were shown before, nor in notices to others, nor anywhere else in the database."""
    host, ada, zoe = Program(client, "Host"), Browser(client).as_guest("Ada"), Browser(client).as_guest("Zoe Zimmer")
    played, watched = host.new_table("me", "open"), host.new_table("me", "local")["id"]
    assert zoe.post(f"/t/{played['id']}/join/{played['invite']}").status_code == 200
    for table in (played["id"], watched):
        assert zoe.send(f"/t/{table}/chat", {"text": "words of zeal"}, accept="application/json").status_code == 200
        assert "words of zeal" in ada.get(f"/t/{table}").text
    person = zoe.get("/account/data").json()["id"]
    store_traces(database, person, watched)
    assert zoe.post("/account/delete").status_code == 200
    for table in (played["id"], watched):
        for page in ("", "?log=all", "/parts", "/feed", "/reports", "/screen"):
            shown = ada.get(f"/t/{table}{page}").text
            assert "Zoe" not in shown and "zeal" not in shown, page
    left = stored(database)
    assert [row for _, row in left if "Zoe" in row or "zeal" in row] == []
    assert {table for table, row in left if person in row} <= STAYS


def test_tables_called_after_a_deleted_person_lose_that_name(client: TestClient[Litestar], database: str) -> None:
    zoe, ada = Browser(client).as_guest("Zoe"), Program(client, "Ada")
    names = ("zoe's Sunday", "Monday with Zoe and Ada", "\u30be\u30a8\u3068Zoe\u306e\u5353", "Zoetrope", "Tuesday")
    for name in names:
        form = {"game": "1830/classic", "players": "2", "seat.1.kind": "open", "name": name, "listed": "yes", "do": "create"}
        table = zoe.send("/new", form).headers["location"].rpartition("/")[2]
        assert ada.post(f"/tables/{table}/join", {}).status_code == 200
    others = ada.new_table("me", "local", name="Zoe was not here")["id"]
    assert zoe.post("/account/delete").status_code == 200
    found = sorted(row.name for row in rows(database, "SELECT name FROM game"))
    assert found == ["", "", "", "Tuesday", "Zoe was not here", "Zoetrope"]
    assert "Zoe was not here" in ada.get(f"/tables/{others}").text, "what others write about somebody is theirs"


def test_the_name_of_a_table_is_gone_from_pages_shown_before(client: TestClient[Litestar]) -> None:
    zoe, ada = Browser(client).as_guest("Zoe"), Browser(client).as_guest("Ada")
    form = {"game": "1830/classic", "players": "2", "seat.0.kind": "open", "seat.1.kind": "open", "name": "zoe's Sunday"}
    table = zoe.send("/new", {**form, "do": "create"}).headers["location"]
    assert "zoe's Sunday" in unescape(ada.get(table).text)
    assert zoe.post("/account/delete").status_code == 200
    assert "zoe's Sunday" not in unescape(ada.get(table).text)


def test_deleting_an_account_leaves_what_another_of_the_same_name_wrote(client: TestClient[Litestar]) -> None:
    """The second Ada is called Ada 2 at the table."""
    host = Program(client, "Host")
    table = host.new_table("me", "open", "open")
    first, second = Browser(client).as_guest("Ada"), Browser(client).as_guest("Ada")
    for browser, said in ((first, "from the first"), (second, "from the second")):
        assert browser.post(f"/t/{table['id']}/join/{table['invite']}").status_code == 200
        browser.send(f"/t/{table['id']}/chat", {"text": said}, accept="application/json")
    assert second.post("/account/delete").status_code == 200
    log = host.get(f"/tables/{table['id']}/log").text
    assert "from the first" in log and '"Ada"' in log
    assert "from the second" not in log and "Ada 2" not in log


@pytest.mark.parametrize("change_of_name", ["delete", "rename"])
def test_a_name_that_is_a_number_is_not_taken_for_a_number_of_moves(client: TestClient[Litestar], change_of_name: str) -> None:
    host, one = Program(client, "Host"), Browser(client).as_guest("1")
    table = host.new_table("me", "open", options={"seating": "free"})
    assert one.post(f"/t/{table['id']}/join/{table['invite']}").status_code == 200
    assert host.act(table["id"], {"do": "Pass", "player": 0}).status_code == 200
    assert host.post(f"/tables/{table['id']}/undo", {"ply": 1}).status_code == 200
    assert one.send(f"/t/{table['id']}/undo/vote", {"grant": "yes"}).status_code == 303
    if change_of_name == "delete":
        assert one.post("/account/delete").status_code == 200
    else:
        person = one.get("/account/data").json()["id"]
        client.blocking_portal.call(client.app.state.services.operators.rename, None, person, "Eve")
    page = Browser(client).get(f"/t/{table['id']}?log=all")
    assert page.status_code == 200 and "undid 1 move." in page.text


def test_an_undo_whose_number_an_earlier_release_overwrote(client: TestClient[Litestar], database: str) -> None:
    host, action = Program(client, "Host"), {"do": "Pass", "player": 0}
    table = host.new_table("me", "local", options={"seating": "free"})["id"]
    plan = host.post(f"/tables/{table}/plans", {"name": "x", "actions": [action]}).json()["id"]
    assert host.act(table, action).status_code == 200
    assert host.post(f"/tables/{table}/undo", {"ply": 1}).status_code == 200
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        connection.execute(text("UPDATE entry SET text = :dash WHERE kind = 'undo'"), {"dash": "\u2013"})
    engine.dispose()
    client.app.state.services.tables.live._kept.clear()
    page = Browser(client).get(f"/t/{table}?log=all").text
    assert "Host undid moves." in page and "None" not in page
    assert host.get(f"/tables/{table}/plans/{plan}").status_code == 200


def test_a_request_that_had_begun_does_not_bring_a_deleted_person_back(client: TestClient[Litestar], database: str) -> None:
    """Two tabs: one deletes the account, the other one joins, talks and creates tables meanwhile and afterwards."""
    host = Program(client, "Host")
    during, after = (host.new_table("me", "open", "open") for _ in range(2))
    watched = host.new_table("me", "local")["id"]
    zoe = Browser(client).as_guest("Zoe Zimmer")
    services = client.app.state.services

    async def race() -> None:
        person = await services.accounts.find(zoe.cookies["gs_session"], "web")
        forget = services.accounts.forget_at_tables

        async def join_meanwhile(leaving: Person) -> None:
            await forget(leaving)
            services.accounts.forget_at_tables = forget
            await services.seating.join(person, during["id"], during["invite"])
            await services.tables.chat(person, watched, "words of zeal")

        services.accounts.forget_at_tables = join_meanwhile
        await services.accounts.delete(person, "")
        services.accounts.forget_at_tables = forget
        mine = TableRequest("1830", [SeatRequest("me"), SeatRequest("local")], "classic")
        for late in (
            services.seating.join(person, after["id"], after["invite"]),
            services.tables.chat(person, watched, "words of zeal"),
            services.seating.create(person, mine),
        ):
            with pytest.raises(Problem, match="log_in_first"):
                await late
        await services.accounts.rename(person, "Zoe Zimmer")

    with client.portal() as portal:
        portal.call(race)
    assert [row for _, row in stored(database) if "Zoe" in row or "zeal" in row] == []
    assert [seat["kind"] for seat in host.get(f"/tables/{during['id']}").json()["seats"]] == ["person", "open", "open"]


def test_an_account_can_be_deleted_although_a_table_is_damaged(client: TestClient[Litestar], database: str) -> None:
    ada, zoe = Program(client, "Ada"), Browser(client).as_guest("Zoe Zimmer")
    table = ada.new_table("me", "open", options={"seating": "free"})
    zoe.post(f"/t/{table['id']}/join/{table['invite']}")
    zoe.send(f"/t/{table['id']}/chat", {"text": "words of zeal"})
    assert ada.act(table["id"], {"do": "Pass", "player": 0}).status_code == 200
    assert change(database, "UPDATE move SET state = :state, action = '{'", state=b"garbage") == 1
    client.app.state.services.tables.live._kept.clear()
    assert zoe.send("/account/delete").status_code == 303
    left = [row for _, row in stored(database)]
    assert [row for row in left if "Zoe" in row or "zeal" in row] == [] and any("Ada" in row for row in left)


def test_lessons_reasons_and_removed_games_are_among_the_data(client: TestClient[Litestar], database: str) -> None:
    zoe = Program(client, "Zoe Zimmer")
    table = zoe.new_table("me", "local")["id"]
    store_traces(database, zoe.get("/me").json()["id"], table)
    data = zoe.get("/me/data").json()
    assert [lesson["lesson"] for lesson in data["lessons"]] == ["first"]
    assert data["removed"] == [table] and [message["text"] for message in data["messages"]] == ["reason of zeal"]
