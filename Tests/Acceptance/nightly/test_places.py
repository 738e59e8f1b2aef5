"""Places that cannot be written to: the exit status, what is said, and that the next run completes."""

import pathlib
import subprocess

import pytest

from harness import memory_folder, need_namespaces
from interrupted import Evening, judge, tree
from nights import ENVIRONMENT

# By case: what makes the place, what sets it right, the statuses, and words of the message.
CASES = {
    "a full disk": (
        "mount -t tmpfs -o size=16k none {place}", "mount -o remount,size=64m {place}",
        (73, 74), ("the disk is full",)),
    "a disk that the ledger fills": (
        "mount -t tmpfs -o size=64k none {place}", "mount -o remount,size=64m {place}",
        (73, 74), ("the disk is full",)),
    "a disk that messages fill": (
        "mount -t tmpfs -o size=260k none {place}", "mount -o remount,size=64m {place}",
        (73, 74), ("the disk is full",)),
    "no inodes left": (
        "mount -t tmpfs -o size=64m,nr_inodes=12 none {place}",
        "mount -o remount,nr_inodes=10000 {place}", (73, 74), ("the disk is full",)),
    "a read-only disk": (
        "mount -t tmpfs -o size=64m none {place}; mount -o remount,ro {place}",
        "mount -o remount,rw {place}", (73,), ("Read-only file system",)),
    "an outbox that became read-only": (
        "mount -t tmpfs -o size=64m none {place}; {earlier}; [ $? -le 3 ] || exit 9; mount -o remount,ro {place}",
        "mount -o remount,rw {place}", (73, 74), ("Read-only file system", "readonly")),
    "a limit on the size of files": (
        "mount -t tmpfs -o size=64m none {place}; ulimit -S -f 8", "ulimit -S -f unlimited",
        (73, 74), ("File too large", "full", "I/O error")),
    "a small limit on the size of files": (
        "mount -t tmpfs -o size=64m none {place}; ulimit -S -f 1", "ulimit -S -f unlimited",
        (73, 74), ("File too large", "full", "I/O error")),
    "a file where the outbox should be": (
        "mount -t tmpfs none {place}; touch {place}/out", "rm {place}/out",
        (73,), ("it is not a folder", "Not a directory")),
    "a symbolic link where the outbox's messages go": (
        "mount -t tmpfs none {place}; {earlier}; mv {place}/out/new {place}; "
        "ln -s {place}/new {place}/out/new",
        "rm {place}/out/new; mv {place}/new {place}/out", (73,), ("symbolic link",)),
}  # fmt: skip

SCRIPT = """
{make}
{first} 2>{folder}/errors; echo $? >{folder}/first
{repair}
{second} >&2; echo $? >{folder}/second
cp -r {place}/out {folder}/copy
"""


@pytest.fixture(scope="module")
def evening():
    with memory_folder("tidings-places-") as folder:
        yield Evening(pathlib.Path(folder))


def quoted(command):
    return " ".join(f"'{part}'" for part in command)


def says(errors, words):
    """Whether a message names one of the words, and a line after it says what to do."""
    said = errors.strip().splitlines()
    advised = any(line.startswith("         ") and len(line.split()) > 3 for line in said[1:])
    return said and said[0].startswith("tidings: ") and any(w in errors for w in words) and advised


@pytest.mark.parametrize("name", CASES)
def test_a_place_that_cannot_be_written_to(evening, tmp_path, name):
    need_namespaces()
    make, repair, statuses, words = CASES[name]
    place = tmp_path / "place"
    place.mkdir()
    outbox = place / "out"
    script = SCRIPT.format(
        make=make.format(place=place, earlier=quoted(evening.command(outbox, evening.earlier))),
        repair=repair.format(place=place), folder=tmp_path, place=place,
        first=quoted(evening.command(outbox)),
        second=quoted(evening.command(outbox, evening.second)))
    done = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", script], env=ENVIRONMENT, capture_output=True, check=False,
        timeout=120)
    assert (tmp_path / "first").exists(), done.stderr
    errors = (tmp_path / "errors").read_text()
    assert int((tmp_path / "first").read_text()) in statuses, errors
    assert says(errors, words), errors
    assert int((tmp_path / "second").read_text()) in (0, 3), done.stderr
    left = tree(tmp_path / "copy")
    assert [path for path in left if path.startswith("tmp/")] == []
    if "{earlier}" not in make:
        assert any(judge(left, right) == [] for right in (evening.both, evening.only_second))


@pytest.mark.parametrize("target, statuses", [("/dev/full", (74,)), ("closed", (74,)), ("pipe", (0, 3))])
def test_a_standard_output_that_cannot_be_written_to(evening, target, statuses):
    """The mails are delivered all the same; a reader that went away is no fault."""
    outbox = evening.outbox()
    redirect = {"/dev/full": ">/dev/full", "closed": ">&-", "pipe": "| true; exit ${PIPESTATUS[0]}"}
    done = subprocess.run(
        ["bash", "-c", f"{quoted(evening.command(outbox))} {redirect[target]}"], env=ENVIRONMENT,
        capture_output=True, check=False, timeout=60)
    errors = done.stderr.decode()
    assert done.returncode in statuses, errors
    if statuses == (74,):
        assert says(errors, ("standard output",)), errors
    assert tree(outbox) == evening.after_first
    assert evening.run(outbox, evening.second).returncode in (0, 3)
    assert tree(outbox) == evening.both
