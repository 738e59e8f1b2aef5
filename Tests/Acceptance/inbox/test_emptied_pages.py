"""Pages are not emptied by an export that lost its records."""

import json

import pytest

from braked_job import DAY1, DAY2, files, folder, rows, write  # noqa: F401  (fixtures)


def inbox(tidings, folder, *arguments, now=DAY1):
    return tidings("inbox", "export.json", "--now", now, "-o", "pages", *arguments, cwd=folder)


def test_an_export_without_records_empties_no_page(tidings, folder):
    write(folder, [])
    assert inbox(tidings, folder).status == 0
    write(folder, rows(5, people=1))
    assert inbox(tidings, folder).status == 0
    before = files(folder, "pages")
    write(folder, [])
    run = inbox(tidings, folder)
    assert run.status == 65 and "no records" in run.errors and "--force" in run.errors
    assert inbox(tidings, folder, "--recipient", "user-0").status == 65
    assert files(folder, "pages") == before
    assert inbox(tidings, folder, "--force").status == 0
    # The page is empty now: on no later day is it emptied again.
    assert inbox(tidings, folder, now=DAY2).status == 0


def test_most_pages_are_not_emptied_at_once(tidings, folder):
    write(folder, rows(60, people=30))
    assert inbox(tidings, folder).status == 0
    write(folder, rows(14, people=14))
    run = inbox(tidings, folder)
    assert run.status == 65 and "16 of 30 pages would become empty" in run.errors
    assert inbox(tidings, folder, "--recipient", "user-29").status == 0, "one was asked for"
    write(folder, rows(30, people=15))
    assert inbox(tidings, folder).status == 0


def test_few_people_may_clear_all_of_theirs(tidings, folder):
    write(folder, rows(9, people=9))
    assert inbox(tidings, folder).status == 0
    write(folder, rows(1, people=1))
    assert inbox(tidings, folder).status == 0


@pytest.mark.parametrize("options", [[], ["--days", "9"]], ids=["all", "days"])
def test_an_emptied_page_is_not_written_again_every_day(tidings, folder, options):
    write(folder, rows(6, people=3))
    assert inbox(tidings, folder, *options).status == 0
    write(folder, rows(1))
    assert inbox(tidings, folder, *options, now=DAY2).text == "3 pages written, 0 unchanged, 2 of them emptied\n"
    before = files(folder, "pages")
    run = inbox(tidings, folder, *options, now=DAY2.replace("-09T", "-10T"))
    assert run.text == "1 page written, 2 unchanged\n"
    assert len([name for name, content in files(folder, "pages").items() if before[name] == content and name.endswith(".html")]) == 2
    # Another look is written into empty pages, too.
    run = inbox(tidings, folder, *options, "--accent", "#b91c1c", now=DAY2.replace("-09T", "-10T"))
    assert run.text == "3 pages written, 0 unchanged\n"


ADDED, REMOVED = ([], ["people.json"]), (["people.json"], [])


@pytest.mark.parametrize("command, suffixes, names, people", [
    ("inbox", [".html"], [], ADDED), ("inbox", [".html"], [], REMOVED), ("inbox", [".html"], ["--plain-names"], ADDED),
    ("inbox", [".html"], ["--plain-names"], REMOVED), ("feed", [".atom", ".json"], [], ADDED),
])  # fmt: skip
def test_the_owner_keeps_one_page_when_a_recipients_file_comes_or_goes(tidings, tmp_path, command, suffixes, names, people):
    rows = [{"id": f"n-{n}", "type": "offer", "title": f"Title {n}", "message": "m", "created_at": "2026-02-08T10:00:00Z",
             "read": False, **({} if n else {"recipient_id": "ana"})} for n in range(4)]  # fmt: skip
    (tmp_path / "export.json").write_text(json.dumps(rows))
    (tmp_path / "people.json").write_text(json.dumps([{"id": "me", "email": "me@example.org"}, {"id": "ana"}]))
    for minute, files in enumerate(people):
        recipients = [part for file in files for part in ("--recipients", file)]
        run = tidings(command, "export.json", *recipients, *names, "-o", "made", "--now", f"2026-02-08T15:0{minute}:00Z",
                      cwd=tmp_path)  # fmt: skip
        assert run.status == 0, run.errors
    assert "emptied" not in run.text and ("1 renamed" in run.text) == (not names), run.text
    made = [path for path in (tmp_path / "made").iterdir() if path.name[0] != "."]
    assert len(made) == 2 * len(suffixes) and {path.suffix for path in made} == set(suffixes)
    assert len([path for path in made if "Title 3" in path.read_text()]) == len(suffixes)
    if names:
        assert {path.stem for path in made} == {"me", "ana"}


def test_a_key_without_its_line_feed_is_one_and_one_that_others_can_read_is_named(tidings, folder):
    write(folder, rows(5, people=1))
    assert ".tidings-key" not in inbox(tidings, folder).errors
    before, key = files(folder, "pages"), folder / "pages" / ".tidings-key"
    key.write_text(key.read_text().rstrip("\n"))
    assert inbox(tidings, folder).status == 0 and files(folder, "pages").keys() == before.keys()
    key.chmod(0o644)
    run = inbox(tidings, folder)
    assert "pages/.tidings-key: others can read this key, and find everybody's files with it; chmod 600" in run.errors
