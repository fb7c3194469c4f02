"""The rulings: what the table of them says agrees with the options and titles, and docs/rulings.md with both."""

import importlib.util
import re
from pathlib import Path

import pytest

from goldenspike.core.switches import value_name
from goldenspike.text import LANGUAGES, RULINGS, explain_setup, name_ruling, note_on_rulings, other_readings, say_ruling
from goldenspike.text.required import texts
from goldenspike.titles.catalogue import CATALOGUE, SWITCHES, BadPlayers, find_version, make

ROOT = Path(__file__).resolve().parents[2]
ALL = [(title, ruling) for title, rulings in RULINGS.items() for ruling in rulings]


def test_every_title_has_rulings_with_names_of_their_own() -> None:
    assert list(RULINGS) == [entry.name for entry in CATALOGUE]
    assert len({(title, ruling.key) for title, ruling in ALL}) == len(ALL) > 90


def test_an_option_named_with_a_ruling_has_the_other_reading() -> None:
    """Its value is one that the title offers, and not the one that the ruling is about."""
    switches = {switch.name: switch for switch in SWITCHES}
    for title, ruling in ALL:
        assert bool(ruling.option) == bool(ruling.values), ruling.key
        if ruling.option:
            switch = switches[ruling.option]
            version = find_version(title, "starter" if ruling.key.startswith("starter_") else None)
            assert set(ruling.values) < {value_name(value) for value in switch.values}, ruling.key
            assert switch in version.switches and version.default_of(switch) not in ruling.values, ruling.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_every_ruling(language: str) -> None:
    for title, ruling in ALL:
        id = f"ruling.{title}.{ruling.key}"
        assert (name_ruling(title, ruling, language),) == texts(id, language)
        assert (say_ruling(title, ruling, language),) == texts(f"{id}.text", language)
        assert bool(other_readings(ruling, language)) == bool(ruling.option)
    assert note_on_rulings("1830", language) and not note_on_rulings("1862", language)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_translation_has_the_numbers_of_the_english(language: str) -> None:
    """Amounts, hexes and tiles are facts; words for small numbers may differ."""
    facts = re.compile(r"\$\d+|\b[A-Z]\d{1,2}\b|\b\d{3}\b|[0-9]{2}(?=[ -]?%)", re.ASCII)
    wrong = [
        ruling.key
        for title, ruling in ALL
        if sorted(facts.findall(say_ruling(title, ruling, "en"))) != sorted(facts.findall(say_ruling(title, ruling, language)))
    ]
    assert wrong == []


def test_another_reading_is_told_by_the_names_of_the_option() -> None:
    run = next(ruling for title, ruling in ALL if (title, ruling.key) == ("1830", "best_run"))
    assert other_readings(run, "de") == "Option „Die beste Fahrt finden“: Auf Ehre des Direktors, Nach Belieben des Direktors"
    assert other_readings(run, "ja") == "オプション「最良の運行」：社長の申告、社長の自由"


def test_the_page_about_rulings_is_up_to_date() -> None:
    """docs/rulings.md is written by tools/document_rulings.py."""
    spec = importlib.util.spec_from_file_location("document_rulings", ROOT / "tools" / "document_rulings.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8") == tool.page()


def test_too_many_players_are_too_many_for_the_version() -> None:
    with pytest.raises(BadPlayers) as found:
        make("1830", "starter", 7)
    facts = found.value.facts
    assert explain_setup("bad_players", facts, "en") == "1830 starter game is for 2 to 6 players, not 7."
    assert explain_setup("bad_players", facts, "de") == "1830 Einsteigerspiel ist für 2 bis 6 Spieler, nicht für 7."
    assert explain_setup("bad_players", facts, "en", plain=True).startswith("1830 starter is for")
