"""A part of the board as it once was: what depends on its track and stations alone holds as long as they are the same."""

from operator import itemgetter

from goldenspike.core.ids import Company, Hex, Place
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place


class BoardPart:
    """The faces of some hexes, and all stations at that time."""

    def __init__(self, s: State, hexes: set[Hex]) -> None:
        self.hexes = hexes
        places = sorted(hexes) or [Hex(0)]  # Without hexes nothing is ever taken as unchanged.
        # Of a single number itemgetter would not make a tuple, so the first hex is read twice.
        self.look = itemgetter(*places, places[0])
        """Reads the faces of these hexes."""
        self.faces: tuple[int, ...] = self.look(s.faces)
        self.tokens = s.tokens.copy()

    def is_unchanged(self, s: State, company: Company) -> bool:
        """Whether the hexes, the stations on them and those of the company are the same."""
        if not self.hexes or self.look(s.faces) != self.faces:
            return False
        return s.tokens == self.tokens or self._relevant(s.tokens, company) == self._relevant(self.tokens, company)

    def _relevant(self, tokens: list[Place], company: Company) -> tuple[list[Place], list[Place]]:
        first = company * TOKENS_PER_COMPANY
        return tokens[first : first + TOKENS_PER_COMPANY], [place for place in tokens if hex_of_place(place) in self.hexes]
