"""Figures and the log by turns, in a real browser, on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import SIZES, Screen

HAS_LINES = """() => [...document.querySelectorAll(".log-turn")].filter((one) => one.checkVisibility()).map((one) => {
  let line = one.nextElementSibling;
  while (line?.matches(".log-move") && line.hidden) line = line.nextElementSibling;
  return line?.matches(".log-move") ?? false;
})"""
"""Of each heading that is shown, whether a line below it is shown too."""


@pytest.fixture(scope="module")
def screen(chromium: Browser, address: str) -> Screen:
    """A recorded game of three in operating round 5.1: railroads with trains that rust next."""
    screen = Screen(chromium, address)
    screen.import_game("1830-bank-breaks.json", 240)
    return screen


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_figures_stand_beside_players_railroads_and_trains(screen: Screen, size: str) -> None:
    page = screen.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})

    def show(tab: str) -> None:
        page.locator(f".tabs a[data-show={tab}]").click()
        expect(page.locator(f".part-{tab}")).to_be_visible()

    show("companies")
    card = page.locator(".company[aria-label*=Pennsylvania]")
    figures = card.locator(".figures")
    expect(figures.locator(".room i")).to_have_count(5)
    expect(figures.locator(".room .taken")).to_have_count(2)
    expect(figures.locator(".lacks")).to_contain_text("its treasury lacks $485")
    expect(card.locator(".rusts").first).to_have_attribute("title", "3: retired by the 6, 6 purchases away")
    expect(figures.get_by_role("img", name="OR 4.1 $110, OR 4.2 $210, OR 5.1 $250")).to_be_visible()
    if size == "desktop":
        figures.locator(".room").hover()
        expect(page.locator("#explain-sign")).to_be_visible()
        expect(page.locator("#explain-sign")).to_have_text("The bank pool can take 30% more.")
        page.mouse.move(1, 1)
        expect(page.locator("#explain-sign")).to_be_hidden()
    dumped = page.locator(".company[aria-label*='Baltimore'] .figures")
    expect(dumped).to_contain_text("Player 3 can make Player 2 president by selling 40%.")
    show("players")
    expect(page.locator(".part-players tr", has_text="Liquidity").locator("td").first).to_contain_text("Sales would bring")
    assert page.locator(".part-players svg.spark").count() == 3
    show("trains")
    expect(page.locator(".part-trains .lacks", has_text="PRR")).to_contain_text("PRR will have no train left.")
    rows = page.locator(".part-trains tbody").first.inner_html()
    assert not re.search(r"</button>(<button|[A-Z])", rows), "railroads are apart"
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing is wider than the screen"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_log_is_filtered_by_player_or_railroad(screen: Screen, size: str) -> None:
    page = screen.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    if size == "phone":
        page.locator(".tabs a[data-show=log]").click()
    expect(page.locator(".log")).to_be_visible()
    lines, headings = page.locator(".log-move:visible"), page.locator(".log-turn:visible")
    whole, turns = lines.count(), headings.count()
    assert whole > 30 and turns > 5
    buttons = page.locator("[data-log-filter]")
    buttons.get_by_role("button", name="NNH").click()
    expect(buttons.get_by_role("button", name="NNH")).to_have_attribute("aria-pressed", "true")
    assert 3 < lines.count() < whole
    assert all("NNH" in (line.get_attribute("data-about") or "") for line in lines.all())
    assert headings.filter(has_text="NNH").count()
    assert page.evaluate(HAS_LINES) == [True] * headings.count(), "a heading stays if one of its lines does"
    assert headings.count() < turns
    buttons.get_by_role("button", name="Player 2").click()
    assert all("p1" in (line.get_attribute("data-about") or "").split() for line in lines.all())
    buttons.get_by_role("button", name="All").click()
    expect(lines).to_have_count(whole)


def test_an_update_keeps_the_filter(screen: Screen) -> None:
    page = screen.page
    page.set_viewport_size({"width": 1400, "height": 900})
    page.locator("[data-log-filter]").get_by_role("button", name="NNH").click()
    screen.press("Pass")
    expect(page.locator("[data-log-filter]").get_by_role("button", name="NNH")).to_have_attribute("aria-pressed", "true")
    lines = page.locator(".log-move:visible")
    assert lines.count() > 3
    assert all("NNH" in (line.get_attribute("data-about") or "") for line in lines.all())
    screen.close()
