"""Which passwords are too easy to guess."""

from itertools import pairwise
from pathlib import Path
from string import digits, punctuation
from typing import Final

from goldenspike.server.names import skeleton

_COMMON: Final = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("utf-8").split())
_LEET: Final = str.maketrans({"@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "$": "s", "5": "s", "7": "t"})
_SIGNS: Final = digits + punctuation
FEWEST_LETTERS: Final = 4
"""The least number of different characters in a password."""


def is_common(password: str) -> bool:
    """Whether it is among the first guesses: a common word, also with digits added or in place of letters, or a sequence."""
    folded = "".join(password.casefold().split())
    if len(set(folded)) < FEWEST_LETTERS or _is_sequence(folded):
        return True
    # A sign at an end may stand for a letter, or be one too many.
    forms = (folded, folded.rstrip(_SIGNS), folded.lstrip(_SIGNS), folded.strip(_SIGNS))
    return folded in _COMMON or any(_core(word) in _COMMON for form in forms for word in (form, form.translate(_LEET)))


def contains_name(password: str, name: str) -> bool:
    """Whether it is the name, also with digits or signs around it."""
    core = _core(name.casefold()) or name.casefold()
    return core in (_core(password.casefold()), password.casefold()) or skeleton(password) == skeleton(name)


def _core(text: str) -> str:
    """Without digits and signs around it; a word written twice once."""
    core = text.strip("".join(letter for letter in set(text) if not letter.isalpha()))
    half = len(core) // 2
    return core[:half] if core and core[:half] == core[half:] else core


def _is_sequence(text: str) -> bool:
    """Letters or digits in order, forwards or backwards, from 9 on to 0."""
    round_by = 10 if text.isdecimal() else 1 << 21
    steps = {(ord(after) - ord(before)) % round_by for before, after in pairwise(text)}
    return len(steps) == 1
