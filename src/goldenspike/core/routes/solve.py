"""The best set of routes: the highest revenue of all trains together, proven (7.4)."""

from dataclasses import dataclass, field

from goldenspike.core.actions import Route
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.routes.enumerate import Found, Lister
from goldenspike.core.routes.ground import Ground, ground_of, rule_of_train
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.pack import Packer
from goldenspike.core.running import PLAIN, Situation, TrainRule
from goldenspike.core.state import State
from goldenspike.core.title import Setup


@dataclass(frozen=True, slots=True)
class Solution:
    revenue: int
    routes: tuple[Route, ...]
    """One for each train that runs, in the order of the trains."""
    proven: bool
    upper_bound: int
    alternatives: tuple[tuple[Route, ...], ...] = field(default=())
    """All best sets, when asked for."""


def solve(ground: Ground, trains: tuple[int, ...], rules: tuple[TrainRule, ...]) -> Solution:
    """The best routes for trains of these types and rules."""
    network = Network(ground)
    listed: dict[TrainRule, list[Found]] = {}
    for rule in rules:
        if rule not in listed:
            lister = Lister(network, rule, 10_000_000)
            lister.run()
            listed[rule] = sorted(lister.found.values(), key=_worth)
    order = sorted(range(len(trains)), key=lambda number: (-rules[number].stops, trains[number]))
    lists = [listed[rules[number]] for number in order]
    same = [number > 0 and rules[order[number]] == rules[order[number - 1]] for number in range(len(order))]
    packer = Packer(lists, same)
    packer.run()
    routes: list[tuple[int, Route]] = []
    for position, choice in enumerate(packer.chosen):
        if choice < len(lists[position]):
            found = lists[position][choice]
            places = tuple([network.places[stop] for stop in found.stops])
            routes.append((order[position], Route(trains[order[position]], places, found.borders)))
    routes.sort(key=_number)
    revenue = max(packer.best, 0)
    return Solution(revenue, tuple([route for _, route in routes]), True, revenue)


def _worth(found: Found) -> int:
    return -found.value


def _number(numbered: tuple[int, Route]) -> int:
    return numbered[0]


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
) -> Solution:
    """The best routes of a company; `trains` are types, by default those it owns (7.4)."""
    if trains is None:
        trains = trains_of(setup, s, company)
    ground = ground_of(setup, s, company, situation)
    return solve(ground, trains, tuple([rule_of_train(setup, train, situation) for train in trains]))
