"""Answers to pages that fetch what has changed: encoded and compressed once for all readers who get the same."""

import asyncio
import gzip
import sys
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from cachetools import LRUCache

MOST_BYTES = 8_000_000
"""The readers of a table come together when it changes, so the answers of the last seconds are enough."""
_LEVEL = 2
"""Half the time of level 4 for a tenth more bytes."""


@dataclass(frozen=True)
class Answer:
    """JSON, and the same compressed if anybody wants it so."""

    plain: bytes

    @staticmethod
    def of(values: dict[str, Any]) -> "Answer":
        return Answer(msgspec.json.encode(values))

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.plain, _LEVEL, mtime=0)


class Answers:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: LRUCache[Hashable, Answer] = LRUCache(most_bytes, getsizeof=_size)
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
                found = await make()
                if _size(found) <= self._kept.maxsize:
                    self._kept[key] = found
        return found

    @property
    def bytes(self) -> int:
        return int(self._kept.currsize)

    def clear(self) -> None:
        self._kept.clear()


def _size(answer: Answer) -> int:
    """With what it takes compressed, and its key, which names the parts that the page has."""
    return 2 * sys.getsizeof(answer.plain) + 2_000
