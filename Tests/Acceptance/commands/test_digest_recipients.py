"""`tidings digest --recipients`: each reader's zone, language and wishes."""

import json

from harness import NOW, record

PEOPLE = [
    {"id": "ana", "name": "Ana", "email": "ana@example.org", "timeZone": "Pacific/Auckland", "locale": "de"},
    {"id": "ben", "email": "ben@example.org", "minimum_priority": "high"},
]


def digests(tidings, tmp_path, *arguments):
    rows = [
        record(n, user_id=who, priority=priority, read_at=None, scheduled_for=at)
        for n, (who, priority, at) in enumerate([
            ("ana", "normal", "2026-02-08T10:30:00Z"), ("ana", "low", "2026-02-08T11:30:00Z"),
            ("ben", "low", "2026-02-08T11:00:00Z"), ("ben", "high", "2026-02-08T11:00:00Z"),
            ("cem", "low", "2026-02-08T11:00:00Z"),
        ])
    ]  # fmt: skip
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) or "[]")
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    run = tidings(
        "digest", tmp_path / "export.jsonl", "--recipients", tmp_path / "people.json", "--now", NOW,
        "--format", "json", *arguments)  # fmt: skip
    assert run.status == 0, run.errors
    return {d["recipient"]["id"]: d for d in map(json.loads, run.text.splitlines())}


def test_days_and_words_are_the_readers_own(tidings, tmp_path):
    found = digests(tidings, tmp_path)
    assert list(found) == ["ana", "ben", "cem"]
    ana = found["ana"]
    assert ana["recipient"] == {
        "id": "ana", "name": "Ana", "email": "ana@example.org", "locale": "de", "timeZone": "Pacific/Auckland",
    }  # fmt: skip
    # Midnight in Auckland is at 11:00 UTC.
    assert [section["counts"]["total"] for section in ana["sections"]] == [1, 1, 0]
    assert ana["sections"][0]["title"] == "Heute"
    assert found["cem"]["recipient"]["timeZone"] == "UTC"


def test_wishes_count_and_other_conditions_as_well(tidings, tmp_path):
    assert digests(tidings, tmp_path)["ben"]["counts"]["total"] == 1
    only = digests(tidings, tmp_path, "--recipient", "ben", "--priority", "low")
    assert list(only) == ["ben"] and only["ben"]["counts"]["total"] == 0


def test_the_window_begins_with_a_day_of_the_reader(tidings, tmp_path):
    found = digests(tidings, tmp_path, "--days", "1")
    assert found["ana"]["window"]["from"] == "2026-02-08T11:00:00Z"
    assert found["ben"]["window"]["from"] == "2026-02-08T00:00:00Z"
    assert found["ana"]["counts"]["total"] == 1
