"""Every rhythm in twelve zones, run by run, against an independent model: `rhythm_year.py`.

The days around the changes of clocks in some of the zones; `TIDINGS_LONG=1` has the whole year.
"""

import os
from datetime import date, timedelta

import pytest

import rhythm_year

# New York, Havana and St. John's; Berlin, the Azores and Beirut; back in the same places.
DAYS = [("2026-03-07", 3), ("2026-03-28", 4), ("2026-10-24", 2), ("2026-10-31", 3)]
if os.environ.get("TIDINGS_LONG"):
    # A year in parts that several processes could go through; each begins like a new host.
    FIRST = [date(2026, 1, 1) + timedelta(days=92 * n) for n in range(4)]
    DAYS = [(str(first), 92) for first in FIRST]


@pytest.mark.parametrize("first, days", DAYS)
def test_nothing_is_early_late_or_twice(first, days, capsys):
    year = rhythm_year.live(date.fromisoformat(first), days)
    with capsys.disabled():
        print(f"\n{first}: {year.summary()}")
    assert year.wrong == []
    assert year.counts["expected"] > 300 * days and year.counts["urgent"]


def test_a_mail_at_another_hour_is_refused(monkeypatch):
    """The judge can say no: here the recipients file says seven, and the model eight."""
    monkeypatch.setattr(rhythm_year.Rhythm, "entry", lambda rhythm: {"frequency": "daily", "hour": 7})
    monkeypatch.setattr(
        rhythm_year, "RHYTHMS", {"at eight": (rhythm_year.Rhythm(times=((8, 0),)), {})})
    year = rhythm_year.live(date(2026, 1, 1), 2)
    assert year.counts["early"] and year.counts["late"]
