#!/usr/bin/env python3
"""A year of every rhythm in twelve zones, run by run, held against an independent model.

    rhythm_year.py                       every hour of 2026
    rhythm_year.py 2026-03-06 5          five days from then on

`TIDINGS` names the program, if it is not the release build. Exits 1 where something was wrong.
"""

import collections
import email.utils
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import date, datetime, timedelta, timezone

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "simulation")]

import rhythms
from rhythms import Rhythm

BINARY = pathlib.Path(os.environ.get("TIDINGS", HERE.parents[2] / ".build/release/tidings"))

# Clocks change after midnight, at two, at three, before midnight, by half an hour, or never.
ZONES = """
UTC America/New_York America/Havana America/Santiago America/St_Johns Europe/Berlin Atlantic/Azores
Africa/Cairo Asia/Beirut Asia/Kathmandu Australia/Lord_Howe Pacific/Chatham
""".split()

# A rhythm, and what else somebody may say of theirs: quiet hours, until when they pause, urgent ones.
RHYTHMS = {
    "daily": (Rhythm(), {}),
    "at midnight": (Rhythm(times=((0, 0),)), {}),
    "at half past one": (Rhythm(times=((1, 30),)), {}),
    "at two": (Rhythm(times=((2, 0),)), {}),
    "at half past two": (Rhythm(times=((2, 30),)), {}),
    "at three": (Rhythm(times=((3, 0),)), {}),
    "at a quarter to midnight": (Rhythm(times=((23, 45),)), {}),
    "twice a day": (Rhythm(times=((8, 0), (17, 30))), {}),
    "thrice, over the change": (Rhythm(times=((1, 0), (2, 0), (3, 0))), {}),
    "every three hours": (Rhythm(times=tuple((h, 10) for h in range(0, 24, 3))), {}),
    "weekdays": (Rhythm("weekdays"), {}),
    "weekdays, twice": (Rhythm("weekdays", times=((2, 30), (18, 0))), {}),
    "weekly": (Rhythm("weekly"), {}),
    "Sundays at two": (Rhythm("weekly", ("sunday",), times=((2, 0),)), {}),
    "Monday and Thursday": (Rhythm("weekly", ("monday", "thursday")), {}),
    "the weekend, at half past two": (
        Rhythm("weekly", ("saturday", "sunday"), times=((2, 30), (14, 0))), {}),
    "monthly": (Rhythm("monthly"), {}),
    "the 29th": (Rhythm("monthly", day=29, times=((2, 0),)), {}),
    "the last of the month, twice": (Rhythm("monthly", day=31, times=((0, 0), (23, 59))), {}),
    "never": (Rhythm("never"), {"urgent": True}),
    "quiet at night": (Rhythm(times=((7, 0),)), {"quiet": (22 * 60, 7 * 60 + 15)}),
    "twice, once of it quiet": (
        Rhythm(times=((2, 0), (12, 0))), {"quiet": (60, 3 * 60 + 30), "urgent": True}),
    "paused until the fifth day": (Rhythm(times=((8, 0), (20, 30))), {"paused": 4, "urgent": True}),
    "weekly, urgent at once": (Rhythm("weekly", ("wednesday",)), {"urgent": True}),
    "monthly, urgent at once": (Rhythm("monthly", day=31), {"urgent": True}),
    "twice, urgent at once": (Rhythm(times=((8, 0), (17, 30))), {"urgent": True}),
}  # fmt: skip

HOUR, DAY = 3600, 86400
TOKEN = re.compile(rb"N\d{7}")


class Year:
    """A stream's runs, each hour, at a minute that differs from day to day."""

    def __init__(self, folder, first, days, seed=16):
        self.folder, self.chance = folder, random.Random(seed)
        self.start = int(datetime(first.year, first.month, first.day, tzinfo=timezone.utc).timestamp())
        self.days, self.first = days, first
        self.people, self.closed, self.sent = {}, {}, {}
        for number, (name, (rhythm, more)) in enumerate(RHYTHMS.items()):
            for place, zone in enumerate(ZONES):
                self.people[f"p{number}-{place}"] = (name, zone, rhythm, more)
        self.counts = collections.Counter()
        self.wrong = []
        self.rows = self.count = 0
        self.urgent, self.tokens_seen = [], set()

    def write_people(self):
        lines = []
        for id, (_, zone, rhythm, more) in self.people.items():
            entry = {"id": id, "email": f"{id}@example.org", "timeZone": zone, **rhythm.entry()}
            if "quiet" in more:
                start, end = (f"{m // 60:02d}:{m % 60:02d}" for m in more["quiet"])
                entry["quietHours"] = f"{start}-{end}"
            if "urgent" in more:
                entry["urgent"] = "immediately"
            if "paused" in more:
                entry["pausedUntil"] = str(self.first + timedelta(days=more["paused"]))
            lines.append(json.dumps(entry))
        (self.folder / "people.jsonl").write_text("\n".join(lines) + "\n")

    def runs(self):
        for day in range(self.days):
            minute = self.chance.choice([0, 0, 5, 29, 30, 59]) * 60
            for hour in range(24):
                yield self.start + day * DAY + hour * HOUR + minute

    # What is right.

    def pause_ends(self, zone, more):
        if "paused" not in more:
            return None
        return rhythms.midnight(zone, self.first + timedelta(days=more["paused"]))

    def expected(self, id, now):
        """The slot whose mail comes at this run, if one does, and whether it is one of urgent ones."""
        _, zone, rhythm, more = self.people[id]
        last, _ = rhythms.around(zone, rhythm, now)
        ends = self.pause_ends(zone, more)
        if rhythm.frequency == "never":
            return None, False
        if ends is not None and now < ends:
            self.closed[id] = last
            return None, False
        if rhythms.is_quiet(zone, more.get("quiet"), now):
            return None, False
        if last > self.closed[id]:
            self.closed[id] = last
            return last, False
        return None, "urgent" in more

    def run_once(self, now, is_first):
        fresh = self.new_rows(now)
        subprocess_(self.folder, now)
        came = self.take()
        for id in self.people:
            if is_first:
                # Everybody's first mail comes at once, or is left to an hour that is near.
                continue
            slot, may_urgent = self.expected(id, now)
            waiting = [t for who, t, time in self.urgent if who == id]
            mails = came.pop(id, [])
            if slot is not None:
                self.hold(id, now, mails, slot, None)
                self.forget(id)
            elif may_urgent and waiting:
                self.hold(id, now, mails, now - now % 1, set(waiting))
                self.forget(id)
            elif mails:
                self.fault("early", f"{id} {self.people[id][:2]} at {text(now)}: {mails}")
        if not is_first:
            for id, mails in came.items():
                self.fault("early", f"{id} at {text(now)}: {mails}")

    def forget(self, id):
        self.urgent = [one for one in self.urgent if one[0] != id]

    def hold(self, id, now, mails, slot, tokens):
        self.counts["expected"] += 1
        if not mails:
            self.fault("late", f"{id} {self.people[id][:2]} at {text(now)}: no mail for {text(slot)}")
            return
        if len(mails) > 1:
            self.fault("twice", f"{id} at {text(now)}: {mails}")
        found, inside = mails[0]
        if found != slot:
            self.fault("late", f"{id} {self.people[id][:2]} at {text(now)}: {text(found)}, not {text(slot)}")
        if tokens is not None:
            self.counts["urgent"] += 1
            if inside != tokens:
                self.fault("late", f"{id} at {text(now)}: {inside}, not {tokens}")
        if slot in self.sent.setdefault(id, set()):
            self.fault("twice", f"{id} at {text(now)}: {text(slot)} again")
        self.sent[id].add(slot)
        for token in inside:
            if token in self.tokens_seen:
                self.fault("twice", f"{token} of {id} at {text(now)} again")
            self.tokens_seen.add(token)

    def fault(self, kind, sentence):
        self.counts[kind] += 1
        self.wrong.append(f"{kind}: {sentence}")

    # What there is to mail: a row of nobody's, so that no export is old, and urgent ones.

    def new_rows(self, now):
        with open(self.folder / "export.jsonl", "a") as export:
            if now % DAY < HOUR:
                export.write(self.row("nobody", now - 60, "low", True))
            for id, (_, _, rhythm, more) in self.people.items():
                if "urgent" in more and self.chance.random() < 0.02:
                    line = self.row(id, now - self.chance.randrange(0, 600), "high", False)
                    export.write(line)
                    if rhythm.frequency != "never":
                        self.urgent.append((id, f"N{self.count:07d}", now))

    def row(self, id, time, priority, is_read):
        self.count += 1
        token = f"N{self.count:07d}"
        return json.dumps({
            "id": token, "user_id": id, "type": "offer", "title": f"New {token}", "message": "Words",
            "priority": priority, "read_at": text(time) if is_read else None,
            "scheduled_for": text(time), "email_sent": False, "email_sent_at": None,
            "action_url": None, "related_entity_type": None, "related_entity_id": None,
            "created_at": text(time)}) + "\n"  # fmt: skip

    def take(self):
        came = collections.defaultdict(list)
        new = self.folder / "outbox/new"
        for path in new.iterdir() if new.is_dir() else []:
            content = path.read_bytes()
            to = re.search(rb"^To: .*?([^\s<]+)@example.org", content, re.M)[1].decode()
            tokens = set(token.decode() for token in TOKEN.findall(content))
            came[to].append((int(path.name.partition(".")[0]), tokens))
            path.unlink()
        return came

    def live(self):
        self.write_people()
        (self.folder / "export.jsonl").write_text("")
        for number, now in enumerate(self.runs()):
            if number == 0:
                for id, (_, zone, rhythm, more) in self.people.items():
                    is_held = rhythms.is_quiet(zone, more.get("quiet"), now)
                    self.closed[id] = 0 if is_held else rhythms.around(zone, rhythm, now)[0]
            self.run_once(now, is_first=number == 0)
            if number == 0:
                self.settle_first(now)
            self.rows += 1
            if len(self.wrong) > 20:
                break
        return self

    def settle_first(self, now):
        """Urgent ones of the first run came with its mails."""
        self.urgent = [
            one for one in self.urgent
            if rhythms.is_quiet(self.people[one[0]][1], self.people[one[0]][3].get("quiet"), now)
            or "paused" in self.people[one[0]][3]]

    def summary(self):
        c = self.counts
        return (
            f"{len(self.people)} people, {len(RHYTHMS)} rhythms in {len(ZONES)} zones, {self.rows} runs, "
            f"{c['expected']} mails expected ({c['urgent']} of urgent ones): "
            f"{c['early']} early, {c['late']} late, {c['twice']} twice")


def subprocess_(folder, now):
    done = subprocess.run(
        [BINARY, "mail", folder / "export.jsonl", "--from", "digest@example.org", "--now", text(now),
         "--recipients", folder / "people.jsonl", "-o", folder / "outbox", "--send-empty", "--no-sync",
         "--quiet", "--force", "--theme", "lean", "--jobs", "1"],
        capture_output=True, text=True, env=os.environ | {"SWIFT_BACKTRACE": "enable=no"}, check=False)  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"at {text(now)}: {done.returncode}: {done.stderr[-500:]}")


def text(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def live(first, days):
    shared = pathlib.Path("/dev/shm")
    place = shared if os.access(shared, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="tidings-year-", dir=place) as folder:
        return Year(pathlib.Path(folder), first, days).live()


def main():
    first = date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else date(2026, 1, 1)
    days = int(sys.argv[2]) if len(sys.argv) > 2 else 365
    year = live(first, days)
    print("\n".join(year.wrong[:20]))
    print(year.summary())
    return 1 if year.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
