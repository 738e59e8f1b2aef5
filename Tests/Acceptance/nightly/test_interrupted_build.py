"""One job that makes mails, pages and feeds is killed and met by faults: the next makes everything whole.

A few cases are part of every change's tests; `TIDINGS_LONG=1` has 500 of each kind.
"""

import collections
import json
import os
import pathlib
import random
import shutil
import subprocess
import time
import xml.etree.ElementTree as ElementTree

import pytest

import nights
import systemcalls
from harness import BINARY, NOW, memory_folder, need, record
from interrupted import ERRORS, STATUSES, injections

LONG = bool(os.environ.get("TIDINGS_LONG"))
COUNT = int(os.environ.get("TIDINGS_INTERRUPTIONS", "500" if LONG else "8"))

CONFIGURATION = """exports: ../export.jsonl
recipients: ../people.jsonl
base-url: https://app.example.org
inbox-url: https://app.example.org/inbox/{recipient}
mail:
  digest: {from: digest@example.org, outbox: outbox, first-days: 30}
inbox: {folder: pages, plain-names: true}
feeds: {folder: feeds, plain-names: true, url: https://app.example.org/feeds}
"""
FOLDERS = ("outbox/new", "pages", "feeds")


class Job:
    """An export, people, and what one whole run makes of them."""

    def __init__(self, folder):
        self.folder, self.number = folder, 0
        rows = [record(number, user_id=f"user-{number % 30}") for number in range(300)]
        (folder / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        people = [{"id": f"user-{number}", "email": f"user-{number}@example.org", "hour": 9} for number in range(30)]
        (folder / "people.jsonl").write_text("".join(json.dumps(person) + "\n" for person in people))
        place, started = self.place(), time.monotonic()
        done = self.run(place)
        self.duration = time.monotonic() - started
        assert done.returncode == 0, done.stderr
        self.whole = tree(place)
        assert collections.Counter(name.split("/")[0] for name in self.whole) == {"outbox": 24, "pages": 30, "feeds": 60}

    def place(self):
        self.number += 1
        place = self.folder / f"job-{self.number}"
        place.mkdir()
        (place / "tidings.yaml").write_text(CONFIGURATION)
        return place

    def command(self, place):
        return [str(BINARY), "build", str(place / "tidings.yaml"), "--now", NOW, "--jobs", "1", "--quiet"]

    def run(self, place, under=()):
        return subprocess.run(
            [*under, *self.command(place)], env=nights.ENVIRONMENT, capture_output=True, timeout=120, check=False)

    def killed_after(self, place, delay):
        process = subprocess.Popen(
            self.command(place), env=nights.ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.kill()
        return process.wait() == -9

    def judge(self, place):
        """What is wrong: first as the interruption left it, then after the next run."""
        wrong = [f"half a file: {name}" for name, content in tree(place).items() if content != self.whole.get(name)]
        wrong += [f"no XML: {path.name}" for path in place.glob("feeds/*.atom") if not is_xml(path)]
        done = self.run(place)
        if done.returncode != 0:
            wrong.append(f"the next run ended with {done.returncode}: {done.stderr[-300:]}")
        found = tree(place)
        wrong += [f"lost: {name}" for name in self.whole.keys() - found.keys()]
        wrong += [f"too much: {name}" for name in found.keys() - self.whole.keys()]
        wrong += [f"another: {name}" for name in found.keys() & self.whole.keys() if found[name] != self.whole[name]]
        wrong += [f"left behind: {path.name}" for folder in ("pages", "feeds", "outbox/tmp") for path in (place / folder).glob(".*tmp*")]
        shutil.rmtree(place)
        return wrong


def tree(place):
    """Every message, page and feed by its path."""
    paths = [path for folder in FOLDERS for path in (place / folder).glob("*") if not path.name.startswith(".")]
    return {str(path.relative_to(place)): path.read_bytes() for path in paths}


def is_xml(path):
    try:
        return ElementTree.fromstring(path.read_bytes()).tag.endswith("feed")
    except ElementTree.ParseError:
        return False


@pytest.fixture(scope="module")
def job():
    with memory_folder("tidings-build-") as folder:
        yield Job(pathlib.Path(folder))


def test_a_killed_job_is_made_whole_by_the_next(job):
    chance, wrong, hit = random.Random(3), [], 0
    for _ in range(6 * COUNT):
        if hit == COUNT:
            break
        place, delay = job.place(), chance.uniform(0, job.duration)
        hit += job.killed_after(place, delay)
        wrong += [f"after {delay:.3f} s: {line}" for line in job.judge(place)]
    assert hit == COUNT and wrong == [], "\n".join(wrong[:20])


def test_a_job_that_a_system_call_failed_is_made_whole_by_the_next(job):
    need("strace")
    place = job.place()
    calls = systemcalls.record(job, place, job.folder / "calls", sorted(ERRORS))
    # strace counts by thread: a low number would meet the loader, before there is a program.
    begun = next(number for number, call in enumerate(calls) if "/outbox" in call.text)
    early = collections.Counter()
    for call in calls[:begun]:
        early[call.name] = max(early[call.name], call.number)
    points = [call for call in calls[begun:] if call.name != "read" and call.number > early[call.name]]
    wrong, statuses = [], collections.Counter()
    for injection in injections(points, COUNT, random.Random(4)):
        name, place = injection.split(":")[0], job.place()
        done = job.run(place, ["strace", "-f", "-o", os.devnull, "-e", f"trace={name}", "-e", f"inject={injection}"])
        status = -9 if done.returncode in (137, -9) else done.returncode
        statuses[status] += 1
        if status not in STATUSES:
            wrong.append(f"{injection}: {status} {done.stderr[-200:]}")
        wrong += [f"{injection}: {line}" for line in job.judge(place)]
    assert wrong == [], "\n".join(wrong[:20])
    assert sum(count for status, count in statuses.items() if status != 0) > COUNT / 4, statuses
