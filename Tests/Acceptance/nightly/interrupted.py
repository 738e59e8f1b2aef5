"""A run that is stopped at a chosen point, and the next one, an hour later, that makes it whole."""

import functools
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
from datetime import datetime, timezone

import dumps
import nights
import order
import systemcalls
import world
from harness import BINARY
from row import Row

UTC = timezone.utc

# What each system call may answer where it fails.
ERRORS = {
    "openat": ["EIO", "ENOSPC", "EACCES", "EMFILE"], "write": ["EIO", "ENOSPC"],
    "pwrite64": ["EIO", "ENOSPC"], "fsync": ["EIO"], "fdatasync": ["EIO"],
    "syncfs": ["EIO", "ENOSPC"], "renameat": ["EIO", "ENOSPC"], "close": ["EIO"],
    "mkdirat": ["EIO", "ENOSPC"], "ftruncate": ["EIO"], "unlinkat": ["EIO"], "unlink": ["EIO"],
    "flock": ["EIO"], "pread64": ["EIO"], "fcntl": ["EIO"], "getdents64": ["EIO"], "read": ["EIO"],
}  # fmt: skip

# A run that a fault stopped ends with one of these; -9 is a kill.
STATUSES = (0, 3, 65, 66, 73, 74, 75, -9)


def tree(outbox):
    """Every file's bytes by its path, but the books, which may differ in how they came about."""
    files = {}
    for folder, _, names in os.walk(outbox):
        # As the Maildir convention has it, a name with a leading dot is no message.
        for name in (name for name in names if not name.startswith(".")):
            path = os.path.join(folder, name)
            place = os.path.relpath(path, outbox)
            if not place.startswith("tidings."):
                with open(path, "rb") as file:
                    files[place] = file.read()
    return files


def judge(left, expected):
    """What is wrong with the messages left: lost, torn, or nothing."""
    wrong = [f"stray {name}" for name in left if name not in expected]
    wrong += [f"torn {name}" for name in left if left[name] != expected.get(name, left[name])]
    return wrong + [f"lost {name}" for name in expected if name not in left]


class Evening:
    """Exports, people, and two runs an hour apart; what comes of them is known beforehand."""

    def __init__(self, folder, people=30, form="maildir"):
        self.folder, self.form = pathlib.Path(tempfile.mkdtemp(dir=folder)), form
        start = datetime(2026, 3, 28, tzinfo=UTC)
        self.first = start + 31 * nights.HOUR
        self.second = self.first + nights.HOUR
        self.earlier = self.first - 2 * nights.HOUR
        chance = random.Random(5)
        crowd = [world.person(chance, number) for number in range(people)]
        for person in crowd[:6]:
            # Theirs are held by the first run and come with the second.
            person.zone, person.quiet = "UTC", (5 * 60, 7 * 60 + 30)
        begin, hours = int(start.timestamp()), 31 * 3600
        rows = [
            Row(f"N{number:07d}", world.COMPASS, crowd[number % people].id, "offer", time, time)
            for number, time in enumerate(range(begin, begin + hours, hours // (6 * people)))]
        self.exports = dumps.write(self.folder, crowd, rows, begin + hours)
        self.number = 0
        # After both runs, and after the second alone, where the first had not begun.
        self.both = self.finished(self.first, self.second)
        self.only_second = self.finished(self.second)
        self.after_first = self.finished(self.first)
        assert len(self.both) > len(self.after_first) > 0
        assert self.both != self.only_second

    def finished(self, *times):
        """What uninterrupted runs at these times leave."""
        outbox = self.outbox()
        for now in times:
            done = self.run(outbox, now)
            assert done.returncode in (0, 3), done.stderr
        found = tree(outbox)
        shutil.rmtree(outbox)
        return found

    def outbox(self):
        self.number += 1
        return self.folder / f"outbox-{self.number}"

    def command(self, outbox, now=None):
        arguments = nights.command(
            self.folder, self.exports, now or self.first, "--jobs", "1", "--as", self.form,
            "--first-days", "3", outbox=outbox)
        return list(map(str, [BINARY, *arguments]))

    def run(self, outbox, now, under=(), **options):
        return subprocess.run(
            [*under, *self.command(outbox, now)], env=nights.ENVIRONMENT, timeout=120, check=False,
            capture_output=True, **options)

    def injected(self, outbox, injection, now=None):
        under = ["strace", "-f", "-o", os.devnull, "-e", "trace=" + injection.split(":")[0]]
        done = self.run(outbox, now or self.first, [*under, "-e", "inject=" + injection])
        status = -9 if done.returncode == 137 else done.returncode
        return status, done.stderr.decode("utf-8", "replace")

    def calls(self, names=None):
        """Every system call of an uninterrupted run, and the outbox that it made."""
        outbox = self.outbox()
        calls = systemcalls.record(self, outbox, self.folder / "calls", names)
        return calls, outbox

    @functools.cached_property
    def points(self):
        calls, outbox = self.calls()
        shutil.rmtree(outbox)
        return points(calls, outbox)

    def resume(self, outbox):
        """The next run, an hour later: what is wrong with the tree that it leaves."""
        expected = self.both if nights.begun(outbox, self.first) else self.only_second
        done = self.run(outbox, self.second)
        wrong = []
        if done.returncode not in (0, 3):
            wrong.append(f"the next run ended with {done.returncode}: {done.stderr[-300:]}")
        wrong += judge(tree(outbox), expected)
        wrong += [f"left among the temporaries: {p.name}" for p in outbox.glob("tmp/*")]
        shutil.rmtree(outbox, ignore_errors=True)
        return wrong


def points(calls, outbox):
    """The calls of a run from its first on the outbox on."""
    start = next(i for i, call in enumerate(calls) if i > 0 and str(outbox) in call.text)
    # strace counts by thread: a low number would meet the runtime's own reading of /proc/self/maps,
    # before there is a program that could say anything.
    early = max([call.number for call in calls if call.name == "read" and "/maps>" in call.text] or [0])
    return [call for call in calls[start:] if call.name in ERRORS and (call.name != "read" or call.number > early)]


def injections(calls, count, chance):
    """Each name of a call as often as the others, so that the rare ones are met too."""
    by_name = {}
    for call in calls:
        by_name.setdefault(call.name, []).append(call.number)
    names = sorted(by_name)
    for number in range(count):
        name = names[number % len(names)]
        what = chance.choice([*(f"error={e}" for e in ERRORS[name]), "signal=SIGKILL"])
        yield f"{name}:{what}:when={chance.choice(by_name[name])}"


def disorder(calls, outbox):
    """What in a run's calls is out of order, and how many renames there were."""
    return order.faults(calls, str(outbox))
