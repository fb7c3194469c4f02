"""A cache of rendered parts of pages, bounded in bytes."""

import asyncio
import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Hashable
from weakref import WeakValueDictionary

from goldenspike.server.bounded import Bounded
from goldenspike.server.table.rendered_part import Outline, RenderedPart, changed_pieces

MOST_BYTES = 48_000_000
"""A late position takes some two hundred kilobytes for each language and visibility; it is needed when it is new."""
MOST_KEYS = 20_000
"""Keys of about half a kilobyte each."""
MOST_CONTENTS = 60_000
"""Versions that pages may have, of all parts of several hundred tables: of each some three hundred bytes."""
MOST_BYTES_OF_OUTLINES = 12_000_000
"""A board takes ten kilobytes."""
MOST_BYTES_OF_CHANGES = 4_000_000
"""The readers of a table come from the same version, so a few hundred pairs of versions are enough."""


Changes = tuple[list[str] | None]
"""The pieces that differ, None if more than pieces does."""


class PartCache:
    """Rendered parts by their content, that is, by the values of their inputs.

    A second, cheaper key leads to the content: what the inputs are computed from. If only that has changed, the inputs are
    computed again, but the part is not rendered. Which version has which content is remembered for much longer than its HTML:
    pages that have that version need nothing else.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: Bounded[str, RenderedPart] = Bounded(most_bytes, lambda part: sys.getsizeof(part.html))
        self._contents: Bounded[Hashable, Hashable] = Bounded(MOST_KEYS)
        self._versions: Bounded[Hashable, str] = Bounded(MOST_CONTENTS)
        self._outlines: Bounded[str, Outline] = Bounded(MOST_BYTES_OF_OUTLINES, _size_of_outline)
        self._changes: Bounded[tuple[str, str], Changes] = Bounded(MOST_BYTES_OF_CHANGES, _size_of_changes)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.rendered: Counter[str] = Counter()
        """How often each part has been rendered."""

    def find(self, key: Hashable) -> str | None:
        """The version with that key."""
        content = self._contents.get(key)
        return self._versions.get(content) if content is not None else None

    def get(self, version: str) -> RenderedPart | None:
        """The part of that version, if it is still kept."""
        return self._kept.get(version)

    def keep(self, name: str, key: Hashable, content: Hashable, render: Callable[[], str], known: str = "") -> str | RenderedPart:
        """The part with that content, rendered if missing; from now on found by the key.

        Somebody who has the `known` version needs no more than the answer that it is still the right one.
        """
        self._contents[key] = content
        version = self._versions.get(content)
        if version is not None and version == known:
            return version
        found = self._kept.get(version) if version is not None else None
        if found is None:
            html = render()
            found = RenderedPart(content_hash(html), html)
            self.rendered[name] += 1
            self._versions[content] = found.version
            if found.pieces:
                self._outlines[found.version] = found.outline
            self._kept[found.version] = found
        return found

    def changes(self, old: str, new: RenderedPart) -> list[str] | None:
        """The pieces that differ from an older version, None if more than pieces does; found once for all readers."""
        outline = self._outlines.get(old)
        if outline is None:
            return None
        versions = old, new.version
        found = self._changes.get(versions)
        if found is None:
            found = self._changes[versions] = (changed_pieces(outline, new),)
        return found[0]

    def lock(self, table_id: str) -> asyncio.Lock:
        """Held while parts of a table are rendered."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    @property
    def bytes(self) -> int:
        return self._kept.weight

    def clear(self) -> None:
        self._kept.clear()
        self._contents.clear()
        self._versions.clear()
        self._changes.clear()


def _size_of_outline(outline: Outline) -> int:
    return 200 + 100 * len(outline.ids)


def _size_of_changes(changes: Changes) -> int:
    return 200 + sum(map(sys.getsizeof, changes[0] or ()))


def content_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
