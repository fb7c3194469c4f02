"""Drawings: board, tiles, market and cards as SVG strings.

A picture is a pure function of a setup, a state and what the caller wants marked. The text on a picture
comes from `Words`, the caller leaves out hidden information, and no rules are decided here. All colors are chosen here. Pictures
have no scripts, external resources or inline styles, and all text is escaped. Nothing depends on the title, so new boards need no
code.
"""

from goldenspike.svg.board import board, extent
from goldenspike.svg.cards import certificate, private_card, train_card
from goldenspike.svg.charter import charter, charters
from goldenspike.svg.manifest import tile_manifest, upgrade_chart
from goldenspike.svg.market import market
from goldenspike.svg.portrait import portrait
from goldenspike.svg.report import report
from goldenspike.svg.roundel import roundel
from goldenspike.svg.sparkline import sparkline
from goldenspike.svg.theme import THEMES, flatten, stylesheet
from goldenspike.svg.thumbnail import thumbnail
from goldenspike.svg.tile import tile
from goldenspike.svg.words import Words

__all__ = [
    "THEMES",
    "Words",
    "board",
    "certificate",
    "charter",
    "charters",
    "extent",
    "flatten",
    "market",
    "portrait",
    "private_card",
    "report",
    "roundel",
    "sparkline",
    "stylesheet",
    "thumbnail",
    "tile",
    "tile_manifest",
    "train_card",
    "upgrade_chart",
]
