"""Routes of a company in a position: where they lead, which are legal, what they earn, which are best (7.4).

Besides board and stations, runs depend on licences, homes without a city, warehouses, short runs and destinations. The flow of
a title supplies these (`Flow.situation`); this module passes them to the route package with every call.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from goldenspike.core.actions import Route
from goldenspike.core.board_part import BoardPart
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import treasury
from goldenspike.core.ids import NO_PLACE, Company, Hex, Place, Train, by_hex
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.routes import (
    Earnings,
    Ground,
    Memory,
    Network,
    Reach,
    Solution,
    TrainRun,
    best_runs,
    earnings_of_all,
    explain,
    refuse_routes,
    solve,
    survey,
)
from goldenspike.core.rules.home_station import free_circles
from goldenspike.core.rules.train_card import count_at, owned_trains
from goldenspike.core.running import ORDINARY, Situation, TrainRule
from goldenspike.core.state import ROUTES, TOKENS_PER_COMPANY, State, hex_of_border, hex_of_place
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup
from goldenspike.core.track import tables_of

MOST_MEMORIES: Final = 64
"""For how many companies and situations of a setup runs are remembered."""
MOST_SETUPS: Final = 16
"""For how many setups: the boards of each take one to five megabytes."""

_remembered: Final[list[dict[object, object]]] = []
"""What is known of the runs of each of these setups, oldest first."""


def ground_of(setup: Setup, s: State, company: Company, situation: Situation) -> Ground:
    """The board, stations and rules that the company's trains run on."""
    first = company * TOKENS_PER_COMPANY
    own = tuple([place for place in s.tokens[first : first + TOKENS_PER_COMPANY] if place >= 0])
    late = 1 if setup.title.phases[s.phase].late else 0
    return Ground(tables_of(setup), s.faces, setup.areas, late, own, s.tokens, situation)


def rule_of_train(setup: Setup, train: Train, situation: Situation) -> TrainRule:
    """How a type of train counts stops."""
    rule = setup.train_rules[train]
    return rule.halved() if situation.halved else rule


def _rules_of(setup: Setup, trains: tuple[Train, ...], situation: Situation) -> tuple[TrainRule, ...]:
    return tuple([rule_of_train(setup, train, situation) for train in trains])


def _trains_of(declared: tuple[Route, ...]) -> tuple[Train, ...]:
    return tuple([route.train for route in declared])


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
    rules = _rules_of(setup, trains, situation)
    ground = ground_of(setup, s, company, situation)
    return solve(ground, trains, rules, expired, ties, _network_of(ground, company))


def every_best_run(setup: Setup, s: State, company: Company, revenue: int) -> Iterator[tuple[Route, ...]]:
    """All runs that earn the highest revenue, as `best_routes` has proven it, found as they are asked for (7.4).

    There may be thousands.
    """
    situation = setup.plan.flow.situation(setup, s, company)
    trains = tuple(owned_trains(setup, s, company))
    rules = _rules_of(setup, trains, situation)
    ground = ground_of(setup, s, company, situation)
    return best_runs(ground, trains, rules, revenue, _network_of(ground, company))


def _network_of(ground: Ground, company: Company) -> Network:
    """The stops and hops of a company, with a warm start from earlier questions about it."""
    known = ground.tables.run_memory
    # Where a home has no city, hops depend on who stands there.
    key = (company, ground.situation, ground.stations if ground.situation.optional else ())
    memory = known.get(key)
    if not isinstance(memory, Memory):
        if len(known) >= MOST_MEMORIES:
            known.clear()
        elif not known:
            _remembered.append(known)
            if len(_remembered) > MOST_SETUPS:
                _remembered.pop(0).clear()
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
        rules = _rules_of(setup, trains, situation)
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
    if _last_if_same(setup, s, company, declared, situation) is not None:
        return None
    ground, rules = ground_of(setup, s, company, situation), _rules_of(setup, _trains_of(declared), situation)
    refusal = refuse_routes(ground, declared, rules)
    if refusal is None and declared:
        part = BoardPart(s, _hexes_of(declared))
        earned = earnings_of_all(ground, declared, rules)
        ground.tables.legal_runs[company] = _LegalRun(declared, situation, ground.late, part, earned)
    return refusal


def _hexes_of(routes: tuple[Route, ...]) -> set[Hex]:
    """The hexes that routes go over."""
    found: set[Hex] = set()
    for route in routes:
        found.update([hex_of_border(border) for border in route.borders], [hex_of_place(route.places[-1])])
    return found


@dataclass(slots=True)
class _LegalRun:
    """The last run of a company that was found legal: often it makes the same one again."""

    routes: tuple[Route, ...]
    situation: Situation
    late: int
    part: BoardPart
    """The hexes that it goes over."""
    earned: tuple[Earnings, ...]


def _last_if_same(
    setup: Setup, s: State, company: Company, declared: tuple[Route, ...], situation: Situation
) -> _LegalRun | None:
    """The last legal run of the company, if it is the declared one and nothing has changed on its way since."""
    last = tables_of(setup).legal_runs.get(company)
    if not isinstance(last, _LegalRun) or last.late != setup.title.phases[s.phase].late:
        return None
    same_run = last.routes is declared or last.routes == declared
    same_rules = last.situation is situation or last.situation == situation
    return last if same_run and same_rules and last.part.is_unchanged(s, company) else None


def earnings_of(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> tuple[Earnings, ...]:
    """What each route of a legal run earns (7.5)."""
    situation = setup.plan.flow.situation(setup, s, company)
    last = _last_if_same(setup, s, company, declared, situation)
    if last is not None:
        return last.earned
    return earnings_of_all(ground_of(setup, s, company, situation), declared, _rules_of(setup, _trains_of(declared), situation))


def revenue_of(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> int:
    """What a legal run earns (7.5)."""
    return sum([earned.total for earned in earnings_of(setup, s, company, declared)])


def explain_run(setup: Setup, s: State, company: Company, declared: tuple[Route, ...]) -> tuple[TrainRun, ...]:
    """A legal run train by train: stops with their values, hexes and totals (7.5)."""
    situation = setup.plan.flow.situation(setup, s, company)
    return explain(ground_of(setup, s, company, situation), declared, _rules_of(setup, _trains_of(declared), situation))


# --- where routes lead


def reach(setup: Setup, s: State, company: Company) -> Reach:
    """Where legal routes from the company's stations lead (7.4.2)."""
    return reach_in(setup, s, company, setup.plan.flow.situation(setup, s, company))


def sides_reached(setup: Setup, s: State, company: Company) -> dict[Hex, int]:
    """For each hex that routes of the company come to, the bit mask of the sides through which they come."""
    return _memory_in(setup, s, company, setup.plan.flow.situation(setup, s, company)).sides


def comes_through(setup: Setup, s: State, company: Company, hex: Hex, sides: int) -> bool:
    """Whether a route of the company comes to the hex through one of these sides (a bit mask)."""
    sure = _sure_of(setup, s, company)
    if sure is not None and sure.sides.get(hex, 0) & sides:
        return True
    return bool(sides_reached(setup, s, company).get(hex, 0) & sides)


def calls_at(setup: Setup, s: State, company: Company, place: Place) -> bool:
    """Whether a route of the company calls at the stop."""
    sure = _sure_of(setup, s, company)
    if sure is not None and place in sure.reach.places:
        return True
    return place in reach(setup, s, company).places


def has_route(setup: Setup, s: State, company: Company) -> bool:
    """Whether the company has any legal route, whatever its trains (7.6.2); on the real table, whether it was declared."""
    if not setup.has_map:
        return s.declared_routes[company]
    situation = _as_for_reach(setup.plan.flow.situation(setup, s, company))
    known = s.networks.get(ROUTES)
    routes: dict[Company, Situation] = known if isinstance(known, dict) else {}
    last = routes.get(company)
    if last is situation or last == situation:
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
    """The last answer for a company, and what it depends on."""

    reach: Reach
    sides: dict[Hex, int]
    """See `sides_reached`."""
    situation: Situation
    part: BoardPart
    """The hexes that it depends on."""


def reach_in(setup: Setup, s: State, company: Company, situation: Situation) -> Reach:
    """Where the company's routes lead in a given situation."""
    return _memory_in(setup, s, company, situation).reach


def _memory_in(setup: Setup, s: State, company: Company, situation: Situation) -> _Memory:
    """What is remembered of the company's routes; recomputed only when its network has changed."""
    situation = _as_for_reach(situation)
    known = _known_in(s, company, situation)
    if known is not None:
        return known
    key = company << 4
    tables = tables_of(setup)
    memory = tables.company_cache.get(company)
    if isinstance(memory, _Memory) and memory.situation == situation and memory.part.is_unchanged(s, company):
        s.networks[key] = memory
        return memory
    found = survey(ground_of(setup, s, company, situation))
    memory = _remember(found, s, situation)
    s.networks[key] = memory
    tables.company_cache[company] = memory
    return memory


def _known_in(s: State, company: Company, situation: Situation) -> _Memory | None:
    """What is known of the company's routes in this very position."""
    known = s.networks.get(company << 4)
    if isinstance(known, _Memory) and (known.situation is situation or known.situation == situation):
        return known
    return None


def _sure_of(setup: Setup, s: State, company: Company) -> _Memory | None:
    """Routes that the company surely has, though perhaps not all: those of this position or of when it was last asked.

    Track is never taken away, so most questions about a single place are answered without another search.
    """
    situation = _as_for_reach(setup.plan.flow.situation(setup, s, company))
    known = _known_in(s, company, situation)
    if known is not None:
        return known
    last = tables_of(setup).company_cache.get(company)
    if isinstance(last, _Memory) and last.situation == situation and _all_exist(last, setup, s, company):
        return last
    return None


def _as_for_reach(situation: Situation) -> Situation:
    """Values of stops do not change where routes lead."""
    return situation if situation.closed or situation.run_through or situation.once or situation.optional else ORDINARY


def _all_exist(memory: _Memory, setup: Setup, s: State, company: Company) -> bool:
    """Whether all remembered routes still exist: track and stations may have been added, but no station in the way."""
    part = memory.part
    tables = tables_of(setup)
    faces = part.look(s.faces)
    if faces != part.faces:
        changed = [(old, new) for old, new in zip(part.faces, faces, strict=True) if old != new]
        if not all([tables.keeps_track(old, new) for old, new in changed]):
            return False
    if part.tokens == s.tokens:
        return True
    own = s.stations(company)
    first = company * TOKENS_PER_COMPANY
    if any([place >= 0 and place not in own for place in part.tokens[first : first + TOKENS_PER_COMPANY]]):
        return False
    added = [new for old, new in zip(part.tokens, s.tokens, strict=True) if old != new and hex_of_place(new) in part.hexes]
    return all([place in own or free_circles(setup, s, hex_of_place(place), place % STOPS_PER_HEX) > 0 for place in added])


def _remember(found: Reach, s: State, situation: Situation) -> _Memory:
    sides: dict[Hex, int] = {}
    for at in found.arrivals:
        hex: Hex = at // SIDES  # type: ignore[assignment]  # calling hex_of_border would double the cost
        sides[hex] = sides.get(hex, 0) | 1 << at % SIDES
    return _Memory(found, sides, situation, BoardPart(s, {*sides, *[hex_of_place(place) for place in found.places]}))
