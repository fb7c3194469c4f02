"""Lessons in a real browser: played to their end by following the coach, on desktop and phone, by mouse and by keyboard."""

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from browser_helpers import Screen
from goldenspike.server.words import Words

MOST_MOVES = 80


def begin(screen: Screen, lesson: str) -> None:
    screen.page.goto("/learn")
    screen.page.click(f"[data-lesson='{lesson}'] form button")
    screen.wait_for_table()


def follow(screen: Screen, keyboard: bool = False) -> None:
    """Do what the coach says until the lesson is over."""
    page = screen.page
    over, do = page.locator("[data-lesson-over]"), page.locator("[data-coach-do] button")
    for _ in range(MOST_MOVES):
        expect(over.or_(do).first).to_be_visible()
        if over.count():
            return
        ply = screen.ply
        if keyboard:
            do.focus()
            page.keyboard.press("Enter")
        else:
            do.click()
        expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", ply)
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize(
    ("lesson", "size", "language"),
    [
        ("privates", "desktop", "de"),
        ("stocks", "phone", "ja"),
        ("stations", "desktop", "nl"),
        ("auction", "phone", "en"),
        ("rush", "desktop", "ja"),
        ("ending", "phone", "nl"),
        ("1862", "desktop", "de"),
    ],
)
def test_a_lesson_is_played_to_its_end(chromium: Chromium, address: str, lesson: str, size: str, language: str) -> None:
    screen = Screen(chromium, address, size, language)
    begin(screen, lesson)
    follow(screen)
    expect(screen.page.locator("[data-lesson-over]")).to_contain_text(Words(language)("learn.passed"))
    screen.page.goto("/learn")
    expect(screen.page.locator(f"[data-lesson='{lesson}']")).to_have_attribute("data-state", "done")
    screen.close()


def test_the_starter_game_by_keyboard(chromium: Chromium, address: str) -> None:
    """A whole game, from the lobby to the reasons for its result."""
    screen = Screen(chromium, address, "desktop", "en")
    page = screen.page
    page.goto("/")
    page.get_by_role("link", name="Learn to play").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Read").press("Enter")
    page.get_by_role("button", name="Next: Your first railroad").first.press("Enter")
    screen.wait_for_table()
    follow(screen, keyboard=True)
    expect(page.locator("[data-lesson-over]")).to_contain_text("Your trains earned")
    page.locator("[data-next-lesson]").press("Enter")
    screen.wait_for_table()
    expect(page.locator(".coach")).to_contain_text("On your own")
    assert page.locator("[data-coach-do]").count() == 0
    screen.close()


def test_the_card_moves_nothing(chromium: Chromium, address: str) -> None:
    """The question stays where it is while the coach thinks and speaks."""
    screen = Screen(chromium, address)
    begin(screen, "starter")
    panel = screen.page.locator(".part-panel")
    before = panel.bounding_box()
    expect(screen.page.locator("[data-coach-do] button")).to_be_visible()
    assert panel.bounding_box() == before
    for what in ("stakes", "judge", "reasons"):
        screen.page.click(f"form[action$='/{what}'] button")
        expect(screen.page.locator("[data-coach-said]")).not_to_have_text("")
        assert panel.bounding_box() == before
    screen.close()


def test_the_coachs_tile_is_shown_on_the_board(chromium: Chromium, address: str) -> None:
    screen = Screen(chromium, address)
    begin(screen, "starter")
    expect(screen.page.locator(".gs-hint").first).to_be_attached()
    expect(screen.page.locator(".gs-hex.hinted")).to_have_count(1)
    screen.close()


def test_the_card_has_no_barriers(chromium: Chromium, address: str) -> None:
    screen = Screen(chromium, address)
    begin(screen, "starter")
    expect(screen.page.locator("[data-coach-do] button")).to_be_visible()
    assert screen.barriers() == []
    for path in ("/learn", "/learn/about"):
        screen.page.goto(path)
        assert screen.barriers() == []
    screen.close()
