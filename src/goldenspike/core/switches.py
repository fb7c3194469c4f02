"""Options as data: each field of an options class with its group, rules and values, and which values exclude each other.

The new-game form, the command line, the help and docs/variants.md read `switches_of`, so a new option needs no further wiring.
"""

import re
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final

_PARAGRAPH: Final = re.compile(r"([A-Z]-)?\d+(\.\d+)*")

OptionValue = Enum | bool | int


class Group(Enum):
    """The groups of options, in display order."""

    GENERAL = "general"
    SETUP = "setup"
    AUCTION = "auction"
    SEQUENCE = "sequence"
    PHASES = "phases"
    PRIVATES = "privates"
    MARKET = "market"
    STOCK = "stock"
    OPERATING = "operating"
    END = "end"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Two option values that exclude each other. `reason` is a code with a sentence in `text`."""

    option: str
    value: str
    other: str
    other_value: str
    reason: str


@dataclass(frozen=True, slots=True)
class Switch:
    """An option: its name, its paragraphs and its values."""

    name: str
    group: str
    rules: tuple[str, ...]
    values: tuple[OptionValue, ...]
    default: OptionValue
    most: int = 0
    """The highest value of an option that takes a number and has no list of values."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The rules as the book numbers them: S-6.3 for the random map, V-1.8 for each of its alternatives."""
        found = (_PARAGRAPH.match(rule) for rule in self.rules)
        return tuple(dict.fromkeys(match[0] for match in found if match is not None))


def option(default: OptionValue, group: Group, *rules: str, most: int = 0) -> Any:
    """A field of an options class: its default, the group it is shown in, and its paragraphs.

    Its values are those of the default's type; a number goes from 0 to `most`. Returns Any because
    compiled code would reject a `Field` where the default's type is expected.
    """
    return field(default=default, metadata={"group": group, "rules": rules, "most": most})


def switches_of(options: type) -> tuple[Switch, ...]:
    """The options of an options class by group, and within a group in the order of the fields."""
    found: list[Switch] = []
    for group in Group:
        for declared in fields(options):
            if declared.metadata["group"] is group:
                rules, most = declared.metadata["rules"], declared.metadata["most"]
                values = () if most else tuple(values_of(declared.default))
                found.append(Switch(declared.name, group.value, rules, values, declared.default, most))
    return tuple(found)


def values_of(default: OptionValue) -> tuple[OptionValue, ...]:
    """All values of an option with this default."""
    return (False, True) if isinstance(default, bool) else tuple(type(default))  # type: ignore[arg-type]


def value_name(value: OptionValue) -> str:
    """The name of an option value on the command line and in records."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, int) else str(value.value)
