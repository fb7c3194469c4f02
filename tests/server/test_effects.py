"""What the buttons of trains say beyond their labels: who pays."""

import pytest

from goldenspike.bots.base import Table
from goldenspike.bots.measure import measure
from goldenspike.bots.why import Motive
from goldenspike.core.game import Game
from goldenspike.server.table.effects import effect_of
from goldenspike.server.words import Words
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train
from goldenspike.text import LANGUAGES, Context
from goldenspike.titles.g1830 import base, classic
from names_1830 import BM
from players import P0

NAMES = ("Ada", "Bob", "Cyd", "Dan")


def trainless(money: int, cash: int) -> Game:
    """The PRR of player 0 with a route and no train, in Classic."""
    position = Position(classic(4), phase="5", money=0).company("PRR", president=0, money=money)
    return position.tile("H10", "57", 1).money(0, cash).operating_round("PRR", "train")


def told(game: Game, train: str, language: str = "en") -> str:
    context = Context(game.setup, NAMES)
    return effect_of(game.setup, game.state, buy_train(game, train), Words(language, "1830"), context)


def test_a_train_that_the_treasury_cannot_pay_for() -> None:
    """7.6.2, C-2.3.1: the president pays the rest."""
    game = trainless(money=120, cash=500)
    assert told(game, "5") == "PRR pays $120 from its treasury, Ada $330."
    assert measure(Table(game, P0), buy_train(game, "5")) == Motive(
        "shared_price", (("amount", 120), ("player", P0), ("cost", 330))
    )
    assert told(trainless(money=450, cash=500), "5") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_loan(language: str) -> None:
    """7.6.2 in the base game: the bank lends what the president lacks."""
    position = Position(base(4), phase="6", money=0).company("B&M", president=0, money=310).tile("E23", "53", 1)
    game = position.money(0, 73).operating_round("B&M", "train")
    said = told(game, "6", language)
    price = buy_train(game, "6").price
    assert all(words in said for words in ("B&M", "Ada", "$310", "$73", f"${price - 383}"))
    figure = measure(Table(game, P0), buy_train(game, "6"))
    assert figure is not None and figure.code == "lent_price" and dict(figure.facts)["owed"] == price - 383
    assert game.state.operating == BM
