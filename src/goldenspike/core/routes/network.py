"""The stops that a company's trains can come to, and the hops between them: the ground with all plain track taken out.

A hop is a piece of track between two stops with no stop in between. Of two hops between the same stops that use the same sides
there, one that crosses all the hex sides of the other and more is never needed, unless hexes passed pay (S-4).
"""

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Place
from goldenspike.core.routes.check import is_large, value_of_place
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.memory import Departures, Hop, Memory
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, StopKind


class Network:
    """All that the search needs to know of a ground."""

    def __init__(self, ground: Ground, memory: Memory | None = None, most: int = 20_000) -> None:
        """`memory` knows hops that were found in earlier questions about the company in the same situation."""
        self.ground = ground
        self.memory = memory or Memory()
        self.steps = most
        """How many steps the search for hops may still take."""
        self.has_hops = True
        """Whether all hops were found; on boards full of junctions there are too many."""
        self.places: list[Place] = []
        self.number: dict[int, int] = {}
        self.values: list[int] = []
        self.large: list[bool] = []
        self.passable: list[bool] = []
        self.own: list[bool] = []
        self.groups: list[int] = []
        self.hops: list[list[Hop]] = []
        """The hops that leave each stop, once `number_hops` was called."""
        self.departures: list[Departures] = []
        self._touched: list[int] = []
        """The hexes that the search for hops has come to."""
        self.hex_groups: dict[int, int] = {}
        self.optional: dict[int, int] = dict(ground.situation.optional)
        """Hexes with a home that has no city."""
        self.hex_values: dict[int, int] = dict(ground.situation.hex_values)
        self._find_groups()
        self._find_stops()

    def _find_groups(self) -> None:
        number = 0
        for hexes in self.ground.situation.once:
            for h in hexes:
                self.hex_groups[h] = self.hex_groups.get(h, 0) | 1 << number
            number += 1
        areas = self.ground.areas
        shared: dict[int, int] = {}
        for hex, area in enumerate(areas):
            if area < 0:
                continue
            if area not in shared:
                shared[area] = 1 << number
                number += 1
            self.hex_groups[hex] = self.hex_groups.get(hex, 0) | shared[area]

    def _find_stops(self) -> None:
        for station in self.ground.stations:
            self._add(station)
        position = 0
        while position < len(self.places) and self.has_hops:
            departures = self._departures(self.places[position])
            self.departures.append(departures)
            for hop in departures.hops:
                if hop.place not in self.number:
                    self._add(hop.place)
            position += 1
        if not self.has_hops:
            self._sweep_stops()

    def number_hops(self) -> None:
        """Fill `hops`, with the numbers of the stops that they lead to."""
        if self.hops or not self.has_hops:
            return
        number = self.number
        self.hops = [
            [Hop(hop.place, hop.mask, hop.groups, hop.value, hop.own, hop.borders, number[hop.place]) for hop in departures.hops]
            for departures in self.departures
        ]

    def identity(self) -> tuple[object, ...]:
        """All that the best run of given trains depends on: equal for networks with the same routes worth the same."""
        return tuple([departures.number for departures in self.departures]), self.stops_identity()

    def stops_identity(self) -> tuple[object, ...]:
        """All that the best run depends on besides track."""
        return tuple(self.places), tuple(self.values), tuple(self.passable), tuple(self.own), tuple(self.large)

    def _sweep_stops(self) -> None:
        """Find the stops only: go over every arrival once."""
        ground = self.ground
        tables = ground.tables
        queue: list[int] = []
        seen: set[int] = set()
        position = 0
        while True:
            while position < len(self.places):
                if position == 0 or self.passable[position] or self.own[position]:
                    self._leave(self.places[position], queue, seen)
                position += 1
            if not queue:
                return
            at = queue.pop()
            h = at // SIDES
            ways = tables.ways[ground.faces[h]][at - h * SIDES]
            if ways and h in self.optional:
                self._add(h * STOPS_PER_HEX)
            for end in ways:
                if end >= FIRST_STOP:
                    place = h * STOPS_PER_HEX + end - FIRST_STOP
                    if place not in ground.situation.closed:
                        self._add(place)
                    continue
                arrival = tables.across[h * SIDES + end]
                if arrival >= 0 and arrival not in seen:
                    seen.add(arrival)
                    queue.append(arrival)

    def _leave(self, place: int, queue: list[int], seen: set[int]) -> None:
        tables = self.ground.tables
        h = place // STOPS_PER_HEX
        ways = tables.ways[self.ground.faces[h]]
        for side in range(SIDES):
            if FIRST_STOP + place % STOPS_PER_HEX in ways[side] or (h in self.optional and ways[side]):
                arrival = tables.across[h * SIDES + side]
                if arrival >= 0 and arrival not in seen:
                    seen.add(arrival)
                    queue.append(arrival)

    def _add(self, place: int) -> int:
        found = self.number.get(place)
        if found is not None:
            return found
        number = self.number[place] = len(self.places)
        ground = self.ground
        h = place // STOPS_PER_HEX
        stops = ground.tables.faces[ground.faces[h]].stops
        passable = True
        if place % STOPS_PER_HEX < len(stops):
            if stops[place % STOPS_PER_HEX].kind is StopKind.OFFBOARD:
                passable = place in ground.situation.run_through
            else:
                passable = ground.may_pass(place)
        self.places.append(Place(place))
        self.values.append(value_of_place(ground, place))
        self.large.append(is_large(ground, place))
        self.passable.append(passable)
        self.own.append(place in ground.stations)
        self.groups.append(self.hex_groups.get(h, 0))
        return number

    def _departures(self, place: int) -> Departures:
        """All hops from a stop, without those that another one makes needless."""
        ground = self.ground
        known = self.memory.recall(place, ground.faces)
        if known is not None:
            return known
        h = place // STOPS_PER_HEX
        ways = ground.tables.ways[ground.faces[h]]
        end = FIRST_STOP + place % STOPS_PER_HEX
        found: dict[tuple[int, int, int], list[Hop]] = {}
        self._touched = [h]
        for side in range(SIDES):
            if end in ways[side] or (h in self.optional and ways[side]):
                self._follow(place, h * SIDES + side, 0, self.hex_groups.get(h, 0), 0, False, (), found)
        hops: list[Hop] = []
        for several in found.values():
            hops.extend(several)
        if not self.has_hops:
            return Departures(hops, 0)
        return self.memory.keep(place, tuple(dict.fromkeys(self._touched)), ground.faces, hops)

    def _follow(
        self,
        start: int,
        departure: int,
        mask: int,
        groups: int,
        value: int,
        own: bool,
        borders: tuple[int, ...],
        found: dict[tuple[int, int, int], list[Hop]],
    ) -> None:
        ground = self.ground
        tables = ground.tables
        at = tables.across[departure]
        bit = tables.bit[departure]
        if at < 0 or mask & bit or self.steps < 0:
            return
        self.steps -= 1
        if self.steps < 0:
            self.has_hops = False
        h = at // SIDES
        self._touched.append(h)
        mine = self.hex_groups.get(h, 0)
        if mine & groups:
            return
        mask |= bit
        borders = (*borders, departure)
        if self.hex_values:
            value += self.hex_values.get(h, 0)
        is_optional = h in self.optional
        ways = tables.ways[ground.faces[h]][at - h * SIDES]
        for end in ways:
            if end >= FIRST_STOP:
                place = h * STOPS_PER_HEX + end - FIRST_STOP
                if place not in ground.situation.closed:
                    self._arrive(start, place, mask, groups, value, own, borders, found)
            else:
                passes_home = own or (is_optional and h * STOPS_PER_HEX in ground.stations)
                self._follow(start, h * SIDES + end, mask, groups | mine, value, passes_home, borders, found)
        if is_optional and ways:
            self._arrive(start, h * STOPS_PER_HEX, mask, groups, value, own, borders, found)

    def _arrive(
        self,
        start: int,
        place: int,
        mask: int,
        groups: int,
        value: int,
        own: bool,
        borders: tuple[int, ...],
        found: dict[tuple[int, int, int], list[Hop]],
    ) -> None:
        if place == start:
            return
        beside = self.hex_groups.get(start // STOPS_PER_HEX, 0)
        hop = Hop(place, mask, groups & ~beside, value, own, borders)
        key = (place, borders[0], self.ground.tables.across[borders[-1]])
        several = found.get(key)
        if several is None:
            found[key] = [hop]
            return
        for other in several:
            if other.mask & mask == other.mask and other.value >= value and other.own >= own:
                return
        kept = [o for o in several if not (mask & o.mask == mask and value >= o.value and own >= o.own)]
        kept.append(hop)
        found[key] = kept

    def may_turn(self, stop: int, coming: Hop, leaving: Hop) -> bool:
        """Whether a train that came by one hop may leave by the other; only a home without a city asks (V-7.5)."""
        h = self.places[stop] // STOPS_PER_HEX
        if h not in self.optional:
            return True
        tables = self.ground.tables
        at = tables.across[coming.borders[-1]]
        return leaving.borders[0] - h * SIDES in tables.ways[self.ground.faces[h]][at - h * SIDES]
