"""Every language has words for everything that the engine can say, and they speak of the right facts.

Whoever adds an event, a reason, an option or a step reads here which messages are still to be written.
"""

import shutil
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from goldenspike.core.actions import Action, Payout
from goldenspike.core.events import EndReason, Event, Why
from goldenspike.core.title import Power, RoundKind
from goldenspike.text import pages
from goldenspike.text.catalogue import (
    FALLBACK,
    FOLDER,
    LANGUAGES,
    choose_language,
    message,
    read,
    source,
    source_of_title,
    subjects,
    translations,
)
from goldenspike.text.facts import EXCEPTIONS, MEANINGS, meaning_of
from goldenspike.text.forms import ACTION_FORMS, EVENT_FORMS, SILENT
from goldenspike.text.merge import entry, merge
from goldenspike.text.names import RELATIONS, TRAIN_RELATIONS, Noun, name_holder, name_train
from goldenspike.text.required import VERSIONS, Need, missing, placeholders, report, required, superfluous, texts
from goldenspike.text.rules import CONTENTS, figures_of, standard_setup
from goldenspike.text.switches import SETUP_FACTS
from goldenspike.titles.catalogue import CATALOGUE, BadSetup, make

NEEDS = required()
FIGURES = {title: figures_of(standard_setup(title), FALLBACK) for title in CONTENTS}
"""The facts of the rules by title."""

NAMES = {
    "notice.add.hook",
    "notice.channel.hook",
    "rule.1830/classic",
    "option.second_certificates.erie",
    "option.second_certificates.n&w",
    "ruling.1830.richmond",
    "ruling.1862.omaha",
    "ruling.1862.salt_lake_city",
    "ruling.1862.e30",
}
"""Messages that are nothing but a name or a word used in all languages."""

SAME_AS_ENGLISH = {
    "de": {
        "account.name",
        "new.bot",
        "new.name",
        "option.reading_home.H16",
        "option.trains.standard",
        "picture.zone.ORANGE",
        "plan.line",
        "plan.line_heading",
        "rule.1830.V-1.3",
        "step.dividend",
        "table.here",
        "term.bank",
        "term.phase",
        "version.1830.classic",
    },
    "nl": {
        "clock.day",
        "bot.baron",
        "goal.late",
        "nav.account",
        "nav.help",
        "new.bot",
        "notice.add.mail",
        "notice.channel.mail",
        "option.reading_home.H16",
        "owner.bank",
        "picture.stations",
        "plan.line",
        "plan.line_heading",
        "rule.1830.7.3",
        "rule.1830.V-1.3",
        "rule.1862.VIII",
        "seat.bot",
        "step.dividend",
        "step.station",
        "table.bank",
        "table.here",
        "table.sheet",
        "term.bank",
        "term.stations",
        "term.stops",
        "version.1830.classic",
        "why.DIVIDEND",
        "why.STATION",
        *(f"version.1830.s{number}" for number in range(1, 7)),
    },
    "ja": set[str](),
}
"""Messages that happen to be the same word in both languages."""


def told(id: str, language: str) -> set[str]:
    """The facts that a message speaks of, in any of its plurals."""
    return {name for text in texts(id, language) for name, _ in placeholders(text)}


def has_words(text: str) -> bool:
    """Whether anything but signs and placeholders is there to be translated."""
    rest = text
    for name, form in placeholders(text):
        rest = rest.replace("{" + name + (f":{form}" if form else "") + "}", "")
    return any(letter.isalpha() for letter in rest)


def test_english_comes_first_and_all_four_languages_are_there() -> None:
    assert LANGUAGES[0] == FALLBACK == "en"
    assert set(LANGUAGES) >= {"en", "de", "nl", "ja"}


def test_nothing_is_missing() -> None:
    assert report() == "", f"words are missing (see docs/translating.md):\n{report()}"


def test_every_version_on_the_shelf_has_a_name() -> None:
    on_the_shelf = {(entry.name, version.name) for entry in CATALOGUE for version in entry.versions}
    assert on_the_shelf <= {(title, version) for title, versions in VERSIONS.items() for version in versions}


def test_every_setup_error_has_words_for_its_facts() -> None:
    """`SETUP_FACTS` names the faults of `titles.catalogue`, and what each tells."""
    assert set(SETUP_FACTS) == {fault.code for fault in BadSetup.__subclasses__()}
    requested: list[tuple[str, str | None, int, dict[str, str]]] = [
        ("1831", None, 4, {}),
        ("1830", "s9", 4, {}),
        ("1830", "classic", 9, {}),
        ("1830", "classic", 4, {"color": "red"}),
        ("1830", "classic", 4, {"bank": "huge"}),
        ("1830", "classic", 4, {"random_map": "-1"}),
        ("1862", "standard", 4, {"bank": "short"}),
        ("1830", "classic", 4, {"random_map": "7", "reading": "on"}),
        ("1830", "classic", 4, {"reading": "on", "with_rdr": "on"}),
    ]
    seen = set()
    for title, version, players, options in requested:
        with pytest.raises(BadSetup) as found:
            make(title, version, players, options)
        assert set(found.value.facts) == set(SETUP_FACTS[found.value.code])
        seen.add(found.value.code)
    assert seen == set(SETUP_FACTS)


def test_no_two_members_share_a_number() -> None:
    """A second name for the same number would never be asked for its words."""
    for enum in (Why, EndReason, Payout, Power, RoundKind):
        assert list(enum.__members__) == [member.name for member in enum], enum.__name__


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_superfluous(language: str) -> None:
    assert superfluous(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_speak_only_of_facts_that_they_have(language: str) -> None:
    wrong = [f"{id}: {sorted(told(id, language) - need.facts)}" for id, need in NEEDS.items() if told(id, language) - need.facts]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_and_names_tell_all_their_facts(language: str) -> None:
    wrong = [
        f"{id}: {sorted(need.facts - told(id, language))}"
        for id, need in NEEDS.items()
        if need.all_facts and texts(id, language) and need.facts - told(id, language)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != FALLBACK])
def test_all_languages_tell_the_same_facts(language: str) -> None:
    wrong = [
        f"{id}: {sorted(told(id, FALLBACK) ^ told(id, language))}"
        for id in NEEDS
        if texts(id, language) and texts(id, FALLBACK) and told(id, FALLBACK) != told(id, language)
    ]
    assert wrong == []


def silent_fields(prefix: str, classes: tuple[type, ...]) -> Iterator[str]:
    for cls in classes:
        forms = (ACTION_FORMS if prefix == "action" else EVENT_FORMS).get(cls.__name__)
        ids = [f"{prefix}.{cls.__name__}"] if forms is None else [f"{prefix}.{cls.__name__}.{form}" for form in forms.names]
        spoken = {name for id in ids for name in told(id, FALLBACK)} | set(SILENT.get(cls.__name__, ()))
        spoken |= set(forms.stated) if forms else set()
        spoken |= {"player"} if prefix == "action" else set()
        if any(texts(id, FALLBACK) for id in ids):
            yield from (f"{cls.__name__}.{field.name}" for field in fields(cls) if field.name not in spoken)


def test_events_and_actions_tell_every_field_in_some_form() -> None:
    """What is not told on purpose is named in `forms.SILENT`; an action does not say who acts."""
    assert [*silent_fields("event", get_args(Event)), *silent_fields("action", get_args(Action))] == []


def test_forms_of_names_are_known() -> None:
    """`{seller:from}` is possible for holders, `{train:many}` for trains, and for nothing else."""
    wrong = []
    for id in NEEDS:
        for language in LANGUAGES:
            for text in texts(id, language):
                for name, form in placeholders(text):
                    meaning = meaning_of(id, name)
                    is_holder = meaning is name_holder
                    is_train = meaning is name_train or (id.startswith("rule.") and isinstance(FIGURES[id[5:9]][name], Noun))
                    allowed = RELATIONS if is_holder else TRAIN_RELATIONS if is_train else ()
                    if form and form not in allowed:
                        wrong.append(f"{language} {id}: {{{name}:{form}}}")
    assert wrong == []


def test_every_fact_has_a_meaning() -> None:
    """A new name of a field or fact is given its meaning in `facts.MEANINGS`."""
    unknown = {
        f"{id}: {name}"
        for id, need in NEEDS.items()
        if id.partition(".")[0] in ("event", "action", "reason", "step")
        for name in need.facts
        if meaning_of(id, name) is None
    }
    assert unknown == set()
    assert all(id in NEEDS for id, _ in EXCEPTIONS)
    assert "company" in MEANINGS


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != FALLBACK])
def test_nothing_is_left_in_english(language: str) -> None:
    same = {
        id
        for id in NEEDS
        if texts(id, language) and texts(id, language) == texts(id, FALLBACK) and has_words("".join(texts(id, FALLBACK)))
    }
    assert same <= SAME_AS_ENGLISH.get(language, set()) | NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_as_many_as_the_language_has(language: str) -> None:
    several = source(language).num_plurals
    wrong = [
        str(entry.id)
        for entry in source(language)
        if entry.pluralizable and (not isinstance(entry.string, tuple | list) or len(entry.string) != several)
    ]
    assert wrong == []


def test_a_message_with_plurals_has_them_in_every_language() -> None:
    plural = {id for id in NEEDS if (entry := source(FALLBACK).get(id)) is not None and entry.pluralizable}
    for language in LANGUAGES:
        lacking = [id for id in plural if (entry := source(language).get(id)) is not None and not entry.pluralizable]
        assert lacking == [], language


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_as_sentences_and_labels_do_not(language: str) -> None:
    ends = (".", "。", "?", "？")
    for id in NEEDS:
        is_ruling = id.startswith("ruling.") and id.endswith((".text", ".note", ".intro"))
        for text in texts(id, language):
            if (
                id.startswith(("event.", "reason.", "exclusion."))
                or (id.startswith("rule.") and "#" in id)
                or (id.endswith(".help") and id != "nav.help")
                or is_ruling
            ):
                assert text.endswith(ends), f"{language} {id}: {text}"
            if id.startswith(("action.", "round.", "group.", "color.")) or (id.startswith("ruling.") and not is_ruling):
                assert not text.endswith((".", "。")), f"{language} {id}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_no_stray_blanks(language: str) -> None:
    joints = ("name.comma", "name.route", "name.group", "hex.join", "combined.next")
    for id in NEEDS:
        for text in texts(id, language):
            assert "  " not in text, f"{language} {id}"
            assert id in joints or text == text.strip(), f"{language} {id}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_and_quotation_marks_are_curly(language: str) -> None:
    for catalogue in (source(language), *(source_of_title(language, title.name) for title in CATALOGUE)):
        for found in catalogue:
            forms = found.string if isinstance(found.string, (list, tuple)) else (found.string,)
            assert not found.id or not set("".join(form or "" for form in forms)) & set("'\""), found.id


def test_a_missing_message_is_reported_and_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenspike.text.required.required", lambda: {"no.such": Need("no.such")})
    assert missing("de") == ["no.such"]
    assert report() == "no.such: " + ", ".join(LANGUAGES)
    assert message("no.such", "de") is None


def test_no_message_is_written_twice() -> None:
    for language in LANGUAGES:
        ids = [str(message.id) for file in subjects(language) for message in read(file) if message.id]
        assert len(ids) == len(set(ids)), sorted(id for id in set(ids) if ids.count(id) > 1)


def test_missing_messages_are_merged_beside_their_relatives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make catalogues` adds empty entries, with as many plurals as the language has and English as a hint."""

    def copies(language: str) -> list[Path]:
        return sorted((tmp_path / language).glob("*.po"))

    for language in LANGUAGES:
        shutil.copytree(FOLDER / language / "LC_MESSAGES", tmp_path / language)
    missing_one = {"table.undo_undone": Need("table.undo_undone"), "log.undo": Need("log.undo")}
    monkeypatch.setattr("goldenspike.text.merge.required", lambda: missing_one)
    monkeypatch.setattr("goldenspike.text.merge.subjects", copies)
    assert [file.relative_to(tmp_path) for file in merge()] == [Path(language) / "table.po" for language in LANGUAGES]
    added = (tmp_path / "de" / "table.po").read_text().splitlines()
    original = (FOLDER / "de" / "LC_MESSAGES" / "table.po").read_text().splitlines()
    place = max(number for number, line in enumerate(original) if line.startswith('msgid "table.')) + 3
    assert added[place : place + 3] == ['msgid "table.undo_undone"', 'msgstr ""', ""]
    assert added[:place] + added[place + 3 :] == original


def test_a_merged_entry_has_the_plurals_of_its_language() -> None:
    assert entry("log.undo", "ja").splitlines()[-2:] == ['msgid_plural "log.undo"', 'msgstr[0] ""']
    assert entry("log.undo", "nl").splitlines()[-2:] == ['msgstr[0] ""', 'msgstr[1] ""']
    assert entry("log.undo", "nl").startswith(f"#. {message('log.undo', 'en', 1)}\n")


def test_a_page_that_asks_for_an_unknown_message_is_noticed() -> None:
    assert {"table.undo", "problem.stale", "problem.no_such_hex"} <= pages.asked()
    assert pages.is_used("table.undo") and pages.is_used("log.undo") and not pages.is_used("table.no_such")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'"):
        source("xx")


def test_the_reader_gets_the_first_language_that_we_speak() -> None:
    assert choose_language(["fr", "nl-BE", "de"]) == "nl"
    assert choose_language(["ja-JP"]) == "ja"
    assert choose_language(["fr"]) == choose_language([]) == "en"


def test_gettext_can_be_asked_directly() -> None:
    """Templates may use the catalogue as an ordinary gettext one."""
    assert translations("nl").gettext("round.STOCK.name") == "aandelenronde"
    assert translations("en").ngettext("name.train", "name.train", 2) == "{id}-trains"
