"""Each line of the manual's page on ways in works: with the real program where it is installed, else with
a stand-in that answers as the service does."""

import csv
import json
import os
import shlex
import shutil
import subprocess

import pytest

import database_servers
from console_blocks import commands
from harness import BINARY, FIXTURES, ROOT, need, scripted

PAGE = ROOT / "Sources" / "Distribution" / "Manual" / "ways-in.md"
README = ROOT / "README.md"
LINES = list(commands(PAGE))

# What the services answer, by a word of the line that asks.
ANSWERS = {
    "gh": [("notifications", "github/page-1.json github/page-2.json")],
    "glab": [("state=done", "gitlab/todos.json"), ("todos", "gitlab/todos.json")],
    "curl": [
        ("/rest/v1/notifications", "recruiting-compass/notifications.json"),
        ("firestore", "fitness-groups/rest.json"),
        ("listNotifications", "bluesky/notifications.json"),
    ],
    "firebase": [("database:get", "fitness-groups/export.json")],
    "python": [("dumpdata", "django-notifications/dumpdata.json")],
    "gcloud": [("print-access-token", "")],
}


def answer(folder, name, cases, path=None):
    """A program that prints a file for each word that its arguments hold."""
    body = "".join(
        f"  *{shlex.quote(word)}*) cat {' '.join(shlex.quote(str(FIXTURES / file)) for file in files.split()) or '/dev/null'} ;;\n"
        for word, files in cases)
    script = folder / name
    script.write_text(f'#!/bin/sh\ncase "$*" in\n{body}  *) echo "{name}: $*" >&2; exit 9 ;;\nesac\n')
    script.chmod(0o755)


@pytest.fixture
def place(tmp_path):
    """A folder to run lines in, and an environment with stand-ins for what is elsewhere."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, cases in ANSWERS.items():
        answer(programs, name, cases)
    (programs / "tidings").symlink_to(BINARY)
    work = tmp_path / "work"
    work.mkdir()
    names = {name: "x" for name in ("TOKEN", "HOST", "NAME", "PROJECT", "SUPABASE_KEY")}
    environment = {**os.environ, **names, "SUPABASE_URL": "https://x.supabase.example", "PATH": f"{programs}:{os.environ['PATH']}"}
    return work, environment


def run(line, place, **more):
    work, environment = place
    finished = subprocess.run(["bash", "-euo", "pipefail", "-c", line], cwd=work, env={**environment, **more},
                              capture_output=True, timeout=120)  # fmt: skip
    assert finished.returncode in (0, 3), finished.stderr.decode()
    return finished


def counts(line, place, **more):
    """What the line's summary counts."""
    assert "| tidings summary -" in line or line.startswith("tidings summary"), line
    return json.loads(run(f"{line} --format json", place, **more).stdout)


def the(word):
    """The one line of the page that holds a word."""
    [line] = [line for line in LINES if word in line]
    return line


def test_every_line_of_the_page_is_tried():
    tried = ["gh api notifications --paginate", "gh api \"notifications?all", "glab api", "TABLE notifications' app", "row_to_json",
             "tidings summary app.sqlite", "sqlite3 -json", "mysql --batch", "notifications_rows.csv", "DATABASE_URL",
             "SUPABASE_URL", "firestore.googleapis", "database:get", "cursor=", "/api/inbox", "mongoexport", "dumpdata",
             "noticed_events", "draft app.csv", "--profiles app.yaml"]  # fmt: skip
    assert sorted(the(word) for word in tried) == sorted(LINES)


def test_the_page_lists_every_profile(place):
    names = [line.split()[0] for line in run("tidings profiles list", place).stdout.decode().splitlines()]
    listed = PAGE.read_text().split("## GitHub")[0]
    assert [name for name in names if f"`{name}`" not in listed] == []


def test_gh(place):
    line = the("gh api notifications --paginate")
    [shown] = [one for one in README.read_text().splitlines() if one.startswith("gh api")]
    assert "Earlier" in run(f"{shown} --now 2026-02-08T15:05:00Z --format text", place).stdout.decode()
    found = counts(line, place)
    assert [source["profile"] for source in found["sources"]] == ["github"]
    assert (found["counts"]["total"], found["counts"]["duplicates"], found["counts"]["unread"]) == (17, 1, 14)
    run(the('gh api "notifications?all'), place)
    assert json.loads(run("tidings summary github.json --format json", place).stdout)["counts"]["total"] == 17


def test_glab(place):
    found = json.loads(run(the("glab api") + " --format json --now 2026-02-08T15:05:00Z", place).stdout)
    assert found["counts"]["total"] == 13


def test_a_draft(place):
    rows = [f"k{n},u{n % 2},{'due paid'.split()[n % 2]},Invoice {n} of May,2026-02-0{1 + n} 10:00:00+00" for n in range(8)]
    (place[0] / "app.csv").write_text("\n".join(["ref,member_id,kind,headline,inserted_at", *rows]) + "\n")
    run(the("draft app.csv"), place)
    found = counts(the("--profiles app.yaml"), place)
    assert (found["counts"]["total"], found["sources"][0]["profile"], found["sources"][0]["rejected"]) == (8, "app", 0)


@pytest.fixture(scope="module")
def postgresql():
    with database_servers.postgresql() as environment:
        yield environment


def psql(environment, script):
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "app"], input=script.encode(), check=True,
                   env={**os.environ, **environment}, timeout=60)  # fmt: skip


def laravel():
    script = (FIXTURES / "laravel" / "notifications.sql").read_text()
    return script.replace("bigint unsigned", "bigint")


def noticed():
    script = (FIXTURES / "noticed" / "v2.sql").read_text()
    return script.replace("datetime(6)", "timestamp(6)").replace("json", "jsonb")


def sqlite_summary(place, script):
    """The same rows as a SQLite file: what every other way has to agree with."""
    scripted(place[0] / "same.sqlite", script)
    return json.loads(run("tidings summary same.sqlite --format json --now 2026-02-08T15:05:00Z", place).stdout)


def agree(found, wanted):
    for key in ("counts", "byDay", "recipients", "rejected"):
        assert found[key] == wanted[key], key
    assert [source["profile"] for source in found["sources"]] == [source["profile"] for source in wanted["sources"]]


@pytest.mark.parametrize("word", ["TABLE notifications' app", "row_to_json", "DATABASE_URL"])
def test_psql(place, postgresql, word):
    psql(postgresql, "DROP TABLE IF EXISTS notifications;" + laravel())
    found = counts(the(word) + " --now 2026-02-08T15:05:00Z", place, **postgresql, DATABASE_URL="postgresql:///app")
    agree(found, sqlite_summary(place, (FIXTURES / "laravel/notifications.sql").read_text()))


def test_psql_joins_the_events_of_noticed(place, postgresql):
    psql(postgresql, "DROP TABLE IF EXISTS noticed_events, noticed_notifications;" + noticed())
    found = counts(the("noticed_events") + " --now 2026-02-08T15:05:00Z", place, **postgresql)
    assert found["sources"][0]["profile"] == "noticed"
    assert found["counts"]["total"] == 12 and not found["rejected"]


def test_mysql(place):
    with database_servers.mariadb() as options:
        programs = place[0].parent / "bin"
        client = shutil.which("mariadb")
        (programs / "mysql").write_text(f"#!/bin/sh\nexec {client} {shlex.join(options)} \"$@\"\n")
        (programs / "mysql").chmod(0o755)
        script = (FIXTURES / "laravel" / "notifications.sql").read_text().replace("\\", "\\\\")
        subprocess.run([str(programs / "mysql"), "app"], input=script.encode(), check=True, timeout=60)
        found = counts(the("mysql --batch") + " --now 2026-02-08T15:05:00Z", place)
    agree(found, sqlite_summary(place, (FIXTURES / "laravel/notifications.sql").read_text()))


def test_sqlite(place):
    need("sqlite3")
    work, _ = place
    wanted = sqlite_summary(place, (FIXTURES / "laravel/notifications.sql").read_text())
    (work / "same.sqlite").rename(work / "app.sqlite")
    found = counts(the("tidings summary app.sqlite") + " --now 2026-02-08T15:05:00Z", place)
    agree(found, wanted)
    agree(counts(the("sqlite3 -json") + " --now 2026-02-08T15:05:00Z", place), wanted)


def test_supabase(place):
    wanted = json.loads((FIXTURES / "recruiting-compass/notifications.json").read_text())
    found = counts(the("SUPABASE_URL"), place)
    assert found["sources"][0]["profile"] == "recruiting-compass"
    assert found["sources"][0]["records"] == len(wanted)


def test_the_csv_that_the_table_editor_of_supabase_writes(place):
    rows = json.loads((FIXTURES / "recruiting-compass/notifications.json").read_text())
    with open(place[0] / "notifications_rows.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    found = counts(the("notifications_rows.csv"), place)
    assert found["sources"][0]["profile"] == "recruiting-compass" and found["sources"][0]["records"] == len(rows)


def test_firebase(place):
    assert counts(the("firestore.googleapis"), place)["sources"][0]["profile"] == "fitness-groups"
    assert counts(the("database:get"), place)["sources"][0]["profile"] == "fitness-groups"


def test_pages_by_a_cursor(place):
    need("jq")
    pages = FIXTURES / "bluesky" / "notifications.json"
    page = json.loads(pages.read_text())
    half = len(page["notifications"]) // 2
    work, _ = place
    first, last = dict(page, notifications=page["notifications"][:half]), dict(page, notifications=page["notifications"][half:])
    del last["cursor"]
    (work / "1").write_text(json.dumps(first))
    (work / "2").write_text(json.dumps(last))
    curl = work.parent / "bin" / "curl"
    curl.write_text(f'#!/bin/sh\ncase "$*" in *cursor=20*) cat {work}/2 ;; *) cat {work}/1 ;; esac\n')
    run(the("cursor="), place)
    found = json.loads(run("tidings summary bluesky.json --format json", place).stdout)
    assert found["sources"][0]["profile"] == "bluesky"
    assert found["counts"]["total"] == len(page["notifications"])


def test_a_reply_that_jq_rewrites(place):
    need("jq")
    work, _ = place
    messages = [{"id": n, "subject": f"s{n}", "text": "t", "date": "2026-02-08T10:00:00Z", "seen": n % 2 == 0} for n in range(6)]
    (work / "reply").write_text(json.dumps({"inbox": {"messages": messages}}))
    (work.parent / "bin" / "curl").write_text(f"#!/bin/sh\ncat {work}/reply\n")
    found = counts(the("/api/inbox"), place)
    assert found["sources"][0]["profile"] == "generic"
    assert (found["counts"]["total"], found["counts"]["unread"]) == (6, 3)


def test_mongoexport(place):
    """Extended JSON, as the program writes it; the program itself is no Debian package."""
    work, _ = place
    documents = [{"_id": {"$oid": f"65c4{n:020x}"}, "userId": {"$oid": f"65c3{n % 2:020x}"}, "type": "reminder", "title": f"t{n}",
                  "message": "m", "isRead": n % 3 == 0, "createdAt": {"$date": f"2026-02-0{n + 1}T10:00:00.000Z"}}
                 for n in range(6)]  # fmt: skip
    (work / "answer").write_text("".join(json.dumps(document) + "\n" for document in documents))
    program = work.parent / "bin" / "mongoexport"
    program.write_text(f"#!/bin/sh\ncat {work}/answer\n")
    program.chmod(0o755)
    found = counts(the("mongoexport"), place)
    assert found["sources"][0]["profile"] == "generic"
    assert (found["counts"]["total"], found["counts"]["unread"], found["counts"]["recipients"]) == (6, 4, 2)


def test_django(place):
    found = counts(the("dumpdata") + " --now 2026-02-08T15:05:00Z", place)
    assert found["sources"][0]["profile"] == "django-notifications"
    assert found["sources"][0]["records"] == 13
