"""Drawing what the rules leave to chance: the only dice in the house (C-2.1)."""

from random import Random

from goldenspike.core.actions import Action, DrawSeats
from goldenspike.core.game import Game


def draw(game: Game, rng: Random) -> Action:
    """The outcome of the draw that the game waits for."""
    seats = list(range(game.setup.players))
    rng.shuffle(seats)
    return DrawSeats(tuple(seats))
