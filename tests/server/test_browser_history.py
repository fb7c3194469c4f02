"""History without loading the page: keys, slider and links swap the parts in place, log and address follow."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import Screen

RECORD = "1830-equal-runs.json"
LAST = 156
STEADY = """() => [...document.querySelectorAll(".history :is(a, input), .position > summary, .tabs a, .dock")]
  .filter((one) => one.getClientRects().length)
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [one.id, x, y, width, height]; })"""
"""Where everything is that one holds on to while looking back."""
IS_SEEN_THROUGH = """() => {
  const [top, question] = [".dock", ".part-panel"].map((one) => document.querySelector(one).getBoundingClientRect().top);
  return question - top > 60 && !document.elementFromPoint(190, top + 10).closest(".dock");
}"""
"""Whether the place of the question shows the page behind it where the question is lower than before."""
MARK_IS_SEEN = """() => {
  const log = document.querySelector(".log").getBoundingClientRect();
  const { top, bottom } = document.querySelector(".log [aria-current]").getBoundingClientRect();
  return log.top <= top && bottom <= log.bottom;
}"""


def shown(page: Page, ply: int) -> None:
    """The position after so many moves is shown, and everything says so."""
    table = page.locator("[data-table]")
    expect(table).to_have_attribute("data-shown", str(ply))
    expect(table).to_have_attribute("data-present", "yes" if ply == LAST else "no")
    expect(page).to_have_url(re.compile(r"/t/\w+$" if ply == LAST else rf"\?ply={ply}$"))
    expect(page.locator("[data-slider]")).to_have_value(str(ply))
    expect(page.locator(".history output")).to_have_text(f"move {ply} of {LAST}")
    marked = page.locator(".log [aria-current] a")
    if ply == LAST:
        expect(marked).to_have_count(0)
    else:
        expect(marked).to_have_count(1)
        assert int(marked.inner_text()) <= ply


@pytest.fixture(scope="module")
def played(chromium: Browser, address: str) -> Iterator[tuple[Screen, str]]:
    """A screen with a table of a recorded game, and its address."""
    screen = Screen(chromium, address)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    yield screen, screen.import_game(RECORD, LAST)
    screen.close()


@pytest.fixture
def desktop(played: tuple[Screen, str]) -> Screen:
    """The table in the present."""
    screen, table = played
    screen.page.goto(table)
    screen.wait_for_table()
    # Anything that loads the page forgets it.
    screen.page.evaluate("window.kept = true")
    return screen


def test_keys_slider_and_links(desktop: Screen) -> None:
    page = desktop.page
    page.click(".views [data-show=sheet]")
    before = page.evaluate(STEADY)
    for key, ply in (
        ("ArrowLeft", 155),
        ("ArrowLeft", 154),
        ("Shift+ArrowLeft", 152),
        ("Control+ArrowLeft", 135),
        ("Shift+ArrowRight", 140),
        ("ArrowRight", 141),
        ("Control+ArrowRight", LAST),
    ):
        page.keyboard.press(key)
        shown(page, ply)
        if ply != LAST:
            assert page.evaluate(STEADY) == before, key
    assert page.evaluate(STEADY) == before
    page.locator("[data-slider]").fill("25")
    shown(page, 25)
    expect(page.locator(".log-move a").first).to_have_text("1")
    assert page.evaluate(MARK_IS_SEEN)
    page.click("#step-turn-back")
    shown(page, 24)
    page.locator(".log-move a").filter(has_text=re.compile(r"^7$")).first.click()
    shown(page, 7)
    expect(page.locator(".part-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    shown(page, LAST)
    expect(page.locator(".part-sheet")).to_be_visible()
    page.keyboard.press("ArrowRight")
    shown(page, LAST)
    assert page.evaluate("window.kept")


def test_the_link_to_a_position_opens_it(desktop: Screen) -> None:
    page = desktop.page
    page.click("#step-round-back")
    shown(page, 135)
    page.click(".position summary")
    page.click("[data-copy-link]")
    expect(page.locator("[data-copy-said]")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert desktop.barriers(".part-history, .part-panel") == []
    menu = page.locator(".position")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    page.click(".position summary")
    expect(menu).to_have_attribute("open", "")
    page.click(".views [data-show=sheet]")
    expect(menu).not_to_have_attribute("open", "")
    shown(page, 135)
    other = desktop.context.new_page()
    other.goto(link)
    other.wait_for_selector("[data-table][data-ready]")
    shown(other, 135)
    other.keyboard.press("ArrowLeft")
    shown(other, 134)
    other.click(".part-panel .warning a")
    shown(other, LAST)
    other.close()


def test_others_play_while_somebody_looks_back(desktop: Screen) -> None:
    page = desktop.page
    page.keyboard.press("ArrowLeft")
    shown(page, 155)
    other = desktop.context.new_page()
    other.goto(page.url.partition("?")[0])
    other.wait_for_selector("[data-table][data-ready]")
    other.click("button[data-kind=Pass]")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", str(LAST))
    expect(page.locator("[data-table]")).to_have_attribute("data-shown", "155")
    expect(page.locator(".history output")).to_have_text(re.compile(r"move 155 of 1(5[7-9]|6\d)"))
    other.click("[data-undo]")
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", str(LAST))
    shown(page, 155)
    page.click("#step-last")
    shown(page, LAST)
    other.close()


def test_play_from_here_alone(desktop: Screen) -> None:
    page = desktop.page
    table = page.url
    page.keyboard.press("Shift+ArrowLeft")
    shown(page, 152)
    page.click(".position summary")
    page.click("button[name=against][value=screen]")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    desktop.wait_for_table()
    assert page.url != table
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", "152")
    expect(page.locator("[data-table]")).to_have_attribute("data-present", "yes")
    desktop.press("Pass")


def test_on_a_phone(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    page = ada.page
    ada.import_game(RECORD, LAST)
    page.evaluate("scrollTo(0, document.querySelector('.part-history').getBoundingClientRect().top - 200)")
    before = page.evaluate(STEADY)
    for step, ply in (("back", 155), ("turn-back", 152), ("round-back", 135), ("on", 136), ("round-on", LAST)):
        page.tap(f"#step-{step}")
        shown(page, ply)
        assert page.evaluate(STEADY) == before, step
        # The question is low then, and the page is seen above it.
        if ply < LAST:
            assert page.evaluate(IS_SEEN_THROUGH)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.tap(".position summary")
    expect(page.locator("[data-copy-link]")).to_be_in_viewport()
    assert page.evaluate(STEADY) == before
    ada.close()


@pytest.mark.parametrize("against", ["screen", "bots"])
def test_play_from_here_on_a_phone(chromium: Browser, address: str, against: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    page = ada.page
    table = ada.import_game(RECORD, LAST)
    page.evaluate("scrollTo(0, document.querySelector('.part-history').getBoundingClientRect().top - 200)")
    page.tap("#step-turn-back")
    shown(page, 152)
    page.tap(".position summary")
    button = page.locator(f"button[name=against][value={against}]")
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()
    page.wait_for_url(lambda url: "/t/" in url and not url.startswith(table))
    ada.wait_for_table()
    expect(page.locator("[data-table]")).to_have_attribute("data-present", "yes")
    assert int(ada.ply) >= 152
    if against == "screen":
        ada.press("Pass")
        page.goto(table)
        ada.wait_for_table()
        shown(page, LAST)
    ada.close()


def test_without_scripts(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, scripts=False)
    ada.import_game(RECORD, LAST)
    ada.page.click("#step-round-back")
    expect(ada.page.locator("[data-table]")).to_have_attribute("data-shown", "135")
    ada.page.click("#step-on")
    expect(ada.page.locator("[data-table]")).to_have_attribute("data-shown", "136")
    ada.page.click(".position summary")
    ada.page.click("button[value=screen]")
    expect(ada.page.locator("[data-table]")).to_have_attribute("data-ply", "136")
    ada.close()
