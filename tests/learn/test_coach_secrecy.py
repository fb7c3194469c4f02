"""The coach knows what the seat may know and nothing else: two positions that look the same to a seat get the same advice."""

import random

import pytest

from goldenspike.bots.base import Limit, Table
from goldenspike.bots.play import next_action
from goldenspike.bots.review import review
from goldenspike.bots.roster import make_bot
from goldenspike.bots.why import explain
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.options import Knowledge
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.learn.coach import Coach
from goldenspike.learn.stakes import stakes
from goldenspike.server.thinking.questions import place_of
from goldenspike.titles.g1830 import classic
from goldenspike.view import seen_state
from secrets_helpers import with_other_secrets

LIMIT = Limit(nodes=100)
MOVES = 300
REVIEWED = "train"
"""Reviews take longest: one kind of question is enough."""


def positions(setup: Setup, seed: int) -> dict[str, tuple[State, Player]]:
    """A position for each kind of question in a game between bots, with the seat that is asked."""
    game = Game(setup)
    bots = [make_bot("greedy", f"{seed}/{player}") for player in setup.all_players]
    rng = random.Random(seed)
    found: dict[str, tuple[State, Player]] = {}
    while not game.is_over and game.ply < MOVES:
        if len(game.actors) == 1 and game.actors[0] >= 0 and game.question.kind not in found and rng.random() < 0.1:
            found[game.question.kind] = (game.state, game.actors[0])
        game.push(next_action(game, bots, rng))
    return found


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED, Knowledge.TOTALS])
def test_what_is_hidden_does_not_change_what_the_coach_says(knowledge: Knowledge) -> None:
    """V-0.1, C-1.1."""
    setup = classic(3, knowledge=knowledge)
    rng = random.Random(1)
    compared = 0
    for kind, (s, seat) in positions(setup, 1).items():
        twin = with_other_secrets(setup, s, seat, rng)
        if twin == s:
            continue
        compared += 1
        # What the server sends to the process in which the coach thinks.
        assert place_of(setup, seen_state(setup, s, seat)) == place_of(setup, seen_state(setup, twin, seat))
        tables = [Table(Game(setup, state), seat, LIMIT) for state in (s, twin)]
        first, second = (Coach(random.Random(7)).advise(table) for table in tables)
        assert first == second
        assert stakes(setup, s, seat) == stakes(setup, twin, seat)
        made = first.choices[-1].action
        assert explain(tables[0], made) == explain(tables[1], made)
        if kind == REVIEWED:
            verdicts = [review(make_bot("baron", "x"), table, made, "s") for table in tables]
            assert verdicts[0] == verdicts[1] is not None
    assert compared >= 4
