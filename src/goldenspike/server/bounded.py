"""A bounded store: the least recently used values are dropped first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Bounded(Generic[Key, Value]):
    """Pages look up hundreds of things, so this does less than a mapping could."""

    def __init__(self, most: int, weigh: Callable[[Value], int] = lambda value: 1) -> None:
        """`most` is the most that all values may weigh together; one that alone weighs more is not kept."""
        self.most = most
        self.weight = 0
        self._weigh = weigh
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    def get(self, key: Key) -> Value | None:
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def __setitem__(self, key: Key, value: Value) -> None:
        weight = self._weigh(value)
        _, old = self._kept.pop(key, (None, 0))
        self.weight -= old
        if weight > self.most:
            return
        self._kept[key] = value, weight
        self.weight += weight
        while self.weight > self.most:
            _, (_, removed) = self._kept.popitem(last=False)
            self.weight -= removed

    def clear(self) -> None:
        self._kept.clear()
        self.weight = 0
