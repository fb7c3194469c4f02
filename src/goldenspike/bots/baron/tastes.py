"""Tastes: what a player prefers among things that are about equally good, so that games between barons differ.

A taste is drawn once for each thing and stays for the whole game. It does not depend on what else was asked or when, so the same
seed gives the same player.
"""

from random import Random
from typing import Final

PRIVATE: Final = "private"
"""A private company."""
HOME: Final = "home"
"""The home of a railroad."""
PAR: Final = "par"
"""The price at which the first railroad is started."""
LAY: Final = "lay"
"""A tile on a hex, in one of its orientations."""


class Tastes:
    """The tastes of one player, each between 0 and 1."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn: dict[tuple[str, tuple[int, ...]], float] = {}

    def of(self, kind: str, *what: int) -> float:
        drawn = self._drawn.get((kind, what))
        if drawn is None:
            drawn = self._drawn[kind, what] = Random(f"{self._seed}/{kind}/{what}").random()
        return drawn
