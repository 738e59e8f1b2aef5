"""`tidings state sql` and `requests` write what the profile says under `marks`, and say how it is written where it says nothing."""

import json
import sqlite3

import pytest

from harness import ROOT

NOW = "2026-02-08T22:30:00Z"
PROFILE = (
    "name: app\nmatch: {must: [id, body]}\nrecords: {table: [inbox]}\n"
    "fields: {id: id, recipient: user, type: kind, title: body, time: made}\nread: {path: flag, words: {Y: 'true', N: 'false'}}\n")


def prepared(tidings, folder, rows, marks="", kind="read"):
    """A database whose rows are all marked, and the options of the commands that say so to the app."""
    (folder / "app.yaml").write_text(PROFILE + marks)
    database = sqlite3.connect(folder / "app.db")
    database.execute("CREATE TABLE inbox (id, user TEXT, kind TEXT, body TEXT, made TEXT, flag TEXT, seen_at INTEGER)")
    for id, flag in rows:
        database.execute("INSERT INTO inbox VALUES (?, 'u', 'news', 'Body', '2026-02-01T08:00:00Z', ?, NULL)", [id, flag])
    database.commit()
    options = (folder / "app.db", "--profiles", folder / "app.yaml", "--state", folder / "marks.json", "--now", NOW)
    assert tidings("state", "mark", "--as", kind, "--all", *options).status == 0
    return database, options


@pytest.mark.parametrize(
    "form, time",
    [("{seconds}", 1770589800), ("{milliseconds}", 1770589800000), ("{datetime}", "2026-02-08 22:30:00"), ("{time}", NOW)],
)
@pytest.mark.parametrize("ids, rows", [("{numbers}", [1, 22]), ("{ids}", ["1", "b'c"])])
def test_the_apps_own_words_numbers_and_times_are_what_its_profile_says(tidings, tmp_path, form, time, ids, rows):
    marks = f"marks:\n  sql:\n    read: UPDATE {{table}} SET flag = 'Y', seen_at = {form} WHERE flag <> 'Y' AND id IN ({ids})\n"
    database, options = prepared(tidings, tmp_path, [(id, "N") for id in rows], marks)
    sql = tidings("state", "sql", *options)
    assert sql.status == 0 and sql.errors == "" and sql.text.startswith(f"-- {tmp_path}/app.db (profile app)\n")
    database.executescript(sql.text)
    assert database.execute("SELECT flag, seen_at FROM inbox").fetchall() == [("Y", time)] * 2
    assert tidings("state", "sql", *options).text == ""


@pytest.mark.parametrize("kind", ["read", "deleted"])
@pytest.mark.parametrize("command, key", [("sql", "sql"), ("requests", "requests")])
def test_a_profile_without_patterns_is_told_how_to_write_them(tidings, tmp_path, command, key, kind):
    _, options = prepared(tidings, tmp_path, [("1", "N"), ("2", "N")], kind=kind)
    run = tidings("state", command, *options)
    assert run.status == 3 and run.text == ""
    assert "2 ids are in no" in run.errors and f"marks.{key}.{kind}, such as " in run.errors and "tidings profiles show app" in run.errors
    # The example of the message works.
    example = run.errors.split("such as ")[1].strip().split("\n")[0]
    with (tmp_path / "app.yaml").open("a") as profile:
        profile.write(f"marks:\n  {key}:\n    {kind}: {example}\n")
    told = tidings("state", command, *options)
    assert told.status == 0 and told.text and told.errors == ""


def test_an_id_that_is_no_number_is_in_no_list_of_numbers(tidings, tmp_path):
    marks = "marks:\n  sql:\n    deleted: DELETE FROM inbox WHERE id IN ({numbers})\n"
    _, options = prepared(tidings, tmp_path, [(1, "N"), ("1) OR (1=1", "N")], marks, kind="deleted")
    run = tidings("state", "sql", *options)
    assert run.status == 3 and run.text.endswith("DELETE FROM inbox WHERE id IN (1);\n")
    assert "1 id is in no statement, because the profile app asks for numbers: 1) OR (1=1" in run.errors


def test_a_request_for_entries_of_miniflux_says_what_becomes_of_them(tidings, tmp_path):
    options = (ROOT / "Tests/Fixtures/miniflux/entries.json", "--state", tmp_path / "marks.json", "--now", NOW)
    assert tidings("state", "mark", "--as", "read", *options, "--id", "888", "--id", "887").status == 0
    request = json.loads(tidings("state", "requests", *options).text)
    assert (request["method"], request["url"]) == ("PUT", "/v1/entries")
    # The ids are numbers there (UpdateEntriesStatus of its API).
    assert request["body"] == {"entry_ids": [887, 888], "status": "read"}


def test_each_block_names_its_files_and_two_databases_are_refused(tidings, tmp_path):
    marks = "marks: {sql: {read: \"UPDATE {table} SET flag = 'Y' WHERE id IN ({ids})\"}}\n"
    options = []
    for name in ("one\nDROP", "two"):
        (tmp_path / name).mkdir()
        options.append(prepared(tidings, tmp_path / name, [(name, "N")], marks)[1])
    comment, *_ = tidings("state", "sql", *options[0]).text.splitlines()
    assert comment.startswith("-- ") and comment.endswith("DROP/app.db (profile app)")
    run = tidings("state", "sql", options[0][0], *options[1])
    assert run.status == 64 and run.text == "" and "two/app.db" in run.errors and "once for each database" in run.errors
