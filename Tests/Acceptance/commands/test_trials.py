"""Exports written anew from the systems' descriptions, against what a few lines of Python read in them."""

import datetime
import json
import sqlite3

import pytest

NOWS = {
    "lendair": "2026-04-14T16:00:00Z",
    "rooms": "2025-07-05T09:00:00Z",
    "fitness-groups": "2026-05-20T09:30:00Z",
    "foodshare": "2026-03-10T18:00:00Z",
    "recruiting-compass": "2026-02-10T15:00:00Z",
}
DAY = 86400
SWIFT_EPOCH = 978307200

FILES = {
    "lendair": ["bare.json", "minimal.json", "nested.json", "pagination.json", "read-field.json", "snake.json"],
    "rooms": ["untitled.json", "users/rec.json", "users/env.json", "users/env2.json", "users/inbox-uma.json", "users/inbox-vic.json"],
    "fitness-groups": ["admin.json", "keyed.json", "model-camel.json"],
    "foodshare": ["apns.json", "history-iso.json", "history-swift.json", "payloads.jsonl", "requests-logged.json"],
    "recruiting-compass": ["model.json", "postgrest.json"],
}
DATABASES = {
    "lendair": ["cache.sqlite"],
    "fitness-groups": ["cache.sqlite"],
    "foodshare": ["flat.sqlite", "server.sqlite"],
    "recruiting-compass": ["compass.sqlite"],
}


def loose(record):
    """The members by their names in small letters without underscores."""
    return {key.replace("_", "").lower(): value for key, value in record.items()}


def first(*values):
    return next((value for value in values if value is not None), None)


def instant(value, epoch=0):
    if isinstance(value, dict):
        value = value.get("_seconds", value.get("seconds"))
    if isinstance(value, (int, float)):
        value = float(value)
        if value > 1e11:
            value /= 1000
        return value + (epoch if value < 1e9 else 0)
    time = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if time.tzinfo is None:
        time = time.replace(tzinfo=datetime.timezone.utc)
    return time.timestamp()


def priority(word):
    words = {"low": "low", "high": "high", "critical": "high", "urgent": "high"}
    words |= {"time-sensitive": "high", "passive": "low"}
    return words.get(word, "normal")


def lendair(r):
    default = {"PAYMENT_DUE": "high", "SYSTEM_UPDATE": "low"}.get(r["type"], "normal")
    read = any(bool(r.get(name)) for name in ("isread", "read", "readat"))
    return r.get("userid", "me"), r["id"], r["type"], r.get("priority", default), read, instant(r["createdat"])


def rooms(r):
    return r.get("recipientid", r.get("userid")), r["id"], r["type"], "normal", r["isread"], instant(r["createdat"])


def fitness(r):
    return r["userid"], r["id"], r["type"], "normal", bool(r["isread"]), instant(r["createdat"])


def foodshare(r):
    payload = loose(r.get("payload") or {})
    if isinstance(r.get("payload"), str):
        payload = loose(json.loads(r["payload"]))
    aps = r.get("aps") or {}
    kind = first(payload.get("category"), r.get("category"), payload.get("type"), r.get("type"), r.get("notificationtype"))
    level = first(payload.get("priority"), r.get("priority"), aps.get("interruption-level"))
    time = first(payload.get("timestamp"), r.get("timestamp"), r.get("receivedat"), r.get("createdat"), r.get("date"))
    recipient = first(r.get("recipientid"), r.get("userid"), "me")
    read = bool(r.get("isread")) or r.get("readat") is not None
    key = first(r.get("id"), r.get("apns-id"), payload.get("id"))
    return recipient, key, kind, priority(level), read, instant(time, SWIFT_EPOCH)


def compass(r):
    time = first(r.get("scheduledfor"), r.get("createdat"))
    return (
        first(r.get("userid"), "me"), r["id"], r["type"], priority(r.get("priority")),
        r.get("readat") is not None, instant(time),
    )  # fmt: skip


TRUTHS = {
    "lendair": lendair, "rooms": rooms, "fitness-groups": fitness,
    "foodshare": foodshare, "recruiting-compass": compass,
}  # fmt: skip


def records_of(path):
    text = path.read_text()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    document = json.loads(text)
    while isinstance(document, dict):
        inside = first(document.get("data"), document.get("notifications"))
        if inside is None:
            return [dict(record, id=key) for key, record in document.items()]
        document = inside
    return document


def expiry(profile, record, time):
    if profile == "fitness-groups":
        return instant(record["expiresat"]) if record.get("expiresat") else time + 7 * DAY
    return time + 30 * DAY if profile == "foodshare" else float("inf")


def truth(profile, records, recipient="me"):
    """What can be seen at that time: not deleted, not expired, not yet to come."""
    found = set()
    now = instant(NOWS[profile])
    for record in map(loose, records):
        who, key, kind, level, read, time = TRUTHS[profile](record)
        ends = expiry(profile, record, time)
        # A retention ends after its last instant, an expiry at it.
        is_over = ends < now if profile == "foodshare" else ends <= now
        if not record.get("isdeleted") and not is_over and time <= now + 300:
            found.add((who or recipient, str(key), fold(kind), level, read, round(time, 3)))
    return found


def fold(word):
    return "".join(letter for letter in str(word).lower() if letter.isalnum())


def seen(tidings, profile, path):
    run = tidings(
        "digest", path, "--format", "json", "--now", NOWS[profile], "--since", "1990-01-01",
        "--no-collapse", "--limit", "100000",
    )  # fmt: skip
    assert run.status == 0, run.errors
    # Several recipients are a line each.
    lines = run.text.splitlines() if "\n{" in run.text else [run.text]
    for digest in map(json.loads, lines):
        for section in digest["sections"]:
            for item in section["items"]:
                [key] = item["ids"]
                yield (
                    digest["recipient"]["id"], key, fold(item["type"]), item["priority"],
                    item["unread"] is False, round(instant(item["time"]), 3),
                )  # fmt: skip


def compare(tidings, profile, path, records, recipient="me"):
    [source] = tidings("check", path, "--format", "json").json["sources"]
    assert source["profile"] == profile and "strays" not in source
    assert source["records"] == len(records) and source["rejected"] == 0
    expected = truth(profile, records, recipient)
    assert expected and set(seen(tidings, profile, path)) == expected
    counts = tidings("summary", path, "--format", "json", "--now", NOWS[profile]).json["counts"]
    assert counts["total"] + counts["duplicates"] == len(records)
    assert counts["unread"] == sum(not read for *_, read, _ in expected)


def cases(files):
    return [pytest.param(profile, name, id=f"{profile}/{name}") for profile in files for name in files[profile]]


@pytest.mark.parametrize("profile, name", cases(FILES))
def test_a_trial_is_read_as_it_is_written(tidings, shared, profile, name):
    path = shared / "data/trials" / profile / name
    # The envelopes name their recipient behind their records.
    owner = "uma" if "env" in name else path.stem.removeprefix("inbox-") if "inbox-" in name else "me"
    compare(tidings, profile, path, records_of(path), owner)


@pytest.mark.parametrize("profile, name", cases(DATABASES))
def test_a_trials_database_is_read_as_it_is_written(tidings, shared, profile, name):
    path = shared / "data/trials" / profile / name
    database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    database.row_factory = sqlite3.Row
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    [table] = [name for name in tables if "notif" in name and "pref" not in name]
    compare(tidings, profile, path, [dict(row) for row in database.execute(f'SELECT * FROM "{table}"')])
