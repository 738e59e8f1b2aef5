"""A run that completes an interrupted one sends no more than its limits allow, and to nobody else."""

import json
import os
import signal
import subprocess

import pytest

from braked_job import DAY1, DAY2, PEOPLE, folder, rows, write  # noqa: F401  (a fixture)
from harness import BINARY, messages, need

# The first call of each kind comes when all is committed but the messages, and when those are too.
BEGUN, PREPARED = "syncfs", "renameat"
LATER = "2026-02-08T16:05:00Z"


def command(arguments, now):
    return ["mail", "export.json", "--from", "digest@example.org", "--recipients", "people.json", "--now", now,
            "-o", "outbox", "--jobs", "1", *arguments]  # fmt: skip


@pytest.fixture
def start(tidings, folder):  # noqa: F811
    return lambda *arguments, now: tidings(*command(arguments, now), cwd=folder)


@pytest.fixture
def killed(folder):  # noqa: F811
    need("strace")

    def run(call, *arguments, now=DAY1):
        under = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}",
                 "-e", f"inject={call}:signal=SIGKILL:when=1", BINARY]  # fmt: skip
        done = subprocess.run([*under, *command(arguments, now)], cwd=folder, capture_output=True, check=False)
        assert done.returncode == -signal.SIGKILL, done.stderr

    return run


def addressees(folder):  # noqa: F811
    return sorted(mail["To"] for mail in messages(folder / "outbox"))


@pytest.mark.parametrize("call", [BEGUN, PREPARED])
@pytest.mark.parametrize(("before", "limit", "said"), [
    (0, ["--max-messages", "50"], "there would be 300 messages, more than --max-messages 50"),
    (20, [], "there would be 300 messages, more than five times the largest run"),
])  # fmt: skip
def test_an_interrupted_run_grows_no_further_than_a_new_one(start, folder, killed, call, before, limit, said):  # noqa: F811
    (folder / "people.json").write_text(json.dumps(PEOPLE[:20]))
    write(folder, rows(20, people=20))
    if before:
        assert start(now=DAY1).status == 0
    write(folder, rows(20, people=20, day=9, prefix="m"))
    killed(call, now=DAY2)
    (folder / "people.json").write_text(json.dumps(PEOPLE))
    write(folder, rows(300, people=300, day=9, prefix="m"))
    later = DAY2.replace("T15", "T16")
    for more in (["--dry-run"], []):
        run = start(*limit, *more, now=later)
        assert run.status == 65 and said in run.errors, run.errors
        handed = 0 if call == BEGUN or more else 20
        assert len(addressees(folder)) == before + handed
        assert ("was interrupted; 20 mails are handed over now" in run.errors) == (handed == 20), run.errors
    assert start(*limit, "--force", now=later).status == 0
    assert len(addressees(folder)) == before + 300


def test_a_trial_that_was_killed_is_completed_for_its_recipients_alone(start, folder, killed):  # noqa: F811
    write(folder, rows(300, people=150))
    killed(BEGUN, "--recipient", "user-1", "--recipient", "user-2")
    run = start("--max-messages", "50", now=LATER)
    assert run.status == 65 and "there would be 148 messages" in run.errors, run.errors
    assert addressees(folder) == ["user1@example.org", "user2@example.org"]
    assert start(now=LATER).status == 0, "two are not what is usual"
    assert len(addressees(folder)) == 150


@pytest.mark.parametrize("first", [[], ["user-1"], ["user-2", "user-4"]])
def test_a_run_for_some_completes_no_run_for_others(start, folder, killed, first):  # noqa: F811
    # At the later time they are older than what a first mail looks back to.
    write(folder, [{**row, "scheduled_for": "2026-02-07T10:30:00Z"} for row in rows(5, people=5)])
    chosen = [word for person in first for word in ("--recipient", person)]
    killed(BEGUN, *chosen, now="2026-02-08T10:05:00Z")
    run = start("--recipient", "user-3", "--recipient", "user-4", now="2026-02-08T10:10:00Z")
    assert run.status == 65 and "an interrupted run for other recipients has to be completed first" in run.errors
    assert "without --recipient" in run.errors and addressees(folder) == []
    assert start(*chosen, now="2026-02-08T11:05:00Z").status == 0
    assert addressees(folder) == [f"user{n}@example.org" for n in range(5) if not first or f"user-{n}" in first]
