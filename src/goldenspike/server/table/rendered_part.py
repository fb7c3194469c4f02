"""A rendered part of a page, and its pieces: groups, articles and lines that begin with an id, such as the hexes of a board.

A page that has an older version of the part is sent only the pieces that differ or were added at the end, if nothing else
differs.
"""

import re
from dataclasses import dataclass
from functools import cached_property

CSRF_INPUT = "<csrf-input>"
"""Where the form field with the CSRF token goes. Text from outside cannot contain it, since templates escape the brackets."""

_STARTS = ('<g id="', '<article id="', '<li id="')
_TAG = re.compile(r'<(/?)(g|article|li)(?:\s+id="([^"]*)")?(?:\s[^>]*?)?(/?)>')


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
            is_end, name, id, is_empty = tag.groups()
            if not depth and id is not None:
                kind, piece = name, (id, tag.start())
            elif not depth or name != kind:
                continue
            depth += -1 if is_end else 0 if is_empty else 1
            if not depth:
                found.append((*piece, tag.end()))
        return found


def changed_pieces(old: RenderedPart, new: RenderedPart) -> list[str] | None:
    """The pieces that differ, None if more than pieces does. A piece that the old part lacks follows the one before it."""
    before, after = old.html, new.html
    known = len(old.pieces)
    if not known or [id for id, _, _ in old.pieces] != [id for id, _, _ in new.pieces[:known]]:
        return None
    changed: list[str] = []
    old_end = new_end = 0
    for (_, old_start, old_next), (_, new_start, new_next) in zip(old.pieces, new.pieces, strict=False):
        if before[old_end:old_start] != after[new_end:new_start]:
            return None
        if before[old_start:old_next] != after[new_start:new_next]:
            changed.append(after[new_start:new_next])
        old_end, new_end = old_next, new_next
    added = new.pieces[known:]
    if added:
        _, start, end = new.pieces[known - 1]
        changed = [piece for piece in changed if piece != after[start:end]] + [after[start:end]]
    for _, start, end in added:
        if after[new_end:start].strip():
            return None
        changed.append(after[start:end])
        new_end = end
    return changed if before[old_end:] == after[new_end:] else None
