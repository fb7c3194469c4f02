"""No label is cut off on a phone, in any language, in a real browser."""

import pytest
from playwright.sync_api import Browser, Page

from browser_helpers import SIZES, Screen
from goldenspike.text import LANGUAGES

MOMENTS = {
    "auction": ("1830-equal-runs.json", 4),
    "private company for sale": ("1830-equal-runs.json", 76),
    "stock round": ("1830-equal-runs.json", 104),
    "track": ("1830-equal-runs.json", 135),
    "train": ("1830-equal-runs.json", 163),
    "run": ("1830-equal-runs.json", 177),
    "dividend": ("1830-equal-runs.json", 178),
    "game over": ("1830-bankruptcy.json", None),
    "1862's auction": ("1862-destination-run.json", 4),
    "1862's stock round": ("1862-destination-run.json", 136),
    "1862's train": ("1862-destination-run.json", 284),
    "1862's track": ("1862-destination-run.json", 361),
    "1862's redemption": ("1862-redemption.json", None),
}
PAGES = ("/", "/new?game=1830/classic", "/new?game=1862/standard", "/account", "/learn", "/help")
NARROW = 360
"""The width of many small phones."""

CUT_OFF = """(screen) => {
  const clips = (style) => ["hidden", "clip"].includes(style.overflowX);
  const isForReadersOnly = (one) =>
    one && (getComputedStyle(one).clipPath !== "none" || isForReadersOnly(one.parentElement));
  const found = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const own = text.parentElement;
    if (!text.data.trim() || own.closest("svg, script, style, noscript, template, option")) continue;
    if (!own.checkVisibility({ visibilityProperty: true }) || isForReadersOnly(own)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    if (!width) continue;
    let scrolls = false;
    for (let one = own; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one), box = one.getBoundingClientRect();
      if (style.position === "fixed") scrolls = true;
      const leaves = right > box.right + 1 || left < box.left - 1;
      if (leaves && !scrolls && (clips(style) || one.matches("button, .button, summary, th, td, label")))
        found.add(`${one.className || one.tagName}: ${text.data.trim()}`);
      if (["auto", "scroll"].includes(style.overflowX) && one.scrollWidth > one.clientWidth) scrolls = true;
    }
    if (!scrolls && right > screen + 1 && own.closest("main, header, footer")) found.add(`page: ${text.data.trim()}`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  const lengthOf = (words, style) => { pen.font = style.font; return pen.measureText(words).width; };
  for (const one of document.querySelectorAll("[data-label]")) {
    const style = getComputedStyle(one, "::before");
    if (!one.checkVisibility() || style.content === "none" || style.display !== "block") continue;
    const unbroken = style.whiteSpace === "nowrap" ? [one.dataset.label] : one.dataset.label.split(" ");
    if (unbroken.some((part) => lengthOf(part, style) > parseFloat(style.width) + 1)) found.add(`label: ${one.dataset.label}`);
  }
  for (const one of document.querySelectorAll("main :not(svg *)"))
    if (one.checkVisibility() && clips(getComputedStyle(one)) && !isForReadersOnly(one) && one.scrollWidth > one.clientWidth + 1)
      found.add(`${one.className || one.tagName}: ${one.textContent.trim().slice(0, 40)}`);
  for (const box of document.querySelectorAll("select"))
    if (box.checkVisibility() && box.selectedOptions.length) {
      const style = getComputedStyle(box), { text } = box.selectedOptions[0];
      const arrow = 18, room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      if (lengthOf(text, style) > room + 1) found.add(`select: ${text}`);
    }
  if (Math.max(innerWidth, document.documentElement.scrollWidth) > screen) found.add("the page is wider than the screen");
  return [...found];
}"""
"""Texts that leave a box that clips them, or their own button or cell, unless the box scrolls; labels above numbers; what a
closed list shows; and whether the page can be pushed sideways."""


def cut_off(page: Page) -> set[str]:
    """At both widths of phones."""
    found: set[str] = set()
    for width in (NARROW, SIZES["phone"][0]):
        page.set_viewport_size({"width": width, "height": SIZES["phone"][1]})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        found |= {f"{width} {one}" for one in page.evaluate(CUT_OFF, width)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_a_table_is_cut_off_on_a_phone(chromium: Browser, address: str, language: str) -> None:
    """Each tab in each kind of round, with everything unfolded."""
    ada = Screen(chromium, address, "phone", language, touch=True)
    faults = set()
    for moment, (record, moves) in MOMENTS.items():
        ada.import_game(record, moves)
        tabs = ada.page.locator(".tabs a[data-show]").evaluate_all(
            "all => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.show)"
        )
        for tab in tabs:
            ada.page.locator(f".tabs a[data-show={tab}]").evaluate("one => one.click()")
            ada.page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
            faults |= {f"{moment}, {tab}: {one}" for one in cut_off(ada.page)}
    assert sorted(faults) == []
    ada.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_another_page_is_cut_off_on_a_phone(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, "phone", language, touch=True)
    ada.import_game(*MOMENTS["stock round"])
    faults = set()
    for path in PAGES:
        ada.page.goto(path)
        ada.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        faults |= {f"{path}: {one}" for one in cut_off(ada.page)}
    assert sorted(faults) == []
    ada.close()
