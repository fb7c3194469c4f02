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
from goldenspike.core.routes.decision_diagram import UNREACHABLE, DecisionDiagram, SingleTrain
from goldenspike.core.routes.frontier_state import LOWEST, Backpointer, Claim
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.product import Product
from goldenspike.core.routes.reconstruction import SweptRoute, reconstruct_routes
from goldenspike.core.running import Bonus, TrainRule

SUBGRADIENT_ROUNDS = 10
"""How often the tolls are adjusted."""
PRICES_TRIED = 3
"""How many prices on counting are tried for a result."""


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


def first_price(network: Network, rule: TrainRule) -> int:
    """A price to start from: if a train could call everywhere, it would count the stops worth more."""
    values = sorted(network.values, reverse=True)
    return values[min(rule.stops, len(values)) - 1] if values else 0


def mixed_prices(prices: list[int], priced: list[bool]) -> list[tuple[int, ...]]:
    """Prices at which some trains count for free: right for those whose routes turn out to be short."""
    found: list[tuple[int, ...]] = [()]
    for price, is_priced in zip(prices, priced, strict=True):
        found = [(*before, each) for before in found for each in ((price, 0) if is_priced and price else (price,))]
    return found[1:-1]


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


class LagrangianDecomposition:
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
        self.prices = [price if priced else 0 for price, priced in zip(prices, self.priced, strict=True)]
        for train in range(1, len(self.rules)):
            # Trains that are alike pay alike.
            if self.diagrams[train] is self.diagrams[train - 1] and self.rules[train] == self.rules[train - 1]:
                self.prices[train] = self.prices[train - 1]
        self.longest = []
        self.upper = UNBOUNDED
        # Not running is a result as well, unless a destination run is required.
        self.value = 0 if self.claim is None and floor < 0 else -1
        self.routes = []
        self.tolls = [0] * len(self.single.graph.edges)
        edges = len(self.single.graph.edges)
        tolls = list(self.tolls)
        prices = list(self.prices)
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
                    self._lagrangian_heuristic(train, route, blocked | wanted[train], floor, prices)
            if self.upper <= max(floor, self.value + self.unit - 1):
                return
            contested, used = _overlap(wanted)
            raised = [number for number in range(edges) if contested >> number & 1]
            lowered = [number for number in range(edges) if tolls[number] and not used >> number & 1]
            change = max(1, int(step_size * (bound - max(floor, self.value)) / max(1, len(raised) + len(lowered))))
            tolls = list(tolls)
            for number in raised:
                tolls[number] += change
            for number in lowered:
                tolls[number] -= min(change, tolls[number])
            before = list(prices)
            for train, route in enumerate(swept):
                if self.priced[train]:
                    prices[train] = next_price(self.network, self.levels, prices[train], self.rules[train].stops, route)
            if not raised and not lowered and prices == before:
                return

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
            self._set_price(price)
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

    def _lagrangian_heuristic(self, first: int, route: SweptRoute, blocked: int, floor: int, prices: list[int]) -> None:
        """A result from a relaxed one: let the other trains run on what one route leaves, one after the other."""
        single = self.single
        bonus = self.claim.bonus if self.claim is not None and self.claim.train == first else None
        total = earned(self.network, route, self.rules[first], bonus)
        routes = [SweptRoute(first, route.stops, route.borders, route.required)]
        single.tolls = [0] * len(single.tolls)
        last = len(self.rules) - 1 if first < len(self.rules) - 1 else len(self.rules) - 2
        for train in range(len(self.rules)):
            if train == first:
                continue
            single.blocked = blocked
            enough = max(self.value, floor) - total if train == last else LOWEST
            value, swept, edges = self._run_alone(train, prices[train], enough)
            if value < 0:
                return
            total += value
            if swept is not None:
                routes.append(SweptRoute(train, swept.stops, swept.borders, swept.required))
                blocked |= edges
        if total > max(self.value, floor):
            self.value = total
            self.routes = routes

    def _run_alone(self, train: int, price: int, enough: int) -> tuple[int, SweptRoute | None, int]:
        """What a good route of one train on the track left earns, the route and its edges; -1 if no more than `enough`.

        If the train counts only some of its stops, a few prices on counting are tried.
        """
        single = self.single
        diagram = self.diagrams[train]
        claim = diagram.claim
        single.claim = claim
        priced = self.priced[train]
        rule = self.rules[train]
        best = 0 if claim is None else -1
        best_route: SweptRoute | None = None
        edges = 0
        for _ in range(PRICES_TRIED if priced else 1):
            self._set_price(price if priced else 0)
            diagram.longest_path(LOWEST)
            upper = single.best + (price * rule.stops if priced else 0)
            if upper <= enough or single.best < UNREACHABLE:
                return -1, None, 0
            found = reconstruct_routes(single)
            if not found:
                break
            value = earned(self.network, found[0], rule, claim.bonus if claim is not None else None)
            if value > best:
                best = value
                best_route = found[0]
                edges = _edges_of(single.backpointer)
            after = next_price(self.network, self.levels, price, rule.stops, found[0]) if priced else price
            if value >= upper or after == price:
                break
            price = after
        return best, best_route, edges

    def _set_price(self, price: int) -> None:
        """Let a single train see what stops are worth above a price on counting them."""
        single = self.single
        single.worth = [[max(value - price, 0) for value in self.network.values]]
        single.required_worth = [[value - price for value in self.network.values]]
        single.forget()

    def _sum_tolls_ahead(self, tolls: list[int]) -> None:
        fresh = self.single.fresh
        self.tolls_ahead = [0] * (len(fresh) + 1)
        for step in range(len(fresh) - 1, -1, -1):
            self.tolls_ahead[step] = self.tolls_ahead[step + 1] + sum([tolls[arm] for arm in fresh[step]])

    # --- the common sweep

    def product(self, blocked: int, bar: int) -> Product | None:
        """All that the trains may do together for more than `bar`; None if time ran out."""
        single = self.single
        single.blocked = blocked
        single.tolls = [0] * len(single.tolls)
        limits = [rule.stops if priced else 0 for rule, priced in zip(self.rules, self.priced, strict=True)]
        product = Product(self.diagrams, self.rules, limits, self.network.values, self.expired)
        nothing = [[0] * len(self.network.values)]
        gains: list[list[list[int]]] = []
        for train, diagram in enumerate(self.diagrams):
            if train and diagram is self.diagrams[train - 1]:
                gains.append(gains[-1])
            else:
                gains.append([diagram.gains(layer, nothing, nothing) for layer in range(len(diagram.layers))])
        prices = tuple(self.prices)
        floor = bar - product.given(prices)
        return product if product.build(prices, gains, self.longest, self.tolls_ahead, floor) else None

    def routes_of(self, product: Product) -> list[SweptRoute]:
        """The routes that the best total rests on."""
        single = self.single
        found: list[SweptRoute] = []
        for train, backpointer in enumerate(product.backpointers()):
            single.claim = self.diagrams[train].claim
            single.follow(backpointer)
            for route in reconstruct_routes(single):
                found.append(SweptRoute(train, route.stops, route.borders, route.required))
        return found


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
