"""The stock market as a grid of cells and the moves between them (5.0, 5.5)."""

from dataclasses import dataclass
from enum import IntEnum


class Zone(IntEnum):
    """Color of a market cell, from normal to most lenient (5.4)."""

    NORMAL = 0
    PAR = 1
    YELLOW = 2
    ORANGE = 3
    BROWN = 4


@dataclass(frozen=True, slots=True)
class Market:
    """Cells are numbered row * columns + column; price 0 marks a hole in the grid."""

    columns: int
    prices: tuple[int, ...]
    zones: tuple[Zone, ...]
    par_cells: tuple[int, ...]
    """Starting cells, highest price first."""
    highest: int
    """The highest price of the market."""
    closed: int = -1
    """The cell with price 0 where a company leaves the game, -1 if none."""

    def _at(self, row: int, column: int) -> int:
        """The cell there, or -1 if the grid has none."""
        if row < 0 or not 0 <= column < self.columns:
            return -1
        cell = row * self.columns + column
        return cell if cell < len(self.prices) and (self.prices[cell] or cell == self.closed) else -1

    def up(self, cell: int) -> int:
        above = self._at(cell // self.columns - 1, cell % self.columns)
        return cell if above < 0 else above

    def down(self, cell: int) -> int:
        below = self._at(cell // self.columns + 1, cell % self.columns)
        return cell if below < 0 else below

    def right(self, cell: int) -> int:
        """One to the right, at the end of the row one up (5.5)."""
        beside = self._at(cell // self.columns, cell % self.columns + 1)
        return self.up(cell) if beside < 0 else beside

    def left(self, cell: int) -> int:
        """One to the left, at the start of the row one down (5.5)."""
        beside = self._at(cell // self.columns, cell % self.columns - 1)
        return self.down(cell) if beside < 0 else beside

    def par_cell(self, price: int) -> int:
        """The starting cell of a par price, or -1."""
        for cell in self.par_cells:
            if self.prices[cell] == price:
                return cell
        return -1
