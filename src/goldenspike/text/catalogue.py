"""The catalogues of messages: one folder for each language, one gettext file for each subject.

They are read from their `.po` sources when a language is first used and kept from then on, so there is nothing to compile
and a fresh clone speaks at once. A message that a language lacks is taken from English; one that English lacks too is
answered with None, and whoever asked shows the bare facts.

A rule book may have words of its own for what all titles share: they stand in `titles/<title>.po` of the language and go
before the others where `dialect` is asked for the language.
"""

from functools import cache, lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel import negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FALLBACK: Final = "en"
_FOLDER = files("goldenspike.text") / "locale"

LANGUAGES: Final[tuple[str, ...]] = tuple(
    sorted((folder.name for folder in _FOLDER.iterdir() if folder.is_dir()), key=lambda name: (name != FALLBACK, name))
)
"""Every language with a folder, English first."""


@cache
def source(language: str) -> Catalog:
    """All messages of a language as written in its files."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    whole = Catalog(locale=language)
    subjects = sorted((_FOLDER / language / "LC_MESSAGES").iterdir(), key=lambda file: file.name)
    for subject in subjects:
        if subject.name.endswith(".po"):
            part = read_po(BytesIO(subject.read_bytes()), locale=language, abort_invalid=True)
            for entry in part:
                if entry.id:
                    whole[entry.id] = entry
    return whole


@cache
def source_of_title(language: str, title: str) -> Catalog:
    """The messages that a title's own book words differently; none for most."""
    file = _FOLDER / language / "titles" / f"{title}.po"
    if language not in LANGUAGES or not file.is_file():
        return Catalog(locale=language if language in LANGUAGES else FALLBACK)
    return read_po(BytesIO(file.read_bytes()), locale=language, abort_invalid=True)


@cache
def dialect(language: str, title: str) -> str:
    """The language as the title's own book speaks it, such as "de@1862"; the language itself if it has no words of its own."""
    plain = plain_language(language)
    return f"{plain}@{title}" if len(source_of_title(plain, title)) else plain


def plain_language(language: str) -> str:
    """The language of a dialect."""
    return language.partition("@")[0]


@cache
def translations(language: str) -> GNUTranslations:
    """The catalogue as gettext knows it, English behind it; templates may use it as well."""
    plain, _, title = language.partition("@")
    compiled = BytesIO()
    write_mo(compiled, source_of_title(plain, title) if title else source(language))
    compiled.seek(0)
    found = GNUTranslations(compiled)
    if title:
        found.add_fallback(translations(plain))
    elif language != FALLBACK:
        found.add_fallback(translations(FALLBACK))
    return found


@lru_cache(maxsize=1 << 14)
def message(id: str, language: str, count: int | None = None) -> str | None:
    """The words for an id, in the plural that fits `count` if it has several; None if no language knows it."""
    catalogue = translations(language)
    if count is not None:
        counted = catalogue.ngettext(id, id, count)
        if counted != id:
            return counted
    found = catalogue.gettext(id)
    return None if found == id else found


def choose_language(preferred: list[str]) -> str:
    """The first of the reader's languages that we speak, English if none."""
    return negotiate_locale(preferred, LANGUAGES, sep="-") or FALLBACK
