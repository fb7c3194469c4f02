"""Calendars of people: time zone, days off, nights and vacations."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import delete, insert, select

from goldenspike.protocol.messages import CalendarInfo, Vacation
from goldenspike.server.clocks.reckoning import DAY, HOUR, NO_CALENDAR, Calendar, zone_names, zone_of
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import CalendarRow, VacationRow

MOST_DAYS_OFF = 3
"""Per week."""
MOST_NIGHT_HOURS = 12
HOURS_STAY = 7 * DAY
"""How long chosen hours hold before they can be changed, except to less time off."""
SECOND_THOUGHTS = HOUR
"""How long they can still be changed freely."""
VACATION_DAYS = 35
"""Per year."""


async def read_calendars(connection: Querying, people: Collection[str]) -> dict[str, Calendar]:
    """The calendars of those who have one."""
    if not people:
        return {}
    rows = await connection.execute(select(CalendarRow.__table__).where(CalendarRow.user_id.in_(people)))
    found = list(rows.mappings())
    if not found:
        return {}
    trips = await connection.execute(
        select(VacationRow.__table__).where(VacationRow.user_id.in_(people)).order_by(VacationRow.first)
    )
    vacations: dict[str, list[tuple[date, date]]] = {}
    for trip in trips.mappings():
        days = date.fromisoformat(trip["first"]), date.fromisoformat(trip["last"])
        vacations.setdefault(trip["user_id"], []).append(days)
    return {
        row["user_id"]: Calendar(
            zone=row["zone"],
            days_off=frozenset(day for day in range(7) if row["days_off"] >> day & 1),
            vacations=tuple(vacations.get(row["user_id"], ())),
            night=None if row["night_from"] is None else (row["night_from"], row["night_to"]),
            set_at=row["set_at"],
        )
        for row in found
    }


async def read_calendar(connection: Querying, person_id: str) -> Calendar:
    return (await read_calendars(connection, [person_id])).get(person_id, NO_CALENDAR)


async def delete_calendar(connection: Querying, person_id: str) -> None:
    await connection.execute(delete(CalendarRow).where(CalendarRow.user_id == person_id))
    await connection.execute(delete(VacationRow).where(VacationRow.user_id == person_id))


async def write_calendar(connection: Querying, person_id: str, calendar: Calendar) -> None:
    await delete_calendar(connection, person_id)
    night_from, night_to = calendar.night if calendar.night is not None else (None, None)
    await connection.execute(
        insert(CalendarRow).values(
            user_id=person_id,
            zone=calendar.zone,
            days_off=sum(1 << day for day in calendar.days_off),
            night_from=night_from,
            night_to=night_to,
            set_at=calendar.set_at,
        )
    )
    for first, last in calendar.vacations:
        await connection.execute(insert(VacationRow).values(user_id=person_id, first=first.isoformat(), last=last.isoformat()))


def describe_calendar(calendar: Calendar) -> CalendarInfo:
    vacations = [Vacation(first.isoformat(), last.isoformat()) for first, last in calendar.vacations]
    night = None if calendar.night is None else list(calendar.night)
    return CalendarInfo(calendar.zone, sorted(calendar.days_off), night, vacations)


def today(zone: str, now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).astimezone(zone_of(zone)).date()


def check_calendar(calendar: Calendar) -> None:
    """Refuse what would stop a clock for good."""
    if calendar.zone not in zone_names():
        raise Problem(422, "unknown_zone", zone=calendar.zone)
    if len(calendar.days_off) > MOST_DAYS_OFF:
        raise Problem(422, "too_many_days_off", most=MOST_DAYS_OFF)
    if calendar.night is not None and (calendar.night[1] - calendar.night[0]) % 24 > MOST_NIGHT_HOURS:
        raise Problem(422, "night_too_long", most=MOST_NIGHT_HOURS)
    for year in {day.year for trip in calendar.vacations for day in trip}:
        if vacation_days(calendar, year) > VACATION_DAYS:
            raise Problem(422, "too_much_vacation", most=VACATION_DAYS, year=year)


def with_hours(calendar: Calendar, zone: str, days_off: frozenset[int], night: tuple[int, int] | None, now: int) -> Calendar:
    """Choose zone, days off and night. They hold for a week, so that nobody is off on every day by choosing each anew.

    Less time off can be chosen at any time.
    """
    chosen = replace(calendar, zone=zone, days_off=days_off, night=night)
    is_less = zone == calendar.zone and days_off <= calendar.days_off and night in (None, calendar.night)
    if is_less or (not days_off and night is None):
        return chosen
    held_for = None if calendar.set_at is None else now - calendar.set_at
    if held_for is None or held_for >= HOURS_STAY:
        return replace(chosen, set_at=now)
    if held_for > SECOND_THOUGHTS:
        days = -((held_for - HOURS_STAY) // DAY)
        raise Problem(422, "hours_set_lately", count=days)
    return chosen


def check_vacation(calendar: Calendar, first: date, last: date, now: int) -> None:
    """A vacation is announced: it cannot begin in the past."""
    if last < first or first < today(calendar.zone, now) or last > today(calendar.zone, now) + timedelta(days=730):
        raise Problem(422, "bad_vacation")
    if any(first <= end and start <= last for start, end in calendar.vacations):
        raise Problem(422, "vacations_overlap")


def vacation_days(calendar: Calendar, year: int) -> int:
    """How many days of a year are vacation; days off count too."""
    start, end = date(year, 1, 1), date(year, 12, 31)
    return sum(max(0, (min(last, end) - max(first, start)).days + 1) for first, last in calendar.vacations)
