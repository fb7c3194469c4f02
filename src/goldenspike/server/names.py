"""Names of people and tables."""

from typing import Final

LONGEST_NAME: Final = 40


def clean_name(name: str) -> str:
    """A name as one line without control characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip()


def distinct_name(name: str, others: tuple[str, ...]) -> str:
    """The name, with a number appended if it is taken."""
    number, found = 1, name
    while found in others:
        number += 1
        found = f"{name} {number}"
    return found
