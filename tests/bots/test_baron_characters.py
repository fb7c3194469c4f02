"""Characters of the baron differ in what they do; what levels do differently is in test_baron_holdings and _mistakes."""

from random import Random

import pytest

from goldenspike.bots.baron.character import CHARACTERS
from goldenspike.bots.baron.planner import Planner
from goldenspike.bots.base import Limit, Table
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action, BuyPrivate, BuyTrain, LayTile, Pass
from goldenspike.core.game import Game
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.options import Knowledge
from goldenspike.testing import Position
from goldenspike.testing.by_name import company
from goldenspike.titles.g1830 import classic
from players import P0


def answer(game: Game, name: str) -> Action:
    return make_bot(name, "1").choose(Table(game, P0, Limit(nodes=2500)))


def test_only_the_rusher_buys_a_train_to_make_others_obsolete() -> None:
    """A second 4, which earns PRR nothing, brings the trains nearer that retire the 3s of NYC and B&O."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="4", money=300)
    position.company("PRR", shares={0: 6, 1: 2}, cell=(1, 9), money=700, trains="4", revenue=180)
    position.company("NYC", shares={1: 6, 0: 2}, cell=(1, 8), money=50, trains="3 3", revenue=90)
    position.company("B&O", shares={2: 6}, cell=(1, 8), money=50, trains="3 3", revenue=90)
    game = position.tiles("H10:57/1 H14:8/1").operating_round("PRR", "train")
    for name in ("baron", "baron-builder", "baron-investor"):
        assert answer(game, name) == Pass(P0)
    assert isinstance(bought := answer(game, "baron-rusher"), BuyTrain)
    assert bought.company == company(game, "PRR")


def test_a_builder_leads_its_track_elsewhere() -> None:
    """What track promises beyond the next run counts nearly twice."""
    game = Game(classic(4))
    planners = [Planner(game.setup, 8, CHARACTERS[name].track) for name in ("baron", "builder")]
    bots = [make_bot("baron", str(seed)) for seed in range(4)]
    rng = Random(1)
    different = 0
    while not different and game.ply < 250:
        s = game.state
        lays = [action for action in Table(game, game.actors[0]).actions if isinstance(action, LayTile)]
        if lays:
            money = s.money[FIRST_COMPANY + s.operating]
            plain, builder = (planner.best_lay(s, s.operating, lays, money) for planner in planners)
            different += plain != builder
        game.push(next_action(game, bots, rng))
    assert different


def with_privates(names: str) -> Game:
    """PRR has a 3, $150 and a president who owns private companies; NYC is near the trains that retire the 2s."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="3", money=300)
    position.company("PRR", shares={0: 6, 1: 2}, cell=(1, 9), money=150, trains="3", revenue=100)
    position.company("NYC", shares={1: 6, 0: 2}, cell=(1, 8), money=50, trains="3", revenue=90)
    for name in names.split():
        position.private(name, 0)
    return position.tiles("H10:57/1 H14:8/1").operating_round("PRR", "train")


@pytest.mark.parametrize(("name", "sells"), [("baron", True), ("baron-raider", True), ("baron-builder", False)])
def test_a_builder_keeps_a_treasury_full(name: str, sells: bool) -> None:
    """4.1: CS may be sold for 80 and DH for 140, which leaves PRR $10."""
    assert isinstance(answer(with_privates("CS DH"), name), BuyPrivate if sells else Pass)


@pytest.mark.parametrize(("name", "sells"), [("baron", True), ("baron-raider", True), ("baron-investor", False)])
def test_an_investor_keeps_the_money_for_a_train(name: str, sells: bool) -> None:
    """4.1: $140 for DH would leave PRR $10, and the next train to its president."""
    assert isinstance(answer(with_privates("DH CA"), name), BuyPrivate if sells else Pass)
