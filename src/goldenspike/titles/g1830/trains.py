"""Trains (T-03) and phases (T-07)."""

from goldenspike.core.tiles import Color
from goldenspike.core.title import ANY_DISTANCE, UNLIMITED, Phase, TrainType

CLASSIC_TRAINS = (
    TrainType("2", 80, 6, 2, "", obsolete="4"),
    TrainType("3", 180, 5, 3, "3", obsolete="6"),
    TrainType("4", 300, 4, 4, "4", obsolete="D"),
    TrainType("5", 450, 3, 5, "5"),
    TrainType("6", 630, 2, 6, "6"),
    TrainType("D", 1100, 6, ANY_DISTANCE, "D", trade_in=("4", "5", "6"), trade_in_price=800, available="6"),
)

_YELLOW = (Color.YELLOW,)
_GREEN = (Color.YELLOW, Color.GREEN)
_BROWN = (Color.YELLOW, Color.GREEN, Color.BROWN)
_GRAY = (Color.YELLOW, Color.GREEN, Color.BROWN, Color.GRAY)

CLASSIC_PHASES = (
    Phase("2", 4, _YELLOW, 1, buy_privates=False, close_privates=False, late=False),
    Phase("3", 4, _GREEN, 2, buy_privates=True, close_privates=False, late=False),
    Phase("4", 3, _GREEN, 2, buy_privates=True, close_privates=False, late=False),
    Phase("5", 2, _BROWN, 3, buy_privates=False, close_privates=True, late=True),
    Phase("6", 2, _GRAY, 3, buy_privates=False, close_privates=False, late=True),
    Phase("D", 2, _GRAY, 3, buy_privates=False, close_privates=False, late=True),
)


def with_unlimited_diesels(trains: tuple[TrainType, ...]) -> tuple[TrainType, ...]:
    return with_count(trains, "D", UNLIMITED)


def with_count(trains: tuple[TrainType, ...], id: str, count: int) -> tuple[TrainType, ...]:
    """The same trains with another number of one type."""
    return tuple(
        TrainType(
            train.id,
            train.price,
            count if train.id == id else train.count,
            train.distance,
            train.phase,
            train.obsolete,
            train.trade_in,
            train.trade_in_price,
            train.available,
        )
        for train in trains
    )


def without(trains: tuple[TrainType, ...], id: str) -> tuple[TrainType, ...]:
    """The trains less one type."""
    return tuple(train for train in trains if train.id != id)
