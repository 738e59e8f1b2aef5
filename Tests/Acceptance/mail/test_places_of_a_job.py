"""A job whose disk is full, and one that another user runs once."""

import os
import shutil
import subprocess

import pytest

from braked_job import DAY1, DAY2, build, files, folder, mail, rows, write  # noqa: F401  (fixtures)
from harness import BINARY, need_namespaces

FULL = """
mount -t tmpfs -o size=48m none {place} && cp -r {folder}/. {place} && cd {place} || exit 9
{tidings} build --now {day1} || exit 9
cp tidings.prom report.json {made}; cp {made}/more.json export.json
dd if=/dev/zero of=filler bs=4k 2>/dev/null
{tidings} build --now {day2} 2>{made}/errors; echo $? >{made}/status
cp tidings.prom {made}/after.prom; rm filler
{tidings} build --now {day2} >&2; echo $? >{made}/second
cp tidings.prom {made}/last.prom
"""


def test_a_full_disk_is_said_first_and_leaves_no_old_metrics(folder, tmp_path_factory):
    need_namespaces()
    made, place = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("place")
    write(folder, rows(30))
    write(made, rows(30) + rows(90, day=9, prefix="m"), "more.json")
    script = FULL.format(tidings=BINARY, place=place, folder=folder, made=made, day1=DAY1, day2=DAY2)
    done = subprocess.run(["unshare", "-Urm", "sh", "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert (made / "second").exists(), done.stderr
    said = (made / "errors").read_text().splitlines()
    cause = next(line for line in said if line.startswith("tidings: ") and "the disk is full" in line)
    assert int((made / "status").read_text()) in (73, 74), said
    assert not any(word in cause for word in ("report.json", "tidings.prom")), said
    assert "the disk is full" in next(line for line in said if "cannot" in line), said
    # Where there is no room at all, there are no metrics; there are never those of the run before.
    after = (made / "after.prom").read_text() if (made / "after.prom").exists() else "tidings_job_success 0\n"
    assert "tidings_job_success 0\n" in after
    assert int((made / "second").read_text()) == 0, done.stderr
    assert "tidings_job_success 1\n" in (made / "last.prom").read_text()


@pytest.fixture
def other():
    """Somebody who is not the one who runs the tests."""
    if os.geteuid() != 0:
        pytest.skip("skipped: only root can give a file to another user")
    return 65534


@pytest.mark.parametrize("whose", ["outbox", "outbox/tidings.ledger", "pages"])
def test_what_belongs_to_another_user_stops_a_run(build, folder, other, whose):
    write(folder, rows(30))
    assert build().status == 0
    os.chown(folder / whose, other, other)
    before = files(folder, "."), (folder / "outbox").stat().st_mtime_ns
    run = build("-q", now=DAY2)
    assert run.status == 65 and f"{whose}: it belongs to nobody, and this is root" in run.errors, run.errors
    assert "chown -R root" in run.errors and "--force" in run.errors
    changed = {name for name, content in files(folder, ".").items() if before[0].get(name) != content}
    assert changed <= {"report.json", "tidings.prom"}
    assert build("--dry-run", now=DAY2).status in (0, 65)
    assert build("--force", now=DAY2).status == 0


def test_a_folder_of_another_users_outbox_is_no_obstacle(mail, folder, other):
    """A folder for everybody, such as /var/mail, belongs to root."""
    shutil.chown(folder, other)
    write(folder, rows(30))
    assert mail().status == 0


def _linked(folder):
    (folder / "outbox").rename(folder / "real")
    (folder / "outbox").symlink_to("real")


# What is changed between two runs, and whether the first run is made at all.
PLACES = {
    "a ledger that is gone": (True, lambda folder: [path.unlink() for path in folder.glob("outbox/tidings.ledger*")]),
    "an outbox that is a link": (True, _linked),
    "another form of outbox": (True, lambda folder: (folder / "tidings.yaml").write_text(
        (folder / "tidings.yaml").read_text().replace("outbox: outbox,", "outbox: outbox, as: mbox,"))),
    "files of somebody": (False, lambda folder: (folder / "outbox/new").mkdir(parents=True) or (folder / "outbox/new/a").touch()),
    "a lock that is a folder": (False, lambda folder: (folder / "outbox/tidings.lock").mkdir(parents=True)),
    "a ledger in no folder": (False, lambda folder: (folder / "tidings.yaml").write_text(
        (folder / "tidings.yaml").read_text().replace("outbox: outbox,", "outbox: outbox, ledger: none/ledger,"))),
    "a key that is none": (False, lambda folder: (folder / "pages").mkdir() or (folder / "pages/.tidings-key").write_text("bad")),
    "a key that is a folder": (False, lambda folder: (folder / "pages/.tidings-key").mkdir(parents=True)),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_check_finds_what_stops_a_run(tidings, build, folder, name):
    write(folder, rows(30))
    runs_first, change = PLACES[name]
    job = folder / "tidings.yaml"
    job.write_text(job.read_text().replace("digest@example.org", "news@app.example.net").replace(", plain-names: true", ""))
    assert not runs_first or build().status == 0
    before = tidings("check", "--config", "tidings.yaml", "--now", DAY1, cwd=folder)
    assert before.status == 0, before.text
    change(folder)
    found = tidings("check", "--config", "tidings.yaml", "--now", DAY2, cwd=folder)
    run = build(now=DAY2)
    assert found.status == 3 and run.status in (65, 73), (found.text, run.errors)
    sentence = run.errors.splitlines()[0].removeprefix("tidings: ")
    assert sentence in found.text, (sentence, found.text)
