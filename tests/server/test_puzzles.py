"""Puzzles over HTTP: the list, a page for each kind, answers judged and explained, what was solved is remembered."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.actions import LayTile, RunTrains
from goldenspike.puzzles.book import packaged
from goldenspike.puzzles.kinds import KINDS
from goldenspike.puzzles.model import Puzzle
from goldenspike.record.wire import to_wire
from goldenspike.server.app import create_app
from goldenspike.server.settings import Settings
from goldenspike.text import LANGUAGES
from server_helpers import Browser

BOOK = packaged()
FIRST = {kind: BOOK.of_kind(kind)[0] for kind in KINDS}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """One application for the tests that leave nothing behind but guests."""
    database = f"sqlite:///{tmp_path_factory.mktemp('puzzles') / 'spike.db'}"
    with TestClient(create_app(Settings(database=database, secret="s" * 40, limits=False, warm=False))) as client:
        yield client


def answer(puzzle: Puzzle, number: int = 0) -> dict[str, str]:
    return {"action": json.dumps(puzzle.answers[number])}


def run_form(puzzle: Puzzle) -> dict[str, str]:
    """The best run as the form sends it."""
    action, s = BOOK.solution(puzzle), BOOK.open(puzzle).game.state
    assert isinstance(action, RunTrains) and action.routes is not None and s.operating == action.company
    return {f"stop-{number}-{place}": "on" for number, route in enumerate(action.routes) for place in route.places}


def wrong_tile(puzzle: Puzzle) -> dict[str, Any]:
    game = BOOK.open(puzzle).game
    lays = [to_wire(game.setup, action) for action in game.legal if isinstance(action, LayTile)]
    return next(lay for lay in lays if lay not in puzzle.answers)


def test_the_list_shows_every_puzzle(shared: TestClient[Litestar]) -> None:
    page = Browser(shared).get("/puzzles").text
    assert all(f"/puzzles/{puzzle}" in page for puzzle in BOOK.by_id)
    assert f"0 of {len(BOOK.by_id)} solved" in page


def test_the_lobby_has_the_puzzle_of_the_day(shared: TestClient[Litestar]) -> None:
    page = Browser(shared).get("/").text
    found = re.search(r'<section class="today".*?</section>', page, re.DOTALL)
    assert found is not None and "Puzzle of the day" in found[0]
    links = set(re.findall(r"/puzzles/([a-z]+-[0-9a-f]+)", found[0]))
    assert len(links) == 1 and links <= set(BOOK.by_id)
    picture = shared.get(f"/puzzles/{links.pop()}/thumbnail")
    assert picture.status_code == 200 and picture.text.startswith("<svg")


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_answer_is_right(shared: TestClient[Litestar], kind: str) -> None:
    """In all languages, and after it the puzzle counts as solved."""
    puzzle = FIRST[kind]
    browser = Browser(shared)
    asked = browser.get(f"/puzzles/{puzzle.id}").text
    assert f"/puzzles/{puzzle.id}/{'run' if kind == 'run' else 'act'}" in asked
    form, way = (run_form(puzzle), "run") if kind == "run" else (answer(puzzle), "act")
    sent = browser.send(f"/puzzles/{puzzle.id}/{way}", form)
    assert sent.status_code == 303, sent.text
    for language in LANGUAGES:
        browser.language = language
        page = browser.get(sent.headers["location"]).text
        assert "right-answer" in page
        assert not re.search(r"puzzle\.\w", re.sub(r"<[^>]*>", "", page)), "a message is missing"
    browser.language = "en"
    assert "Correct" in browser.get(sent.headers["location"]).text
    assert f"1 of {len(BOOK.by_id)} solved" in browser.get("/puzzles").text
    assert f"0 of {len(BOOK.by_id)} solved" in Browser(shared).get("/puzzles").text


def test_a_wrong_answer_is_compared_with_the_best(shared: TestClient[Litestar]) -> None:
    puzzle = FIRST["tile"]
    browser = Browser(shared)
    page = html.unescape(browser.post(f"/puzzles/{puzzle.id}/act", {"action": json.dumps(wrong_tile(puzzle))}).text)
    assert "Not the best answer" in page and f"With the best tile it can earn ${puzzle.best}." in page
    assert "0 of" in browser.get("/puzzles").text
    solution = html.unescape(browser.get(f"/puzzles/{puzzle.id}?solution=yes").text)
    assert f"can earn ${puzzle.best} instead of" in solution and "possible answers were tried" in solution
    assert "gs-route" in solution, "the best run is drawn"
    assert "0 of" in browser.get("/puzzles").text, "to look at the solution is not to solve"


@pytest.mark.parametrize(("amount", "said"), [(1, "A lower bid would be enough."), (-1, "can outbid it.")])
def test_a_wrong_bid_is_not_told_the_right_one(shared: TestClient[Litestar], amount: int, said: str) -> None:
    puzzle = FIRST["auction"]
    bid = {**puzzle.answers[0], "amount": puzzle.answers[0]["amount"] + amount}
    page = html.unescape(Browser(shared).post(f"/puzzles/{puzzle.id}/act", {"action": json.dumps(bid)}).text)
    judged = page.partition("Not the best answer")[2].partition("</section>")[0]
    assert said in judged and f"${-puzzle.best}" not in judged


def test_the_next_puzzle_is_one_that_is_not_solved(shared: TestClient[Litestar]) -> None:
    browser = Browser(shared)
    first, second, third = BOOK.of_kind("auction")[:3]
    browser.post(f"/puzzles/{second.id}/act", answer(second))
    page = browser.post(f"/puzzles/{first.id}/act", answer(first)).text
    following = re.search(r'href="/puzzles/([\w-]+)"\s+id="next-puzzle"', page)
    assert following is not None and following[1] == third.id


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 400),
        ({"action": "nonsense"}, 400),
        ({"action": "[" * 5000}, 400),
        ({"action": "{}"}, 400),
        ({"action": '{"do": "Explode", "player": 0}'}, 400),
        ({"action": '{"do": "DrawSeats", "seats": [0, 1, 2]}'}, 403),
        ({"action": '{"do": "Pass", "player": 5}'}, 422),
        ({"action": '{"do": "LayTile", "player": 0, "company": "PRR", "hex": "Z99", "tile": "57", "rotation": 0}'}, 400),
        ({"action": '{"do": "Bid", "player": 0, "private": "SV", "amount": 99999999999999999999}'}, 400),
    ],
)
def test_hostile_answers_get_clear_errors(shared: TestClient[Litestar], form: dict[str, str], status: int) -> None:
    browser = Browser(shared)
    puzzle = FIRST["tile"]
    sent = browser.send(f"/puzzles/{puzzle.id}/act", form)
    assert sent.status_code == status, sent.text
    assert 'role="alert"' in sent.text
    asked = browser.get(f"/puzzles/{puzzle.id}", params={"answer": form.get("action", "x") or "x"})
    assert asked.status_code == status


def alert_of(page: str) -> str:
    found = re.search(r'<p class="notice" role="alert" data-notice>(.*?)</p>', page, re.DOTALL)
    assert found is not None, "the puzzle's page says why"
    return html.unescape(found[1])


def test_an_illegal_answer_cites_the_rule_on_the_page_of_the_puzzle(shared: TestClient[Litestar]) -> None:
    puzzle = FIRST["sale"]
    sale = {**puzzle.answers[0], "count": 10}
    browser = Browser(shared)
    sent = browser.send(f"/puzzles/{puzzle.id}/act", {"action": json.dumps(sale)})
    assert sent.status_code == 422 and f'href="/puzzles/{puzzle.id}/rules#rule-' in alert_of(sent.text)
    assert 'id="question"' in sent.text and 'data-kind="SellShares"' in sent.text
    assert browser.get(f"/puzzles/{puzzle.id}/act").url.path == f"/puzzles/{puzzle.id}", "to reload it asks again"


def test_stops_that_no_route_joins_are_explained(shared: TestClient[Litestar]) -> None:
    puzzle = FIRST["run"]
    browser = Browser(shared)
    assert "Choose the stops" in browser.send(f"/puzzles/{puzzle.id}/run", {"stop-0-99999": "on"}).text
    page = browser.get(f"/puzzles/{puzzle.id}").text
    everywhere = dict.fromkeys(re.findall(r'name="(stop-0-\d+)"', page), "on")
    sent = browser.send(f"/puzzles/{puzzle.id}/run", {**everywhere, "current": "0"})
    assert sent.status_code == 422 and "no legal routes over exactly these stops" in alert_of(sent.text)
    assert set(re.findall(r'name="(stop-\d+-\d+)"\s+checked', sent.text)) == set(everywhere), "what was entered is kept"
    assert not re.search(r'name="stop-\d+-\d+"\s+checked', page)
    other = FIRST["tile"]
    assert browser.send(f"/puzzles/{other.id}/run", everywhere).status_code == 404


def test_unknown_addresses(shared: TestClient[Litestar]) -> None:
    browser = Browser(shared)
    assert browser.get("/puzzles/run-00000000").status_code == 404
    assert browser.get("/puzzles/..%2fetc").status_code in (400, 404)
    puzzle = FIRST["tile"].id
    assert browser.get(f"/puzzles/{puzzle}/tile/57/0").text.startswith("<svg")
    assert browser.get(f"/puzzles/{puzzle}/tile/nonsense/0").status_code == 404
    assert browser.send(f"/puzzles/{puzzle}/why", {"hex": "Z99"}).status_code == 404
    page = browser.get(f"/puzzles/{puzzle}").text
    assert f'href="/puzzles/{puzzle}/rules#rule-' in page and 'href="/t/' not in page
    assert browser.get(f"/puzzles/{puzzle}/rules").status_code == 200
    assert "sentence" in browser.send(f"/puzzles/{puzzle}/why", {"hex": "A9"}).json()


def test_nothing_on_the_page_gives_the_answer_away(shared: TestClient[Litestar]) -> None:
    """Neither the effect of a sale or purchase nor the best run."""
    browser = Browser(shared)
    sale = browser.get(f"/puzzles/{FIRST['sale'].id}").text
    assert "becomes president" not in sale and "▼" not in sale
    run = browser.get(f"/puzzles/{FIRST['run'].id}").text
    assert 'data-kind="RunTrains"' not in run and "gs-route-0" not in run


def test_solved_puzzles_belong_to_the_account(client: TestClient[Litestar]) -> None:
    """They are kept when a guest registers, part of the personal data, and gone when the account is deleted."""
    ada = Browser(client).as_guest("Ada")
    puzzle = FIRST["auction"]
    wrong = {**puzzle.answers[0], "amount": puzzle.answers[0]["amount"] - 1}
    ada.post(f"/puzzles/{puzzle.id}/act", {"action": json.dumps(wrong)})
    for _ in range(2):
        ada.post(f"/puzzles/{puzzle.id}/act", answer(puzzle))
    ada.post("/account/register", {"name": "Ada", "password": "correct horse battery"})
    assert "1 of" in ada.get("/puzzles").text
    data = ada.get("/account/data", accept="application/json").json()
    assert [(one["puzzle_id"], one["tries"], one["solved_at"] is not None) for one in data["puzzles"]] == [(puzzle.id, 2, True)]


def test_a_puzzle_leaves_no_table_behind(client: TestClient[Litestar], tmp_path: Path) -> None:
    ada = Browser(client).as_guest("Ada")
    ada.post(f"/puzzles/{FIRST['auction'].id}/act", answer(FIRST["auction"]))
    assert ada.get("/account/data", accept="application/json").json()["tables"] == []
