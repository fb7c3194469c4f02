"""Pictures of positions, drawn once for all who look at the same: a move is fetched by every open page at the same moment."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_KEPT = 100
"""Boards have some hundred kilobytes; the pages of a table come for them within a second."""


class Pictures:
    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The picture of that name, drawn if it is not there. The name must say everything that the drawing depends on."""
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = draw()
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return picture
