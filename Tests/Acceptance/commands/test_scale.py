"""Time and memory that follow what is shown, not what there is besides."""

import contextlib
import json
import os
import sqlite3
import subprocess
import time

import pytest
from harness import BINARY, NOW, record

MIB = 1024
"""Of the kibibytes in which Linux counts resident memory."""


def measured(*arguments, **streams):
    """A run: its exit status, seconds of CPU, and peak memory in MiB.

    The peak is read while the program runs: what `wait4` reports is never less than Python's own.
    """
    process = subprocess.Popen(
        [str(BINARY), *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **streams
    )
    peak, pid = 0, 0
    while not pid:
        peak = max(peak, *(int(line.split()[1]) for line in status_of(process) if line.startswith("VmHWM")), 0)
        time.sleep(0.001)
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, peak / MIB


def status_of(process):
    with open(f"/proc/{process.pid}/status") as file:
        return file.readlines()


def write(path, records):
    with open(path, "w") as file:
        for one in records:
            file.write(json.dumps(one) + "\n")
    return path


def least(runs):
    """The CPU of the cheapest run: the others share the machine."""
    return min(cpu for _, cpu, _ in runs)


def peak(run, attempts=3):
    """The least peak of some runs in MiB; `run` takes the number of the attempt, which names its outputs.

    Batches wait in memory while other programs have the processor: on a busy machine a run took 9 MiB more.
    """
    runs = [run(attempt) for attempt in range(attempts)]
    assert len({status for status, _, _ in runs}) == 1
    return runs[0][0], min(memory for _, _, memory in runs)


def test_a_second_run_of_pages_costs_less_than_half_of_the_first(tmp_path):
    export = write(tmp_path / "export.jsonl", (record(n, user_id=f"user-{n % 2000}") for n in range(20000)))
    options = ("--now", NOW)
    first = [measured("inbox", export, *options, "-o", tmp_path / f"pages-{n}") for n in range(2)]
    second = [measured("inbox", export, *options, "-o", tmp_path / "pages-0") for _ in range(2)]
    assert {status for status, _, _ in first + second} == {0}
    assert least(second) < least(first) / 2


def test_a_second_run_of_pages_grows_with_their_number(tmp_path):
    """Twice the pages may cost twice the time, and never four times as much."""
    costs = []
    for count in 2000, 8000:
        export = write(tmp_path / f"{count}.jsonl", (record(n, user_id=f"user-{n}") for n in range(count)))
        pages = ("inbox", export, "--now", NOW, "-o", tmp_path / f"pages-{count}")
        assert measured(*pages)[0] == 0
        costs.append(least([measured(*pages) for _ in range(3)]))
    assert costs[1] < 6 * costs[0]


def test_a_mail_takes_the_memory_of_what_it_holds(tmp_path):
    """One person's long history: nearly all of it was read, is too old, or waits."""
    few = write(tmp_path / "few.jsonl", (one(n) for n in range(73)))
    many = write(tmp_path / "many.jsonl", [one(n) for n in range(73)] + [other(n) for n in range(73, 60073)])
    options = ("--now", NOW, "--recipients", people(tmp_path), "--from", "a@example.org", "--brand", "A")
    sizes = []
    for export in few, many:
        outbox = tmp_path / f"outbox-{export.stem}"
        mail = ("mail", export, *options, "--first-days", 7, "-o")
        status, memory = peak(lambda attempt: measured(*mail, f"{outbox}-{attempt}"))
        assert status == 0
        assert len(list((tmp_path / f"{outbox.name}-0" / "new").iterdir())) == 1
        sizes.append(memory)
    # Forty bytes each, and as much again while they are read; a notification is over a thousand.
    assert sizes[1] - sizes[0] < 60000 * 200 / 2**20


def one(number, **fields):
    return record(number, user_id="u", scheduled_for="2026-02-08T08:00:00+00:00", read_at=None, **fields)


def other(number):
    old = {"scheduled_for": "2025-02-08T08:00:00+00:00", "read_at": None}
    return {**one(number, message="A long text. " * 40), **old}


def people(folder):
    path = folder / "people.json"
    path.write_text(json.dumps([{"id": "u", "email": "u@example.org"}]))
    return path


def test_large_pages_wait_for_each_other(tmp_path):
    """Some people have very many notifications: their pages are not all in memory at once."""

    def export(people):
        rows = (record(n, user_id=f"user-{n % people}") for n in range(people * 2500))
        return write(tmp_path / f"{people}.jsonl", rows)

    sizes = []
    for count in 4, 24:
        pages = ("inbox", export(count), "--now", NOW, "--jobs", 2, "-o", tmp_path / f"pages-{count}")
        status, memory = peak(lambda attempt: measured(*pages[:-1], f"{pages[-1]}-{attempt}"))
        assert status == 0
        sizes.append(memory)
    # The index alone grows: 20 people more with 2,500 rows each.
    assert sizes[1] - sizes[0] < 20 * 2500 * 120 / 2**20 + 6


def test_a_page_takes_no_memory_once_it_is_written(tmp_path):
    """Only a few small pages wait to be written, however many there are."""
    sizes = []
    for count in 5, 600:
        rows = (record(n, user_id=f"user-{n % count}") for n in range(count * 10))
        export = write(tmp_path / f"{count}.jsonl", rows)
        pages = ("inbox", export, "--now", NOW, "--jobs", 2, "-o", tmp_path / f"pages-{count}")
        status, memory = peak(lambda attempt: measured(*pages[:-1], f"{pages[-1]}-{attempt}"))
        assert status == 0
        sizes.append(memory)
    # 600, 2,400 and 6,000 pages took 35, 36 and 37 MiB; four tasks with 100 pages each grew by 11.8.
    assert sizes[1] - sizes[0] < 10


def test_the_list_of_pages_takes_little_more_than_its_file(tmp_path):
    """In a folder with very many pages, all would become empty: the run stops before the first."""
    sizes = []
    for count in 100, 100_000:
        export = write(tmp_path / "export.jsonl", [record(0, user_id="somebody")])
        pages = tmp_path / f"pages-{count}"
        pages.mkdir()
        # A folder with one page shows the tables.
        assert measured("inbox", export, "--now", NOW, "-o", pages)[0] == 0
        with contextlib.closing(sqlite3.connect(pages / ".tidings-pages")) as table, table:
            table.executemany(
                "INSERT INTO files VALUES (?, 'rooms', ?, ?, ?, 9, 3, 0, 0)",
                ((f"user-{n:030}", f"{n:032x}", n.to_bytes(16), n.to_bytes(16)) for n in range(count)))
        status, memory = peak(lambda _: measured("inbox", export, "--now", NOW, "-o", pages))
        assert status == 65
        sizes.append(memory)
    # A row has 130 bytes; a dictionary of strings took 600 more.
    assert sizes[1] - sizes[0] < 100_000 * 400 / 2**20


def test_a_recipient_takes_the_memory_of_an_id(tmp_path):
    """A person whom only the exports know is made on demand."""
    sizes = []
    for count in 100, 50_000:
        rows = (record(n, user_id=f"user-{n % count:031}") for n in range(50_000))
        export = write(tmp_path / f"{count}.jsonl", rows)
        digest = ("digest", export, "--now", "2027-01-01T00:00:00Z", "--format", "json")
        # The bound is narrow and the runs are short: more attempts than elsewhere.
        status, memory = peak(lambda _: measured(*digest), attempts=12)
        assert status == 0
        sizes.append(memory)
    # Made all at once, recipients took 13.1 MiB more; made one by one, they take what the allocator keeps: up to 6.2.
    assert sizes[1] - sizes[0] < 9


CHANGES = {
    "title": {"title": "Another"},
    "message": {"message": "Another"},
    "mark": {"read_at": "2026-02-08T10:00:00+00:00"},
    "type": {"type": "event"},
    "priority": {"priority": "high"},
    "time": {"scheduled_for": "2026-02-01T00:00:01+00:00"},
    "link": {"action_url": "/offers?highlight=0"},
    "id": {"id": "n-other"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_no_change_of_a_record_is_missed(tidings, tmp_path, change):
    """A page that is left alone without being read is one of which nothing changed."""
    rows = [record(n, user_id="u", read_at=None, priority="low") for n in range(0, 40, 4)]
    options = ("--now", NOW, "--base-url", "https://app.example.org", "-o", tmp_path / "pages", "--plain-names")
    export = write(tmp_path / "export.jsonl", rows)
    assert tidings("inbox", export, *options).text == "1 page written, 0 unchanged\n"
    before = (tmp_path / "pages/u.html").read_bytes()
    assert tidings("inbox", export, *options).text == "0 pages written, 1 unchanged\n"
    rows[0] = {**rows[0], **CHANGES[change]}
    write(export, rows)
    assert tidings("inbox", export, *options).text == "1 page written, 0 unchanged\n"
    after = (tmp_path / "pages/u.html").read_bytes()
    assert before != after
    # What a folder without a past would hold, all but the names.
    fresh = tmp_path / "fresh"
    assert tidings("inbox", export, *options[:-2], fresh, "--plain-names").status == 0
    assert (fresh / "u.html").read_bytes() == after


def test_no_change_around_the_records_is_missed(tidings, tmp_path):
    rows = [record(n, user_id="u", read_at=None) for n in range(10)]
    late = {**rows[1], "id": "late", "scheduled_for": "2026-02-08T18:00:00+00:00"}
    export = write(tmp_path / "export.jsonl", rows + [late])
    wishes = tmp_path / "people.json"

    def inbox(*options, now=NOW, **fields):
        wishes.write_text(json.dumps([{"id": "u", **fields}]))
        pages = ("-o", tmp_path / "pages", "--plain-names", "--recipients", wishes)
        return tidings("inbox", export, "--now", now, *pages, *options).text.split()[0]

    base = ("--base-url", "https://app.example.org")
    assert [inbox(), inbox()] == ["1", "0"]
    assert [inbox(*base), inbox(*base)] == ["1", "0"]
    assert [inbox(timeZone="Asia/Tokyo"), inbox(timeZone="Asia/Tokyo")] == ["1", "0"]
    assert [inbox(name="Maya"), inbox(name="Maya")] == ["1", "0"]
    assert [inbox(locale="de"), inbox(locale="de")] == ["1", "0"]
    assert [inbox("--limit", 3), inbox("--limit", 3)] == ["1", "0"]
    assert [inbox("--images"), inbox("--images")] == ["1", "0"]
    off = {"preferences": {"typesOff": ["offer"]}}
    assert [inbox(**off), inbox(**off)] == ["1", "0"]
    assert inbox() == "1"
    # The hour comes at which another one is due.
    assert [inbox(now="2026-02-08T17:00:00Z"), inbox(now="2026-02-08T18:30:00Z")] == ["0", "1"]
    # Somebody took the page away, or wrote another over it.
    (tmp_path / "pages/u.html").unlink()
    assert [inbox(now="2026-02-08T18:30:00Z"), inbox(now="2026-02-08T18:30:00Z")] == ["1", "0"]
    (tmp_path / "pages/u.html").write_text("<!doctype html>\n")
    assert inbox(now="2026-02-08T18:30:00Z") == "1"


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 7, 50, 199, 200])
def test_what_a_document_has_no_room_for_is_counted_as_if_it_were_read(tidings, tmp_path, limit):
    """A search for nothing finds everything, and has every notification read."""
    rows = [
        record(
            n,
            user_id="u",
            type=["follow_up_reminder", "deadline_alert", "offer", "event", "unknown_to_all"][n * 7 % 5],
            priority=["low", "normal", "high"][n * 11 % 3],
            read_at=None if n % 3 else "2026-02-07T10:00:00+00:00",
            # A few share their time, some lie ahead, three days have one each.
            scheduled_for=f"2026-02-{[5, 8, 7, 9, 5, 5][n % 6]:02d}T{(n // 20) % 10 + 5:02d}:00:00+00:00",
        )
        for n in range(200)
    ]
    export = write(tmp_path / "export.jsonl", rows)
    options = ("--now", NOW, "--since", "2020-01-01", "--limit", limit)
    for form in "json", "markdown":
        short = tidings("digest", export, *options, "--format", form)
        whole = tidings("digest", export, *options, "--format", form, "--search", "")
        assert short.status == whole.status == 0, short.errors + whole.errors
        assert short.text == whole.text
