"""A cache of rendered parts of pages, bounded in bytes."""

import asyncio
import sys
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from goldenspike.server.bounded import Bounded
from goldenspike.server.table.answers import Fragment
from goldenspike.server.table.rendered_part import RenderedPart, SeenPart, SharedPart, Signature, changed_pieces

MOST_BYTES = 48_000_000
"""A late position takes some two hundred kilobytes for each language and visibility; it is needed when it is new."""
MOST_KEYS = 20_000
"""Keys of about half a kilobyte each."""
MOST_CONTENTS = 60_000
"""Versions that pages may have, of all parts of several hundred tables: of each some three hundred bytes."""
MOST_BYTES_OF_OUTLINES = 12_000_000
"""A board takes ten kilobytes."""
MOST_BYTES_OF_NEWS = 8_000_000
"""The readers of a table come from the same version, so a few hundred pairs of versions are enough."""


class PartCache:
    """Rendered parts by their content, that is, by the values of their inputs.

    A second, cheaper key leads to the content: what the inputs are computed from. If only that has changed, the inputs are
    computed again, but the part is not rendered. What readers get differs in the blanks. Which signature a content has is
    remembered for much longer than its HTML: pages that have that version need nothing else.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: Bounded[str, SharedPart] = Bounded(most_bytes, lambda part: sys.getsizeof(part.html))
        self._contents: Bounded[Hashable, Hashable] = Bounded(MOST_KEYS)
        self._signatures: Bounded[Hashable, Signature] = Bounded(MOST_CONTENTS)
        self._seen: Bounded[str, SeenPart] = Bounded(MOST_BYTES_OF_OUTLINES, _size_of_seen)
        self._news: Bounded[tuple[str, str, str], Fragment] = Bounded(MOST_BYTES_OF_NEWS, _size_of_news)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.rendered: Counter[str] = Counter()
        """How often each part has been rendered."""

    def find(self, key: Hashable) -> Signature | None:
        """The part with that key."""
        content = self._contents.get(key)
        return self._signatures.get(content) if content is not None else None

    def link(self, key: Hashable, content: Hashable) -> Signature | None:
        """From now on the key leads to that content; the part, if it is known."""
        self._contents[key] = content
        return self._signatures.get(content)

    def get(self, signature: Signature, fills: Mapping[str, str], known: str = "") -> RenderedPart | str | None:
        """The part as a reader gets it, None if it is no longer kept.

        Somebody who has the `known` version needs no more than the answer that it is still the right one.
        """
        version = signature.version_with(fills)
        if version == known:
            return version
        shared = self._kept.get(signature.version)
        return self._filled(shared, fills, version) if shared is not None else None

    def keep(self, name: str, content: Hashable, html: str, fills: Mapping[str, str]) -> RenderedPart:
        """The part with that content, which has just been rendered."""
        shared = SharedPart(html)
        self.rendered[name] += 1
        self._signatures[content] = shared.signature
        self._kept[shared.signature.version] = shared
        return self._filled(shared, fills, shared.signature.version_with(fills))

    def _filled(self, shared: SharedPart, fills: Mapping[str, str], version: str) -> RenderedPart:
        part = RenderedPart(shared, fills, version)
        if shared.pieces and version not in self._seen:
            self._seen[version] = part.seen
        return part

    def news(self, name: str, old: str, new: RenderedPart) -> Fragment:
        """What somebody is told of a part: if the older version is known, only the pieces that differ, where nothing else does.

        It is found, encoded and compressed once for all readers.
        """
        seen = self._seen.get(old)
        # A version that nobody has ever had may be any text.
        key = name, old if seen is not None else "", new.version
        found = self._news.get(key)
        if found is None:
            pieces = changed_pieces(seen, new) if seen is not None else None
            told: dict[str, Any] = {"key": new.version}
            told |= {"html": new.html} if pieces is None else {"of": old, "pieces": pieces}
            found = self._news[key] = Fragment(b'"%b":%b' % (name.encode(), msgspec.json.encode(told)))
        return found

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
        self._signatures.clear()
        self._news.clear()


def _size_of_seen(part: SeenPart) -> int:
    """Readers share the outline, but the last of them keeps it."""
    return 200 + 150 * len(part.outline.ids) + 150 * len(part.fills)


def _size_of_news(news: Fragment) -> int:
    """With its compressed form and its key."""
    return 400 + 2 * len(news.plain)
