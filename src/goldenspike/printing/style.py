"""The style of each element of our pictures: the rules of the style sheet that match its classes, and what it inherits.

Only what `svg.theme` writes is understood: classes, element names and descendants. Rules for pointers and keys do not print.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from goldenspike.svg import flatten, stylesheet

Properties = Mapping[str, str]

INHERITED: Final = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"),
        *("stroke-linecap", "stroke-linejoin", "font-family", "font-weight", "font-style", "font-size", "text-anchor"),
    )
)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r"([a-z]*)((?:\.[\w-]+)*)")


class Compound(NamedTuple):
    """One element of a selector."""

    tag: str
    classes: frozenset[str]

    def matches(self, element: "Compound") -> bool:
        return self.tag in ("", element.tag) and self.classes <= element.classes


class Rule(NamedTuple):
    selector: tuple[Compound, ...]
    """From the outermost ancestor to the element."""
    weight: tuple[int, int, int]
    """Classes, element names, and the position in the sheet: the greater one wins."""
    properties: tuple[tuple[str, str], ...]


class Sheet:
    """A style sheet that knows which rules apply to an element."""

    def __init__(self, sheet: str) -> None:
        self._by_class: dict[str, list[Rule]] = {}
        for position, (selectors, body) in enumerate(_RULE.findall(sheet)):
            properties = tuple(_declaration(one) for one in body.split(";") if ":" in one)
            for selector in selectors.split(","):
                compounds = _parse(selector)
                if compounds:
                    self._add(compounds, position, properties)

    def _add(self, compounds: tuple[Compound, ...], position: int, properties: tuple[tuple[str, str], ...]) -> None:
        weight = (sum(len(one.classes) for one in compounds), sum(bool(one.tag) for one in compounds), position)
        key = min(compounds[-1].classes, default="")
        self._by_class.setdefault(key, []).append(Rule(compounds, weight, properties))

    def properties(self, path: Sequence[Compound]) -> dict[str, str]:
        """What the sheet says about the last element of a path from the root."""
        element = path[-1]
        known = [rule for name in ("", *element.classes) for rule in self._by_class.get(name, ())]
        found = sorted((rule for rule in known if _applies(rule.selector, path)), key=lambda rule: rule.weight)
        return {name: value for rule in found for name, value in rule.properties}


def _declaration(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip(), value.strip()


def _parse(selector: str) -> tuple[Compound, ...]:
    """The elements of a selector; none if it is about anything else than classes and names."""
    found: list[Compound] = []
    for part in selector.split():
        match = _COMPOUND.fullmatch(part)
        if match is None:
            return ()
        found.append(Compound(match[1], frozenset(match[2].split(".")[1:])))
    return tuple(found)


def _applies(selector: tuple[Compound, ...], path: Sequence[Compound]) -> bool:
    if not selector[-1].matches(path[-1]):
        return False
    wanted = len(selector) - 2
    for ancestor in reversed(path[:-1]):
        if wanted >= 0 and selector[wanted].matches(ancestor):
            wanted -= 1
    return wanted < 0


@cache
def printed_sheet() -> Sheet:
    """The style sheet of everything printed: paper is light."""
    return Sheet(flatten(stylesheet("light")))
