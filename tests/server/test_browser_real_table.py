"""A table without a map in a real browser: created in the lobby, played on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen

OVERFLOW = """[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_table_without_a_map_is_created_and_played(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page = ada.page
    page.goto("/new?game=1830/starter&players=2")
    page.fill("[name=my_name]", "Ada")
    page.locator("details.group summary").first.click()
    page.select_option("#option-map", "real")
    # The form comes back without bots.
    expect(page.locator('[name="seat.1.kind"] option[value=bot]')).to_have_count(0)
    expect(page.locator("#option-map")).to_have_value("real")
    page.select_option('[name="seat.1.kind"]', "local")
    page.fill('[name="seat.1.name"]', "Bob")
    page.click("button[value=create]")
    ada.wait_for_table()

    expect(page.locator("#question")).to_have_text("PRR: how much was spent on track?")
    expect(page.locator("[data-show=board]")).to_have_count(0)
    expect(page.locator(".part-sheet")).to_be_visible()
    television = Screen(chromium, address)
    television.page.set_viewport_size({"width": 1280, "height": 720})
    television.page.goto(f"{page.url}/screen")
    asked = television.page.locator(".asks")
    expect(asked).to_contain_text("PRR: how much was spent on track?")
    expect(asked.locator(".waited")).to_have_text(re.compile(r"\d+:\d\d"))
    assert television.page.evaluate(OVERFLOW) == [0, 0]
    ada.press("DeclareTrack", cost=40)
    # The big screen follows by itself.
    expect(asked).to_contain_text("PRR: place a station, or skip")
    expect(television.page.locator(".last")).to_contain_text("PRR spends $40 on track.")
    television.close()
    ada.press("DeclareStation", cost=40)
    ada.press("DeclareRoute", exists=True)
    ada.press("BuyTrain")
    # The next railroad: another amount, typed by hand.
    expect(page.locator("#question")).to_have_text("NYC: how much was spent on track?")
    ply = ada.ply
    page.locator("form.amount input[name=chosen]").fill("20")
    page.click("form.amount button[data-kind=DeclareTrack]")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", ply)
    expect(page.locator(".strip")).to_contain_text("$180")
    ada.press("Pass")
    ada.press("DeclareRoute", exists=True)
    ada.press("BuyTrain")
    ada.press("BuyTrain")
    # The PRR's train runs.
    ada.press("DeclareTrack", cost=0)
    expect(page.locator("#question")).to_have_text("PRR: how much did the trains earn?")
    ply = ada.ply
    page.locator("form.amount input[name=chosen]").fill("50")
    page.click("button[data-kind=DeclareRun]")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", ply)
    expect(page.locator("#question")).to_have_text("PRR: buy trains, or end the turn")
    expect(page.locator(".strip")).to_contain_text("$90")
    ada.close()
