"""What programs rely on: tokens, entity tags, locations, idempotency keys, pages of lists, problem codes."""

import re
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.reasons import Reason
from goldenspike.server.api import tables
from goldenspike.server.problem_codes import of_the_server
from goldenspike.server.storage.tokens import now
from goldenspike.server.table import changes
from goldenspike.text.pages import asked
from server_helpers import Program, wait_until

DATA = Path(__file__).resolve().parents[1] / "data"
PASS = {"do": "Pass", "player": 0}


def act(ada: Program, table: str, key: str, action: dict[str, Any], ply: int | None = None) -> httpx.Response:
    shown = ada.get(f"/tables/{table}").json()["ply"] if ply is None else ply
    headers = {**ada.headers, "idempotency-key": key}
    return ada.client.post(f"/api/v1/tables/{table}/actions", headers=headers, json={"ply": shown, "action": action})


@pytest.fixture
def table(ada: Program) -> str:
    return str(ada.new_table("me", "local", "local", options={"knowledge": "open"})["id"])


def first_legal(ada: Program, table: str) -> dict[str, Any]:
    return dict(ada.legal(table)["actions"][0])


def test_the_log_tells_when_moves_were_stored(
    ada: Program, table: str, client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the database takes: otherwise the log would change once the table is read again."""
    assert ada.get(f"/tables/{table}/log").status_code == 200
    clock = count(now(), 1000)
    monkeypatch.setattr(changes, "now", lambda: next(clock))
    act(ada, table, "one", first_legal(ada, table))
    told = ada.get(f"/tables/{table}/log").json()
    client.app.state.services.tables.live._kept.clear()
    client.app.state.services.answers.clear()
    assert ada.get(f"/tables/{table}/log").json() == told


# --- who asks


def test_a_wrong_token_is_never_taken_for_a_stranger(client: TestClient[Litestar], table: str) -> None:
    for header in ("Bearer wrong", "Basic QWRhOmFkYQ==", "Bearer"):
        answer = client.get(f"/api/v1/tables/{table}/view", headers={"authorization": header})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
        assert answer.headers["www-authenticate"].startswith("Bearer")
    assert client.get(f"/api/v1/tables/{table}/view").status_code == 200


def test_without_a_token_the_answer_says_what_is_needed(client: TestClient[Litestar]) -> None:
    answer = client.post("/api/v1/tables", json={"title": "1830", "seats": [{"kind": "me"}, {"kind": "local"}]})
    assert (answer.status_code, answer.json()["code"]) == (401, "log_in_first")
    assert "www-authenticate" in answer.headers


def test_a_method_that_is_not_allowed_is_answered_with_those_that_are(client: TestClient[Litestar]) -> None:
    answer = client.put("/api/v1/me")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert "GET" in answer.headers["allow"].split(", ")


def test_options_tells_all_methods_of_an_address(client: TestClient[Litestar], table: str) -> None:
    for path, methods in (
        ("/tables", "GET, HEAD, OPTIONS, POST"),
        (f"/tables/{table}/plans/0", "DELETE, GET, HEAD, OPTIONS, POST"),
    ):
        answer = client.options(f"/api/v1{path}")
        assert (answer.status_code, answer.headers["allow"]) == (204, methods)
    assert client.options("/api/v1/nothing").status_code == 404


def test_only_the_completed_document_is_served(client: TestClient[Litestar]) -> None:
    """The framework would write its own one anew for every request, and nobody else is served meanwhile."""
    for name in ("", "/", "/openapi.json", "/openapi.yaml", "/openapi.yml", "/swagger", "/redoc"):
        assert client.get(f"/schema/litestar{name}").status_code == 404
        assert client.get(f"/schema{name}").status_code == (200 if name == "/openapi.json" else 404)


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("tables", {"title": "1830", "seats": [{"kind": "me"}, {"kind": "local"}], "listed": 0}, "listed"),
        ("tables", {"title": "1830", "seats": [{"kind": "me"}, {"kind": "local"}], "listed": "true"}, "listed"),
        ("tables/{table}/undo", {"ply": "1", "to_ply": 0}, "ply"),
        ("tables/{table}/undo", {"ply": True, "to_ply": 0}, "ply"),
        ("tables/{table}/undo/vote", {"agree": 1}, "agree"),
    ],
)
def test_values_are_not_converted(ada: Program, table: str, path: str, body: dict[str, Any], field: str) -> None:
    """Neither 0 to false nor "1" to 1: a program that mixes them up is told."""
    answer = ada.post("/" + path.format(table=table), body)
    assert answer.status_code == 400
    assert field in answer.json()["detail"]


@pytest.mark.parametrize("seat", [-1, -100])
def test_seats_are_counted_from_the_first(ada: Program, table: str, seat: int) -> None:
    """A negative number is no seat, not even counted from the last."""
    order = {"order": "bid", "private": "CA", "most": 200}
    for path, body in (
        ("plans", {"seat": seat}),
        ("orders", {"order": order, "seat": seat}),
        ("stand-in", {"seat": seat, "bot": "greedy"}),
        ("stand-in/end", {"seat": seat}),
        ("time-out/vote", {"seat": seat, "choice": "wait"}),
        ("join", {"seat": seat}),
        ("bots", {"seat": seat, "bot": "greedy"}),
    ):
        answer = ada.post(f"/tables/{table}/{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), path
    assert ada.get(f"/tables/{table}/legal", params={"seat": seat}).status_code == 400


def test_actions_have_no_negative_players(ada: Program, table: str) -> None:
    sale = {"do": "SellPrivate", "player": 0, "private": "MH", "price": 10, "buyer": -1}
    for action in (sale, {"do": "Pass", "player": -1}, {"do": "Pass", "player": -1.0}):
        answer = ada.post(f"/tables/{table}/why", {"action": action})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_action")


def test_whole_numbers_may_have_a_decimal_point(ada: Program, table: str) -> None:
    """To JSON they are the same numbers."""
    answers = [ada.post(f"/tables/{table}/why", {"action": {"do": "Pass", "player": player}}).json() for player in (0, 0.0)]
    assert answers[0] == answers[1] and "allowed" in answers[0]
    answer = ada.post(f"/tables/{table}/why", {"action": {"do": "Pass", "player": 0.5}})
    assert answer.json()["code"] == "bad_action"
    assert ada.post(f"/tables/{table}/time-out/vote", {"seat": 1.0, "choice": "wait"}).json()["code"] == "no_time_out_vote"
    for number in (0.5, 1e300, "1", True):
        answer = ada.post(f"/tables/{table}/time-out/vote", {"seat": number, "choice": "wait"})
        assert 400 <= answer.status_code < 500 and answer.json()["code"] != "no_time_out_vote", number


def test_the_document_says_which_operations_need_a_token(client: TestClient[Litestar]) -> None:
    paths = client.get("/schema/openapi.json").json()["paths"]
    assert paths["/api/v1/tables/{table_id}/actions"]["post"]["security"] == [{"token": []}]
    assert {} in paths["/api/v1/guests"]["post"]["security"]
    for path, operations in paths.items():
        for operation in (one for method, one in operations.items() if method in ("post", "delete")):
            if {} in operation["security"]:
                assert path.removeprefix("/api/v1") in ("/guests", "/tokens", "/people")


# --- reading again


def test_what_has_not_changed_is_not_sent_again(ada: Program, table: str) -> None:
    first = ada.get(f"/tables/{table}/view")
    tag = first.headers["etag"]

    def again() -> httpx.Response:
        return ada.client.get(f"/api/v1/tables/{table}/view", headers={**ada.headers, "if-none-match": tag})

    unchanged = again()
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert ada.act(table, first_legal(ada, table)).status_code == 200
    changed = again()
    assert changed.status_code == 200 and changed.headers["etag"] != tag


def test_tags_are_compared_as_the_standard_says(ada: Program, table: str) -> None:
    first = ada.get(f"/tables/{table}")
    tag = first.headers["etag"]
    assert {"authorization", "accept-language"} <= {name.strip() for name in first.headers["vary"].lower().split(",")}
    for known, status in (("*", 304), (tag.removeprefix("W/"), 304), (f'"x", {tag}', 304), ('W/"x"', 200), ("", 200)):
        answer = ada.client.get(f"/api/v1/tables/{table}", headers={**ada.headers, "if-none-match": known})
        assert answer.status_code == status, known
        assert status == 200 or ("content-length" not in answer.headers and answer.headers["etag"] == tag)


def test_a_new_table_tells_where_it_is(ada: Program) -> None:
    answer = ada.post("/tables", {"title": "1830", "seats": [{"kind": "me"}, {"kind": "local"}]})
    assert answer.headers["location"] == f"/api/v1/tables/{answer.json()['id']}"
    assert ada.client.get(answer.headers["location"], headers=ada.headers).json()["id"] == answer.json()["id"]


def test_lists_come_in_pages(ada: Program, bob: Program) -> None:
    made = {ada.new_table("me", "open", name=f"Table {number}")["id"] for number in range(5)}
    found: set[str] = set()
    for number in (1, 2):
        page = bob.get(f"/tables/sections/open?size=2&page={number}").json()
        assert (page["page"], page["section"]) == (number, "open")
        found |= {table["id"] for table in page["tables"]}
    # Only some tables of one host are listed to others.
    assert found and found <= made
    mine = ada.get("/tables/sections/mine?size=2&page=2").json()
    assert (mine["total"], mine["pages"], len(mine["tables"])) == (5, 3, 2)
    assert bob.get("/tables/sections/none").status_code == 400
    assert bob.get("/tables/sections/open?size=1000").status_code == 400


def test_running_games_can_be_found_and_watched(ada: Program, bob: Program, table: str) -> None:
    assert table in [found["id"] for found in bob.get("/tables/sections/watch").json()["tables"]]


# --- acting once


def test_a_repeated_action_gets_the_first_answer(ada: Program, table: str) -> None:
    action = first_legal(ada, table)
    ply = ada.get(f"/tables/{table}").json()["ply"]
    first = act(ada, table, "k1", action, ply)
    assert first.status_code == 200
    # Others have moved since.
    assert ada.act(table, first_legal(ada, table)).status_code == 200
    again = act(ada, table, "k1", action, ply)
    assert (again.status_code, again.json()) == (200, first.json())
    assert ada.get(f"/tables/{table}").json()["ply"] == ply + 2


def test_a_key_belongs_to_one_request_of_one_person(ada: Program, bob: Program, table: str) -> None:
    ply = ada.get(f"/tables/{table}").json()["ply"]
    assert act(ada, table, "k1", first_legal(ada, table), ply).status_code == 200
    other = act(ada, table, "k1", {"do": "Pass", "player": 1})
    assert (other.status_code, other.json()["code"]) == (422, "key_of_another_request")
    stranger = act(bob, table, "k1", PASS, ply)
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")


def test_a_key_that_two_requests_use_at_once_belongs_to_one(ada: Program, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is refused, and does nothing."""
    other = ada.new_table("me", "local", options={"seating": "free"})["id"]
    assert act(ada, table, "k1", first_legal(ada, table), ada.get(f"/tables/{table}").json()["ply"]).status_code == 200

    async def find_nothing(*_: object) -> None:
        """Both have looked before either was answered."""

    monkeypatch.setattr(tables, "first_answer", find_nothing)
    answer = act(ada, other, "k1", PASS)
    assert (answer.status_code, answer.json()["code"]) == (422, "key_of_another_request")
    assert ada.get(f"/tables/{other}").json()["ply"] == 0


def test_a_refused_action_leaves_its_key_free(ada: Program, table: str) -> None:
    ply = ada.get(f"/tables/{table}").json()["ply"]
    assert act(ada, table, "k1", {"do": "Bid", "player": 0, "private": "CA", "amount": 1}, ply).status_code == 422
    assert act(ada, table, "k1", first_legal(ada, table), ply).status_code == 200


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_bad_key_is_refused(ada: Program, table: str, key: str) -> None:
    assert act(ada, table, key, first_legal(ada, table)).status_code == 400


# --- trying out


def test_a_preview_tells_the_consequences_and_changes_nothing(ada: Program, table: str) -> None:
    action = first_legal(ada, table)
    before = ada.get(f"/tables/{table}").json()
    preview = ada.post(f"/tables/{table}/preview", {"actions": [action]}).json()
    assert preview["lines"] and preview["events"]
    assert ada.get(f"/tables/{table}").json() == before
    assert ada.act(table, action).status_code == 200
    assert ada.get(f"/tables/{table}/view", params={"seat": action["player"]}).json()["view"] == preview["view"]


def test_a_preview_is_for_ones_own_seat_and_for_legal_actions(ada: Program, bob: Program, table: str) -> None:
    action = first_legal(ada, table)
    assert bob.post(f"/tables/{table}/preview", {"actions": [action]}).json()["code"] == "not_your_seat"
    assert ada.post(f"/tables/{table}/preview", {"actions": []}).json()["code"] == "bad_request"
    refused = ada.post(f"/tables/{table}/preview", {"actions": [action, action]})
    assert refused.status_code == 422 and refused.json()["paragraph"]


# --- the course of a finished game


def test_the_analysis_of_a_running_game_is_refused(ada: Program, table: str) -> None:
    assert ada.get(f"/tables/{table}/analysis").json()["code"] == "not_over"


def test_the_analysis_of_a_finished_game_has_its_curves(ada: Program) -> None:
    record = (DATA / "1830-bankruptcy.json").read_bytes()
    answer = ada.client.post("/api/v1/tables/import", headers=ada.headers, content=record)
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    wait_until(lambda: bool(ada.get(f"/tables/{table}/analysis").json()["curves"]), "the curves of the analysis")
    found = ada.get(f"/tables/{table}/analysis").json()
    assert len({len(curve["wealth"]) for curve in found["curves"]}) == 1
    assert len(found["curves"]) == len(ada.get(f"/tables/{table}").json()["seats"])


# --- problems


def test_every_problem_has_a_place_where_it_is_explained(client: TestClient[Litestar], ada: Program, table: str) -> None:
    page = client.get("/help/problems").text
    anchors = re.findall(r'<dt id="(\w+)"', page)
    assert len(anchors) == len(set(anchors))
    assert {*of_the_server(), *[reason.code for reason in Reason]} == set(anchors)
    assert {id.removeprefix("problem.") for id in asked() if id.startswith("problem.")} - {"title", "back"} <= set(anchors)
    problem = ada.act(table, {"do": "Bid", "player": 0, "private": "CA", "amount": 1}).json()
    path, _, anchor = problem["type"].partition("#")
    assert path == "/help/problems" and anchor == problem["code"] and anchor in anchors


def test_the_document_describes_everything(client: TestClient[Litestar]) -> None:
    document = client.get("/schema/openapi.json").json()
    schemas = document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    fields = [(name, field, said) for name, schema in schemas.items() for field, said in schema.get("properties", {}).items()]
    assert len(fields) > 900 and [(name, field) for name, field, said in fields if not said.get("description")] == []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (path, method)
            for parameter in operation.get("parameters", []):
                assert parameter["description"], (path, method, parameter["name"])


def test_the_document_lists_the_codes_and_describes_the_stream(client: TestClient[Litestar]) -> None:
    document = client.get("/schema/openapi.json").json()
    codes = document["components"]["schemas"]["ProblemDocument"]["properties"]["code"]["enum"]
    assert {"stale", "bad_token", "certificate_limit", "bad_players"} <= set(codes)
    stream = document["paths"]["/api/v1/tables/{table_id}/live"]["get"]["responses"]["200"]["content"]
    assert stream["text/event-stream"]["x-itemSchema"] == {"$ref": "#/components/schemas/News"}


def test_nothing_in_the_document_is_left_untyped(client: TestClient[Litestar]) -> None:
    """Only the facts of a problem and a foreign export may be any object."""
    document = client.get("/schema/openapi.json").json()
    untyped: list[str] = []

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            if value.get("type") == "object" and "properties" not in value and not value.get("additionalProperties"):
                untyped.append(path)
            if set(value) == {"$ref"}:
                assert value["$ref"].removeprefix("#/components/schemas/") in document["components"]["schemas"]
            for name, inner in value.items():
                walk(inner, f"{path}/{name}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                walk(inner, f"{path}/{number}")

    walk(document, "")
    assert [path.removeprefix("/components/schemas/") for path in untyped] == [
        "/paths//api/v1/tables/import/post/requestBody/content/application/json/schema/anyOf/1",
        "ProblemDocument/properties/facts",
    ]
