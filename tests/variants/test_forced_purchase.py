"""A train that must be bought and cannot be paid: a loan or forced sales, in either game (C-2.3, 7.6.2, 7.7, case 97)."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import DeclareBankruptcy, Pass
from goldenspike.core.options import ForcedPurchase
from goldenspike.core.reasons import Reason


def short_of_money(version: str, rule: ForcedPurchase) -> Scene:
    """8.0: the B&M has 310, its president 673, and only diesels are left."""
    scene = Scene(version=version, forced_purchase=rule).phase("6", bank="D D D D D D")
    return scene.company("B&M", own=2, others={1: 5}, money=310).money(0, 673)


@pytest.mark.parametrize("version", ["classic", "base", "s1"])
def test_the_bank_lends_the_rest(version: str) -> None:
    """7.6.2, case 97: 1100 - 310 - 673 = 117 (in S-1 a diesel costs 900, and nothing is missing)."""
    scene = short_of_money(version, ForcedPurchase.RECEIVERSHIP)
    game = scene.operate("B&M", "train")
    assert refused(game, Pass(0)) is Reason.MUST_BUY_TRAIN
    assert refused(game, scene.sell("B&M", 1)) is Reason.NO_FORCED_SALE
    game.push(scene.buy_train("D"))
    price = scene.buy_train("D").price
    assert game.state.loans[scene.railroad("B&M")] == max(0, price - 310 - 673)
    assert scene.cash(game, 0) == max(0, 310 + 673 - price)


@pytest.mark.parametrize("version", ["classic", "base"])
def test_or_the_president_is_bankrupt(version: str) -> None:
    """C-2.4: with shares that may not be sold."""
    scene = short_of_money(version, ForcedPurchase.BANKRUPTCY)
    game = scene.operate("B&M", "train")
    assert refused(game, scene.buy_train("D")) is Reason.NOT_ENOUGH_MONEY
    assert legal(game, DeclareBankruptcy(0))
    game.push(DeclareBankruptcy(0))
    assert game.is_over
