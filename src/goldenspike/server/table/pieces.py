"""The pieces of a part of a page: its groups and articles that begin with an id, such as the hexes of a board.

A page that has an older version of the part is sent only the pieces that differ, if nothing else does.
"""

import re

from goldenspike.server.table.part_cache import RenderedPart

_TAG = re.compile(r'<(/?)(g|article)(?:\s+id="([^"]*)")?(?:\s[^>]*?)?(/?)>')


def changed_pieces(old: RenderedPart, new: RenderedPart) -> list[str] | None:
    """The pieces that differ, None if more than pieces does."""
    before, after = old.html, new.html
    olds, news = find_pieces(before), find_pieces(after)
    if not news or [id for id, _, _ in olds] != [id for id, _, _ in news]:
        return None
    changed: list[str] = []
    old_end = new_end = 0
    for (_, old_start, old_next), (_, new_start, new_next) in zip(olds, news, strict=True):
        if before[old_end:old_start] != after[new_end:new_start]:
            return None
        if before[old_start:old_next] != after[new_start:new_next]:
            changed.append(after[new_start:new_next])
        old_end, new_end = old_next, new_next
    return changed if before[old_end:] == after[new_end:] else None


def find_pieces(html: str) -> list[tuple[str, int, int]]:
    """The outermost ones: the id, start and end of each."""
    found: list[tuple[str, int, int]] = []
    kind, piece, depth = "", ("", 0), 0
    for tag in _TAG.finditer(html):
        is_end, name, id, is_empty = tag.groups()
        if not depth and id is not None:
            kind, piece = name, (id, tag.start())
        elif not depth or name != kind:
            continue
        depth += -1 if is_end else 0 if is_empty else 1
        if not depth:
            found.append((*piece, tag.end()))
    return found
