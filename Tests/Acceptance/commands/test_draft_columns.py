"""Columns are known in other languages, and by the names and forms that databases and programs give them."""

import json

import pytest

from drafts import DAY, TITLE, draft_of, rows


def SOMETIMES(n):
    return None if n % 2 else DAY(n)


COLUMNS = {
    **{
        f"a state of {word}": (rows(title=TITLE, created=DAY, **{name: lambda n, both=(word, other): both[n % 2]}), "read", [{"path": name, "equals": word}])
        for name, word, other in [
            ("estado", "leído", "no leído"), ("statut", "lu", "non lu"), ("stato", "letto", "non letto"), ("状态", "已读", "未读"),
            ("status", "clicked", "delivered")]
    },
    "a mark in the app": (rows(title=TITLE, created=DAY, in_app_read_at=SOMETIMES), "read", [{"path": "in_app_read_at", "as": "time"}]),
    "a mark of the last time": (rows(title=TITLE, created=DAY, lastReadAt=SOMETIMES), "read", [{"path": "lastReadAt", "as": "time"}]),
    "a mark of who receives": (rows(title=TITLE, created=DAY, receiver_read=lambda n: n == 2), "read", ["receiver_read"]),
    "a mark that says not": (rows(title=TITLE, created=DAY, notRead=lambda n: n == 2), "read", [{"path": "notRead", "as": "inverse"}]),
    "a deletion in German": (
        rows(title=TITLE, created=DAY, **{"Gelöscht": lambda n: "Ja" if n == 2 else "Nein"}), "deleted", {"when": {"Gelöscht": "Ja"}, "text": "true"}),
    "no type but a deletion": (rows(title=TITLE, created=DAY, **{"Gelöscht": lambda n: "Ja" if n == 2 else "Nein"}), "type", None),
    "a task's day": (rows(title=TITLE, created_at=DAY, due_at=lambda n: f"2026-11-0{1 + n}"), "time", "created_at"),
    "a key of each": (rows(key=lambda n: f"PRJ-{n}", title=TITLE, created=DAY), "type", None),
    "a time of Oracle": (
        rows(title=TITLE, CREATED_DATE=lambda n: f"1{n}-MAR-24 09.00.00.000000 AM"), "time", {"path": "CREATED_DATE", "format": "d-MMM-yy h.mm.ss.S a"}),
    "a time of Java": (rows(title=TITLE, createdAt=lambda n: [2024, 3, 10 + n, 9, 12, 33]), "time", "createdAt"),
    "a time of Sentry": (rows(title=TITLE, firstSeen=DAY, lastSeen=DAY), "time", "firstSeen"),
}  # fmt: skip


@pytest.mark.parametrize(("records", "field", "path"), COLUMNS.values(), ids=COLUMNS)
def test_a_column_is_known_by_its_words(tidings, records, field, path):
    _, draft = draft_of(tidings, records)
    assert (draft if field == "read" else draft["fields"]).get(field) == path


def test_a_time_that_cannot_be_read_is_asked(tidings, tmp_path):
    (tmp_path / "app.json").write_text(json.dumps(rows(title=TITLE, CREATED_DATE=lambda n: f"{n}. Tag im Wonnemonat 1{n}")))
    run = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    assert run.status == 65 and "in which form are the times of CREATED_DATE" in run.errors, run.text
    assert tidings("summary", "app.json", cwd=tmp_path).status == 65
