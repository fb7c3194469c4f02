"""Lessons in a real browser: each is played to its end, in all languages, on desktop and phone, by mouse and by keyboard."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, expect

from browser_helpers import PATIENCE, Screen
from goldenspike.bots.base import Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.learn.path import LESSONS, STARTER
from goldenspike.record.native import load
from goldenspike.record.wire import to_wire
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES
from server_helpers import served, wait_until

MOST_MOVES = 80
MOST_TABS = 300
SIZES = ("desktop", "phone")
PARTS = [id for id, lesson in LESSONS.items() if lesson.version != "starter"]
QUICK = ("--set", "bot_pause=0", "--set", "bot_seconds=0.3", "--set", "warm=false")
EVERY = [(lesson, language, size) for lesson in LESSONS for language in LANGUAGES for size in SIZES]
SAMPLE = [
    (lesson, LANGUAGES[number % len(LANGUAGES)], SIZES[number // len(LANGUAGES) % 2 ^ number % 2])
    for number, lesson in enumerate(PARTS)
]
"""Each lesson once, in languages and sizes that take turns; `pytest -m exhaustive` plays each in all of them."""
NEARLY_OVER = 600
"""What the bank has left in a starter game that has a round or two to go."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots and coach do not take long."""
    with served("--data", str(tmp_path_factory.mktemp("browser")), "--unlimited", *QUICK) as (address, _):
        yield address


def open_screen(chromium: Chromium, address: str, size: str = "desktop", language: str = "en") -> Screen:
    """A screen on which moves of others are shown without pauses."""
    screen = Screen(chromium, address, size, language)
    screen.context.add_init_script("localStorage.setItem('goldenspike.pace', 'now')")
    return screen


def begin(screen: Screen, lesson: str, keyboard: bool = False) -> None:
    screen.page.goto("/learn")
    button = screen.page.locator(f"[data-lesson='{lesson}'] form button")
    if keyboard:
        enter(screen, button)
    else:
        button.click()
    screen.wait_for_table()


def enter(screen: Screen, target: Locator) -> None:
    """Go to a control with Tab alone and press Enter."""
    expect(target).to_be_visible()
    for _ in range(MOST_TABS):
        if target.evaluate("element => element === document.activeElement"):
            screen.page.keyboard.press("Enter")
            return
        screen.page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


def follow(screen: Screen, keyboard: bool = False, moves: int = MOST_MOVES) -> bool:
    """Do what the coach says until the lesson is over; returns whether it is over after so many moves."""
    page = screen.page
    over, do = page.locator("[data-lesson-over]"), page.locator("[data-coach-do] button")
    for _ in range(moves):
        expect(over.or_(do).first).to_be_visible()
        if over.count():
            return True
        ply = screen.ply
        if keyboard:
            enter(screen, do)
        else:
            do.click()
        expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", ply)
    return False


def hurry(screen: Screen) -> None:
    """Play on with sensible moves, without the page, until the starter game is nearly over."""
    page, table = screen.page, screen.page.url
    token = page.locator("input[name=_csrf_token]").first.input_value()
    bot = GreedyBot(Random(1))
    page.goto("/learn")  # Nobody asks the coach meanwhile.

    def now() -> Game:
        game = load(page.request.get(f"{table}/record").body())
        assert isinstance(game, Game)
        return game

    while (game := now()).state.money[BANK] > NEARLY_OVER and not game.is_over:
        if game.actors != (STARTER.seat,):
            # The bots may also end the game.
            wait_until(lambda: now().actors in ((), (STARTER.seat,)), "the bots have moved", seconds=180)
            continue
        action = json.dumps(to_wire(game.setup, bot.choose(Table(game, STARTER.seat))))
        form: dict[str, str | float | bool] = {"_csrf_token": token, "ply": str(game.ply), "undos": "0", "action": action}
        assert page.request.post(f"{table}/act", form=form, headers={"accept": "application/json"}).ok
    page.goto(table)
    screen.wait_for_table()


def finish_alone(screen: Screen) -> None:
    """Play a game to its end with the page's own buttons, running trains and building nothing more."""
    page = screen.page
    over = page.locator("[data-lesson-over]")
    answer = page.locator(".part-panel button[data-kind=RunTrains], .part-panel button[data-kind=Pass]")
    for _ in range(MOST_MOVES):
        expect(over.or_(answer).first).to_be_visible()
        if over.count():
            return
        ply = screen.ply
        answer.first.click()
        expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", ply)
    raise AssertionError("the game does not end")


def check_end(screen: Screen, lesson: str) -> None:
    """What the card says at the end, and that the path of lessons knows it."""
    over = screen.page.locator("[data-lesson-over]")
    how = over.get_attribute("data-lesson-over")
    screen.page.goto("/learn")
    done = "done" if how == "passed" else "open"
    expect(screen.page.locator(f"[data-lesson='{lesson}']")).to_have_attribute("data-state", done)


def play(screen: Screen, lesson: str) -> None:
    """A lesson from the path of lessons to its end."""
    begin(screen, lesson)
    if LESSONS[lesson].version != "starter":
        assert follow(screen)
    elif LESSONS[lesson].is_coached:
        assert not follow(screen, moves=4)
        hurry(screen)
        assert follow(screen)
    else:
        hurry(screen)
        finish_alone(screen)


@pytest.mark.parametrize(
    ("lesson", "language", "size"),
    [*SAMPLE, *(pytest.param(*one, marks=pytest.mark.exhaustive) for one in EVERY if one not in SAMPLE)],
)
def test_a_lesson_is_played_to_its_end(chromium: Chromium, address: str, lesson: str, language: str, size: str) -> None:
    """tests/server/test_learn.py reads every lesson in every language, without a browser."""
    screen = open_screen(chromium, address, size, language)
    play(screen, lesson)
    over = screen.page.locator("[data-lesson-over]")
    if LESSONS[lesson].version != "starter":
        expect(over).to_contain_text(Words(language)("learn.passed"))
    expect(screen.page.locator("html")).to_have_attribute("lang", language)
    check_end(screen, lesson)
    screen.close()


def test_a_lesson_by_keyboard_alone(chromium: Chromium, address: str) -> None:
    """With Tab, Enter and the page's own keys, from the list of lessons to the next lesson."""
    screen = open_screen(chromium, address)
    page = screen.page
    begin(screen, "stations", keyboard=True)
    for key, tab in (("s", "sheet"), ("b", "board")):
        page.keyboard.press(key)
        expect(page.locator(f".tabs [data-show={tab}]").first).to_have_attribute("aria-current", "true")
    assert follow(screen, keyboard=True)
    expect(page.locator("[data-lesson-over]")).to_contain_text(Words("en")("learn.passed"))
    enter(screen, page.locator("[data-next-lesson]"))
    screen.wait_for_table()
    expect(page.locator(".coach")).to_contain_text(Words("en")("lesson.phases"))
    screen.close()


def test_the_starter_game_by_keyboard(chromium: Chromium, address: str) -> None:
    """From the lobby to the reasons for its result. The middle of the game is played without the page."""
    screen = open_screen(chromium, address)
    page = screen.page
    page.goto("/")
    page.get_by_role("link", name="Learn to play").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Read").press("Enter")
    page.get_by_role("button", name="Next: Your first railroad").first.press("Enter")
    screen.wait_for_table()
    assert not follow(screen, keyboard=True, moves=4)
    hurry(screen)
    assert follow(screen, keyboard=True)
    expect(page.locator("[data-told]")).to_contain_text("Your trains earned")
    # All decisions of the game are examined, which takes long on a busy machine.
    expect(page.locator("[data-decisions='done']")).to_be_visible(timeout=4 * PATIENCE)
    moment = page.locator("[data-decision] a")
    if moment.count():
        table = page.url
        moment.first.press("Enter")
        expect(page.locator("[data-table]")).to_have_attribute("data-present", "no")
        page.goto(table)  # Steps through the game are not pages to go back to.
        screen.wait_for_table()
    page.locator("[data-next-lesson]").press("Enter")
    screen.wait_for_table()
    expect(page.locator(".coach")).to_contain_text("On your own")
    assert page.locator("[data-coach-do]").count() == 0
    screen.close()


def test_the_starter_game_without_the_coach(chromium: Chromium, address: str) -> None:
    """On a phone, with the page's own buttons to the end."""
    screen = open_screen(chromium, address, "phone", "de")
    page = screen.page
    begin(screen, "starter-alone")
    expect(page.locator(".coach")).to_contain_text(Words("de")("lesson.starter-alone"))
    hurry(screen)
    finish_alone(screen)
    expect(page.locator("[data-told]")).not_to_be_empty()
    check_end(screen, "starter-alone")
    screen.close()


def test_the_card_moves_nothing(chromium: Chromium, address: str) -> None:
    """The question stays where it is while the coach thinks and speaks."""
    screen = open_screen(chromium, address)
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


def test_the_advice_is_in_view_below_what_the_lesson_is_about(chromium: Chromium, address: str) -> None:
    """The text is open until the first decision, then folded."""
    screen = open_screen(chromium, address)
    begin(screen, "privates")
    about, advised = screen.page.locator(".coach-words > details"), screen.page.locator("[data-coach-do] button")
    expect(advised).to_be_in_viewport(ratio=1)
    expect(about).to_have_attribute("open", "")
    assert not follow(screen, moves=1)
    expect(advised).to_be_in_viewport(ratio=1)
    expect(about).not_to_have_attribute("open", "")
    screen.close()


def test_after_another_answer_there_is_a_way_back_to_the_advice(chromium: Chromium, address: str) -> None:
    screen = open_screen(chromium, address)
    begin(screen, "starter")
    advised, back = screen.page.locator("[data-coach-do] button"), screen.page.get_by_role("button", name="Back to the advice")
    for what in ("stakes", "judge", "reasons"):
        expect(advised).to_be_visible()
        expect(back).to_be_hidden()
        screen.page.click(f"form[action$='/{what}'] button")
        expect(advised).to_be_hidden()
        back.click()
    expect(advised).to_be_visible()
    screen.close()


def test_the_coachs_tile_is_shown_on_the_board(chromium: Chromium, address: str) -> None:
    screen = open_screen(chromium, address)
    begin(screen, "starter")
    expect(screen.page.locator(".gs-hint").first).to_be_attached()
    expect(screen.page.locator(".gs-hex.hinted")).to_have_count(1)
    screen.close()


def test_the_card_has_no_barriers(chromium: Chromium, address: str) -> None:
    screen = open_screen(chromium, address)
    begin(screen, "starter")
    expect(screen.page.locator("[data-coach-do] button")).to_be_visible()
    assert screen.barriers(".part-coach, .dock") == []
    for path in ("/learn", "/learn/about"):
        screen.page.goto(path)
        assert screen.barriers() == []
    screen.close()
