"""A host that starts the tool, and what may befall a run there: kills, power failures, full disks, a
second run, a sender in between.

Runs have one worker, so that the same change of the outbox is the same one every time.
"""

import os
import select
import shutil
import signal
import subprocess

import disk
from life import text

BASE = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}

# Where something happens at one of the run's changes of the outbox.
BEFALLING = {"kill", "tear", "power", "chain", "full", "broken", "two", "sender"}


class Host:
    def __init__(self, folder, binary, outbox, chance, met):
        self.folder, self.binary, self.outbox, self.chance = folder, binary, outbox, chance
        # How often what happened, for the summary.
        self.met = met
        self.library = disk.library(folder)
        # What the disk holds, while a run that was killed has left something that is not synced.
        self.disk = None
        # Whether the run was to be killed.
        self.is_fatal = False

    def start(self, fate, now, paths, *more, sweep=None, second=None):
        """Starts the tool with what befalls it. Answers its status and what it said."""
        (self.folder / "report.json").unlink(missing_ok=True)
        if fate in BEFALLING:
            meanwhile = {"two": lambda: second(self._second(now, paths)), "sender": sweep}.get(fate)
            return self._befall(fate, now, paths, more, meanwhile)
        return self._run(self._command(self.outbox.path, now, paths, *more))

    def _command(self, outbox, now, paths, *more):
        return list(map(str, [
            self.binary, "mail", *paths, "--from", "digest@example.org", "--now", text(now),
            "--recipients", self.folder / "people.jsonl", "--suppress", self.folder / "suppress.txt",
            "--report", self.folder / "report.json", "--as", self.outbox.form, "--jobs", "1", "--quiet",
            "--max-age", "50h",
            "-o", outbox, *more]))  # fmt: skip

    def forget(self, id):
        """Has the ledger forget somebody; answers the status."""
        command = [self.binary, "ledger", "forget", self.outbox.path, "--recipient", id]
        return self._run(list(map(str, command)))[0]

    def _run(self, command, environment=None, meanwhile=None):
        with open(self.folder / "said", "wb") as said:
            process = subprocess.Popen(command, env=BASE | (environment or {}), stdout=subprocess.DEVNULL, stderr=said)
            try:
                if meanwhile:
                    self._wait_for_stop(process, meanwhile)
                if process.returncode is None:
                    self._wait_for_end(process)
                status = process.wait(timeout=1)
            finally:
                process.kill()
        return status, (self.folder / "said").read_text("utf-8", "replace")

    @staticmethod
    def _wait_for_end(process):
        """At most five minutes. To wait with a timeout, `Popen` would ask again every 50 ms."""
        end = os.pidfd_open(process.pid)
        try:
            select.select([end], [], [], 300)
        finally:
            os.close(end)

    @staticmethod
    def _wait_for_stop(process, meanwhile):
        """Lets something happen while the run stands still, if it comes to that."""
        _, state = os.waitpid(process.pid, os.WUNTRACED)
        if os.WIFSTOPPED(state):
            meanwhile()
            process.send_signal(signal.SIGCONT)
        else:
            process.returncode = os.waitstatus_to_exitcode(state)

    def _befall(self, fate, now, paths, more, meanwhile):
        """A run to which something happens at one of its changes of the outbox, each kind of change
        as likely as the others."""
        log = self.folder / "log"
        # A run gives the outbox back before SQLite has put the ledger's log away.
        number, name = self._change(now, paths, more, besides="ledger" if fate == "two" else None)
        what = {"power": "kill", "chain": "kill", "two": "stop", "sender": "stop"}.get(fate, fate)
        self.is_fatal = what in ("kill", "tear") and name != "nothing"
        if fate == "power" and self.chance.random() < 0.2:
            # The power fails right after the run.
            number, name, self.is_fatal = 0, "end", False
        if fate in ("power", "chain") and self.disk is None:
            self.disk = disk.Disk(self.outbox.path)
        log.unlink(missing_ok=True)
        command = self._command(self.outbox.path, now, paths, *more)
        done = self._run(command, disk.environment(self.library, self.outbox.path, log, number, what), meanwhile)
        self.met[f"{fate} at {name}"] += 1
        if self.disk:
            self.disk.replay(log)
        if fate == "power":
            self.disk.fail(self.chance)
            self.disk = None
        return done

    def _change(self, now, paths, more, besides):
        """One of the changes that the run is going to make, found out on a copy of the outbox."""
        copy, log = self.folder / "copy", self.folder / "log"
        shutil.rmtree(copy, ignore_errors=True)
        log.unlink(missing_ok=True)
        if self.outbox.path.exists():
            shutil.copytree(self.outbox.path, copy)
        self._run(self._command(copy, now, paths, *more), disk.environment(self.library, copy, log))
        (self.folder / "report.json").unlink(missing_ok=True)
        changes = disk.changes(log)
        shutil.rmtree(copy, ignore_errors=True)
        if not changes:
            return 1, "nothing"
        names = sorted({each for each in changes if not besides or not each.startswith(besides)})
        if not names:
            return 1, "nothing"
        name = self.chance.choice(names)
        numbers = [number for number, each in enumerate(changes, 1) if each == name]
        return self.chance.choice(numbers), name

    def _second(self, now, paths):
        """How a second run ends while the first holds the outbox."""
        return subprocess.run(
            self._command(self.outbox.path, now, paths), env=BASE, capture_output=True,
            check=False).returncode
