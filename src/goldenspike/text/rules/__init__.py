"""The rules in our own words: the contents of the reference, the figures in its sentences, and the text made of both."""

from goldenspike.text.rules.contents import CONTENTS, entries_of, find_entry
from goldenspike.text.rules.figures import figures_of, standard_setup
from goldenspike.text.rules.positions import BLOCKED, PASSING, Example, example_of
from goldenspike.text.rules.reference import (
    Chapter,
    Choice,
    Paragraph,
    anchors_of,
    differences_of,
    link_paragraph,
    options_at,
    paragraphs_of_option,
    reference,
)
from goldenspike.text.rules.search import Found, search

__all__ = [
    "BLOCKED",
    "CONTENTS",
    "PASSING",
    "Chapter",
    "Choice",
    "Example",
    "Found",
    "Paragraph",
    "anchors_of",
    "differences_of",
    "entries_of",
    "example_of",
    "figures_of",
    "find_entry",
    "link_paragraph",
    "options_at",
    "paragraphs_of_option",
    "reference",
    "search",
    "standard_setup",
]
