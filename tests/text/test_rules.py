"""The rules in our own words: every paragraph that is cited exists, and every figure comes from the data."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from token import COMMENT, STRING
from tokenize import tokenize

import pytest

from goldenspike.core.game import Game
from goldenspike.core.ids import Company
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.runs import check_routes
from goldenspike.core.rules.share_price import steps_after_dividend
from goldenspike.text import LANGUAGES, RULINGS, TERMS, glossary
from goldenspike.text.required import placeholders, texts
from goldenspike.text.rules import (
    BLOCKED,
    CONTENTS,
    PASSING,
    Found,
    Paragraph,
    anchors_of,
    entries_of,
    example_of,
    figures_of,
    find_entry,
    link_paragraph,
    options_at,
    paragraphs_of_option,
    reference,
    search,
    standard_setup,
)
from goldenspike.titles.catalogue import CATALOGUE, make

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = {
    title: [
        id
        for entry in entries_of(title)
        for part in (*range(1, 12), "note", "example")
        if texts(id := f"rule.{title}.{entry.number}#{part}", "en")
    ]
    for title in CONTENTS
}
"""The ids of all sentences by title."""

NUMBERS = {
    "1830": r"(?:[CV]-\d+(?:\.\d+)*[a-d]?|S-\d(?:\.\d+)*|T-0\d|B-\d|[1-8]\.\d(?:\.\d)?(?:\(\d\))?)",
    "1862": r"(?:[IVX]+(?:\.\d)?)",
}
"""How the rule books number their paragraphs."""


def citations(title: str) -> re.Pattern[str]:
    """Numbers in brackets, "(7.6.2, C-2.3 to C-2.5)" or "[7.4.2]", and at the beginning of a docstring, "7.6.2: ..."."""
    number = NUMBERS[title]
    several = rf"{number}(?:(?:,|;| and| to) {number})*"
    return re.compile(rf'(?<![\w)])\(({several})[,)]|\[({number})\]|"""({several})[:,.](?=\s)')


PLAIN_1830 = re.compile(r"\b[CV]-\d\.\d+(?:\.\d)?\b|\bS-[1-6](?:\.\d)?\b|\bT-0\d\b")
"""Numbers that are citations wherever they stand."""


def paragraphs(title: str, language: str = "en", **options: str) -> dict[str, Paragraph]:
    setup = make(title, None, 4, options) if options else None
    return {one.number: one for chapter in reference(title, language, setup) for one in chapter.paragraphs}


# --- every paragraph that is cited exists


def test_reasons_terms_and_rulings_cite_paragraphs_of_the_rules() -> None:
    own = {reason.paragraph for reason in Reason} | {term.paragraph for term in TERMS.values() if term.paragraph}
    assert len(own) > 50
    missing = {number for number in own if find_entry("1830", number) is None and find_entry("1862", number) is None}
    assert missing == set()
    for title, rulings in RULINGS.items():
        numbers = [number for ruling in rulings for number in ruling.paragraphs]
        assert numbers, title
        assert [number for number in numbers if find_entry(title, number) is None] == []


def test_in_1862_reasons_cite_its_own_chapters() -> None:
    box = standard_setup("1862").title
    assert [chapter for _, chapter in box.chapters if chapter and find_entry("1862", chapter) is None] == []
    assert [chapter for chapter in box.contents if find_entry("1862", chapter) is None] == []


@cache
def prose_of(file: Path) -> str:
    """The text of a file; of Python its comments and strings, since code has tuples of numbers, too."""
    if file.suffix != ".py":
        return file.read_text("utf-8")
    with file.open("rb") as source:
        return "\n".join(token.string for token in tokenize(source.readline) if token.type in (COMMENT, STRING))


def cited_in(files: Iterable[Path], title: str) -> set[tuple[str, str]]:
    """Each paragraph that files cite, with the file."""
    found: set[tuple[str, str]] = set()
    for file in files:
        text = prose_of(file)
        lists = (match[1] or match[2] or match[3] for match in citations(title).finditer(text))
        found |= {(number, file.name) for one in lists for number in re.findall(NUMBERS[title], one)}
        if title == "1830":
            found |= {(number, file.name) for number in PLAIN_1830.findall(text)}
    return found


def test_everything_written_cites_paragraphs_of_the_rules() -> None:
    """Sources, tests, documents, pages, scripts, style sheets, and the messages of all languages."""
    pages = (file for suffix in ("html", "js", "css", "po") for file in (ROOT / "src").rglob(f"*.{suffix}"))
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").glob("*.md"), *pages]
    for title, least in (("1830", 1000), ("1862", 20)):
        about = [file for file in files if title == "1830" or "1862" in str(file)]
        cited = cited_in(about, title)
        assert len(cited) > least, title
        assert sorted(one for one in cited if find_entry(title, one[0]) is None) == []


@pytest.mark.parametrize(("title", "number"), [("1830", "7.9"), *(("1830", f"{part}-9.9") for part in "CV"), ("1862", "XX.3")])
@pytest.mark.parametrize("way", ["# ({})", "# [{}]", "# (7.2, {})", '"({})"', '"""{}: x."""'])
def test_a_made_up_paragraph_is_noticed(tmp_path: Path, title: str, number: str, way: str) -> None:
    """In every way in which files cite, so that the test above cannot pass by finding nothing."""
    file = tmp_path / "cites.py"
    file.write_text(way.format(number).replace("7.2", "IX" if title == "1862" else "7.2"))
    cited = {found for found, _ in cited_in([file], title)}
    assert number in cited and [one for one in cited if find_entry(title, one) is None] == [number]


def test_numbers_in_code_are_not_citations(tmp_path: Path) -> None:
    file = tmp_path / "computes.py"
    numbers = str((7.9, 6.5))
    file.write_text(f"limits = {numbers}  # (7.2)\n")
    assert cited_in([file], "1830") == {("7.2", "computes.py")}


def test_options_cite_paragraphs_of_the_rules() -> None:
    for entry in CATALOGUE:
        rules = {rule for version in entry.versions for switch in version.switches for rule in switch.rules}
        books = [other.name for other in CATALOGUE]
        assert rules and [rule for rule in rules if all(find_entry(book, rule) is None for book in books)] == []


def test_a_paragraph_that_does_not_exist_is_not_found() -> None:
    assert find_entry("1830", "7.9") is None and find_entry("1862", "XX") is None and find_entry("1830", "XV") is None
    assert link_paragraph("9.9") == "" and link_paragraph("XV") == "/rules/1862#rule-XV"


def test_variants_of_a_number_lead_to_its_paragraph() -> None:
    for cited, number in (
        ("7.2.1(3)", "7.2.1"),
        ("V-1.8a", "V-1.8"),
        ("S-6.3.short", "S-6.3"),
        ("S-4", "S-4.0"),
        ("V-3", "V-3.0"),
    ):
        entry = find_entry("1830", cited)
        assert entry is not None and entry.number == number
    assert "V-1.8b" in anchors_of("1830")["V-1.8"] and "Inbetriebnahme" in anchors_of("1862")["XV.3"]


@pytest.mark.parametrize(("title", "version"), [(entry.name, version.name) for entry in CATALOGUE for version in entry.versions])
def test_every_option_has_a_paragraph(title: str, version: str) -> None:
    offered = next(found for found in next(e for e in CATALOGUE if e.name == title).versions if found.name == version).switches
    told = {name for entry in entries_of(title) for name in options_at(title, entry.number)}
    assert [switch.name for switch in offered if switch.name not in told] == []
    for switch in offered:
        assert all(address.startswith(f"/rules/{title}#rule-") for _, address in paragraphs_of_option(title, switch))


# --- every figure comes from the data


@pytest.mark.parametrize("title", CONTENTS)
def test_sentences_use_figures_that_exist(title: str) -> None:
    known = set(figures_of(standard_setup(title), "en"))
    used = {name for id in SENTENCES[title] for text in texts(id, "en") for name, _ in placeholders(text)}
    assert used <= known and len(used) > 30


ALLOWED = re.compile(
    r"\{[^}]*\}"  # a figure
    r"|\[[\w.-]+\]"  # the number of a paragraph
    r"|18(?:30\+?|62)(?!\d)"  # a title
    r"|S-[1-6]"  # a scenario
)
COUNTERS = re.compile(
    r"(?<![\d.])(?:10|[0-9])(?=つ|通り|人|社|枚|両|回|度|株|行|ドル|マス|倍|番目|ヘクス|ステップ|の(?:マス|都市|本拠地|個人会社)|になったら)"
    r"|第[1-7](?=フェイズ|グループ)"
)
"""Japanese writes small numbers, which are words in the other languages, as digits before a counter."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_written_out(language: str) -> None:
    wrong = []
    for title in CONTENTS:
        for id in SENTENCES[title]:
            for text in texts(id, language):
                rest = ALLOWED.sub("", text)
                rest = COUNTERS.sub("", rest) if language == "ja" else rest
                if re.search(r"\d", rest):
                    wrong.append(f"{id}: {text}")
    assert wrong == []


def test_japanese_counts_what_english_counts_in_words() -> None:
    """A digit in Japanese stands for a word in English, never for a figure of the box."""
    words = (
        "zero|one|two|three|four|five|six|seven|eight|ten|first|second|third|fourth|once|twice|half|both|another|next|single|each"
    )
    wrong = []
    for title in CONTENTS:
        for id in SENTENCES[title]:
            ((english,), (japanese,)) = texts(id, "en"), texts(id, "ja")
            counted = {int(found) for found in re.findall(r"\d+", ALLOWED.sub("", japanese))} - {1}
            if counted and not re.search(rf"\b(?:{words})\b", english, re.IGNORECASE):
                wrong.append(f"{id}: {japanese}")
    assert wrong == []


SPELLED = re.compile(r"\b(four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|fifty|sixty|hundred|dozen)\b", re.IGNORECASE)
"""Words for numbers that a sentence may owe to the box. Up to three they belong to a rule: a route has two cities."""


def test_numbers_in_words_are_those_of_the_data() -> None:
    starter, reading = (standard_setup("1830", version).title for version in ("starter", "s1"))
    reformed = Game(standard_setup("1830", "s5")).state.copy()
    reformed.reformed, reformed.cells = True, [0 for _ in reformed.cells]
    words = {
        "rule.1830.B-1#3": {"six": len(starter.companies)},
        "rule.1830.B-3#1": {"four": len(starter.phases)},
        "rule.1830.6.3#3": {"ten": ALL_UNITS},
        "rule.1830.7.1#1": {"five": len(paragraphs("1830")["7.1"].text.partition(":")[2].partition(".")[0].split(","))},
        "rule.1830.V-0.1#1": {"four": len(Knowledge)},
        "rule.1830.V-3.0#1": {"four": len(paragraphs("1830")["V-3.0"].details)},
        "rule.1830.S-1.1#4": {"seven": max(reading.starting_money)[0]},
        "rule.1830.S-5.2#5": {"four": steps_after_dividend(standard_setup("1830", "s5"), reformed, Company(0), 100_000)},
        "rule.1862.XV.3#1": {"ten": ALL_UNITS},
    }
    values = {"four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
    spelled = {id: SPELLED.findall(text) for title in CONTENTS for id in SENTENCES[title] for text in texts(id, "en")}
    found = {id: {word.lower() for word in every} for id, every in spelled.items() if every}
    assert found == {id: set(known) for id, known in words.items()}
    assert all(values[word] == number for known in words.values() for word, number in known.items())


def test_figures_follow_the_table() -> None:
    """V-1.3: at a table with a short bank the rules say so."""
    assert "$12,000" in paragraphs("1830")["1.0"].lead
    assert "$4,500" in paragraphs("1830", bank="short")["1.0"].lead
    scenario = {
        one.number: one for chapter in reference("1830", "en", standard_setup("1830", "s1")) for one in chapter.paragraphs
    }
    assert "$900" in " ".join(scenario["7.6"].details) and "$1,100" in " ".join(paragraphs("1830")["7.6"].details)
    assert "$12.000" in paragraphs("1830", "de")["1.0"].lead


# --- what holds at a table


def test_a_table_says_what_its_options_decide() -> None:
    here = {choice.option: choice for choice in paragraphs("1830", sell_order="sell_buy")["6.0"].here}
    assert here["sell_order"].value == "Sell-Buy" and here["sell_order"].differs
    assert {choice.option for choice in paragraphs("1830", sell_order="sell_buy")["V-6.1"].here} == {"sell_order"}
    assert not {choice.option: choice for choice in paragraphs("1830", bank="short")["6.0"].here}["sell_order"].differs
    assert paragraphs("1830")["6.0"].here == ()


def test_what_is_switched_off_is_not_told() -> None:
    plain = make("1830", "classic", 4)
    told = {one.number: one for chapter in reference("1830", "en", plain) for one in chapter.paragraphs}
    assert [choice.option for choice in told["V-7.1"].here] == []
    split = paragraphs("1830", split_revenue="on")
    assert [choice.option for choice in split["V-7.1"].here] == ["split_revenue"]


def test_only_options_of_the_version_are_told() -> None:
    starter = make("1830", "starter", 3)
    told = {choice.option for chapter in reference("1830", "en", starter) for one in chapter.paragraphs for choice in one.here}
    assert "sell_order" not in told and "track_placement" in told


# --- the text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", CONTENTS)
def test_every_paragraph_is_complete(title: str, language: str) -> None:
    for number, one in paragraphs(title, language).items():
        assert one.heading and one.heading != number and one.lead, number
        assert not re.search(r"[{}]", one.text), number


def test_references_between_paragraphs_lead_somewhere() -> None:
    for title in CONTENTS:
        for one in paragraphs(title).values():
            for number in re.findall(r"\[([^\]]+)\]", one.text):
                assert find_entry(title, number) is not None, (one.number, number)


def found(query: str, language: str = "en", title: str = "1830") -> Found:
    return search(reference(title, language), glossary(standard_setup(title), language), query)


def test_search_needs_all_words() -> None:
    assert [one.number for one in found("Junction REVERSE").paragraphs] == ["7.4.2"]
    assert [one.number for one in found("分岐", "ja").paragraphs] == ["7.4.2"]
    assert found("submarine") == Found() and found("junction submarine") == Found()


@pytest.mark.parametrize(
    ("query", "language", "term"),
    [
        ("OR", "en", "rounds"),
        ("or", "en", "rounds"),
        ("rust", "en", "rust"),
        ("stop", "en", "stops"),
        ("certificate", "en", "certificate_limit"),
        ("rosten", "de", "rust"),
        ("BR", "de", "rounds"),
        ("roesten", "nl", "rust"),
        ("廃車", "ja", "rust"),
        ("OR", "ja", "rounds"),
    ],
)
def test_search_finds_the_glossary_first(query: str, language: str, term: str) -> None:
    assert found(query, language).terms[0].id == term


def test_search_takes_both_apostrophes() -> None:
    assert found("president's certificate") == found("president’s certificate") != Found()


def test_search_finds_whole_words_before_parts() -> None:
    """What is in capitals is looked for as it is written; plurals are whole words; trust and nonstop are not."""
    assert [one.id for one in found("OR").terms] == ["rounds"]
    assert not any(re.search(r"\bOR\b", one.text) for one in found("OR").within)
    for query in ("rust", "stop", "par"):
        whole = re.compile(rf"\b{query}(s|ing|ed)?\b", re.IGNORECASE)
        assert all(whole.search(one.text) for one in found(query).paragraphs)
        assert all(query in one.text.lower() and not whole.search(one.text) for one in found(query).within)
    assert found("par").paragraphs and found("par").within
    headed = [one.number for one in found("forced").paragraphs]
    assert headed[0] == next(one.number for one in paragraphs("1830").values() if "forced" in one.heading.lower())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_tells_what_holds_in_every_position(language: str) -> None:
    terms = glossary(standard_setup("1830"), language)
    assert len(terms) >= 20 and not any("Player 1" in one.text or "{" in one.text for one in terms)
    assert all(not one.paragraph or find_entry("1830", one.paragraph) for one in terms)


# --- the example


def test_the_example_shows_what_the_engine_allows() -> None:
    """7.3.3: the railroad with a station in the full city runs through it, the other may not."""
    blocked, passing = example_of(BLOCKED), example_of(PASSING)
    setup, state = blocked.setup, blocked.state
    own: Company = setup.company_index[BLOCKED]
    assert check_routes(setup, state, own, blocked.routes) is None and blocked.revenue > 0
    assert check_routes(setup, state, setup.company_index[PASSING], passing.routes) is None
    assert check_routes(setup, state, own, passing.routes) is not None
