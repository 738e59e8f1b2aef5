"""Records are read with what is around them: other tables, files beside them, the path of their file, the lines of a stray quote."""

import json
import sqlite3

import pytest

from harness import FIXTURES, NOW as TODAY, record, scripted

NOW = "2026-12-31T00:00:00Z"


def items(tidings, *arguments, cwd):
    run = tidings("digest", *arguments, "--now", NOW, "--days", "400", "--format", "json", cwd=cwd)
    assert run.status == 0, run.errors
    return run.items


PROFILE = """
name: shop
records: {table: notices}
joins: {%s}
fields: {id: id, title: title, time: at, actorName: "@user.name"}
"""
NOTICES = "CREATE TABLE notices (id, title, at, user_id); INSERT INTO notices VALUES (1, 'Hello', '2026-10-02 09:00:00', 7)"
USERS = "CREATE TABLE Users (id, name); INSERT INTO Users VALUES (7, 'Ana')"


def test_records_of_a_database_are_joined_to_another_table(tidings, tmp_path):
    scripted(tmp_path / "app.db", NOTICES, USERS)
    (tmp_path / "shop.yaml").write_text(PROFILE % "user: {list: users, by: user_id}")
    found = items(tidings, "app.db", "--profiles", "shop.yaml", "--profile", "shop", cwd=tmp_path)
    assert [(i["title"], i["actor"]["name"]) for i in found] == [("Hello", "Ana")]


def test_noticed_of_version_2_has_the_texts_of_its_events(tidings, tmp_path):
    script = (FIXTURES / "noticed/v2.sql").read_text()
    scripted(tmp_path / "rails.db", script)
    titles = [i["title"] for i in items(tidings, "rails.db", "--base-url", "https://app.example", cwd=tmp_path)]
    connection = sqlite3.connect(tmp_path / "rails.db")
    texts = {json.loads(row[0]).get("message") for row in connection.execute("SELECT params FROM noticed_events") if row[0]} - {None}
    assert texts and texts & set(titles)


def test_a_database_beside_the_export_is_joined(tidings, tmp_path):
    (tmp_path / "app.json").write_text(json.dumps([{"id": 1, "title": "Hello", "at": "2026-10-02T09:00:00Z", "user_id": 7}]))
    scripted(tmp_path / "people.db", "CREATE TABLE other (id)", USERS)
    (tmp_path / "shop.yaml").write_text(PROFILE % "user: {file: users, by: user_id}")
    arguments = ["app.json", "--profiles", "shop.yaml", "--profile", "shop"]
    found = items(tidings, *arguments, "--join", "users=people.db", cwd=tmp_path)
    assert [i["actor"]["name"] for i in found] == ["Ana"]
    scripted(tmp_path / "others.db", "CREATE TABLE one (id)", "CREATE TABLE two (id)")
    run = tidings("summary", *arguments, "--join", "users=others.db", cwd=tmp_path)
    assert run.status == 65 and "it has no table users; its tables are one, two" in run.errors
    (tmp_path / "none.json").write_text("")
    run = tidings("summary", *arguments, "--join", "users=none.json", cwd=tmp_path)
    assert run.status == 65 and "none.json: the file is empty" in run.errors


@pytest.mark.parametrize("path", ["general/releases.json", "./general/releases.json", "general/../general/./releases.json", "{cwd}/general/releases.json", "x/../general//releases.json"])
def test_names_of_a_path_do_not_depend_on_how_it_was_typed(tidings, tmp_path, path):
    (tmp_path / "general").mkdir()
    (tmp_path / "x").mkdir()
    (tmp_path / "general" / "releases.json").write_text(json.dumps([{"id": 1, "title": "1.0", "at": "2026-10-02T09:00:00Z"}]))
    (tmp_path / "shop.yaml").write_text('name: shop\nfile: "{stream}/{topic}.json"\nfields: {id: id, title: title, time: at, subjectName: "{@stream} > {@topic}"}\n')
    arguments = ["--profiles", tmp_path / "shop.yaml", "--profile", "shop"]
    assert items(tidings, path.format(cwd=tmp_path), *arguments, cwd=tmp_path)[0]["subject"]["name"] == "general > releases"
    assert items(tidings, "releases.json", *arguments, cwd=tmp_path / "general")[0]["subject"]["name"] == "general > releases"


def test_a_stray_quote_is_one_reject_with_the_lines_that_it_swallowed(tidings):
    rows = [f'{n},u1,Row {n},2026-10-02T09:00:00Z' for n in range(1, 9)]
    rows[2] = '3,u1,"Row 3,2026-10-02T09:00:00Z'
    rows[5] = '6,u1,"Row, 6",2026-10-02T09:00:00Z'
    text = "\n".join(["id,user_id,title,created_at", *rows]) + "\n"
    run = tidings("check", "-", "--format", "json", stdin=text.encode())
    assert run.status == 3
    (reject,) = run.json["rejected"]
    assert (reject["line"], reject["lastLine"], reject["field"]) == (4, 7, "title")
    assert "standard input, lines 4 to 7, record 3: title: text follows the closing quote" in tidings("check", "-", stdin=text.encode()).text
    torn = tidings("check", "-", "--format", "json", stdin=text.replace('"Row, 6"', "Row 6").encode())
    assert [(r["line"], r["lastLine"]) for r in torn.json["rejected"]] == [(4, 9)]


def test_other_tables_that_fit_are_named(tidings, tmp_path):
    columns = "(id, user_id, type, title, body, is_read, created_at)"
    row = "VALUES (1, 'ana', 'x', 'Hello', 'Text', 0, '2026-10-02 09:00:00')"
    scripted(
        tmp_path / "app.db", *(f"CREATE TABLE {name} {columns}" for name in ("notifications", "alerts", "messages", "posts")),
        f"INSERT INTO alerts {row}", f"INSERT INTO posts {row}")
    words = "app.db: the records are those of the table notifications; alerts, posts fit too and were not read"
    for command in ("digest", "summary", "check"):
        run = tidings(command, "app.db", *(() if command == "check" else ("--now", NOW)), cwd=tmp_path)
        assert words in " ".join((run.text + run.errors).split()), command
        assert "messages" not in run.text + run.errors
        assert "No problems found" not in run.text
    (tmp_path / "own.yaml").write_text(PROFILE.replace("notices", "alerts").replace("at,", "created_at,").replace("joins: {%s}\n", ""))
    run = tidings("check", "app.db", "--profiles", "own.yaml", cwd=tmp_path)
    assert "fits too" not in run.text + run.errors


def test_a_time_of_a_joined_table_fits_a_profile(tidings, tmp_path):
    scripted(
        tmp_path / "app.db", "CREATE TABLE notices (id, title, act_id); INSERT INTO notices VALUES (1, 'Hello', 7)",
        "CREATE TABLE acts (id, happened_ms); INSERT INTO acts VALUES (7, 1790000000000)", "CREATE TABLE other (a)")
    profile = 'name: shop\nrecords: {table: notices}\njoins: {act: {list: acts, by: %s}}\nfields: {id: id, title: title, time: "@act.happened_ms"}\n'
    (tmp_path / "shop.yaml").write_text(profile % "act_id")
    found = items(tidings, "app.db", "--profiles", "shop.yaml", "--profile", "shop", cwd=tmp_path)
    assert [(i["title"], i["time"]) for i in found] == [("Hello", "2026-09-21T14:13:20Z")]
    (tmp_path / "shop.yaml").write_text(profile % "event_id")
    for more in [], ["--profile", "shop"]:
        run = tidings("summary", "app.db", "--profiles", "shop.yaml", *more, cwd=tmp_path)
        assert run.status == 65 and "the table notices lacks time (@act.happened_ms) of profile shop" in run.errors, run.errors


@pytest.mark.parametrize("name", ["latest.db", "links"])
def test_what_a_database_keeps_beside_itself_is_read_through_a_link(tidings, tmp_path, name):
    """Also where the link is in a folder of exports, in which the log is no export of its own."""
    (tmp_path / "links").mkdir()
    (tmp_path / "latest.db").symlink_to("app.db")
    (tmp_path / "links" / "app.db").symlink_to("../app.db")
    (tmp_path / "shop.yaml").write_text(PROFILE % "user: {list: users, by: user_id}")
    app = sqlite3.connect(tmp_path / "app.db")
    app.executescript(f"PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; {NOTICES}; {USERS}; PRAGMA wal_checkpoint(truncate)")
    with app:
        app.execute("INSERT INTO notices VALUES (2, 'In the log', '2026-10-02 10:00:00', 7)")
    assert (tmp_path / "app.db-wal").stat().st_size > 0
    found = items(tidings, name, "--profiles", "shop.yaml", "--profile", "shop", cwd=tmp_path)
    app.close()
    assert {item["title"] for item in found} == {"Hello", "In the log"}


def test_a_folder_of_exports_has_no_parts_of_databases_and_nothing_that_is_being_written(tidings, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "shop.yaml").write_text(PROFILE % "user: {list: users, by: user_id}")
    app = sqlite3.connect(tmp_path / "in" / "app.db")
    app.executescript(f"PRAGMA journal_mode = wal; {NOTICES}; {USERS}")
    for odd in ("next.json.tmp", "next.json.part", "next.json~"):
        (tmp_path / "in" / odd).write_text('[{"id": 9, "title": "Half a')
    assert {path.name for path in (tmp_path / "in").iterdir()} >= {"app.db-wal", "app.db-shm"}
    for export in ("in", "in/*.db"):
        found = items(tidings, export, "--profiles", "shop.yaml", "--profile", "shop", cwd=tmp_path)
        assert [item["title"] for item in found] == ["Hello"]
    app.close()
    deep = tidings("digest", "**/*.db", "--now", NOW, cwd=tmp_path)
    assert deep.status == 64 and "a pattern of one folder" in deep.errors, deep.errors


def test_folders_inside_a_folder_of_exports_are_told_once_unless_they_are_named(tidings, tmp_path):
    """Half of the people were mailed, and nothing said that there was more."""
    for name in ("a.jsonl", "b/b.jsonl", "c/d.jsonl", ".hidden/e.jsonl", "empty/f.jsonl.part"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record(1, id=name)) + "\n")

    def told(command, *exports):
        run = tidings(command, *exports, "--now", TODAY, cwd=tmp_path)
        return [line for line in (run.errors + run.text).splitlines() if "passed over" in line]

    for command in ("digest", "check"):
        [line] = told(command, "in")
        assert line.endswith("in: 2 folders inside were passed over; name them, too"), line
    [line] = told("digest", "in", "in/b")
    assert line.endswith("in: a folder inside was passed over; name it, too"), line
    assert not told("digest", "in", "in/b", "in/c/*.jsonl") and not told("digest", "in/*.jsonl") and not told("digest", "in/a.jsonl")
    (tmp_path / "job.yaml").write_text("exports: in\nreport: report.json\ninbox: {folder: pages}\n")
    run = tidings("build", "job.yaml", "--now", TODAY, cwd=tmp_path)
    assert run.status == 0, run.errors
    assert [w for w in json.loads((tmp_path / "report.json").read_text())["warnings"] if "passed over" in w] == [
        "in: 2 folders inside were passed over; name them, too"]  # fmt: skip
