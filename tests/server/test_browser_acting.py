"""Acting on the board and cards, in a real browser: trades, and why a move is illegal."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen

DATA = Path(__file__).parent.parent / "data"


def before(kind: str, after: int = 0) -> int:
    """How many moves of the recorded game precede one of a kind."""
    actions = json.loads((DATA / "1830-equal-runs.json").read_text())["actions"]
    return next(number for number, action in enumerate(actions) if number >= after and action["do"] == kind)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_shares_are_sold_in_the_row_of_the_railroad(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    ada.import_game("1830-equal-runs.json", before("BuyShare", after=100))
    card = ada.page.locator("tbody.railroad").filter(has=ada.page.locator("button[data-kind=SellShares]")).first
    sale = card.locator("button[data-kind=SellShares]").first
    expect(sale).to_contain_text(" for $")
    told = sale.text_content() or ""
    number = ada.ply
    sale.click()
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", number)
    amount = told.partition(" for ")[2].split()[0]
    expect(ada.page.locator(".log li").last).to_contain_text(amount)
    refused = ada.page.locator("tbody.railroad details.whynot").first
    refused.locator("summary").click()
    expect(refused.locator("a[href*='/rules#rule-']")).to_be_visible()
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_hex_says_why_nothing_can_be_laid_there(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    ada.import_game("1830-equal-runs.json", before("LayTile", after=100))
    box = ada.page.locator("[data-chooser]")
    ada.page.click('.gs-hex[data-hex="A11"]')
    expect(box).to_contain_text("Canadian West")
    expect(box.locator("a")).to_have_attribute("href", re.compile(r"^/t/\w+/rules#rule-7\.2\.1$"))
    expect(box.locator("[data-confirm]")).to_be_hidden()
    ada.page.click("[data-close]")
    expect(box).to_be_hidden()
    ada.page.click("details.why summary")
    ada.page.fill("form[data-why] input[name=hex]", "a11")
    ada.page.press("form[data-why] input[name=hex]", "Enter")
    expect(box).to_contain_text("Canadian West")
    ada.page.locator('.gs-hex[role="button"]').first.click()
    expect(box.locator("[data-confirm]")).to_be_visible()
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_operating_turn_is_played_by_clicking(chromium: Browser, address: str, size: str) -> None:
    """A tile (turning is tested at Albany), a station in a city, a run, a dividend, a train (7.2 to 7.6)."""
    ada = Screen(chromium, address, size)
    ada.import_game("1830-equal-runs.json", before("PlaceToken") - 1)
    page, table = ada.page, ada.page.locator("[data-table]")
    hexagon = page.locator('.gs-hex[data-hex="I17"]')
    hexagon.click()
    number = ada.ply
    expect(hexagon.locator(".gs-trial .gs-rail").first).to_be_attached()
    page.click("[data-confirm]")
    expect(table).not_to_have_attribute("data-ply", number)
    expect(page.locator(".question")).to_contain_text("station")
    if not page.locator("[data-board] [data-place] .gs-ring").count():
        pytest.fail("no city is marked")
    number = ada.ply
    page.locator("[data-board] [data-place]").filter(has=page.locator(".gs-ring")).first.click()
    page.click("[data-confirm]")
    expect(table).not_to_have_attribute("data-ply", number)
    expect(page.locator("[data-board] path.gs-route").first).to_be_attached()
    ada.press("RunTrains")
    expect(page.locator("button[data-kind=PayDividend]").first).to_contain_text(" +$")
    ada.press("PayDividend", payout="pay")
    ada.press("BuyTrain")
    expect(page.locator("article.company.on-turn")).to_be_visible()
    ada.close()
