"""Columns, flags and priorities are known in other languages, and by the names and forms that databases and programs give them."""

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


MARKS = {
    "a day": ({"opened_on": [None, "2026-02-08T10:00:00Z"]}, {"path": "opened_on", "as": "time"}),
    "a flag": ({"ackFlag": ["Y", "N"]}, "ackFlag"),
    "a flag in an object": ({"flags": [{"seen": True}, {"seen": False}]}, "flags.seen"),
    "an inverse flag": ({"unseen": [True, False]}, {"path": "unseen", "as": "inverse"}),
    "an inverse flag in German": ({"ungelesen": [1, 0]}, {"path": "ungelesen", "as": "inverse"}),
}


@pytest.mark.parametrize("fields, mark", MARKS.values(), ids=MARKS)
def test_what_was_read_is_known_by_its_name(tidings, fields, mark):
    records = [
        {"id": n, "title": f"Order number {n}", "created_at": f"2026-02-0{n}T10:00:00Z"}
        | {name: values[n % 2] for name, values in fields.items()} for n in range(1, 7)
    ]  # fmt: skip
    _, draft = draft_of(tidings, records)
    assert draft["read"] == [mark]


PRIORITIES = {
    "German": ("prio", {"hoch": "high", "mittel": "normal", "niedrig": "low", "Dringend": "high"}),
    "French": ("priorité", {"haute": "high", "moyenne": "normal", "basse": "low"}),
    "Spanish": ("prioridad", {"alta": "high", "media": "normal", "baja": "low"}),
    "Russian": ("приоритет", {"высокий": "high", "средний": "normal", "низкий": "low"}),
    "Japanese": ("priority", {"高": "high", "中": "normal", "低": "low"}),
    "known": ("priority", {}),
}


@pytest.mark.parametrize("name, words", PRIORITIES.values(), ids=PRIORITIES)
def test_words_of_other_languages_for_priorities_are_explained(tidings, tmp_path, name, words):
    values = [*words] or ["high", "medium", "low", "urgent"]
    records = [{"id": n, "title": f"Order number {n}", "created_at": f"2026-02-0{n}T10:00:00Z",
                name: values[n % len(values)]} for n in range(1, 9)]  # fmt: skip
    run, draft = draft_of(tidings, records)
    assert draft["fields"]["priority"] == name and draft.get("priority", {}) == words
    assert "a priority that the profile does not know" not in run.text
