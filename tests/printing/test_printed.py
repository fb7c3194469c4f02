"""Printed PDFs, read back: pages, counts of tiles and papers, and text in four languages, compared with the data."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from goldenspike.core.title import UNLIMITED, Setup
from goldenspike.printing import KINDS, PAPERS, MissingFont, Wanted, component_pages, name_kind, pdf_of
from goldenspike.printing.cards import UNLIMITED_TRAINS, certificate_units
from goldenspike.printing.fonts import Fonts
from goldenspike.printing.money import VALUES, notes_for
from goldenspike.printing.pdf import write_pdf
from goldenspike.printing.sheets import Page, Paper
from goldenspike.printing.words import picture_words
from goldenspike.svg.tile import name_of_tile
from goldenspike.text import LANGUAGES, Context, Wording
from goldenspike.titles.catalogue import CATALOGUE, make
from printing_helpers import Printed, read_pdf

VERSIONS = [(entry.name, version.name) for entry in CATALOGUE for version in entry.versions]
SAMPLE = (("1830", "s4"), ("1830", "starter"), ("1862", "standard"))
"""The rest is checked with `-m exhaustive`."""
CUT = ("tiles", "certificates", "trains", "tokens", "money")


def printed(setup: Setup, kinds: tuple[str, ...], language: str = "en", wanted: Wanted | None = None) -> Printed:
    words = Wording(language, setup.title.name)
    return read_pdf(pdf_of(component_pages(setup, words, kinds, wanted or Wanted()), "test"))


def check_counts(title: str, version: str, paper: Paper = PAPERS["a4"]) -> None:
    """Every tile, certificate, train, token and note is printed as often as the box has it."""
    setup = make(title, version, 4)
    whole = printed(setup, CUT, wanted=Wanted(paper))
    assert set(whole.sizes) == {(paper.width, paper.height)}
    words = Wording("en", title)
    found = {kind: whole.captioned(name_kind(kind, words)) for kind in CUT}
    check_tiles(setup, found["tiles"])
    check_trains(setup, found["trains"])
    check_tokens(setup, found["tokens"])
    check_money(setup, found["money"])
    assert bool(found["certificates"].texts) == setup.title.has_shares
    if setup.title.has_shares:
        check_certificates(setup, found["certificates"])


def check_tiles(setup: Setup, found: Printed) -> None:
    expected: Counter[str] = Counter()
    for kind, count in zip(setup.title.tiles, setup.title.tile_counts, strict=True):
        expected[f"#{name_of_tile(kind)}"] += count
    assert {word: count for word, count in found.words().items() if word.startswith("#")} == dict(expected)


def check_certificates(setup: Setup, found: Printed) -> None:
    words = found.words()
    units = [certificate_units(company) for company in setup.title.companies]
    assert all(sum(one) == 10 for one in units)
    expected = Counter(f"{10 * unit}%" for one in units for unit in one)
    assert {word: count for word, count in words.items() if word.endswith("%")} == dict(expected)
    pictures = picture_words("en", setup.title.name)
    assert words[pictures.president] == len(setup.title.companies)
    assert words[pictures.share] == sum(expected.values()) - len(setup.title.companies)


def check_trains(setup: Setup, found: Printed) -> None:
    expected: Counter[str] = Counter()
    for train in setup.title.trains:
        expected[f"${train.price:,}"] += UNLIMITED_TRAINS if train.count >= UNLIMITED else train.count
    lines = Counter(line.strip() for text in found.texts for line in text.splitlines())
    assert {line: count for line, count in lines.items() if line.startswith("$")} == dict(expected)


def check_tokens(setup: Setup, found: Printed) -> None:
    words = found.words()
    more = 1 if setup.title.has_shares else 0
    expected = {company.id: company.tokens + more for company in setup.title.companies}
    assert {id: words[id] for id in expected} == expected


def check_money(setup: Setup, found: Printed) -> None:
    """A note shows its value three times."""
    words = found.words()
    notes = {value: words[f"${value:,}"] for value in VALUES}
    assert notes == {value: 3 * count for value, count in notes_for(setup.title.bank).items()}
    assert sum(value * count for value, count in notes.items()) == 3 * setup.title.bank


@pytest.mark.parametrize(("title", "version"), SAMPLE)
def test_counts_are_those_of_the_box(title: str, version: str) -> None:
    check_counts(title, version)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("title", "version", "paper"), [(*version, paper) for version, paper in product(VERSIONS, PAPERS)])
def test_counts_of_every_version_on_both_papers(title: str, version: str, paper: str) -> None:
    check_counts(title, version, PAPERS[paper])


@pytest.mark.exhaustive
@pytest.mark.parametrize(("title", "version", "language"), [(*version, one) for version, one in product(VERSIONS, LANGUAGES)])
def test_everything_prints_in_every_language(title: str, version: str, language: str) -> None:
    setup = make(title, version, 4)
    found = printed(setup, KINDS, language, Wanted(duplex=True))
    assert "print." not in found.text, "no message is missing"
    check_texts(setup, found, language)


def check_texts(setup: Setup, found: Printed, language: str) -> None:
    """The board's cities, the companies' names, the powers of private companies, and the phases are all there."""
    words, whole = Wording(language, setup.title.name), "".join(found.text.split())
    names = [hexagon.name for hexagon in setup.title.hexes if hexagon.name and " " not in hexagon.name]
    texts = [company.name for company in setup.title.companies] + names
    texts += [words.private(private, Context(setup)) for private in setup.all_privates]
    missing = [text for text in texts if "".join(text.split()) not in whole]
    assert missing == []


def test_a_version_prints_in_german_and_japanese() -> None:
    """The private companies' cards have their whole text; Japanese letters are letters of an embedded font."""
    setup = make("1830", "classic", 4)
    for language in ("de", "ja"):
        found = printed(setup, ("privates", "aid"), language)
        whole = "".join(found.text.split())
        words = Wording(language, "1830")
        for private in setup.all_privates:
            assert "".join(words.private(private, Context(setup)).split()) in whole
        assert "".join(words("phases.title").split()) in whole


def test_the_board_is_a_poster_or_one_sheet() -> None:
    setup = make("1830", "classic", 4)
    sheets = printed(setup, ("board",), wanted=Wanted(PAPERS["letter"]))
    assert len(sheets.sizes) == 6
    assert {tuple(sorted(size)) for size in sheets.sizes} == {(215.9, 279.4)}
    assert all(f"Board {row}{column}" in sheets.text for row in "AB" for column in "123")
    one = printed(setup, ("board",), wanted=Wanted(one_sheet=True))
    ((width, height),) = one.sizes
    assert width == pytest.approx(506.4, abs=0.2) and height > 400
    # Halos behind names are outlines: each name is found once.
    words = one.words()
    assert words["Toronto"] == words["Pittsburgh"] == words["Boston"] == 1


def test_a_kind_that_a_version_lacks_has_no_pages() -> None:
    starter = make("1830", "starter", 4)
    words = Wording("en", "1830")
    assert component_pages(starter, words, ("market", "certificates", "privates"), Wanted()) == []


def test_with_backs_every_kind_begins_on_a_front() -> None:
    setup = make("1830", "classic", 4)
    pages = component_pages(setup, Wording("en", "1830"), ("aid", "trains", "phases", "tokens"), Wanted(duplex=True))
    captions = [page.caption for page in pages]
    first = {caption: captions.index(caption) for caption in captions if caption}
    assert len(first) == 4
    assert all(number % 2 == 0 for number in first.values())


def test_without_fonts_european_text_prints_and_japanese_says_what_is_missing() -> None:
    setup = make("1830", "classic", 4)
    bare = Fonts((), ())
    found = read_pdf(write_pdf(component_pages(setup, Wording("de", "1830"), ("trains",), Wanted()), bare, "test"))
    assert "$1.100" in found.words()
    with pytest.raises(MissingFont):
        write_pdf(component_pages(setup, Wording("ja", "1830"), ("trains",), Wanted()), bare, "test")


def test_a_letter_that_no_font_has_is_a_question_mark(tmp_path: Path) -> None:
    page = Page(100, 100, "a\U00012000b")
    assert "a?b" in read_pdf(pdf_of([page], "test")).text


@pytest.mark.parametrize("bank", (*{make(*version, 4).title.bank for version in VERSIONS}, 2_000, 12_345))
def test_notes_make_up_the_bank(bank: int) -> None:
    assert sum(value * count for value, count in notes_for(bank).items()) == bank
