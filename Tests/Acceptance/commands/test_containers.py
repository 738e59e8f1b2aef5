"""The same records, however they are contained, give the same digest, byte for byte."""

import gzip
import json
import pathlib
import tempfile

import pytest

from harness import NOW, database, record, run

RECORDS = [record(n) for n in range(200)]


def lines(records):
    return b"".join(json.dumps(r, ensure_ascii=False).encode() + b"\n" for r in records)


def pages(*borders):
    return [RECORDS[start:end] for start, end in zip((0, *borders), (*borders, len(RECORDS)))]


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def sqlite():
    with tempfile.TemporaryDirectory() as folder:
        return database(pathlib.Path(folder, "app.db"), notifications=RECORDS).read_bytes()


LINES, ARRAY = lines(RECORDS), json.dumps(RECORDS).encode()
# By form, the bytes of one file.
FORMS = {
    "array": ARRAY,
    "pretty array": json.dumps(RECORDS, indent=2).encode(),
    **{f"envelope {name}": json.dumps({"meta": {"total": 200}, name: RECORDS}).encode()
       for name in ("data", "notifications", "items", "results", "records")},
    "keyed by id": json.dumps({r["id"]: {k: v for k, v in r.items() if k != "id"} for r in RECORDS}).encode(),
    "lines, CRLF, blank lines, no last newline": LINES.replace(b"\n", b"\r\n\r\n").rstrip(),
    "byte order mark": b"\xef\xbb\xbf" + LINES,
    "concatenated arrays": "".join(map(json.dumps, (*pages(60, 61)[:2], [], RECORDS[61:]))).encode(),
    "concatenated pages": "".join(json.dumps({"data": page}) for page in pages(50, 100, 150)).encode(),
    "camelCase": json.dumps([{camel(k): v for k, v in r.items()} for r in RECORDS]).encode(),
    "sqlite": sqlite(),
    "gzip": gzip.compress(LINES),
    "gzip, several members": b"".join(gzip.compress(lines(page)) for page in pages(99)),
    "gzipped sqlite": gzip.compress(sqlite()),
}  # fmt: skip


def digest(tidings, *inputs, stdin=b""):
    run = tidings("digest", *inputs, "--format", "json", "--now", NOW, stdin=stdin)
    assert run.status == 0, run.errors
    return run.out


@pytest.fixture(scope="module")
def expected():
    found = digest(run, "-", stdin=LINES)
    assert len(found.splitlines()) == 7
    return found


@pytest.mark.parametrize("form", FORMS)
def test_every_container_gives_the_digest_of_json_lines(tidings, tmp_path, form, expected):
    (tmp_path / "export").write_bytes(FORMS[form])
    assert digest(tidings, tmp_path / "export") == expected


def test_so_do_standard_input_and_several_files(tidings, tmp_path, expected):
    first, second = pages(77)
    (tmp_path / "first").write_bytes(lines(first))
    (tmp_path / "second").write_text(json.dumps(second))
    assert digest(tidings, "-", stdin=gzip.compress(ARRAY)) == expected
    assert digest(tidings, tmp_path / "first", tmp_path / "second") == expected
    assert digest(tidings, tmp_path / "first", "-", stdin=json.dumps(second).encode()) == expected


def test_a_changed_record_changes_the_digest(tidings, expected):
    """The negative control of the comparison above."""
    assert digest(tidings, "-", stdin=lines([*RECORDS[:-1], record(199, title="Another title")])) != expected
