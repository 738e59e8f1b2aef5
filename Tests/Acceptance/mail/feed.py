"""Has the built program make the mails of an export, and keeps what the judges must find in them."""

import datetime
import json
import os
import pathlib
import re
import subprocess
import tempfile
from zoneinfo import ZoneInfo

import exports
import samples

FIELDS = (
    "Date From To Subject Message-ID List-Id List-Unsubscribe List-Unsubscribe-Post Auto-Submitted "
    "X-Auto-Response-Suppress Content-Language MIME-Version Content-Type"
).split()
BRAND = "The Recruiting Compass"
SENDER = "digest@mail.example.com"
SECRET = "a secret of more than sixteen bytes"


def flat(text):
    """What becomes of a name on its way into a header; directional formatting must be balanced."""
    return re.sub(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+", " ", text).strip(" ")


class Feed:
    """A folder with an export and its recipients, and the program that makes their mails."""

    def __init__(self, binary, folder, now, options=()):
        self.binary = binary
        self.folder = folder
        self.now = now
        self.brand = BRAND
        self.options = options
        self.files = ["export.jsonl"]

    def run(self, *arguments):
        """A run of `tidings mail` that must end well."""
        moment = datetime.datetime.fromtimestamp(self.now, datetime.UTC)
        command = [
            self.binary, "mail", *self.files, "--recipients", "people.json", "--from", SENDER,
            "--brand", self.brand, "--address", "1 Main Street, Springfield", "--first-days", "9",
            "--base-url", "https://example.org", "--inbox-url", "https://example.org/inbox/{recipient}",
            "--now", moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "--manage-url", "https://example.org/emails/{recipient}?s={signature}",
            "--manage-url", "https://example.org/mute/{recipient}/{type}?s={signature}",
            # It has just struck where they are.
            "--hour", str(moment.astimezone(ZoneInfo("America/New_York")).hour), "--send-empty",
            *([] if "--preview" in arguments else ["--no-sync"]), *self.options, *arguments,
        ]  # fmt: skip
        environment = {"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no", "TIDINGS_UNSUBSCRIBE_SECRET": SECRET}
        finished = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, timeout=900, check=False)
        if finished.returncode not in (0, 3):
            raise AssertionError(f"{' '.join(map(str, command))}: {finished.stderr.decode()}")
        return finished

    def lines(self, out="lines"):
        """The mails as JSON, by recipient."""
        self.run("-o", out, "--as", "jsonl")
        (path,) = (self.folder / out).glob("*.jsonl")
        with path.open(encoding="utf-8", newline="\n") as lines:
            return {one["recipient"]: one for one in map(json.loads, lines)}

    def messages(self, out="eml"):
        """The bytes of the mails, by Message-ID."""
        self.run("-o", out, "--as", "eml")
        found = {}
        for path in (self.folder / out).glob("*.eml"):
            data = path.read_bytes()
            found[re.search(rb"^Message-ID: ([^\r]*)", data, re.MULTILINE)[1].decode()] = data
        return found


def encoded_html(data):
    """How many bytes the HTML part takes on its way."""
    return len(data.rpartition(b"Content-Type: text/html")[2].partition(b"\r\n\r\n")[2])


def expected(name, feed, kind, line, data, total):
    """What a reader must find: from what was put in where that is known, else from the line of JSON."""
    return {
        "file": f"{name}.eml", "from": {"name": flat(feed.brand), "address": SENDER},
        "to": {"name": flat(kind.to), "address": line["to"]}, "subject": line["subject"],
        "messageID": line["messageID"], "secondsSinceEpoch": feed.now, "fields": FIELDS,
        "text": line["text"], "html": line["html"], "total": total, "locale": kind.locale,
        "encodedHTML": encoded_html(data), "smtputf8": not line["to"].isascii(),
    }  # fmt: skip


def make(binary, folder, kinds, now, *, suffix="", brand=BRAND, options=(), files=None):
    """Adds the mails of these kinds, or of those recipients in given files, to a folder."""
    with tempfile.TemporaryDirectory() as name:
        feed = Feed(binary, pathlib.Path(name), now, options)
        feed.brand = brand
        totals = exports.write(kinds, feed.folder)
        if files:
            feed.files, totals = files, dict.fromkeys(totals)
        lines, messages = feed.lines(), feed.messages()
        if not lines.keys() >= totals.keys() or len(messages) != len(lines):
            raise AssertionError(f"{len(totals)} recipients, {len(lines)} lines, {len(messages)} files")
        facts = []
        for kind in kinds:
            line = lines[kind.name]
            data = messages[line["messageID"]]
            called = kind.name + suffix
            (folder / f"{called}.eml").write_bytes(data)
            facts.append(expected(called, feed, kind, line, data, totals[kind.name]))
    _note(folder, facts)


def _note(folder, facts):
    """Adds to expected.json."""
    manifest = folder / "expected.json"
    known = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {"messages": []}
    known |= {"signed": samples.SIGNED}
    known["messages"] += facts
    manifest.write_text(json.dumps(known), "utf-8")


def make_fixtures(binary, folder, fixtures):
    """Adds the mails of the five systems' fixtures."""
    for profile, pattern, recipient, moment in FIXTURES:
        files = sorted((fixtures / profile).glob(pattern))
        now = int(datetime.datetime.fromisoformat(moment).timestamp())
        make(
            binary, folder, [exports.Kind(recipient, [], profile)], now, suffix=f"-{profile}",
            files=files, options=("--stream", "fixtures", "--recipient", recipient, "--first-days", "60"))  # fmt: skip


FIXTURES = (
    ("recruiting-compass", "notifications.json", "6b1f0c2a-4d5e-4f60-8192-000000000065",
     "2026-02-08T15:05:00+00:00"),
    ("foodshare", "history.json", "me", "2026-03-29T10:00:00+00:00"),
    ("lendair", "page-*.json", "user_8f2", "2026-03-29T10:00:00+00:00"),
    ("fitness-groups", "export.json", "anna", "2026-03-29T10:00:00+00:00"),
    ("rooms", "page-*.json", "me", "2025-07-04T18:00:00+00:00"),
)  # fmt: skip


def _rows(folder, name, rows):
    with (folder / name).open("w", encoding="utf-8", newline="\n") as lines:
        for row in rows:
            lines.write(json.dumps(row) + "\n")


def make_headers(binary, folder, now, count):
    """headers.jsonl: so many fields as an mbox holds them, each with the text that was put in."""
    kinds = list(exports.random_headers(now, count // 2))
    with tempfile.TemporaryDirectory() as name:
        feed = Feed(binary, pathlib.Path(name), now)
        exports.write(kinds, feed.folder)
        lines = {one["messageID"]: one for one in feed.lines().values()}
        feed.run("-o", "mbox", "--as", "mbox")
        (path,) = (feed.folder / "mbox").glob("*.mbox")
        mails = path.read_bytes().replace(b"\r\n", b"\n").split(b"\nFrom ")
        _rows(folder, "headers.jsonl", _fields(mails, lines, {one.name: one for one in kinds}))


def _fields(mails, lines, kinds):
    for mail in mails:
        head = mail.partition(b"\n\n")[0].decode("ascii").partition("\n")[2] + "\n"
        fields = {one[1]: one[0] for one in re.finditer(r"^([\w-]+):.*\n(?:[ \t].*\n)*", head, re.MULTILINE)}
        line = lines[re.search(r"<.*>", fields["Message-ID"])[0]]
        kind = kinds[line["recipient"]]
        yield {"field": head, "names": FIELDS, "name": "Subject", "text": line["subject"],
               "title": flat(kind.records[0]["title"])}  # fmt: skip
        yield {"field": head, "names": FIELDS, "name": "To", "text": flat(kind.to), "address": line["to"]}


def make_domains(binary, folder, now, count):
    """domains.jsonl: what became of so many random domains."""
    kinds = list(exports.random_domains(now, count))
    with tempfile.TemporaryDirectory() as name:
        feed = Feed(binary, pathlib.Path(name), now)
        exports.write(kinds, feed.folder)
        lines = feed.lines()
        _rows(folder, "domains.jsonl", (
            {"domain": kind.address.partition("@")[2],
             "aLabel": lines[kind.name]["to"].partition("@")[2] if kind.name in lines else None}
            for kind in kinds
        ))  # fmt: skip
