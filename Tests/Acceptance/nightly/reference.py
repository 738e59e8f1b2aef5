"""Who is due and what is in their mail, once more, from the words of the specification.

Nothing of the tool's code is in it; the zones are those of Python's `zoneinfo`.
"""

import dataclasses
import functools
import math
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import world

UTC = timezone.utc
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

# What a system itself throws away after so long appears nowhere.
RETENTION = {world.SHARE: 30 * DAY}


@functools.lru_cache(maxsize=None)
def occurrence(zone, date, hour):
    """When the clock shows this hour on this date: the first time of two, or the end of the gap."""
    wanted = datetime(date.year, date.month, date.day, hour)
    there = ZoneInfo(zone)
    instant = wanted.replace(tzinfo=there, fold=0).astimezone(UTC)
    if clock(zone, instant) == wanted:
        return instant
    instant -= 4 * HOUR
    while clock(zone, instant) < wanted:
        instant += MINUTE
    return instant


def clock(zone, instant):
    return instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def last_slot(person, now):
    """The latest occurrence of a person's hour, and weekday, at or before `now`."""
    hour = 7 if person.hour is None else person.hour
    date = clock(person.zone, now).date() + DAY
    while True:
        weekday = world.WEEKDAYS[date.weekday()]
        if person.frequency != "weekly" or weekday == person.weekday:
            slot = occurrence(person.zone, date, hour)
            if slot <= now:
                return slot
        date -= DAY


def next_slot(person, now):
    """The first occurrence of a person's hour, and weekday, after `now`."""
    later = now
    while last_slot(person, later) <= now:
        later += 12 * HOUR
    slot = last_slot(person, later)
    while (before := last_slot(person, slot - MINUTE)) > now:
        slot = before
    return slot


def is_left(person, now, slot, last_run):
    """Whether a late slot is left to the next one: that is less than three hours away and its mail
    can go out then, and this run is not one that a slot was left to."""
    following = next_slot(person, now)
    if following - now >= 3 * HOUR:
        return False
    if last_run is not None and last_run < slot < last_run + 3 * HOUR:
        return False
    return not any(is_quiet(person, following + minute * MINUTE) for minute in range(60))


def is_quiet(person, now):
    if not person.quiet or person.quiet[0] == person.quiet[1]:
        return False
    there = clock(person.zone, now)
    minute, (start, end) = there.hour * 60 + there.minute, person.quiet
    return start <= minute < end if start < end else minute >= start or minute < end


def kilometres(one, other):
    (lat1, lon1), (lat2, lon2) = (tuple(map(math.radians, point)) for point in (one, other))
    half = math.sin((lat2 - lat1) / 2) ** 2
    half += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))


@dataclasses.dataclass
class Books:
    """What has to be remembered of a person between runs."""

    horizon: datetime | None = None
    closed: datetime | None = None
    delivered: datetime | None = None
    decision: str = ""
    tokens: set = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class Decision:
    """What a run comes to for a person; `left_out` counts what is in no mail, by rule."""

    outcome: str
    slot: datetime
    tokens: set = dataclasses.field(default_factory=set)
    left_out: dict = dataclasses.field(default_factory=dict)


class Reference:
    """The runs of one stream over one world."""

    def __init__(self, people):
        self.people = people
        self.books = {person.id: Books() for person in people}
        self.last_run = None

    def run(self, rows, dump, now):
        """Decides for everybody, by person."""
        by_identity = {}
        for row in rows:
            if row.is_there(dump) and row.is_good(dump):
                by_identity.setdefault((row.profile, row.owner), []).append(row)
        decisions = {}
        for person in self.people:
            books = self.books[person.id]
            own = [row for one in person.identities for row in by_identity.get(one, ())]
            decision = self._decide(person, books, own, dump, now)
            decisions[person.id] = decision
            self._remember(person, books, decision, now)
        self.last_run = now
        return decisions

    def _decide(self, person, books, rows, dump, now):
        slot = last_slot(person, now)

        def decided(outcome, *contents):
            return Decision(outcome, slot, *contents)

        if person.unsubscribed:
            return decided("unsubscribed")
        if person.frequency == "never":
            return decided("never")
        if any(before is not None and slot <= before for before in (books.closed, books.delivered)):
            return decided("already handed over" if books.decision == "handed over" else "not due")
        if is_quiet(person, now):
            return decided("quiet hours")
        if is_left(person, now, slot, self.last_run):
            return decided("not due")
        if not person.email:
            return decided("no address")
        if person.suppressed:
            return decided("suppressed")
        since, left_out, tokens = self._since(person, books, now), {}, set()
        for row in rows:
            rule = excluded(person, row, dump, now, since, books.tokens)
            if rule:
                left_out[rule] = left_out.get(rule, 0) + 1
            else:
                tokens.add(row.token)
        if tokens and person.bad_address:
            return decided("bad address")
        return decided("handed over" if tokens else "nothing new", tokens, left_out)

    @staticmethod
    def _since(person, books, now):
        period = 7 * DAY if person.frequency == "weekly" else DAY
        first = books.horizon or now - period
        return max(first, books.delivered - 7 * DAY) if books.delivered else first

    @staticmethod
    def _remember(person, books, decision, now):
        if books.horizon is None:
            books.horizon = now - (7 * DAY if person.frequency == "weekly" else DAY)
        if decision.outcome not in ("quiet hours", "not due", "already handed over"):
            books.closed, books.decision = decision.slot, decision.outcome
        if decision.outcome == "handed over":
            books.delivered = now
            books.tokens |= decision.tokens


def excluded(person, row, dump, now, since, delivered=()):
    """The rule, by its name in reports, that keeps a row out of a mail at `now`; None if none does."""
    order = world.PRIORITIES.index
    rules = {
        "not there": not row.is_there(dump),
        "rejected": not row.is_good(dump),
        "expired": (row.expires is not None and row.expires <= now)
        or now - row.time > RETENTION.get(row.profile, now - row.time),
        "read": row.is_read(dump),
        "not yet due": row.time > now,
        "already handed over": row.token in delivered,
        "mailed by the app": row.mailed,
        "a digest itself": row.type.endswith("_digest"),
        "type off": row.type in person.types_off,
        "low priority": order(row.priority) < order(person.minimum),
        "too far away": person.place is not None and row.place is not None
        and kilometres(person.place[:2], row.place) > person.place[2],
        "too old": row.time < since,
    }
    return next((rule for rule, holds in rules.items() if holds), None)
