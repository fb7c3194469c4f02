"""Authentication, CSRF, rate limits and script injection."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Browser, Program

pytestmark = pytest.mark.sqlite

SCRIPT = "<script>alert(1)</script>"


def table_of(browser: Browser) -> str:
    page = browser.post(
        "/new",
        {
            "game": "1830/classic",
            "players": "2",
            "seat.1.kind": "local",
            "seat.1.name": SCRIPT,
            "option.seating": "free",
            "name": f'"><img src=x onerror=alert(1)>{SCRIPT}',
        },
    )
    return str(page.url.path).rpartition("/")[2]


@pytest.mark.parametrize("path", ["/new", "/quick", "/account/guest", "/account/delete", "/t/{}/act", "/t/{}/undo", "/t/{}/chat"])
def test_no_form_works_without_its_token(browser: Browser, path: str) -> None:
    browser.as_guest("Ada")
    table = table_of(browser)
    form = {"ply": "0", "action": '{"do":"Pass","player":0}', "name": "x", "text": "hello"}
    for extra in ({}, {"_csrf_token": "forged" * 30}, {"_csrf_token": ""}):
        answer = browser.request("POST", path.format(table), data={**form, **extra}, accept="application/json")
        assert answer.status_code == 403 and answer.json()["code"] == "forged_request"
    page = browser.get(f"/t/{table}").text
    assert 'data-ply="0"' in page and "hello" not in page


def test_another_browsers_token_does_not_help(client: TestClient[Litestar]) -> None:
    ada, eve = Browser(client).as_guest("Ada"), Browser(client).as_guest("Eve")
    answer = ada.request("POST", "/quick", data={"_csrf_token": eve.token()})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("site", "is_refused"), [("cross-site", True), ("same-site", True), ("same-origin", False), ("none", False)]
)
def test_forms_of_other_sites_are_refused_even_with_the_token(client: TestClient[Litestar], site: str, is_refused: bool) -> None:
    """A site under the same domain could set the cookie that the token must match."""
    ada = Browser(client).as_guest("Ada")
    table = table_of(ada)
    answer = ada.send(f"/t/{table}/chat", {"text": "hello"}, headers={"sec-fetch-site": site}, accept="application/json")
    assert (answer.status_code == 403) is is_refused
    assert ("hello" not in ada.get(f"/t/{table}").text) is is_refused
    # A link from there leads here.
    assert ada.get(f"/t/{table}", headers={"sec-fetch-site": site}).status_code == 200


def test_the_api_takes_no_cookies(browser: Browser) -> None:
    browser.as_guest("Ada")
    answer = browser.request("GET", "/api/v1/me")
    assert answer.status_code == 401 and answer.json()["code"] == "log_in_first"


def test_a_sessions_secret_is_no_token_and_a_token_no_session(client: TestClient[Litestar]) -> None:
    browser, program = Browser(client).as_guest("Ada"), Program(client, "Bob")
    headers = {"authorization": f"Bearer {browser.cookies['gs_session']}"}
    assert client.get("/api/v1/me", headers=headers).status_code == 401
    browser.cookies["gs_session"] = program.headers["authorization"].removeprefix("Bearer ")
    assert "Bob" not in browser.get("/account").text


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(browser: Browser) -> None:
    answer = browser.send("/account/guest", {"name": "Ada"})
    (session,) = [line for line in answer.headers.get_list("set-cookie") if line.startswith("gs_session")]
    assert "HttpOnly" in session and "SameSite=lax" in session


def test_behind_tls_cookies_are_secure(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(secure_cookies=True), base_url="https://testserver.local") as client:
        browser = Browser(client)
        answer = browser.send("/account/guest", {"name": "Ada"})
        assert all("Secure" in line for line in answer.headers.get_list("set-cookie"))


@pytest.mark.parametrize(
    "path", ["/", "/new", "/help", "/account", "/nothing", "/api/v1/titles", "/api/v1/nothing", "/static/app.js"]
)
def test_every_answer_has_a_strict_policy(browser: Browser, path: str) -> None:
    headers = browser.request("GET", path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "default-src 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"


def test_no_cache_gives_a_page_to_somebody_else(browser: Browser, ada: Program) -> None:
    browser.as_guest("Bob")
    table = ada.new_table("me", "local")["id"]
    for path in ("/", "/account", f"/t/{table}", "/learn", "/nowhere", "/api/v1/titles", f"/api/v1/tables/{table}/view"):
        assert browser.request("GET", path).headers["cache-control"] == "private, no-cache", path
    for path in (f"/t/{table}/parts", "/account/data"):
        assert browser.request("GET", path).headers["cache-control"] == "no-store", path
    assert "private" not in browser.request("GET", "/static/app.js").headers.get("cache-control", "")
    assert browser.request("GET", "/static/pictures.css").headers["cache-control"].startswith("public")


def test_no_page_loads_anything_from_elsewhere(browser: Browser) -> None:
    browser.as_guest("Ada")
    table = str(browser.post("/quick", {}).url.path)
    for path in ("/", "/new", "/help", "/account", table):
        page = browser.get(path).text
        assert not re.search(r'(?:src|href|action)="(?!/|#)', page), path
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=|<style", page), path


def test_scripts_in_names_and_talk_stay_text(client: TestClient[Litestar]) -> None:
    browser = Browser(client).as_guest(SCRIPT)
    table = table_of(browser)
    browser.post(f"/t/{table}/chat", {"text": SCRIPT})
    for path in ("/", "/account", f"/t/{table}"):
        page = browser.get(path).text
        assert SCRIPT not in page and "&lt;script&gt;" in page and not re.search(r'<img(?! src="/(?:static|t|puzzles)/)', page), (
            path
        )
    parts = browser.get(f"/t/{table}/parts", accept="application/json").json()["parts"]
    assert not any(SCRIPT in part["html"] for part in parts.values())


def test_foreign_tables_are_for_looking_only(client: TestClient[Litestar]) -> None:
    ada, eve = Browser(client).as_guest("Ada"), Browser(client).as_guest("Eve")
    table = table_of(ada)
    action = '{"do":"Pass","player":0}'
    assert eve.act(table, action).json()["code"] == "not_your_seat"
    assert eve.send(f"/t/{table}/undo", {"ply": "0"}, accept="application/json").json()["code"] == "not_your_seat"
    assert eve.send(f"/t/{table}/chat", {"text": "hi"}, accept="application/json").json()["code"] == "not_at_this_table"
    assert eve.send(f"/t/{table}/why", {"action": action}, accept="application/json").json()["code"] == "not_your_seat"
    assert eve.send(f"/t/{table}/preview", {"action": action}, accept="application/json").json()["code"] == "not_your_seat"
    assert eve.send(f"/t/{table}/join/guess", {}, accept="application/json").json()["code"] == "bad_invitation"
    assert eve.get(f"/t/{table}/join/guess").status_code == 403
    page = eve.get(f"/t/{table}")
    assert page.status_code == 200 and 'name="action"' not in page.text and "/join/" not in page.text
    assert 'data-ply="0"' in ada.get(f"/t/{table}").text


@pytest.mark.parametrize("table", ["nothere", "../../etc/passwd", "a" * 400, "%00", "x'--"])
def test_unknown_tables_are_not_found(browser: Browser, table: str) -> None:
    assert browser.get(f"/t/{table}").status_code in (400, 404)
    assert browser.get(f"/api/v1/tables/{table}").status_code in (400, 404)


BAD_BODIES: list[Any] = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b'{"text": "\xff"}',
    b'{"ply": 0}',
    b'{"ply": "0", "action": {}}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("body", BAD_BODIES)
def test_malformed_bodies_are_refused(ada: Program, body: bytes) -> None:
    table = ada.new_table("me", "local", options={"seating": "free"})["id"]
    headers = {**ada.headers, "content-type": "application/json"}
    for path in (f"{table}/actions", "import"):
        answer = ada.client.post(f"/api/v1/tables/{path}", headers=headers, content=body)
        assert 400 <= answer.status_code < 500
        assert answer.headers["content-type"].startswith("application/problem+json")
    assert ada.get(f"/tables/{table}").json()["ply"] == 0


def test_oversized_bodies_are_refused(ada: Program, browser: Browser) -> None:
    browser.as_guest("Bob")
    answer = browser.send("/account/rename", {"name": "x" * 400_000}, accept="application/json")
    assert answer.status_code == 413
    table = ada.new_table("me", "local")["id"]
    assert ada.post(f"/tables/{table}/chat", {"text": "x" * 6_000_000}).status_code == 413


def test_long_talk_is_cut(ada: Program) -> None:
    table = ada.new_table("me", "local")["id"]
    assert ada.post(f"/tables/{table}/chat", {"text": "x" * 5000}).status_code == 201
    assert ada.post(f"/tables/{table}/chat", {"text": " \n "}).status_code == 422
    (entry,) = ada.get(f"/tables/{table}/log").json()["entries"]
    assert len(entry["text"]) == 500


def test_floods_are_refused(make_app: Callable[..., Litestar]) -> None:
    with TestClient(make_app(limits=True)) as client:
        browser = Browser(client)
        token = browser.token()
        statuses = [
            browser.request("POST", "/account/login", data={"_csrf_token": token, "name": "a", "password": "b"}).status_code
            for _ in range(15)
        ]
        assert statuses[:10] == [403] * 10 and statuses[-1] == 429
        answer = browser.request("POST", "/account/login", data={"_csrf_token": token}, accept="application/json")
        assert answer.json()["code"] == "too_many_requests" and int(answer.headers["retry-after"]) >= 1


def test_internal_errors_reveal_nothing(make_app: Callable[..., Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app()
    with TestClient(app, raise_server_exceptions=False) as client:

        async def fail(*_: object) -> None:
            raise RuntimeError("a secret detail")

        monkeypatch.setattr(app.state.services.lobby, "pages", fail)
        answer = Browser(client).get("/")
        assert answer.status_code == 500 and "secret detail" not in answer.text


@pytest.mark.parametrize("path", ["/", "/new", "/static/board.css", "/healthz", "/nowhere", "/t/{table}", "/t/{table}/live"])
def test_head_is_answered_like_get(ada: Program, path: str) -> None:
    """Monitors and link previews ask so; live connections end at once."""
    table = ada.new_table("me", "local")["id"]
    head = ada.client.head(path.format(table=table), headers={"accept": "text/html"})
    assert head.content == b"" and head.status_code == (404 if path == "/nowhere" else 200)
    if not path.endswith("/live"):
        got = ada.client.get(path.format(table=table), headers={"accept": "text/html"})
        assert got.content and head.status_code == got.status_code
        for header in ("content-type", "etag", "cache-control", "content-security-policy"):
            assert head.headers.get(header) == got.headers.get(header)


def test_the_api_answers_head_and_says_so(ada: Program) -> None:
    table = ada.new_table("me", "local")["id"]
    for path in ("/api/v1/me", f"/api/v1/tables/{table}", f"/api/v1/tables/{table}/live"):
        head = ada.client.head(path, headers=ada.headers)
        assert head.status_code == 200 and head.content == b""
        assert "HEAD" in ada.client.options(path).headers["allow"]
    assert ada.client.head("/api/v1/me", headers=ada.headers).headers["etag"] == ada.get("/me").headers["etag"]
    assert ada.client.head("/api/v1/me").status_code == 401
    refused = ada.client.head("/api/v1/guests")
    assert refused.status_code == 405 and "POST" in refused.headers["allow"]


@pytest.mark.parametrize("host", ["x:99999999", "x:-1", "http://x", "[::1", "x/y", "x y", "a@b", "\xe9"])
@pytest.mark.parametrize("path", ["/", "/static/board.css", "/api/v1/me"])
def test_impossible_hosts_are_refused(client: TestClient[Litestar], host: str, path: str) -> None:
    """Without a traceback in the log."""
    assert client.get(path, headers=[(b"host", host.encode("latin-1"))]).status_code == 400


@pytest.mark.parametrize(
    "host", ["spike.example.org", "127.0.0.1:1830", "[2001:db8::1]:443", "xn--bcher-kva.example", "my_box", ""]
)
def test_usual_hosts_are_served(client: TestClient[Litestar], host: str) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == 200
