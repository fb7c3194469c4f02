"""The catalogues of messages: one folder for each language, one gettext file for each subject.

The `.po` sources are read when a language is first used and cached, so there is nothing to compile. A message that a language
lacks is taken from English; if English lacks it too, the result is None, and the caller shows the bare facts.

A title may word shared messages differently, following its own rule book: those are in `titles/<title>.po` of the language and
take precedence in the language that `dialect` returns.
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
"""Facts that decide between singular and plural; the first one in a message counts."""
_COUNTED: Final = frozenset(COUNTED)


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


def dialect(language: str, title: str) -> str:
    """The language with the title's own wording, such as "de@1862"; the language itself if the title has none."""
    plain = plain_language(language)
    return f"{plain}@{title}" if title in _titles_of(plain) else plain


@cache
def _titles_of(language: str) -> frozenset[str]:
    """The titles with words of their own. Anybody may ask for another one, so nothing is kept of those."""
    named = [file.stem for file in (FOLDER / language / "titles").glob("*.po")]
    return frozenset(title for title in named if len(source_of_title(language, title)))


def plain_language(language: str) -> str:
    """The language of a dialect."""
    return language.partition("@")[0]


@cache
def translations(language: str) -> GNUTranslations:
    """The gettext catalogue with English as its fallback; templates use it as well."""
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
    """The text of an id, in the plural form for `count`; None if there is none, even in English."""
    catalogue = translations(language)
    if count is not None:
        counted = catalogue.ngettext(id, id, count)
        if counted != id:
            return counted
    found = catalogue.gettext(id)
    return None if found == id else found


def words(id: str, language: str, /, **facts: object) -> str:
    """A message with its facts filled in, in the right plural form; the id itself if there is no text."""
    if not facts:
        return _plain(id, language)
    found = message(id, language, count_in(facts))
    return id if found is None else found.format(**facts)


@lru_cache(maxsize=1 << 14)
def _plain(id: str, language: str) -> str:
    found = message(id, language)
    return id if found is None else found.format()


def count_in(facts: Mapping[str, object]) -> int | None:
    """The number among the facts that chooses the plural, if there is one."""
    if _COUNTED.isdisjoint(facts):
        return None
    for name in COUNTED:
        fact = facts.get(name)
        if isinstance(fact, int):
            return fact
    return None


def choose_language(preferred: Iterable[str]) -> str:
    """The first of the reader's languages that is supported, else English."""
    return negotiate_locale([name.lower() for name in preferred], LANGUAGES, sep="-") or FALLBACK
