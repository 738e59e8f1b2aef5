"""Who gets what, and when: every preference as a line of a table, against hourly runs.

Everybody is owed the same notifications, by letter; a line says which of them come at which run.
"""

import json
from datetime import datetime, timedelta, timezone

import pytest

import nights
from dumps import write
from row import Row
from world import COMPASS, GROUPS, SHARE


def at(text):
    """A time of February 2026 in UTC: the 8th is a Sunday."""
    return datetime.strptime(f"2026-02-{text}", "%Y-%m-%d %H:%M").replace(tzinfo=timezone.utc)


def seconds(text):
    return int(at(text).timestamp())


# By letter: the system, the type, the priority, the time, and the place.
OWED = {
    "L": (COMPASS, "offer", "low", "08 20:00", None),
    "E": (COMPASS, "event", "normal", "09 03:00", None),
    "H": (COMPASS, "deadline_alert", "high", "09 13:00", None),
    "G": (GROUPS, "milestone", "normal", "09 02:00", None),
    "N": (SHARE, "new_listing", "normal", "08 21:00", (52.54, 13.4)),
    "F": (SHARE, "new_listing", "normal", "08 21:00", (52.58, 13.4)),
    "U": (SHARE, "reservation_update", "normal", "08 21:00", None),
}
LETTERS = list(OWED)
FIRST, LAST = at("08 12:00"), at("10 12:00")
RUNS = sorted(
    {FIRST + timedelta(hours=hour) for hour in range(int((LAST - FIRST) / nights.HOUR) + 1)}
    | {at(t) for t in ("08 22:29", "08 22:30", "09 07:14", "09 07:15", "15 07:00", "16 07:00")})

QUIET = {"quietHours": {"start": "22:30", "end": "07:15"}}
CENTER = {"latitude": 52.5, "longitude": 13.4}

TABLE = {
    "nothing said": ({}, {"09 07:00": "LE", "10 07:00": "H"}),
    "a zone, nine hours ahead": ({"timeZone": "Asia/Tokyo"}, {"08 22:00": "L", "09 22:00": "EH"}),
    "a zone of three quarters of an hour": ({"timeZone": "Asia/Kathmandu"}, {"09 02:00": "L", "10 02:00": "EH"}),
    "an hour": ({"hour": 18}, {"09 18:00": "LEH"}),
    "the hour of midnight": ({"hour": 0}, {"09 00:00": "L", "10 00:00": "EH"}),
    "a type off": ({"typesOff": ["offer"]}, {"09 07:00": "E", "10 07:00": "H"}),
    "two types off, one as the app writes it": ({"typesOff": "deadlineAlert, event"}, {"09 07:00": "L"}),
    "all types off": ({"typesOff": ["offer", "event", "deadline_alert"]}, {}),
    "quiet hours over the hour": (QUIET, {"09 07:15": "LE", "10 08:00": "H"}),
    "quiet hours after the hour": ({**QUIET, "hour": 22}, {"08 22:00": "L", "09 22:00": "EH"}),
    "quiet hours from before the hour": ({**QUIET, "hour": 23}, {"09 07:15": "LE", "10 08:00": "H"}),
    "quiet hours of another zone": ({**QUIET, "timeZone": "Europe/Berlin"}, {"09 07:00": "LE", "10 07:00": "H"}),
    "quiet hours by day": ({"quietHours": "07:00-09:01"}, {"09 10:00": "LE", "10 10:00": "H"}),
    "quiet hours that end as they begin": ({"quietHours": "07:00-07:00"}, {"09 07:00": "LE", "10 07:00": "H"}),
    "quiet hours that are off": ({**QUIET, "quietHoursEnabled": False}, {"09 07:00": "LE", "10 07:00": "H"}),
    "weekly": ({"frequency": "weekly"}, {"09 07:00": "LE", "16 07:00": "H"}),
    "weekly on Monday": ({"frequency": "weekly", "weekday": "monday"}, {"09 07:00": "LE", "16 07:00": "H"}),
    "weekly on Monday, later": ({"frequency": "weekly:monday", "hour": 18}, {"09 18:00": "LEH"}),
    "weekly on Sunday": ({"frequency": "weekly:sunday"}, {"15 07:00": "LEH"}),
    "weekly on Saturday, late": ({"frequency": "weekly:saturday"}, {"15 07:00": "LEH"}),
    "weekly on Monday, quiet": ({"frequency": "weekly:monday", **QUIET}, {"09 07:15": "LE"}),
    "never": ({"frequency": "never"}, {}),
    "unsubscribed": ({"unsubscribed": True}, {}),
    "unsubscribed at a time": ({"unsubscribedAt": "2026-01-01T00:00:00Z"}, {}),
    "at least normal": ({"minimumPriority": "normal"}, {"09 07:00": "E", "10 07:00": "H"}),
    "at least high": ({"minimumPriority": "high"}, {"10 07:00": "H"}),
    "a radius of 5 km, and another system's id": (
        {**CENTER, "radius": 5, "also": {SHARE: "x-{id}"}}, {"09 07:00": "LENU", "10 07:00": "H"}),
    "a radius of 10 km": ({**CENTER, "radius": 10, "also": {SHARE: "x-{id}"}}, {"09 07:00": "LENFU", "10 07:00": "H"}),
    "no radius": ({"also": {SHARE: "x-{id}"}}, {"09 07:00": "LENFU", "10 07:00": "H"}),
    "three systems": ({"also": {SHARE: "x-{id}", GROUPS: "y-{id}"}}, {"09 07:00": "LEGNFU", "10 07:00": "H"}),
    "another system's id, a type of it off": (
        {"also": {SHARE: "x-{id}"}, "typesOff": ["new_listing"]},
        {"09 07:00": "LEU", "10 07:00": "H"}),
    "suppressed": ({"email": "GONE@example.org"}, {}),
    "no address": ({"email": None}, {}),
    "an address that is none": ({"email": "no address"}, {}),
}  # fmt: skip

# What the report says meanwhile: by line, at a run, the outcome and its facts.
OUTCOMES = [
    ("nothing said", "08 12:00", {"outcome": "nothing new"}),
    ("nothing said", "09 06:00", {"outcome": "not due", "next": "2026-02-09T07:00:00Z"}),
    ("nothing said", "09 07:00", {"outcome": "handed over", "notifications": 2}),
    ("nothing said", "09 07:14", {"outcome": "already handed over", "next": "2026-02-10T07:00:00Z"}),
    ("quiet hours over the hour", "09 07:00", {"outcome": "quiet hours", "until": "2026-02-09T07:15:00Z"}),
    ("quiet hours over the hour", "09 07:14", {"outcome": "quiet hours", "until": "2026-02-09T07:15:00Z"}),
    ("quiet hours from before the hour", "08 23:00", {"outcome": "quiet hours", "until": "2026-02-09T07:15:00Z"}),
    ("weekly on Monday", "09 12:00", {"outcome": "already handed over", "next": "2026-02-16T07:00:00Z"}),
    ("never", "09 07:00", {"outcome": "never"}),
    ("unsubscribed", "09 07:00", {"outcome": "unsubscribed"}),
    ("unsubscribed at a time", "09 07:00", {"outcome": "unsubscribed"}),
    ("suppressed", "09 07:00", {"outcome": "suppressed"}),
    ("no address", "09 07:00", {"outcome": "no address"}),
    ("an address that is none", "09 07:00", {"outcome": "bad address", "address": "no address"}),
    ("a type off", "09 07:00", {"outcome": "handed over", "notifications": 1, "leftOut": {"type off": 1}}),
    ("all types off", "09 07:00", {"outcome": "nothing new", "leftOut": {"type off": 2}}),
    ("at least high", "09 07:00", {"outcome": "nothing new", "leftOut": {"low priority": 2}}),
    ("a radius of 5 km, and another system's id", "09 07:00", {
        "outcome": "handed over", "notifications": 4, "leftOut": {"too far away": 1}}),
]  # fmt: skip


def rows():
    # What was there before anything came: from the first run on the export is one of a known system.
    long_ago = seconds("08 00:00")
    yield Row("N9999999", COMPASS, "p0", "offer", long_ago, long_ago, read=long_ago)
    for number in range(len(TABLE)):
        for letter, (profile, type_, priority, time, place) in OWED.items():
            owner = {COMPASS: "{}", GROUPS: "y-{}", SHARE: "x-{}"}[profile].format(f"p{number}")
            yield Row(
                f"N{number:04d}{LETTERS.index(letter):03d}", profile, owner, type_, seconds(time), seconds(time),
                priority=priority, place=place,
                expires=seconds("20 00:00") if profile == GROUPS else None)  # fmt: skip


def entry(number, wish):
    entry = {"id": f"p{number}", "email": f"p{number}@example.org", **wish}
    if "also" in wish:
        entry["also"] = {profile: id.format(id=f"p{number}") for profile, id in wish["also"].items()}
    return entry


@pytest.fixture(scope="module")
def came(tmp_path_factory):
    """By line of the table: what came at which run, and what the reports said of it."""
    folder = tmp_path_factory.mktemp("wishes")
    life = list(rows())
    found = {name: ({}, {}) for name in TABLE}
    names = list(TABLE)
    for now in RUNS:
        exports = write(folder, [], life, int(now.timestamp()))
        people = [entry(number, wish) for number, (wish, _) in enumerate(TABLE.values())]
        (folder / "people.jsonl").write_text("".join(json.dumps(one) + "\n" for one in people))
        done = nights.mail(folder, exports, now, "--report", folder / "report.json", "--max-ahead", "9d")
        assert done.status == 0, done.errors
        time = now.strftime("%d %H:%M")
        for one in nights.take(folder / "outbox"):
            assert one.now == now.timestamp()
            for token in one.tokens:
                mails = found[names[int(token[1:5])]][0]
                mails[time] = mails.get(time, "") + LETTERS[int(token[5:])]
        for recipient, said in nights.reported(folder / "report.json")[now].items():
            if recipient.startswith("p"):
                found[names[int(recipient[1:])]][1][time] = said
    return found


@pytest.mark.parametrize("name", TABLE)
def test_who_gets_what_and_when(came, name):
    mails = {time: "".join(sorted(letters)) for time, letters in came[name][0].items()}
    assert mails == {time: "".join(sorted(letters)) for time, letters in TABLE[name][1].items()}


@pytest.mark.parametrize("name, time, expected", OUTCOMES)
def test_what_the_report_says(came, name, time, expected):
    said = dict(came[name][1][time])
    said.pop("recipient"), said.pop("profile")
    if "leftOut" not in expected:
        said.pop("leftOut", None)
    assert said == expected
