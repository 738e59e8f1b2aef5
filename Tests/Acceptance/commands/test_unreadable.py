"""Whatever cannot be read has one status, as the manual says, and a reason that is so."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile

import pytest

from four_people import folder  # noqa: F401  (a fixture)
from harness import BINARY, NOW, ROOT, need


@pytest.mark.parametrize("options, what", [
    (["--profiles", "nope.yaml"], "nope.yaml: there is no such file or folder"),
    (["--profiles", "nope"], "nope: there is no such file or folder"),
    (["--profiles", "people.json"], "people.json: it cannot be read: Not a directory"),
    (["--templates", "nope"], "nope: there is no such folder"),
    (["--templates", "people.json"], "people.json: it cannot be read"),
    (["--templates", "empty"], "empty: there is no file in it"),
    (["--recipients", "nope.json"], "nope.json: there is no such file"),
    (["--recipients", "empty"], "empty: this is a folder"),
    (["--state", "nope.json"], "nope.json: there is no such file"),
    (["--config", "nope.yaml"], "nope.yaml: there is no such file"),
])  # fmt: skip
def test_what_is_not_there_is_no_such_input(tidings, folder, options, what):
    (folder / "empty").mkdir()
    run = tidings("digest", "export.json", "--recipient", "user-1", "--now", NOW, *options, cwd=folder)
    assert run.status == 66 and f"tidings: {what}\n" in run.errors, run.errors


@pytest.mark.parametrize("name", ["export.json", "people.json"])
def test_a_pipe_to_which_nobody_writes_ends_a_run(tidings, folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    run = tidings("mail", "export.json", "--recipients", "people.json", "--from", "d@example.org", "--now", NOW,
                  "-o", "outbox", cwd=folder, timeout=30)  # fmt: skip
    assert run.status == 66 and f"{name}: it cannot be read: nobody writes to the pipe" in run.errors, run.errors


@pytest.fixture
def stranger(folder):
    """Runs tidings as a user who owns nothing, in a copy of the folder that all may enter."""
    if os.geteuid() != 0:
        pytest.skip("skipped: only root can run a program as another user")
    place = pathlib.Path(tempfile.mkdtemp(dir="/tmp"))
    shutil.copytree(folder, place, dirs_exist_ok=True)
    place.chmod(0o755)
    binary = shutil.copy(BINARY, place / "tidings")

    def run(*arguments):
        return subprocess.run(
            [binary, *arguments], cwd=place, user=65534, group=65534, extra_groups=[], capture_output=True, text=True,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TMPDIR": "/tmp"}, timeout=120,
        )  # fmt: skip

    run.place = place
    yield run
    shutil.rmtree(place)


MAIL = ["--recipients", "people.json", "--from", "a@example.org", "--now", NOW, "--first-days", "9", "-o", "outbox"]


@pytest.mark.parametrize("mode", [0o700, 0o755], ids=["in a closed folder", "in an open folder"])
def test_a_ledger_of_somebody_else_lacks_permission_and_no_space(tidings, stranger, mode):
    assert tidings("mail", "export.json", *MAIL, cwd=stranger.place).status == 0
    (stranger.place / "outbox").chmod(mode)
    for command in ("status", "why"):
        run = stranger("ledger", command, "outbox", *(["user-1"] if command == "why" else []))
        assert run.returncode == 66 and "Permission denied" in run.stderr, run.stderr
        assert "permissions" in run.stderr and "space" not in run.stderr


def test_a_run_tells_the_log_of_the_system_nothing(stranger):
    """libdispatch asks for a priority that only root may have, and told the log each time."""
    if os.path.lexists("/dev/log"):
        pytest.skip("skipped: this system has a log")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.bind("/dev/log")
        try:
            os.chmod("/dev/log", 0o666)
            log.settimeout(0.1)
            for _ in range(5):
                assert stranger("summary", "export.json", "--now", NOW).returncode == 0
            with pytest.raises(TimeoutError):
                log.recv(1024)
        finally:
            os.unlink("/dev/log")


def test_a_file_in_a_closed_folder_lacks_permission(stranger):
    (stranger.place / "closed").mkdir(mode=0o755)
    run = stranger("summary", "export.json", "--now", NOW, "--rejected", "closed/rejected.jsonl")
    assert run.returncode == 73 and "no permission to create a file in its folder" in run.stderr, run.stderr
    run = stranger("summary", "export.json", "--now", NOW, "--rejected", "nowhere/rejected.jsonl")
    assert run.returncode == 73 and "create the folder" in run.stderr, run.stderr


def closed(streams, *arguments, cwd):
    return subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {streams}', BINARY, *arguments], cwd=cwd, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=60)  # fmt: skip


def test_a_stream_that_the_caller_closed_is_no_other_file(tidings, folder):
    run = closed("<&-", "summary", "-", "--now", NOW, cwd=folder)
    assert run.returncode == 66 and "standard input: it cannot be read: Bad file descriptor\n" in run.stderr, run.stderr
    assert "permissions" not in run.stderr and "the caller has closed it" in run.stderr
    run = closed(">&-", "summary", "export.json", "--now", NOW, cwd=folder)
    assert run.returncode == 74 and "standard output: Bad file descriptor" in run.stderr, run.stderr
    run = closed("<&-", "summary", "/dev/stdin", "--now", NOW, cwd=folder)
    assert run.returncode == 65 and "the file is empty" in run.stderr, run.stderr
    assert closed("<&- >&- 2>&-", "mail", "export.json", *MAIL, cwd=folder).returncode == 74
    assert tidings("mail", "export.json", *MAIL[:-1], "other", cwd=folder).status == 0
    mails = [sorted(one.read_bytes() for one in (folder / place / "new").iterdir()) for place in ("outbox", "other")]
    assert mails[0] == mails[1] != []


def test_no_file_gets_the_number_of_a_closed_stream(folder):
    need("strace")
    traced = ["strace", "-f", "-qq", "-e", "trace=openat,eventfd2,epoll_create1,timerfd_create", "-o", "calls", BINARY]
    quoted = " ".join(map(str, traced))
    run = subprocess.run(["sh", "-c", f'exec {quoted} "$@" <&- >&- 2>&-', "sh", "mail", "export.json", *MAIL], cwd=folder, check=False)
    assert run.returncode == 74 and len(list((folder / "outbox/new").iterdir())) > 0
    mine = (folder / "calls").read_text().splitlines()
    begun = next(number for number, line in enumerate(mine) if '"/dev/null", O_WRONLY' in line)
    opened = [line.rsplit("= ", 1)[-1] for line in mine[begun:]]
    assert opened[:3] == ["0", "1", "2"] and not {"0", "1", "2"} & set(opened[3:]), mine[begun:]


@pytest.mark.parametrize("option", ["--profiles", "--config", "--recipients"])
def test_a_file_of_somebody_else_lacks_permission(stranger, option):
    (stranger.place / "own.yaml").write_text("name: own\n")
    (stranger.place / "own.yaml").chmod(0o600)
    run = stranger("digest", "export.json", "--now", NOW, option, "own.yaml")
    assert run.returncode == 66 and "own.yaml: it cannot be read: Permission denied" in run.stderr, run.stderr


def test_a_sender_of_somebody_else_says_that_it_may_not_look_into_the_outbox(stranger):
    (stranger.place / "outbox/new").mkdir(parents=True)
    (stranger.place / "outbox").chmod(0o700)
    sender = ROOT / "Sources/Distribution/sending/send-maildir"
    run = subprocess.run(
        [shutil.copy(sender, stranger.place), "outbox", "true"], cwd=stranger.place, user=65534, group=65534,
        extra_groups=[], capture_output=True, text=True)  # fmt: skip
    assert run.returncode == 73 and "outbox: this user may not look into it" in run.stderr, run.stderr


def test_a_dry_run_says_that_it_may_not_write_rejects_as_the_run_would(tidings, stranger):
    rows = json.loads((stranger.place / "export.json").read_text())
    (stranger.place / "export.json").write_text(json.dumps([*rows, {"id": "damaged"}]))
    (stranger.place / "closed").mkdir(mode=0o755)
    run = stranger("mail", "export.json", *MAIL, "--rejected", "closed/rejected.jsonl", "--dry-run")
    assert run.returncode == 73 and "no permission" in run.stderr, run.stderr
