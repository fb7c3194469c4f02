"""Real browsers and bots: hints, stand-ins by vote, and the analysis of a finished game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen
from goldenspike.server.words import Words
from server_helpers import served

SLOW = 60_000
"""Milliseconds that a thought may take on a busy machine."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where whoever has no page open is away at once."""
    with served("--data", str(tmp_path_factory.mktemp("impatient")), "--unlimited", "--absence", "0") as (address, _):
        yield address


def test_a_hint_appears_and_disturbs_nothing(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local")
    page = ada.page
    bid = page.locator("form.amount input[name=chosen]").first
    bid.fill("60")
    page.click("[data-hint] button")
    expect(page.locator("[data-hint-move]")).not_to_be_empty(timeout=SLOW)
    expect(page.locator("[data-hint-why]")).not_to_be_empty(timeout=SLOW)
    expect(bid).to_have_value("60")
    assert ada.ply == "0"
    ada.press("Pass")
    expect(page.locator("[data-hint-said]")).to_be_hidden()
    expect(page.locator("button.hinted")).to_have_count(0)
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_hint_shows_itself_on_the_board_and_is_done_by_one_click(chromium: Browser, address: str, size: str) -> None:
    """The tile lies on its hex as a ghost, its button is outlined, and Do it lays the tile. The test says what the bot says."""
    ada = Screen(chromium, address, size)
    ada.import_game("1830-equal-runs.json", 165)
    page, before = ada.page, ada.ply
    button = page.locator("button[data-kind=LayTile]").first
    action = button.get_attribute("value") or ""
    why = "The trains could earn $90 instead of $60."
    hint = {"move": "Lay it", "why": why, "action": action, "ply": int(before), "undos": 0}
    ada.intercept("**/hint", lambda route: route.fulfill(json=hint))
    page.click("[data-hint] button")
    expect(page.locator("[data-hint-why]")).to_have_text(why)
    hexagon = page.locator(f'.gs-hex[data-hex="{json.loads(action)["hex"]}"]')
    expect(hexagon).to_have_class(re.compile("hinted"))
    expect(hexagon.locator(".gs-hint .gs-tile")).to_have_count(1)
    expect(button).to_have_class(re.compile("hinted"))
    do = page.locator("[data-hint-do] button")
    expect(do).to_be_visible()
    do.click()
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    expect(page.locator(".gs-hint")).to_have_count(0)
    expect(page.locator("[data-hint-do]")).to_be_hidden()
    expect(page.locator(".hinted")).to_have_count(0)
    ada.close()


def test_what_is_at_stake_is_shown(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 165)
    ada.page.click("form[action$='/stakes'] button")
    expect(ada.page.locator("[data-coach-said] li").first).to_be_visible(timeout=SLOW)
    ada.close()


def test_a_hint_is_read_without_scripts(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    url = ada.new_table("me", "local")
    cookies = ada.context.cookies()
    plain = Screen(chromium, address, scripts=False)
    plain.context.add_cookies(cookies)  # type: ignore[arg-type]
    plain.page.goto(url)
    plain.page.click("[data-hint] button")
    expect(plain.page.locator("[data-hint-move]")).not_to_be_empty(timeout=SLOW)
    for screen in (ada, plain):
        screen.close()


@pytest.mark.parametrize("language", ["de", "nl", "ja"])
def test_a_hint_fits_a_phone(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, "phone", language)
    ada.new_table("me", "local")
    expect(ada.page.locator("[data-hint] button")).to_contain_text(Words(language)("hint.ask"))
    ada.page.click("[data-hint] button")
    expect(ada.page.locator("[data-hint-move]")).not_to_be_empty(timeout=SLOW)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    ada.close()


def test_a_bot_plays_for_an_absent_player_until_the_return(chromium: Browser, impatient: str) -> None:
    ada, bob, cyd = (Screen(chromium, impatient) for _ in range(3))
    url = ada.new_table("me", "open", "open")
    invitation = ada.page.input_value("[data-copy]")
    for screen, name in ((bob, "Bob"), (cyd, "Cyd")):
        screen.page.goto(invitation)
        screen.page.fill("[name=name]", name)
        screen.page.click("main button")
        screen.page.wait_for_selector("[data-table]")
    ada.page.goto("/help")  # Ada goes away.
    page = bob.page
    page.locator(".stand-ins summary", has_text=Words("en")("standin.title")).click()
    form = page.locator(".stand-in-form", has_text="Ada")
    form.locator("select").select_option("greedy")
    form.locator("button").click()
    expect(page.locator(".part-standin .request")).to_contain_text("1 of 2")
    cyd.page.click(".part-standin .request button[value=yes]")
    expect(cyd.page.locator(".part-standin")).to_contain_text("is playing for Ada")
    expect(cyd.page.locator("[data-table]")).not_to_have_attribute("data-ply", "0", timeout=SLOW)
    expect(page.locator(".log")).to_contain_text("A bot plays for Ada")
    ada.page.goto(url)
    ada.page.click(".part-standin button.main")
    expect(ada.page.locator(".part-standin .request")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("Ada is playing again")
    for screen in (ada, bob, cyd):
        screen.close()


def test_players_can_hand_over_their_own_seat(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "bot")
    ada.page.locator(".stand-ins summary").click()
    ada.page.locator(".stand-in-form select").select_option("greedy")
    ada.page.locator(".stand-in-form button").click()
    expect(ada.page.locator(".part-standin .request")).to_be_visible()
    expect(ada.page.locator("[data-table]")).to_have_attribute("data-ply", re.compile(r"[3-9]|\d\d"), timeout=SLOW)
    ada.page.click(".part-standin button.main")
    expect(ada.page.locator(".part-standin .request")).to_have_count(0)
    ada.close()


def test_a_finished_game_is_looked_at_again(chromium: Browser, address: str, tmp_path: Path) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-bank-breaks.json")
    page = ada.page
    question, undo, result = (page.locator(one).bounding_box() for one in ("#question", "#undo", ".result"))
    assert question and undo and result and question["y"] + question["height"] <= result["y"]
    assert result["y"] + result["height"] <= undo["y"], "undo is out of the way"
    page.click('a[href$="/analysis"]')
    expect(page.locator(".curves.wide").first).to_be_visible(timeout=SLOW)
    expect(page.locator(".curves.narrow").first).to_be_hidden()
    assert page.locator(".turnings li").count() >= 3
    expect(page.locator("progress")).to_be_visible()
    before = page.locator("progress").get_attribute("value") or ""
    expect(page.locator("progress")).not_to_have_attribute("value", before, timeout=SLOW)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".curves.narrow").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    assert ada.barriers() == []
    page.locator(".turnings a").first.click()
    expect(page.locator("[data-table]")).to_have_attribute("data-present", "no")
    ada.close()


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_japanese_breaks_lines_between_phrases(chromium: Browser, address: str, device: str) -> None:
    """A katakana word such as プレイヤー stays on one line, as far as the language's rules reach."""
    ada = Screen(chromium, address, device, "ja")
    ada.page.goto("/help")
    split = ada.page.evaluate(
        """() => {
            const found = [];
            for (const cell of document.querySelectorAll("p, h2")) {
                const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    for (const word of walker.currentNode.data.matchAll(/[\\u30a1-\\u30ff]+/g)) {
                        const range = document.createRange();
                        range.setStart(walker.currentNode, word.index);
                        range.setEnd(walker.currentNode, word.index + word[0].length);
                        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
                    }
                }
            }
            return found;
        }"""
    )
    assert split == []
    ada.close()


def test_a_waiting_bot_says_how_many_come_first(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    page = ada.page
    told = {"asked": True, "text": Words("en")("table.queue", count=2)}
    page.route("**/queue", lambda route: route.fulfill(json=told))
    ada.new_table("me", "local")
    shown = page.locator("[data-queue]")
    expect(shown).to_have_text("The bot is waiting in line, with 2 ahead of it.", timeout=SLOW)
    expect(shown).to_be_visible()
    told.update({"asked": False, "text": ""})
    expect(shown).to_be_hidden(timeout=SLOW)
    ada.close()
