"""The one door: a change never reaches the state before, and every change is told."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from goldenspike.core.events import BankBroke, BidMade, Paid, PresidentChanged, PriceMoved, ShareMoved, Why
from goldenspike.core.holders import BANK, MOST_PLAYERS, NOBODY, POOL, treasury
from goldenspike.core.ids import Company, Train
from goldenspike.core.interrupts import DiscardNeeded, ParPriceNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import BankBreaks
from goldenspike.core.state import State
from goldenspike.testing import Position
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Diesels
from helpers import after_auction, cell_at
from names_1830 import BNO, CO, DH, NYC, PRR
from players import P0, P1, P2, P3


def open_ledger(before: State, **options: Any) -> Ledger:
    return Ledger(classic(**options), before.copy(), before)


def contents(state: State) -> dict[str, object]:
    """Everything in a state, lists copied."""
    values = {field.name: getattr(state, field.name) for field in fields(State) if field.name != "networks"}
    return {name: value.copy() if isinstance(value, list) else value for name, value in values.items()}


VERBS: list[Callable[[Any], None]] = [
    lambda ledger: ledger.pay(BANK, 0, 10, Why.SHARE),
    lambda ledger: ledger.move_shares(BNO, BANK, 0, 1),
    lambda ledger: ledger.set_president(BNO, 2),
    lambda ledger: ledger.set_par(PRR, 90),
    lambda ledger: ledger.move_price(BNO, cell_at(1, 8)),
    lambda ledger: ledger.float_company(BNO),
    lambda ledger: ledger.fund_company(BNO),
    lambda ledger: ledger.note_sale(0, BNO, 100),
    lambda ledger: ledger.move_private(DH, 0, 10),
    lambda ledger: ledger.note_trade(DH, 0),
    lambda ledger: ledger.close_private(DH),
    lambda ledger: ledger.use_power(DH),
    lambda ledger: ledger.set_bid(0, DH, 75),
    lambda ledger: ledger.move_train(0, BANK, treasury(PRR), 80),
    lambda ledger: ledger.retire_trains(0, BANK),
    lambda ledger: ledger.lay_tile(PRR, ledger.setup.hex_index["H10"], ledger.setup.face_of_tile(6, 1), 0),
    lambda ledger: ledger.place_token(PRR, ledger.setup.hex_index["H12"], 0, 0),
    lambda ledger: ledger.note_token(PRR, True),
    lambda ledger: ledger.set_revenue(PRR, 50),
    lambda ledger: ledger.mark_done(PRR),
    lambda ledger: ledger.mark_operated(PRR),
    lambda ledger: ledger.set_priority(0),
    lambda ledger: ledger.push_interrupt(DiscardNeeded(P1, Company(2))),
    lambda ledger: ledger.set_seating((3, 2, 1, 0)),
]


@pytest.mark.parametrize("verb", VERBS)
def test_the_state_before_stays_as_it_was(verb: Callable[[Any], None]) -> None:
    """Lists are shared between states until they change."""
    before = after_auction(4).state
    kept = contents(before)
    ledger = open_ledger(before)
    verb(ledger)
    assert contents(before) == kept
    assert ledger.state != before


def test_a_list_is_copied_only_once() -> None:
    before = after_auction(4).state
    ledger = open_ledger(before)
    ledger.pay(BANK, P0, 10, Why.SHARE)
    mine = ledger.state.money
    ledger.pay(P0, BANK, 5, Why.SHARE)
    assert ledger.state.money is mine is not before.money
    assert ledger.state.shares is before.shares


def test_payments_are_told_and_nothing_is_not() -> None:
    ledger = open_ledger(after_auction(4).state)
    ledger.pay(P0, P1, 0, Why.SHARE)
    assert ledger.events == []
    ledger.pay(P0, P1, 7, Why.SHARE)
    assert ledger.events == [Paid(P0, P1, 7, Why.SHARE)]


@pytest.mark.parametrize(("option", "left", "breaks"), [("AT_ZERO", 0, True), ("AT_ZERO", 1, False)])
def test_the_bank_breaks_at_zero(option: str, left: int, breaks: bool) -> None:
    """8.0 and ruling: exactly nothing left counts as run out."""
    before = after_auction(4).state
    ledger = open_ledger(before, bank_breaks=BankBreaks[option])
    ledger.pay(BANK, P0, before.money[BANK] - left, Why.DIVIDEND)
    assert (BankBroke() in ledger.events) is ledger.state.bank_broken is breaks


def test_the_bank_breaks_below_zero_by_option() -> None:
    """Option bank_breaks; it is told once, and payments go on."""
    before = after_auction(4).state
    ledger = open_ledger(before, bank_breaks=BankBreaks.BELOW_ZERO)
    ledger.pay(BANK, P0, before.money[BANK], Why.DIVIDEND)
    assert BankBroke() not in ledger.events
    ledger.pay(BANK, P0, 1, Why.DIVIDEND)
    ledger.pay(BANK, P0, 1, Why.DIVIDEND)
    assert ledger.state.bank_broken and ledger.state.money[BANK] == -2
    assert ledger.events.count(BankBroke()) == 1


def test_prices_and_stacks() -> None:
    """5.5: a newcomer under the others; standing still is no move."""
    game = Position(classic()).company("PRR", shares={0: 2}).company("NYC", shares={0: 2}, par=90).stock_round()
    ledger = Ledger(game.setup, game.state.copy(), game.state)
    ledger.move_price(PRR, cell_at(1, 7))
    assert ledger.events == [] and ledger.state.market_order == (PRR, NYC)
    ledger.move_price(PRR, cell_at(2, 7))
    assert ledger.events == [PriceMoved(PRR, 100, 90)]
    assert ledger.state.market_order == (NYC, PRR)


def test_shares_and_presidents() -> None:
    ledger = open_ledger(after_auction(4).state)
    ledger.move_shares(BNO, BANK, POOL, 2, 90)
    ledger.set_president(BNO, P3)
    assert ledger.events == [ShareMoved(BNO, BANK, POOL, 2, 90), PresidentChanged(BNO, P3)]
    assert (ledger.state.units(BNO, POOL), ledger.state.presidents[BNO]) == (2, 3)


def test_bids() -> None:
    """C-2.2.1: taking a bid back is no news."""
    ledger = open_ledger(Position(classic()).auction().state)
    ledger.set_bid(P2, DH, 75)
    ledger.set_bid(P2, DH, 0)
    assert ledger.events == [BidMade(P2, DH, 75)]
    assert ledger.state.bids == [0] * (6 * MOST_PLAYERS)


def test_each_railroad_sold_is_noted_once_and_the_last_sold_last() -> None:
    """6.1, C-2.3.2: what a block brings is looked up by its railroad, what the last sale brought at the end."""
    ledger = open_ledger(after_auction(4).state)
    ledger.note_sale(P1, BNO, 100)
    ledger.note_sale(P1, CO, 67)
    ledger.note_sale(P1, BNO, 90)
    assert ledger.state.sale_prices == ((CO, 67), (BNO, 90))
    assert ledger.state.sold[1] == 1 << BNO | 1 << CO
    ledger.forget_sales()
    assert ledger.state.sold == [0] * MOST_PLAYERS


def test_unlimited_trains_never_run_out() -> None:
    """V-1.7: the bank's number stays."""
    game = Position(classic(diesels=Diesels.UNLIMITED)).auction()
    diesel, types = game.setup.train_index["D"], len(game.setup.title.trains)
    ledger = Ledger(game.setup, game.state.copy(), game.state)
    before = ledger.state.trains[BANK * types + diesel]
    ledger.move_train(diesel, BANK, treasury(PRR), 1100)
    assert ledger.state.trains[BANK * types + diesel] == before
    assert ledger.state.trains[treasury(PRR) * types + diesel] == 1


def test_tiles_go_back_to_the_supply() -> None:
    """7.2.2, case 60: the tile that lay there may be used again at once."""
    game = Position(classic()).tile("H10", "57", 1).auction()
    setup = game.setup
    yellow, green = setup.tile_index["A7"], setup.tile_index["B35"]
    counts = setup.title.tile_counts
    ledger = Ledger(setup, game.state.copy(), game.state)
    ledger.lay_tile(PRR, setup.hex_index["H10"], setup.face_of_tile(green, 1), 0)
    assert ledger.state.supply[yellow] == counts[yellow]
    assert ledger.state.supply[green] == counts[green] - 1


def test_pending_questions_are_a_stack() -> None:
    ledger = open_ledger(Position(classic()).auction().state)
    ledger.push_interrupt(ParPriceNeeded(P1, Company(2)))
    ledger.push_interrupt(DiscardNeeded(P2, Company(3)))
    assert ledger.pop_interrupt() == DiscardNeeded(P2, Company(3))
    assert ledger.state.pending == (ParPriceNeeded(P1, Company(2)),)


def test_priority_is_told_only_when_it_moves() -> None:
    ledger = open_ledger(Position(classic()).auction().state)
    ledger.set_priority(P0)
    assert ledger.events == []
    ledger.set_priority(P3)
    assert len(ledger.events) == 1


def test_retired_trains_leave_the_game() -> None:
    ledger = open_ledger(Position(classic()).auction().state)
    types = len(ledger.setup.title.trains)
    assert ledger.retire_trains(Train(0), BANK) == 6
    assert ledger.state.trains[NOBODY * types] == 6
    assert ledger.retire_trains(Train(0), BANK) == 0
