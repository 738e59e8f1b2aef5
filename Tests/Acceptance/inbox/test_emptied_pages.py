"""Pages are not emptied by an export that lost its records."""

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
    write(folder, rows(15, people=15))
    assert inbox(tidings, folder).status == 0


def test_few_people_may_clear_all_of_theirs(tidings, folder):
    write(folder, rows(9, people=9))
    assert inbox(tidings, folder).status == 0
    write(folder, rows(1, people=1))
    assert inbox(tidings, folder).status == 0
