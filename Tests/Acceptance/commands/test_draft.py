"""Profiles are drafted for every container, and for what drafts once failed on."""

import gzip
import json

import pytest

from drafts import draft_of
from harness import NOW, ROOT, csv_of, database, record, scripted

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")


# But for several systems in one file, and profiles of another name.
FIXTURES = [file for file in sorted((ROOT / "Tests/Fixtures").glob("*/*.[js]*")) if file.parent.name not in ("mixed", "sample", "generic")]


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_draft_reads_the_records_that_it_was_made_of(tidings, tmp_path, file):
    export = file
    if file.suffix == ".sql":
        export = tmp_path / f"{file.stem}.db"
        scripted(export, file.read_text())
    run = tidings("profiles", "draft", export)
    assert run.status in (0, 3), run.errors
    draft = yaml.safe_load(run.text)
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "draft.yaml").write_text(run.text)
    read = tidings("check", export, "--profiles", tmp_path / "profiles", "--profile", draft["name"], "--now", NOW, "--format", "json")
    assert read.status in (0, 3), read.errors
    bundled = tidings("check", export, "--now", NOW, "--format", "json")
    count = lambda r: sum(s["records"] - s["rejected"] for s in r.json["sources"])
    assert count(read) >= count(bundled) > 0
    # What check says stands below the draft.
    assert "# What tidings check says with this profile:" in run.text


# MARK: Shapes of systems that no profile knows


FLAT = [
    {"notice_uid": f"x{n}", "uuid": f"0b5c-{n}", "member_id": f"m{n % 3}", "kind": "notification", "data": json.dumps({"type": ["due", "paid"][n % 2], "heading": f"Invoice {n} is due"}),
     "seen_at": None, "inserted_at": f"2026-02-0{1 + n % 7} 10:00:00+00"}
    for n in range(12)
]  # fmt: skip


@pytest.mark.parametrize("form", ["lines", "csv", "csv.gz", "db", "-", "nested", "map"])
def test_every_container_is_drafted_from(tidings, tmp_path, form):
    lines = "".join(json.dumps(r) + "\n" for r in FLAT).encode()
    path = tmp_path / "app"
    if form == "lines":
        path.write_bytes(lines)
    elif form == "csv":
        path.write_bytes(csv_of(FLAT))
    elif form == "csv.gz":
        path.write_bytes(gzip.compress(csv_of(FLAT)))
    elif form == "db":
        database(path, people=[{"id": 1, "name": "Ana", "created_at": "2026-01-01"}], inbox_rows=FLAT)
    elif form == "nested":
        path.write_text(json.dumps({"viewer": {"inbox": {"rows": FLAT}}, "users": [{"id": 1, "name": "x"}]}))
    elif form == "map":
        path.write_text(json.dumps({"m1": {r["uuid"]: r for r in FLAT}}))
    run = tidings("profiles", "draft", "-" if form == "-" else path, stdin=lines)
    assert run.status == 0, run.errors
    draft = yaml.safe_load(run.text)
    assert draft["fields"]["type"] == "data.type"
    assert draft["fields"]["title"] == "data.heading"
    assert draft["fields"]["time"] == "inserted_at"
    assert draft["fields"]["recipient"] == "member_id"
    assert draft["fields"]["id"] == "uuid"
    assert draft["read"] == [{"path": "seen_at", "as": "time"}]
    assert {"due", "paid"} <= set(draft["types"])
    assert "12 records, 0 rejected" in run.text
    assert draft.get("records") == {"db": {"table": "inbox_rows"}, "nested": {"path": "viewer.inbox.rows"}}.get(form)


UNKNOWN = [
    {"wjk": f"k-{n}", "qzt": ["mahnung", "angebot"][n % 2], "vlo": f"Rechnung {n} ist offen", "hrm": f"2026-02-0{1 + n % 7}T10:00:00Z"}
    for n in range(12)
]  # fmt: skip


def test_values_tell_where_names_do_not(tidings):
    run = tidings("profiles", "draft", "-", stdin=csv_of(UNKNOWN))
    draft = yaml.safe_load(run.text)
    assert run.status == 0 and "12 records, 0 rejected" in run.text
    assert draft["fields"] == {"id": "wjk", "type": "qzt", "title": "vlo", "time": "hrm"}
    assert "only by its values" in run.text


HOSTILE = "x\n# y: z\n\u202e\x1b[31m: {a: b} '\" \u2028- &a *a"


def test_names_and_values_of_others_stay_text(tidings, tmp_path):
    rows = [{"id": n, "type": HOSTILE, "title": HOSTILE, "created_at": "2026-02-01T10:00:00Z", "yes": 1, HOSTILE: HOSTILE, "a: b": HOSTILE} for n in range(3)]
    path = tmp_path / "a\nname: evil.json"
    path.write_text(json.dumps(rows))
    run = tidings("profiles", "draft", path)
    assert run.status in (0, 3), run.errors
    draft = yaml.safe_load(run.text)
    assert set(draft) <= {"name", "description", "match", "fields", "read", "types", "records"}
    assert "\x1b" not in run.text and "\u202e" not in run.text
    assert draft["fields"]["title"] == "title"


@pytest.mark.parametrize("data", [b"[]", b"{}", b'{"a": 1}', b"id,created_at\n", b'{"id": 1, "created_at": "2026-02-01T10:00:00Z"}'])
def test_nothing_to_draft_from_is_said(tidings, data):
    run = tidings("profiles", "draft", "-", stdin=data)
    assert run.status == 65 and not run.text, (run.text, run.errors)


def test_a_large_export_is_drafted_from_its_head(tidings, tmp_path):
    path = tmp_path / "large.json"
    path.write_text(json.dumps([record(n, message="x" * 3000) for n in range(3000)]))
    draft = yaml.safe_load(tidings("profiles", "draft", path).text)
    assert draft["fields"]["recipient"] == "user_id" and draft["fields"]["link"] == "action_url"


# MARK: Exports that drafts once failed on


def test_wrapped_ids_of_mongodb_are_values(tidings):
    rows = [{"_id": {"$oid": f"65a00000000000000000000{n}"}, "title": "a", "createdAt": {"$date": "2026-10-01T08:00:00Z"}} for n in range(4)]
    run, draft = draft_of(tidings, "".join(json.dumps(r) + "\n" for r in rows).encode())
    assert run.status == 0 and "4 records, 0 rejected" in run.text
    assert draft["fields"] == {"id": "_id", "title": "title", "time": "createdAt"}


ODD = ["a b", "a.b", "a[0]", "{a}", "@a", "é", "a:b", "#", "", " ", "$x", "*", "\u0081", "\ufeff", "\ufffe", "\r", "\t", "'", '"', "\\", "true", "- x", "😀"]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_a_draft_never_fails_for_a_name(tidings, odd):
    rows = [{odd: f"n{n}", "title": f"A {n}", "at": f"2026-10-0{n}T08:00:00Z", "type": odd} for n in (1, 2, 3)]
    draft_of(tidings, {odd: {odd: [{"id": n, **r} for n, r in enumerate(rows)]}})


@pytest.mark.parametrize("key, suffix", [("am", " 08:00"), ("Datum", " 08:00:00"), ("fecha", "T08:00:00Z"), ("when", " 08:00")])
def test_a_time_with_a_space_is_no_title(tidings, key, suffix):
    _, draft = draft_of(tidings, [{"id": n, "x": x, key: f"2026-10-0{n}{suffix}"} for n, x in ((1, "Eins ist da"), (2, "Zwei ist da"))])
    assert draft["fields"] == {"id": "id", "title": "x", "time": key}


def test_one_unique_key_is_the_id(tidings):
    rows = [{"event_id": f"e{n}", "user_id": 7, "kind": "k", "headline": "ab"[n], "at": "2026-10-01T08:00:00Z"} for n in (0, 1)]
    run, draft = draft_of(tidings, rows)
    assert draft["fields"]["id"] == "event_id" and "subjectId" not in draft["fields"]
    assert "Nothing looks like an id" not in run.text


def edges(count, **more):
    nodes = [{"id": f"n{n}", "createdAt": f"2026-10-0{1 + n}T09:00:00Z", "readAt": None, **more} for n in range(count)]
    return {"data": {"viewer": {"id": "v", "feed": {"edges": [{"cursor": f"c{n}", "node": node} for n, node in enumerate(nodes)]}}}}


def test_the_nodes_of_graphql_are_the_records(tidings):
    run, draft = draft_of(tidings, edges(3, title="A"))
    assert run.status == 0 and "3 records, 0 rejected" in run.text
    assert draft["fields"] == {"id": "id", "title": "title", "time": "createdAt"}
    run, draft = draft_of(tidings, edges(3, subject={"title": "A", "url": "https://g.example/1"}, receiver={"id": "u1", "login": "kim"}))
    assert run.status == 0 and "3 records, 0 rejected" in run.text
    assert draft["fields"] == {"id": "id", "recipient": "receiver.id", "title": "subject.title", "time": "createdAt", "link": "subject.url"}


TICKETS = [
    {"Ticketnummer": f"T-{n}", "Betreff": f"Drucker {n} ist defekt", "Empfänger": ["anna@firma.example", "j.maier@firma.example"][n % 2],
     "Erstellt": f"2026-10-1{n % 9} 08:00", "Art": ["Zuweisung", "Eskalation", "Neue Antwort"][n % 3]}
    for n in range(30)
]  # fmt: skip


def test_addresses_are_recipients_not_types(tidings):
    run, draft = draft_of(tidings, csv_of(TICKETS))
    assert run.status == 0 and draft["fields"]["type"] == "Art"
    assert draft["fields"]["recipient"] == "Empfänger"
