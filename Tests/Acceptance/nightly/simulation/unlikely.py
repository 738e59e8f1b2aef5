"""What a run is given that cannot be true, or only by far: half an export, a torn list of people, other ids,
an outbox of somebody else. It is refused, and says why in its one line.
"""

import collections
import os

import world
from host import BEFALLING

# What befalls a run, and what its one line says of it.
UNLIKELY = {
    # What is left of an export may be old as well.
    "half": ("last time", "--max-age"), "few people": ("people who were mailed before have no address",),
    "root": ("belongs to",)}  # fmt: skip
RENUMBERED = "none is in the exports"
NOBODY = 65534
# So few may be late, or new.
FEW, FEW_RECORDS, MOST_AGAIN = 3, 20, 5


class Unlikely:
    def __init__(self, nights):
        self.nights, self.life, self.model, self.exports = nights, nights.life, nights.model, nights.exports
        # What the run before left to be compared with; None where that is not known.
        self.records = self.without = None
        # By run, how many notifications came again under other ids; and the runs that somebody insisted on.
        self.again, self.forced = collections.Counter(), set()

    def mislead(self, fate, wall, now, dump, paths):
        """Whether a run is given something that it must refuse."""
        if self.nights.open or now < self.nights.last or self.model.refusal(now, dump):
            return False
        if fate == "root":
            if os.geteuid() != 0 or not self.nights.outbox.path.exists():
                return False
            os.chown(self.nights.outbox.path, NOBODY, -1)
            return True
        if fate == "half":
            return self.records is not None and self._is_half(self.exports.cut(paths))
        if self.without is None:
            return False
        named = self.exports.tear_people(wall, len(self.exports.people(wall)) // 12 + 1)
        without, reached = self._reach(dump, wall, named)
        return without - self.without >= FEW and without - self.without > reached

    def refusal(self, dump):
        """Whether an export of long ago has so few records that it looks like half of one."""
        return "half" if self.records is not None and self._is_half(self._records(dump)) else None

    def undo(self, fate):
        if fate == "root":
            os.chown(self.nights.outbox.path, os.geteuid(), -1)

    def count(self, mail):
        """Counts what came before under another id."""
        promises = self.nights.promises
        rows = [promises.rows[token] for token in mail.tokens if token in promises.rows]
        self.again[mail.now] += sum(row.origin is not None and promises.came[row.origin] > 0 for row in rows)

    def compare(self, fate, status, wall, now, dump, said):
        """Holds what a run did and says against what it was given, and keeps what it leaves for the next."""
        say = self.nights._say
        if fate in UNLIKELY and not any(words in said for words in UNLIKELY[fate]):
            say(now, "strange", f"does not say that it was {fate}: {said[-300:]}")
        # Who insists once has the others of that day mailed, too.
        if self.again[now] > MOST_AGAIN and not self.forced:
            say(now, "twice", f"{self.again[now]} come again under other ids")
        if status not in (0, 3):
            if fate in BEFALLING:
                # It may have been over, or not.
                self.records = self.without = None
            return
        without, _ = self._reach(dump, wall)
        if self.without is not None and not self.nights.open:
            lost = max(without - self.without, 0)
            if lost:
                self.nights.met["no address"] += 1
            if (f"{lost} pe" in said and "no address now" in said) != (lost > 0):
                say(now, "strange", f"{lost} have no address any more, and it says: {said[-300:]}")
        self.records = self._records(dump)
        self.without = without

    def _records(self, dump):
        """The good ones, without copies."""
        return sum(row.is_there(dump) and row.is_good(dump) for row in self.life.rows)

    def _is_half(self, records):
        mailed = sum(books.delivered is not None for books in self.model.books.values())
        return self.records >= FEW_RECORDS and records * 2 < self.records and mailed >= FEW

    def _reach(self, dump, wall, named=None):
        """How many of those who were mailed before have no address, and how many have one; `named` are
        those whom a torn list still has."""
        without = reached = 0
        for member in self.life.members:
            if self.model.books[member.id].delivered is None:
                continue
            if member.is_there(wall) and (named is None or member.id in named):
                without += not member.at(wall).email
                reached += bool(member.at(wall).email)
            else:
                without += any(
                    row.owner == member.id and row.profile == world.COMPASS and row.is_there(dump) and row.is_good(dump)
                    for row in member.rows)
        return without, reached
