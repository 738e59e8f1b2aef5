"""Runs `tidings mail` as cron would, and takes its messages as a sender would."""

import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
from datetime import datetime, timedelta

import mails
from harness import run

HOUR = timedelta(hours=1)
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no")


def mail(folder, exports, now, *arguments, outbox=None, **options):
    """Runs `tidings mail` on what `World.write` wrote."""
    return run(*command(folder, exports, now, *arguments, outbox=outbox), **options)


def command(folder, exports, now, *arguments, outbox=None):
    return [
        "mail", *exports, "--from", "digest@example.org", "--now", now.isoformat(),
        "--recipients", folder / "people.jsonl", "--suppress", folder / "suppress.txt",
        "-o", outbox or folder / "outbox", *arguments]  # fmt: skip


def books(outbox, question, *values):
    """The one answer of an outbox's ledger, which stays as it is; None where there is none."""
    with tempfile.TemporaryDirectory() as copy:
        for path in outbox.glob("tidings.ledger*"):
            shutil.copy(path, copy)
        with contextlib.closing(sqlite3.connect(f"{copy}/tidings.ledger")) as ledger:
            try:
                return (ledger.execute(question, values).fetchone() or [None])[0]
            except sqlite3.Error:
                return None


def begun(outbox, now):
    """Whether the ledger knows of the run with this `now`."""
    microseconds = int(now.timestamp()) * 1_000_000
    return bool(books(outbox, "SELECT count(*) FROM runs WHERE now = ?", microseconds))


def take(outbox):
    """Takes all messages out of `new`, as a sender does."""
    taken = []
    new = outbox / "new"
    for path in sorted(new.iterdir()) if new.is_dir() else []:
        taken.append(mails.read(path.name, path.read_bytes()))
        path.unlink()
    return taken


def reported(report):
    """The runs of a report by their `now`: outcomes and rules by recipient."""
    runs = {}
    for one in json.loads(report.read_text())["runs"]:
        outcomes = {entry["recipient"]: entry for entry in one["outcomes"]}
        assert len(outcomes) == len(one["outcomes"]) == one["recipients"]
        runs[datetime.fromisoformat(one["now"])] = outcomes
    return runs
