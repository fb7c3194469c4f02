"""Where a company's routes can lead: for laying track and placing stations, exact under 7.4.2 (7.2.1, 7.3.2, 7.6.2).

A breadth-first search walks from the stations over every arrival once and keeps with it the hex sides and cities of the walk that
led there, its witness; a walk that would use one of them again is refused. The few arrivals that were refused and never accepted
are doubtful: for each a conflict-based search looks for another walk. It takes a shortest walk and, where that uses something
twice, branches on which of the two uses to forbid.
"""

from dataclasses import dataclass
from typing import Final, cast

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Place
from goldenspike.core.routes.ground import Ground
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, StopKind

CALLS: Final = 1 << 16
"""A call at a stop is numbered arrival * CALLS + place, a start from a station -1 - place."""


@dataclass(frozen=True, slots=True)
class Reach:
    arrivals: frozenset[int]
    """hex * 6 + side: a legal route from a station can come to the hex through that side."""
    places: frozenset[Place]
    """Stops that a legal route from a station reaches, the stations included."""
    has_route: bool
    """Whether there is a legal route of two or more stops (7.6.2)."""


class _Search:
    """One survey of the board."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.stations = ground.stations
        self.mask: dict[int, int] = {}
        """For each accepted arrival the hex sides and cities of its witness."""
        self.places: dict[int, int] = {}
        self.met = False
        """Whether some route joins two stops."""
        self.doubtful: dict[int, int] = {}
        self.passable: dict[int, bool] = {}
        self.next: dict[int, list[tuple[int, int, int]]] = {}
        """The steps that have been worked out."""
        self.shift = len(ground.tables.bit)
        self.closed = ground.situation.closed
        self.calls_in_doubt: dict[int, int] = {}
        """Stops whose area was already on the walk that came there, and the arrival."""
        self.shared: dict[int, int] = {}
        """Places of areas that may be run through, and the place that stands for the area (S-1, 7.4.2)."""
        for place in ground.situation.run_through:
            area = ground.areas[place // STOPS_PER_HEX]
            if area >= 0:
                self.shared[place] = ground.areas.index(area) * STOPS_PER_HEX
        self.optional = tuple([h for h, _ in ground.situation.optional])
        self.bit = ground.tables.bit
        """For each departure what it uses up: the hex side, and the group of the hex it leads to, if any."""
        self.group: dict[int, int] = {}
        if ground.situation.once:
            self._add_groups()

    def _add_groups(self) -> None:
        """Let hexes that a route may pass only once count as used with the side that leads there (S-1, S-4)."""
        tables = self.ground.tables
        first = self.shift + len(self.ground.faces) * STOPS_PER_HEX
        for number, hexes in enumerate(self.ground.situation.once):
            for h in hexes:
                self.group[h] = self.group.get(h, 0) | 1 << (first + number)
        self.bit = [
            bit if arrival < 0 else bit | self.group.get(arrival // SIDES, 0)
            for bit, arrival in zip(tables.bit, tables.across, strict=True)
        ]

    def may_pass(self, place: int) -> bool:
        found = self.passable.get(place)
        if found is None:
            found = self.passable[place] = self._may_pass(place)
        return found

    def _may_pass(self, place: int) -> bool:
        ground = self.ground
        stop = ground.tables.faces[ground.faces[place // STOPS_PER_HEX]].stops[place % STOPS_PER_HEX]
        if stop.kind is StopKind.OFFBOARD:
            return place in ground.situation.run_through
        return ground.may_pass(place)

    def start(self) -> None:
        queue: list[int] = []
        for place in self.stations:
            self.places[place] = 1
        for arrival, _, bits in self.starts():
            if arrival not in self.mask:
                self.mask[arrival] = bits
                queue.append(arrival)
        self.spread(queue)

    def spread(self, queue: list[int]) -> None:
        """Go on from accepted arrivals until nothing new is accepted."""
        tables = self.ground.tables
        faces = self.ground.faces
        ways = tables.ways
        leave = tables.leave
        across = tables.across
        bit = self.bit
        masks = self.mask
        doubtful = self.doubtful
        shift = self.shift
        closed = self.closed
        position = 0
        while position < len(queue):
            at = queue[position]
            position += 1
            h = at // SIDES
            face = faces[h]
            used = masks[at]
            for end in ways[face][at - h * SIDES]:
                if end < FIRST_STOP:
                    departure = h * SIDES + end
                    arrival = across[departure]
                    if arrival < 0 or arrival in masks:
                        continue
                    if used & bit[departure]:
                        doubtful[arrival] = departure
                        continue
                    masks[arrival] = used | bit[departure]
                    queue.append(arrival)
                    continue
                place = h * STOPS_PER_HEX + end - FIRST_STOP
                if closed and place in closed:
                    continue
                city = 1 << (shift + self.shared.get(place, place))
                again = used & city
                if again:
                    if place not in self.places:
                        self.calls_in_doubt[place] = at
                else:
                    self.places[place] = 1
                    self.met = True
                    if not self.may_pass(place):
                        continue
                through = used | city
                for side in leave[face][end - FIRST_STOP]:
                    departure = h * SIDES + side
                    arrival = across[departure]
                    if arrival < 0 or arrival in masks:
                        continue
                    if again or through & bit[departure]:
                        if departure != at:
                            doubtful[arrival] = departure
                        continue
                    masks[arrival] = through | bit[departure]
                    queue.append(arrival)

    def starts(self) -> list[tuple[int, int, int]]:
        """The arrivals next to the stations, each with the station and the bits it uses."""
        tables = self.ground.tables
        found: list[tuple[int, int, int]] = []
        for place in self.stations:
            h = place // STOPS_PER_HEX
            if h in self.optional:
                sides = tuple([side for side, ways in enumerate(tables.ways[self.ground.faces[h]]) if ways])
            else:
                sides = tables.leave[self.ground.faces[h]][place % STOPS_PER_HEX]
            for side in sides:
                departure = h * SIDES + side
                here = self.group.get(h, 0)
                if tables.across[departure] >= 0 and not self.bit[departure] & here:
                    bits = self.bit[departure] | 1 << (self.shift + place) | here
                    found.append((tables.across[departure], place, bits))
        return found

    def steps(self, at: int) -> list[tuple[int, int, int]]:
        """The arrivals that may follow one, each with the stop called at (-1 for none) and the bits it uses."""
        known = self.next.get(at)
        if known is None:
            known = self.next[at] = self._steps(at)
        return known

    def _steps(self, at: int) -> list[tuple[int, int, int]]:
        tables = self.ground.tables
        h = at // SIDES
        face = self.ground.faces[h]
        found: list[tuple[int, int, int]] = []
        for end in tables.ways[face][at - h * SIDES]:
            if end < FIRST_STOP:
                departure = h * SIDES + end
                if tables.across[departure] >= 0:
                    found.append((tables.across[departure], -1, self.bit[departure]))
                continue
            place = h * STOPS_PER_HEX + end - FIRST_STOP
            if place in self.closed or not self.may_pass(place):
                continue
            city = 1 << (self.shift + self.shared.get(place, place))
            for side in tables.leave[face][end - FIRST_STOP]:
                departure = h * SIDES + side
                if departure != at and tables.across[departure] >= 0:
                    found.append((tables.across[departure], place, self.bit[departure] | city))
        return found

    def walk(self, goal: int, shut: frozenset[int], skipped: frozenset[int], shun: int) -> list[tuple[int, int, int]]:
        """A shortest walk to the goal as steps (arrival, stop called at, bits), empty if there is none.

        It keeps off the arrivals in `shut`, the calls in `skipped` and the bits in `shun`, but may cross itself.
        """
        before: dict[int, int] = {}
        steps: dict[int, tuple[int, int, int]] = {}
        queue: list[int] = []
        for step in self.starts():
            arrival, place, _ = step
            if arrival not in steps and arrival not in shut and -1 - place not in skipped:
                steps[arrival] = step
                before[arrival] = -1
                queue.append(arrival)
        position = 0
        while position < len(queue) and goal not in steps:
            at = queue[position]
            position += 1
            for step in self.steps(at):
                arrival, place, bits = step
                if bits & shun or arrival in steps or arrival in shut or (place >= 0 and at * CALLS + place in skipped):
                    continue
                steps[arrival] = step
                before[arrival] = at
                queue.append(arrival)
        if goal not in steps:
            return []
        found: list[tuple[int, int, int]] = []
        at = goal
        while at >= 0:
            found.append(steps[at])
            at = before[at]
        found.reverse()
        return found

    def witness(self, goal: int, shun: int = 0) -> int:
        """The bits of a walk that uses nothing twice and arrives at the goal, 0 if there is none.

        A shortest walk that uses something twice shows the conflict: a legal one must do without the first use or without the
        second, and both are tried. Crossing the goal's own hex side the other way first is out from the start.
        """
        back = self.ground.tables.across[goal]
        open_cases: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset([back]), frozenset())]
        while open_cases:
            shut, skipped = open_cases.pop()
            walk = self.walk(goal, shut, skipped, shun)
            if not walk:
                continue
            used = 0
            conflict = -1
            for number, (_, _, bits) in enumerate(walk):
                if used & bits:
                    conflict = number
                    break
                used |= bits
            if conflict < 0:
                return used
            clash = used & walk[conflict][2]
            clash &= -clash
            first = 0
            while not walk[first][2] & clash:
                first += 1
            for number in (conflict, first):
                arrival, place, _ = walk[number]
                city = place >= 0 and clash == 1 << (self.shift + self.shared.get(place, place))
                if number == 0 and clash & self.group.get(place // STOPS_PER_HEX, 0):
                    city = True
                if not city:
                    open_cases.append((shut | {arrival}, skipped))
                elif number == 0:
                    open_cases.append((shut, skipped | {-1 - place}))
                else:
                    open_cases.append((shut, skipped | {walk[number - 1][0] * CALLS + place}))
        return 0

    def settle(self) -> None:
        """Decide the doubtful arrivals, and go on from those that have a witness after all."""
        while self.doubtful:
            arrival, _ = self.doubtful.popitem()
            if arrival < 0 or arrival in self.mask:
                continue
            found = self.witness(arrival)
            if found:
                self.mask[arrival] = found
                self.spread([arrival])
        for place, arrival in sorted(self.calls_in_doubt.items()):
            if place not in self.places and place in self.shared:
                found = self.witness(arrival, 1 << (self.shift + self.shared[place]))
                if found:
                    self._call(place, found)

    def _call(self, place: int, used: int) -> None:
        """Let a walk call at a stop and go on from there."""
        self.places[place] = 1
        tables = self.ground.tables
        h = place // STOPS_PER_HEX
        used |= 1 << (self.shift + self.shared.get(place, place))
        queue: list[int] = []
        for side in tables.leave[self.ground.faces[h]][place % STOPS_PER_HEX]:
            arrival = tables.across[h * SIDES + side]
            if arrival >= 0 and arrival not in self.mask and not used & self.bit[h * SIDES + side]:
                self.mask[arrival] = used | self.bit[h * SIDES + side]
                queue.append(arrival)
        self.spread(queue)
        if self.doubtful:
            self.settle()


def survey(ground: Ground) -> Reach:
    """Where routes from the company's stations lead."""
    search = _Search(ground)
    search.start()
    if search.doubtful or search.calls_in_doubt:
        search.settle()
    met = search.met
    if not met and len(ground.stations) > 1:
        met = any([_meets_a_stop(ground, station) for station in ground.stations])
    return Reach(frozenset(search.mask), cast("frozenset[Place]", frozenset(search.places)), met)


def _meets_a_stop(ground: Ground, station: int) -> bool:
    """Whether a route from this station comes to another stop; walks from other stations cannot hide it here."""
    search = _Search(ground)
    search.stations = (station,)
    search.start()
    if search.doubtful:
        search.settle()
    return search.met
