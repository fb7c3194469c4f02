"""A train that must be bought and cannot be paid: a loan or forced sales, in either game (C-2.3, 7.6.2, 7.7, case 97)."""

import pytest

from goldenspike.core.actions import DeclareBankruptcy, Pass
from goldenspike.core.options import ForcedPurchase
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, money_of, sell_shares
from goldenspike.testing.checks import allowed, refused
from helpers import version_1830
from players import P0


def short_of_money(version: str, rule: ForcedPurchase) -> Position:
    """8.0: the B&M has 310, its president 673, and only diesels are left."""
    position = Position(version_1830(version, forced_purchase=rule), money=0).phase("6", bank="")
    return position.company("B&M", president=0, shares={0: 5, 1: 5}, money=310).money(0, 673)


@pytest.mark.parametrize("version", ["classic", "base", "s1"])
def test_the_bank_lends_the_rest(version: str) -> None:
    """7.6.2, case 97: 1100 - 310 - 673 = 117 (in S-1 a diesel costs 900, and nothing is missing)."""
    position = short_of_money(version, ForcedPurchase.RECEIVERSHIP)
    game = position.operating_round("B&M", "train")
    refused(game, Pass(P0), Reason.MUST_BUY_TRAIN)
    refused(game, sell_shares(game, "B&M", 1), Reason.NO_FORCED_SALE)
    game.push(buy_train(game, "D"))
    price = buy_train(game, "D").price
    assert game.state.loans[position.setup.company_index["B&M"]] == max(0, price - 310 - 673)
    assert money_of(game, 0) == max(0, 310 + 673 - price)


@pytest.mark.parametrize("version", ["classic", "base"])
def test_or_the_president_is_bankrupt(version: str) -> None:
    """C-2.4: with shares that may not be sold."""
    position = short_of_money(version, ForcedPurchase.BANKRUPTCY)
    game = position.operating_round("B&M", "train")
    refused(game, buy_train(game, "D"), Reason.NOT_ENOUGH_MONEY)
    allowed(game, DeclareBankruptcy(P0))
    game.push(DeclareBankruptcy(P0))
    assert game.is_over
