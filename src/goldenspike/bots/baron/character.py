"""Levels and characters of the baron: how much it thinks, and what it likes."""

from dataclasses import dataclass

from goldenspike.bots.baron.habits import USUAL, Habits


@dataclass(frozen=True, slots=True)
class Level:
    """How much thought goes into an answer."""

    nodes: int
    """Actions tried out in playouts."""
    rounds: int
    """How many operating rounds a playout goes on."""
    candidates: int
    """How many answers are considered at all."""
    tiles: int
    """How many lays are tried out on paper."""
    samples: int = 1_000
    """How often an answer is played on at most."""
    caution: float = 1.0
    """How clearly an answer must beat the usual one, in standard errors."""
    skill: int = 1
    """How much it knows: 0 the basics, 1 how a railroad is looted and a second one paid, 2 all."""
    habits: Habits = USUAL
    """The figures by which it judges."""
    stock: bool = False
    """Whether it searches in stock rounds, too."""
    searches: bool = False
    """Whether it searches in any case. Otherwise only those with a character do, to weigh positions as they like them: in trials
    its knowledge alone played as well as with a small search, and some thirty times as fast."""


@dataclass(frozen=True, slots=True)
class Character:
    """Weights on what a position is worth; 1 is the plain baron."""

    income: float = 1.0
    """Dividends to come."""
    saving: float = 1.0
    """Money in the treasuries of railroads."""
    caution: float = 1.0
    """Trains that a president will have to pay for."""
    track: float = 1.0
    """What track promises beyond its next run."""
    rust: float = 0.0
    """Joy in buying trains, for each train of the others that the purchase brings closer to rusting."""
    loot: float = 0.0
    """Joy in sales that leave others with the burden, and in private companies sold to railroads at a high price."""


LEVELS = {
    "easy": Level(nodes=0, rounds=0, candidates=1, tiles=4, skill=0),
    "normal": Level(nodes=1500, rounds=1, candidates=6, tiles=24, caution=2.0),
    "hard": Level(nodes=1500, rounds=2, candidates=8, tiles=24, caution=2.0, skill=2, stock=True, searches=True),
}

REHEARSAL = Level(nodes=1_000_000, rounds=1_000, candidates=8, tiles=24, samples=1, caution=0.0)
"""How a hard baron thinks where there are neither shares nor dice: each answer is played on once, to the end of the game."""

CHARACTERS = {
    "baron": Character(),
    "builder": Character(income=1.2, saving=1.4, track=1.8),
    "raider": Character(income=0.8, saving=0.8, caution=0.8, loot=1.0),
    "investor": Character(income=1.3, caution=1.4),
    "rusher": Character(rust=1.0, saving=0.7),
}
