"""The analysis of a finished game."""

import msgspec

from goldenspike.protocol.messages.common import ActionWire


class Curve(msgspec.Struct):
    """One player's part in the course of the game."""

    seat: int
    name: str
    wealth: list[int]
    """After each ply, from 0 on."""


class Swing(msgspec.Struct):
    """How a move changed a seat's chance of winning."""

    seat: int
    before: float
    """The share of the standing, in percent."""
    after: float


class TurningPoint(msgspec.Struct):
    """A move that changed the chances of the players much."""

    ply: int
    swings: list[Swing]


class BetterMove(msgspec.Struct):
    """A move that the baron would have made instead, in its opinion."""

    ply: int
    seat: int
    made: ActionWire
    better: ActionWire
    why: str
    gain: int
    scatter: int
    """The standard deviation of the gain."""


class AnalysisAnswer(msgspec.Struct):
    """The analysis of a finished game as far as it has been computed; ask again until `is_done`."""

    is_done: bool
    curves: list[Curve] = []
    turning_points: list[TurningPoint] = []
    better_moves: list[BetterMove] = []
