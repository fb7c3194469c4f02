"""Explanations in a real browser: by pointer, keyboard and finger, beside the word and without moving anything."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import Screen
from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.record.native import dump
from goldenspike.titles.catalogue import make

BESIDE = """([word, box]) => {
  const [a, b] = [word, box].map((one) => document.querySelector(one).getBoundingClientRect());
  const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return apart && b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight;
}"""
"""Whether an explanation is whole on the screen and leaves its word free."""
PLACES = """() => [...document.querySelectorAll(".part, .term, .status > *")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })"""
CUT = """(box) => { const one = document.querySelector(box);
  return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1; }"""
UNEXPLAINED = """() => [...document.querySelectorAll("[data-explain], .gs-private[data-private]")]
  .map((one) => one.dataset.explain ?? `private-${one.dataset.private}`)
  .filter((id) => !document.getElementById(`explain-${id}`))"""


def show_tab(page: Page, name: str) -> None:
    page.locator(f".tabs [data-show={name}]").first.click()


def test_pointing_at_a_word_explains_it_beside_it(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 150)
    page = ada.page
    show_tab(page, "privates")
    show_tab(page, "market")
    words = {
        ".part-privates [data-explain=private-MH]": "D18",
        ".status [data-explain=certificate_limit]": "at most 16 certificates",
        ".status [data-explain=hidden]": "partial knowledge",
        ".gs-market[data-explain=zone_yellow]": "do not count",
        ".zones [data-explain=edge]": "moves up instead",
        ".part-stock [data-explain=par]": "$67",
    }
    page.locator(next(iter(words))).scroll_into_view_if_needed()
    before = page.evaluate(PLACES)
    for word, text in words.items():
        page.locator(word).first.hover()
        box = "#explain-" + word.partition("data-explain=")[2].rstrip("]")
        expect(page.locator(box)).to_be_visible()
        expect(page.locator(box)).to_contain_text(text)
        assert page.evaluate(BESIDE, [word, box]), word
        assert not page.evaluate(CUT, box), word
        page.mouse.move(2, 2)
        expect(page.locator(".explanation:popover-open")).to_have_count(0)
    assert page.evaluate(PLACES) == before, "nothing moves"
    page.locator(".part-stock [data-explain=par]").hover()
    link = page.locator("#explain-par a")
    expect(link).to_have_attribute("href", re.compile(r"^/t/\w+/rules#rule-5\.2$"))
    link.hover()
    expect(link).to_be_visible()
    page.mouse.move(2, 2)
    show_tab(page, "board")
    page.locator(".gs-private[data-private=DH]").first.hover()
    expect(page.locator("#explain-private-DH")).to_be_visible()
    assert page.evaluate(UNEXPLAINED) == []
    ada.close()


def test_the_keyboard_reaches_explanation_and_rule(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 150)
    page = ada.page
    page.locator(".status [data-explain=rounds]").focus()
    expect(page.locator("#explain-rounds")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#explain-rounds a")).to_be_focused()
    expect(page.locator("#explain-rounds")).to_be_visible()
    page.keyboard.press("Tab")
    box = page.locator("#explain-phase")
    expect(page.locator(".status [data-explain=phase]")).to_be_focused()
    expect(box).to_be_visible()
    expect(page.locator("#explain-rounds")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    page.keyboard.press("Enter")
    expect(box).to_be_visible()
    assert ada.barriers("#part-explanations") == []
    ada.close()


@pytest.mark.parametrize("language", ["en", "de", "nl", "ja"])
def test_a_tap_explains_on_a_phone(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, "phone", language, touch=True)
    ada.import_game("1862-destination-run.json", 40)
    page = ada.page
    assert page.evaluate(UNEXPLAINED) == []
    show_tab(page, "market")
    page.locator(".part-stock [data-explain=group]").first.tap()
    expect(page.locator("#explain-group")).to_be_visible()
    show_tab(page, "companies")
    for word in (".status [data-explain=phase]", ".part-companies [data-explain=group]", ".part-companies [data-explain=par]"):
        box = "#explain-" + word.partition("data-explain=")[2].rstrip("]")
        page.locator(word).first.tap()
        expect(page.locator(box)).to_be_visible()
        assert page.evaluate(BESIDE, [word, box]), word
        assert not page.evaluate(CUT, box), word
    page.locator(".part-companies [data-explain=par]").first.tap()
    expect(page.locator(".explanation:popover-open")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    ada.close()


@pytest.mark.parametrize(("title", "version", "count", "moves"), [("1830", "classic", 6, 320), ("1862", "standard", 7, 240)])
def test_six_and_seven_players_fit_beside_the_board(
    chromium: Browser, address: str, title: str, version: str, count: int, moves: int
) -> None:
    """On a laptop the list of players scrolls sideways in no language, with the figures of a game under way."""
    game, bots, rng = Game(make(title, version, count, {"seating": "free"})), seat_bots(["greedy"], count, 1, 0), Random(1)
    while not game.is_over and game.ply < moves:
        game.push(next_action(game, bots, rng))
    ada = Screen(chromium, address)
    url = ada.import_record(dump(game, ["Ada", "Cornelia", "Cyd", "Leopold", "Eve", "Maximiliane", "Wilhelmina"][:count]))
    for language in ("en", "de", "nl", "ja"):
        ada.page.select_option("#language", language)
        expect(ada.page.locator("html")).to_have_attribute("lang", language)
        ada.page.goto(url)
        ada.wait_for_table()
        show_tab(ada.page, "players")
        # Late in a game everybody has more, and signs beside his shares.
        ada.page.locator(".part-players").evaluate(
            """(part) => { for (const one of part.querySelectorAll("td.number"))
              if (/\\d{2}/.test(one.textContent)) one.textContent = one.textContent.includes("%") ? "♛ ▼ 60%" : "$12,345"; }"""
        )
        wide = "(one) => one.scrollWidth - one.clientWidth"
        assert ada.page.locator(".part-players .scroll").evaluate(wide) <= 0, language
        spilled = """(part) => [...part.querySelectorAll("td, th")].filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent.trim())"""
        assert ada.page.locator(".part-players").evaluate(spilled) == [], language
        broken = """(part) => [...part.querySelectorAll("thead .word")].filter((one) => {
          const range = new Range(); range.selectNodeContents(one);
          return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
        }).map((one) => one.textContent)"""
        assert ada.page.locator(".part-players").evaluate(broken) == [], language
        assert ada.page.locator(".status").evaluate("(one) => one.clientHeight") < 40, "one line"
    ada.close()


def test_without_scripts_a_click_explains(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    url = ada.import_game("1830-equal-runs.json", 150)
    plain = Screen(chromium, address, scripts=False)
    plain.context.add_cookies(ada.context.cookies())  # type: ignore[arg-type]
    plain.page.goto(url)
    plain.page.click(".part-privates [data-explain=private-CA]")
    expect(plain.page.locator("#explain-private-CA")).to_be_visible()
    for screen in (ada, plain):
        screen.close()
