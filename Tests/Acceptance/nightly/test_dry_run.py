"""What a dry run of `tidings build` says of folders, and that the run after it does just that."""

import fcntl
import json
import os
import re
import shutil

import pytest

from harness import NOW, record, schema_faults
from nightly_job import DIGEST, job  # noqa: F401  (a fixture)

FOLDERS = "inbox: {folder: site/pages, index: true}\nfeeds: {folder: feeds}\ndigest: {folder: digests}\n"
TOMORROW = "2026-02-09T15:05:00Z"


def tree(folder):
    """Every file and folder with its content and the time of its last change."""
    return {
        path: (path.stat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in sorted([folder, *folder.rglob("*")])
    }


def totals(run):
    document = json.loads(run.out)
    assert schema_faults(document, "job") == []
    return {name: document[name] for name in ("pages", "feeds", "digests")}


def test_a_dry_run_says_what_would_be_written_to_each_folder(job):
    run = job(FOLDERS, "--dry-run")
    assert run.status == 0, run.errors
    assert "inbox: 7 pages would be written to site/pages, 0 unchanged\n" in run.errors
    assert "feeds: 7 feeds would be written to feeds, 0 unchanged\n" in run.errors
    assert "digest: 7 digests would be written to digests\n" in run.errors
    assert not any((job.folder / name).exists() for name in ("site", "feeds", "digests"))


def change_nothing(folder):
    pass


def give_one_person_more(folder):
    rows = json.loads((folder / "notifications.json").read_text())
    (folder / "notifications.json").write_text(json.dumps([*rows, record(1000, user_id="user-1")]))


def take_one_person_away(folder):
    rows = json.loads((folder / "notifications.json").read_text())
    (folder / "notifications.json").write_text(json.dumps([row for row in rows if row["user_id"] != "user-2"]))
    people = json.loads((folder / "recipients.json").read_text())
    (folder / "recipients.json").write_text(json.dumps([one for one in people if one["id"] != "user-2"]))


def name_files_plainly(folder):
    yaml = (folder / "tidings.yaml").read_text()
    (folder / "tidings.yaml").write_text(re.sub("(pages|feeds)(.*)}", r"\1\2, plain-names: true}", yaml))


CHANGES = [change_nothing, give_one_person_more, take_one_person_away, name_files_plainly]


@pytest.mark.parametrize("ran, change, now", [(False, change_nothing, NOW), *((True, one, now) for one in CHANGES for now in (NOW, TOMORROW))])
def test_a_run_writes_what_its_dry_run_said(job, ran, change, now):
    assert job(FOLDERS, *([] if ran else ["--dry-run"])).status == 0
    change(job.folder)
    before = tree(job.folder)
    said = job(None, "--dry-run", "--format", "json", now=now)
    assert said.status == 0, said.errors
    assert tree(job.folder) == before
    done = job(None, "--format", "json", now=now)
    assert done.status == 0, done.errors
    assert totals(said) == totals(done)
    if change is give_one_person_more and ran and now == NOW:
        assert totals(said)["pages"] == {"folder": "site/pages", "written": 1, "unchanged": 6, "emptied": 0, "removed": 0}
    if change is take_one_person_away and ran and now == NOW:
        assert totals(said)["pages"]["emptied"] == totals(said)["feeds"]["emptied"] == 1


def test_a_dry_run_fails_where_a_run_would(job):
    job(DIGEST + FOLDERS.replace("site/pages", "pages, plain-names: true"), "--dry-run")
    (job.folder / "pages" / "user-3.html").mkdir(parents=True)
    said, done = job(None, "--dry-run"), job(None)
    assert (said.status, said.errors.splitlines()[-2:]) == (done.status, done.errors.splitlines()[-2:])
    assert done.status == 73 and "user-3.html: it is not a regular file" in done.errors


REPORTS = "rejected: rejected.jsonl\nmetrics: tidings.prom\nreport: report.json\n"


def give_one_damaged_record(folder):
    rows = json.loads((folder / "notifications.json").read_text())
    (folder / "notifications.json").write_text(json.dumps([*rows, {"id": "damaged"}]))


def test_a_dry_run_writes_only_the_report(job):
    give_one_damaged_record(job.folder)
    before = tree(job.folder)
    run = job(DIGEST + FOLDERS + REPORTS, "--dry-run")
    assert run.status == 3, run.errors
    made = {path.name for path in tree(job.folder).keys() - before.keys()}
    assert made == {"tidings.yaml", "report.json"}
    assert len(json.loads((job.folder / "report.json").read_text())["rejected"]) == 1
    assert job(None).status == 3
    assert (job.folder / "rejected.jsonl").read_text() and (job.folder / "tidings.prom").exists()


def test_a_dry_run_of_mail_writes_only_the_report(job, tidings):
    give_one_damaged_record(job.folder)
    command = ["mail", "notifications.json", "--recipients", "recipients.json", "--from", "a@example.org", "--now", NOW, "-o", "outbox"]
    options = ["--first-days", "9", "--rejected", "rejected", "--metrics", "metrics", "--report", "report"]
    before = tree(job.folder)
    run = tidings(*command, *options, "--dry-run", cwd=job.folder)
    assert run.status == 3, run.errors
    assert {path.name for path in tree(job.folder).keys() - before.keys()} == {"report"}


def test_if_pages_and_feeds_fail_both_failures_are_named(job):
    yaml = "inbox: {folder: pages, plain-names: true}\nfeeds: {folder: feeds}\nreport: report.json\n"
    assert job(yaml).status == 0
    (job.folder / "pages" / "user-3.html").unlink()
    (job.folder / "pages" / "user-3.html").mkdir()
    held = os.open(job.folder / "feeds", os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        run = job(None, now=TOMORROW)
    finally:
        os.close(held)
    # The status is that of the pages, which come first.
    assert run.status == 73
    first, second = "pages/user-3.html: it is not a regular file", ": another run is writing to it"
    assert run.errors.index(first) < run.errors.index(second), run.errors
    failure = json.loads((job.folder / "report.json").read_text())["failure"]
    assert first in failure and second in failure
    shutil.rmtree(job.folder / "pages" / "user-3.html")
    assert job(None, now=TOMORROW).status == 0

