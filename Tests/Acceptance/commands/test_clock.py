"""A clock that is far ahead of the exports: pages stop, what was only asked for comes with a warning."""

import json

import pytest

from harness import record

NOW, LATER = "2026-02-08T15:05:00Z", "2036-02-08T15:05:00Z"


@pytest.fixture
def folder(tmp_path):
    rows = [
        record(n, id=f"n-{n}", user_id=f"user-{n % 3}", read_at=None,
               scheduled_for=f"2026-02-08T10:{n:02d}:00Z")
        for n in range(9)
    ]  # fmt: skip
    (tmp_path / "export.json").write_text(json.dumps(rows))
    return tmp_path


@pytest.fixture
def run(tidings, folder):
    def run(command, *arguments, now=NOW):
        return tidings(command, "export.json", "--now", now, *arguments, cwd=folder)

    return run


def test_pages_are_not_written_by_a_clock_far_ahead(run, folder):
    refused = run("inbox", "-o", "pages", now=LATER)
    assert refused.status == 65 and "the clock may be wrong: it is 2036-02-08" in refused.errors
    assert not (folder / "pages").exists()
    assert run("inbox", "-o", "pages").status == 0
    pages = {path: path.read_bytes() for path in (folder / "pages").iterdir()}
    assert run("inbox", "-o", "pages", now=LATER).status == 65
    assert {path: path.read_bytes() for path in (folder / "pages").iterdir()} == pages
    assert run("inbox", "-o", "pages", "--max-ahead", "4000d", now=LATER).status == 0
    assert run("inbox", "-o", "pages", "--max-ahead", "often").status == 64


def test_a_forced_run_of_the_future_disarms_no_brake(run):
    assert run("inbox", "-o", "pages", "--force", now=LATER).status == 0
    assert run("inbox", "-o", "pages").status == 65
    assert run("inbox", "-o", "pages", "--force").status == 0
    assert run("inbox", "-o", "pages", now="2035-02-08T15:05:00Z").status == 65


def test_pages_of_an_app_that_is_silent_for_days_go_on(run):
    for day in range(8, 15):
        assert run("inbox", "-o", "pages", now=f"2026-02-{day:02d}T15:05:00Z").status == 0
    assert run("inbox", "-o", "pages", now="2026-02-17T15:05:00Z").status == 65


def test_the_first_pages_of_an_old_export_are_made(run, folder):
    made = run("inbox", "-o", "pages", now="2026-03-08T15:05:00Z")
    assert made.status == 0 and made.text == "3 pages written, 0 unchanged\n"
    assert run("inbox", "-o", "pages", now="2026-03-18T15:05:00Z").status == 65


def test_pages_of_one_recipient_are_made_however_long_they_were_silent(run):
    assert run("inbox", "-o", "pages", "--recipient", "user-1", now="2026-03-08T15:05:00Z").status == 0


def test_a_build_without_mails_looks_at_the_clock_too(tidings, folder):
    (folder / "tidings.yaml").write_text("exports: [export.json]\ninbox: {folder: pages}\n")
    build = tidings("build", "--now", LATER, cwd=folder)
    assert build.status == 65 and "the clock may be wrong" in build.errors
    assert not (folder / "pages").exists()
    assert tidings("build", "--now", LATER, "--force", cwd=folder).status == 0


@pytest.mark.parametrize("arguments", [["digest", "--format", "json"], ["summary", "--days", "7"]])
def test_what_was_asked_for_comes_with_a_warning(run, arguments):
    done = run(*arguments, now=LATER)
    assert done.status == 0
    assert (
        "there is nothing from the last 7 days: the newest notification, of 2026-02-08T10:08:00Z, is 3652 days "
        "older than the current time, 2036-02-08T15:05:00Z"
    ) in done.errors
    assert "there is nothing from" not in run(*arguments).errors
    assert run("summary", now=LATER).errors == "", "which counts all, whatever the present is"


def test_a_zone_that_only_the_profile_names_is_hinted_at(run, folder):
    (folder / "shop.yaml").write_text(
        "name: shop\nmatch: {must: [at]}\ntimeZone: Asia/Kolkata\nfields: {id: id, time: at, title: title}\n")  # fmt: skip
    (folder / "export.json").write_text(json.dumps([{"id": 1, "at": "2026-02-08 10:00", "title": "x"}]))
    own = ("--profiles", "shop.yaml", "--owner", "ana")
    hint = "times are shown in UTC; --time-zone Asia/Kolkata shows them in the zone of shop"
    assert hint in run("digest", *own).errors
    assert hint not in run("digest", *own, "--time-zone", "UTC").errors


def test_a_notification_scheduled_far_ahead_says_nothing_of_the_present(tidings, run, folder):
    rows = json.loads((folder / "export.json").read_text())
    rows.append(record(10, id="later", user_id="user-1", read_at=None, scheduled_for="2036-02-08T15:00:00Z"))
    (folder / "export.json").write_text(json.dumps(rows))
    (folder / "people.json").write_text(json.dumps([{"id": "user-1", "email": "user1@example.org"}]))
    mail = ("--from", "digest@example.org", "--recipients", "people.json", "-o", "outbox")
    sentence = "more than 2 days after the newest notification (2026-02-08T10:08:00Z, not counting 1 scheduled ahead)"
    for arguments in (["inbox", "-o", "pages"], ["mail", *mail]):
        refused = run(*arguments, now=LATER)
        assert refused.status == 65 and sentence in refused.errors
        assert run(*arguments).status == 0
