#!/usr/bin/env python3
"""What Python's zoneinfo says of every IANA zone, for comparison with ours.

Prints a JSON list: for zones with the same rules, which are one under several names,
  zones      their names
  offsets    [seconds since 1970, the offset that holds from then on], 1900 to 2100
  later      the same, samples of years far beyond
  instants   [year, month, day, hour, minute, seconds] when a local time is: the first of two, the first
             instant after the gap; around every change between 1980 and 2030, and where its days begin
"""
import importlib.resources
import io
import json
import pathlib
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

STEP = 28 * 86400


def moment(year, month=1, day=1, hour=0):
    """Seconds since 1970 of a time in UTC."""
    return round(datetime(year, month, day, hour, tzinfo=timezone.utc).timestamp())


FIRST, LAST = moment(1900), moment(2100)


def offset(zone, seconds):
    delta = datetime.fromtimestamp(seconds, zone).utcoffset()
    return delta.days * 86400 + delta.seconds


def change(zone, low, high):
    """The first second in low..high at which the offset is no longer that of low."""
    before = offset(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        if offset(zone, middle) == before:
            low = middle
        else:
            high = middle
    return high


def changes(zone):
    found = [(FIRST, offset(zone, FIRST))]
    low = FIRST
    while low < LAST:
        high = min(low + STEP, LAST)
        last = offset(zone, high)
        while found[-1][1] != last:
            low = change(zone, low, high)
            found.append((low, offset(zone, low)))
        low = high
    return found


def instant(zone, local, at):
    """When a clock shows `local`; `at` is the change beside it, the answer where it never does."""
    there = round(local.replace(tzinfo=zone, fold=0).timestamp())
    exists = datetime.fromtimestamp(there, zone).replace(tzinfo=None) == local
    return there if exists else at


def clock(seconds):
    """What a clock shows that stands at these seconds since 1970 of its own time."""
    return datetime(1970, 1, 1) + timedelta(seconds=seconds)


def expectations(rules):
    """What is said of a zone with these rules."""
    zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(rules))
    runs = changes(zone)
    later = [moment(year, month, 15, 12)
             for year in (2100, 2103, 2200, 2304, 2401, 5002, 9996) for month in range(1, 13)]
    instants = []
    before = runs[0][1]
    for at, value in runs[1:]:
        if moment(1980) < at < moment(2030):
            wall = clock(at + min(before, value)).replace(second=0)
            times = [wall + timedelta(minutes=minutes) for minutes in (-90, -1, 0, 1, 29, 59, 61, 119, 121, 200)]
            times += [clock(at + shift).replace(hour=0, minute=0, second=0) for shift in (before, value)]
            instants += ([*local.timetuple()[:5], instant(zone, local, at)] for local in times)
        before = value
    return {"offsets": runs, "later": [(at, offset(zone, at)) for at in later], "instants": instants}


def rules(name):
    folders = [pathlib.Path(folder, name) for folder in zoneinfo.TZPATH]
    path = next((path for path in folders if path.is_file()), None)
    return path.read_bytes() if path else importlib.resources.files("tzdata.zoneinfo").joinpath(name).read_bytes()


if __name__ == "__main__":
    names = {}
    for name in sys.argv[1:] or sorted(zoneinfo.available_timezones() - {"localtime"}):
        names.setdefault(rules(name), []).append(name)
    print(json.dumps([{"zones": zones, **expectations(same)} for same, zones in names.items()]))
