"""Recipients files and suppression lists that are not what they should be: said, and nothing is mailed."""

import gzip
import json

import pytest

from harness import NOW, outcomes, record, scripted

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(64)


@pytest.fixture
def job(tidings, tmp_path):
    """Runs `mail` or `build` over twelve rows of twelve people, with these files of people."""
    rows = (record(n, user_id=f"user-{n}", read_at=None) for n in range(12))
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "good.json").write_text(json.dumps([{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(12)]))

    def run(command, people="good.json", suppress=None, *arguments):
        if command == "mail":
            return tidings(
                "mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--recipients", tmp_path / people,
                *(["--suppress", tmp_path / suppress] if suppress else []), "--first-days", "9", "--now", NOW,
                "-o", tmp_path / "outbox", *arguments)  # fmt: skip
        (tmp_path / "job.yaml").write_text(
            f"exports: export.jsonl\nrecipients: {people}\n"
            + (f"suppress: {suppress}\n" if suppress else "")
            + "mail:\n  digest: {from: digest@example.org, outbox: outbox, first-days: 9}\n"
            + "inbox: {folder: pages}\n")
        return tidings("build", tmp_path / "job.yaml", "--now", NOW, *arguments)

    run.folder = tmp_path
    return run


def mails(folder):
    return sorted((folder / "outbox").glob("new/*")) + sorted((folder / "pages").glob("*.html"))


BAD_PEOPLE = {
    "nothing.json": (b"", "contains no recipients"),
    "blank.json": (b" \n\n", "contains no recipients"),
    "list.json": (b"[]", "contains no recipients"),
    "member.json": (b'{"recipients": []}', "contains no recipients"),
    "object.json": (b"{}", "contains no recipients"),
    "header.csv": (b"id,email\n", "contains no recipients"),
    "rows.csv": (b"name,email\nAna,user1@example.org\n", "line 2: id"),
    "picture.png": (PNG, "this is a picture"),
    "others.json": (b'[{"name": "Ana"}, {"name": "Ben"}]', "record 1: id"),
    "count.json": (b'{"data": [{"id": "user-1", "email": "user1@example.org"}], "meta": {"totalCount": 4}}', "only 1 of 4 records are present"),
    "token.json": (b'{"users": [{"id": "user-1", "email": "user1@example.org"}], "nextPageToken": "x"}', "says that another follows"),
    "more.json": (b'{"hasNextPage": true, "items": [{"id": "user-1", "email": "user1@example.org"}]}', "says that another follows"),
    "link.json": (b'{"data": [{"id": "user-1", "email": "user1@example.org"}], "links": {"next": "/2"}}', "says that another follows"),
    "two.json": (b'{"users": [{"id": "user-1", "email": "user1@example.org"}], "recipients": [{"id": "user-2", "email": "user2@example.org"}]}', "two lists, users and recipients"),
    "people.gz": (gzip.compress(b'[{"id": "user-1", "email": "user1@example.org"}]')[:-9], "its compressed data is damaged or cut off"),
    "wide.json": ('[{"id": "user-1"}]'.encode("utf-16"), "UTF-16"),
    "wider.json": ('{"id": "user-1"}'.encode("utf-16-le"), "UTF-16"),
    "torn.json": (b'[{"id": "user-1", "email": "user1@example.org"}, {"id": ', "damaged from this point on"),
}


def stops(job, files, names, run):
    for name in names:
        content, words = files[name]
        (job.folder / name).write_bytes(content)
        done = run(name)
        assert done.status == 65 and name in done.errors and words in done.errors, done.errors
        assert mails(job.folder) == []


@pytest.mark.parametrize("command, names", [("mail", [*BAD_PEOPLE]), ("build", ["list.json", "torn.json"])], ids=["mail", "build"])
def test_a_file_that_holds_no_recipient_stops_the_run(job, command, names):
    stops(job, BAD_PEOPLE, names, lambda name: job(command, name))
    # Nobody counts as looked at: with the right file they have their mail.
    assert job(command).status == 0 and len(list((job.folder / "outbox" / "new").iterdir())) == 12


def test_a_compressed_file_is_read(job):
    (job.folder / "good.gz").write_bytes(gzip.compress((job.folder / "good.json").read_bytes()))
    assert job("mail", "good.gz").status == 0 and len(mails(job.folder)) == 12


def test_a_database_without_recipients_is_told_what_they_need(job):
    scripted(job.folder / "shop.db", "CREATE TABLE orders (number, total)", "CREATE TABLE items (order_number)")
    run = job("mail", "shop.db")
    assert run.status == 65 and mails(job.folder) == []
    assert "no table of this database contains recipients; its tables are items, orders" in run.errors
    assert "columns id and email" in run.errors
    scripted(job.folder / "empty.db", "CREATE TABLE recipients (id, email)")
    assert "contains no recipients" in job("mail", "empty.db").errors
    scripted(job.folder / "torn.db", "CREATE TABLE recipients (id, email)", "CREATE TABLE t AS SELECT randomblob(9000)")
    whole = (job.folder / "torn.db").read_bytes()
    (job.folder / "torn.db").write_bytes(whole[:100] + b"\xff" * 4000)
    assert "damaged" in job("mail", "torn.db").errors


def test_an_entry_of_a_file_of_one_line_is_named_by_its_number(job):
    people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(6)] + [{"email": "x@example.org"}]
    (job.folder / "people.json").write_text(json.dumps(people))
    run = job("mail", "people.json")
    assert run.status == 3 and "people.json, record 7: id: it is missing or empty; its field is called id, recipient, " in run.errors
    (job.folder / "people.json").write_text(json.dumps(people, indent=1))
    assert "people.json, line 26: id" in job("mail", "people.json").errors


BAD_LISTS = {
    "nothing.txt": (b"", "contains no addresses"),
    "blank.txt": (b"\n \n", "contains no addresses"),
    "heading.csv": (b"email,reason\n", "contains no addresses"),
    "picture.png": (PNG, "this is a picture"),
    "zeros.txt": (b"user1@example.org\n\0\0\0", "binary"),
    "words.txt": (b"user1@example.org\nuser2 at example.org\n", "line 2"),
    "column.csv": (b"id,email\n1,user1@example.org\n", "line 2: 1 is not an address"),
    "hidden.txt": ("user1@example.org\u200b\n".encode(), "line 1"),
    "domain.txt": (b"user1@example.org\n@example.org\n", "line 2"),
    "wildcard.txt": (b"user1@example.org\n*@example.org\n", "line 2: *@example.org is not an address"),
    "latin.txt": (b"user1@b\xfccher.example\n", "line 1"),
    "comment.txt": (b"user1(comment)@example.org\n", "line 1"),
    "star.txt": (b"user1@*.org\n", "line 1"),
    "colon.txt": (b"a:b@example.org\n", "line 1"),
    "path.txt": (b"user1@example.org/x\n", "line 1"),
}


@pytest.mark.parametrize("command, names", [("mail", [*BAD_LISTS]), ("build", ["words.txt"])], ids=["mail", "build"])
def test_a_suppression_list_that_cannot_be_understood_stops_the_run(job, command, names):
    stops(job, BAD_LISTS, names, lambda name: job(command, suppress=name))


def test_a_suppression_list_may_say_that_it_holds_nobody(job):
    (job.folder / "none.txt").write_text("# none\n")
    run = job("mail", suppress="none.txt")
    assert run.status == 0 and outcomes(run) == {"handed over": 12}, run.errors


SPELLINGS = [
    "user0@example.org", "USER1@EXAMPLE.ORG", "<user2@example.org>", "User <user3@example.org>",
    '"User, Zero" <user4@example.org>', "mailto:user5@example.org", "MAILTO:user6@example.org?subject=stop",
    "<mailto:user7%40example.org>", '"user8@example.org","hard bounce"', "user9@example.org;x", "user10@example.org.",
    "user11@example.org  # asked by phone",
]  # fmt: skip


def test_an_address_is_suppressed_however_it_is_written(job):
    (job.folder / "list.txt").write_text("".join(f"{spelling}\r\n" for spelling in SPELLINGS))
    run = job("mail", suppress="list.txt")
    assert run.status == 0 and outcomes(run) == {"suppressed": 12}, run.errors


@pytest.mark.parametrize("line, count", [
    ("user0@example.org; user1@example.org", 2), ("user0@example.org, User Two <user2@example.org>", 2),
    ("user0@example.org\tuser1@example.org\tuser2@example.org", 3), ("user0@example.org;bounced on Monday", 1),
    ("email,added by\nuser0@example.org,user1@example.org", 1),
])  # fmt: skip
def test_every_address_of_a_line_counts(job, line, count):
    (job.folder / "list.txt").write_text(line + "\n")
    run = job("mail", suppress="list.txt")
    assert run.status == 0 and outcomes(run)["suppressed"] == count, run.errors


def test_both_forms_of_a_domain_are_one(job):
    listed = ["maya{}@bücher.example", "MAYA{}@BÜCHER.example", "maya{}@xn--bcher-kva.example", "Maya{}@XN--BCHER-KVA.Example",
              "mailto:maya{}@b%C3%BCcher.example", "Maya <maya{}@bu\u0308cher.example>"]  # fmt: skip
    pairs = enumerate((mailed, one) for mailed in ("maya{}@bücher.example", "maya{}@xn--bcher-kva.example") for one in listed)
    people, lines = zip(*(({"id": f"user-{n}", "email": mailed.format(n)}, one.format(n) + "\n") for n, (mailed, one) in pairs))
    (job.folder / "people.json").write_text(json.dumps(people))
    (job.folder / "list.txt").write_text("".join(lines))
    run = job("mail", "people.json", "list.txt", "--max-ahead", "30d")
    assert run.status == 0 and outcomes(run) == {"suppressed": 12}, run.errors


def test_a_column_of_languages_is_asked_about(job):
    """It was taken for a longitude that is misspelled, and everybody read English."""
    (job.folder / "people.csv").write_text("id,email,lang\nuser-1,user1@example.org,de\n")
    assert "people.csv: lang is not a recipient field; did you mean locale?" in job("mail", "people.csv").errors


@pytest.mark.parametrize("form", ["csv", "sqlite"])
def test_a_cell_may_hold_a_list(job, form):
    cells = {"hours": '[8, "17:30"]', "days": '["mon", "sun"]', "typesOff": '["event"]'}
    columns = ", ".join(["id", "email", *cells])
    if form == "csv":
        quoted = ",".join('"' + value.replace('"', '""') + '"' for value in cells.values())
        (job.folder / "people.csv").write_text(f"{columns.replace(' ', '')}\nuser-1,user1@example.org,{quoted}\n")
    else:
        values = ", ".join(f"'{value}'" for value in ("user-1", "user1@example.org", *cells.values()))
        scripted(job.folder / "people.csv", f"CREATE TABLE recipients ({columns})", f"INSERT INTO recipients VALUES ({values})")
    run = job("mail", "people.csv", None, "--dry-run")
    assert run.status == 0 and "must be a list" not in run.errors + run.text, run.errors


def test_a_table_of_people_that_is_cut_inside_of_quotes_stops_the_run(job):
    (job.folder / "people.csv").write_text('id,email,name\nuser-1,user1@example.org,Ana\nuser-2,user2@example.org,"Be\nuser-3,user3@example.org,Cy\n')
    run = job("mail", "people.csv")
    assert run.status == 65 and "people.csv, line 3" in run.errors and "never closed" in run.errors, run.errors
    assert not mails(job.folder)
