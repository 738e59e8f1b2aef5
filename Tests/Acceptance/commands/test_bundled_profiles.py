"""Each bundled profile on its fixtures and on recorded replies, against what Python counts in them, and
whose records they are: alone, mixed with all others, and with any one field renamed."""

import collections
import contextlib
import csv
import itertools
import json
import re
import sqlite3

import pytest

from harness import FIXTURES, NOW, scripted


def inside(value, *names):
    for name in names:
        value = value[name]
    return value


# Each system: its profile and files, where the records are in them, the id, and what is read (None: nobody
# knows).
SYSTEMS = {
    "github": ("github", ["github/page-1.json", "github/page-2.json"], [], "id", lambda r: not r["unread"]),
    "gitlab": ("gitlab", ["gitlab/todos.json"], [], "id", lambda r: r["state"] == "done"),
    "mastodon": ("mastodon", ["mastodon/notifications.json"], [], "id", None),
    "mastodon v2": ("mastodon-grouped", ["mastodon/grouped.json"], ["notification_groups"], "group_key", None),
    "bluesky": ("bluesky", ["bluesky/notifications.json"], ["notifications"], "uri", lambda r: r["isRead"]),
    "discourse": ("discourse", ["discourse/notifications.json"], ["notifications"], "id", lambda r: r["read"]),
    "nextcloud": ("nextcloud", ["nextcloud/notifications.json"], ["ocs", "data"], "notification_id", None),
    "laravel": ("laravel", ["laravel/notifications.json"], [], "id", lambda r: r["read_at"]),
    "noticed": ("noticed", ["noticed/notifications.json"], [], "id", lambda r: r["read_at"]),
    "noticed v2": ("noticed", ["noticed/v2.json"], [], "id", lambda r: r["read_at"]),
    "django api": ("django-notifications", ["django-notifications/all_list.json"], ["all_list"], "id", lambda r: not r["unread"]),
    "django dump": ("django-notifications", ["django-notifications/dumpdata.json"], [], "pk",
                    lambda r: not r["fields"]["unread"] or r["fields"]["deleted"]),
    "miniflux": ("miniflux", ["miniflux/entries.json"], ["entries"], "id", lambda r: r["status"] == "read"),
    "json feed": ("json-feed", ["json-feed/feed.json"], ["items"], "id", None),
    "compass": ("recruiting-compass", ["sample/notifications.json"], [], "id", lambda r: r["read_at"]),
    "rooms": ("rooms", ["rooms/page-1.json"], ["data"], "id", lambda r: r["isRead"]),
    "generic": ("notifications", ["generic/notifications.json"], [], "id", lambda r: r["is_read"]),
    "generic camel": ("camel", ["generic/camel.json"], ["data", "notifications", "nodes"], "uuid", lambda r: r["seen"]),
}  # fmt: skip
TABLES = {
    "laravel/notifications.sql": ("laravel", "notifications", "read_at IS NULL"),
    "noticed/notifications.sql": ("noticed", "notifications", "read_at IS NULL"),
    "noticed/v2.sql": ("noticed", "noticed_notifications", "read_at IS NULL"),
    "django-notifications/notifications.sql": ("django-notifications", "notifications_notification", "unread AND NOT deleted"),
}
# Records that are no notifications, or are gone.
LEFT_OUT = {
    "django dump": lambda record: record["model"] != "notifications.notification",
    "miniflux": lambda record: record["status"] == "removed",
}


def records(name):
    _, files, path, _, _ = SYSTEMS[name]
    found = [r for file in files for r in inside(json.loads((FIXTURES / file).read_text()), *path)]
    return [r for r in found if not LEFT_OUT.get(name, lambda r: False)(r)]


def lines(path, found):
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in found))
    return path


def summary(tidings, *arguments, now=NOW):
    return tidings("summary", *arguments, "--now", now, "--format", "json").json


def owners(source):
    """How many of a source's records went to each profile; `check` counts its own among all."""
    strays = {stray["profile"]: stray["records"] for stray in source.get("strays", [])}
    return {source["profile"]: source["records"] - sum(strays.values()), **strays}


@pytest.mark.parametrize("name", SYSTEMS)
def test_its_fixtures_are_counted_as_python_counts_them(tidings, name):
    profile, files, _, key, is_read = SYSTEMS[name]
    found = summary(tidings, *[FIXTURES / file for file in files])
    assert {source["profile"] for source in found["sources"]} == {profile}
    assert sum(source["rejected"] for source in found["sources"]) == 0
    by_id = {record[key]: record for record in records(name)}
    assert found["counts"]["total"] == len(by_id)
    assert found["counts"]["duplicates"] == len(records(name)) - len(by_id)
    unread = [r for r in by_id.values() if is_read is None or not is_read(r)]
    assert found["counts"]["unread"] == len(unread)


@pytest.mark.parametrize("script", TABLES)
def test_its_tables_are_counted_as_sqlite_counts_them(tidings, tmp_path, script):
    profile, table, unread = TABLES[script]
    app = scripted(tmp_path / "app.sqlite", (FIXTURES / script).read_text())
    with contextlib.closing(sqlite3.connect(app)) as database:
        wanted = database.execute(f"SELECT count(*), sum({unread}) FROM {table}").fetchone()
    found = summary(tidings, tmp_path / "app.sqlite")
    assert found["sources"][0]["profile"] == profile and found["sources"][0]["rejected"] == 0
    assert (found["counts"]["total"], found["counts"]["unread"]) == wanted


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_of_its_records_alone_is_known(tidings, tmp_path, name):
    stem = SYSTEMS[name][0]
    files = [lines(tmp_path / f"{stem}-{n}.jsonl", [record]) for n, record in enumerate(records(name))]
    found = json.loads(tidings("check", *files, "--format", "json").text)
    assert [source["profile"] for source in found["sources"]] == [SYSTEMS[name][0]] * len(files)
    assert [source["rejected"] for source in found["sources"]] == [0] * len(files)


def members(path):
    """The records of a fixture of an app, whatever they are packed in."""
    text = path.read_text()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line]
    document = json.loads(text)
    if isinstance(document, list):
        return document
    for name in ("data", "notifications", "documents", "items"):
        if isinstance(document.get(name), list):
            return document[name]
    return [dict(value, id=key) for key, value in document.items()]


APPS = [path for app in ("fitness-groups", "foodshare", "lendair", "recruiting-compass", "rooms")
        for path in sorted((FIXTURES / app).glob("*.json*"))]  # fmt: skip
# By name, the profile and the records of each system.
EVERYBODY = {name: (row[0], records(name)) for name, row in SYSTEMS.items() if "generic" not in name}
EVERYBODY |= {f"{path.parent.name}/{path.name}": (path.parent.name, members(path)) for path in APPS}


def test_all_of_them_in_one_stream_are_told_apart(tidings, tmp_path):
    wanted = collections.Counter()
    for profile, found in EVERYBODY.values():
        wanted[profile] += len(found)
    turns = itertools.chain.from_iterable(itertools.zip_longest(*(found for _, found in EVERYBODY.values())))
    mixed = [record for record in turns if record is not None]
    for order in (mixed, mixed[::-1], mixed[::3] + mixed[1::3] + mixed[2::3]):
        [source] = json.loads(tidings("check", lines(tmp_path / "all.jsonl", order), "--format", "json").text)["sources"]
        # Three of lendair's, whose types alone tell them, have a type of tomorrow or lack an id or time.
        found = collections.Counter(owners(source))
        found[source["profile"]] -= 3
        found["lendair"] += 3
        assert found == wanted


def renamed(value, field):
    """The value with one field called another name, at whatever depth."""
    if isinstance(value, list):
        return [renamed(part, field) for part in value]
    if not isinstance(value, dict):
        return value
    return {f"x_{key}_x" if key == field else key: renamed(part, field) for key, part in value.items()}


def names_in(value):
    if isinstance(value, list):
        return set().union(*map(names_in, value))
    return set(value).union(*map(names_in, value.values())) if isinstance(value, dict) else set()


@pytest.mark.parametrize("name", EVERYBODY)
def test_with_a_field_renamed_it_is_nobody_elses(tidings, tmp_path, name):
    """It is its own, or nobody's; at the most it is read by what all of them have in common."""
    profile, found = EVERYBODY[name]
    fields = {
        lines(tmp_path / f"one-{number}.jsonl", renamed(found, field)): field
        for number, field in enumerate(sorted(names_in(found)))}
    while (run := tidings("check", *fields, "--format", "json")).status == 65:
        # A run ends at the first file that nobody knows.
        (unknown,) = [path for path in fields if str(path) in run.errors.splitlines()[0]]
        assert "no profile fits" in run.errors or "no records" in run.errors, (fields[unknown], run.errors)
        del fields[unknown]
    for field, source in zip(fields.values(), json.loads(run.text)["sources"], strict=True):
        assert {re.sub(r"^one(-\d+)?$", profile, owner) for owner in owners(source)} <= {profile}, field


LOOKALIKES = {
    "discourse": {"id": 1, "notification_type": "liked", "data": {"x": 1}, "read": False},
    "gitlab": {"id": 1, "action_name": "assigned", "target_type": "Task", "state": "done", "is_read": False},
    "nextcloud": {"notification_id": 1, "app": "calendar", "object_id": 7, "is_read": True},
    "django-notifications": {"id": 1, "level": "info", "verb": "sent", "unread": True},
    "mastodon": {"id": 1, "type": "mention", "account": {"name": "Ana"}, "status": None, "seen": True},
    "github": {"id": 1, "reason": "mention", "subject": "Hello", "unread": True},
    "bluesky": {"id": 1, "reason": "like", "record": {"text": "t"}, "isRead": False},
    "laravel": {"id": 1, "type": "App\\Notifications\\InvoicePaid", "data": "{}", "read_at": None},
}


def test_a_table_of_ones_own_that_looks_like_one_is_not_taken(tidings, tmp_path):
    common = {"user_id": 5, "title": "Hello", "message": "text", "created_at": "2026-02-08T10:00:00Z"}
    files = [lines(tmp_path / f"my-{name}-table.jsonl", [{**common, **row}] * 9) for name, row in LOOKALIKES.items()]
    found = json.loads(tidings("check", *files, "--format", "json").text)
    for name, source in zip(LOOKALIKES, found["sources"], strict=True):
        assert source["profile"] == f"my-{name}-table" and "strays" not in source, source


def test_a_table_of_ones_own_as_csv_is_counted_as_python_counts_it(tidings):
    with open(FIXTURES / "generic" / "export.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    found = summary(tidings, FIXTURES / "generic" / "export.csv")
    assert found["sources"][0]["profile"] == "export" and not found["rejected"]
    assert (found["counts"]["total"], found["counts"]["unread"]) == (len(rows), sum(not row["read_at"] for row in rows))


@pytest.mark.parametrize("name", ["generic", "generic camel"])
def test_what_no_profile_fits_is_said_to_be_read_by_its_columns(tidings, name):
    file = FIXTURES / SYSTEMS[name][1][0]
    words = f"no profile fits its records, so their columns are taken by their names, as those of the system {SYSTEMS[name][0]}"
    assert words in tidings("summary", file).errors and words in tidings("check", file).text
    assert words not in tidings("summary", file, "--profile", "generic").errors
    assert "by their names" not in tidings("summary", FIXTURES / "gitlab/todos.json").errors


RECORDED = {
    "github": (["github-page1.json", "github-page2.json"], [], "id", lambda r: not r["unread"]),
    "mastodon": (["mastodon.json"], [], "id", None),
    "bluesky": (["bluesky.json"], ["notifications"], "uri", lambda r: r["isRead"]),
}


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_replies_are_counted_as_python_counts_them(tidings, shared, name):
    names, path, key, is_read = RECORDED[name]
    files = [shared / "data" / "exports" / file for file in names]
    found = [r for file in files for r in inside(json.loads(file.read_text()), *path)]
    counted = summary(tidings, *files, now="2026-11-01T00:00:00Z")["counts"]
    assert counted["total"] == len({record[key] for record in found})
    assert counted["unread"] == sum(1 for r in found if is_read is None or not is_read(r))


@pytest.mark.parametrize("name", SYSTEMS)
def test_its_links_lead_to_pages_never_to_an_api(tidings, name):
    run = tidings("digest", *[FIXTURES / file for file in SYSTEMS[name][1]], "--now", NOW, "--days", "365",
                  "--base-url", "https://app.example", "--format", "json")  # fmt: skip
    digests = [json.loads(line) for line in run.text.splitlines() if line.strip()] if run.text.startswith("{\"") else [run.json]
    items = [item for digest in digests for section in digest["sections"] for item in section["items"]]
    assert items
    for item in items:
        assert item["title"] and item["label"], item
        link = item.get("link", "https://")
        assert link.startswith("https://"), link
        assert not any(part in link for part in ("api.", "/api/", "/ocs/", "{", "at://")), link


@pytest.mark.parametrize("groups", [{"grp-runners": {"name": "Night Runners"}}, [{"id": "grp-runners", "name": "Night Runners"}]])
def test_a_fitness_group_is_called_by_its_name_where_a_file_of_groups_is_given(tidings, tmp_path, groups):
    (tmp_path / "groups.json").write_text(json.dumps(groups))
    finished = tidings(
        "digest", FIXTURES / "fitness-groups/export.json", "--recipient", "anna", "--now", "2026-03-29T23:00:00Z",
        "--join", f"groups={tmp_path / 'groups.json'}", "--format", "markdown")  # fmt: skip
    assert finished.status == 0, finished.errors
    assert "Night Runners" in finished.text
