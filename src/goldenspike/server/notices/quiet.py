"""Quiet hours in a person's time zone."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Quiet:
    """From `start` until `end`, in minutes after midnight; never if both are the same."""

    zone: str
    start: int
    end: int

    def until(self, time: int) -> int | None:
        """When it is no longer quiet, None if it is not quiet at that time (both in milliseconds)."""
        local = datetime.fromtimestamp(time / 1000, zone_of(self.zone))
        minute = local.hour * 60 + local.minute
        since, length = (minute - self.start) % MINUTES_A_DAY, (self.end - self.start) % MINUTES_A_DAY
        if since >= length:
            return None
        # The clock on the wall decides, also in a night in which it is set forward or back.
        day = local.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
        end = day + timedelta(minutes=self.end, days=1 if self.end <= minute else 0)
        return round(end.replace(tzinfo=local.tzinfo).timestamp() * 1000)


NO_QUIET = Quiet("UTC", 0, 0)


def zone_of(name: str) -> tzinfo:
    """A time zone; UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def zones() -> tuple[str, ...]:
    """The names to choose from: places, and UTC."""
    places = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/", "US/"))}
    return ("UTC", *sorted(places))
