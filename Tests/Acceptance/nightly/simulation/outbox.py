"""The outbox of a simulation as its sender sees it, and what the ledger beside it knows."""

import collections
import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile

import mails

FOLDERS = {"new", "cur", "tmp", "refused"}
# What senders hold, and whoever takes a forgotten person's mails from them.
LOCK = "sending.lock"


class Outbox:
    """Looks at every message as soon as it stands there, and takes them as a sender does."""

    def __init__(self, path, form):
        self.path, self.form = path, form
        self.place = path / "new" if form == "maildir" else path
        # What was seen, by name; the names of those that the sender has taken.
        self.seen, self.taken = {}, set()
        self.wrong = []

    def names(self):
        if not self.place.is_dir():
            return []
        end = {"maildir": "", "eml": ".eml", "jsonl": ".jsonl"}[self.form]
        return sorted(name for name in os.listdir(self.place) if name.endswith(end))

    def look(self, again=False):
        """The messages that were not there before; `again`: those seen before must be whole too."""
        found = []
        for name in self.names():
            if name in self.taken:
                self.wrong.append(f"{name} is there again after the sender took it")
                self.taken.discard(name)
            if name in self.seen and not again:
                continue
            content = (self.place / name).read_bytes()
            digest = hashlib.sha1(content).digest()
            if name in self.seen:
                if self.seen[name] != digest:
                    self.wrong.append(f"{name} is not what it was: {len(content)} bytes")
                continue
            self.seen[name] = digest
            try:
                found += (mails.read_lines(name, content) if self.form == "jsonl" else [mails.read(name, content)])
            except (mails.Torn, KeyError, ValueError) as error:
                self.wrong.append(f"torn: {name}: {error}")
        return found

    def missing(self):
        """Messages that stood there, were not taken, and are there no more."""
        return sorted(self.seen.keys() - self.taken - set(self.names()))

    def take(self, chance, refuses=False):
        """What a sender does; one that refuses keeps some of them aside."""
        for name in self.names():
            if name not in self.seen:
                continue
            self.taken.add(name)
            if refuses and chance.random() < 0.3:
                (self.path / "refused").mkdir(exist_ok=True)
                os.rename(self.place / name, self.path / "refused" / name)
            else:
                os.unlink(self.place / name)

    def leftovers(self):
        """What stands in the outbox after a finished run that nobody put there for good."""
        wrong = [f"left among the temporaries: {path.name}" for path in self.path.glob("tmp/*")]
        shown = set(self.names()) if self.form != "maildir" else set()
        for path in self.path.iterdir():
            known = path.name in {*FOLDERS, *shown, LOCK} or path.name.startswith("tidings.")
            if not known:
                wrong.append(f"left in the outbox: {path.name}")
        return wrong

    def runs(self):
        """The runs that the ledger knows, by their `now`: whether each is finished."""
        rows = self._ask("SELECT now, state FROM runs")
        return {now // 1_000_000: state == 2 for now, state in rows}

    def closings(self):
        """Which run closed whose last slot, and as what, by the person's id: of each of the profiles
        under which the ledger knows them the run's `now`, the slot and the outcome."""
        rows = self._ask("SELECT recipient, now, slot, decision FROM mailboxes JOIN runs ON runs.id = mailboxes.run")
        found = collections.defaultdict(list)
        for key, now, slot, outcome in rows:
            id = key.partition(b"\0")[2].decode()
            found[id].append((now // 1_000_000, slot // 1_000_000, outcome))
        return found

    def _ask(self, question):
        """Asks a copy of the ledger; of one that is not there, or of no tables yet, there is nothing."""
        with tempfile.TemporaryDirectory(dir=self.path.parent) as copy:
            for path in self.path.glob("tidings.ledger*"):
                shutil.copy(path, copy)
            if not os.path.exists(f"{copy}/tidings.ledger"):
                return []
            with contextlib.closing(sqlite3.connect(f"{copy}/tidings.ledger")) as ledger:
                try:
                    return ledger.execute(question).fetchall()
                except sqlite3.Error:
                    return []
