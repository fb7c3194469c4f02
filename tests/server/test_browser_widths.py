"""Tables and lists of many players and trains fit on phones and laptops, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browser_helpers import Screen

SEVEN = "1862-seven-players.json"
"""A stock round of seven players with long names, after several operating rounds."""

WIDTHS = (320, 360, 390, 768, 961, 1024, 1280, 1400)
LISTS = ("market", "sheet", "players", "companies", "trains", "privates", "log")
SHOW = "(name) => document.querySelector(`.tabs [data-show=${name}]`).click()"

LINES = """(all) => all.filter((one) => one.checkVisibility() && one.textContent.trim()).map((one) => {
  const middles = [];
  const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    if (words.currentNode.parentElement.closest(".hidden")) continue;
    const range = new Range();
    range.selectNodeContents(words.currentNode);
    middles.push(...[...range.getClientRects()].filter((box) => box.width).map((box) => box.y + box.height / 2));
  }
  middles.sort((one, other) => one - other);
  return [one.textContent.trim(), middles.filter((middle, at) => !at || middle - middles[at - 1] > 8).length];
})"""
"""The words of each element and how many lines they take."""


@pytest.fixture
def crowd(chromium: Browser, address: str) -> Iterator[Screen]:
    ada = Screen(chromium, address)
    ada.import_game(SEVEN)
    yield ada
    ada.close()


def resize(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})


def test_no_list_makes_the_page_wider(crowd: Screen) -> None:
    wide = []
    for width in WIDTHS:
        resize(crowd.page, width)
        for name in LISTS:
            crowd.page.evaluate(SHOW, name)
            if crowd.page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((width, name))
    assert wide == []


def test_a_laptop_shows_the_whole_spreadsheet_of_seven_players(crowd: Screen) -> None:
    crowd.page.evaluate(SHOW, "sheet")
    for width in (1280, 1400):
        resize(crowd.page, width)
        missing = crowd.page.locator(".part-sheet .scroll").first.evaluate("(one) => one.scrollWidth - one.clientWidth")
        assert missing == 0, width


def test_a_laptop_shows_the_whole_table_of_railroads_of_seven_players(crowd: Screen) -> None:
    for language in ("en", "de", "nl", "ja"):
        crowd.page.select_option("#language", language)
        crowd.page.wait_for_selector(f"html[lang={language}] [data-table][data-ready]")
        for width in (1280, 1400):
            resize(crowd.page, width)
            missing = crowd.page.locator(".part-stock").evaluate("(one) => one.scrollWidth - one.clientWidth")
            assert missing == 0, (language, width)


@pytest.mark.parametrize("width", [390, 1024, 1400])
def test_trains_of_a_railroad_keep_one_line(crowd: Screen, width: int) -> None:
    page = crowd.page
    resize(page, width)
    for name in ("market", "sheet"):
        page.evaluate(SHOW, name)
        trains = dict(page.locator(f".tabbed[data-tab={name}] td[data-mark^=trains]").evaluate_all(LINES))
        assert name == "sheet" or "2 2 2" in trains
        assert set(trains.values()) == {1}, name


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_has_all_holdings_of_a_railroad_in_one_row(crowd: Screen, width: int) -> None:
    page = crowd.page
    resize(page, width)
    page.evaluate(SHOW, "market")
    rows = page.locator(".stock tbody:has(td.held)").evaluate_all(
        "(all) => all.map((one) => [...one.querySelectorAll('td.held')].map((cell) => cell.getBoundingClientRect()))"
    )
    assert len(rows[0]) == 7
    for row in rows:
        assert len({box["y"] for box in row}) == 1
        assert all(box["right"] <= width for box in row)
    cut = page.locator(".stock td.held").evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length")
    assert cut == 0


def test_headings_of_the_players_are_not_broken_within_words(crowd: Screen) -> None:
    for language in ("en", "de"):
        crowd.page.select_option("#language", language)
        crowd.page.wait_for_selector(f"html[lang={language}] [data-table][data-ready]")
        crowd.page.evaluate(SHOW, "players")
        lines = crowd.page.locator(".part-players tbody th[scope=row]").evaluate_all(LINES)
        assert [text for text, count in lines if count > len(text.split())] == [], language


@pytest.mark.parametrize("width", [320, 390, 961, 1024, 1280, 1400])
def test_the_slider_is_wide_enough_to_aim(crowd: Screen, width: int) -> None:
    resize(crowd.page, width)
    slider = crowd.page.locator("[data-slider]").bounding_box()
    assert slider is not None
    assert slider["width"] >= (160 if width in (320, 961) else 0.45 * min(width, 500))
    others = crowd.page.locator(".part-history :is(a, output, summary)").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())"
    )
    middle = slider["y"] + slider["height"] / 2
    beside = [box for box in others if box["top"] < middle < box["bottom"]]
    assert beside
    assert all(box["right"] <= slider["x"] or box["left"] >= slider["x"] + slider["width"] for box in beside)
