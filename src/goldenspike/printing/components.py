"""What can be printed of a game: each kind of component as pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from goldenspike import svg
from goldenspike.core.title import Setup
from goldenspike.printing import cards
from goldenspike.printing.aids import phase_charts, player_aid
from goldenspike.printing.position import size_of
from goldenspike.printing.sheets import A4, MARGIN, Card, Page, Paper, lay_cards, lay_hexes, lay_large, lay_poster, lay_whole
from goldenspike.printing.words import picture_words
from goldenspike.svg.market import WIDTH as MARKET_CELL
from goldenspike.text import Wording

_CELL: Final = 15.0
"""The width of a cell of the market: a token fits in."""
_LEAST_CELL: Final = 13.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to print: on which paper, on both sides, and large things on one large sheet."""

    paper: Paper = A4
    duplex: bool = False
    one_sheet: bool = False


def _board(setup: Setup, words: Wording, wanted: Wanted, caption: str) -> list[Page]:
    drawing = svg.board(setup, words=picture_words(words.language, words.title))
    return _large(drawing, cards.HEX / 100, wanted, caption)


def _market(setup: Setup, words: Wording, wanted: Wanted, caption: str) -> list[Page]:
    """On one sheet if tokens still fit its cells."""
    if not setup.title.has_shares:
        return []
    drawing = svg.market(setup, words=picture_words(words.language, words.title))
    width, height = size_of(drawing)
    room = max(
        min((paper.width - 2 * MARGIN) / width, (paper.height - 2 * MARGIN) / height)
        for paper in (wanted.paper, wanted.paper.turned())
    )
    if room * MARKET_CELL >= _LEAST_CELL and not wanted.one_sheet:
        return lay_whole(drawing, width, height, wanted.paper, caption)
    return _large(drawing, _CELL / MARKET_CELL, wanted, caption)


def _large(drawing: str, scale: float, wanted: Wanted, caption: str) -> list[Page]:
    width, height = (side * scale for side in size_of(drawing))
    if wanted.one_sheet:
        return lay_large(drawing, width, height, caption)
    return lay_poster(drawing, width, height, wanted.paper, caption)


Maker = Callable[[Setup, Wording, Wanted, str], list[Page]]


def _cut(make: Callable[[Setup, Wording], list[Card]]) -> Maker:
    def pages(setup: Setup, words: Wording, wanted: Wanted, caption: str) -> list[Page]:
        return lay_cards(make(setup, words), wanted.paper, caption, wanted.duplex)

    return pages


def _tiles(setup: Setup, words: Wording, wanted: Wanted, caption: str) -> list[Page]:
    return lay_hexes(cards.tiles(setup, words), wanted.paper, caption, wanted.duplex)


def _aid(setup: Setup, words: Wording, wanted: Wanted, caption: str) -> list[Page]:
    return player_aid(setup, words, wanted.paper, caption)


def _phases(setup: Setup, words: Wording, wanted: Wanted, caption: str) -> list[Page]:
    return phase_charts(setup, words, wanted.paper, caption)


_MAKERS: Final[Mapping[str, tuple[str, Maker]]] = {
    "board": ("picture.board", _board),
    "tiles": ("picture.tiles", _tiles),
    "market": ("picture.market", _market),
    "certificates": ("print.certificates", _cut(cards.certificates)),
    "charters": ("print.charters", _cut(cards.charters)),
    "trains": ("picture.trains", _cut(cards.trains)),
    "privates": ("table.privates", _cut(cards.privates)),
    "tokens": ("print.tokens", _cut(cards.tokens)),
    "money": ("print.money", _cut(cards.money)),
    "aid": ("print.aid", _aid),
    "phases": ("phases.title", _phases),
}
"""Each kind with the message that names it."""

KINDS: Final = tuple(_MAKERS)


def name_kind(kind: str, words: Wording) -> str:
    return words(_MAKERS[kind][0])


def component_pages(setup: Setup, words: Wording, kinds: Sequence[str], wanted: Wanted) -> list[Page]:
    """The pages of some kinds in their order; a kind that the version lacks has none."""
    game = words.game(setup.title.name, setup.title.version)
    pages: list[Page] = []
    for kind in kinds:
        key, make = _MAKERS[kind]
        pages += _on_a_front(make(setup, words, wanted, f"{game} · {words(key)}"), len(pages), wanted)
    return pages


def _on_a_front(pages: list[Page], before: int, wanted: Wanted) -> list[Page]:
    """With both sides printed, every kind begins on the front of a sheet: a blank page may come before it."""
    if not wanted.duplex or not pages or before % 2 == 0:
        return pages
    return [Page(wanted.paper.width, wanted.paper.height), *pages]
