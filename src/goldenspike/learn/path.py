"""The path of lessons, in the order in which they build on one another."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from goldenspike.learn.lessons import Lesson, Task, game_over, opening_of
from goldenspike.learn.tasks import (
    bought_shares,
    bought_train,
    dividend_to_treasury,
    handed_over,
    has_floated,
    helped_to_pay,
    is_president,
    is_solvent,
    keeps_trains,
    laid_tile,
    own_turns_over,
    owns_private,
    placed_station,
    ran_new_train,
    ran_trains,
    received_income,
    redeemed_shares,
    retired_trains,
    second_or_better,
    sold_shares,
    stock_round_over,
    trains_retired,
)

ABOUT: Final = "about"
"""The page that says what it is all about; it has no table."""

WHOLE_GAME: Final = (Task("finish", game_over), Task("second", second_or_better, at_end=True))
STARTER: Final = Lesson("starter", "starter", WHOLE_GAME, game_over, players=4, rules=("B-1", "B-2", "B-3", "B-4"))
ALONE: Final = replace(STARTER, id="starter-alone", is_coached=False)

BASE: Final = (
    Lesson(
        "privates",
        "base",
        (Task("own_private", owns_private), Task("income", received_income)),
        stock_round_over,
        aims=("BuyFromBank", "ChooseGroup"),
        rules=("1.3", "4.0", "4.1", "4.2"),
    ),
    Lesson(
        "stocks",
        "base",
        (Task("float", has_floated), Task("first_train", bought_train)),
        own_turns_over(1, begins_in_turn=False),
        opening="stocks",
        rules=("6.0", "6.2", "6.3", "5.2", "5.3"),
    ),
    Lesson(
        "stations",
        "base",
        (Task("station", placed_station), Task("run_twice", ran_trains(2))),
        own_turns_over(3),
        opening="stations",
        aims=("PlaceToken",),
        rules=("7.3", "7.3.2", "7.3.3", "7.4.2"),
    ),
    Lesson(
        "phases",
        "classic",
        (Task("buy_train", bought_train), Task("keep_train", keeps_trains, at_end=True)),
        trains_retired,
        opening="phases",
        bot="foreman",  # It buys trains as soon as it can, so that older ones are retired soon.
        aims=("BuyTrain",),
        rules=("3.0", "7.6", "T-03"),
    ),
    Lesson(
        "forced",
        "base",
        (Task("help_to_pay", helped_to_pay), Task("run_new", ran_new_train), Task("solvent", is_solvent, at_end=True)),
        own_turns_over(2),
        opening="forced",
        aims=("BuyTrain",),
        rules=("7.6.2", "7.7", "C-2.3", "C-2.4"),
    ),
)
CLASSIC: Final = (
    Lesson(
        "auction",
        "classic",
        (Task("own_private", owns_private), Task("president", is_president), Task("shares", bought_shares(3))),
        stock_round_over,
        opening="auction",
        aims=("BuyFromBank",),
        rules=("C-2.2", "C-2.2.1", "C-2.2.2", "T-05"),
    ),
    Lesson(
        "selling",
        "classic",
        (Task("sell", sold_shares), Task("hand_over", handed_over), Task("invest", bought_shares(3))),
        stock_round_over,
        opening="selling",
        aims=("SellShares",),
        rules=("6.1", "5.5", "6.4"),
    ),
    Lesson(
        "rush",
        "classic",
        (Task("retire", retired_trains), Task("run_new", ran_new_train)),
        own_turns_over(4),
        opening="rush",
        aims=("BuyTrain",),
        rules=("3.0", "7.6", "C-2.3.1"),
    ),
    Lesson("ending", "classic", WHOLE_GAME, game_over, opening="ending", rules=("8.0", "7.5", "C-2.5")),
)
OTHERS: Final = (
    Lesson(
        "1862",
        "standard",
        (Task("float", has_floated), Task("first_tile", laid_tile), Task("first_train", bought_train)),
        own_turns_over(1, begins_in_turn=False),
        title="1862",
        players=4,
        options=(),
        opening="1862",
        rules=("IV", "IV.1", "VI", "XV", "XV.3"),
    ),
    Lesson(
        "redemption",
        "standard",
        (Task("redeem", redeemed_shares), Task("dividend_to_treasury", dividend_to_treasury)),
        own_turns_over(2),
        title="1862",
        players=4,
        options=(),
        opening="redemption",
        aims=("Redeem", "PayDividend"),
        rules=("XIV", "VI", "IX"),
    ),
)

LESSONS: Final = MappingProxyType({lesson.id: lesson for lesson in (STARTER, ALONE, *BASE, *CLASSIC, *OTHERS)})
PARTS: Final = MappingProxyType(
    {
        "starter": (ABOUT, STARTER.id, ALONE.id),
        "base": tuple(lesson.id for lesson in BASE),
        "classic": tuple(lesson.id for lesson in CLASSIC),
        "others": tuple(lesson.id for lesson in OTHERS),
    }
)
"""The parts of the path and their steps by id."""
PATH: Final = tuple(step for steps in PARTS.values() for step in steps)
"""All steps of the path by id."""


def following(lesson: str) -> str:
    """The step after another, empty after the last."""
    place = PATH.index(lesson) + 1
    return PATH[place] if place < len(PATH) else ""


def prepared_moves(lesson: str) -> int:
    """How many moves lead to the position in which a lesson begins; none where there is no lesson."""
    return len(opening_of(LESSONS[lesson])[1]) if lesson in LESSONS else 0
