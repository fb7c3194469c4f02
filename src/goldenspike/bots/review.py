"""Looking at a move that was made: would the baron have made it, and how much better does it think its own is?

Both moves are played on in the mind from what the seat could know, with the same guesses and the same dice, for one, two, three
and four operating rounds. What comes out is an opinion, not a proof: quick players finish every playout, and the baron's values
judge where it ends. How far the opinions of the shorter and the longer looks lie apart is told with it.
"""

from dataclasses import dataclass
from math import sqrt
from random import Random

from goldenspike.bots.baron.character import CHARACTERS
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.playout import QuickSurveyor
from goldenspike.bots.baron.worth import standing, worth_of_players
from goldenspike.bots.base import Bot, Table
from goldenspike.bots.chance import draw
from goldenspike.bots.greedy import GreedyBot
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.title import RoundKind

HORIZONS = (1, 2, 3, 4)
"""How many operating rounds the playouts go on."""
MOST_ACTIONS = 1_000
"""No playout goes on for longer: a safeguard, not a horizon."""
GUESSES = 2
"""Playouts for each horizon, with other dice."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the bot would have done, and by how much it prefers that, in dollars at the end of the game."""

    action: Action
    gain: float
    scatter: float
    """How far the playouts lie apart: the standard deviation, not the smaller error of their mean, since they are akin."""


def review(bot: Bot, table: Table, action: Action, seed: str) -> Verdict | None:
    """What the bot would have done instead; None if it agrees or the moves cannot be compared."""
    wanted = bot.choose(table)
    if wanted == action:
        return None
    gains = compare(table, action, wanted, seed)
    if len(gains) < 2:
        return None
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return Verdict(wanted, mean, sqrt(variance))


def compare(table: Table, made: Action, wanted: Action, seed: str) -> list[float]:
    """By how much the second move ends better than the first, once for each look in which both are possible."""
    surveyor = QuickSurveyor(table.setup)
    gains: list[float] = []
    for sample, rounds in enumerate(HORIZONS * GUESSES):
        ends: list[float] = []
        for action in (made, wanted):
            rng = Random(f"{seed}:{sample}")
            game = imagine(table, rng)
            try:
                game.push(action)
            except IllegalAction:
                break  # What others have was guessed so that it is not possible.
            _play_on(game, rounds, rng, surveyor)
            ends.append(standing(worth_of_players(table.setup, game.state, CHARACTERS["baron"]), table.player))
        if len(ends) == 2:
            gains.append(ends[1] - ends[0])
    return gains


def _play_on(game: Game, rounds: int, rng: Random, surveyor: QuickSurveyor) -> None:
    """Quick players take all seats until so many more operating rounds have ended."""
    players = [GreedyBot(rng, surveyor) for _ in range(game.setup.players)]
    start, left = game.ply, rounds
    now = _operating_round(game)
    while left > 0 and not game.is_over and game.ply - start < MOST_ACTIONS:
        actors = game.actors
        action = draw(game, rng) if actors == (CHANCE,) else players[actors[0]].choose(Table(game, actors[0]))
        game.push(action)
        after = _operating_round(game)
        if after != now:
            left -= now is not None
            now = after


def _operating_round(game: Game) -> tuple[int, int] | None:
    """Which operating round is under way, None in other rounds."""
    s = game.state
    return (s.round_number, s.operating_round) if s.round == RoundKind.OPERATING else None
