"""One stream over months, for tests that count every notification of a few people."""

import json

import pytest

import nights
from harness import record


@pytest.fixture
def stream(tidings, tmp_path):
    """A stream whose runs answer with the numbers of the notifications that came to each; the last
    run's messages stay in `contents`."""
    people, rows = [], []

    def run(now, *arguments, status=0):
        (tmp_path / "people.json").write_text(json.dumps(people))
        (tmp_path / "export.json").write_text(json.dumps(rows))
        done = tidings(
            "mail", "export.json", "--from", "digest@example.org", "--recipients", "people.json",
            "--now", now, "--max-ahead", "99d", "-o", "outbox", *arguments, cwd=tmp_path)  # fmt: skip
        assert done.status == status, done.errors
        run.errors = done.errors
        run.contents = [path.read_bytes() for path in (tmp_path / "outbox/new").glob("*")]
        mails = nights.take(tmp_path / "outbox")
        came = {mail.address.partition("@")[0]: sorted(int(one[1:]) for one in mail.tokens) for mail in mails}
        assert len(came) == len(mails), "somebody got two mails"
        return came

    def add(number, owner, day, priority="normal"):
        rows.append(record(
            0, id=f"n-{number}", user_id=owner, title=f"N{number:07d}", type="offer", priority=priority,
            read_at=None, scheduled_for=f"{day}T06:00:00Z"))  # fmt: skip

    def why(recipient):
        """What the ledger answers of somebody, by stream."""
        done = tidings("ledger", "why", "outbox", recipient, "--format", "json", cwd=tmp_path)
        assert done.status == 0, done.errors
        return done.json["streams"]

    run.people, run.rows, run.add, run.why, run.outbox = people, rows, add, why, tmp_path / "outbox"
    return run
