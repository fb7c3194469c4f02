"""Playing a game between bots."""

from collections.abc import Sequence, Set
from random import Random

from goldenspike.bots.base import Bot, Table
from goldenspike.bots.chance import draw
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player

MOST_ACTIONS = 20_000
"""A longer game is assumed never to end."""


def seat_bots(names: Sequence[str], players: int, seed: int, number: int) -> list[Bot]:
    """A bot for each player; the names go round the table and move on one seat from game to game."""
    return [make_bot(names[(player + number) % len(names)], f"{seed}/{number}/{player}") for player in range(players)]


def next_action(game: Game, bots: Sequence[Bot], rng: Random) -> Action:
    """The next action of a game: a random draw, an action out of turn, or one of a player to move."""
    action = unasked_action(game, bots, rng)
    if action is not None:
        return action
    actor = choose_actor(game, rng)
    return bots[actor].choose(Table(game, actor))


def unasked_action(game: Game, bots: Sequence[Bot], rng: Random, silent: Set[int] = frozenset()) -> Action | None:
    """A random draw, or an action out of turn; None if a player is to move. The bots of `silent` seats never act out of turn."""
    actors = game.actors
    if actors == (CHANCE,):
        return draw(game, rng)
    for player in game.state.seating:
        if player not in actors and player not in silent:
            action = bots[player].interject(Table(game, player))
            if action is not None:
                return action
    return None


def choose_actor(game: Game, rng: Random) -> Player:
    """Who moves next; where several may, the order does not matter."""
    actors = game.actors
    return actors[0] if len(actors) == 1 else rng.choice(actors)
