"""Orders in a real browser: previewed, given, carried out, canceled."""

import re

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen


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
    expect(own).to_contain_text("Bid for Champlain & St. Lawrence")
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
