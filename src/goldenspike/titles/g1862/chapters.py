"""Maps the paragraphs that the engine's reasons cite to the chapters of this title's book.

Reasons cite the rule book that they were written from. The chapter on buying trains has no number here and is cited as Loks.
What the book takes for granted has no citation.
"""

CONTENTS = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"),
    "Loks",
    *("XIII", "XIV", "XV", "XVI"),
)
"""All chapters in the order of the book."""

_STOCK, _TILES, _STATIONS, _RUNNING, _TRAINS = "XV", "VI", "VIII", "IX", "Loks"

CHAPTERS = (
    ("1.0", "I"),
    ("2.0", ""),
    ("3.0", "VII"),
    ("4.1", "III"),
    ("5.1", _STOCK),
    ("5.2", _STOCK),
    ("5.3", _STOCK),
    ("5.4", _STOCK),
    ("5.5", "XI"),
    ("6.0", _STOCK),
    ("6.1", _STOCK),
    ("6.2", _STOCK),
    ("6.3", _STOCK),
    ("6.4", "IV"),
    ("7.0", "V"),
    ("7.1", ""),
    ("7.2", _TILES),
    ("7.2.1", _TILES),
    ("7.3", _STATIONS),
    ("7.3.1", _STATIONS),
    ("7.3.2", _STATIONS),
    ("7.3.3", _RUNNING),
    ("7.4", _RUNNING),
    ("7.4.1", _RUNNING),
    ("7.4.2", _RUNNING),
    ("7.5", "X"),
    ("7.6", _TRAINS),
    ("7.6.2", _TRAINS),
    ("8.0", "XVI"),
    ("C-2.1", "I"),
    ("C-2.2", "II"),
    ("C-2.2.1", "II"),
    ("C-2.2.2", "II"),
    ("C-2.2.3", "II"),
    ("C-2.3.1", _TRAINS),
    ("C-2.3.2", _TRAINS),
    ("C-2.4", "XIII"),
    ("T-05", "III"),
    ("V-1.8", "II"),
    ("V-7.1", "X"),
    ("V-7.8", _TRAINS),
)
