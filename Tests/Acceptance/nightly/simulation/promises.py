"""What is promised to each recipient, held against every mail as it comes and against the whole life.

Knows the life and the mails, and nothing of how the tool or the model decides.
"""

import collections

import model

DAY = 86400


class Promises:
    def __init__(self, life):
        self.life = life
        self.by_address = {}
        for member in life.members:
            for person in member.versions:
                if person.email:
                    self.by_address[person.email] = member
        self.rows = {row.token: row for row in life.rows}
        self.came = collections.Counter()
        self.slots, self.ids = collections.Counter(), set()
        self.mails = 0
        # In seconds: when runs with this `now` were begun or resumed.
        self.walls = {}
        # As of when the exports were that these starts saw.
        self.dumps = {}
        self.counts = collections.Counter()
        # Who was forgotten once: what had not come until then need not come any more.
        self.forgotten = set()

    def add(self, mail):
        """The member whose mail it is, and what is wrong with it."""
        self.mails += 1
        wrong = []
        member = self.by_address.get(mail.address)
        if member is None:
            return None, self.fault("strange", f"a mail to {mail.address}, whom nobody knows")
        who = f"{member.id} at {mail.now}"
        if mail.message_id in self.ids:
            wrong += self.fault("twice", f"{who} gets {mail.message_id} again")
        self.ids.add(mail.message_id)
        if mail.slot is not None:
            self.slots[member.id, mail.slot] += 1
            if self.slots[member.id, mail.slot] > 1:
                wrong += self.fault("twice", f"{who} gets a second mail for {mail.slot}")
        if not mail.tokens:
            wrong += self.fault("strange", f"{who} gets a mail of nothing")
        wishes = [self._wish(member, wall, mail) for wall in self.walls.get(mail.now, ())]
        if all(wishes):
            wrong += self.fault("forbidden", f"{who}: {wishes[0] if wishes else 'no such run'}")
        for token in sorted(mail.tokens):
            row = self.rows.get(token)
            if row is None or (row.profile, row.owner) not in member.versions[0].identities:
                wrong += self.fault("strange", f"{who} gets {token}, which is not theirs")
            self.came[token] += 1
            if self.came[token] > 1:
                wrong += self.fault("twice", f"{token} comes to {who} again")
        return member, wrong

    def fault(self, kind, sentence):
        self.counts[kind] += 1
        return [f"{kind}: {sentence}"]

    @staticmethod
    def _wish(member, wall, mail):
        """What of somebody's wishes at a time forbids a mail; None if nothing does."""
        person = member.at(wall)
        if not member.is_there(wall):
            return "is not there"
        if person.unsubscribed or person.suppressed or person.frequency == "never":
            return "wants no mail"
        if person.email != mail.address:
            return f"is at {person.email} now"
        if model.is_quiet(person, mail.now):
            return "has quiet hours"
        if mail.now < model.pause_end(person):
            return "has paused"
        if person.urgent and mail.slot in (None, mail.now):
            return None
        last, _ = model.slots_of(person, mail.now)
        if mail.slot is not None and mail.slot != last:
            return f"has no slot at {mail.slot}; the last one is {last}"
        return None

    def owed(self, finished):
        """What of rows that nothing can keep out did not come in the finished runs, given by their
        `now`, and what came though everything kept it out."""
        wrong, last = [], max(finished)
        begun = sorted((self.walls[now][0], now) for now in finished)
        for member in self.life.members:
            person = member.versions[0]
            if member.id in self.forgotten:
                continue
            # Whoever had no address for a night is owed what came in it.
            is_changed = any(version.email and version != person for version in member.versions)
            if is_changed or member.left or person.frequency == "monthly" or person.paused:
                continue
            is_deaf = (
                person.unsubscribed or person.suppressed or person.frequency == "never"
                or not person.email or person.bad_address)
            for row in member.rows:
                came = self.came[row.token]
                if came and (is_deaf or row.mailed or row.type in person.types_off):
                    wrong += self.fault("forbidden", f"{row.token} came to {member.id}")
                if came or is_deaf or not self._is_certain(person, row):
                    continue
                # A first mail looks back a day, however long the host was down before it.
                first = next((now for wall, now in begun if wall >= member.joined), last)
                if row.time < max(first, member.joined + 2 * DAY) - DAY:
                    continue
                if self._stood(row, sorted(finished)):
                    wrong += self.fault("lost", f"{row.token} of {row.time} never came to {member.id}")
        return wrong

    def _stood(self, row, finished):
        """Whether runs one after the other, over eight days and with the week's slot in them, had
        exports with the row. Of a run that old exports were given the row is not owed, nor of the one
        that a host which was down then made after the app had removed it."""
        since = None
        for now in finished:
            if now < row.time or not all(row.is_there(dump) for dump in self.dumps[now]):
                since = None
                continue
            since = since or now
            # A mail looks back at the seven days before the last one.
            if since > row.time + 6 * DAY:
                return False
            if now - since >= 8 * DAY:
                return True
        return False

    def _is_certain(self, person, row):
        """Whether no rule that is not about time keeps a row out."""
        return (
            row.read is None and row.repaired is None and not row.mailed and row.expires is None
            and row.profile != "fitness-groups"
            and row.visible - row.time < DAY and row.type not in person.types_off
            and not row.type.endswith("_digest") and person.minimum == "low"
            and person.place is None and not person.quiet)
