"""A plan in a real browser, on a desktop and on a phone: a tile on the board, moves of others, two lines compared, one sent."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen

TRACK = 156
"""In 1830-equal-runs: a railroad builds track."""


@pytest.fixture(params=["desktop", "phone"])
def ada(chromium: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Screen]:
    screen = Screen(chromium, address, request.param, touch=request.param == "phone")
    yield screen
    screen.close()


def is_phone(screen: Screen) -> bool:
    return screen.page.viewport_size is not None and screen.page.viewport_size["width"] < 1000


ABOVE_THE_BOARD = """() => {
  const [banner, board] = [".plan-banner", "[data-board]"].map((one) => document.querySelector(one).getBoundingClientRect());
  return banner.bottom <= board.top && banner.top < innerHeight / 4;
}"""


def test_try_out_and_send(ada: Screen) -> None:
    page = ada.page
    table = ada.import_game("1830-equal-runs.json", TRACK)
    page.locator("#try-it-out").click()
    banner = page.locator(".plan-banner")
    expect(banner).to_contain_text("Nobody else sees this")
    ada.wait_for_table()
    assert ada.page.url.startswith(f"{table}/plans/")
    moves = page.locator(".plan-moves li")
    expect(moves).to_have_count(0)
    if is_phone(ada):
        assert page.evaluate(ABOVE_THE_BOARD), "on a phone, too, one sees first that this is a plan"

    # A tile by its ring.
    page.locator("[data-board] .gs-hex[tabindex]:has(.gs-ring)").first.click()
    expect(page.locator("[data-chooser]")).to_be_visible()
    page.locator("[data-confirm]").click()
    # There is no city in reach for a station, so that step is passed.
    expect(moves).to_have_count(2)
    ada.wait_for_table()
    expect(page.locator("#send")).to_have_text("Send 2 moves")

    # Another line from here goes on differently.
    page.locator("#another-line").click()
    expect(page.locator(".plan-lines tbody tr")).to_have_count(3)
    ada.wait_for_table()
    page.locator(".plan-moves li button").first.click()
    expect(moves).to_have_count(0)
    ada.wait_for_table()
    ada.press("Pass")
    expect(page.locator(".plan-lines [aria-current] th")).to_have_text("B")
    page.locator(".plan-lines tbody a", has_text="A").click()
    expect(moves).to_have_count(2)
    ada.wait_for_table()
    if not is_phone(ada):
        assert ada.barriers(".right") == [], "the rest is that of a table"

    # At the table nothing has happened; sending does it.
    page.locator("#back-to-table").click()
    ada.wait_for_table()
    assert ada.ply == str(TRACK)
    page.get_by_role("button", name=re.compile("Plan A")).click()
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", str(TRACK))
    expect(page).to_have_url(table)
    ada.wait_for_table()
    expect(page.locator(".plans a")).to_have_text(["Plan B"])


def test_without_scripts(chromium: Browser, address: str) -> None:
    screen = Screen(chromium, address, scripts=False)
    screen.new_table("me", "local", "local")
    page = screen.page
    page.locator("#try-it-out").click()
    screen.press("BuyFromBank")
    screen.press("Pass")
    expect(page.locator(".plan-moves li")).to_have_count(2)
    page.locator("#send").click()
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", "1")
    screen.close()


STOCK = 64
"""In 1830-equal-runs: the third player's turn in a stock round; the second player owns SV."""


def test_an_offer_waits_for_the_answer(ada: Screen) -> None:
    page = ada.page
    table = ada.import_game("1830-equal-runs.json", STOCK)
    page.locator("#try-it-out").click()
    expect(page.locator(".plan-banner")).to_be_visible()
    ada.wait_for_table()
    offers = page.locator("form.amount:has(button[data-kind=BuyPrivate])")
    page.locator("details:has(form.amount) > summary").first.click()
    offers.first.locator("[name=chosen]").fill("40")
    offers.first.locator("button").click()
    moves = page.locator(".plan-moves li")
    expect(moves).to_have_count(1)
    ada.wait_for_table()
    expect(page.locator("#waits-for")).to_contain_text("has to answer your offer first")
    ada.press("Accept")
    expect(moves).to_have_count(2)
    ada.wait_for_table()
    ada.press("Pass")
    expect(moves).to_have_count(3)
    ada.wait_for_table()
    page.locator("#send").click()
    expect(page).to_have_url(table)
    ada.wait_for_table()
    # The other player declines; what comes after the offer can be sent all the same.
    ada.press("Decline")
    expect(page.get_by_role("button", name=re.compile("Plan A: send 1 move"))).to_be_visible()


def test_the_first_move_that_no_longer_fits_is_shown_with_its_reason(ada: Screen) -> None:
    page = ada.page
    ada.new_table("me", "local")
    page.locator("#try-it-out").click()
    expect(page.locator(".plan-banner")).to_be_visible()
    ada.wait_for_table()
    for number, kind in enumerate(("Pass", "Pass", "BuyFromBank"), start=1):
        ada.press(kind)
        expect(page.locator(".plan-moves li")).to_have_count(number)
        ada.wait_for_table()
    page.locator("#back-to-table").click()
    ada.wait_for_table()
    ada.press("Pass")
    ada.press("BuyFromBank")
    expect(page.locator(".plan-link .tag")).to_have_text("no longer fits")
    page.locator(".plan-link a").click()
    expect(page.locator("#misfit")).to_contain_text(re.compile(r"no longer fits – Ada: .*Schuylkill Valley.*\["))
