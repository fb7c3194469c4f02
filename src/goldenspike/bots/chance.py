"""Random draws (C-2.1, S-5, S-6)."""

from random import Random

from goldenspike.core.actions import Action, DealPrivates, DrawSeats
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NO_PRIVATE


def draw(game: Game, rng: Random) -> Action:
    """The outcome of the draw that the game waits for.

    Seats and dealt cards are drawn uniformly without listing all permutations.
    """
    setup = game.setup
    kinds = game.steps_now()[0].kinds()
    if DrawSeats in kinds:
        return DrawSeats(tuple(rng.sample(setup.all_players, setup.players)))
    if DealPrivates in kinds:
        cards = list(setup.all_privates)
        cards += [NO_PRIVATE] * (setup.players - len(cards))
        return DealPrivates(tuple(rng.sample(cards, setup.players)))
    return rng.choice(list(game.legal_for(CHANCE)))
