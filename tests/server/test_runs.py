"""The runs that a page offers: ties, destination runs, and lower ones where the rules leave it to the director."""

import json
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.actions import Action, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.routes import solver
from goldenspike.core.rules import runs as rules_of_runs
from goldenspike.core.rules.runs import best_routes, check_routes, every_best_run, revenue_of
from goldenspike.core.track import tables_of
from goldenspike.record.native import read_record, replay
from goldenspike.server.table import keeping, pages
from goldenspike.server.table import runs as table_runs
from goldenspike.server.table.runs import declared_run, find_runs, step_of_run
from server_helpers import Browser, Program

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parent.parent / "data"


def position(name: str) -> Game:
    return replay(read_record((DATA / name).read_bytes()))


@pytest.mark.parametrize(("name", "best", "lower"), [("1830-equal-runs.json", 2, 0), ("1862-destination-run.json", 1, 10)])
def test_every_run_is_legal_and_earns_what_it_says(name: str, best: int, lower: int) -> None:
    """All best runs come first (7.4); below them only where the run is on the director's word."""
    game = position(name)
    setup, state = game.setup, game.state
    assert step_of_run(setup, state) == "run"
    runs = find_runs(setup, state)
    most = best_routes(setup, state, state.operating).revenue
    assert runs.proven and (runs.best, len(runs.sets) - runs.best) == (best, lower)
    assert len({found.routes for found in runs.sets}) == len(runs.sets)
    for number, found in enumerate(runs.sets):
        assert check_routes(setup, state, state.operating, found.routes) is None
        assert revenue_of(setup, state, state.operating, found.routes) == found.revenue
        assert (found.revenue == most) == (number < runs.best)
        action = RunTrains(state.turn, state.operating, found.routes)
        assert game.refuse(action) is None
        after = game.copy()
        after.push(action)
        if found.revenue:
            shown = declared_run(setup, after.state, action).shown
            assert (shown.routes, shown.revenue) == (found.routes, found.revenue)


def test_runs_that_were_not_listed_are_offered_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where routes are too many to list, best runs are found one by one: no more than are offered, and the usual one first."""
    game = position("1830-equal-runs.json")
    setup, state = game.setup, game.state
    monkeypatch.setattr(solver, "LIST_STEPS", 0)
    monkeypatch.setattr(solver, "LONG_LIST_STEPS", 0)
    tables_of(setup).run_memory.clear()
    usual = best_routes(setup, state, state.operating, ties=True)
    assert usual.swept and not usual.all_alternatives
    runs = find_runs(setup, state)
    assert runs.best == 2 and runs.sets[0].routes == usual.routes
    assert {found.revenue for found in runs.sets} == {usual.revenue}
    monkeypatch.setattr(table_runs, "MOST_SETS", 1)
    assert len(find_runs(setup, state).sets) == 1


def test_the_best_revenue_is_not_proven_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for all best runs has solved the problem already."""
    game = position("1830-equal-runs.json")
    setup, state = game.setup, game.state
    usual = best_routes(setup, state, state.operating, ties=True)
    solved: list[object] = []
    monkeypatch.setattr(rules_of_runs, "solve", lambda *asked, **more: solved.append(asked))
    found = list(every_best_run(setup, state, state.operating, usual.revenue))
    assert len(found) == 2 and not solved
    assert {revenue_of(setup, state, state.operating, routes) for routes in found} == {usual.revenue}


def test_a_destination_run_is_described_from_stop_to_stop() -> None:
    """Montreal to Winnipeg: seven hexes at 20, less ten for each of the seven run."""
    game = position("1862-destination-run.json")
    stretch = find_runs(game.setup, game.state).shown.stretch
    assert stretch is not None and stretch.amount == 7 * 20 - 7 * 10
    names = [game.setup.title.hexes[place // 4].name for place in stretch[:2]]
    assert names == ["Montreal", "Winnipeg"]


def test_a_number_that_does_not_exist_shows_the_first() -> None:
    game = position("1830-equal-runs.json")
    runs = find_runs(game.setup, game.state)
    assert [runs.choose(number).chosen for number in (None, -1, 0, 1, 2, 99)] == [0, 0, 0, 1, 0, 0]


def test_another_player_contests_a_run(ada: Program) -> None:
    """7.4, option running_trains=honour: who is not on turn finds the doubt among his choices."""
    record = json.loads((DATA / "1830-equal-runs.json").read_bytes())
    record["options"]["running_trains"] = "honour"
    table = ada.post("/tables/import", record).json()["id"]
    run = next(action for action in ada.legal(table)["actions"] if action["do"] == "RunTrains")
    assert ada.act(table, {**run, "routes": []}).status_code == 200
    president = run["player"]
    doubts = [[action for action in ada.legal(table, seat=seat)["actions"] if action["do"] == "ContestRun"] for seat in range(4)]
    assert [len(found) for found in doubts] == [seat != president for seat in range(4)]
    doubter = (president + 1) % 4
    assert ada.act(table, doubts[doubter][0]).status_code == 200
    payouts = {action["payout"] for action in ada.legal(table)["actions"] if action["do"] == "PayDividend"}
    assert "PAY" in {payout.upper() for payout in payouts}, "without the doubt there was nothing to pay"


def test_searching_routes_does_not_block_requests(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """A run, a doubt about it, and what a page shows before either: in another thread than that of the pages."""
    threads: list[tuple[str, int]] = []
    real = keeping.offload_if_slow

    def watched(actions: Sequence[Action], work: Callable[[], Any], has_orders: bool = False) -> Awaitable[Any]:
        def observed() -> Any:
            threads.extend((type(action).__name__, threading.get_ident()) for action in actions)
            return work()

        return real(actions, observed, has_orders)

    monkeypatch.setattr(keeping, "offload_if_slow", watched)
    monkeypatch.setattr(pages, "offload_if_slow", watched)
    record = json.loads((DATA / "1830-equal-runs.json").read_bytes())
    record["options"]["running_trains"] = "honour"
    browser = Browser(client).as_guest("Ada")
    files = {"record": ("g.json", json.dumps(record).encode())}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    table = str(answer.headers["location"]).rpartition("/")[2]
    run = next(action for action in map(json.loads, browser.buttons(table)) if action["do"] == "RunTrains")
    doubt = {"do": "ContestRun", "player": (run["player"] + 1) % 4, "company": run["company"]}
    pay = {"do": "PayDividend", "player": run["player"], "company": run["company"], "payout": "pay"}
    for action in ({**run, "routes": []}, doubt, pay):
        text = json.dumps(action)
        form = {**browser.position(table), "action": text}
        assert browser.send(f"/t/{table}/preview", form, accept="application/json").status_code == 200
        assert browser.act(table, text).status_code == 200
    assert [kind for kind, _ in threads] == ["RunTrains", "RunTrains", "ContestRun", "ContestRun", "PayDividend", "PayDividend"]
    of_pages = threads[-1][1]
    assert [thread == of_pages for _, thread in threads] == [False] * 4 + [True] * 2
