"""Revenue, price moves and what they bring (X to XII; cases 31, 32, 34 and 35 of part 2)."""

from typing import Any

from goldenspike.core.actions import DeclareBankruptcy, Pass, PayDividend, Payout, SellShares
from goldenspike.core.events import CompanyClosed, PlayerLeft
from goldenspike.core.holders import BANK, NOBODY
from goldenspike.core.ids import NONE
from goldenspike.core.interrupts import DebtDue
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificate_limit
from goldenspike.core.state import place_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of, price_of, step_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.titles.g1862 import standard
from names_1862 import CP, NYC, NYH
from players import P0, P2


def test_150_after_redemption_pays_8_for_5_per_cent_and_70_to_the_company() -> None:
    """Case 31 (X)."""
    position = Position(standard(4), phase="3").company(
        "CP", shares={0: 4, 1: 3, 2: 2, "pool": 1}, halved=True, notes=900, stations="C30"
    )
    game = position.operating_round("CP", "dividend", revenue=150)
    play(game, PayDividend(P0, CP, Payout.PAY))
    assert game.state.money[:4] == [600 + 32, 600 + 24, 600 + 16, 600]
    assert money_of(game, "CP") == 70


def test_bank_and_pool_shares_pay_the_bank() -> None:
    """Case 32."""
    position = Position(standard(4)).company("CP", shares={0: 4, 1: 2, "pool": 2}, stations="C30")
    game = position.operating_round("CP", "dividend", revenue=100)
    bank = game.state.money[BANK]
    play(game, PayDividend(P0, CP, Payout.PAY))
    assert money_of(game, "CP") == 0
    assert game.state.money[BANK] == bank - 60


def test_after_redemption_the_papers_of_bank_and_pool_leave_their_dividend_there() -> None:
    """Cases 31 and 32: the company has its half, nothing of theirs."""
    position = Position(standard(4), phase="3").company("CP", shares={0: 4, 1: 2, "pool": 2}, halved=True, stations="C30")
    game = position.operating_round("CP", "dividend", revenue=100)
    bank = game.state.money[BANK]
    play(game, PayDividend(P0, CP, Payout.PAY))
    assert money_of(game, "CP") == 50
    assert game.state.money[BANK] == bank - 50 - 30


def test_paying_moves_right_and_at_the_edge_up() -> None:
    """Case 34."""
    for cell, after in (((3, 5), 92), ((3, 16), 280)):
        position = Position(standard(4)).company("CP", cell=cell, stations="C30")
        game = position.operating_round("CP", "dividend", revenue=100)
        play(game, PayDividend(P0, CP, Payout.PAY))
        assert price_of(game, "CP") == after


def test_withholding_moves_left_and_at_the_edge_down() -> None:
    """Case 34."""
    for cell, after in (((3, 5), 80), ((3, 1), 50)):
        position = Position(standard(4)).company("CP", cell=cell, stations="C30")
        game = position.operating_round("CP", "dividend", revenue=100)
        play(game, PayDividend(P0, CP, Payout.WITHHOLD))
        assert price_of(game, "CP") == after
        assert money_of(game, "CP") == 100


def falling(**company: Any) -> Position:
    """CP stands at 20 and will close when it withholds; NYC is somebody else's."""
    position = Position(standard(5), phase="3").company("NYC", shares={1: 4, 0: 3}, stations="F31/0", trains="3")
    return position.company("CP", shares={0: 4, 2: 3, "pool": 1}, cell=(10, 1), stations="C30", trains="3", **company)


def test_at_0_the_company_leaves() -> None:
    """Cases 34 and 35: everything goes out of the game, the stations stay as blocks, the limits shrink."""
    position = falling(money=130)
    game = position.operating_round("CP", "dividend", revenue=20)
    assert certificate_limit(game.setup, game.state) == 18
    events = play(game, PayDividend(P0, CP, Payout.WITHHOLD))
    assert CompanyClosed(CP) in events
    state = game.state
    assert state.closed[CP]
    assert state.money[NOBODY] == 150
    assert state.units(CP, NOBODY) == 10
    assert state.money[:3] == [500, 500, 500]  # Shareholders get nothing.
    assert state.presidents[CP] == NONE
    assert state.tokens.count(place_of(position.setup.hex_index["C30"], 0)) == 1
    assert state.trains[NOBODY * 11 + position.setup.train_index["3"]] == 1
    assert certificate_limit(game.setup, state) == 16
    assert state.operating == 1  # The next company's turn.


def test_notes_are_paid_first_by_the_company_then_by_the_director() -> None:
    """Case 35."""
    position = falling(money=150, notes=400, halved=True)
    game = position.operating_round("CP", "dividend", revenue=50)
    play(game, PayDividend(P0, CP, Payout.WITHHOLD))
    assert game.state.closed[2]
    assert game.state.money[0] == 500 - 200
    assert game.state.money[NOBODY] == 0
    assert not game.state.pending


def test_the_director_sells_shares_for_the_notes() -> None:
    """Case 35: only as many as needed, and no presidency may change."""
    position = falling(money=0, notes=700, halved=True)
    position.company("NYH", president=0, shares={0: 3, 3: 3}, stations="F31/1")
    game = position.operating_round("CP", "dividend", revenue=50)
    play(game, PayDividend(P0, CP, Payout.WITHHOLD))
    assert list(game.state.pending) == [DebtDue(P0, 150)]
    refused(game, SellShares(P0, NYH, 1), Reason.PRESIDENCY_PROTECTED)
    refused(game, SellShares(P0, NYC, 3), Reason.MORE_THAN_NEEDED)
    refused(game, DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)
    play(game, SellShares(P0, NYC, 2))
    assert game.state.money[0] == 50
    assert not game.state.pending
    assert game.state.operating in (0, 1)


def test_or_is_bankrupt() -> None:
    """Case 35."""
    position = falling(money=0, notes=2000, halved=True)
    game = position.operating_round("CP", "dividend", revenue=50)
    play(game, PayDividend(P0, CP, Payout.WITHHOLD), SellShares(P0, NYC, 3))
    assert list(game.legal_for(P0)) == [DeclareBankruptcy(P0)]
    events = play(game, DeclareBankruptcy(P0))
    assert PlayerLeft(P0, -(2000 - 50 - 500 - 300)) in events
    assert game.state.seating == (1, 2, 3, 4)
    assert game.state.operating == 1


def test_whoever_owes_twice_leaves_with_both_debts() -> None:
    """XIII: what he could not pay, for the company that closed first and for the one that his sale closed."""
    position = Position(standard(5), phase="3").money(0, 0)
    position.company("NYC", shares={0: 4, 1: 2}, stations="F31/0", trains="3", cell=(10, 1), halved=True, notes=900)
    position.company("CP", shares={0: 4, 2: 3}, stations="C30", trains="3", cell=(10, 1), halved=True, notes=400)
    game = position.operating_round("CP", "dividend", revenue=20)
    play(game, PayDividend(P0, CP, Payout.WITHHOLD), SellShares(P0, NYC, 1))
    assert game.state.pending == (DebtDue(P0, 370), DebtDue(P0, 900))
    events = play(game, DeclareBankruptcy(P0))
    assert PlayerLeft(P0, -370 - 900) in events
    assert not game.state.pending


def test_a_sale_may_push_a_company_into_0() -> None:
    """XII: any token that lands there; the seller has his money, his turn goes on."""
    game = falling().stock_round(turn=2)
    play(game, SellShares(P2, CP, 1))
    assert game.state.money[2] == 520
    assert game.state.closed[2]
    allowed(game, Pass(P2))


def test_a_company_without_revenue_falls_by_itself() -> None:
    position = Position(standard(4)).company("CP", stations="C30")
    game = position.operating_round("CP", "station")
    play(game, Pass(P0))
    assert price_of(game, "CP") == 92
    assert step_of(game) == "train"
