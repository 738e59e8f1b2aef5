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


SAID = {
    "deleted behind the first": ("deleted_at", [...] * 600 + ["2026-02-07T10:00:00Z"] * 300),
    "scheduled behind the first": ("scheduled_for", [...] * 600 + [LATER] * 300),
    "expired behind the first": ("expires_at", [...] * 600 + ["2026-02-07T10:00:00Z"] * 300),
    "hidden": ("hidden", [True, False]),
    "archived": ("archived_at", [None, "2026-02-07T10:00:00Z"]),
    "a draft": ("is_draft", [1, 0]),
    "not active": ("is_active", [True, False]),
    "snoozed": ("snoozed_until", [LATER, None]),
    "states": ("state", ["published", "draft"]),
}
QUIET = {
    "hidden": ("hidden", [False, False]), "archived": ("archived_at", [None, None]), "active": ("is_active", [True, True]),
    "states": ("state", ["sent", "delivered"]), "published": ("published", [1, 1]), "deleted": ("deleted_at", ["2026-02-07T10:00:00Z", None]),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_what_may_withhold_records_and_is_not_read_is_said(tidings, tmp_path, name):
    column, values = SAID[name]
    run = read(tidings, tmp_path, records(column, *values))
    assert f"{column} may say what is not to be shown, or not yet, but it does not read it, so {len(values)} records are shown" in run.errors, run.errors
    assert tidings("check", "e.json", "--now", NOW, cwd=tmp_path).status == 3


@pytest.mark.parametrize("name", QUIET)
def test_columns_that_withhold_nothing_are_not(tidings, tmp_path, name):
    column, values = QUIET[name]
    assert "not to be shown" not in read(tidings, tmp_path, records(column, *values)).errors
