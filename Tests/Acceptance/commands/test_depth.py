"""Records are found at any depth, a record is never taken apart, and what holds none is refused."""

import gzip
import itertools
import json
import subprocess
import sys

import pytest

from harness import BINARY, NOW, record, write_lines

RECORDS = [record(n) for n in range(60)]
# Larger than the part of an input that is in memory.
MANY = [record(n, message="x" * 3000) for n in range(1000)]


def keyed(records):
    return {r["id"]: {k: v for k, v in r.items() if k != "id"} for r in records}


SHAPES = {
    "nodes": lambda r: {"data": {"notifications": {"nodes": r, "pageInfo": {"hasNextPage": False}}}},
    "edges": lambda r: {"data": {"viewer": {"edges": [{"cursor": "c", "node": one} for one in r]}}},
    "by user, then by id": lambda r: {"notifications": {"u1": keyed(r[:9]), "u2": {}, "u3": keyed(r[9:])}},
    "by user, then by id, at the top": lambda r: {"u1": keyed(r[:9]), "u2": keyed(r[9:])},
    "three levels of keys": lambda r: {"eu": {"u1": keyed(r[:9])}, "us": {"u2": keyed(r[9:])}},
    "a list under unknown names": lambda r: {"message": "ok", "payload": {"list": {"page": 1, "stuff": r}}},
    "by id under unknown names": lambda r: {"app": {"version": 1, "store": {"mine": keyed(r)}}},
    "lists by user": lambda r: {"u1": r[:9], "u2": r[9:]},
    "search hits": lambda r: {"took": 1, "hits": {"total": 2, "hits": [{"_id": "1", "_source": one} for one in r]}},
    "a list beside words": lambda r: {"message": "ok", "data": r},
    "a list beside a person": lambda r: {"user_id": "u1", "notifications": r},
    "a list beside a type": lambda r: {"data": r, "meta": {"page": 1, "type": "x"}},
    "lists beside words": lambda r: [{"message": "ok", "data": r[:9]}, {"message": "ok", "data": r[9:]}],
    "hits with a type": lambda r: {"hits": {"hits": [{"_id": "1", "_type": "_doc", "_source": one} for one in r]}},
    "pages in an array": lambda r: [{"data": {"all": {"edges": [{"node": one} for one in part]}}} for part in (r[:9], r[9:])],
}  # fmt: skip


def digest(tidings, *paths):
    return tidings("digest", *paths, "--now", NOW, "--format", "json")


@pytest.mark.parametrize("records", [RECORDS, MANY], ids=["few", "many"])
def test_records_are_found_at_any_depth(tidings, tmp_path, records):
    (tmp_path / "plain").write_text(json.dumps(records))
    plain = digest(tidings, tmp_path / "plain").out
    for shape, packed in SHAPES.items():
        (tmp_path / "deep").write_text(json.dumps(packed(records)))
        deep = digest(tidings, tmp_path / "deep")
        assert deep.status == 0 and deep.out == plain, (shape, deep.errors)


def counts(run):
    """The records and the rejected ones of each source."""
    return [(source["records"], source["rejected"]) for source in run.json["sources"]]


REJECTED = [
    {"items": [record(1000), record(1001)]}, {"data": {}}, {"more": {"list": [record(1000), record(1001)]}},
    {"actor": record(3000), "payload": {"a": record(4), "b": record(5)}}, {"node": record(5)},
]


def test_a_rejected_record_is_not_taken_apart(tidings, tmp_path):
    files = [tmp_path / f"{number}.jsonl" for number in range(len(REJECTED))]
    for file, nested in zip(files, REJECTED):
        write_lines(file, [*RECORDS, record(99, scheduled_for=None, created_at=None, **nested)])
    run = tidings("check", *files, "--now", NOW, "--format", "json")
    assert run.status == 3 and counts(run) == [(61, 1)] * len(files)
    assert [(reject["line"], reject["record"], reject["field"]) for reject in run.json["rejected"]] == [
        (61, 61, "scheduled_for, created_at")] * len(files)  # fmt: skip


VICTIM = record(9000, user_id="victim")
NAMELESS = [
    {"user_id": "u2", "type": "offer", "title": "lost", "message": "M", "created_at": "2026-02-08T13:05:00Z", "items": []},
    {"user_id": "u1", "type": "offer", "title": "T", "created_at": "2026-02-08T13:05:00Z", "data": [VICTIM]},
    {"user_id": "u1", "type": "offer", "data": [VICTIM]},
    {"id": "z", "user_id": "u1", "type": "offer", "data": [VICTIM]},
    {"id": "z", "data": {"items": [VICTIM]}},
    {"title": "hi", "data": [VICTIM]},
    {"message": "hi", "node": VICTIM},
    {"id": "z", "user_id": "u1", "meta": {"x": [VICTIM]}},
]


@pytest.mark.parametrize("form", ["array", "lines", "inside an envelope", "keyed"])
def test_what_stands_among_records_is_never_an_envelope(tidings, tmp_path, form):
    files, found = [], []
    for (number, bad), place in itertools.product(enumerate(NAMELESS), [0, 1, 30]):
        rows = [*RECORDS[:place], bad, *RECORDS[place:]]
        files.append(tmp_path / f"{form}-{number}-{place}")
        files[-1].write_text({
            "array": json.dumps(rows),
            "lines": "".join(json.dumps(row) + "\n" for row in rows),
            "inside an envelope": json.dumps({"data": rows, "meta": {"page": 1}}),
            "keyed": json.dumps({f"k{number}": row for number, row in enumerate(rows)}),
        }[form])  # fmt: skip
        # The key of a keyed one is an id.
        found.append((61, 0) if form == "keyed" and "created_at" in bad else (61, 1))
    run = tidings("check", *files, "--now", NOW, "--format", "json")
    assert run.status == 3 and counts(run) == found
    text = digest(tidings, *files).text
    assert "user-1" in text and "victim" not in text


@pytest.mark.parametrize("bad", [NAMELESS[1], NAMELESS[2], NAMELESS[3], NAMELESS[7]], ids=lambda bad: " ".join(bad))
def test_what_has_two_fields_of_a_record_is_one(tidings, tmp_path, bad):
    (tmp_path / "export.json").write_text(json.dumps(bad))
    assert "victim" not in digest(tidings, tmp_path / "export.json").text


OWNERLESS = [{key: value for key, value in one.items() if key != "user_id"} for one in RECORDS]


@pytest.mark.parametrize("shape", ["by user, then by id", "by user, then by id, at the top", "three levels of keys"])
def test_records_that_name_nobody_belong_to_the_key_above_them(tidings, tmp_path, shape):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(SHAPES[shape](OWNERLESS)))
    users = ["u1", "u2"] if "u2" in SHAPES[shape](OWNERLESS) or "three" in shape else ["u1", "u3"]
    mailboxes = [json.loads(line) for line in digest(tidings, path).text.splitlines()]
    assert [one["recipient"]["id"] for one in mailboxes] == users
    run = tidings("digest", path, "--now", NOW, "--format", "json", "--owner", "me2")
    assert [json.loads(line)["recipient"]["id"] for line in run.text.splitlines()] == ["me2"]


def test_a_record_without_a_time_is_rejected_at_any_depth(tidings, tmp_path):
    files = []
    for shape, place in itertools.product(["edges", "by user, then by id", "by user, then by id, at the top"], [0, 9, 59]):
        records = [*RECORDS]
        records[place] = record(place, scheduled_for=None, created_at=None)
        files.append(tmp_path / f"{shape}-{place}")
        files[-1].write_text(json.dumps(SHAPES[shape](records)))
    run = tidings("check", *files, "--now", NOW, "--format", "json")
    assert run.status == 3 and counts(run) == [(60, 1)] * 9, run.text


FOUND = [
    ({"notifications": {"u1": {"a": {"id": 1, "title": "x"}}}}, "notifications.u1.a (id, title)"),
    ({"items": [], "notifications": {"u1": {"a": {"id": 1, "title": "x"}}}}, "notifications.u1.a (id, title)"),
    ({"data": {"unreadCount": 38}}, "data (unreadCount)"),
    ({"users": [{"name": "x"}], "settings": {"a": 1}}, "users[] (name), settings (a)"),
]


@pytest.mark.parametrize("value, found", FOUND, ids=[found for _, found in FOUND])
def test_objects_without_a_record_are_refused_with_what_was_found(tidings, tmp_path, value, found):
    (tmp_path / "export.json").write_text(json.dumps(value))
    for command in (["summary"], ["inbox", "-o", tmp_path / "pages"], ["check"]):
        run = tidings(*command, tmp_path / "export.json", "--now", NOW)
        assert run.status == 65
        assert f"it contains objects but no records; no profile fits: {found}" in run.errors.splitlines()[0]
    assert not (tmp_path / "pages").exists()


# What a page says beside its records, and whether another one is missing where it is all there is.
CURSORS = [
    ({"paging": {"more": True}}, True), ({"paging": {"more": False}}, False), ({"meta": {"next_token": "x"}}, True),
    ({"nextPageToken": "x"}, True), ({"next_page_token": "x"}, True), ({"nextPageToken": ""}, False),
    ({"nextCursor": "x"}, True), ({"nextCursor": None}, False), ({"cursor": "x"}, False),
    ({"nextCursor": "x", "hasMore": False}, False), ({"meta": {"hasNextPage": True}}, True),
    ({"links": {"next": "/p?2", "self": "/p"}}, True), ({"links": {"next": None, "self": "/p"}}, False),
    ({"_links": {"next": {"href": "/p?2"}}}, True), ({"next": "https://a.example/?page=2"}, True),
    ({"next": None, "previous": "https://a.example/"}, False), ({"next": "step"}, False),
    ({"pageInfo": {"hasNextPage": True, "endCursor": "x"}}, True),
    ({"pageInfo": {"hasNextPage": False, "endCursor": "x"}}, False),
    ({"response_metadata": {"next_cursor": ""}}, False), ({"response_metadata": {"next_cursor": "x"}}, True),
    ({"offset": "itr1/rec5"}, True), ({"offset": 20}, False), ({"offset": "+02:00"}, False), ({"nextLink": "/p?2"}, True),
    ({"nextContinuationToken": "x"}, True), ({"last": False}, False), ({"isLast": False}, True), ({"isLast": True}, False),
]  # fmt: skip


@pytest.mark.parametrize("said, is_missing", CURSORS, ids=[json.dumps(said) for said, _ in CURSORS])
def test_a_page_that_names_the_next_one_is_not_all(tidings, tmp_path, said, is_missing):
    page = tmp_path / "page.json"
    page.write_text(json.dumps({"data": RECORDS[:20], **said}))
    run = tidings("check", page, "--now", NOW)
    assert run.status == (3 if is_missing else 0), run.errors
    assert ("another follows" in run.errors) == is_missing
    (tmp_path / "last.json").write_text(json.dumps({"data": RECORDS[20:]}))
    assert tidings("check", page, tmp_path / "last.json", "--now", NOW).status == 0


MEBIBYTE = 1 << 20
GOOD = json.dumps(record(1)).encode()
LARGE = {
    "zero bytes": (b"", bytes(MEBIBYTE), b""),
    "zero bytes behind a record": (GOOD + b"\n", bytes(MEBIBYTE), b""),
    "spaces": (b"", b" " * MEBIBYTE, b""),
    "spaces before a record": (b"", b" " * MEBIBYTE, GOOD),
    "a string": (b'{"id":"', b"a" * MEBIBYTE, b'"}'),
    "a key": (b'{"', b"a" * MEBIBYTE, b'":1}'),
    "brackets": (b"", b"[" * MEBIBYTE, b""),
    "a record too large": (b"[" + GOOD + b',{"id":"', b"a" * MEBIBYTE, b'"}]'),
    "damaged lines": (b"", b'{"id":"' + b"x" * (4 * MEBIBYTE // 64 - 10) + b"}\n", GOOD),
}


PEAK = """import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.parametrize("name", LARGE)
def test_memory_does_not_follow_what_is_no_record(tmp_path, name):
    head, piece, tail = LARGE[name]
    path = tmp_path / "export.gz"
    path.write_bytes(gzip.compress(head) + gzip.compress(piece) * (250 * MEBIBYTE // len(piece)) + gzip.compress(tail))
    # A process begins with the peak of the one it came from: not with that of all tests before this one.
    measured = subprocess.run(
        [sys.executable, "-c", PEAK, BINARY, "check", path, "--now", NOW], capture_output=True, check=True)
    status, peak = map(int, measured.stdout.split())
    assert peak < 160 * 1024, f"{peak} KiB"
    assert status in (0, 3, 65)
