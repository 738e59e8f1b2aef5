"""Every rhythm, once more, from the words of the specification: which days, which times, what pauses.

Nothing of the tool's code is in it. Times are seconds since 1970.
"""

import bisect
import calendar
import dataclasses
import functools
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import clocks

NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
DAY = 86400


@dataclasses.dataclass(frozen=True)
class Rhythm:
    """`frequency` and what belongs to it; times are pairs of hour and minute."""

    frequency: str = "daily"
    days: tuple[str, ...] = ()
    day: int = 1
    times: tuple[tuple[int, int], ...] = ((7, 0),)

    def has(self, day):
        if self.frequency in ("daily", "never"):
            return True
        if self.frequency == "weekdays":
            return day.weekday() < 5
        if self.frequency == "weekly":
            return NAMES[day.weekday()] in (self.days or ("monday",))
        last = calendar.monthrange(day.year, day.month)[1]
        return day.day == min(self.day, last)

    @property
    def period(self):
        """The longest time from one day to the next, in seconds."""
        if self.frequency == "monthly":
            return 31 * DAY
        begin = date(2026, 1, 5)
        days = [n for n in range(15) if self.has(begin + timedelta(days=n))]
        return max(b - a for a, b in zip(days, days[1:])) * DAY

    def entry(self):
        """What a recipients file says of it."""
        entry = {"frequency": self.frequency}
        if self.frequency == "weekly" and self.days:
            entry["days"] = list(self.days)
        if self.frequency == "monthly":
            entry["day"] = self.day
        if self.times != ((7, 0),):
            entry["hours"] = [f"{h}:{m:02d}" if m else h for h, m in self.times]
        return entry


@functools.lru_cache(maxsize=None)
def occurrences(zone, rhythm, year):
    """All of a year and of some weeks around it, in order, each once."""
    day, found = date(year, 1, 1) - timedelta(days=35), set()
    while day < date(year + 1, 2, 10):
        if rhythm.has(day):
            for hour, minute in rhythm.times:
                found.add(int(clocks.occurrence(zone, day, hour, minute).timestamp()))
        day += timedelta(days=1)
    return sorted(found)


@functools.lru_cache(maxsize=65536)
def around(zone, rhythm, now):
    """The latest occurrence at or before `now`, and the next one."""
    found = occurrences(zone, rhythm, datetime.fromtimestamp(now, timezone.utc).year)
    number = bisect.bisect_right(found, now)
    return found[number - 1], found[number]


def midnight(zone, day):
    """When a day begins there."""
    return int(clocks.occurrence(zone, day, 0).timestamp())


@functools.lru_cache(maxsize=65536)
def minute_of_day(zone, now):
    there = datetime.fromtimestamp(now, ZoneInfo(zone))
    return there.hour * 60 + there.minute


def is_quiet(zone, quiet, now):
    """`quiet` is a pair of minutes, or None."""
    if not quiet or quiet[0] == quiet[1]:
        return False
    minute, (start, end) = minute_of_day(zone, now), quiet
    return start <= minute < end if start < end else minute >= start or minute < end
