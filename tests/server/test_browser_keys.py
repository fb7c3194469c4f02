"""Every key that `?` lists, in a real browser."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen

RECORD = "1830-equal-runs.json"
AUCTION, TRACK, DIVIDEND, ROUTES = 4, 156, 178, None
"""Numbers of moves after which there is an auction, track to build, a dividend, and a choice of routes."""

VIEWS = {"A": "auction", "B": "board", "M": "market", "S": "sheet", "T": "tiles"}
LISTS = {"P": "players", "C": "companies", "V": "trains", "I": "privates", "L": "log"}
HERE = {"1", "…", "9", "N", "G", "D", "W", "E", "[", "]", "U", "Y", "H", "J", "R", "Shift+R", "?", *VIEWS, *LISTS}
ELSEWHERE = {
    "Shift+U": "test_browser_ring",
    "Tab": "test_browser",
    "Enter": "test_browser_ring",
    "Esc": "test_browser_ring",
    "←": "test_browser_history",
    "→": "test_browser_history",
    "+": "test_browser_board",
    "−": "test_browser_board",
    "0": "test_browser_board",
    "F": "test_browser_board",
    "K": "test_browser_ring",
    "X": "test_browser_ring",
    "Shift+←": "test_browser_history",
    "Shift+→": "test_browser_history",
    "Ctrl+←": "test_browser_history",
    "Ctrl+→": "test_browser_history",
    "O": "test_browser_since",
}

At = Callable[[int | None], Screen]


@pytest.fixture(params=["desktop", "phone"])
def at(request: pytest.FixtureRequest, chromium: Browser, address: str) -> Iterator[At]:
    """A screen with the recorded game after so many moves; phones may have a keyboard too."""
    screen = Screen(chromium, address, request.param)

    def open_table(moves: int | None) -> Screen:
        screen.import_game(RECORD, moves)
        return screen

    yield open_table
    screen.close()


def moves_on(screen: Screen, key: str) -> None:
    """Press a key and wait until the table has moved."""
    before = screen.ply
    screen.page.keyboard.press(key)
    expect(screen.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)


def test_each_listed_key_is_tested(at: At) -> None:
    page = at(AUCTION).page
    page.keyboard.press("?")
    listed = page.locator("[data-keys] kbd").all_inner_texts()
    assert set(listed) == HERE | set(ELSEWHERE)


def test_views_and_lists(at: At) -> None:
    page = at(AUCTION).page
    for key, name in (VIEWS | LISTS).items():
        page.keyboard.press(key.lower())
        expect(page.locator(f".tabbed[data-tab={name}]")).to_be_visible()
        expect(page.locator(f".tabbed[data-tab={name}]")).to_be_in_viewport()
        expect(page.locator(f".tabs [data-show={name}]").first).to_have_attribute("aria-current", "true")


def test_answers_by_number(at: At) -> None:
    screen = at(DIVIDEND)
    screen.page.keyboard.press("l")
    expect(screen.page.locator(".part-panel .answers > button[data-kind=PayDividend]")).to_have_count(2)
    start = screen.ply
    screen.page.keyboard.press("9")
    assert screen.ply == start, "there is no ninth answer"
    paid, withheld = re.compile("B&M pays out"), re.compile("B&M withholds")
    for key, said in (("1", paid), ("2", withheld), ("d", paid), ("w", withheld)):
        moves_on(screen, key)
        expect(screen.page.locator(".log-move").filter(has_text=said)).to_have_count(1)
        moves_on(screen, "u")
        expect(screen.page.locator(".log-move").filter(has_text=said)).to_have_count(0)


def test_a_run_is_chosen_and_the_turn_ended(at: At) -> None:
    screen = at(ROUTES)
    page = screen.page
    said = page.locator(".part-panel")
    expect(said).to_contain_text("1 of 2")
    page.keyboard.press("]")
    expect(said).to_contain_text("2 of 2")
    page.keyboard.press("[")
    expect(said).to_contain_text("1 of 2")
    question = page.locator(".question")
    expect(question).to_contain_text("B&O")
    moves_on(screen, "e")
    expect(question).not_to_contain_text("B&O")
    moves_on(screen, "u")
    moves_on(screen, "y")


def test_the_first_thing_to_choose_and_a_pass(at: At) -> None:
    screen = at(TRACK)
    page = screen.page
    page.keyboard.press("g")
    hexagon = page.locator("[data-board] :focus")
    expect(hexagon).to_have_attribute("role", "button")
    page.keyboard.press("Enter")
    expect(page.locator("[data-chooser]")).to_be_visible()
    page.keyboard.press("Escape")
    moves_on(screen, "n")


def test_a_tile_is_turned_both_ways(at: At) -> None:
    page = at(208).page
    chooser = page.locator("[data-chooser]")
    for number in range(page.locator('.gs-hex[role="button"]').count()):
        page.locator('.gs-hex[role="button"]').nth(number).focus()
        page.keyboard.press("Enter")
        before = chooser.get_attribute("data-chosen") or ""
        page.keyboard.press("r")
        if chooser.get_attribute("data-chosen") != before:
            break
        page.keyboard.press("Escape")
    expect(chooser).not_to_have_attribute("data-chosen", before)
    page.keyboard.press("Shift+R")
    expect(chooser).to_have_attribute("data-chosen", before)


def test_a_hint_is_asked_for_and_followed(at: At) -> None:
    """The test says what the bot says."""
    screen = at(165)
    page, before = screen.page, screen.ply
    action = page.locator("button[data-kind=LayTile]").first.get_attribute("value") or ""
    hint = {"move": "Lay it", "why": "It pays.", "action": action, "ply": int(before), "undos": 0}
    screen.intercept("**/hint", lambda route: route.fulfill(json=hint))
    page.keyboard.press("j")
    assert screen.ply == before, "nothing has been proposed yet"
    page.keyboard.press("h")
    expect(page.locator("[data-hint-why]")).to_have_text("It pays.")
    moves_on(screen, "j")
    hexagon = page.locator(f'.gs-hex[data-hex="{json.loads(action)["hex"]}"]')
    expect(hexagon.locator(".gs-number")).to_have_text(re.compile(r"^\d+"))


def test_an_amount_is_typed_over_and_the_field_left(chromium: Browser, address: str) -> None:
    """G selects the amount in the first field, Enter sends what was typed; Esc gives the keys back."""
    screen = Screen(chromium, address)
    screen.import_game("1830-discard.json", 14)
    page, field = screen.page, screen.page.locator(".bidding input[name=chosen]").first
    page.keyboard.press("g")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    page.keyboard.press("g")
    page.keyboard.type("300")
    expect(field).to_have_value("300")
    moves_on(screen, "Enter")
    expect(page.locator(".log-move").last).to_contain_text("leads with $300.")
    page.keyboard.press("g")
    page.keyboard.press("Escape")
    moves_on(screen, "n")
    screen.close()
