"""The ground that a company's trains run on: the board, the stations and the rules that hold there, as plain data (7.4.2).

`rules.runs.ground_of` makes it from a position; tests make it by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.core.running import Situation
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.track import Tables


@dataclass(slots=True)
class Ground:
    tables: Tables
    faces: list[int]
    """The face on each hex."""
    areas: tuple[int, ...]
    """For each hex the number of its off-board area, -1 for none."""
    late: int
    """1 if off-board areas pay their larger value, else 0 (7.5)."""
    stations: tuple[int, ...]
    """The company's own places."""
    tokens: Sequence[int]
    """The places of the stations of all companies; -1 is not on the board."""
    situation: Situation

    def may_pass(self, place: int) -> bool:
        """Whether a route may run through a city: a free circle or a station of one's own (7.3.3)."""
        face = self.tables.faces[self.faces[place // STOPS_PER_HEX]]
        slots = face.stops[place % STOPS_PER_HEX].slots
        return slots == 0 or place in self.stations or self.tokens.count(place) < slots
