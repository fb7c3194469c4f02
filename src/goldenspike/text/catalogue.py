"""The catalogues of messages: one folder for each language, one gettext file for each subject.

They are read from their `.po` sources when a language is first used and kept from then on, so there is nothing to compile
and a fresh clone speaks at once. A message that a language lacks is taken from English; one that English lacks too is
answered with None, and whoever asked shows the bare facts.
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
def translations(language: str) -> GNUTranslations:
    """The catalogue as gettext knows it, English behind it; templates may use it as well."""
    compiled = BytesIO()
    write_mo(compiled, source(language))
    compiled.seek(0)
    found = GNUTranslations(compiled)
    if language != FALLBACK:
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
