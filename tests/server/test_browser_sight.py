"""What the reader needs now is in sight and stays in place: the hexes to build on, the question, what stands below it."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import DATA, MOVE, Screen, paused

IN_SIGHT = """() => { const frame = document.querySelector("[data-board]").getBoundingClientRect();
  return [...document.querySelectorAll("[data-board] [role=button]")].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    return across > frame.left && across < frame.right && down > frame.top && down < frame.bottom;
  }).map((one) => one.dataset.hex); }"""
"""Hexes to build on that the frame of the board shows."""
OVERLAP = """([one, other]) => { const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top; }"""
SCROLLED = "() => document.querySelector('.right').scrollTop"


def test_the_board_shows_where_to_build(chromium: Browser, address: str) -> None:
    """Also if the pointer rests on it, as after a click in the stock table, and after a reload; nobody who looks elsewhere is
    called back."""
    ada = Screen(chromium, address)
    ada.import_game("1862-destination-run.json", 311)
    page = ada.page
    page.hover("[data-board]")
    page.keyboard.press("n")
    expect(page.locator("[data-table]")).to_have_attribute("data-ply", "312")
    expect(page.locator(".question")).to_contain_text("CPR")
    assert page.evaluate(IN_SIGHT) == ["H3", "H5"]
    page.reload()
    ada.wait_for_table()
    assert page.evaluate(IN_SIGHT) == ["H3", "H5"]
    page.keyboard.press("0")
    page.mouse.wheel(0, -1500)
    page.wait_for_function(f"() => !({IN_SIGHT})().length")
    page.reload()
    ada.wait_for_table()
    assert page.evaluate(IN_SIGHT) == []
    ada.close()


LETTERS = """() => Math.min(...[...document.querySelectorAll("[data-board] .gs-hex text:not([aria-hidden])")]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getScreenCTM().d * parseFloat(getComputedStyle(one).fontSize)))"""
"""The size of the smallest letters of the board on the screen, in pixels."""


def test_a_small_laptop_opens_as_close_as_is_needed_to_read(chromium: Browser, address: str) -> None:
    """And no closer, however small the network of the railroad is, unless somebody asks for it."""
    ada = Screen(chromium, address)
    ada.page.set_viewport_size({"width": 1280, "height": 720})
    ada.import_game("1830-equal-runs.json", 156)
    expect(ada.page.locator(".question")).to_contain_text("NYC")
    assert 8 <= ada.page.evaluate(LETTERS) < 11.5
    ada.page.keyboard.press("f")
    assert ada.page.evaluate(LETTERS) > 13
    ada.close()


def test_1862_opens_on_a_phone_where_the_game_is(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    ada.import_game("1862-destination-run.json", 49)
    assert ada.page.evaluate(IN_SIGHT) == ["G30"]
    hexagon = ada.page.locator("[data-hex=G30] .gs-ground").bounding_box()
    assert hexagon is not None and hexagon["width"] > 40
    ada.close()


def other_page(ada: Screen) -> Page:
    """Another page at the same table, whose moves the first one is told of."""
    other = ada.context.new_page()
    other.goto(ada.page.url)
    other.wait_for_selector("[data-table][data-ready]")
    ada.page.bring_to_front()
    return other


def test_the_question_is_in_sight_when_the_turn_comes(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local", "local")
    page = ada.page
    page.set_viewport_size({"width": 1400, "height": 620})
    other = other_page(ada)
    table, question, bar = page.locator("[data-table]"), page.locator(".question"), page.locator("[data-to-question]")
    down = "() => document.querySelector('.right').scrollTo(0, 9999)"
    # The pointer is elsewhere: the column scrolls back.
    page.mouse.move(300, 300)
    page.evaluate(down)
    expect(question).not_to_be_in_viewport()
    before = ada.ply
    other.evaluate(MOVE)
    expect(table).not_to_have_attribute("data-ply", before)
    expect(question).to_be_in_viewport()
    expect(bar).to_be_hidden()
    # It is in the column: nothing moves, and a bar says the question.
    page.hover(".right .tabs")
    page.evaluate(down)
    expect(bar).to_be_visible()
    scrolled, before = page.evaluate(SCROLLED), ada.ply
    other.evaluate(MOVE)
    expect(table).not_to_have_attribute("data-ply", before)
    assert page.evaluate(SCROLLED) == scrolled > 0
    expect(bar).to_be_in_viewport(ratio=1)
    expect(bar).to_have_text(question.inner_text())
    bar.click()
    expect(question).to_be_in_viewport()
    expect(bar).to_be_hidden()
    # A list that a key brings into view does not take the question away either.
    page.keyboard.press("c")
    assert page.evaluate(SCROLLED) > 0
    expect(bar).to_have_text(question.inner_text())
    assert not page.evaluate(OVERLAP, ["[data-to-question]", ".right > .tabs"])
    expect(page.locator(".right > .tabs")).to_be_in_viewport(ratio=1)
    other.close()
    ada.close()


def test_steps_of_a_turn_and_hints_move_neither_undo_nor_what_is_below_the_question(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 85)
    page = ada.page
    heading, undo = page.locator(".since-head h2"), page.locator("#undo")
    places, ways_back = {}, []
    for key in ("n", "d", ""):
        box = heading.bounding_box()
        assert box is not None
        places[page.inner_text(".question")] = box["y"]
        ways_back.append(undo.bounding_box())
        if key:
            before = ada.ply
            page.keyboard.press(key)
            expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    assert [question.split(":")[1].split()[0] for question in places] == ["lay", "place", "buy"]
    assert len(set(places.values())) == 1, places
    assert ways_back[0] is not None and ways_back == ways_back[:1] * 3, "undo is where it was"
    # The test says what the bot says.
    hint = {"move": "Skip", "why": "It pays. " * 12, "action": "", "ply": int(ada.ply), "undos": 0}
    ada.intercept("**/hint", lambda route: route.fulfill(json=hint))
    page.keyboard.press("h")
    expect(page.locator("[data-hint-why]")).to_be_in_viewport()
    box = heading.bounding_box()
    assert box is not None and {box["y"]} == set(places.values())
    ada.close()


def test_a_choice_of_runs_moves_nothing_below_the_question(chromium: Browser, address: str) -> None:
    """Arrows, routes and three answers take no more than what is kept free."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json")
    page = ada.page
    heading = page.locator(".since-head h2")
    expect(page.locator(".pager")).to_be_visible()
    before, ply = heading.bounding_box(), ada.ply
    page.keyboard.press("]")
    expect(page.locator(".pager [role=status]")).to_contain_text("2 of 2")
    assert heading.bounding_box() == before
    page.keyboard.press("d")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", ply)
    expect(page.locator(".pager")).to_have_count(0)
    after = heading.bounding_box()
    assert before and after and after["y"] == before["y"]
    ada.close()


@pytest.mark.parametrize(("moves", "view"), [(4, "auction"), (129, "market")])
def test_a_phone_leads_to_the_table_in_which_to_answer_from_elsewhere(
    chromium: Browser, address: str, moves: int, view: str
) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    ada.import_game("1830-equal-runs.json", moves)
    page = ada.page
    way, answers = page.locator(".hint-cards a"), page.locator(f".tabbed[data-tab={view}]")
    expect(answers).to_be_visible()
    expect(way).to_be_hidden()
    page.locator(".tabs [data-show=sheet]").tap()
    expect(answers).to_be_hidden()
    way.tap()
    expect(answers).to_be_visible()
    expect(way).to_be_hidden()
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_way_out_of_the_wait_is_clear_of_the_question(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size, touch=size == "phone")
    ada.new_table("me", "local", "local", "local")
    page, other = ada.page, other_page(ada)
    paused(page)
    for _ in range(2):
        other.evaluate(MOVE)
    button = page.locator("[data-skip]")
    expect(button).to_be_in_viewport(ratio=1)
    expect(button).to_have_text("Show now")
    for name in ("#question", ".part-panel .answers"):
        assert not page.evaluate(OVERLAP, ["[data-skip]", name]), name
    other.close()
    ada.close()


def test_closing_a_private_company_is_no_answer_to_anothers_question(chromium: Browser, address: str) -> None:
    """1862 allows it at any time: one click away, with its consequence, and on no key."""
    record = json.loads((DATA / "1862-destination-run.json").read_text())
    record["actions"] = record["actions"][:14]
    record.pop("snapshot", None)
    ada = Screen(chromium, address)
    page = ada.page
    page.goto(ada.import_for_phones(json.dumps(record).encode()))
    page.select_option("[name=seat]", "0")
    page.click("button.main")
    ada.wait_for_table()
    expect(page.locator("[data-table]")).to_have_attribute("data-round-view", "market")
    expect(page.locator("button[data-kind=Pass]")).to_have_count(0)
    close = page.locator("button[data-kind=ClosePrivate]").first
    expect(close).to_be_hidden()
    before = ada.ply
    page.keyboard.press("1")
    page.locator("#other-ways summary").click()
    expect(close).to_be_visible()
    expect(close.locator("small")).to_have_text(re.compile(r"^Permanent, with no compensation; its income of \$\d+ ends$"))
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert ada.ply == before
    ada.close()
