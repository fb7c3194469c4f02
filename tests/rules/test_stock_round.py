"""Turns, passes and the priority card in a stock round (6.0), and what may be done when it is not one's turn."""

import pytest

from goldenspike.core.actions import Accept, BuyPrivate, BuyShare, ExchangePrivate, Pass, SellShares, StartCompany
from goldenspike.core.events import Passed, PriorityMoved, RoundStarted, TurnEnded
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE
from goldenspike.core.reasons import Reason
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1830 import classic
from helpers import after_auction
from names_1830 import MH, PRR, SV
from players import P0, P1, P2, P3


def test_the_priority_card_begins() -> None:
    """2.0, 6.0: in the first stock round too."""
    game = after_auction(4)
    assert game.state.priority == game.state.turn == 2
    assert game.actors == (2,)


def test_a_turn_ends_with_a_pass() -> None:
    """6.0: after buying one may still sell, so the player says when he is done; that is no pass."""
    game = Position(classic()).stock_round()
    assert play(game, StartCompany(P0, PRR, 67), Pass(P0))[-1] == TurnEnded(P0)
    assert (game.state.passes, game.actors) == (0, (1,))
    assert play(game, Pass(P1)) == [Passed(P1)]
    assert (game.state.passes, game.actors) == (1, (2,))


def test_the_round_ends_when_all_pass_in_a_row() -> None:
    """6.0, case 37: not before, and whoever passed may act again."""
    game = Position(classic()).company("PRR", shares={0: 2}, par=67).stock_round()
    passes(game, 3)
    play(game, BuyShare(P3, PRR, BANK), Pass(P3))
    assert game.state.passes == 0
    passes(game, 2)
    play(game, BuyShare(P2, PRR, BANK), Pass(P2))
    happened = passes(game, 4)
    assert RoundStarted(RoundKind.OPERATING, 2, 1) in happened


@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_operating_rounds_after_a_stock_round(phase: str, rounds: int) -> None:
    """2.0, 3.0: the phase at the end of the stock round decides how many follow, and then comes the next stock round."""
    game = Position(classic(), phase=phase).company("PRR", shares={0: 6}, par=67, stations="H12").stock_round()
    number = game.state.round_number
    happened = list(passes(game, 4))
    while game.state.round == RoundKind.OPERATING:
        happened += play(game, Pass(P0))
    started = [(event.kind, event.number, event.operating_round) for event in happened if isinstance(event, RoundStarted)]
    operating = [(RoundKind.OPERATING, number, place) for place in range(1, rounds + 1)]
    assert started == [*operating, (RoundKind.STOCK, number + 1, 0)]


def test_priority_to_the_left_of_the_last_who_acted() -> None:
    """6.0, case 38: a sale counts as well as a purchase."""
    game = Position(classic()).company("PRR", shares={0: 2, 1: 1, 2: 1}, par=67).stock_round()
    play(game, Pass(P0), BuyShare(P1, PRR, BANK), Pass(P1), SellShares(P2, PRR, 1), Pass(P2))
    happened = passes(game, 4)
    assert PriorityMoved(P3) in happened
    assert (game.state.priority, game.state.turn, game.state.round_number) == (3, 3, 3)


def test_nobody_acts() -> None:
    """6.0, case 37: the card stays."""
    game = Position(classic()).stock_round(1)
    happened = passes(game, 4)
    assert not any(isinstance(event, PriorityMoved) for event in happened)
    assert (game.state.priority, game.state.turn, game.state.round_number) == (1, 1, 3)


def test_an_exchange_is_no_action() -> None:
    """T-05 and ruling: MH counts neither for passes nor for the priority card."""
    game = Position(classic()).company("NYC", shares={0: 2}, par=67).private("MH", 1).stock_round()
    passes(game, 3)
    play(game, ExchangePrivate(P1, MH, BANK))
    assert game.state.passes == 3
    happened = passes(game, 1)
    assert RoundStarted(RoundKind.OPERATING, 2, 1) in happened
    assert game.state.priority == 0


def test_an_exchange_in_the_own_turn_is_no_action() -> None:
    """T-05 and ruling: the player has still passed."""
    game = Position(classic()).company("NYC", shares={0: 2}, par=67).private("MH", 0).stock_round()
    assert play(game, ExchangePrivate(P0, MH, BANK), Pass(P0))[-1] == Passed(P0)


def test_a_private_trade_is_no_action() -> None:
    """4.1 and ruling."""
    game = Position(classic()).private("SV", 1).stock_round()
    play(game, BuyPrivate(P0, P0, SV, 30))
    play(game, Accept(P1))
    assert game.state.privates[SV] == 0
    assert play(game, Pass(P0)) == [Passed(P0)]
    assert game.state.last_actor == NONE


def test_what_is_sold_is_forgotten_in_the_next_round() -> None:
    """6.1: the ban on buying back is that of one stock round."""
    game = Position(classic(2)).company("PRR", president=1, shares={0: 2, 1: 2}, par=67).stock_round()
    play(game, SellShares(P0, PRR, 1), Pass(P0))
    passes(game, 2)
    assert game.state.round_number == 3
    assert game.state.sold == [0] * 7
    play(game, Pass(P1))
    allowed(game, BuyShare(P0, PRR, BANK))


def test_only_stock_actions() -> None:
    """2.0: an action of another round is refused."""
    game = Position(classic()).stock_round()
    refused(game, StartCompany(P1, PRR, 67), Reason.NOT_YOUR_TURN, 1)
    refused(game, Pass(P2), Reason.NOT_YOUR_TURN, 2)
