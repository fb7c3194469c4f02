"""The board in a real browser: letters that can be read, zoom and pan, what can be switched off, the small map of a phone."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from board_layout import BOARDS, full_board
from browser_helpers import Screen
from goldenspike import svg
from goldenspike.core.opening import opening_state
from goldenspike.core.state import State
from goldenspike.core.title import Setup

LETTERS = """(picture) => [...document.querySelectorAll(`${picture} text:not([aria-hidden])`)]
  .filter((text) => text.getClientRects().length && getComputedStyle(text).display !== "none")
  .map((text) => [
    text.textContent,
    text.getScreenCTM().d * parseFloat(getComputedStyle(text).fontSize),
    Boolean(text.closest(".gs-place-name, .gs-area > text")),
  ])"""
"""Each text of a picture, its size on the screen in pixels, and whether it is the name of a place."""
WHERE = """(hex) => { const { x, y, width, height } =
  document.querySelector(`[data-board] [data-hex="${hex}"] .gs-ground`).getBoundingClientRect();
  return [x + width / 2, y + height / 2, width]; }"""
"""The center of a hex on the screen and its width."""
ZOOM = "() => Number(getComputedStyle(document.querySelector('[data-board]')).getPropertyValue('--zoom'))"
SHOW = """([where, picture]) => { document.querySelector(where).innerHTML = picture }"""
FRAME = """() => { const { x, y, width, height } = document.querySelector("[data-board]").getBoundingClientRect();
  return [x, y, x + width, y + height]; }"""
TOLERANCE = 0.01


@pytest.fixture(scope="module")
def ada(chromium: Browser, address: str) -> Iterator[Screen]:
    """1830, while a railroad builds track."""
    screen = Screen(chromium, address)
    screen.import_game("1830-equal-runs.json", 156)
    yield screen
    screen.close()


def unreadable(page: Page, picture: str = "[data-board]") -> list[tuple[str, float]]:
    """Texts below 8 pixels, and names of places below 9."""
    letters = page.evaluate(LETTERS, picture)
    assert len(letters) > 100
    return [(text, size) for text, size, is_name in letters if size < (9 if is_name else 8) - TOLERANCE]


def late_board(setup: Setup, seed: int) -> State:
    """A board as it is late in a game: most hexes have been upgraded, most circles are taken."""
    full, first = full_board(setup, seed, 3), opening_state(setup)
    draw = random.Random(seed)
    return replace(
        full, faces=[late if draw.random() < 0.7 else early for late, early in zip(full.faces, first.faces, strict=True)]
    )


def test_letters_of_1830_can_be_read(ada: Screen) -> None:
    """Every board of 1830 in the frame that the page has for it at 1400 by 900, as printed and late in a game."""
    boards = {name: setup for name, setup in BOARDS.items() if name.startswith("1830")}
    assert unreadable(ada.page) == []
    before = ada.page.inner_html("[data-board]")
    for name, setup in boards.items():
        for state in (None, late_board(setup, 5)):
            ada.page.evaluate(SHOW, ["[data-board]", svg.board(setup, state, theme="page")])
            assert unreadable(ada.page) == [], (name, state is not None)
    ada.page.evaluate(SHOW, ["[data-board]", before])


def crowded_market(setup: Setup) -> State:
    """All railroads have started, one to four of them in a cell; seven in one cell where there are so many."""
    state = opening_state(setup)
    count = len(setup.title.companies)
    sizes = (7, 3, 2, 1) if count > 10 else (4, 3, 2, 1)
    cells = [cell for cell, size in zip(setup.title.market.par_cells, sizes, strict=False) for _ in range(size)][:count]
    prices = [setup.title.market.prices[cell] for cell in cells]
    return replace(state, cells=cells, par=prices, market_order=tuple(setup.all_companies))


def test_letters_of_every_market_can_be_read(chromium: Browser, address: str) -> None:
    """In the frame of 1862, which is the lowest because of its many railroads."""
    screen = Screen(chromium, address)
    screen.new_table("me", "local", "local", "local", game="1862/standard")
    screen.page.click(".tabs [data-show=market]")
    for name, setup in BOARDS.items():
        for state in (None, crowded_market(setup)):
            drawn = svg.market(setup, state, theme="page", flat=True)
            screen.page.evaluate(SHOW, [".market", drawn])
            assert unreadable(screen.page, ".market") == [], (name, state is not None)
    screen.close()


def test_1862_opens_where_the_game_is_and_can_be_read(chromium: Browser, address: str) -> None:
    screen = Screen(chromium, address)
    screen.import_game("1862-destination-run.json")
    page = screen.page
    assert unreadable(page) == []
    left, top, right, bottom = page.evaluate(FRAME)
    for hex in ("C30", "B31"):  # the stations of the CP, which operates
        x, y, _ = page.evaluate(WHERE, hex)
        assert left < x < right and top < y < bottom, hex
    page.keyboard.press("0")
    assert page.evaluate(ZOOM) == 1
    expect(page.locator(".part-board")).to_have_class("part part-board tabbed shown simple")
    page.click("[data-fit-network]")
    expect(page.locator(".part-board")).not_to_have_class("simple")
    xs = [page.evaluate(WHERE, hex)[0] for hex in ("C16", "C30", "B31")]
    assert all(left < x < right for x in xs)
    assert page.evaluate(ZOOM) > 1
    page.click("[data-fit-network]")
    assert page.evaluate(ZOOM) == 1, "pressed again, it shows the whole board"
    page.keyboard.press("f")
    assert page.evaluate(ZOOM) > 1
    page.keyboard.press("?")
    for key in ("0", "F"):
        expect(page.locator("[data-keys] kbd", has_text=re.compile(f"^{key}$"))).to_be_visible()
    screen.close()


def near(found: list[float], wanted: list[float]) -> bool:
    return all(abs(one - other) <= 1 for one, other in zip(found[:2], wanted[:2], strict=True))


def grown_around(x: float, y: float, before: list[float], after: list[float]) -> bool:
    """Whether the point of the board that was at x, y is still there, within a pixel, at another size."""
    by = after[2] / before[2]
    return near(after, [x + (before[0] - x) * by, y + (before[1] - y) * by])


def test_zoom_and_pan_keep_the_place_and_are_remembered(ada: Screen) -> None:
    page = ada.page
    page.keyboard.press("0")
    frame = page.evaluate(FRAME)
    hex = "D14"
    x, y, _ = page.evaluate(WHERE, hex)
    page.mouse.move(x, y)
    for way, grows in ((-240, True), (-240, True), (120, False)):
        before = page.evaluate(WHERE, hex)
        page.mouse.wheel(0, way)
        page.wait_for_function(f"([hex, old]) => ({WHERE})(hex)[2] !== old", arg=[hex, before[2]])
        after = page.evaluate(WHERE, hex)
        assert grown_around(x, y, before, after) and (after[2] > before[2]) is grows
    before = page.evaluate(WHERE, hex)
    questions: list[Route] = []
    ada.intercept("**/why", questions.append)
    page.mouse.dblclick(x, y)
    after = page.evaluate(WHERE, hex)
    assert grown_around(x, y, before, after) and after[2] == pytest.approx(2 * before[2], rel=0.01)

    # A double click zooms: why nothing can be built there is not shown, even if the answer comes late.
    chosen = page.locator("[data-chooser]")
    assert questions
    for question in questions:
        with page.expect_event("requestfinished", lambda request: request == question.request):  # noqa: B023
            question.continue_()
    page.unroute("**/why")
    expect(chosen).to_be_hidden()

    # Dragging moves the board by as much as the pointer, and chooses nothing.
    page.mouse.down()
    page.mouse.move(x - 60, y + 35, steps=4)
    page.mouse.up()
    assert near(page.evaluate(WHERE, hex), [after[0] - 60, after[1] + 35])
    expect(chosen).to_be_hidden()

    here, zoom = page.evaluate(WHERE, hex), page.evaluate(ZOOM)
    page.reload()
    ada.wait_for_table()
    assert page.evaluate(ZOOM) == pytest.approx(zoom)
    assert near(page.evaluate(WHERE, hex), here)

    # Keys: arrows pan where the board has the focus, + and - zoom around the middle, 0 shows the whole board.
    page.focus("[data-board]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(WHERE, hex)[0] < here[0] - 50
    page.keyboard.press("+")
    assert page.evaluate(ZOOM) == pytest.approx(zoom * 1.4)
    page.keyboard.press("-")
    page.keyboard.press("0")
    assert page.evaluate(ZOOM) == 1
    assert near(page.evaluate(WHERE, hex), [x, y])
    assert page.evaluate(FRAME) == frame


def test_the_network_of_a_railroad_fits(ada: Screen) -> None:
    page = ada.page
    page.keyboard.press("f")
    assert page.evaluate(ZOOM) > 1.2
    left, top, right, bottom = page.evaluate(FRAME)
    for slot in page.locator("[data-board] [role=button]").all():
        box = slot.bounding_box()
        assert box and left - 1 <= box["x"] and box["x"] + box["width"] <= right + 1
        assert top - 1 <= box["y"] and box["y"] + box["height"] <= bottom + 1
    page.keyboard.press("0")


LAYERS = {"numbers": ".gs-number", "costs": ".gs-terrain text", "coordinates": ".gs-rim text", "privates": ".gs-private"}


def test_what_is_switched_off_stays_off(ada: Screen) -> None:
    page = ada.page
    places = page.evaluate(FRAME), page.evaluate(WHERE, "H12")
    page.click("[popovertarget=layers]")
    for value, signs in LAYERS.items():
        first = page.locator(f"[data-board] {signs}").first
        expect(first).to_be_visible()
        page.uncheck(f"[data-layers] [value={value}]")
        expect(first).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("[data-layers]")).to_be_hidden()
    assert (page.evaluate(FRAME), page.evaluate(WHERE, "H12")) == places
    page.reload()
    ada.wait_for_table()
    page.click("[popovertarget=layers]")
    for value, signs in LAYERS.items():
        first = page.locator(f"[data-board] {signs}").first
        expect(first).to_be_hidden()
        page.check(f"[data-layers] [value={value}]")
        expect(first).to_be_visible()
    page.keyboard.press("Escape")


def test_a_phone_shows_a_simple_map_until_it_is_pinched(chromium: Browser, address: str) -> None:
    screen = Screen(chromium, address, "phone", touch=True)
    screen.import_game("1830-equal-runs.json", 150)
    page = screen.page
    for signs in (".gs-place-name", ".gs-terrain text", ".gs-rim text", ".gs-number"):
        expect(page.locator(f"[data-board] {signs}").first).to_be_hidden()
    for signs in (".gs-value", ".gs-roundel", ".gs-rail"):
        expect(page.locator(f"[data-board] {signs}").first).to_be_visible()
    x, y, width = page.evaluate(WHERE, "E19")
    touch = screen.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        fingers: list[dict[str, Any]] = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 45, 60):
        send("touchMove", (x - apart, y), (x + apart, y))
    send("touchEnd")
    after = page.evaluate(WHERE, "E19")
    assert near(after, [x, y]) and after[2] == pytest.approx(3 * width, rel=0.02)
    expect(page.locator("[data-board] [data-hex=E19] .gs-place-name")).to_be_visible()
    screen.close()
