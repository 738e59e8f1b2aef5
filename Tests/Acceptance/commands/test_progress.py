"""The line of progress on a terminal, and what a journal gets instead."""

import gzip
import itertools
import os
import re
import subprocess
import threading

import pytest
from harness import BINARY, NOW, SAMPLE, database, record
from terminals import ERASE, FROM, everybody, feed, on_terminal, seen_on, start, write_large


def on_a_terminal(*words, seconds=1.5, columns=80, env=None):
    """What a terminal gets on standard error while records come in slowly."""
    run, ours = on_terminal(
        *words, streams=["stderr"], columns=columns, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    feeder = threading.Thread(target=feed, args=(run.stdin, seconds))
    feeder.start()
    reader = threading.Thread(target=run.stdout.read)
    reader.start()
    seen = seen_on(ours)
    feeder.join()
    reader.join()
    assert run.wait(timeout=60) == 0, seen
    return seen


def drawn(seen):
    """The lines, of which each took the place of the one before; the last place is empty. On a busy machine
    nothing is read yet in the first ones."""
    assert seen.endswith(ERASE) and seen.startswith(ERASE) and "\n" not in seen, seen
    lines = [line for line in seen.split(ERASE) if line]
    return list(itertools.dropwhile("reading".__eq__, lines)) or lines


def test_a_terminal_sees_what_is_done_how_much_and_how_fast_and_the_line_goes_away():
    lines = drawn(on_a_terminal("summary", "-", "--now", NOW))
    assert len(lines) >= 2, lines
    assert all(re.fullmatch(r"reading: [\d,]+ [KM]B, [\d,]+ [KM]B/s", line) for line in lines), lines


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "export.jsonl"
    return path, write_large(path)


def on_a_terminal_of(*words, columns=80, status=0):
    """What a terminal gets of a run that reads files until it says how it ended."""
    run, ours = on_terminal(
        *words, streams=["stderr"], columns=columns, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    seen = seen_on(ours)
    assert run.wait(timeout=120) == status, seen
    return seen.split("tidings: ")[0]


def test_of_a_file_it_says_how_much_there_is_and_how_long_it_takes(large):
    path, size = large
    lines = drawn(on_a_terminal_of("check", path, "--now", NOW, status=3))
    pattern = r"reading: ([\d,]+) of ([\d,]+) MB, [\d,]+ [KM]B/s, \d+ s left"
    found = [re.fullmatch(pattern, line) for line in lines]
    assert found[0] and int(found[0][2].replace(",", "")) == size // 1_000_000, lines
    done = [int(one[1].replace(",", "")) for one in found if one]
    assert done == sorted(done) and done[-1] <= size // 1_000_000, lines


def test_of_a_compressed_file_and_a_database_it_says_so_too(tmp_path):
    packed = tmp_path / "export.jsonl.gz"
    size = write_large(packed, lambda block: gzip.compress(block, 1))
    lines = drawn(on_a_terminal_of("check", packed, "--now", NOW, status=3))
    unit, name = (1000, "KB") if size < 10_000_000 else (1_000_000, "MB")
    assert any(f" of {size // unit:,} {name}, " in line and line.endswith(" left") for line in lines), lines

    count = 200_000 if "debug" not in str(BINARY) else 20_000
    rows = database(tmp_path / "export.sqlite", notifications=[record(number) for number in range(count)])
    lines = drawn(on_a_terminal_of("check", rows, "--now", NOW))
    assert any(" of " in line and line.endswith(" left") for line in lines), lines


@pytest.mark.parametrize("columns, words", [(20, "reading"), (24, "reading: N"), (36, "reading: N, N")])
def test_the_line_never_wraps(large, columns, words):
    lines = drawn(on_a_terminal_of("check", large[0], "--now", NOW, columns=columns, status=3))
    assert max(map(len, lines)) < columns
    shapes = {re.sub(r"[\d,]+( of [\d,]+)? [KM]B(/s)?", "N", line) for line in lines}
    assert words in shapes, (shapes, lines)


def test_people_are_counted_who_are_mailed(tmp_path):
    count = 3000 if "debug" in str(BINARY) else 20_000
    export, people = everybody(tmp_path, count)
    words = ["mail", export, "--recipients", people, *FROM, "-o", tmp_path / "outbox", "--first-days", "400"]
    lines = drawn(on_a_terminal_of(*words, columns=70))
    pattern = rf"mail: [\d,]+ of {count:,} recipients, [\d,]+/s, \d+ (s|min) left"
    assert any(re.fullmatch(pattern, line) for line in lines), lines


def test_a_quick_run_draws_nothing():
    assert on_a_terminal("summary", SAMPLE / "notifications.json", "--now", NOW, seconds=0) == ""


@pytest.mark.parametrize("command", ["summary", "check"])
def test_a_quiet_run_draws_nothing(command):
    assert on_a_terminal(command, "-", "--now", NOW, "--quiet", seconds=1.2) == ""


def test_a_terminal_that_cannot_erase_sees_nothing():
    assert on_a_terminal("summary", "-", "--now", NOW, seconds=1.2, env={"TERM": "dumb"}) == ""


def test_a_pipe_sees_nothing():
    run = start("summary", "-", "--now", NOW, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    threading.Thread(target=feed, args=(run.stdin, 1.2)).start()
    run.stdin = None
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 0 and errors == b""


# Journals


def build(tmp_path, *more):
    """A run of the sample's job with the journal of systemd as its standard error."""
    if not (tmp_path / "job").exists():
        subprocess.run(["cp", "-r", SAMPLE, tmp_path / "job"], check=True)
    with open(tmp_path / "journal", "wb") as journal:
        status = os.fstat(journal.fileno())
        run = start(
            "build", tmp_path / "job" / "tidings.yaml", "--now", NOW, *more,
            env={"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}, stdout=subprocess.PIPE, stderr=journal,
        )  # fmt: skip
        out = run.communicate(timeout=60)[0]
    assert run.returncode == 0
    return out, (tmp_path / "journal").read_text().splitlines()


def test_a_journal_gets_a_line_for_each_stage_and_one_for_the_run(tmp_path):
    out, lines = build(tmp_path)
    assert out == b""
    stages = [line.split(":")[1].strip() for line in lines]
    assert stages[:3] == ["reading", "inbox", "mail digest"], lines
    assert lines[0].endswith(" records of 1 export") and " s, " in lines[0], lines
    assert stages[-1].startswith("done in ") and "3 handed over" in lines[-1] and "3 pages" in lines[-1], lines


def test_a_quiet_run_leaves_a_journal_alone(tmp_path):
    assert build(tmp_path, "--quiet") == (b"", [])
