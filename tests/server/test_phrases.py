"""Every language has every phrase, with the same placeholders."""

import re
from pathlib import Path
from string import Formatter

import pytest

import goldenspike.server
from goldenspike.bots.roster import BOTS
from goldenspike.core.market import Zone
from goldenspike.server.phrases import PHRASES
from goldenspike.server.words import Words, choose_language
from goldenspike.text import LANGUAGES
from goldenspike.titles.catalogue import CATALOGUE

FOLDER = Path(goldenspike.server.__file__).parent


def placeholders(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def test_the_pages_speak_the_languages_of_the_game() -> None:
    assert set(PHRASES) == set(LANGUAGES)


@pytest.mark.parametrize("language", list(PHRASES))
def test_phrases_are_complete(language: str) -> None:
    assert set(PHRASES[language]) == set(PHRASES["en"])
    for key, phrase in PHRASES[language].items():
        assert phrase.strip()
        assert placeholders(phrase) == placeholders(PHRASES["en"][key]), key


def test_templates_and_code_ask_for_known_phrases() -> None:
    asked: set[str] = set()
    for file in FOLDER.rglob("*"):
        if file.suffix in (".html", ".py") and "phrases" not in file.parts:
            text = file.read_text()
            asked |= set(re.findall(r"words\(\s*['\"]([\w.]+)['\"](?! ~)", text))
            asked |= {f"problem.{code}" for code in re.findall(r"Problem\(\s*\d+, \"(\w+)\"", text)}
    assert asked - set(PHRASES["en"]) == set()


def test_names_that_are_put_together_are_known() -> None:
    for entry in CATALOGUE:
        for version in entry.versions:
            assert f"version.{version.name}" in PHRASES["en"]
    for bot in BOTS:
        assert f"bot.{bot}" in PHRASES["en"]


@pytest.mark.parametrize("language", list(PHRASES))
def test_pictures_name_the_zones_in_the_language_of_the_page(language: str) -> None:
    zones = Words(language).pictures().zones
    assert len(zones) == len(Zone) and zones[Zone.NORMAL] == "" and all(zones[Zone.PAR :])
    assert language == "en" or zones != Words("en").pictures().zones


def test_hidden_money_is_a_dash() -> None:
    assert Words("en").money(None) == "–" and Words("en").money(1234) == "$1,234"


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "de-CH,fr;q=0.9", "de"),
        ("nl", "de", "nl"),
        ("xx", "ja;q=0.5,nl;q=0.8", "nl"),
        (None, ";;;,q=,", "en"),
        (None, "", "en"),
    ],
)
def test_the_readers_language(chosen: str | None, accepted: str, language: str) -> None:
    assert choose_language(chosen, accepted) == language
