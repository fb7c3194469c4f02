"""The gentle bot: it errs now and then, and ruins nobody."""

from random import Random

from goldenspike.bots.base import Table
from goldenspike.bots.gentle import GentleBot, is_dump, strands_others
from goldenspike.bots.play import next_action
from goldenspike.core.actions import BuyTrain, LayTile, Pass, SellShares
from goldenspike.core.game import Game
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from players import P0


def test_it_finishes_games_and_the_same_seed_plays_the_same() -> None:
    results = []
    for _ in range(2):
        game = Game(make("1830", "starter", 3, {}))
        rng = Random(1)
        bots = [GentleBot(Random(f"1/{player}")) for player in game.setup.all_players]
        while not game.is_over:
            game.push(next_action(game, bots, rng))
        results.append(game.result())
    assert results[0] == results[1]


def test_it_does_not_always_lay_the_best_tile() -> None:
    game = Game(make("1830", "starter", 3, {"seating": "free"}))
    lays = {GentleBot(Random(seed)).choose(Table(game, P0)) for seed in range(12)}
    assert len(lays) > 1 and all(isinstance(lay, LayTile | Pass) and game.refuse(lay) is None for lay in lays)


def rush() -> Game:
    """The PRR can buy the first 4-train, which leaves the NYC without a train."""
    position = Position(classic(players=3)).phase("3", bank="4 4 4 4 5 5 5 6 6 D D D D D D")
    position.company("PRR", shares={0: 6}, par=90, money=700, trains="3")
    position.company("NYC", shares={1: 6}, par=90, trains="2")
    return position.operating_round("PRR", "train")


def test_it_hesitates_to_leave_others_without_a_train() -> None:
    game = rush()
    purchase = next(action for action in game.legal_for(P0) if isinstance(action, BuyTrain))
    assert strands_others(Table(game, P0), purchase)
    chosen = [type(GentleBot(Random(seed)).choose(Table(game, P0))) for seed in range(20)]
    assert Pass in chosen


def test_it_hands_nobody_a_railroad_that_cannot_pay_for_its_train() -> None:
    position = Position(classic(players=3)).phase("3", bank="4 4 4 4 5 5 5 6 6 D D D D D D")
    position.company("NYC", shares={0: 4, 1: 3}, par=90, trains="2")
    game = position.stock_round(0)
    table = Table(game, P0)
    sales = [action for action in table.actions if isinstance(action, SellShares)]
    assert {action.count for action in sales if is_dump(table, action)} >= {2, 3}
    assert not is_dump(table, next(action for action in sales if action.count == 1))
    for seed in range(6):
        assert not is_dump(table, GentleBot(Random(seed)).choose(table))
