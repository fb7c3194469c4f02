"""The estimate of text widths, by which names and signs find their places, against a real browser."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page

from board_layout import BOARDS, SVG, box_of_text, full_board
from goldenspike import svg

SHOW = "picture => { document.body.innerHTML = picture }"
BOXES = """() => [...document.querySelectorAll("svg text")].map(text => {
    const box = text.getBBox();
    const { a, e } = text.transform.baseVal.consolidate()?.matrix ?? { a: 1, e: 0 };
    return [text.textContent, a * box.x + e, a * (box.x + box.width) + e, a * text.getComputedTextLength()];
})"""
PIXEL = 1.5
"""The browser rounds the shapes of letters to whole pixels on both sides."""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("name", ["1830-classic", "1830-s3", "1862-standard"])
def test_estimated_boxes_hold_the_drawn_texts(page: Page, name: str) -> None:
    """The fonts here are among the widest; the estimate is never narrower, and wider by a quarter at most."""
    setup = BOARDS[name]
    state = full_board(setup, 3, 3)
    measured = 0
    for picture in (svg.board(setup), svg.board(setup, state)):
        page.evaluate(SHOW, picture)
        texts = [box_of_text(found) for found in ElementTree.fromstring(picture).iter(f"{SVG}text")]
        for guessed, (content, left, right, length) in zip(texts, page.evaluate(BOXES), strict=True):
            assert guessed.what == content
            estimate = guessed.right - guessed.left
            assert length <= estimate + 0.1, (content, length, estimate)
            assert estimate <= 1.25 * length + 1, (content, length, estimate)
            assert guessed.left - PIXEL <= left and right <= guessed.right + PIXEL, (content, left, right)
            measured += 1
    assert measured > 200
