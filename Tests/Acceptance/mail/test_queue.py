"""What waits in an outbox and what was refused, wherever somebody may look; and who is forgotten there too."""

import json
import os
import re
import sqlite3
import subprocess
import time

import pytest

from harness import MANUAL, NOW
from outboxes import SENDING, night, sender, sent  # noqa: F401  (a fixture)
from sender_servers import MailServer, MailService

FORMS = ("maildir", "eml", "mbox", "jsonl")
TOMORROW = "2026-02-09T15:05:00Z"


def metric(name):
    return f'tidings_outbox_{name}{{stream="digest"}}'


def counts(queue):
    return queue["waiting"], queue["refused"], queue["expired"]


def test_a_server_that_answers_554_to_everybody_shows_everywhere(night, tidings):
    assert night().status == 0
    with MailServer(lambda _: "554 refused").listening() as port:
        done = sent(night.outbox, port)
    assert done.returncode == 3 and "4 lie in" in done.stderr
    status = tidings("ledger", "status", night.outbox)
    assert "4 mails were refused by the mail server" in status.text and "delivered" not in status.text
    assert counts(night.status()) == (0, 4, 0)
    # The next run says it too, in its overview, its report and its metrics.
    run = night("maildir", TOMORROW)
    assert run.status == 0 and "4 mails were refused by the mail server" in run.text
    (queue,) = night.report()
    assert queue["stream"] == "digest" and counts(queue) == (4, 4, 0)
    assert night.metrics()[metric("refused")] == "4" and night.metrics()[metric("waiting")] == "4"
    # And the manual tells whom to wake when they are not 0.
    alerts = (MANUAL / "symptoms.md").read_text()
    for name in ("waiting", "oldest_timestamp_seconds", "refused", "expired"):
        assert f"tidings_outbox_{name}" in alerts


@pytest.mark.parametrize("form", FORMS)
def test_the_queue_of_every_form_is_counted(night, form):
    start = int(time.time())
    assert night(form).status == 0
    assert counts(night.status()) == (4, 0, 0)
    assert night(form, TOMORROW).status == 0
    (queue,) = night.report()
    assert counts(queue) == counts(night.status()) == (8, 0, 0)
    metrics = night.metrics()
    assert [metrics[metric(name)] for name in ("waiting", "refused", "expired")] == ["8", "0", "0"]
    assert start <= int(metrics[metric("oldest_timestamp_seconds")]) <= time.time()
    # The oldest says how long nobody has sent anything.
    folder = night.outbox / "new" if form == "maildir" else night.outbox
    oldest = next(p for p in folder.iterdir() if p.is_file() and "tidings." not in p.name)
    os.utime(oldest, (1_700_000_000, 1_700_000_000))
    assert night.status()["oldest"] == "2023-11-14T22:13:20Z"
    # What a sender has taken is nowhere; nor is a time of what is not there.
    for path in folder.iterdir():
        if path.is_file() and "tidings." not in path.name.removesuffix(".tidings"):
            path.unlink()
    assert counts(night.status()) == (0, 0, 0) and "oldest" not in night.status()
    assert night(form, TOMORROW).status == 0
    assert metric("oldest_timestamp_seconds") not in night.metrics()


def places(night, tidings):
    """Where the last mail of each of the four is."""
    answers = [tidings("ledger", "why", night.outbox, f"user-{n}", "--format", "json").json for n in range(4)]
    return sorted(re.findall(r'"place": ?"(\w+)"', json.dumps(one))[0] for one in answers)


def test_lines_that_a_service_took_do_not_wait(night, tidings):
    assert night("jsonl").status == 0
    answers = iter([200, 422, 500, 500])
    with MailService(lambda *_: next(answers)).listening() as url:
        assert sender("send-jsonl", night.outbox, url).returncode == 75
    assert counts(night.status()) == (2, 1, 0)
    # And of each recipient it is known what became of their mail, though the file is there as a whole.
    assert places(night, tidings) == ["refused", "taken", "waiting", "waiting"]
    assert sender("send-jsonl", "--requeue", night.outbox).returncode == 0
    assert counts(night.status()) == (3, 0, 0)
    assert places(night, tidings) == ["taken", "waiting", "waiting", "waiting"]
    (file,) = night.outbox.glob("*~1.jsonl")
    os.utime(file, (0, 0))
    with MailService(lambda *_: 500).listening() as url:
        sender("send-jsonl", "--expire", "1d", night.outbox, url)
    assert counts(night.status()) == (2, 0, 1)


def test_a_refused_run_reports_the_queue_as_well(night):
    assert night().status == 0
    assert night("maildir", TOMORROW, "--max-messages", "1").status == 65
    assert counts(night.report()[0]) == (4, 0, 0) and night.metrics()[metric("waiting")] == "4"


def everything(outbox):
    return b"".join(p.read_bytes() for p in sorted(outbox.rglob("*")) if p.is_file())


@pytest.mark.parametrize("form", FORMS)
def test_who_is_forgotten_is_forgotten_in_the_outbox_too(night, tidings, form):
    for now in (NOW, TOMORROW):
        assert night(form, now).status == 0
    # Of the waiting ones one lies among the refused, another among the expired.
    folder = night.outbox / "new" if form == "maildir" else night.outbox
    messages = sorted(p for p in folder.iterdir() if p.is_file() and "tidings.l" not in p.name)
    (night.outbox / "refused" / "expired").mkdir(parents=True)
    theirs = [p for p in messages if b"user1@example.org" in p.read_bytes()]
    assert len(theirs) == 2
    theirs[0].rename(night.outbox / "refused" / theirs[0].name)
    theirs[1].rename(night.outbox / "refused" / "expired" / theirs[1].name)
    age = (night.outbox / "refused" / theirs[0].name).stat().st_mtime_ns
    assert b"user1@example.org" in everything(night.outbox)
    run = tidings("ledger", "forget", night.outbox, "--recipient", "user-1")
    assert run.status == 0 and "2 unsent removed" in run.text, run.errors
    left = everything(night.outbox)
    assert b"user1@example.org" not in left and b"user2@example.org" in left
    assert sum(counts(night.status())) == 6
    if form in ("mbox", "jsonl"):
        assert (night.outbox / "refused" / theirs[0].name).stat().st_mtime_ns == age


def test_nobody_is_forgotten_while_a_sender_is_at_work(night, tidings):
    assert night().status == 0
    running = subprocess.Popen([SENDING / "send-maildir", night.outbox, "sleep", "20"], start_new_session=True)
    try:
        while not (night.outbox / "sending.lock").exists():
            time.sleep(0.01)
        time.sleep(0.3)
        run = tidings("ledger", "forget", night.outbox, "--recipient", "user-1")
        assert run.status == 75 and "a sender is using" in run.errors
    finally:
        os.killpg(running.pid, 9)
        running.wait()
    assert tidings("ledger", "forget", night.outbox, "--recipient", "user-1").status == 0


def test_a_ledger_is_backed_up_and_restored_while_nothing_comes_twice(night, tidings):
    assert night().status == 0
    why = lambda: tidings("ledger", "why", night.outbox, "user-1", "--columns", "300").text
    backup, before = night.folder / "backup.ledger", why()
    ledger = sqlite3.connect(night.outbox / "tidings.ledger")
    ledger.execute("VACUUM INTO ?", (str(backup),))
    ledger.close()
    mode = sqlite3.connect(backup)
    assert mode.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    mode.close()
    for name in ("tidings.ledger", "tidings.ledger-wal", "tidings.ledger-shm"):
        (night.outbox / name).unlink(missing_ok=True)
    copy = backup.read_bytes()
    (night.outbox / "tidings.ledger").write_bytes(copy)
    assert tidings("ledger", "status", night.outbox).status == 0 and why() == before != ""
    run = night()
    assert run.status == 0 and "already handed over" in run.text, run.errors
    assert len(list((night.outbox / "new").iterdir())) == 4
    assert night("maildir", TOMORROW).status == 0
    assert len(list((night.outbox / "new").iterdir())) == 8
    # `forget` is the other command that changes a ledger.
    (night.outbox / "tidings.ledger").write_bytes(copy)
    assert tidings("ledger", "forget", night.outbox, "--recipient", "user-1").status == 0
