"""What a bot is shown: worked out when it asks, but always about the position in which it was asked."""

from goldenspike.bots.base import Table
from goldenspike.core.actions import BuyFromBank
from goldenspike.core.game import Game
from goldenspike.testing import Position
from goldenspike.titles.g1830 import classic
from names_1830 import SV
from players import P0


def test_a_table_stays_in_its_position_when_the_game_goes_on() -> None:
    game = Position(classic(3)).auction()
    then = Table(Game(game.setup, game.state), P0)
    late = Table(game, P0)
    game.push(BuyFromBank(P0, SV))
    assert late.actions == then.actions and late.actions
    assert late.offers == then.offers and late.offers
    assert late.state == then.state and late.turn == then.turn
    assert late.view == then.view and late.visibility == then.visibility
