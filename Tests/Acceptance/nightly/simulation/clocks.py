"""Clocks and distances, once more: nothing of the tool's code; the zones are those of `zoneinfo`."""

import functools
import math
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UTC = timezone.utc
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@functools.lru_cache(maxsize=None)
def occurrence(zone, date, hour, minute=0):
    """When the clock shows this time on this date: the first time of two, or the end of the gap."""
    wanted = datetime(date.year, date.month, date.day, hour, minute)
    there = ZoneInfo(zone)
    instant = wanted.replace(tzinfo=there, fold=0).astimezone(UTC)
    if clock(zone, instant) == wanted:
        return instant
    instant -= 4 * HOUR
    while clock(zone, instant) < wanted:
        instant += MINUTE
    return instant


def clock(zone, instant):
    return instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def kilometers(one, other):
    (lat1, lon1), (lat2, lon2) = (tuple(map(math.radians, point)) for point in (one, other))
    half = math.sin((lat2 - lat1) / 2) ** 2
    half += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))
