"""What runs on almost the same board have in common: a warm start for the next question about a company (7.4).

Tile lays are tried out one after the other, and from turn to turn a company's network changes little. The hops that leave a stop
depend only on the hexes that the search for them came to, so they are found again only where one of these has another face. Where
every stop has the hops it had in an earlier question, and is worth as much, the best run is the same as well: track that leads
nowhere yet costs no search at all.
"""

from dataclasses import dataclass
from itertools import count

MOST_DEPARTURES = 6
"""How many different sets of hops are kept for a stop."""
MOST_SOLUTIONS = 100
"""How many solutions are kept."""
_numbers = count(1)


@dataclass(slots=True)
class Hop:
    place: int
    """The stop it leads to."""
    mask: int
    """Bits of the hex sides it crosses."""
    groups: int
    """Bits of the once-only groups it passes on the way."""
    value: int
    """What the hexes that it enters pay (S-4)."""
    own: bool
    """Whether it passes the company's home without a city (V-7.5)."""
    borders: tuple[int, ...]
    """The departures."""
    end: int = -1
    """The number of the stop it leads to, in the network that it belongs to."""


@dataclass(slots=True)
class Departures:
    """All hops that leave a stop."""

    hops: list[Hop]
    number: int
    """Equal sets of hops of a stop have the same number."""


@dataclass(slots=True)
class _Seen:
    """On which faces a search for hops has come to which result."""

    hexes: tuple[int, ...]
    faces: tuple[int, ...]
    departures: Departures


class Memory:
    """For one company in one situation: hops by stop, and solutions by all that they depend on.

    Several threads may ask at the same time: what one of them adds is complete, and the worst is that another finds it again.
    """

    def __init__(self) -> None:
        self.seen: dict[int, list[_Seen]] = {}
        self.solutions: dict[object, object] = {}

    def recall(self, place: int, faces: list[int]) -> Departures | None:
        """The hops that leave a stop, if they are known for these faces."""
        for seen in self.seen.get(place, ()):
            for position, hex in enumerate(seen.hexes):
                if faces[hex] != seen.faces[position]:
                    break
            else:
                return seen.departures
        return None

    def keep(self, place: int, hexes: tuple[int, ...], faces: list[int], hops: list[Hop]) -> Departures:
        """Note the hops that leave a stop, and which hexes they depend on."""
        several = self.seen.setdefault(place, [])
        departures = Departures(hops, next(_numbers))
        for other in several:
            if other.departures.hops == hops:
                departures = other.departures
                break
        several.insert(0, _Seen(hexes, tuple([faces[hex] for hex in hexes]), departures))
        del several[MOST_DEPARTURES:]
        return departures

    def solution(self, key: object) -> object:
        return self.solutions.get(key)

    def keep_solution(self, key: object, solution: object) -> None:
        if len(self.solutions) >= MOST_SOLUTIONS:
            self.solutions = {}
        self.solutions[key] = solution
