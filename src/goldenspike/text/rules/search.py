"""Search in the rules: the glossary first, whole words before parts of words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from goldenspike.text.explanations import Explanation
from goldenspike.text.rules.reference import Chapter, Paragraph

_ENDINGS: Final = "(?:e|s|n|es|en|er|ed|ing)?"
"""Endings that a whole word may have: who looks for stop finds stops. Very short words have none."""
_SHORT: Final = 3
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
"""Japanese has no spaces, so every part of a sentence counts as a word."""


class Match(IntEnum):
    """How well a word of a search matches, the best first."""

    NAME = 0
    """It is a word of the name or heading."""
    WORD = 1
    """It is a word of the text."""
    PART = 2
    """It is part of a word."""
    NONE = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What contains all words of a search, the best first."""

    terms: tuple[Explanation, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    within: tuple[Paragraph, ...] = ()
    """Paragraphs that contain some of them only as parts of words."""


def search(chapters: Sequence[Chapter], terms: Sequence[Explanation], query: str) -> Found:
    """What is found for a query. A word in capitals, such as OR, is first looked for as it is written.

    Keyboards have the straight apostrophe, our texts the curly one.
    """
    words = query.replace("'", "’").split()
    exact = _search(chapters, terms, words, exact=True)
    return exact if exact != Found() else _search(chapters, terms, words, exact=False)


def _search(chapters: Sequence[Chapter], terms: Sequence[Explanation], words: Sequence[str], exact: bool) -> Found:
    def rate(name: str, text: str) -> Match:
        return max((_rate(word, name, text, exact and word.isupper() and len(word) > 1) for word in words), default=Match.WORD)

    named = [(rate(f"{term.name}\n{term.also}", term.text), term) for term in terms]
    rated = [(rate(f"{one.name}\n{one.heading}", one.text), one) for chapter in chapters for one in chapter.paragraphs]
    return Found(
        tuple(term for best in (Match.NAME, Match.WORD) for match, term in named if match is best),
        tuple(one for best in (Match.NAME, Match.WORD) for match, one in rated if match is best),
        tuple(one for match, one in rated if match is Match.PART),
    )


def _rate(word: str, name: str, text: str, exact: bool) -> Match:
    if not exact:
        word, name, text = word.casefold(), name.casefold(), text.casefold()
    endings = _ENDINGS if len(word) > _SHORT else ""
    whole = re.compile(re.escape(word) if _UNSPACED.search(word) else rf"(?<!\w){re.escape(word)}{endings}(?!\w)")
    if whole.search(name):
        return Match.NAME
    if whole.search(text):
        return Match.WORD
    return Match.PART if word in name or word in text else Match.NONE
