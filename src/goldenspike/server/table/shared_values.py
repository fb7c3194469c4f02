"""Values that pages derive from a position, shared by all its readers."""

from collections.abc import Hashable
from typing import Any

from cachetools import LRUCache

MOST_POSITIONS = 32
"""The readers of a table come together when it changes, so a few positions are enough. One takes some hundred kilobytes."""


class SharedValues:
    def __init__(self, most_positions: int = MOST_POSITIONS) -> None:
        self._positions: LRUCache[Hashable, dict[Hashable, Any]] = LRUCache(most_positions)

    def at(self, position: Hashable) -> dict[Hashable, Any]:
        """What has been derived from a position so far."""
        values = self._positions.get(position)
        if values is None:
            values = self._positions[position] = {}
        return values

    def clear(self) -> None:
        self._positions.clear()
