"""The best set of routes: the highest revenue of all trains together, proven (7.4).

On most boards the routes of every train can be enumerated, and the best choice among them is a set packing. Trains with too
many routes to list are solved by frontier dynamic programming (see `frontier_solver`). Where both kinds run together, they are
combined by `branch_and_check`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from goldenspike.core.actions import Route
from goldenspike.core.ids import Train
from goldenspike.core.routes.branch_and_check import PACK_STEPS, BranchAndCheck, Results, RunningTrain
from goldenspike.core.routes.check import earnings_of_all
from goldenspike.core.routes.decision_diagram import SingleTrain
from goldenspike.core.routes.enumeration import ListedRoute, RouteEnumerator
from goldenspike.core.routes.frontier_solver import FrontierSolver
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.set_packing import SetPacking
from goldenspike.core.running import Bonus, TrainRule

LIST_STEPS = 1_000
"""The most steps for listing the routes of a long-range train before it is swept instead."""
PATIENCE = 6
"""A factor for the limit when several trains run, or all best sets are wanted, which only lists give."""
MOST_ROUTES = 25
"""A larger factor, for when the routes have been counted and are no more than that."""
LONG_LIST_STEPS = 150_000
"""The limit for trains with few stops, which are expensive to sweep."""
FAR = 20
"""A train that may count more stops than this is long-range."""
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
    """How much of the revenue is for a destination run."""
    listed: int = 0
    """How many routes were listed for the proof."""
    swept: int = 0
    """How many sweeps were made for the proof."""
    all_alternatives: bool = False
    """Whether `alternatives` holds every best set."""


class _Solver(Results):
    def __init__(
        self,
        ground: Ground,
        types: tuple[Train, ...],
        rules: tuple[TrainRule, ...],
        expired: Callable[[], bool] | None,
        ties: bool,
        network: Network,
    ) -> None:
        trains = [RunningTrain(place, types[place], rules[place]) for place in range(len(types))]
        trains.sort(key=lambda train: (train.rule.express, -train.rule.stops, -train.rule.large, train.place))
        super().__init__(ground, network, trains, expired)
        self.ties = ties
        self.question = (types, rules, ties)
        self.upper = 0
        self.alternatives: list[tuple[Route, ...]] = []
        self.complete = False
        self.sweeps = 0
        self.single: SingleTrain | None = None
        self.key: object = None
        """What a run depends on that needs sweeps, once it is clear that this one does."""
        self.known: Solution | None = None

    # --- listing

    def list_routes(self) -> None:
        """List the routes of each kind of train, unless there are too many."""
        if not self.network.has_hops:
            return
        patient = self.ties or len(self.trains) > 1
        for rule in dict.fromkeys([train.rule for train in self.trains]):
            most = LONG_LIST_STEPS
            if _runs_far(rule):
                most = LIST_STEPS * PATIENCE if patient else LIST_STEPS
            enumerator = RouteEnumerator(self.network, rule, most, self.expired)
            if patient and _runs_far(rule):
                enumerator.more = self.count_routes
            if enumerator.run():
                self.lists[rule] = sorted(enumerator.found.values(), key=_worth)
                self.paying[rule] = sorted(enumerator.paying.values(), key=_worth)

    def count_routes(self) -> int:
        """How many steps it will take to list the routes of a long-range train; 0 if they are too many."""
        if LIST_STEPS == 0:
            return 0
        diagram = self.single_train().diagram(None)
        return 2 * MOST_ROUTES * LIST_STEPS if diagram and diagram.count_routes() <= MOST_ROUTES * LIST_STEPS else 0

    def single_train(self) -> SingleTrain:
        if self.single is None:
            self.single = SingleTrain(self.network, self.expired)
        return self.single

    def run(self) -> None:
        if not self.trains or not self.ground.stations:
            self.complete = True
            return
        self.list_routes()
        if all([train.rule in self.lists for train in self.trains]) and self.pack_all():
            self.upper = self.best
            return
        self.best = 0
        self.routes = []
        self.alternatives = []
        self.complete = False
        self.key = (self.single_train().dp.graph.identity(), self.network.stops_identity(), self.network.has_hops, self.question)
        known = self.network.memory.solution(self.key)
        if isinstance(known, Solution):
            self.known = known
        else:
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
        packing = SetPacking(lists, same, PACK_STEPS)
        packing.best = self.best if paid >= 0 else -1
        if self.ties:
            packing.ties = []
        known = packing.best
        done = packing.run()
        if packing.ties is not None and packing.best >= known:
            if packing.best > known:
                self.alternatives = []
            for picked in packing.ties[:MOST_TIES]:
                routes = self._to_routes(self._picked(picked, lists))
                # An express train may earn as much with a destination run as without.
                if paid < 0 or routes not in self.alternatives:
                    self.alternatives.append(routes)
            self.complete = done and len(packing.ties) <= MOST_TIES
        if packing.best > known:
            self.best = packing.best
            self.routes = self._picked(packing.chosen, lists)
        return done

    def _picked(
        self, picked: list[int], lists: list[list[ListedRoute]]
    ) -> list[tuple[RunningTrain, tuple[int, ...], tuple[int, ...]]]:
        found: list[tuple[RunningTrain, tuple[int, ...], tuple[int, ...]]] = []
        for number, choice in enumerate(picked):
            if choice < len(lists[number]):
                stops, borders = lists[number][choice].run(self.ground.tables.across)
                found.append((self.trains[number], stops, borders))
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
        frontier_solver = FrontierSolver(self.network, [train.rule for train in swept], self.expired, self.single_train())
        trains = swept + listed
        plain = BranchAndCheck(self, listed, swept, frontier_solver)
        searches = [plain]
        # The destination run that may pay best first, since a good result settles the others soon; then no such run at all.
        for number, bonus in enumerate(sorted(self.ground.situation.bonuses, key=_pay)):
            if number == 1:
                plain.find_first()
            if number and plain.bound + frontier_solver.most_paid(bonus) <= self.bar():
                continue
            for place in range(len(trains)):
                if place in (0, len(swept)) or trains[place].rule != trains[place - 1].rule:
                    searches.append(BranchAndCheck(self, listed, swept, frontier_solver, bonus, place))
                    searches[-1].find_first()
        if len(self.ground.situation.bonuses) < 2:
            plain.find_first()
        # The most promising first.
        for search in sorted(searches, key=lambda search: -search.bound):
            search.prove()
        self.sweeps = frontier_solver.sweeps
        self.upper = max([self.best, *[search.upper for search in searches]])

    # --- the answer

    def _to_routes(self, found: list[tuple[RunningTrain, tuple[int, ...], tuple[int, ...]]]) -> tuple[Route, ...]:
        routes: list[tuple[int, Route]] = []
        for train, stops, borders in found:
            places = tuple([self.network.places[stop] for stop in stops])
            routes.append((train.place, Route(train.type, places, borders)))
        routes.sort(key=_place)
        return tuple([route for _, route in routes])

    def solution(self) -> Solution:
        if self.known is not None:
            return self.known
        routes = self._to_routes(self.routes)
        rules = {train.type: train.rule for train in self.trains}
        earned = earnings_of_all(self.ground, routes, tuple([rules[route.train] for route in routes]))
        listed = sum([len(found) for found in self.lists.values()])
        upper = max(self.upper, self.best)
        return Solution(
            self.best,
            routes,
            upper == self.best,
            upper,
            tuple(self.alternatives),
            sum([each.bonus for each in earned]),
            listed,
            self.sweeps,
            self.complete,
        )


def _runs_far(rule: TrainRule) -> bool:
    return rule.express or rule.stops > FAR


def _worth(found: ListedRoute) -> int:
    return -found.value


def _pay(bonus: Bonus) -> int:
    return -bonus.value


def _place(numbered: tuple[int, Route]) -> int:
    return numbered[0]


def solve(
    ground: Ground,
    trains: tuple[Train, ...],
    rules: tuple[TrainRule, ...],
    expired: Callable[[], bool] | None = None,
    ties: bool = False,
    network: Network | None = None,
) -> Solution:
    """The best routes for trains of these types and rules.

    `expired` is polled; once it returns true, the best set found so far is returned with a valid upper bound. Whoever asks about
    several sets of trains, or about boards that differ little, passes the `network` of the ground, with its memory.
    """
    network = network or Network(ground)
    memory = network.memory
    key = (network.identity(), trains, rules, ties)
    # Sweeps may use track that no hop needs, and that another board with the same hops need not have.
    board = (tuple(ground.faces), *key)
    known = memory.solution(key) or memory.solution(board)
    if isinstance(known, Solution):
        return known
    solver = _Solver(ground, trains, rules, expired, ties, network)
    solver.run()
    solution = solver.solution()
    if solution.proven:
        if network.has_hops and not solution.swept:
            memory.keep_solution(key, solution)
        elif solution.swept:
            memory.keep_solution(board, solution)
            memory.keep_solution(solver.key, solution)
    return solution
