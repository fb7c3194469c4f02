"""The script that counts mistakes in games finds those that are made on purpose, and nothing in ordinary moves."""

import sys
from pathlib import Path

import pytest

from goldenspike.core.actions import Action, BuyShare, BuyTrain, PayDividend, Payout, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import POOL, treasury
from goldenspike.testing import Position
from goldenspike.testing.by_name import company
from goldenspike.titles.g1830 import classic
from players import P0

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
from bot_mistakes import BACK, EMPTIED, ONLY_TRAIN, OVER, PRESIDENCY, WITHHELD, Watcher


def found(game: Game, action: Action, watcher: Watcher | None = None) -> list[str]:
    before = game.state
    game.push(action)
    return list((watcher or Watcher(game.setup)).see(before, action, game.state))


@pytest.mark.parametrize(("name", "mistakes"), [("PRR", []), ("NYC", [OVER])])
def test_a_sale_that_does_not_help_is_counted(name: str, mistakes: list[str]) -> None:
    """5.3: with 70% of PRR only a sale of PRR helps."""
    position = Position(classic(3), phase="6", money=100)
    position.company("PRR", shares={0: 7}, par=67, money=900, trains="5 5", revenue=400)
    game = position.company("NYC", shares={1: 6, 0: 3}, money=0, par=100).stock_round(turn=0, number=4)
    assert found(game, SellShares(P0, company(game, name), 1)) == mistakes


@pytest.mark.parametrize(
    ("price", "held", "mistakes"),
    [(1, 0, [ONLY_TRAIN]), (1, 450, []), (120, 0, []), (300, 0, [EMPTIED])],
)
def test_what_is_done_with_a_sisters_train_is_counted(price: int, held: int, mistakes: list[str]) -> None:
    """7.6.2: without its only train NYC must buy a 5 for 450."""
    position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=300)
    game = position.company("NYC", shares={0: 6}, money=held, trains="5").operating_round("PRR", "train")
    prr, nyc = company(game, "PRR"), company(game, "NYC")
    watcher = Watcher(game.setup)
    train = game.setup.train_index["5"]
    assert found(game, BuyTrain(P0, prr, train, treasury(nyc), price), watcher) == mistakes
    position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=300, trains="5 5")
    game = position.company("NYC", shares={0: 6}, money=100).operating_round("NYC", "train")
    assert found(game, BuyTrain(P0, nyc, train, treasury(prr), 50), watcher) == [BACK]


@pytest.mark.parametrize(
    ("trains", "payout", "mistakes"), [("5", Payout.WITHHOLD, [WITHHELD]), ("5", Payout.PAY, []), ("4", Payout.WITHHOLD, [])]
)
def test_withholding_with_a_train_that_stays_is_counted(trains: str, payout: Payout, mistakes: list[str]) -> None:
    position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=400, trains=trains)
    game = position.operating_round("PRR", "dividend", revenue=120)
    assert found(game, PayDividend(P0, company(game, "PRR"), payout)) == mistakes


@pytest.mark.parametrize(("trains", "money", "mistakes"), [("", 300, [PRESIDENCY]), ("", 450, []), ("5", 0, [])])
def test_a_presidency_bought_with_its_debts_is_counted(trains: str, money: int, mistakes: list[str]) -> None:
    """6.4: a fourth share of NYC brings the presidency, and with it the next train."""
    position = Position(classic(3), phase="5", money=390).company("PRR", shares={0: 6}, money=500, trains="5")
    position.company("NYC", shares={1: 3, 0: 3, "pool": 2}, president=1, money=money, par=67, trains=trains, operated=True)
    game = position.stock_round(turn=0, number=4)
    assert found(game, BuyShare(P0, company(game, "NYC"), POOL)) == mistakes
