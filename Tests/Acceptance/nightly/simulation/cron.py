"""One seed's nights: cron's runs, with what befalls a host, its exports, its clock and its disk.

Everything that happens follows from the seed.
"""

import collections
import json
import random
from datetime import datetime, timezone

from dumps import Exports
from fates import FATES, KINDS, ORDER
from host import Host
from life import DAY, HOUR, Life, text
from model import Model
from outbox import Outbox
from promises import Promises
from unlikely import RENUMBERED, UNLIKELY, Unlikely
from verdict import Open, settle

STOPPED = (0, 3, 65, 66, 73, 74)


class Simulation:
    def __init__(self, seed, folder, binary, trace=None):
        self.seed, self.folder, self.trace = seed, folder, trace
        chance = self.chance = random.Random(seed)
        kind = ORDER[seed % len(ORDER)]
        people, days, self.most = KINDS[kind]
        self.has_months = kind == "hamlet"
        # Starts lie on the hour; in March, April, October and November clocks change.
        month = chance.choice([1, 3, 3, 3, 4, 6, 9, 10, 10, 11])
        first = datetime(chance.choice([2025, 2026, 2027]), month, chance.randint(1, 28), tzinfo=timezone.utc)
        self.start = int(first.timestamp())
        self.end = self.start + days * DAY
        keeps = chance.choice([11, 11, 20])
        self.life = Life(chance, people, self.start, days, (100 if self.has_months else keeps) * DAY, self.has_months)
        self.exports = Exports(self.life, folder)
        self.model, self.promises = Model(self.life), Promises(self.life)
        self.form = chance.choice(["maildir", "maildir", "maildir", "eml", "jsonl"])
        self.outbox = Outbox(folder / "outbox", self.form)
        self.wrong, self.met = [], collections.Counter()
        self.host = Host(folder, binary, self.outbox, chance, self.met)
        # Mails that were seen, by the `now` of their run and who they are for.
        self.mails = collections.defaultdict(dict)
        self.open, self.last, self.dump = None, 0, 0
        # What the ledger said after the last start that came to no report.
        self.closings = {}
        self.lived = self.start
        self.unlikely = Unlikely(self)
        self.finished = set()

    @property
    def recipient_years(self):
        """A year is 365 days of one person in the recipients file, as far as the nights went."""
        days = sum(max(min(member.left or self.lived, self.lived) - member.joined, 0) for member in self.life.members)
        return days / DAY / 365

    def live(self):
        for wall in self.walls():
            self.night(wall)
            self.lived = wall
            if self.wrong:
                # What follows a fault says nothing more.
                return self
        self.wrong += self.promises.owed(self.finished)
        return self

    def walls(self):
        """When cron starts a run: each hour on some days, a few times on others; with a host that is
        down now and then. The last nine days are quiet."""
        wall = self.start + HOUR * self.chance.randrange(24)
        while wall < self.end:
            if wall < self.end - 9 * DAY and self.chance.random() < 0.01:
                wall += self.chance.randrange(3, 60) * HOUR
                self.met["down"] += 1
            yield wall + self.chance.choice([0, 0, 0, 300, 15 * 60, 30 * 60, self.chance.randrange(3000)])
            runs = self.most if self.most < 24 else self.chance.choice([24, 24, 4])
            wall += HOUR if runs == 24 else HOUR * max(1, round(self.chance.expovariate(runs / 24)))

    def night(self, wall):
        is_quiet = wall > self.end - 9 * DAY
        fate = "nothing" if is_quiet else self.chance.choices(list(FATES), FATES.values())[0]
        if self.host.disk is not None:
            fate = "power"
        if fate in ("empty", "one empty") and not self.model.messages:
            # Nothing is known of exports before the first run is over.
            fate = "nothing"
        if fate == "nothing" and not is_quiet and self.life.other.random() < 0.12:
            fate = self.life.other.choice(sorted(UNLIKELY))
        now, dump = self._clock("nothing" if fate in UNLIKELY else fate, wall)
        self.exports.write_people(wall)
        paths = self.exports.write(dump, is_doubled=fate == "doubled")
        if fate in UNLIKELY and not self.unlikely.mislead(fate, wall, now, dump, paths):
            fate = "nothing"
            self.exports.write_people(wall)
            paths = self.exports.write(dump)
        paths = self.exports.spoil(fate, self.chance, paths)
        self.met[fate] += 1
        self._attempt(fate, wall, now, dump, paths)
        self.unlikely.undo(fate)
        if fate == "again" and not self.wrong:
            self._attempt("nothing", wall, now, dump, paths)
        if fate != "chain" and self.chance.random() < 0.85:
            self.outbox.take(self.chance, refuses=self.chance.random() < 0.1)
            if self.has_months and not self.open and not self.host.disk and self.chance.random() < 0.2:
                self._forget()

    def _forget(self):
        """Somebody is forgotten, all of whose mails were taken; they stay in the recipients file."""
        known = [id for id, books in self.model.books.items() if books.horizon is not None]
        if not known:
            return
        id = self.chance.choice(known)
        status = self.host.forget(id)
        if status != 0:
            self._say(self.last, "strange", f"forgetting {id} ended with {status}")
        self.model.forget(id)
        self.promises.forgotten.add(id)
        self.met["forgotten"] += 1

    def _clock(self, fate, wall):
        """What the run takes for its present, and as of when the exports are."""
        chance, now = self.chance, wall
        dump = max(self.dump, wall - chance.choice([0, 0, HOUR]))
        if fate == "late":
            dump = max(self.dump, wall - chance.randrange(20) * HOUR)
        elif fate == "stale":
            dump = wall - chance.randrange(1, 30) * HOUR
        elif fate == "old":
            dump = wall - chance.randrange(60, 200) * HOUR
        elif fate == "back":
            now = self.last - chance.choice([1, HOUR, 400 * DAY])
        elif fate == "far ahead":
            # Not to the second: the judges tell runs by their `now`, and the real night comes as well.
            now = wall + chance.choice([3, 40, 3650]) * DAY + 13
        elif fate == "ahead":
            now = wall + chance.randrange(1, 20) * HOUR + 13
        if fate not in ("stale", "old"):
            self.dump = dump
        return now, dump

    # A start of the tool, and what it left.

    def _attempt(self, fate, wall, now, dump, paths):
        refusal = self._refusal(fate, now, dump)
        for begun in {now, self.open.now if self.open else now}:
            self.promises.walls.setdefault(begun, []).append(wall)
            self.promises.dumps.setdefault(begun, []).append(dump)
        status, said = self._start(now, fate, paths)
        if refusal == "back" and status == 65 and self._is_right_again(fate, now, dump, wall, said):
            # Somebody has set the clock right, and lets the runs go on.
            self.model.reopen(now)
            self.last, refusal = now, None
            status, said = self._start(now, fate, paths, "--force")
            self.met["set right"] += 1
        elif refusal is None and status == 65 and "--force" in said:
            # Far more mails than before, after the host was down: somebody looks, and insists.
            may = "there would be" in said and (self.open or self.model.is_far_more(self.model.decide(now, dump, wall).mails, now))
            if may:
                status, said = self._start(now, fate, paths, "--force")
                self.met["forced"] += 1
            elif RENUMBERED in said and self.life.imported and dump >= self.life.imported:
                # Somebody looks, and knows of it.
                self.unlikely.forced |= {now, self.open.now if self.open else now}
                status, said = self._start(now, fate, paths, "--force")
                self.met["renumbered"] += 1
        elif refusal is None and not self.open and status in (0, 3):
            if self.model.is_far_more(self.model.decide(now, dump, wall).mails, now):
                self._say(now, "strange", "a run with far more mails than ever before was not stopped")
        self._trace(wall, now, dump, fate, refusal, status)
        self._expect(fate, refusal, now, dump, status, said)
        self.unlikely.compare(fate, status, wall, now, dump, said)
        self._judge(status, refusal, wall, now, dump)

    def _is_right_again(self, fate, now, dump, wall, said):
        """Whether a run is behind because of a clock that was ahead, and somebody looks."""
        if "if it was ahead at that time, --force goes on" not in said:
            return self._say(now, "strange", f"a run behind the last one does not say what to do: {said[-300:]}")
        is_plain = fate == "nothing" and now == wall and not self.open and not self.unlikely.refusal(dump)
        return is_plain and self.life.other.random() < 0.5

    def _start(self, now, fate, paths, *more):
        status, said = self.host.start(
            fate, now, paths, *more, sweep=self._sweep, second=lambda ended: self._second(now, ended))
        self._see(again=fate == "power")
        return status, said

    def _sweep(self):
        self._see()
        self.outbox.take(self.chance)

    def _second(self, now, status):
        if status != 75:
            self._say(now, "strange", f"the second of two runs ended with {status}")

    def _refusal(self, fate, now, dump):
        if fate in ("torn", "no bytes") or fate in UNLIKELY:
            return fate
        if fate in ("empty", "one empty"):
            return "back" if now < self.last else fate
        if now < self.last:
            return "back"
        return self.model.refusal(now, dump) or self.unlikely.refusal(dump)

    # What is right.

    def _expect(self, fate, refusal, now, dump, status, said):
        if fate in ("kill", "tear", "power", "chain"):
            right = (-9,) if self.host.is_fatal else STOPPED
        elif fate in ("full", "broken"):
            right = STOPPED
        elif refusal:
            right = (65,)
        else:
            right = (3,) if self._has_rejects(dump) else (0,)
        if status not in right:
            because = f" ({refusal})" if refusal else ""
            self._say(now, "strange", f"ended with {status}, not {right}{because}: {said[-300:]}")

    def _has_rejects(self, dump):
        return any(row.is_there(dump) and not row.is_good(dump) for row in self.life.rows)

    def _see(self, again=False):
        for mail in self.outbox.look(again):
            member, wrong = self.promises.add(mail)
            self.wrong += wrong
            if member is None:
                continue
            if mail.now in self.finished:
                self._say(mail.now, "strange", f"a mail to {member.id} after its run was over")
            self.mails[mail.now][member.id] = mail
            self.unlikely.count(mail)
        self.wrong += self.outbox.wrong
        self.outbox.wrong = []

    def _judge(self, status, refusal, wall, now, dump):
        is_done = status in (0, 3)
        reported = self._reported() if is_done else {}
        known = dict.fromkeys(reported, True) if is_done else self.outbox.runs()
        if not is_done:
            self.closings = self.outbox.closings()
        if self.open:
            run = self.open
            if is_done and run.now not in known and run.now in (runs := self.outbox.runs()):
                # A start reports nothing of a run that had only to be marked as finished.
                known[run.now] = runs[run.now]
            if refusal is None:
                run.options.append(self.model.decide(run.now, dump, wall))
            if known.get(run.now):
                self._settle(run, reported.get(run.now))
                self.open = None
            elif run.now not in known:
                # It was never begun, as far as the disk knows.
                self.open = None
                if self.mails.get(run.now):
                    self._say(run.now, "strange", "the ledger knows nothing of a run with mails")
        if now in known and now not in self.finished or now in reported:
            self.last = max(self.last, now)
            run = Open(now, [self.model.decide(now, dump, wall)])
            if known[now]:
                self._settle(run, reported.get(now))
            else:
                self.open = run
        if is_done:
            if self.open and now != self.open.now:
                self._say(now, "strange", "an open run was not finished by the next one")
            self.wrong += self.outbox.leftovers()
            for when in self.mails.keys() - {self.open.now if self.open else None}:
                self._say(when, "strange", "mails of a run that is neither open nor finished")
            for name in self.outbox.missing():
                self._say(now, "lost", f"{name} was there, and no sender took it")
        if not is_done and refusal and now in self.outbox.runs() and now not in self.finished:
            self._say(now, "strange", "a refused run is in the ledger")

    def _reported(self):
        runs = {}
        for one in json.loads((self.folder / "report.json").read_text())["runs"]:
            when = int(datetime.fromisoformat(one["now"]).timestamp())
            runs[when] = one["outcomes"]
        return runs

    def _settle(self, run, entries):
        settle(
            run, self.mails.pop(run.now, {}) if run.now not in self.finished else {}, entries,
            self.closings, self.model, lambda kind, sentence: self._say(run.now, kind, sentence))
        self.finished.add(run.now)

    def _say(self, now, kind, sentence):
        self.wrong += self.promises.fault(kind, f"at {text(now)}: {sentence}")

    def _trace(self, wall, now, dump, fate, refusal, status):
        if self.trace:
            self.trace(
                f"{text(wall)} now {text(now)} exports {text(dump)} {fate}"
                f"{f' ({refusal})' if refusal else ''}: {status}")
