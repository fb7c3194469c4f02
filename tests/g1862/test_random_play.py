"""Random games of 1862 come to an end, and every state on the way holds together."""

from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.testing.agreement import violations_of_position
from goldenspike.testing.invariants import violations_of
from goldenspike.titles.g1862 import standard


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_a_random_game_ends_and_loses_nothing(players: int) -> None:
    rng = Random(players)
    bots = seat_bots(["random", "greedy"], players, players, 0)
    game = Game(standard(players))
    while not game.is_over:
        game.push(next_action(game, bots, rng))
        assert game.ply < 5_000
        if game.ply % 5 == 0:
            assert violations_of(game.setup, game.state) == []
        if game.ply % 100 == 0:
            assert violations_of_position(game, rng) == []
    assert violations_of(game.setup, game.state) == []
