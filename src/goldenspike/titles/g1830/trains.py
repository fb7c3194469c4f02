"""Trains (T-03) and phases (T-07)."""

from dataclasses import replace

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
    return tuple(replace(train, count=count) if train.id == id else train for train in trains)


def count_of(trains: tuple[TrainType, ...], id: str) -> int:
    return sum(train.count for train in trains if train.id == id)


def without(trains: tuple[TrainType, ...], id: str) -> tuple[TrainType, ...]:
    """The trains less one type."""
    return tuple(train for train in trains if train.id != id)


def with_counts(trains: tuple[TrainType, ...], **counts: int) -> tuple[TrainType, ...]:
    """The same trains in other numbers, by keyword: `with_counts(trains, two=7, diesel=6)`."""
    return tuple(replace(train, count=counts.get(_WORDS.get(train.id, ""), train.count)) for train in trains)


_WORDS = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "D": "diesel"}

SEVEN_TRAIN = TrainType("7", 710, 2, 7, "", available="6")
"""On sale with the diesels from the first 6-train on; it starts no phase (S-1.2)."""


def with_sevens(trains: tuple[TrainType, ...]) -> tuple[TrainType, ...]:
    """With two 7-trains, which may also be given in exchange for a diesel (S-1.2)."""
    found: list[TrainType] = []
    for train in trains:
        if train.trade_in:
            found.append(SEVEN_TRAIN)
            train = replace(train, trade_in=(*train.trade_in, SEVEN_TRAIN.id))
        found.append(train)
    return tuple(found)


def with_diesel_price(trains: tuple[TrainType, ...], price: int, trade_in_price: int) -> tuple[TrainType, ...]:
    return tuple(replace(train, price=price, trade_in_price=trade_in_price) if train.trade_in else train for train in trains)


PLUS_OBSOLETE = {"2": "4+4", "3": "6+6", "4": "D"}
"""What retires the plus-train of a type (V-3.0, V-7.10); the 4+4 waits for the last diesel."""
REFORM_TRAINS = ("5", "5+5")
"""The 5-trains: selling the last one brings the market reform (V-5.1, S-5)."""
PLUS_ADDED = "6"
"""The one plus-train that takes no ordinary train's place."""


def with_plus_trains(trains: tuple[TrainType, ...]) -> tuple[TrainType, ...]:
    """With one plus-train of each type from 2 to 6, always the last of its type (V-1.7, V-7.10).

    Its price is that of its type, since no text states another.
    """
    found: list[TrainType] = []
    for train in trains:
        if train.id not in ("2", "3", "4", "5", PLUS_ADDED):
            found.append(train)
            continue
        size = train.distance
        found.append(train if train.id == PLUS_ADDED else replace(train, count=train.count - 1))
        found.append(
            TrainType(
                f"{size}+{size}",
                train.price,
                1,
                2 * size,
                "",
                obsolete=PLUS_OBSOLETE.get(train.id, ""),
                large=size,
                obsolete_by_last=train.id == "4",
            )
        )
    return tuple(found)


def with_ordinary_obsolescence(trains: tuple[TrainType, ...]) -> tuple[TrainType, ...]:
    """The plus-trains retire together with the ordinary trains of their type (without V-3.0 for plus-trains)."""
    obsolete = {train.distance: train.obsolete for train in trains if not train.large}
    return tuple(
        replace(train, obsolete=obsolete.get(train.large, ""), obsolete_by_last=False) if train.large else train
        for train in trains
    )


S1_TRAINS = with_diesel_price(
    with_sevens(with_counts(CLASSIC_TRAINS, two=7, three=6, four=6, five=4, six=4)), price=900, trade_in_price=750
)
S2_TRAINS = with_unlimited_diesels(with_sevens(with_counts(CLASSIC_TRAINS, two=7, three=6, four=5, five=4, six=3)))
S3_TRAINS = with_plus_trains(CLASSIC_TRAINS)
S4_TRAINS = with_plus_trains(CLASSIC_TRAINS)
