"""Drawings: board, tiles, market and cards as SVG strings.

A picture is a pure function of a setup, a state and what the caller wants marked. Facts only: the few words on a
picture come in through `Words`, secrets are left out by the caller, and no rule of any game is decided here. Every colour
is chosen here. No scripts, no outside resources, no inline styles, everything escaped; a title's name is
never asked for, so a new board draws itself.
"""

from goldenspike.svg.board import board
from goldenspike.svg.cards import certificate, private_card, train_card
from goldenspike.svg.charter import charter, charters
from goldenspike.svg.manifest import tile_manifest, upgrade_chart
from goldenspike.svg.market import market
from goldenspike.svg.roundel import roundel
from goldenspike.svg.theme import THEMES, flatten, stylesheet
from goldenspike.svg.tile import tile
from goldenspike.svg.words import Words

__all__ = [
    "THEMES",
    "Words",
    "board",
    "certificate",
    "charter",
    "charters",
    "flatten",
    "market",
    "private_card",
    "roundel",
    "stylesheet",
    "tile",
    "tile_manifest",
    "train_card",
    "upgrade_chart",
]
