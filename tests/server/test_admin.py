"""Operators: the command line beside a running server, and the page /admin."""

import asyncio
import json
import re
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import psycopg
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.cli.admin import app as admin_app
from goldenspike.cli.main import main
from goldenspike.server.admin.backup import BackupError, back_up, check_backup, restore
from goldenspike.server.admin.bans import read_network
from goldenspike.server.app import create_app
from goldenspike.server.problems import Problem
from goldenspike.server.services import prepare
from goldenspike.server.settings import Settings
from server_helpers import Browser, Program, served, wait_until

Admin = Callable[..., Any]
PASSWORD = "correct horse battery"


@pytest.fixture
def admin(database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Admin:
    """`goldenspike admin` with the database of the server; what it prints, as JSON where it can."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", database)

    def run(*words: str, status: int = 0) -> Any:
        capsys.readouterr()
        assert main(["admin", *words]) == status, capsys.readouterr().err
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        if status:
            assert printed.err.startswith("goldenspike: ") and len(printed.err.splitlines()) == 1
            return printed.err
        return json.loads(printed.out) if "--json" in words else printed.out

    return run


def registered(client: Any, name: str) -> Browser:
    browser = Browser(client)
    assert browser.post("/account/register", {"name": name, "password": PASSWORD}).status_code == 200
    return browser


@pytest.fixture
def boss(client: TestClient[Litestar], admin: Admin) -> Browser:
    """An operator."""
    browser = registered(client, "Boss")
    admin("operator", "Boss")
    return browser


class Stream:
    """A live connection, read in a thread."""

    def __init__(self, address: str, path: str, headers: dict[str, str]) -> None:
        self.lines: list[str] = []
        self.has_ended = False
        self._thread = threading.Thread(target=self._read, args=(address + path, headers), daemon=True)
        self._thread.start()
        wait_until(lambda: any("hello" in line for line in self.lines), "the live connection is open")

    def _read(self, url: str, headers: dict[str, str]) -> None:
        with httpx.stream("GET", url, headers=headers, timeout=120) as answer:
            for line in answer.iter_lines():
                self.lines.append(line)
        self.has_ended = True


# --- tables


def test_tables_are_listed_and_ended_while_the_server_runs(admin: Admin, ada: Program, bob: Program, cyd: Program) -> None:
    table = ada.new_table("me", "open", "open", name="Rude name", options={"seating": "free"})
    bob.join(table)
    assert [row["id"] for row in admin("tables", "rude", "--json")] == [table["id"]]
    assert [row["players"] for row in admin("tables", "Bob", "--json")] == [["Ada", "Bob", ""]]
    assert admin("tables", "--status", "over", "--json") == [] and table["id"] in admin("tables")
    admin("end", table["id"])
    shown = ada.get(f"/tables/{table['id']}").json()
    assert shown["status"] == "ended" and shown["waiting_for"] == []
    for answer in (
        cyd.post(f"/tables/{table['id']}/join", {"invite": table["invite"]}),
        ada.post(f"/tables/{table['id']}/bots", {"seat": 2, "bot": "greedy"}),
        ada.post(f"/tables/{table['id']}/chat", {"text": "hello"}),
        ada.act(table["id"], {"do": "Pass", "player": 0}),
        ada.post(f"/tables/{table['id']}/undo", {"ply": 0, "undos": 0}),
    ):
        assert answer.status_code == 409 and answer.json()["code"] == "table_ended", answer.text
    assert "already over" in admin("end", table["id"], status=2)
    assert "There is no such table" in admin("end", "nosuchtable", status=2)


def test_a_running_game_is_ended_for_its_bots_too(admin: Admin, client: TestClient[Litestar], ada: Program) -> None:
    table = ada.new_table("me", "bot", options={"seating": "free"})
    assert ada.act(table["id"], ada.legal(table["id"])["actions"][0]).status_code == 200
    wait_until(lambda: ada.get(f"/tables/{table['id']}").json()["waiting_for"] == [0], "the bot has moved")
    admin("end", table["id"])
    ply = ada.get(f"/tables/{table['id']}").json()["ply"]
    action = {"ply": ply, "action": {"do": "Pass", "player": 0}}
    assert ada.post(f"/tables/{table['id']}/actions", action).json()["code"] == "table_ended"
    entries = ada.get(f"/tables/{table['id']}/log").json()["entries"]
    assert [entry["kind"] for entry in entries] == ["table_ended"]
    page = Browser(cast(Any, client)).get(f"/t/{table['id']}").text
    assert "An operator has closed this table." in page and "An operator closes the table." in page


def test_an_ended_table_is_in_the_list_of_finished_games(admin: Admin, client: TestClient[Litestar]) -> None:
    browser = Browser(cast(Any, client)).as_guest("Ada")
    browser.post("/quick")
    (row,) = admin("tables", "--json")
    admin("end", row["id"])
    page = browser.get("/").text
    assert "closed by an operator" in page
    assert browser.post(f"/remove/{row['id']}").status_code == 200
    assert row["id"] not in browser.get("/").text


def test_the_seat_of_a_lost_guest_can_be_freed(admin: Admin, ada: Program, bob: Program, cyd: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    admin("free-seat", table["id"], "2")
    seats = ada.get(f"/tables/{table['id']}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open"]
    assert bob.act(table["id"], {"do": "Pass", "player": 1}).status_code == 403
    cyd.join(table)
    assert "Nobody has that seat" in admin("free-seat", table["id"], "7", status=2)
    assert "Nobody has that seat" in admin("free-seat", table["id"], "0", status=2)


# --- people


def test_a_banned_person_is_shut_out_at_once_and_can_come_back(admin: Admin, ada: Program, bob: Program) -> None:
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    admin("ban", "Bob")
    acting = {"ply": 0, "action": {"do": "Pass", "player": 1}}
    for answer in (bob.get("/me"), bob.get("/tables"), bob.post(f"/tables/{table['id']}/actions", acting)):
        assert answer.status_code == 403 and answer.json()["code"] == "banned"
    assert ada.get("/me").status_code == 200
    assert admin("bans", "--json")[0]["name"] == "Bob"
    admin("unban", "Bob")
    assert bob.get("/me").status_code == 200 and admin("bans", "--json") == []
    assert "no such ban" in admin("unban", "Bob", status=2)


def test_a_banned_player_cannot_log_in_again(admin: Admin, client: TestClient[Litestar]) -> None:
    browser = registered(client, "Mallory")
    admin("ban", "mallory")
    page = browser.get("/")
    assert page.status_code == 403 and "You have been banned from this server." in page.text
    stranger = Browser(cast(Any, client))
    form = {"name": "Mallory", "password": PASSWORD}
    assert "You have been banned" in stranger.post("/account/login", form).text
    # Somebody who does not know the password does not learn about the ban.
    assert "banned" not in stranger.post("/account/login", {**form, "password": "something else 9"}).text
    api = client.post("/api/v1/tokens", json=form)
    assert api.status_code in (403, 404)


def test_who_is_meant_must_be_clear(admin: Admin, client: TestClient[Litestar], ada: Program) -> None:
    Program(cast(Any, client), "Ada")
    assert "Several people are called Ada" in admin("ban", "Ada", status=2)
    admin("ban", ada.get("/me").json()["id"])
    assert ada.get("/me").status_code == 403
    assert "no such person" in admin("ban", "Nobody", status=2)


@pytest.mark.programs
def test_a_ban_ends_a_live_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_DATA", str(tmp_path))
    with served("--data", str(tmp_path), "--unlimited") as (address, _), httpx.Client(base_url=address, timeout=60) as client:
        ada, bob = Program(client, "Ada"), Program(client, "Bob")
        table = ada.new_table("me", "open", options={"seating": "free"})
        path = f"/api/v1/tables/{table['id']}/live"
        of_ada, of_bob = Stream(address, path, ada.headers), Stream(address, path, bob.headers)
        assert main(["admin", "ban", "Bob"]) == 0
        wait_until(lambda: of_bob.has_ended, "the connection of the banned person has ended")
        assert not of_ada.has_ended
        # What is done on the command line reaches open pages.
        assert main(["admin", "end", table["id"]]) == 0
        wait_until(lambda: any('"kind":"game"' in line for line in of_ada.lines), "the page is told that its table has ended")
        assert main(["admin", "ban", "--address", "127.0.0.0/8"]) == 0
        wait_until(lambda: of_ada.has_ended, "the connection from the banned network has ended")
        assert client.get("/api/v1/me", headers=ada.headers).json()["code"] == "banned"
        assert client.get("/").status_code == 403 and client.get("/healthz").status_code == 200
        assert main(["admin", "unban", "--address", "127.0.0.0/8"]) == 0
        wait_until(lambda: client.get("/").status_code == 200, "the ban is lifted")


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        (" 203.0.113.7/24 ", "203.0.113.0/24"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::1/128", "2001:db8::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
    ],
)
def test_networks_that_can_be_banned(text: str, network: str) -> None:
    assert str(read_network(text)) == network


@pytest.mark.parametrize("text", ["", "example.org", "0.0.0.0/0", "::/0", "300.1.1.1", "10.0.0.0/4", "1/2/3"])
def test_networks_that_cannot_be_banned(text: str) -> None:
    with pytest.raises(Problem, match="bad_address"):
        read_network(text)


@pytest.mark.sqlite
def test_a_banned_network_is_refused_and_no_other(admin: Admin, make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app()) as client:
        bans = cast(Any, client.app).state.services.bans
        admin("ban", "--address", "203.0.113.0/24")
        admin("ban", "--address", "2001:db8::1")
        wait_until(lambda: bool(bans.covers("2001:db8::/64")), "the server has noticed")
        assert bans.covers("203.0.113.9")
        assert not bans.covers("203.0.114.9") and not bans.covers("2001:db8:1::/64") and not bans.covers("testclient")
        assert not bans.covers("")


def test_renaming_reaches_seats_and_logs(admin: Admin, client: TestClient[Litestar], ada: Program) -> None:
    rude = registered(client, "Rude Word")
    table = ada.new_table("me", "open", options={"seating": "free"})
    rude.post(f"/t/{table['id']}/join/{table['invite']}")
    rude.post(f"/t/{table['id']}/chat", {"text": "hello"})
    shown = ada.get(f"/tables/{table['id']}").text + ada.get(f"/tables/{table['id']}/log").text
    assert shown.count("Rude Word") >= 3
    admin("rename", "rude word", "Robert")
    shown = ada.get(f"/tables/{table['id']}").text + ada.get(f"/tables/{table['id']}/log").text
    assert "Rude" not in shown and shown.count("Robert") >= 3
    assert "Robert" in rude.get("/account").text
    assert "Rude" not in Browser(cast(Any, client)).get(f"/t/{table['id']}").text
    registered(client, "Taken")
    assert "taken" in admin("rename", "Robert", "Taken", status=2)


def test_renaming_reaches_the_names_of_tables(admin: Admin, client: TestClient[Litestar]) -> None:
    """Those that the person plays at or has set up, also for others; not what others have written."""
    rude = registered(client, "Rude Word")
    found = {}
    for name in ("rude word's Sunday", "Rude Words", "Monday"):
        seats = {"seat.0.kind": "open", "seat.1.kind": "open"}
        form = {"game": "1830/classic", "players": "2", "name": name, "do": "create", **seats}
        found[name] = rude.send("/new", form).headers["location"].rpartition("/")[2]
    ada = Program(cast(Any, client), "Ada")
    others = ada.new_table("me", "local", name="Against Rude Word")["id"]
    admin("rename", "rude word", "Robert")
    names = [ada.get(f"/tables/{table}").json()["name"] for table in (*found.values(), others)]
    assert names == ["Robert's Sunday", "Rude Words", "Monday", "Against Rude Word"]


def test_a_password_is_reset(admin: Admin, client: TestClient[Litestar]) -> None:
    browser = registered(client, "Forgetful")
    password = admin("reset-password", "Forgetful").strip()
    assert len(password) >= 15
    assert "Forgetful" not in browser.get("/account").text
    assert "name or password" in browser.post("/account/login", {"name": "Forgetful", "password": PASSWORD}).text
    assert "Forgetful" in browser.post("/account/login", {"name": "Forgetful", "password": password}).text
    Program(cast(Any, client), "Guest")
    assert "isn’t registered" in admin("reset-password", "Guest", status=2)


# --- cleaning up, sizes, verification


def change(database: str, statement: str) -> None:
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            connection.execute(statement)
        connection.close()
    else:
        with psycopg.connect(database, autocommit=True) as remote:
            remote.execute(cast(Any, statement))


def test_cleaning_up_removes_only_what_is_abandoned(admin: Admin, database: str, client: TestClient[Litestar]) -> None:
    ada, bob, lost = (Program(cast(Any, client), name) for name in ("Ada", "Bob", "Lost"))
    old, fresh = ada.new_table("me", "open"), ada.new_table("me", "open")
    idle, running = (ada.new_table("me", "local") for _ in range(2))
    change(database, f"UPDATE game SET updated_at = 1 WHERE id IN ('{old['id']}', '{idle['id']}')")
    for who, column in ((lost, "created_at"), (bob, "created_at")):
        change(database, f"UPDATE person SET {column} = 1 WHERE id = '{who.get('/me').json()['id']}'")
    change(database, f"UPDATE login SET expires_at = 1 WHERE user_id = '{lost.get('/me').json()['id']}'")
    wanted = {"logins": 1, "tables": 2, "guests": 1}
    assert admin("clean-up", "--dry-run", "--json") == wanted
    assert {row["id"] for row in admin("tables", "--json")} == {table["id"] for table in (old, fresh, idle, running)}
    assert admin("clean-up", "--json") == wanted
    assert {row["id"] for row in admin("tables", "--json")} == {fresh["id"], running["id"]}
    assert {row["name"] for row in admin("people", "--json")} == {"Ada", "Bob"}
    assert ada.get(f"/tables/{old['id']}").status_code == 404 and ada.get(f"/tables/{fresh['id']}").status_code == 200
    assert admin("clean-up", "--json") == {"logins": 0, "tables": 0, "guests": 0}


def test_sizes_count_rows_and_bytes(admin: Admin, ada: Program) -> None:
    ada.new_table("me", "open", "open")
    rows = {row["name"]: row for row in admin("sizes", "--json")}
    assert rows["game"]["rows"] == 1 and rows["seat"]["rows"] == 3 and rows["total"]["bytes"] > 1000
    assert "person" in admin("sizes")


def test_every_stored_game_is_verified(admin: Admin, database: str, ada: Program) -> None:
    good, illegal, gap, other = (ada.new_table("me", "local", options={"seating": "free"})["id"] for _ in range(4))
    for table in (good, illegal, gap, other):
        for _ in range(3):
            assert (
                ada.act(table, {"do": "Pass", "player": ada.get(f"/tables/{table}").json()["waiting_for"][0]}).status_code == 200
            )
    assert admin("verify", "--json") == {"tables": 4, "wrong": []}
    change(database, f'UPDATE move SET action = \'{{"do": "Pass", "player": 1}}\' WHERE table_id = \'{illegal}\' AND ply = 1')
    change(database, f"DELETE FROM move WHERE table_id = '{gap}' AND ply = 2")
    earlier = f"(SELECT state FROM move WHERE table_id = '{other}' AND ply = 1)"
    change(database, f"UPDATE move SET state = {earlier} WHERE table_id = '{other}' AND ply = 3")
    said = admin("verify", status=1)
    assert "3 of 4 tables" in said


def test_commands_say_what_is_wrong(admin: Admin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "x.db"
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", f"sqlite:///{missing}")
    assert str(missing) in admin("tables", status=2)
    assert not missing.parent.exists()
    empty = tmp_path / "empty.db"
    empty.touch()
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", f"sqlite:///{empty}")
    assert "another version" in admin("tables", status=2)
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", "postgresql://nobody@127.0.0.1:1/none")
    assert "does not answer" in admin("tables", status=1)


# --- backups


def count(file: Path, table: str) -> int:
    with sqlite3.connect(file) as connection:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    connection.close()
    return found


def test_a_backup_made_while_people_play_is_restored(
    admin: Admin, database: str, make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    with TestClient(make_app()) as client:
        ada = Program(cast(Any, client), "Ada")
        table = ada.new_table("me", "local", options={"seating": "free"})["id"]
        assert ada.act(table, {"do": "Pass", "player": 0}).status_code == 200
        ada.post(f"/tables/{table}/chat", {"text": "before"})
        admin("backup", str(file))
        ada.post(f"/tables/{table}/chat", {"text": "after"})
        assert file.stat().st_mode & 0o077 == 0 and count(file, "entry") == 1
        assert "exists already" in admin("backup", str(file), status=2)
        assert "in use" in admin("restore", str(file), "--replace", status=2)
    assert "--replace" in admin("restore", str(file), status=2)
    admin("restore", str(file), "--replace")
    with TestClient(make_app()) as client:
        ada.client = cast(Any, client)
        assert [entry["text"] for entry in ada.get(f"/tables/{table}/log").json()["entries"]] == ["before"]
        # Numbers of new rows do not collide with restored ones.
        ada.post(f"/tables/{table}/chat", {"text": "again"})
        assert [entry["text"] for entry in ada.get(f"/tables/{table}/log").json()["entries"]] == ["before", "again"]
        assert ada.act(table, {"do": "Pass", "player": 1}).status_code == 200
    # The same file moves the installation to SQLite.
    elsewhere = tmp_path / "elsewhere" / "spike.db"
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", f"sqlite:///{elsewhere}")
    admin("restore", str(file))
    assert count(elsewhere, "move") == 1 and admin("verify", "--json") == {"tables": 1, "wrong": []}
    assert sorted(path.name for path in elsewhere.parent.iterdir() if path.name.startswith(".")) == []


def test_messages_with_the_letter_zero_are_restored(
    admin: Admin, database: str, make_app: Callable[..., Litestar], tmp_path: Path
) -> None:
    """SQLite used to store them, and PostgreSQL cannot."""
    file = tmp_path / "backup.db"
    with TestClient(make_app()) as client:
        ada = Program(cast(Any, client), "Ada")
        table = ada.new_table("me", "local")["id"]
        ada.post(f"/tables/{table}/chat", {"text": "hello"})
    admin("backup", str(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE entry SET text = 'hel' || char(0) || 'lo'")
    connection.close()
    admin("restore", str(file), "--replace")
    with TestClient(make_app()) as client:
        ada.client = cast(Any, client)
        assert ada.get(f"/tables/{table}/log").json()["entries"][0]["text"].replace("\0", "") == "hello"


def damage(file: Path, start: int, data: bytes) -> None:
    with file.open("rb+") as stream:
        stream.seek(start)
        stream.write(data)


@pytest.mark.parametrize("harm", ["truncated", "overwritten", "foreign", "empty", "text", "newer", "missing", "orphans"])
def test_a_damaged_backup_is_refused_and_nothing_is_lost(tmp_path: Path, harm: str) -> None:
    url, file = f"sqlite:///{tmp_path / 'live.db'}", tmp_path / "backup.db"
    with TestClient(create_app(Settings(database=url, secret="s" * 40, warm=False))) as client:
        ada = Program(cast(Any, client), "Ada")
        ada.new_table("me", "local")
        back_up(url, file)
    if harm == "truncated":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif harm == "overwritten":
        damage(file, 4096, b"\xff" * (file.stat().st_size - 8192))
    elif harm == "foreign":
        file.unlink()
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE other (x)")
        connection.close()
    elif harm == "empty":
        file.write_bytes(b"")
    elif harm == "text":
        file.write_text("not a database " * 1000)
    elif harm in ("newer", "orphans"):
        statement = "UPDATE alembic_version SET version_num = '9999'" if harm == "newer" else "DELETE FROM game"
        with sqlite3.connect(file) as connection:
            connection.execute(statement)
        connection.close()
    else:
        file.unlink()
    before = (tmp_path / "live.db").read_bytes()
    with pytest.raises(BackupError):
        restore(url, file, replace=True)
    assert (tmp_path / "live.db").read_bytes() == before
    assert not list(tmp_path.glob(".goldenspike-*"))


@pytest.mark.parametrize("exists", [False, True])
def test_what_root_restores_belongs_to_the_user_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exists: bool
) -> None:
    """Otherwise a service that runs as another user could not open its database any more."""
    given: list[tuple[int, int]] = []
    url, file = f"sqlite:///{tmp_path / 'live.db'}", tmp_path / "backup.db"
    asyncio.run(prepare(Settings(database=url)))
    back_up(url, file)
    if not exists:
        (tmp_path / "live.db").unlink()
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda _, user, group: given.append((user, group)))
    restore(url, file, replace=True)
    owner = (tmp_path / "live.db").stat() if exists else tmp_path.stat()
    assert given == [(owner.st_uid, owner.st_gid)]


def test_an_old_backup_is_migrated(tmp_path: Path) -> None:
    from alembic import command
    from sqlalchemy import create_engine

    from goldenspike.server.storage.migrate import alembic_config

    old, new = tmp_path / "old.db", tmp_path / "new.db"
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
    engine.dispose()
    check_backup(old)
    restore(f"sqlite:///{new}", old)
    assert count(new, "operator_act") == 0


# --- the page


@pytest.mark.parametrize("act", ["end-table", "ban", "reset-password", "clean-up", "ban-address", "nonsense"])
def test_for_everybody_else_the_page_does_not_exist(client: TestClient[Litestar], boss: Browser, act: str) -> None:
    form = {"table": "x", "person": "Boss", "address": "127.0.0.1", "seat": "1", "name": "x"}
    for stranger in (Browser(cast(Any, client)), Browser(cast(Any, client)).as_guest("Guest"), registered(client, "Eve")):
        assert stranger.get("/admin").status_code == 404 and stranger.get("/admin?search=x").status_code == 404
        assert stranger.send(f"/admin/{act}", form).status_code == 404
        assert "/admin" not in stranger.get("/").text
    assert boss.get("/admin").status_code == 200 and 'href="/admin"' in boss.get("/").text


def test_a_token_for_programs_does_not_open_the_page(client: TestClient[Litestar], boss: Browser) -> None:
    page = boss.post("/account/token", {"label": "x"}).text
    token = page.partition("<code>")[2].partition("</code>")[0]
    headers = {"authorization": f"Bearer {token}", "accept": "text/html"}
    assert client.get("/api/v1/me", headers=headers).status_code == 200
    assert client.get("/admin", headers=headers).status_code == 404


def test_other_sites_cannot_act_for_an_operator(client: TestClient[Litestar], boss: Browser, ada: Program) -> None:
    form = {"person": ada.get("/me").json()["id"]}
    for forged in (form, {**form, "_csrf_token": "x" * 64}):
        answer = boss.request("POST", "/admin/ban", data=forged)
        assert answer.status_code == 403 and ada.get("/me").status_code == 200
    assert boss.get("/admin/ban").status_code == 405


@pytest.mark.sqlite
def test_an_operator_uses_the_page(client: TestClient[Litestar], boss: Browser, ada: Program, bob: Program, admin: Admin) -> None:
    table = ada.new_table("me", "open", "open", name="Table of Ada")
    bob.join(table)
    mallory = registered(client, "Mallory")
    page = boss.get("/admin").text
    assert all(word in page for word in ("Table of Ada", "Bob", "Mallory", table["id"]))
    assert "Mallory" not in boss.get("/admin?search=Table of Ada").text
    boss.post("/admin/free-seat", {"table": table["id"], "seat": "2"})
    assert [seat["kind"] for seat in ada.get(f"/tables/{table['id']}").json()["seats"]] == ["person", "open", "open"]
    boss.post("/admin/end-table", {"table": table["id"]})
    assert ada.get(f"/tables/{table['id']}").json()["status"] == "ended"
    boss.post("/admin/ban", {"person": bob.get("/me").json()["id"]})
    assert bob.get("/me").status_code == 403
    answer = boss.send("/admin/reset-password", {"person": "Mallory"})
    password = answer.text.partition('role="status"')[2].partition("<code>")[2].partition("</code>")[0]
    assert answer.headers["cache-control"] == "no-store"
    assert "Mallory" in mallory.post("/account/login", {"name": "Mallory", "password": password}).text
    boss.post("/admin/rename", {"person": "Mallory", "name": "Molly"})
    assert "Molly" in mallory.get("/account").text
    boss.post("/admin/ban-address", {"address": "203.0.113.9"})
    assert "203.0.113.9/32" in boss.get("/admin").text
    boss.post("/admin/unban-address", {"address": "203.0.113.9"})
    boss.post("/admin/clean-up")
    kinds = ["operator", "free_seat", "end_table", "ban", "reset_password", "rename", "ban_address", "unban_address", "clean_up"]
    acts = admin("log", "--json")
    assert [act["kind"] for act in acts] == kinds
    assert [act["operator"] for act in acts] == ["", *["Boss"] * (len(kinds) - 1)]
    assert password not in json.dumps(acts) and "Cleaned up" in boss.get("/admin").text


@pytest.mark.parametrize("form", [{}, {"table": "x"}, {"table": "x", "seat": "one"}, {"table": "x", "seat": "²"}])
def test_incomplete_forms_are_refused(boss: Browser, form: dict[str, str]) -> None:
    assert boss.send("/admin/free-seat", form).status_code in (400, 404, 422)


@pytest.mark.sqlite
def test_operators_cannot_harm_each_other_on_the_page(client: TestClient[Litestar], boss: Browser, admin: Admin) -> None:
    registered(client, "Chief")
    admin("operator", "Chief")
    for act in ("ban", "reset-password", "rename"):
        assert boss.send(f"/admin/{act}", {"person": "Chief", "name": "x"}).status_code == 409
    assert "is an operator" in admin("ban", "Chief", status=2)
    admin("operator", "Boss", "--revoke")
    assert boss.get("/admin").status_code == 404
    Browser(cast(Any, client)).as_guest("Guest")
    assert "isn’t registered" in admin("operator", "Guest", status=2)


@pytest.mark.parametrize(("language", "title"), [("de", "Verwaltung"), ("nl", "Beheer"), ("ja", "管理")])
def test_the_page_speaks_all_languages(boss: Browser, language: str, title: str) -> None:
    boss.language = language
    page = boss.get("/admin").text
    assert f"<h1>{title}</h1>" in page and re.search(r"[>\s\"](admin|act)\.\w", page) is None


def test_the_hosting_page_lists_every_command() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    commands = [name for name in admin_app if not name.startswith("-")]
    assert len(commands) > 10
    assert [name for name in commands if f"`admin {name}" not in page] == []
