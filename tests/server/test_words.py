"""The words of the pages: from the catalogues, in the reader's language, with the right plural."""

import pytest

from goldenspike.bots.roster import BOTS
from goldenspike.core.market import Zone
from goldenspike.server.words import Words, accepted_languages
from goldenspike.text import LANGUAGES, choose_language, message
from goldenspike.titles.catalogue import CATALOGUE

pytestmark = pytest.mark.sqlite


def test_names_that_are_put_together_are_known() -> None:
    words = Words("en")
    for entry in CATALOGUE:
        for version in entry.versions:
            assert words.game(entry.name, version.name).startswith(entry.name)
    for bot in BOTS:
        assert message(f"bot.{bot}", "en") is not None


def test_an_unknown_message_is_shown_as_its_key() -> None:
    assert Words("de")("no.such", count=2) == "no.such"


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Ada undid 1 move.", "Ada undid 2 moves."),
        ("de", "Ada hat 1 Zug zurückgenommen.", "Ada hat 2 Züge zurückgenommen."),
        ("nl", "Ada maakte 1 zet ongedaan.", "Ada maakte 2 zetten ongedaan."),
        ("ja", "Adaが1手戻しました。", "Adaが2手戻しました。"),
    ],
)
def test_numbers_choose_the_plural(language: str, one: str, two: str) -> None:
    words = Words(language)
    assert words("log.undo", name="Ada", count=1) == one
    assert words("log.undo", name="Ada", count=2) == two


def test_plurals_are_chosen_in_the_words_of_a_title_too() -> None:
    assert Words("de").at("1862")("log.undo", name="Ada", count=1) == "Ada hat 1 Zug zurückgenommen."


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_name_the_zones_in_the_language_of_the_page(language: str) -> None:
    zones = Words(language).pictures().zones
    assert len(zones) == len(Zone) and zones[Zone.NORMAL] == "" and all(zones[Zone.PAR :])
    assert language == "en" or zones != Words("en").pictures().zones


def test_hidden_money_is_a_dash() -> None:
    assert Words("en").money(None) == "–" and Words("en").money(1234) == "$1,234"


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("", "de-CH,fr;q=0.9", "de"),
        ("nl", "de", "nl"),
        ("xx", "ja;q=0.5,nl;q=0.8", "nl"),
        ("", "nl;q=0,DE-at;q=0.1", "de"),
        ("", ";;;,q=,", "en"),
        ("", "", "en"),
    ],
)
def test_the_readers_language(chosen: str, accepted: str, language: str) -> None:
    assert choose_language([chosen, *accepted_languages(accepted)]) == language
