"""Runs `tidings mail` as cron would, hour by hour, and takes its messages as a sender would."""

import dataclasses
import email
import email.policy
import email.utils
import json
import os
import re
import subprocess
from datetime import datetime, timedelta

import world
from conftest import BINARY, run

TOKEN = re.compile(rb"N\d{6}")
HOUR = timedelta(hours=1)


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


def killed(folder, exports, now, injection):
    """Runs `tidings mail` until a system call at which it is killed; answers how it ended."""
    under = ["strace", "-f", "-o", os.devnull, "-e", "trace=" + injection.split(":")[0]]
    done = subprocess.run(
        [*under, "-e", "inject=" + injection, BINARY, *command(folder, exports, now, "--jobs", "1")],
        capture_output=True, timeout=120, check=False)
    return -9 if done.returncode in (-9, 137) else done.returncode


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


def outcomes(report):
    """Each recipient's outcome by id, from the JSON of `--report`."""
    document = json.loads(report.read_text())
    return {entry["id"]: entry["outcome"] for entry in document["recipients"]}


class Month:
    """A world lived through hour by hour: cron's runs, with what befalls a host in between.

    `fate` says for an hour that the host is down (`down`), that the export is torn (`torn`), or at
    which system call the run is killed (`syncfs:when=1`).
    """

    def __init__(self, life, reference, folder, fate):
        self.life, self.reference, self.folder, self.fate = life, reference, folder, fate
        self.nights, self.differences = [], []
        # The run that was killed before anything was prepared: it is done anew with its `now`.
        self.open = None

    def live(self, start, hours):
        for hour in range(hours):
            if self.fate.get(hour) != "down":
                # Most exports are an hour old, and the host's clock is up to five minutes ahead.
                now = start + hour * HOUR + timedelta(minutes=5 * (hour % 3 == 0))
                self.hour(now, now if hour % 5 == 0 else now - HOUR, self.fate.get(hour))
        return self

    def hour(self, now, dump, fate):
        exports = self.life.write(self.folder, dump)
        report = self.folder / "report.json"
        if fate == "torn":
            exports[0].write_bytes(exports[0].read_bytes()[:-20])
        if fate in (None, "torn"):
            done = mail(self.folder, exports, now, "--report", report)
            night = Night(now, dump, done.status)
            if done.status in (0, 3):
                night.outcomes = outcomes(report)
        else:
            name, _, when = fate.partition(":")
            night = Night(now, dump, killed(self.folder, exports, now, f"{name}:signal=SIGKILL:{when}"))
            assert night.was_killed, f"{now}: nothing met {fate}; the status is {night.status}"
        self.nights.append(night)
        self._file(take(self.folder / "outbox"))
        self._compare(night, fate)

    def _file(self, mails):
        by_now = {night.now: night for night in self.nights}
        for one in mails:
            by_now.get(one.date, self.nights[-1]).mails.append(one)

    def _compare(self, night, fate):
        """Has the reference decide as well, and notes where it came to something else."""
        if fate == "torn":
            return
        if fate and fate.startswith("syncfs"):
            self.open = night
            return
        if self.open:
            self.open.dump = night.dump
            self._expect(self.open)
            self.open = None
        self._expect(night)

    def _expect(self, night):
        expected, mails = self.reference.run(self.life.rows, night.dump, night.now)
        night.expected = mails
        for person, outcome in expected.items() if night.outcomes is not None else ():
            if night.outcomes.get(person) != outcome:
                self.differences.append(
                    f"{night.now}: {person} is {night.outcomes.get(person)}, not {outcome}")

    def check_mails(self):
        """Holds each night's mails against the reference's, when all have come."""
        addresses = {person.email: person.id for person in self.life.people}
        for night in self.nights:
            found = {addresses.get(m.address): (m.slot, set(m.tokens)) for m in night.mails}
            wanted = {
                person: (int(slot.timestamp()), tokens)
                for person, (slot, tokens) in getattr(night, "expected", {}).items()}
            for person in found.keys() | wanted.keys():
                if found.get(person) != wanted.get(person):
                    self.differences.append(
                        f"{night.now}: {person} got {found.get(person)}, not {wanted.get(person)}")
        return self.differences
