"""Why others did what they did: nothing is told where there is nothing to tell."""

from collections import Counter
from random import Random

from goldenspike.bots.base import Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.measure import measure
from goldenspike.bots.play import next_action
from goldenspike.core.actions import LayTile, Pass, RunTrains
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.learn.reasons import SELF_EVIDENT, reason_of
from goldenspike.text import MOTIVES
from goldenspike.titles.catalogue import make

MOVES = 200


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
                    assert reason.code == "lays_ahead" or reason == measure(table, action)
        game.push(action)
    assert silent > 10 and told["lays_ahead"] and told["earns_more"] and len(told) > 6
