"""The track that trains can use as a graph: what frontier dynamic programming goes over.

A vertex is a piece of a hex where something is decided: a stop, or plain track that joins more than two sides. An edge is the
track from one vertex to the next, over one or more hex sides. The graph is contracted (plain track with one way through is no
vertex) and pruned (dead ends without a stop are cut off). The arms of a vertex are the numbers of the edges that end there.
"""

from dataclasses import dataclass, field

from goldenspike.core.hexes import SIDES
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.network import Network
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX


@dataclass(slots=True)
class Edge:
    borders: tuple[int, ...]
    """Departures from the first vertex to the second."""
    first: int
    second: int
    """The vertices at its ends."""


@dataclass(slots=True)
class Vertex:
    hex: int
    stop: int
    """Number of the stop in the network, -1 for plain track."""
    arms: list[int] = field(default_factory=list)
    """The edges that end here."""
    paths: list[tuple[int, int]] = field(default_factory=list)
    """Pairs of arms joined past the stop, or without one."""
    calls: list[int] = field(default_factory=list)
    """Arms that lead to the stop."""
    on_every_path: bool = False
    """Whether it is the company's home without a city: the stop lies on every path (V-7.5)."""


class TrackGraph:
    def __init__(self, ground: Ground, network: Network) -> None:
        self.ground = ground
        self.network = network
        self.vertices: list[Vertex] = []
        self.edges: list[Edge] = []
        self._part_of: dict[int, int] = {}
        """Arrival to vertex."""
        self._sides: list[list[int]] = []
        self._find_vertices()
        self._prune_dead_ends()

    def identity(self) -> tuple[object, ...]:
        """All that sweeps over the graph depend on, as far as it is track."""
        vertices = [
            (each.hex, each.stop, tuple(each.arms), tuple(each.paths), tuple(each.calls), each.on_every_path)
            for each in self.vertices
        ]
        return tuple(vertices), tuple([(edge.borders, edge.first, edge.second) for edge in self.edges])

    def _parts(self, h: int) -> list[tuple[int, list[int], list[tuple[int, int]], list[int]]]:
        """The connected pieces of the track on a hex: stop end or -1, sides, paths, sides that lead to the stop."""
        tables = self.ground.tables
        ways = tables.ways[self.ground.faces[h]]
        lone = h in self.network.optional
        found: list[tuple[int, list[int], list[tuple[int, int]], list[int]]] = []
        seen = 0
        for side in range(SIDES):
            if seen >> side & 1 or not ways[side]:
                continue
            members = [side]
            stop = -1
            paths: list[tuple[int, int]] = []
            calls: list[int] = []
            position = 0
            while position < len(members):
                at = members[position]
                position += 1
                seen |= 1 << at
                for end in ways[at]:
                    if end < FIRST_STOP:
                        if at < end:
                            paths.append((at, end))
                        if end not in members:
                            members.append(end)
                    else:
                        stop = end
                        calls.append(at)
                        for other in range(SIDES):
                            if end in ways[other] and other not in members:
                                members.append(other)
            found.append((stop, members, paths, calls))
        if lone and found:
            # One home for all track of the hex: its pieces must be decided together.
            merged: tuple[int, list[int], list[tuple[int, int]], list[int]] = (FIRST_STOP, [], [], [])
            for _, members, paths, _ in found:
                merged[1].extend(members)
                merged[2].extend(paths)
            merged[3].extend(merged[1])
            return [merged]
        return found

    def _find_vertices(self) -> None:
        """Find the vertices that can be reached from the stations."""
        tables = self.ground.tables
        queue: list[int] = []
        for place in self.ground.stations:
            if place // STOPS_PER_HEX not in queue:
                queue.append(place // STOPS_PER_HEX)
        known: set[int] = set(queue)
        position = 0
        while position < len(queue):
            h = queue[position]
            position += 1
            for stop, members, paths, calls in self._parts(h):
                place = h * STOPS_PER_HEX + stop - FIRST_STOP
                number = self.network.number.get(place, -1) if stop >= 0 else -1
                if stop >= 0 and number < 0:
                    calls = []
                    if not paths:
                        continue
                vertex = Vertex(h, number, [], paths, calls, h in self.network.optional)
                for side in members:
                    self._part_of[h * SIDES + side] = len(self.vertices)
                    across = tables.across[h * SIDES + side]
                    if across >= 0 and across // SIDES not in known:
                        known.add(across // SIDES)
                        queue.append(across // SIDES)
                self.vertices.append(vertex)
                self._sides.append(members)

    def _prune_dead_ends(self) -> None:
        """Make edges, running through plain track that has only one way on, and cut off what leads nowhere."""
        tables = self.ground.tables
        alive: dict[int, bool] = {}
        for arrival in self._part_of:
            across = tables.across[arrival]
            alive[arrival] = across >= 0 and across in self._part_of
        changed = True
        while changed:
            changed = False
            for number, vertex in enumerate(self.vertices):
                for side in self._sides[number]:
                    arrival = vertex.hex * SIDES + side
                    if not alive[arrival]:
                        continue
                    across = tables.across[arrival]
                    useful = alive[across] and (
                        side in vertex.calls
                        or any([a == side and alive[vertex.hex * SIDES + b] for a, b in vertex.paths])
                        or any([b == side and alive[vertex.hex * SIDES + a] for a, b in vertex.paths])
                    )
                    if not useful:
                        alive[arrival] = False
                        alive[across] = False
                        changed = True
        self._contract(alive)

    def _contract(self, alive: dict[int, bool]) -> None:
        groups = self.network.hex_groups
        values = self.network.hex_values
        through: dict[int, int] = {}
        """Arrival to the side it must leave by, in vertices that decide nothing."""
        simple: list[bool] = []
        for number, vertex in enumerate(self.vertices):
            sides = [side for side in self._sides[number] if alive[vertex.hex * SIDES + side]]
            plain = vertex.stop < 0 and len(sides) == 2
            plain = plain and vertex.hex not in groups and vertex.hex not in values
            simple.append(plain)
            if plain:
                through[vertex.hex * SIDES + sides[0]] = vertex.hex * SIDES + sides[1]
                through[vertex.hex * SIDES + sides[1]] = vertex.hex * SIDES + sides[0]
        arms: dict[int, int] = {}
        for number, vertex in enumerate(self.vertices):
            if simple[number]:
                continue
            for side in self._sides[number]:
                departure = vertex.hex * SIDES + side
                if not alive[departure] or departure in arms:
                    continue
                self._add_edge(number, departure, through, simple, arms)
        # Loops were cut at a vertex that had seemed to decide nothing; its arms are known by now.
        kept: list[Vertex] = []
        numbers: dict[int, int] = {}
        for number, vertex in enumerate(self.vertices):
            if simple[number]:
                continue
            here = vertex.hex * SIDES
            live = [side for side in self._sides[number] if here + side in arms]
            if not live:
                continue
            numbers[number] = len(kept)
            paths = [(arms[here + a], arms[here + b]) for a, b in vertex.paths if a in live and b in live]
            calls = [arms[here + side] for side in vertex.calls if side in live]
            kept.append(Vertex(vertex.hex, vertex.stop, [arms[here + side] for side in live], paths, calls, vertex.on_every_path))
        self.vertices = kept
        for edge in self.edges:
            edge.first = numbers[edge.first]
            edge.second = numbers[edge.second]

    def _add_edge(self, number: int, departure: int, through: dict[int, int], simple: list[bool], arms: dict[int, int]) -> None:
        """Make the edge that leaves a vertex by a side; one that comes back to its vertex is cut in two."""
        tables = self.ground.tables
        borders = [departure]
        at = tables.across[departure]
        while at in through:
            borders.append(through[at])
            at = tables.across[through[at]]
        if self._part_of[at] == number and len(borders) > 1:
            first = tables.across[departure]
            middle = self._part_of[first]
            simple[middle] = False
            other = through.pop(first)
            through.pop(other)
            arms[departure] = arms[first] = len(self.edges)
            self.edges.append(Edge((departure,), number, middle))
            arms[other] = arms[at] = len(self.edges)
            self.edges.append(Edge(tuple(borders[1:]), middle, number))
            return
        arms[departure] = arms[at] = len(self.edges)
        self.edges.append(Edge(tuple(borders), number, self._part_of[at]))
