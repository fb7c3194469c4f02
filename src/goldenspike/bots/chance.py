"""Drawing what the rules leave to chance: the only dice in the house (C-2.1)."""

from random import Random

from goldenspike.core.actions import Action, DrawSeats
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.title import RoundKind


def draw(game: Game, rng: Random) -> Action:
    """The outcome of the draw that the game waits for."""
    if game.state.round == RoundKind.SEATING:
        # The same as any of the listed ones, without listing all the orders of seven players.
        return DrawSeats(tuple(rng.sample(range(game.setup.players), game.setup.players)))
    return rng.choice(list(game.legal_for(CHANCE)))
