"""Names of cities and towns."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from goldenspike.core.tiles import Face, StopKind
from goldenspike.svg.arrangement import arrange
from goldenspike.svg.geometry import Point
from goldenspike.svg.paint import group, width_of
from goldenspike.svg.placing import Form, Sign
from goldenspike.svg.signs.legend import Legend
from goldenspike.svg.signs.lettering import LEADING, NAME, draw_lines, lettered, other_stops

_SMALLEST_NAME = 5.0


def names_of(face: Face, legend: Legend) -> list[Sign]:
    """The name above its stop, or each beside its own."""
    arrangement = arrange(face)
    if len(legend.stop_names) == len(face.stops) > 0:
        signs = []
        # From the top down, so that no name takes the space above another's stop.
        for index in sorted(range(len(face.stops)), key=lambda stop: arrangement.stops[stop][1]):
            if not legend.stop_names[index]:
                continue
            x, y = arrangement.stops[index]
            away = 20 if face.stops[index].kind is StopKind.CITY else 12
            below = y > 1 or (abs(y) <= 1 and index % 2 == 1)
            name = _name(legend.stop_names[index], legend, (x, y + away if below else y - away))
            signs.append(replace(name, stop=(x, y), others=other_stops(arrangement.stops, index)))
        return signs
    if not legend.name:
        return []
    x, y = arrangement.stops[0] if arrangement.stops else (0.0, 0.0)
    several = bool(face.stops) and max(len(slots) for slots in arrangement.slots) > 2
    away = -30 if legend.run_through else 0 if not face.stops else 34 if several else 21 if _is_city(face) else 13
    return [_name(legend.name, legend, (x, y - away))]


def _is_city(face: Face) -> bool:
    return face.stops[0].kind is StopKind.CITY


def _name(name: str, legend: Legend, preferred: Point) -> Sign:
    """A name in one line or two, condensed, abbreviated or, in the last resort, smaller where there is no space for it."""
    ways = [name, abbreviated(name)] if legend.brief else [name]

    def forms(size: float, narrows: Sequence[float]) -> list[Form]:
        found = []
        for way in dict.fromkeys(ways):
            for narrow in narrows:
                for lines in [(way,), _halves(way)] if " " in way else [(way,)]:
                    width = narrow * max(width_of(one, size) for one in lines)
                    found.append(Form(width, size * LEADING * len(lines), partial(_draw_name, lines, size, narrow)))
        return found

    least = NAME * legend.least
    return lettered(forms, least, least, _SMALLEST_NAME, preferred)


_LONG = 7
"""Letters of a word that may be abbreviated."""
_USUAL_ABBREVIATIONS = {"Allentown": "Allent.", "Columbus": "Colum.", "Philadelphia": "Phila."}
_FIRST_SYLLABLE = re.compile(r"[^aeiouy]*[aeiouy]+[^aeiouy]+", re.IGNORECASE)


def abbreviated(name: str) -> str:
    """A name with its long words cut after the consonants of their first syllable, as maps do: Wash., Pittsb."""
    return " ".join(_abbreviated(word) for word in name.replace("New York & Newark", "New York").split(" "))


def _abbreviated(word: str) -> str:
    first = _FIRST_SYLLABLE.match(word)
    if word in _USUAL_ABBREVIATIONS or len(word) < _LONG or first is None or len(first[0]) > len(word) - 2:
        return _USUAL_ABBREVIATIONS.get(word, word)
    return f"{first[0]}."


def _halves(name: str) -> tuple[str, str]:
    """Two lines of about the same width."""
    words = name.split(" ")
    splits = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    return min(splits, key=lambda lines: max(width_of(one, 1) for one in lines))


def _draw_name(lines: tuple[str, ...], size: float, narrow: float, x: float, y: float) -> str:
    return group({"class": "gs-place-name"}, draw_lines(lines, size, "gs-serif", x, y, narrow))
