"""Long output on a terminal goes through a pager, by git's rule; nothing else does."""

import json
import os
import shutil
import signal
import subprocess
import time

import pytest
from harness import NOW, SAMPLE, record, run
from terminals import on_terminal, seen_on

EXPORT = SAMPLE / "notifications.json"
AT = ["--now", NOW]
# Writes what it reads to a file, beside the LESS that it got.
PAGER = 'cat > paged; printf %s "$LESS" > less'

LONG = [
    ["summary", EXPORT, *AT], ["summary", EXPORT, *AT, "--format", "json"],
    ["digest", EXPORT, "--recipient", "maya-ortiz", *AT], ["check", EXPORT, *AT], ["ledger", "status", "outbox"],
    ["ledger", "why", "outbox", "maya-ortiz"], ["profiles", "list"], ["profiles", "show", "rooms"],
    ["profiles", "draft", EXPORT], ["templates", "list"], ["templates", "keys"], ["state", "show", "marks.json"],
]
names = [" ".join(str(word) for word in words[:2]) for words in LONG]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    job = ["mail", EXPORT, "--recipients", SAMPLE / "recipients.json", "--from", "d@example.org", *AT]
    assert run(*job, "-o", "outbox", cwd=folder).status == 0
    assert run("state", "mark", "--as", "read", EXPORT, "--state", "marks.json", "--all", *AT, cwd=folder).status == 0
    return folder


@pytest.fixture
def desk(made, tmp_path):
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def on_a_terminal(folder, *words, rows=3, status=0, env=None):
    """What a terminal gets on standard output."""
    environment = {"TERM": "xterm", "PAGER": PAGER, **(env or {})}
    streams = ["stdin", "stdout"]
    run, ours = on_terminal(*words, streams=streams, rows=rows, env=environment, cwd=folder, stderr=subprocess.PIPE)
    seen = seen_on(ours)
    errors = run.stderr.read().decode()
    assert run.wait(timeout=60) == status, seen + errors
    return seen.replace("\r\n", "\n")


def paged(folder):
    return (folder / "paged").read_text() if (folder / "paged").exists() else ""


@pytest.mark.parametrize("words", LONG, ids=names)
def test_what_is_longer_than_the_screen_is_paged(desk, words):
    assert on_a_terminal(desk, *words) == ""
    assert paged(desk).count("\n") >= 3 and (desk / "less").read_text() == "FRX"
    shown = paged(desk)
    os.unlink(desk / "paged")
    assert on_a_terminal(desk, *words, "--no-pager") == shown and paged(desk) == ""


SUMMARY = ["summary", EXPORT, *AT, "--color", "never"]


@pytest.mark.parametrize(
    "env, rows",
    [({"TERM": "dumb"}, 3), ({"PAGER": ""}, 3), ({"PAGER": "cat"}, 3), ({"TIDINGS_PAGER": ""}, 3), ({}, 500), ({}, 0)],
    ids=["a terminal that cannot page", "no pager", "cat", "none for tidings", "a screen that is long enough", "a screen of no size"],
)
def test_what_needs_no_pager_has_none(desk, tidings, env, rows):
    plain = tidings(*SUMMARY, cwd=desk, env={"TERM": "xterm", "PAGER": PAGER}).text
    assert paged(desk) == "", "nor has a pipe"
    assert on_a_terminal(desk, *SUMMARY, rows=rows, env=env) == plain and paged(desk) == ""


def test_the_pager_of_tidings_goes_before_the_others(desk):
    on_a_terminal(desk, *SUMMARY, env={"TIDINGS_PAGER": "cat > own", "LESS": "x"})
    assert (desk / "own").read_text() and not (desk / "paged").exists()


def test_the_readers_own_less_stays(desk):
    on_a_terminal(desk, *SUMMARY, env={"LESS": "S"})
    assert (desk / "less").read_text() == "S"


def test_a_pager_that_cannot_be_run_costs_no_output(desk, tidings):
    plain = tidings(*SUMMARY, cwd=desk).text
    assert on_a_terminal(desk, *SUMMARY, env={"PAGER": "no-such-pager -x"}).endswith(plain)
    nothing = desk / "nothing"
    nothing.mkdir()
    # Without PAGER it is less, which is not there.
    run, ours = on_terminal(*SUMMARY, rows=3, env={"PATH": str(nothing), "TERM": "xterm"})
    assert seen_on(ours).replace("\r\n", "\n") == plain and run.wait(timeout=60) == 0


@pytest.mark.parametrize("pager", ["/etc/passwd", " ", 'sh -c "kill -9 $$"'])
def test_a_pager_that_shows_nothing_costs_no_output(desk, tidings, pager):
    long = tidings("templates", "keys").text
    assert long in on_a_terminal(desk, "templates", "keys", env={"PAGER": pager})


def test_a_pager_ends_with_the_run_that_is_told_to_end(desk):
    pager = f"echo $$ > {desk}/pager; cat > /dev/null; exec sleep 60"
    run, ours = on_terminal("templates", "keys", rows=3, env={"TERM": "xterm", "PAGER": pager}, cwd=desk)
    noted = desk / "pager"
    while not (noted.exists() and noted.read_text().strip()):
        time.sleep(0.05)
    time.sleep(0.3)
    run.send_signal(signal.SIGTERM)
    seen_on(ours)
    assert run.wait(timeout=20) == -signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(int(noted.read_text()), 0)


def test_a_reader_who_leaves_early_changes_no_status(desk):
    export = desk / "many.json"
    export.write_text(json.dumps([record(number) for number in range(3000)] + [{"id": 3}]))
    many = ["digest", export, "--recipient", "user-3", "--days", "100", "--format", "json", *AT]
    on_a_terminal(desk, *many, status=3, env={"PAGER": "head -c 10 > paged"})
    assert len(paged(desk)) == 10


def test_ctrl_c_is_the_pagers_alone(desk):
    environment = {"TERM": "xterm", "PAGER": "touch begun; sleep 2; cat > paged"}
    run, ours = on_terminal(*SUMMARY, rows=3, env=environment, cwd=desk)
    end = time.monotonic() + 60
    while not (desk / "begun").exists() and time.monotonic() < end:
        time.sleep(0.02)
    for _ in range(2):
        os.kill(run.pid, signal.SIGINT)
    assert seen_on(ours) == "" and run.wait(timeout=60) == 0
    assert paged(desk) != ""


def test_a_job_waits_for_no_reader(desk):
    job = ["mail", EXPORT, "--recipients", SAMPLE / "recipients.json", "--from", "d@example.org", *AT]
    assert "handed over" in on_a_terminal(desk, *job, "-o", "other") and paged(desk) == ""
