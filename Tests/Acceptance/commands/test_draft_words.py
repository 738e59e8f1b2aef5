"""Profiles are drafted for words of other languages, for flags of all kinds, and for names that no statement can have."""

import pytest

from drafts import draft_of


MARKS = {
    "a day": ({"opened_on": [None, "2026-02-08T10:00:00Z"]}, {"path": "opened_on", "as": "time"}),
    "a flag": ({"ackFlag": ["Y", "N"]}, "ackFlag"),
    "a flag in an object": ({"flags": [{"seen": True}, {"seen": False}]}, "flags.seen"),
    "an inverse flag": ({"unseen": [True, False]}, {"path": "unseen", "as": "inverse"}),
    "an inverse flag in German": ({"ungelesen": [1, 0]}, {"path": "ungelesen", "as": "inverse"}),
}


@pytest.mark.parametrize("fields, mark", MARKS.values(), ids=MARKS)
def test_what_was_read_is_known_by_its_name(tidings, fields, mark):
    rows = [
        {"id": n, "title": f"Order number {n}", "created_at": f"2026-02-0{n}T10:00:00Z"}
        | {name: values[n % 2] for name, values in fields.items()} for n in range(1, 7)
    ]  # fmt: skip
    _, draft = draft_of(tidings, rows)
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
    rows = [{"id": n, "title": f"Order number {n}", "created_at": f"2026-02-0{n}T10:00:00Z",
             name: values[n % len(values)]} for n in range(1, 9)]  # fmt: skip
    run, draft = draft_of(tidings, rows)
    assert draft["fields"]["priority"] == name and draft.get("priority", {}) == words
    assert "a priority that the profile does not know" not in run.text
