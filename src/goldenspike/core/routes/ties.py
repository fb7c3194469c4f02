"""All best runs, one after the other (7.4).

The solver proves the highest revenue; how many runs earn it is another question. Express trains on a full board have thousands of
them, since they pass stops without counting them. They are therefore found on demand: the product of the trains'
decision diagrams is reduced to what may be part of a run with that revenue, and its paths are followed one by one. Before each
decision it is known whether a best run lies beyond it, so no way is followed in vain.
"""

from collections.abc import Iterator

from goldenspike.core.actions import Route
from goldenspike.core.ids import Train
from goldenspike.core.routes.bounds import is_limited
from goldenspike.core.routes.check import earnings_of_all, refuse_routes
from goldenspike.core.routes.decision_diagram import SingleTrain
from goldenspike.core.routes.frontier_state import LOWEST, Claim
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.lagrangian import LagrangianDecomposition, first_price, mixed_prices
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.product import MUST_COUNT, Arc, Product
from goldenspike.core.routes.reconstruction import SweptRoute
from goldenspike.core.running import Bonus, TrainRule

Called = tuple[tuple[int, ...], int, int]
"""What a train has called at so far: the values of stops that it may count, falling; those it must count, and their number."""


class TooManyRuns(Exception):
    """The board is too large for a decision diagram."""


class BestRuns:
    """The trains of a problem whose highest revenue is known."""

    def __init__(
        self, ground: Ground, trains: tuple[Train, ...], rules: tuple[TrainRule, ...], revenue: int, network: Network
    ) -> None:
        self.ground = ground
        self.network = network
        # Trains of the same kind stand side by side.
        order = sorted(range(len(trains)), key=lambda place: (rules[place].express, -rules[place].stops, -rules[place].large))
        self.trains = [trains[place] for place in order]
        self.rules = [rules[place] for place in order]
        self.places = order
        self.revenue = revenue
        limited = [is_limited(network, rule) for rule in self.rules]
        self.limits = [rule.stops if few else 0 for rule, few in zip(self.rules, limited, strict=True)]
        self.single = SingleTrain(network, None)
        self.decomposition = LagrangianDecomposition(network, self.rules, limited, 1, self.single, None)
        self.product: Product | None = None
        self.known: dict[tuple[int, ...], int] = {}
        """By layer, tuple and stops that may still be counted what may follow."""

    def __iter__(self) -> Iterator[tuple[Route, ...]]:
        seen: set[tuple[tuple[int, Route], ...]] = set()
        for claim in self._claims():
            if not self._reduce(claim):
                continue
            start: list[Called] = [((), 0, 0) for _ in self.rules]
            for path in self._paths(0, 0, start, 0, []):
                run = self._run(path)
                if run not in seen and self._is_best(run):
                    seen.add(run)
                    yield tuple([route for _, route in run])

    def _claims(self) -> Iterator[Claim | None]:
        """No destination run, then each of them by each kind of train."""
        yield None
        for bonus in self.ground.situation.bonuses:
            for train, rule in enumerate(self.rules):
                if train == 0 or rule != self.rules[train - 1]:
                    claim = self._claim(bonus, train)
                    if claim is not None:
                        yield claim

    def _claim(self, bonus: Bonus, train: int) -> Claim | None:
        number = self.network.number
        targets = tuple([number[place] for place in bonus.targets if place in number])
        return Claim(train, number[bonus.home], targets, bonus) if bonus.home in number and targets else None

    def _reduce(self, claim: Claim | None) -> bool:
        """Make the product of what may be part of a best run; False if there is none with this claim."""
        decomposition = self.decomposition
        bar = self.revenue - 1
        if not decomposition.set_claim(claim):
            raise TooManyRuns
        prices = [first_price(self.network, rule) for rule in self.rules]
        decomposition.optimize_tolls(0, bar, prices)
        product = decomposition.product(0, bar) if decomposition.upper > bar else None
        if product is None:
            return False
        self.known = {}
        self.product = product
        tried = [tuple(decomposition.prices), *mixed_prices(decomposition.prices, decomposition.priced)]
        return all([product.solve(each, bar) > bar for each in tried])

    # --- the paths

    def _paths(self, layer: int, at: int, called: list[Called], gain: int, path: list[Arc]) -> Iterator[list[Arc]]:
        """All ways to go on from a tuple of nodes that end in a best run."""
        product = self.product
        assert product is not None
        while layer < len(product.layers):
            arcs = product.layers[layer][at]
            several: list[tuple[Arc, list[Called]]] = []
            for arc in arcs:
                after = self._call(layer, arc, called)
                if len(arcs) == 1 or self._may_be_best(layer + 1, arc[2], after, gain + arc[0]):
                    several.append((arc, after))
            if len(several) != 1:
                for arc, after in several:
                    yield from self._paths(layer + 1, arc[2], after, gain + arc[0], [*path, arc])
                return
            arc, called = several[0]
            path = [*path, arc]
            gain += arc[0]
            at = arc[2]
            layer += 1
        yield path

    def _call(self, layer: int, arc: Arc, called: list[Called]) -> list[Called]:
        """What the trains have called at after an arc, in the order in which they stand then."""
        product = self.product
        assert product is not None
        kinds = product.calls[layer][arc[1]]
        if any(kinds):
            value = product.value_at(layer)
            called = list(called)
            for place, kind in enumerate(kinds):
                some, sure, count = called[place]
                if kind == MUST_COUNT or (kind and not self.limits[place]):
                    called[place] = (some, sure + value, count + 1)
                elif kind:
                    called[place] = (tuple(sorted([*some, value], reverse=True)), sure, count)
        return [called[place] for place in product.orders[arc[3]]]

    def _may_be_best(self, layer: int, at: int, called: list[Called], gain: int) -> bool:
        """Whether a best run follows, however the counts are divided between what lies behind and what lies ahead."""
        splits: list[tuple[int, tuple[int, ...]]] = [(gain, ())]
        for place, (some, sure, count) in enumerate(called):
            limit = self.limits[place]
            if not limit:
                splits = [(total + sure, (*left, 0)) for total, left in splits]
                continue
            ways: list[tuple[int, int]] = []
            worth = sure
            for more in range(len(some) + 1):
                if count + more > limit:
                    break
                ways.append((worth, limit - count - more))
                worth += some[more] if more < len(some) else 0
            splits = [(total + value, (*left, rest)) for total, left in splits for value, rest in ways]
        return any([total + self._ahead(layer, at, left) >= self.revenue for total, left in splits])

    def _ahead(self, layer: int, at: int, left: tuple[int, ...]) -> int:
        """The most that may follow a tuple of nodes if so many stops may still be counted."""
        product = self.product
        assert product is not None
        if layer == len(product.layers):
            return 0
        key = (layer, at, *left)
        found = self.known.get(key)
        if found is None:
            found = LOWEST
            for gain, call, after, order, _ in product.layers[layer][at]:
                places = product.orders[order]
                for counted, worth in product.ways(layer, product.calls[layer][call]):
                    rest = tuple([left[place] - counted[place] for place in places])
                    if min(rest) >= 0:
                        found = max(found, gain + worth + self._ahead(layer + 1, after, rest))
            self.known[key] = found
        return found

    # --- the runs

    def _run(self, path: list[Arc]) -> tuple[tuple[int, Route], ...]:
        """The routes along a path, each with the position of its train; equal trains take theirs in order."""
        product = self.product
        assert product is not None
        product.path = path
        by_rule: dict[TrainRule, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
        for route in self.decomposition.routes_of(product):
            by_rule.setdefault(self.rules[route.train], []).append(self._directed(route))
        found: list[tuple[int, Route]] = []
        for rule, several in by_rule.items():
            first = self.rules.index(rule)
            for number, (places, borders) in enumerate(sorted(several)):
                found.append((self.places[first + number], Route(self.trains[first + number], places, borders)))  # type: ignore[arg-type]
        return tuple(sorted(found, key=lambda each: each[0]))

    def _directed(self, route: SweptRoute) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A route in one of its two directions, always the same."""
        across = self.ground.tables.across
        places = tuple([self.network.places[stop] for stop in route.stops])
        back = tuple([across[border] for border in reversed(route.borders)])
        return min((places, route.borders), (places[::-1], back))

    def _is_best(self, run: tuple[tuple[int, Route], ...]) -> bool:
        routes = tuple([route for _, route in run])
        of_place = dict(zip(self.places, self.rules, strict=True))
        rules = tuple([of_place[place] for place, _ in run])
        if refuse_routes(self.ground, routes, rules) is not None:
            return False
        return sum([earned.total for earned in earnings_of_all(self.ground, routes, rules)]) == self.revenue


def best_runs(
    ground: Ground, trains: tuple[Train, ...], rules: tuple[TrainRule, ...], revenue: int, network: Network | None = None
) -> Iterator[tuple[Route, ...]]:
    """All runs of these trains that earn `revenue`, the highest there is; each once, always in the same order.

    Two runs differ if a route differs in its stops or its track. The direction of a route and which of two trains of the same
    kind runs it make no difference. They are found as they are asked for, so whoever needs a few takes a few.
    """
    if not trains or not ground.stations:
        return iter([()])
    return iter(BestRuns(ground, trains, rules, revenue, network or Network(ground)))
