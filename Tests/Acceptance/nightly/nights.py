"""Runs `tidings mail` as cron would, hour by hour, and takes its messages as a sender would."""

import contextlib
import dataclasses
import email
import email.policy
import email.utils
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from datetime import datetime, timedelta

import world
from conftest import BINARY, run

TOKEN = re.compile(rb"N\d{6}")
HOUR = timedelta(hours=1)
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no")


@dataclasses.dataclass
class Mail:
    address: str
    # The time that the file's name says it was due.
    slot: int
    # The run that it is of, as its Date says.
    date: datetime
    tokens: list[str]
    message_id: str


@dataclasses.dataclass
class Night:
    """What one run did, at `now`, with exports as they were at `dump`."""

    now: datetime
    dump: datetime
    status: int
    mails: list[Mail] = dataclasses.field(default_factory=list)
    # By recipient; None where no report says so: the run was stopped or killed.
    outcomes: dict[str, str] | None = None
    # What the reference decided, by recipient.
    expected: dict = dataclasses.field(default_factory=dict)

    @property
    def was_killed(self):
        return self.status == -9


def mail(folder, exports, now, *arguments, outbox=None, **options):
    """Runs `tidings mail` on what `World.write` wrote."""
    return run(*command(folder, exports, now, *arguments, outbox=outbox), **options)


def command(folder, exports, now, *arguments, outbox=None):
    return [
        "mail", *exports, "--from", "digest@example.org", "--now", world.text(now),
        "--recipients", folder / "people.jsonl", "--suppress", folder / "suppress.txt",
        "-o", outbox or folder / "outbox", *arguments]  # fmt: skip


def killed(*arguments, injection):
    """Runs `tidings mail` until a system call at which it is killed; answers how it ended."""
    under = ["strace", "-f", "-o", os.devnull, "-e", "trace=" + injection.split(":")[0]]
    done = subprocess.run(
        [*under, "-e", "inject=" + injection, BINARY, *command(*arguments, "--jobs", "1")],
        env=ENVIRONMENT, capture_output=True, timeout=120, check=False)
    return -9 if done.returncode in (-9, 137) else done.returncode


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


def decided(outbox):
    """Whether the last run has committed what it decided."""
    return bool(books(outbox, "SELECT 1 FROM mailboxes WHERE run = (SELECT max(id) FROM runs)"))


def take(outbox):
    """Takes all messages out of `new`, as a sender does."""
    taken = []
    new = outbox / "new"
    for path in sorted(new.iterdir()) if new.is_dir() else []:
        taken.append(read(path.name, path.read_bytes()))
        path.unlink()
    return taken


def read(name, content):
    """The recipient, slot and tokens of a message; both of its parts must hold the same ones."""
    message = email.message_from_bytes(content, policy=email.policy.compat32)
    plain, html = (part.get_payload(decode=True) for part in message.get_payload())
    in_text, in_page = TOKEN.findall(plain), set(TOKEN.findall(html))
    assert set(in_text) == in_page, f"{name}: its parts hold different notifications"
    return Mail(
        message["To"].rpartition("<")[2].rstrip(">"), int(name.split(".")[0]),
        email.utils.parsedate_to_datetime(message["Date"]),
        sorted(token.decode() for token in in_text), message["Message-ID"])


def reported(report):
    """The runs of a report by their `now`: outcomes and rules by recipient."""
    runs = {}
    for one in json.loads(report.read_text())["runs"]:
        outcomes = {entry["recipient"]: entry for entry in one["outcomes"]}
        assert len(outcomes) == len(one["outcomes"]) == one["recipients"]
        runs[datetime.fromisoformat(one["now"])] = outcomes
    return runs


class Month:
    """A world lived through hour by hour: cron's runs, with what befalls a host in between.

    `fate` says for an hour that the host is down (`down`), that the export is torn (`torn`), or at
    which system call the run is killed (`syncfs:when=1`).
    """

    def __init__(self, life, reference, folder, fate):
        self.life, self.reference, self.folder, self.fate = life, reference, folder, fate
        self.nights, self.differences = [], []
        # The run that was killed: the next start finishes it with its `now`.
        self.open = None

    def live(self, start, hours):
        for hour in range(hours):
            if self.fate.get(hour) != "down":
                # Most exports are an hour old, and the host's clock is up to five minutes ahead.
                now = start + hour * HOUR + timedelta(minutes=5 * (hour % 3 == 0))
                self._run(now, now if hour % 5 == 0 else now - HOUR, self.fate.get(hour))
        self._check_mails()
        return self

    def _run(self, now, dump, fate):
        exports = self.life.write(self.folder, dump)
        night = Night(now, dump, 0)
        self.nights.append(night)
        if fate == "torn":
            exports[0].write_bytes(exports[0].read_bytes()[:-20])
        self._start(night, exports, fate)
        self._file(take(self.folder / "outbox"))

    def _start(self, night, exports, fate):
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        arguments = (self.folder, exports, night.now, "--report", report)
        if fate and fate != "torn":
            name, _, when = fate.partition(":")
            night.status = killed(*arguments, injection=f"{name}:signal=SIGKILL:{when}")
        else:
            done = mail(*arguments)
            night.status = done.status
            if done.status == 65 and "--force" in done.errors:
                # Far more mails than before, after the host was down: somebody looks, and insists.
                night.status = mail(*arguments, "--force").status
        if night.was_killed:
            self.open = night if begun(self.folder / "outbox", night.now) else None
            if self.open and decided(self.folder / "outbox"):
                self._expect(night, {})
        elif night.status in (0, 3):
            runs = reported(report)
            if self.open and not self.open.expected:
                # Nothing was prepared before the kill: what the exports say now decides.
                self.open.dump = night.dump
                self._expect(self.open, runs)
            self.open = None
            self._expect(night, runs)

    def _file(self, mails):
        by_now = {night.now: night for night in self.nights}
        for one in mails:
            by_now.get(one.date, self.nights[-1]).mails.append(one)

    def _expect(self, night, runs):
        """Has the reference decide as well, and notes where it came to something else."""
        night.expected = self.reference.run(self.life.rows, night.dump, night.now)
        if night.now not in runs:
            return
        entries = runs[night.now]
        night.outcomes = {person: entry["outcome"] for person, entry in entries.items()}
        for _, stranger in self.life.strangers:
            # Nobody has told where to write to them; they are decided about once a day.
            if night.outcomes.get(stranger, "no address") not in ("no address", "not due"):
                self.differences.append(
                    f"{night.now}: {stranger} is {night.outcomes[stranger]}")
        for person, decision in night.expected.items():
            entry = entries.get(person, {})
            found = (entry.get("outcome"), entry.get("leftOut", {}))
            if found != (decision.outcome, decision.left_out):
                self.differences.append(
                    f"{night.now}: {person} is {found}, not {(decision.outcome, decision.left_out)}")

    def _check_mails(self):
        """Holds each night's mails against the reference's, when all have come."""
        addresses = {person.email: person.id for person in self.life.people}
        for night in self.nights:
            found = {addresses.get(m.address): (m.slot, set(m.tokens)) for m in night.mails}
            wanted = {
                person: (int(decision.slot.timestamp()), decision.tokens)
                for person, decision in night.expected.items() if decision.outcome == "handed over"}
            for person in found.keys() | wanted.keys():
                if found.get(person) != wanted.get(person):
                    self.differences.append(
                        f"{night.now}: {person} got {found.get(person)}, not {wanted.get(person)}")
