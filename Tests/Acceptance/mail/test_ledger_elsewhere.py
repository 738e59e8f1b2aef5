"""A ledger outside its outbox, and pages that stand before the mails that lead to them."""

import fcntl
import json
import os
import pathlib
import re
import subprocess

import pytest
from four_people import LATER, folder, mail  # noqa: F401  (fixtures)
from harness import messages


# A ledger that is kept outside its outbox.


def test_a_ledger_elsewhere_knows_the_queue_of_its_outbox(mail, tidings, folder):
    assert mail("--ledger", "books").status == 0
    status = tidings("ledger", "status", folder / "books")
    assert "4 mails wait" in status.text, status.text
    assert json.loads(tidings("ledger", "status", folder / "books", "--format", "json").text)["queue"]["waiting"] == 4
    (folder / "outbox").rename(folder / "moved")
    status = tidings("ledger", "status", folder / "books")
    assert status.status == 0 and "wait" not in status.text and "unknown" in status.text
    assert "queue" not in json.loads(tidings("ledger", "status", folder / "books", "--format", "json").text)
    # Another outbox in its place is not taken for it.
    assert mail(outbox="outbox").status == 0
    assert "unknown" in tidings("ledger", "status", folder / "books").text
    assert mail("--ledger", "books", outbox="moved", now=LATER).status == 0
    assert "4 mails wait" in tidings("ledger", "status", folder / "books").text


def test_who_is_forgotten_in_a_ledger_elsewhere_is_forgotten_in_its_outbox(mail, tidings, folder):
    assert mail("--ledger", "books").status == 0
    run = tidings("ledger", "forget", "books", "--recipient", "user-1", cwd=folder)
    assert run.status == 0 and "1 unsent removed" in run.text
    assert len(os.listdir(folder / "outbox/new")) == 3
    (folder / "outbox").rename(folder / "moved")
    run = tidings("ledger", "forget", "books", "--recipient", "user-2", cwd=folder)
    assert "unknown" in run.text and len(os.listdir(folder / "moved/new")) == 3


def test_a_sender_at_work_is_called_a_sender(mail, tidings, folder):
    assert mail("--ledger", "books").status == 0
    with open(folder / "outbox/sending.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = tidings("ledger", "forget", "books", "--recipient", "user-1", cwd=folder)
        assert run.status == 75 and "a sender is using" in run.errors and "another run" not in run.errors
    assert len(os.listdir(folder / "outbox/new")) == 4


# A page stands before a mail that leads to it.


JOB = """
exports: [export.json]
recipients: people.json
inbox-url: https://inbox.example.org/{page}
inbox: {folder: pages}
mail:
  digest: {from: digest@example.org, outbox: outbox, first-days: 9}
  few: {from: few@example.org, outbox: few, first-days: 9, max-messages: %d}
"""


def test_mails_of_an_interrupted_run_lead_to_pages_although_another_stream_is_refused(mail, tidings, folder):
    """Streams that ran before the folder of pages was configured: one was killed, the other has too many."""
    assert mail("--stream", "digest").status == 0
    # As a kill behind the run's first commit leaves it.
    subprocess.run(
        ["sqlite3", folder / "outbox/tidings.ledger",
         "DELETE FROM deliveries; DELETE FROM mailboxes; UPDATE runs SET state = 0, messages = 0;"], check=True)  # fmt: skip
    for path in (folder / "outbox/new").iterdir():
        path.unlink()
    (folder / "job.yaml").write_text(JOB % 3)
    run = tidings("build", "job.yaml", "--now", LATER, cwd=folder)
    assert run.status == 65 and "few" in run.errors or "4 messages" in run.errors, run.errors
    # What stops one output stops all.
    assert not (folder / "pages").exists() and os.listdir(folder / "outbox/new") == []
    (folder / "job.yaml").write_text(JOB % 9)
    run = tidings("build", "job.yaml", "--now", LATER, cwd=folder)
    assert run.status == 0, run.errors
    mails = messages(folder / "outbox") + messages(folder / "few")
    assert len(mails) == 8
    for whole in mails:
        pages = set(re.findall(r"https://inbox\.example\.org/([^\s\"<>)]+)", whole.get_body(("plain",)).get_content()))
        assert pages and all((folder / "pages" / page).exists() for page in pages)


@pytest.mark.parametrize("lose, ledger, more", [
    (pathlib.Path.unlink, "outbox/tidings.ledger", []), (pathlib.Path.unlink, "books", ["--dry-run"]),
    (lambda ledger: ledger.write_bytes(b""), "books", []), (lambda ledger: ledger.write_bytes(b""), "outbox/tidings.ledger", ["--dry-run"]),
])  # fmt: skip
def test_a_lost_ledger_is_refused_after_a_sender_took_every_mail(mail, folder, lose, ledger, more):
    where = ["--ledger", "books"] if ledger == "books" else []
    assert mail(*where).status == 0
    for path in (folder / "outbox/new").iterdir():
        path.unlink()
    lose(folder / ledger)
    run = mail(*where, *more, now=LATER)
    assert run.status == 65 and "the outbox was used before, but its ledger is missing or empty" in run.errors
    assert not any((folder / "outbox/new").iterdir())


@pytest.mark.parametrize("where", [[], ["--ledger", "books"]], ids=["inside", "elsewhere"])
def test_a_refused_first_run_leaves_an_outbox_that_the_next_can_use(mail, folder, where):
    # What a run leaves that was killed before it had a ledger.
    (folder / "outbox").mkdir()
    (folder / "outbox/tidings.lock").touch()
    assert mail(*where, "--max-messages", "1").status == 65
    assert (folder / "outbox/tidings.lock").read_bytes() == b""
    assert mail(*where).status == 0 and len(os.listdir(folder / "outbox/new")) == 4
