"""Files of systems that nobody has seen, made by chance from the names of real ones, each with what a draft should say of it.

Names are drawn by their counts over 155 real exports; some are rare ones that no list of names holds. The rare names of
files that are kept aside are others."""

import datetime
import random
import uuid

from draft_files import Forms
from draft_words import COUNTED, LANGUAGES, NAMES, RARE, WORDS

BASE = datetime.datetime(2026, 1, 5, 7, 30)

STYLES = {
    "snake": lambda words: "_".join(words),
    "camel": lambda words: words[0] + "".join(w.capitalize() for w in words[1:]),
    "pascal": lambda words: "".join(w.capitalize() for w in words),
    "flat": lambda words: "".join(words),
    "title": lambda words: " ".join(w.capitalize() for w in words),
    "kebab": lambda words: "-".join(words),
    "upper": lambda words: "_".join(words).upper(),
}


class Maker(Forms):
    """One file by chance."""

    def __init__(self, seed, aside=False):
        self.random = random.Random(f"{seed}/{aside}")
        self.aside = aside
        pick = self.random.choices
        self.form = pick(["json", "page", "lines", "csv", "sqlite", "mongo", "jsonapi", "nested", "keyed", "people", "states", "graphql", "firestore", "joined"],
                         [14, 12, 8, 18, 10, 7, 6, 8, 3, 4, 2, 4, 2, 5])[0]  # fmt: skip
        self.language = pick(["en", *LANGUAGES], [60, 8, 8, 7, 6])[0]
        self.style = pick(list(STYLES), [40, 34, 4, 3, 0, 2, 3])[0]
        if self.form == "csv":
            self.style = pick(["snake", "camel", "title", "upper"], [5, 2, 3, 1])[0]
        if self.form in ("jsonapi", "joined", "sqlite", "mongo", "graphql", "firestore"):
            self.style = {"jsonapi": pick(["snake", "kebab", "camel"])[0], "mongo": "camel", "graphql": "camel", "firestore": "camel"}.get(self.form, "snake")
        self.count = self.random.choice([6, 9, 14, 20, 33, 60])
        self.members = self.random.choice([2, 3, 4, 6])
        self.used = set()
        self.roles = {"id", "time"}
        chance = lambda p: self.random.random() < p
        self.roles |= {role for role, p in [("recipient", 0.7), ("actor", 0.4), ("type", 0.88), ("read", 0.78), ("priority", 0.3), ("link", 0.35)] if chance(p)}
        self.roles |= {self.random.choice(["title", "body", "both", "both", "both"])}
        if "both" in self.roles:
            self.roles = self.roles - {"both"} | {"title", "body"}
        if self.form in ("people", "joined"):
            self.roles |= {"recipient"}
        if self.form == "states":
            self.roles |= {"read"}
        if self.form == "joined":
            self.roles |= {"title"}

    # MARK: Names

    def words_of(self, role):
        """A name for a role, in words, that no other column has."""
        for _ in range(50):
            if self.language != "en" and self.random.random() < 0.85:
                words = self.random.choice(LANGUAGES[self.language][role])
            elif self.random.random() < 0.28:
                rare = RARE[role]
                words = self.random.choice([r for n, r in enumerate(rare) if (n % 3 == 2) == self.aside])
            else:
                words = self.random.choices([w for _, w in COUNTED[role]], [n for n, _ in COUNTED[role]])[0]
            if words not in self.used:
                self.used.add(words)
                return words
        raise ValueError(role)

    def written(self, words):
        return STYLES[self.style](words.split())

    # MARK: Values

    def values(self, role):
        """A name and a value for each record; what it is called and what a profile says of it."""
        r, n = self.random, range(self.count)
        words = self.words_of(role)
        name = self.written(words)
        kind = {"id": self.ids, "recipient": self.persons, "actor": self.persons, "type": self.types, "title": self.titles, "body": self.texts,
                "time": self.times, "read": self.marks, "priority": self.priorities, "link": self.links}[role]  # fmt: skip
        return (name, *kind(words, role, n, r))

    def ids(self, words, role, n, r):
        kind = r.choice(["int", "int", "uuid", "prefix", "text"])
        start = r.choice([1, 1, 1001, 700123])
        make = {"int": lambda i: start + i, "uuid": lambda i: str(uuid.UUID(int=r.getrandbits(128))), "prefix": lambda i: f"ntf_{start + i:05d}", "text": lambda i: str(start + i)}[kind]
        return [make(i) for i in n], None

    def persons(self, words, role, n, r):
        """People by number, by name, by address, or as objects."""
        last = words.split()[-1]
        if not hasattr(self, "people"):
            # One system names its people in one way.
            self.kind = r.choice(["int", "int", "uuid", "short", "oid"])
            r.shuffle(pool := list(range(len(NAMES))))
            self.people = pool
            self.uuids = [str(uuid.UUID(int=r.getrandbits(128))) for _ in NAMES]
        ident = lambda p: {"int": 40 + p, "uuid": self.uuids[p], "short": f"u{p}", "oid": f"65c3{p:020x}"}[self.kind]
        if "email" in words or last == "mail":
            make = lambda p: f"{NAMES[p].lower()}@example.org".replace("ü", "u")
        elif last == "name":
            make = lambda p: NAMES[p]
        elif last in ("id", "uid", "no", "nr", "ref", "number"):
            make = ident
        else:
            make = r.choice([ident, lambda p: NAMES[p].lower(), lambda p: f"{NAMES[p].lower()}@example.org".replace("ü", "u"),
                             lambda p: {"id": ident(p), "name": NAMES[p]}])  # fmt: skip
            if self.form == "csv" or self.form in ("sqlite", "joined"):
                make = r.choice([ident, lambda p: NAMES[p].lower()])
        if role == "recipient":
            who = [self.people[i % self.members] if i < self.members else self.people[r.randrange(self.members)] for i in n]
            self.receivers = who
        else:
            pool = self.people[self.members - 1 : self.members + 4]
            who = [r.choice(pool) for _ in n]
        column = [make(p) for p in who]
        if role == "actor" and r.random() < 0.25:
            column = [None if r.random() < 0.3 else v for v in column]
        extra = None
        if isinstance(make(who[0]), dict):
            extra = ("id", "name")
        if role == "recipient":
            self.identities = [v["id"] if isinstance(v, dict) else v for v in column]
        return column, extra

    def types(self, words, role, n, r):
        keys = WORDS[self.language][0]
        form = r.choice([str, str, str.upper, lambda t: t.replace("_", "."), lambda t: t.replace("_", " ").capitalize()])
        few = r.sample(keys, min(len(keys), r.choice([2, 3, 4])))
        return [form(few[i % len(few)] if i < len(few) else r.choice(few)) for i in n], None

    def titles(self, words, role, n, r):
        texts = WORDS[self.language][1]
        return [r.choice(texts).format(n=100 + i) for i in n], None

    def texts(self, words, role, n, r):
        texts = WORDS[self.language][2] if "title" in self.roles else WORDS[self.language][1]
        column = [r.choice(texts).format(n=100 + i) for i in n]
        if "title" in self.roles and r.random() < 0.15:
            column = [None if r.random() < 0.2 else v for v in column]
        return column, None

    def moments(self, r):
        now = BASE
        moments = []
        for _ in range(self.count):
            now += datetime.timedelta(minutes=r.randrange(7, 700))
            moments.append(now)
        if r.random() < 0.5:
            moments.reverse()
        return moments

    def times(self, words, role, n, r):
        moments = self.moments(r)
        forms = ["Z", "Z", "offset", "space", "seconds", "millis"]
        if self.form == "csv":
            forms = ["Z", "space", "space", "german", "american", "millis"]
        if self.form == "sqlite":
            forms = ["Z", "space", "space", "seconds", "millis"]
        form = r.choice(forms)
        if self.form == "mongo":
            form = "$date"
        return [self.moment(m, form) for m in moments], form

    def moment(self, m, form):
        utc = m.replace(tzinfo=datetime.timezone.utc)
        return {
            "Z": f"{m:%Y-%m-%dT%H:%M:%S}Z", "offset": f"{m:%Y-%m-%dT%H:%M:%S}+02:00", "space": f"{m:%Y-%m-%d %H:%M:%S}", "seconds": int(utc.timestamp()),
            "millis": int(utc.timestamp() * 1000), "german": f"{m:%d.%m.%Y %H:%M}", "american": f"{m:%m/%d/%Y %H:%M}", "$date": {"$date": f"{m:%Y-%m-%dT%H:%M:%S}.000Z"},
        }[form]  # fmt: skip

    def marks(self, words, role, n, r):
        tail = words.split()[-1]
        read = [r.random() < 0.45 for _ in n]
        read[0], read[1] = True, False
        self.read = read
        if tail in ("at", "am", "le", "en", "il"):
            form = r.choice(["Z", "space"])
            return [self.moment(BASE + datetime.timedelta(days=30, minutes=i), form) if v else None for i, v in enumerate(read)], "time"
        if words == "status":
            yes, no = r.choice([("read", "unread"), ("seen", "new"), ("READ", "UNREAD")])
            return [yes if v else no for v in read], ("equals", yes)
        inverse = "unread" in words or "new" in words
        forms = [(True, False), (True, False), (1, 0)]
        if self.form in ("csv", "sqlite"):
            forms = [(1, 0), ("true", "false"), ("t", "f")]
        if self.language != "en":
            forms.append({"de": ("ja", "nein"), "fr": ("oui", "non"), "es": ("sí", "no"), "it": ("sì", "no")}[self.language])
        yes, no = r.choice(forms)
        return [yes if v != inverse else no for v in read], "inverse" if inverse else "boolean"

    def priorities(self, words, role, n, r):
        few = r.choice([["low", "normal", "high"], ["LOW", "MEDIUM", "HIGH"], ["info", "warning", "critical"], [1, 2, 3], ["P1", "P2", "P3"]])
        return [few[i % 3] if i < 3 else r.choice(few) for i in n], None

    def links(self, words, role, n, r):
        start = r.choice(["https://app.example.org/i/", "/items/"])
        return [f"{start}{100 + i}" for i in n], None

    # MARK: Columns that are none of these

    def distractors(self):
        r, n = self.random, range(self.count)
        later = [self.moment(BASE + datetime.timedelta(days=40, hours=i), "Z") for i in n]
        pool = [
            ("updated at", later), ("tenant id", [7] * self.count), ("org", ["acme"] * self.count), ("version", [1] * self.count),
            ("channel", [r.choice(["email", "push", "in_app"]) for _ in n]), ("delivery status", [r.choice(["sent", "delivered", "failed"]) for _ in n]),
            ("locale", [r.choice(["en", "de"]) for _ in n]), ("device id", [f"d-{r.randrange(99)}" for _ in n]), ("entity type", [r.choice(["order", "ticket"]) for _ in n]),
            ("entity id", [500 + r.randrange(300) for _ in n]), ("image url", [f"https://img.example.org/{i}.png" for i in n]), ("attempts", [r.randrange(3) for _ in n]),
            ("is archived", [False] * self.count), ("deleted at", [None] * self.count), ("expires at", [self.moment(BASE + datetime.timedelta(days=90 + i), "Z") for i in n]),
            ("icon", [r.choice(["bell", "star"]) for _ in n]), ("ip address", [f"10.0.0.{r.randrange(9)}" for _ in n]), ("amount", [round(r.random() * 90, 2) for _ in n]),
            ("team name", [r.choice(["Blue", "Red"]) for _ in n]), ("source", ["web"] * self.count), ("extra", [None] * self.count), ("sequence", list(n)),
            ("project id", [r.choice([3, 4, 5]) for _ in n]), ("is active", [True] * self.count), ("language", ["en"] * self.count),
        ]  # fmt: skip
        if self.form not in ("csv", "sqlite", "joined"):
            pool += [("metadata", [{"date": f"2026-09-{1 + i % 28:02d}", "flight": f"LH{i}"} for i in n]), ("tags", [["a", "b"] for _ in n])]
        return [(self.written(words), column) for words, column in r.sample(pool, r.randrange(1, 7)) if words not in self.used]

    # MARK: The whole

    def case(self, number):
        r = self.random
        order = ["id", "recipient", "actor", "type", "title", "body", "priority", "read", "time", "link"]
        columns, truth = [], {}
        for role in order:
            if role not in self.roles:
                continue
            name, column, more = self.values(role)
            columns.append((role, name, column))
            truth[role] = self.said(role, name, column, more)
        for role in order:
            truth.setdefault(role, [None])
        if truth["title"] == [None] or truth["body"] == [None]:
            # One text is a title or a body, as one likes.
            one = truth["title"] if truth["body"] == [None] else truth["body"]
            truth["title"] = truth["body"] = one + [None]
        columns += [(None, name, column) for name, column in self.distractors()]
        if r.random() < 0.5:
            r.shuffle(columns)
        case = getattr(self, f"as_{self.form}")(columns, truth)
        case.name, case.form = f"{number}-{self.form}-{self.language}", self.form
        case.has_people = "recipient" in self.roles
        shown = [column for role, _, column in columns if role == "title"] or [column for role, _, column in columns if role == "body"]
        for i in range(self.count):
            who = str(self.identities[i]) if case.has_people else "me"
            case.people.setdefault(who, []).append(shown[0][i])
        return case

    def said(self, role, name, column, more):
        if role in ("recipient", "actor") and isinstance(more, tuple):
            return [f"{name}.{key}" for key in (("id",) if role == "recipient" else ("name", "id"))]
        if role == "read":
            return [(name, more)]
        if role == "time" and more in ("german", "american"):
            return [(name, more)]
        return [name]

    def records(self, columns):
        return [{name: column[i] for _, name, column in columns} for i in range(self.count)]

    def moved(self, truth, prefix):
        def moved(value):
            if value is None or isinstance(value, str) and value.startswith("@"):
                return value
            return (prefix + value[0], value[1]) if isinstance(value, tuple) else prefix + value

        return {role: [moved(v) for v in values] for role, values in truth.items()}


def cases(count, aside=False):
    """Files by chance, the same each time."""
    return [Maker(number, aside).case(number) for number in range(count)]
