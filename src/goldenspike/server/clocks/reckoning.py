"""Deadlines and time used. Moments are milliseconds since 1970, UTC; durations are milliseconds.

A player's calendar pauses the clock: weekly days off and vacation days are whole days in the player's time zone. A rule in whole
days counts days on the player's wall clock, so that a deadline has the same local time as the question although the clocks may
have been changed in between. Any other rule counts elapsed time, and pauses at night if the player wants that.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from functools import cache
from itertools import count
from zoneinfo import ZoneInfo, available_timezones

from goldenspike.core.ids import Player
from goldenspike.protocol.messages import ClockKind, ClockRule

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
LOW_SHARE = 10
"""A clock runs low when a tenth of the time is left."""
_EPOCH = datetime(1970, 1, 1)
_MIDNIGHT = time()
_ONE_DAY = timedelta(days=1)


@cache
def zone_names() -> frozenset[str]:
    return frozenset(available_timezones()) | {"UTC"}


@cache
def zone_of(name: str) -> tzinfo:
    return UTC if name == "UTC" or name not in zone_names() else ZoneInfo(name)


@dataclass(frozen=True, slots=True)
class Calendar:
    """When the clocks of a player do not run."""

    zone: str = "UTC"
    days_off: frozenset[int] = frozenset()
    """Days of the week, Monday is 0; at least one day remains."""
    vacations: tuple[tuple[date, date], ...] = ()
    """First and last days."""
    night: tuple[int, int] | None = None
    """From which hour to which hour clocks pause at night."""
    set_at: int | None = None
    """When the zone, the days off and the night were last chosen."""

    def __post_init__(self) -> None:
        if len(self.days_off) > 6:
            raise ValueError("a week needs at least one day on which the clock runs")

    def is_off(self, day: date) -> bool:
        return day.weekday() in self.days_off or any(first <= day <= last for first, last in self.vacations)

    def hours_of(self, day: date, nights: bool) -> list[tuple[datetime, datetime]]:
        """The stretches of a day in which the clock runs, in local time."""
        if self.is_off(day):
            return []
        start = datetime.combine(day, _MIDNIGHT)
        if self.night is None or not nights:
            return [(start, start + _ONE_DAY)]
        begins, ends = (start + timedelta(hours=hour) for hour in self.night)
        if begins >= ends:
            return [(ends, begins)] if begins > ends else [(start, start + _ONE_DAY)]
        stretches = [(start, begins), (ends, start + _ONE_DAY)]
        return [(one, other) for one, other in stretches if one < other]


NO_CALENDAR = Calendar()


def counts_days(rule: ClockRule) -> bool:
    """Whether a rule is about days on the wall clock."""
    return rule.kind is ClockKind.MOVE and rule.seconds * SECOND % DAY == 0


def spent(rule: ClockRule, calendar: Calendar, start: int, end: int) -> int:
    """How much of a player's time was used between two moments."""
    line = _line_of(rule, calendar)
    first, last = line.place(start), line.place(end)
    total = 0
    for begins, ends in _stretches(line, first, nights=not line.is_wall):
        if begins >= last:
            break
        total += min(ends, last) - begins
    return total


def due(rule: ClockRule, calendar: Calendar, start: int, amount: int) -> int:
    """The moment at which so much time has been used."""
    if amount <= 0:
        return start
    line = _line_of(rule, calendar)
    for begins, ends in _stretches(line, line.place(start), nights=not line.is_wall):
        if ends - begins >= amount:
            found = begins + amount
            break
        amount -= ends - begins
    if line.is_wall and calendar.night is not None:
        # A day has a night anyway, so nights do not count; but nobody has to get up for a deadline.
        found = _after_night(line, found)
    return max(start, line.moment(found))


def _after_night(line: "_Line", place: int) -> int:
    before = place - 1
    begins, _ = next(_stretches(line, before, nights=True))
    return place if begins == before else begins


@dataclass(frozen=True, slots=True)
class _Line:
    """Time as a rule counts it: elapsed, or as the player's wall clock shows it."""

    calendar: Calendar
    is_wall: bool

    @property
    def zone(self) -> tzinfo:
        return zone_of(self.calendar.zone)

    def place(self, moment: int) -> int:
        if not self.is_wall:
            return moment
        return _milliseconds(self.local(moment))

    def moment(self, place: int) -> int:
        return self.of_local(_EPOCH + timedelta(milliseconds=place)) if self.is_wall else place

    def local(self, moment: int) -> datetime:
        return (_EPOCH.replace(tzinfo=UTC) + timedelta(milliseconds=moment)).astimezone(self.zone).replace(tzinfo=None)

    def of_local(self, local: datetime) -> int:
        """When a wall clock shows a time: the first of two moments. Where it skips that time, as if it had not been changed."""
        shown = local.replace(tzinfo=self.zone)
        return _milliseconds(shown.astimezone(UTC).replace(tzinfo=None))

    def place_of(self, local: datetime) -> int:
        return _milliseconds(local) if self.is_wall else self.of_local(local)

    def day_of(self, place: int) -> date:
        return (_EPOCH + timedelta(milliseconds=place) if self.is_wall else self.local(place)).date()


def _line_of(rule: ClockRule, calendar: Calendar) -> _Line:
    return _Line(calendar, counts_days(rule))


def _milliseconds(local: datetime) -> int:
    return (local - _EPOCH) // timedelta(milliseconds=1)


def _stretches(line: _Line, place: int, nights: bool) -> Iterator[tuple[int, int]]:
    """The stretches of time from a place on in which the clock runs."""
    # The day before: where the clocks are changed around midnight, a day may seem to begin late.
    first = line.day_of(place) - _ONE_DAY
    for number in count():
        for one, other in line.calendar.hours_of(first + number * _ONE_DAY, nights):
            begins, ends = max(place, line.place_of(one)), line.place_of(other)
            if begins < ends:
                yield begins, ends


# --- the clock of a seat


class Stage(StrEnum):
    """Of a clock."""

    PLAIN = ""
    LOW = "low"
    """The player has been warned."""
    VOTE = "vote"
    """The time is up, and the others decide."""
    PAUSED = "paused"
    """It stands in the middle of a turn, which goes on with what is left."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    seat: Player
    left: int
    """When it last started or stopped."""
    since: int | None = None
    """Since when it has been running, None if it is not."""
    deadline: int | None = None
    """When the time is up, or the vote ends."""
    low_at: int | None = None
    """When it begins to run low."""
    stopped: int | None = None
    """What was left when it last stopped, before anything was added; None if it has not run."""
    turn: str = ""
    """The turn that it last ran in."""
    round: str = ""
    """The round for which `left` was given."""
    stage: Stage = Stage.PLAIN
    votes: tuple[tuple[str, str], ...] = ()
    """Ids of people, and what each has voted for."""

    @property
    def due_at(self) -> int | None:
        """When something has to be done about it."""
        if self.stage is Stage.PLAIN and self.low_at is not None:
            return self.low_at
        return self.deadline


@dataclass(frozen=True, slots=True)
class Change:
    """What a change at the table means for one seat."""

    asked: bool
    """Whether the game now waits for the seat's player, and somebody else with it."""
    turn: str
    round: str
    moved: bool = False
    """Whether the seat has moved."""
    answered: bool = False
    """Whether it only answered a question in the turn of another."""
    ended: bool = False
    """Whether its turn has ended, although it may be asked again."""
    paused: bool = False
    """Whether it is still the seat's turn, but others answer a question first, or nobody waits for it."""
    undone: bool = False
    granted: bool = False
    """Whether others agreed to the undo."""


def new_clock(rule: ClockRule, seat: Player) -> SeatClock:
    return SeatClock(seat, full(rule))


def full(rule: ClockRule) -> int:
    return rule.seconds * SECOND


def reserve(rule: ClockRule) -> int:
    """What a player with none left gets: a tenth of the time, or the increment if that is more."""
    return max(full(rule) // LOW_SHARE, rule.increment * SECOND)


def advance(rule: ClockRule, calendar: Calendar, clock: SeatClock, change: Change, now: int) -> SeatClock:
    """The clock of a seat after a change at the table. Whatever a turn consists of, its time is given once."""
    if clock.stage is Stage.VOTE and change.asked and not change.moved:
        return clock
    if clock.since is not None:
        if change.asked and not change.ended:
            return clock
        clock = stop(rule, calendar, clock, now, change)
    elif clock.stage is Stage.PAUSED:
        if not change.asked and change.paused:
            return clock
        if change.ended or not change.asked:
            clock = _given(rule, clock, clock.left, change)
    elif clock.stage is not Stage.PLAIN:
        clock = replace(clock, stage=Stage.PLAIN, deadline=None, votes=())
    if not change.asked:
        return clock
    left, given_for = clock.left, clock.round
    if change.undone and clock.stopped is not None:
        # Time that was used stays used, and what was added for the undone turn goes.
        left = max(clock.stopped, reserve(rule)) if change.granted else clock.stopped
    elif rule.kind is ClockKind.ROUND and change.round != clock.round:
        left, given_for = full(rule), change.round
    return start(rule, calendar, replace(clock, left=left, turn=change.turn, round=given_for), now)


def start(rule: ClockRule, calendar: Calendar, clock: SeatClock, now: int) -> SeatClock:
    """Let a clock run from now on with what is left."""
    low = min(full(rule), clock.left) // LOW_SHARE
    return replace(
        clock,
        since=now,
        deadline=due(rule, calendar, now, clock.left),
        low_at=due(rule, calendar, now, clock.left - low),
        stage=Stage.PLAIN,
        votes=(),
    )


def stop(rule: ClockRule, calendar: Calendar, clock: SeatClock, now: int, change: Change) -> SeatClock:
    """Stop a running clock; at the end of a turn the player gets what the rule adds."""
    left = remaining(rule, calendar, clock, now)
    stopped = replace(clock, stopped=left, since=None, deadline=None, low_at=None, votes=())
    if change.paused and not change.ended:
        return replace(stopped, left=left, stage=Stage.PAUSED)
    return _given(rule, stopped, left, change)


def _given(rule: ClockRule, clock: SeatClock, left: int, change: Change) -> SeatClock:
    """A clock that stands, with what the rule adds. An answer in another's turn costs less time, but gains none."""
    if rule.kind is ClockKind.MOVE:
        left = full(rule)
    elif rule.kind is ClockKind.BANK and change.answered:
        left = min(clock.left, left + rule.increment * SECOND)
    elif rule.kind is ClockKind.BANK and change.moved:
        left += rule.increment * SECOND
    return replace(clock, left=left, stage=Stage.PLAIN)


def remaining(rule: ClockRule, calendar: Calendar, clock: SeatClock, now: int) -> int:
    if clock.since is None:
        return clock.left
    return max(0, clock.left - spent(rule, calendar, clock.since, max(now, clock.since)))


def run_out(rule: ClockRule, clock: SeatClock) -> SeatClock:
    """A clock whose time is up. Whoever comes back finds the reserve, or the whole time of a move."""
    left = full(rule) if rule.kind is ClockKind.MOVE else reserve(rule)
    return replace(clock, left=left, stopped=None, since=None, deadline=None, low_at=None, stage=Stage.PLAIN, votes=())


def recalculate(rule: ClockRule, old: Calendar, new: Calendar, clock: SeatClock, now: int) -> SeatClock:
    """A running clock after its player's calendar has changed: what was used so far stays used."""
    if clock.since is None:
        return clock
    left = remaining(rule, old, clock, now)
    return replace(start(rule, new, replace(clock, left=left), now), stage=clock.stage)
