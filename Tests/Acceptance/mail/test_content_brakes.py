"""What stops a run because what it would mail does not follow from what was mailed."""

import json

import pytest

from braked_job import DAY1, DAY2, PEOPLE, build, files, folder, mail, rows, write  # noqa: F401  (fixtures)
from harness import record


def outcomes(folder):
    return {entry["recipient"]: entry["outcome"]
            for run in json.loads((folder / "report.json").read_text())["runs"] for entry in run["outcomes"]}


def mails(folder):
    return len(list((folder / "outbox/new").iterdir()))


# Other ids.


def renumbered(some):
    return [{**row, "id": f"7d0f-{row['id']}"} for row in some]


def test_notifications_that_have_other_ids_are_not_mailed_again(mail, folder):
    write(folder, rows(96, people=24))
    assert mail().status == 0 and mails(folder) == 24
    write(folder, renumbered(rows(96, people=24)) + rows(24, people=24, day=9, prefix="new"))
    run = mail("-q", now=DAY2)
    assert run.status == 65 and run.errors.startswith(
        "tidings: of the 96 notifications of recruiting-compass that were mailed last, none is in the exports, "
        "and 96 that are older would be mailed\n"), run.errors
    assert mails(folder) == 24
    assert mail("--force", now=DAY2).status == 0 and mails(folder) == 48
    # What was looked at once is what there is.
    assert mail(now="2026-02-10T15:05:00Z").status == 0 and mails(folder) == 48


def test_one_system_of_two_that_numbers_anew_stops_the_run(mail, folder):
    def others(prefix):
        return [{"id": f"{prefix}{n}", "userId": f"user-{n % 7}", "groupId": "g1", "type": "milestone",
                 "message": "Some words", "isRead": False, "createdAt": f"2026-02-08T11:{n:02d}:00Z",
                 "expiresAt": None} for n in range(30)]  # fmt: skip

    people = [{**person, "also": {"fitness-groups": person["id"]}} for person in PEOPLE]
    (folder / "people.json").write_text(json.dumps(people))
    both = ("export.json", "groups.json")
    write(folder, rows(30))
    write(folder, others("g"), "groups.json")
    assert mail(exports=both).status == 0
    write(folder, others("uuid-"), "groups.json")
    run = mail(now=DAY2, exports=both)
    assert run.status == 65 and "of the 30 notifications of fitness-groups" in run.errors, run.errors


def test_an_app_that_joins_stops_nothing(mail, folder):
    write(folder, rows(30))
    assert mail().status == 0
    joined = [{"id": f"g{n}", "userId": f"user-{n % 7}", "groupId": "g1", "type": "milestone", "message": "Words",
               "isRead": False, "createdAt": f"2026-02-08T11:{n:02d}:00Z", "expiresAt": None} for n in range(30)]  # fmt: skip
    people = [{**person, "also": {"fitness-groups": person["id"]}} for person in PEOPLE]
    (folder / "people.json").write_text(json.dumps(people))
    write(folder, joined, "groups.json")
    assert mail(now=DAY2, exports=("export.json", "groups.json")).status == 0


def test_an_export_of_what_is_new_alone_stops_nothing(mail, folder):
    write(folder, rows(30))
    assert mail().status == 0
    late = [record(0, id="late", user_id="user-1", read_at=None, scheduled_for="2026-02-08T10:00:00Z")]
    write(folder, rows(30, day=9, prefix="m") + late)
    assert mail(now=DAY2).status == 0


def test_what_a_reader_put_off_does_not_make_an_export_look_new(mail, tidings, folder):
    write(folder, rows(30))
    assert mail().status == 0
    tidings("state", "mark", "export.json", "--state", "state.json", "--as", "later", "--due", "2026-03-08T08:00:00Z", "--id", "n-1",
            "--recipient", "user-1", "--now", DAY1, cwd=folder)  # fmt: skip
    for marks in [], ["--state", "state.json"]:
        assert "--max-age" in mail("--max-age", "36h", *marks, now="2026-03-08T15:05:00Z").errors
        assert "the clock may be wrong" in mail(*marks, now="2026-03-08T15:05:00Z").errors


# No address.


@pytest.mark.parametrize("kept", [3, 11])
def test_a_list_that_lost_most_people_makes_nobody_late(mail, folder, kept):
    write(folder, rows(48, people=24))
    assert mail().status == 0 and mails(folder) == 24
    write(folder, rows(48, people=24) + rows(24, people=24, day=9, prefix="m"))
    (folder / "people.json").write_text(json.dumps(PEOPLE[:kept]))
    run = mail("-q", now=DAY2)
    assert run.status == 65 and f"{24 - kept} of 24 people who were mailed before have no address" in run.errors
    (folder / "people.json").write_text(json.dumps(PEOPLE))
    assert mail(now="2026-02-09T16:05:00Z").status == 0 and mails(folder) == 48


def test_names_in_the_place_of_addresses_stop_a_run(mail, folder):
    write(folder, rows(48, people=24))
    assert mail().status == 0
    (folder / "people.json").write_text(json.dumps([{**person, "email": f"Ana {person['id']}"} for person in PEOPLE]))
    run = mail("-q", now=DAY2)
    assert run.status == 65 and "24 of 24 people who were mailed before have no address" in run.errors


def test_a_run_without_the_recipients_file_stops(tidings, mail, folder):
    write(folder, rows(48, people=24))
    assert mail().status == 0
    run = tidings("mail", "export.json", "--from", "digest@example.org", "--now", DAY2, "-o", "outbox", "-q", cwd=folder)
    assert run.status == 65 and "24 of 24 people who were mailed before have no address" in run.errors


def test_who_has_no_address_for_a_night_is_mailed_when_there_is_one(mail, folder):
    write(folder, rows(48, people=24))
    assert mail().status == 0
    write(folder, rows(48, people=24) + rows(24, people=24, day=9, prefix="m"))
    lost = [{**PEOPLE[n], "email": None if n < 4 else PEOPLE[n]["email"]} for n in range(24)]
    (folder / "people.json").write_text(json.dumps(lost))
    run = mail("-q", "--report", "report.json", now=DAY2)
    assert run.status == 0 and run.errors == (
        "tidings: 4 people who were mailed before have no address now; they are mailed once they have one\n")
    assert [outcomes(folder)[f"user-{n}"] for n in (3, 4)] == ["no address", "handed over"]
    # It is said once, and not every night.
    assert mail("-q", now="2026-02-09T16:05:00Z").errors == ""
    (folder / "people.json").write_text(json.dumps(PEOPLE))
    assert mail(now="2026-02-09T17:05:00Z").status == 0 and mails(folder) == 48


def test_people_who_have_no_address_any_more_stop_one_run(mail, folder):
    write(folder, rows(48, people=6))
    assert mail().status == 0
    (folder / "people.json").write_text(json.dumps(PEOPLE[:2]))
    assert mail(now=DAY2).status == 65
    assert mail("--force", now=DAY2).status == 0
    assert mail(now="2026-02-10T15:05:00Z").status == 0


# Half an export.


def test_half_an_export_stops_mails_and_pages(build, folder):
    def lines(count):
        write(folder, rows(count, people=24))

    lines(96)
    assert build().status == 0
    before = files(folder, "pages")
    lines(47)
    run = build("-q", now=DAY2)
    assert run.status == 65 and "the exports have 47 records, and had 96 last time" in run.errors
    assert files(folder, "pages") == before
    lines(48)
    assert build(now=DAY2).status == 0


@pytest.mark.parametrize("command", ["inbox", "feed"])
def test_half_an_export_stops_pages_and_feeds_alone(tidings, folder, command):
    def made(*arguments):
        return tidings(command, "export.json", "--now", DAY1, "-o", "made", *arguments, cwd=folder)

    write(folder, rows(96, people=24))
    assert made().status == 0
    write(folder, rows(40, people=24))
    run = made()
    assert run.status == 65 and "the exports have 40 records, and had 96 last time" in run.errors
    # A run for one person says nothing of the others.
    assert made("--recipient", "user-1").status == 0
    assert made().status == 65
    assert made("--force").status == 0 and made().status == 0


def test_a_copy_of_an_export_is_no_record(mail, folder):
    write(folder, rows(48))
    assert mail(exports=("export.json", "export.json")).status == 0
    write(folder, rows(30))
    assert mail(now=DAY2).status == 0


def test_one_person_may_clear_most_of_theirs(mail, folder):
    write(folder, rows(96, people=2))
    assert mail().status == 0
    write(folder, rows(4, people=2))
    assert mail(now=DAY2).status == 0
