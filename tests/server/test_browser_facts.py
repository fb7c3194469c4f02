"""Figures and buttons of the table say what they are about, and have room for it, in a real browser."""

import pytest
from playwright.sync_api import Browser

from browser_helpers import Screen

RECORD, AUCTION_1862, OVER = "1830-equal-runs.json", "1862-destination-run.json", "1830-bank-breaks.json"
STOCK, TRACK = 129, 156

CRAMPED = """() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const faults = [];
  for (const card of document.querySelectorAll("article.company")) {
    const cell = card.querySelector(".trains");
    const trains = [...cell.children].filter((one) => !one.matches(".label, small")).slice(0, 2).map(boxOf);
    if (new Set(trains.map((one) => Math.round(one.top))).size > 1) faults.push(`stacked ${cell.textContent}`);
    const gap = trains.length ? trains[0].left - boxOf(cell.previousElementSibling).right : 10;
    if (gap < 8) faults.push(`touches ${gap}`);
  }
  return faults;
}"""
"""Railroads whose first two trains stand below each other or touch the treasury."""


@pytest.mark.parametrize("language", ["en", "de", "nl", "ja"])
def test_trains_stand_beside_each_other_and_apart_from_money(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, language=language)
    ada.import_game(RECORD, STOCK)
    ada.page.click(".tabs [data-show=companies]")
    assert ada.page.evaluate(CRAMPED) == []
    ada.close()


CUT_OFF = """() => [...document.querySelectorAll(".stock tbody td small")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent + one.dataset.label)"""


@pytest.mark.parametrize("language", ["en", "de", "nl", "ja"])
def test_par_price_and_revenue_per_share_are_whole_on_a_phone(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, "phone", language=language, touch=True)
    ada.import_game(RECORD, STOCK)
    assert ada.page.locator(".stock tbody td small").count() > 8
    assert ada.page.evaluate(CUT_OFF) == []
    ada.close()


def test_private_companies_stand_below_the_numbers_of_their_owners(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game(RECORD, STOCK)
    align = "cells => [...new Set(cells.map((one) => getComputedStyle(one).textAlign))]"
    assert ada.page.locator("#players-privates td, #players-money td").evaluate_all(align) == ["right"]
    ada.close()


def test_without_scripts_a_tile_says_where_it_leads_and_what_it_costs(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, scripts=False)
    ada.import_game(RECORD, TRACK)
    ada.page.click("#other-ways summary")
    texts = ada.page.locator(".lay-line button").all_inner_texts()
    assert texts and all(text.startswith("Lay track on") and "tile" in text for text in texts)
    ada.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_auction_of_1862_is_seen_whole(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, language=language)
    ada.import_game(AUCTION_1862, 2)
    bottom = ada.page.evaluate("document.querySelector('.auction').getBoundingClientRect().bottom")
    assert bottom < ada.page.evaluate("document.querySelector('.part-history').getBoundingClientRect().top")
    lines = "all => all.filter((one) => one.getBoundingClientRect().height > 30).length"
    assert ada.page.locator(".auction .does td").count() == 8
    assert ada.page.locator(".auction .does td").evaluate_all(lines) == 0
    assert "$20" in ada.page.locator(".auction button[data-kind=BuyFromBank]").inner_text()
    ada.close()


@pytest.mark.parametrize("width", [1100, 1280, 1400, 1920])
def test_every_sale_says_what_it_brings(chromium: Browser, address: str, width: int) -> None:
    ada = Screen(chromium, address)
    ada.import_game(RECORD, STOCK)
    ada.page.set_viewport_size({"width": width, "height": 900})
    texts = ada.page.locator(".stock button[data-kind=SellShares]").all_inner_texts()
    assert len(texts) > 5 and all("$" in text for text in texts)
    ada.close()


def test_the_end_of_a_turn_says_what_it_brings(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game(RECORD)
    assert "$138" in ada.button("RunPayAndEnd").inner_text()
    ada.close()


def test_after_the_end_nobody_is_told_of_money_to_come(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game(OVER)
    assert ada.page.locator("#players-money").count() == 1
    assert ada.page.locator("#players-liquidity, #players-income").count() == 0
    ada.close()
