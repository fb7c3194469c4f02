"""The findings of an analysis that are worth showing: the clear ones with the largest gains."""

from collections.abc import Sequence

import msgspec

from goldenspike.server.analysis.service import Found
from goldenspike.server.thinking.questions import Course
from goldenspike.view.model import RoundView

CLEARLY = 1.5
"""A gain is shown only if it is at least this many standard deviations."""
LEAST_GAIN = 20


def clearly_better(course: Course, found: Sequence[Found], seat: int, most: int) -> list[Found]:
    """The findings to tell a player: the significant ones, the largest gains first."""
    sure = [
        one
        for one in found
        if one.seat == seat and one.better.gain >= LEAST_GAIN and one.better.gain >= CLEARLY * one.better.scatter
    ]
    sure.sort(key=lambda one: -one.better.gain)
    # The same advice is given only once per round.
    first: dict[tuple[RoundView, bytes], Found] = {}
    for one in sure:
        first.setdefault((round_at(course, one.ply), msgspec.json.encode(one.better.action, order="sorted")), one)
    return list(first.values())[:most]


def round_at(course: Course, ply: int) -> RoundView:
    return next(seen for first, seen in reversed(course.rounds) if first <= ply)
