"""Runs the delivery driver on a scratch outbox, and judges what it left there."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time

ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no")


class Driver:
    """The driver with the arguments that all runs of one comparison share."""

    def __init__(self, executable, form="maildir", count=60, extra=()):
        self.executable = str(executable)
        self.form = form
        self.count = count
        self.extra = list(extra)

    def command(self, outbox):
        return [self.executable, str(outbox), self.form, str(self.count), *self.extra]

    def run(self, outbox, under=(), timeout=60, **options):
        return subprocess.run(
            [*under, *self.command(outbox)], env=ENVIRONMENT, timeout=timeout,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


class Scratch:
    """A folder of its own for each case, in memory where the system has such a place."""

    def __init__(self, root=None):
        shared = pathlib.Path("/dev/shm")
        place = root or (shared if os.access(shared, os.W_OK) else None)
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="tidings-faults-", dir=place))
        self.number = 0

    def outbox(self):
        self.number += 1
        return self.root / f"outbox-{self.number}"

    def drop(self, outbox):
        shutil.rmtree(outbox, ignore_errors=True)

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)


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


class Remover(threading.Thread):
    """A sender that takes messages as soon as they appear."""

    def __init__(self, outbox, pause=0.0005):
        super().__init__(daemon=True)
        self.folder = os.path.join(outbox, "new")
        self.taken = []
        self.pause = pause
        self.stopping = threading.Event()

    def sweep(self):
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return
        # As the Maildir convention has it, a name with a leading dot is no message.
        for name in (name for name in names if not name.startswith(".")):
            path = os.path.join(self.folder, name)
            with open(path, "rb") as file:
                self.taken.append((os.path.join("new", name), file.read()))
            os.unlink(path)

    def run(self):
        while not self.stopping.is_set():
            self.sweep()
            time.sleep(self.pause)

    def stop(self):
        self.stopping.set()
        self.join()
        self.sweep()
        return self.taken


def judge(taken, left, expected):
    """What is wrong with the messages taken and those left: lost, twice, torn, or nothing."""
    wrong = []
    seen = {}
    for name, content in [*taken, *left.items()]:
        if name not in expected:
            wrong.append(f"stray {name}")
        elif content != expected[name]:
            wrong.append(f"torn {name}")
        seen[name] = seen.get(name, 0) + 1
    wrong += [f"twice {name}" for name, count in seen.items() if count > 1]
    wrong += [f"lost {name}" for name in expected if name not in seen]
    return wrong
