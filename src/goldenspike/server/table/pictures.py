"""A cache of pictures: after a move every open page fetches the same ones at the same time."""

import sys
from collections.abc import Callable, Hashable

from cachetools import LRUCache

MOST_BYTES = 16_000_000
"""Capacity of the cache: boards take some hundred kilobytes, and a table's pages fetch them within a second."""


class Pictures:
    def __init__(self, most: int = MOST_BYTES) -> None:
        self._kept: LRUCache[Hashable, str] = LRUCache(most, getsizeof=sys.getsizeof)

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The picture with that key, drawn if missing. The key must include everything that the drawing depends on."""
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = draw()
        return picture
