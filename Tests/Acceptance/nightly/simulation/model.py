"""Who is due and what is in their mail, once more, from the words of the specification.

Nothing of the tool's code is in it; the zones are those of Python's `zoneinfo`. Times are seconds.
"""

import bisect
import dataclasses
from datetime import date

import rhythms
from rules import excluded

HOUR, DAY = 3600, 86400

# Where less remains until the next occurrence, a late mail is left to that one. It is late an hour
# after its occurrence, or after the quiet hours that held it.
LEFT_TO_NEXT = 3 * HOUR
LATE = HOUR
GROWTH, FREELY = 5, 100
AHEAD, MAX_AGE = 2 * DAY, 50 * HOUR
SKEW = 300
# After the last run the mails of somebody forgotten begin so much later at the most.
FARTHEST = 35 * DAY

# The rules of `excluded` in their order, from the one on that the ledger knows of.
FROM_HANDED_OVER_ON = [
    "already handed over", "mailed by the app", "digest type", "type off", "low priority", "too far away", "too old"]

# What is said of somebody whom only an export names, who may have had mail before.
ABROAD = {"no address", "not due", "already handed over"}


def rhythm_of(person):
    days = person.days or ((person.weekday,) if person.frequency == "weekly" else ())
    times = person.times or ((7 if person.hour is None else person.hour, 0),)
    return rhythms.Rhythm(person.frequency, days, person.day, tuple(sorted(times)))


def slots_of(person, now):
    """The latest occurrence at or before `now`, and the next one."""
    return rhythms.around(person.zone, rhythm_of(person), now)


def pause_end(person):
    return rhythms.midnight(person.zone, date.fromisoformat(person.paused)) if person.paused else 0


def is_quiet(person, now):
    return rhythms.is_quiet(person.zone, person.quiet, now)


def is_late(person, slot, now):
    while is_quiet(person, slot):
        slot += 60
    return now - slot >= LATE


def is_left_to_next(person, now, slot, upcoming, last_run, closed, mailed):
    """Whether a late mail waits for the next occurrence. What is left must come: so not to one whose
    hour is quiet, nor where the run before this one left it to an occurrence for which no run came."""
    if upcoming - now >= LEFT_TO_NEXT or not is_late(person, slot, now):
        return False
    if last_run is not None:
        promised = slots_of(person, last_run)[1]
        is_open = promised > closed and promised not in mailed
        if promised <= now and promised - last_run < LEFT_TO_NEXT and is_open:
            return False
    return not any(is_quiet(person, upcoming + minute * 60) for minute in range(60))


@dataclasses.dataclass(slots=True)
class Books:
    """What has to be remembered of a person between runs."""

    horizon: int | None = None
    # The last slot that a decision closed, or the last delivery, whichever is later.
    closed: int = 0
    # That slot itself, and the last mail, an urgent one too: what is left of somebody forgotten.
    slot: int = 0
    mailed: int | None = None
    delivered: int | None = None
    decision: str = ""
    # The slots that have their mail.
    slots: set = dataclasses.field(default_factory=set)
    tokens: set = dataclasses.field(default_factory=set)


@dataclasses.dataclass(slots=True)
class Decision:
    """What a run comes to for a person; `left_out` counts what is in no mail, by rule."""

    outcome: str
    slot: int
    tokens: frozenset = frozenset()
    # A mail of urgent ones, which closes no slot; its own slot is the run's time.
    is_urgent: bool = False
    left_out: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(slots=True)
class Decided:
    """What a run decides: of everybody the outcome, and of those whose slot was open the rest."""

    outcomes: dict[str, str]
    open: dict[str, Decision]
    # How long a period everybody's first run looks back, by person.
    periods: dict[str, int]

    def leaves(self, id, said):
        """Whether it leaves somebody's slot as it is, and this is what is said of them, if anything."""
        if id not in self.outcomes:
            return said in {None, *ABROAD}
        return id not in self.open and said in (None, self.outcomes[id])

    @property
    def mails(self):
        return sum(one.outcome == "handed over" for one in self.open.values())


class Model:
    """The runs of one stream over one life."""

    def __init__(self, life):
        self.life = life
        self.books = {member.id: Books() for member in life.members}
        self.messages = []
        self.by_time = sorted(life.rows, key=lambda row: row.time)
        self.times = [row.time for row in self.by_time]

    # What stops a run.

    def newest(self, dump, now):
        """The latest time of a notification that is not ahead of `now`."""
        for number in range(bisect.bisect_right(self.times, now + SKEW) - 1, -1, -1):
            if self.by_time[number].is_there(dump) and self.by_time[number].is_good(dump):
                return self.times[number]
        return None

    def refusal(self, now, dump):
        newest = self.newest(dump, now)
        if newest is None:
            return "empty" if self.messages else None
        if now - newest > MAX_AGE:
            return "old"
        # An app may be silent over a weekend: a clock is wrong that is far after its last run as well.
        return "ahead" if now - max(newest, self.last_run or 0) > AHEAD else None

    @property
    def last_run(self):
        return self.messages[-1][0] if self.messages else None

    def is_far_more(self, messages, now):
        """Whether a run has far more messages than those of the 35 days up to the last mails."""
        mailed = [(when, count) for when, count in self.messages if count and when <= now]
        if not mailed:
            return False
        largest = max(count for when, count in mailed if when >= mailed[-1][0] - 35 * DAY)
        return messages > max(FREELY, GROWTH * largest)

    # What a run decides.

    def decide(self, now, dump, wall):
        outcomes, opened, periods = {}, {}, {}
        for member in self.life.members:
            if not member.is_there(wall):
                continue
            person, books = member.at(wall), self.books[member.id]
            last, upcoming = slots_of(person, now)
            if books.horizon is None:
                periods[member.id] = rhythm_of(person).period
            if last <= books.closed or last in books.slots:
                outcome = "already handed over" if books.decision == "handed over" else "not due"
                if person.unsubscribed or person.frequency == "never":
                    outcome = "unsubscribed" if person.unsubscribed else "never"
                elif now < pause_end(person):
                    outcome = "paused"
            else:
                one = self._decide(member, person, books, last, upcoming, dump, now)
                outcome = one.outcome
                if outcome not in ("quiet hours", "no address", "not due", "already handed over"):
                    opened[member.id] = one
            if outcome in ("not due", "already handed over"):
                one = self._urgent(member, person, books, dump, now)
                if one:
                    opened[member.id], outcome = one, one.outcome
            outcomes[member.id] = outcome
        return Decided(outcomes, opened, periods)

    def _decide(self, member, person, books, slot, upcoming, dump, now):
        if person.unsubscribed:
            return Decision("unsubscribed", slot)
        if person.frequency == "never":
            return Decision("never", slot)
        if now < pause_end(person):
            return Decision("paused", slot)
        if is_quiet(person, now):
            return Decision("quiet hours", slot)
        closed = max(books.closed, books.delivered or 0)
        if is_left_to_next(person, now, slot, upcoming, self.last_run, closed, books.slots):
            return Decision("not due", slot)
        if not person.email:
            return Decision("no address", slot)
        if person.suppressed:
            return Decision("suppressed", slot)
        tokens, left_out = self._content(member, person, books, dump, now)
        if tokens and person.bad_address:
            return Decision("bad address", slot)
        return Decision("handed over" if tokens else "nothing new", slot, frozenset(tokens), left_out=left_out)

    def _urgent(self, member, person, books, dump, now):
        """The mail between two slots, of unread ones of high priority; None if there is none."""
        is_reached = person.email and not person.suppressed and not person.bad_address
        if not person.urgent or not is_reached or is_quiet(person, now):
            return None
        tokens, _ = self._content(member, person, books, dump, now)
        tokens = {row.token for row in member.rows if row.priority == "high"} & tokens
        return Decision("handed over", now, frozenset(tokens), True) if tokens else None

    def _content(self, member, person, books, dump, now):
        since, left_out, tokens = self._since(person, books, now), {}, set()
        for row in member.rows:
            if not row.is_there(dump) or not row.is_good(dump):
                continue
            rule = excluded(person, row, dump, now, since, books.tokens)
            if rule:
                left_out[rule] = left_out.get(rule, 0) + 1
            else:
                tokens.add(row.token)
        return tokens, left_out

    @staticmethod
    def _since(person, books, now):
        first = books.horizon
        if first is None:
            first = now - rhythm_of(person).period
        return first if books.delivered is None else max(first, books.delivered - 7 * DAY)

    def told(self, left_out):
        """What is left out, by rule, as far as it can be told. Where rows stay for months, the ledger has
        forgotten the oldest mails, and of what they held a later rule is told."""
        if not self.life.has_months:
            return left_out
        rest = dict(left_out)
        return rest | {"old": sum(rest.pop(rule, 0) for rule in FROM_HANDED_OVER_ON)}

    def commit(self, periods, decisions, now):
        """Remembers what a run decided."""
        for id, period in periods.items():
            self.books[id].horizon = now - period
        for id, one in decisions.items():
            books = self.books[id]
            if one.outcome == "handed over":
                books.mailed = now
            if one.is_urgent:
                books.tokens |= one.tokens
                continue
            books.closed, books.decision = max(books.closed, one.slot), one.outcome
            books.slot = max(books.slot, one.slot)
            if one.outcome == "handed over":
                books.delivered = now
                books.slots.add(one.slot)
                # Who was mailed is not due before the next occurrence after it.
                books.closed = max(books.closed, now)
                books.tokens |= one.tokens
        self.messages.append((now, sum(d.outcome == "handed over" for d in decisions.values())))

    def reopen(self, now):
        """A run at `now` goes on behind those of a clock that was ahead: what they closed after it is open
        again, and what they mailed stays known."""
        runs = sorted(when for when, _ in self.messages)
        for books in self.books.values():
            if books.horizon is not None and books.horizon > now and books.decision != "forgotten":
                books.horizon += now - next((when for when in runs if when > books.horizon), books.horizon)
            for name in ("horizon", "closed", "slot", "delivered"):
                value, most = getattr(books, name), now
                if name == "horizon" and books.decision == "forgotten":
                    most = now + FARTHEST
                setattr(books, name, value if value is None else min(value, most))
        self.messages = [(min(when, now), count) for when, count in self.messages]

    def forget(self, id):
        """Somebody is forgotten: if they come back, their mails begin after the last one."""
        books = self.books[id]
        horizon = books.horizon if books.mailed is None else max(books.horizon, books.mailed + 1)
        horizon = min(horizon, self.last_run + FARTHEST)
        self.books[id] = Books(horizon, books.slot, books.slot, decision="forgotten")
