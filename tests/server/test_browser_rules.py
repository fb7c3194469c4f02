"""The rules in a real browser: no barriers, search while typing, old links, phone and paper."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen
from goldenspike.svg.theme import LIGHT
from goldenspike.text.rules import entries_of


@pytest.fixture
def ada(chromium: Browser, address: str) -> Iterator[Screen]:
    screen = Screen(chromium, address)
    yield screen
    screen.close()


@pytest.mark.parametrize("title", ["1830", "1862"])
def test_the_rules_have_no_barriers(ada: Screen, title: str) -> None:
    """On a desktop and a phone, in light and dark."""
    ada.page.goto(f"/rules/{title}")
    assert ada.barriers() == []


def test_the_rules_of_a_table(ada: Screen) -> None:
    ada.new_table("me", "local")
    ada.page.goto(f"{ada.page.url}/rules")
    expect(ada.page.locator(".at-table")).to_contain_text("Seating")
    assert ada.barriers(".at-table, .decided") == [], "everything else is as in the rules of the title"


def test_search_finds_while_typing(ada: Screen) -> None:
    ada.page.goto("/rules/1830")
    articles = ada.page.locator("article")
    before = len(list(entries_of("1830")))
    expect(articles).to_have_count(before)
    ada.page.fill("[data-rules-search]", "junction reverse")
    expect(articles).to_have_count(1)
    expect(ada.page.locator("#rule-7\\.4\\.2")).to_be_visible()
    ada.page.fill("[data-rules-search]", "OR")
    expect(ada.page.locator("dt").first).to_contain_text("Rounds")
    ada.page.fill("[data-rules-search]", "submarine")
    expect(ada.page.get_by_text("No glossary entry or rule contains")).to_be_visible()
    ada.page.fill("[data-rules-search]", "")
    expect(articles).to_have_count(before)


def test_an_old_link_leads_on(ada: Screen) -> None:
    ada.page.goto("/help#rule-7.4.2")
    ada.page.wait_for_url("**/rules/1830#rule-7.4.2")
    expect(ada.page.locator("#rule-7\\.4\\.2")).to_be_in_viewport()


def test_nothing_is_wider_than_a_phone(chromium: Browser, address: str) -> None:
    phone = Screen(chromium, address, "phone")
    for path in ("/rules", "/rules/1830", "/rules/1862"):
        phone.page.goto(path)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    phone.close()


def test_on_paper_there_is_only_the_text(ada: Screen) -> None:
    ada.page.emulate_media(media="print", color_scheme="dark")
    ada.page.goto("/rules/1862")
    expect(ada.page.locator("header.top")).to_be_hidden()
    expect(ada.page.locator(".rules-contents")).to_be_hidden()
    colors = ada.page.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
    assert colors == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    paper = ada.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--gs-paper')")
    assert paper == LIGHT["paper"], "the drawings are light on paper"
    assert ada.page.pdf().startswith(b"%PDF")
