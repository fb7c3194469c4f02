"""Printing from pages: the form in four languages, components, positions and results as PDF, and what is refused."""

from collections.abc import Iterator
from html import unescape

import pytest

from goldenspike.server.printing import making
from goldenspike.text import LANGUAGES
from printing_helpers import Printed, read_pdf
from server_helpers import Browser, shared_reader


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with shared_reader(tmp_path_factory.mktemp("printing")) as browser:
        yield browser


@pytest.fixture
def browser(reader: Browser) -> Browser:
    return Browser(reader.client)


def pdf_at(browser: Browser, path: str) -> Printed:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/pdf")
    assert answer.headers["content-disposition"].endswith('.pdf"')
    return read_pdf(answer.content)


def new_table(browser: Browser, game: str = "1830/classic") -> str:
    form = {"game": game, "players": "2", "seat.1.kind": "local", "option.seating": "free", "my_name": "Ada"}
    return str(browser.post("/new", form).url.path).rpartition("/")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_offers_everything_in_every_language(browser: Browser, language: str) -> None:
    browser.language = language
    for title, version in (("1830", "s6"), ("1862", "standard")):
        page = unescape(browser.get(f"/print/{title}").text)
        assert f'value="{version}"' in page
        assert all(f'name="{kind}"' in page for kind in ("board", "tiles", "money", "aid", "duplex", "one_sheet"))
        assert "print." not in page.replace("/print", "")


def test_rules_and_tables_link_to_it(browser: Browser) -> None:
    assert 'href="/print/1830"' in browser.get("/rules").text
    assert 'href="/print/1862"' in browser.get("/rules/1862").text
    table = new_table(browser)
    assert f'href="/t/{table}/print"' in browser.get(f"/t/{table}").text
    assert f'href="/t/{table}/print"' in browser.get(f"/t/{table}/rules").text


def test_components_of_a_title(browser: Browser) -> None:
    browser.language = "de"
    found = pdf_at(browser, "/print/1830/pdf?version=starter&players=3&trains=on&paper=letter")
    assert found.sizes == [(215.9, 279.4)]
    assert found.words()["$450"] == 1


def test_a_table_prints_its_components_and_its_position(browser: Browser) -> None:
    table = new_table(browser)
    page = unescape(browser.get(f"/t/{table}/print").text)
    assert f'action="/t/{table}/print/position"' in page
    assert f'action="/t/{table}/print/scores"' not in page, "the game is not over"
    tokens = pdf_at(browser, f"/t/{table}/print/components?tokens=on")
    assert tokens.words()["PRR"] == 5
    position = pdf_at(browser, f"/t/{table}/print/position")
    assert len(position.sizes) == 3
    assert "Ada" in position.text and "Altoona" in position.text
    assert browser.get(f"/t/{table}/print/scores").status_code == 409


@pytest.mark.parametrize(
    ("path", "status"),
    (
        ("/print/1831", 404),
        ("/print/1831/pdf", 404),
        ("/print/1830/pdf?version=s9", 422),
        ("/print/1830/pdf?players=9", 422),
        ("/print/1830/pdf?paper=a3", 422),
        ("/print/1830/pdf?version=starter&market=on", 404),
    ),
)
def test_what_cannot_be_printed_is_refused(browser: Browser, path: str, status: int) -> None:
    answer = browser.get(path)
    assert answer.status_code == status
    assert "<h1>" in answer.text, "a page that says why"


def test_without_the_extra_the_page_says_so(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "is_installed", lambda: False)
    answer = browser.get("/print/1830/pdf?trains=on")
    assert answer.status_code == 501 and "print" in answer.text


def test_too_many_at_once_are_refused(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_WAITING", 0)
    assert browser.get("/print/1830/pdf?trains=on").status_code == 503


def test_what_takes_too_long_is_ended(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_SECONDS", 0.0)
    assert browser.get("/print/1830/pdf?trains=on").status_code == 503
