"""The path of lessons, in the order in which they build on one another."""

from types import MappingProxyType
from typing import Final

from goldenspike.learn.lessons import Lesson, Task, game_over
from goldenspike.learn.tasks import (
    bought_train,
    has_floated,
    is_president,
    is_solvent,
    keeps_trains,
    own_turn_over,
    owns_private,
    placed_station,
    retired_trains,
    sale_over,
    second_or_better,
    sold_shares,
    stock_round_over,
    trains_retired,
    turn_over,
)

ABOUT: Final = "about"
"""The page that says what it is all about; it has no table."""

WHOLE_GAME: Final = (Task("finish", game_over), Task("second", second_or_better, at_end=True))
STARTER: Final = Lesson("starter", "starter", WHOLE_GAME, game_over, players=4)
ALONE: Final = Lesson("starter-alone", "starter", WHOLE_GAME, game_over, players=4, is_coached=False)

BASE: Final = (
    Lesson("privates", "base", (Task("own_private", owns_private, at_end=True),), sale_over, aims=("BuyFromBank", "ChooseGroup")),
    Lesson("stocks", "base", (Task("president", is_president), Task("float", has_floated)), stock_round_over, opening="stocks"),
    Lesson("stations", "base", (Task("station", placed_station),), turn_over, opening="stations", aims=("PlaceToken",)),
    Lesson(
        "phases",
        "classic",
        (Task("buy_train", bought_train), Task("keep_train", keeps_trains, at_end=True)),
        trains_retired,
        opening="phases",
        aims=("BuyTrain",),
    ),
    Lesson(
        "forced",
        "base",
        (Task("buy_train", bought_train), Task("solvent", is_solvent, at_end=True)),
        turn_over,
        opening="forced",
    ),
)
CLASSIC: Final = (
    Lesson("auction", "classic", (Task("own_private", owns_private, at_end=True),), sale_over, aims=("BuyFromBank",)),
    Lesson("selling", "classic", (Task("sell", sold_shares),), own_turn_over, opening="selling", aims=("SellShares",)),
    Lesson("rush", "classic", (Task("retire", retired_trains),), turn_over, opening="rush", aims=("BuyTrain",)),
    Lesson("ending", "classic", WHOLE_GAME, game_over, opening="ending"),
)
OTHERS: Final = (
    Lesson(
        "1862",
        "standard",
        (Task("president", is_president), Task("float", has_floated)),
        stock_round_over,
        title="1862",
        players=4,
        options=(),
        opening="1862",
    ),
)

LESSONS: Final = MappingProxyType({lesson.id: lesson for lesson in (STARTER, ALONE, *BASE, *CLASSIC, *OTHERS)})
PATH: Final = (ABOUT, *LESSONS)
"""All steps of the path by id."""


def following(lesson: str) -> str:
    """The step after another, empty after the last."""
    place = PATH.index(lesson) + 1
    return PATH[place] if place < len(PATH) else ""
