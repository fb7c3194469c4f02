"""Deadlines and time used: across changes of the clocks, time zones, days off, nights and vacations."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenspike.core.ids import Holder, Player
from goldenspike.protocol.messages import ClockKind, ClockRule
from goldenspike.server.clocks.reckoning import (
    DAY,
    HOUR,
    NO_CALENDAR,
    Calendar,
    Change,
    SeatClock,
    Stage,
    advance,
    due,
    full,
    new_clock,
    recalculate,
    remaining,
    reserve,
    run_out,
    spent,
    stop,
)

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/St_Johns",
    "Asia/Beirut",
)
SEAT = Player(Holder(0))
TWO_DAYS = ClockRule(ClockKind.MOVE, 2 * 24 * 3600)
HOURS = ClockRule(ClockKind.MOVE, 36 * 3600 + 60)
BANK = ClockRule(ClockKind.BANK, 10 * 24 * 3600, increment=6 * 3600)
ROUND = ClockRule(ClockKind.ROUND, 3 * 24 * 3600)
EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True, database=None)

moments = st.integers(
    int(datetime(2011, 12, 1, tzinfo=UTC).timestamp() * 1000), int(datetime(2031, 1, 1, tzinfo=UTC).timestamp() * 1000)
)
amounts = st.integers(1, 20 * DAY)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    vacations = tuple(
        (first, first + timedelta(days=draw(st.integers(0, 30))))
        for first in draw(st.lists(st.dates(date(2011, 12, 1), date(2031, 1, 1)), max_size=2))
    )
    night = draw(st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)))
    return Calendar(draw(st.sampled_from(ZONES)), frozenset(draw(st.sets(st.integers(0, 6), max_size=3))), vacations, night)


def at(zone: str, *parts: int) -> int:
    year, month, day, *rest = parts
    local = datetime.combine(date(year, month, day), datetime.min.time()) + timedelta(hours=sum(rest[:1]), minutes=sum(rest[1:]))
    return round(local.replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def local(moment: int, zone: str) -> str:
    return datetime.fromtimestamp(moment / 1000, ZoneInfo(zone)).strftime("%a %Y-%m-%d %H:%M")


# --- elapsed time


@given(calendars(), moments, amounts)
@EXAMPLES
def test_what_is_due_has_been_spent(calendar: Calendar, start: int, amount: int) -> None:
    deadline = due(BANK, calendar, start, amount)
    assert deadline >= start + amount
    assert spent(BANK, calendar, start, deadline) == amount
    assert spent(BANK, calendar, start, deadline - 1) == amount - 1, "the deadline is the first such moment"


@given(calendars(), moments, amounts, amounts)
@EXAMPLES
def test_time_spent_adds_up(calendar: Calendar, start: int, one: int, other: int) -> None:
    middle, end = start + one, start + one + other
    whole = spent(BANK, calendar, start, end)
    assert whole == spent(BANK, calendar, start, middle) + spent(BANK, calendar, middle, end)
    assert 0 <= whole <= end - start


@given(calendars(), moments, amounts, st.integers(0, 3 * DAY))
@EXAMPLES
def test_who_is_asked_later_has_no_earlier_deadline(calendar: Calendar, start: int, amount: int, later: int) -> None:
    assert due(BANK, calendar, start, amount) <= due(BANK, calendar, start + later, amount)


@given(calendars(), moments, amounts)
@EXAMPLES
def test_nothing_is_spent_on_days_off_and_vacations(calendar: Calendar, start: int, amount: int) -> None:
    """An independent reckoning by the hour: an hour counts if its local day and hour do."""
    zone = ZoneInfo(calendar.zone)
    start -= start % (HOUR // 2)
    half_hours = [start + number * (HOUR // 2) for number in range(amount // HOUR)]

    def counts(moment: int) -> bool:
        shown = datetime.fromtimestamp(moment / 1000, zone)
        day = shown.date()
        if day.weekday() in calendar.days_off or any(first <= day <= last for first, last in calendar.vacations):
            return False
        if calendar.night is None or calendar.night[0] == calendar.night[1]:
            return True
        begins, ends = calendar.night
        sleeps = begins <= shown.hour < ends if begins < ends else shown.hour >= begins or shown.hour < ends
        return not sleeps

    if not half_hours:
        return
    end = half_hours[-1] + HOUR // 2
    simple = sum(HOUR // 2 for moment in half_hours if counts(moment))
    # Where the clocks are changed, an hour occurs twice or not at all; the simple reckoning may place it on the other side.
    changes = {datetime.fromtimestamp(moment / 1000, zone).utcoffset() for moment in (*half_hours, end)}
    assert abs(spent(BANK, calendar, start, end) - simple) <= HOUR * (len(changes) - 1)


# --- days on the wall clock


@pytest.mark.parametrize(
    ("zone", "asked", "expected"),
    [
        ("Europe/Berlin", (2026, 3, 28, 18), "Mon 2026-03-30 18:00"),  # 47 hours
        ("Europe/Berlin", (2026, 10, 24, 18), "Mon 2026-10-26 18:00"),  # 49 hours
        ("America/New_York", (2026, 3, 7, 2, 30), "Mon 2026-03-09 02:30"),
        ("America/New_York", (2026, 3, 6, 2, 30), "Sun 2026-03-08 03:30"),  # 02:30 does not exist
        ("Asia/Tokyo", (2026, 3, 28, 18), "Mon 2026-03-30 18:00"),
    ],
)
def test_a_day_keeps_the_time_of_day(zone: str, asked: tuple[int, ...], expected: str) -> None:
    assert local(due(TWO_DAYS, Calendar(zone), at(zone, *asked), 2 * DAY), zone) == expected


def test_a_weekend_off_moves_the_deadline() -> None:
    weekend = Calendar("Europe/Berlin", frozenset({5, 6}))
    friday = at("Europe/Berlin", 2026, 3, 27, 18)  # the clocks change on Sunday
    assert local(due(TWO_DAYS, weekend, friday, 2 * DAY), "Europe/Berlin") == "Tue 2026-03-31 18:00"
    saturday = at("Europe/Berlin", 2026, 3, 28, 10)
    assert local(due(TWO_DAYS, weekend, saturday, DAY), "Europe/Berlin") == "Tue 2026-03-31 00:00"


def test_vacations_are_days_in_the_zone_of_the_player() -> None:
    asked = at("UTC", 2026, 7, 1, 20)
    tokyo = Calendar("Asia/Tokyo", vacations=((date(2026, 7, 2), date(2026, 7, 11)),))
    assert local(due(TWO_DAYS, tokyo, asked, 2 * DAY), "Asia/Tokyo") == "Tue 2026-07-14 00:00", "there it is July 2 already"
    assert local(due(TWO_DAYS, Calendar("UTC", vacations=tokyo.vacations), asked, 2 * DAY), "UTC") == "Mon 2026-07-13 20:00"


def test_no_deadline_at_night() -> None:
    """Nights do not count against days, but nobody has to get up."""
    calendar = Calendar("Europe/Berlin", night=(22, 7))
    asked = at("Europe/Berlin", 2026, 6, 3, 2)
    assert local(due(TWO_DAYS, calendar, asked, 2 * DAY), "Europe/Berlin") == "Fri 2026-06-05 07:00"
    assert local(due(TWO_DAYS, calendar, asked + 8 * HOUR, 2 * DAY), "Europe/Berlin") == "Fri 2026-06-05 10:00"
    hours = ClockRule(ClockKind.MOVE, 5 * 3600)
    assert local(due(hours, calendar, asked, 5 * HOUR), "Europe/Berlin") == "Wed 2026-06-03 12:00", "hours pause at night"


@given(calendars(), moments, st.integers(1, 10))
@EXAMPLES
def test_days_have_the_length_of_days(calendar: Calendar, start: int, days: int) -> None:
    deadline = due(TWO_DAYS, calendar, start, days * DAY)
    assert deadline >= start + days * DAY - 26 * HOUR, "at most a change of the clocks, or a day that a zone skipped"
    free = Calendar(calendar.zone)
    if not calendar.days_off and not calendar.vacations and calendar.night is None:
        zone = ZoneInfo(calendar.zone)
        asked = datetime.fromtimestamp(start // 1000, zone)
        assert due(TWO_DAYS, free, start, days * DAY) // 1000 == round((asked + timedelta(days=days)).timestamp())


def test_a_week_without_a_day_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one day"):
        Calendar(days_off=frozenset(range(7)))


# --- the clock of a seat

START = at("UTC", 2026, 6, 1)


def asked(turn: str = "2.1.0.0", **more: bool) -> Change:
    return Change(asked=True, turn=turn, round=turn.rpartition(".")[0], **more)


def idle(**more: bool) -> Change:
    return Change(asked=False, turn="2.1.0.0", round="2.1.0", **more)


def test_each_turn_has_its_own_time() -> None:
    clock = advance(TWO_DAYS, NO_CALENDAR, new_clock(TWO_DAYS, SEAT), asked(), START)
    assert clock.deadline == START + 2 * DAY
    assert clock.low_at == START + 2 * DAY - 2 * DAY // 10 and clock.due_at == clock.low_at
    assert advance(TWO_DAYS, NO_CALENDAR, clock, asked(moved=True), START + DAY) == clock, "steps of a turn share its time"
    again = advance(TWO_DAYS, NO_CALENDAR, clock, asked("3.1.1.4", moved=True, ended=True), START + DAY)
    assert again.deadline == START + 3 * DAY
    assert advance(TWO_DAYS, NO_CALENDAR, clock, idle(moved=True), START + DAY).due_at is None


def test_a_bank_shrinks_and_gains_the_increment() -> None:
    clock = advance(BANK, NO_CALENDAR, new_clock(BANK, SEAT), asked(), START)
    clock = advance(BANK, NO_CALENDAR, clock, idle(moved=True), START + DAY)
    assert clock.left == 9 * DAY + 6 * HOUR
    clock = advance(BANK, NO_CALENDAR, clock, asked(), START + 5 * DAY)
    assert clock.deadline == START + 5 * DAY + 9 * DAY + 6 * HOUR, "the time of others does not count"
    assert stop(BANK, NO_CALENDAR, clock, START + 6 * DAY, idle()).left == 8 * DAY + 6 * HOUR, "no increment without a move"


def test_time_of_a_round_is_given_anew_in_the_next() -> None:
    clock = advance(ROUND, NO_CALENDAR, new_clock(ROUND, SEAT), asked("2.1.0.0"), START)
    clock = advance(ROUND, NO_CALENDAR, clock, idle(moved=True), START + DAY)
    clock = advance(ROUND, NO_CALENDAR, clock, asked("2.1.0.0"), START + 2 * DAY)
    assert clock.left == 2 * DAY
    clock = advance(ROUND, NO_CALENDAR, clock, asked("3.1.1.2", moved=True, ended=True), START + 3 * DAY)
    assert clock.left == 3 * DAY and clock.since == START + 3 * DAY


@pytest.mark.parametrize("rule", [TWO_DAYS, HOURS, BANK, ROUND])
def test_moving_and_undoing_gains_no_time(rule: ClockRule) -> None:
    clock = advance(rule, NO_CALENDAR, new_clock(rule, SEAT), asked(), START)
    deadline = clock.deadline
    for number in range(1, 6):
        moved = advance(rule, NO_CALENDAR, clock, idle(moved=True), START + number * HOUR)
        clock = advance(rule, NO_CALENDAR, moved, asked(undone=True), START + number * HOUR)
        assert clock.deadline == deadline


@pytest.mark.parametrize("rule", [TWO_DAYS, HOURS, BANK, ROUND])
def test_a_turn_that_others_interrupt_goes_on_with_what_is_left(rule: ClockRule) -> None:
    """Whoever makes offers and withdraws them again and again gets the time of the turn once."""
    clock = advance(rule, NO_CALENDAR, new_clock(rule, SEAT), asked(), START)
    now, left = START, full(rule)
    for _ in range(5):
        now, left = now + HOUR // 2, left - HOUR // 2
        clock = advance(rule, NO_CALENDAR, clock, idle(moved=True, paused=True), now)
        assert clock.stage is Stage.PAUSED and clock.due_at is None
        now += HOUR
        assert advance(rule, NO_CALENDAR, clock, idle(paused=True), now) == clock
        clock = advance(rule, NO_CALENDAR, clock, asked(moved=True), now)
        assert remaining(rule, NO_CALENDAR, clock, now) == left
    paused = advance(rule, NO_CALENDAR, clock, idle(moved=True, paused=True), now)
    at_end = [advance(rule, NO_CALENDAR, one, idle(moved=True, ended=True), now).left for one in (clock, paused)]
    given = {ClockKind.MOVE: full(rule), ClockKind.BANK: left + rule.increment * 1000, ClockKind.ROUND: left}
    assert at_end == [given[rule.kind]] * 2, "once, at the end of the turn"


def test_answers_in_the_turn_of_another_gain_nothing() -> None:
    """Nor do they cost more than what the increment does not cover."""
    clock = advance(BANK, NO_CALENDAR, new_clock(BANK, SEAT), asked(), START)
    quick = advance(BANK, NO_CALENDAR, clock, idle(moved=True, answered=True), START + HOUR)
    slow = advance(BANK, NO_CALENDAR, clock, idle(moved=True, answered=True), START + DAY)
    assert (quick.left, slow.left) == (full(BANK), full(BANK) - DAY + 6 * HOUR)


def test_an_undo_that_others_grant_leaves_the_reserve() -> None:
    clock = advance(TWO_DAYS, NO_CALENDAR, new_clock(TWO_DAYS, SEAT), asked(), START)
    moved = advance(TWO_DAYS, NO_CALENDAR, clock, idle(moved=True), START + 2 * DAY - HOUR)
    later = START + 9 * DAY
    assert advance(TWO_DAYS, NO_CALENDAR, moved, asked(undone=True), later).deadline == later + HOUR
    assert advance(TWO_DAYS, NO_CALENDAR, moved, asked(undone=True, granted=True), later).left == reserve(TWO_DAYS)


def test_a_clock_that_has_run_out_keeps_a_reserve() -> None:
    clock = advance(BANK, NO_CALENDAR, new_clock(BANK, SEAT), asked(), START)
    assert run_out(BANK, clock).left == DAY and run_out(BANK, clock).due_at is None
    assert run_out(TWO_DAYS, clock).left == full(TWO_DAYS)


def test_a_vote_goes_on_until_the_player_moves() -> None:
    voting = SeatClock(SEAT, DAY, deadline=START + DAY, stage=Stage.VOTE, votes=(("x", "wait"),))
    assert advance(BANK, NO_CALENDAR, voting, asked(), START) == voting
    back = advance(BANK, NO_CALENDAR, voting, asked(moved=True), START)
    assert back.stage is Stage.PLAIN and back.votes == () and back.since == START
    assert advance(BANK, NO_CALENDAR, voting, idle(), START).due_at is None


@given(calendars(), calendars(), moments, amounts)
@EXAMPLES
def test_a_new_calendar_gives_no_time_back(old: Calendar, new: Calendar, start: int, later: int) -> None:
    clock = advance(BANK, old, new_clock(BANK, SEAT), asked(), start)
    now = start + later
    changed = recalculate(BANK, old, new, clock, now)
    assert remaining(BANK, new, changed, now) == remaining(BANK, old, clock, now)
