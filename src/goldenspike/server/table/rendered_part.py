"""A rendered part of a page, and its pieces: groups, articles, lines and rows that begin with an id, such as hexes of a board.

A page that has an older version of the part is sent only the pieces that differ or were added at the end, if nothing else
differs. Many readers may share a part whose blanks are filled in for each of them (see `blanks`).
"""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from goldenspike.server.table.cached import cached

CSRF_INPUT = "<csrf-input>"
"""Where the form field with the CSRF token goes; a page that fetches the part fills it in itself (see morph.js).

Text from outside cannot contain it, since templates escape the brackets.
"""

_BLANK = re.compile("<blank ([^>]+)>")
"""A blank to fill in, with its name and what it is about."""


def blank(name: str, about: object = "") -> Markup:
    """A blank, for templates."""
    return Markup(f"<blank {name} {about}".rstrip() + ">")


_KINDS = ("g", "article", "li", "p", "thead", "tbody", "tfoot", "tr")
_GROUPS = re.compile(r"<(/?)g(?:\s[^>]*)?>")
_START = re.compile(rf'<({"|".join(_KINDS)})\s+id="([^"]*)"')


@dataclass(frozen=True)
class Signature:
    """Which of all rendered parts it is, and what must be filled in for a reader."""

    version: str
    """A hash of the HTML with its blanks."""
    blanks: tuple[str, ...] = ()

    def version_with(self, fills: Mapping[str, str]) -> str:
        """A hash of what a reader gets."""
        if not self.blanks:
            return self.version
        return content_hash("\0".join((self.version, *[fills[blank] for blank in self.blanks])))


@dataclass(frozen=True)
class SharedPart:
    """A part with its blanks, the same for all readers who may know the same."""

    html: str

    @cached
    def signature(self) -> Signature:
        return Signature(content_hash(self.html), tuple(dict.fromkeys([blank for _, blank in self._blanks])))

    @cached
    def _blanks(self) -> list[tuple[int, str]]:
        """Where there are blanks, and which."""
        return [(found.start(), found[1]) for found in _BLANK.finditer(self.html)]

    @cached
    def pieces(self) -> list[tuple[str, int, int]]:
        """The outermost ones: the id, start and end of each."""
        found: list[tuple[str, int, int]] = []
        end = 0
        while (start := _START.search(self.html, end)) is not None:
            end = _end_of(self.html, start)
            found.append((start[2], start.start(), end))
        return found

    @cached
    def gaps(self) -> list[tuple[int, int]]:
        """Start and end of the text before each piece, and of that after the last."""
        ends = [0, *(end for _, _, end in self.pieces)]
        starts = [*(start for _, start, _ in self.pieces), len(self.html)]
        return list(zip(ends, starts, strict=True))

    @cached
    def outline(self) -> "Outline":
        html, pieces = self.html, self.pieces
        starts = [start for _, start, _ in pieces]
        within: dict[int, list[str]] = {}
        between: dict[int, list[str]] = {}
        for place, blank in self._blanks:
            number = bisect_right(starts, place)
            if number and place < pieces[number - 1][2]:
                within.setdefault(number - 1, []).append(blank)
            else:
                between.setdefault(number, []).append(blank)
        return Outline(
            tuple([id for id, _, _ in pieces]),
            tuple([hash(html[start:end]) for _, start, end in pieces]),
            tuple([hash(html[start:end]) for start, end in self.gaps]),
            within,
            between,
        )


@dataclass(frozen=True)
class RenderedPart:
    """A part as a reader gets it."""

    shared: SharedPart
    fills: Mapping[str, str]
    version: str

    @cached
    def html(self) -> str:
        return self.text(0, len(self.shared.html))

    def with_csrf(self, field: str) -> str:
        return self.html.replace(CSRF_INPUT, field)

    def text(self, start: int, end: int) -> str:
        """What is between two places of the shared part, with the blanks filled in."""
        text = self.shared.html[start:end]
        return _BLANK.sub(lambda found: self.fills[found[1]], text) if self.shared.signature.blanks else text

    @property
    def seen(self) -> "SeenPart":
        return SeenPart(self.shared.outline, {blank: self.fills[blank] for blank in self.shared.signature.blanks})


@dataclass(frozen=True, slots=True)
class Outline:
    """What must be known of a shared part to tell which pieces of another differ."""

    ids: tuple[str, ...]
    pieces: tuple[int, ...]
    """A hash of each."""
    gaps: tuple[int, ...]
    """A hash of the text before each piece, and of that after the last."""
    blanks: Mapping[int, list[str]]
    """Those of pieces, by the number of the piece."""
    blanks_between: Mapping[int, list[str]]
    """Those of gaps."""


@dataclass(frozen=True, slots=True)
class SeenPart:
    """What must be known of an older version to tell which pieces differ from it."""

    outline: Outline
    fills: Mapping[str, str]


def changed_pieces(old: SeenPart, new: RenderedPart) -> list[str] | None:
    """The pieces that differ, None if more than pieces does. A piece that the old part lacks follows the one before it."""
    before, outline = old.outline, new.shared.outline
    known = len(before.ids)
    if not known or before.ids != outline.ids[:known] or before.gaps[:known] != outline.gaps[:known]:
        return None
    if before.gaps[-1] != outline.gaps[-1]:
        return None
    refilled = {blank for blank, text in old.fills.items() if new.fills[blank] != text}
    if any(not refilled.isdisjoint(blanks) for blanks in before.blanks_between.values()):
        return None
    pieces = new.shared.pieces
    added = pieces[known:]
    if any(new.text(start, end).strip() for start, end in new.shared.gaps[known:-1]):
        return None
    # What is added needs the piece that it follows.
    changed = [
        new.text(start, end)
        for number, (_, start, end) in enumerate(pieces[:known])
        if before.pieces[number] != outline.pieces[number]
        or not refilled.isdisjoint(before.blanks.get(number, ()))
        or (added and number == known - 1)
    ]
    return changed + [new.text(start, end) for _, start, end in added]


def content_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _end_of(html: str, start: re.Match[str]) -> int:
    """Where the element ends that starts there."""
    kind, end = start[1], start.start()
    if kind == "g":
        return _end_of_group(html, end)
    depth = 0
    while (close := html.find(f"</{kind}>", end)) >= 0:
        depth += html.count(f"<{kind} ", end, close) + html.count(f"<{kind}>", end, close) - 1
        end = close + len(kind) + 3
        if not depth:
            return end
    return len(html)


def _end_of_group(html: str, start: int) -> int:
    """Likewise in a picture, where groups may be empty: `<g/>`."""
    depth = 0
    for tag in _GROUPS.finditer(html, start):
        if html[tag.end() - 2] != "/":
            depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    return len(html)
