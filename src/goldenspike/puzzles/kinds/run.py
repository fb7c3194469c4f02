"""Find the best run: the routes that earn most together, proven by the solver (7.4)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product

from goldenspike.core.actions import Action, Route, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.ids import Place, Train
from goldenspike.core.reasons import IllegalAction, Reason, Refusal
from goldenspike.core.routes import solve
from goldenspike.core.rules.runs import best_routes, check_routes, ground_of, reach, revenue_of, rule_of_train, without_hex
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.title import Setup
from goldenspike.puzzles.kinds.base import Judgement, Kind, Survey, Weighed
from goldenspike.puzzles.model import About

MOST_STOPS = 30
"""A railroad that reaches more stops than this has too many to choose from."""
LEAST_STOPS = 5
MOST_COMBINATIONS = 400


class RunKind(Kind):
    name = "run"
    step = "run"

    def subjects(self, game: Game) -> list[About]:
        setup, s = game.setup, game.state
        cards = [setup.title.trains[train] for train in owned_trains(setup, s, s.operating)]
        stops = len(reach(setup, s, s.operating).places)
        if any(card.express for card in cards) or not LEAST_STOPS <= stops <= MOST_STOPS:
            return []
        if setup.plan.flow.situation(setup, s, s.operating).bonuses:
            return []
        return [{"company": setup.title.companies[s.operating].id}]

    def choices(self, game: Game, about: About) -> list[Action]:
        return [RunTrains(game.state.turn, game.state.operating, routes) for routes in _best_sets(game)[0]]

    def worth(self, game: Game, about: About, action: Action) -> int:
        assert isinstance(action, RunTrains) and action.routes is not None
        return revenue_of(game.setup, game.state, action.company, action.routes)

    def survey(self, game: Game, about: About) -> Survey:
        """All best runs, and the best of those that leave out one of their stops."""
        sets, listed = _best_sets(game)
        s = game.state
        lower = _best_without(game.setup, s, sets[0]) if sets else None
        found = (*sets, *(() if lower is None else (lower,)))
        weighed = tuple(Weighed(run, self.worth(game, about, run)) for run in (RunTrains(s.turn, s.operating, r) for r in found))
        return Survey(weighed, listed)

    def is_puzzle(self, found: Survey) -> bool:
        best, other = found.best, found.next
        return best is not None and found.size >= 6 and len(found.answers) <= 2 and other is not None and best - other >= 10

    def judge(self, game: Game, about: About, best: int, action: Action) -> Judgement:
        self.check(game, action)
        worth = self.worth(game, about, action) if isinstance(action, RunTrains) else None
        return Judgement(worth == best, worth)

    def check(self, game: Game, action: Action) -> None:
        """The rules of the table may refuse every run but the best; here any legal one is an answer."""
        s = game.state
        if not isinstance(action, RunTrains) or action.routes is None or action.company != s.operating or action.player != s.turn:
            raise IllegalAction(game.refuse(action) or Refusal(Reason.NOT_NOW), action)
        refusal = check_routes(game.setup, s, s.operating, action.routes)
        if refusal is not None:
            raise IllegalAction(refusal, action)


def _best_sets(game: Game) -> tuple[list[tuple[Route, ...]], int]:
    solution = best_routes(game.setup, game.state, game.state.operating, ties=True)
    if not solution.proven or not solution.all_alternatives:
        return [], 0
    # The same stops by other track are the same answer to a reader.
    by_stops: dict[tuple[tuple[int, tuple[int, ...]], ...], tuple[Route, ...]] = {}
    for routes in solution.alternatives or (solution.routes,):
        by_stops.setdefault(tuple(sorted((route.train, tuple(sorted(route.places))) for route in routes)), routes)
    return list(by_stops.values()), solution.listed


def _best_without(setup: Setup, s: State, routes: tuple[Route, ...]) -> tuple[Route, ...] | None:
    """The best run that leaves out one of the stops of this one."""
    found: list[tuple[int, tuple[Route, ...]]] = []
    for hex in sorted({hex_of_place(place) for route in routes for place in route.places}):
        lower = best_routes(setup, without_hex(setup, s, hex), s.operating).routes
        if check_routes(setup, s, s.operating, lower) is None:
            found.append((revenue_of(setup, s, s.operating, lower), lower))
    best = revenue_of(setup, s, s.operating, routes)
    return max((one for one in found if one[0] < best), default=(0, None), key=lambda one: one[0])[1]


def stops_to_choose(setup: Setup, s: State) -> tuple[Place, ...]:
    """The stops that the operating railroad's routes can reach, in the order of their hexes."""
    return tuple(sorted(reach(setup, s, s.operating).places))


def routes_through(setup: Setup, s: State, wanted: Sequence[tuple[Train, frozenset[Place]]]) -> tuple[Route, ...] | None:
    """Legal routes of the operating railroad over exactly these stops, one for each train; None if there are none.

    With all other stops closed, the best route of a train visits all that are left, if any route does.
    """
    found: list[tuple[Route, ...]] = []
    usual = setup.plan.flow.situation(setup, s, s.operating)
    for train, stops in wanted:
        closed = tuple(place for place in stops_to_choose(setup, s) if place not in stops)
        situation = replace(usual, closed=(*usual.closed, *closed))
        ground = ground_of(setup, s, s.operating, situation)
        solution = solve(ground, (train,), (rule_of_train(setup, train, situation),), None, True)
        sets = solution.alternatives or (solution.routes,)
        fitting = [routes[0] for routes in sets if len(routes) == 1 and frozenset(routes[0].places) == stops]
        found.append(tuple(dict.fromkeys(fitting)))
    for together in islice(product(*found), MOST_COMBINATIONS):
        if check_routes(setup, s, s.operating, together) is None:
            return together
    return None
