"""How good each home on a board is: what is near it, and what it costs to get there (S-6.3, random map).

Integers only, so that every machine rates a board the same.
"""

from dataclasses import dataclass
from functools import lru_cache

from goldenspike.core.hexes import SIDES, neighbors, opposite
from goldenspike.core.tiles import FIRST_STOP, Color, StopKind
from goldenspike.core.title import Charter, PrintedHex

REACH = 30
"""The range considered around a home, in tenths of a hex."""
STEP = 10
COST_PER_STEP = 12
"""Terrain of $120 is as far as one more hex."""

GROWN = {"": 40, "OO": 90, "B": 60, "NY": 160, "TO": 140}
"""The value of a hex's cities when fully upgraded, by label."""
GROWN_TOWN = 10


@dataclass(frozen=True, slots=True)
class Prospect:
    """The surroundings of one railroad's home."""

    company: str
    score: int
    """The value of all stops nearby, weighted by proximity."""
    nearest: int
    """Tenths of a hex to the nearest other stop, -1 if there is none."""
    stops: int
    """Hexes with stops that track could ever reach, anywhere on the board."""


def worth(printed: PrintedHex) -> int:
    """The highest value that the stops of a hex may reach."""
    if not printed.stops:
        return 0
    if printed.color in (Color.GRAY, Color.RED):
        return sum(printed.stops[0].values) // 2
    if printed.stops[0].kind is StopKind.TOWN:
        return GROWN_TOWN * len(printed.stops)
    return GROWN[printed.label]


_neighbors = lru_cache(maxsize=8)(neighbors)
"""Many boards are tried on the same outline."""


class Chart:
    """Which hexes of a board track can lead between, and how long the way is."""

    def __init__(self, board: tuple[PrintedHex, ...]) -> None:
        self.board = board
        self.index = {printed.id: number for number, printed in enumerate(board)}
        self.worth = [worth(printed) for printed in board]
        around = _neighbors(tuple(printed.id for printed in board))
        masks = [_sides_with_track(printed) for printed in board]
        self.ways: list[list[int]] = []
        for number, printed in enumerate(board):
            found: list[int] = []
            for side in range(SIDES):
                other = around[number * SIDES + side]
                if other < 0 or (printed.impassable >> side | board[other].impassable >> opposite(side)) & 1:
                    continue
                if masks[number] >> side & 1 and masks[other] >> opposite(side) & 1:
                    found.append(other)
            self.ways.append(found)

    def distances(self, home: int) -> list[int]:
        """Tenths of a hex from one hex to every other, terrain included; -1 where track cannot lead.

        An off-board area is an end; every other hex can be passed.
        """
        found = [-1] * len(self.board)
        found[home] = 0
        rings: list[list[int]] = [[home]]
        length = 0
        while length < len(rings):
            for number in rings[length]:
                if found[number] != length or self.board[number].color is Color.RED:
                    continue
                for other in self.ways[number]:
                    away = length + STEP + self.board[other].cost // COST_PER_STEP
                    if found[other] < 0 or away < found[other]:
                        found[other] = away
                        while len(rings) <= away:
                            rings.append([])
                        rings[away].append(other)
            length += 1
        return found

    def prospect(self, company: Charter) -> Prospect:
        home = self.index[company.homes[0].hex]
        # Its own city does not count, only the others on its hex.
        score = 2 * STEP * self.worth[home] // max(1, len(self.board[home].stops))
        nearest = -1
        stops = 0
        for number, away in enumerate(self.distances(home)):
            if away <= 0 or not self.worth[number]:
                continue
            stops += 1
            nearest = away if nearest < 0 else min(nearest, away)
            score += self.worth[number] * max(0, REACH + STEP - away)
        return Prospect(company.id, score // STEP, nearest, stops)


def _sides_with_track(printed: PrintedHex) -> int:
    """Sides by which track can leave a hex: those printed on gray and red ones, all of the others."""
    if printed.color not in (Color.GRAY, Color.RED):
        return (1 << SIDES) - 1
    mask = 0
    for path in printed.paths:
        for end in path:
            if end < FIRST_STOP:
                mask |= 1 << end
    return mask


def prospects(board: tuple[PrintedHex, ...], companies: tuple[Charter, ...]) -> tuple[Prospect, ...]:
    """Every railroad's prospect on a board."""
    chart = Chart(board)
    return tuple(chart.prospect(company) for company in companies)
