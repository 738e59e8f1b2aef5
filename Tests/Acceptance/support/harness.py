"""What every acceptance test uses: the built program, run as a user would run it."""

import contextlib
import csv
import email
import email.policy
import io
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANUAL = ROOT / "Sources/Distribution/Manual"
FIXTURES = ROOT / "Tests/Fixtures"
SAMPLE = FIXTURES / "sample"
NOTIFICATIONS = SAMPLE / "notifications.json"
BINARY = pathlib.Path(os.environ.get("TIDINGS", ROOT / ".build" / "release" / "tidings"))
# What runs in the background, or after nohup, ignores these, and so would all that it starts.
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
# The languages that have a catalogue.
LANGUAGES = sorted(file.stem for file in (ROOT / "Templates" / "catalogues").glob("*.yaml"))
SHARED = pathlib.Path(os.environ.get("TIDINGS_SHARED", ROOT.parent / "shared"))
# Whether judges see everything; what takes minutes is only there.
ALL = os.environ.get("TIDINGS_JUDGES") == "all"
LONG = pytest.mark.skipif(not ALL, reason="skipped: Tests/run judges has these")


class Run:
    """A finished run: its status, what it wrote, and its output as JSON."""

    def __init__(self, finished):
        self.status = finished.returncode
        self.out = finished.stdout
        self.text = finished.stdout.decode("utf-8", "replace")
        self.errors = finished.stderr.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def digests(self):
        """The digests of one recipient or of several, which stand behind each other."""
        decoder, text, position, found = json.JSONDecoder(), self.text.rstrip(), 0, []
        while position < len(text):
            digest, position = decoder.raw_decode(text, position)
            position += 1
            found.append(digest)
        return found

    @property
    def items(self):
        return [item for digest in self.digests for part in digest["sections"] for item in part["items"]]


def run(*arguments, stdin=b"", cwd=None, env=None, timeout=120):
    """Runs tidings; no clock, zone or color of this machine reaches it."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
    environment.update(env or {})
    return Run(
        subprocess.run(
            [str(BINARY), *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=cwd,
            env=environment,
            timeout=timeout))


def need(program):
    """Skips a test whose program is not there."""
    if shutil.which(program) is None:
        pytest.skip(f"skipped: {program} is not installed")


def need_namespaces():
    """Skips a test that mounts what nobody else may see."""
    if subprocess.run(["unshare", "-Urm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("skipped: no user namespaces")


def memory_folder(prefix):
    """A folder for as long as it is used, in memory where that is possible."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return tempfile.TemporaryDirectory(prefix=prefix, dir=place)


def parsed(mail):
    return email.message_from_bytes(mail, policy=email.policy.default)


def messages(folder):
    """The mails of a maildir that nobody took yet."""
    return [parsed(path.read_bytes()) for path in sorted((folder / "new").iterdir())]


def outcomes(run):
    """The rows of the overview: name, bar, number of recipients."""
    rows = re.findall(r"^  ([a-z ]+?)  [^\w\n]* ?([\d,]+)$", run.text, re.MULTILINE)
    return {name: int(number.replace(",", "")) for name, number in rows}


def database(path, **tables):
    """A SQLite database with these rows; objects and lists in them are JSON."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for name, rows in tables.items():
            columns = list(dict.fromkeys(column for row in rows for column in row))
            connection.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
            connection.executemany(
                f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})",
                ([json.dumps(v) if isinstance(v, (dict, list)) else v for v in map(row.get, columns)] for row in rows))
    return path


def scripted(path, *statements):
    """A SQLite database that these statements make."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(";".join(statements))
    return path


def schema_faults(document, name, folder=ROOT / "Templates/schemas"):
    """Where a document breaks a schema."""
    kind = pytest.importorskip("jsonschema", reason="skipped: no jsonschema; see requirements.txt").Draft202012Validator
    schema = json.loads((folder / f"{name}.schema.json").read_text())
    kind.check_schema(schema)
    faults = kind(schema, format_checker=kind.FORMAT_CHECKER).iter_errors(document)
    return [f"{fault.json_path}: {fault.message}" for fault in faults]


def csv_of(rows):
    """A table of these rows, with the columns of the first."""
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def write_lines(path, records):
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    return path


NOW = "2026-02-08T15:05:00Z"


def record(number, **fields):
    """A recruiting-compass record as PostgREST gives it."""
    base = {
        "id": f"n-{number:05d}",
        "user_id": f"user-{number % 7}",
        "type": ["follow_up_reminder", "deadline_alert", "offer", "event"][number % 4],
        "title": f"Title {number}",
        "message": f"Message {number}\n• with a bullet",
        "priority": ["low", "normal", "high"][number % 3],
        "read_at": None if number % 5 else "2026-02-07T10:00:00+00:00",
        "scheduled_for": f"2026-02-{1 + number % 8:02d}T{number % 14:02d}:{number % 60:02d}:{number * 7 % 60:02d}.{number % 1000000:06d}+00:00",
        "sent_at": None,
        "email_sent": False,
        "email_sent_at": None,
        "action_url": f"/schools/{number}",
        "related_entity_type": None,
        "related_entity_id": None,
        "related_school_id": None,
        "related_coach_id": None,
        "related_offer_id": None,
        "related_event_id": None,
        "created_at": "2026-02-01T00:00:00+00:00",
        "updated_at": "2026-02-01T00:00:00+00:00",
    }
    base.update(fields)
    return base
