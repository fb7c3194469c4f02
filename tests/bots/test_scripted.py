"""The scripted players: each shows what it is for in positions, and finishes games of every version."""

from random import Random

import pytest

from goldenspike.bots.base import Table
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.scripted import OpeningBot, fair_price
from goldenspike.core.actions import Action, Bid, BuyTrain, LayTile, PayDividend, Payout, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, treasury
from goldenspike.core.ids import Train
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from names_1830 import CA, NYC, PRR
from players import P0

SCRIPTED = ("foreman", "rusher", "raider")
TRACK = "H10:57/1 H14:8/1"


def answer(game: Game, name: str) -> Action:
    action = make_bot(name, "1").choose(Table(game, P0))
    assert game.refuse(action) is None
    return action


def test_a_fair_bid_is_a_little_above_the_price() -> None:
    setup = classic(4)
    assert 160 < fair_price(setup, CA) < 215
    game = Position(setup).auction()
    rng = Random(1)
    bots = [make_bot("foreman", str(seat)) for seat in range(4)]
    while game.state.round == RoundKind.AUCTION:
        action = next_action(game, bots, rng)
        if isinstance(action, Bid):
            assert action.amount <= 1.1 * fair_price(setup, action.private)
        game.push(action)


@pytest.mark.parametrize(("money", "price"), [(600, 100), (500, 82), (410, 67)])
@pytest.mark.parametrize("name", SCRIPTED)
def test_it_starts_at_the_highest_price_that_it_can_float_alone(name: str, money: int, price: int) -> None:
    """6.2, 6.3: six tenths float a railroad."""
    action = answer(Position(classic(3)).money(0, money).stock_round(), name)
    assert isinstance(action, StartCompany) and action.price == price


@pytest.mark.parametrize("name", SCRIPTED)
def test_it_lays_a_tile_even_where_none_earns(name: str) -> None:
    """7.2: with a train on a finished line a further tile pays nothing now."""
    position = Position(classic(3)).company("PRR", par=67, shares={0: 6}, money=0, trains="2").tiles(TRACK)
    assert isinstance(answer(position.operating_round("PRR", "track"), name), LayTile)


@pytest.mark.parametrize("name", SCRIPTED)
def test_it_buys_trains_at_once(name: str) -> None:
    position = Position(classic(3)).company("PRR", par=67, shares={0: 6}, money=670, trains="2").tiles(TRACK)
    assert answer(position.operating_round("PRR", "train"), name) == BuyTrain(P0, PRR, Train(0), BANK, 80)


@pytest.mark.parametrize("name", SCRIPTED)
def test_it_hands_over_a_railroad_that_cannot_pay_for_its_train(name: str) -> None:
    """6.4: P1 holds three tenths, so keeping two makes P1 president; 7.6.2: NYC lacks the money for a 5."""
    position = Position(classic(3), phase="5", money=50).company("PRR", par=67, shares={0: 6}, money=500, trains="5")
    game = position.company("NYC", par=67, shares={0: 4, 1: 3}, money=20).stock_round(number=4)
    assert answer(game, name) == SellShares(P0, NYC, 2)


def test_only_the_rusher_buys_without_asking_what_a_train_earns() -> None:
    """Two trains for one short line: a third earns nothing."""
    position = Position(classic(3)).company("PRR", par=67, shares={0: 6}, money=500, trains="2 2").tiles(TRACK)
    game = position.operating_round("PRR", "train")
    assert isinstance(answer(game, "rusher"), BuyTrain)
    assert not isinstance(answer(game, "foreman"), BuyTrain)


def test_only_the_rusher_saves_for_the_train_that_hits_others() -> None:
    """The first 4 retires the 2s of NYC (7.6): with this run PRR can buy it."""
    position = Position(classic(3), phase="3").company("PRR", par=67, shares={0: 6}, money=250, trains="3").tiles(TRACK)
    position.company("NYC", par=67, shares={1: 6}, money=0, trains="2 2").phase("3", bank="4 4 4 4")
    game = position.operating_round("PRR", "dividend", revenue=60)
    assert answer(game, "rusher") == PayDividend(P0, PRR, Payout.WITHHOLD)
    assert answer(game, "foreman") == PayDividend(P0, PRR, Payout.PAY)


def test_only_the_raider_strips_a_sister_railroad() -> None:
    """NYC, whose presidency P1 would take, gives its train away for the least that the rules allow."""
    position = Position(classic(3), phase="5", money=900).company("PRR", par=67, shares={0: 6}, money=30, trains="5")
    game = position.company("NYC", par=67, shares={0: 4, 1: 2}, money=0, trains="5").operating_round("PRR", "train")
    assert answer(game, "raider") == BuyTrain(P0, PRR, Train(3), treasury(NYC), 1)
    assert not isinstance(answer(game, "foreman"), BuyTrain)


@pytest.mark.parametrize("version", ["classic", "base", "starter", "s1", "s2", "s3", "s4", "s5", "s6", "standard"])
def test_games_end(version: str) -> None:
    """All three at one table; 1862 needs a fourth player."""
    names = (*SCRIPTED, "foreman") if version == "standard" else SCRIPTED
    game = Game(make("1862" if version == "standard" else "1830", version, len(names), {}))
    bots = [make_bot(name, "1") for name in names]
    rng = Random(1)
    while not game.is_over and game.ply < 3_000:
        game.push(next_action(game, bots, rng))
    assert game.is_over


def test_openings_differ() -> None:
    """Each opening bot values the private companies by draws of its own, always the same for the same seed."""
    setup = classic(4)
    limits = [[OpeningBot(Random(seed)).bid_limit(setup, private) for private in setup.all_privates] for seed in (1, 1, 2)]
    assert limits[0] == limits[1] != limits[2]


def test_an_opening_draws_groups_of_private_companies() -> None:
    """1.3: in the base game they are sold in groups, which have no bids that could differ."""
    bought = set()
    for seed in range(8):
        game = Game(make("1830", "base", 4, {}))
        bots = [OpeningBot(Random(f"{seed}/{player}")) for player in range(4)]
        while game.state.round in (RoundKind.SEATING, RoundKind.AUCTION):
            game.push(next_action(game, bots, Random(seed)))
        bought.add(tuple(game.state.privates))
    assert len(bought) > 4
