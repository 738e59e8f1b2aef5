"""Which records are one notification: in counts, digests, mails, pages, feeds and marks."""

import json
import re

import pytest
from harness import NOW, scripted

RAISE = {"id": 1, "color": "red", "title": "Raise", "created_at": "2026-02-08T12:00:00Z", "read_at": None}
FIRED = {**RAISE, "color": "blue", "title": "Fired", "created_at": "2026-02-08T13:00:00Z"}
LIKE = {
    "id": 1, "user_id": 7, "title": "Raise", "created_at": "2026-02-08T12:00:00Z",
    "updated_at": "2026-02-08T12:00:00Z", "read_at": None,
}  # fmt: skip
BILL = {**LIKE, "title": "Fired", "amount": 3, "updated_at": "2026-02-08T14:00:00Z", "created_at": "2026-02-08T13:00:00Z"}


def write(path, value):
    path.write_text(json.dumps(value))
    return path


@pytest.fixture(params=["one file", "two files", "two files the other way"])
def exports(request, tmp_path):
    """Files with two notifications of one id, and the person's id."""
    if request.param == "one file":
        return [write(tmp_path / "a.json", [RAISE, FIRED]), "--owner", "me"], "me"
    files = [write(tmp_path / "a.json", [LIKE]), write(tmp_path / "b.json", [BILL])]
    return [*(files if request.param == "two files" else files[::-1]), "--profile", "generic"], "7"


def test_what_says_something_else_is_in_every_document(tidings, tmp_path, exports):
    files, person = exports
    summary = tidings("summary", *files, "--now", NOW, "--format", "json")
    assert summary.json["counts"]["total"] == 2 and summary.json["counts"]["duplicates"] == 0
    assert summary.errors.count(f"1 record has the id of an older one of the same recipient, but other contents (id 1 of {person})") == 1
    digest = tidings("digest", *files, "--now", NOW, "--recipient", person, "--format", "json").json
    items = [item for section in digest["sections"] for item in section["items"]]
    assert {item["title"]: len(item["ids"]) for item in items} == {"Raise": 1, "Fired": 1}
    ids = {item["title"]: item["ids"][0] for item in items}
    assert ids["Raise"] == "1" and re.fullmatch("1~[0-9a-f]{8}", ids["Fired"])
    tidings("inbox", *files, "--now", NOW, "-o", tmp_path / "pages", "--plain-names")
    page = (tmp_path / "pages" / f"{person}.html").read_text()
    assert "Raise" in page and "Fired" in page
    tidings("feed", *files, "--now", NOW, "-o", tmp_path / "feeds")
    feed = json.loads(next((tmp_path / "feeds").glob("*.json")).read_text())
    assert len({item["id"] for item in feed["items"]}) == 2


def test_both_are_mailed_and_neither_twice(tidings, tmp_path, exports):
    files, person = exports
    people = write(tmp_path / "people.json", [{"id": person, "email": "a@e.org"}])
    first, turned = files, files
    if "--owner" not in files:
        first, turned = [files[0], *files[2:]], [files[1], files[0], *files[2:]]
    words = ["--recipients", people, "--from", "b@e.org", "--first-days", "3", "-o", tmp_path / "out", "--no-sync"]

    def mailed(*inputs, now):
        report = tmp_path / "report.json"
        tidings("mail", *inputs, *words, "--now", now, "--report", report)
        return json.loads(report.read_text())["runs"][0]["notifications"]

    assert mailed(*files, now=NOW) == 2
    assert mailed(*turned, now="2026-02-09T15:05:00Z") == 0
    assert mailed(*first, now="2026-02-10T15:05:00Z") == 0


def test_a_mark_is_for_one_of_them_and_changes_no_row_of_both(tidings, tmp_path, exports):
    files, person = exports
    state = tmp_path / "state.json"
    found = tidings("digest", *files, "--now", NOW, "--recipient", person, "--format", "json").json
    ids = [id for section in found["sections"] for item in section["items"] for id in item["ids"]]
    for id in ids:
        state.unlink(missing_ok=True)
        tidings("state", "mark", "--as", "read", *files, "--id", id, "--state", state, "--now", NOW)
        counts = tidings("summary", *files, "--state", state, "--now", NOW, "--format", "json").json["counts"]
        assert counts["unread"] == 1


def test_files_that_no_profile_knows_are_systems_of_their_own(tidings, tmp_path):
    write(tmp_path / "a.json", [LIKE])
    write(tmp_path / "b.json", [{**LIKE, "title": "Fired"}])
    run = tidings("digest", "a.json", "b.json", "--now", NOW, "--recipient", "7", "--format", "json", cwd=tmp_path)
    items = [item for line in run.text.splitlines() for section in json.loads(line)["sections"] for item in section["items"]]
    assert sorted((item["profile"], item["title"], *item["ids"]) for item in items) == [("a", "Raise", "1"), ("b", "Fired", "1")]
    assert "a.json: no profile fits its records, so their columns are taken by their names, as those of the system a: user_id says who receives, " in run.errors
    assert tidings("digest", "a.json", "--base-url", "a=https://e.org/", cwd=tmp_path).status == 0
    # One person has an id in each.
    write(tmp_path / "people.json", [{"id": 7, "profile": "a", "email": "a@e.org", "also": {"b": 7}}])
    words = ["--recipients", "people.json", "--from", "b@e.org", "--first-days", "3", "-o", "out", "--dry-run", "--now", NOW]
    run = tidings("mail", "a.json", "b.json", *words, cwd=tmp_path)
    assert run.text.splitlines()[1:] == ["2 notifications", "  would be handed over  ████ 1"], run.text


@pytest.mark.parametrize("names", [("page-1.json", "page-2.json"), ("a.json", "b.json")], ids=["numbered", "overlapping"])
def test_pages_and_files_with_the_same_records_are_one_system(tidings, tmp_path, names):
    later = {**LIKE, "id": 2, "title": "Later"}
    for name, rows in zip(names, ([LIKE], [later, LIKE] if "a.json" in names else [later])):
        write(tmp_path / name, rows)
    run = tidings("summary", *names, "--now", NOW, "--format", "json", cwd=tmp_path)
    assert run.json["counts"]["total"] == 2 and "takes them for one system" in run.errors, run.errors
    assert "takes them for one system" not in tidings("summary", *names, "--profile", "generic", cwd=tmp_path).errors


def test_a_person_is_found_in_any_form_of_their_number(tidings, tmp_path):
    export = write(tmp_path / "a.json", [{**LIKE, "user_id": 7.0}])
    for id in ("7", "7.0", "7e0", '"7"'):
        people = tmp_path / "people.json"
        people.write_text('[{"id":%s,"email":"a@e.org"}]' % id)
        run = tidings("mail", export, "--recipients", people, "--from", "b@e.org", "--first-days", "3",
                      "-o", tmp_path / "out", "--dry-run", "--now", NOW)  # fmt: skip
        assert "would be handed over" in run.text, id


def test_an_id_with_half_a_surrogate_pair_is_named_with_its_place(tidings, tmp_path):
    export = tmp_path / "a.jsonl"
    export.write_text(json.dumps(LIKE) + "\n" + json.dumps({**LIKE, "user_id": "a\ud800"}) + "\n")
    run = tidings("summary", "a.jsonl", "--now", NOW, cwd=tmp_path)
    assert run.status == 3 and "a.jsonl:2" in run.errors + run.text
    assert "an id with half of a surrogate pair" in run.errors + run.text
    people = tmp_path / "people.json"
    people.write_text('[{"id":"a\\ud800","email":"a@e.org"},{"id":7,"email":"b@e.org"}]')
    run = tidings("mail", export, "--recipients", people, "--from", "b@e.org", "-o", tmp_path / "out", "--dry-run",
                  "--now", NOW)  # fmt: skip
    assert run.status == 3 and "half of a surrogate pair" in run.errors


def test_workers_and_names_of_tables_have_a_bound(tidings, tmp_path):
    export = write(tmp_path / "a.json", [LIKE])
    run = tidings("summary", export, "--jobs", "1000000")
    assert run.status == 64 and "--jobs: 1000000 is not a number from 1 to 256" in run.errors
    assert tidings("summary", export, "--jobs", "256").status == 0
    run = tidings("summary", scripted(tmp_path / "a.sqlite", *(f"CREATE TABLE t{number} (a, b)" for number in range(300))))
    assert run.status == 65 and "and 280 more" in run.errors and len(run.errors) < 1000
