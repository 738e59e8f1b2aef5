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
    tokens: set = dataclasses.field(default_factory=set)


class Reference:
    """The runs of one stream over one world."""

    def __init__(self, people):
        self.people = people
        self.books = {person.id: Books() for person in people}

    def run(self, rows, dump, now):
        """Decides for everybody: outcome by person, and for the delivered the mail's tokens."""
        by_identity = {}
        for row in rows:
            if row.is_there(dump) and row.is_good(dump):
                by_identity.setdefault((row.profile, row.owner), []).append(row)
        outcomes, mails = {}, {}
        for person in self.people:
            books = self.books[person.id]
            own = [row for one in person.identities for row in by_identity.get(one, ())]
            outcome, tokens = self._decide(person, books, own, dump, now)
            outcomes[person.id] = outcome
            if outcome == "delivered":
                mails[person.id] = (last_slot(person, now), tokens)
            self._remember(person, books, outcome, tokens, now)
        return outcomes, mails

    def _decide(self, person, books, rows, dump, now):
        if person.unsubscribed:
            return "unsubscribed", set()
        if person.frequency == "never":
            return "never", set()
        slot = last_slot(person, now)
        if any(before is not None and slot <= before for before in (books.closed, books.delivered)):
            return "not due", set()
        if is_quiet(person, now):
            return "quiet hours", set()
        if not person.email:
            return "no address", set()
        if person.suppressed:
            return "suppressed", set()
        since = self._since(person, books, now)
        tokens = {r.token for r in rows if excluded(person, r, dump, now, since) is None}
        tokens -= books.tokens
        if not tokens:
            return "nothing new", set()
        return ("bad address", set()) if person.bad_address else ("delivered", tokens)

    @staticmethod
    def _since(person, books, now):
        period = 7 * DAY if person.frequency == "weekly" else DAY
        first = books.horizon or now - period
        return max(first, books.delivered - 7 * DAY) if books.delivered else first

    @staticmethod
    def _remember(person, books, outcome, tokens, now):
        if books.horizon is None:
            books.horizon = now - (7 * DAY if person.frequency == "weekly" else DAY)
        if outcome not in ("quiet hours", "not due") and not outcome.startswith("failed"):
            books.closed = max(books.closed or last_slot(person, now), last_slot(person, now))
        if outcome == "delivered":
            books.delivered = now
            books.tokens |= tokens


def excluded(person, row, dump, now, since):
    """The rule that keeps a row out of a mail at `now`; None where none does."""
    order = world.PRIORITIES.index
    rules = {
        "not there": not row.is_there(dump),
        "rejected": not row.is_good(dump),
        "read": row.is_read(dump),
        "mailed elsewhere": row.mailed,
        "a digest itself": row.type.endswith("_digest"),
        "not yet due": row.time > now,
        "expired": row.expires is not None and row.expires <= now,
        "too old": row.time < since,
        "type off": row.type in person.types_off,
        "below the minimum priority": order(row.priority) < order(person.minimum),
        "too far away": person.place is not None and row.place is not None
        and kilometres(person.place[:2], row.place) > person.place[2],
    }
    return next((rule for rule, holds in rules.items() if holds), None)
