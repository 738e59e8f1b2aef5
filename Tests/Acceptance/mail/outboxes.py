"""Outboxes of four mails, for the tests of the senders."""

import json
import os
import shutil
import time

import pytest

from harness import NOW, ROOT, record


SENDING = ROOT / "Sources" / "Distribution" / "sending"
PEOPLE = 4


@pytest.fixture
def outbox(tidings, tmp_path):
    """Makes an outbox of four mails in a form; `make(form, day)` adds those of another day."""

    def make(form, day=8):
        rows = (record(100 * day + n, user_id=f"user-{n}", read_at=None, scheduled_for=f"2026-02-{day:02d}T06:00:00Z")
                for n in range(PEOPLE))  # fmt: skip
        (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(PEOPLE)]
        (tmp_path / "people.json").write_text(json.dumps(people))
        run = tidings(
            "mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--recipients",
            tmp_path / "people.json", "--as", form, "--now", NOW.replace("-08T", f"-{day:02d}T"),
            "-o", tmp_path / "outbox",
        )  # fmt: skip
        assert run.status == 0, run.errors
        return tmp_path / "outbox"

    return make


def names(folder):
    return sorted(p.name for p in folder.iterdir() if p.is_file()) if folder.is_dir() else []


def need(program):
    if shutil.which(program) is None:
        pytest.skip(f"skipped: {program} is not installed")


def age(path, hours):
    then = time.time() - 3600 * hours
    os.utime(path, (then, then))
