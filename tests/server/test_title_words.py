"""Pages of a table use the terms of the title's rule book (such as the German terms of 1862)."""

import pytest

from goldenspike.server.words import Words
from goldenspike.view.model import RoundView
from server_helpers import Browser

pytestmark = pytest.mark.sqlite


def test_terms_of_a_title_stay_with_that_title() -> None:
    words = Words("de")
    assert words("table.priority") == words.at("1830")("table.priority") == "Erstkaufsrecht"
    assert words.at("1862")("table.priority") == "Priority-Deal"
    assert words.at("1862").pictures().treasury == "Kapital"
    assert words.pictures().treasury == "Kasse"
    assert Words("nl").at("1862")("table.priority") == Words("nl")("table.priority")


@pytest.mark.parametrize(
    ("language", "title", "kind", "expected"),
    [
        ("en", "1830", "operating", "OR 2.1"),
        ("en", "1830", "auction", "ISR"),
        ("en", "1862", "auction", "SR 2"),
        ("de", "1830", "stock", "AR 2"),
        ("de", "1862", "operating", "BR 2.1"),
        ("de", "1862", "auction", "AR 2"),
    ],
)
def test_rounds_are_named_in_the_language_of_the_page(language: str, title: str, kind: str, expected: str) -> None:
    assert Words(language, title).round(RoundView(kind, 2, 1, 3)) == expected


def test_a_table_of_1862_in_german(browser: Browser) -> None:
    form = {"game": "1862/standard", "players": "4", "option.seating": "free", "my_name": "Ada"}
    form |= {f"seat.{number}.kind": "local" for number in range(1, 4)}
    table = browser.post("/new", form).url.path
    browser.language = "de"
    page = browser.get(table).text
    assert "Privatbahnen" in page and "Papiere" in page and "AR 1" in page
    assert "Privatgesellschaft" not in page and "Erstkaufsrecht" not in page and "Zertifikat" not in page
