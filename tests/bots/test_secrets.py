"""No bot uses what its seat may not know (V-0.1, C-1.1): positions that look alike get the same answers."""

from random import Random

import pytest

from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import BOTS, make_bot
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE, FIRST_COMPANY
from goldenspike.core.ids import Player
from goldenspike.core.options import Knowledge
from goldenspike.titles.g1830 import classic
from goldenspike.view import seat_view
from goldenspike.view.secrets import visibility_for
from players import P0

EVERY = 9
"""A question in so many is put to the bot twice."""


def other_world(game: Game, seat: Player, rng: Random) -> Game:
    """The same game as the seat sees it, with other sums in every purse that it cannot look into."""
    s = game.state.copy()
    visibility = visibility_for(game.setup, s, seat)
    money = s.money.copy()
    purses = [player for player, seen in enumerate(visibility.players) if not seen]
    purses += [FIRST_COMPANY + company for company, seen in enumerate(visibility.companies) if not seen]
    for purse in purses:
        # More, never less: what others have offered or bid they can still pay.
        extra = rng.randrange(500)
        money[purse] += extra
        money[BANK] -= extra
    s.money = money
    s.networks = {}
    return Game(game.setup, s)


@pytest.mark.parametrize("name", [*BOTS, "baron-raider", "baron-hard-rusher"])
@pytest.mark.parametrize("knowledge", [Knowledge.CLOSED, Knowledge.PARTIAL])
def test_hidden_money_changes_no_answer(name: str, knowledge: Knowledge) -> None:
    rng = Random(f"{name}{knowledge}")
    game = Game(classic(3, knowledge=knowledge))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(3)]
    asked = 0
    while not game.is_over and game.ply < 300:
        actor = game.actors[0]
        if actor != CHANCE and game.ply % EVERY == 0:
            asked += 1
            twin = other_world(game, actor, rng)
            assert seat_view(game.setup, game.state, actor) == seat_view(twin.setup, twin.state, actor)
            limit = Limit(nodes=60)
            answers = [make_bot(name, "1").choose(Table(world, actor, limit)) for world in (game, twin)]
            assert answers[0] == answers[1]
            assert game.refuse(answers[0]) is None
        game.push(next_action(game, bots, rng))
    assert asked > 15


def test_the_table_holds_no_hidden_sum() -> None:
    game = Game(classic(3, knowledge=Knowledge.CLOSED))
    while game.actors == (CHANCE,):
        game.push(next_action(game, [], Random(1)))
    s = game.state
    s.money[1] = 333
    seen = Table(game, P0).state
    assert seen.money[0] == s.money[0] and seen.money[1] == seen.money[2] != 333
    assert Table(game, P0).view.players[1].money is None


def test_the_same_seed_gives_the_same_answers() -> None:
    game = Game(classic(3))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(3)]
    rng = Random(2)
    while game.ply < 60:
        game.push(next_action(game, bots, rng))
    actor = game.actors[0]
    answers = {make_bot("baron", "seed").choose(Table(game, actor)) for _ in range(3)}
    assert len(answers) == 1
