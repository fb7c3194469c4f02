"""Why others did what they did: nothing is told where there is nothing to tell."""

from collections import Counter
from random import Random

import pytest

from goldenspike.bots.base import Table, list_actions
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.measure import measure
from goldenspike.bots.play import next_action
from goldenspike.core.actions import LayTile, Pass, RunTrains
from goldenspike.core.game import Game, player_of
from goldenspike.core.hexes import SIDE_NAMES
from goldenspike.core.holders import CHANCE
from goldenspike.learn.lessons import start
from goldenspike.learn.path import STARTER
from goldenspike.learn.reasons import SELF_EVIDENT, explain_lay, reason_of
from goldenspike.text import MOTIVES
from goldenspike.titles.catalogue import make

MOVES = 200
LAYS = ("lays_city", "lays_toward", "lays_ahead")
"""Why a tile is laid that earns nothing more at once."""


def test_only_what_was_decided_is_explained() -> None:
    """No run; of a move without an alternative only why nothing else was possible; of a tile where it leads or what it brings."""
    game = Game(make("1830", "classic", 3, {"seating": "free"}))
    bots, rng = [GreedyBot(Random(seed)) for seed in range(3)], Random(4)
    told: Counter[str] = Counter()
    silent = 0
    while game.ply < MOVES:
        action = next_action(game, bots, rng)
        if player_of(action) != CHANCE:
            table = Table(game, player_of(action))
            reason = reason_of(table, action, player_of(action))
            if reason is None:
                silent += 1
            else:
                assert not isinstance(action, RunTrains), action
                assert not table.is_forced or isinstance(action, Pass) or reason.code == "must_buy", action
                assert reason.code not in SELF_EVIDENT and tuple(dict(reason.facts)) == MOTIVES[reason.code]
                told[reason.code] += 1
                if isinstance(action, LayTile):
                    assert reason.code in LAYS or reason == measure(table, action)
        game.push(action)
    assert silent > 10 and told["lays_toward"] and told["lays_city"] and told["earns_more"] and len(told) > 6


@pytest.mark.parametrize(
    ("hex", "tile", "leads", "code", "facts"),
    [
        # From its home in Altoona, the PRR reaches a city, or builds toward one.
        ("H10", "57", ("W", "E"), "lays_city", {"hex": "H10"}),
        ("H14", "8", ("W", "SE"), "lays_toward", {"hex": "H14", "city": "I15"}),
        ("H14", "9", ("W", "E"), "lays_toward", {"hex": "H14", "city": "H16"}),
    ],
)
def test_a_tile_is_laid_toward_a_city(hex: str, tile: str, leads: tuple[str, str], code: str, facts: dict[str, str]) -> None:
    game = start(STARTER)
    setup = game.setup
    exits = sum(1 << SIDE_NAMES.index(side) for side in leads)
    lay = next(
        action
        for action in list_actions(game, STARTER.seat)
        if isinstance(action, LayTile)
        and (action.hex, action.tile) == (setup.hex_index[hex], setup.tile_index[tile])
        and setup.faces[setup.face_of_tile(action.tile, action.rotation)].exits == exits
    )
    told = explain_lay(setup, game.state, lay)
    assert (told.code, {name: setup.title.hexes[hex].id for name, hex in told.facts}) == (code, facts)
