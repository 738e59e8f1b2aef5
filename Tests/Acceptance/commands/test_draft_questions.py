"""Drafts ask on a terminal what no column tells, and obey; what is asked of nobody stands in the draft."""

import hashlib
import json
import os
import signal
import time

import pytest

from drafts import draft_of, yaml
from terminals import on_terminal, seen_on

NAMES = ["Ana", "Ben", "Cem", "Dee"]
ACTED = [
    {"id": n, "user_id": f"u{n % 4}", "user_name": NAMES[n % 4], "type": "like", "text": f"{NAMES[n % 4]} liked your post", "url": f"https://api.example.org/posts/{n}",
     "page": f"https://example.org/p/{n}", "created_at": 1770000000 + n}
    for n in range(9)
]  # fmt: skip
# Two columns of people, and times that name no zone.
SHARED = [{"id": n, "client_id": n % 2, "student_id": n % 3, "title": f"Lesson {n} was moved", "created_at": f"2026-02-0{1 + n} 10:00:00"} for n in range(6)]


def test_a_user_who_is_named_in_the_texts_is_asked_about(tidings, tmp_path):
    (tmp_path / "acts.json").write_text(json.dumps(ACTED))
    run = tidings("profiles", "draft", "acts.json", cwd=tmp_path)
    draft = yaml.safe_load(run.text)
    assert "recipient" not in draft["fields"]
    assert "# recipient: user_id" in run.text and "Only a person can tell" in run.text
    assert draft["fields"]["time"] == "created_at"


def asked(folder, rows, until):
    """A run on a terminal of its own that has asked, its terminal, and what it has shown."""
    (folder / "app.json").write_text(json.dumps(rows))
    with (folder / "app.yaml").open("wb") as out:
        process, main = on_terminal(
            "profiles", "draft", "app.json", streams=["stdin", "stderr"], stdout=out, cwd=folder, start_new_session=True)
    shown, end = b"", time.monotonic() + 30
    while until not in shown and time.monotonic() < end:
        shown += os.read(main, 1 << 16)
    return process, main, shown.decode()


def answered(folder, rows, answers):
    """The status, the draft, and what was shown of a run of which a person answers each question."""
    process, main, shown = asked(folder, rows, b":\r\n")
    os.write(main, answers)
    shown += seen_on(main)
    status = process.wait(timeout=60)
    return status, yaml.safe_load((folder / "app.yaml").read_text()), shown


def test_who_receives_is_asked_on_a_terminal(tmp_path):
    status, draft, shown = answered(tmp_path, ACTED, b"\n")
    assert status == 0
    assert "Who receives a notification?" in shown and "1  user_id" in shown
    assert "4 values in 9 records: u0, u1, u2, …" in shown
    assert "recipient" not in draft["fields"] and draft["fields"]["actorId"] == "user_id"
    status, draft, _ = answered(tmp_path, ACTED, b"7777\n1\n")
    assert status == 0 and draft["fields"]["recipient"] == "user_id" and "actorId" not in draft["fields"]


def test_a_draft_obeys_all_answers(tidings, tmp_path):
    status, draft, shown = answered(tmp_path, SHARED, b"2\nMars/Crater\nEurope/Berlin\n")
    assert status == 0 and shown.count("In which zone are the times?") == 2
    assert draft["fields"]["recipient"] == "student_id" and draft["timeZone"] == "Europe/Berlin"
    digest = tidings("digest", "app.json", "--profiles", "app.yaml", "--recipient", "0", "--now", "2026-02-09T00:00:00Z", "--days", "30", "--format", "json", cwd=tmp_path)
    assert {item["time"] for part in digest.json["sections"] for item in part["items"]} == {"2026-02-01T09:00:00Z", "2026-02-04T09:00:00Z"}


def test_the_end_of_the_input_answers_nothing(tmp_path):
    status, draft, _ = answered(tmp_path, SHARED, b"\x04\x04")
    assert status == 0 and "recipient" not in draft["fields"] and "timeZone" not in draft


def test_an_interrupted_question_writes_nothing(tmp_path):
    process, main, _ = asked(tmp_path, SHARED, b"none of them:")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=30) != 0
    os.close(main)
    assert (tmp_path / "app.yaml").read_bytes() == b"" and sorted(os.listdir(tmp_path)) == ["app.json", "app.yaml"]


def test_a_draft_says_what_its_name_is_for(tidings):
    run, draft = draft_of(tidings, SHARED)
    assert draft["name"] == "generic" and "--base-url generic=" in run.text


@pytest.mark.parametrize("has_hash", [True, False], ids=["hash", "composed"])
def test_what_tells_records_apart_is_their_id(tidings, tmp_path, has_hash):
    rows = [{"user_id": n % 2, "title": f"Order {n // 2} is here", "created_at": f"2026-02-0{1 + n // 3}T10:00:00Z"} for n in range(8)]
    if has_hash:
        rows = [{"hash": hashlib.sha256(json.dumps(row).encode()).hexdigest(), **row} for row in rows]
    # The same record once more is a copy.
    run, draft = draft_of(tidings, rows + rows[:1])
    assert draft["fields"]["id"] == ("hash" if has_hash else "{created_at}:{user_id}:{title}")
    assert run.text.startswith("# 2 people get 8 notifications")
