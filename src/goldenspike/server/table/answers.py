"""What pages are told of changes: encoded and compressed once for all readers who get the same."""

import asyncio
import struct
import zlib
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from goldenspike.server.bounded import Bounded
from goldenspike.server.table.cached import cached

MOST_BYTES = 8_000_000
"""The readers of a table come together when it changes, so the answers of the last seconds are enough."""
_LEVEL = 2
"""Half the time of level 4 for a tenth more bytes."""
_SMALL = 16_000
"""Messages up to this size are compressed with less memory: clearing more of it takes longer than compressing them."""

GZIP_START = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The beginning of a compressed stream; then follow messages that have been compressed by `squeeze`."""


def squeeze(message: bytes) -> bytes:
    """A message, compressed without reference to what was sent before, so that the same bytes fit into every stream."""
    return _compress(message, zlib.Z_SYNC_FLUSH)


def _compress(message: bytes, end: int) -> bytes:
    window, memory = (13, 6) if len(message) <= _SMALL else (zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL)
    compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, -window, memory)
    return compressor.compress(message) + compressor.flush(end)


_COMMA = squeeze(b",")
_FINISH = _compress(b"}}", zlib.Z_FINISH)
_END = squeeze(b"}}\r\n\r\n")


@dataclass(frozen=True)
class Fragment:
    """What is told of one part, as a field in JSON: encoded and compressed once for all answers that contain it."""

    plain: bytes

    @cached
    def squeezed(self) -> bytes:
        return squeeze(self.plain)


@dataclass(frozen=True)
class Answer:
    """JSON, and the same compressed if anybody wants it so."""

    head: bytes
    """An object with everything but the parts."""
    parts: Sequence[Fragment]
    ply: int
    revision: int
    versions: Mapping[str, str]
    """The parts that it brings."""

    @property
    def _start(self) -> bytes:
        return self.head[:-1] + b',"parts":{'

    @cached
    def plain(self) -> bytes:
        return b"%b%b}}" % (self._start, b",".join([part.plain for part in self.parts]))

    @cached
    def compressed(self) -> bytes:
        """A compressed file, put together from what is compressed once for all."""
        check = struct.pack("<II", zlib.crc32(self.plain), len(self.plain))
        return b"%b%b%b%b%b" % (GZIP_START, squeeze(self._start), self._squeezed_parts, _FINISH, check)

    @property
    def event(self) -> bytes:
        """The message of a live connection with the answer."""
        return b"%b%b\r\n\r\n" % (self._event_head, self.plain)

    @property
    def _event_head(self) -> bytes:
        return b"id: %d\r\nevent: parts\r\ndata: " % self.revision

    @cached
    def squeezed_event(self) -> bytes:
        return b"%b%b%b" % (squeeze(self._event_head + self._start), self._squeezed_parts, _END)

    @property
    def _squeezed_parts(self) -> bytes:
        return _COMMA.join([part.squeezed for part in self.parts])

    @property
    def size(self) -> int:
        """Bytes that it takes at the most, with its compressed forms and its key, which names the parts that the page has."""
        return 3 * (len(self.head) + sum(len(part.plain) for part in self.parts)) + 4_000


class Answers:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: Bounded[Hashable, Answer] = Bounded(most_bytes, lambda answer: answer.size)
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
