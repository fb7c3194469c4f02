"""Reach is kept for a company, and worked out anew only when something on its own ground has changed (7.2.1)."""

from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import LayTile, PlaceToken
from goldenspike.core.game import Game
from goldenspike.core.ids import Company
from goldenspike.core.opening import opening_state
from goldenspike.core.rules.runs import has_route, reach
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.title import Setup
from goldenspike.titles.catalogue import make


@pytest.fixture
def table() -> tuple[Setup, State]:
    setup = make("1830", "classic", 4)
    state = opening_state(setup)
    state.tokens = list(state.tokens)
    state.faces = list(state.faces)
    return setup, state


def station(setup: Setup, state: State, name: str, hex: str, stop: int = 0) -> int:
    company = setup.company_index[name]
    state.tokens[company * TOKENS_PER_COMPANY] = place_of(setup.hex_index[hex], stop)
    return company


def after(state: State) -> State:
    """The state after a change of the board, as the ledger leaves it: lists of its own, nothing remembered."""
    changed = state.copy()
    changed.faces = list(state.faces)
    changed.tokens = list(state.tokens)
    changed.networks = {}
    return changed


def test_kept_when_far_away_things_change(table: tuple[Setup, State]) -> None:
    setup, state = table
    company = station(setup, state, "B&O", "I15")
    first = reach(setup, state, Company(company))
    assert reach(setup, state, Company(company)) is first
    changed = after(state)
    changed.faces[setup.hex_index["E3"]] = setup.face_of_tile(setup.tile_index["A1"], 0)
    station(setup, changed, "NYC", "E19")
    assert reach(setup, changed, Company(company)) is first


def test_renewed_when_a_tile_lies_where_it_leads(table: tuple[Setup, State]) -> None:
    setup, state = table
    company = station(setup, state, "B&O", "I15")
    first = reach(setup, state, Company(company))
    hex = setup.hex_index["I17"]
    assert hex * 6 + 1 in first.arrivals
    changed = after(state)
    changed.faces[hex] = setup.face_of_tile(setup.tile_index["A1"], 1)
    second = reach(setup, changed, Company(company))
    assert first.arrivals < second.arrivals


def test_renewed_when_a_city_is_full(table: tuple[Setup, State]) -> None:
    setup, state = table
    company = station(setup, state, "B&O", "I15")
    washington = setup.hex_index["J14"]
    state.faces[washington] = setup.face_of_tile(setup.tile_index["A7"], 0)
    first = reach(setup, state, Company(company))
    assert place_of(washington, 0) in first.places
    changed = after(state)
    station(setup, changed, "PRR", "J14")
    second = reach(setup, changed, Company(company))
    assert place_of(washington, 0) in second.places
    assert second.arrivals < first.arrivals


@pytest.mark.parametrize(("title", "version"), [("1830", "base"), ("1830", "s1"), ("1830", "s4"), ("1862", "standard")])
def test_a_known_route_is_still_there(title: str, version: str) -> None:
    """7.6.2: whether a company has a route is remembered when track is added, and forgotten where cities may join."""
    setup = make(title, version, 4)
    game, rng, bots = Game(setup), Random(7), seat_bots(["random"], 4, 7, 0)
    companies = setup.all_companies
    found = 0
    while not game.is_over and found < 60:
        action = next_action(game, bots, rng)
        game.push(action)
        if isinstance(action, LayTile | PlaceToken):
            found += 1
            fresh = after(game.state)
            assert [has_route(setup, game.state, one) for one in companies] == [
                reach(setup, fresh, one).has_route for one in companies
            ]
    assert found > 20
