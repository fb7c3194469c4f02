"""Routes of a company in a position: where they lead, which are legal, what they earn, which are best (7.4).

Besides board and stations, runs depend on licences, homes without a city, warehouses, short runs and destinations. The flow of
a title supplies these (`Flow.situation`); this module passes them to the route package with every call.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import treasury
from goldenspike.core.ids import NO_PLACE, Company, Hex, Train, by_hex
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.routes import (
    Earnings,
    Ground,
    Memory,
    Network,
    Reach,
    Solution,
    TrainRun,
    earnings_of_all,
    explain,
    refuse_routes,
    solve,
    survey,
)
from goldenspike.core.rules.train_card import count_at, owned_trains
from goldenspike.core.running import ANY_NUMBER, ORDINARY, Situation, TrainRule
from goldenspike.core.state import ROUTES, TOKENS_PER_COMPANY, State, hex_of_place
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup
from goldenspike.core.track import tables_of

MOST_MEMORIES: Final = 64
"""For how many companies and situations runs are remembered."""


def ground_of(setup: Setup, s: State, company: Company, situation: Situation) -> Ground:
    """The board, stations and rules that the company's trains run on."""
    tokens: dict[int, int] = {}
    for place in s.tokens:
        if place >= 0:
            tokens[place] = tokens.get(place, 0) + 1
    first = company * TOKENS_PER_COMPANY
    own = tuple([place for place in s.tokens[first : first + TOKENS_PER_COMPANY] if place >= 0])
    late = 1 if setup.title.phases[s.phase].late else 0
    return Ground(tables_of(setup), s.faces, setup.areas, late, own, tokens, situation)


def rule_of_train(setup: Setup, train: Train, situation: Situation) -> TrainRule:
    """How a type of train counts stops."""
    card = setup.title.trains[train]
    rule = TrainRule(card.distance, card.large or ANY_NUMBER, card.express)
    return rule.halved() if situation.halved else rule


def _rules_of(setup: Setup, declared: tuple[Route, ...], situation: Situation) -> tuple[TrainRule, ...]:
    return tuple([rule_of_train(setup, route.train, situation) for route in declared])


# --- the best run, and any declared one


def best_routes(
    setup: Setup,
    s: State,
    company: Company,
    trains: tuple[Train, ...] | None = None,
    expired: Callable[[], bool] | None = None,
    ties: bool = False,
    destinations: bool = True,
) -> Solution:
    """The proven best run of trains of these types, by default of those that the company owns (7.4).

    `expired` sets a budget (see `solve`), `ties` requests all best runs, and without `destinations` no destination run pays.
    """
    situation = setup.plan.flow.situation(setup, s, company)
    if not destinations:
        situation = replace(situation, bonuses=())
    if trains is None:
        trains = tuple(owned_trains(setup, s, company))
    rules = tuple([rule_of_train(setup, train, situation) for train in trains])
    ground = ground_of(setup, s, company, situation)
    return solve(ground, trains, rules, expired, ties, _network_of(ground, company))


def _network_of(ground: Ground, company: Company) -> Network:
    """The stops and hops of a company, with a warm start from earlier questions about it."""
    known = ground.tables.run_memory
    # Where a home has no city, hops depend on who stands there.
    key = (company, ground.situation, ground.stations if ground.situation.optional else ())
    memory = known.get(key)
    if not isinstance(memory, Memory):
        if len(known) >= MOST_MEMORIES:
            known.clear()
        memory = known[key] = Memory()
    return Network(ground, memory)


def best_revenues(
    setup: Setup,
    s: State,
    company: Company,
    sets: tuple[tuple[Train, ...], ...],
    expired: Callable[[], bool] | None = None,
) -> list[int]:
    """What each of several sets of trains would earn at best; the network is searched once for all. `expired` as in `solve`."""
    situation = setup.plan.flow.situation(setup, s, company)
    ground = ground_of(setup, s, company, situation)
    network = _network_of(ground, company)
    found: list[int] = []
    for trains in sets:
        rules = tuple([rule_of_train(setup, train, situation) for train in trains])
        found.append(solve(ground, trains, rules, expired, network=network).revenue)
    return found


def check_routes(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> Refusal | None:
    """Why the company may not run these routes with its trains, or None (7.4.2)."""
    wanted: dict[int, int] = {}
    for route in declared:
        train = route.train
        if not 0 <= train < len(setup.title.trains):
            return Refusal(Reason.UNKNOWN_TRAIN)
        wanted[train] = wanted.get(train, 0) + 1
        if wanted[train] > count_at(setup, s, treasury(company), train):
            return Refusal(Reason.ROUTE_TRAIN_NOT_OWNED, (train,))
    situation = setup.plan.flow.situation(setup, s, company)
    return refuse_routes(ground_of(setup, s, company, situation), declared, _rules_of(setup, declared, situation))


def earnings_of(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> tuple[Earnings, ...]:
    """What each route of a legal run earns (7.5)."""
    situation = setup.plan.flow.situation(setup, s, company)
    return earnings_of_all(ground_of(setup, s, company, situation), declared, _rules_of(setup, declared, situation))


def revenue_of(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> int:
    """What a legal run earns (7.5)."""
    return sum([earned.total for earned in earnings_of(setup, s, company, declared)])


def explain_run(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> tuple[TrainRun, ...]:
    """A legal run train by train: stops with their values, hexes and totals (7.5)."""
    situation = setup.plan.flow.situation(setup, s, company)
    return explain(ground_of(setup, s, company, situation), declared, _rules_of(setup, declared, situation))


# --- where routes lead


def reach(setup: Setup, s: State, company: Company) -> Reach:
    """Where legal routes from the company's stations lead (7.4.2)."""
    return reach_in(setup, s, company, setup.plan.flow.situation(setup, s, company))


def sides_reached(setup: Setup, s: State, company: Company) -> dict[Hex, int]:
    """For each hex that routes of the company come to, the bit mask of the sides through which they come."""
    return _memory_in(setup, s, company, setup.plan.flow.situation(setup, s, company)).sides


def has_route(setup: Setup, s: State, company: Company) -> bool:
    """Whether the company has any legal route, whatever its trains (7.6.2); on the real table, whether it was declared."""
    if not setup.has_map:
        return s.declared_routes[company]
    situation = _as_for_reach(setup.plan.flow.situation(setup, s, company))
    known = s.networks.get(ROUTES)
    routes: dict[Company, Situation] = known if isinstance(known, dict) else {}
    if company in routes and routes[company] == situation:
        return True
    if not reach_in(setup, s, company, situation).has_route:
        return False
    s.networks[ROUTES] = {**routes, company: situation}
    return True


def without_hex(setup: Setup, s: State, hex: Hex) -> State:
    """The position without the track and the stations of a hex, to find runs around it."""
    without = s.copy()
    plain = next(number for number, face in enumerate(setup.faces) if not face.paths and not face.stops)
    without.faces = [plain if other == hex else face for other, face in by_hex(s.faces)]
    without.tokens = [place if place < 0 or hex_of_place(place) != hex else NO_PLACE for place in s.tokens]
    without.networks = {}
    return without


@dataclass(slots=True)
class _Memory:
    """The last answer for a company, and the hexes, stations and rules that it depends on."""

    reach: Reach
    sides: dict[Hex, int]
    """See `sides_reached`."""
    situation: Situation
    hexes: tuple[int, ...]
    faces: tuple[int, ...]
    touched: frozenset[int]
    tokens: tuple[int, ...]


def reach_in(setup: Setup, s: State, company: Company, situation: Situation) -> Reach:
    """Where the company's routes lead in a given situation."""
    return _memory_in(setup, s, company, situation).reach


def _memory_in(setup: Setup, s: State, company: Company, situation: Situation) -> _Memory:
    """What is remembered of the company's routes; recomputed only when its network has changed."""
    situation = _as_for_reach(situation)
    key = company << 4
    known = s.networks.get(key)
    if isinstance(known, _Memory) and (known.situation is situation or known.situation == situation):
        return known
    tables = tables_of(setup)
    memory = tables.company_cache.get(company)
    if isinstance(memory, _Memory) and memory.situation == situation and _still_holds(memory, s, company):
        s.networks[key] = memory
        return memory
    found = survey(ground_of(setup, s, company, situation))
    memory = _remember(found, s, company, situation)
    s.networks[key] = memory
    tables.company_cache[company] = memory
    return memory


def _as_for_reach(situation: Situation) -> Situation:
    """Values of stops do not change where routes lead."""
    return situation if situation.closed or situation.run_through or situation.once or situation.optional else ORDINARY


def _tokens_on(s: State, company: Company, touched: frozenset[int]) -> tuple[int, ...]:
    return (*s.stations(company), -1, *[place for place in s.tokens if place // STOPS_PER_HEX in touched])


def _still_holds(memory: _Memory, s: State, company: Company) -> bool:
    if not memory.hexes or itemgetter(*memory.hexes)(s.faces) != memory.faces:
        return False
    return _tokens_on(s, company, memory.touched) == memory.tokens


def _remember(found: Reach, s: State, company: Company, situation: Situation) -> _Memory:
    sides: dict[Hex, int] = {}
    for at in found.arrivals:
        hex: Hex = at // SIDES  # type: ignore[assignment]  # calling hex_of_border would double the cost
        sides[hex] = sides.get(hex, 0) | 1 << at % SIDES
    touched = sides.keys() | {place // STOPS_PER_HEX for place in found.places}
    hexes = tuple(sorted(touched))
    if len(hexes) < 2:
        return _Memory(found, sides, situation, (), (), frozenset(), ())
    faces = tuple([s.faces[h] for h in hexes])
    frozen = frozenset(touched)
    return _Memory(found, sides, situation, hexes, faces, frozen, _tokens_on(s, company, frozen))
