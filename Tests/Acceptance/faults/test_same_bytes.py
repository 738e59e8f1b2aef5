"""The same input makes the same bytes: whatever else the machine does, and however many jobs there are.

Ten commands at a time, on however few cores there are, and each answer is compared with the first one.
TIDINGS_RUNS says how many of each; `Tests/run long` asks for many.
"""

import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import shutil

import pytest
from harness import NOW, ROOT, SAMPLE, record, run

RUNS = int(os.environ.get("TIDINGS_RUNS", "2"))
AT_ONCE = 10
LENDAIR = ROOT / "Tests/Fixtures/lendair"
ROOMS = ROOT / "Tests/Fixtures/rooms"
LOANS = ("--recipient", "user_8f2", "--type", "LOAN_APPROVED", "--now", "2026-04-14T16:00:00Z", "--since", "2020-01-01")
MAIL = ("--recipients", SAMPLE / "recipients.json", "--from", "digest@compass.example", "--brand", "Compass")


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    """Records enough for several batches and several workers, of two systems, with copies and faults."""
    path = tmp_path_factory.mktemp("stress") / "export.jsonl"
    random.seed(7)
    rows = [json.dumps(record(number, user_id=f"user-{number % 97}")) for number in range(4000)]
    rows += random.sample(rows, 300)
    rows += [line for page in sorted(ROOMS.glob("page-*.json")) for line in rooms(page)]
    random.shuffle(rows)
    rows[100] = rows[100][:40]
    path.write_text("\n".join(rows) + "\n")
    return path


def rooms(page):
    found = json.loads(page.read_text())
    lists = [value for value in found.values() if isinstance(value, list)] if isinstance(found, dict) else [found]
    return [json.dumps(one) for one in lists[0]]


def commands(export):
    """Name and arguments of what is run; {} stands for a folder of the run's own."""
    lendair = sorted(LENDAIR.glob("page-*.json"))
    now = ("--now", NOW)
    return {
        "one type of a small export": ("digest", *lendair, *LOANS, "--format", "terminal"),
        "one recipient": ("digest", export, "--recipient", "user-5", *now, "--format", "json"),
        "a search": ("summary", export, "--search", "title 1", *now, "--format", "json"),
        "a summary": ("summary", export, *now, "--format", "json"),
        "a check": ("check", export),
        "digests": ("digest", export, *now, "--format", "markdown", "-o", "{}/digests"),
        "pages": ("inbox", export, *now, "--plain-names", "--index", "-o", "{}/pages"),
        "mails": ("mail", SAMPLE / "notifications.json", *MAIL, *now, "--first-days", 30, "--as", "mbox", "-o", "{}/o"),
    }


def outcome(arguments, folder, jobs):
    """Status, output, errors and files of a run."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    words = [str(one).replace("{}", str(folder)) for one in arguments]
    finished = run(*words, "--jobs", jobs, timeout=600)
    files = {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        # A ledger holds random keys and the times of its pages, the lock file the mark of its own inode.
        if path.is_file() and not path.name.startswith(".") and "ledger" not in path.name and path.name != "tidings.lock"
    }
    # But for how long a stage took.
    said = [re.sub(r": \d+\.\d s\n", ": TIME\n", text.replace(str(folder), "FOLDER")) for text in (finished.text, finished.errors)]
    return finished.status, said, files


def test_every_run_makes_the_bytes_of_the_first(export, tmp_path):
    wanted = commands(export)
    # The comparison could not fail where every answer were empty.
    assert pathlib.Path(export).stat().st_size > 2 << 20
    first = {name: outcome(words, tmp_path / "first", 1) for name, words in wanted.items()}
    assert all(len(said[0]) > 60 or files for _, said, files in first.values()), first
    assert {status for status, _, _ in first.values()} <= {0, 3}, first
    assert "You’re all caught up" not in first["one type of a small export"][1][0]
    numbers = itertools.count()
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        runs = [
            (name, jobs, pool.submit(outcome, words, tmp_path / str(next(numbers)), jobs))
            for _ in range(RUNS)
            for jobs in (1, 2, 8)
            for name, words in wanted.items()
        ]
        for name, jobs, future in runs:
            assert future.result() == first[name], f"{name} with --jobs {jobs} differs from the first run"
