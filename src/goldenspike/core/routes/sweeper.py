"""Trains that run far, solved by sweeps over the board: diesels as they are, express trains with a price on counting.

An express train counts the best n stops of its route. With a price p on each count it counts every stop worth more than p and
pays p for it, and n counts are given back: for any p that is an upper bound, and a route with at least n stops worth p and
at most n worth more attains it. So a sweep without counting proves the best express run, if a price fits; where
none does, an exact sweep that keeps count decides. A single train is swept only once: its diagram answers all further questions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from goldenspike.core.routes.diagram import Diagram
from goldenspike.core.routes.frontier import Frontier
from goldenspike.core.routes.guide import Guide, earned, next_price, price_levels
from goldenspike.core.routes.moves import Claim
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.prospects import is_limited
from goldenspike.core.routes.trails import Swept, routes_of
from goldenspike.core.running import TrainRule

FIRST_ROOM = 400
"""States a step in the first sweep, which finds a good result to measure the others against."""


@dataclass(slots=True)
class Outcome:
    """What a sweep found: a result above the floor with its routes, or none; and an upper bound."""

    value: int
    routes: list[Swept]
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


class Sweeper:
    def __init__(self, network: Network, rules: list[TrainRule], expired: Callable[[], bool] | None) -> None:
        self.network = network
        self.rules = rules
        self.expired = expired
        self.priced = [rule.express and is_limited(network, rule) and rule.large >= rule.stops for rule in rules]
        free = [TrainRule() if priced else rule for rule, priced in zip(rules, self.priced, strict=True)]
        self.free = Frontier(network, free, expired)
        self.exact: Frontier | None = None if any(self.priced) else self.free
        """The sweep that keeps count of express trains, made when it is needed."""
        self.levels = price_levels(network)
        self.prices: list[int] = [self._first_price(rule) for rule in rules]
        bits = network.ground.tables.bit
        self.section_bits: list[int] = []
        for section in self.free.sections.sections:
            mask = 0
            for border in section.borders:
                mask |= bits[border]
            self.section_bits.append(mask)
        self.sweeps = 0
        self.diagrams: list[Diagram] = []
        """One for each claim, drawn when it is first needed."""
        self.may_draw = len(rules) == 1 and not any(self.free.limited)
        self.guide: Guide | None = None
        if len(rules) > 1 and not any(self.free.limited):
            self.guide = Guide(network, rules, self.priced, unit_of(network), self.free, expired)

    def _first_price(self, rule: TrainRule) -> int:
        values = sorted(self.network.values, reverse=True)
        return values[min(rule.stops, len(values)) - 1] if values else 0

    def block(self, mask: int) -> None:
        """Take away the track under these hex sides."""
        blocked = 0
        for number, bits in enumerate(self.section_bits):
            if bits & mask:
                blocked |= 1 << number
        self.free.blocked = blocked

    def _diagram(self) -> Diagram | None:
        """The diagram for the present claim, if it can be drawn."""
        for diagram in self.diagrams:
            if diagram.claim == self.free.claim:
                return diagram
        if not self.may_draw:
            return None
        diagram = Diagram(self.free)
        if not diagram.draw():
            self.may_draw = False
            return None
        self.diagrams.append(diagram)
        return diagram

    def _answer(self, floor: int) -> bool:
        """Sweep, or read the answer off a diagram; False if time ran out."""
        self.sweeps += 1
        self.free.trail = None
        self.free.cut = -1
        diagram = self._diagram()
        if diagram is None:
            return self.free.run(1 << 40, floor)
        diagram.run(floor)
        return True

    def best(self, mask: int, floor: int, claim: Claim | None, exact: bool) -> Outcome:
        """The best that these trains can earn on the track left, if above `floor`; unless `exact`, a bound may do."""
        self.block(mask)
        self.free.claim = claim
        if self.guide is not None and any(self.priced) and self.guide.take(claim):
            return self._by_guide(self.guide, floor, exact)
        if not any(self.priced):
            return self._exactly(floor, [], -1)
        return self._by_price(floor, exact)

    def bound(self, tolls: dict[int, int], floor: int, claim: Claim | None) -> tuple[int, list[Swept]]:
        """The most that these trains can earn after tolls on hex sides (by their bits), if above `floor`, else `floor`.

        With it the routes of a result that the bound rests on; -1 and no routes if time ran out.
        """
        frontier = self.free
        frontier.blocked = 0
        frontier.claim = claim
        frontier.tolls = [0] * len(self.section_bits)
        for bit, toll in tolls.items():
            for number, bits in enumerate(self.section_bits):
                if bits & bit:
                    frontier.tolls[number] += toll
        given = self._set_prices(self.prices)
        in_time = self._answer(floor - given)
        frontier.tolls = [0] * len(self.section_bits)
        if not in_time:
            return -1, []
        if frontier.best + given <= floor:
            return floor, []
        routes = routes_of(frontier)
        self._move(self.prices, routes)
        return frontier.best + given, routes

    def _set_prices(self, prices: list[int]) -> int:
        """Let priced trains see what stops are worth above the price; what is given back for the counts."""
        given = 0
        for train, rule in enumerate(self.rules):
            if self.priced[train]:
                given += rule.stops * prices[train]
                self.free.worth[train] = [max(value - prices[train], 0) for value in self.network.values]
                self.free.required_worth[train] = [value - prices[train] for value in self.network.values]
        return given

    def _by_guide(self, guide: Guide, floor: int, exact: bool) -> Outcome:
        """Tolls find a result and a bound; where they do not meet, guided sweeps decide."""
        self.sweeps += 1
        blocked = self.free.blocked
        guide.search(blocked, floor, self.prices)
        if not guide.heights:
            return self._by_price(floor, exact)
        self.prices = list(guide.prices)
        best = guide.value
        routes = guide.routes
        upper = guide.upper
        bar = max(floor, best + guide.unit - 1)
        prices = list(guide.prices)
        tried: set[tuple[int, ...]] = set()
        frontier = self.free
        while upper > bar and tuple(prices) not in tried:
            if tried:
                guide.reprice(blocked, prices)
            tried.add(tuple(prices))
            given = self._set_prices(prices)
            if not self._guided(frontier, guide, False, bar - given):
                return Outcome(max(best, floor), routes, min(upper, max(bar, frontier.cut + given)), True)
            upper = min(upper, frontier.best + given)
            if upper <= bar:
                break
            swept = routes_of(frontier)
            value = self._earned(swept)
            if value > max(best, floor):
                best = value
                routes = swept
                bar = max(floor, best + guide.unit - 1)
            self._move(prices, swept)
        if upper > bar and not exact:
            return Outcome(max(best, floor), routes, upper)
        if upper > bar:
            if self.exact is None:
                self.exact = Frontier(self.network, self.rules, self.expired, self.free)
            frontier = self.exact
            frontier.blocked = blocked
            frontier.claim = self.free.claim
            if not self._guided(frontier, guide, True, bar):
                return Outcome(max(best, floor), routes, min(upper, max(bar, frontier.cut)), True)
            if frontier.best > bar:
                best = frontier.best
                routes = routes_of(frontier)
        return Outcome(max(best, floor), routes, max(best, floor))

    def _guided(self, frontier: Frontier, guide: Guide, counting: bool, floor: int) -> bool:
        """A sweep for a result above `floor`, guided; False if time ran out."""
        self.sweeps += 1
        frontier.trail = None
        frontier.cut = -1
        frontier.outlook = guide
        guide.counting = counting
        in_time = frontier.run(1 << 40, floor)
        frontier.outlook = None
        return in_time

    def _earned(self, swept: list[Swept]) -> int:
        """What routes bring in truth, whatever the prices."""
        claim = self.free.claim
        total = 0
        for route in swept:
            bonus = claim.bonus if claim is not None and claim.train == route.train else None
            total += earned(self.network, route, self.rules[route.train], bonus)
        return total

    def _exactly(self, floor: int, routes: list[Swept], known: int) -> Outcome:
        """A sweep that keeps count; a first, narrow one sets the mark for the full one."""
        diagram = self._diagram()
        if diagram is not None:
            return self._by_diagram(diagram, floor)
        if self.exact is None:
            self.exact = Frontier(self.network, self.rules, self.expired)
        frontier = self.exact
        frontier.blocked = self.free.blocked
        frontier.claim = self.free.claim
        frontier.trail = None
        frontier.cut = -1
        self.sweeps += 1
        base = max(floor, known)
        in_time = frontier.run(FIRST_ROOM, base)
        if frontier.best > base:
            base = frontier.best
            routes = routes_of(frontier)
            known = base
        if frontier.cut > base and in_time:
            frontier.trail = None
            frontier.cut = -1
            in_time = frontier.run(1 << 40, base)
            if frontier.best > base:
                base = frontier.best
                routes = routes_of(frontier)
                known = base
        if known <= floor:
            routes = []
        return Outcome(base, routes, base if in_time else max(base, frontier.cut), not in_time)

    def _by_diagram(self, diagram: Diagram, floor: int) -> Outcome:
        """The exact answer for a single train."""
        self.sweeps += 1
        frontier = self.free
        frontier.trail = None
        if self.priced[0]:
            diagram.count(floor, self.network.values, self.rules[0].stops)
        else:
            diagram.run(floor)
        return Outcome(frontier.best, routes_of(frontier), frontier.best)

    def _by_price(self, floor: int, exact: bool) -> Outcome:
        """Raise and lower the prices until bound and result meet."""
        frontier = self.free
        best = floor
        routes: list[Swept] = []
        upper = 1 << 30
        tried: set[tuple[int, ...]] = set()
        prices = list(self.prices)
        while tuple(prices) not in tried:
            tried.add(tuple(prices))
            given = self._set_prices(prices)
            if not self._answer(best - given):
                return Outcome(best, routes, min(upper, max(best, frontier.cut + given)), True)
            if frontier.best + given <= best:
                self.prices = prices
                return Outcome(best, routes, best)
            upper = min(upper, frontier.best + given)
            swept = routes_of(frontier)
            value = self._earned(swept)
            if value > best:
                best = value
                routes = swept
                self.prices = list(prices)
            if best >= upper:
                return Outcome(best, routes, best)
            self._move(prices, swept)
        return self._exactly(floor, routes, best) if exact else Outcome(best, routes, upper)

    def _move(self, prices: list[int], swept: list[Swept]) -> None:
        """Next prices: up where too much is counted, down where too little."""
        for train, rule in enumerate(self.rules):
            if self.priced[train]:
                route = next((route for route in swept if route.train == train), None)
                prices[train] = next_price(self.network, self.levels, prices[train], rule.stops, route)
