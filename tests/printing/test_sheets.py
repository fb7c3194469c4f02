"""The layout of sheets: everything is on the paper, cut marks are between cards, backs are behind their fronts."""

from itertools import pairwise

import pytest

from goldenspike.printing.sheets import (
    A4,
    LETTER,
    MARGIN,
    OVERLAP,
    Box,
    Card,
    Page,
    Paper,
    lay_cards,
    lay_hexes,
    lay_large,
    lay_poster,
    lay_top,
    lay_whole,
)

CARDS = [Card("<a/>", 63, 38, 20, "<b/>"), Card("<c/>", 63, 38, 5)]
HEXES = [Card("<a/>", 38, 43.88, 30, "<b/>")]


def within(box: Box, page: Page) -> bool:
    return (
        box.x >= MARGIN - 0.01
        and box.y >= MARGIN - 0.01
        and box.x + box.width <= page.width - MARGIN + 0.01
        and box.y + box.height <= page.height - MARGIN + 0.01
    )


def overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


@pytest.mark.parametrize("paper", (A4, LETTER))
def test_cards_are_on_the_paper_and_beside_each_other(paper: Paper) -> None:
    pages = lay_cards(CARDS, paper, "caption")
    assert sum(len(page.placed) for page in pages) == 25
    for page in pages:
        boxes = [placed.box for placed in page.placed]
        assert (page.width, page.height) == (paper.width, paper.height)
        assert all(within(box, page) for box in boxes)
        assert not any(overlap(one, other) for index, one in enumerate(boxes) for other in boxes[:index])


def test_cut_marks_prolong_the_edges_of_cards_and_touch_none() -> None:
    for page in lay_cards(CARDS, A4, "caption"):
        boxes = [placed.box for placed in page.placed]
        assert page.marks
        for mark in page.marks:
            if mark.x1 == mark.x2:
                assert any(abs(mark.x1 - edge) < 0.01 for box in boxes for edge in (box.x, box.x + box.width))
            else:
                assert any(abs(mark.y1 - edge) < 0.01 for box in boxes for edge in (box.y, box.y + box.height))
            line = Box(mark.x1, mark.y1, mark.x2 - mark.x1 or 0.1, mark.y2 - mark.y1 or 0.1)
            assert not any(overlap(line, box) for box in boxes)


@pytest.mark.parametrize("cards", (CARDS, HEXES))
def test_backs_are_mirrored(cards: list[Card]) -> None:
    """Turned over on the long edge, every back lies behind its front."""
    lay = lay_hexes if cards is HEXES else lay_cards
    pages = lay(cards, A4, "caption", duplex=True)
    assert len(pages) % 2 == 0
    fronts, backs = pages[::2], pages[1::2]
    for front, back in zip(fronts, backs, strict=True):
        with_backs = [placed.box for placed in front.placed if placed.svg == "<a/>"]
        assert all(placed.svg == "<b/>" for placed in back.placed)
        mirrored = [(A4.width - placed.box.x - placed.box.width, placed.box.y) for placed in back.placed]
        assert mirrored == [pytest.approx((box.x, box.y)) for box in with_backs]


@pytest.mark.parametrize("paper", (A4, LETTER))
def test_tiles_keep_apart(paper: Paper) -> None:
    """The distance between the centers of two hexes is at least their width."""
    pages = lay_hexes(HEXES, paper, "caption")
    assert sum(len(page.placed) for page in pages) == 30
    for page in pages:
        boxes = [placed.box for placed in page.placed]
        assert all(within(box, page) for box in boxes)
        centers = [(box.x + box.width / 2, box.y + box.height / 2) for box in boxes]
        for index, (x1, y1) in enumerate(centers):
            assert all((x1 - x2) ** 2 + (y1 - y2) ** 2 > 38**2 for x2, y2 in centers[:index])


@pytest.mark.parametrize("paper", (A4, LETTER))
@pytest.mark.parametrize(("width", "height"), ((486.4, 384.4), (676.4, 483.1), (100, 80)))
def test_the_sheets_of_a_poster_cover_the_picture_and_overlap(paper: Paper, width: float, height: float) -> None:
    pages = lay_poster("<a/>", width, height, paper, "Board")
    shown = []
    for page in pages:
        (placed,) = page.placed
        assert placed.clip is not None and within(placed.clip, page)
        # Where the part is in the picture.
        shown.append(placed.clip._replace(x=placed.clip.x - placed.box.x, y=placed.clip.y - placed.box.y))
    lefts, tops = sorted({round(box.x, 3) for box in shown}), sorted({round(box.y, 3) for box in shown})
    assert len(pages) == len(lefts) * len(tops)
    assert lefts[0] == tops[0] == 0
    part = shown[0]
    assert lefts[-1] + part.width == pytest.approx(width, abs=0.01)
    assert tops[-1] + part.height == pytest.approx(height, abs=0.01)
    for starts, size in ((lefts, part.width), (tops, part.height)):
        for one, other in pairwise(starts):
            assert one + size - other == pytest.approx(OVERLAP, abs=0.01)
    assert len({page.caption for page in pages}) == len(pages)


def test_one_large_sheet_has_the_size_of_the_picture() -> None:
    (page,) = lay_large("<a/>", 486, 384, "Board")
    assert (page.width, page.height) == (486 + 2 * MARGIN, 384 + 2 * MARGIN)
    assert page.placed[0].box == Box(MARGIN, MARGIN, 486, 384)


@pytest.mark.parametrize(("width", "height"), ((2000, 500), (500, 2000), (50, 50)))
def test_pictures_on_one_sheet_keep_their_proportions(width: float, height: float) -> None:
    for page in (*lay_whole("<a/>", width, height, A4, ""), *lay_top("<a/>", width, height, A4, "")):
        box = page.placed[0].box
        assert within(box, page)
        assert box.width / box.height == pytest.approx(width / height)
