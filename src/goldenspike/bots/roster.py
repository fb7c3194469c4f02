"""The bots by name."""

from random import Random

from goldenspike.bots.base import Bot, BotMaker
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.random_bot import RandomBot

BOTS: dict[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, seed: str) -> Bot:
    """A bot of that name; the same seed gives the same player. KeyError if there is none."""
    return BOTS[name](Random(seed))
