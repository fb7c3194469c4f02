"""Starting money, bank and seats (1.2, C-2.1, V-1.1, V-1.3)."""

from math import factorial

import pytest

from goldenspike.core.actions import BuyFromBank, DrawSeats, Pass
from goldenspike.core.events import PriorityMoved, RoundStarted, SeatsDrawn
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.options import Seating
from goldenspike.core.reasons import Reason
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.checks import play, refused
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import BankSize
from helpers import after_auction, holds_together
from names_1830 import SV
from players import P0, P1, P2, P3, P4


@pytest.mark.parametrize(
    ("players", "each", "bank"),
    [(2, 1200, 9600), (3, 800, 9600), (4, 600, 9600), (5, 480, 9600), (6, 400, 9600), (7, 350, 9550)],
)
def test_starting_money(players: int, each: int, bank: int) -> None:
    """1.2, case 1: 2400 split evenly (2450 for seven), the rest of the 12,000 in the bank."""
    game = Position(classic(players)).auction()
    assert game.state.money[:players] == [each] * players
    assert game.state.money[players:BANK] == [0] * (BANK - players)
    assert game.state.money[BANK] == bank
    holds_together(game)


@pytest.mark.parametrize(("size", "total"), [(BankSize.SHORT, 4500), (BankSize.FULL, 12000), (BankSize.EXTENDED, 20000)])
def test_size_of_the_bank(size: BankSize, total: int) -> None:
    """V-1.3: a short or an extended game has less or more money in the bank."""
    game = Position(classic(bank=size)).auction()
    assert game.state.money[BANK] == total - 2400
    assert sum(game.state.money) == total


@pytest.mark.parametrize("players", range(2, 8))
def test_all_private_companies_can_be_bought_by_any_number_of_players(players: int) -> None:
    """1.2, C-2.2: from the first purchase to the first stock round, with two to seven players."""
    game = after_auction(players)
    assert game.state.round == RoundKind.STOCK and game.state.round_number == 1
    assert all(owner < players for owner in game.state.privates)
    holds_together(game)


def test_seats_are_drawn_first() -> None:
    """C-2.1: the draw is an action of chance; the player with the first marker takes the priority card."""
    game = Game(classic(4))
    assert game.actors == (CHANCE,)
    assert len(list(game.legal)) == factorial(4)
    assert not game.legal_for(P0)
    assert all(seats in game.legal for seats in game.legal)
    refused(game, Pass(P0), Reason.NOT_NOW)
    happened = play(game, DrawSeats((P2, P0, P3, P1)))
    assert happened == [SeatsDrawn((P2, P0, P3, P1)), RoundStarted(RoundKind.AUCTION, 0, 0), PriorityMoved(P2)]
    assert game.state.seating == (2, 0, 3, 1)
    assert game.state.priority == 2
    assert game.actors == (2,)
    seen = []
    for _ in range(5):
        seen.append(game.state.turn)
        game.push(Pass(game.state.turn))
    assert seen == [2, 0, 3, 1, 2]


@pytest.mark.parametrize("seats", [(P0, P1, P2), (P0, P1, P2, P2), (P0, P1, P2, P4), (P0, P1, P2, P3, P3)])
def test_a_draw_gives_each_player_one_seat(seats: tuple[Player, ...]) -> None:
    """C-2.1: one marker for each player."""
    refused(Game(classic(4)), DrawSeats(seats), Reason.BAD_SEATS)


def test_free_seating_needs_no_draw() -> None:
    """V-1.1: the players sit as they like and the auction begins at once."""
    game = Game(classic(4, seating=Seating.FREE))
    assert game.actors == (0,)
    assert BuyFromBank(P0, SV) in game.legal
    refused(game, DrawSeats((P0, P1, P2, P3)), Reason.NOT_NOW)
