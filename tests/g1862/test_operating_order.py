"""The order of an operating round (Betriebsrunden; case 21 of part 2)."""

from goldenspike.core.actions import Pass, SellShares
from goldenspike.testing import Position
from goldenspike.testing.checks import passes, play
from goldenspike.titles.g1862 import standard
from names_1862 import NYC
from players import P0


def test_by_price_then_further_right_then_the_top_of_the_stack() -> None:
    """Case 21: 100 in row 2 lies further right than 100 in row 1; of two in one cell the first comes first."""
    position = Position(standard(4)).company("NYH", cell=(1, 5)).company("NYC", president=1, cell=(2, 6))
    position.company("CP", president=2, cell=(1, 5)).company("ATS", president=3, cell=(1, 6))
    game = position.stock_round()
    passes(game, 4)
    assert game.state.order == (5, 1, 0, 2)
    assert game.state.operating == 5


def test_the_order_is_fixed_at_the_start_of_the_round() -> None:
    """Case 21 and its ruling: a forced sale in between changes the price, not the order."""
    position = Position(standard(4), phase="3").company("CP", stations="C30", cell=(1, 6)).money(0, 100)
    position.tiles("C28:9/1 C20:4/1 C18:9/1 C16:57/1")
    position.company("NYC", president=1, shares={1: 3, 0: 3}, cell=(1, 5), trains="3")
    position.company("ATS", president=2, cell=(2, 5), trains="3")
    game = position.operating_round("CP", "train")
    play(game, SellShares(P0, NYC, 1))
    assert game.state.order == (2, 1, 5)
    buy = next(iter(game.legal_for(P0)))
    play(game, buy, Pass(P0), Pass(P0))
    assert game.state.operating == 1
