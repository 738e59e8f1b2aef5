"""Summary and digest count what jq and sqlite3 count."""

import json
import sqlite3
import subprocess

import pytest

from harness import NOW, ROOT

FIXTURES = ROOT / "Tests" / "Fixtures"

# File, the path of its records for jq, and how jq tells an unread one.
JSON_CASES = [
    ("sample/notifications.json", ".[]", ".read_at == null"),
    ("recruiting-compass/notifications.json", ".[]", ".read_at == null"),
    # Unread is what can be read: two have expired, after seven days or at a time of their own.
    ("fitness-groups/export.json", ".[]",
     "((.expiresAt // {_seconds: (.createdAt._seconds + 604800)})._seconds > 1774785600) and (.isRead | not)"),
    ("rooms/page-1.json", ".data[]", ".isRead | not"),
]


def jq(program, path):
    finished = subprocess.run(["jq", "-c", program, path], capture_output=True, check=True)
    return json.loads(finished.stdout)


@pytest.mark.parametrize("name, records, unread", JSON_CASES)
def test_a_summary_counts_as_jq_does(tidings, name, records, unread):
    path = FIXTURES / name
    now = "2026-03-29T12:00:00Z"  # 1774785600
    run = tidings("summary", path, "--format", "json", "--now", now)
    assert run.status in (0, 3), run.errors
    source = run.json["sources"][0]
    assert source["records"] == jq(f"[{records}] | length", path)
    if source["rejected"] or run.json["counts"]["duplicates"]:
        pytest.skip("skipped: copies and rejects have tests of their own")
    counts = run.json["counts"]
    assert counts["total"] == jq(f"[{records}] | length", path)
    assert counts["unread"] == jq(f"[{records} | select({unread})] | length", path)
    by_type = {entry["type"]: entry["total"] for entry in counts["byType"]}
    spelled = jq(f"[{records} | .type | gsub(\"_\"; \"\") | ascii_downcase] | group_by(.) | map({{key: .[0], value: length}}) | from_entries", path)
    assert sum(by_type.values()) == sum(spelled.values())
    assert sorted(by_type.values()) == sorted(spelled.values())


@pytest.mark.parametrize("script", ["recruiting-compass/notifications.sql"])
def test_a_summary_of_a_database_counts_as_sqlite_does(tidings, tmp_path, script):
    path = tmp_path / "export.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript((FIXTURES / script).read_text())
    connection.commit()
    (total,) = connection.execute("SELECT count(*) FROM notifications").fetchone()
    by_user = dict(
        connection.execute("SELECT user_id, count(DISTINCT id) FROM notifications WHERE user_id IS NOT NULL GROUP BY 1")
    )
    connection.close()
    run = tidings("summary", path, "--format", "json", "--now", NOW)
    assert run.status in (0, 3), run.errors
    counts = run.json["counts"]
    assert counts["total"] + counts["duplicates"] + len(run.json["rejected"]) == total
    shown = {entry["id"]: entry["total"] for entry in run.json["recipients"]}
    for user, number in by_user.items():
        assert shown.get(user, 0) <= number
    assert sum(entry["total"] for entry in counts["byType"]) == counts["total"]
    assert sum(day["total"] for day in run.json["byDay"]) == counts["total"]
