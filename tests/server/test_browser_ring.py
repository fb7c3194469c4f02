"""Acting at the hex and with keys: the ring of tiles, shortcuts, redo, settings."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen

GAP = """() => {
  const hex = document.querySelector(".gs-trial").closest(".gs-hex").getBoundingClientRect();
  const center = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const items = [...document.querySelectorAll(".ring .fit, .ring .tool")].filter((one) => one.getClientRects().length);
  const boxes = [...items, document.querySelector("[data-card]")].map((one) => one.getBoundingClientRect());
  const far = items.map((one) => Math.hypot(...center(one.getBoundingClientRect()).map((at, i) => at - center(hex)[i])));
  const before = (one, other) => one.right <= other.left || one.bottom <= other.top;
  const apart = (one, other) => before(one, other) || before(other, one);
  return {
    nearest: Math.min(...far) - Math.min(hex.width, hex.height) / 2,
    farthest: Math.max(...far),
    overlap: boxes.some((one, i) => boxes.some((other, j) => i < j && !apart(one, other) &&
      Math.hypot(...center(one).map((at, k) => at - center(other)[k])) < 40)),
    outside: boxes.some((box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight),
  };
}"""
"""How the ring lies: nothing over the hex, nothing outside the window, nothing on top of another, nothing far away."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(("game", "moves"), [("1830-equal-runs.json", 156), ("1862-destination-run.json", 49)])
def test_the_ring_lies_around_the_hex(chromium: Browser, address: str, size: str, game: str, moves: int) -> None:
    ada = Screen(chromium, address, size)
    ada.import_game(game, moves)
    page = ada.page
    for hexagon in page.locator('.gs-hex[role="button"]').all()[:5]:
        hexagon.click()
        expect(hexagon.locator(".gs-trial")).to_have_count(1)
        expect(page.locator("[data-figures]")).to_contain_text("left")
        lies = page.evaluate(GAP)
        assert lies["nearest"] > 15 and lies["farthest"] < 330, lies
        assert not lies["overlap"] and not lies["outside"], lies
        page.keyboard.press("Escape")
        expect(page.locator("[data-chooser]")).to_be_hidden()
    ada.close()


def test_a_tile_is_chosen_turned_and_laid_at_the_hex(chromium: Browser, address: str) -> None:
    """Wheel, R and another click turn it, arrows choose, Enter lays; axe-core finds nothing to complain about."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 208)
    page = ada.page
    lays = [
        json.loads(value) for value in page.locator("button[data-kind=LayTile]").evaluate_all("all => all.map(one => one.value)")
    ]
    turning = next(lay for lay in lays if sum(lay["hex"] == other["hex"] and lay["tile"] == other["tile"] for other in lays) > 2)
    hexagon = page.locator(f'.gs-hex[data-hex="{turning["hex"]}"]')
    hexagon.click()
    fits = page.locator(".fit")
    number = list(dict.fromkeys(lay["tile"] for lay in lays if lay["hex"] == turning["hex"])).index(turning["tile"])
    for _ in range(number):
        page.keyboard.press("ArrowRight")
    expect(fits.nth(number)).to_have_attribute("aria-pressed", "true")
    seen = []
    for turn in ("r", "click", "wheel"):
        seen.append(page.get_attribute("[data-chooser]", "data-chosen"))
        if turn == "r":
            page.keyboard.press("r")
        elif turn == "click":
            hexagon.click()
        else:
            hexagon.hover()
            page.mouse.wheel(0, 100)
        expect(page.locator("[data-chooser]")).not_to_have_attribute("data-chosen", seen[-1] or "")
    expect(page.locator("[data-earns]")).to_contain_text("could earn $")
    assert ada.barriers("[data-chooser], [data-board]") == []
    before = ada.ply
    hexagon.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    expect(page.locator("[data-chooser]")).to_be_hidden()
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_turn_is_played_with_keys(chromium: Browser, address: str, size: str) -> None:
    """`?` lists the keys; D runs and pays, U and Y undo and redo, Shift+U goes back to the start of the turn, N passes."""
    ada = Screen(chromium, address, size)
    ada.import_game("1830-equal-runs.json")
    page, table = ada.page, ada.page.locator("[data-table]")
    page.keyboard.press("?")
    expect(page.locator("[data-keys]")).to_be_visible()
    expect(page.locator("#keys-title")).to_be_in_viewport()
    expect(page.locator("[data-keys] kbd").first).to_be_in_viewport()
    assert ada.barriers("[data-keys]") == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-keys]")).to_be_hidden()
    start = int(ada.ply)
    page.keyboard.press("d")
    expect(table).to_have_attribute("data-ply", str(start + 2))
    expect(page.locator(".question")).to_contain_text("train")
    page.keyboard.press("u")
    expect(table).to_have_attribute("data-ply", str(start + 1))
    page.keyboard.press("y")
    expect(table).to_have_attribute("data-ply", str(start + 2))
    page.keyboard.press("Shift+U")
    expect(page.locator(".question")).to_contain_text("tile")
    assert int(ada.ply) < start
    before = ada.ply
    page.keyboard.press("n")
    expect(table).not_to_have_attribute("data-ply", before)
    page.keyboard.press("s")
    expect(page.locator(".tabbed[data-tab=sheet]")).to_be_visible()
    page.keyboard.press("k")
    expect(page.locator("[data-pin]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    expect(page.locator(".table.full")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".table.full")).to_have_count(0)
    page.keyboard.press("?")
    page.uncheck("[data-keys-on]")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.locator(".tabs [data-show=sheet]")).to_have_attribute("aria-current", "true")
    ada.close()


def test_the_ring_goes_with_the_board(chromium: Browser, address: str) -> None:
    """Neither a key nor a tab leaves it floating over another view, where it would still lay the tile."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 156)
    page, chooser = ada.page, ada.page.locator("[data-chooser]")
    hexagon = page.locator('.gs-hex[role="button"]').first
    for by_key in (True, False):
        hexagon.click()
        expect(chooser).to_be_visible()
        if by_key:
            page.keyboard.press("m")
        else:
            page.click(".tabs [data-show=sheet]")
        expect(chooser).to_be_hidden()
        page.click(".tabs [data-show=board]")
        expect(hexagon.locator(".gs-trial")).to_have_count(0)
    ada.close()


def test_keys_wait_for_the_move_under_way(chromium: Browser, address: str) -> None:
    """Undo and redo follow when it has arrived; another button is refused with a notice, a double click is one click."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json")
    page, table, notice = ada.page, ada.page.locator("[data-table]"), ada.page.locator("[data-notice]")
    start = int(ada.ply)
    held = ada.hold("**/act?*")
    page.keyboard.press("d")
    expect(table).to_have_attribute("data-sending", "yes")
    page.keyboard.press("u")
    page.keyboard.press("y")
    held.release()
    expect(table).to_have_attribute("data-undos", "1")
    expect(table).to_have_attribute("data-ply", str(start + 2))
    expect(notice).to_be_hidden()
    page.keyboard.press("Shift+U")
    expect(page.locator(".question")).to_contain_text("tile")
    for key, said in (("n", False), ("d", True)):
        expect(table).not_to_have_attribute("data-sending", "yes")
        before = ada.ply
        page.keyboard.press("n")
        expect(table).to_have_attribute("data-sending", "yes")
        page.keyboard.press(key)
        held.release()
        expect(table).not_to_have_attribute("data-ply", before)
        expect(notice).to_be_visible(visible=said)
        page.keyboard.press("u")
        expect(table).to_have_attribute("data-ply", before)
    ada.close()


def test_the_settings_are_kept(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 156)
    skip, end = ada.page.locator("[name=skip]"), ada.page.locator("[name=end]")
    expect(skip).to_be_checked()
    revision = ada.page.get_attribute("[data-table]", "data-revision")
    end.uncheck()
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-revision", revision or "")
    ada.page.reload()
    expect(skip).to_be_checked()
    expect(end).not_to_be_checked()
    ada.close()


def test_a_tile_that_closes_a_private_company_stands_out(chromium: Browser, address: str) -> None:
    """It looks like the ordinary one: it comes after those, apart, with the sign of the company, and says it once."""
    ada = Screen(chromium, address)
    ada.import_game("1862-destination-run.json", 49)
    page = ada.page
    page.click('.gs-hex[data-hex="G30"]')
    fits = page.locator(".fit")
    powered = [" powered" in f" {one}" for one in fits.evaluate_all("all => all.map(one => one.className)")]
    assert powered == sorted(powered) and True in powered and not powered[0]
    expect(page.locator(".fit .power")).to_have_text(["4"] * sum(powered))
    expect(page.locator("[data-earns]")).to_have_text(re.compile(r"^No train yet; 2-train: \$\d+ \(now \$0\)$"))
    fits.last.click()
    figures, said = page.locator("[data-figures]"), page.locator("[data-said]")
    expect(figures).to_contain_text("Rocky Mountain Company (4) closes ·")
    expect(said).not_to_be_empty()
    expect(said).not_to_contain_text("closes")
    assert said.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    assert page.locator("[data-card]").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    ada.close()


COVERED = """() => { const card = document.querySelector("[data-card]").getBoundingClientRect();
  return [...document.querySelectorAll("[data-board] [role=button]")].filter((one) => {
    const hex = one.querySelector(".gs-ground").getBoundingClientRect();
    return card.left < hex.right && card.right > hex.left && card.top < hex.bottom && card.bottom > hex.top;
  }).map((one) => one.dataset.hex); }"""
"""Hexes to build on that the card hides."""


@pytest.mark.parametrize(
    ("game", "moves", "hex"), [("1830-equal-runs.json", 135, "J14"), ("1862-destination-run.json", 49, "F31")]
)
def test_the_card_hides_no_hex_to_build_on(chromium: Browser, address: str, game: str, moves: int, hex: str) -> None:
    """Neither that of a tile nor that which says why not."""
    ada = Screen(chromium, address)
    ada.import_game(game, moves)
    ada.page.click(f'[data-board] .gs-hex[data-hex="{hex}"]')
    expect(ada.page.locator("[data-said]")).not_to_be_empty()
    ada.page.wait_for_timeout(100)
    assert ada.page.evaluate(COVERED) == []
    ada.close()
