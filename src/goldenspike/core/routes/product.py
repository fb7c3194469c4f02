"""The product of decision diagrams: the best runs of several trains together, each with a diagram of its own (7.4).

What the trains may do together at a vertex is what each may do there alone, as long as they use different edges. So a common
sweep needs no states of its own: it goes over tuples of nodes, one of each diagram, and the arcs give everything else. Bounds
from a Lagrangian decomposition drop most tuples. Those that are left, with the arcs between them, form a diagram of all trains
together. Every price on counting gives a longest path in it and thereby a bound for each arc; arcs that cannot be part of a
better result go (*reduced-cost fixing*). What is then still undecided is settled by a sweep that keeps count.
"""

from collections.abc import Callable

from goldenspike.core.routes.decision_diagram import UNREACHABLE, DecisionDiagram
from goldenspike.core.routes.frontier_state import LOWEST, Backpointer
from goldenspike.core.running import TrainRule

Nodes = tuple[int, ...]
Prices = tuple[int, ...]
"""For each train what it pays to count a stop."""
Option = tuple[int, int, int, int, int, int, int]
"""What one train may do: bits of the edges used, what it gains and may gain afterwards, the gain, the next node, the gain without
the stop, how it calls at the stop, and the decision."""
Together = tuple[int, int, tuple[Option, ...]]
"""What some trains do: bits of the edges used, what they gain and may gain afterwards, and how."""
Arc = tuple[int, int, int, int, Nodes]
"""What all trains do: the gain without the stop, the number of how they call, the next tuple, the number of the order in which
they stand there, and the decisions."""
State = tuple[int, ...]
"""A tuple's number, then for each train how many stops it may still count."""
Step = tuple[int, State, Arc | None]
"""How a state is reached best: the total, the state before, and the arc."""

PASSES = 0
MAY_COUNT = 1
MUST_COUNT = 2


class Product:
    """The tuples that may be part of a result above the bar, and the arcs between them."""

    def __init__(
        self,
        diagrams: list[DecisionDiagram],
        rules: list[TrainRule],
        limits: list[int],
        values: list[int],
        expired: Callable[[], bool] | None,
    ) -> None:
        self.diagrams = diagrams
        self.rules = rules
        self.limits = limits
        """For each train how many stops it counts, 0 for any number."""
        self.values = values
        self.expired = expired
        self.layers: list[list[list[Arc]]] = []
        """By layer and tuple the arcs."""
        self.calls: list[list[Nodes]] = []
        """By layer and number how the trains call at the stop."""
        self.orders: list[Nodes] = []
        """Where the trains at each place stood before: interchangeable trains stand in the order of their nodes."""
        self.longest: dict[Prices, list[list[int]]] = {}
        """By prices, layer and tuple the longest path to the end."""
        self.best = 0
        """The length of the path that is looked at."""
        self.path: list[Arc] = []

    # --- making it

    def build(
        self, prices: Prices, gains: list[list[list[int]]], ahead: list[list[list[int]]], back: list[int], floor: int
    ) -> bool:
        """Find all tuples on paths that may be longer than `floor` at these prices; False if time ran out.

        `gains` are what decisions bring without the stop, by train, layer and decision, `ahead` the most that may follow
        each node by itself, after tolls, and `back` by layer the tolls given back from there on.
        """
        trains = range(len(self.diagrams))
        alike = self._alike(prices)
        self.orders = [tuple(trains)]
        layer: dict[Nodes, int] = {tuple([0 for _ in trains]): 0}
        totals = [0]
        for number in range(len(self.diagrams[0].layers)):
            found: dict[Nodes, int] = {}
            best: list[int] = []
            calls: dict[Nodes, int] = {}
            rows: list[list[Arc]] = []
            known: list[dict[int, tuple[list[Option], int]]] = [{} for _ in trains]
            for nodes, position in layer.items():
                if position & 255 == 0 and self.expired is not None and self.expired():
                    return False
                room = floor - back[number + 1] - totals[position]
                choices: list[tuple[list[Option], int]] = []
                for train in trains:
                    options = known[train].get(nodes[train])
                    if options is None:
                        options = self._options(train, number, nodes[train], prices[train], gains[train], ahead[train])
                        known[train][nodes[train]] = options
                    choices.append(options)
                row: list[Arc] = []
                for _, _, chosen in _together(choices, room):
                    after = tuple([option[3] for option in chosen])
                    places = self.orders[0]
                    if alike:
                        places = _sorted(after, alike)
                        after = tuple([after[place] for place in places])
                    total = totals[position] + sum([option[2] for option in chosen])
                    at = found.setdefault(after, len(best))
                    if at == len(best):
                        best.append(total)
                    elif best[at] < total:
                        best[at] = total
                    kinds = tuple([option[5] for option in chosen])
                    if places not in self.orders:
                        self.orders.append(places)
                    row.append(
                        (
                            sum([option[4] for option in chosen]),
                            calls.setdefault(kinds, len(calls)),
                            at,
                            self.orders.index(places),
                            tuple([option[6] for option in chosen]),
                        )
                    )
                rows.append(row)
            self.layers.append(rows)
            self.calls.append(list(calls))
            layer = found
            totals = best
        return True

    def _alike(self, prices: Prices) -> list[list[int]]:
        """Trains that are interchangeable, where there are several."""
        groups: dict[tuple[int, TrainRule, int], list[int]] = {}
        for train, diagram in enumerate(self.diagrams):
            first = next(number for number, other in enumerate(self.diagrams) if other is diagram)
            groups.setdefault((first, self.rules[train], prices[train]), []).append(train)
        return [group for group in groups.values() if len(group) > 1]

    def _options(
        self, train: int, layer: int, node: int, price: int, gains: list[list[int]], ahead: list[list[int]]
    ) -> tuple[list[Option], int]:
        """What a train may do next, and the most that comes of it."""
        diagram = self.diagrams[train]
        decisions = diagram.decisions[layer]
        value = self.value_at(layer)
        must_count = self.limits[train] > 0 and not self.rules[train].express
        follows = ahead[layer + 1]
        found: list[Option] = []
        most = LOWEST
        for decision, after in diagram.layers[layer][node]:
            plain = gains[layer][decision]
            if plain <= UNREACHABLE or follows[after] <= UNREACHABLE:
                continue
            used = decisions[decision]
            kind = PASSES
            if used.required or used.trains:
                kind = MUST_COUNT if used.required or must_count else MAY_COUNT
            gain = plain + _worth(kind, value, price)
            found.append((used.arms, gain + follows[after], gain, after, plain, kind, decision))
            most = max(most, gain + follows[after])
        return found, most

    # --- longest paths

    def solve(self, prices: Prices, bar: int) -> int:
        """A bound for all results above `bar`, from a longest path at these prices; arcs that lead to none of them go."""
        orbit = self._orbit(prices)
        self._find_longest(orbit)
        given = self.given(prices)
        bound = self.longest[prices][0][0] + given
        if bound > bar:
            self._follow(prices)
            self._reduce(orbit, bar - given)
        return bound

    def value_at(self, layer: int) -> int:
        """What the stop at a layer's vertex is worth, 0 if there is none."""
        stop = self.diagrams[0].stops[layer]
        return self.values[stop] if stop >= 0 else 0

    def given(self, prices: Prices) -> int:
        """What is given back for the stops that may be counted."""
        return sum([limit * price for limit, price in zip(self.limits, prices, strict=True)])

    def _orbit(self, prices: Prices) -> list[Prices]:
        """The prices in all orders in which interchangeable trains may stand."""
        found = [prices]
        for several in found:
            for order in self.orders:
                moved = tuple([several[place] for place in order])
                if moved not in found:
                    found.append(moved)
        return found

    def _extras(self, layer: int, prices: Prices) -> list[int]:
        """What calling at the stop brings, by the number of how the trains call."""
        value = self.value_at(layer)
        return [
            sum([_worth(kind, value, price) for kind, price in zip(kinds, prices, strict=True)]) for kinds in self.calls[layer]
        ]

    def _above(self, layer: int, prices: Prices) -> list[list[int]]:
        """What may follow the tuples of the next layer, by the order in which the trains stand there."""
        return [self.longest[tuple([prices[place] for place in order])][layer + 1] for order in self.orders]

    def _find_longest(self, orbit: list[Prices]) -> None:
        for prices in orbit:
            self.longest[prices] = [[] for _ in self.layers]
            # The last layer leads to a single end.
            self.longest[prices].append([0])
        for layer in range(len(self.layers) - 1, -1, -1):
            for prices in orbit:
                extras = self._extras(layer, prices)
                above = self._above(layer, prices)
                self.longest[prices][layer] = [
                    max([gain + extras[call] + above[order][at] for gain, call, at, order, _ in arcs], default=LOWEST)
                    for arcs in self.layers[layer]
                ]

    def _follow(self, prices: Prices) -> None:
        """Note the longest path at these prices."""
        self.path = []
        at = 0
        for layer in range(len(self.layers)):
            length = self.longest[prices][layer][at]
            extras = self._extras(layer, prices)
            above = self._above(layer, prices)
            for arc in self.layers[layer][at]:
                if arc[0] + extras[arc[1]] + above[arc[3]][arc[2]] == length:
                    self.path.append(arc)
                    at = arc[2]
                    prices = tuple([prices[place] for place in self.orders[arc[3]]])
                    break

    def _reduce(self, orbit: list[Prices], floor: int) -> None:
        """Drop arcs that are on no path longer than `floor`, and tuples without any; bounds at other prices stay valid."""
        reached: list[dict[int, list[int]]] = [{0: [0] * len(orbit)}]
        places = [[orbit.index(tuple([prices[place] for place in order])) for order in self.orders] for prices in orbit]
        kept: list[list[list[Arc]]] = []
        everyone = range(len(orbit))
        for layer, rows in enumerate(self.layers):
            extras = [self._extras(layer, prices) for prices in orbit]
            above = [self._above(layer, prices) for prices in orbit]
            after: dict[int, list[int]] = {}
            names: dict[int, int] = {}
            following: list[list[Arc]] = []
            for at, totals in reached[-1].items():
                row: list[Arc] = []
                for gain, call, to, order, decisions in rows[at]:
                    lengths = [totals[each] + gain + extras[each][call] for each in everyone]
                    if min([lengths[each] + above[each][order][to] for each in everyone]) <= floor:
                        continue
                    number = names.setdefault(to, len(names))
                    row.append((gain, call, number, order, decisions))
                    best = after.setdefault(to, [LOWEST] * len(orbit))
                    for each in everyone:
                        place = places[each][order]
                        best[place] = max(best[place], lengths[each])
                following.append(row)
            kept.append(following)
            reached.append(after)
        for by_layer in self.longest.values():
            for layer, tuples in enumerate(reached):
                by_layer[layer] = [by_layer[layer][at] for at in tuples]
        self.layers = kept

    # --- keeping count

    def count(self, bar: int) -> bool:
        """Find the best result above `bar`, keeping count of stops; False if time ran out.

        What may follow at most is the least of what the longest paths at all prices tried give.
        """
        self.best = bar
        start: State = (0, *self.limits)
        steps: list[dict[State, Step]] = [{start: (0, (), None)}]
        bounds = list(self.longest.items())
        for layer, rows in enumerate(self.layers):
            ways = [self.ways(layer, kinds) for kinds in self.calls[layer]]
            follows = [(prices, lengths[layer + 1]) for prices, lengths in bounds]
            found: dict[State, Step] = {}
            for position, (state, (total, _, _)) in enumerate(steps[-1].items()):
                if position & 255 == 0 and self.expired is not None and self.expired():
                    return False
                for arc in rows[state[0]]:
                    gain, call, at, order, _ = arc
                    places = self.orders[order]
                    for counted, worth in ways[call]:
                        left = [state[place + 1] - counted[place] for place in places]
                        if min(left) < 0:
                            continue
                        now = total + gain + worth
                        after = (at, *left)
                        known = found.get(after)
                        if known is not None and known[0] >= now:
                            continue
                        room = bar - now
                        for prices, lengths in follows:
                            most = lengths[at]
                            for price, some in zip(prices, left, strict=True):
                                most += price * some
                            if most <= room:
                                break
                        else:
                            found[after] = (now, state, arc)
            steps.append(found)
        self._trace(steps)
        return True

    def ways(self, layer: int, kinds: Nodes) -> list[tuple[Nodes, int]]:
        """How many stops each train may count here, given how they call, and what they are worth together."""
        value = self.value_at(layer)
        ways: list[tuple[Nodes, int]] = [((), 0)]
        for kind, limit in zip(kinds, self.limits, strict=True):
            if kind == PASSES or (kind == MAY_COUNT and value == 0):
                ways = [((*counted, 0), worth) for counted, worth in ways]
            elif limit == 0:
                ways = [((*counted, 0), worth + value) for counted, worth in ways]
            else:
                counts = [((*counted, 1), worth + value) for counted, worth in ways]
                ways = counts if kind == MUST_COUNT else counts + [((*counted, 0), worth) for counted, worth in ways]
        return ways

    def _trace(self, steps: list[dict[State, Step]]) -> None:
        """Note the path of the best result."""
        end: State = ()
        for state, (total, _, _) in steps[-1].items():
            if total > self.best:
                self.best = total
                end = state
        if not end:
            return
        self.path = []
        for layer in reversed(steps):
            _, before, arc = layer[end]
            if arc is not None:
                self.path.append(arc)
                end = before
        self.path.reverse()

    # --- the routes

    def backpointers(self) -> list[Backpointer | None]:
        """The decisions of each train along the path."""
        found: list[Backpointer | None] = [None for _ in self.diagrams]
        names = list(range(len(self.diagrams)))
        """Whose route it is that stands at each place."""
        for layer, (_, _, _, order, decisions) in enumerate(self.path):
            for place, name in enumerate(names):
                uses = self.diagrams[name].decisions[layer][decisions[place]].uses
                if uses:
                    found[name] = Backpointer(found[name], uses)
            names = [names[place] for place in self.orders[order]]
        return found


def _worth(kind: int, value: int, price: int) -> int:
    """What calling at a stop brings after the price of counting it."""
    if kind == PASSES:
        return 0
    return value - price if kind == MUST_COUNT else max(value - price, 0)


def _together(choices: list[tuple[list[Option], int]], room: int) -> list[Together]:
    """What the trains may do at the same time, on different edges, if it may bring more than `room`."""
    found: list[Together] = [(0, sum([most for _, most in choices]), ())]
    for options, top in choices:
        found = [
            (used | option[0], most - top + option[1], (*chosen, option))
            for used, most, chosen in found
            for option in options
            if most - top + option[1] > room and not used & option[0]
        ]
    return found


def _sorted(nodes: Nodes, alike: list[list[int]]) -> Nodes:
    """Break symmetry: the places of the trains once those that are alike stand in the order of their nodes."""
    places = list(range(len(nodes)))
    for group in alike:
        ordered = sorted(group, key=lambda train: nodes[train])
        for place, train in zip(group, ordered, strict=True):
            places[place] = train
    return tuple(places)
