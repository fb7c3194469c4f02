"""Reviews a move: would the baron have made it, and how much better does it consider its own?

Both moves are played out from what the seat could know, with the same samples and random numbers, for one, two, three and four
operating rounds. The result is an opinion: fast bots play the playouts, and the baron's evaluation scores the final positions.
The spread over the horizons is reported too.
"""

from dataclasses import dataclass
from math import sqrt
from random import Random

from goldenspike.bots.baron.character import CHARACTERS
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.playout import Playout
from goldenspike.bots.baron.worth import standing, worth_of_players
from goldenspike.bots.base import Bot, Table
from goldenspike.core.actions import Action
from goldenspike.core.reasons import IllegalAction

HORIZONS = (1, 2, 3, 4)
"""How many operating rounds the playouts go on."""
GUESSES = 2
"""Playouts per horizon, with different random numbers."""


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
    playout = Playout(table.setup)
    gains: list[float] = []
    for sample, rounds in enumerate(HORIZONS * GUESSES):
        ends: list[float] = []
        for action in (made, wanted):
            rng = Random(f"{seed}:{sample}")
            game = imagine(table, rng)
            try:
                game.push(action)
            except IllegalAction:
                break  # Impossible with the sampled money of the others.
            playout.run(game, rounds, rng)
            ends.append(standing(worth_of_players(playout.forecast, game.state, CHARACTERS["baron"]), table.player))
        if len(ends) == 2:
            gains.append(ends[1] - ends[0])
    return gains
