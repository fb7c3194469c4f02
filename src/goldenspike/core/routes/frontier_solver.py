"""Trains that run far, solved by frontier dynamic programming; for express trains with Lagrangian bounds.

An express train counts the best n stops of its route. That limit is relaxed: with a price p on each count (a Lagrange multiplier)
the train counts every stop worth more than p and pays p for it, and n counts are given back. Any p gives an upper bound, and a
route with at least n stops worth p and at most n worth more attains it. So a sweep without counting proves the best express run,
if a price closes the gap; where none does, an exact sweep that keeps count decides. A single train is swept only once: its
decision diagram answers all further questions. Several express trains are bounded by `lagrangian`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from goldenspike.core.routes.bounds import is_limited
from goldenspike.core.routes.decision_diagram import DecisionDiagram, SingleTrain
from goldenspike.core.routes.frontier_dp import FrontierDP
from goldenspike.core.routes.frontier_state import Claim
from goldenspike.core.routes.lagrangian import (
    LagrangianDecomposition,
    earned,
    first_price,
    mixed_prices,
    next_price,
    price_levels,
)
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.reconstruction import SweptRoute, reconstruct_routes
from goldenspike.core.running import Bonus, TrainRule

FIRST_WIDTH = 400
"""States a step in the first sweep, which finds a good result to measure the others against."""


@dataclass(slots=True)
class Outcome:
    """What a sweep found: a result above the floor with its routes, or none; and an upper bound."""

    value: int
    routes: list[SweptRoute]
    upper: int
    late: bool = False
    """Whether time ran out."""


def unit_of(network: Network) -> int:
    """All revenue comes in multiples of this."""
    unit = 0
    for value in [*network.values, *network.hex_values.values()]:
        unit = gcd(unit, value)
    for bonus in network.ground.situation.bonuses:
        unit = gcd(unit, gcd(bonus.value, bonus.per_hex))
    return max(unit, 1)


class FrontierSolver:
    def __init__(
        self, network: Network, rules: list[TrainRule], expired: Callable[[], bool] | None, single: SingleTrain | None = None
    ) -> None:
        self.network = network
        self.rules = rules
        self.expired = expired
        self.priced = [rule.express and is_limited(network, rule) and rule.large >= rule.stops for rule in rules]
        relaxed = [TrainRule() if priced else rule for rule, priced in zip(rules, self.priced, strict=True)]
        self.single = single or SingleTrain(network, expired)
        limited = any([is_limited(network, rule) for rule in relaxed])
        self.may_compile = len(rules) == 1 and not limited
        self.relaxed = self.single.dp if self.may_compile else FrontierDP(network, relaxed, expired, self.single.dp)
        self.exact: FrontierDP | None = None if any(self.priced) else self.relaxed
        """The sweep that keeps count of express trains, made when it is needed."""
        self.levels = price_levels(network)
        self.prices: list[int] = [first_price(network, rule) for rule in rules]
        bits = network.ground.tables.bit
        self.edge_bits: list[int] = []
        for edge in self.relaxed.graph.edges:
            mask = 0
            for border in edge.borders:
                mask |= bits[border]
            self.edge_bits.append(mask)
        self.sweeps = 0
        self.decomposition: LagrangianDecomposition | None = None
        if len(rules) > 1 and not limited:
            unit = unit_of(network)
            self.decomposition = LagrangianDecomposition(network, rules, self.priced, unit, self.single, expired)

    def block(self, mask: int) -> None:
        """Take away the track under these hex sides."""
        blocked = 0
        for number, bits in enumerate(self.edge_bits):
            if bits & mask:
                blocked |= 1 << number
        self.relaxed.blocked = blocked

    def _diagram(self) -> DecisionDiagram | None:
        """The diagram for the present claim, if it can be compiled."""
        return self.single.diagram(self.relaxed.claim) if self.may_compile else None

    def _answer(self, floor: int) -> bool:
        """Sweep, or read the answer off a diagram; False if time ran out."""
        self.sweeps += 1
        self.relaxed.backpointer = None
        self.relaxed.dropped_bound = -1
        diagram = self._diagram()
        if diagram is None:
            return self.relaxed.run(1 << 40, floor)
        diagram.longest_path(floor)
        return True

    def most_paid(self, bonus: Bonus) -> int:
        """What a destination run may add at most, on the shortest way there is."""
        number = self.network.number
        targets = tuple([number[place] for place in bonus.targets if place in number])
        if bonus.home not in number or not targets:
            return 0
        dp = self.relaxed
        dp.claim = Claim(0, number[bonus.home], targets, bonus)
        dp.measure_distances()
        return max(bonus.pay(dp.whole_way), 0)

    def best(self, mask: int, floor: int, claim: Claim | None, exact: bool) -> Outcome:
        """The best that these trains can earn on the track left, if above `floor`; unless `exact`, a bound may do."""
        self.block(mask)
        self.relaxed.claim = claim
        if self.decomposition is not None and self.decomposition.set_claim(claim):
            return self._by_decomposition(self.decomposition, floor, exact)
        if not any(self.priced):
            return self._by_counting(floor, [], -1)
        return self._by_relaxation(floor, exact)

    def bound(self, tolls: dict[int, int], floor: int, claim: Claim | None) -> tuple[int, list[SweptRoute]]:
        """The most that these trains can earn after tolls on hex sides (by their bits), if above `floor`, else `floor`.

        With it the routes of a result that the bound rests on; -1 and no routes if time ran out.
        """
        dp = self.relaxed
        dp.blocked = 0
        dp.claim = claim
        dp.tolls = [0] * len(self.edge_bits)
        for bit, toll in tolls.items():
            for number, bits in enumerate(self.edge_bits):
                if bits & bit:
                    dp.tolls[number] += toll
        given = self._set_prices(self.prices)
        in_time = self._answer(floor - given)
        dp.tolls = [0] * len(self.edge_bits)
        if not in_time:
            return -1, []
        if dp.best + given <= floor:
            return floor, []
        routes = reconstruct_routes(dp)
        self._step_prices(self.prices, routes)
        return dp.best + given, routes

    def _set_prices(self, prices: list[int]) -> int:
        """Let priced trains see what stops are worth above the price; what is given back for the counts."""
        given = 0
        for train, rule in enumerate(self.rules):
            if self.priced[train]:
                given += rule.stops * prices[train]
                self.relaxed.worth[train] = [max(value - prices[train], 0) for value in self.network.values]
                self.relaxed.required_worth[train] = [value - prices[train] for value in self.network.values]
        return given

    def _by_decomposition(self, decomposition: LagrangianDecomposition, floor: int, exact: bool) -> Outcome:
        """Lagrangian decomposition finds a result and a bound; where they do not meet, the product of the diagrams decides."""
        self.sweeps += 1
        blocked = self.relaxed.blocked
        decomposition.optimize_tolls(blocked, floor, self.prices)
        if not decomposition.longest:
            return self._by_relaxation(floor, exact)
        self.prices = list(decomposition.prices)
        best = decomposition.value
        routes = decomposition.routes
        upper = decomposition.upper
        bar = max(floor, best + decomposition.unit - 1)
        if upper <= bar:
            return Outcome(max(best, floor), routes, max(best, min(floor, upper)))
        product = decomposition.product(blocked, bar)
        if product is None:
            return Outcome(max(best, floor), routes, upper, True)
        prices = list(decomposition.prices)
        tried: set[tuple[int, ...]] = set()
        while upper > bar and tuple(prices) not in tried:
            tried.add(tuple(prices))
            self.sweeps += 1
            upper = min(upper, product.solve(tuple(prices), bar))
            if upper <= bar:
                break
            swept = decomposition.routes_of(product)
            value = self._earned(swept)
            if value > max(best, floor):
                best = value
                routes = swept
                bar = max(floor, best + decomposition.unit - 1)
            self._step_prices(prices, swept)
        if upper > bar and not exact:
            return Outcome(max(best, floor), routes, upper)
        if upper > bar:
            self.sweeps += 1
            for mixed in mixed_prices(decomposition.prices, self.priced):
                product.solve(mixed, bar)
            if not product.count(bar):
                return Outcome(max(best, floor), routes, upper, True)
            if product.best > bar:
                best = product.best
                routes = decomposition.routes_of(product)
        return Outcome(max(best, floor), routes, max(best, floor))

    def _earned(self, swept: list[SweptRoute]) -> int:
        """What routes earn, whatever the prices."""
        claim = self.relaxed.claim
        total = 0
        for route in swept:
            bonus = claim.bonus if claim is not None and claim.train == route.train else None
            total += earned(self.network, route, self.rules[route.train], bonus)
        return total

    def _by_counting(self, floor: int, routes: list[SweptRoute], known: int) -> Outcome:
        """A sweep that keeps count; a first, restricted one finds a result that bounds the full one."""
        diagram = self._diagram()
        if diagram is not None:
            return self._by_diagram(diagram, floor)
        if self.exact is None:
            self.exact = FrontierDP(self.network, self.rules, self.expired)
        dp = self.exact
        dp.blocked = self.relaxed.blocked
        dp.claim = self.relaxed.claim
        dp.backpointer = None
        dp.dropped_bound = -1
        self.sweeps += 1
        base = max(floor, known)
        in_time = dp.run(FIRST_WIDTH, base)
        if dp.best > base:
            base = dp.best
            routes = reconstruct_routes(dp)
            known = base
        if dp.dropped_bound > base and in_time:
            dp.backpointer = None
            dp.dropped_bound = -1
            in_time = dp.run(1 << 40, base)
            if dp.best > base:
                base = dp.best
                routes = reconstruct_routes(dp)
                known = base
        if known <= floor:
            routes = []
        return Outcome(base, routes, base if in_time else max(base, dp.dropped_bound), not in_time)

    def _by_diagram(self, diagram: DecisionDiagram, floor: int) -> Outcome:
        """The exact answer for a single train."""
        self.sweeps += 1
        dp = self.relaxed
        dp.backpointer = None
        if self.priced[0]:
            diagram.longest_path_counting(floor, self.network.values, self.rules[0].stops)
        else:
            diagram.longest_path(floor)
        return Outcome(dp.best, reconstruct_routes(dp), dp.best)

    def _by_relaxation(self, floor: int, exact: bool) -> Outcome:
        """Lagrangian relaxation of the counts: raise and lower the prices until bound and result meet."""
        dp = self.relaxed
        best = floor
        routes: list[SweptRoute] = []
        upper = 1 << 30
        tried: set[tuple[int, ...]] = set()
        prices = list(self.prices)
        while tuple(prices) not in tried:
            tried.add(tuple(prices))
            given = self._set_prices(prices)
            if not self._answer(best - given):
                return Outcome(best, routes, min(upper, max(best, dp.dropped_bound + given)), True)
            if dp.best + given <= best:
                self.prices = prices
                return Outcome(best, routes, best)
            upper = min(upper, dp.best + given)
            swept = reconstruct_routes(dp)
            value = self._earned(swept)
            if value > best:
                best = value
                routes = swept
                self.prices = list(prices)
            if best >= upper:
                return Outcome(best, routes, best)
            self._step_prices(prices, swept)
        return self._by_counting(floor, routes, best) if exact else Outcome(best, routes, upper)

    def _step_prices(self, prices: list[int], swept: list[SweptRoute]) -> None:
        """Next prices: up where too much is counted, down where too little."""
        for train, rule in enumerate(self.rules):
            if self.priced[train]:
                route = next((route for route in swept if route.train == train), None)
                prices[train] = next_price(self.network, self.levels, prices[train], rule.stops, route)
