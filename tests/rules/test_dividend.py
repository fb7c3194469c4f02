"""What becomes of the revenue, and how it moves the share value (7.5, 5.5, V-5.2, V-7.1)."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import Pass, PayDividend, Payout
from goldenspike.core.reasons import Reason


def earned(revenue: int, own: int = 5, pool: int = 2, others: dict[int, int] | None = None, **options: object) -> Scene:
    """The PRR has earned so much and must decide."""
    scene = Scene(**options).company("PRR", own=own, pool=pool, others=others, trains="2")
    scene.state.revenues[scene.railroad("PRR")] = revenue
    return scene


def test_dividend_example() -> None:
    """7.5 example, case 80: 50 earned, 50% president, 20% pool, 30% offering: 25 to him, 10 to the treasury."""
    scene = earned(50)
    game = scene.operate("PRR", "dividend")
    bank = scene.cash(game, "bank")
    assert legal(game, scene.dividend())
    game.push(scene.dividend())
    assert (scene.cash(game, 0), scene.cash(game, "PRR")) == (25, 10)
    assert scene.cash(game, "bank") == bank - 35
    assert scene.price(game, "PRR") == 112


def test_all_shareholders_are_paid() -> None:
    """7.5: a tenth for each share, whoever holds it."""
    scene = earned(230, own=4, pool=0, others={1: 3, 2: 1, 3: 2})
    game = scene.operate("PRR", "dividend")
    game.push(scene.dividend())
    assert [scene.cash(game, player) for player in range(4)] == [92, 69, 23, 46]
    assert scene.cash(game, "PRR") == 0


def test_withheld_revenue_goes_to_the_treasury() -> None:
    """7.5, 5.5: all of it, and the share value moves left."""
    scene = earned(50)
    game = scene.operate("PRR", "dividend")
    assert legal(game, scene.dividend(Payout.WITHHOLD))
    game.push(scene.dividend(Payout.WITHHOLD))
    assert (scene.cash(game, 0), scene.cash(game, "PRR")) == (0, 50)
    assert scene.price(game, "PRR") == 90


def test_one_must_decide() -> None:
    """7.5: paying or keeping, no third way; only the president."""
    scene = earned(50).company("NYC", president=1, price=90)
    game = scene.operate("PRR", "dividend")
    assert set(game.legal) == {scene.dividend(), scene.dividend(Payout.WITHHOLD)}
    assert refused(game, Pass(0)) is Reason.NOT_NOW
    assert refused(game, PayDividend(1, scene.railroad("PRR"), Payout.PAY)) is Reason.NOT_PRESIDENT
    assert refused(game, PayDividend(1, scene.railroad("NYC"), Payout.PAY)) is Reason.NOT_OPERATING


@pytest.mark.parametrize(("par", "after"), [(100, 90), (90, 82), (82, 76), (76, 71), (71, 67), (67, 65)])
def test_first_turn_moves_the_value_left(par: int, after: int) -> None:
    """5.5, 7.4 note, case 47: a railroad without a train pays nothing; nobody is asked."""
    scene = Scene().company("PRR", price=par, home=False)
    game = scene.start_round()
    game.push(Pass(0))
    game.push(Pass(0))
    assert scene.step(game) == "train"
    assert scene.price(game, "PRR") == after


# Row and column of the market, what a dividend makes of the value, what withholding does.
@pytest.mark.parametrize(
    ("price", "column", "paid", "withheld"),
    [
        (60, 0, 67, 53),  # top left: down
        (10, 1, 20, 10),  # at the left end of its row with nothing below: stays
        (100, 10, 110, 90),  # row 5, last box: up
        (80, 9, 90, 75),  # row 6, last box: up
        (350, 18, 350, 325),  # the top of the market stays
        (300, 18, 350, 280),  # the end of the second row: up
        (40, 6, 50, 30),  # the lowest row, last box
    ],
)
def test_edges_of_the_market(price: int, column: int, paid: int, withheld: int) -> None:
    """5.5, case 45: at the end of a row up, at its start down, as far as the market goes."""
    for payout, after in ((Payout.PAY, paid), (Payout.WITHHOLD, withheld)):
        scene = earned(100)
        scene.state.cells[scene.railroad("PRR")] = scene.cell(price, column)
        game = scene.operate("PRR", "dividend")
        game.push(scene.dividend(payout))
        assert scene.price(game, "PRR") == after


@pytest.mark.parametrize(
    ("revenue", "rises"),
    [(90, False), (100, True), (110, True)],
)
def test_rise_needs_a_dividend_of_the_share_value(revenue: int, rises: bool) -> None:
    """V-5.2 and ruling: the value rises only if the total distributed reaches it; otherwise it stays."""
    scene = earned(revenue, rise_needs_dividend=True)
    game = scene.operate("PRR", "dividend")
    game.push(scene.dividend())
    assert scene.price(game, "PRR") == (112 if rises else 100)
    assert scene.cash(game, 0) == revenue // 2
    scene = earned(revenue)
    game = scene.operate("PRR", "dividend")
    game.push(scene.dividend())
    assert scene.price(game, "PRR") == 112, "without the option any dividend will do"


def test_no_split_unless_the_table_plays_it() -> None:
    """V-7.1: an option."""
    scene = earned(50)
    game = scene.operate("PRR", "dividend")
    assert refused(game, scene.dividend(Payout.SPLIT)) is Reason.NO_SPLIT


@pytest.mark.parametrize(
    ("revenue", "each"),
    [(100, 5), (50, 3), (70, 4), (10, 1)],
)
def test_split_revenue(revenue: int, each: int) -> None:
    """V-7.1 and ruling, case 105: half per share, rounded up; the rest to the treasury; the value stays."""
    scene = earned(revenue, own=5, pool=2, others={1: 1}, split_revenue=True)
    game = scene.operate("PRR", "dividend")
    assert legal(game, scene.dividend(Payout.SPLIT))
    game.push(scene.dividend(Payout.SPLIT))
    assert (scene.cash(game, 0), scene.cash(game, 1)) == (5 * each, each)
    assert scene.cash(game, "PRR") == revenue - 10 * each + 2 * each
    assert scene.price(game, "PRR") == 100


def test_unfloated_railroads_do_not_move() -> None:
    """Note to 5.3, case 46: a railroad that has not floated has no operating turn and its value stays."""
    scene = Scene().company("PRR", own=2).company("NYC", president=1, price=90)
    scene.state.floated[scene.railroad("PRR")] = scene.state.funded[scene.railroad("PRR")] = False
    game = scene.start_round()
    assert scene.operating(game) == "NYC"
    while game.state.operating_round:
        game.push(Pass(1))
    assert scene.price(game, "PRR") == 100
    assert scene.price(game, "NYC") == 82
