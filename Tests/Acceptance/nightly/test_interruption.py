"""Runs that are repeated, killed, and met by faults: nothing torn, lost or doubled.

A few cases are part of every change's tests; `TIDINGS_LONG=1` has 200 of each kind.
"""

import functools
import os
import random
import shutil
import time

import pytest

import interrupted
from harness import memory_folder, need
from interrupted import STATUSES, Evening, order, tree

LONG = bool(os.environ.get("TIDINGS_LONG"))
COUNT = int(os.environ.get("TIDINGS_INTERRUPTIONS", "200" if LONG else "8"))
FORMS = ["maildir", "eml", "mbox", "jsonl"]


@pytest.fixture(scope="module")
def evening():
    """The evening of a form: one for every test."""
    with memory_folder("tidings-interrupted-") as folder:
        yield functools.cache(lambda form: Evening(folder, form=form))


@pytest.fixture
def strace():
    need("strace")


def snapshot(outbox):
    """Every entry's content, mode and time of change, but the books and the outbox's own time."""
    found = {}
    for path in sorted(outbox.rglob("*")):
        if not path.name.startswith("tidings.ledger"):
            facts = path.lstat()
            content = path.read_bytes() if path.is_file() else None
            found[path.relative_to(outbox)] = (content, facts.st_mode, facts.st_mtime_ns)
    return found


@pytest.mark.parametrize("form", FORMS)
def test_the_second_of_two_runs_writes_nothing(evening, form):
    evening = evening(form)
    outbox = evening.outbox()
    assert evening.run(outbox, evening.first).returncode in (0, 3)
    before = snapshot(outbox)
    assert any(content for content, _, _ in before.values())
    time.sleep(0.02)
    assert evening.run(outbox, evening.first).returncode in (0, 3)
    assert snapshot(outbox) == before


@pytest.mark.parametrize("form", FORMS)
def test_runs_that_are_killed_again_and_again_are_made_whole(evening, form, strace):
    """Two hours of it: the run, and those that would resume it."""
    evening, chance, wrong = evening(form), random.Random(4), []
    for _ in range(COUNT // 4):
        outbox, met = evening.outbox(), []
        for now in (evening.first, evening.second, evening.second):
            call = chance.choice(evening.points)
            injection = f"{call.name}:signal=SIGKILL:when={call.number}"
            met.append(injection)
            status, errors = evening.injected(outbox, injection, now)
            if status not in STATUSES:
                wrong.append(f"{met}: status {status}: {errors[-300:]}")
        wrong += [f"{met}: {line}" for line in evening.resume(outbox)]
    assert wrong == [], "\n".join(wrong[:20])


@pytest.mark.parametrize("form", FORMS)
def test_no_failing_system_call_loses_doubles_or_tears_a_message(evening, form, strace):
    evening, chance, wrong, stopped = evening(form), random.Random(3), [], 0
    count = COUNT if form == "maildir" else COUNT // 4
    for injection in interrupted.injections(evening.points, count, chance):
        outbox = evening.outbox()
        status, errors = evening.injected(outbox, injection)
        # strace counts calls by thread, so a few meet the loader: there is no program yet.
        if "loading shared libraries" in errors:
            continue
        stopped += status not in (0, 3)
        if status not in STATUSES:
            wrong.append(f"{injection}: status {status}: {errors[-300:]}")
        elif status in (0, 3) and tree(outbox) != evening.after_first:
            wrong.append(f"{injection}: was taken for success")
        elif status > 3 and "tidings: " not in errors:
            wrong.append(f"{injection}: nothing is said of status {status}")
        wrong += [f"{injection}: {line}" for line in evening.resume(outbox)]
    assert wrong == [], "\n".join(wrong[:20])
    assert count < 8 or stopped * 4 >= count, f"only {stopped} of {count} faults stopped a run"


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_renamed_before_it_is_synced_and_the_ledger_knows(evening, form, strace):
    evening = evening(form)
    calls, outbox = evening.calls(order.CALLS)
    wrong, renames = interrupted.disorder(calls, outbox)
    assert wrong == [] and renames > 0
    # The judge must find what is out of order: a rename that comes first, one without the commit.
    messages = [c for c in calls if c.name.startswith("rename") and "ledger" not in c.text]
    others = [call for call in calls if call not in messages]
    writes = [i for i, call in enumerate(others) if "/tmp/" in call.text and call.name == "write"]
    early = others[: writes[-1] + 1] + messages + others[writes[-1] + 1 :]
    assert any("before it was synced" in line for line in interrupted.disorder(early, outbox)[0])
    unsynced = [call for call in calls if "tidings.ledger" not in call.text]
    assert any("before the ledger" in line for line in interrupted.disorder(unsynced, outbox)[0])


@pytest.mark.parametrize("harm, named", [
    (lambda path: path.unlink(), "lost"),
    (lambda path: path.write_bytes(path.read_bytes()[:-1]), "torn"),
    (lambda path: shutil.copy(path, f"{path}.copy"), "stray"),
])  # fmt: skip
def test_the_judge_of_trees_refuses_one_that_was_harmed(evening, harm, named):
    evening = evening("maildir")
    outbox = evening.outbox()
    assert evening.run(outbox, evening.first).returncode in (0, 3)
    harm(next((outbox / "new").iterdir()))
    assert [line.split()[0] for line in evening.resume(outbox)] == [named]
