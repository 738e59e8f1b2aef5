"""The part of the benchmark about growth: n, twice and four times of everything a profile or an option opens.

A slope is the exponent of the cost: 1 is twice the CPU for twice as many, 2 is four times. It is taken of the
two larger sizes, from which the cost of a start is subtracted.
"""

import json
import math
import shutil
import sqlite3

from measuring import measure

NOW = "2026-02-08T15:05:00Z"
TODAY = "2026-02-08T10:00:00Z"
ATTEMPTS = 3


def lines(path, records):
    with open(path, "w") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    return path


def note(number, **more):
    return {"id": number, "user_id": f"u{number}", "type": "t0", "title": f"Title {number}", "created_at": TODAY, **more}


def profile(folder, **more):
    """A folder with one profile of its own, as JSON, which is YAML."""
    fields = {"id": "id", "time": "created_at", "type": "type", "title": "title", "recipient": "user_id"}
    said = {"name": "own", "fields": {**fields, **more.pop("fields", {})}, **more}
    (folder / "own.yaml").write_text(json.dumps(said))
    return ["--profiles", folder / "own.yaml", "--profile", "own"]


def addresses(folder, count):
    return lines(folder / "people.jsonl", ({"id": f"u{n}", "email": f"u{n}@example.org"} for n in range(count)))


MAIL = ["--from", "digest@example.org", "--brand", "A", "--as", "mbox", "-o"]


class Dimensions:
    """Each method makes its data for `n` and returns the command."""

    def __init__(self, folder):
        self.folder = folder

    def records(self, n):
        return ["summary", lines(self.folder / "e.jsonl", (note(i) for i in range(n)))]

    def types_of_a_profile(self, n):
        types = {f"t{i}": f"Type {i}" for i in range(n)}
        export = lines(self.folder / "e.jsonl", (note(i, type=f"t{i}", user_id="u") for i in range(n)))
        return ["digest", export, *profile(self.folder, types=types), "--format", "json"]

    def types_without_a_profile(self, n):
        return ["inbox", lines(self.folder / "e.jsonl", (note(i, type=f"t{i}", user_id="u") for i in range(n))), "-o", self.folder / "out"]

    def recipients(self, n):
        export = lines(self.folder / "e.jsonl", (note(i) for i in range(n)))
        return ["mail", export, "--recipients", addresses(self.folder, n), *MAIL, self.folder / "out"]

    def options_recipient(self, n):
        export = lines(self.folder / "e.jsonl", (note(i) for i in range(n)))
        return ["summary", export, *(part for i in range(n) for part in ("--recipient", f"u{i}"))]

    def options_type(self, n):
        export = lines(self.folder / "e.jsonl", (note(i, type=f"t{i}") for i in range(n)))
        return ["summary", export, *(part for i in range(n) for part in ("--type", f"t{i}"))]

    def members_in_mails(self, n):
        return ["mail", self.one_for_many(n), *self.members, "--recipients", addresses(self.folder, n), *MAIL, self.folder / "out"]

    def members_in_pages(self, n):
        return ["inbox", self.one_for_many(n), *self.members, "-o", self.folder / "out"]

    def members_in_feeds(self, n):
        key = self.folder / "key"
        key.write_text("0" * 64 + "\n")
        key.chmod(0o600)
        return ["feed", self.one_for_many(n), *self.members, "--base-url", "https://e.org", "-o", self.folder / "out"]

    def one_for_many(self, n):
        self.members = profile(self.folder, fields={"recipient": "members[*].id"})
        record = note(0, members=[{"id": f"u{i}"} for i in range(n)])
        return lines(self.folder / "e.jsonl", [record])

    def actions(self, n):
        more = {"actions": {f"a{i}": {"label": f"Action {i}", "url": f"/x/{i}"} for i in range(n)}}
        export = lines(self.folder / "e.jsonl", (note(i, user_id="u") for i in range(10)))
        return ["digest", export, *profile(self.folder, **more), "--base-url", "https://e.org", "--format", "json"]

    def links(self, n):
        more = {"types": {f"t{i}": f"T {i}" for i in range(n)}, "link": [{"types": f"t{i}", "url": f"/x/{i}"} for i in range(n)]}
        export = lines(self.folder / "e.jsonl", (note(i, type=f"t{i}") for i in range(n)))
        return ["summary", export, *profile(self.folder, **more), "--base-url", "https://e.org"]

    def joins_by_file(self, n):
        join = {"joins": {"actor": {"file": "users", "by": "by"}}, "fields": {"actorName": "@actor.name"}}
        users = lines(self.folder / "users.jsonl", ({"id": i, "name": f"N {i}"} for i in range(n)))
        export = lines(self.folder / "e.jsonl", (note(i, by=i) for i in range(n)))
        return ["inbox", export, *profile(self.folder, **join), "--join", f"users={users}", "--recipient", "u1", "-o", self.folder / "out"]

    def joins_in_a_database(self, n):
        join = {"joins": {"actor": {"list": "users", "by": "by"}}, "fields": {"actorName": "@actor.name"}, "records": {"table": "notes"}}
        path = self.folder / "e.db"
        path.unlink(missing_ok=True)
        with sqlite3.connect(path) as database:
            database.execute("create table users (id integer primary key, name)")
            database.execute("create table notes (id integer primary key, user_id, type, title, created_at, by)")
            database.executemany("insert into users values (?, ?)", ((i, f"N {i}") for i in range(n)))
            rows = ((i, f"u{i}", "t0", f"Title {i}", TODAY, i) for i in range(n))
            database.executemany("insert into notes values (?, ?, ?, ?, ?, ?)", rows)
        return ["summary", path, *profile(self.folder, **join)]

    def tables_of_a_database(self, n):
        path = self.folder / "e.db"
        path.unlink(missing_ok=True)
        with sqlite3.connect(path) as database:
            for i in range(n):
                database.execute(f"create table t{i} (a, b)")
            database.execute("create table notifications (id integer primary key, user_id, type, title, created_at)")
            database.execute("insert into notifications values (1, 'u', 't', 'T', ?)", [TODAY])
        return ["summary", path]

    def marks(self, n):
        export = lines(self.folder / "e.jsonl", (note(i, user_id="u") for i in range(n)))
        state = self.folder / "state.jsonl"
        state.unlink(missing_ok=True)
        mark = [self.tidings, "state", "mark", "--as", "read", "--all", export, "--state", state, "--now", NOW]
        measure(mark)
        return ["summary", export, "--state", state]

    def files(self, n):
        folder = self.folder / "files"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return ["summary", *(lines(folder / f"{i}.jsonl", [note(i)]) for i in range(n))]

    def copies(self, n):
        return ["summary", lines(self.folder / "e.jsonl", (note(0) for _ in range(n)))]

    def equal_titles(self, n):
        more = {"types": {"t0": "T"}, "collapse": [{"types": "t0", "same": ["type"], "within": "5m"}]}
        export = lines(self.folder / "e.jsonl", (note(i, user_id="u") for i in range(n)))
        return ["digest", export, *profile(self.folder, **more), "--format", "json"]

    def rejects(self, n):
        export = lines(self.folder / "e.jsonl", (note(i, created_at="never" if i % 2 else TODAY) for i in range(n)))
        return ["summary", export]

    def suppressed(self, n):
        suppressed = self.folder / "gone.txt"
        suppressed.write_text("".join(f"u{i}@example.org\n" for i in range(1, n)))
        export = lines(self.folder / "e.jsonl", (note(i) for i in range(n)))
        people = addresses(self.folder, n)
        return ["mail", export, "--recipients", people, "--suppress", suppressed, *MAIL, self.folder / "out"]

    def switched_off(self, n):
        """One person who wants none of n types."""
        person = {"id": "u", "email": "u@example.org", "typesOff": [f"t{i}" for i in range(1, n)]}
        people = lines(self.folder / "people.jsonl", [person])
        export = lines(self.folder / "e.jsonl", (note(i, type=f"t{i}", user_id="u") for i in range(n)))
        return ["mail", export, "--recipients", people, *MAIL, self.folder / "out"]

    def long_text(self, n):
        return ["digest", lines(self.folder / "e.jsonl", [note(0, user_id="u", body="<b>*a* [x](" * n)]), "--format", "html"]

    def nested_text(self, n):
        more = {"fields": {"body": "body"}, "bodyFormat": "markdown"}
        export = lines(self.folder / "e.jsonl", [note(0, user_id="u", body="> * " * n)])
        return ["digest", export, *profile(self.folder, **more), "--format", "html"]


SIZES = {
    "types_of_a_profile": 4000, "types_without_a_profile": 4000, "options_recipient": 2000, "options_type": 2000,
    "actions": 2000, "links": 2000, "files": 1000, "tables_of_a_database": 2000, "switched_off": 4000, "long_text": 20_000, "nested_text": 5000,
}  # fmt: skip


class Growth:
    def dimensions(self):
        """CPU at n, 2n and 4n in every dimension, and one record for 100,000 people beside as many records."""
        dimensions = Dimensions(self.folder / "growth")
        dimensions.tidings = self.tidings
        dimensions.folder.mkdir(exist_ok=True)
        names = [name for name in vars(Dimensions) if not name.startswith("_") and name != "one_for_many"]
        start = self.least(["--version"], dimensions.folder)
        for name in names:
            n = SIZES.get(name, 25_000)
            costs = [max(self.least(getattr(dimensions, name)(n * times), dimensions.folder) - start, 0.001) for times in (1, 2, 4)]
            slope = math.log2(costs[2] / costs[1])
            seconds = ", ".join(f"{cost:.2f}" for cost in costs)
            what = f"growth: {name.replace('_', ' ')}: {n:,}, {2 * n:,}, {4 * n:,}"
            self.row(what, "slope ≤ 1.2", f"{slope:.2f} ({seconds} s of CPU)")
        self.one_for_all(dimensions)

    def one_for_all(self, dimensions, n=100_000):
        export = lines(dimensions.folder / "many.jsonl", (note(i) for i in range(n)))
        people = addresses(dimensions.folder, n)
        commands = {"mail": ["--recipients", people, *MAIL], "inbox": ["-o"], "feed": ["--base-url", "https://e.org", "-o"]}
        for name, more in commands.items():
            output = [*more, dimensions.folder / "out"]
            single = dimensions.one_for_many(n)
            one = self.least([name, single, *dimensions.members, *output], dimensions.folder)
            own = profile(dimensions.folder)
            many = self.least([name, export, *own, *output], dimensions.folder)
            self.row(f"`{name}`: one record for {n:,} people", "≤ 2 × a record each", f"{one / many:.2f} × ({one:.1f} s, {many:.1f} s)")

    def least(self, arguments, folder):
        clock = ["--now", NOW] if arguments != ["--version"] else []

        def empty():
            shutil.rmtree(folder / "out", ignore_errors=True)

        return min(measure([self.tidings, *arguments, *clock], before=empty).cpu for _ in range(ATTEMPTS))
