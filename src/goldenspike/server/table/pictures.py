"""A cache of small pieces of pages: the text of hexes, rows of tables, small pictures. What has not changed is not made again."""

import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from operator import ne

from goldenspike.core.ids import Hex, Place
from goldenspike.core.state import State, hex_of_place
from goldenspike.server.bounded import Bounded
from goldenspike.server.offload import offload, offload_short

MOST_BYTES = 24_000_000
"""A table takes some eighty kilobytes."""

MOST_TABLES = 5_000
"""Of so many it is remembered what their boards looked like: some hundred numbers each."""
MOST_NEW_HEXES = 4
"""A turn changes no more; an earlier position may differ in many."""

BOARD_FIELDS = ("faces", "tokens", "phase", "privates", "closed")
"""The fields of the state that a board shows. No money is among them, so the board is the same for all readers."""
MARKET_FIELDS = ("cells", "market_order", "par")
"""Likewise for the market."""


LABEL_FIELDS = ("phase", "privates", "closed")
"""What the description of a hex shows besides its face and the tokens on it."""


def tokens_by_hex(state: State) -> defaultdict[Hex, tuple[tuple[int, Place], ...]]:
    """The tokens on each hex: their number and place."""
    found: defaultdict[Hex, tuple[tuple[int, Place], ...]] = defaultdict(tuple)
    for token, place in enumerate(state.tokens):
        if place >= 0:
            found[hex_of_place(place)] += ((token, place),)
    return found


def fields_of(state: State, names: tuple[str, ...]) -> Hashable:
    """The values of some fields as part of a key."""
    values = (getattr(state, name) for name in names)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


class Pictures:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: Bounded[Hashable, str] = Bounded(most_bytes, sys.getsizeof)
        self._drawn: Bounded[Hashable, Sequence[int]] = Bounded(MOST_TABLES)

    async def prepare(self, board: Hashable, faces: Sequence[int], draw: Callable[[], object]) -> None:
        """Draw a board in a thread, and throw it away, if it differs from what was drawn before.

        To find room for all names on a board takes up to half a second, for those of one hex and its neighbors up to a tenth.
        What was found is remembered.
        """
        drawn = self._drawn.get(board)
        different = sum(map(ne, drawn, faces)) if drawn is not None else len(faces)
        if different > MOST_NEW_HEXES:
            await offload(draw)
        elif different:
            await offload_short(draw)
        self._drawn[board] = faces

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The picture with that key, drawn if missing. The key must include everything that the drawing depends on."""
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = draw()
        return picture

    @property
    def bytes(self) -> int:
        return self._kept.weight

    def clear(self) -> None:
        self._kept.clear()
