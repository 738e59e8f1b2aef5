"""`tidings ledger`: what was delivered to whom, and how it is forgotten and joined."""

import contextlib
import fcntl
import json
import re
import shutil
import sqlite3
import subprocess

import pytest

from harness import NOW, ROOT, outcomes, record
from sender_servers import MailService

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
    assert stream["recipients"] == sum(d["recipients"] for d in stream["decisions"]) == 7


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
    assert "1 not sent yet removed" in run.text and len(list((outbox / "new").iterdir())) == 1
    for line in lines(tidings("ledger", "export", outbox)):
        assert "user-0" not in json.dumps(line)
    for path in outbox.glob("tidings.ledger*"):
        assert b"user-0" not in path.read_bytes()
    before = set((outbox / "new").iterdir())
    for now in (NOW, "2026-02-09T15:05:00Z"):
        assert mail(tidings, tmp_path, outbox, now=now).status == 0
    assert set((outbox / "new").iterdir()) == before
    assert tidings("ledger", "status", outbox, "--format", "json").json["streams"][0]["forgotten"] == 1


def test_who_is_not_known_is_said_and_the_others_are_forgotten(tidings, outbox):
    run = tidings("ledger", "forget", outbox, "--recipient", "nobody", "--recipient", "user-4")
    assert run.status == 3 and "nothing is known of nobody" in run.errors and "forgot user-4" in run.text
    assert tidings("ledger", "forget", outbox).status == 64


def test_merged_ledgers_know_what_each_delivered(tidings, outbox, tmp_path):
    (tmp_path / "people.json").write_text(json.dumps([PEOPLE[0]]))
    assert mail(tidings, tmp_path, tmp_path / "second").status == 0
    whole = tmp_path / "whole.ledger"
    run = tidings("ledger", "merge", outbox, tmp_path / "second", "-o", whole)
    assert run.status == 0 and "3 mails" in run.text, run.errors
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    run = mail(tidings, tmp_path, tmp_path / "third", "--ledger", whole)
    assert run.status == 0 and outcomes(run) == {"already handed over": 2, "not due": 5}, run.errors
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


# A clock that was ahead.

FUTURE, THEN = "2036-02-08T15:05:00Z", "2026-02-08T15:05:00Z"


def notifications(folder, *days):
    rows = [
        record(100 * day + n, user_id=f"user-{n}", read_at=None, title=f"T{day}-{n}",
               scheduled_for=f"2026-02-{day:02d}T10:00:00Z")
        for day in days for n in range(7)
    ]  # fmt: skip
    (folder / "export.json").write_text(json.dumps(rows))


@pytest.fixture
def night(tidings, tmp_path):
    people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(7)]
    (tmp_path / "people.json").write_text(json.dumps(people))

    def run(now, *arguments, form="maildir"):
        return tidings(
            "mail", "export.json", "--from", "digest@example.org", "--recipients", "people.json",
            "--first-days", "5000", "--as", form, "--now", now, "-o", "outbox", *arguments,
            cwd=tmp_path)  # fmt: skip

    run.folder = tmp_path
    return run


def contents(folder):
    """The titles in the mails of an outbox, each as often as it is there."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("tidings") and path.name != "sending.lock":
            for message in path.read_text().split('{"from"'):
                found += sorted(set(re.findall(r"T\d+-\d+", message)))
    return sorted(found)


@pytest.mark.parametrize("form", ["maildir", "eml", "jsonl", "mbox"])
def test_a_run_of_a_clock_that_was_ahead_is_undone_and_nothing_is_lost_or_comes_twice(night, tidings, form):
    outbox = night.folder / "outbox"
    notifications(night.folder, 7)
    assert night("2026-02-07T15:05:00Z", form=form).status == 0
    assert len(contents(outbox)) == 7
    notifications(night.folder, 7, 8)
    assert night(FUTURE, "--force", form=form).status == 0
    assert len(contents(outbox)) == 14
    run = night(THEN, form=form)
    assert run.status == 65 and "ledger rewind" in run.errors
    assert night(THEN, "--force", form=form).status == 65, "not a matter of force"
    run = tidings("ledger", "rewind", "outbox", "--to", "2026-02-07T15:05:00Z", cwd=night.folder)
    assert run.status == 0, run.errors
    assert "1 run after 2026-02-07T15:05:00Z undone" in run.text and "7 mails removed" in run.text
    assert len(contents(outbox)) == 7
    assert not [path for path in outbox.rglob("*.withdrawn")]
    assert night(THEN, form=form).status == 0
    assert contents(outbox) == sorted(f"T{day}-{n}" for day in (7, 8) for n in range(7))
    # Once is enough.
    run = tidings("ledger", "rewind", "outbox", "--to", THEN, cwd=night.folder)
    assert run.status == 0 and "0 runs" in run.text


def test_what_a_sender_took_of_an_undone_run_never_comes_again(night, tidings):
    new = night.folder / "outbox/new"
    notifications(night.folder, 7, 8)
    assert night(FUTURE).status == 0 or night(FUTURE, "--force").status == 0
    sent = []
    for path in sorted(new.iterdir())[:3]:
        sent += sorted(set(re.findall(r"T\d+-\d+", path.read_text())))
        path.unlink()
    assert len(sent) == 6
    run = tidings("ledger", "rewind", "outbox", "--to", "2026-02-08T14:00:00Z", cwd=night.folder)
    assert run.status == 0 and "4 mails removed" in run.text and "3 mails taken" in run.text
    notifications(night.folder, 7, 8, 9)
    assert night("2026-02-09T15:05:00Z").status == 0
    every = sorted(f"T{day}-{n}" for day in (7, 8, 9) for n in range(7))
    assert sorted(sent + contents(night.folder / "outbox")) == every


def test_a_slot_whose_mail_was_sent_stays_closed_when_its_run_is_undone(night, tidings):
    """The next run made another mail for it, could not deliver it, and no run came after that."""
    new = night.folder / "outbox/new"
    notifications(night.folder, 7)
    assert night("2026-02-08T15:05:00Z").status == 0
    sent = contents(night.folder / "outbox")
    for path in new.iterdir():
        path.unlink()
    for _ in range(2):
        run = tidings("ledger", "rewind", "outbox", "--to", "2026-02-07T00:00:00Z", cwd=night.folder)
        assert run.status == 0, run.errors
    notifications(night.folder, 7, 8)
    run = night("2026-02-08T16:05:00Z")
    assert run.status == 0 and outcomes(run) == {"already handed over": 7}, run.errors
    assert contents(night.folder / "outbox") == []
    assert night("2026-02-09T15:05:00Z").status == 0
    assert sorted(sent + contents(night.folder / "outbox")) == sorted(
        f"T{day}-{n}" for day in (7, 8) for n in range(7))


@pytest.mark.parametrize("requeues", [False, True])
def test_a_jsonl_file_that_a_sender_has_begun_stays_with_the_sender(night, tidings, requeues):
    outbox, sender = night.folder / "outbox", ROOT / "Sources/Distribution/sending/send-jsonl"
    notifications(night.folder, 7, 8)
    assert night(FUTURE, "--force", form="jsonl").status == 0
    # One is refused, two are taken, and the server is down from then on.
    service = MailService(lambda number, _: {1: 422}.get(number, 202 if number < 4 else 503))
    with service.listening() as url:
        subprocess.run([sender, outbox, url], stderr=subprocess.DEVNULL)
        if requeues:
            assert subprocess.run([sender, "--requeue", outbox]).returncode == 0
        run = tidings("ledger", "rewind", "outbox", "--to", "2026-02-08T14:00:00Z", cwd=night.folder)
        left = 5 if requeues else 4
        assert run.status == 0 and "removed" not in run.text, run.text
        assert f"{7 - left} mails taken" in run.text and f"{left} mails left in the outbox" in run.text
        notifications(night.folder, 7, 8, 9)
        assert night("2026-02-09T15:05:00Z", form="jsonl").status == 0
        service.answer = lambda *_: 202
        subprocess.run([sender, outbox, url], stderr=subprocess.DEVNULL)
    sent = [title for body in service.taken.values() for title in set(re.findall(r"T\d+-\d+", body.decode()))]
    refused = contents(outbox / "refused")
    assert len(refused) == (0 if requeues else 2)
    assert sorted(sent + refused) == sorted(f"T{day}-{n}" for day in (7, 8, 9) for n in range(7))


def test_an_interrupted_rewind_comes_before_the_next_run(night, tidings):
    outbox = night.folder / "outbox"
    notifications(night.folder, 7, 8)
    assert night(FUTURE, "--force").status == 0
    # As if it had been killed after the first message.
    with sqlite3.connect(outbox / "tidings.ledger") as ledger:
        ledger.execute("INSERT INTO facts VALUES ('rewinding', CAST('1770000000000000' AS BLOB))")
    first = sorted((outbox / "new").iterdir())[0]
    shutil.move(first, outbox / "tmp" / (first.name + ".withdrawn"))
    run = night(FUTURE)
    assert run.status == 65 and "was interrupted" in run.errors
    run = tidings("ledger", "rewind", "outbox", "--to", "2026-02-08T14:00:00Z", cwd=night.folder)
    assert run.status == 0 and "7 mails removed" in run.text
    assert night(THEN).status == 0
    assert contents(outbox) == sorted(f"T{day}-{n}" for day in (7, 8) for n in range(7))


def test_a_run_that_was_killed_in_the_future_is_undone_as_well(night, tidings):
    notifications(night.folder, 7, 8)
    assert night("2026-02-07T15:05:00Z").status == 0
    with sqlite3.connect(night.folder / "outbox/tidings.ledger") as ledger:
        ledger.execute(
            "INSERT INTO runs (stream, now, fingerprint, state, messages, length)"
            " VALUES ('digest', 2086000000000000, x'00', 0, 0, 0)")
    assert night(THEN).status == 65
    run = tidings("ledger", "rewind", "outbox", "--to", "2026-02-07T15:05:00Z", cwd=night.folder)
    assert run.status == 0 and "1 run " in run.text
    assert night(THEN).status == 0


@pytest.mark.parametrize(("arguments", "status", "word"), [
    (("nowhere", "--to", THEN), 66, "no ledger"),
    (("outbox", "--to", "yesterday"), 64, "is not a time"),
    (("outbox/tidings.ledger", "--to", THEN), 64, "name the outbox"),
])  # fmt: skip
def test_rewind_says_what_it_needs(night, tidings, arguments, status, word):
    notifications(night.folder, 8)
    assert night(THEN).status == 0
    run = tidings("ledger", "rewind", *arguments, cwd=night.folder)
    assert run.status == status and word in run.errors
