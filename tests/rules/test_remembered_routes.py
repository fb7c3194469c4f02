"""Where a railroad's routes led when it was last asked answers later questions, and never wrongly (7.2.1, 7.3.2, 7.4.2)."""

from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import Route
from goldenspike.core.game import Game
from goldenspike.core.ids import Company
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.routes import Earnings
from goldenspike.core.rules.runs import (
    MOST_MEMORIES,
    MOST_SETUPS,
    best_routes,
    calls_at,
    check_routes,
    comes_through,
    earnings_of,
    has_route,
    reach,
    sides_reached,
)
from goldenspike.core.state import State, place_of
from goldenspike.core.title import Setup
from goldenspike.core.track import tables_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import lay_tile
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import GreenOo

APART = 12
"""Actions from one question to the next."""


def fresh(s: State) -> State:
    """The same position, of which nothing is known yet."""
    twin = s.copy()
    twin.networks = {}
    return twin


@pytest.mark.parametrize(("title", "version"), [("1830", "classic"), ("1830", "s1"), ("1830", "s4"), ("1862", "standard")])
def test_answers_agree_with_a_new_search(title: str, version: str) -> None:
    game = Game(make(title, version, 4))
    setup, rng = game.setup, Random("remembered")
    bots = seat_bots(["random"], 4, 1862, 0)
    remembered = tables_of(setup).company_cache
    asked = 0
    while not game.is_over and game.ply < 900:
        if game.ply % APART == 0:
            for company in setup.all_companies:
                last = remembered.get(company)
                if last is None or not game.state.stations(company):
                    continue
                remembered.clear()
                sides, places = sides_reached(setup, fresh(game.state), company), reach(setup, fresh(game.state), company).places
                for hex in setup.all_hexes[:: 1 + game.ply % 5]:
                    remembered[company] = last
                    side = rng.randrange(6)
                    came = comes_through(setup, fresh(game.state), company, hex, 1 << side)
                    assert came == bool(sides.get(hex, 0) >> side & 1), (game.ply, company, hex, side)
                    remembered[company] = last
                    place = place_of(hex, 0)
                    assert calls_at(setup, fresh(game.state), company, place) == (place in places), (game.ply, company, hex)
                    asked += 1
                remembered[company] = last
        game.push(next_action(game, bots, rng))
    assert asked > 1000


def test_a_station_in_the_way_ends_what_was_reached() -> None:
    """7.3.3: a city without a free circle stops the routes of others, though the track is the same."""
    setup = classic()
    position = Position(setup, phase="2", money=0).company("PRR", money=1000).tile("H10", "57", 1)
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "H8", "9", 1))
    game = position.company("NYC", president=1).station("NYC", "H10").operating_round("PRR")
    refused(game, lay_tile(game, "H8", "9", 1), Reason.NOT_CONNECTED)


def test_what_is_reached_over_a_larger_tile() -> None:
    """7.2.2: an upgrade keeps the track, so the way beyond it stays open."""
    setup = classic()
    position = Position(setup, phase="3", money=0).company("PRR", money=1000).tile("H10", "57", 1)
    game = position.operating_round("PRR")
    allowed(game, lay_tile(game, "H8", "9", 1))
    game = position.tile("H10", "14", 1).operating_round("PRR")
    allowed(game, lay_tile(game, "H8", "9", 1))


def test_a_railroad_without_a_station_reaches_nothing() -> None:
    game = Position(classic()).stock_round()
    setup, company, hex = game.setup, game.setup.company_index["NYC"], game.setup.hex_index["E19"]
    for _ in range(2):  # The second time it is remembered that nothing was found.
        assert not comes_through(setup, fresh(game.state), company, hex, 0b111111)
        assert not calls_at(setup, fresh(game.state), company, place_of(hex, 0))


def test_a_route_between_two_cities_ends_when_they_become_one() -> None:
    """V-7.9 variable, 7.4.2: a loop led from one city of Hamilton and Toronto to the other; no city is called at twice."""
    position = Position(classic(green_oo=GreenOo.VARIABLE), phase="5", money=0).company("PRR", money=1000).tile("D10", "59", 1)
    position.tile("D8", "7", "E NE").tile("C9", "8", "SW E").tile("C11", "7", "W SW").station("PRR", "D10")
    game = position.operating_round("PRR", "track")
    setup, company = game.setup, game.state.operating
    assert has_route(setup, game.state, company)
    game.push(lay_tile(game, "D10", "67", 5))
    assert not has_route(setup, fresh(game.state), company)
    assert not has_route(setup, game.state, company)


def judge(setup: Setup, s: State, company: Company, routes: tuple[Route, ...]) -> tuple[Refusal | None, tuple[Earnings, ...]]:
    """Why a run is illegal, or what it earns."""
    refusal = check_routes(setup, s, company, routes)
    return refusal, earnings_of(setup, s, company, routes) if refusal is None else ()


@pytest.mark.parametrize(("title", "version"), [("1830", "classic"), ("1830", "s1"), ("1830", "s5"), ("1862", "standard")])
def test_a_run_made_before_is_judged_as_if_it_were_new(title: str, version: str) -> None:
    """7.4, 7.5: track, stations, trains and phases change between two turns of a railroad."""
    game = Game(make(title, version, 4))
    setup, rng = game.setup, Random("legal runs")
    bots = seat_bots(["random"], 4, 1862, 0)
    remembered = tables_of(setup).legal_runs
    runs: dict[Company, tuple[Route, ...]] = {}
    asked = 0
    while not game.is_over and game.ply < 1200:
        if game.ply % APART == 0:
            for company, routes in runs.items():
                last = remembered.get(company)
                judged = judge(setup, game.state, company, routes)
                remembered.pop(company, None)
                assert judged == judge(setup, game.state, company, routes), (game.ply, company)
                if last is not None:
                    remembered[company] = last
                    asked += 1
        company, ply = game.state.operating, game.ply
        game.push(next_action(game, bots, rng))
        if ply in game.runs:
            runs[company] = game.runs[ply]
    assert asked > 30


def test_the_same_run_over_a_larger_tile_earns_more() -> None:
    """7.5: Pittsburgh is worth 30 on a green tile."""
    position = Position(classic(), phase="3", money=0).company("PRR", trains="3").tile("H10", "57", 1)
    s = position.operating_round("PRR", "run").state
    setup, company = position.setup, s.operating
    routes = best_routes(setup, s, company).routes
    assert check_routes(setup, s, company, routes) is None
    assert sum(earned.total for earned in earnings_of(setup, s, company, routes)) == 30
    s = position.tile("H10", "14", 1).operating_round("PRR", "run").state
    assert check_routes(setup, s, company, routes) is None
    assert sum(earned.total for earned in earnings_of(setup, s, company, routes)) == 40


def test_a_station_in_the_way_ends_a_run_made_before() -> None:
    """7.3.3: a route may not pass a city without a free circle, although it did in the last turn."""
    position = Position(classic(), phase="3", money=0).company("PRR", trains="3").tile("H10", "57", 1).tile("H8", "9", 1)
    position.tile("H6", "9", 1).tile("H4", "57", 1)
    s = position.operating_round("PRR", "run").state
    setup, company = position.setup, s.operating
    routes = best_routes(setup, s, company).routes
    assert len(routes[0].places) == 3 and check_routes(setup, s, company, routes) is None
    s = position.company("NYC", president=1).station("NYC", "H10").operating_round("PRR", "run").state
    refusal = check_routes(setup, s, company, routes)
    assert refusal is not None and refusal.reason is Reason.ROUTE_BLOCKED


def test_runs_are_remembered_for_a_few_setups_only() -> None:
    """The boards of a setup take megabytes, and a server may know hundreds of setups."""
    played = classic()
    setups = [Setup(played.title, played.options, played.players, played.plan) for _ in range(MOST_SETUPS + 1)]
    for setup in setups:
        assert best_routes(setup, Position(setup).stock_round().state, Company(0)).proven
    remembered = [bool(tables_of(setup).run_memory) for setup in setups]
    assert remembered == [False] + [True] * MOST_SETUPS


def test_a_setup_with_many_situations_takes_the_place_of_one() -> None:
    played = classic()
    quiet, busy = (Setup(played.title, played.options, played.players, played.plan) for _ in range(2))
    s, company = Position(quiet).stock_round().state, Company(0)
    assert best_routes(quiet, s, company).proven
    for _ in range(MOST_SETUPS + 1):
        assert best_routes(busy, s, company).proven
        others = tables_of(busy).run_memory
        others.clear()
        others.update(dict.fromkeys(range(MOST_MEMORIES)))
    assert tables_of(quiet).run_memory
