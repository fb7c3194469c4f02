"""Clocks as pages show them. Nothing here depends on the present time, so that rendered parts can be shared."""

from dataclasses import dataclass

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import Status, TimeOutChoice
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.reckoning import SeatClock, Stage, full
from goldenspike.server.clocks.service import count_votes
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.standin import needed, voters


@dataclass(frozen=True, slots=True)
class Face:
    """The clock of a seat."""

    left: int
    deadline: int | None
    full: int
    """The whole time, of which a tenth is little."""
    is_up: bool


@dataclass(frozen=True, slots=True)
class TimeOutView:
    """A vote on a player whose time is up, as a reader sees it."""

    seat: Player
    ends_at: int
    choices: tuple[tuple[str, int], ...]
    """What can be chosen, and how many want it."""
    needed: int
    mine: str
    may_vote: bool


def faces_of(table: LiveTable) -> tuple[Face, ...]:
    """The clocks by seat; empty if the table has none or is over."""
    if table.clock is None or table.status in (Status.OVER, Status.ENDED):
        return ()
    known = {clock.seat: clock for clock in table.clocks}
    whole = full(table.clock)
    return tuple(_face(known.get(seat.number), whole) for seat in table.seats)


def _face(clock: SeatClock | None, whole: int) -> Face:
    if clock is None:
        return Face(whole, None, whole, False)
    is_up = clock.stage is Stage.VOTE
    return Face(clock.left, None if is_up else clock.deadline, whole, is_up)


def votes_of(table: LiveTable, person: Person | None) -> tuple[TimeOutView, ...]:
    found = []
    for clock in table.clocks:
        if clock.stage is not Stage.VOTE or clock.deadline is None:
            continue
        counted = count_votes(table, clock)
        mine = next((choice for voter, choice in clock.votes if person is not None and voter == person.id), "")
        may_vote = person is not None and person.id in voters(table, clock.seat)
        choices = tuple((choice.value, counted[choice]) for choice in TimeOutChoice)
        found.append(TimeOutView(clock.seat, clock.deadline, choices, needed(table, clock.seat), mine, may_vote))
    return tuple(found)
