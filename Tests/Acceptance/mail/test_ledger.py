"""`tidings ledger`: what was delivered to whom, and how it is forgotten."""

import contextlib
import fcntl
import hashlib
import json
import shutil
import sqlite3

import pytest

from harness import NOW, record, run, write_lines


PEOPLE = [
    {"id": "user-0", "name": "Renée", "email": "renee@example.org"},
    {"id": "user-4", "email": "four@example.org"},
]


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A folder with a run's files and outbox, which every test has a copy of."""
    folder = tmp_path_factory.mktemp("ran")
    write_lines(folder / "export.jsonl", map(record, range(60)))
    (folder / "people.json").write_text(json.dumps(PEOPLE))
    done = mail(run, folder, folder / "outbox")
    assert done.status == 0, done.errors
    return folder


@pytest.fixture
def outbox(ran, tmp_path):
    return shutil.copytree(ran, tmp_path, dirs_exist_ok=True) / "outbox"


def mail(tidings, folder, outbox, *arguments, now=NOW):
    return tidings(
        "mail", folder / "export.jsonl", "--from", "digest@example.org", "--recipients",
        folder / "people.json", "--first-days", "9", "--now", now, "-o", outbox, *arguments)  # fmt: skip


def mails(outbox, columns="*"):
    """The rows of the view that the manual describes, read while nothing may be changed."""
    with contextlib.closing(sqlite3.connect(f"file:{outbox}/tidings.ledger?mode=ro", uri=True)) as ledger:
        ledger.row_factory = sqlite3.Row
        return [dict(row) for row in ledger.execute(f"SELECT {columns} FROM mails")]


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


def test_the_view_has_each_mail_for_sqlite3(outbox):
    found = mails(outbox)
    assert {row["recipient"] for row in found} == {"user-0", "user-4"}
    assert {row["file"] for row in found} == {path.name for path in (outbox / "new").iterdir()}
    (one,) = [row for row in found if row["recipient"] == "user-0"]
    assert (one["stream"], one["profile"], one["run"], one["urgent"]) == ("digest", "recruiting-compass", NOW, 0)
    assert one["slot"] == "2026-02-08T07:00:00Z" and one["message_id"].endswith("@example.org")
    # As an SQL engine makes them: the manual's page on engines.
    ids = [row["id"] for row in map(record, range(60)) if row["user_id"] == "user-0"]
    hashes = {hashlib.md5("\0".join(("recruiting-compass", "user-0", id)).encode()).hexdigest()[:16] for id in ids}
    made = {one["hashes"][start:start + 16] for start in range(0, len(one["hashes"]), 16)}
    assert len(made) == one["notifications"] and made <= hashes


def test_a_forgotten_recipient_is_nowhere_and_gets_nothing_twice(tidings, outbox, tmp_path):
    run = tidings("ledger", "forget", outbox, "--recipient", "user-0")
    assert run.status == 0 and "forgot user-0" in run.text, run.errors
    # So is the mail that no sender has taken.
    assert "1 unsent removed" in run.text and len(list((outbox / "new").iterdir())) == 1
    assert [row["recipient"] for row in mails(outbox)] == ["user-4"]
    for path in outbox.glob("tidings.ledger*"):
        assert b"user-0" not in path.read_bytes()
    before = set((outbox / "new").iterdir())
    for now in (NOW, "2026-02-09T15:05:00Z"):
        assert mail(tidings, tmp_path, outbox, now=now).status == 0
    assert set((outbox / "new").iterdir()) == before
    assert tidings("ledger", "status", outbox, "--format", "json").json["streams"][0]["forgotten"] == 1


def test_who_is_named_twice_is_forgotten_once(tidings, outbox):
    person = "user-0"
    twice = ["--recipient", person, "--recipient", "nobody", "--recipient", person, "--recipient", "nobody"]
    done = tidings("ledger", "forget", outbox, *twice, "--format", "json")
    assert done.status == 3
    (one,) = done.json["forgotten"]
    assert (one["recipient"], one["mails"], one["removed"], one["streams"]) == (person, 1, 1, ["digest"])
    assert done.json["unknown"] == ["nobody"]


def test_who_is_not_known_is_said_and_the_others_are_forgotten(tidings, outbox):
    run = tidings("ledger", "forget", outbox, "--recipient", "nobody", "--recipient", "user-4")
    assert run.status == 3 and "there is nothing about nobody" in run.errors and "forgot user-4" in run.text
    assert tidings("ledger", "forget", outbox).status == 64


@pytest.mark.parametrize("command", ["status", "forget"])
def test_every_command_says_what_is_wrong_with_a_ledger(tidings, outbox, tmp_path, command):
    more = {"forget": ["--recipient", "user-0"]}.get(command, [])
    ledger = outbox / "tidings.ledger"

    def refused(status, words, place=outbox):
        run = tidings("ledger", command, place, *more)
        assert run.status == status and words in run.errors, (run.status, run.errors)
        assert not (tmp_path / "none").exists()

    refused(66, "there is no ledger", tmp_path / "none")
    refused(66, "there is no ledger", tmp_path)
    with contextlib.closing(sqlite3.connect(ledger)) as database:
        database.execute("PRAGMA user_version = 99")
    refused(65, "newer tidings")
    with contextlib.closing(sqlite3.connect(ledger)) as database:
        database.execute("PRAGMA application_id = 5")
    before = ledger.read_bytes()
    refused(65, "another program")
    assert ledger.read_bytes() == before
    ledger.write_bytes(b"this is no database " * 100)
    refused(65, "damaged")


def test_a_ledger_that_a_run_holds_is_left_alone(tidings, outbox):
    forget = ["ledger", "forget", outbox, "--recipient", "user-0"]
    with open(outbox / "tidings.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = tidings(*forget)
        assert run.status == 75 and "another run" in run.errors
        assert tidings("ledger", "status", outbox).status == 0
    assert tidings(*forget).status == 0
