"""Lagrangian decomposition for several trains: bounds from each train alone, after tolls on the track that they contest.

Each train has a decision diagram of its own. The rule that no two use the same edge is relaxed: with tolls on edges (Lagrange
multipliers) every train chooses for itself, and all tolls are given back once. That is never less than the best of all together,
whatever the tolls. A subgradient method raises them where several want to go and lowers them where nobody does. The same holds
from any state of the common sweep on: what each train alone can earn after tolls, with the tolls of the track ahead given back,
bounds what they can earn together. That drops most states that the stops ahead alone would keep.
"""

from collections.abc import Callable
from itertools import pairwise

from goldenspike.core.actions import Route
from goldenspike.core.ids import NO_TRAIN
from goldenspike.core.routes.bounds import UNBOUNDED
from goldenspike.core.routes.check import destination_run, earnings
from goldenspike.core.routes.decision_diagram import DecisionDiagram, SingleTrain
from goldenspike.core.routes.frontier_dp import StateBound
from goldenspike.core.routes.frontier_state import COUNT_MASK, COUNT_SHIFT, DONE, GROUP_SHIFT, LOWEST, Backpointer, Claim, Key
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.reconstruction import SweptRoute, reconstruct_routes
from goldenspike.core.running import Bonus, TrainRule

SUBGRADIENT_ROUNDS = 25
"""How often the tolls are adjusted."""
COUNTS = (1 << GROUP_SHIFT) - (1 << COUNT_SHIFT)
"""The bits in which a sweep that keeps count notes it."""


def earned(network: Network, route: SweptRoute, rule: TrainRule, bonus: Bonus | None) -> int:
    """What a route brings, as a destination run if it is to be one and that is better."""
    run = Route(NO_TRAIN, tuple([network.places[stop] for stop in route.stops]), route.borders)
    value = earnings(network.ground, run, rule).total
    claimed = destination_run(network.ground, run, rule, bonus) if bonus is not None else None
    return value if claimed is None else max(value, claimed.total)


def price_levels(network: Network) -> list[int]:
    """Prices on counting that are worth a try: the values of stops, and halfway between them."""
    values = sorted(set(network.values) | {0})
    return sorted({*values, *[(low + high) // 2 for low, high in pairwise(values)]})


def next_price(network: Network, levels: list[int], price: int, most: int, route: SweptRoute | None) -> int:
    """The price on counting after a train chose a route or none: up where too much is counted, down where too little."""
    values: list[int] = []
    if route is not None:
        most -= len(route.required)
        values = [network.values[stop] for stop in route.stops if stop not in route.required]
    place = levels.index(price)
    if len([value for value in values if value > price]) > most:
        return levels[min(place + 1, len(levels) - 1)]
    if len([value for value in values if value >= price]) < most:
        return levels[max(place - 1, 0)]
    return price


class LagrangianDecomposition(StateBound):
    def __init__(
        self,
        network: Network,
        rules: list[TrainRule],
        priced: list[bool],
        unit: int,
        single: SingleTrain,
        expired: Callable[[], bool] | None,
    ) -> None:
        self.network = network
        self.rules = rules
        self.priced = priced
        self.unit = unit
        self.expired = expired
        self.single = single.dp
        self.compiled = single
        self.diagrams: list[DecisionDiagram] = []
        """For each train."""
        self.claim: Claim | None = None
        self.levels = price_levels(network)
        self.prices: list[int] = []
        """Those of the lowest bound."""
        self.longest: list[list[list[int]]] = []
        """For each train what may follow, by layer and node, after the tolls of the lowest bound."""
        self.tolls: list[int] = []
        self.tolls_ahead: list[int] = []
        """For each step the tolls of all edges that open from there on."""
        self.upper = 0
        """The lowest bound."""
        self.value = -1
        """The best result found."""
        self.routes: list[SweptRoute] = []
        self.counting = False
        """Whether the sweep that is bounded keeps count itself."""

    def set_claim(self, claim: Claim | None) -> bool:
        """Get ready for a claim; False if a diagram cannot be compiled."""
        self.claim = claim
        self.diagrams = []
        for train in range(len(self.rules)):
            own = Claim(0, claim.home, claim.targets, claim.bonus) if claim is not None and claim.train == train else None
            diagram = self.compiled.diagram(own)
            if diagram is None:
                return False
            self.diagrams.append(diagram)
        return True

    # --- tolls

    def optimize_tolls(self, blocked: int, floor: int, prices: list[int]) -> None:
        """The subgradient method: adjust tolls and prices until the bound is low; keep good results above `floor` on the way.

        When there was no time for a single round, `longest` stays empty.
        """
        edges = len(self.single.graph.edges)
        tolls = [0] * edges
        prices = list(prices)
        self.prices = prices
        self.longest = []
        self.upper = UNBOUNDED
        # Not running is a result as well, unless a destination run is required.
        self.value = 0 if self.claim is None and floor < 0 else -1
        self.routes = []
        step_size = 1.0
        idle = 0
        tried: set[int] = set()
        for _ in range(SUBGRADIENT_ROUNDS):
            if self.expired is not None and self.expired():
                return
            bound, wanted, longest, swept = self._solve_subproblems(blocked, tolls, prices)
            if bound < self.upper:
                self.upper = bound
                self.longest = longest
                self.prices = list(prices)
                self.tolls = tolls
                self._sum_tolls_ahead(tolls)
                idle = 0
            else:
                idle += 1
                if idle == 2:
                    step_size /= 2
                    idle = 0
            for train, route in enumerate(swept):
                if route is not None and wanted[train] not in tried:
                    tried.add(wanted[train])
                    self._lagrangian_heuristic(train, route, blocked | wanted[train], floor)
            if self.upper <= max(floor, self.value + self.unit - 1):
                return
            contested, used = _overlap(wanted)
            raised = [number for number in range(edges) if contested >> number & 1]
            lowered = [number for number in range(edges) if tolls[number] and not used >> number & 1]
            if not raised and not lowered:
                return
            change = max(1, int(step_size * (bound - max(floor, self.value)) / (len(raised) + len(lowered))))
            tolls = list(tolls)
            for number in raised:
                tolls[number] += change
            for number in lowered:
                tolls[number] -= min(change, tolls[number])
            for train, route in enumerate(swept):
                if self.priced[train]:
                    prices[train] = next_price(self.network, self.levels, prices[train], self.rules[train].stops, route)

    def reprice(self, blocked: int, prices: list[int]) -> None:
        """Change the prices on counting and keep the tolls."""
        self.prices = list(prices)
        self.longest = self._solve_subproblems(blocked, self.tolls, prices)[2]

    def _solve_subproblems(
        self, blocked: int, tolls: list[int], prices: list[int]
    ) -> tuple[int, list[int], list[list[list[int]]], list[SweptRoute | None]]:
        """Let every train choose for itself: the bound, the edges each wants, what may follow, and the routes."""
        single = self.single
        single.blocked = blocked
        single.tolls = tolls
        bound = sum(tolls)
        wanted: list[int] = []
        longest: list[list[list[int]]] = []
        swept: list[SweptRoute | None] = []
        for train, diagram in enumerate(self.diagrams):
            price = prices[train] if self.priced[train] else 0
            if train and diagram is self.diagrams[train - 1] and self._same(train, prices):
                bound += single.best + (price * self.rules[train].stops if self.priced[train] else 0)
                wanted.append(wanted[-1])
                longest.append(longest[-1])
                swept.append(swept[-1])
                continue
            single.claim = diagram.claim
            single.worth = [[max(value - price, 0) for value in self.network.values]]
            single.required_worth = [[value - price for value in self.network.values]]
            single.forget()
            diagram.longest_path(LOWEST)
            bound += single.best + (price * self.rules[train].stops if self.priced[train] else 0)
            wanted.append(_edges_of(single.backpointer))
            longest.append(diagram.longest)
            routes = reconstruct_routes(single)
            swept.append(routes[0] if routes else None)
        return bound, wanted, longest, swept

    def _same(self, train: int, prices: list[int]) -> bool:
        """Whether a train chooses like the one before it."""
        if self.priced[train] != self.priced[train - 1]:
            return False
        return not self.priced[train] or prices[train] == prices[train - 1]

    def _lagrangian_heuristic(self, first: int, route: SweptRoute, blocked: int, floor: int) -> None:
        """A result from a relaxed one: let the other trains run on what one route leaves, one after the other."""
        single = self.single
        bonus = self.claim.bonus if self.claim is not None and self.claim.train == first else None
        total = earned(self.network, route, self.rules[first], bonus)
        routes = [SweptRoute(first, route.stops, route.borders, route.required)]
        single.tolls = [0] * len(single.tolls)
        for train, diagram in enumerate(self.diagrams):
            if train == first:
                continue
            single.blocked = blocked
            single.claim = diagram.claim
            single.forget()
            if self.priced[train]:
                diagram.longest_path_counting(LOWEST, self.network.values, self.rules[train].stops)
            else:
                single.worth = single.required_worth = [self.network.values]
                diagram.longest_path(LOWEST)
            total += single.best
            blocked |= _edges_of(single.backpointer)
            routes += [SweptRoute(train, other.stops, other.borders, other.required) for other in reconstruct_routes(single)]
        if total > max(self.value, floor):
            self.value = total
            self.routes = routes

    def _sum_tolls_ahead(self, tolls: list[int]) -> None:
        fresh = self.single.fresh
        self.tolls_ahead = [0] * (len(fresh) + 1)
        for step in range(len(fresh) - 1, -1, -1):
            self.tolls_ahead[step] = self.tolls_ahead[step + 1] + sum([tolls[arm] for arm in fresh[step]])

    # --- bounds for the common sweep

    def bound(self, step: int, key: Key) -> int:
        """The most that may follow a state of the common sweep."""
        if step == len(self.single.order):
            return 0
        total = self.tolls_ahead[step]
        trains = len(self.rules)
        width = len(key) - trains
        for train in range(trains):
            done = key[width + train]
            if self.counting and self.priced[train] and not done & DONE:
                total += self.prices[train] * (self.rules[train].stops - (done >> COUNT_SHIFT & COUNT_MASK))
            node = self.diagrams[train].index[step].get(self._project(key, width, train), -1)
            if node < 0:
                return -UNBOUNDED
            total += self.longest[train][step][node]
        return total

    def _project(self, key: Key, width: int, train: int) -> Key:
        """Project a state of the common sweep onto one train."""
        label = train + 1
        before = len(self.rules) + 1 if self.claim is not None and self.claim.train == train else -1
        found: list[int] = []
        for place in range(width):
            code = key[place]
            if code & 15 == label:
                found.append(code - train)
            elif code & 15 == before:
                found.append(code - before + 2)
            else:
                found.append(0)
        found.append(key[width + train] & ~COUNTS)
        return tuple(found)


def _edges_of(backpointer: Backpointer | None) -> int:
    """Bits of the edges that the decisions use."""
    used = 0
    while backpointer is not None:
        for use in backpointer.uses:
            used |= 1 << use[2]
            if use[3] >= 0:
                used |= 1 << use[3]
        backpointer = backpointer.before
    return used


def _overlap(wanted: list[int]) -> tuple[int, int]:
    """Bits that more than one has, and bits that any has."""
    both = 0
    any_of_them = 0
    for mask in wanted:
        both |= any_of_them & mask
        any_of_them |= mask
    return both, any_of_them
