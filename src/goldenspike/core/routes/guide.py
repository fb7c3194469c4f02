"""A guide for sweeps of several trains: what each of them could still earn by itself, after tolls on the track they contest.

Each train has a diagram of its own. With tolls on sections every train chooses for itself, and all tolls are given back once:
never less than the best of all together, whatever the tolls. They are raised where several want to go and lowered where nobody
does. The same holds from any state of the common sweep on: what each train by itself can earn after tolls, with the tolls of
the track ahead given back, bounds what they can earn together. That drops most states that the stops ahead alone would keep.
"""

from collections.abc import Callable
from itertools import pairwise

from goldenspike.core.actions import Route
from goldenspike.core.routes.check import destination_run, earnings
from goldenspike.core.routes.diagram import Diagram
from goldenspike.core.routes.frontier import Frontier, Outlook
from goldenspike.core.routes.moves import COUNT_MASK, COUNT_SHIFT, DONE, GROUP_SHIFT, LOWEST, Claim, Key, Trail
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.prospects import FAR
from goldenspike.core.routes.trails import Swept, routes_of
from goldenspike.core.running import Bonus, TrainRule

ROUNDS = 25
"""So many times tolls are set anew."""
COUNTS = (1 << GROUP_SHIFT) - (1 << COUNT_SHIFT)
"""The bits in which a sweep that keeps count notes it."""


def earned(network: Network, route: Swept, rule: TrainRule, bonus: Bonus | None) -> int:
    """What a route brings, as a destination run if it is to be one and that is better."""
    run = Route(0, tuple([network.places[stop] for stop in route.stops]), route.borders)
    value = earnings(network.ground, run, rule).total
    claimed = destination_run(network.ground, run, rule, bonus) if bonus is not None else None
    return value if claimed is None else max(value, claimed.total)


def price_levels(network: Network) -> list[int]:
    """Prices on counting that are worth a try: the values of stops, and halfway between them."""
    values = sorted(set(network.values) | {0})
    return sorted({*values, *[(low + high) // 2 for low, high in pairwise(values)]})


def next_price(network: Network, levels: list[int], price: int, most: int, route: Swept | None) -> int:
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


class Guide(Outlook):
    def __init__(
        self,
        network: Network,
        rules: list[TrainRule],
        priced: list[bool],
        unit: int,
        like: Frontier,
        expired: Callable[[], bool] | None,
    ) -> None:
        self.network = network
        self.rules = rules
        self.priced = priced
        self.unit = unit
        self.expired = expired
        self.single = Frontier(network, [TrainRule()], expired, like)
        self.drawn: list[Diagram] = []
        self.diagrams: list[Diagram] = []
        """For each train."""
        self.claim: Claim | None = None
        self.levels = price_levels(network)
        self.prices: list[int] = []
        """Those of the lowest bound."""
        self.heights: list[list[list[int]]] = []
        """For each train what may follow, by level and node, after the tolls of the lowest bound."""
        self.tolls: list[int] = []
        self.unpaid: list[int] = []
        """For each step the tolls of all sections that open from there on."""
        self.upper = 0
        """The lowest bound."""
        self.value = -1
        """The best result found."""
        self.routes: list[Swept] = []
        self.counting = False
        """Whether the sweep that is guided keeps count itself."""

    def take(self, claim: Claim | None) -> bool:
        """Get ready for a claim; False if a diagram cannot be drawn."""
        self.claim = claim
        self.diagrams = []
        for train in range(len(self.rules)):
            own = Claim(0, claim.home, claim.targets, claim.bonus) if claim is not None and claim.train == train else None
            diagram = self._diagram(own)
            if diagram is None:
                return False
            self.diagrams.append(diagram)
        return True

    def _diagram(self, claim: Claim | None) -> Diagram | None:
        for diagram in self.drawn:
            if diagram.claim == claim:
                return diagram
        self.single.claim = claim
        self.single.worth = self.single.required_worth = [self.network.values]
        diagram = Diagram(self.single)
        if not diagram.draw():
            return None
        self.drawn.append(diagram)
        return diagram

    # --- tolls

    def search(self, blocked: int, floor: int, prices: list[int]) -> None:
        """Set tolls, and prices on counting, until the bound is low; keep good results above `floor` on the way.

        When there was no time for a single round, `heights` stays empty.
        """
        sections = len(self.single.sections.sections)
        tolls = [0] * sections
        prices = list(prices)
        self.prices = prices
        self.heights = []
        self.upper = FAR
        # To stay at home is a result as well, unless a destination run is asked for.
        self.value = 0 if self.claim is None and floor < 0 else -1
        self.routes = []
        share = 1.0
        idle = 0
        tried: set[int] = set()
        for _ in range(ROUNDS):
            if self.expired is not None and self.expired():
                return
            bound, wanted, heights, swept = self._round(blocked, tolls, prices)
            if bound < self.upper:
                self.upper = bound
                self.heights = heights
                self.prices = list(prices)
                self.tolls = tolls
                self._sum_up(tolls)
                idle = 0
            else:
                idle += 1
                if idle == 2:
                    share /= 2
                    idle = 0
            for train, route in enumerate(swept):
                if route is not None and wanted[train] not in tried:
                    tried.add(wanted[train])
                    self._complete(train, route, blocked | wanted[train], floor)
            if self.upper <= max(floor, self.value + self.unit - 1):
                return
            contested, used = _overlap(wanted)
            raised = [number for number in range(sections) if contested >> number & 1]
            lowered = [number for number in range(sections) if tolls[number] and not used >> number & 1]
            if not raised and not lowered:
                return
            change = max(1, int(share * (bound - max(floor, self.value)) / (len(raised) + len(lowered))))
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
        self.heights = self._round(blocked, self.tolls, prices)[2]

    def _round(
        self, blocked: int, tolls: list[int], prices: list[int]
    ) -> tuple[int, list[int], list[list[list[int]]], list[Swept | None]]:
        """Let every train choose for itself: the bound, the sections each wants, what may follow, and the routes."""
        single = self.single
        single.blocked = blocked
        single.tolls = tolls
        bound = sum(tolls)
        wanted: list[int] = []
        heights: list[list[list[int]]] = []
        swept: list[Swept | None] = []
        for train, diagram in enumerate(self.diagrams):
            price = prices[train] if self.priced[train] else 0
            if train and diagram is self.diagrams[train - 1] and self._same(train, prices):
                bound += single.best + (price * self.rules[train].stops if self.priced[train] else 0)
                wanted.append(wanted[-1])
                heights.append(heights[-1])
                swept.append(swept[-1])
                continue
            single.claim = diagram.claim
            single.worth = [[max(value - price, 0) for value in self.network.values]]
            single.required_worth = [[value - price for value in self.network.values]]
            single.forget()
            diagram.run(LOWEST)
            bound += single.best + (price * self.rules[train].stops if self.priced[train] else 0)
            wanted.append(_sections_of(single.trail))
            heights.append(diagram.heights)
            routes = routes_of(single)
            swept.append(routes[0] if routes else None)
        return bound, wanted, heights, swept

    def _same(self, train: int, prices: list[int]) -> bool:
        """Whether a train chooses like the one before it."""
        if self.priced[train] != self.priced[train - 1]:
            return False
        return not self.priced[train] or prices[train] == prices[train - 1]

    def _complete(self, first: int, route: Swept, blocked: int, floor: int) -> None:
        """Let the other trains run on what one route leaves, one after the other."""
        single = self.single
        bonus = self.claim.bonus if self.claim is not None and self.claim.train == first else None
        total = earned(self.network, route, self.rules[first], bonus)
        routes = [Swept(first, route.stops, route.borders, route.required)]
        single.tolls = [0] * len(single.tolls)
        for train, diagram in enumerate(self.diagrams):
            if train == first:
                continue
            single.blocked = blocked
            single.claim = diagram.claim
            single.forget()
            if self.priced[train]:
                diagram.count(LOWEST, self.network.values, self.rules[train].stops)
            else:
                single.worth = single.required_worth = [self.network.values]
                diagram.run(LOWEST)
            total += single.best
            blocked |= _sections_of(single.trail)
            routes += [Swept(train, other.stops, other.borders, other.required) for other in routes_of(single)]
        if total > max(self.value, floor):
            self.value = total
            self.routes = routes

    def _sum_up(self, tolls: list[int]) -> None:
        fresh = self.single.fresh
        self.unpaid = [0] * (len(fresh) + 1)
        for step in range(len(fresh) - 1, -1, -1):
            self.unpaid[step] = self.unpaid[step + 1] + sum([tolls[arm] for arm in fresh[step]])

    # --- the guided sweep

    def ahead(self, step: int, key: Key) -> int:
        """The most that may follow a state of the common sweep."""
        if step == len(self.single.order):
            return 0
        total = self.unpaid[step]
        trains = len(self.rules)
        width = len(key) - trains
        for train in range(trains):
            done = key[width + train]
            if self.counting and self.priced[train] and not done & DONE:
                total += self.prices[train] * (self.rules[train].stops - (done >> COUNT_SHIFT & COUNT_MASK))
            node = self.diagrams[train].index[step].get(self._alone(key, width, train), -1)
            if node < 0:
                return -FAR
            total += self.heights[train][step][node]
        return total

    def _alone(self, key: Key, width: int, train: int) -> Key:
        """What a state is for one train alone."""
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


def _sections_of(trail: Trail | None) -> int:
    """Bits of the sections on a trail."""
    used = 0
    while trail is not None:
        for use in trail.uses:
            used |= 1 << use[2]
            if use[3] >= 0:
                used |= 1 << use[3]
        trail = trail.before
    return used


def _overlap(wanted: list[int]) -> tuple[int, int]:
    """Bits that more than one has, and bits that any has."""
    both = 0
    any_of_them = 0
    for mask in wanted:
        both |= any_of_them & mask
        any_of_them |= mask
    return both, any_of_them
