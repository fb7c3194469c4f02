"""From step to step of a turn nothing moves but the answers themselves, however many there are, in a real browser."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser_helpers import Screen

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from clicks import GAME, Robot, read_game

ANSWERS = ".part-panel .answers:not(.undo)"
STEADY = {
    "desktop": (".views", ".part-history", "[data-board]", "#question", ANSWERS, ".part-since", ".right > .tabs"),
    "phone": (".views", "[data-board]", ".part-since", ".right > .tabs"),
}
PLACES = """(names) => Object.fromEntries(names.map((name) => {
  const one = [...document.querySelectorAll(name)].find((one) => one.checkVisibility());
  if (!one) return [name, null];
  const { x, y, width } = one.getBoundingClientRect();
  const scrolled = one.closest(".right")?.scrollTop ?? 0;
  return [name, [x, y + scrolled + scrollY, width].map(Math.round)];
}))"""
"""Where the reader finds what is not the question, wherever the page is scrolled."""


@pytest.mark.parametrize("size", STEADY)
def test_nothing_moves_while_private_companies_are_for_sale(chromium: Browser, address: str, size: str) -> None:
    """A stock round and operating turns in which presidents may sell two companies each, and do."""
    ada = Screen(chromium, address, size)
    game = read_game(GAME, 124).after(84)
    ada.import_record(game.beginning)
    offered = 0
    places: dict[str, dict[str, list[int]]] = {}
    for _ in Robot(ada, game).play():
        view = ada.page.get_attribute("[data-table]", "data-round-view") or ""
        offered = max(offered, ada.page.locator(".part-panel > form.amount").count())
        found = ada.page.evaluate(PLACES, STEADY[size])
        assert found == places.setdefault(view, found), ada.page.inner_text("#question")
    assert offered > 1
    assert set(places) == {"market", "board"}
    ada.close()


UNCUT = """(all) => all.filter((one) => one.checkVisibility()).every((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [y + 2, y + height - 2].every((place) => one.contains(document.elementFromPoint(x + width / 2, place)));
})"""
"""Whether nothing covers or cuts off the upper and lower edge of any of these."""


@pytest.mark.parametrize("moves", [85, 87, 178, 163, None], ids=["track", "station", "dividend", "train", "run"])
def test_answers_and_railroads_are_in_sight_together(chromium: Browser, address: str, moves: int | None) -> None:
    """At 1400 by 900, without scrolling."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", moves)
    answers = ada.page.locator(f"{ANSWERS} button")
    assert answers.count()
    assert answers.evaluate_all(UNCUT)
    assert ada.page.locator(".part-companies .company:nth-of-type(-n+2)").evaluate_all(UNCUT)
    ada.close()


def test_answers_begin_at_the_same_height_in_every_step(chromium: Browser, address: str) -> None:
    """Track, station, dividend, train and run; the ways back stand in a row of their own below them."""
    ada = Screen(chromium, address)
    tops, undos = [], []
    for moves in (85, 87, 178, 163, None):
        ada.import_game("1830-equal-runs.json", moves)
        answers = ada.page.locator(ANSWERS).first.bounding_box()
        panel, undo = (ada.page.locator(name).bounding_box() for name in (".part-panel", "#undo"))
        assert answers and panel and undo
        assert panel["y"] + panel["height"] <= undo["y"]
        tops.append(answers["y"])
        undos.append(undo)
    assert tops == tops[:1] * 5
    assert undos == undos[:1] * 5
    ada.close()
