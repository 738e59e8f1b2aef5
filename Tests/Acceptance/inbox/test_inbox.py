"""`tidings inbox` as a nightly job uses it: whose page is where, who may read it, what is written anew."""

import json
import os
import re
import stat

import pytest
from harness import NOTIFICATIONS, NOW, ROOT, record

PEOPLE = ROOT / "Tests/Fixtures/sample/recipients.json"


@pytest.fixture
def inbox(tidings, tmp_path):
    """Writes pages of records into a folder: inbox(records, "--plain-names", now=…)."""
    folder = tmp_path / "pages"

    def inbox(records, *options, now=NOW, status=0):
        export = tmp_path / "export.jsonl"
        export.write_text("".join(json.dumps(one) + "\n" for one in records) or "[]")
        # The records of some tests are six days older than the present.
        run = tidings("inbox", export, "--now", now, "-o", folder, "--max-ahead", "30d", *options)
        assert run.status == status, run.errors
        return run

    inbox.folder = folder
    return inbox


def pages(folder):
    return {path.name: path.read_text() for path in folder.glob("*.html")}


def state(folder):
    """What tells whether files were touched."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.glob("*.html")}


def changed(before, after):
    return sorted(name for name in after if before.get(name) != after[name])


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_page_for_each_recipient_that_anybody_may_read_and_nobody_can_guess(inbox):
    run = inbox([record(number) for number in range(70)])
    assert run.text == "7 pages written, 0 unchanged\n"
    found = pages(inbox.folder)
    assert len(found) == 7 and all(re.fullmatch(r"[0-9a-f]{32}\.html", name) for name in found)
    assert {mode(path) for path in inbox.folder.glob("*.html")} == {0o644}
    assert mode(inbox.folder) == 0o755
    assert {mode(path) for path in inbox.folder.iterdir() if path.name.startswith(".")} == {0o600}


def test_names_stay_from_night_to_night_and_differ_from_folder_to_folder(tidings, inbox, tmp_path):
    inbox([record(number) for number in range(20)])
    first = set(pages(inbox.folder))
    inbox([record(number) for number in range(40)], now="2026-02-09T06:00:00Z")
    assert set(pages(inbox.folder)) == first
    tidings("inbox", tmp_path / "export.jsonl", "--now", NOW, "-o", tmp_path / "other")
    assert not first & set(pages(tmp_path / "other"))


def test_nobody_else_is_on_a_page(inbox):
    inbox([record(number, title=f"Title of user-{number % 7} {number}") for number in range(70)], "--plain-names")
    for name, page in pages(inbox.folder).items():
        assert set(re.findall(r"user-\d", page)) == {name.removesuffix(".html")}


def test_only_what_changed_is_written(inbox):
    records = [record(number) for number in range(70)]
    inbox(records, "--plain-names")
    first = state(inbox.folder)
    assert inbox(records[::-1], "--plain-names", "--jobs", 1).text == "0 pages written, 7 unchanged\n"
    assert state(inbox.folder) == first
    records[3]["title"] = "Something else"
    inbox(records, "--plain-names")
    assert changed(first, state(inbox.folder)) == ["user-3.html"]
    assert "Something else" in pages(inbox.folder)["user-3.html"]
    second = state(inbox.folder)
    assert inbox(records, "--plain-names", now="2026-02-08T23:59:59Z").text == "0 pages written, 7 unchanged\n"
    assert state(inbox.folder) == second
    inbox(records, "--plain-names", now="2026-02-09T00:00:00Z")
    assert len(changed(second, state(inbox.folder))) == 7


def test_a_page_changes_when_a_notification_expires_or_comes_due_within_the_day(inbox):
    records = [
        {"id": "a", "userId": "u", "groupId": "g", "type": "milestone", "message": "Ends at noon",
         "isRead": False, "createdAt": "2026-02-08T01:00:00Z", "expiresAt": "2026-02-08T12:00:00Z"},
        {"id": "b", "userId": "u", "groupId": "g", "type": "milestone", "message": "Begins in the afternoon",
         "isRead": False, "createdAt": "2026-02-08T16:00:00Z", "expiresAt": "2026-02-20T12:00:00Z"},
    ]
    seen = []
    for hour in (10, 11, 12, 13, 16, 17):
        written = inbox(records, "--plain-names", now=f"2026-02-08T{hour}:00:00Z").text.startswith("1 page")
        page = pages(inbox.folder)["u.html"]
        seen.append((written, "Ends at noon" in page, "Begins in the afternoon" in page))
    assert seen == [
        (True, True, False), (False, True, False), (True, False, False), (False, False, False),
        (True, False, True), (False, False, True),
    ]


def test_a_recipient_who_has_nothing_any_more_gets_the_empty_page(inbox):
    records = [record(number) for number in range(14)]
    inbox(records, "--plain-names")
    run = inbox([one for one in records if one["user_id"] != "user-3"], "--plain-names")
    assert run.text == "1 page written, 6 unchanged, 1 of them emptied\n"
    assert "Title 3" not in pages(inbox.folder)["user-3.html"]
    assert "all caught up" in pages(inbox.folder)["user-3.html"]
    assert inbox([], "--plain-names", "--force").text == "6 pages written, 1 unchanged, 6 of them emptied\n"
    inbox(records, "--plain-names")
    assert "Title 3" in pages(inbox.folder)["user-3.html"]


def test_a_run_for_one_recipient_leaves_the_others_alone(inbox):
    records = [record(number) for number in range(14)]
    inbox(records, "--plain-names")
    first = state(inbox.folder)
    records[3]["title"] = records[4]["title"] = "Something else"
    inbox(records, "--plain-names", "--recipient", "user-3")
    assert changed(first, state(inbox.folder)) == ["user-3.html"]
    inbox(records[:3], "--plain-names", "--recipient", "user-3")
    assert "all caught up" in pages(inbox.folder)["user-3.html"] and "Title 5" in pages(inbox.folder)["user-5.html"]


def test_an_incomplete_export_empties_nobodys_page(tidings, inbox, tmp_path):
    records = [record(number) for number in range(14)]
    inbox(records, "--plain-names")
    first = state(inbox.folder)
    text = json.dumps(records[:3] + records[7:10])
    (tmp_path / "torn.json").write_text(text[:-30])
    run = tidings("inbox", tmp_path / "torn.json", "--now", NOW, "-o", inbox.folder, "--plain-names")
    assert run.status == 3 and "incomplete" in run.errors
    assert not {"user-3.html", "user-4.html"} & set(changed(first, state(inbox.folder)))


def test_pages_that_get_another_name_do_not_stay_under_the_old_one(inbox):
    records = [record(number) for number in range(14)]
    inbox(records, "--plain-names")
    run = inbox(records)
    assert run.text == "7 pages written, 0 unchanged, 7 renamed\n"
    assert not [name for name in pages(inbox.folder) if name.startswith("user-")]
    assert inbox(records).text == "0 pages written, 7 unchanged\n"


def test_files_of_others_in_the_folder_are_left_alone(inbox):
    inbox.folder.mkdir()
    (inbox.folder / "about.html").write_text("ours")
    inbox([record(1)])
    assert inbox([], "--force").status == 0
    assert (inbox.folder / "about.html").read_text() == "ours"


def test_wishes_zones_and_languages_come_from_the_recipients_file(inbox, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([
        {"id": "user-1", "name": "Ana", "locale": "de", "time_zone": "Asia/Tokyo", "types_off": ["deadline_alert"]},
        {"id": "user-2", "minimum_priority": "high", "frequency": "never", "unsubscribed": True},
        {"id": "nobody-yet"},
    ]))
    records = [record(number, scheduled_for="2026-02-08T14:00:00Z") for number in range(28)]
    inbox(records, "--plain-names", "--recipients", people)
    found = pages(inbox.folder)
    assert 'lang="de"' in found["user-1.html"] and "JST" in found["user-1.html"] and "Ana" in found["user-1.html"]
    assert not re.search(r'class="c t\d [ur] p[23]', found["user-2.html"]) and 'class="c ' in found["user-2.html"]
    assert "all caught up" in found["nobody-yet.html"]
    shown = {int(number) for number in re.findall(r">Title (\d+)<", found["user-1.html"])}
    assert shown == {8, 15, 22}  # 1 is a deadline alert


def test_one_person_of_several_systems_has_one_page(tidings, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([{"id": "user-1", "also": {"fitness-groups": "f-9"}}]))
    (tmp_path / "a.json").write_text(json.dumps([record(1), record(2)]))
    (tmp_path / "b.json").write_text(json.dumps([
        {"id": f"x{who}", "userId": who, "groupId": "g", "type": "milestone", "message": f"Run of {who}",
         "isRead": False, "createdAt": "2026-02-08T01:00:00Z"} for who in ("f-9", "user-1")
    ]))
    run = tidings("inbox", tmp_path / "a.json", tmp_path / "b.json", "--recipients", people, "--now", NOW,
                  "--plain-names", "-o", tmp_path / "out")
    assert run.status == 0, run.errors
    found = pages(tmp_path / "out")
    assert len(found) == 3
    page = found["recruiting-compass-user-1.html"]
    assert "Title 1<" in page and "Run of f-9" in page and "Run of user-1" not in page
    assert "Run of user-1" in found["fitness-groups-user-1.html"]
    run = tidings("inbox", tmp_path / "a.json", tmp_path / "b.json", "--recipients", people, "--now", NOW,
                  "--recipient", "user-2")
    assert "Title 2<" in run.text


def test_selections_choose_what_pages_show(tidings):
    run = tidings("inbox", NOTIFICATIONS, "--recipient", "maya-ortiz", "--now", NOW, "--type", "offer", "--unread")
    classes = re.findall(r'<li class="c ([^"]*)"', run.text)
    assert classes and all(" u " in f" {one} " for one in classes)
    everything = tidings("inbox", NOTIFICATIONS, "--recipient", "maya-ortiz", "--now", NOW)
    assert len(re.findall('<li class="c', everything.text)) > len(classes)


def test_pages_load_nothing_unless_images_are_asked_for(tidings):
    rooms = ROOT / "Tests/Fixtures/rooms/page-1.json"
    without = tidings("inbox", rooms, "--now", NOW).text
    assert "<img" not in without and "img-src" not in without
    images = tidings("inbox", rooms, "--now", NOW, "--images").text
    assert "<img" in images and "img-src https:" in images


def test_on_standard_output_there_is_one_page_only(tidings):
    run = tidings("inbox", NOTIFICATIONS, "--now", NOW)
    assert run.status == 64 and "3 recipients" in run.errors and run.out == b""
    assert tidings("inbox", "-", "--now", NOW, stdin=b"[]").text.count("all caught up") == 1
    assert tidings("inbox", NOTIFICATIONS, "--now", NOW, "--index").status == 64


def test_an_accent_that_cannot_be_read_is_changed_and_said(tidings):
    run = tidings("inbox", NOTIFICATIONS, "--now", NOW, "--recipient", "maya-ortiz", "--accent", "#ffcc00")
    assert "is too pale to be read on white" in run.errors and "--link:#" in run.text
    assert tidings("inbox", NOTIFICATIONS, "--accent", "yellow").status == 64


@pytest.mark.parametrize("name", [".tidings-key", ".tidings-pages"])
def test_a_damaged_book_stops_the_run_before_anything_is_written(inbox, name):
    inbox([record(1)])
    first = pages(inbox.folder)
    (inbox.folder / name).write_text("what is this")
    run = inbox([record(2)], status=65)
    assert name in run.errors and pages(inbox.folder) == first


def test_a_planted_link_is_not_followed(inbox, tmp_path):
    inbox([record(1)], "--plain-names")
    (inbox.folder / "user-1.html").unlink()
    os.symlink(tmp_path / "target", inbox.folder / "user-1.html")
    assert "symbolic link" in inbox([record(1)], "--plain-names", status=73).errors
    assert not (tmp_path / "target").exists()


def test_the_folder_is_the_same_whatever_the_number_of_workers(inbox):
    records = [record(number, user_id=f"u{number % 113}") for number in range(6000)]
    found = []
    for jobs in (1, 2, 5):
        inbox(records, "--plain-names", "--index", "--jobs", jobs)
        found.append(pages(inbox.folder))
        for path in inbox.folder.glob("*.html"):
            path.unlink()
    assert len(found[0]) == 114 and found[0] == found[1] == found[2]
