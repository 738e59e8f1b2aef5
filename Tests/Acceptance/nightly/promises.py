"""What is wrong with a month of nights: the promises of the manual, held against what came.

Knows the world and the nights, and nothing of how the tool or the reference decides.
"""

import collections
from datetime import datetime

from reference import DAY, UTC, excluded

# Outcomes after which all that is due has been looked at.
LOOKED = ("handed over", "nothing new")


def judge(world, nights):
    """Sentences about what was lost, came twice, or came to somebody else; none if all is well."""
    wrong = []
    people = {person.email: person for person in world.people if person.email}
    rows = {row.token: row for row in world.rows}
    slots, came, ids = collections.Counter(), collections.Counter(), set()
    horizons, last = {}, {}
    owed = {person.id: [] for person in world.people}
    owners = {one: person for person in world.people for one in person.identities}
    for row in world.rows:
        if owner := owners.get((row.profile, row.owner)):
            owed[owner.id].append(row)
    for night in nights:
        if night.outcomes is None and not night.was_killed:
            wrong += [f"{night.now}: a mail to {m.address} of a stopped run" for m in night.mails]
            continue
        # No report says what a killed run decided; what it lost is due the next time.
        reported = night.outcomes or {}
        for person in world.people:
            period = 7 * DAY if person.frequency == "weekly" else DAY
            horizons.setdefault(person.id, night.now - period)
        since = {
            person.id: max(horizons[person.id], last[person.id] - 7 * DAY)
            if person.id in last else horizons[person.id] for person in world.people}
        held = {}
        for mail in night.mails:
            person = people.get(mail.address)
            if person is None:
                wrong.append(f"{night.now}: a mail to {mail.address}, whom nobody knows")
                continue
            if mail.message_id in ids:
                wrong.append(f"{night.now}: {person.id} gets {mail.message_id} again")
            ids.add(mail.message_id)
            slots[person.id, mail.slot] += 1
            if slots[person.id, mail.slot] == 2:
                slot = datetime.fromtimestamp(mail.slot, UTC)
                wrong.append(f"{night.now}: a second mail to {person.id} for {slot}")
            if reported and reported.get(person.id) != "handed over":
                wrong.append(f"{night.now}: a mail to {person.id}, who is {reported.get(person.id)}")
            held.setdefault(person.id, set()).update(mail.tokens)
            for token in mail.tokens:
                wrong += _faults(person, rows.get(token), token, night, since[person.id])
                came[token] += 1
                if came[token] == 2:
                    wrong.append(f"{night.now}: {token} comes to {person.id} again")
        if reported:
            wrong += _losses(world, owed, night, held, came, since)
        for person in held:
            last[person] = night.now
    return wrong


def _faults(person, row, token, night, since):
    if row is None or (row.profile, row.owner) not in person.identities:
        return [f"{night.now}: {person.id} gets {token}, which is not theirs"]
    rule = excluded(person, row, night.dump, night.now, since)
    return [f"{night.now}: {person.id} gets {token}, which is {rule}"] if rule else []


def _losses(world, owed, night, held, came, since):
    """What a run that looked at a recipient should have mailed, and did not."""
    wrong = []
    for person in world.people:
        outcome = night.outcomes.get(person.id)
        if outcome is None:
            wrong.append(f"{night.now}: nothing is said of {person.id}")
        elif outcome == "handed over" and person.id not in held:
            wrong.append(f"{night.now}: {person.id} is delivered, and there is no mail")
        for row in owed[person.id] if outcome in LOOKED else ():
            if came[row.token] or excluded(person, row, night.dump, night.now, since[person.id]):
                continue
            wrong.append(f"{night.now}: {row.token} is lost to {person.id}")
    return wrong
