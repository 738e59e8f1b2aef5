"""What the manual's page for three in the morning says of a job that went wrong is so."""

import re
import shutil

import pytest

from harness import MANUAL, NOW, SAMPLE

PAGE = (MANUAL / "symptoms.md").read_text()
LATER = "2026-02-09T15:05:00Z"


@pytest.fixture
def job(tidings, tmp_path):
    """A folder in which the sample's job has run once."""
    folder = shutil.copytree(SAMPLE, tmp_path / "job")
    assert tidings("build", "--now", NOW, cwd=folder).status == 0
    return folder


def emptied(path):
    path.write_text("")


def replaced(old, new):
    return lambda path: path.write_text(path.read_text().replace(old, new))


BROKEN = [
    ("64", "tidings.yaml", replaced("exports:", "exprots:")),
    ("65", "notifications.json", emptied),
    ("66", "recipients.json", lambda path: path.unlink()),
    ("73", "tidings.yaml", replaced("report: report.json", "report: nowhere/report.json")),
]


@pytest.mark.parametrize("status, name, breaks", BROKEN, ids=[row[0] for row in BROKEN])
def test_a_job_ends_with_a_status_that_the_page_explains(tidings, job, status, name, breaks):
    breaks(job / name)
    assert tidings("build", "--now", LATER, cwd=job).status == int(status)
    (row,) = [line for line in PAGE.splitlines() if re.match(r"\| (It|The run) ended with ", line) and status in line[:40]]
    assert row.count(" | ") == 2


@pytest.mark.parametrize("breaks", [lambda path: path.write_text("damaged"), lambda path: path.unlink()])
def test_a_ledger_that_is_damaged_or_gone_is_refused_until_it_is_restored(tidings, job, breaks):
    ledger = job / "outbox" / "tidings.ledger"
    copy = ledger.read_bytes()
    breaks(ledger)
    run = tidings("build", "--now", LATER, cwd=job)
    assert run.status == 65 and "restore it from a backup" in run.errors and "(65)" in PAGE
    for file in job.glob("outbox/tidings.ledger*"):
        file.unlink()
    ledger.write_bytes(copy)
    assert tidings("build", "--now", LATER, cwd=job).status == 0


def test_the_words_of_the_page_are_those_of_the_reference():
    outcomes = re.findall(r"^\| `([a-z ]+)` \|", (MANUAL / "reference" / "outcomes.md").read_text(), re.M)
    named = re.findall(r"^\| (?:They|The last decisions) are `([a-z ]+)`", PAGE, re.M)
    assert len(named) == 3 and set(named) <= set(outcomes)
