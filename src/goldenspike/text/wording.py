"""The messages of one language, at a table or on a sheet with the terms of the title's rule book."""

from goldenspike.core.ids import Private
from goldenspike.text import amounts
from goldenspike.text.catalogue import FALLBACK, LANGUAGES, dialect, words
from goldenspike.text.names import Context, help_private
from goldenspike.text.switches import name_version


class Wording:
    def __init__(self, language: str, title: str = "") -> None:
        self.language = language if language in LANGUAGES else FALLBACK
        self.title = title
        self._dialect = dialect(self.language, title)

    def __call__(self, key: str, **facts: object) -> str:
        """A message, in the plural form for its number; the key itself if there is none."""
        return words(key, self._dialect, **facts)

    @property
    def dialect(self) -> str:
        """The language with the terms of the title's rule book, for functions of `text`."""
        return self._dialect

    def money(self, amount: int | None) -> str:
        """A hidden amount is a dash."""
        return "–" if amount is None else amounts.money(amount, self.language)

    def number(self, value: int) -> str:
        return amounts.number(value, self.language)

    def percent(self, value: float) -> str:
        return amounts.percent(value, self.language)

    def game(self, title: str, version: str) -> str:
        """The name of a version."""
        return name_version(title, version, self.language)

    def private(self, private: Private, context: Context) -> str:
        """The power of a private company in a sentence; empty if it only has income."""
        return help_private(private, context, self.language)
