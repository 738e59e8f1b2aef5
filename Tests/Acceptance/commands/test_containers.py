"""The same records, however they are contained, give the same digest, byte for byte."""

import gzip
import json
import sqlite3

import pytest

from harness import NOW, record

RECORDS = [record(n) for n in range(200)]


def sqlite_file(path, records):
    connection = sqlite3.connect(path)
    columns = list(records[0])
    connection.execute(f"CREATE TABLE notifications ({', '.join(columns)})")
    connection.executemany(
        f"INSERT INTO notifications VALUES ({', '.join('?' * len(columns))})",
        [[r[c] for c in columns] for r in records],
    )
    connection.commit()
    connection.close()


def lines(records):
    return b"".join(json.dumps(r, ensure_ascii=False).encode() + b"\n" for r in records)


def write_form(form, folder):
    """Writes RECORDS in this form; gives the arguments to read it and what goes to stdin."""
    path = folder / "export"
    stdin = b""
    if form == "array":
        path.write_text(json.dumps(RECORDS))
    elif form == "pretty array":
        path.write_text(json.dumps(RECORDS, indent=2))
    elif form.startswith("envelope "):
        path.write_text(json.dumps({"meta": {"total": 200}, form.split()[1]: RECORDS}))
    elif form == "keyed by id":
        path.write_text(json.dumps({r["id"]: {k: v for k, v in r.items() if k != "id"} for r in RECORDS}))
    elif form == "lines":
        path.write_bytes(lines(RECORDS))
    elif form == "lines, CRLF, blank lines, no last newline":
        path.write_bytes(lines(RECORDS).replace(b"\n", b"\r\n\r\n").rstrip())
    elif form == "byte order mark":
        path.write_bytes(b"\xef\xbb\xbf" + lines(RECORDS))
    elif form == "concatenated arrays":
        path.write_text(json.dumps(RECORDS[:60]) + json.dumps(RECORDS[60:61]) + "[]" + json.dumps(RECORDS[61:]))
    elif form == "concatenated pages":
        path.write_text("".join(json.dumps({"data": RECORDS[i : i + 50]}) for i in range(0, 200, 50)))
    elif form == "camelCase":
        def camel(name):
            first, *rest = name.split("_")
            return first + "".join(w.title() for w in rest)
        path.write_text(json.dumps([{camel(k): v for k, v in r.items()} for r in RECORDS]))
    elif form == "sqlite":
        sqlite_file(path, RECORDS)
    elif form == "gzip":
        path.write_bytes(gzip.compress(lines(RECORDS)))
    elif form == "gzip, several members":
        path.write_bytes(gzip.compress(lines(RECORDS[:99])) + gzip.compress(lines(RECORDS[99:])))
    elif form == "gzipped sqlite":
        sqlite_file(folder / "plain", RECORDS)
        path.write_bytes(gzip.compress((folder / "plain").read_bytes()))
    elif form == "standard input":
        return ["-"], lines(RECORDS)
    elif form == "gzip on standard input":
        return ["-"], gzip.compress(json.dumps(RECORDS).encode())
    elif form == "two files":
        path.write_bytes(lines(RECORDS[:77]))
        (folder / "second").write_text(json.dumps(RECORDS[77:]))
        return [path, folder / "second"], stdin
    elif form == "a file and standard input":
        path.write_bytes(lines(RECORDS[:77]))
        return [path, "-"], json.dumps(RECORDS[77:]).encode()
    return [path], stdin


FORMS = [
    "array", "pretty array", "envelope data", "envelope notifications", "envelope items",
    "envelope results", "envelope records", "keyed by id",
    "lines, CRLF, blank lines, no last newline", "byte order mark", "concatenated arrays",
    "concatenated pages", "camelCase", "sqlite", "gzip", "gzip, several members",
    "gzipped sqlite", "standard input", "gzip on standard input", "two files",
    "a file and standard input",
]  # fmt: skip


def digest_of(tidings, form, folder):
    arguments, stdin = write_form(form, folder)
    run = tidings("digest", *arguments, "--format", "json", "--now", NOW, stdin=stdin)
    assert run.status == 0, run.errors
    return run.out


@pytest.mark.parametrize("form", FORMS)
def test_every_container_gives_the_digest_of_json_lines(tidings, tmp_path, form):
    (tmp_path / "lines").mkdir()
    (tmp_path / "form").mkdir()
    expected = digest_of(tidings, "lines", tmp_path / "lines")
    assert len(expected.splitlines()) == 7
    assert digest_of(tidings, form, tmp_path / "form") == expected


def test_a_changed_record_changes_the_digest(tidings, tmp_path):
    """The negative control of the comparison above."""
    (tmp_path / "lines").mkdir()
    expected = digest_of(tidings, "lines", tmp_path / "lines")
    other = lines([*RECORDS[:-1], record(199, title="Another title")])
    run = tidings("digest", "-", "--format", "json", "--now", NOW, stdin=other)
    assert run.status == 0 and run.out != expected
