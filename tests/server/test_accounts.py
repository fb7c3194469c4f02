"""Guests, registration, logging in and out, renaming, deleting."""

import re

from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Browser, Program


def registered(client: TestClient[Litestar], name: str, password: str = "correct horse") -> Browser:
    browser = Browser(client)
    assert browser.post("/account/register", {"name": name, "password": password}).status_code == 200
    return browser


def test_a_guest_needs_only_a_name(browser: Browser) -> None:
    browser.as_guest("  Ada \n Lovelace ")
    assert "Ada Lovelace" in browser.get("/account").text
    assert browser.post("/account/guest", {"name": "Other"}).status_code == 200
    assert "Ada Lovelace" in browser.get("/account").text


def test_a_name_is_needed(browser: Browser) -> None:
    assert browser.post("/account/guest", {"name": " \t "}).status_code == 422


def test_registering_and_logging_in_elsewhere(client: TestClient[Litestar]) -> None:
    registered(client, "Ada")
    elsewhere = Browser(client)
    assert elsewhere.post("/account/login", {"name": "ADA", "password": "wrong horse"}).status_code == 403
    assert elsewhere.post("/account/login", {"name": "Nobody", "password": "correct horse"}).status_code == 403
    assert "gs_session" not in elsewhere.cookies
    elsewhere.post("/account/login", {"name": "ADA", "password": "correct horse"})
    assert "Ada" in elsewhere.get("/account").text and "gs_session" in elsewhere.cookies


def test_a_registered_name_is_its_owners(client: TestClient[Litestar]) -> None:
    registered(client, "Ada")
    assert Browser(client).post("/account/register", {"name": "ada", "password": "another one"}).status_code == 409
    assert Browser(client).post("/account/guest", {"name": "ADA"}).status_code == 409
    bob = registered(client, "Bob")
    assert bob.post("/account/rename", {"name": "Ada"}).status_code == 409
    assert bob.post("/account/rename", {"name": "BOB"}).status_code == 200


def test_short_passwords_are_refused(browser: Browser) -> None:
    assert browser.post("/account/register", {"name": "Ada", "password": "short"}).status_code == 422


def test_a_guest_who_registers_keeps_the_seats(client: TestClient[Litestar]) -> None:
    browser = Browser(client).as_guest("Ada")
    table = str(browser.post("/quick", {}).url.path).rpartition("/")[2]
    browser.post("/account/register", {"name": "Ada", "password": "correct horse"})
    assert f"/t/{table}" in browser.get("/").text


def test_passwords_and_tokens_are_stored_as_hashes(client: TestClient[Litestar], database: str) -> None:
    browser = registered(client, "Ada")
    services = client.app.state.services
    rows = client.blocking_portal.start_task_soon(dump, services).result() if hasattr(client, "blocking_portal") else ""
    assert "correct horse" not in rows and browser.cookies["gs_session"] not in rows


async def dump(services: object) -> str:
    from sqlalchemy import select

    from goldenspike.server.services import Services
    from goldenspike.server.storage.schema import Login, User

    assert isinstance(services, Services)
    async with services.database.read() as connection:
        people = (await connection.execute(select(User.__table__))).all()
        logins = (await connection.execute(select(Login.__table__))).all()
    assert "$argon2id$" in str(people)
    return str(people) + str(logins)


def test_log_out_ends_this_login_only(client: TestClient[Litestar]) -> None:
    one = registered(client, "Ada")
    two = Browser(client)
    two.post("/account/login", {"name": "Ada", "password": "correct horse"})
    stolen = dict(one.cookies)
    one.post("/account/logout")
    assert "gs_session" not in one.cookies
    one.cookies = stolen
    assert "Ada" not in one.get("/account").text
    assert "Ada" in two.get("/account").text


def test_log_out_everywhere_ends_all(client: TestClient[Litestar]) -> None:
    one = registered(client, "Ada")
    two = Browser(client)
    two.post("/account/login", {"name": "Ada", "password": "correct horse"})
    one.post("/account/logout-everywhere")
    assert "Ada" not in two.get("/account").text


def test_a_new_password_ends_other_logins(client: TestClient[Litestar]) -> None:
    one = registered(client, "Ada")
    two = Browser(client)
    two.post("/account/login", {"name": "Ada", "password": "correct horse"})
    assert one.post("/account/password", {"old": "wrong", "new": "battery staple"}).status_code == 403
    one.post("/account/password", {"old": "correct horse", "new": "battery staple"})
    assert "Ada" in one.get("/account").text
    assert "Ada" not in two.get("/account").text
    assert two.post("/account/login", {"name": "Ada", "password": "correct horse"}).status_code == 403
    assert two.post("/account/login", {"name": "Ada", "password": "battery staple"}).status_code == 200


def test_a_deleted_players_seat_can_be_taken_over(client: TestClient[Litestar]) -> None:
    ada = Program(client, "Ada")
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob = registered(client, "Bob")
    bob.post(f"/t/{table['id']}/join/{table['invite']}")
    assert ada.act(table["id"], {"do": "Pass", "player": 0}).status_code == 200
    assert bob.post("/account/delete", {"password": "wrong horse"}).status_code == 403
    bob.post("/account/delete", {"password": "correct horse"})
    info = ada.get(f"/tables/{table['id']}").json()
    assert info["status"] == "running" and info["ply"] == 1
    assert [seat["kind"] for seat in info["seats"]] == ["person", "open"]
    assert Browser(client).post("/account/login", {"name": "Bob", "password": "correct horse"}).status_code == 403
    eve = Program(client, "Eve")
    eve.join(table)
    assert eve.act(table["id"], {"do": "Pass", "player": 1}).status_code == 200
    registered(client, "Bob")


def test_when_the_host_is_deleted_another_becomes_host(client: TestClient[Litestar]) -> None:
    host = registered(client, "Ada")
    answer = host.post(
        "/new", {"game": "1830/classic", "players": "3", "seat.1.kind": "open", "seat.2.kind": "local", "seat.2.name": "Cy"}
    )
    table = str(answer.url.path).rpartition("/")[2]
    invite = answer.text.partition(f"/t/{table}/join/")[2].partition('"')[0]
    bob = Program(client, "Bob")
    bob.join({"id": table, "invite": invite})
    host.post("/account/delete", {"password": "correct horse"})
    info = bob.get(f"/tables/{table}").json()
    assert [seat["kind"] for seat in info["seats"]] == ["open", "person", "open"]
    assert bob.post(f"/tables/{table}/bots", {"seat": 0, "bot": "random"}).status_code == 200
    assert bob.post(f"/tables/{table}/bots", {"seat": 2, "bot": "random"}).status_code == 200


def test_tokens_for_programs(client: TestClient[Litestar]) -> None:
    browser = registered(client, "Ada")
    page = browser.send("/account/token", {"label": "my bot"}).text
    token = page.partition("<code>")[2].partition("</code>")[0]
    headers = {"authorization": f"Bearer {token}"}
    assert client.get("/api/v1/me", headers=headers).json()["name"] == "Ada"
    assert token not in browser.get("/account").text
    again = client.post("/api/v1/tokens", json={"name": "Ada", "password": "correct horse"}).json()["token"]
    assert client.delete("/api/v1/tokens/current", headers={"authorization": f"Bearer {again}"}).status_code == 204
    assert client.get("/api/v1/me", headers={"authorization": f"Bearer {again}"}).status_code == 401
    identity = re.search(r'name="id"\s+value="([^"]+)"', browser.get("/account").text)
    assert identity is not None
    browser.post("/account/token/end", {"id": identity[1]})
    assert client.get("/api/v1/me", headers=headers).status_code == 401


def test_the_language_is_the_browsers_unless_chosen(client: TestClient[Litestar]) -> None:
    assert 'lang="de"' in Browser(client, "de-AT,de;q=0.9,en;q=0.5").get("/").text
    assert 'lang="en"' in Browser(client, "fr,xx;q=broken").get("/").text
    browser = Browser(client, "de").as_guest("Ada")
    browser.post("/account/language", {"language": "ja", "next": "/help"})
    assert 'lang="ja"' in browser.get("/").text
    browser.cookies.pop("gs_language")
    assert 'lang="ja"' in browser.get("/").text


def test_one_is_sent_on_to_our_own_pages_only(browser: Browser) -> None:
    for place in ("https://evil.example/", "//evil.example/", "/\\evil.example"):
        answer = browser.send("/account/guest", {"name": "Ada", "next": place})
        assert answer.headers["location"] == "/"
