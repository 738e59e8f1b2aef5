"""Profiles are drafted for files as people have them: times of their own forms, words of other languages, several tables."""

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from drafts import DAY, TITLE, draft_of, rows, yaml
from harness import BINARY, database, scripted

# MARK: Local times


FORMS = {
    "02.10.2026 09:01": (["13.10.2026 19:41"], "dd.MM.yyyy HH:mm", "2026-10-02T09:01:00Z"),
    "10/02/2026 9:01 AM": (["10/13/2026 12:41 PM"], "MM/dd/yyyy h:mm a", "2026-10-02T09:01:00Z"),
    "2/10/2026 09:01": (["13/10/2026 19:41"], "dd/MM/yyyy HH:mm", "2026-10-02T09:01:00Z"),
    "Oct 2, 2026, 9:01 PM": (["Oct 13, 2026, 9:01 AM"], "MMM d, yyyy, h:mm a", "2026-10-02T21:01:00Z"),
    "2 août 2026 à 09:01": (["12 févr. 2026 à 09:01"], "d MMM yyyy 'à' HH:mm", "2026-08-02T09:01:00Z"),
    "Fr., 2. Oktober 2026, 09:01 Uhr": (["Mo., 5. Oktober 2026, 19:01 Uhr"], "EEE, d. MMM yyyy, HH:mm 'Uhr'", "2026-10-02T09:01:00Z"),
    "2026/10/02 09:01:10 +0200": (["2026/10/03 09:01:10 +0200"], "yyyy/MM/dd HH:mm:ss XXX", "2026-10-02T07:01:10Z"),
    "20261002090110": (["20261003090110"], "yyyyMMddHHmmss", "2026-10-02T09:01:10Z"),
    "02.10.26": (["13.10.26"], "dd.MM.yy", "2026-10-02T00:00:00Z"),
}  # fmt: skip


@pytest.mark.parametrize("first", FORMS)
def test_a_local_time_is_read_by_its_form(tidings, tmp_path, first):
    more, form, instant = FORMS[first]
    rows = [{"id": n, "betreff": f"Rechnung {n} ist offen", "am": time} for n, time in enumerate([first, *more])]
    (tmp_path / "app.json").write_text(json.dumps(rows))
    run = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    (tmp_path / "app.yaml").write_text(run.text)
    assert run.status == 0 and yaml.safe_load(run.text)["fields"]["time"] == {"path": "am", "format": form}
    assert "No value tells" not in run.text
    digest = tidings("digest", "app.json", "--profiles", "app.yaml", "--now", "2026-12-31T00:00:00Z", "--days", "400", "--format", "json", cwd=tmp_path)
    times = {item["ids"][0]: item["time"] for part in digest.json["sections"] for item in part["items"]}
    assert times["0"] == instant


def test_a_day_that_could_be_a_month_is_said(tidings, tmp_path):
    rows = [{"id": n, "title": f"A {n}", "am": f"0{n}/02/2026 09:01"} for n in range(1, 3)]
    run, draft = draft_of(tidings, rows)
    assert draft["fields"]["time"] == {"path": "am", "format": "dd/MM/yyyy HH:mm"} and "No value tells" in run.text
    # Four days of a month are as well a day of four months; eight are no chance if only these are in order.
    rows = [{"id": n, "title": f"A {n}", "am": f"05/{n:02}/2026 09:00"} for n in range(8, 12)]
    assert "No value tells" in draft_of(tidings, rows)[0].text
    (tmp_path / "app.json").write_text(json.dumps([row | {"type": "a", "created_at": row.pop("am")} for row in rows]))
    asked = tidings("summary", "app.json", cwd=tmp_path)
    assert asked.status == 65 and "which number of 05/08/2026 09:00 in created_at is the day?" in asked.errors, asked.errors
    many = [{"id": n, "title": f"A {n}", "am": f"0{4 + n // 5}/{1 + n % 5 * 2:02}/2026 09:00"} for n in range(10)]
    run, draft = draft_of(tidings, many)
    assert "No value tells" not in run.text and draft["fields"]["time"]["format"] == "MM/dd/yyyy HH:mm"
    rows = [{"id": n, "title": f"A {n}", "am": f"0{n}/02/2026 09:01"} for n in range(1, 3)]
    # The letter of an AM is no letter of a word.
    _, draft = draft_of(tidings, [row | {"am": row["am"].replace(" ", " a las ")} for row in rows])
    assert draft["fields"]["time"]["format"] == "dd/MM/yyyy 'a' 'las' HH:mm"


def test_of_equal_files_and_tables_the_first_is_drafted(tidings, tmp_path):
    rows = [{"id": n, "title": f"A {n}", "at": f"2026-10-0{n}T09:00:00Z"} for n in range(1, 4)]
    for name in ("first", "second"):
        (tmp_path / f"{name}.json").write_text(json.dumps(rows))
    run = tidings("profiles", "draft", "first.json", "second.json", cwd=tmp_path)
    assert yaml.safe_load(run.text)["name"] == "first"
    database(tmp_path / "app.sqlite", aaa=rows, bbb=rows)
    text = tidings("profiles", "draft", "app.sqlite", cwd=tmp_path).text
    assert "table: aaa" in text and "# Nothing reads the other tables: bbb." in text


# MARK: Other tables and names


def digest_of(tidings, folder, export, draft):
    """The items of all digests of an export with its draft."""
    (folder / "draft.yaml").write_text(draft)
    run = tidings("digest", export, "--profiles", "draft.yaml", "--now", "2026-12-31T00:00:00Z", "--days", "400", "--format", "json", cwd=folder)
    assert run.status == 0, run.errors
    return run.items


def test_headings_of_a_spreadsheet_are_known_by_their_words(tidings, tmp_path):
    rows = ['"Row #","User Email","Event.Kind","Message (HTML)","Created At (UTC)","Is Read?","Prio","Größe"']
    for n in range(8):
        read, prio = ("Yes", "No")[n % 2], ("high", "low", "normal")[n % 3]
        rows.append(f"{n},ana{n % 3}@example.org,{('offer', 'event')[n % 2]},Hello number {n},2026-02-07T1{n}:00:00Z,{read},{prio},{n * 7}")
    (tmp_path / "sheet.csv").write_text("\n".join(rows) + "\n")
    run = tidings("profiles", "draft", "sheet.csv", cwd=tmp_path)
    assert run.status == 0, run.errors
    (tmp_path / "own.yaml").write_text(run.text)
    shown = tidings("summary", "sheet.csv", "--profiles", "own.yaml", "--now", "2026-02-08T00:00:00Z", "--format", "json", cwd=tmp_path)
    assert shown.status == 0, shown.errors
    counts = shown.json["counts"]
    assert (counts["total"], counts["unread"]) == (8, 4), run.text
    assert [counts["byPriority"][name]["total"] for name in ("high", "low", "normal")] == [3, 3, 2], run.text


def test_columns_with_dots_are_quoted(tidings, tmp_path):
    rows = "event.id,event.title,actor.name,created_at\n1,Hello,Ana,2026-10-02T09:00:00Z\n2,World,Ben,2026-10-03T09:00:00Z\n"
    (tmp_path / "app.csv").write_text(rows)
    run = tidings("profiles", "draft", "app.csv", cwd=tmp_path)
    draft = yaml.safe_load(run.text)
    assert run.status == 0 and draft["fields"]["title"] == "'event.title'" and draft["fields"]["actorName"] == "'actor.name'"
    assert [(i["title"], i["actor"]["name"]) for i in digest_of(tidings, tmp_path, "app.csv", run.text)] == [("World", "Ben"), ("Hello", "Ana")]


def test_a_compressed_database_is_drafted_from(tidings, tmp_path):
    rows = scripted(tmp_path / "app.db", "CREATE TABLE notices (id, headline, created_at)",
                    "INSERT INTO notices VALUES (1, 'Hello', '2026-10-02 09:00:00'), (2, 'World', '2026-10-03 09:00:00')")  # fmt: skip
    (tmp_path / "app.db.gz").write_bytes(gzip.compress(rows.read_bytes()))
    run = tidings("profiles", "draft", "app.db.gz", cwd=tmp_path)
    assert run.status == 0 and yaml.safe_load(run.text)["records"] == {"table": "notices"}, run.errors
    assert "2 records, 0 rejected" in run.text
    assert tidings("profiles", "draft", "-", stdin=gzip.compress(rows.read_bytes())).status == 0


def test_views_are_named_where_no_table_fits(tidings, tmp_path):
    scripted(tmp_path / "app.db", "CREATE TABLE x (a, b)", "CREATE VIEW meldungen AS SELECT a AS id, b AS title, a AS created_at FROM x")
    run = tidings("summary", "app.db", cwd=tmp_path)
    assert run.status == 65 and "the views: meldungen" in run.errors


def test_a_list_that_records_refer_to_is_joined(tidings, tmp_path):
    people = [{"id": f"u{n}", "full_name": name, "avatar_url": f"https://img.example/{n}.png"} for n, name in enumerate(["Ana", "Ben"])]
    orders = [{"id": 70 + n, "title": f"Order {n}", "url": f"https://shop.example/o/{n}"} for n in range(3)]
    events = [{"id": n, "actor_id": f"u{n % 2}", "order_id": 70 + n % 3, "kind": ["paid", "sent"][n % 2], "at": f"2026-10-0{1 + n}T09:00:00Z",
               "accept_url": f"https://shop.example/a/{n}"} for n in range(6)]  # fmt: skip
    (tmp_path / "app.json").write_text(json.dumps({"events": events, "users": people, "orders": orders}))
    run = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    draft = yaml.safe_load(run.text)
    assert draft["joins"] == {"actor": {"list": "users", "by": "actor_id"}, "order": {"list": "orders", "by": "order_id"}}
    assert draft["fields"]["actorName"] == "@actor.full_name" and draft["fields"]["subjectName"] == "@order.title"
    assert draft["actions"] == {"accept": {"label": "Accept", "url": "{accept_url}"}}
    item = digest_of(tidings, tmp_path, "app.json", run.text)[0]
    assert item["actor"]["name"] == "Ben" and item["subject"]["name"] == "Order 2" and item["link"] == "https://shop.example/o/2"


# MARK: Names of databases and of objects


READ_WORDS = yaml.safe_load((Path(__file__).parents[3] / "Sources/Profiles/Bundled/Drafting/weights.yaml").read_text())["readWords"].split()

NAMES = {
    "a flag in words": (rows(READ_FLAG=lambda n: "NY"[n % 2], MSG_TEXT=TITLE, CREATED=DAY), "read", ["READ_FLAG"]),
    "a flag of two letters": (rows(status_yn=lambda n: "NY"[n % 2], title=TITLE, created=DAY), "type", None),
    "a prefix and a suffix": (rows(has_been_read=lambda n: "NY"[n % 2], title=TITLE, created=DAY), "read", ["has_been_read"]),
    "a flag of deletion": (rows(deleted_flag=lambda n: "NY"[n % 2], title=TITLE, created=DAY), "deleted", "deleted_flag"),
    "a mark of removal": (rows(removed=lambda n: n == 2, title=TITLE, created=DAY), "deleted", "removed"),
    "a time of discarding": (rows(discarded_at=lambda n: DAY(n) if n == 2 else None, title=TITLE, created=DAY), "deleted", "discarded_at"),
    "a word for deleted": (
        rows(status=lambda n: ["unread", "read", "Deleted"][n % 3], title=TITLE, created=DAY), "deleted", {"when": {"status": "Deleted"}, "text": "true"},
    ),
    "a word for read beside it": (rows(status=lambda n: ["unread", "read", "removed"][n % 3], title=TITLE, created=DAY), "read", [{"path": "status", "equals": "read"}]),
    "a state that is unread so far": (
        rows(status=lambda n: "unread", title=TITLE, created=DAY), "read",
        [{"path": "status", "equals": sorted(READ_WORDS)}],
    ),
    "a mark without a value": (rows(is_read=lambda n: None, title=TITLE, created=DAY), "read", ["is_read"]),
    "a mark that is an object": (rows(read={}.get, title=TITLE, created=DAY, seen=lambda n: {}), "read", ["read"]),
    **{
        f"{field} without a value": (rows(**{path: lambda n: None}, title=TITLE, created=DAY), field, path)
        for field, path in [("deleted", "deleted_at"), ("expires", "expiresAt"), ("mailed", "email_sent_at"), ("link", "url"), ("body", "message")]
    },
    "a deletion beside one without a value": (rows(is_deleted=lambda n: n == 2, deleted_at=lambda n: None, title=TITLE, created=DAY), "deleted", "is_deleted"),
    "a time of sending": (rows(title=TITLE, sent=lambda n: {"at": DAY(n)}), "time", "sent.at"),
    "a time of creation": (rows(title=TITLE, meta=lambda n: {"created": DAY(n)}), "time", "meta.created"),
    "times among others": (rows(title=TITLE, timestamps=lambda n: {"created": DAY(n)}), "time", "timestamps.created"),
    "a time of another name": (rows(title=TITLE, delivery=lambda n: {"moment": DAY(n)}), "time", "delivery.moment"),
    "a time of reading": (rows(title=TITLE, created=DAY, read=lambda n: {"at": DAY(n)}), "read", [{"path": "read.at", "as": "time"}]),
    "a person's time": (rows(title=TITLE, user=lambda n: {"created": DAY(n)}), "time", "@file"),
    "a resource among a few": (
        rows(2, type=lambda n: "notification", attributes=lambda n: {"kind": f"invoice.{'ab'[n]}", "title": TITLE(n), "created_at": DAY(n)}),
        "type", "attributes.kind",
    ),
    "a text that is a title": (rows(titleText=TITLE, bodyText=lambda n: f"Come {n}", created=DAY), "title", "titleText"),
    "a text that is a body": (rows(titleText=TITLE, bodyText=lambda n: f"Come {n}", created=DAY), "body", "bodyText"),
}  # fmt: skip


@pytest.mark.parametrize(("records", "field", "path"), NAMES.values(), ids=NAMES)
def test_a_name_is_known_in_all_its_forms(tidings, records, field, path):
    _, draft = draft_of(tidings, records)
    assert (draft if field == "read" else draft["fields"]).get(field) == path


PEOPLE = "CREATE TABLE users (id, name, email); INSERT INTO users VALUES ('u0', 'Ana', 'a@example.org'), ('u1', 'Ben', 'b@example.org')"
EVENTS = ("CREATE TABLE events (id INTEGER PRIMARY KEY, kind, title, created_at); INSERT INTO events VALUES "
          + ", ".join(f"({n}, '{'ab'[n % 2]}', '{TITLE(n)}', '{DAY(n)}')" for n in range(6)))  # fmt: skip


PAIRS = [{"user_id": f"u{n % 2}", "event_id": n % 6, "read_at": None if n % 3 else DAY(6)} for n in range(9)]
DELIVERED = {"id": "{event_id}:{user_id}", "recipient": "user_id", "title": "@event.title", "type": "@event.kind", "time": "@event.created_at"}


@pytest.mark.parametrize("table", ["user_events", "event_user"])
def test_deliveries_are_joined_to_their_texts(tidings, tmp_path, table):
    pairs = ", ".join(f"('{p['user_id']}', {p['event_id']}, {'NULL' if p['read_at'] is None else repr(p['read_at'])})" for p in PAIRS)
    scripted(tmp_path / "app.db", PEOPLE, EVENTS, f"CREATE TABLE {table} (user_id, event_id, read_at)", f"INSERT INTO {table} VALUES {pairs}")
    run = tidings("profiles", "draft", "app.db", cwd=tmp_path)
    draft = yaml.safe_load(run.text)
    assert run.status == 0 and draft["records"] == {"table": table}
    assert draft["fields"] == DELIVERED and draft["read"] == [{"path": "read_at", "as": "time"}]
    assert {i["title"] for i in digest_of(tidings, tmp_path, "app.db", run.text)} == {TITLE(n) for n in range(6)}


def test_lists_of_deliveries_are_joined_too(tidings):
    events = [{"id": n, "kind": "ab"[n % 2], "title": TITLE(n), "created_at": DAY(n)} for n in range(6)]
    _, draft = draft_of(tidings, {"events": events, "user_events": PAIRS})
    assert draft["records"] == {"path": "user_events"} and draft["fields"] == DELIVERED


def test_deliveries_and_texts_in_two_files_are_joined(tidings, tmp_path):
    (tmp_path / "user_events.csv").write_text("user_id,event_id,read_at\n" + "".join(f"{p['user_id']},{p['event_id']},{p['read_at'] or ''}\n" for p in PAIRS))
    (tmp_path / "events.csv").write_text("id,kind,title,created_at\n" + "".join(f"{n},{'ab'[n % 2]},{TITLE(n)},{DAY(n)}\n" for n in range(6)))
    alone = tidings("profiles", "draft", "user_events.csv", cwd=tmp_path)
    assert alone.status == 65 and "name both files" in alone.errors
    run = tidings("profiles", "draft", "events.csv", "user_events.csv", cwd=tmp_path)
    assert run.status == 0, run.errors
    assert yaml.safe_load(run.text)["fields"] == DELIVERED
    (tmp_path / "own.yaml").write_text(run.text)
    read = tidings("summary", "user_events.csv", "--profiles", "own.yaml", "--join", "events=events.csv", "--format", "json", cwd=tmp_path)
    assert read.status == 0 and len(read.json["recipients"]) == 2, read.errors


def test_a_table_of_comments_joins_nobody(tidings, tmp_path):
    scripted(tmp_path / "app.db", PEOPLE, EVENTS, "CREATE TABLE comments (id, user_id, event_id, text)",
             "INSERT INTO comments VALUES " + ", ".join(f"({n}, 'u{n % 2}', {n}, 'What a day {n}')" for n in range(6)))  # fmt: skip
    assert "SELECT" not in tidings("profiles", "draft", "app.db", cwd=tmp_path).text


@pytest.mark.parametrize("file", ["<(cat export.json)", "/dev/stdin < <(cat export.json)"])
def test_a_pipe_has_no_name_to_take(tmp_path, file):
    (tmp_path / "export.json").write_text(json.dumps(rows(title=TITLE, created=DAY)))
    run = subprocess.run(["bash", "-c", f"'{BINARY}' profiles draft {file}"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert yaml.safe_load(run.stdout)["name"] == "generic" and "/dev/" not in run.stdout


@pytest.mark.parametrize("name, yes, no", [("Gelesen", "ja", "nein"), ("Lu", "oui", "non")])
def test_a_read_mark_is_not_the_type_too(tidings, name, yes, no):
    rows = [{"Nr": n, "Betreff": f"Rechnung {n} ist da", "Datum": "2026-10-02", name: no if n % 2 else yes} for n in range(4)]
    _, draft = draft_of(tidings, rows)
    assert [mark["path"] for mark in draft["read"]] == [name] and "type" not in draft["fields"]
    assert list(draft["match"]["score"]).count(name) == 1


@pytest.mark.parametrize("name", ["Benutzer", "Kunde", "Mitarbeiter", "customer", "customerNumber", "employee_id", "student_id", "patient_id", "assignee"])
def test_usual_names_of_recipients_are_known(tidings, name):
    rows = [{"id": n, "title": f"Text {n} is here", "at": "2026-10-02", name: f"p{n % 3}"} for n in range(9)]
    assert draft_of(tidings, rows)[1]["fields"]["recipient"] == name


@pytest.mark.parametrize(("name", "is_asked"), [("account", False), ("owner_email", False), ("user_name", True)])
def test_weak_names_of_people_are_taken_alone_and_names_are_asked_about(tidings, name, is_asked):
    rows = [{"id": n, "title": f"Text {n} is here", "at": "2026-10-02", name: f"p{n % 3}"} for n in range(9)]
    run, draft = draft_of(tidings, rows)
    assert ("recipient" not in draft["fields"]) == is_asked == (f"# recipient: {name} " in run.text)


def test_a_tree_of_people_is_read_as_a_whole(tidings):
    people = {
        person: {f"-N{person}{n}": {"title": f"Text {n}", "createdAt": 1770112800000 + n, "read": n == 1, "type": "x"} for n in range(2)}
        for person in ("ana", "ben")
    }
    run, draft = draft_of(tidings, {"userNotifs": people})
    assert draft["records"] == {"path": "userNotifs"} and draft["fields"]["recipient"] == "@key[1]"
    assert "4 records, 0 rejected" in run.text


def test_rows_without_texts_get_a_title_of_actor_and_action(tidings):
    rows = [
        {"id": n, "recipient_id": n % 2, "actor_id": 3 + n % 2, "action": ["liked", "followed"][n % 2], "notifiable_type": "Post",
         "notifiable_id": n, "read_at": None, "created_at": "2026-10-02T09:00:00Z"} for n in range(4)
    ]  # fmt: skip
    run, draft = draft_of(tidings, rows)
    assert "SELECT" not in run.text and "Nothing gives a title" in run.text
    assert draft["fields"]["title"] == "{actor_id} {action}"
