"""The option that only this title has, and those of all titles that it offers."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from goldenspike.core.options import Options
from goldenspike.core.switches import Group, option


class ExpressBonus(Enum):
    """Whether an express train must count home and destination for the bonus of a destination run, or may pass them (IX)."""

    COUNTED = "counted"
    PASSING = "passing"


@dataclass(frozen=True)  # No slots: they would hide the attributes of the compiled base class.
class Options1862(Options):
    express_bonus: ExpressBonus = option(ExpressBonus.COUNTED, Group.OPERATING, "IV")


def own(options: Options) -> Options1862:
    """The options of a game of this title."""
    assert isinstance(options, Options1862)
    return options


OFFERED: Final = (
    "knowledge",
    "map",
    "seating",
    "raises",
    "discard_order",
    "running_trains",
    "bank_breaks",
    "last_train",
    "outbid_money",
    "express_bonus",
)
"""The options that a table may set; the rules have only one value for the others here."""
