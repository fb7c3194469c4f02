"""Positions in which barons made mistakes that an expert sees: what they must sell, spare trains, presidencies that cost."""

from collections.abc import Callable
from random import Random

import pytest

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.baron.candidates import candidates
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.base import Limit, Table
from goldenspike.bots.roster import make_bot
from goldenspike.bots.surveyor import attraction
from goldenspike.core.actions import Action, BuyShare, BuyTrain, LayTile, Pass, PayDividend, Payout, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, is_company
from goldenspike.core.ids import Train
from goldenspike.core.options import Knowledge
from goldenspike.core.routes import Ground, Network, Solution, solve
from goldenspike.core.rules import runs
from goldenspike.core.rules.conforming import excess_of
from goldenspike.core.running import TrainRule
from goldenspike.testing import Position
from goldenspike.testing.by_name import company
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from helpers import needs_pure_core
from names_1830 import PRR
from players import P0

BOTS = ("baron-easy", "baron", "baron-hard", "greedy")


def answer(game: Game, name: str) -> Action:
    return make_bot(name, "1").choose(Table(game, P0))


def searched(game: Game) -> list[Action]:
    """What a hard baron considers."""
    table = Table(game, P0)
    bot = BaronBot(Random(1), "hard")
    default = bot.choose(Table(game, P0, Limit(nodes=0)))
    return candidates(table, default, bot._planner, bot._forecast, 20)


@pytest.mark.parametrize("name", BOTS)
def test_over_a_limit_it_sells_what_is_over(name: str) -> None:
    """5.3: with 70% of PRR only a sale of PRR helps, however poor other shares are."""
    position = Position(classic(3), phase="6", money=100)
    position.company("PRR", shares={0: 7}, par=67, money=900, trains="5 5", revenue=400)
    game = position.company("NYC", shares={1: 6, 0: 3}, money=0, par=100).stock_round(turn=0, number=4)
    sale = answer(game, name)
    assert sale == SellShares(P0, company(game, "PRR"), 1)
    game.push(sale)
    assert excess_of(game.setup, game.state, P0) == 0


def test_a_sisters_only_train_is_not_taken_for_a_dollar() -> None:
    """7.6.2: NYC would have to buy the next train from its president's money."""
    for trains, money, prices in (("4", 0, set()), ("4 4", 0, {1, 100}), ("4", 450, {1, 100})):
        position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=100)
        position.company("NYC", shares={0: 6}, money=money, trains=trains)
        game = position.operating_round("PRR", "train")
        offered = [action for action in searched(game) if isinstance(action, BuyTrain) and is_company(action.source)]
        assert {action.price for action in offered} == prices


def test_a_sisters_only_lasting_train_is_not_taken() -> None:
    """NYC's 4 is retired by the next diesel: without its 6 it would have to buy one from its president's money."""
    for trains, prices in (("4 6", set()), ("6 6", {1, 300})):
        position = Position(classic(3), phase="6", money=900).company("PRR", shares={0: 6}, money=300)
        position.company("NYC", shares={0: 6}, money=0, trains=trains)
        game = position.operating_round("PRR", "train")
        offered = [action for action in searched(game) if isinstance(action, BuyTrain) and is_company(action.source)]
        assert {action.price for action in offered if action.train == game.setup.train_index["6"]} == prices


def test_trains_are_not_moved_between_railroads_that_have_some() -> None:
    """PRR has a train that stays: another of NYC's would only come back for the whole treasury."""
    position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=400, trains="5")
    game = position.company("NYC", shares={0: 6}, money=300, trains="5 4").operating_round("PRR", "train")
    assert not [action for action in searched(game) if isinstance(action, BuyTrain) and is_company(action.source)]


@pytest.mark.parametrize(("trains", "payouts"), [("5", {Payout.PAY}), ("4", {Payout.PAY, Payout.WITHHOLD})])
def test_nothing_is_withheld_with_a_train_that_stays(trains: str, payouts: set[Payout]) -> None:
    position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=400, trains=trains)
    game = position.operating_round("PRR", "dividend", revenue=120)
    assert {action.payout for action in searched(game) if isinstance(action, PayDividend)} == payouts


@pytest.mark.parametrize(("money", "payout"), [(400, Payout.PAY), (530, Payout.WITHHOLD)])
def test_it_withholds_only_what_completes_the_price_of_a_train(money: int, payout: Payout) -> None:
    """The 6 costs 630: with 120 more PRR has it at once or not for a long time, while its price would fall."""
    position = Position(classic(3), phase="6", money=100).company("PRR", shares={0: 6}, money=money, trains="4")
    assert answer(position.operating_round("PRR", "dividend", revenue=120), "baron") == PayDividend(P0, PRR, payout)


def test_a_train_that_must_be_bought_stays_if_it_can_be_paid() -> None:
    """7.6.2: for 15 more the 6; a sister's 4 for the whole treasury would rust with the next diesel."""
    position = Position(classic(3), phase="6", money=300).company("PRR", shares={0: 6}, money=615).tiles("H10:57/1 H14:8/1")
    game = position.company("NNH", shares={0: 6}, money=100, trains="4 4").operating_round("PRR", "train")
    assert answer(game, "baron") == BuyTrain(P0, PRR, game.setup.train_index["6"], BANK, 630)


@pytest.mark.parametrize("name", ["baron", "baron-hard"])
def test_it_does_not_become_president_of_a_railroad_that_has_lost_its_trains(name: str) -> None:
    """6.4, 7.6.2: a fourth share of NYC brings the presidency, and with it a 5 for 450 that NYC cannot pay."""
    for knowledge in (Knowledge.OPEN, Knowledge.CLOSED):
        position = Position(classic(3, knowledge=knowledge), phase="5", money=390)
        position.company("PRR", shares={0: 6}, money=500, trains="5")
        position.company("NYC", shares={1: 3, 0: 3, "pool": 2}, president=1, money=300, par=67)
        game = position.stock_round(turn=0, number=4)
        choice = answer(game, name)
        assert not (isinstance(choice, BuyShare) and choice.company == company(game, "NYC"))


def test_a_share_is_worth_less_while_its_railroad_has_no_train() -> None:
    """No dividends until there is a train, later if the money is missing."""
    worth = []
    for trains, money in (("3", 400), ("", 400), ("", 0)):
        position = Position(classic(3), phase="3", money=300).company("NYC", shares={1: 6}, money=money, trains=trains)
        game = position.stock_round(turn=0, number=3)
        forecast = Forecast(game.setup, attraction(game.setup))
        worth.append(forecast.share(game.state, company(game, "NYC"), 6.0))
    assert worth[1] < worth[0] - 25 and worth[2] < worth[1] - 25


def test_it_hands_over_no_railroad_that_comes_back() -> None:
    """6.4: with two shares kept, P1 could sell NYC down below them and hand it back in the same round."""
    position = Position(classic(3), phase="5", money=500).company("PRR", shares={0: 6}, money=500, trains="5")
    position.company("NYC", shares={0: 3, 1: 3}, president=0, money=0, par=71)
    game = position.stock_round(turn=0, number=4)
    sale = answer(game, "baron-hard")
    nyc = company(game, "NYC")
    if isinstance(sale, SellShares) and sale.company == nyc:
        assert game.state.units(nyc, P0) - sale.count < 2
    else:
        assert isinstance(sale, Pass | BuyShare)


class Ticks:
    """A clock that moves on by a hundredth of a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@pytest.fixture(scope="module")
def busy() -> Game:
    """A railroad with diesels in the middle of much track: its routes take long to find."""
    position = Position(classic(3), phase="D", money=900).company("PRR", shares={0: 6}, money=2000, trains="D")
    return position.company("NYC", shares={1: 6}, money=300, trains="6").operating_round("PRR", "track")


@pytest.mark.parametrize("seconds", [0.05, 0.5, 2.0])
def test_the_time_limit_holds_inside_playouts_and_route_searches(busy: Game, seconds: float) -> None:
    """After the deadline nothing more is begun: the clock is read only a few times more."""
    clock = Ticks()
    bot = BaronBot(Random(1), "hard", clock=clock)
    for step in ("track", "train"):
        position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=2000, trains="4")
        game = position.company("NYC", shares={1: 6}, money=300, trains="4").operating_round("PRR", step)
        started = clock.now
        choice = bot.choose(Table(game, P0, Limit(seconds=seconds)))
        assert game.refuse(choice) is None
        assert clock.now - started <= seconds * 1.1 + 0.1


@needs_pure_core
def test_routes_are_solved_under_the_deadline(busy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search for a best run of a bot with a time limit can be interrupted."""
    polled: list[object] = []

    def noted(
        ground: Ground,
        trains: tuple[Train, ...],
        rules: tuple[TrainRule, ...],
        expired: Callable[[], bool] | None = None,
        ties: bool = False,
        network: Network | None = None,
    ) -> Solution:
        polled.append(expired)
        return solve(ground, trains, rules, expired, ties, network)

    monkeypatch.setattr(runs, "solve", noted)
    BaronBot(Random(1), "hard").choose(Table(busy, P0, Limit(seconds=60.0)))
    assert polled and None not in polled


def on_the_pacific(step: str) -> Game:
    """WP has a train but no track; the only hex where it may begin lies in the mountains."""
    position = Position(standard(4), phase="5").company("WP", par=80, shares={0: 6}, money=700, trains="4", operated=True)
    return position.operating_round("WP", step)


@pytest.mark.parametrize("name", ["baron-easy", "baron", "baron-hard"])
def test_a_railroad_that_cannot_run_pays_for_mountains(name: str) -> None:
    assert isinstance(answer(on_the_pacific("two_yellow_track"), name), LayTile)


@pytest.mark.parametrize("name", ["baron-easy", "baron", "baron-hard"])
def test_a_railroad_that_cannot_run_buys_no_second_train(name: str) -> None:
    assert isinstance(answer(on_the_pacific("train"), name), Pass)
