"""What a column withholds is withheld, or said to be shown."""

import json

import pytest

NOW = "2026-02-08T15:00:00Z"
LATER = "2026-03-01T09:00:00Z"


def records(column, *values):
    return [
        {"id": n, "user_id": "ana", "title": f"Offer {n}", "created_at": f"2026-02-07T0{n % 10}:00:00Z", "is_read": False}
        | ({} if value is ... else {column: value}) for n, value in enumerate(values)
    ]  # fmt: skip


def read(tidings, folder, rows):
    (folder / "e.json").write_text(json.dumps(rows))
    return tidings("summary", "e.json", "--format", "json", "--now", NOW, cwd=folder)


@pytest.mark.parametrize("column", ["scheduled_for", "scheduled_at", "send_at", "sendAt", "publish_at", "visible_from", "deliver_at"])
def test_what_only_some_records_schedule_is_not_shown_before(tidings, tmp_path, column):
    run = read(tidings, tmp_path, records(column, None, LATER, None))
    assert (run.json["counts"]["total"], run.json["counts"]["upcoming"]) == (3, 1), run.errors
