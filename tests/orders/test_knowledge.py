"""Orders use only what their seat may know, and work with other titles."""

from random import Random

import pytest

from goldenspike.bots.random_bot import RandomBot
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.options import Knowledge
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.orders import Followed, Standing, check, next_action, noticed
from goldenspike.protocol.orders import Ending, SellOrder
from goldenspike.titles import catalogue
from goldenspike.titles.g1830 import classic
from goldenspike.view.secrets import visibility_for
from random_orders import keeps_its_word, random_move, random_order


def with_other_secrets(setup: Setup, s: State, seat: int, rng: Random) -> State:
    """The same position with other amounts in every purse that the seat may not see."""
    twin = s.copy()
    twin.money = s.money.copy()
    seen = visibility_for(setup, s, setup.all_players[seat])
    for player, known in enumerate(seen.players):
        if not known:
            twin.money[player] = rng.randrange(2000)
    for company, known in enumerate(seen.companies):
        if not known:
            twin.money[FIRST_COMPANY + company] = rng.randrange(2000)
    return twin


def test_hidden_money_makes_no_difference() -> None:
    """V-0.1, C-1.1: with closed knowledge an order decides the same whatever others have."""
    setup = classic(players=4, knowledge=Knowledge.CLOSED)
    rng = Random(5)
    game, bot = Game(setup), RandomBot(rng)
    compared = 0
    while not game.is_over and game.ply < 180:
        before = game.state
        events = game.push(random_move(game, rng, bot))
        for seat in setup.all_players:
            order = random_order(setup, game.state, seat, rng)
            if check(setup, order) or isinstance(order, SellOrder):
                continue
            twin = with_other_secrets(setup, game.state, seat, rng)
            assert next_action(setup, game.state, seat, order) == next_action(setup, twin, seat, order)
            earlier = with_other_secrets(setup, before, seat, rng)
            found = noticed(setup, before, events, game.state, seat, order)
            assert found == noticed(setup, earlier, events, twin, seat, order), (order, events)
            compared += 1
    assert compared > 300


@pytest.mark.parametrize(("title", "version"), [("1862", "standard"), ("1830", "base"), ("1830", "s5")])
def test_other_titles_and_versions(title: str, version: str) -> None:
    """No order fails, moves illegally or breaks its limits."""
    setup = catalogue.make(title, version, 4, {})
    rng = Random(9)
    game, bot = Game(setup), RandomBot(rng)
    followed = Followed(setup, [])
    made = 0
    while not game.is_over and game.ply < 220:
        if game.state.round in (RoundKind.AUCTION, RoundKind.STOCK, RoundKind.OPERATING):
            busy = {one.seat for one in followed.standing}
            for seat in setup.all_players:
                order = random_order(setup, game.state, seat, rng) if seat not in busy and rng.random() < 0.2 else None
                if order is not None and not check(setup, order):
                    followed.standing.append(Standing(f"{game.ply}/{seat}", seat, order))
        before, chosen = game.state, followed.next(game.state)
        if chosen is not None:
            assert keeps_its_word(setup, before, chosen[0].order, chosen[1])
            made += 1
        action = random_move(game, rng, bot) if chosen is None else chosen[1]
        followed.see(before, player_of(action), game.push(action), game.state)
    assert made > 10
    assert not [one for one in followed.stopped if one[1].why is Ending.FAILED]
