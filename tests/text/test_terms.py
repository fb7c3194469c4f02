"""One term for each thing, as docs/glossary.md has it, in the words of the game and in those of the pages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldenspike.text import percent
from goldenspike.text.catalogue import LANGUAGES
from goldenspike.text.required import required, texts

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"

AVOIDED = {
    "en": (
        "shareprice",
        "basic game",
        "take back",
        "or go on",
        "whole screen",
        "come in first",
        "dearer",
        "dearest",
        " %",
        "grey",
        "colour",
        "licence",
        "honour",
        "neighbour",
        "favour",
        "towards",
        "any more",
        "earn most",
        "what becomes of",
        "lies on the",
        "in succession",
        "web hook",
    ),
    "de": (
        "Präsident",
        "Vorkaufsrecht",
        "Nennwert",
        "Privatbahn",
        "Basisspiel",
        "Kurstafel",
        "Lokomotive",
        "Token",
        "Stationen",
        "Gegenwart",
        "Ganzer Bildschirm",
        "Bitte zurück",
        "Ertrag",
        "Einkommen",
    ),
    "nl": (
        "president",
        "voorrang",
        "open markt",
        "exploitatie",
        "startspel",
        "hexagon",
        "token",
        "ronden",
        "hulp",
        "terugneem",
        "terugname",
        "gretig",
        "kom eerst binnen",
        "van start",
    ),
    "ja": (
        "私有会社",
        "運営ラウンド",
        "フェーズ",
        "優先権",
        "オークション",
        "レディング",
        "内部保留",
        "新規株",
        "中古",
        "卓",
        "ヘックス",
        "プライベート",
        "何が何に",
        "運営を",
    ),
}
"""Words that came up for something that the glossary calls otherwise."""
TERMS_OF_1862 = ("Privatbahn", "Kurstafel")
"""Avoided words that are right in a message about 1862, whose id or text names it."""


def all_texts(language: str) -> Iterator[tuple[str, str]]:
    for id in required():
        for text in texts(id, language):
            yield id, re.sub(r"\{.*?\}", "X", text)


def test_the_glossary_has_a_column_for_every_language() -> None:
    rows = [line for line in GLOSSARY.read_text().splitlines() if line.startswith("| ")]
    assert len(rows) > 50
    assert {row.count("|") for row in rows} == {len(LANGUAGES) + 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_those_of_the_glossary(language: str) -> None:
    """But for the other words that people look for."""
    wrong = [
        f"{id}: {word}"
        for id, text in all_texts(language)
        for word in AVOIDED[language]
        if word.lower() in text.lower() and not id.startswith("account.") and not id.endswith(".also")
        if not (word in TERMS_OF_1862 and "1862" in id + text)
    ]
    assert wrong == []


def test_japanese_is_written_with_full_width_marks() -> None:
    """No half-width comma, full stop or bracket beside Japanese letters."""
    kana = r"[\u3041-\u30ff\u4e00-\u9fff]"
    wrong = [id for id, text in all_texts("ja") if re.search(rf"{kana}[,.;:()!?]|[,;:()!?]{kana}", text)]
    assert wrong == []


def test_japanese_has_no_spaces_between_words() -> None:
    kana = r"[\u3041-\u30ff\u4e00-\u9fff]"
    wrong = [id for id, text in all_texts("ja") if re.search(rf"{kana} [\w$]|[\w%] {kana}", text)]
    assert wrong == []


def test_japanese_sentences_are_polite() -> None:
    """です・ます in every sentence that ends with a verb."""
    plain = re.compile(r"[るうくむつぶぬたいだ]$|[^でま]す$")
    polite = re.compile(r"(です|ます|ました|でした|ません|でしょう|ましょう|ください)$")
    wrong = [
        f"{id}: {sentence}"
        for id, text in all_texts("ja")
        for sentence in re.sub(r"（[^）]*）", "", text).split("。")[:-1]
        if plain.search(sentence) and not polite.search(sentence)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_percentages_are_written_as_the_language_does(language: str) -> None:
    """20% in English, 20 % in German, as Babel formats the numbers beside them."""
    spaced = percent(20, language) != "20%"
    unusual = r"\w%" if spaced else r"\s%"
    assert [f"{id}: {text}" for id, text in all_texts(language) if re.search(unusual, text)] == []
