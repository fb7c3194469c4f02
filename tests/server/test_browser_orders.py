"""Orders in a real browser: previewed, given, carried out, canceled."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import DATA, Screen


@pytest.mark.parametrize(("size", "scripts"), [("desktop", True), ("phone", True), ("phone", False)])
def test_an_order_is_given_and_acts(chromium: Browser, address: str, size: str, scripts: bool) -> None:
    ada, bob = Screen(chromium, address), Screen(chromium, address, size, scripts=scripts)
    ada.new_table("me", "open")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    bob.page.locator(".table-orders a").click()
    expect(bob.page.locator("h1")).to_have_text("Orders")
    form = bob.page.locator("#order-bid")
    form.locator("[name=private]").select_option("CS")
    form.locator("[name=most]").fill("60")
    form.locator("[name=then_pass]").check()
    form.locator("button").click()
    expect(bob.page.locator("[data-sentence]")).to_contain_text("up to $60")
    expect(bob.page.locator("#asked fieldset")).to_contain_text("the price of a private company is cut")
    width = bob.page.viewport_size["width"]  # type: ignore[index]
    box = bob.page.locator("#asked").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width, "it fits the screen"
    if scripts:
        assert bob.barriers() == []
    bob.page.locator("#asked button.main").click()
    bob.wait_for_table()
    own = bob.page.locator(".table-orders .order")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Bid on Champlain & St. Lawrence")
    ada.press("Pass")
    expect(ada.page.locator(".log")).to_contain_text("(by order)")
    expect(ada.page.locator(".table-orders .order")).to_have_count(0)
    expect(ada.page.locator(".part-status")).to_be_visible()
    if not scripts:
        bob.page.goto(bob.page.url)
    expect(bob.page.locator(".since")).to_contain_text(re.compile("Bob.*by order", re.DOTALL))
    own.locator("button").click()
    if not scripts:
        bob.wait_for_table()
    expect(own).to_have_count(0)
    for screen in (ada, bob):
        assert screen.complaints == []
        screen.close()


STOCK = 64
"""In 1830-equal-runs: the third player's turn in a stock round; the second player owns SV."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_public_price_is_taken_with_one_click(chromium: Browser, address: str, size: str) -> None:
    screen = Screen(chromium, address, size, touch=size == "phone")
    page = screen.page
    table = screen.import_game("1830-equal-runs.json", STOCK)
    page.goto(f"{table}/orders?seat=1")
    form = page.locator("#order-sell")
    form.locator("[name=thing]").select_option("private SV")
    form.locator("[name=price]").fill("40")
    form.locator("[name=public]").check()
    form.locator("button").click()
    expect(page.locator("[data-sentence]")).to_contain_text("Everybody sees the price.")
    page.locator("#asked button.main").click()
    screen.wait_for_table()
    price = page.locator(".prices li")
    expect(price).to_contain_text("for $40")
    buy = price.get_by_role("button", name="Buy at this price")
    expect(buy).to_be_in_viewport() if size == "desktop" else buy.scroll_into_view_if_needed()
    buy.click()
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", str(STOCK + 2))
    expect(price).to_have_count(0)
    if size == "phone":
        page.locator(".tabs [data-show=log]").click()
    expect(page.locator(".log")).to_contain_text("(by order)")
    screen.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_price_list_between_two_people(chromium: Browser, address: str, size: str) -> None:
    """The seller names a price until a round; the buyer sees it at once, offers less, is told the price again, and pays it."""
    record = json.loads((DATA / "1830-equal-runs.json").read_text())
    record["actions"] = record["actions"][:STOCK]
    record.pop("snapshot", None)
    seller = Screen(chromium, address)
    invitation = seller.import_for_phones(json.dumps(record).encode())
    buyer = Screen(chromium, address, size, touch=size == "phone")
    for screen, name, seat in ((seller, "", 1), (buyer, "Cleo", 2)):
        screen.page.goto(invitation)
        if name:
            screen.page.fill("[name=name]", name)
        screen.page.select_option("[name=seat]", str(seat))
        screen.page.click("button.main")
        screen.wait_for_table()

    seller.page.locator(".table-orders a").click()
    form = seller.page.locator("#order-sell")
    form.locator("[name=thing]").select_option("private SV")
    form.locator("[name=price]").fill("40")
    form.locator("[name=below]").select_option("counter")
    form.locator("[name=until]").select_option("2.1")
    form.locator("[name=public]").check()
    form.locator("button").click()
    expect(seller.page.locator("[data-sentence]")).to_contain_text(re.compile(r"\$40.*2\.1"))
    seller.page.locator("#asked button.main").click()
    seller.wait_for_table()

    # The buyer's page shows the price without being loaded again.
    page = buyer.page
    price = page.locator(".prices li")
    expect(price).to_contain_text("for $40")
    page.locator("#offers summary").click()
    offer = page.locator("#offers form", has=page.locator("button[data-kind=BuyPrivate]")).first
    expect(offer).to_contain_text("Schuylkill Valley")
    offer.locator("[name=chosen]").fill("30")
    offer.locator("button[data-kind=BuyPrivate]").click()
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", str(STOCK + 2))
    if size == "phone":
        page.locator(".tabs [data-show=log]").click()
    expect(page.locator(".log")).to_contain_text("declines (by order)")
    expect(page.locator(".log")).to_contain_text("would sell Schuylkill Valley (SV) for $40")
    take = price.get_by_role("button", name="Buy at this price")
    take.scroll_into_view_if_needed()
    box, width = take.bounding_box(), page.viewport_size["width"]  # type: ignore[index]
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width, "it fits the screen"
    take.click()
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", str(STOCK + 4))
    expect(price).to_have_count(0)
    expect(seller.page.locator("[data-table]")).to_have_attribute("data-ply", str(STOCK + 4))
    expect(seller.page.locator(".table-orders .order")).to_contain_text("it has been sold")
    for screen in (seller, buyer):
        assert screen.complaints == []
        screen.close()
