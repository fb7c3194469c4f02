"""The learned player: a small network scores what is legal. Playing needs numpy (extra `magnate`); training is in `train`.

The players themselves are imported only when they are seated, because they need numpy.
"""

from random import Random

from goldenspike.bots.base import Bot


def make_magnate(rng: Random) -> Bot:
    """The learned player."""
    from goldenspike.bots.magnate.player import MagnateBot

    return MagnateBot(rng)


def make_hard_magnate(rng: Random) -> Bot:
    """The learned player that looks ahead."""
    from goldenspike.bots.magnate.hard import HardMagnate

    return HardMagnate(rng)
