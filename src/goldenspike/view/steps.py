"""Steps through the history of a game: by move, by turn and by round."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.core.events import CompanyStarted, RoundStarted, TurnEnded

TURN_STARTS = (CompanyStarted, RoundStarted, TurnEnded)
"""After a move with one of these another turn begins."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The positions next to one position, as numbers of moves."""

    move_back: int
    move_on: int
    turn_back: int
    turn_on: int
    round_back: int
    round_on: int


def steps_from(turn_plies: Sequence[int], round_plies: Sequence[int], last: int, ply: int) -> Steps:
    """The steps from the position after `ply` of `last` moves, given those after which another turn or round began."""
    turns, rounds = [0, *turn_plies], [0, *round_plies]
    if turns[-1] != last:
        turns.append(last)
    return Steps(
        move_back=max(ply - 1, 0),
        move_on=min(ply + 1, last),
        turn_back=_before(turns, ply),
        turn_on=_after(turns, ply, last),
        round_back=_before(rounds, ply),
        round_on=_after(rounds, ply, last),
    )


def _before(starts: Sequence[int], ply: int) -> int:
    return starts[max(bisect_left(starts, ply) - 1, 0)]


def _after(starts: Sequence[int], ply: int, last: int) -> int:
    found = bisect_right(starts, ply)
    return starts[found] if found < len(starts) else last
