"""`tidings state sql` and `requests` write what the rows of an export show, not what the standard says."""

import json
import sqlite3

import pytest

from harness import ROOT

NOW = "2026-02-08T22:30:00Z"
# 1770589800 seconds since 1970.


def run_statements(tidings, folder, columns, rows, read, *, profile="", id="id"):
    """Marks all rows as read in a database of such rows; the rows afterwards, and what the command said."""
    folder.joinpath("app.yaml").write_text(
        "name: app\nmatch: {must: [id, body]}\nrecords: {table: [inbox]}\n" + profile
        + f"fields: {{id: {id}, recipient: user, type: kind, title: body, time: made}}\nread: {read}\n")
    path = folder / "app.db"
    database = sqlite3.connect(path)
    database.execute(f"CREATE TABLE inbox (id INTEGER PRIMARY KEY, user TEXT, kind TEXT, body TEXT, {columns})")
    for number, row in enumerate(rows, 1):
        values = [number, "u", "news", f"Body {number}", *row]
        database.execute(f"INSERT INTO inbox VALUES ({', '.join('?' * len(values))})", values)
    database.commit()
    options = ("--profiles", folder / "app.yaml", "--now", NOW)
    marks = ("--state", folder / "marks.json")
    run = tidings("state", "mark", "--as", "read", path, "--all", *marks, *options)
    assert run.status == 0, run.errors
    sql = tidings("state", "sql", path, *marks, *options)
    if sql.status == 0:
        assert sql.text, sql.errors
        database.executescript(sql.text)
        counts = tidings("summary", path, *options, "--format", "json").json["counts"]
        assert counts["unread"] == 0 and counts["total"] == len(rows), sql.text
        assert tidings("state", "sql", path, *marks, *options).text == ""
    return [row[4:] for row in database.execute("SELECT * FROM inbox ORDER BY id")], sql


MADE = "2026-02-01 08:00:00"


@pytest.mark.parametrize("shown", ["both", "unread"])
@pytest.mark.parametrize(
    "declared, read, unread",
    [("TEXT", "Y", "N"), ("TEXT", "yes", "no"), ("TEXT", "Yes", "No"), ("TEXT", "t", "f"), ("TEXT", "true", "false"),
     ("TEXT", "1", "0"), ("INTEGER", 1, 0), ("", "Y", "N")],
)
def test_a_flag_is_written_as_the_rows_have_it(tidings, tmp_path, declared, read, unread, shown):
    rows = [(unread, MADE), (unread, MADE)] + [(read, MADE)] * (shown == "both")
    rows, sql = run_statements(tidings, tmp_path, f"flag {declared}, made TEXT", rows, "flag")
    assert {flag for flag, _ in rows} == {read} and sql.errors == ""


def test_an_inverse_flag_and_empty_ones_are_written_in_words(tidings, tmp_path):
    rows = [("Y", MADE), (None, MADE), ("N", MADE)]
    rows, _ = run_statements(tidings, tmp_path, "fresh TEXT, made TEXT", rows, "{path: fresh, as: inverse}")
    assert [flag for flag, _ in rows] == ["N", "N", "N"]


TIMES = {
    "seconds": ("INTEGER", 1770500000, 1770589800),
    "milliseconds": ("INTEGER", 1770500000123, 1770589800000),
    "microseconds": ("INTEGER", 1770500000123456, 1770589800000000),
    "seconds with a fraction": ("REAL", 1770500000.25, 1770589800.0),
    "milliseconds as text": ("TEXT", "1770500000123", "1770589800000"),
    "a space": ("TEXT", "2026-02-07 10:00:00", "2026-02-08 22:30:00"),
    "a space and milliseconds": ("TEXT", "2026-02-07 10:00:00.120", "2026-02-08 22:30:00.000"),
    "a space and an offset": ("TEXT", "2026-02-07 10:00:00.12+00", "2026-02-08 22:30:00.00+00"),
    "another offset": ("TEXT", "2026-02-07T10:00:00+05:30", "2026-02-09T04:00:00+05:30"),
    "an offset to the west": ("TEXT", "2026-02-07 10:00 -0330", "2026-02-08 19:00 -0330"),
    "UTC by name": ("TEXT", "2026-02-07 10:00:00 UTC", "2026-02-08 22:30:00 UTC"),
    "milliseconds and Z": ("TEXT", "2026-02-07T10:00:00.120Z", "2026-02-08T22:30:00.000Z"),
    "no seconds": ("TEXT", "2026-02-07T10:00", "2026-02-08T22:30"),
    "a day": ("TEXT", "2026-02-07", "2026-02-08"),
    "a day in digits": ("TEXT", "20260207", "20260208"),
}


@pytest.mark.parametrize("declared, shown, written", TIMES.values(), ids=TIMES)
@pytest.mark.parametrize("kind", ["boolean", "time"])
def test_a_time_is_written_as_the_rows_have_it(tidings, tmp_path, declared, shown, written, kind):
    rows = [(None, MADE), (shown, MADE)]
    rows, sql = run_statements(
        tidings, tmp_path, f"read_at {declared}, made TEXT", rows, f"{{path: read_at, as: {kind}}}")
    assert [(time, type(time)) for time, _ in rows] == [(time, type(time)) for time in (written, shown)]
    assert sql.errors == ""


def test_a_time_without_a_zone_is_one_of_the_profiles_zone(tidings, tmp_path):
    rows, _ = run_statements(
        tidings, tmp_path, "read_at TEXT, made TEXT", [(None, MADE), ("2026-02-07 10:00:00", MADE)],
        "{path: read_at, as: time}", profile="timeZone: Asia/Kolkata\n")
    assert rows[0][0] == "2026-02-09 04:00:00"


def test_a_number_of_an_app_that_counts_from_2001_does_so(tidings, tmp_path):
    rows, _ = run_statements(
        tidings, tmp_path, "read_at REAL, made REAL", [(None, 792000000.5), (792200000.5, 792000000.5)],
        "{path: read_at, as: time}", profile="epoch: 2001\n")
    assert rows[0][0] == 1770589800 - 978307200


@pytest.mark.parametrize("read", ["read_at", "{path: read_at, as: time}"])
def test_where_nothing_was_read_a_time_is_like_those_of_the_rows_and_that_is_said(tidings, tmp_path, read):
    rows, sql = run_statements(tidings, tmp_path, "read_at INTEGER, made INTEGER", [(None, 1770500000123)] * 2, read)
    assert [time for time, _ in rows] == [1770589800000] * 2
    assert "read_at" in sql.errors and "1770589800000" in sql.errors


def test_empty_and_zero_times_are_not_read_yet(tidings, tmp_path):
    rows = [("", MADE), (None, MADE), ("2026-02-07 10:00:00", MADE)]
    rows, _ = run_statements(tidings, tmp_path, "read_at TEXT, made TEXT", rows, "{path: read_at, as: time}")
    assert [time for time, _ in rows] == ["2026-02-08 22:30:00"] * 2 + ["2026-02-07 10:00:00"]


def test_the_standard_form_is_said_where_nothing_shows_another(tidings, tmp_path):
    rows, sql = run_statements(tidings, tmp_path, "flag, made TEXT", [(None, MADE)], "flag")
    assert rows == [(1, MADE)] and "flag" in sql.errors and "TRUE" in sql.errors


WORDS = "{path: status, words: {gelesen: 'true', archiviert: 'true', neu: 'false'}}"


@pytest.mark.parametrize(
    "read, rows, written",
    [(WORDS, ["neu", "Gelesen"], "Gelesen"), (WORDS, ["neu"], "gelesen"),
     (WORDS, ["neu", "archiviert", "archiviert", "gelesen"], "gelesen"),
     ("{path: status, equals: [read, done]}", ["new", "DONE", "DONE", "read"], "read"),
     ("{path: status, equals: [read, seen, done, archived]}", ["NEW", "ARCHIVED", "DONE"], "DONE"),
     ("{path: status, equals: [read, seen]}", ["new"], "read"),
     ("{path: status, equals: done}", ["new"], "done"),
     ("{path: status, equals: [2, 3]}", [1, 3, 0], 3), ("{path: status, equals: 2}", [1, 0], 2),
     ("{path: status, equals: [done, 2]}", [1, 0], "done")],
)
def test_words_are_those_of_the_rows_else_of_the_profile(tidings, tmp_path, read, rows, written):
    before = [(word, MADE) for word in rows]
    after, _ = run_statements(tidings, tmp_path, "status, made TEXT", before, read)
    assert after[0][0] == written and after[1:2] in ([], before[1:2], [(written, MADE)])


def test_a_column_that_read_rows_leave_alone_is_left_alone(tidings, tmp_path):
    rows = [("sent", None, MADE), ("sent", "2026-02-07 10:00:00", MADE)]
    rows, _ = run_statements(
        tidings, tmp_path, "status TEXT, read_at TEXT, made TEXT", rows,
        "[{path: status, equals: read}, {path: read_at, as: time}]")
    assert rows == [("sent", "2026-02-08 22:30:00", MADE), ("sent", "2026-02-07 10:00:00", MADE)]


@pytest.mark.parametrize("value", ["20260207T100000Z", "2026-02-07 10:00:00,123", "2026-02-07 10:00:00.5 +0000 UTC"])
def test_values_that_cannot_be_read_are_not_taken_for_unread_ones(tidings, tmp_path, value):
    rows = [(None, MADE), (value, MADE)]
    after, sql = run_statements(tidings, tmp_path, "read_at TEXT, made TEXT", rows, "{path: read_at, as: time}")
    assert sql.status == 64 and sql.text == "" and after == rows
    assert "read_at" in sql.errors and "state show" in sql.errors and "nothing in the export" not in sql.errors


@pytest.mark.parametrize(
    "value, read",
    [("Sat, 07 Feb 2026 10:00:00 +0000", "{path: read_at, as: time}"),
     ("07.02.2026 10:00", "{path: read_at, as: time, format: dd.MM.yyyy HH:mm}")],
)
def test_a_form_that_cannot_be_written_is_refused(tidings, tmp_path, value, read):
    rows = [(None, MADE), (value, MADE)]
    after, sql = run_statements(tidings, tmp_path, "read_at TEXT, made TEXT", rows, read)
    assert sql.status == 64 and sql.text == "" and after == rows
    assert "read_at" in sql.errors and "state show" in sql.errors


def test_what_is_no_column_is_said_to_be_none(tidings, tmp_path):
    rows = [('{"read": false}', MADE)]
    _, sql = run_statements(tidings, tmp_path, "data TEXT, made TEXT", rows, "data.read")
    assert sql.status == 64 and sql.text == "" and "data.read" in sql.errors and "no column" in sql.errors


def test_cells_of_a_csv_file_show_the_form(tidings, tmp_path):
    path = tmp_path / "notifications.csv"
    path.write_text("id,user_id,type,title,read_flag,read_at,created_at\n"
                    "1,u,news,A,N,,2026-02-01 08:00:00\n2,u,news,B,Y,2026-02-07 10:00:00,2026-02-01 08:00:00\n")
    (tmp_path / "app.yaml").write_text(
        "name: app\nmatch: {must: [read_flag]}\nrecords: {table: inbox}\n"
        "fields: {id: id, recipient: user_id, type: type, title: title, time: created_at}\n"
        "read: [read_flag, {path: read_at, as: time}]\n")
    options = ("--profiles", tmp_path / "app.yaml", "--state", tmp_path / "marks.json", "--now", NOW)
    tidings("state", "mark", "--as", "read", path, "--all", *options)
    assert tidings("state", "sql", path, *options).text == (
        f"-- {path} (profile app)\n"
        "UPDATE inbox SET read_flag = 'Y', read_at = '2026-02-08 22:30:00' "
        "WHERE (read_flag IS NULL OR read_flag <> 'Y') AND id IN ('1');\n")


@pytest.mark.parametrize(
    "mutation, body",
    [("{method: PATCH, url: '/n/{id}'}", {"seen": "Y", "seen_at": 1770589800000}),
     ("{method: PATCH, url: '/n/{id}', body: firestore}",
      {"fields": {"seen": {"stringValue": "Y"}, "seen_at": {"integerValue": 1770589800000}}})],
)
def test_requests_have_the_values_that_the_records_show(tidings, tmp_path, mutation, body):
    path = tmp_path / "export.json"
    row = {"id": "1", "user": "u", "kind": "news", "body": "A", "seen": "N", "seen_at": None, "made": 1770500000000}
    path.write_text(json.dumps([row, row | {"id": "2", "seen": "Y", "seen_at": 1770500000123}]))
    (tmp_path / "app.yaml").write_text(
        "name: app\nmatch: {must: [seen]}\n"
        "fields: {id: id, recipient: user, type: kind, title: body, time: made}\n"
        "read: [{path: seen, words: {Y: 'true', N: 'false'}}, {path: seen_at, as: time}]\n"
        f"mutations: {{read: {mutation}}}\n")
    options = ("--profiles", tmp_path / "app.yaml", "--state", tmp_path / "marks.json", "--now", NOW)
    tidings("state", "mark", "--as", "read", path, "--all", *options)
    run = tidings("state", "requests", path, *options)
    assert run.status == 0 and json.loads(run.text)["body"] == body


def test_a_request_for_entries_of_miniflux_says_what_becomes_of_them(tidings, tmp_path):
    options = (ROOT / "Tests/Fixtures/miniflux/entries.json", "--state", tmp_path / "marks.json", "--now", NOW)
    assert tidings("state", "mark", "--as", "read", *options, "--id", "888", "--id", "887").status == 0
    request = json.loads(tidings("state", "requests", *options).text)
    assert (request["method"], request["url"]) == ("PUT", "/v1/entries")
    # The ids are numbers there (UpdateEntriesStatus of its API).
    assert request["body"] == {"entry_ids": [887, 888], "status": "read"}


def marked(tidings, folder, schema, rows, *, id="id"):
    """The statements that mark all rows of a table of ids as deleted."""
    folder.joinpath("app.yaml").write_text(
        "name: app\nmatch: {must: [body]}\nrecords: {table: [inbox]}\n"
        f"fields: {{id: {id}, recipient: user, type: kind, title: body, time: made}}\nread: flag\n")
    database = sqlite3.connect(folder / "app.db")
    database.execute(f"CREATE TABLE inbox ({schema}, user TEXT, kind TEXT, body TEXT, made TEXT, flag)")
    for row in rows:
        values = [*row, "u", "news", "Body", MADE, 0]
        database.execute(f"INSERT INTO inbox VALUES ({', '.join('?' * len(values))})", values)
    database.commit()
    options = (folder / "app.db", "--profiles", folder / "app.yaml", "--state", folder / "marks.json", "--now", NOW)
    assert tidings("state", "mark", "--as", "deleted", "--all", *options).status == 0
    return database, tidings("state", "sql", *options)


@pytest.mark.parametrize(
    "schema, ids, written",
    [("id", [1, 22], "1, 22"), ("id INTEGER", [1, 22], "1, 22"), ("id TEXT", ["1", "22"], "'1', '22'"),
     ("id TEXT", ["1", "b"], "'1', 'b'"), ("id", [1, "b", "22"], "1, '1', 22, '22', 'b'")],
)
def test_ids_are_numbers_where_the_rows_have_numbers(tidings, tmp_path, schema, ids, written):
    database, sql = marked(tidings, tmp_path, schema, [[id] for id in ids])
    assert sql.text.endswith(f"DELETE FROM inbox WHERE id IN ({written});\n")
    database.executescript(sql.text)
    assert database.execute("SELECT count(*) FROM inbox").fetchone() == (0,)


def test_ids_are_those_of_the_column_that_has_them_and_two_are_refused(tidings, tmp_path):
    (tmp_path / "one").mkdir()
    _, sql = marked(tidings, tmp_path / "one", "uuid TEXT, nid INTEGER", [(None, 1), (None, 2)], id="[uuid, nid]")
    assert sql.text.endswith("DELETE FROM inbox WHERE nid IN (1, 2);\n")
    _, sql = marked(tidings, tmp_path, "uuid TEXT, nid INTEGER", [("a", 1), (None, 2)], id="[uuid, nid]")
    assert sql.status == 64 and sql.text == "" and "uuid" in sql.errors and "nid" in sql.errors


def test_each_block_names_its_files_and_two_databases_are_refused(tidings, tmp_path):
    for name in ("one\nDROP", "two"):
        (tmp_path / name).mkdir()
    _, sql = marked(tidings, tmp_path / "one\nDROP", "id TEXT", [["a"]])
    comment, statement = sql.text.splitlines()
    assert comment.startswith("-- ") and comment.endswith("DROP/app.db (profile app)") and "DELETE" in statement
    marked(tidings, tmp_path / "two", "id TEXT", [["b"]])
    run = tidings("state", "sql", tmp_path / "one\nDROP/app.db", tmp_path / "two/app.db", "--profiles", tmp_path / "two/app.yaml",
                  "--state", tmp_path / "two/marks.json", "--now", NOW)
    assert run.status == 64 and run.text == "" and "two/app.db" in run.errors and "once for each database" in run.errors
