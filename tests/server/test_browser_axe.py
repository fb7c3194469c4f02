"""What axe-core finds on every page: nothing, in light and dark, on a desktop and a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen


@pytest.fixture
def ada(chromium: Browser, address: str) -> Iterator[Screen]:
    screen = Screen(chromium, address)
    yield screen
    screen.close()


def test_pages_around_the_table(ada: Screen) -> None:
    found = {}
    for path in ("/", "/new?game=1862/standard&players=3", "/account", "/help", "/help/rulings", "/rules", "/print/1830"):
        ada.page.goto(path)
        found[path] = ada.barriers()
    ada.new_table("me", "open")
    invitation = ada.page.input_value("[data-copy]")
    found["a table with an open seat"] = ada.barriers()
    for path in ("/", "/account"):
        ada.page.goto(path)
        found[f"{path} of a guest"] = ada.barriers()
    ada.context.clear_cookies()
    ada.page.goto(invitation)
    found["invitation"] = ada.barriers()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_the_page_of_a_problem(ada: Screen) -> None:
    ada.page.goto("/t/unknown")
    expect(ada.page.locator("main [role=alert]")).to_be_visible()
    assert ada.barriers() == []
    assert len(ada.complaints) == 1 and "404" in ada.complaints.pop()


@pytest.mark.parametrize(
    ("record", "moves", "kind"),
    [
        ("1830-equal-runs.json", 3, "Bid"),
        ("1830-equal-runs.json", 30, "BuyShare"),
        ("1830-equal-runs.json", 165, "LayTile"),
        ("1830-equal-runs.json", 210, "RunTrains"),
        ("1862-destination-run.json", 3, "Pass"),
        ("1862-destination-run.json", 136, "StartCompany"),
        ("1862-destination-run.json", None, "RunTrains"),
    ],
)
def test_tables(ada: Screen, record: str, moves: int | None, kind: str) -> None:
    """An auction, a stock round, track and a run of each title, in the view of the round."""
    ada.import_game(record, moves)
    ada.page.click(".tabs [data-show=tiles]")
    expect(ada.page.locator(".chart svg")).to_be_visible()
    ada.page.click(f".tabs [data-show={ada.page.get_attribute('[data-table]', 'data-round-view')}]")
    expect(ada.page.locator(f"[data-kind={kind}]").first).to_be_attached()
    assert ada.barriers() == []


def test_the_pages_of_a_real_table(ada: Screen) -> None:
    """A phone, the big screen and the banker's tools."""
    table = ada.import_game("1830-equal-runs.json", 30)
    ada.page.goto(f"{table}/hand")
    ada.wait_for_table()
    found = {"turn": ada.barriers()}
    for card in ("papers", "railroads"):
        ada.page.click(f"[data-open={card}]")
        expect(ada.page.locator(f"[data-card={card}]")).to_be_visible()
        found[card] = ada.barriers(f"[data-card={card}]")
    for page in ("screen", "banker"):
        ada.page.goto(f"{table}/{page}")
        expect(ada.page.locator("main h1")).to_be_attached()
        found[page] = ada.barriers()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
