"""What a filter does with single groups, and how it reads and writes its streams."""

import json
import os
import signal
import subprocess
import time

import pytest

from filter_streams import END, Answers, ask, command, group, groups, line, people, records
from harness import NOW, ROOT, need, record


# --- Records of a group


def test_a_record_of_somebody_else_never_enters_a_mail_and_is_counted():
    own, other = record(1, user_id="a", read_at=None), record(2, user_id="b", read_at=None, title="SECRET")
    answers = ask([group({"id": "a", "email": "a@example.org"}, [own, other, {**other, "id": "x"}]),
                   group({"id": "b", "email": "b@example.org"}, []), END])  # fmt: skip
    assert answers.answers["a"]["stray"] == 2 and b"SECRET" not in answers.out
    assert answers.answers["b"]["outcome"] == "nothing new"


def test_rejects_are_counted_by_reason_and_do_not_fail_the_task():
    rows = [record(1, user_id="a", read_at=None), record(2, user_id="a", scheduled_for="soon", created_at="soon"),
            b"not json\n", b'{"id":\n', b"\n"]  # fmt: skip
    huge = b'{"id":"x","user_id":"a","title":"' + b"x" * (17 << 20) + b'"}\n'
    answers = ask([group({"id": "a", "email": "a@example.org"}, [*rows, huge]), END])
    answer = answers.answers["a"]
    assert answer["outcome"] == "handed over" and answer["notifications"] == 1
    assert sum(answer["rejected"].values()) == answers.end["rejected"] == 4
    assert any("bytes or more" in reason for reason in answer["rejected"])
    assert answers.end["records"] == 5


def test_marks_are_applied_and_bad_ones_counted():
    rows = [record(n, user_id="a", read_at=None, id=f"n-{n}") for n in range(3)]
    marks = [{"mark": "read", "id": "n-1", "time": NOW}, {"mark": "maybe", "id": "n-2", "time": NOW},
             {"mark": "deleted", "id": "n-2", "time": NOW, "profile": "recruiting-compass", "recipient": "a"}]  # fmt: skip
    answer = ask([group({"id": "a", "email": "a@example.org"}, rows, marks=marks), END]).answers["a"]
    assert answer["notifications"] == 1
    assert answer["leftOut"] == {"deleted": 1, "read": 1}
    assert list(answer["rejected"]) == ["mark: maybe is not read, deleted or later"]


def test_a_mark_counts_in_the_profile_that_its_line_names():
    person = {"id": "a", "email": "a@example.org", "also": {"foodshare": "usr-1"}}
    food = [line("record", profile="foodshare", record={
        "id": f"f-{n}", "type": "new_message", "title": f"Food {n}", "body": "", "is_read": False,
        "user_id": "usr-1", "created_at": "2026-02-08T10:00:00Z"}) for n in range(2)]  # fmt: skip
    # As the Spark job writes it.
    marks = [{"profile": "foodshare", "mark": "read", "recipient": "usr-1", "id": "f-0", "time": NOW}]
    answer = ask([group(person, food, marks=marks), END]).answers["a"]
    assert answer["rejected"] == {} and answer["leftOut"] == {"read": 1}
    assert answer["notifications"] == 1


def test_a_caller_can_refuse_a_person():
    answer = ask([group({"id": "a", "email": "a@example.org"}, [record(1, user_id="a")], refused="their address is twice"), END]).answers["a"]
    assert answer["outcome"] == "failed" and answer["reason"] == "their address is twice"
    assert answer["next"] == NOW


def test_records_of_another_profile_are_those_of_the_same_person(tidings, tmp_path):
    person = {"id": "a", "email": "a@example.org", "also": {"gitlab": "42"}}
    todo = {
        "id": 102, "action_name": "assigned", "target_type": "Issue", "state": "pending",
        "target": {"title": "Todo 102", "state": "opened"}, "body": "Todo 102",
        "target_url": "https://gitlab.example.com/x/1", "author": {"id": 1, "username": "root", "name": "Root"},
        "project": {"name": "X", "path_with_namespace": "g/x", "name_with_namespace": "G / X"},
        "created_at": "2026-02-08T10:00:00Z", "updated_at": "2026-02-08T10:00:00Z", "user_id": 42,
    }  # fmt: skip
    rows = [record(1, user_id="a", read_at=None), line("record", profile="gitlab", record=todo)]
    answers = ask([group(person, rows), END], "--owner", "42")
    assert answers.answers["a"]["stray"] == 0, answers.answers
    assert answers.answers["a"]["notifications"] == 2
    without = {**person, "also": {}}
    answers = ask([group(without, rows), END], "--owner", "42")
    assert answers.answers["a"]["stray"] == 1 and answers.answers["a"]["notifications"] == 1


# --- Streams


def proc_rss(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(one.split()[1]) for one in status if one.startswith("VmRSS")) * 1024


def test_a_sleeping_reader_stops_the_reading_and_memory_stays_bounded(tmp_path):
    rows = records(range(1, 9), count=30)
    part = groups(people(30), rows)
    # 40 MB of groups, each person under another name.
    stream = tmp_path / "stream"
    with stream.open("wb") as out:
        for n in range(200):
            for one in part:
                out.write(one.replace(b"user-", f"u{n}-".encode()))
        out.write(END)
    with stream.open("rb") as lines:
        process = subprocess.Popen(command("--jobs", "2"), stdin=lines, stdout=subprocess.PIPE)
        time.sleep(3)
        taken = os.lseek(lines.fileno(), 0, os.SEEK_CUR)
        size = stream.stat().st_size
        assert taken < min(size / 2, 24 << 20), (taken, size)
        assert proc_rss(process.pid) < 200 << 20
        process.terminate()
        assert process.wait(10) == -signal.SIGTERM
    process.stdout.close()


def test_a_closed_pipe_ends_the_filter_at_once():
    parts = groups(people(), records(range(1, 9)))
    process = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.close()
    try:
        for n in range(50):
            process.stdin.write(b"".join(parts).replace(b"user-", f"u{n}-".encode()))
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(20) == -signal.SIGPIPE


def test_answers_come_while_the_stream_is_open():
    parts = groups(people(5), records(range(1, 9), count=5))
    process = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(parts[0] + parts[1])
    process.stdin.flush()
    seen = []
    while not any('"answer"' in one for one in seen):
        seen.append(process.stdout.readline().decode())
    process.stdin.write(END)
    process.stdin.close()
    rest = process.stdout.read()
    assert process.wait(20) == 0
    assert len(Answers("".join(seen).encode() + rest).answers) == 2


def test_a_full_disk_is_no_success():
    parts = groups(people(), records(range(1, 9)))
    with open("/dev/full", "wb") as full:
        process = subprocess.run(command(), input=b"".join([*parts, END]), stdout=full, stderr=subprocess.PIPE)
    assert process.returncode == 74, process.stderr


def test_nothing_is_opened_for_writing(tmp_path):
    need("strace")
    parts = groups(people(), records(range(1, 9)))
    calls = tmp_path / "calls"
    process = subprocess.run(
        ["strace", "-f", "-o", str(calls), "-e", "trace=file,memfd_create", *command("--jobs", "2")],
        input=b"".join([*parts, END]), capture_output=True)  # fmt: skip
    assert process.returncode == 0, process.stderr
    text = calls.read_text()
    assert "openat(" in text or "open(" in text
    writing = ("O_WRONLY", "O_RDWR", "O_CREAT", "mkdir", "rename", "unlink", "memfd_create", "O_TMPFILE")
    bad = [one for one in text.splitlines() if any(word in one for word in writing)]
    assert [one for one in bad if "/dev/" not in one] == []


@pytest.mark.parametrize("written", ["spaces", "sorted", "mark"])
def test_control_lines_are_known_by_what_they_say(written):
    """Python, Spark and jsonb write the same line with blanks, sorted, or after a mark of byte order."""
    lines = b"".join([*groups(people(9), records(range(1, 9))), END]).splitlines()
    form = {"spaces": {}, "sorted": {"sort_keys": True, "separators": (" , ", ": ")}, "mark": {}}[written]
    other = [json.dumps(json.loads(one), **form).encode() for one in lines]
    if written == "mark":
        other = [b"\xef\xbb\xbf " + other[0], *(b" " + one + b"\r" for one in other[1:])]
    assert ask([b"\n".join(other)]).body == ask([b"\n".join(lines)]).body


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_what_is_assumed_of_records_is_said_in_the_last_line(jobs):
    rows = [{"id": n, "user_id": f"u{n % 3}", "title": "T", "message": "m", "is_read": False, "created_at": "2026-02-08 10:00:00"} for n in range(30)]
    rows[4]["created_at"] = 792_000_000
    rows.append({**rows[3], "title": "Other"})
    parts = [group({"id": f"u{n}", "email": f"u{n}@example.org"}, [row for row in rows if row["user_id"] == f"u{n}"]) for n in range(3)]
    warnings = ask([*parts, END], "--profile", "generic", "--jobs", jobs).end["warnings"]
    said = ["the number of 1 record gives a time before 2005", "the times of 30 records name no zone", "1 record has the id of an older one"]
    assert len(warnings) == 3 and all(sum(words in one for one in warnings) == 1 for words in said), warnings
    for row in rows:
        row.update(created_at="2026-02-08T10:00:00Z", title="T", checked=row.pop("is_read"))
    parts = [group({"id": f"u{n}", "email": f"u{n}@example.org"}, [row for row in rows if row["user_id"] == f"u{n}"]) for n in range(3)]
    (warning,) = ask([*parts, END], "--profile", "generic", "--jobs", jobs).end["warnings"]
    assert "checked may say what was read" in warning and "30 records count as unread" in warning
    assert "warnings" not in ask([*groups(people(9), records(range(1, 9))), END]).end


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_base_for_the_links_of_several_systems_is_said_in_the_last_line(jobs):
    room = {"id": "r1", "type": "ROOM_LIKE", "displayText": "renee liked your room", "isRead": False, "recipientId": "a",
            "createdAt": "2026-02-08T10:00:00Z", "deepLink": {"type": "room", "roomId": "7"}}  # fmt: skip
    parts = [group({"id": "a", "email": "a@example.org"}, [line("record", profile="rooms", record=room)]),
             group({"id": "b", "email": "b@example.org"}, [record(1, user_id="b", read_at=None)])]  # fmt: skip
    base = ["--base-url", "https://app.example", "--jobs", jobs]
    end = ask([*parts, END], *base).end
    (warning,) = end["warnings"]
    assert warning.startswith("the relative links of recruiting-compass, rooms all lead to https://app.example"), end
    assert "warnings" not in ask([*parts, END], *base, "--base-url", "rooms=https://rooms.example").end
    assert "warnings" not in ask([*parts[:1], END], *base).end


@pytest.mark.parametrize("member", ["books", "notifications"])
@pytest.mark.parametrize("value", ["[{}]", {"id": 1}, 5, True])
def test_books_and_notifications_that_are_no_list_end_the_task(member, value):
    """Ignored, a mail would be made again, or notifications would be lost."""
    answers = ask([line("recipient", recipient={"id": "a", "email": "a@example.org"}, **{member: value}), END], status=65)
    assert not answers.end and "the control line is damaged" in answers.errors


@pytest.mark.parametrize("form", ["notifications", "record"])
def test_a_record_that_is_too_large_is_one_reject_wherever_it_stands(form):
    row, large = record(1, user_id="a", read_at=None), record(2, user_id="a", message="x" * (1 << 24))
    person = {"id": "a", "email": "a@example.org"}
    if form == "notifications":
        part = group(person, [], notifications=[row, large])
    else:
        part = group(person, [line("record", record=one) for one in (row, large)])
    answers = ask([part, END])
    answer = answers.answers["a"]
    assert answer["outcome"] == "handed over" and sum(answer["rejected"].values()) == 1, answer


@pytest.mark.parametrize("owner", [None, "7"])
def test_records_of_a_system_that_names_nobody_are_the_persons_in_whose_group_they_are(owner):
    todo = json.loads((ROOT / "Tests/Fixtures/gitlab/todos.json").read_text())[0] | {"state": "pending"}
    row = line("record", profile="gitlab", record=todo)
    also = {"also": {"gitlab": owner}} if owner else {}
    answers = ask([group({"id": "a", "email": "a@example.org", **also}, [row]), END], "--first-days", "3650", now="2026-12-31T00:00:00Z")
    answer = answers.answers["a"]
    # Somebody who is not known there is nobody's owner there.
    assert (answer["outcome"], answer["stray"]) == (("handed over", 0) if owner else ("nothing new", 1)), answer
