"""The forms of files in which records of an unknown system come."""

import csv
import io
import json
import sqlite3
from dataclasses import dataclass, field

from draft_words import NAMES


@dataclass
class Case:
    """A file, or several, and what is true of it."""

    name: str
    files: dict
    # By role, the values that are right; the first is the one that a person would write.
    truth: dict = field(default_factory=dict)
    # Whose each notification is, by its title or text: what nobody may lose.
    people: dict = field(default_factory=dict)
    # Whether the file tells who receives.
    has_people: bool = False
    form: str = ""


class Forms:
    """Writes records in each form."""

    def as_json(self, columns, truth):
        return Case("", {"export.json": json.dumps(self.records(columns))}, truth)

    def as_page(self, columns, truth):
        where = self.random.choice(["data", "notifications", "items", "results", "alerts", "content"])
        page = {where: self.records(columns), "meta": {"page": 1, "total": self.count}, "success": True}
        if self.random.random() < 0.3:
            page = {"response": page}
        return Case("", {"export.json": json.dumps(page)}, truth)

    def as_lines(self, columns, truth):
        return Case("", {"export.jsonl": "\n".join(json.dumps(r) for r in self.records(columns))}, truth)

    def as_csv(self, columns, truth):
        file = io.StringIO()
        writer = csv.DictWriter(file, [name for _, name, _ in columns], delimiter=self.random.choice(",,;\t"))
        writer.writeheader()
        writer.writerows(self.records(columns))
        return Case("", {"export.csv": file.getvalue()}, truth)

    def database(self, tables):
        connection = sqlite3.connect(":memory:")
        for table, rows in tables.items():
            names = list(rows[0])
            connection.execute(f'CREATE TABLE "{table}" ({", ".join(chr(34) + n + chr(34) for n in names)})')
            connection.executemany(f'INSERT INTO "{table}" VALUES ({",".join("?" * len(names))})', [list(r.values()) for r in rows])
        connection.commit()
        return connection.serialize()

    def as_sqlite(self, columns, truth):
        table = self.random.choice(["notifications", "user_notifications", "alerts", "inbox", "notices", "messages"])
        tables = {"users": [{"id": 40 + p, "name": NAMES[p], "email": f"{p}@example.org", "created_at": "2025-01-01"} for p in range(10)],
                  "settings": [{"key": "a", "value": "b"}, {"key": "c", "value": "d"}], table: self.records(columns)}  # fmt: skip
        return Case("", {"export.db": self.database(tables)}, truth)

    def as_mongo(self, columns, truth):
        rows = self.records(columns)
        name = next(name for role, name, _ in columns if role == "id")
        for i, row in enumerate(rows):
            row.pop(name)
            row["_id"] = {"$oid": f"65c4{i:020x}"}
            for key, value in row.items():
                if isinstance(value, int) and not isinstance(value, bool) and value > 1 << 31:
                    row[key] = {"$numberLong": str(value)}
        truth["id"] = ["_id"]
        return Case("", {"export.json": "\n".join(json.dumps(r) for r in rows)}, truth)

    def as_jsonapi(self, columns, truth):
        rows, data = self.records(columns), []
        roles = {role: name for role, name, _ in columns if role}
        for row in rows:
            item = {"type": "notifications", "id": str(row.pop(roles["id"]))}
            person = row.pop(roles["recipient"], None) if "recipient" in roles else None
            item["attributes"] = row
            if "recipient" in roles:
                ident = person["id"] if isinstance(person, dict) else person
                item["relationships"] = {roles["recipient"]: {"data": {"type": "users", "id": str(ident)}}}
            data.append(item)
        truth = self.moved(truth, "attributes.") | {"id": ["id"]}
        if "recipient" in roles:
            truth["recipient"] = [f"relationships.{roles['recipient']}.data.id"]
        return Case("", {"export.json": json.dumps({"data": data, "links": {"self": "/notifications"}})}, truth)

    def as_nested(self, columns, truth):
        """The texts are inside of an object, as payloads have them."""
        outer = self.random.choice(["payload", "data", "content", "notification"])
        inside = {role: name for role, name, _ in columns if role in ("title", "body", "link", "type")}
        rows = []
        for row in self.records(columns):
            rows.append({k: v for k, v in row.items() if k not in inside.values()} | {outer: {k: v for k, v in row.items() if k in inside.values()}})
        moved = self.moved(truth, outer + ".")
        truth |= {role: moved[role] for role in ("title", "body", "link", "type") if role in inside or truth[role] != [None]}
        return Case("", {"export.json": json.dumps({"notifications": rows})}, truth)

    def as_keyed(self, columns, truth):
        name = next(name for role, name, _ in columns if role == "id")
        rows = {f"-N{i:05d}x{i * 7919 % 977}": {k: v for k, v in row.items() if k != name} for i, row in enumerate(self.records(columns))}
        truth["id"] = ["id", "@key"]
        return Case("", {"export.json": json.dumps({"notifications": rows})}, truth)

    def as_people(self, columns, truth):
        name = next(name for role, name, _ in columns if role == "recipient")
        lists = {}
        for i, row in enumerate(self.records(columns)):
            row.pop(name)
            lists.setdefault(str(self.identities[i]), []).append(row)
        truth["recipient"] = ["@key", "@key[1]", "@file"]
        self.identities = [str(v) for v in self.identities]
        return Case("", {"export.json": json.dumps(lists)}, truth)

    def as_states(self, columns, truth):
        name = next(name for role, name, _ in columns if role == "read")
        lists = {"unread": [], "read": []}
        for i, row in enumerate(self.records(columns)):
            row.pop(name)
            lists["read" if self.read[i] else "unread"].append(row)
        truth["read"] = [("@key", "state")]
        return Case("", {"export.json": json.dumps(lists)}, truth)

    def as_graphql(self, columns, truth):
        edges = [{"cursor": f"c{i}", "node": row} for i, row in enumerate(self.records(columns))]
        return Case("", {"export.json": json.dumps({"data": {"viewer": {"notifications": {"edges": edges, "pageInfo": {"hasNextPage": False}}}}})}, truth)

    def as_firestore(self, columns, truth):
        def typed(value):
            if value is None:
                return {"nullValue": None}
            if isinstance(value, bool):
                return {"booleanValue": value}
            if isinstance(value, dict):
                return {"mapValue": {"fields": {k: typed(v) for k, v in value.items()}}}
            if isinstance(value, list):
                return {"arrayValue": {"values": [typed(v) for v in value]}}
            return {"integerValue": str(value)} if isinstance(value, int) else {"doubleValue": value} if isinstance(value, float) else {"stringValue": value}

        name = next(name for role, name, _ in columns if role == "id")
        documents = [{"name": f"projects/p/databases/(default)/documents/notifications/{row.pop(name)}", "fields": {k: typed(v) for k, v in row.items()}} for row in self.records(columns)]
        truth["id"] = ["id"]
        return Case("", {"export.json": json.dumps({"documents": documents})}, truth)

    def as_joined(self, columns, truth):
        """Texts in one table, who receives and who read in another, people in a third."""
        roles = {role: name for role, name, _ in columns if role}
        texts, deliveries = [], []
        for i, row in enumerate(self.records(columns)):
            text = {name: row[name] for role, name in roles.items() if role in ("title", "body", "type", "priority", "link", "actor", "time")}
            texts.append({"id": 900 + i, **text})
            delivery = {"id": row[roles["id"]], "notice_id": 900 + i, roles["recipient"]: row[roles["recipient"]]}
            if "read" in roles:
                delivery[roles["read"]] = row[roles["read"]]
            deliveries.append(delivery)
        self.random.shuffle(texts)
        tables = {"users": [{"id": 40 + p, "name": NAMES[p], "email": f"{p}@example.org"} for p in range(10)], "notices": texts, "deliveries": deliveries}
        truth = {role: self.moved({role: values}, "@notice.")[role] if role in ("title", "body", "type", "priority", "link", "actor", "time") else values for role, values in truth.items()}
        truth["id"] = ["id"]
        return Case("", {"export.db": self.database(tables)}, truth)
