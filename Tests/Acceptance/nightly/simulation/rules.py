"""What keeps a row out of a mail, from the words of the specification. Times are seconds."""

import clocks
import world

DAY = 86400

# What a system itself throws away after so long, or lets expire where a row does not say when.
RETENTION = {world.SHARE: 30 * DAY}
EXPIRY = {world.GROUPS: 7 * DAY}


def excluded(person, row, dump, now, since, delivered=()):
    """The rule, by its name in reports, that keeps a row out of a mail at `now`; None if none does."""
    expires = row.expires
    if expires is None and row.profile in EXPIRY:
        expires = row.time + EXPIRY[row.profile]
    if expires is not None and expires <= now:
        return "expired"
    if row.profile in RETENTION and now - row.time > RETENTION[row.profile]:
        return "expired"
    if row.is_read(dump):
        return "read"
    if row.time > now:
        return "not yet due"
    if row.token in delivered:
        return "already handed over"
    if row.mailed:
        return "mailed by the app"
    if row.type.endswith("_digest"):
        return "digest type"
    if row.type in person.types_off:
        return "type off"
    order = world.PRIORITIES.index
    if order(row.priority) < order(person.minimum):
        return "low priority"
    if person.place is not None and row.place is not None:
        if clocks.kilometers(person.place[:2], row.place) > person.place[2]:
            return "too far away"
    return "too old" if row.time < since else None
