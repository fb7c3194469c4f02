"""Names of people and tables: cleaned, and compared by what they look like."""

import unicodedata
from typing import Final

from goldenspike.bots.roster import BOTS

LONGEST_NAME: Final = 40
MOST_MARKS: Final = 3
"""How many marks may be stacked on a letter."""

_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing although they count as letters or symbols."""

# Letters of other alphabets, digits and signs, and the Latin letters they look like. Capitals only where they differ.
_LOOKS: Final = str.maketrans(
    "авсԁеёһніїјкӏморԛгѕтѵԝхуүь" + "αβεηικνορτυχγϲζμΗΝΥ" + "օսոհցզյ" + "ıɑɡɩøłđƅŧ" + "01l|!$5@",
    "abcdeehhiijkimopqrstvwxyyb" + "abenikvoptuxyczuhny" + "ounhgqj" + "iagioidbt" + "oiiiissa",
)


def clean_name(name: str) -> str:
    """A name as one line, normalized, without invisible characters; empty if nothing visible is left."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", name):
        category = unicodedata.category(letter)
        marks = marks + 1 if category[0] == "M" else 0
        if letter.isspace() or category == "Cc":
            kept.append(" ")
        elif category[0] != "C" and letter not in _BLANK and marks <= MOST_MARKS:
            kept.append(letter)
    shown = " ".join("".join(kept).split())[:LONGEST_NAME].strip()
    return shown if any(unicodedata.category(letter)[0] in "LNPS" for letter in shown) else ""


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that are easily taken for each other."""
    folded = unicodedata.normalize("NFKC", name).translate(_LOOKS).casefold().translate(_LOOKS).replace("rn", "m")
    return "".join(letter for letter in folded if letter.isalnum()) or folded


def imitates_bot(name: str) -> bool:
    """Whether the name could be taken for that of a bot (see `bot_names`)."""
    first = name.partition(" ")[0]
    return skeleton(first) == _BOT or skeleton(name) in _BOTS


_BOT: Final = skeleton("Bot")
_BOTS: Final = frozenset(_BOT + skeleton(bot) for bot in BOTS)


def distinct_name(name: str, others: tuple[str, ...]) -> str:
    """The name, with a number appended if another one looks like it."""
    taken = {skeleton(other) for other in others if other}
    number, found = 1, name
    while skeleton(found) in taken:
        number += 1
        found = f"{name} {number}"
    return found
