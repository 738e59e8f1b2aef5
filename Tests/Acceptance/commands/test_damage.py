"""Bad records are data: counted, placed, reported; the good ones go on."""

import gzip
import json

import pytest

from harness import NOW, database, messages, record

# More than is read at a time: a megabyte.
GOOD = [record(n, message="Message\n" * 600) for n in range(1000)]

# Ten differently bad records, and the field or reason that the reject must name.
BAD = [
    ('{"id":"b0","user_id":"u","type":"offer","title":"no time"}', "scheduled_for, created_at"),
    ('{"user_id":"u","type":"offer","title":"no id","scheduled_for":"2026-02-01T00:00:00Z"}', "id"),
    ('{"id":"b2","user_id":"u","scheduled_for":"2026-02-01T00:00:00Z","related_event_id":null}', "type, title, message"),
    ('{"id":"b3","user_id":"u","type":"offer","title":"t","scheduled_for":"yesterday"}', "scheduled_for"),
    ('{"id":"b4","user_id":"u","type":"offer","title":"t","scheduled_for":""}', "scheduled_for"),
    ('{"id":"b5","user_id":"u","type":"offer","title":tru,"scheduled_for":"2026-02-01T00:00:00Z"}', None),
    ('{"id":"b6","user_id":"u","type":"offer","title":"t","x":01,"scheduled_for":"2026-02-01T00:00:00Z"}', None),
    ('{"id":"b7","user_id":"u","type":"offer" "title":"t","scheduled_for":"2026-02-01T00:00:00Z"}', None),
    ('{"id":"b8","user_id":"u","type":"offer","title":"raw \x01 control","scheduled_for":"2026-02-01T00:00:00Z"}', None),
    ('{"id":"b9","user_id":"u","type":"offer","title":"' + "[" * 3 + '","x":' + "[" * 600 + "]" * 600 + ',"scheduled_for":"2026-02-01T00:00:00Z"}', None),
]  # fmt: skip


def export(form):
    """The records with a bad one after every hundred; and the line of each bad one."""
    rows, places = [], []
    for n, good in enumerate(GOOD):
        rows.append(json.dumps(good))
        if n % 100 == 99:
            rows.append(BAD[n // 100][0])
            places.append(len(rows))
    if form == "lines":
        return "\n".join(rows) + "\n", places
    return "[\n" + ",\n".join(rows) + "\n]\n", [place + 1 for place in places]


@pytest.mark.parametrize("form", ["lines", "array"])
def test_a_thousand_good_records_and_ten_bad_ones(tidings, tmp_path, form):
    text, places = export(form)
    path = tmp_path / "export.json"
    path.write_text(text)
    run = tidings("summary", path, "--format", "json", "--now", NOW)
    assert run.status == 3, run.errors
    summary = run.json
    assert summary["counts"]["total"] == 1000
    rejects = summary["rejected"]
    assert [reject["line"] for reject in rejects] == places
    for reject, (_, field) in zip(rejects, BAD):
        assert reject["reason"]
        if field:
            assert reject["field"] == field
    assert summary["sources"][0]["records"] == 1010 and summary["sources"][0]["rejected"] == 10


def test_bad_rows_of_a_database_have_their_numbers(tidings, tmp_path):
    rows = [record(1), record(2, title=b"\0\xff"), record(3), record(4, scheduled_for="soon"), record(5)]
    run = tidings("summary", database(tmp_path / "app.db", notifications=rows), "--format", "json", "--now", NOW)
    assert run.status == 3 and run.json["counts"]["total"] == 3
    assert [(reject["record"], reject["field"]) for reject in run.json["rejected"]] == [(2, "title"), (4, "scheduled_for")]
    assert not any("line" in reject for reject in run.json["rejected"])


@pytest.mark.parametrize("command", ["summary", "digest"])
def test_strict_stops_at_a_reject_before_anything_is_written(tidings, tmp_path, command):
    path = tmp_path / "export.json"
    path.write_text(export("lines")[0])
    run = tidings(command, path, "--strict", "--format", "json", "--now", NOW)
    assert run.status == 65
    assert run.out == b""
    assert "export.json" in run.errors and "line 101" in run.errors


def test_rejected_records_are_written_to_a_file(tidings, tmp_path):
    path = tmp_path / "export.json"
    path.write_text(export("lines")[0])
    run = tidings("summary", path, "--rejected", tmp_path / "rejected.jsonl", "--now", NOW)
    assert run.status == 3
    rejected = (tmp_path / "rejected.jsonl").read_text()
    assert len(rejected.splitlines()) == 10
    assert oct((tmp_path / "rejected.jsonl").stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize("change, words, least", [
    (lambda data: data[:-1], "cut off", 1000), (lambda data: data[: len(data) // 2], "cut off", 400),
    (lambda data: data[:-6] + bytes([data[-6] ^ 1]) + data[-5:], "damaged", 1000),
    (lambda data: data + b"trailing", "damaged", 1000),
], ids=["without its end", "half", "another sum", "more behind"])  # fmt: skip
def test_a_damaged_gzip_keeps_the_records_before_its_damage(tidings, tmp_path, change, words, least):
    (tmp_path / "export.gz").write_bytes(change(gzip.compress("\n".join(map(json.dumps, GOOD)).encode())))
    run = tidings("summary", tmp_path / "export.gz", "--format", "json", "--now", NOW)
    assert run.status == 3 and f"its compressed data is {words}" in run.errors, run.errors
    assert least <= run.json["counts"]["total"] <= 1000 and len(run.json["rejected"]) <= 1


# A file that holds no record, which is no error: the sequence of arrays that paginating tools write.
NO_RECORDS = {"n_structure_double_array.json"}


def test_jsontestsuite_files_end_as_their_names_say(tidings, shared):
    folder = shared / "data" / "hostile" / "json" / "parsing"
    names = sorted(path.name for path in folder.glob("*.json"))
    assert len(names) > 250
    options = ["--profile", "recruiting-compass", "--now", NOW, "--format", "json"]
    while (run := tidings("check", *names, *options, cwd=folder)).status == 65:
        # A run ends at the first file that holds no records. It may parse; an array is not refused.
        names.remove(name := run.errors.splitlines()[0].split(": ")[1])
        assert not name.startswith("y_") or not isinstance(json.loads((folder / name).read_bytes()), list), name
    assert run.status == 3, run.errors
    for source in run.json["sources"]:
        name, reasons = source["file"], {reject["reason"] for reject in run.json["rejected"] if reject["file"] == source["file"]}
        assert len(reasons) >= bool(source["rejected"])
        if name in NO_RECORDS or name.startswith("n_"):
            assert bool(source["rejected"] or source.get("incomplete")) != (name in NO_RECORDS), name
        elif name.startswith("y_"):
            # It parses; that it is no notification is another matter.
            assert reasons <= {"not a JSON object", "missing from the record"}, name


def test_check_names_the_types_that_the_profile_does_not_know(tidings, tmp_path):
    export = tmp_path / "export.jsonl"
    rows = [record(1), record(2, type="moon_phase"), record(3, type="moon_phase"), record(4, type="\u001b[31mred")]
    export.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = tidings("check", export)
    assert "3 × a type that the profile does not know" in run.text
    assert "type      moon_phase, unknown to recruiting-compass" in run.text
    assert "\u001b" not in run.text
    found = json.loads(tidings("check", export, "--format", "json").text)
    assert {"profile": "recruiting-compass", "type": "moon_phase"} in found["unknownTypes"]


@pytest.mark.parametrize("form", ["text", "markdown", "html", "terminal"])
def test_nobody_is_all_caught_up_whose_records_may_be_the_rejected_ones(tidings, tmp_path, form):
    (tmp_path / "export.json").write_text(json.dumps([record(1, scheduled_for="yesterday")]))
    digest = tidings("digest", "export.json", "--format", form, "--now", NOW, cwd=tmp_path)
    assert digest.status == 3 and "Nothing new" in digest.text and "caught up" not in digest.text, digest.text
    (tmp_path / "export.json").write_text('{"notifications": [], "page": 1, "total_pages": 2}')
    digest = tidings("digest", "export.json", "--format", form, "--now", NOW, cwd=tmp_path)
    assert "Nothing new" in digest.text and "caught up" not in digest.text, digest.text
    (tmp_path / "export.json").write_text("[]")
    digest = tidings("digest", "export.json", "--format", form, "--now", NOW, cwd=tmp_path)
    assert digest.status == 0 and "caught up" in digest.text, digest.text


def test_an_empty_mail_does_not_say_so_either(tidings, tmp_path):
    (tmp_path / "people.json").write_text(json.dumps([{"id": "ana", "email": "ana@example.org"}]))
    for rows, subject in ([], "caught up"), ([record(1, user_id="ana", scheduled_for="yesterday")], "Nothing new"):
        (tmp_path / "export.json").write_text(json.dumps(rows))
        outbox = f"outbox-{len(rows)}"
        tidings("mail", "export.json", "--recipients", "people.json", "--from", "d@example.org", "--send-empty", "--now", NOW,
                "-o", outbox, cwd=tmp_path)  # fmt: skip
        (mail,) = messages(tmp_path / outbox)
        assert subject in mail["Subject"] and (subject in mail.get_body("plain").get_content()), mail["Subject"]
