"""The catalogues of messages: one folder for each language, one gettext file for each subject.

They are read from their `.po` sources when a language is first used and kept from then on, so there is nothing to compile
and a fresh clone speaks at once. A message that a language lacks is taken from English; one that English lacks too is
answered with None, and whoever asked shows the bare facts.

A rule book may have words of its own for what all titles share: they stand in `titles/<title>.po` of the language and go
before the others where `dialect` is asked for the language.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FALLBACK: Final = "en"
FOLDER: Final = Path(__file__).parent / "locale"

LANGUAGES: Final[tuple[str, ...]] = tuple(
    sorted((folder.name for folder in FOLDER.iterdir() if folder.is_dir()), key=lambda name: (name != FALLBACK, name))
)
"""Every language with a folder, English first."""

COUNTED: Final = ("count", "units", "limit", "most", "seconds", "minutes")
"""The facts that decide between singular and plural, the first of them that a message has."""


@cache
def source(language: str) -> Catalog:
    """All messages of a language as written in its files."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    whole = Catalog(locale=language)
    for file in subjects(language):
        for entry in read(file):
            if entry.id:
                whole[entry.id] = entry
    return whole


def subjects(language: str) -> Iterator[Path]:
    """The files of a language that all titles share."""
    yield from sorted((FOLDER / language / "LC_MESSAGES").glob("*.po"))


def read(file: Path) -> Catalog:
    """One file as written."""
    return read_po(BytesIO(file.read_bytes()), locale=file.relative_to(FOLDER).parts[0], abort_invalid=True)


@cache
def source_of_title(language: str, title: str) -> Catalog:
    """The messages that a title's own book words differently; none for most."""
    file = FOLDER / language / "titles" / f"{title}.po"
    if language not in LANGUAGES or not file.is_file():
        return Catalog(locale=language if language in LANGUAGES else FALLBACK)
    return read(file)


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


def words(id: str, language: str, /, **facts: object) -> str:
    """A message with its facts filled in, in the plural that they ask for; the id itself where nobody has written one."""
    found = message(id, language, count_in(facts))
    return id if found is None else found.format(**facts)


def count_in(facts: Mapping[str, object]) -> int | None:
    """The number among the facts that chooses the plural, if there is one."""
    return next((fact for name in COUNTED if isinstance(fact := facts.get(name), int)), None)


def choose_language(preferred: Iterable[str]) -> str:
    """The first of the reader's languages that we speak, English if none."""
    return negotiate_locale([name.lower() for name in preferred], LANGUAGES, sep="-") or FALLBACK
