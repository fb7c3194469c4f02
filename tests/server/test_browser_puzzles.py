"""Two puzzles solved on the real board: a tile by its ring, a run by clicking its stops; on a desktop and on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen
from goldenspike.core.actions import LayTile, RunTrains
from goldenspike.core.state import hex_of_place
from goldenspike.puzzles.book import packaged

BOOK = packaged()


@pytest.fixture(params=["desktop", "phone"])
def ada(chromium: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Screen]:
    screen = Screen(chromium, address, request.param, touch=request.param == "phone")
    yield screen
    screen.close()


def test_solve_two_puzzles(ada: Screen) -> None:
    page = ada.page
    # The tile: choose the hex, the tile in its ring, turn it, confirm.
    puzzle = BOOK.of_kind("tile")[2]
    game = BOOK.open(puzzle).game
    lay = BOOK.solution(puzzle)
    assert isinstance(lay, LayTile)
    page.goto(f"/puzzles/{puzzle.id}")
    ada.wait_for_table()
    page.locator(f'[data-board] .gs-hex[data-hex="{game.setup.title.hexes[lay.hex].id}"]').click()
    card = page.locator("[data-chooser]")
    expect(card).to_be_visible()
    wanted = puzzle.answers[0]
    for _ in range(page.locator(".fit").count() * 7):
        shown = page.evaluate("JSON.parse(document.querySelector('[data-chooser]').dataset.chosen)")
        if all(shown.get(name) == value for name, value in wanted.items()):
            break
        if shown["tile"] == wanted["tile"] and page.locator("[data-turn]").is_enabled():
            page.locator("[data-turn]").click()
        else:
            page.keyboard.press("ArrowRight")
    page.locator("[data-confirm]").click()
    expect(page.locator(".right-answer")).to_contain_text(f"${puzzle.best}")
    assert page.locator("[data-board] .gs-route-0").count(), "the best run is drawn"

    # The run: for each train click its hexes on the board.
    puzzle = next(one for one in BOOK.of_kind("run") if len(one.answers[0]["routes"]) == 2)
    game = BOOK.open(puzzle).game
    run = BOOK.solution(puzzle)
    assert isinstance(run, RunTrains) and run.routes is not None
    page.goto(f"/puzzles/{puzzle.id}")
    ada.wait_for_table()
    for number, route in enumerate(run.routes):
        page.locator(f"[data-current][value='{number}']").check()
        for place in route.places:
            box = page.locator(f"[name='stop-{number}-{place}']")
            hex = page.locator(f'[data-board] .gs-hex[data-hex="{game.setup.title.hexes[hex_of_place(place)].id}"]')
            for _ in range(6):
                if box.is_checked():
                    break
                hex.dispatch_event("click")
            expect(box).to_be_checked()
            expect(hex).to_have_attribute("data-picked", str(number))
    page.locator("[data-stops] button").click()
    expect(page.locator(".right-answer")).to_contain_text(f"${puzzle.best}")

    page.goto("/puzzles")
    expect(page.locator(".set .done")).to_have_count(2)


@pytest.mark.parametrize("path", ["/puzzles", "run", "sale", "tile?solution=yes"])
def test_no_barriers(chromium: Browser, address: str, path: str) -> None:
    screen = Screen(chromium, address)
    kind, _, query = path.partition("?")
    at = path if path.startswith("/") else f"/puzzles/{BOOK.of_kind(kind)[0].id}{'?' + query if query else ''}"
    screen.page.goto(at)
    assert screen.barriers() == []
    screen.close()


def test_without_scripts(chromium: Browser, address: str) -> None:
    """A bid is a plain form."""
    screen = Screen(chromium, address, scripts=False)
    puzzle = BOOK.of_kind("auction")[0]
    screen.page.goto(f"/puzzles/{puzzle.id}")
    screen.page.fill(".bidding [name=chosen]", str(-puzzle.best))
    screen.page.click(".bidding button")
    expect(screen.page.locator(".right-answer")).to_be_visible()
    screen.close()
