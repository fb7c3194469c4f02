"""A rendered part of a page, and its pieces: groups, articles, lines and rows that begin with an id, such as hexes of a board.

A page that has an older version of the part is sent only the pieces that differ or were added at the end, if nothing else
differs.
"""

import re
from dataclasses import dataclass
from functools import cached_property

CSRF_INPUT = "<csrf-input>"
"""Where the form field with the CSRF token goes; a page that fetches the part fills it in itself (see morph.js).

Text from outside cannot contain it, since templates escape the brackets.
"""

_KINDS = ("g", "article", "li", "p", "thead", "tbody", "tfoot", "tr")
_STARTS = tuple(f'<{kind} id="' for kind in _KINDS)
_TAG = re.compile(rf'<(/?)({"|".join(_KINDS)})(?:\s+id="([^"]*)")?(?:\s[^>]*)?/?>')


@dataclass(frozen=True)
class RenderedPart:
    version: str
    """A hash of the content."""
    html: str

    def with_csrf(self, field: str) -> str:
        return self.html.replace(CSRF_INPUT, field)

    @cached_property
    def pieces(self) -> list[tuple[str, int, int]]:
        """The outermost ones: the id, start and end of each."""
        found: list[tuple[str, int, int]] = []
        if not any(start in self.html for start in _STARTS):
            return found
        kind, piece, depth = "", ("", 0), 0
        for tag in _TAG.finditer(self.html):
            is_end, name, id = tag.groups()
            is_empty = self.html[tag.end() - 2] == "/"
            if not depth and id is not None:
                kind, piece = name, (id, tag.start())
            elif not depth or name != kind:
                continue
            depth += -1 if is_end else 0 if is_empty else 1
            if not depth:
                found.append((*piece, tag.end()))
        return found

    @cached_property
    def outline(self) -> "Outline":
        ends = [0, *(end for _, _, end in self.pieces)]
        starts = [*(start for _, start, _ in self.pieces), len(self.html)]
        return Outline(
            tuple(id for id, _, _ in self.pieces),
            tuple(hash(self.html[start:end]) for _, start, end in self.pieces),
            tuple(hash(self.html[end:start]) for end, start in zip(ends, starts, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class Outline:
    """What must be known of an older version to tell which pieces differ from it."""

    ids: tuple[str, ...]
    pieces: tuple[int, ...]
    """A hash of each."""
    gaps: tuple[int, ...]
    """A hash of the text before each piece, and of that after the last."""


def changed_pieces(old: Outline, new: RenderedPart) -> list[str] | None:
    """The pieces that differ, None if more than pieces does. A piece that the old part lacks follows the one before it."""
    known, outline = len(old.ids), new.outline
    if not known or old.ids != outline.ids[:known] or old.gaps[:known] != outline.gaps[:known]:
        return None
    if old.gaps[-1] != outline.gaps[-1]:
        return None
    added = new.pieces[known:]
    before = new.pieces[known - 1][2]
    for _, start, end in added:
        if new.html[before:start].strip():
            return None
        before = end
    # What is added needs the piece that it follows.
    changed = [
        new.html[start:end]
        for number, (_, start, end) in enumerate(new.pieces[:known])
        if old.pieces[number] != outline.pieces[number] or (added and number == known - 1)
    ]
    return changed + [new.html[start:end] for _, start, end in added]
