"""The pages of the rules: both titles in four languages, search without scripts, and what holds at a table."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from goldenspike.text import LANGUAGES
from goldenspike.text.rules import CONTENTS, anchors_of, entries_of
from server_helpers import Browser, shared_reader


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with shared_reader(tmp_path_factory.mktemp("rules")) as browser:
        yield browser


@pytest.fixture
def browser(reader: Browser) -> Browser:
    return Browser(reader.client)


def page_of(browser: Browser, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.text)


def new_table(browser: Browser, **options: str) -> str:
    form = {"game": "1830/classic", "players": "2", "seat.1.kind": "local", "option.seating": "free", "my_name": "Ada", **options}
    return str(browser.post("/new", form).url.path).rpartition("/")[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", CONTENTS)
def test_the_rules_in_every_language(browser: Browser, title: str, language: str) -> None:
    browser.language = language
    page = page_of(browser, f"/rules/{title}")
    assert f'lang="{language}"' in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), sorted({id for id in ids if ids.count(id) > 1})
    numbers = {name for entry in entries_of(title) for name in (entry.number, *anchors_of(title)[entry.number])}
    assert {f"rule-{number}" for number in numbers} <= set(ids)
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(ids) and len(targets) > 20
    shown = re.sub(r"<(head|style|script)\b.*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    assert re.findall(r"\b(?:rules|rule|picture|phases|option|term|nav|version)\.[a-z][\w.]*", shown) == [], (
        "no message is missing"
    )
    assert not re.search(r"\{\w+\}", shown)


def test_tables_and_drawings_are_made_of_the_box(browser: Browser) -> None:
    page = page_of(browser, "/rules/1830")
    assert page.count("<svg") >= 10 and page.count('<table class="sheet"') >= 15
    assert "$1,100" in page and "Schuylkill Valley" in page and "SV + MH ($130)" in page
    other = page_of(browser, "/rules/1862")
    assert "10E" in other and "New Haven Steamship Company" in other


def test_the_contents_lead_to_both_titles(browser: Browser) -> None:
    page = page_of(browser, "/rules")
    assert 'href="/rules/1830#part-scenarios"' in page and 'href="/rules/1862#glossary"' in page
    assert 'href="/rules"' in page_of(browser, "/")
    assert browser.get("/rules/1831").status_code == 404


def test_search_without_scripts(browser: Browser) -> None:
    page = page_of(browser, "/rules/1830?q=reverse+junction")
    assert re.findall(r'<article id="rule-([^"]+)"', page) == ["7.4.2"]
    assert 'value="reverse junction"' in page and 'href="/rules/1830">Show all rules' in page
    nothing = page_of(browser, "/rules/1830?q=submarine")
    assert "<article" not in nothing and "No glossary entry or rule contains" in nothing
    station = page_of(browser, "/rules/1830?q=station")
    assert re.findall(r'<dt id="term-(\w+)"', station)[0] == "stations" and station.index("<dt") < station.index("<article")
    assert 'href="/rules/1830#rule-7.3"' in station, "the rest of the rules is not on this page"
    assert "<script>alert" not in browser.get("/rules/1830?q=<script>alert(1)</script>").text


def test_a_table_says_what_holds_there(browser: Browser) -> None:
    table = new_table(browser, **{"option.sell_order": "sell_buy", "option.bank": "short"})
    page = page_of(browser, f"/t/{table}/rules")
    top = page.partition('class="at-table"')[2].partition("</section>")[0]
    assert "Sell-Buy" in top and "Short game" in top
    paragraph = page.partition('<article id="rule-6.0"')[2].partition("</article>")[0]
    assert "At this table:" in paragraph and "Sell-Buy" in paragraph
    assert "$4,500" in page.partition('<article id="rule-1.0"')[2].partition("</article>")[0]
    assert "At this table:" not in page_of(browser, "/rules/1830")
    assert f'href="/t/{table}/rules"' in page_of(browser, f"/t/{table}")
    assert f'action="/t/{table}/rules"' in page


def test_a_scenario_lists_how_it_differs_from_classic(browser: Browser) -> None:
    """S-5.2: the private companies are dealt; the list at the top links to the paragraph."""
    page = page_of(browser, f"/t/{new_table(browser, game='1830/s5')}/rules")
    top = page.partition('class="at-table"')[2].partition("</section>")[0]
    assert 'href="#rule-V-1.8"' in top and "Dealt" in top


def test_options_link_to_their_paragraphs(browser: Browser) -> None:
    assert 'href="/rules/1830#rule-V-6.1"' in page_of(browser, "/new")
    assert 'href="/rules/1862#rule-II"' in page_of(browser, "/new?game=1862/standard")
    assert 'href="/rules/1830#rule-V-6.1"' in page_of(browser, "/help")


def test_old_addresses_of_paragraphs_are_still_there(browser: Browser) -> None:
    """Without scripts /help#rule-7.4.2 is an entry that links to the rules."""
    page = page_of(browser, "/help")
    entry = page.partition('<li id="rule-7.4.2"')[2].partition("</li>")[0]
    assert 'href="/rules/1830#rule-7.4.2"' in entry
