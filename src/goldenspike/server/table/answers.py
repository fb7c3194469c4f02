"""What pages are told of changes: encoded and compressed once for all readers who get the same."""

import asyncio
import gzip
import sys
import zlib
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary

from goldenspike.server.bounded import Bounded

MOST_BYTES = 8_000_000
"""The readers of a table come together when it changes, so the answers of the last seconds are enough."""
_LEVEL = 2
"""Half the time of level 4 for a tenth more bytes."""


GZIP_START = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The beginning of a compressed stream; then follow messages that have been compressed by `squeeze`."""


def squeeze(message: bytes) -> bytes:
    """A message, compressed without reference to what was sent before, so that the same bytes fit into every stream."""
    compressor = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    return compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH)


@dataclass(frozen=True)
class Answer:
    """JSON, and the same compressed if anybody wants it so."""

    plain: bytes
    ply: int
    revision: int
    versions: Mapping[str, str]
    """The parts that it brings."""

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.plain, _LEVEL, mtime=0)

    @cached_property
    def event(self) -> bytes:
        """The message of a live connection with the answer."""
        return b"id: %d\r\nevent: parts\r\ndata: %b\r\n\r\n" % (self.revision, self.plain)

    @cached_property
    def squeezed_event(self) -> bytes:
        return squeeze(self.event)


class Answers:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: Bounded[Hashable, Answer] = Bounded(most_bytes, _size)
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer with that key, which must determine it; the first who asks makes it for all."""
        found = self._kept.get(key)
        if found is not None:
            return found
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        async with lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = await make()
        return found

    @property
    def bytes(self) -> int:
        return self._kept.weight

    def clear(self) -> None:
        self._kept.clear()


def _size(answer: Answer) -> int:
    """With what it takes as a message and compressed, and its key, which names the parts that the page has."""
    return 3 * sys.getsizeof(answer.plain) + 4_000
