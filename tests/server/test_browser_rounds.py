"""The large view follows the kind of round, and can be pinned, in a real browser."""

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import Screen

RECORD = "1830-equal-runs.json"
AUCTION, STOCK, LAST_PASS = 4, 104, 134
"""Plies in the sale of the private companies, in a stock round, and before the pass that ends it."""

SHOWN = "[...document.querySelectorAll('.left .tabbed')].filter((one) => one.checkVisibility()).map((one) => one.dataset.tab)"
TOPS = """() => [...document.querySelectorAll(".table button, .table summary, .tabs a")].filter((one) => one.checkVisibility())
  .map((one) => [one.id, one.getBoundingClientRect().x, one.getBoundingClientRect().y])"""


IN_THEIR_ROWS = """() => {
  const frame = document.querySelector(".market-view").getBoundingClientRect();
  const isIn = (one, other) => one.top >= other.top - 1 && one.bottom <= other.bottom + 1 && one.right <= frame.right + 1;
  const faults = [];
  for (const row of document.querySelectorAll("tbody.railroad")) {
    const box = row.querySelector("tr").getBoundingClientRect();
    if (!isIn(box, frame)) faults.push(row.textContent);
    for (const button of row.querySelectorAll("button[data-kind]"))
      if (!isIn(button.getBoundingClientRect(), box)) faults.push(button.textContent);
  }
  return faults;
}"""
"""Railroads that are not seen whole, and buttons that leave their rows."""


ROWS_SEEN = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const { bottom } = boxOf(document.querySelector(".market-view"));
  return [...document.querySelectorAll("tbody.railroad")].filter((row) => {
    const box = boxOf(row.querySelector("tr"));
    const buttons = [...row.querySelectorAll("button[data-kind]")].map(boxOf);
    return box.bottom <= bottom && buttons.every((one) => one.top >= box.top - 1 && one.bottom <= box.bottom + 1);
  }).length;
}"""
"""How many railroads are seen whole, with their buttons beside them."""


COLUMNS = """() => {
  const columns = {}, faults = [];
  for (const cell of document.querySelectorAll(".railroad tr:first-child > td[data-label]:not(:empty)")) {
    const place = cell.getBoundingClientRect().left;
    if ((columns[cell.dataset.label] ??= place) !== place) faults.push(`${cell.dataset.label} ${cell.textContent}`);
    for (const line of [cell, ...cell.querySelectorAll("small")]) {
      const words = document.createRange();
      words.selectNode([...line.childNodes].find((node) => node.data?.trim()) ?? line.firstChild);
      if (words.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1) faults.push(line.textContent);
    }
  }
  return Object.keys(columns).length < 9 ? ["columns are missing"] : faults;
}"""
"""Facts and holdings on a phone that do not stand below those of the railroad before, or whose number is cut off."""


def shows(page: Page, name: str) -> None:
    """The large view is this one and no other."""
    expect(page.locator(f".left .tabbed[data-tab={name}]")).to_be_visible()
    assert page.evaluate(SHOWN) == [name]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_each_kind_of_round_has_its_view(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page = ada.page
    ada.import_game(RECORD, AUCTION)
    shows(page, "auction")
    row = page.locator("tbody.private").filter(has_text="Camden")
    row.locator("input[name=chosen]").fill("170")
    row.locator("button[data-kind=Bid]").click()
    expect(row.locator("strong")).to_have_text("$170")
    expect(page.locator(".auction tfoot")).to_contain_text("$430")
    expect(page.locator(".part-panel button[data-kind=Pass]")).to_be_visible()

    ada.import_game(RECORD, STOCK)
    shows(page, "market")
    if size == "desktop":
        # All railroads beside the market, each with its buttons in its row.
        expect(page.locator("tbody.railroad")).to_have_count(8)
        assert page.evaluate(IN_THEIR_ROWS) == []
    else:
        assert page.evaluate(COLUMNS) == []
    row = page.locator("tbody.railroad").filter(has=page.locator("button[data-kind=SellShares]")).last
    rows = page.locator("tbody.railroad th[scope=row]").evaluate_all("all => all.map((one) => one.title)")
    number = ada.ply
    row.locator("button[data-kind=SellShares]").last.click()
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", number)
    # Rows stay where they are during the turn, although the sale changes the operating order.
    assert page.locator("tbody.railroad th[scope=row]").evaluate_all("all => all.map((one) => one.title)") == rows
    ada.press("Pass")
    shows(page, "market")

    ada.import_game(RECORD, LAST_PASS)
    shows(page, "market")
    expect(page.locator(".passes")).to_contain_text("passed")
    assert page.locator("th.has-passed").count() == 3
    assert page.locator(".strip").count() == 0
    ada.press("Pass")
    shows(page, "board")
    strip = page.locator(".strip")
    expect(strip).to_be_visible()
    expect(strip).to_contain_text("Treasury")
    expect(strip.locator(".dots")).to_contain_text("●")
    expect(strip.locator(".earned")).to_contain_text("$")
    ada.close()


def test_a_small_laptop_shows_most_railroads_with_their_buttons(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.page.set_viewport_size({"width": 1280, "height": 720})
    ada.import_game(RECORD, STOCK)
    assert ada.page.evaluate(ROWS_SEEN) >= 6
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_pinned_view_stays_until_it_is_unpinned(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page, pin = ada.page, ada.page.locator("[data-pin]")
    ada.import_game(RECORD, LAST_PASS)
    before = page.evaluate(TOPS)
    expect(pin).to_have_attribute("aria-pressed", "false")
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(TOPS) == before, "pinning moves nothing"
    ada.press("Pass")
    expect(page.locator(".strip")).to_be_visible()
    shows(page, "market")
    page.reload()
    ada.wait_for_table()
    shows(page, "market")
    expect(pin).to_have_attribute("aria-pressed", "true")
    page.click(".tabs [data-show=sheet]")
    expect(pin).to_have_attribute("aria-pressed", "false")
    pin.click()
    page.click("#undo")
    expect(page.locator(".strip")).to_have_count(0)
    shows(page, "sheet")
    pin.click()
    shows(page, "market")
    page.reload()
    ada.wait_for_table()
    shows(page, "market")
    expect(pin).to_have_attribute("aria-pressed", "false")
    ada.close()


def test_the_view_waits_until_the_button_is_released(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    page = ada.page
    url = ada.import_game(RECORD, LAST_PASS)
    other = ada.context.new_page()
    other.goto(url)
    other.wait_for_selector("[data-table][data-ready]")
    page.mouse.move(700, 300)
    page.mouse.down()
    other.click("button[data-kind=Pass]")
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", str(LAST_PASS + 1))
    shows(page, "market")
    page.mouse.up()
    shows(page, "board")
    ada.close()


def test_without_scripts_the_view_of_the_round_comes_first(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, scripts=False)
    for moves, name, link in ((AUCTION, "auction", "auction"), (STOCK, "market", "market"), (LAST_PASS + 1, "board", "board")):
        ada.import_game(RECORD, moves)
        expect(ada.page.locator(".left [data-tab]").first).to_have_attribute("data-tab", name)
        expect(ada.page.locator(f".views [data-show={link}]")).to_be_visible()
        expect(ada.page.locator(".views [data-show=sheet]")).to_be_visible()
    ada.import_game(RECORD, STOCK)
    ada.press("SellShares")
    expect(ada.page.locator(".left [data-tab]").first).to_have_attribute("data-tab", "market")
    ada.close()
