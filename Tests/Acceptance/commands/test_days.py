"""Today, Yesterday and Earlier are civil days of the zone: against Python's zoneinfo, over all zones."""

import concurrent.futures
import datetime
import json
import zoneinfo

import pytest

from harness import ALL, NOW, record, run

UTC = datetime.timezone.utc
SECOND = datetime.timedelta(seconds=1)


def transitions(zone, year):
    """The instants of a year at which the zone's offset changes, found by bisection."""
    hour = datetime.timedelta(hours=1)
    at = datetime.datetime(year, 1, 1, tzinfo=UTC)
    found = []
    while at.year == year:
        low, high = at, at + 24 * hour
        if low.astimezone(zone).utcoffset() != high.astimezone(zone).utcoffset():
            while high - low > SECOND:
                middle = (low + (high - low) / 2).replace(microsecond=0)
                if middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset():
                    low = middle
                else:
                    high = middle
            found.append(high)
        at += 24 * hour
    return found


def day_starts(zone, date):
    """The first instant of a civil day: the earliest that zoneinfo puts on that date."""
    low = datetime.datetime(date.year, date.month, date.day, tzinfo=UTC) - datetime.timedelta(hours=26)
    high = low + datetime.timedelta(hours=52)
    while high - low > SECOND:
        middle = (low + (high - low) / 2).replace(microsecond=0)
        if middle.astimezone(zone).date() >= date:
            high = middle
        else:
            low = middle
    return high


def cases(name):
    """The instants taken for the present: a second to both sides of local midnights."""
    zone = zoneinfo.ZoneInfo(name)
    dates = {datetime.date(2026, 1, 15)}
    for change in transitions(zone, 2026)[:2]:
        dates.add(change.astimezone(zone).date() + datetime.timedelta(days=1))
    for date in sorted(dates):
        midnight = day_starts(zone, date)
        yield midnight - SECOND
        yield midnight


def expected_sections(zone, now, times):
    sections = {"today": set(), "yesterday": set(), "earlier": set()}
    today = now.astimezone(zone).date()
    for time in times:
        age = (today - time.astimezone(zone).date()).days
        day = "today" if age <= 0 else "yesterday" if age == 1 else "earlier"
        sections[day].add(time.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return sections


def check_zone(name):
    zone = zoneinfo.ZoneInfo(name)
    wrong = []
    for now in cases(name):
        times = {now - datetime.timedelta(minutes=37 * n) for n in range(120)}
        local = now.astimezone(zone).date()
        for age in range(3):
            start = day_starts(zone, local - datetime.timedelta(days=age))
            times |= {start - SECOND, start, start + SECOND}
        times = sorted(time for time in times if time <= now)
        export = json.dumps(
            [{"id": str(n), "type": "offer", "title": f"t{n}", "user_id": "u", "action_url": None,
              "scheduled_for": time.isoformat()} for n, time in enumerate(times)]  # fmt: skip
        )
        digest = run(
            "digest", "-", "--profile", "recruiting-compass", "--format", "json",
            "--time-zone", name, "--now", now.isoformat(), stdin=export.encode())  # fmt: skip
        assert digest.status == 0, digest.errors
        got = {s["day"]: {i["time"] for i in s["items"]} for s in digest.json["sections"]}
        if got != expected_sections(zone, now, times):
            wrong.append((name, now.isoformat()))
    return wrong


def test_sections_follow_zoneinfo_around_midnight_and_both_changes_of_every_kind_of_zone(tidings):
    """Of the zones with the same midnights one, and a fifth of those: `Tests/run judges` tries them all."""
    names = {tuple(cases(name)): name for name in zoneinfo.available_timezones() - {"localtime", "Factory"}}
    assert len(names) > 50
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [case for cases_ in pool.map(check_zone, sorted(names.values())[:: 1 if ALL else 5]) for case in cases_]
    assert not wrong, wrong[:10]


def test_the_oracle_refuses_a_digest_in_another_zone():
    """The negative control: sections of one zone are not those of another."""
    now = datetime.datetime(2026, 1, 15, 3, 0, tzinfo=UTC)
    times = [now - datetime.timedelta(hours=n) for n in range(72)]
    new_york, tokyo = (zoneinfo.ZoneInfo(n) for n in ("America/New_York", "Asia/Tokyo"))
    assert expected_sections(new_york, now, times) != expected_sections(tokyo, now, times)


def test_the_days_at_the_top_end_with_the_present_one(tidings, tmp_path):
    """At midnight the new day has begun: the header ended a day before its own sections."""
    export = tmp_path / "one.jsonl"
    export.write_text(json.dumps(record(1, user_id="u")) + "\n")
    for now in "2026-02-08T00:00:00Z", "2026-02-08T00:00:01Z", "2026-02-08T23:59:59Z":
        digest = tidings("digest", export, "--recipient", "u", "--now", now, "--format", "text")
        assert "Feb\xa02\xa0–\xa0Feb\xa08,\xa02026" in digest.text
    until = tidings(
        "digest", export, "--recipient", "u", "--now", "2026-02-08T12:00:00Z", "--until", "2026-02-07", "--format", "text"
    )
    assert "until\xa0Feb\xa06,\xa02026" in until.text


@pytest.mark.parametrize("option, zone, time, count", [
    ("--since", "Asia/Tokyo", "2026-02-08T12:00", 1),
    ("--since", "Asia/Tokyo", "2026-02-08T12:00:00", 1),
    ("--since", "Asia/Tokyo", "2026-02-08T03:00:00Z", 1),
    ("--since", "Asia/Tokyo", "2026-02-08T11:00:00", 2),
    ("--until", "Asia/Tokyo", "2026-02-08T13:00:00", 1),
    ("--until", "UTC", "2026-02-08T12:00:00", 1),
    ("--until", "UTC", "2026-02-08T12:00:00+09:00", 1),
    ("--since", "UTC", "2026-02-08T02:00:00", 2),
])  # fmt: skip
def test_a_time_without_a_zone_is_in_the_chosen_zone_as_a_day_is(tidings, tmp_path, option, zone, time, count):
    """One before noon in Tokyo, one at noon in UTC."""
    rows = [record(n, read_at=None, scheduled_for=f"2026-02-08T{time}Z") for n, time in enumerate(["02:59:59", "12:00:00"])]
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    made = tidings("summary", tmp_path / "export.jsonl", "--now", NOW, "--time-zone", zone, option, time, "--format", "json")
    assert made.status == 0, made.errors
    assert json.loads(made.text)["counts"]["total"] == count
