"""`tidings ledger rewind`: a run of a clock that was ahead is undone."""

import json
import re
import shutil
import sqlite3
import subprocess

import pytest

from harness import ROOT, outcomes, record
from sender_servers import MailService


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
        # The sums are made again.
        ledger.execute("PRAGMA user_version = 2")
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


@pytest.mark.parametrize("to", ["2026-02-07T00:00:00Z", "2026-02-08T15:00:00Z"])
def test_the_mails_of_an_undone_first_run_come_however_late_the_next_run_is(night, tidings, to):
    notifications(night.folder, 8)
    days = ["--first-days", "1"]
    assert night(THEN, *days).status == 0
    assert len(contents(night.folder / "outbox")) == 7
    run = tidings("ledger", "rewind", "outbox", "--to", to, cwd=night.folder)
    assert run.status == 0 and "7 mails removed from the outbox; the next runs mail their contents again" in run.text
    notifications(night.folder, 8, 14)
    run = night("2026-02-14T15:05:00Z", *days)
    assert run.status == 0, run.errors
    assert contents(night.folder / "outbox") == sorted(f"T{day}-{n}" for day in (8, 14) for n in range(7))


# As of this time, the export has what the mail had, or not.
@pytest.mark.parametrize("to, left", [("2026-02-08T12:00:00Z", 1), ("2026-02-07T00:00:00Z", 0)])
def test_a_mail_whose_run_was_undone_is_made_again_by_force_only(night, tidings, to, left):
    notifications(night.folder, 8)
    assert night(THEN).status == 0
    for path in (night.folder / "outbox/new").iterdir():
        path.unlink()
    assert tidings("ledger", "rewind", "outbox", "--to", to, cwd=night.folder).status == 0
    for force in ([], ["--force"]):
        run = tidings(
            "ledger", "again", "outbox", "user-3", "export.json", "--from", "digest@example.org", "--recipients",
            "people.json", "--now", "2026-02-09T15:05:00Z", *force, cwd=night.folder)  # fmt: skip
        made = bool(force and left)
        assert run.status == (0 if made else 65)
        assert made or "ledger rewind undid the run of the last mail of user-3" in run.errors
    assert len(contents(night.folder / "outbox")) == left
