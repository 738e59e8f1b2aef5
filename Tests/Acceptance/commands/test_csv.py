"""CSV and TSV are read as a container like the others; Python's csv module is the judge of its rules."""

import csv
import gzip
import io
import json
import random

import pytest

from harness import NOW, database, record, run

RECORDS = [
    record(n, email_sent=None, title=f'Title; "{n}", with\ta tab', message=f"Line 1\n• “two”, {n}\r\nthree\\")
    for n in range(120)
]
COLUMNS = list(RECORDS[0])


def table(records, separator=",", end="\r\n", quoting=csv.QUOTE_MINIMAL, columns=COLUMNS):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator=end, quoting=quoting)
    writer.writerow(columns)
    writer.writerows([r.get(c) for c in columns] for r in records)
    return file.getvalue().encode()


def lines(records):
    return b"".join(json.dumps(r, ensure_ascii=False).encode() + b"\n" for r in records)


def digest(tidings, *arguments, stdin=b"", options=()):
    run = tidings("digest", *arguments, "--format", "json", "--now", NOW, *options, stdin=stdin)
    assert run.status == 0, run.errors
    return run.out


FORMS = {
    "commas": table(RECORDS),
    "line feeds": table(RECORDS, end="\n"),
    "semicolons": table(RECORDS, ";"),
    "tabs": table(RECORDS, "\t"),
    "all quoted": table(RECORDS, quoting=csv.QUOTE_ALL),
    "all but numbers quoted, semicolons": table(RECORDS, ";", quoting=csv.QUOTE_NONNUMERIC),
    "byte order mark": b"\xef\xbb\xbf" + table(RECORDS),
    "Excel's line about the separator": b"sep=;\r\n" + table(RECORDS, ";"),
    "no last line break": table(RECORDS).rstrip(b"\r\n"),
    "blank lines": b"\n" + table(RECORDS, end="\n") + b"\n\n",
    "rows of separators": table(RECORDS) + b"," * (len(COLUMNS) - 1) + b"\r\n",
    "a header again": table(RECORDS[:50]) + table(RECORDS[50:]),
    "other order of columns": table(RECORDS, columns=COLUMNS[::-1]),
    "columns that nobody reads": table([{**r, "zz": "x", "": "1"} for r in RECORDS], columns=["", *COLUMNS, "zz"]),
    "empty cells at the end": table(RECORDS, end=",,\r\n").replace(b",,\r\n", b"\r\n", 1),
    "gzip": gzip.compress(table(RECORDS)),
    "gzip, two members": gzip.compress(table(RECORDS)[:5000]) + gzip.compress(table(RECORDS)[5000:]),
}  # fmt: skip


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    found = digest(run, "-", stdin=lines(RECORDS))
    assert found.count(b'"schema"') == 7
    assert digest(run, database(tmp_path_factory.mktemp("rows") / "rows.db", notifications=RECORDS)) == found
    return found


@pytest.mark.parametrize(
    "form, place", [*((form, "file") for form in FORMS), *((form, "-") for form in ("commas", "byte order mark", "gzip, two members"))])
def test_rows_give_the_digest_of_json_lines_and_sqlite(tidings, tmp_path, form, place, expected):
    (tmp_path / "export").write_bytes(FORMS[form])
    found = digest(tidings, "-" if place == "-" else tmp_path / "export", stdin=FORMS[form])
    if form == "columns that nobody reads":
        assert json.loads(found.splitlines()[0])["counts"] == json.loads(expected.splitlines()[0])["counts"]
    else:
        assert found == expected


def test_several_tables_with_other_columns_are_one_input(tidings, tmp_path, expected):
    (tmp_path / "a.csv").write_bytes(table(RECORDS[:40]))
    (tmp_path / "b.tsv").write_bytes(table(RECORDS[40:90], "\t", columns=COLUMNS[::-1]))
    (tmp_path / "c.jsonl").write_bytes(lines(RECORDS[90:]))
    assert digest(tidings, tmp_path / "a.csv", tmp_path / "b.tsv", tmp_path / "c.jsonl") == expected


# MARK: Python's csv module judges


PIECES = ['"', '""', ",", ";", "\t", "\n", "\r\n", " ", "\\", "a", "é", "😀", "x" * 7, "y" * 8, "z" * 40, "{", "[1]", "\x01", "'", "null"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_are_those_of_pythons_csv_module(tidings, separator):
    source = random.Random(ord(separator))
    columns = ["id", "user_id", "type", "title", "message", "priority", "read_at", "created_at"]
    rows = [",".join(columns).replace(",", separator)]
    for number in range(1800):
        def cell():
            text = "".join(source.choice(PIECES) for _ in range(source.randint(0, 12)))
            if source.random() < 0.6:
                return '"' + text.replace('"', '""') + '"'
            # What is not quoted may hold quotes, but not first.
            return "q" + text.replace(separator, "").replace("\r", "").replace("\n", "")
        rows.append(separator.join([f"n{number}", "u", "offer", cell(), cell(), "high", "", "2026-02-07T10:00:00Z"]))
    text = "\n".join(rows) + "\n"
    judged = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))
    assert len(judged) == 1800 and all(None not in r for r in judged)
    expected = digest(tidings, "-", stdin=lines([{k: v or None for k, v in r.items()} for r in judged]))
    assert digest(tidings, "-", stdin=text.encode()) == expected


# MARK: Bad rows


def header(*names):
    return ",".join(names or ["id", "user_id", "type", "title", "created_at"]) + "\n"


GOOD = "1,u,offer,x,2026-02-07T10:00:00Z\n"
BAD = {
    "too few cells": ("2,u,offer,x\n", "the row has 4 cells, but the header has 5"),
    "too many cells": ("2,u,offer,x, y,2026-02-07T10:00:00Z\n", "the row has 6 cells, but the header has 5"),
    "a comma in a text, and an empty last cell": ("2,u,offer,x, y,\n", "the row has 6 cells, but the header has 5"),
    "one cell": ("(1 row)\n", "the row has 1 cell, but the header has 5"),
    "no time": ("2,u,offer,x,\n", "created_at"),
    "a word for a time": ("2,u,offer,x,soon\n", "created_at: not a time"),
    "no id": (",u,offer,x,2026-02-07T10:00:00Z\n", "id"),
}  # fmt: skip


def test_a_bad_row_is_rejected_with_its_line_and_column(tidings, tmp_path):
    two_lines = '3,u,offer,"x\ny",2026-02-07T10:00:00Z\n'
    bad = [row for row, _ in BAD.values()]
    file = tmp_path / "export.csv"
    file.write_text(header() + GOOD + "".join(bad) + two_lines + "".join(bad))
    run = tidings("summary", file, "--now", NOW, "--format", "json", "--rejected", tmp_path / "rejected.csv")
    assert run.status == 3 and run.json["counts"]["total"] == 2, run.errors
    checked = tidings("check", file, "--now", NOW)
    for number, (_, sentence) in enumerate(BAD.values()):
        for line, record in (3 + number, 2 + number), (5 + len(BAD) + number, 3 + len(BAD) + number):
            assert f"line {line}, record {record}: {sentence}" in checked.text, checked.text
    assert (tmp_path / "rejected.csv").read_text() == header() + "".join(bad) * 2


@pytest.mark.parametrize("place", ["file", "gzip", "-"])
def test_a_torn_quote_is_one_loss_and_the_input_is_incomplete(tidings, tmp_path, place):
    text = (header() + GOOD + '2,u,offer,"torn, and\n3,u,offer,never read,2026-02-07T10:00:00Z\n').encode()
    (tmp_path / "export.csv").write_bytes(gzip.compress(text) if place == "gzip" else text)
    run = tidings("check", "-" if place == "-" else tmp_path / "export.csv", "--now", NOW, stdin=text)
    assert run.status == 3 and "2 records, 1 rejected" in run.text
    assert "lines 3 to 4, record 2: title: a quote opens here and is never closed" in run.text
    assert "it ends in the middle" in run.errors
    mail = ["mail", "--from", "a@example.org", "--now", NOW, "-o", tmp_path / "outbox"]
    assert tidings(*mail, "-", stdin=text).status == 65


def test_a_table_cut_anywhere_keeps_its_complete_rows(tidings, tmp_path):
    text = table(RECORDS[3:6])
    whole = {r["id"] for r in RECORDS[3:6]}
    first = text.index(b"\r\n") + 2
    for cut in range(first, len(text), 97):
        run = tidings("digest", "-", "--format", "json", "--now", NOW, stdin=text[:cut])
        assert run.status in (0, 3), (cut, run.errors)
        rows = list(csv.reader(io.StringIO(text[:cut].decode("utf-8", "ignore"), newline="")))
        complete = {r[0] for r in rows[1:-1]}
        found = {i["ids"][0] for line in run.out.splitlines() for s in json.loads(line)["sections"] for i in s["items"]}
        assert complete <= found <= whole, cut


def test_a_row_over_the_limit_is_rejected_with_its_line(tidings, tmp_path):
    large = '2,u,offer,"' + "x,\n" * 6_000_000 + '",2026-02-07T10:00:00Z\n'
    file = tmp_path / "export.csv"
    file.write_text(header() + GOOD + large + GOOD.replace("1", "3", 1))
    run = tidings("check", file, "--now", NOW, timeout=300)
    assert run.status == 3 and "3 records, 1 rejected" in run.text, run.text
    assert "the record has" in run.text


# MARK: What is a table, and what is not


NO_TABLES = {
    "prose": b"Dear Ana, hello\nhow are you?\nBye.\n",
    "a header alone that fits nothing": b"name,city,street\n",
    "a log": b"2026-02-07 10:00:00,123 INFO ready\n2026-02-07 10:00:01,456 INFO steady\n",
    "addresses": b"a@example.org\nb@example.org\n",
    "a table of something else": b"name,city\nAna,Lima\nBen,Rome\n",
}


@pytest.mark.parametrize("name", NO_TABLES)
def test_text_that_is_no_export_is_refused(tidings, tmp_path, name):
    run = tidings("summary", "-", "--now", NOW, stdin=NO_TABLES[name])
    assert run.status == 65, (run.text, run.errors)


def test_a_header_without_rows_is_an_empty_export(tidings, tmp_path):
    run = tidings("summary", "-", "--now", NOW, "--format", "json", stdin=table([]))
    assert run.status == 0 and run.json["counts"]["total"] == 0


def test_cells_with_json_are_read_where_a_path_goes_into_them(tidings, tmp_path):
    actor = {"id": "a", "username": "renee", "firstName": 'Re"née'}
    rows = [
        {"id": str(n), "type": "ROOM_LIKE", "displayText": None, "isRead": "false", "createdAt": "2026-02-07T10:00:00Z",
         "actor": actor, "deepLink": {"type": "room", "roomId": "7", "actorId": "a"}, "roomName": "A, \"B\"\nC",
         "thumbnails": [{"url": "https://x.example/1.jpg", "type": "PHOTO"}], "batchCount": "3"}
        for n in range(5)
    ]  # fmt: skip
    cells = [{k: json.dumps(v, indent=1) if isinstance(v, (dict, list)) else v for k, v in r.items()} for r in rows]
    columns = list(rows[0])
    database(tmp_path / "rows.db", notifications=cells)
    options = ["--owner", "me", "--profile", "rooms"]
    expected = digest(tidings, "-", stdin=lines(rows), options=options)
    assert b"renee" in expected
    assert digest(tidings, "-", stdin=table(cells, columns=columns), options=options) == expected
    assert digest(tidings, tmp_path / "rows.db", options=options) == expected


# MARK: Recipients


PEOPLE = [
    {"id": f"user-{n}", "email": f"user{n}@example.org", "name": f'A. "{n}", B', "timeZone": "Asia/Kolkata",
     "hour": str(n), "typesOff": '["offer","event"]' if n % 2 else "offer,event", "unsubscribed": "f"}
    for n in range(7)
]  # fmt: skip


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_recipients_of_a_table_are_those_of_json(tidings, tmp_path, separator):
    (tmp_path / "people.csv").write_bytes(b"\xef\xbb\xbf" + table(PEOPLE, separator, columns=list(PEOPLE[0])))
    (tmp_path / "people.json").write_text(json.dumps([{**p, "typesOff": ["offer", "event"]} for p in PEOPLE]))
    reports = []
    for name in ["people.csv", "people.json"]:
        run = tidings(
            "mail", "-", "--recipients", name, "--from", "a@example.org", "--now", NOW, "--first-days", "9",
            "-o", tmp_path / (name + ".outbox"), "--as", "jsonl", "--report", tmp_path / "report.json",
            cwd=tmp_path, stdin=lines(RECORDS))  # fmt: skip
        assert run.status == 0, run.errors
        assert "people." not in run.errors
        mails = b"".join(sorted(f.read_bytes() for f in (tmp_path / (name + ".outbox")).glob("*.jsonl")))
        reports.append((json.loads((tmp_path / "report.json").read_text()).get("recipients"), mails))
    assert reports[0] == reports[1] and reports[0][1]


def test_bad_rows_of_recipients_are_rejected_with_their_line(tidings, tmp_path):
    (tmp_path / "people.csv").write_text(
        'id,email,hour\nuser-0,user0@example.org,8\nuser-1,user1@example.org\n"user-2",user2@example.org,25\n')
    run = tidings(
        "mail", "-", "--recipients", "people.csv", "--from", "a@example.org", "--now", NOW, "--first-days", "9",
        "-o", tmp_path / "outbox", cwd=tmp_path, stdin=lines(RECORDS))  # fmt: skip
    assert run.status == 3
    assert "people.csv, line 3: the row has 2 cells, but the header has 3" in run.errors
    assert "people.csv, line 4: hour: 25 is not an hour from 0 to 23, or a time such as 17:30" in run.errors


def test_a_column_may_have_any_name(tidings, tmp_path):
    names = ["Urgent?", "Name & Ort", "Kunde's", "50%", "*Pflicht", "user[id]", "https://x", '"Betreff; kurz"']
    for number, name in enumerate(names):
        text = f"id,user_id,title,created_at,is_read,{name}\n{number},u,a,2026-02-08T08:00:00Z,no,x\n"
        (tmp_path / f"form-{number}.csv").write_text(text)
    assert tidings("summary", *tmp_path.iterdir(), "--format", "json").json["counts"]["total"] == len(names)


def test_other_separators_in_a_header_do_not_hide_its_own(tidings, tmp_path):
    export = tmp_path / "form.csv"
    export.write_text(
        "id;user_id;title;created_at;is_read;Betreff, kurz\n"
        "1;u;a;2026-02-08T08:00:00Z;no;b, c\n2;u;b;2026-02-08T08:00:00Z;no;d\n")
    assert tidings("summary", export, "--format", "json").json["counts"]["total"] == 2


def test_eight_digits_are_a_day(tidings, tmp_path):
    """As seconds they were days of August 1970."""
    export = tmp_path / "days.csv"
    export.write_text("id,user_id,title,created_at,is_read\n1,u,a,20260207,no\n2,u,b,20260230,no\n")
    digest = tidings("digest", export, "--recipient", "u", "--now", "2026-02-08T12:00:00Z", "--format", "json")
    items = [item for section in digest.json["sections"] for item in section["items"]]
    assert [item["time"][:10] for item in items] == ["2026-02-07"]
