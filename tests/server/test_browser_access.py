"""Accessibility in a real browser: keyboard, labels, layout stability, and forms that work without scripts."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import Screen

LONG = 30_000
"""Milliseconds; a condition that comes at all comes much sooner, unless the machine is busy."""

NAMELESS = """() => {
  const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).viewer !== "hidden";
  const said = (one) => (one.getAttribute("aria-label") || one.getAttribute("title") || one.textContent || "").trim()
    || [...(one.labels ?? [])].map((label) => label.textContent.trim()).join("")
    || (one.getAttribute("aria-labelledby") && document.getElementById(one.getAttribute("aria-labelledby"))?.textContent);
  const used = "a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], nav, [tabindex='0']";
  return [...document.querySelectorAll(used)].filter((one) => shown(one) && !said(one)).map((one) => one.outerHTML.slice(0, 120));
}"""
"""What can be used but has no name for a screen reader."""

UNREACHABLE = """() => [...document.querySelectorAll("[role=button], [data-run], [data-confirm], summary")]
  .filter((one) => one.getClientRects().length > 0 && one.tabIndex < 0).map((one) => one.outerHTML.slice(0, 120))"""

SHIFT = """() => new Promise((done) => {
  let sum = 0;
  const add = (list) => { for (const one of list.getEntries()) sum += one.value; };
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 400);
})"""
"""The cumulative layout shift since the page began to load, of shifts that no click explains and all others."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_everything_that_can_be_used_has_a_name_and_a_place_in_the_tab_order(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    for path in ("/", "/new", "/account", "/help"):
        ada.page.goto(path)
        assert ada.page.evaluate(NAMELESS) == [], path
    for moves in (3, 60, 150, 165, 210):
        ada.import_game("1830-equal-runs.json", moves)
        for name in ("market", "sheet", "tiles", "players", "companies", "trains", "privates"):
            tab = ada.page.locator(f".tabs [data-show={name}]")
            # On a phone only a strip of the page is free between the bar and the panel.
            tab.evaluate("one => scrollBy(0, one.getBoundingClientRect().top - 200)")
            tab.click()
        assert ada.page.evaluate(NAMELESS) == [], moves
        assert ada.page.evaluate(UNREACHABLE) == [], moves
        levels = ada.page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((one) => Number(one.tagName[1]))")
        assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    ada.close()


def test_focus_can_be_seen_everywhere(chromium: Browser, address: str) -> None:
    """Wherever Tab leads, something shows it: an outline, or the ring of a hex that changes."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 165)
    unseen = []
    for _ in range(60):
        ada.page.keyboard.press("Tab")
        seen = ada.page.evaluate(
            """() => { const one = document.activeElement; const style = getComputedStyle(one);
              const ring = one.querySelector?.(".gs-ring");
              return one === document.body || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
                || (ring && parseFloat(getComputedStyle(ring).strokeWidth) > 5) ? "" : one.outerHTML.slice(0, 120); }"""
        )
        if seen:
            unseen.append(seen)
    assert unseen == []
    ada.close()


def shift_of(page: Page) -> float:
    return float(page.evaluate(SHIFT))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_jumps(chromium: Browser, address: str, size: str) -> None:
    """The cumulative layout shift of every page stays below 0.1, which counts as good; while playing nothing moves at all
    but what the move itself changes.
    """
    ada = Screen(chromium, address, size)
    found: dict[str, float] = {}
    for path in ("/", "/new", "/account", "/help"):
        ada.page.goto(path, wait_until="load")
        found[path] = shift_of(ada.page)
    url = ada.import_game("1830-equal-runs.json", 165)
    ada.page.goto(url, wait_until="load")
    found["table"] = shift_of(ada.page)
    assert {path: value for path, value in found.items() if value >= 0.1} == {}
    board = "JSON.stringify(document.querySelector('[data-board]').getBoundingClientRect())"
    before = ada.page.evaluate(board)
    number = ada.ply
    ada.page.click("button[data-kind=Pass]")
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", number)
    assert ada.page.evaluate(board) == before
    ada.close()


def test_focus_stays_in_the_chooser_while_others_talk(chromium: Browser, address: str) -> None:
    """A second page of the same player stands for anybody: its chat arrives as live news."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 165)
    other = ada.context.new_page()
    other.goto(ada.page.url)
    hexagon = ada.page.locator("[data-board] .gs-hex[role=button]").first
    hexagon.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".fit").first).to_be_focused()
    trial = ada.page.locator(".gs-trial .gs-rail").first
    shown = trial.get_attribute("d")
    other.fill(".chat input[name=text]", "Take your time")
    other.press(".chat input[name=text]", "Enter")
    expect(ada.page.locator(".log")).to_contain_text("Take your time")
    expect(ada.page.locator(".fit").first).to_be_focused()
    expect(trial).to_have_attribute("d", shown or "")
    ada.page.locator("[data-confirm]").focus()
    other.fill(".chat input[name=text]", "No hurry")
    other.press(".chat input[name=text]", "Enter")
    expect(ada.page.locator(".log")).to_contain_text("No hurry")
    expect(ada.page.locator("[data-confirm]")).to_be_focused()
    ada.close()


def test_a_link_leads_straight_to_the_question(chromium: Browser, address: str) -> None:
    """The first stop of the Tab key is the link, the second after it the first answer."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 165)
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator(".skip")).to_be_focused()
    expect(ada.page.locator(".skip")).to_be_in_viewport()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#question")).to_be_focused()
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate("document.activeElement.closest('.part-panel .answers') !== null")
    ada.close()


def test_a_game_is_begun_and_played_without_scripts(chromium: Browser, address: str) -> None:
    """A new table, a purchase, a bid with its amount, a pass and an undo: forms alone."""
    ada = Screen(chromium, address, scripts=False)
    ada.page.goto("/new?game=1830/classic&players=2")
    ada.page.fill("[name=my_name]", "Ada")
    ada.page.select_option('[name="seat.1.kind"]', "local")
    for heading in ada.page.locator("details.group summary").all():
        heading.click()
    ada.page.select_option("#option-seating", "free")
    ada.page.click("button[value=create]")
    table = ada.page.locator("[data-table]")
    ada.page.click("button[data-kind=BuyFromBank]")
    expect(table).to_have_attribute("data-ply", "1")
    form = ada.page.locator("form.amount").filter(has_text="Mohawk")
    form.locator("input[name=chosen]").fill("125")
    form.locator("button").click()
    expect(table).to_have_attribute("data-ply", "2")
    expect(ada.page.locator(".part-privates")).to_contain_text("$125")
    ada.page.click("button[data-kind=Pass]")
    expect(table).to_have_attribute("data-ply", "3")
    ada.page.click("[data-undo]")
    expect(table).to_have_attribute("data-ply", "2")
    expect(ada.page.locator(".log")).to_contain_text("undid 1")
    ada.page.fill(".chat input[name=text]", "No scripts here")
    ada.page.click(".chat button")
    expect(ada.page.locator(".log")).to_contain_text("No scripts here")
    ada.close()


def test_a_page_without_scripts_that_waits_loads_itself_again(chromium: Browser, address: str) -> None:
    """The one who is asked has a form to fill in and is left alone; the other sees the move without doing anything."""
    ada, bob = Screen(chromium, address, scripts=False), Screen(chromium, address, "phone", scripts=False)
    ada.page.goto("/new?game=1830/classic&players=2")
    ada.page.fill("[name=my_name]", "Ada")
    ada.page.select_option('[name="seat.1.kind"]', "open")
    for heading in ada.page.locator("details.group summary").all():
        heading.click()
    ada.page.select_option("#option-seating", "free")
    ada.page.click("button[value=create]")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    ada.page.reload()
    refresh = 'meta[http-equiv="refresh"]'
    assert ada.page.locator(refresh).count() == 0
    assert bob.page.locator(refresh).count() == 1
    question, board = bob.page.locator("#question").bounding_box(), bob.page.locator("[data-board]").bounding_box()
    assert question and board and question["y"] < board["y"]
    expect(bob.page.locator("#question")).to_be_in_viewport()
    ada.page.click("button[data-kind=BuyFromBank]")
    expect(bob.page.locator("[data-table]")).to_have_attribute("data-ply", "1")
    for screen in (ada, bob):
        screen.close()


def test_screen_readers_get_descriptions_of_hexes_and_rotated_tiles(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, language="de")
    ada.import_game("1830-equal-runs.json", 77)
    scranton, spoken = ada.page.locator('[data-board] .gs-hex[data-hex="F16"]'), ada.page.locator("[data-spoken]")
    expect(scranton).to_have_accessible_name(re.compile(r"^F16 \(Scranton\); kein Plättchen; ein Plättchen kostet \$120; "))
    names = ada.page.locator("[data-board] .gs-hex").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [name for name in names if re.search(r"Plättchen \d.*große Stadt, Wert \$.*Bahnhöfe: .*Gleise nach ", name)]
    scranton.focus()
    ada.page.keyboard.press("Enter")
    leads = re.compile(r"auf F16 .*Gleise nach \S+ \(.* legen, Plättchen 57")
    expect(spoken).to_have_text(leads)
    first = spoken.inner_text()
    ada.page.keyboard.press("r")
    expect(spoken).not_to_have_text(first)
    expect(spoken).to_have_text(leads)
    ada.close()
