"""`tidings state sql` and `requests`: what marks do to the app's own table, and what a terminal shows of them."""

import json
import sqlite3
import subprocess

import pytest

from harness import NOW, ROOT, database, record
from marks import counts, export, state  # noqa: F401  (fixtures)
from terminals import on_terminal, seen_on


def app(path, records):
    """The app's own table, with a row that came after the export."""
    later = record(999, user_id="user-1", read_at="2026-02-08T15:00:00Z")
    return sqlite3.connect(database(path, notifications=[*records, later]))


def test_the_statements_do_to_the_database_what_the_marks_say(tidings, state, export, tmp_path):
    records = [record(number) for number in range(28)]
    records[8]["id"] = "it's; DROP TABLE notifications--"
    export.write_text("".join(json.dumps(one) + "\n" for one in records))
    connection = app(tmp_path / "app.db", records)
    state("mark", "--as", "deleted", "--id", records[8]["id"])
    state("mark", "--as", "read", "--recipient", "user-1")
    state("mark", "--as", "deleted", "--read", "--recipient", "user-2")
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
    state("mark", "--as", "deleted", "--all", exports=(export,))
    lines = tidings("state", "sql", export, "--state", state.path, "--now", NOW).text.splitlines()[1:]
    assert [line.count("'n-") for line in lines] == [500, 500, 300]
    assert all(line.startswith("DELETE FROM notifications WHERE id IN (") for line in lines)


def test_expired_rows_can_be_deleted(tidings, tmp_path):
    records = [
        {"id": f"n{day}", "userId": "u", "groupId": "g", "type": "milestone", "message": "m", "isRead": False,
         "createdAt": f"2026-02-{day:02d}T15:05:00Z"} for day in (1, 2, 7)
    ]
    (tmp_path / "e.json").write_text(json.dumps(records))
    run = tidings("state", "sql", tmp_path / "e.json", "--expired", "--now", NOW)
    assert run.status == 0, run.errors
    assert run.text.splitlines()[1:] == ["DELETE FROM notifications WHERE id IN ('n1');"]
    assert tidings("state", "sql", tmp_path / "e.json").status == 64


def test_an_id_that_several_recipients_have_is_in_no_statement(tidings, state, tmp_path):
    export = tmp_path / "same.jsonl"
    export.write_text("\n".join(json.dumps(record(number, user_id=who)) for number, who in ((1, "a"), (1, "b"), (2, "a"))))
    state("mark", "--as", "deleted", "--recipient", "a", exports=(export,))
    run = tidings("state", "sql", export, "--state", state.path, "--recipient", "a", "--now", NOW)
    assert run.status == 3 and "n-00001" in run.errors
    assert run.text.splitlines()[1:] == ["DELETE FROM notifications WHERE id IN ('n-00002');"]


@pytest.mark.parametrize("kind", ["deleted", "read"])
def test_no_statement_has_a_backslash_with_which_some_databases_escape_quotes(tidings, state, tmp_path, kind):
    # Where \\' is a quote in a text, these two ids are one text and `OR 1=1`.
    export = tmp_path / "escapes.jsonl"
    export.write_text("".join(json.dumps(record(1, id=id)) + "\n" for id in ["!\\", ") OR 1=1 -- ", "!\\\\", "n-1"]))
    state("mark", "--as", kind, "--all", exports=(export,))
    run = tidings("state", "sql", export, "--state", state.path, "--now", NOW)
    assert run.status == 3 and "\\" not in run.text and run.text.endswith("id IN (') OR 1=1 -- ', 'n-1');\n")
    assert "2 ids are in no statement" in run.errors and "backslash" in run.errors


def test_requests_are_those_of_the_profile(tidings, state, export):
    state("mark", "--as", "read", "--id", "n-00001")
    state("mark", "--as", "deleted", "--id", "n-00002")
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
    tidings("state", "mark", "--as", "deleted", rooms, "--all", "--state", path, "--now", "2026-03-01T00:00:00Z")
    run = tidings("state", "requests", rooms, "--state", path, "--now", "2026-03-01T00:00:00Z")
    assert run.status == 3 and "the profile rooms has none for deleted" in run.errors and run.out == b""


@pytest.mark.parametrize("command", ["sql", "requests"])
def test_marks_of_nothing_in_the_exports_are_said(tidings, state, export, tmp_path, command):
    state("mark", "--as", "deleted", "--recipient", "user-1")
    other = tmp_path / "other.jsonl"
    other.write_text("".join(json.dumps(record(number)) + "\n" for number in (1, 2)))
    run = tidings("state", command, other, "--state", state.path, "--now", NOW)
    assert run.status == 0 and "3 marks are for no notification in these exports" in run.errors
    assert "(profile recruiting-compass)" in run.errors
    alone = tidings("state", command, other, "--state", state.path, "--recipient", "user-2", "--now", NOW)
    assert "marks are for" not in alone.errors
    assert "for no notification" not in tidings("state", command, export, "--state", state.path, "--now", NOW).errors


READERS = [
    ("summary",), ("digest", "--format", "json"), ("mail", "--from", "a@example.org", "-o", "outbox", "--max-ahead", "9d"),
    ("inbox", "-o", "pages"), ("feed", "-o", "feeds"), ("check",),
]  # fmt: skip


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_marks_of_which_none_fits_are_said_by_every_command(tidings, state, export, tmp_path, command):
    def run(path, *options):
        return tidings(command[0], path, *command[1:], "--state", state.path, "--now", NOW, *options, cwd=tmp_path)

    state("mark", "--as", "deleted", "--recipient", "user-1")
    other, some = tmp_path / "other.jsonl", tmp_path / "some.jsonl"
    other.write_text("".join(json.dumps(record(number)) + "\n" for number in (2, 3)))
    some.write_text("".join(json.dumps(record(number)) + "\n" for number in (1, 2)))
    said = run(other)
    assert said.status == (3 if command == ("check",) else 0), said.errors
    text = said.text + said.errors if command == ("check",) else said.errors
    assert text.count(" are for no notification in these exports (profile recruiting-compass)") == 1, text
    # The app has deleted the others meanwhile.
    fitting = run(some, *(["--force"] if "outbox" in command else []))
    assert fitting.status == 0 and "for no notification" not in fitting.text + fitting.errors
    if command[0] == "mail":
        assert "for no notification" not in run(other, "--quiet", "--force").errors


def test_a_request_that_no_id_can_be_in_is_said_with_the_id(tidings, state, tmp_path):
    export = tmp_path / "dots.jsonl"
    export.write_text(json.dumps(record(1, id="..")) + "\n")
    state("mark", "--as", "deleted", "--all", exports=(export,))
    run = tidings("state", "requests", export, "--state", state.path, "--now", NOW)
    assert run.status == 3 and run.out == b"" and "an address with it would lead elsewhere: .." in run.errors


# CSI as one C1 character, a bidi override, a line separator: what a terminal obeys and a reader never sees.
STEERING = "\u009b2J\u202e\u2028\u2066"


def on_a_terminal(*arguments):
    """The status of a command whose standard output is a terminal, what it wrote there, and its errors."""
    process, ours = on_terminal(*arguments, streams=["stdout"], stderr=subprocess.PIPE)
    shown = seen_on(ours)
    errors = process.communicate()[1].decode()
    return process.returncode, shown, errors


def test_json_of_marks_holds_nothing_that_steers_a_terminal(tidings, state, tmp_path):
    steering = f"n-1{STEERING}\x7f\x1b"
    export = tmp_path / "steering.jsonl"
    export.write_text(json.dumps(record(1, id=steering)) + "\n")
    state("mark", "--as", "read", "--all", exports=(export,))
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
    state("mark", "--as", "deleted", "--all", exports=(export,))
    command = ("state", "sql", export, "--state", state.path, "--now", NOW)
    status, shown, errors = on_a_terminal(*command)
    assert status == 64 and shown == "" and "control characters" in errors and ">" in errors
    assert all(0x20 <= byte < 0x7F or byte == 0x0A for byte in errors.encode())
    redirected = tidings(*command)
    assert redirected.status == 0 and ("n-1" + steering).encode() in redirected.out
    connection = app(tmp_path / "app.db", rows)
    connection.executescript(redirected.out.decode())
    assert connection.execute("SELECT id FROM notifications WHERE id LIKE 'n-1%' OR id = 'n-00002'").fetchall() == []


def test_statements_of_plain_ids_are_shown_on_a_terminal(state, export):
    state("mark", "--as", "deleted", "--recipient", "user-1")
    status, shown, errors = on_a_terminal("state", "sql", export, "--state", state.path, "--now", NOW)
    assert status == 0 and "\nDELETE FROM notifications" in shown and errors == ""
