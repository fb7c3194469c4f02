"""Golden Spike: the 18xx railway games 1830 and 1862, as a rules engine, bots, terminal and web application.

Packages are layered; each imports only from those below it:
core < titles < record, view < text, svg < bots < env, testing, prompt < server < cli.

`goldenspike.Game` is the game for a Python prompt or a notebook (see `goldenspike.prompt`).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenspike.prompt import Game

__all__ = ["Game", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """`Game` is imported when it is first asked for, so that importing core alone loads no words and no drawings."""
    if name == "Game":
        from goldenspike.prompt import Game

        return Game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
