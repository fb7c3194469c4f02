"""Running a table of bots: who is asked, and what they answer."""

from collections.abc import Sequence
from random import Random

from goldenspike.bots.base import Bot, Table
from goldenspike.bots.chance import draw
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE


def next_action(game: Game, bots: Sequence[Bot], rng: Random) -> Action:
    """What happens next in a game that is not over: chance, somebody out of turn, or one of those it waits for."""
    actors = game.actors
    if actors == (CHANCE,):
        return draw(game, rng)
    for player in game.state.seating:
        if player not in actors:
            action = bots[player].interject(Table(game, player))
            if action is not None:
                return action
    actor = actors[0] if len(actors) == 1 else rng.choice(actors)
    return bots[actor].choose(Table(game, actor))
