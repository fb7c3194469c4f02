"""Games at a Python prompt and in notebooks: they print their position, draw their board and tell what happened.

`Game` here is the game of core with words and pictures, which core must not know. `from goldenspike import Game` finds it.
"""

from goldenspike.prompt.game import Events, Game, Happened, Legal, Refusal

__all__ = ["Events", "Game", "Happened", "Legal", "Refusal"]
