"""Upper bounds for what a state of the dynamic program can still earn, and the order of its vertices (7.4).

The bounds relax the problem: at each stop ahead as many trains call as its arms allow, whether or not one route can join the
stops. A stop is passed by as many trains as have two of its arms each; beyond that a train can only end there, and each has two
ends. A train that may count few stops counts the best of them. Both are upper bounds, so the smaller one is used.
"""

from goldenspike.core.routes.frontier_state import (
    COUNT_MASK,
    COUNT_SHIFT,
    DONE,
    GROUP_SHIFT,
    HOME,
    OWN,
    SWITCHED,
    Claim,
    Key,
)
from goldenspike.core.routes.graph import TrackGraph
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.vertex_order import order_vertices
from goldenspike.core.running import TrainRule

UNBOUNDED = 1 << 20
"""Greater than any distance or revenue on a board."""


def is_limited(network: Network, rule: TrainRule) -> bool:
    """Whether there are more stops than the train may count."""
    return rule.stops < len(network.places) or rule.large < len(network.places)


class Bounds:
    """The order of a sweep, and an upper bound for what may still be earned from each step on."""

    def __init__(self, network: Network, rules: list[TrainRule], like: "Bounds | None" = None) -> None:
        """`like` is a sweep of other trains over the same network; its order is reused."""
        self.network = network
        self.rules = rules
        self.graph: TrackGraph = TrackGraph(network.ground, network) if like is None else like.graph
        self.order: list[int] = order_vertices(self.graph) if like is None else like.order
        self.trains = len(rules)
        self.limited = [is_limited(network, rule) for rule in rules]
        self.worth: list[list[int]] = [network.values for _ in rules]
        """For each train the value of each stop."""
        self.required_worth: list[list[int]] = [network.values for _ in rules]
        """The value of a stop that it must count; never more."""
        self.claim: Claim | None = None
        self.blocked = 0
        """Bits of the edges that other trains have taken."""
        self.later: list[int] = []
        """The vertex of each edge that the sweep meets last."""
        self.to_home: list[int] = []
        self.to_target: list[int] = []
        self.whole_way = 0
        self.frontiers: list[list[int]] = []
        """Before each step the open edges."""
        self.fresh: list[list[int]] = []
        """At each step the edges that open."""
        frontier: list[int] = []
        for number in self.order:
            vertex = self.graph.vertices[number]
            opened = [arm for arm in vertex.arms if arm not in frontier]
            self.frontiers.append(frontier)
            self.fresh.append(opened)
            frontier = [arm for arm in frontier if arm not in vertex.arms] + opened
        self.visits: dict[int, int] = {self.graph.vertices[number].stop: step for step, number in enumerate(self.order)}
        """Stop to the step at which the sweep comes to it."""
        self.own_ahead: list[bool] = [False] * (len(self.order) + 1)
        """Whether a station of the company's own is still to come."""
        for step in range(len(self.order) - 1, -1, -1):
            stop = self.graph.vertices[self.order[step]].stop
            self.own_ahead[step] = self.own_ahead[step + 1] or (stop >= 0 and network.own[stop])
        self._prepare_groups()

    def prepare_bounds(self) -> None:
        """For each step what the stops and hexes still ahead may bring at most."""
        network = self.network
        steps = len(self.order)
        most = self.trains
        self.ahead: list[list[int]] = [[]] * (steps + 1)
        """By step and number of trains on their way: all of them together."""
        self.top: list[list[int]] = [[]] * (steps + 1)
        """By step and number of stops: one train."""
        self.top_hexes: list[int] = [0] * (steps + 1)
        values: list[int] = []
        sure = [0] * (most + 1)
        extra: list[list[int]] = [[] for _ in range(most + 1)]
        hexes = 0
        hexes_together = 0
        for step in range(steps, -1, -1):
            if step < steps:
                vertex = self.graph.vertices[self.order[step]]
                # A hex has at most three separate tracks.
                hexes += network.hex_values.get(vertex.hex, 0) * 3
                hexes_together += network.hex_values.get(vertex.hex, 0) * 3
                if vertex.stop >= 0 and vertex.calls:
                    value = max([worth[vertex.stop] for worth in self.worth])
                    values.append(max(value, 0))
                    values.sort(reverse=True)
                    calls = len([arm for arm in vertex.calls if not self.blocked >> arm & 1])
                    for active in range(1, most + 1):
                        passes = min(active, calls // 2) if network.passable[vertex.stop] else 0
                        value = max(value, 0)
                        sure[active] += passes * value
                        for _ in range(min(active, calls) - passes):
                            extra[active].append(value)
                        extra[active].sort(reverse=True)
                        del extra[active][2 * active :]
            self.ahead[step] = [sure[active] + sum(extra[active]) + hexes_together for active in range(most + 1)]
            totals = [0]
            for value in values:
                totals.append(totals[-1] + value)
            self.top[step] = totals
            self.top_hexes[step] = hexes

    def _prepare_groups(self) -> None:
        """After which step a group of hexes can be forgotten."""
        steps = len(self.order)
        last = 0
        self.live_groups: list[int] = [0] * (steps + 1)
        for step in range(steps, -1, -1):
            self.live_groups[step] = last << GROUP_SHIFT | (1 << GROUP_SHIFT) - 1
            if step:
                last |= self.network.hex_groups.get(self.graph.vertices[self.order[step - 1]].hex, 0)

    def stops_bound(self, step: int, key: Key) -> int:
        """The most that the trains may still earn from this step on."""
        trains = self.trains
        first = len(key) - trains
        active = 0
        apart = 0
        top = self.top[step]
        own_ahead = self.own_ahead[step]
        for train in range(trains):
            done = key[first + train]
            if done & DONE or not (own_ahead or done & OWN):
                continue
            active += 1
            left = len(top) if not self.limited[train] else self.rules[train].stops - (done >> COUNT_SHIFT & COUNT_MASK)
            apart += top[left] if left < len(top) else top[-1]
            apart += self.top_hexes[step]
        together = self.ahead[step][active]
        return together if together < apart else apart

    def claim_bound(self, step: int, key: Key) -> int:
        """What a destination run may still bring: its bonus less the hexes that it must yet run to its target at least."""
        claim = self.claim
        if claim is None:
            return 0
        done = key[len(key) - self.trains + claim.train]
        if done & DONE:
            return 0
        frontier = self.frontiers[step] if step < len(self.order) else []
        before = self.trains + 1
        open_end = -1
        for place, edge in enumerate(frontier):
            if key[place] & 15 == before:
                if open_end >= 0:
                    # Several pieces: how much of the way they cover is not known.
                    return claim.bonus.value
                open_end = self.later[edge]
        if open_end >= 0:
            way = self.to_target[open_end] if done & HOME else self.to_home[open_end]
        elif done & SWITCHED:
            way = 0
        else:
            way = self.whole_way
        return claim.bonus.pay(way)

    def measure_distances(self) -> None:
        """How far it is from each vertex to the home and to the next target of the destination run, at least."""
        claim = self.claim
        if claim is None:
            return
        vertices = self.graph.vertices
        position = {number: place for place, number in enumerate(self.order)}
        self.later = [s.first if position[s.first] > position[s.second] else s.second for s in self.graph.edges]
        self.to_home = self._distances([n for n, vertex in enumerate(vertices) if vertex.stop == claim.home])
        self.to_target = self._distances([n for n, vertex in enumerate(vertices) if vertex.stop in claim.targets])
        self.whole_way = min([self.to_target[n] for n, k in enumerate(vertices) if k.stop == claim.home], default=0)

    def _distances(self, starts: list[int]) -> list[int]:
        found = [UNBOUNDED] * len(self.graph.vertices)
        queue = list(starts)
        for number in starts:
            found[number] = 0
        position = 0
        while position < len(queue):
            at = queue[position]
            position += 1
            for arm in self.graph.vertices[at].arms:
                edge = self.graph.edges[arm]
                other = edge.second if edge.first == at else edge.first
                if found[at] + len(edge.borders) < found[other]:
                    found[other] = found[at] + len(edge.borders)
                    queue.append(other)
        return found

    def owed(self, step: int) -> int:
        """What a destination run must have done by now: left home once that is behind, met a target once all are."""
        claim = self.claim
        if claim is None:
            return 0
        owed = HOME if self.visits.get(claim.home, -1) < step else 0
        return owed if any([self.visits.get(target, -1) >= step for target in claim.targets]) else owed | SWITCHED
