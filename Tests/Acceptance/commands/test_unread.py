"""Unread is what can be read now: summary, digest and page say one number."""

import json
import re

import pytest
from harness import ROOT

NOW = "2026-03-29T12:00:00Z"


def row(number, **fields):
    record = {
        "id": f"s{number}",
        "payload": {
            "category": ["new_listing", "new_message", "tomorrow"][number % 3],
            "title": f"Title {number}",
            "body": "text",
            "timestamp": f"2026-03-{27 + number % 3}T09:00:00Z",
            "priority": ["high", "medium", "low"][number % 3],
            "entityId": "e",
        },
        "receivedAt": "2026-03-28T09:00:00Z",
        "isRead": False,
        "isDeleted": False,
    }
    record["payload"].update(fields.pop("payload", {}))
    return record | fields


def at(time):
    return {"payload": {"timestamp": time}}


# Ten that can be read now, one of them seconds ahead; three read ones; and what nobody can read now.
ROWS = (
    [row(n) for n in range(9)]
    + [row(9, **at("2026-03-29T12:04:00Z"))]
    + [row(n, isRead=True) for n in range(10, 13)]
    + [row(20, isDeleted=True), row(21, **at("2026-02-01T09:00:00Z")), row(22, **at("2026-03-29T12:06:00Z"))]
)


@pytest.fixture
def export(tmp_path):
    path = tmp_path / "history.json"
    path.write_text(json.dumps(ROWS))
    return path


def parts(counts):
    yield [entry["unread"] for entry in counts["byType"]]
    yield [entry["unread"] for entry in counts["byPriority"].values()]


def test_a_summary_counts_as_unread_what_can_be_read_now(tidings, export):
    found = tidings("summary", export, "--format", "json", "--now", NOW).json
    counts = found["counts"]
    assert (counts["total"], counts["unread"]) == (16, 10)
    assert (counts["deleted"], counts["expired"], counts["upcoming"]) == (1, 1, 1)
    assert all(sum(part) == 10 for part in parts(counts))
    assert sum(day["unread"] for day in found["byDay"]) == 10
    assert [entry["unread"] for entry in found["recipients"]] == [10]
    text = tidings("summary", export, "--now", NOW, "--color", "never").text
    assert re.search(r"\b10 unread\b", text)


def test_digest_and_page_say_the_same(tidings, export, tmp_path):
    digest = tidings("digest", export, "--format", "json", "--now", NOW, "--days", "30").json
    assert digest["counts"]["unread"] == 10
    assert all(sum(part) == 10 for part in parts(digest["counts"]))
    page = tidings("inbox", export, "--now", NOW, "--recipient", "me").text
    assert "<title>(10) Notifications" in page


def test_what_expires_is_unread_until_then(tidings):
    path = ROOT / "Tests/Fixtures/fitness-groups/export.json"
    for now in ("2026-03-29T12:00:00Z", "2026-04-02T12:00:00Z", "2026-05-01T00:00:00Z"):
        summary = tidings("summary", path, "--format", "json", "--now", now).json
        for recipient in summary["recipients"]:
            page = tidings("inbox", path, "--now", now, "--recipient", recipient["id"]).text
            shown = re.search(r"<title>(?:\((\d+)\) )?Notifications", page)
            assert int(shown[1] or 0) == recipient["unread"], (now, recipient)
