"""Finding room for names, values and signs on a hex.

The hex is a sheet of small squares that remember how much it would hurt to cover them: track a little, a city more, another
sign most. A sign goes where its box hurts least and lies nearest to where it would like to be.
"""

from typing import Final

from goldenspike.svg.geometry import APOTHEM, Point

SQUARE: Final = 2.5
_HALF: Final = 60.0
_COUNT: Final = int(2 * _HALF / SQUARE)

OUTSIDE: Final = 20.0
TRACK: Final = 6.0
STOP: Final = 20.0
SIGN: Final = 25.0


def _outside_sheet() -> list[float]:
    """The empty hex: what lies beyond its sides, less a small margin, hurts."""
    sheet = []
    for row in range(_COUNT):
        y = (row + 0.5) * SQUARE - _HALF
        for column in range(_COUNT):
            x = (column + 0.5) * SQUARE - _HALF
            reach = max(abs(x), abs(0.5 * x + 0.866 * y), abs(0.5 * x - 0.866 * y))
            sheet.append(OUTSIDE if reach > APOTHEM - 2.5 else 0.0)
    return sheet


_EMPTY: Final = tuple(_outside_sheet())


class Room:
    """What is taken on one hex so far."""

    def __init__(self) -> None:
        self._sheet = list(_EMPTY)
        self._sums: list[float] = []

    def take_disc(self, at: Point, radius: float, weight: float) -> None:
        x, y = at
        for row in range(self._index(y - radius), self._index(y + radius) + 1):
            down = (row + 0.5) * SQUARE - _HALF - y
            for column in range(self._index(x - radius), self._index(x + radius) + 1):
                right = (column + 0.5) * SQUARE - _HALF - x
                if right * right + down * down <= radius * radius:
                    where = row * _COUNT + column
                    self._sheet[where] = max(self._sheet[where], weight)
        self._sums = []

    def take_box(self, at: Point, width: float, height: float, weight: float = SIGN) -> None:
        x, y = at
        for row in range(self._index(y - height / 2), self._index(y + height / 2) + 1):
            for column in range(self._index(x - width / 2), self._index(x + width / 2) + 1):
                where = row * _COUNT + column
                self._sheet[where] = max(self._sheet[where], weight)
        self._sums = []

    def find(self, width: float, height: float, preferred: Point, pull: float = 0.6) -> Point:
        """The best centre for a box, which is then taken. `pull` is how strongly it clings to its preferred."""
        best, least = preferred, float("inf")
        for step_y in range(-10, 11):
            for step_x in range(-10, 11):
                for x, y in ((step_x * 4.5, step_y * 4.5), (preferred[0] + step_x, preferred[1] + step_y)):
                    away = ((x - preferred[0]) ** 2 + (y - preferred[1]) ** 2) ** 0.5
                    if pull * away >= least:
                        continue
                    cost = self._hurt(x, y, width, height) + pull * away
                    if cost < least - 1e-9:
                        best, least = (x, y), cost
        self.take_box(best, width, height)
        return best

    def choose(self, width: float, height: float, preferred: tuple[Point, ...]) -> Point:
        """The first of the preferred places that hurts least; it is then taken."""
        best = min(preferred, key=lambda at: self._hurt(at[0], at[1], width, height))
        self.take_box(best, width, height)
        return best

    def _hurt(self, x: float, y: float, width: float, height: float) -> float:
        sums = self._sums or self._sum_up()
        top, bottom = self._index(y - height / 2), self._index(y + height / 2) + 1
        left, right = self._index(x - width / 2), self._index(x + width / 2) + 1
        line = _COUNT + 1
        return sums[bottom * line + right] - sums[top * line + right] - sums[bottom * line + left] + sums[top * line + left]

    def _sum_up(self) -> list[float]:
        """Sums over all squares above and left, so that any box is added up in four steps."""
        line = _COUNT + 1
        sums = [0.0] * (line * line)
        for row in range(_COUNT):
            running = 0.0
            for column in range(_COUNT):
                running += self._sheet[row * _COUNT + column]
                sums[(row + 1) * line + column + 1] = sums[row * line + column + 1] + running
        self._sums = sums
        return sums

    @staticmethod
    def _index(value: float) -> int:
        return min(_COUNT - 1, max(0, int((value + _HALF) / SQUARE)))
