"""Branch and check: some trains choose among listed routes, frontier dynamic programming answers for the others (7.4).

The listed trains are the master problem, solved by branch and bound from the best routes down, with Lagrangian bounds from tolls
on contested track. At each leaf the trains that are swept are the subproblem: what can they earn on the track that is left? Each
answer becomes a cut that holds for all other choices that take as much track (logic-based Benders decomposition).
"""

from collections.abc import Callable
from dataclasses import dataclass

from goldenspike.core.ids import Train
from goldenspike.core.routes.enumeration import ListedRoute
from goldenspike.core.routes.frontier_solver import FrontierSolver, unit_of
from goldenspike.core.routes.frontier_state import Claim
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.lagrangian import earned
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.reconstruction import SweptRoute
from goldenspike.core.routes.set_packing import SetPacking
from goldenspike.core.running import Bonus, TrainRule

CROWD = 12
"""Tolls are tried if more routes than this could be part of a better set."""
PATIENCE = 8
"""This limit grows with each round of tolls: at some point trying the routes is quicker."""
SUBGRADIENT_ROUNDS = 24
PACK_STEPS = 60_000
"""The most steps for a choice among listed routes."""


@dataclass(slots=True)
class RunningTrain:
    """A train of the problem: its position in the request, its type and rule."""

    place: int
    type: Train
    rule: TrainRule


class Results:
    """The trains of a problem, what was listed for them, and the best set found so far."""

    def __init__(self, ground: Ground, network: Network, trains: list[RunningTrain], expired: Callable[[], bool] | None) -> None:
        self.ground = ground
        self.network = network
        self.trains = trains
        self.expired = expired
        self.lists: dict[TrainRule, list[ListedRoute]] = {}
        self.paying: dict[TrainRule, list[ListedRoute]] = {}
        """The same for destination runs, their bonus included."""
        self.unit = unit_of(network)
        """All revenue comes in multiples of this."""
        self.best = 0
        self.routes: list[tuple[RunningTrain, tuple[int, ...], tuple[int, ...]]] = []

    def bar(self) -> int:
        """The value that a bound must exceed for a better set to be possible."""
        return self.best + self.unit - 1


Known = list[tuple[int, int, list[SweptRoute]]]
"""What sweeps have found: hex sides, value, routes."""
Cuts = list[tuple[int, int]]
"""Benders cuts: hex sides, and the most that the swept trains earn without them."""


class BranchAndCheck:
    """Some trains listed, the others swept, and one of them (the swept ones first) perhaps on a destination run."""

    def __init__(
        self,
        results: Results,
        listed: list[RunningTrain],
        swept: list[RunningTrain],
        frontier_solver: FrontierSolver,
        bonus: Bonus | None = None,
        paid: int = -1,
    ) -> None:
        self.results = results
        self.listed = listed
        self.swept = swept
        self.frontier_solver = frontier_solver
        self.upper = 0
        """An upper bound for what was left open when time ran out."""
        self.claim: Claim | None = None
        self.possible = True
        self.most = 0
        """What the swept trains earn at most."""
        self.known: Known = []
        self.cuts: Cuts = []
        self.doubtful: dict[int, int] = {}
        """Hex sides without which a sweep left a gap, and its upper bound."""
        self.lists: list[list[ListedRoute]] = [results.lists[train.rule] for train in listed]
        special = -1
        if bonus is not None:
            special = paid - len(swept)
            self._claim(bonus, paid)
        self.same = [
            number > 0 and listed[number].rule == listed[number - 1].rule and special not in (number, number - 1)
            for number in range(len(listed))
        ]
        self.rest = [0] * (len(self.lists) + 1)
        for number in range(len(self.lists) - 1, -1, -1):
            self.rest[number] = self.rest[number + 1] + (self.lists[number][0].value if self.lists[number] else 0)
        self.reduced: list[list[int]] = []
        """For each list what its routes are worth after tolls."""
        self.best_reduced: list[int] = []
        self.subproblem_bound = 0
        """What the swept trains earn at most after tolls, all tolls given back."""
        self.bound = 0
        """The lowest upper bound known."""
        self.late = False
        """Whether time ran out."""
        self.steps = 0

    def _claim(self, bonus: Bonus, paid: int) -> None:
        """Let one train make the destination run, if it can."""
        network = self.results.network
        if paid >= len(self.swept):
            number = paid - len(self.swept)
            self.lists[number] = self.results.paying[self.listed[number].rule]
            self.possible = bool(self.lists[number])
            return
        targets = tuple([network.number[place] for place in bonus.targets if place in network.number])
        self.possible = bonus.home in network.number and bool(targets)
        if self.possible:
            self.claim = Claim(paid, network.number[bonus.home], targets, bonus)

    def find_first(self) -> None:
        """Find a first result and an upper bound."""
        results = self.results
        if not self.possible:
            return
        floor = max(-1, results.bar() - self.rest[0])
        # Without listed trains this settles everything.
        outcome = self.frontier_solver.best(0, floor, self.claim, not self.lists)
        self.late = outcome.late
        self.most = max(outcome.upper, 0)
        self.bound = self.rest[0] + self.most
        if outcome.value <= floor and outcome.upper <= floor:
            self.possible = False
            return
        if outcome.routes:
            mask = self._remember(outcome.value, outcome.routes)
            # The swept trains first: what is left for the others is a result to start from.
            packing = SetPacking(self.lists, self.same, PACK_STEPS)
            packing.run(mask)
            self._take(max(packing.best, 0) + outcome.value, packing.chosen, outcome.routes)
        if self.late:
            self.upper = self.bound

    def prove(self) -> None:
        """Find the best, or settle that nothing beats what is known."""
        if not self.possible or self.late or self.bound <= self.results.bar():
            return
        self._lagrangian_bound()
        if not self._is_late() and self.bound > self.results.bar():
            self._branch(0, 0, 0, 0, [])

    def _lagrangian_bound(self) -> None:
        """Put tolls (Lagrange multipliers) on hex sides that listed and swept trains both want: a bound for most choices.

        With tolls each side chooses for itself, and all tolls are given back once. That is never less than the best of both
        together, whatever the tolls; they are raised where both want to go, and lowered where nobody does.
        """
        results = self.results
        self.bound = self.rest[0] + self.most
        self.subproblem_bound = self.most
        self.reduced = [[route.value for route in routes] for routes in self.lists]
        self.best_reduced = list(self.rest)
        if not self.lists or not self._is_crowded():
            return
        tolls: dict[int, int] = {}
        step_size = 1.0
        idle = 0
        for turn in range(SUBGRADIENT_ROUNDS):
            reduced = [self._reduced_values(number, tolls) for number in range(len(self.lists))]
            tops = [max(values, default=0) for values in reduced]
            given = sum(tolls.values())
            mine = sum([max(top, 0) for top in tops])
            upper, swept = self.frontier_solver.bound(tolls, results.bar() - given - mine, self.claim)
            if upper < 0 and not swept and results.expired is not None and results.expired():
                return
            bound = given + mine + upper
            if bound < self.bound:
                self.bound = bound
                self.subproblem_bound = given + upper
                self.reduced = reduced
                for number in range(len(tops) - 1, -1, -1):
                    self.best_reduced[number] = self.best_reduced[number + 1] + max(tops[number], 0)
                idle = 0
            else:
                idle += 1
                if idle == 2:
                    step_size /= 2
                    idle = 0
            if swept:
                self._lagrangian_heuristic(swept)
            if self.bound <= results.bar() or self._left() <= CROWD + PATIENCE * turn:
                return
            wanted = self._wanted(swept, reduced, tops)
            contested = [bit for bit, count in wanted.items() if count > 1]
            deserted = [bit for bit, toll in tolls.items() if toll and bit not in wanted]
            if not contested and not deserted:
                return
            change = max(1, int(step_size * (bound - results.best) / (len(contested) + len(deserted))))
            for bit in contested:
                tolls[bit] = tolls.get(bit, 0) + change
            for bit in deserted:
                tolls[bit] -= min(change, tolls[bit])

    def _wanted(self, swept: list[SweptRoute], reduced: list[list[int]], tops: list[int]) -> dict[int, int]:
        """How many trains want each hex side, all of them choosing for themselves."""
        bits = self.results.ground.tables.bit
        wanted: dict[int, int] = {}
        for route in swept:
            for border in route.borders:
                wanted[bits[border]] = wanted.get(bits[border], 0) + 1
        for number, top in enumerate(tops):
            if top > 0:
                mask = self.lists[number][reduced[number].index(top)].mask
                while mask:
                    bit = mask & -mask
                    wanted[bit] = wanted.get(bit, 0) + 1
                    mask ^= bit
        return wanted

    def _left(self) -> int:
        """How many routes the bound leaves in play."""
        bar = self.results.bar()
        count = 0
        for number, values in enumerate(self.reduced):
            others = self.best_reduced[0] - (self.best_reduced[number] - self.best_reduced[number + 1])
            count += len([value for value in values if value + others + self.subproblem_bound > bar])
        return count

    def _is_crowded(self) -> bool:
        """Whether so many choices could still beat the best that tolls are worth their sweeps."""
        return sum([self._hopeful(number) for number in range(len(self.lists))]) > CROWD

    def _hopeful(self, number: int) -> int:
        """How many routes of a list could still be part of something better."""
        routes = self.lists[number]
        others = self.rest[0] + self.most - (routes[0].value if routes else 0)
        bar = self.results.bar()
        low = 0
        high = len(routes)
        while low < high:
            middle = (low + high) // 2
            if routes[middle].value + others > bar:
                low = middle + 1
            else:
                high = middle
        return low

    def _reduced_values(self, number: int, tolls: dict[int, int]) -> list[int]:
        """The reduced value of each route of a list, after tolls; those that cannot help any more are left out."""
        charged = [(bit, toll) for bit, toll in tolls.items() if toll]
        found: list[int] = []
        for route in self.lists[number][: self._hopeful(number)]:
            value = route.value
            mask = route.mask
            for bit, toll in charged:
                if mask & bit:
                    value -= toll
            found.append(value)
        return found

    def _lagrangian_heuristic(self, swept: list[SweptRoute]) -> None:
        """A result from a relaxed one: give the listed trains what these routes leave."""
        if not swept:
            return
        value = 0
        for route in swept:
            bonus = self.claim.bonus if self.claim is not None and route.train == self.claim.train else None
            value += earned(self.results.network, route, self.swept[route.train].rule, bonus)
        mask = self._remember(value, swept)
        packing = SetPacking(self.lists, self.same, 2_000)
        packing.best = max(self.results.best - value, -1)
        packing.run(mask)
        if packing.chosen:
            self._take(packing.best + value, packing.chosen, swept)

    def _remember(self, value: int, routes: list[SweptRoute]) -> int:
        bits = self.results.ground.tables.bit
        mask = 0
        for route in routes:
            for border in route.borders:
                mask |= bits[border]
        self.known.append((mask, value, routes))
        return mask

    def _branch(self, number: int, used: int, total: int, reduced_total: int, picked: list[int]) -> None:
        """Let the listed trains choose; `reduced_total` is their total after tolls."""
        results = self.results
        if self.late:
            return
        self.steps += 1
        if self.steps & 255 == 0 and results.expired is not None and results.expired():
            self.late = True
            self.upper = max(self.upper, total + self.rest[number] + self.most)
            return
        if number == len(self.lists):
            self._check(used, total, picked)
            return
        routes = self.lists[number]
        begin = picked[-1] + 1 if number and self.same[number] else 0
        after = self.rest[number + 1] + self.most
        for choice in range(begin, len(routes)):
            route = routes[choice]
            if total + route.value + after <= results.bar():
                break
            if choice >= len(self.reduced[number]):
                break
            reduced_sum = reduced_total + self.reduced[number][choice]
            if reduced_sum + self.best_reduced[number + 1] + self.subproblem_bound <= results.bar():
                continue
            if not route.mask & used:
                self._branch(number + 1, used | route.mask, total + route.value, reduced_sum, [*picked, choice])
                if self._is_late():
                    self.upper = max(self.upper, total + route.value + after)
                    return
        if total + after > results.bar():
            self._branch(number + 1, used, total, reduced_total, [*picked, len(routes)])

    def _check(self, used: int, total: int, picked: list[int]) -> None:
        """The listed trains have chosen: what is left for the swept ones?

        Taking away all their track would answer for this choice alone. So only as much is taken away as hits every
        known result that would beat the best; if then nothing better is left, that is a cut for all choices that take as much.
        """
        results = self.results
        if self.claim is None:
            self._take(total, picked, [])
        while True:
            floor = results.bar() - total
            if self.most <= floor:
                return
            for mask, most in self.cuts:
                if most <= floor and not mask & ~used:
                    return
            for mask, value, routes in self.known:
                if value > floor and not mask & used:
                    self._take(total + value, picked, routes)
                    floor = results.bar() - total
            if self.most <= floor:
                return
            taken = _hitting_set([mask & used for mask, value, _ in self.known if value > floor])
            if self._settles(taken, used, total, picked, False):
                return
            if self._is_late():
                return

    def _settles(self, taken: int, used: int, total: int, picked: list[int], exact: bool) -> bool:
        """Sweep without the hex sides `taken`; whether that leaves nothing to be won with this choice."""
        results = self.results
        floor = results.bar() - total
        if not exact and self.doubtful.get(taken, floor) > floor:
            return self._settles(used, used, total, picked, taken == used)
        outcome = self.frontier_solver.best(taken, max(floor, -1), self.claim, exact)
        if outcome.late:
            self.late = True
            self.upper = max(self.upper, total + outcome.upper)
        if outcome.routes and outcome.value > floor:
            mask = self._remember(outcome.value, outcome.routes)
            if not mask & used:
                self._take(total + outcome.value, picked, outcome.routes)
                return outcome.upper <= outcome.value
            return False
        if self.late:
            return False
        if outcome.upper <= floor or exact:
            self.cuts.append((taken, floor))
            return True
        # The bound leaves a gap: take all the track away, and if it stays open keep count.
        self.doubtful[taken] = outcome.upper
        return self._settles(used, used, total, picked, taken == used)

    def _is_late(self) -> bool:
        return self.late

    def _take(self, value: int, picked: list[int], routes: list[SweptRoute]) -> None:
        """Record a result if it is the best so far."""
        results = self.results
        if value <= results.best:
            return
        results.best = value
        results.routes = [(self.swept[route.train], route.stops, route.borders) for route in routes]
        for number, choice in enumerate(picked):
            if choice < len(self.lists[number]):
                stops, borders = self.lists[number][choice].run(results.ground.tables.across)
                results.routes.append((self.listed[number], stops, borders))


def _hitting_set(masks: list[int]) -> int:
    """A small hitting set: a few hex sides of which every mask has one, found greedily."""
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
