"""Trains and phases: what the purchase of each first train changes."""

from goldenspike.core.tiles import Color
from goldenspike.core.title import UNLIMITED, Phase, TrainType

TRAINS = (
    TrainType("2", 100, 7, 2, "", obsolete="4"),
    TrainType("3", 200, 6, 3, "3", obsolete="6"),
    TrainType("4", 300, 5, 4, "4", obsolete="8"),
    TrainType("5", 500, 4, 5, "5"),
    TrainType("5E", 600, 1, 5, "", available="5", express=True),
    TrainType("6", 600, 3, 6, "6"),
    TrainType("6E", 800, 1, 6, "", available="6", express=True),
    TrainType("8", 800, 2, 8, "8"),
    TrainType("8E", 1000, 1, 8, "", available="8", express=True),
    TrainType("10", 1000, 1, 10, "10"),
    TrainType("10E", 1200, UNLIMITED, 10, "", available="10", express=True),
)

_YELLOW = (Color.YELLOW,)
_GREEN = (Color.YELLOW, Color.GREEN)
_BROWN = (Color.YELLOW, Color.GREEN, Color.BROWN)
_GRAY = (Color.YELLOW, Color.GREEN, Color.BROWN, Color.GRAY)

PHASES = (
    Phase("2", 4, _YELLOW, 1, buy_privates=False, close_privates=False, late=False),
    Phase("3", 4, _GREEN, 2, buy_privates=False, close_privates=False, late=False, yellow_tiles=2, loan=60),
    Phase("4", 3, _GREEN, 2, buy_privates=False, close_privates=False, late=False, yellow_tiles=2, loan=60),
    Phase("5", 2, _BROWN, 3, buy_privates=False, close_privates=False, late=True, yellow_tiles=2, loan=80),
    Phase("6", 2, _BROWN, 3, buy_privates=False, close_privates=False, late=True, yellow_tiles=2, loan=80),
    Phase("8", 2, _GRAY, 3, buy_privates=False, close_privates=False, late=True, yellow_tiles=2, loan=90),
    Phase("10", 2, _GRAY, 3, buy_privates=False, close_privates=False, late=True, yellow_tiles=2, loan=90),
)
