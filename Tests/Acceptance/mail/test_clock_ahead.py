"""A clock that was ahead: one run says so and is refused, and by force all goes on, with nothing lost or twice."""

import json
import re
import sqlite3

import pytest

from harness import record

FIRST, FUTURE, THEN, LATER = "2026-02-07T15:05:00Z", "2036-02-08T15:05:00Z", "2026-02-08T15:05:00Z", "2026-02-09T15:05:00Z"


def notifications(folder, *days):
    rows = [
        record(100 * day + n, user_id=f"user-{n}", read_at=None, title=f"T{day}-{n}",
               scheduled_for=f"2026-02-{day:02d}T10:00:00Z")
        for day in days for n in range(7)
    ]  # fmt: skip
    (folder / "export.json").write_text(json.dumps(rows))


def every(*days):
    return sorted(f"T{day}-{n}" for day in days for n in range(7))


@pytest.fixture
def night(tidings, tmp_path):
    people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(7)]
    (tmp_path / "people.json").write_text(json.dumps(people))

    def run(now, *arguments, form="maildir"):
        return tidings(
            "mail", "export.json", "--from", "digest@example.org", "--recipients", "people.json",
            "--first-days", "3650", "--as", form, "--now", now, "-o", "outbox", *arguments,
            cwd=tmp_path)  # fmt: skip

    run.folder = tmp_path
    return run


def contents(folder):
    """The titles in the mails of an outbox, each as often as it is there."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("tidings"):
            for message in path.read_text().split('{"from"'):
                found += sorted(set(re.findall(r"T\d+-\d+", message)))
    return sorted(found)


@pytest.mark.parametrize("form", ["maildir", "mbox"])
def test_a_run_says_so_and_goes_on_by_force_and_nothing_is_lost_or_comes_twice(night, form):
    outbox = night.folder / "outbox"
    notifications(night.folder, 7)
    assert night(FIRST, form=form).status == 0
    notifications(night.folder, 7, 8)
    assert night(FUTURE, "--force", form=form).status == 0
    assert contents(outbox) == every(7, 8)
    for more in ([], ["--dry-run"]):
        run = night(THEN, *more, form=form)
        assert run.status == 65 and f"the last run was at {FUTURE}, which is after {THEN}" in run.errors
        assert "correct the clock; if it was ahead at that time, --force goes on, and nothing comes twice" in run.errors
    assert night(THEN, "--force", "--dry-run", form=form).status == 0
    assert night(THEN, form=form).status == 65, "a dry run changes nothing"
    assert night(THEN, "--force", form=form).status == 0
    assert contents(outbox) == every(7, 8)
    # From here on it needs no force.
    notifications(night.folder, 7, 8, 9)
    run = night(LATER, form=form)
    assert run.status == 0, run.errors
    assert contents(outbox) == every(7, 8, 9)


def test_a_slot_whose_mail_was_made_in_advance_passes_to_the_next_one(night):
    notifications(night.folder, 7)
    assert night("2026-02-09T07:05:00Z").status == 0
    assert night("2026-02-07T15:05:00Z", "--force").status == 0
    notifications(night.folder, 7, 8)
    for now, came in (("2026-02-09T07:05:00Z", every(7)), ("2026-02-10T07:05:00Z", every(7, 8))):
        assert night(now).status == 0
        assert contents(night.folder / "outbox") == came


def test_the_first_mails_of_such_a_clock_keep_what_they_reach_back_to(night):
    """Their horizon moves back with it: what was older than a day then is not."""
    notifications(night.folder, 8)
    days = ["--first-days", "1"]
    assert night("2026-02-20T15:05:00Z", "--force", *days).status == 0
    assert contents(night.folder / "outbox") == []
    assert night(THEN, "--force", *days).status == 0
    assert night(LATER, *days).status == 0
    assert contents(night.folder / "outbox") == every(8)


def test_a_run_that_was_killed_in_the_future_is_finished_first(night):
    notifications(night.folder, 7, 8)
    assert night(FIRST).status == 0
    with sqlite3.connect(night.folder / "outbox/tidings.ledger") as ledger:
        ledger.execute(
            "INSERT INTO runs (stream, now, fingerprint, state, messages, length)"
            " VALUES ('digest', 2086000000000000, x'00', 0, 0, 0)")
    assert night(THEN).status == 65
    run = night(THEN, "--force", "--report", "report.json")
    assert run.status == 0, run.errors
    report = json.loads((night.folder / "report.json").read_text())
    assert [one["now"] for one in report["runs"]] == ["2036-02-07T12:26:40Z", THEN] and report["runs"][0]["resumed"]
    assert contents(night.folder / "outbox") == every(7, 8)
    assert night(LATER).status == 0
