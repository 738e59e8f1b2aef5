"""Drafts find whose notifications these are: by words, in lists, under the names of people."""

import json
import os

import pytest

from drafts import draft_of

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")


@pytest.mark.parametrize(("rows", "path"), [
    ([{"id": n, "id_usuario": n % 2, "asunto": f"Aviso n {n}", "fecha": "2026-10-02 01:15:00"} for n in range(9)], "id_usuario"),
    ([{"id": n, "kind": "KL"[n % 2], "customer": {"ref": f"c-{n % 3}"}, "actor": {"user": {"uid": n % 4}}, "at": "2026-10-02 01:15:00"} for n in range(9)], "customer.ref"),
], ids=["id_usuario", "customer.ref"])  # fmt: skip
def test_who_receives_is_known_by_words(tidings, rows, path):
    assert draft_of(tidings, rows)[1]["fields"]["recipient"] == path


def test_people_stand_above_the_draft(tidings):
    rows = [{"id": n, "userEmail": f"ana{n % 2}@example.org", "title": f"Order {n} is here", "created_at": "2026-02-01T10:00:00Z"} for n in range(6)]
    run, _ = draft_of(tidings, rows)
    assert run.text.startswith("# 2 people get 6 notifications: a…@example.org 3, a…@example.org 3\n")


@pytest.mark.parametrize(("data", "recipient", "said"), [
    ({"ana": 3, "ben": 2}, "@key", "# 2 people get 5"),
    ({"unread": 3, "read": 2}, None, "- {path: \"@key[1]\", equals: read}"),
])  # fmt: skip
def test_lists_by_person_or_state_are_one_inbox(tidings, data, recipient, said):
    lists = {key: [{"id": f"{key}{n}", "title": f"Order {n} is here", "created_at": "2026-02-01T10:00:00Z"} for n in range(count)] for key, count in data.items()}
    run, draft = draft_of(tidings, lists)
    assert draft["fields"].get("recipient") == recipient and "5 records, 0 rejected" in run.text
    assert said in run.text


def test_a_list_of_recipients_is_each_of_them(tidings):
    rows = [{"id": n, "recipients": ["ana", "ben"][: 1 + n % 2], "title": f"Order {n} is here", "created_at": "2026-02-01T10:00:00Z"} for n in range(6)]
    run, draft = draft_of(tidings, rows)
    assert draft["fields"]["recipient"] == "recipients[*]" and run.text.startswith("# 2 people get 9 notifications")


def test_records_without_a_time_have_that_of_the_file(tidings, tmp_path):
    (tmp_path / "e.json").write_text(json.dumps([{"id": n, "user_id": n % 2, "title": f"Order {n} is here"} for n in range(6)]))
    os.utime(tmp_path / "e.json", (1770000000, 1770000000))
    run = tidings("profiles", "draft", "e.json", cwd=tmp_path)
    assert run.status == 0 and yaml.safe_load(run.text)["fields"]["time"] == "@file"
    (tmp_path / "p.yaml").write_text(run.text)
    digest = tidings("digest", "e.json", "--profiles", "p.yaml", "--recipient", "0", "--now", "2026-02-03T00:00:00Z", "--format", "json", cwd=tmp_path)
    assert {item["time"] for part in digest.json["sections"] for item in part["items"]} == {"2026-02-02T02:40:00Z"}
