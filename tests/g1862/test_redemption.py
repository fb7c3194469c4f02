"""Redemption (Aktienrückkauf; cases 40 to 43 of part 2)."""

import pytest

from goldenspike.core.actions import BuyShare, Pass, Redeem, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificates_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.testing.names import Who
from goldenspike.titles.g1862 import standard
from goldenspike.titles.g1862.rules.redemption import notes_range, redemption_cost
from names_1862 import CP, CPR
from players import P0, P1, P2


def example(phase: str = "3", money: int = 0, price: int = 100) -> Game:
    """The book's example: A 30% + 10%, B 20%, C 10%, bank 10%, pool 20%."""
    position = Position(standard(4), phase=phase).company(
        "CP", shares={0: 4, 1: 2, 2: 1, "pool": 2}, par=price, money=money, stations="C30"
    )
    return position.operating_round("CP", "redemption")


def test_the_example_with_its_exact_numbers() -> None:
    """Case 40: needs 500; a note of 900 pays 540; 40 stay; A 20% and 200, B 10% and 100, C 5% and 50, bank 50 + 100."""
    game = example()
    assert redemption_cost(game.setup, game.state, CP) == 500
    bank = game.state.money[BANK]
    play(game, Redeem(P0, CP, 900))
    state = game.state
    assert state.notes[2] == 900
    assert money_of(game, "CP") == 40
    assert state.money[:3] == [600 + 200, 600 + 100, 600 + 50]
    assert state.money[BANK] == bank - 540 + 50 + 100
    assert [state.units(CP, holder) * 5 for holder in (P0, P1, P2, BANK, POOL)] == [20, 10, 5, 5, 10]
    assert [certificates_of(game.setup, state, player, CP) for player in (P0, P1, P2)] == [3, 2, 1]


def test_it_is_the_last_step_of_the_turn_and_once_a_company() -> None:
    """Case 40."""
    position = Position(standard(4), phase="3").company("CP", money=0, stations="C30")
    game = position.operating_round("CP", "train")
    refused(game, Redeem(P0, CP, 900), Reason.NOT_NOW)
    play(game, Pass(P0), Redeem(P0, CP, 900))
    done = Position(standard(4), phase="3").company("CP", halved=True, stations="C30").operating_round("CP", "redemption")
    refused(done, Redeem(P0, CP, 900), Reason.REDEEMED_ALREADY)


def test_not_before_green() -> None:
    """Case 40."""
    refused(example("2"), Redeem(P0, CP, 900), Reason.NO_REDEMPTION_YET)
    position = Position(standard(4)).company("CP", money=0, stations="C30")
    game = position.operating_round("CP", "train")
    play(game, Pass(P0))
    assert game.state.operating != 2  # The step asks nothing and the turn is over.


@pytest.mark.parametrize(("phase", "price", "notes", "left"), [("3", 100, 900, 40), ("5", 92, 600, 20), ("8", 100, 600, 40)])
def test_loans_of_60_80_and_90_per_100(phase: str, price: int, notes: int, left: int) -> None:
    """Case 41."""
    game = example(phase, price=price)
    assert notes_range(game.setup, game.state, CP) == (notes, notes)
    play(game, Redeem(P0, CP, notes))
    assert money_of(game, "CP") == left


def test_the_loan_may_be_less_but_never_more() -> None:
    """Case 41: at most what the redemption needs, whatever the company has; at least what it lacks."""
    game = example(money=320)
    assert notes_range(game.setup, game.state, CP) == (300, 900)
    refused(game, Redeem(P0, CP, 200), Reason.BAD_NOTES)
    refused(game, Redeem(P0, CP, 1000), Reason.BAD_NOTES)
    refused(game, Redeem(P0, CP, 350), Reason.BAD_NOTES)
    play(game, Redeem(P0, CP, 300))
    assert money_of(game, "CP") == 0
    rich = example(money=500)
    play(rich, Redeem(P0, CP, 0))
    assert rich.state.notes[2] == 0 and money_of(rich, "CP") == 0


def test_odd_prices_are_rounded_up_for_each_5_per_cent() -> None:
    """Case 33 and its ruling: at 85 it costs 10 × 43."""
    game = example(price=85)
    assert redemption_cost(game.setup, game.state, CP) == 430


def test_30_per_cent_become_10_and_5() -> None:
    """Case 42: one paper more; 20 per cent become 10."""
    position = Position(standard(4), phase="3").company("CP", president=0, shares={0: 3, 1: 3}, stations="C30")
    game = position.operating_round("CP", "redemption")
    assert certificates_of(game.setup, game.state, P0, CP) == 1
    play(game, Redeem(P0, CP, 900))
    assert certificates_of(game.setup, game.state, P0, CP) == 2
    position = Position(standard(4), phase="3").company("CPR", president=0, shares={0: 2, 1: 2, 2: 2}, stations="H1/1")
    game = position.operating_round("CPR", "redemption")
    play(game, Redeem(P0, CPR, 900))
    assert certificates_of(game.setup, game.state, P0, CPR) == 1


def test_a_presidency_then_passes_against_10_per_cent() -> None:
    """Case 42: before, nobody with 20% could have taken it over from a group 1 director."""
    shares: dict[Who, int] = {0: 3, 1: 2, 2: 1}
    before = Position(standard(4), phase="3").company("CP", president=0, shares=shares, stations="C30").stock_round(turn=0)
    refused(before, SellShares(P0, CP, 2), Reason.NO_SUCCESSOR)
    after = (
        Position(standard(4), phase="3")
        .company("CP", president=0, shares=shares, halved=True, stations="C30")
        .stock_round(turn=0)
    )
    play(after, SellShares(P0, CP, 2))
    assert after.state.presidents[2] == 1


def test_one_player_may_hold_all_that_is_outside() -> None:
    """Case 43: 60% of the company is more than the half outside."""
    position = Position(standard(6), phase="3").company("CP", shares={0: 9}, halved=True, stations="C30")
    allowed(position.stock_round(turn=0), BuyShare(P0, CP, BANK))
