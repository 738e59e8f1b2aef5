"""Time and memory that follow what is shown, not what there is besides."""

import contextlib
import functools
import json
import os
import sqlite3
import subprocess
import time

from harness import BINARY, NOW, record, write_lines

MIB = 1024
"""Of the kibibytes in which Linux counts resident memory."""


def measured(*arguments, **streams):
    """A run: its exit status, seconds of CPU, and peak memory in MiB.

    The peak is read while the program runs: what `wait4` reports is never less than Python's own.
    """
    process = subprocess.Popen(
        [str(BINARY), *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **streams)
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


def least(runs):
    """The CPU of the cheapest run: the others share the machine."""
    return min(cpu for _, cpu, _ in runs)


def peak(*arguments, status=0):
    """The peak of a run that ends with this status, in MiB."""
    found, _, memory = measured(*arguments)
    assert found == status
    return memory


def growth(bound, few, many):
    """How many MiB the least peak of `many` is above that of `few`; both take the number of the attempt, which
    names their outputs.

    Batches wait in memory while other programs have the processor: on a busy machine a run took 9 MiB more. So
    what is above the bound is tried again.
    """
    least, found = min(few(attempt) for attempt in range(3)), bound * 1000
    for attempt in range(12):
        found = min(found, many(attempt) - least)
        if found < bound:
            break
    return found


def test_a_second_run_of_pages_costs_less_than_half_of_the_first(tmp_path):
    export = write_lines(tmp_path / "export.jsonl", (record(n, user_id=f"user-{n % 2000}") for n in range(20000)))
    options = ("--now", NOW)
    first = [measured("inbox", export, *options, "-o", tmp_path / f"pages-{n}") for n in range(2)]
    second = [measured("inbox", export, *options, "-o", tmp_path / "pages-0") for _ in range(2)]
    assert {status for status, _, _ in first + second} == {0}
    assert least(second) < least(first) / 2


def test_a_second_run_of_pages_grows_with_their_number(tmp_path):
    """Twice the pages may cost twice the time, and never four times as much."""
    costs = []
    for count in 2000, 8000:
        export = write_lines(tmp_path / f"{count}.jsonl", (record(n, user_id=f"user-{n}") for n in range(count)))
        pages = ("inbox", export, "--now", NOW, "-o", tmp_path / f"pages-{count}")
        assert measured(*pages)[0] == 0
        costs.append(least([measured(*pages) for _ in range(3)]))
    assert costs[1] < 6 * costs[0]


def test_a_mail_takes_the_memory_of_what_it_holds(tmp_path):
    """One person's long history: nearly all of it was read, is too old, or waits."""
    few = write_lines(tmp_path / "few.jsonl", (one(n) for n in range(73)))
    many = write_lines(tmp_path / "many.jsonl", [one(n) for n in range(73)] + [other(n) for n in range(73, 60073)])
    options = ("--now", NOW, "--recipients", people(tmp_path), "--from", "a@example.org", "--brand", "A")

    def mail(export, attempt):
        outbox = tmp_path / f"outbox-{export.stem}-{attempt}"
        memory = peak("mail", export, *options, "--first-days", 7, "-o", outbox)
        assert len(list((outbox / "new").iterdir())) == 1
        return memory

    # Forty bytes each, and as much again while they are read; a notification is over a thousand.
    bound = 60000 * 200 / 2**20
    assert growth(bound, functools.partial(mail, few), functools.partial(mail, many)) < bound


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

    # The index alone grows: 20 people more with 2,500 rows each.
    bound = 20 * 2500 * 120 / 2**20 + 6
    assert growth(bound, pages(tmp_path, 4, 2500), pages(tmp_path, 24, 2500)) < bound


def pages(folder, people, each):
    """A run that writes the pages of so many people with so many notifications each."""
    rows = (record(n, user_id=f"user-{n % people}") for n in range(people * each))
    export = write_lines(folder / f"{people}.jsonl", rows)
    return lambda attempt: peak("inbox", export, "--now", NOW, "--jobs", 2, "-o", folder / f"pages-{people}-{attempt}")


def test_a_page_takes_no_memory_once_it_is_written(tmp_path):
    """Only a few small pages wait to be written, however many there are."""
    # 600, 2,400 and 6,000 pages took 35, 36 and 37 MiB; four tasks with 100 pages each grew by 11.8.
    assert growth(10, pages(tmp_path, 5, 10), pages(tmp_path, 600, 10)) < 10


def test_the_list_of_pages_takes_little_more_than_its_file(tmp_path):
    """In a folder with very many pages, all would become empty: the run stops before the first."""
    export = write_lines(tmp_path / "export.jsonl", [record(0, user_id="somebody")])

    def listed(count):
        pages = tmp_path / f"pages-{count}"
        pages.mkdir()
        # A folder with one page shows the tables.
        assert measured("inbox", export, "--now", NOW, "-o", pages)[0] == 0
        with contextlib.closing(sqlite3.connect(pages / ".tidings-pages")) as table, table:
            table.executemany(
                "INSERT INTO files VALUES (?, 'rooms', ?, ?, ?, 9, 3, 0, 0)",
                ((f"user-{n:030}", f"{n:032x}", n.to_bytes(16), n.to_bytes(16)) for n in range(count)))
        return lambda _: peak("inbox", export, "--now", NOW, "-o", pages, status=65)

    # A row has 130 bytes; a dictionary of strings took 600 more.
    bound = 100_000 * 400 / 2**20
    assert growth(bound, listed(100), listed(100_000)) < bound


def test_a_recipient_takes_the_memory_of_an_id(tmp_path):
    """A person whom only the exports know is made on demand."""

    def digest(count):
        rows = (record(n, user_id=f"user-{n % count:031}") for n in range(50_000))
        export = write_lines(tmp_path / f"{count}.jsonl", rows)
        return lambda _: peak("digest", export, "--now", "2027-01-01T00:00:00Z", "--format", "json")

    # Made all at once, recipients took 13.1 MiB more; made one by one, they take what the allocator keeps: up to 6.2.
    assert growth(9, digest(100), digest(50_000)) < 9
