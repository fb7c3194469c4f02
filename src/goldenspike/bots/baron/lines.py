"""Where a railroad's track should lead: to stops that it does not reach yet, over as few further tiles as possible.

Existing track counts as it lies: what it already joins needs no tile. Stops that the railroad reaches attract nothing, otherwise
its track would turn round them.
"""

from heapq import heapify, heappop, heappush

from goldenspike.core.actions import LayTile
from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.ids import Company, by_hex
from goldenspike.core.rules.runs import reach, sides_reached
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.title import Setup

FADE = 0.6
"""How much less a stop attracts for each further tile that it takes to come there."""
LONG_FADE = 0.9
"""The same for a railroad that cannot run yet."""
THRIFT = 0.05
"""What a dollar of terrain on the way counts."""
LAID = 0.95
"""The same for each hex whose track is there already."""
LOOP = 4.0
"""What an exit is worth that meets track which the railroad reaches anyway."""
CITY, TOWN = 20, 10
"""What the first tile of a city or town pays; it is printed without a value."""


class Lines:
    """What a railroad's lines may lead to, in one position."""

    def __init__(self, setup: Setup, s: State, company: Company, desperate: bool = False) -> None:
        """`desperate` is a railroad that cannot run: it goes as far as it must, at any price; a circle is no help."""
        self._desperate = desperate
        self._fade, self._thrift, self._loop = (LONG_FADE, 0.0, 0.0) if desperate else (FADE, THRIFT, LOOP)
        self.setup = setup
        self.state = s
        self.reached = sides_reached(setup, s, company).keys() | {
            hex_of_place(place) for place in reach(setup, s, company).places
        }
        self.attraction = self._attraction()

    def _attraction(self) -> list[float]:
        """For each hex what it is worth to lead track to it, for its own stop or one that it leads on to."""
        setup, s = self.setup, self.state
        found = [0.0] * len(setup.title.hexes)
        late = s.phase >= len(setup.title.phases) // 2
        queue: list[tuple[float, int]] = []
        for hex, face in by_hex(s.faces):
            if hex not in self.reached:
                worth = max((max(stop.values[late], CITY if stop.slots else TOWN) for stop in setup.faces[face].stops), default=0)
                if worth:
                    found[hex] = float(worth)
                    queue.append((-worth, hex))
        heapify(queue)
        while queue:
            value, at = heappop(queue)
            if -value < found[at]:
                continue
            exits = setup.faces[s.faces[at]].exits
            # Track that is there leads on only where it goes; a hex without track may get any.
            leaves = exits or setup.open_sides[at]
            for side in range(SIDES):
                if not leaves >> side & 1:
                    continue
                other = setup.neighbors[at * SIDES + side]
                if other < 0 or other in self.reached or not setup.open_sides[other] >> opposite(side) & 1:
                    continue
                track = setup.faces[s.faces[other]].exits
                if track and not track >> opposite(side) & 1:
                    continue
                gain = -value * (LAID if track else self._fade) - (0 if track else self._thrift * setup.title.hexes[other].cost)
                if gain > max(1.0, found[other]):
                    found[other] = gain
                    heappush(queue, (-gain, other))
        return found

    def promise(self, lay: LayTile) -> float:
        """Where the new track of a lay leads, and what its stops gain."""
        setup, s = self.setup, self.state
        old = setup.faces[s.faces[lay.hex]]
        new = setup.faces[setup.face_of_tile(lay.tile, lay.rotation)]
        exits = new.exits & ~old.exits
        ways = [self._beyond(lay, side) for side in range(SIDES) if exits >> side & 1]
        if self._desperate:
            return max(ways, default=0.0)
        return float(sum(stop.values[0] for stop in new.stops) - sum(stop.values[0] for stop in old.stops)) / 2 + sum(ways)

    def _beyond(self, lay: LayTile, side: int) -> float:
        setup, s = self.setup, self.state
        other = setup.neighbors[lay.hex * SIDES + side]
        track = setup.faces[s.faces[other]].exits
        if track >> opposite(side) & 1:
            return self._loop + (0.0 if other in self.reached else self.attraction[other])
        if track:
            return self.attraction[other] / 4  # Only after an upgrade.
        return self.attraction[other] / 2 - self._thrift * setup.title.hexes[other].cost
