"""The runs that a company may choose from: all best sets of routes and, where the rules leave it free, lower ones (7.4).

The run to show is part of the URL, and the run shown is the one declared. Finding runs may take a while, so the results for a
position are cached.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import NamedTuple

from cachetools import LRUCache

from goldenspike.core.actions import Route, RunTrains
from goldenspike.core.ids import Company, Hex, Place
from goldenspike.core.options import RunningTrains
from goldenspike.core.routes import Solution, TooManyRuns, TrainRun
from goldenspike.core.rules.runs import best_routes, check_routes, every_best_run, explain_run, without_hex
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.core.track import tables_of

MOST_SETS = 60
"""Limit on the number of runs offered."""
SECONDS_FOR_LOWER = 1.0
SECONDS_AHEAD = 0.2
"""For the run offered before it is due: the page does not wait longer for it."""
MOST_KNOWN = 256


class Stretch(NamedTuple):
    """A destination run: its two places and its bonus."""

    home: Place
    target: Place
    amount: int


@dataclass(frozen=True, slots=True)
class RunSet:
    """A set of routes that can be run together."""

    routes: tuple[Route, ...]
    trains: tuple[TrainRun, ...]
    """The revenue of each route, in the same order."""
    revenue: int
    stretch: Stretch | None = None


@dataclass(frozen=True, slots=True)
class Runs:
    sets: tuple[RunSet, ...]
    """The best ones first."""
    best: int
    """How many of them are best."""
    proven: bool
    chosen: int = 0
    is_declared: bool = False
    """Whether the trains have already run, so that there is no choice."""

    @property
    def shown(self) -> RunSet:
        return self.sets[self.chosen]

    def choose(self, number: int | None) -> "Runs":
        """The same with another set shown; an invalid number shows the first."""
        return replace(self, chosen=number) if number is not None and 0 < number < len(self.sets) else self


class RunFinder:
    """Finds runs in a separate thread and caches them by table, undo count and ply."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[str, int, int], Runs] = LRUCache(MOST_KNOWN)
        self._ahead: LRUCache[tuple[str, int, int], tuple[Route, ...]] = LRUCache(MOST_KNOWN)

    async def find(self, key: tuple[str, int, int], setup: Setup, state: State, declared: RunTrains | None) -> Runs:
        """The runs to choose from, or the declared one."""
        found = self._known.get(key)
        if found is None:
            if declared is None:
                found = await asyncio.to_thread(find_runs, setup, state)
            else:
                found = await asyncio.to_thread(declared_run, setup, state, declared)
            self._known[key] = found
        return found

    async def ahead(self, key: tuple[str, int, int], setup: Setup, state: State) -> tuple[Route, ...]:
        """The best run if the trains ran now, before they do; empty if there is none, or none was found in time."""
        found = self._ahead.get(key)
        if found is None:
            found = self._ahead[key] = await asyncio.to_thread(_best_ahead, setup, state)
        return found


def step_of_run(setup: Setup, state: State) -> str:
    """`run` while trains are about to run, `dividend` when they have; empty otherwise."""
    if state.round != RoundKind.OPERATING or state.pending:
        return ""
    name = setup.plan.step_at(state).name
    return name if name in ("run", "dividend") else ""


def declared_run(setup: Setup, state: State, action: RunTrains) -> Runs:
    """The declared run; without routes it was the best one."""
    chosen = action.routes
    proven = setup.options.running_trains is RunningTrains.PROVEN
    if chosen is None:
        solution = best_routes(setup, state, action.company)
        chosen, proven = solution.routes, solution.proven
    shown = make_set(setup, state, action.company, chosen)
    # A draw may have changed the revenue (S-6), so it is read from the state.
    return Runs((replace(shown, revenue=state.revenues[action.company]),), 1, proven, is_declared=True)


def find_runs(setup: Setup, state: State) -> Runs:
    company = state.operating
    solution = best_routes(setup, state, company, ties=True)
    best = _best_sets(setup, state, company, solution)
    sets = [make_set(setup, state, company, chosen) for chosen in best]
    lower: dict[tuple[Route, ...], RunSet] = {}
    if setup.options.running_trains is not RunningTrains.PROVEN:
        for chosen in _lower_routes(setup, state, company):
            found = make_set(setup, state, company, chosen)
            if found.revenue < solution.revenue:
                lower.setdefault(chosen, found)
    rest = sorted(lower.values(), key=lambda found: -found.revenue)[: MOST_SETS - 1]
    return Runs((*sets, *rest), len(sets), solution.proven)


def _best_sets(setup: Setup, state: State, company: Company, solution: Solution) -> list[tuple[Route, ...]]:
    """The runs that earn the most, at most `MOST_SETS`; the one that is run when none is chosen comes first."""
    if solution.all_alternatives or not solution.proven:
        return list(dict.fromkeys(solution.alternatives[:MOST_SETS])) or [solution.routes]
    found = {_track_of(setup, solution.routes): solution.routes}
    with suppress(TooManyRuns):
        for routes in islice(every_best_run(setup, state, company, solution.revenue), MOST_SETS):
            found.setdefault(_track_of(setup, routes), routes)
    return list(found.values())[:MOST_SETS]


def _track_of(setup: Setup, routes: tuple[Route, ...]) -> frozenset[tuple[int, frozenset[Place], int]]:
    """The stops and hex sides of a run, whatever the direction."""
    bit = tables_of(setup).bit
    return frozenset((route.train, frozenset(route.places), sum(bit[border] for border in route.borders)) for route in routes)


def _best_ahead(setup: Setup, state: State) -> tuple[Route, ...]:
    best = best_routes(setup, state, state.operating, expired=_deadline(SECONDS_AHEAD))
    return best.routes if best.proven else ()


def make_set(setup: Setup, state: State, company: Company, chosen: tuple[Route, ...]) -> RunSet:
    trains = explain_run(setup, state, company, chosen)
    stretch = next((Stretch(*train.stretch, train.bonus) for train in trains if train.stretch), None)
    return RunSet(chosen, trains, sum(train.total for train in trains), stretch)


def _lower_routes(setup: Setup, state: State, company: Company) -> Iterator[tuple[Route, ...]]:
    """Runs below the best: of fewer trains, without a destination run, around a hex of the best run, and none at all."""
    expired = _deadline(SECONDS_FOR_LOWER)
    owned = owned_trains(setup, state, company)
    choices = {some for count in range(len(owned), 0, -1) for some in combinations(owned, count)}
    has_destinations = bool(setup.plan.flow.situation(setup, state, company).bonuses)
    for some in sorted(choices, key=lambda some: (-len(some), some)):
        for destinations in (True, False) if has_destinations else (True,):
            if not expired():
                yield best_routes(setup, state, company, some, expired, destinations=destinations).routes
    best = best_routes(setup, state, company, expired=expired).routes
    for hex in sorted({Hex(hex) for run in explain_run(setup, state, company, best) for hex in run.hexes}):
        if not expired():
            around = best_routes(setup, without_hex(setup, state, hex), company, expired=expired).routes
            if check_routes(setup, state, company, around) is None:
                yield around
    yield ()


def _deadline(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end
