"""Marks: beside exports that never change, on every command, in files that two may write at once."""

import concurrent.futures
import json
import os
import pty
import re
import sqlite3
import stat
import subprocess

import pytest
from harness import BINARY, NOW, ROOT, record

SAMPLE = ROOT / "Tests/Fixtures/sample/notifications.json"


@pytest.fixture
def export(tmp_path):
    """28 notifications for seven recipients; every fifth is read."""
    path = tmp_path / "export.jsonl"
    path.write_text("".join(json.dumps(record(number)) + "\n" for number in range(28)))
    return path


@pytest.fixture
def state(tidings, tmp_path, export):
    """Marks in one file: state("mark-read", "--id", …)."""
    path = tmp_path / "marks.json"

    def state(command, *options, status=0, exports=(export,)):
        run = tidings("state", command, *exports, "--state", path, "--now", NOW, *options)
        assert run.status == status, run.errors
        return run

    state.path = path
    return state


def counts(tidings, *arguments):
    run = tidings("summary", *arguments, "--now", NOW, "--format", "json")
    assert run.status == 0, run.errors
    counts = run.json["counts"]
    return counts["total"], counts["unread"], counts["deleted"]


def test_a_mark_changes_every_command_and_never_the_export(tidings, state, export, tmp_path):
    before = export.read_bytes()
    assert counts(tidings, export) == (28, 22, 0)
    assert state("mark-read", "--id", "n-00001", "--id", "n-00002").text == "2 notifications marked as read\n"
    assert state("delete", "--id", "n-00003").text == "1 notification deleted\n"
    assert counts(tidings, export, "--state", state.path) == (28, 19, 1)
    digest = tidings("digest", export, "--now", NOW, "--recipient", "user-3", "--state", state.path, "--format", "json").json
    assert "n-00003" not in json.dumps(digest) and digest["counts"]["total"] == 2
    page = tidings("inbox", export, "--now", NOW, "--recipient", "user-1", "--state", state.path).text
    assert re.search(r'class="c t\d r p\d" data-i="n-00001"', page)
    assert tidings("check", export, "--state", state.path).status == 0
    assert export.read_bytes() == before


def test_what_a_state_file_says_is_read_is_not_mailed(tidings, state, export, tmp_path):
    people = tmp_path / "people.json"
    people.write_text('[{"id": "user-1", "email": "ana@example.org"}]')

    def mailed():
        run = tidings("mail", export, "--from", "a@example.org", "--now", NOW, "--first-days", 30, "--state", state.path,
                      "--recipients", people, "--preview", "user-1", "--as", "jsonl")
        return run.json["text"] if run.out else ""

    state("mark-read", "--id", "n-00001")
    text = mailed()
    assert "Title 8" in text and not re.search(r"Title 1\b", text)
    state("mark-all-read", "--recipient", "user-1")
    assert mailed() == ""


def test_pages_follow_the_marks(tidings, state, export, tmp_path):
    out = tmp_path / "pages"
    tidings("inbox", export, "--now", NOW, "-o", out, "--plain-names")
    state("delete", "--id", "n-00003")
    run = tidings("inbox", export, "--now", NOW, "-o", out, "--plain-names", "--state", state.path)
    assert run.text == "1 page written, 6 unchanged\n"
    assert "Title 3<" not in (out / "user-3.html").read_text()


def test_marking_twice_changes_nothing(state):
    state("mark-read", "--id", "n-00001")
    first = state.path.read_bytes()
    assert state("mark-read", "--id", "n-00001").text == "0 notifications marked as read\n"
    assert state("mark-read", "--id", "n-00000").text == "0 notifications marked as read\n"  # read in the export
    state("delete", "--id", "n-00001")
    assert state("delete", "--id", "n-00001").text == "0 notifications deleted\n"
    assert first != state.path.read_bytes() and stat.S_IMODE(state.path.stat().st_mode) == 0o600


def test_bulk_marks_need_a_recipient_or_all(tidings, state):
    for command in ("mark-all-read", "clear-read", "clear-all"):
        state(command, status=64)
        state(command, "--all", "--recipient", "user-1", status=64)
    assert not state.path.exists()


def test_bulk_marks_are_of_what_the_reader_is_shown(tidings, state, export):
    assert state("mark-all-read", "--recipient", "user-1").text == "3 notifications marked as read\n"
    assert state("clear-read", "--recipient", "user-1").text == "4 notifications deleted\n"
    assert counts(tidings, export, "--state", state.path, "--recipient", "user-1") == (4, 0, 4)
    assert state("clear-read", "--all").text == "5 notifications deleted\n"
    assert state("mark-all-read", "--all", "--type", "offer").text == "5 notifications marked as read\n"
    assert state("clear-all", "--all").text == "19 notifications deleted\n"
    assert counts(tidings, export, "--state", state.path) == (28, 0, 28)


def test_what_is_scheduled_for_later_stays_unread(tidings, state, tmp_path):
    export = tmp_path / "later.jsonl"
    export.write_text(json.dumps(record(1, scheduled_for="2026-02-09T00:00:00Z")))
    assert state("mark-all-read", "--all", exports=(export,)).text == "0 notifications marked as read\n"
    assert counts(tidings, export, "--state", state.path) == (1, 0, 0)
    when_due = tidings("summary", export, "--state", state.path, "--now", "2026-02-09T00:00:00Z", "--format", "json")
    assert when_due.json["counts"]["unread"] == 1


def test_an_unknown_id_marks_nothing(state):
    run = state("mark-read", "--id", "n-00001", "--id", "n-99999", status=64)
    assert "`n-99999`" in run.errors and "nothing was marked" in run.errors and not state.path.exists()


def test_an_id_of_several_recipients_needs_one(tidings, state, tmp_path):
    export = tmp_path / "same.jsonl"
    export.write_text("\n".join(json.dumps(record(1, user_id=who)) for who in "ab"))
    assert "--recipient" in state("delete", "--id", "n-00001", exports=(export,), status=64).errors
    state("delete", "--id", "n-00001", "--recipient", "a", exports=(export,))
    assert counts(tidings, export, "--state", state.path) == (2, 1, 1)


def test_the_latest_of_several_files_counts_and_they_can_be_joined(tidings, state, export, tmp_path):
    mark = {"profile": "recruiting-compass", "recipient": "user-1", "id": "n-00001", "mark": "read"}
    (tmp_path / "a.json").write_text(json.dumps({"schema": "tidings.state/1", "marks": [{**mark, "time": "2026-02-08T10:00:00Z"}]}))
    (tmp_path / "b.json").write_text(json.dumps({"schema": "tidings.state/1", "marks": [{**mark, "time": "2026-02-08T12:00:00Z"}]}))
    for order in ("ab", "ba"):
        joined = tidings("state", "show", *[tmp_path / f"{name}.json" for name in order], "--format", "json").json
        assert joined["marks"] == [{**mark, "time": "2026-02-08T12:00:00Z"}]
    assert counts(tidings, export, "--state", tmp_path / "a.json", "--state", tmp_path / "b.json") == (28, 21, 0)
    text = tidings("state", "show", tmp_path / "a.json").text
    assert text == "read     2026-02-08T10:00:00Z  recruiting-compass  user-1  n-00001\n1 mark\n"


def test_two_at_once_lose_nothing(tidings, state, export):
    ids = [f"n-{number:05d}" for number in range(28) if number % 5]

    def mark(one):
        return tidings("state", "mark-read", export, "--state", state.path, "--now", NOW, "--id", one).text

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(mark, ids)) == {"1 notification marked as read\n"}
    assert counts(tidings, export, "--state", state.path)[1] == 0
    assert [path.name for path in state.path.parent.iterdir() if "tmp" in path.name] == []


def test_a_bad_mark_is_reported_and_never_lost(tidings, state, export):
    state("mark-read", "--id", "n-00001")
    damaged = state.path.read_text().replace("}\n]", '},\n{"profile":"x","mark":"eaten"}\n]')
    state.path.write_text(damaged)
    run = tidings("summary", export, "--state", state.path, "--now", NOW, "--format", "json")
    assert run.status == 3 and "marks.json, line 3" in run.errors and run.json["counts"]["unread"] == 21
    assert tidings("summary", export, "--state", state.path, "--strict").status == 65
    assert "line 3" in state("mark-read", "--id", "n-00002", status=65).errors
    assert state.path.read_text() == damaged


@pytest.mark.parametrize("content, status", [
    ('{"schema":"tidings.state/2","marks":[]}', 65), ("[[[", 65), ("", 65), (" \n", 65), ("[]", 65), ("{}", 65),
    ('{"marks":[]}', 65), ('{"schema":"tidings.state/1","marks":[]}', 0),
])
def test_a_file_that_is_no_state_is_an_error(tidings, export, tmp_path, content, status):
    (tmp_path / "s.json").write_text(content)
    assert tidings("summary", export, "--state", tmp_path / "s.json").status == status
    assert tidings("summary", export, "--state", tmp_path / "none.json").status == 66


def database(path, records):
    """The app's own table, with a row that came after the export."""
    connection = sqlite3.connect(path)
    columns = list(records[0])
    connection.execute(f"CREATE TABLE notifications ({', '.join(columns)})")
    later = record(999, user_id="user-1", read_at="2026-02-08T15:00:00Z")
    for one in [*records, later]:
        connection.execute(f"INSERT INTO notifications VALUES ({', '.join('?' * len(columns))})", list(one.values()))
    connection.commit()
    return connection


def test_the_statements_do_to_the_database_what_the_marks_say(tidings, state, export, tmp_path):
    records = [record(number) for number in range(28)]
    records[8]["id"] = "it's; DROP TABLE notifications--"
    export.write_text("".join(json.dumps(one) + "\n" for one in records))
    connection = database(tmp_path / "app.db", records)
    state("delete", "--id", records[8]["id"])
    state("mark-all-read", "--recipient", "user-1")
    state("clear-read", "--recipient", "user-2")
    sql = tidings("state", "sql", export, "--state", state.path, "--now", NOW)
    assert sql.status == 0, sql.errors
    connection.executescript(sql.text)
    connection.commit()
    rows = dict(connection.execute("SELECT id, read_at FROM notifications").fetchall())
    unread = {one["id"] for one in records if one["user_id"] == "user-1" and one["read_at"] is None}
    assert {rows[one] for one in unread - {records[8]["id"]}} == {NOW}
    assert records[8]["id"] not in rows and "n-00999" in rows
    gone = {one["id"] for one in records if one["user_id"] == "user-2" and one["read_at"]} | {records[8]["id"]}
    assert {one["id"] for one in records} - set(rows) == gone
    # An export made now agrees: the statements are then nothing.
    fresh = tmp_path / "fresh.jsonl"
    cursor = connection.execute("SELECT * FROM notifications")
    names = [column[0] for column in cursor.description]
    fresh.write_text("".join(json.dumps(dict(zip(names, row))) + "\n" for row in cursor))
    assert tidings("state", "sql", fresh, "--state", state.path, "--now", NOW).text == ""


def test_statements_name_at_most_500_ids_and_never_a_bare_predicate(tidings, state, tmp_path):
    export = tmp_path / "many.jsonl"
    export.write_text("".join(json.dumps(record(number)) + "\n" for number in range(1300)))
    state("clear-all", "--all", exports=(export,))
    lines = tidings("state", "sql", export, "--state", state.path, "--now", NOW).text.splitlines()
    assert [line.count("'n-") for line in lines] == [500, 500, 300]
    assert all(line.startswith("DELETE FROM notifications WHERE id IN (") for line in lines)


def test_expired_rows_can_be_deleted(tidings, tmp_path):
    records = [
        {"id": f"n{day}", "userId": "u", "groupId": "g", "type": "milestone", "message": "m", "isRead": False,
         "createdAt": f"2026-02-{day:02d}T15:05:00Z"} for day in (1, 2, 7)
    ]
    (tmp_path / "e.json").write_text(json.dumps(records))
    run = tidings("state", "sql", tmp_path / "e.json", "--expired", "--table", "notifications", "--now", NOW)
    assert run.status == 0, run.errors
    assert run.text == "DELETE FROM notifications WHERE id IN ('n1');\n"
    assert tidings("state", "sql", tmp_path / "e.json").status == 64


def test_an_id_that_several_recipients_have_is_in_no_statement(tidings, state, tmp_path):
    export = tmp_path / "same.jsonl"
    export.write_text("\n".join(json.dumps(record(number, user_id=who)) for number, who in ((1, "a"), (1, "b"), (2, "a"))))
    state("clear-all", "--recipient", "a", exports=(export,))
    run = tidings("state", "sql", export, "--state", state.path, "--recipient", "a", "--now", NOW)
    assert run.status == 3 and "n-00001" in run.errors
    assert run.text == "DELETE FROM notifications WHERE id IN ('n-00002');\n"


def test_requests_are_those_of_the_profile(tidings, state, export):
    state("mark-read", "--id", "n-00001")
    state("delete", "--id", "n-00002")
    run = tidings("state", "requests", export, "--state", state.path, "--base-url", "https://api.example.org/", "--now", NOW)
    assert [json.loads(line) for line in run.text.splitlines()] == [
        {"method": "PATCH", "url": "https://api.example.org/rest/v1/notifications?id=eq.n-00001", "profile": "recruiting-compass",
         "recipient": "user-1", "ids": ["n-00001"], "body": {"read_at": NOW, "updated_at": NOW}},
        {"method": "DELETE", "url": "https://api.example.org/rest/v1/notifications?id=eq.n-00002", "profile": "recruiting-compass",
         "recipient": "user-2", "ids": ["n-00002"]},
    ]


def test_a_mark_without_request_is_said(tidings, tmp_path):
    rooms = ROOT / "Tests/Fixtures/rooms/page-2.json"
    path = tmp_path / "marks.json"
    tidings("state", "clear-all", rooms, "--all", "--state", path, "--now", "2026-03-01T00:00:00Z")
    run = tidings("state", "requests", rooms, "--state", path, "--now", "2026-03-01T00:00:00Z")
    assert run.status == 3 and "rooms has no request" in run.errors and run.out == b""


# CSI as one C1 character, a bidi override, a line separator: what a terminal obeys and a reader never sees.
STEERING = "\u009b2J\u202e\u2028\u2066"


def on_a_terminal(*arguments):
    """The status of a command whose standard output is a terminal, what it wrote there, and its errors."""
    control, terminal = pty.openpty()
    process = subprocess.Popen([BINARY, *map(str, arguments)], stdout=terminal, stderr=subprocess.PIPE)
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(control, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(control)
    errors = process.communicate()[1].decode()
    return process.returncode, shown, errors


def test_json_of_marks_holds_nothing_that_steers_a_terminal(tidings, state, tmp_path):
    steering = f"n-1{STEERING}\x7f\x1b"
    export = tmp_path / "steering.jsonl"
    export.write_text(json.dumps(record(1, id=steering)) + "\n")
    state("mark-all-read", "--all", exports=(export,))
    shown = tidings("state", "show", state.path, "--format", "json")
    requests = tidings("state", "requests", export, "--state", state.path, "--base-url", "https://a.example", "--now", NOW)
    assert requests.status == 0 and json.loads(requests.text)["ids"] == [steering]
    assert [mark["id"] for mark in shown.json["marks"]] == [steering]
    for written in (shown.out, requests.out, state.path.read_bytes()):
        assert all(0x20 <= byte < 0x7F or byte == 0x0A for byte in written), written
    # What is read again is the same mark.
    assert counts(tidings, export, "--state", state.path)[:2] == (1, 0)


@pytest.mark.parametrize("steering", ["\x1b[2J", "\x7f", STEERING, "\n", "\r"])
def test_statements_that_would_steer_a_terminal_are_not_shown_there(tidings, state, tmp_path, steering):
    rows = [record(1, id="n-1" + steering), record(2)]
    export = tmp_path / "steering.jsonl"
    export.write_text("".join(json.dumps(row) + "\n" for row in rows))
    state("clear-all", "--all", exports=(export,))
    command = ("state", "sql", export, "--state", state.path, "--now", NOW)
    status, shown, errors = on_a_terminal(*command)
    assert status == 64 and shown == b"" and "control characters" in errors and ">" in errors
    assert all(0x20 <= byte < 0x7F or byte == 0x0A for byte in errors.encode())
    redirected = tidings(*command)
    assert redirected.status == 0 and ("n-1" + steering).encode() in redirected.out
    connection = database(tmp_path / "app.db", rows)
    connection.executescript(redirected.out.decode())
    assert connection.execute("SELECT id FROM notifications WHERE id LIKE 'n-1%' OR id = 'n-00002'").fetchall() == []


def test_statements_of_plain_ids_are_shown_on_a_terminal(state, export):
    state("clear-all", "--recipient", "user-1")
    status, shown, errors = on_a_terminal("state", "sql", export, "--state", state.path, "--now", NOW)
    assert status == 0 and shown.startswith(b"DELETE FROM notifications") and errors == ""
