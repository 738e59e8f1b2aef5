"""The people of an app with their wishes, and what its systems have."""

import dataclasses

# Thirty zones. Between 7 March and 6 April 2026 their clocks change in the hour after midnight
# (Havana, Beirut), at two (New York, Lord Howe by half an hour), before midnight (Santiago), or never.
ZONES = """
UTC America/New_York America/Los_Angeles America/Chicago America/Phoenix America/Sao_Paulo
America/St_Johns America/Havana America/Santiago America/Halifax Europe/London Europe/Berlin
Europe/Paris Europe/Kyiv Europe/Istanbul Atlantic/Azores Africa/Lagos Africa/Johannesburg
Asia/Beirut Asia/Jerusalem Asia/Kolkata Asia/Kathmandu Asia/Tokyo Asia/Tehran Australia/Sydney
Australia/Lord_Howe Australia/Adelaide Pacific/Auckland Pacific/Chatham Pacific/Kiritimati
""".split()

COMPASS, GROUPS, SHARE = "recruiting-compass", "fitness-groups", "foodshare"
TYPES = {
    COMPASS: ["follow_up_reminder", "deadline_alert", "offer", "event", "general", "daily_digest"],
    GROUPS: ["new_member", "rank_change", "milestone", "at_risk"],
    SHARE: ["new_listing", "reservation_update", "expiry_warning"],
}
PRIORITIES = ["low", "normal", "high"]
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()


@dataclasses.dataclass
class Person:
    """Somebody of the recipients file; what is None is not written there."""

    id: str
    email: str | None = None
    zone: str = "UTC"
    hour: int | None = None
    frequency: str = "daily"
    weekday: str = "monday"
    # Several days of a weekly mail, the day of a monthly one, several times a day.
    days: tuple[str, ...] = ()
    day: int = 1
    times: tuple[tuple[int, int], ...] = ()
    urgent: bool = False
    # A day of the recipient's zone, as text.
    paused: str | None = None
    quiet: tuple[int, int] | None = None
    types_off: tuple[str, ...] = ()
    minimum: str = "low"
    place: tuple[float, float, float] | None = None
    unsubscribed: bool = False
    suppressed: bool = False
    bad_address: bool = False
    locale: str | None = None
    also: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def identities(self):
        return {(COMPASS, self.id), *self.also.items()}

    def entry(self):
        entry = {"id": self.id, "timeZone": self.zone, "frequency": self.frequency}
        optional = {
            "email": self.email, "hour": None if self.times else self.hour, "typesOff": list(self.types_off) or None,
            "locale": self.locale, "also": self.also or None,
            "unsubscribed": self.unsubscribed or None,
        }  # fmt: skip
        entry.update({name: value for name, value in optional.items() if value is not None})
        if self.days:
            entry["days"] = list(self.days)
        elif self.frequency == "weekly":
            entry["weekday"] = self.weekday
        if self.frequency == "monthly":
            entry["day"] = self.day
        if self.times:
            entry["hours"] = ", ".join(f"{hour}:{minute:02d}" for hour, minute in self.times)
        if self.urgent:
            entry["urgent"] = "immediately"
        if self.paused:
            entry["pausedUntil"] = self.paused
        if self.minimum != "low":
            entry["minimumPriority"] = self.minimum
        if self.quiet:
            start, end = (f"{minute // 60:02d}:{minute % 60:02d}" for minute in self.quiet)
            entry["quietHours"] = {"start": start, "end": end}
        if self.place:
            entry |= dict(zip(("latitude", "longitude", "radius"), self.place))
        return entry


def person(chance, number):
    person = Person(f"user-{number}", f"user-{number}@example.org", zone=ZONES[number % len(ZONES)])
    # Midnight to three is where clocks change.
    person.hour = chance.choice([None, 0, 1, 2, 3, chance.randrange(24), chance.randrange(24)])
    person.frequency = chance.choices(["daily", "weekly"], [3, 1])[0]
    person.weekday = chance.choice(WEEKDAYS + ["sunday"] * 4)
    if chance.random() < 0.25:
        hour = (7 if person.hour is None else person.hour) * 60
        start = (hour - chance.randrange(0, 300)) % 1440
        person.quiet = chance.choice([(22 * 60 + 30, 7 * 60 + 15), (start, (start + chance.randrange(1, 700)) % 1440)])
    if chance.random() < 0.2:
        profile = chance.choice([COMPASS, GROUPS, SHARE])
        person.types_off = tuple(chance.sample(TYPES[profile], 2))
    person.minimum = chance.choices(PRIORITIES, [80, 10, 10])[0]
    if number % 3 == 0:
        person.also[GROUPS] = f"member-{number}"
    if number % 4 == 0:
        person.also[SHARE] = f"neighbor-{number}"
        if chance.random() < 0.5:
            person.place = (52.5, 13.4, 5)
    person.locale = chance.choice([None, "de", "ja", "ar"])
    fate = number % 25
    person.unsubscribed, person.suppressed = fate == 5, fate == 9
    if fate == 14:
        person.email = None
    elif fate == 19:
        person.email, person.bad_address = f"nobody {number}", True
    elif fate == 22:
        person.frequency = "never"
    return person
