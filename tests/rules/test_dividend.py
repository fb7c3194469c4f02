"""What becomes of the revenue, and how it moves the share value (7.5, 5.5, V-5.2, V-7.1)."""

from collections.abc import Mapping
from typing import Any

import pytest

from goldenspike.core.actions import Pass, PayDividend, Payout
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of, operating_company, pay_dividend, price_of, step_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.testing.names import Who
from goldenspike.titles.g1830 import classic
from players import P0, P1

MOST: Mapping[Who, int] = {0: 5, "pool": 2}


def earned(revenue: int, shares: Mapping[Who, int] = MOST, cell: tuple[int, int] = (1, 7), **options: Any) -> Position:
    """The PRR has earned so much and must decide."""
    return Position(classic(**options), money=0).company("PRR", shares=shares, cell=cell, trains="2", revenue=revenue)


def test_dividend_example() -> None:
    """7.5 example, case 80: 50 earned, 50% president, 20% pool, 30% offering: 25 to him, 10 to the treasury."""
    position = earned(50)
    game = position.operating_round("PRR", "dividend")
    bank = money_of(game, "bank")
    allowed(game, pay_dividend(game))
    game.push(pay_dividend(game))
    assert (money_of(game, 0), money_of(game, "PRR")) == (25, 10)
    assert money_of(game, "bank") == bank - 35
    assert price_of(game, "PRR") == 112


def test_all_shareholders_are_paid() -> None:
    """7.5: a tenth for each share, whoever holds it."""
    position = earned(230, {0: 4, 1: 3, 2: 1, 3: 2})
    game = position.operating_round("PRR", "dividend")
    game.push(pay_dividend(game))
    assert [money_of(game, player) for player in range(4)] == [92, 69, 23, 46]
    assert money_of(game, "PRR") == 0


def test_withheld_revenue_goes_to_the_treasury() -> None:
    """7.5, 5.5: all of it, and the share value moves left."""
    position = earned(50)
    game = position.operating_round("PRR", "dividend")
    allowed(game, pay_dividend(game, Payout.WITHHOLD))
    game.push(pay_dividend(game, Payout.WITHHOLD))
    assert (money_of(game, 0), money_of(game, "PRR")) == (0, 50)
    assert price_of(game, "PRR") == 90


def test_one_must_decide() -> None:
    """7.5: paying or keeping, no third way; only the president."""
    position = earned(50).company("NYC", president=1, par=90)
    game = position.operating_round("PRR", "dividend")
    assert set(game.legal) == {pay_dividend(game), pay_dividend(game, Payout.WITHHOLD)}
    refused(game, Pass(P0), Reason.NOT_NOW)
    refused(game, PayDividend(P1, position.setup.company_index["PRR"], Payout.PAY), Reason.NOT_PRESIDENT)
    refused(game, PayDividend(P1, position.setup.company_index["NYC"], Payout.PAY), Reason.NOT_OPERATING)


@pytest.mark.parametrize(("par", "after"), [(100, 90), (90, 82), (82, 76), (76, 71), (71, 67), (67, 65)])
def test_first_turn_moves_the_value_left(par: int, after: int) -> None:
    """5.5, 7.4 note, case 47: a railroad without a train pays nothing; nobody is asked."""
    position = Position(classic(), money=0).company("PRR", par=par, operated=False)
    game = position.start_operating_round()
    game.push(Pass(P0))
    game.push(Pass(P0))
    assert step_of(game) == "train"
    assert price_of(game, "PRR") == after


# Row and column of the market, what a dividend makes of the value, what withholding does.
@pytest.mark.parametrize(
    ("cell", "paid", "withheld"),
    [
        ((1, 1), 67, 53),  # 60, top left: down
        ((9, 2), 20, 10),  # 10, at the left end of its row with nothing below: stays
        ((5, 11), 110, 90),  # 100, row 5, last box: up
        ((6, 10), 90, 75),  # 80, row 6, last box: up
        ((1, 19), 350, 325),  # 350, the top of the market, stays
        ((2, 19), 350, 280),  # 300, the end of the second row: up
        ((11, 7), 50, 30),  # 40, the lowest row, last box
    ],
)
def test_edges_of_the_market(cell: tuple[int, int], paid: int, withheld: int) -> None:
    """5.5, case 45: at the end of a row up, at its start down, as far as the market goes."""
    for payout, after in ((Payout.PAY, paid), (Payout.WITHHOLD, withheld)):
        position = earned(100, cell=cell)
        game = position.operating_round("PRR", "dividend")
        game.push(pay_dividend(game, payout))
        assert price_of(game, "PRR") == after


@pytest.mark.parametrize(
    ("revenue", "rises"),
    [(90, False), (100, True), (110, True)],
)
def test_rise_needs_a_dividend_of_the_share_value(revenue: int, rises: bool) -> None:
    """V-5.2 and ruling: the value rises only if the total distributed reaches it; otherwise it stays."""
    position = earned(revenue, rise_needs_dividend=True)
    game = position.operating_round("PRR", "dividend")
    game.push(pay_dividend(game))
    assert price_of(game, "PRR") == (112 if rises else 100)
    assert money_of(game, 0) == revenue // 2
    position = earned(revenue)
    game = position.operating_round("PRR", "dividend")
    game.push(pay_dividend(game))
    assert price_of(game, "PRR") == 112, "without the option any dividend will do"


def test_no_split_unless_the_table_plays_it() -> None:
    """V-7.1: an option."""
    position = earned(50)
    game = position.operating_round("PRR", "dividend")
    refused(game, pay_dividend(game, Payout.SPLIT), Reason.NO_SPLIT)


@pytest.mark.parametrize(
    ("revenue", "each"),
    [(100, 5), (50, 3), (70, 4), (10, 1)],
)
def test_split_revenue(revenue: int, each: int) -> None:
    """V-7.1 and ruling, case 105: half per share, rounded up; the rest to the treasury; the value stays."""
    position = earned(revenue, {0: 5, 1: 1, "pool": 2}, split_revenue=True)
    game = position.operating_round("PRR", "dividend")
    allowed(game, pay_dividend(game, Payout.SPLIT))
    game.push(pay_dividend(game, Payout.SPLIT))
    assert (money_of(game, 0), money_of(game, 1)) == (5 * each, each)
    assert money_of(game, "PRR") == revenue - 10 * each + 2 * each
    assert price_of(game, "PRR") == 100


def test_unfloated_railroads_do_not_move() -> None:
    """Note to 5.3, case 46: a railroad that has not floated has no operating turn and its value stays."""
    position = Position(classic(), money=0).company("PRR", shares={0: 2}).company("NYC", president=1, par=90)
    game = position.start_operating_round()
    assert operating_company(game) == "NYC"
    while game.state.operating_round:
        game.push(Pass(P1))
    assert price_of(game, "PRR") == 100
    assert price_of(game, "NYC") == 82
