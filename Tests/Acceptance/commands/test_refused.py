"""What is no export is refused by its name: the table of the manual, row by row, and the advice."""

import bz2
import gzip
import io
import json
import lzma
import os
import plistlib
import re
import shutil
import sqlite3
import subprocess
import tarfile
import zipfile

import pytest

from harness import BINARY, NOW, ROOT, need, record

PAGE = ROOT / "Sources" / "Distribution" / "Manual" / "refused-inputs.md"
RECORDS = [record(n) for n in range(200)]
LINES = b"".join(json.dumps(r).encode() + b"\n" for r in RECORDS)
PEOPLE = json.dumps([{"id": f"user-{n}", "email": f"user-{n}@example.org"} for n in range(7)])


# What the page has no row for, since it is called what it is.
CALLED = {
    "a JSON text sequence": "this is a JSON text sequence, with a control character before each record",
    "HTML": "this is an HTML page", "RSS; a property list": "this is XML",
    "YAML": "this is YAML; a configuration file is named with --config",
    "PNG; JPEG; GIF": "this is a picture", "PDF": "this is a PDF document", "Parquet": "this is a Parquet file",
    "zip": "this is a zip archive", "tar": "this is a tar archive", "xlsx": "this is a spreadsheet",
    "zstd": "this is compressed with zstd", "xz": "this is compressed with xz", "bzip2": "this is compressed with bzip2",
    "7z; random bytes": "this is binary data of an unknown kind", "UTF-16": "it is UTF-16",
    "plain text": "this is plain text without JSON",
    "0 bytes on standard input": "the file is empty, as after a failed dump",
}  # fmt: skip


def rows():
    """The rows of both tables, for each input: its name, the command, the status and the sentence."""
    text = PAGE.read_text()
    refused = [(names, "summary", "65", f"EXPORT: {said}") for names, said in re.findall(r"^\| ([^|]+) \| `([^|]+)` \|$", text, re.M)]
    found = re.findall(r"^\| ([^|]+) \| `([^|]+)` \| (\d+) \| (?:`([^|]*)` )?\|$", text, re.M)
    assert len(refused) > 10 and len(refused) + len(found) == text.count("\n| ") - 2
    more = [
        (names, "summary", "65", f"{'standard input' if 'standard input' in names else 'EXPORT'}: {said}")
        for names, said in CALLED.items()
    ]
    return [(name, *rest) for names, *rest in [*refused, *found, *more] for name in names.split("; ")]


def zipped(name, data):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, data)
    return file.getvalue()


def tarred(data):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        entry = tarfile.TarInfo("export.jsonl")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


def table(separator):
    def cell(value):
        text = "" if value is None else str(value)
        return '"' + text.replace('"', '""') + '"' if re.search('[\n"' + separator + "]", text) else text

    return "".join(
        separator.join(map(cell, row)) + "\n" for row in [RECORDS[0].keys(), *(r.values() for r in RECORDS)]
    ).encode()


def database(*statements):
    connection = sqlite3.connect(":memory:")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    return connection.serialize()


COLUMNS = ", ".join(RECORDS[0])
FIRST_PAGE = json.dumps({"data": RECORDS[:100], "nextPageToken": "AFTOeJx"}).encode()
PNG = (ROOT / "output" / "inbox.png").read_bytes()

INPUTS = {
    "0 bytes": b"",
    "0 bytes on standard input": b"",
    "`[]` after a full run": b"[]",
    "0 bytes, gzipped": gzip.compress(b""),
    "line feeds only": b"\n\r\n \t\n",
    "zero bytes only": bytes(100_000),
    "`[]`": b"[]",
    "`{}`": b"{}",
    "an empty table": database(f"CREATE TABLE notifications ({COLUMNS})"),
    "a database without tables": database("CREATE TABLE a (b)", "DROP TABLE a"),
    "a torn gzip": gzip.compress(LINES)[:-40],
    "a gzip torn in its first bytes": gzip.compress(LINES)[:20],
    "a first page that names a second": FIRST_PAGE,
    "CSV": table(","),
    "CSV with semicolons": table(";"),
    "TSV": table("\t"),
    "CSV, gzipped": gzip.compress(table(",")),
    "CSV without rows": table(",").split(b"\n")[0] + b"\n",
    "CSV with a row of too few cells": table(",") + b"1,2,3\n",
    "CSV that ends inside quotes": table(",") + b'n-1,user-1,offer,"torn\n',
    "CSV without rows, of something else": b"name,city\n",
    "CSV with semicolons, without rows, of something else": b"name;city\n",
    "TSV without rows, of something else": b"name\tcity\n",
    "CSV without a header": b"".join(table(",").splitlines(True)[1:]),
    "CSV below a title or a comment": b"# Notifications of February, all of them\n" + table(","),
    "CSV of something else": b"name,city\nAna,Lima\n",
    "CSV with bars": table("|"),
    "a list in Latin-1": "id,email\nzo\u00eb,zo\u00eb@example.org\n".encode("latin-1"),
    "HTML": b"\n<!DOCTYPE html>\n<html><script>\n{\"a\": 1}\n</script></html>\n",
    "RSS": b'<?xml version="1.0"?>\n<rss version="2.0"><channel><title>x</title></channel></rss>\n',
    "a JSON text sequence": b"".join(b"\x1e" + line + b"\n" for line in LINES.splitlines()),
    "a JSON string": b'"error: not found"',
    "words behind an envelope": b'{"data":[' + b",".join(LINES.splitlines()[:3]) + b"]} garbage",
    "YAML": b"notifications:\n  - id: 1\n    title: x\n",
    "plain text": b"2026-02-07 10:00:00 server started\n2026-02-07 10:00:01 ready {\"id\": 1}\n",
    "an error answer of an API": b'{"error":{"code":"UNAUTHORIZED","message":"Session expired"}}',
    "objects without times": b'{"notifications":{"u1":{"a":{"id":1,"title":"x"}}}}',
    "UTF-16": json.dumps(RECORDS).encode("utf-16"),
    "a dump of MySQL": b"-- MySQL dump 10.13  Distrib 8.0.36\n--\nINSERT INTO `n` VALUES (1,'[{\"a\":1}]');\n",
    "a dump of PostgreSQL": b"--\n-- PostgreSQL database dump\n--\n\nCOPY public.notifications (id) FROM stdin;\n1\n",
    "a dump of PostgreSQL, custom format": b"PGDMP\x01\x0e\x00\x04\x08\x01" + bytes(100),
    "a dump of SQLite": b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
    + f"CREATE TABLE notifications ({COLUMNS});\n".encode()
    + b"INSERT INTO notifications (id, user_id, type, created_at) VALUES ('1', 'u', 'offer', '2026-02-07T10:00:00Z');\n"
    + b"COMMIT;\n",
    "PNG": PNG,
    "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(50),
    "GIF": b"GIF89a" + bytes(50),
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
    "zip": zipped("export.jsonl", LINES),
    "xlsx": zipped("[Content_Types].xml", "<Types/>"),
    "tar": tarred(LINES),
    "zstd": None,
    "xz": lzma.compress(LINES),
    "bzip2": bz2.compress(LINES),
    "7z": b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(50),
    "Parquet": b"PAR1\x15\x04" + bytes(50) + b"PAR1",
    "a property list": plistlib.dumps([{k: v for k, v in r.items() if v is not None} for r in RECORDS]),
    "random bytes": b"\x8f\x03\xfe\x11{" + bytes(range(256)),
}


def data_of(name):
    if name != "zstd":
        return INPUTS[name]
    # The frame's magic number; its content only where a program is there to make it.
    program = shutil.which("zstd")
    return subprocess.run([program, "-c"], input=LINES, capture_output=True).stdout if program else b"\x28\xb5\x2f\xfd" + bytes(20)


def command_of(command, name, folder):
    """What reads the input in this place, and the name that a sentence has for it."""
    (folder / "good.jsonl").write_bytes(LINES)
    (folder / "people.json").write_text(PEOPLE)
    mail = ["mail", "--from", "a@example.org", "--now", NOW, "--first-days", "9", "-o", folder / "outbox"]
    if command == "mail":
        return [*mail, "input", "--recipients", folder / "people.json"], "EXPORT"
    if command == "inbox":
        return ["inbox", "input", "--now", NOW, "-o", folder / "pages"], "EXPORT"
    if command == "--recipients":
        return [*mail, "good.jsonl", "--recipients", "input"], "RECIPIENTS"
    if command == "--suppress":
        return [*mail, "good.jsonl", "--recipients", "people.json", "--suppress", "input"], "SUPPRESSED"
    if command == "--state":
        return ["summary", "good.jsonl", "--now", NOW, "--state", "input"], "STATE"
    return [command, "-" if "standard input" in name else "input", "--now", NOW], "EXPORT"


def messages(outbox):
    """What lies in an outbox beside its ledger and lock."""
    return [file for file in outbox.rglob("*") if file.is_file() and not file.name.startswith("tidings.")]


@pytest.mark.parametrize("name, command, status, sentence", rows())
def test_every_row_of_the_table_of_refused_inputs_is_so(tidings, tmp_path, name, command, status, sentence):
    data = data_of(name)
    (tmp_path / "input").write_bytes(data)
    arguments, word = command_of(command, name, tmp_path)
    before = set()
    if "after a full run" in name:
        (tmp_path / "input").write_bytes(LINES)
        assert tidings(*arguments, cwd=tmp_path).status == 0
        (tmp_path / "input").write_bytes(data)
        before = set(messages(tmp_path / "outbox"))
        assert before or (tmp_path / "pages").exists()
    run = tidings(*arguments, cwd=tmp_path, stdin=data if "standard input" in name else b"")
    assert run.status == int(status), run.errors
    if sentence:
        assert "tidings: " + sentence.replace(word, "input") in run.errors.splitlines()
    else:
        assert run.errors == ""
    assert set(messages(tmp_path / "outbox")) == before


READERS = [
    ["summary"], ["digest"], ["inbox", "-o", "pages"], ["check"],
    ["mail", "--recipients", "people.json", "--from", "a@example.org", "-o", "outbox"],
    ["state", "mark", "--as", "read", "--all", "--state", "marks.json"], ["state", "sql", "--state", "marks.json"],
    ["state", "requests", "--state", "marks.json"],
]  # fmt: skip


@pytest.mark.parametrize("command", READERS, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize("place, name", [("file", "PNG"), ("-", "0 bytes")])
def test_no_command_reads_what_is_no_export(tidings, tmp_path, command, name, place):
    (tmp_path / "people.json").write_text(PEOPLE)
    (tmp_path / "marks.json").write_text('{"schema":"tidings.state/1","marks":[]}')
    (tmp_path / "file").write_bytes(data_of(name))
    run = tidings(*command, place, cwd=tmp_path, stdin=data_of(name))
    assert run.status == 65, run.errors
    assert not messages(tmp_path / "outbox") and not (tmp_path / "pages").exists()


ADVISED = ["a JSON text sequence", "zip", "zstd", "xz", "bzip2", "tar", "YAML"]


@pytest.mark.parametrize("name", ADVISED)
def test_the_advised_command_makes_something_readable(tidings, tmp_path, name):
    data = data_of(name)
    if name == "YAML":
        pytest.importorskip("yaml", reason="skipped: no PyYAML")
        data = "".join("- " + json.dumps(r) + "\n" for r in RECORDS).encode()
        data = b"---\n" + data.replace(b"- {", b"-   {")
    file = tmp_path / "the export's file"
    file.write_bytes(data)
    advice = tidings("summary", file.name, cwd=tmp_path).errors.splitlines()[1].strip()
    assert advice.startswith("try: ")
    command = advice.removeprefix("try: ").replace("tidings …", f"{BINARY} check --now {NOW}")
    need(command.split()[0])
    path = os.pathsep.join([os.path.dirname(os.sys.executable), os.environ["PATH"]])
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    text = done.stdout.decode()
    assert re.search(r"\b200 records, 0 rejected", text), text


DAMAGED = [
    b'PHP Warning: something\n<br />\n{"id": 1', b'"user_id": "u", "title": "the head is missing"}\n', b"id,title\n",
]


@pytest.mark.parametrize("garbage", DAMAGED)
def test_lines_of_json_behind_damaged_ones_are_read(tidings, tmp_path, garbage):
    file = tmp_path / "export.jsonl"
    file.write_bytes(garbage.rstrip(b"\n") + b"\n" + LINES)
    run = tidings("check", file, "--now", NOW)
    assert run.status == 3, run.errors
    records, rejected = map(int, re.search(r"(\d+) records, (\d+) rejected", run.text).groups())
    assert records - rejected == 200


@pytest.mark.parametrize("prefix, bytes_, at", [('{"id": "', "DUCK1", 8), ('[{"id":"', "WEBPxxxx", 8), ('[{"title":"', "ustar", 257), ('[{"', "1AY&SY", 4)])
def test_signatures_inside_json_say_nothing(tidings, tmp_path, prefix, bytes_, at):
    file = tmp_path / "export.json"
    head = (prefix + "x" * (at - len(prefix)))[:at] + bytes_
    assert head.index(bytes_) == at
    row = json.dumps(RECORDS[0])[1:]
    rest = '": 1, ' if bytes_ == "1AY&SY" else '", '
    first = head + rest + row
    file.write_text(first + "]" if prefix[0] == "[" else first)
    run = tidings("check", file, "--now", NOW)
    assert run.status == 0 and "1 record, 0 rejected" in run.text, run.errors
