"""Exports written anew from the systems' descriptions, against what a few lines of Python read in them."""

import datetime
import json
import sqlite3

import pytest

from harness import scripted

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
    "fitness-groups": [
        "admin.json", "firestore-export.json", "keyed.json", "model-camel.json", "model-swiftdate.json", "runquery.json",
    ],
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
    if isinstance(value, dict) and value.get("__datatype__") == "timestamp":
        value = value["value"]
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
    return r["userid"], r["id"], r["type"], "normal", bool(r["isread"]), instant(r["createdat"], SWIFT_EPOCH)


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


def plain(document):
    """The fields of a document of Firestore's REST API."""
    fields = {name: next(iter(value.values())) for name, value in document["fields"].items()}
    return dict(fields, id=document["name"].rpartition("/")[2])


def records_of(path):
    text = path.read_text()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    document = json.loads(text)
    if isinstance(document, list) and "document" in document[0]:
        return [plain(answer["document"]) for answer in document if "document" in answer]
    while isinstance(document, dict):
        inside = first(document.get("data"), document.get("notifications"), document.get("__collections__"))
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
        "--no-collapse", "--limit", "100000")  # fmt: skip
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


def marked(tidings, shared, tmp_path, profile, name):
    """A copy of a trial's database, and a file with everything in it marked read."""
    database = tmp_path / name
    database.write_bytes((shared / "data/trials" / profile / name).read_bytes())
    at = ("--now", NOWS[profile])
    run = tidings("state", "mark", "--as", "read", database, "--all", "--state", tmp_path / "marks.json", *at)
    assert run.status == 0, run.errors
    return database, ("--state", tmp_path / "marks.json", *at)


@pytest.mark.parametrize("profile, name", [*cases(DATABASES), pytest.param("foodshare", "history.sqlite", id="foodshare/history.sqlite")])
def test_statements_fit_the_database_that_was_read(tidings, shared, tmp_path, profile, name):
    path, options = marked(tidings, shared, tmp_path, profile, name)
    # foodshare and fitness-groups say when theirs end.
    sql = tidings("state", "sql", path, *options, "--expired")
    assert sql.status == 0, sql.errors
    assert sql.text.startswith(f"-- {path} (profile {profile})\nUPDATE ")
    scripted(path, sql.text)
    counts = tidings("summary", path, "--now", NOWS[profile], "--format", "json").json["counts"]
    assert counts["unread"] == 0 and counts["expired"] == 0
    again = tidings("state", "sql", path, *options, "--expired")
    assert again.status == 0 and again.text == ""


def test_marks_of_a_collection_are_requests_of_firestore(tidings, shared, tmp_path):
    path = shared / "data/trials/fitness-groups/rest-2.json"
    options = ("--state", tmp_path / "marks.json", "--now", NOWS["fitness-groups"])
    base = "https://firestore.googleapis.com/v1/projects/fit/databases/(default)/documents"
    tidings("state", "mark", "--as", "read", path, "--id", "nt12AbC", *options)
    tidings("state", "mark", "--as", "deleted", path, "--id", "nt13AbC", *options)
    run = tidings("state", "requests", path, "--base-url", base, *options)
    assert run.status == 0, run.errors
    read, deleted = map(json.loads, run.text.splitlines())
    address = f"{base}/notifications/nt12AbC?updateMask.fieldPaths=isRead&currentDocument.exists=true"
    assert (read["method"], read["url"]) == ("PATCH", address)
    assert read["body"] == {"fields": {"isRead": {"booleanValue": True}}}
    assert (deleted["method"], deleted["url"]) == ("DELETE", f"{base}/notifications/nt13AbC") and "body" not in deleted


def preview(tidings, export, recipient, *options):
    run = tidings("mail", export, "--from", "us@example.org", "--now", NOWS["foodshare"], "--preview", recipient, *options)
    assert run.status == 0, run.errors
    return run.text


def test_foodshare_reaches_five_kilometers_unless_told_otherwise(tidings, shared, tmp_path):
    trials = shared / "data/trials/foodshare"
    near = preview(tidings, trials / "history-iso.json", "u-ana", "--owner", "u-ana", "--recipients", trials / "far2.json")
    assert "Fresh sourdough nearby" in near and "Apples 40 km away" not in near
    [ana] = json.loads((trials / "far2.json").read_text())
    (tmp_path / "far.json").write_text(json.dumps([dict(ana, radius=100)]))
    far = preview(tidings, trials / "history-iso.json", "u-ana", "--owner", "u-ana", "--recipients", tmp_path / "far.json")
    assert "Fresh sourdough nearby" in far and "Apples 40 km away" in far


def test_foodshares_table_of_profiles_says_who_is_mailed(tidings, shared):
    mail = preview(tidings, shared / "data/trials/foodshare/server.sqlite", "u1")
    assert "To: Ana <ana@e.org>" in mail
    # 40 km away, and a switch that is off.
    assert "T0 new_listing" in mail and "T3 expiry_warning" in mail
    assert "T1 new_listing" not in mail and "T2 new_message" not in mail


def test_the_names_in_an_export_are_in_every_document(tidings, shared, tmp_path):
    row = {"id": 1, "user_id": "u", "category": "new_listing", "title": "T", "body": "B", "timestamp": NOWS["foodshare"]}
    export = tmp_path / "export.json"
    export.write_text(json.dumps({"notifications": [row], "users": [{"id": "u", "name": "Priya Rao"}]}))
    at = ("--now", NOWS["foodshare"])
    assert tidings("digest", export, "--format", "json", *at).json["recipient"]["name"] == "Priya Rao"
    assert tidings("inbox", export, "-o", tmp_path / "pages", *at).status == 0
    assert any("Priya Rao" in page.read_text() for page in (tmp_path / "pages").rglob("*.html"))
    server = tidings("digest", shared / "data/trials/foodshare/server.sqlite", "--format", "json", *at)
    assert server.json["recipient"]["name"] == "Ana"
