"""Marks: beside exports that never change, on every command, in files that two may write at once."""

import concurrent.futures
import json
import re
import stat

import pytest

from harness import NOW, record
from marks import counts, export, state  # noqa: F401  (fixtures)


def test_a_mark_changes_every_command_and_never_the_export(tidings, state, export, tmp_path):
    before = export.read_bytes()
    assert counts(tidings, export) == (28, 22, 0)
    assert state("mark", "--as", "read", "--id", "n-00001", "--id", "n-00002").text == "2 notifications marked as read\n"
    assert state("mark", "--as", "deleted", "--id", "n-00003").text == "1 notification deleted\n"
    assert counts(tidings, export, "--state", state.path) == (28, 19, 1)
    digest = tidings("digest", export, "--now", NOW, "--recipient", "user-3", "--state", state.path, "--format", "json").json
    assert "n-00003" not in json.dumps(digest) and digest["counts"]["total"] == 2
    page = tidings("inbox", export, "--now", NOW, "--recipient", "user-1", "--state", state.path).text
    assert re.search(r'class="c t\d r p\d" data-i="n-00001"', page)
    assert tidings("check", export, "--state", state.path).status == 0
    assert export.read_bytes() == before


def test_what_a_state_file_says_is_read_is_not_mailed(tidings, state, export, tmp_path):
    people = tmp_path / "people.json"
    people.write_text('[{"id": "user-1", "email": "ana@example.org"}]')

    def mailed():
        run = tidings("mail", export, "--from", "a@example.org", "--now", NOW, "--first-days", 30, "--state", state.path,
                      "--recipients", people, "--preview", "user-1", "--as", "jsonl")
        return run.json["text"] if run.out else ""

    state("mark", "--as", "read", "--id", "n-00001")
    text = mailed()
    assert "Title 8" in text and not re.search(r"Title 1\b", text)
    state("mark", "--as", "read", "--recipient", "user-1")
    assert mailed() == ""


def test_pages_follow_the_marks(tidings, state, export, tmp_path):
    out = tmp_path / "pages"
    tidings("inbox", export, "--now", NOW, "-o", out, "--plain-names")
    state("mark", "--as", "deleted", "--id", "n-00003")
    run = tidings("inbox", export, "--now", NOW, "-o", out, "--plain-names", "--state", state.path)
    assert run.text == "1 page written, 6 unchanged\n"
    assert "Title 3<" not in (out / "user-3.html").read_text()


def test_marking_twice_changes_nothing(state):
    state("mark", "--as", "read", "--id", "n-00001")
    first = state.path.read_bytes()
    assert state("mark", "--as", "read", "--id", "n-00001").text == "0 notifications marked as read\n"
    assert state("mark", "--as", "read", "--id", "n-00000").text == "0 notifications marked as read\n"  # read in the export
    state("mark", "--as", "deleted", "--id", "n-00001")
    assert state("mark", "--as", "deleted", "--id", "n-00001").text == "0 notifications deleted\n"
    assert first != state.path.read_bytes() and stat.S_IMODE(state.path.stat().st_mode) == 0o600


def test_what_is_unread_is_put_off_and_sooner_again_and_what_is_read_is_not(state):
    def put_off(id, due, status=0):
        return state("mark", "--as", "later", "--due", due, "--id", id, status=status)

    for due in ("2026-02-12T08:00:00Z", "2026-02-10T08:00:00Z"):
        assert put_off("n-00001", due).text == "1 notification put off\n"
        assert [mark["time"] for mark in json.loads(state.path.read_text())["marks"]] == [due]
    assert "n-00000 was read" in put_off("n-00000", "2026-02-12T08:00:00Z", status=64).errors


def test_bulk_marks_need_a_recipient_or_all(tidings, state):
    for mark in (["read"], ["deleted"], ["deleted", "--read"]):
        state("mark", "--as", *mark, status=64)
        state("mark", "--as", *mark, "--all", "--recipient", "user-1", status=64)
    for more in (["--all"], ["--type", "offer"], ["--unread"]):
        assert "with --id, which names the notifications" in state("mark", "--as", "read", "--id", "n-00001", *more, status=64).errors
    assert not state.path.exists()


def test_bulk_marks_are_of_what_the_reader_is_shown(tidings, state, export):
    assert state("mark", "--as", "read", "--recipient", "user-1").text == "3 notifications marked as read\n"
    assert state("mark", "--as", "deleted", "--read", "--recipient", "user-1").text == "4 notifications deleted\n"
    assert counts(tidings, export, "--state", state.path, "--recipient", "user-1") == (4, 0, 4)
    assert state("mark", "--as", "deleted", "--read", "--all").text == "5 notifications deleted\n"
    assert state("mark", "--as", "read", "--all", "--type", "offer").text == "5 notifications marked as read\n"
    assert state("mark", "--as", "deleted", "--all").text == "19 notifications deleted\n"
    assert counts(tidings, export, "--state", state.path) == (28, 0, 28)


def test_what_is_scheduled_for_later_stays_unread(tidings, state, tmp_path):
    export = tmp_path / "later.jsonl"
    export.write_text(json.dumps(record(1, scheduled_for="2026-02-09T00:00:00Z")))
    assert state("mark", "--as", "read", "--all", exports=(export,)).text == "0 notifications marked as read\n"
    assert counts(tidings, export, "--state", state.path) == (1, 0, 0)
    when_due = tidings("summary", export, "--state", state.path, "--now", "2026-02-09T00:00:00Z", "--format", "json")
    assert when_due.json["counts"]["unread"] == 1


def test_an_unknown_id_marks_nothing(state):
    run = state("mark", "--as", "read", "--id", "n-00001", "--id", "n-99999", status=64)
    assert "there is no notification n-99999" in run.errors and "nothing was marked" in run.errors and not state.path.exists()


def test_an_id_of_several_recipients_needs_one(tidings, state, tmp_path):
    export = tmp_path / "same.jsonl"
    export.write_text("\n".join(json.dumps(record(1, user_id=who)) for who in "ab"))
    assert "--recipient" in state("mark", "--as", "deleted", "--id", "n-00001", exports=(export,), status=64).errors
    state("mark", "--as", "deleted", "--id", "n-00001", "--recipient", "a", exports=(export,))
    assert counts(tidings, export, "--state", state.path) == (2, 1, 1)


def test_the_latest_of_several_files_counts_and_they_can_be_joined(tidings, state, export, tmp_path):
    mark = {"profile": "recruiting-compass", "recipient": "user-1", "id": "n-00001", "mark": "read"}
    (tmp_path / "a.json").write_text(json.dumps({"schema": "tidings.state/1", "marks": [{**mark, "time": "2026-02-08T10:00:00Z"}]}))
    (tmp_path / "b.json").write_text(json.dumps({"schema": "tidings.state/1", "marks": [{**mark, "time": "2026-02-08T12:00:00Z"}]}))
    for order in ("ab", "ba"):
        joined = tidings("state", "show", *[tmp_path / f"{name}.json" for name in order], "--format", "json").json
        assert joined["marks"] == [{**mark, "time": "2026-02-08T12:00:00Z"}]
    assert counts(tidings, export, "--state", tmp_path / "a.json", "--state", tmp_path / "b.json") == (28, 21, 0)
    text = tidings("state", "show", tmp_path / "a.json").text
    assert text == "read     2026-02-08T10:00:00Z  recruiting-compass  user-1  n-00001\n1 mark\n"


def test_two_at_once_lose_nothing(tidings, state, export):
    ids = [f"n-{number:05d}" for number in range(28) if number % 5]

    def mark(one):
        return tidings("state", "mark", "--as", "read", export, "--state", state.path, "--now", NOW, "--id", one).text

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(mark, ids)) == {"1 notification marked as read\n"}
    assert counts(tidings, export, "--state", state.path)[1] == 0
    assert [path.name for path in state.path.parent.iterdir() if "tmp" in path.name] == []


def test_a_bad_mark_is_reported_and_never_lost(tidings, state, export):
    state("mark", "--as", "read", "--id", "n-00001")
    damaged = state.path.read_text().replace("}\n]", '},\n{"profile":"x","mark":"eaten"}\n]')
    state.path.write_text(damaged)
    run = tidings("summary", export, "--state", state.path, "--now", NOW, "--format", "json")
    assert run.status == 3 and "marks.json, line 3" in run.errors and run.json["counts"]["unread"] == 21
    assert tidings("summary", export, "--state", state.path, "--strict").status == 65
    assert "line 3" in state("mark", "--as", "read", "--id", "n-00002", status=65).errors
    assert state.path.read_text() == damaged


@pytest.mark.parametrize("content, status", [
    ('{"schema":"tidings.state/2","marks":[]}', 65), ("[[[", 65), ("", 65), (" \n", 65), ("[]", 65), ("{}", 65),
    ('{"marks":[]}', 65), ('{"schema":"tidings.state/1","marks":[]}', 0),
])
def test_a_file_that_is_no_state_is_an_error(tidings, export, tmp_path, content, status):
    (tmp_path / "s.json").write_text(content)
    assert tidings("summary", export, "--state", tmp_path / "s.json").status == status
    assert tidings("summary", export, "--state", tmp_path / "none.json").status == 66


def test_marks_of_what_is_for_everyone_are_of_everyone_or_refused(tidings, tmp_path):
    (tmp_path / "shop.yaml").write_text(
        "name: shop\nmatch: {must: [shop]}\n"
        "fields: {id: id, time: at, title: title, recipient: [to, everyone]}\n")  # fmt: skip
    rows = [{"shop": 1, "id": 1, "at": NOW, "title": "to all"}, {"shop": 1, "id": 2, "at": NOW, "title": "x", "to": "ana"}]
    (tmp_path / "export.json").write_text(json.dumps(rows))
    (tmp_path / "people.json").write_text(json.dumps([{"id": "ana"}, {"id": "ben"}]))
    (tmp_path / "job.yaml").write_text("exports: export.json\nprofiles: shop.yaml\nrecipients: people.json\ninbox: {folder: pages}\n")
    mark = ["state", "mark", "--as", "read", "--state", "marks.json", "--now", NOW]
    for whom in (["--all"], ["--recipient", "ana"]):
        refused = tidings(*mark, "export.json", "--profiles", "shop.yaml", *whom, cwd=tmp_path)
        assert refused.status == 64 and "profile shop has notifications for everyone" in refused.errors
        assert not (tmp_path / "marks.json").exists()
    marked = tidings(*mark, "--config", "job.yaml", "--recipient", "ana", cwd=tmp_path)
    assert marked.status == 0 and "2 notifications marked as read" in marked.text, marked.errors
    one = tidings("state", "mark", "--as", "read", "--state", "marks.json", "--now", NOW, "--config", "job.yaml", "--id", "1",
                  "--recipient", "ben", cwd=tmp_path)  # fmt: skip
    assert one.status == 0 and "1 notification marked as read" in one.text, one.errors
    marks = json.loads((tmp_path / "marks.json").read_text())["marks"]
    assert {(mark["recipient"], mark["id"]) for mark in marks} == {("ana", "1"), ("ana", "2"), ("ben", "1")}
