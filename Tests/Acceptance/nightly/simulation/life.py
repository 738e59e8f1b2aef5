"""An app's life, made from a seed: people who come, go and change their minds, and their rows.

All times are whole seconds since 1970. A row bears its token (`N0001234`) in its title or text, so
that a mail says itself what it holds.
"""

import bisect
import collections
import dataclasses
import random

import world
from row import Row, text
from world import COMPASS, GROUPS, SHARE, TYPES, ZONES

HOUR, DAY = 3600, 86400


@dataclasses.dataclass(slots=True)
class Member:
    """A person over time: who they are from when on."""

    id: str
    joined: int
    left: int | None
    since: list[int]
    versions: list[world.Person]
    rows: list[Row] = dataclasses.field(default_factory=list)

    def at(self, wall):
        return self.versions[max(bisect.bisect_right(self.since, wall) - 1, 0)]

    def is_there(self, wall):
        return self.joined <= wall and not (self.left is not None and self.left <= wall)

    @property
    def changes(self):
        return [self.joined, *self.since, *([self.left] if self.left else [])]


class Life:
    """The people and rows of `days` days, and a few days before; everything comes from `chance`.

    `has_months`: most people want a mail a month, and pause now and then.
    """

    def __init__(self, chance, people, start, days, keeps, has_months=False):
        self.chance, self.start, self.end = chance, start, start + days * DAY
        # Decides what came later to the simulation, so that the rest of a seed stays as it was.
        self.other = random.Random(start)
        self.has_months = has_months
        # After so long the app removes a row.
        self.keeps = keeps
        self.count = 0
        self.rows = []
        self.members = [self._member(number) for number in range(people)]
        owners = {one: member for member in self.members for one in sorted(member.versions[0].identities)}
        rate = chance.uniform(0.2, 0.9)
        for one, member in owners.items():
            share = rate / len(member.versions[0].identities)
            begin = member.joined - 2 * DAY if member.joined <= start else member.joined
            self._add_rows(*one, begin, member.left or self.end, share)
        self.strangers = {"stranger-1", "stranger-2"}
        for profile, owner in zip((COMPASS, GROUPS), sorted(self.strangers)):
            self._add_rows(profile, owner, start - DAY, self.end, 0.3)
        for profile, owner in zip(TYPES, ["stranger-1", "stranger-2", "stranger-2"]):
            # No export is ever empty by itself.
            long_ago = start - 5 * DAY
            self.rows.append(Row(
                self._token(), profile, owner, TYPES[profile][0], long_ago, long_ago,
                read=long_ago + 1))
        # When a system numbers anew.
        self.imported = None
        if chance.random() < 0.4:
            self.imported = start + int(chance.uniform(2, days) * DAY)
            self._import_anew(self.imported)
        self._number()
        for row in self.rows:
            if member := owners.get((row.profile, row.owner)):
                member.rows.append(row)

    def _member(self, number):
        chance = self.chance
        person = world.person(chance, number)
        self._give_rhythm(person)
        joined, left = self.start, None
        if chance.random() < 0.08:
            joined = chance.randrange(self.start, self.end)
            person.also = {}
        if chance.random() < 0.05:
            left = chance.randrange(joined, self.end + DAY)
        if self.has_months and person.frequency != "never" and chance.random() < 0.8:
            return Member(person.id, joined, left, *self._months(person, joined))
        since, versions = [joined], [person]
        while chance.random() < 0.25 and len(since) < 4:
            since.append(since[-1] + chance.randrange(HOUR, 15 * DAY))
            versions.append(self._change(versions[-1], len(since)))
        if person.email and self.other.random() < 0.12:
            # For a night there is no address; then it is there again.
            away = since[-1] + self.other.randrange(HOUR, 12 * DAY)
            since += [away, away + self.other.randrange(2, 40) * HOUR]
            versions += [dataclasses.replace(versions[-1], email=None), versions[-1]]
        return Member(person.id, joined, left, since, versions)

    def _months(self, person, joined):
        """Since when somebody is how, who wants a digest a month, urgent ones at once, and pauses."""
        chance = self.chance
        person.frequency, person.days, person.day = "monthly", (), chance.choice([1, 1, 15, 28, 31])
        person.urgent = chance.random() < 0.8
        since, versions = [joined], [person]
        while since[-1] < self.end:
            since.append(since[-1] + chance.randrange(5 * DAY, 40 * DAY))
            until = text(since[-1] + chance.randrange(1, 25) * DAY)[:10]
            paused = until if chance.random() < 0.6 else None
            versions.append(dataclasses.replace(versions[-1], paused=paused))
        return since, versions

    def _give_rhythm(self, person):
        """A third have a rhythm of more than a frequency and an hour."""
        chance = self.chance
        if person.frequency == "never" or chance.random() > 0.35:
            return
        what = chance.randrange(5)
        if what == 0:
            person.frequency = "weekdays"
        elif what == 1:
            person.frequency = "weekly"
            person.days = tuple(sorted(chance.sample(world.WEEKDAYS, chance.randrange(2, 5))))
        elif what == 2:
            person.frequency, person.day = "monthly", chance.choice([1, 15, 28, 29, 30, 31])
        if what == 3 or chance.random() < 0.3:
            # Half hours, and hours that clocks skip or show twice; now and then close to each other.
            times = [(h, chance.choice([0, 30])) for h in (0, 1, 2, 3, 8, 12, 17, 23)]
            person.times = tuple(sorted(chance.sample(times, chance.choice([2, 2, 3]))))
        person.urgent = what == 4 or chance.random() < 0.3
        if chance.random() < 0.15:
            person.paused = text(self.start + chance.randrange(-3, 12) * DAY)[:10]

    def _change(self, person, number):
        chance = self.chance
        what = chance.randrange(11)
        new = dataclasses.replace(person)
        if what == 0:
            new.hour = chance.randrange(24)
        elif what == 1:
            new.zone = chance.choice(ZONES)
        elif what == 2:
            new.frequency, new.days = chance.choice(["daily", "weekdays", "weekly", "never"]), ()
        elif what == 3:
            start = chance.randrange(1440)
            new.quiet = chance.choice([None, (start, (start + chance.randrange(1, 900)) % 1440)])
        elif what == 4:
            new.types_off = tuple(chance.sample(TYPES[COMPASS], 3))
        elif what == 5:
            new.minimum = chance.choice(world.PRIORITIES)
        elif what == 6:
            new.email, new.bad_address = f"{person.id}-{number}@example.org", False
        elif what == 7:
            new.unsubscribed = not person.unsubscribed
        elif what == 8:
            new.urgent = not person.urgent
        elif what == 9:
            new.paused = None if person.paused else text(self.start + chance.randrange(20) * DAY)[:10]
        elif person.email and not person.bad_address:
            new.suppressed = not person.suppressed
        return new

    def _add_rows(self, profile, owner, begin, end, rate):
        """So many a day, in clusters now and then."""
        now = begin + self.chance.expovariate(rate) * DAY
        while now < end:
            for _ in range(self.chance.choice([1, 1, 1, 1, 2, 3])):
                self.rows.append(self._row(profile, owner, int(now)))
            now += self.chance.expovariate(rate) * DAY * 1.5

    def _token(self):
        self.count += 1
        return f"N{self.count:07d}"

    def _row(self, profile, owner, created):
        """Many times lie on the hour, where a comparison may be wrong by a second."""
        chance = self.chance
        if chance.random() < 0.3:
            created -= created % HOUR
        ahead, late = chance.choice([0, 0, chance.randrange(300), 300]), chance.choice([0, 0, 300, 600])
        row = Row(self._token(), profile, owner, chance.choice(TYPES[profile]), created + ahead, created + late)
        if profile != GROUPS:
            row.priority = chance.choice(world.PRIORITIES)
        row.removed = created + self.keeps
        fate = chance.random()
        if fate < 0.15:
            row.read = created + chance.randrange(600, 40 * HOUR)
        elif fate < 0.20:
            row.removed = created + chance.randrange(HOUR, 40 * HOUR)
        elif fate < 0.25:
            # Some of them come back after the horizon has gone past them.
            row.repaired = created + chance.randrange(2 * HOUR, 10 * DAY)
        elif fate < 0.28:
            row.mailed = profile == COMPASS
        elif fate < 0.32 and profile == COMPASS:
            row.time = created + chance.randrange(1, 70) * HOUR
        elif fate < 0.36:
            row.visible = created + chance.randrange(HOUR, 9 * DAY)
        elif fate < 0.42:
            row.rewritten = row.visible + chance.randrange(HOUR, 5 * DAY)
        if profile == GROUPS:
            row.expires = row.time + chance.choice([2, 10, 26, 100, 168]) * HOUR
            if chance.random() < 0.2:
                row.expires = None
        if profile == SHARE and chance.random() < 0.7:
            # Up to some eleven kilometers north of the middle of all circles.
            row.place = (round(52.5 + chance.uniform(0, 0.1), 5), 13.4)
        return row

    def _number(self):
        """Two systems number alike, from 1 for everybody."""
        last = collections.Counter()
        for row in self.rows:
            if row.profile != COMPASS:
                last[row.profile, row.owner] += 1
                row.id = str(last[row.profile, row.owner])

    def _import_anew(self, when):
        """A table is imported anew and numbers its rows itself: the same words under other ids."""
        for row in [row for row in self.rows if row.profile == COMPASS and row.is_there(when) and row.removed]:
            self.rows.append(dataclasses.replace(
                row, token=self._token(), visible=when, origin=row.token,
                repaired=max(row.repaired, when) if row.repaired else None,
                rewritten=None))
            row.removed = when
