"""Names of people and tables: cleaned, and compared by what they look like."""

import re
import unicodedata
from typing import Final

from goldenspike.bots.roster import BOTS

LONGEST_NAME: Final = 40
_MOST_LETTERS: Final = 400
"""Of what was entered, so many are looked at: bringing thousands of marks into their order takes long."""
MOST_MARKS: Final = 3
"""How many marks may be stacked on a letter."""

_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing although they count as letters or symbols."""

# The Latin letters that others look like. Capitals only where they differ; "l" itself stands for "i".
_ALIKE: Final = (
    ("авсԁеёһніїјкӏморԛгѕтѵԝхуүь", "abcdeehhiijkimopqrstvwxyyb"),  # Cyrillic
    ("αβεηικνορτυχγϲζμΗΝΥ", "abenikvoptuxyczuhny"),  # Greek
    ("օսոհցզյ", "ounhgqj"),  # Armenian
    ("ıɑɡɩøłđƅŧǀǃ", "iagioidbtii"),  # other Latin letters
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijkimnoprstuvwyz"),  # small capitals
    ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ", "abcdeghijkimprstvwyz"),  # Cherokee
    ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijkimnoprstuvwxyz"),  # Lisu
    ("ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲭⲩⲍ", "abehikmnopctxyz"),  # Coptic
    ("ᗅᗩᗷᗪᑕᗞᗴᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ᙭", "aabdcdefhjimnprsuvwx"),  # syllabics
    ("へべぺヘロニカエハタトー", "ヘベペヘ口二力工八夕卜一"),  # kana like other kana and like kanji
    ("01l|!$5@", "oiiiissa"),  # digits and signs
    ("ʹʺʻʼʽˈˌ", "'''''''"),  # apostrophes that count as letters
)
_LOOKS: Final = {ord(letter): look for letters, looks in _ALIKE for letter, look in zip(letters, looks, strict=True)}
_LOOKS.update(  # letters in filled circles, in filled squares, and in pairs that make flags
    {first + number: chr(ord("a") + number) for first in (0x1F150, 0x1F170, 0x1F1E6) for number in range(26)}
)
_ACCENT: Final = 200
"""The least combining class of accents; those below, such as the voicing of kana, make another letter."""


def clean_name(name: str) -> str:
    """A name as one line, normalized, without invisible characters; empty if nothing visible is left."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", name[:_MOST_LETTERS]):
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
    plain = "".join(str(unicodedata.decimal(letter, letter)) for letter in unicodedata.normalize("NFKC", name))
    folded = plain.translate(_LOOKS).casefold().translate(_LOOKS).replace("rn", "m").replace("vv", "w")
    return "".join(letter for letter in folded if letter.isalnum()) or folded


def look(name: str) -> str:
    """Like `skeleton`, and without accents: hardly anybody sees a dot below a letter."""
    letters = unicodedata.normalize("NFKD", name)
    return skeleton("".join(letter for letter in letters if unicodedata.combining(letter) < _ACCENT))


def imitates_bot(name: str) -> bool:
    """Whether the name could be taken for that of a bot (see `bot_names`)."""
    first = name.partition(" ")[0]
    word = next(filter(None, _WORD_ENDS.split(first)), "")
    return _BOT in (look(first), look(word)) or look(name) in _BOTS


_WORD_ENDS: Final = re.compile(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=[a-z])(?=[A-Z])")
"""Where a word ends within one: at signs, before digits, and before capitals after small letters."""
_BOT: Final = skeleton("Bot")
_BOTS: Final = frozenset(_BOT + skeleton(bot) for bot in BOTS)


def distinct_name(name: str, others: tuple[str, ...]) -> str:
    """The name, with a number appended if another one looks like it."""
    taken = {look(other) for other in others if other}
    number, found = 1, name
    while look(found) in taken:
        number += 1
        found = f"{name} {number}"
    return found
