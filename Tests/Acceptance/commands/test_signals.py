"""How a run ends by Ctrl-C and by SIGTERM, and how the next one goes on."""

import json
import os
import pty
import signal
import subprocess
import threading
import time

import pytest
from harness import BINARY, NOW, record
from terminals import ENVIRONMENT, ERASE, FROM, everybody, feed, seen_on, start, write_large


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_reading_and_says_how_to_go_on(number, tmp_path):
    run = start(
        "digest", "-", "--now", NOW, "-o", tmp_path / "digests",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    feeder = threading.Thread(target=feed, args=(run.stdin, 20))
    feeder.start()
    run.stdin = None
    time.sleep(0.7)
    before = time.monotonic()
    run.send_signal(number)
    _, errors = run.communicate(timeout=20)
    feeder.join()
    assert time.monotonic() - before < 5
    assert run.returncode == -number
    assert errors.count(b"tidings: interrupted") == 1 and b"run the command again" in errors
    assert not (tmp_path / "digests").exists()


def test_a_run_that_waits_for_its_input_ends_by_a_signal_too():
    run = start("summary", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    _, errors = run.stdout.read(), run.stderr.read()
    assert run.wait(timeout=10) == -signal.SIGINT and b"interrupted" in errors
    run.stdin.close()


def test_control_c_leaves_a_clean_line_and_status_130(tmp_path):
    write_large(tmp_path / "export.jsonl")
    script = 'trap : INT; "$0" check "$1" --now "$2" --jobs 1; echo "status $?"'
    process, ours = pty.fork()
    if process == 0:
        os.execve("/bin/sh", ["sh", "-c", script, str(BINARY), str(tmp_path / "export.jsonl"), NOW], {**ENVIRONMENT, "TERM": "xterm"})
    seen, end = b"", time.monotonic() + 60
    while b" left" not in seen and time.monotonic() < end:
        seen += os.read(ours, 4096)
    os.write(ours, b"\x03")
    rest = seen_on(ours)
    os.waitpid(process, 0)
    shown = [line.split(ERASE)[-1] for line in rest.split("\r\n")]
    assert shown == [
        "tidings: interrupted", "         run the command again; every file that was written is complete", "status 130", "",
    ], rest  # fmt: skip


def test_a_signal_that_is_ignored_stays_ignored():
    run = subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$0" summary -', str(BINARY)], env=ENVIRONMENT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    time.sleep(0.3)
    out, errors = run.communicate((json.dumps(record(1)) + "\n").encode(), timeout=20)
    assert run.returncode == 0 and b"interrupted" not in errors and out


def interrupt(run, folder, pattern, least=20):
    """Ends a run by SIGTERM as soon as it has written some files."""
    end = time.monotonic() + 60
    while len(list(folder.glob(pattern))) < least and run.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    run.send_signal(signal.SIGTERM)
    errors = run.stderr.read()
    if run.wait(timeout=30) == 0:
        pytest.skip("skipped: it was done before the signal came")
    assert run.returncode == -signal.SIGTERM and b"interrupted" in errors
    return len(list(folder.glob(pattern)))


def test_pages_that_a_signal_interrupted_are_whole_and_the_next_run_goes_on(tidings, tmp_path):
    export, _ = everybody(tmp_path)
    words = ["inbox", export, "-o", tmp_path / "pages", "--plain-names", "--now", NOW]
    run = start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    written = interrupt(run, tmp_path / "pages", "*.html")
    assert 0 < written < 4000
    assert list((tmp_path / "pages").rglob("*.tidings-tmp")) == []
    assert all(page.read_text().rstrip().endswith("</html>") for page in (tmp_path / "pages").glob("*.html"))
    again = tidings(*words)
    assert again.status == 0 and len(list((tmp_path / "pages").glob("*.html"))) == 4000


@pytest.mark.parametrize("form, pattern", [("maildir", "new/*"), ("jsonl", "*.jsonl")])
def test_mails_that_a_signal_interrupted_are_completed_once(tidings, tmp_path, form, pattern):
    export, people = everybody(tmp_path)
    outbox = tmp_path / "outbox"
    words = ["mail", export, "--recipients", people, *FROM, "-o", outbox, "--as", form, "--first-days", 400]
    run = start(*words, "--report", tmp_path / "report.json", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if form == "maildir":
        assert interrupt(run, outbox, pattern) < 4000
        assert json.loads((tmp_path / "report.json").read_text())["failure"] == "interrupted"
        assert list(outbox.rglob("*.tidings-tmp")) == []
    else:
        time.sleep(0.3)
        run.send_signal(signal.SIGTERM)
        run.stderr.read()
        run.wait(timeout=30)
    again = tidings(*words)
    assert again.status == 0, again.errors
    if form == "maildir":
        assert len(list(outbox.glob(pattern))) == 4000
    else:
        lines = [line for file in outbox.glob(pattern) for line in file.read_text().splitlines()]
        assert len(lines) == len({json.loads(line)["recipient"] for line in lines}) == 4000
