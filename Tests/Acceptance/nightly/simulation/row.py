"""A notification of the simulation, and how its system writes it."""

import dataclasses
import json
import time

from world import COMPASS, GROUPS


@dataclasses.dataclass(slots=True)
class Row:
    """A notification, and since when its row is how; what never happens is None."""

    token: str
    profile: str
    owner: str
    type: str
    time: int
    visible: int
    priority: str = "normal"
    read: int | None = None
    removed: int | None = None
    expires: int | None = None
    # Until then the row cannot be read: its time is no time.
    repaired: int | None = None
    # From then on it has other words; it is the same notification.
    rewritten: int | None = None
    mailed: bool = False
    place: tuple[float, float] | None = None
    # The id in its system; the token where there is none.
    id: str = ""
    # The token of the row that it is, where the system numbered anew.
    origin: str | None = None

    def is_there(self, dump):
        return self.visible <= dump and not (self.removed is not None and self.removed <= dump)

    def is_good(self, dump):
        return self.repaired is None or self.repaired <= dump

    def is_read(self, dump):
        return self.read is not None and self.read <= dump

    @property
    def changes(self):
        times = (self.visible, self.removed, self.read, self.repaired, self.rewritten)
        return [time for time in times if time is not None]

    def line(self, dump):
        return self._line(dump, self.is_read(dump), self.rewritten and self.rewritten <= dump)

    def older_line(self, dump):
        """A copy from before: unread, and older where the system says how old a copy is."""
        return self._line(dump, False, False)

    def _line(self, dump, is_read, is_rewritten):
        when = text(self.time) if self.is_good(dump) else "31 Marchember"
        read = text(self.read) if is_read else None
        title = f"Something {'else' if is_rewritten else 'new'} {self.token}"
        record = {"id": self.id or self.token, "title": title, "priority": self.priority, "created_at": when}
        if self.profile == COMPASS:
            record |= {
                "user_id": self.owner, "type": self.type, "message": "Some words", "read_at": read,
                "scheduled_for": when, "email_sent": self.mailed, "email_sent_at": None,
                "action_url": None, "related_entity_type": None, "related_entity_id": None,
                "updated_at": text(max(self.visible, self.rewritten or 0, is_read and self.read or 0)
                                   if is_rewritten or is_read else self.visible),
            }  # fmt: skip
        elif self.profile == GROUPS:
            record = {
                "id": self.id or self.token, "userId": self.owner, "groupId": "g1", "type": self.type,
                "message": title, "isRead": is_read, "createdAt": when,
                "expiresAt": text(self.expires) if self.expires else None,
            }  # fmt: skip
        else:
            record |= {
                "recipient_id": self.owner, "actor_id": "a1", "notification_type": self.type,
                "body": "Words", "post_id": "p1", "room_id": None, "is_read": is_read,
                "read_at": read,
            }  # fmt: skip
            if self.place:
                record["latitude"], record["longitude"] = self.place
        return json.dumps(record)


def text(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
