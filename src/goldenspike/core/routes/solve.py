"""The best set of routes: the highest revenue of all trains together, proven (7.4).

Three ways, chosen by what the board asks for. On most boards the routes of every train can be listed, and the best choice among
them is found by trying them from the best down. Trains whose routes are too many to list are swept (see `sweeper`). Where both
kinds run together, the listed trains choose from the best down and the sweep answers what is left for the others, for as
long as the sum of both can beat the best known.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from goldenspike.core.actions import Route
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.routes.enumerate import Found, Lister
from goldenspike.core.routes.frontier import Claim, Swept
from goldenspike.core.routes.ground import Ground, ground_of, rule_of_train
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.pack import Packer
from goldenspike.core.routes.sweeper import Sweeper
from goldenspike.core.running import PLAIN, Bonus, Situation, TrainRule
from goldenspike.core.state import State
from goldenspike.core.title import Setup

LIST_STEPS = 6_000
"""So many steps the listing of one kind of train may take before it is swept instead."""
LONG_LIST_STEPS = 150_000
"""The same for trains with few stops, which are dear to sweep."""
PACK_STEPS = 60_000
MOST_TIES = 1_000


@dataclass(frozen=True, slots=True)
class Solution:
    revenue: int
    routes: tuple[Route, ...]
    """One for each train that runs, in the order of the trains."""
    proven: bool
    upper_bound: int
    alternatives: tuple[tuple[Route, ...], ...] = field(default=())
    """All best sets, when asked for."""
    bonus: int = 0
    """How much of the revenue is for a destination run (1862 IV)."""
    listed: int = 0
    """How many routes were listed for the proof."""
    swept: int = 0
    """How many sweeps were made for the proof."""
    all_alternatives: bool = False
    """Whether `alternatives` holds every best set."""


@dataclass(slots=True)
class _Train:
    """A train of the problem: its place in the order asked for, its type and rule."""

    place: int
    type: int
    rule: TrainRule


class _Solver:
    def __init__(
        self,
        ground: Ground,
        types: tuple[int, ...],
        rules: tuple[TrainRule, ...],
        expired: Callable[[], bool] | None,
        ties: bool,
    ) -> None:
        self.ground = ground
        self.network = Network(ground)
        self.expired = expired
        self.ties = ties
        self.trains = [_Train(place, types[place], rules[place]) for place in range(len(types))]
        self.trains.sort(key=lambda train: (train.rule.express, -train.rule.stops, -train.rule.large, train.place))
        self.lists: dict[TrainRule, list[Found]] = {}
        self.paying: dict[TrainRule, list[Found]] = {}
        self.best = 0
        self.upper = 0
        self.routes: list[tuple[_Train, tuple[int, ...], tuple[int, ...]]] = []
        self.bonus = 0
        self.alternatives: list[tuple[Route, ...]] = []
        self.complete = False
        self.sweeps = 0

    # --- listing

    def list_routes(self, most: int, only_short: bool) -> None:
        """List the routes of each kind of train, as far as `most` steps go."""
        if not self.network.has_hops:
            return
        for train in self.trains:
            rule = train.rule
            if rule in self.lists or (only_short and (rule.express or rule.stops > 20)):
                continue
            lister = Lister(self.network, rule, most)
            if lister.run():
                self.lists[rule] = sorted(lister.found.values(), key=_worth)
                self.paying[rule] = sorted(lister.paying.values(), key=_worth)

    def run(self) -> None:
        if not self.trains or not self.ground.stations:
            self.complete = True
            return
        self.list_routes(LIST_STEPS, False)
        if all([train.rule in self.lists for train in self.trains]) and self.pack_all():
            self.upper = self.best
            return
        self.best = 0
        self.routes = []
        self.alternatives = []
        self.complete = False
        self.list_routes(LONG_LIST_STEPS, True)
        self.mix()

    # --- all trains listed

    def pack_all(self) -> bool:
        """Choose among the listed routes; False if there are too many choices."""
        if not self._pack(-1):
            return False
        if self.ground.situation.bonuses:
            for number in range(len(self.trains)):
                if not self._pack(number):
                    return False
        return True

    def _pack(self, paid: int) -> bool:
        """Choose with the train `paid` on a destination run, -1 for none."""
        trains = self.trains
        lists = [self.paying[train.rule] if number == paid else self.lists[train.rule] for number, train in enumerate(trains)]
        same = [
            number > 0 and trains[number].rule == trains[number - 1].rule and paid not in (number, number - 1)
            for number in range(len(trains))
        ]
        packer = Packer(lists, same, PACK_STEPS)
        packer.best = self.best if paid >= 0 else -1
        if self.ties:
            packer.ties = []
        known = packer.best
        done = packer.run()
        if packer.ties is not None and packer.best >= known:
            if packer.best > known:
                self.alternatives = []
            for picked in packer.ties[:MOST_TIES]:
                self.alternatives.append(self._to_routes(self._picked(picked, lists)))
            self.complete = done and len(packer.ties) <= MOST_TIES
        if packer.best > known:
            self.best = packer.best
            self.routes = self._picked(packer.chosen, lists)
            self.bonus = 0
            if paid >= 0 and packer.chosen[paid] < len(lists[paid]):
                self.bonus = lists[paid][packer.chosen[paid]].bonus
        return done

    def _picked(self, picked: list[int], lists: list[list[Found]]) -> list[tuple[_Train, tuple[int, ...], tuple[int, ...]]]:
        found: list[tuple[_Train, tuple[int, ...], tuple[int, ...]]] = []
        for number, choice in enumerate(picked):
            if choice < len(lists[number]):
                route = lists[number][choice]
                found.append((self.trains[number], route.stops, route.borders))
        return found

    # --- some trains swept

    def mix(self) -> None:
        """Listed trains choose from the best down; sweeps answer for the others."""
        listed = [train for train in self.trains if train.rule in self.lists]
        swept = [train for train in self.trains if train.rule not in self.lists]
        if len(swept) == 0:
            # The lists are there, but choosing among them took too long: sweep the train with the longest.
            longest = max(listed, key=lambda train: len(self.lists[train.rule]))
            swept = [train for train in listed if train.rule == longest.rule]
            listed = [train for train in listed if train.rule != longest.rule]
        mixer = _Mixer(self, listed, swept)
        # A destination run often decides: with its result known, the rest is soon settled.
        for bonus in sorted(self.ground.situation.bonuses, key=lambda bonus: -bonus.value):
            for place in range(len(swept) + len(listed)):
                if place == 0 or self._differs(swept + listed, place, len(swept)):
                    mixer.run(bonus, place)
        mixer.run(None, -1)
        self.sweeps = mixer.sweeper.sweeps
        self.upper = max(self.best, mixer.upper)

    def _differs(self, trains: list[_Train], place: int, swept: int) -> bool:
        """Whether a train is not just a twin of the one before it."""
        return place == swept or trains[place].rule != trains[place - 1].rule

    # --- the answer

    def _to_routes(self, found: list[tuple[_Train, tuple[int, ...], tuple[int, ...]]]) -> tuple[Route, ...]:
        routes: list[tuple[int, Route]] = []
        for train, stops, borders in found:
            places = tuple([self.network.places[stop] for stop in stops])
            routes.append((train.place, Route(train.type, places, borders)))
        routes.sort(key=_place)
        return tuple([route for _, route in routes])

    def solution(self) -> Solution:
        routes = self._to_routes(self.routes)
        listed = sum([len(found) for found in self.lists.values()])
        upper = max(self.upper, self.best)
        return Solution(
            self.best,
            routes,
            upper == self.best,
            upper,
            tuple(self.alternatives),
            self.bonus,
            listed,
            self.sweeps,
            self.complete,
        )


class _Mixer:
    """Some trains listed, the others swept."""

    def __init__(self, solver: _Solver, listed: list[_Train], swept: list[_Train]) -> None:
        self.solver = solver
        self.listed = listed
        self.swept = swept
        self.sweeper = Sweeper(solver.network, [train.rule for train in swept], solver.expired)
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

    def run(self, bonus: Bonus | None, paid: int) -> None:
        """Solve with one of the trains (the swept ones first) on a destination run, or none."""
        solver = self.solver
        network = solver.network
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
            self.lists.append(solver.paying[train.rule] if on_bonus else solver.lists[train.rule])
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
        solver = self.solver
        floor = max(-1, solver.best - self.rest[0])
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
        bits = self.solver.ground.tables.bit
        mask = 0
        for route in routes:
            for border in route.borders:
                mask |= bits[border]
        self.known.append((mask, value, routes))
        return mask

    def _choose(self, number: int, used: int, total: int, picked: list[int]) -> None:
        solver = self.solver
        if self.late:
            return
        if number == len(self.lists):
            self._leaf(used, total, picked)
            return
        routes = self.lists[number]
        begin = picked[-1] + 1 if number and self.same[number] else 0
        after = self.rest[number + 1] + self.most
        for choice in range(begin, len(routes)):
            route = routes[choice]
            if total + route.value + after <= solver.best:
                break
            if not route.mask & used:
                self._choose(number + 1, used | route.mask, total + route.value, [*picked, choice])
                if self.late:
                    self.upper = max(self.upper, total + route.value + after)
                    return
        if total + after > solver.best:
            self._choose(number + 1, used, total, [*picked, len(routes)])

    def _leaf(self, used: int, total: int, picked: list[int]) -> None:
        """The listed trains have chosen: what is left for the swept ones?

        Taking away all their track would answer for this choice alone. So only as much is taken away as spoils every
        known result that would beat the best; if then nothing better is left, all choices that take as much are settled.
        """
        solver = self.solver
        if self.claim is None:
            self._take(total, picked, [])
        while True:
            floor = solver.best - total
            if self.most <= floor:
                return
            for mask, most in self.settled:
                if most <= floor and not mask & ~used:
                    return
            for mask, value, routes in self.known:
                if value > floor and not mask & used:
                    self._take(total + value, picked, routes)
                    floor = solver.best - total
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

    def _take(self, value: int, picked: list[int], routes: list[Swept]) -> None:
        """Keep a result if it is the best so far."""
        solver = self.solver
        if value <= solver.best:
            return
        solver.best = value
        solver.bonus = 0
        solver.routes = [(self.swept[route.train], route.stops, route.borders) for route in routes]
        for number, choice in enumerate(picked):
            if choice < len(self.lists[number]):
                found = self.lists[number][choice]
                solver.routes.append((self.listed[number], found.stops, found.borders))
                solver.bonus += found.bonus


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


def _worth(found: Found) -> int:
    return -found.value


def _place(numbered: tuple[int, Route]) -> int:
    return numbered[0]


def solve(
    ground: Ground,
    trains: tuple[int, ...],
    rules: tuple[TrainRule, ...],
    expired: Callable[[], bool] | None = None,
    ties: bool = False,
) -> Solution:
    """The best routes for trains of these types and rules.

    `expired` is asked now and then; once it says so, the best found so far is returned with a true upper bound.
    """
    solver = _Solver(ground, trains, rules, expired, ties)
    solver.run()
    return solver.solution()


def trains_of(setup: Setup, s: State, company: int) -> tuple[int, ...]:
    """The types of the company's trains."""
    types = len(setup.title.trains)
    first = (FIRST_COMPANY + company) * types
    return tuple([train for train in range(types) for _ in range(s.trains[first + train])])


def best_routes(
    setup: Setup,
    s: State,
    company: int,
    trains: tuple[int, ...] | None = None,
    situation: Situation = PLAIN,
    expired: Callable[[], bool] | None = None,
    ties: bool = False,
) -> Solution:
    """The best routes of a company; `trains` are types, by default those it owns (7.4)."""
    if trains is None:
        trains = trains_of(setup, s, company)
    ground = ground_of(setup, s, company, situation)
    rules = tuple([rule_of_train(setup, train, situation) for train in trains])
    return solve(ground, trains, rules, expired, ties)
