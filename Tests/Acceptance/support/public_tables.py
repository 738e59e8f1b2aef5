"""Definitions of notifications that people publish, five for each of six frameworks, as columns; rows are made from them."""

import datetime
import json
import sqlite3
import uuid

from harness import csv_of

BASE = datetime.datetime(2026, 1, 5, 7, 30)
NAMES = ["Ana", "Ben", "Cem"]

# By name: how it is exported; its columns, each with what it holds; what a draft should say where that is not plain.
# `who`: people by number, `oid`: by Mongo's ids, `user`: objects; `other`: who acted; `kind=a|b`: words in turn.
DEFINITIONS = {
    # Rails: noticed 1 and 2, activity_notification, an actor and an action, a title of one's own.
    "noticed": ("db", "id:n type:kind=CommentNotification|LikeNotification recipient_type:=User recipient_id:who params:json(message,url) read_at:read created_at:time updated_at:later",
                {"title": ["params.message"], "recipient": ["recipient_id", "{recipient_type}:{recipient_id}"], "link": ["params.url"]}),
    "noticed 2": ("joined:event", "id:n type:kind=NewComment::Notification|NewLike::Notification event_id:ref recipient_type:=User recipient_id:who read_at:read seen_at:read created_at:time updated_at:later",
                  {"title": ["@event.params.message"], "link": ["@event.params.url"], "recipient": ["recipient_id"]}),
    "activity_notification": ("db", "id:n target_type:=User target_id:who notifiable_type:=Comment notifiable_id:ref key:kind=comment.created|comment.reply group_type:null group_id:null group_owner_id:null notifier_type:=User notifier_id:other parameters:json(text) opened_at:read created_at:time updated_at:later",
                              {"recipient": ["target_id"], "type": ["key"], "read": ["opened_at"], "body": ["parameters.text"], "actor": ["notifier_id"]}),
    "evally": ("db", "id:n recipient_id:who actor_id:other read_at:read action:kind=created|updated notifiable_type:=Draft notifiable_id:ref created_at:time updated_at:later", {"type": ["action"], "actor": ["actor_id"], "title": ["{actor_id} {action}"]}),
    "rails with data": ("csv", "id:n recipient_id:who actor_type:=User actor_id:other notifiable_type:=Post notifiable_id:ref action:kind=liked|replied title:title body:text data:json(x) read_at:read created_at:time updated_at:later", {"type": ["action"], "actor": ["actor_id"]}),
    # Django: django-notifications-hq, and models of applications.
    "django-notifications-hq": ("db", "id:n level:=info unread:unread actor_object_id:other verb:title description:text target_object_id:ref action_object_object_id:null timestamp:time public:=1 deleted:no emailed:no data:json(url) actor_content_type_id:=7 recipient_id:who target_content_type_id:=9",
                                {"time": ["timestamp"], "link": ["data.url"], "read": ["unread"], "title": ["verb"], "body": ["description"], "actor": ["actor_object_id"]}),
    "dumpdata": ("dump:app.notification", "recipient:who sender:other notification_type:kind=follow|like message:title is_read:flag created_at:time", {"id": ["pk"], "recipient": ["fields.recipient"], "prefix": "fields.", "body": ["message"], "actor": ["sender"], "type": ["notification_type"]}),
    "boxing": ("page", "id:n recipient:who text:title date:time is_read:flag", {"body": ["text"], "time": ["date"]}),
    "transcendent": ("page", "id:n recipient:user sender:actor title:title description:text seen:flag created_at:time updated_at:later", {"recipient": ["recipient.id"], "actor": ["sender.name"], "body": ["description"], "read": ["seen"]}),
    "time_created": ("csv", "id:n sender_id:other receiver_id:who message:title is_read:flag time_created:space", {"recipient": ["receiver_id"], "actor": ["sender_id"], "time": ["time_created"], "body": ["message"]}),
    # Laravel: its own table, as JSON and as a dump; tables of applications.
    "laravel": ("db", "id:uuid type:kind=App\\\\Notifications\\\\InvoicePaid|App\\\\Notifications\\\\Welcome notifiable_type:=App\\\\Models\\\\User notifiable_id:who data:json(title,body,url) read_at:read created_at:space updated_at:later",
                {"recipient": ["notifiable_id", "{notifiable_type}:{notifiable_id}"], "title": ["data.title"], "body": ["data.body"], "link": ["data.url"]}),
    "laravel api": ("page", "id:uuid type:kind=InvoicePaid|Welcome notifiable_id:who data:object(message,action_url) read_at:read created_at:time", {"recipient": ["notifiable_id"], "body": ["data.message"], "link": ["data.action_url"]}),
    "esh7anly": ("csv", "id:n user_id:who title:title message:text is_read:bit created_at:space updated_at:later", {"body": ["message"]}),
    "petconnect": ("db", "id:n user_id:who title:title message:text read:bit link:link created_at:space updated_at:later", {"body": ["message"], "read": ["read"]}),
    "sent_at": ("db", "id:n user_id:who title:title message:text is_read:bit sent_at:space", {"body": ["message"], "time": ["sent_at"]}),
    # Spring: entities as Jackson and Hibernate write them.
    "revhire": ("db", "notification_id:n user_id:who message:title is_read:kind=Y|N created_at:space", {"id": ["notification_id"], "body": ["message"], "read": ["is_read"]}),
    "dispatcher": ("json", "id:n message:title isRead:flag createdAt:time userId:who", {"body": ["message"], "read": ["isRead"], "time": ["createdAt"], "recipient": ["userId"]}),
    "blog": ("content", "id:n user:user message:title read:flag createdAt:local", {"recipient": ["user.id"], "body": ["message"], "read": ["read"], "time": ["createdAt"]}),
    "authentication": ("csv", "NOTIF_ID:n NOTIF_MESSAGE:title CREATE_AT:space USER_ID:who IS_SEEN:flag", {"id": ["NOTIF_ID"], "body": ["NOTIF_MESSAGE"], "time": ["CREATE_AT"], "recipient": ["USER_ID"], "read": ["IS_SEEN"]}),
    "toUserId": ("json", "id:n toUserId:who fromUserId:other notificationType:kind=TRANSFER|RECEIPT message:title isRead:flag createdAt:local", {"recipient": ["toUserId"], "actor": ["fromUserId"], "type": ["notificationType"], "body": ["message"], "read": ["isRead"], "time": ["createdAt"]}),
    # Mongo: schemas of Mongoose, by mongoexport.
    "whynot": ("mongo", "_id:mid sender:oother recipient:oid message:title read:flag type:kind=message|invite createdAt:date", {"id": ["_id"], "actor": ["sender"], "body": ["message"], "time": ["createdAt"]}),
    "receiver list": ("mongo", "_id:mid sender:oother receiver:oids message:title created_at:date", {"id": ["_id"], "recipient": ["receiver[*].$oid"], "actor": ["sender"], "body": ["message"]}),
    "codenotify": ("mongo", "_id:mid userId:oid contestId:oref type:kind=CONTEST_REMINDER|SYSTEM_ALERT title:title message:text status:kind=SENT|PENDING sentAt:date retryCount:=0 isRead:flag readAt:dread expiresAt:dlater createdAt:date updatedAt:dlater",
                   {"id": ["_id"], "recipient": ["userId"], "body": ["message"], "time": ["sentAt", "createdAt"], "read": ["isRead", "readAt"]}),
    "airlay": ("mongo", "_id:mid userId:oid tool:object(type) type:kind=owner|observer message:title created:date read:flag", {"id": ["_id"], "recipient": ["userId"], "body": ["message"], "time": ["created"]}),
    "amanat": ("mongo", "_id:mid userId:who title:title message:text type:kind=info|success category:kind=offer|payment|system relatedId:ref actionUrl:link isRead:flag readAt:dread createdAt:date", {"id": ["_id"], "recipient": ["userId"], "body": ["message"], "type": ["category", "type"], "link": ["actionUrl"], "read": ["isRead", "readAt"], "time": ["createdAt"]}),
    # Firebase: documents of Firestore, the Realtime Database, and APIs built on them.
    "firestore": ("firestore", "userId:who type:kind=REWARD|REMINDER title:title body:text link:link createdAt:stamp readAt:fread", {"id": ["id"], "recipient": ["userId"], "time": ["createdAt"], "read": ["readAt"]}),
    "firestore toUserId": ("firestore", "toUserId:who type:kind=action|info title:title body:text ref:object(id) createdAt:stamp isRead:flag", {"id": ["id"], "recipient": ["toUserId"], "time": ["createdAt"], "read": ["isRead"]}),
    "realtime": ("people", "type:kind=like|chat message:title timestamp:millis read:flag", {"id": ["id"], "recipient": ["@key[1]"], "body": ["message"], "time": ["timestamp"]}),
    "layerslabs": ("jsonl", "messageId:mid uid:uid title:title message:text data:object(screen) read:flag createdAt:stamp", {"id": ["messageId"], "recipient": ["uid"], "body": ["message"], "time": ["createdAt"]}),
    "flutter": ("keyed", "title:title body:text isRead:flag timestamp:stamp senderId:uid2 receiverId:uid", {"id": ["id"], "recipient": ["receiverId"], "actor": ["senderId"], "time": ["timestamp"], "read": ["isRead"]}),
}  # fmt: skip


def value(kind, i):
    """What the column of a kind holds in one row."""
    at, person, read = BASE + datetime.timedelta(hours=5 * i), i * i % 3, i % 3 == 0
    oid = lambda n: {"$oid": f"65c3{n:020x}"}
    text = lambda member: {"title": f"Invoice {100 + i} is due", "message": f"Invoice {100 + i} is due", "text": f"Please look at invoice {100 + i}.", "body": f"Please look at invoice {100 + i}.", "type": "editor"}.get(member, f"https://app.example.org/i/{100 + i}" if "url" in member else str(i % 4))
    name, _, more = kind.partition("=")
    if name.startswith(("json(", "object(")):
        made = {member: text(member) for member in name[name.index("(") + 1 : -1].split(",")}
        return json.dumps(made) if name.startswith("json") else made
    return {
        "n": lambda: 1 + i, "uuid": lambda: str(uuid.UUID(int=7919 * (i + 1) << 64)), "mid": lambda: oid(900 + i), "ref": lambda: 500 + i, "oref": lambda: oid(500 + i % 4), "null": lambda: None,
        "who": lambda: 40 + person, "other": lambda: 50 + i % 4, "oid": lambda: oid(person), "oother": lambda: oid(30 + i % 4), "oids": lambda: [oid(n) for n in range(1 + person)],
        "user": lambda: {"id": 40 + person, "name": NAMES[person], "email": f"{NAMES[person].lower()}@example.org"}, "actor": lambda: {"id": 50 + i % 4, "name": f"Dee{i % 4}"},
        "uid": lambda: f"kXq{person}Zr9", "uid2": lambda: f"pWt{i % 4}Lm2", "title": lambda: f"Invoice {100 + i} is due", "text": lambda: f"Please look at it before Friday, or write to us ({i}).",
        "kind": lambda: more.split("|")[i % len(more.split("|"))], "": lambda: more, "link": lambda: f"/invoices/{100 + i}", "flag": lambda: read, "bit": lambda: int(read), "unread": lambda: int(not read), "no": lambda: 0,
        "time": lambda: f"{at:%Y-%m-%dT%H:%M:%S}.123Z", "space": lambda: f"{at:%Y-%m-%d %H:%M:%S}", "local": lambda: f"{at:%Y-%m-%dT%H:%M:%S}.123456", "later": lambda: f"{at:%Y-%m-%d %H:%M:%S}",
        "read": lambda: f"{at:%Y-%m-%dT%H:%M:%S}Z" if read else None, "date": lambda: {"$date": f"{at:%Y-%m-%dT%H:%M:%S}.000Z"}, "dlater": lambda: {"$date": f"{at:%Y-%m-%dT%H:%M:%S}.000Z"},
        "dread": lambda: {"$date": f"{at:%Y-%m-%dT%H:%M:%S}.000Z"} if read else None, "stamp": lambda: {"_seconds": 1767598200 + 18000 * i, "_nanoseconds": 0}, "fread": lambda: {"_seconds": 1767598200 + 18000 * i, "_nanoseconds": 0} if read else None,
        "millis": lambda: 1767598200000 + 18000000 * i,
    }[name]()  # fmt: skip


def rows_of(columns, count=12):
    pairs = [column.split(":", 1) for column in columns.split(" ")]
    return [{name: value(kind, i) for name, kind in pairs} for i in range(count)]


def database(**tables):
    connection = sqlite3.connect(":memory:")
    for table, rows in tables.items():
        connection.execute(f"CREATE TABLE {table} ({', '.join(rows[0])})")
        connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", [list(r.values()) for r in rows])
    connection.commit()
    return connection.serialize()


def typed(item):
    """A value as Firestore's REST API writes it."""
    if isinstance(item, dict):
        if "_seconds" in item:
            moment = datetime.datetime.fromtimestamp(item["_seconds"], datetime.timezone.utc)
            return {"timestampValue": f"{moment:%Y-%m-%dT%H:%M:%S}Z"}
        return {"mapValue": {"fields": {k: typed(v) for k, v in item.items()}}}
    kinds = {bool: "booleanValue", int: "integerValue", str: "stringValue", type(None): "nullValue"}
    return {kinds[type(item)]: str(item) if type(item) is int else item}


def export_of(form, columns):
    """The name and the bytes of an export."""
    form, _, more = form.partition(":")
    rows = rows_of(columns)
    users = [{"id": 40 + n, "name": name, "email": f"{name.lower()}@example.org", "created_at": "2025-01-01 00:00:00"} for n, name in enumerate(NAMES)]
    if form == "db":
        return "app.db", database(users=users, notifications=rows)
    if form == "joined":
        texts = [{"id": 500 + i, "type": "NewComment", "record_type": "Post", "record_id": i, "params": value("json(message,url)", i), "created_at": value("space", i)} for i in range(len(rows))]
        return "app.db", database(users=users, events=texts, notifications=rows)
    if form == "csv":
        return "export.csv", csv_of(rows)
    if form in ("mongo", "jsonl"):
        return "export.jsonl", "\n".join(map(json.dumps, rows)).encode()
    keys = [f"-Nx{i:03d}Q{i * 7919 % 977}" for i in range(len(rows))]
    made = {
        "json": lambda: rows, "page": lambda: {"data": rows, "total": len(rows), "per_page": 50}, "content": lambda: {"content": rows, "totalElements": len(rows), "last": True},
        "dump": lambda: [{"model": more, "pk": i + 1, "fields": row} for i, row in enumerate(rows)], "keyed": lambda: {"notifications": dict(zip(keys, rows))},
        "firestore": lambda: {"documents": [{"name": f"projects/p/databases/(default)/documents/notifications/{key}", "fields": {k: typed(v) for k, v in row.items()}} for key, row in zip(keys, rows)]},
        "people": lambda: {"notifications": {f"kXq{n}Zr9": dict(list(zip(keys, rows))[n::3]) for n in range(3)}},
    }[form]()  # fmt: skip
    return "export.json", json.dumps(made).encode()


ROLES = {
    "id": ("n", "uuid", "mid"), "recipient": ("who", "oid", "uid", "user"), "actor": ("other", "oother", "uid2", "actor"), "title": ("title",), "body": ("text",),
    "time": ("time", "space", "local", "date", "stamp", "millis"), "read": ("read", "dread", "fread", "flag", "bit", "unread"), "link": ("link",),
}  # fmt: skip


def truth_of(columns, given):
    """By role, the paths that are right."""
    kinds = [column.split(":", 1) for column in columns.split(" ")]
    truth = {role: [name for name, kind in kinds if kind in wanted] for role, wanted in ROLES.items()}
    truth["type"] = [name for name, kind in kinds if kind.startswith("kind=") and "type" in name.lower()]
    truth |= {role: paths for role, paths in given.items() if role != "prefix"}
    # One text is a title or a body, as one likes.
    if not truth["title"] or not truth["body"] or truth["title"] == truth["body"]:
        truth["title"] = truth["body"] = truth["title"] + truth["body"] + [None]
    prefix = given.get("prefix", "")
    return {role: [p if p in (None, "pk") or p.startswith((prefix, "@")) else prefix + p for p in paths] for role, paths in truth.items()}
