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
}  # fmt: skip


@pytest.mark.parametrize(("records", "field", "path"), COLUMNS.values(), ids=COLUMNS)
def test_a_column_is_known_by_its_words(tidings, records, field, path):
    _, draft = draft_of(tidings, records)
    assert (draft if field == "read" else draft["fields"]).get(field) == path
