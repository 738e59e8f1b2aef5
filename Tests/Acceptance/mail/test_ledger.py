"""`tidings ledger`: what was delivered to whom, and how it is forgotten and joined."""

import contextlib
import fcntl
import json
import sqlite3

import pytest

from harness import NOW, outcomes, record


PEOPLE = [
    {"id": "user-0", "name": "Renée", "email": "renee@example.org"},
    {"id": "user-4", "email": "four@example.org"},
]


@pytest.fixture
def outbox(tidings, tmp_path):
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(record(n)) + "\n" for n in range(60)))
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    run = mail(tidings, tmp_path, tmp_path / "outbox")
    assert run.status == 0, run.errors
    return tmp_path / "outbox"


def mail(tidings, folder, outbox, *arguments, now=NOW):
    return tidings(
        "mail", folder / "export.jsonl", "--from", "digest@example.org", "--recipients",
        folder / "people.json", "--first-days", "9", "--now", now, "-o", outbox, *arguments,
    )  # fmt: skip


def lines(run):
    return [json.loads(line) for line in run.text.splitlines()]


def test_the_status_counts_for_a_person_and_for_a_machine(tidings, outbox):
    person = tidings("ledger", "status", outbox)
    assert person.status == 0, person.errors
    assert "2 handed over" in person.text and "2026-02-08 15:05 UTC" in person.text
    status = tidings("ledger", "status", outbox / "tidings.ledger", "--format", "json").json
    assert status["schema"] == "tidings.ledger/1" and status["format"] == "maildir"
    assert status["runs"] == 1 and "openRun" not in status
    (stream,) = status["streams"]
    assert stream["name"] == "digest" and stream["mails"] == 2
    assert stream["lastRun"] == {"stream": "digest", "now": "2026-02-08T15:05:00Z", "messages": 2}
    assert {"outcome": "handed over", "recipients": 2} in stream["decisions"]
    # The slots of the five who have no address are open.
    assert stream["recipients"] == 7 and sum(d["recipients"] for d in stream["decisions"]) == 2


def test_the_export_is_a_line_for_each_run_recipient_and_delivery(tidings, outbox):
    run = tidings("ledger", "export", outbox)
    assert run.status == 0, run.errors
    found = lines(run)
    assert [line["kind"] for line in found].count("run") == 1
    deliveries = [line for line in found if line["kind"] == "mail"]
    assert {line["recipient"] for line in deliveries} == {"user-0", "user-4"}
    assert {line["profile"] for line in deliveries} == {"recruiting-compass"}
    assert {line["file"] for line in deliveries} == {p.name for p in (outbox / "new").iterdir()}


def test_a_ledger_that_still_says_delivered_is_read_as_handed_over(tidings, outbox, tmp_path):
    with contextlib.closing(sqlite3.connect(outbox / "tidings.ledger")) as ledger:
        with ledger:
            changed = ledger.execute(
                "UPDATE mailboxes SET decision = 'delivered' WHERE decision = 'handed over'")
            assert changed.rowcount == 2
            # Such a ledger had no sums; they are made again.
            ledger.execute("PRAGMA user_version = 2")
    status = tidings("ledger", "status", outbox, "--format", "json").json
    assert {"outcome": "handed over", "recipients": 2} in status["streams"][0]["decisions"]
    decisions = [line["decision"] for line in lines(tidings("ledger", "export", outbox))
                 if line["kind"] == "mailbox" and "decision" in line]
    assert decisions.count("handed over") == 2 and "delivered" not in decisions
    again = mail(tidings, tmp_path, outbox)
    assert outcomes(again)["already handed over"] == 2, again.errors


def test_a_forgotten_recipient_is_nowhere_and_gets_nothing_twice(tidings, outbox, tmp_path):
    run = tidings("ledger", "forget", outbox, "--recipient", "user-0")
    assert run.status == 0 and "forgot user-0" in run.text, run.errors
    # So is the mail that no sender has taken.
    assert "1 unsent removed" in run.text and len(list((outbox / "new").iterdir())) == 1
    for line in lines(tidings("ledger", "export", outbox)):
        assert "user-0" not in json.dumps(line)
    for path in outbox.glob("tidings.ledger*"):
        assert b"user-0" not in path.read_bytes()
    before = set((outbox / "new").iterdir())
    for now in (NOW, "2026-02-09T15:05:00Z"):
        assert mail(tidings, tmp_path, outbox, now=now).status == 0
    assert set((outbox / "new").iterdir()) == before
    assert tidings("ledger", "status", outbox, "--format", "json").json["streams"][0]["forgotten"] == 1


def test_who_is_named_twice_is_forgotten_once(tidings, outbox):
    person = [line["recipient"] for line in map(json.loads, tidings("ledger", "export", outbox).text.splitlines())
              if line["kind"] == "mailbox"][0]  # fmt: skip
    twice = ["--recipient", person, "--recipient", "nobody", "--recipient", person, "--recipient", "nobody"]
    done = tidings("ledger", "forget", outbox, *twice, "--format", "json")
    assert done.status == 3
    assert [one["recipient"] for one in done.json["forgotten"]] == [person] and done.json["unknown"] == ["nobody"]


def test_who_is_not_known_is_said_and_the_others_are_forgotten(tidings, outbox):
    run = tidings("ledger", "forget", outbox, "--recipient", "nobody", "--recipient", "user-4")
    assert run.status == 3 and "there is nothing about nobody" in run.errors and "forgot user-4" in run.text
    assert tidings("ledger", "forget", outbox).status == 64


def test_merged_ledgers_know_what_each_delivered(tidings, outbox, tmp_path):
    (tmp_path / "people.json").write_text(json.dumps([PEOPLE[0]]))
    assert mail(tidings, tmp_path, tmp_path / "second").status == 0
    whole = tmp_path / "whole.ledger"
    run = tidings("ledger", "merge", outbox, tmp_path / "second", "-o", whole)
    assert run.status == 0 and "3 mails" in run.text, run.errors
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    run = mail(tidings, tmp_path, tmp_path / "third", "--ledger", whole)
    assert run.status == 0 and outcomes(run) == {"already handed over": 2, "no address": 5}, run.errors
    again = tidings("ledger", "merge", outbox, "-o", whole)
    assert again.status == 73 and "whole.ledger" in again.errors


@pytest.mark.parametrize("command", ["status", "export", "forget", "merge"])
def test_every_command_says_what_is_wrong_with_a_ledger(tidings, outbox, tmp_path, command):
    more = {"forget": ["--recipient", "user-0"], "merge": ["-o", tmp_path / "new"]}.get(command, [])
    ledger = outbox / "tidings.ledger"

    def refused(status, words, place=outbox):
        run = tidings("ledger", command, place, *more)
        assert run.status == status and words in run.errors, (run.status, run.errors)
        assert not (tmp_path / "new").exists() and not (tmp_path / "none").exists()

    refused(66, "there is no ledger", tmp_path / "none")
    refused(66, "there is no ledger", tmp_path)
    with contextlib.closing(sqlite3.connect(ledger)) as database:
        database.execute("PRAGMA user_version = 99")
    refused(65, "newer tidings")
    ledger.write_bytes(b"this is no database " * 100)
    refused(65, "damaged")


@pytest.mark.parametrize("command", ["forget", "merge"])
def test_a_ledger_that_a_run_holds_is_left_alone(tidings, outbox, tmp_path, command):
    more = {"forget": ["--recipient", "user-0"], "merge": ["-o", tmp_path / "new"]}[command]
    with open(outbox / "tidings.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = tidings("ledger", command, outbox, *more)
        assert run.status == 75 and "another run" in run.errors
        assert tidings("ledger", "status", outbox).status == 0
        assert tidings("ledger", "export", outbox).status == 0
    assert tidings("ledger", command, outbox, *more).status == 0


def test_the_export_holds_nothing_that_steers_a_terminal(tidings, tmp_path):
    steering = "user\u009b2J\u202e\u2028\u2066\x7f\x1b"
    (tmp_path / "export.jsonl").write_text(json.dumps(record(7, user_id=steering)) + "\n")
    (tmp_path / "people.json").write_text(json.dumps([{"id": steering, "email": "a@example.org"}]))
    assert mail(tidings, tmp_path, tmp_path / "outbox").status == 0
    run = tidings("ledger", "export", tmp_path / "outbox")
    assert {line["recipient"] for line in lines(run) if line["kind"] == "mail"} == {steering}
    assert all(0x20 <= byte < 0x7F or byte == 0x0A for byte in run.out), run.out
