"""What a job says of itself is what it does: check and a dry run refuse what a run refuses, and whatever stops it is
in its report."""

import json
import shutil

import pytest

from harness import ROOT, messages

NIGHT = ("--now", "2026-02-08T15:05:00Z")
NEXT = ("--now", "2026-02-09T15:05:00Z")


@pytest.fixture
def job(tmp_path):
    """The sample's job with pages and feeds, in a folder of its own; answers its file."""
    shutil.copytree(ROOT / "Tests" / "Fixtures" / "sample", tmp_path / "job")
    file = tmp_path / "job" / "tidings.yaml"
    text = file.read_text()
    file.write_text(text if "\nfeeds:" in text else text + "feeds: {folder: feeds, url: https://compass.example/feeds}\n")
    return file


def change(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_who_only_looks_leaves_the_rejected_records_of_the_job(tidings, job):
    job.write_text(job.read_text() + "rejected: again.jsonl\n")
    kept = job.parent / "again.jsonl"
    kept.write_text("keep\n")
    for words in ["check"], ["summary"], ["digest", "--recipient", "maya-ortiz"], ["mail", "--preview", "maya-ortiz"]:
        run = tidings(*words, "--config", job, *NIGHT)
        assert run.status in (0, 3) and kept.read_text() == "keep\n", run.errors
    assert tidings("build", job, *NIGHT, "--dry-run").status == 0 and kept.read_text() == "keep\n"
    assert tidings("build", job, *NIGHT).status == 0 and kept.read_text() == ""


@pytest.mark.parametrize("key", ["rejected", "metrics", "backup"])
def test_a_file_that_cannot_be_written_is_in_the_report(tidings, job, key):
    assert tidings("build", job, *NIGHT).status == 0
    report = job.parent / "report.json"
    assert json.loads(report.read_text())["success"]
    if key == "backup":
        change(job, "    outbox: outbox\n", "    outbox: outbox\n    backup: gone/copy\n")
    else:
        job.write_text(job.read_text() + f"{key}: gone/file\n")
    looked = tidings("check", "--config", job, *NEXT)
    rehearsed = tidings("build", job, *NEXT, "--dry-run")
    run = tidings("build", job, *NEXT)
    assert looked.status == rehearsed.status == run.status == 73 and "gone" in run.errors
    assert not json.loads(report.read_text())["success"]


def broken_template(job):
    row = job.parent / "templates" / "mail" / "default" / "row.html"
    row.parent.mkdir(parents=True)
    row.write_text("{{#link}}")
    job.write_text(job.read_text() + "templates: templates\n")


def damaged_list(job):
    (job.parent / "pages" / ".tidings-pages").write_text("")


def damaged_key(job):
    (job.parent / "pages" / ".tidings-key").write_text("hi\n")


def damaged_run(job):
    (job.parent / "feeds" / ".tidings-run").write_text("")


def no_records(job):
    (job.parent / "notifications.json").write_text("[]")


def renamed_stream(job):
    change(job, "  digest:\n", "  daily:\n")


@pytest.mark.parametrize("harm", [broken_template, damaged_list, damaged_key, damaged_run, no_records, renamed_stream])
def test_what_a_run_refuses_is_refused_before_anything_is_written_and_told_by_check(tidings, job, harm):
    assert tidings("build", job, *NIGHT).status == 0
    harm(job)
    folder = job.parent

    def documents():
        places = ("pages", "feeds", "outbox/new")
        return {path: path.read_bytes() for place in places for path in (folder / place).iterdir()}

    before = documents()
    check = tidings("check", "--config", job, *NEXT)
    rehearsed = tidings("build", job, *NEXT, "--dry-run")
    run = tidings("build", job, *NEXT)
    assert rehearsed.status == run.status in (64, 65), run.errors
    assert check.status == 3, check.text
    # Without what the command line puts before it and behind it.
    words = run.errors.split("tidings: ")[-1].split("\n")[0]
    assert any(words in line for line in check.text.splitlines() if line.startswith("warning ")), (words, check.text)
    assert documents() == before


def test_a_stream_of_another_name_goes_on_when_told(tidings, job):
    assert tidings("build", job, *NIGHT).status == 0
    mails = len(messages(job.parent / "outbox"))
    renamed_stream(job)
    refused = tidings("build", job, *NEXT)
    assert refused.status == 65 and "daily is new to it, and it knows digest" in refused.errors
    assert len(messages(job.parent / "outbox")) == mails
    assert tidings("build", job, *NEXT, "--force").status == 0
    assert tidings("build", job, "--now", "2026-02-10T15:05:00Z").status == 0
