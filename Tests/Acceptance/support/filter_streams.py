"""Streams of `tidings.filter/1`: what an engine writes to the filter, and what it reads of it."""

import json
import random
import subprocess
import threading

from harness import BINARY, NOW, record

OPTIONS = ["--as", "jsonl", "--profile", "recruiting-compass", "--from", "digest@example.org",
           "--base-url", "https://app.example.org", "--first-days", "9"]  # fmt: skip
END = b'{"tidings":"end"}\n'
WISHES = [
    {}, {"locale": "de"}, {"locale": "ar"}, {"timeZone": "America/New_York", "hour": 9},
    {"frequency": "weekly:monday"}, {"frequency": "never"}, {"unsubscribed": True},
    {"quietHours": {"start": "14:00", "end": "17:30"}}, {"typesOff": ["deadline_alert"]},
    {"minimumPriority": "high"}, {"email": None}, {"email": "not an address"}, {"hour": 25},
    {"timeZone": "Asia/Tokyo", "hour": 20}, {"name": "Renée \"R\" Ω"},
]  # fmt: skip


def people(count=60):
    base = ({"id": f"user-{n}", "email": f"u{n}@example.org"} for n in range(count))
    made = [{**one, **WISHES[n % len(WISHES)]} for n, one in enumerate(base)]
    for n, one in enumerate(made):
        # The second with an address is refused by a plain run, and by what calls a filter.
        one["email"] = one["email"] and one["email"].replace("not an", f"{n} is no")
    return made


def records(days, count=60):
    """Rows of these days of February, some for people whom only the export names."""
    return [
        record(n, id=f"n-{day}-{n}", user_id=f"user-{n * 11 % (count + 3)}",
               scheduled_for=f"2026-02-{day:02d}T{n % 24:02d}:{n % 60:02d}:00Z")
        for day in days for n in range(count * 2)
    ]  # fmt: skip


def line(kind, **members):
    return json.dumps({"tidings": kind, **members}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def group(person, rows, books=(), marks=(), **members):
    """The lines of one person; rows are records, or lines already."""
    lines = [line("recipient", recipient=person, **members)]
    lines += [line("book", book=book) for book in books]
    lines += [line("mark", **mark) for mark in marks]
    lines += [row if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows]
    return b"".join(lines)


def groups(people, records, books=None, order=None):
    """The groups of an export, by recipient."""
    rows = {}
    for row in records:
        rows.setdefault(row["user_id"], []).append(row)
    people = sorted(people, key=lambda person: person["id"])
    known = {person["id"] for person in people}
    people += [{"id": name} for name in sorted(rows.keys() - known)]
    if order:
        order.shuffle(people)
    return [group(p, rows.get(p["id"], []), (books or {}).get(p["id"], [])) for p in people]


def command(*arguments, now=NOW):
    return [str(BINARY), "mail", "-", "-o", "-", *OPTIONS, "--now", now, *map(str, arguments)]


class Answers:
    """What a filter wrote."""

    def __init__(self, out):
        self.out = out
        self.lines = out.splitlines(keepends=True)
        self.messages, self.answers, self.begin, self.end = {}, {}, None, None
        for one in self.lines:
            data = json.loads(one)
            match data.get("tidings"):
                case "begin": self.begin = data
                case "end": self.end = data
                case "answer": self.answers[data["recipient"]] = data
                case None: self.messages[data["recipient"]] = one.rstrip(b"\n")

    @property
    def body(self):
        """Everything between the first and the last line."""
        return b"".join(self.lines[1 : -1 if self.end else None])

    @property
    def outcomes(self):
        return {name: answer["outcome"] for name, answer in self.answers.items()}

    @property
    def books(self):
        return {name: [answer["book"]] for name, answer in self.answers.items()}


def ask(stream, *arguments, now=NOW, status=0, pieces=None, env=None):
    """Feeds a stream to a filter, whole or in pieces of random sizes."""
    stream = stream if isinstance(stream, bytes) else b"".join(stream)
    process = subprocess.Popen(
        command(*arguments, now=now), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={"LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", **(env or {})})  # fmt: skip
    if pieces:
        out, errors = in_pieces(process, stream, random.Random(pieces))
    else:
        out, errors = process.communicate(stream, timeout=120)
    assert process.returncode == status, (process.returncode, errors.decode())
    answers = Answers(out)
    answers.errors = errors.decode()
    return answers


def in_pieces(process, stream, chance):
    def feed():
        start = 0
        while start < len(stream):
            end = start + chance.choice((1, 7, 100, 4096, 70_000))
            process.stdin.write(stream[start:end])
            process.stdin.flush()
            start = end
        process.stdin.close()

    thread = threading.Thread(target=feed)
    thread.start()
    out, errors = process.stdout.read(), process.stderr.read()
    thread.join()
    process.wait()
    return out, errors
