"""How trains run, as data: what differs between trains, boards and scenarios (7.4, V-7.5, V-7.10, S-1 to S-5).

The solver knows no title. A title describes here what its trains count and what its hexes add; what changes during a game
(licences, half-size trains) is a `Situation`.
"""

from dataclasses import dataclass
from typing import Final

from goldenspike.core.ids import Hex, Place

ANY_NUMBER: Final = 99
"""No limit on stops."""


@dataclass(frozen=True, slots=True)
class TrainRule:
    """How one train counts stops on its route."""

    stops: int = ANY_NUMBER
    """The most stops it counts (7.4.1); a plus-train's total (V-7.10)."""
    large: int = ANY_NUMBER
    """The most large cities among them (V-7.10)."""
    express: bool = False
    """Whether it may pass any number of stops and counts the best; other trains skip none."""

    def halved(self) -> "TrainRule":
        """Half its size, rounded up (S-5, short runs); for a plus-train both numbers, so that 3+3 becomes 2+2."""
        if self.stops >= ANY_NUMBER:
            return self
        if self.large >= ANY_NUMBER:
            return TrainRule((self.stops + 1) // 2, self.large, self.express)
        large, small = (self.large + 1) // 2, (self.stops - self.large + 1) // 2
        return TrainRule(large + small, large, self.express)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A run that starts at the home station and reaches a target pays extra, once a turn for the company."""

    home: Place
    """The place where the route must begin."""
    targets: tuple[Place, ...]
    """Places, any of which counts."""
    value: int
    """Before the deduction."""
    per_hex: int
    """Deducted for each hex actually run between the two."""
    passing_is_enough: bool = False
    """Whether an express train may leave the two out of its count; otherwise they take two of its stops."""

    def pay(self, hexes: int) -> int:
        """The bonus of a run over this many hexes between the two; it may be negative."""
        return self.value - self.per_hex * hexes


@dataclass(frozen=True, slots=True)
class Situation:
    """What affects a company's runs besides the board and the stations."""

    closed: tuple[Place, ...] = ()
    """Places that it may not enter: coal hexes without a licence (S-1)."""
    halved: bool = False
    """Whether its trains run at half size (S-5)."""
    run_through: tuple[Place, ...] = ()
    """Off-board places that a route may pass (S-1, warehouses)."""
    optional: tuple[tuple[Hex, int], ...] = ()
    """Hex and value of a home without a city, which its own runs may but need not count (V-7.5)."""
    once: tuple[tuple[Hex, ...], ...] = ()
    """Groups of hexes; a route may pass one hex of a group, and only once (S-1 coal hex, S-4)."""
    hex_values: tuple[tuple[Hex, int], ...] = ()
    """Hex and what each run over it adds (S-4, coal fields)."""
    extra: tuple[tuple[Place, int], ...] = ()
    """Place and its additional value for this company."""
    bonuses: tuple[Bonus, ...] = ()
    """The company's destination runs, of which one a turn pays."""


ORDINARY: Final = Situation()
"""Nothing besides board and stations."""
