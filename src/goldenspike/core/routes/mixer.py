"""Some trains listed, the others swept: the listed ones choose from the best down, sweeps answer for the rest (7.4)."""

from collections.abc import Callable
from dataclasses import dataclass

from goldenspike.core.routes.enumerate import Found
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.moves import Claim
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.pack import Packer
from goldenspike.core.routes.sweeper import Sweeper
from goldenspike.core.routes.trails import Swept
from goldenspike.core.running import Bonus, TrainRule

PACK_STEPS = 60_000
"""So many steps a choice among listed routes may take."""


@dataclass(slots=True)
class Train:
    """A train of the problem: its place in the order asked for, its type and rule."""

    place: int
    type: int
    rule: TrainRule


class Results:
    """The trains of a problem, what was listed for them, and the best set found so far."""

    def __init__(self, ground: Ground, network: Network, trains: list[Train], expired: Callable[[], bool] | None) -> None:
        self.ground = ground
        self.network = network
        self.trains = trains
        self.expired = expired
        self.lists: dict[TrainRule, list[Found]] = {}
        self.paying: dict[TrainRule, list[Found]] = {}
        """The same for destination runs, their bonus included."""
        self.best = 0
        self.routes: list[tuple[Train, tuple[int, ...], tuple[int, ...]]] = []


class Mixer:
    """Some trains listed, the others swept."""

    def __init__(self, results: Results, listed: list[Train], swept: list[Train]) -> None:
        self.results = results
        self.listed = listed
        self.swept = swept
        self.sweeper = Sweeper(results.network, [train.rule for train in swept], results.expired)
        self.upper = 0
        self.claim: Claim | None = None
        self.paid = -1
        self.bonus: Bonus | None = None
        self.most = 0
        """What the swept trains earn at most."""
        self.known: list[tuple[int, int, list[Swept]]] = []
        """What sweeps have found: hex sides, value, routes."""
        self.settled: list[tuple[int, int]] = []
        """Hex sides, and the most that the swept trains earn without them."""
        self.plain: list[tuple[list[tuple[int, int, list[Swept]]], list[tuple[int, int]]]] = []
        """What is known of the swept trains without a claim."""
        self.lists: list[list[Found]] = []
        self.same: list[bool] = []
        self.rest: list[int] = []
        self.late = False
        """Whether time ran out."""
        self.steps = 0

    def run(self, bonus: Bonus | None, paid: int) -> None:
        """Solve with one of the trains (the swept ones first) on a destination run, or none."""
        results = self.results
        network = results.network
        self.paid = paid
        self.bonus = bonus
        self.claim = None
        if bonus is not None and paid < len(self.swept):
            targets = tuple([network.number[place] for place in bonus.targets if place in network.number])
            if bonus.home not in network.number or not targets:
                return
            self.claim = Claim(paid, network.number[bonus.home], targets, bonus)
        self.lists = []
        for number, train in enumerate(self.listed):
            on_bonus = bonus is not None and paid == len(self.swept) + number
            self.lists.append(results.paying[train.rule] if on_bonus else results.lists[train.rule])
            if on_bonus and not self.lists[-1]:
                return
        special = paid - len(self.swept) if bonus is not None else -1
        self.same = [
            number > 0 and self.listed[number].rule == self.listed[number - 1].rule and special not in (number, number - 1)
            for number in range(len(self.listed))
        ]
        self.rest = [0] * (len(self.lists) + 1)
        for number in range(len(self.lists) - 1, -1, -1):
            self.rest[number] = self.rest[number + 1] + (self.lists[number][0].value if self.lists[number] else 0)
        if self.claim is None and self.plain:
            # Without a claim the swept trains are asked the same as before.
            self.known, self.settled = self.plain[0]
        else:
            self.known = []
            self.settled = []
            if self.claim is None:
                self.plain.append((self.known, self.settled))
        self._start()

    def _start(self) -> None:
        results = self.results
        floor = max(-1, results.best - self.rest[0])
        outcome = self.sweeper.best(0, floor, self.claim)
        if outcome.upper > outcome.value:
            self.late = True
        self.most = max(outcome.upper, 0)
        if outcome.value <= floor and outcome.upper <= floor:
            return
        if outcome.routes:
            mask = self._remember(outcome.value, outcome.routes)
            # The swept trains first: what is left for the others is a result to start from.
            packer = Packer(self.lists, self.same, PACK_STEPS)
            packer.run(mask)
            self._take(max(packer.best, 0) + outcome.value, packer.chosen, outcome.routes)
        if self.late:
            self.upper = max(self.upper, self.rest[0] + self.most)
            return
        self._choose(0, 0, 0, [])

    def _remember(self, value: int, routes: list[Swept]) -> int:
        bits = self.results.ground.tables.bit
        mask = 0
        for route in routes:
            for border in route.borders:
                mask |= bits[border]
        self.known.append((mask, value, routes))
        return mask

    def _choose(self, number: int, used: int, total: int, picked: list[int]) -> None:
        results = self.results
        if self.late:
            return
        self.steps += 1
        if self.steps & 255 == 0 and results.expired is not None and results.expired():
            self.late = True
            self.upper = max(self.upper, total + self.rest[number] + self.most)
            return
        if number == len(self.lists):
            self._leaf(used, total, picked)
            return
        routes = self.lists[number]
        begin = picked[-1] + 1 if number and self.same[number] else 0
        after = self.rest[number + 1] + self.most
        for choice in range(begin, len(routes)):
            route = routes[choice]
            if total + route.value + after <= results.best:
                break
            if not route.mask & used:
                self._choose(number + 1, used | route.mask, total + route.value, [*picked, choice])
                if self._is_late():
                    self.upper = max(self.upper, total + route.value + after)
                    return
        if total + after > results.best:
            self._choose(number + 1, used, total, [*picked, len(routes)])

    def _leaf(self, used: int, total: int, picked: list[int]) -> None:
        """The listed trains have chosen: what is left for the swept ones?

        Taking away all their track would answer for this choice alone. So only as much is taken away as spoils every
        known result that would beat the best; if then nothing better is left, all choices that take as much are settled.
        """
        results = self.results
        if self.claim is None:
            self._take(total, picked, [])
        while True:
            floor = results.best - total
            if self.most <= floor:
                return
            for mask, most in self.settled:
                if most <= floor and not mask & ~used:
                    return
            for mask, value, routes in self.known:
                if value > floor and not mask & used:
                    self._take(total + value, picked, routes)
                    floor = results.best - total
            if self.most <= floor:
                return
            taken = _spoil([mask & used for mask, value, _ in self.known if value > floor])
            outcome = self.sweeper.best(taken, max(floor, -1), self.claim)
            if outcome.upper > max(outcome.value, floor):
                self.late = True
                self.upper = max(self.upper, total + outcome.upper)
            if outcome.routes and outcome.value > floor:
                mask = self._remember(outcome.value, outcome.routes)
                if not mask & used:
                    self._take(total + outcome.value, picked, outcome.routes)
                    return
                if self.late:
                    return
                continue
            if not self.late:
                self.settled.append((taken, floor))
            return

    def _is_late(self) -> bool:
        return self.late

    def _take(self, value: int, picked: list[int], routes: list[Swept]) -> None:
        """Keep a result if it is the best so far."""
        results = self.results
        if value <= results.best:
            return
        results.best = value
        results.routes = [(self.swept[route.train], route.stops, route.borders) for route in routes]
        for number, choice in enumerate(picked):
            if choice < len(self.lists[number]):
                found = self.lists[number][choice]
                results.routes.append((self.listed[number], found.stops, found.borders))


def _spoil(masks: list[int]) -> int:
    """A few hex sides of which every mask has one, found greedily."""
    taken = 0
    left = [mask for mask in masks if mask]
    while left:
        counts: dict[int, int] = {}
        for mask in left:
            while mask:
                bit = mask & -mask
                counts[bit] = counts.get(bit, 0) + 1
                mask ^= bit
        best = max(counts.values())
        bit = min([bit for bit, count in counts.items() if count == best])
        taken |= bit
        left = [mask for mask in left if not mask & bit]
    return taken
