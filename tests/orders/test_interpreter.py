"""Random orders of all seats at random tables, against an independent reading of their sentences."""

from functools import cache
from random import Random

import pytest

from goldenspike.bots.random_bot import RandomBot
from goldenspike.core.events import RoundStarted
from goldenspike.core.game import Game, player_of
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.orders import Followed, Standing, Stopped, check, name_stop, next_action, noticed, sentence
from goldenspike.protocol.orders import (
    Ending,
    stops_of,
)
from goldenspike.text import Context
from goldenspike.titles.g1830 import classic
from goldenspike.view import View
from order_interpreter import Reader, Told
from random_orders import keeps_its_word, random_move, random_order

GAMES = 4
PLIES = 16
"""How many moves are compared at a table."""
CANNOT = (Ending.REFUSED, Ending.TOO_DEAR)


@cache
def positions() -> tuple[Setup, dict[int, list[tuple[State, tuple[Told, ...]]]]]:
    """Positions of some random games by kind of round, each with the moves since its round began."""
    setup = classic(players=4)
    found: dict[int, list[tuple[State, tuple[Told, ...]]]] = {}
    for seed in range(GAMES):
        rng = Random(seed)
        game, bot = Game(setup), RandomBot(rng)
        told: tuple[Told, ...] = ()
        while not game.is_over and game.ply < 260:
            action = random_move(game, rng, bot)
            events = game.push(action)
            told = () if any(isinstance(event, RoundStarted) for event in events) else (*told, Told(player_of(action), action))
            found.setdefault(game.state.round, []).append((game.state, told))
    return setup, found


def play_table(seed: int) -> int:
    """Compare both readings at one table; returns how many moves orders made."""
    setup, states = positions()
    rng = Random(f"table {seed}")
    state, known = rng.choice(states[rng.choice((RoundKind.AUCTION, RoundKind.STOCK, RoundKind.STOCK, RoundKind.OPERATING))])
    game = Game(setup, state)
    context = Context(setup, ())
    bot = RandomBot(rng)
    views: dict[int, tuple[State, View]] = {}
    readers = {seat: Reader(setup, seat, list(known), views) for seat in setup.all_players}
    orders: list[Standing] = []
    for seat in setup.all_players:
        order = random_order(setup, game.state, seat, rng)
        if not check(setup, order):
            orders.append(Standing(str(seat), seat, order))
    told = {
        one.id: (
            sentence(one.order, context, "en"),
            [name_stop(stop, one.order, context, "en") for stop in stops_of(one.order)],
        )
        for one in orders
    }
    followed = Followed(setup, orders)
    made = 0
    for _ in range(PLIES):
        if game.is_over:
            break
        for one in tuple(followed.standing):
            expected = readers[one.seat].decide(game.state, told[one.id][0])
            found = next_action(setup, game.state, one.seat, one.order)
            if isinstance(found, Stopped):
                word = "cannot" if found.why in CANNOT else found.why.value
                assert expected == word, (seed, one, found, expected)
            else:
                assert expected == found, (seed, one, found, expected)
        chosen = followed.next(game.state)
        before = game.state
        if chosen is not None:
            one, action = chosen
            assert game.refuse(action) is None
            assert keeps_its_word(setup, before, one.order, action), (seed, one, action)
            made += 1
            mover = one.seat
        else:
            action = random_move(game, rng, bot)
            mover = player_of(action)
        events = game.push(action)
        for reader in readers.values():
            reader.moves.append(Told(mover, action))
        idle: set[str] = set()
        for one in tuple(followed.standing):
            happened: list[str] = []
            if one.seat != mover:
                stop = noticed(setup, before, events, game.state, one.seat, one.order)
                happened = readers[one.seat].stops(before, game.state, *told[one.id])
                first = name_stop(stop, one.order, context, "en") if stop is not None else None
                assert first == next(iter(happened), None), (seed, one, first, happened, action)
            if not happened and readers[one.seat].all_passed(before, game.state, told[one.id][0]):
                idle.add(one.id)
        followed.see(before, mover, events, game.state)
        ended = {one.id for one, stopped, seen in followed.stopped if seen == followed.seen and stopped.why is Ending.ALL_PASSED}
        assert ended == idle, (seed, ended, idle)
        if any(isinstance(event, RoundStarted) for event in events):
            for reader in readers.values():
                reader.moves.clear()
    return made


@pytest.mark.parametrize("first", [0, 100])
def test_random_tables(first: int) -> None:
    made = [play_table(seed) for seed in range(first, first + 100)]
    assert sum(made) > 120
    assert sum(count > 0 for count in made) > 40


@pytest.mark.exhaustive
def test_ten_thousand_random_tables() -> None:
    assert sum(play_table(seed) for seed in range(10_000)) > 12_000
