"""Outboxes of four mails, and the senders that empty them."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import pytest

from harness import NOW, ROOT, need, record, run as tidings
from sender_servers import LOOPBACK


SENDING = ROOT / "Sources" / "Distribution" / "sending"
PEOPLE = 4


def night_in(folder):
    """A run over four people, with a report and metrics beside the outbox."""
    people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(PEOPLE)]
    (folder / "people.json").write_text(json.dumps(people))

    def run(form="maildir", now=NOW, *arguments):
        rows = (record(int(now[8:10]) * 100 + n, user_id=f"user-{n}", read_at=None, scheduled_for=now[:11] + "06:00:00Z")
                for n in range(PEOPLE))  # fmt: skip
        (folder / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        return tidings(
            "mail", folder / "export.jsonl", "--from", "digest@example.org", "--recipients",
            folder / "people.json", "--as", form, "--now", now, "-o", run.outbox,
            "--report", folder / "report.json", "--metrics", folder / "tidings.prom", *arguments)  # fmt: skip

    run.folder = folder
    run.outbox = folder / "outbox"
    run.report = lambda: json.loads((folder / "report.json").read_text())["queues"]
    run.metrics = lambda: dict(
        line.rsplit(" ", 1) for line in (folder / "tidings.prom").read_text().splitlines() if line[0] != "#")
    run.status = lambda: tidings("ledger", "status", run.outbox, "--format", "json").json["queue"]
    return run


@pytest.fixture
def night(tmp_path):
    return night_in(tmp_path)


@functools.cache
def first_night(form, place):
    """A folder with all that the run of day 8 makes: one for every test."""
    night = night_in(pathlib.Path(tempfile.mkdtemp(dir=place)))
    run = night(form)
    assert run.status == 0, run.errors
    return night.folder


@pytest.fixture
def outbox(night, tmp_path_factory):
    """Makes an outbox of four mails in a form; `make(form, day)` adds those of another day."""

    def make(form, day=8):
        if day == 8 and not night.outbox.exists():
            shutil.copytree(first_night(form, tmp_path_factory.getbasetemp()), night.folder, dirs_exist_ok=True)
            return night.outbox
        run = night(form, NOW.replace("-08T", f"-{day:02d}T"))
        assert run.status == 0, run.errors
        return night.outbox

    return make


def sender(name, *arguments, **options):
    """A run of `send-maildir` or `send-jsonl`."""
    return subprocess.run([SENDING / name, *arguments], capture_output=True, text=True, timeout=60, **options)


def sent(box, port, *options, msmtp=("--auth=off",)):
    """Has msmtp bring the mails of a Maildir to the server at a port."""
    need("msmtp")
    return sender(
        "send-maildir", *options, box, "msmtp", f"--host={LOOPBACK}", f"--port={port}",
        "--from=digest@example.org", "--tls=off", "--timeout=20", *msmtp, "-t")  # fmt: skip


def names(folder):
    return sorted(p.name for p in folder.iterdir() if p.is_file()) if folder.is_dir() else []


def age(path, hours):
    then = time.time() - 3600 * hours
    os.utime(path, (then, then))
