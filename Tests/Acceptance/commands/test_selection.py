"""What options select: what is misspelt is an error, and an empty answer says why it is empty."""

import json
import re

import pytest
from harness import NOTIFICATIONS, NOW, ROOT, record

AT = ["--now", NOW]
MAIL = ["--from", "digest@example.org"]


@pytest.fixture
def marks(tmp_path):
    path = tmp_path / "marks.json"
    mark = {"profile": "recruiting-compass", "recipient": "maya-ortiz", "id": "n-0001", "mark": "read", "time": NOW}
    path.write_text(json.dumps({"schema": "tidings.state/1", "marks": [mark]}))
    return path


def commands(folder, marks):
    """Every command that takes a recipient, without the one."""
    return {
        "summary": ["summary", NOTIFICATIONS, *AT],
        "digest": ["digest", NOTIFICATIONS, *AT],
        "digest of json": ["digest", NOTIFICATIONS, *AT, "--format", "json"],
        "digests": ["digest", NOTIFICATIONS, *AT, "-o", folder / "digests"],
        "inbox": ["inbox", NOTIFICATIONS, *AT],
        "pages": ["inbox", NOTIFICATIONS, *AT, "-o", folder / "pages"],
        "mail": ["mail", NOTIFICATIONS, *AT, *MAIL, "-o", folder / "outbox"],
        "mark": ["state", "mark", "--as", "read", NOTIFICATIONS, *AT, "--state", folder / "new.json", "--id", "n-0001"],
        "delete": ["state", "mark", "--as", "deleted", NOTIFICATIONS, *AT, "--state", folder / "new.json", "--id", "n-0001"],
        "mark all": ["state", "mark", "--as", "read", NOTIFICATIONS, *AT, "--state", folder / "new.json"],
        "clear read": ["state", "mark", "--as", "deleted", "--read", NOTIFICATIONS, *AT, "--state", folder / "new.json"],
        "clear all": ["state", "mark", "--as", "deleted", NOTIFICATIONS, *AT, "--state", folder / "new.json"],
        "sql": ["state", "sql", NOTIFICATIONS, *AT, "--state", marks],
        "requests": ["state", "requests", NOTIFICATIONS, *AT, "--state", marks],
        "show": ["state", "show", marks],
    }


NAMES = list(commands(ROOT, ROOT))


@pytest.mark.parametrize("name", NAMES)
def test_a_misspelt_recipient_is_an_error_with_the_nearest_one(tidings, tmp_path, marks, name):
    command = commands(tmp_path, marks)[name]
    wrong = tidings(*command, "--recipient", "maya-orti")
    assert (wrong.status, wrong.out) == (64, b"")
    assert "maya-orti" in wrong.errors and "did you mean maya-ortiz?" in wrong.errors
    assert not [path for path in tmp_path.iterdir() if path.name not in ("marks.json", ".marks.json.lock", "outbox")]
    assert not [path for path in tmp_path.rglob("*") if path.name.endswith((".eml", ".html", ".md"))]
    assert tidings(*command, "--recipient", "maya-ortiz").status == 0


def test_standard_input_has_a_nearest_recipient_too_and_far_ones_are_not_named(tidings):
    assert "maya-ortiz" in tidings("digest", "-", "--recipient", "maya-ortis", *AT, stdin=NOTIFICATIONS.read_bytes()).errors
    far = tidings("digest", NOTIFICATIONS, "--recipient", "somebody-else", *AT)
    assert far.status == 64 and "did you mean" not in far.errors and "tidings summary" in far.errors


def test_whom_only_the_recipients_file_knows_is_no_mistake(tidings, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([{"id": "new-here", "email": "n@example.org"}]))
    for command in (["digest", NOTIFICATIONS, *AT], ["inbox", NOTIFICATIONS, *AT], ["mail", NOTIFICATIONS, *AT, *MAIL, "-o", tmp_path / "outbox"]):
        known = tidings(*command, "--recipients", people, "--recipient", "new-here")
        assert known.status == 0, known.errors
        wrong = tidings(*command, "--recipients", people, "--recipient", "new-her")
        assert wrong.status == 64 and "did you mean new-here?" in wrong.errors


def test_whose_page_is_left_from_before_is_no_mistake(tidings, tmp_path):
    export = tmp_path / "export.json"
    export.write_text(json.dumps([record(number) for number in range(20)]))
    pages = tmp_path / "pages"
    assert tidings("inbox", export, *AT, "-o", pages).status == 0
    export.write_text(json.dumps([record(number) for number in range(20) if number % 7 != 3]))
    emptied = tidings("inbox", export, *AT, "-o", pages, "--recipient", "user-3")
    assert emptied.status == 0 and "emptied" in emptied.text
    assert tidings("inbox", export, *AT, "-o", pages, "--recipient", "user-33").status == 64


def test_an_export_without_records_judges_nobody(tidings):
    empty = tidings("digest", "-", "--recipient", "maya", "--type", "offr", *AT, stdin=b"[]")
    assert empty.status == 0 and "maya" not in empty.errors


@pytest.mark.parametrize("name", ["summary", "digest", "digests", "inbox", "pages", "mark all", "clear read", "clear all"])
def test_a_misspelt_type_is_an_error_with_the_nearest_one(tidings, tmp_path, marks, name):
    command = [*commands(tmp_path, marks)[name], "--recipient", "maya-ortiz"]
    every = name == "summary"
    for word, nearest in {"ofer": "offer", "Ofers": "offer", "follow-up-reminders": "follow_up_reminder"}.items() if every else [("Ofers", "offer")]:
        wrong = tidings(*command, "--type", word)
        assert (wrong.status, wrong.out) == (64, b"") and f"has the type {word}\n" in wrong.errors
        assert f"did you mean {nearest}" in wrong.errors.lower(), wrong.errors
    for known in ("Follow-ups", "offer", "Offers", "FOLLOW_UP_REMINDER", "Follow-up", "LOAN_APPROVED")[: 6 if every else 1]:
        assert tidings(*command, "--type", known).status == 0


def test_a_type_that_only_the_records_have_is_known(tidings, tmp_path):
    export = tmp_path / "export.json"
    export.write_text(json.dumps([record(1, type="Team dinner"), record(2)]))
    for word in ("team_dinner", "Team dinner"):
        found = tidings("summary", export, *AT, "--type", word, "--format", "json")
        assert found.status == 0 and found.json["counts"]["total"] == 1
    assert "did you mean team_dinner?" in tidings("summary", export, *AT, "--type", "team_diner").errors
    far = tidings("summary", export, *AT, "--type", "qqqqqq")
    assert far.status == 64 and "the types are" in far.errors


@pytest.mark.parametrize("options, word", [
    (["--since", "2026-02-08", "--until", "2026-02-08"], "--until 2026-02-08"),
    (["--since", "2026-02-08T12:00:00Z", "--until", "2026-02-01"], "--since 2026-02-08T12:00:00Z"),
    (["--days", "3", "--until", "2026-01-01"], "--days 3"),
    (["--read", "--unread"], "--unread and --read"),
    (["--days", "0"], "--days"), (["--days", "-1"], "--days"), (["--days", "9223372036854775807"], "--days"),
    (["--priority", "hihg"], "hihg"), (["--since", "yesterday"], "yesterday"), (["--limit", "-1"], "--limit"),
])
def test_options_that_cannot_be_right_are_wrong_usage(tidings, options, word):
    for command in ("digest", "inbox"):
        wrong = tidings(command, NOTIFICATIONS, *AT, "--recipient", "maya-ortiz", *options)
        assert (wrong.status, wrong.out) == (64, b"") and word in wrong.errors
    if "--limit" not in options:
        assert tidings("summary", NOTIFICATIONS, *AT, *options).status == 64


def test_types_in_files_that_nobody_knows_are_said(tidings, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([
        {"id": "maya-ortiz", "email": "m@example.org", "typesOff": ["ofer", "event"]},
        {"id": "jordan-lee", "email": "j@example.org", "typesOff": ["ofer"]},
    ]))
    sentence = "typesOff of 2 recipients: no notification and no profile has the type ofer; did you mean offer"
    for command in (["mail", NOTIFICATIONS, *AT, *MAIL, "-o", tmp_path / "outbox"], ["inbox", NOTIFICATIONS, *AT, "-o", tmp_path / "pages"],
                    ["digest", NOTIFICATIONS, *AT, "-o", tmp_path / "digests"]):
        said = tidings(*command, "--recipients", people)
        assert said.status == 0 and f"{people}: {sentence}" in said.errors, said.errors
        assert "the type event" not in said.errors
    job = tmp_path / "tidings.yaml"
    job.write_text(f"exports: [{NOTIFICATIONS}]\nrecipients: people.json\nmail:\n  digest:\n    from: d@example.org\n    outbox: out\n    types: [ofer, event]\n"
                   "report: report.json\n")
    built = tidings("build", job, *AT)
    assert built.status == 0, built.errors
    assert sentence in built.errors and "types of the stream digest: no notification and no profile has the type ofer" in built.errors
    assert any("the type ofer;" in warning for warning in json.loads((tmp_path / "report.json").read_text())["warnings"])


def test_a_misspelled_system_of_a_recipient_is_said_and_another_is_not(tidings, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([
        {"id": "maya-ortiz", "email": "m@example.org", "profile": "recruiting-compas"},
        {"id": "jordan-lee", "email": "j@example.org", "also": {"our-other-app": "j", "gitlap": "7"}},
    ]))
    said = tidings("mail", NOTIFICATIONS, *AT, *MAIL, "-o", tmp_path / "outbox", "--recipients", people)
    assert "there is no profile recruiting-compas, which 1 recipient has; did you mean recruiting-compass?" in said.errors
    assert "did you mean gitlab?" in said.errors and "our-other-app" not in said.errors


def aged(folder, days):
    """Notifications of so many days ago, unread, at noon."""
    path = folder / "export.json"
    path.write_text(json.dumps([
        record(number, id=f"n-{day}-{number}", user_id="maya", read_at=None, scheduled_for=f"2026-02-{8 - day:02d}T12:00:00Z",
               created_at="2026-01-01T00:00:00Z", type="offer", priority="normal")
        for number, day in enumerate(days)
    ]))
    return path


OLDER = "3 older ones, the newest of Feb 4, are still unread."


def test_a_window_that_hides_older_unread_ones_says_so(tidings, tmp_path):
    export = aged(tmp_path, [4, 5, 6])
    def shown(*options):
        made = tidings("digest", export, *AT, "--format", "text", "--recipient", "maya", *options)
        assert made.status == 0, made.errors
        return " ".join(made.text.split())
    empty = shown("--days", "2")
    assert "Nothing in the last 2 days." in empty and OLDER in empty
    assert "caught up" not in empty and "Nothing new" not in empty
    assert "Nothing today." in shown("--days", "1")
    assert "Nothing since Feb 7." in shown("--since", "2026-02-07T09:00:00Z")
    assert "still unread" not in shown("--days", "7")
    some = shown("--days", "5")
    assert "2 older ones, the newest of Feb 3, are still unread." in some and "Nothing" not in some
    assert "1 older one, of Feb 2, is still unread." in shown("--days", "6")
    # What is read is not missed, and not passed over either.
    state = tmp_path / "marks.json"
    assert tidings("state", "mark", "--as", "read", export, *AT, "--recipient", "maya", "--state", state).status == 0
    read = shown("--days", "2", "--state", state)
    assert "3 older ones, the newest of Feb 4, are read." in read and "unread" not in read


def test_older_ones_are_those_that_the_filter_and_the_wishes_leave(tidings, tmp_path):
    export = aged(tmp_path, [4, 5, 6])
    def older(*options):
        return tidings("digest", export, *AT, "--format", "json", "--recipient", "maya", "--days", "2", *options).json.get("older")
    everything = {"unread": 3, "newest": "2026-02-04T12:00:00Z"}
    assert older() == everything and older("--type", "offer") == everything and older("--search", "title") == everything
    assert older("--type", "event") is None and older("--priority", "high") is None and older("--read") is None
    assert older("--search", "Title 2") == {"unread": 1, "newest": "2026-02-02T12:00:00Z"}
    people = tmp_path / "people.json"
    people.write_text(json.dumps([{"id": "maya", "typesOff": ["offer"]}]))
    assert older("--recipients", people) is None
    people.write_text(json.dumps([{"id": "maya", "minimumPriority": "high"}]))
    assert older("--recipients", people) is None


@pytest.mark.parametrize("options", [
    ["--type", "event"], ["--search", "no such words"], ["--priority", "low"], ["--read"], ["--until", "2026-01-01"],
])
def test_a_filter_without_a_match_is_not_everything_read(tidings, tmp_path, options):
    made = tidings("digest", aged(tmp_path, [0, 1]), *AT, "--format", "text", "--recipient", "maya", *options)
    assert made.status == 0 and "No notifications match the selection" in made.text
    assert "caught up" not in made.text and "Nothing new" not in made.text
    page = tidings("inbox", tmp_path / "export.json", *AT, "--recipient", "maya", *options).text
    assert "No notifications match the selection" in page and "caught up" not in page


def test_until_alone_looks_at_all_before(tidings, tmp_path):
    export = aged(tmp_path, [0, 1, 6])
    made = tidings("digest", export, *AT, "--recipient", "maya", "--until", "2026-02-08", "--format", "markdown").text
    assert "2 new" in made and "until\xa0Feb\xa07,\xa02026" in made


@pytest.mark.parametrize("options, window", [
    (["--days", "1"], " · Feb 8, 2026"), (["--days", "2"], " · Feb 7 – Feb 8, 2026"),
    (["--since", "2025-12-31"], " · Dec 31, 2025 – Feb 8, 2026"), (["--since", "2026-02-01", "--until", "2026-02-04"], " · Feb 1 – Feb 3, 2026"),
    (["--since", "2026-02-01", "--until", "2026-02-02"], " · Feb 1, 2026"),
    (["--since", "2025-12-31", "--locale", "de"], " · 31. Dez. 2025 – 8. Feb. 2026"),
    (["--since", "2025-12-31", "--locale", "ja"], " · 2025年12月31日～2026年2月8日"),
    (["--since", "2025-12-31", "--locale", "nl"], " · Dec 31, 2025 – Feb 8, 2026"),
])
def test_a_window_is_one_date_or_a_range_with_its_years(tidings, options, window):
    text = tidings("digest", NOTIFICATIONS, *AT, "--recipient", "maya-ortiz", "--format", "markdown", *options).text
    # Nothing of the date is left out: it ends the line, or what is unread follows; and it breaks nowhere.
    window = " · " + window.removeprefix(" · ").replace(" ", "\xa0")
    assert re.search(re.escape(window) + "(?: · |\n)", text.replace("\\", "")), text[:200]


def test_a_summary_of_days_in_two_years_has_both(tidings, tmp_path):
    export = tmp_path / "export.json"
    def span(*times):
        export.write_text(json.dumps([record(number, scheduled_for=f"{time}T10:00:00Z") for number, time in enumerate(times)]))
        return tidings("summary", export, *AT).text
    assert "Dec 31, 2025 – Jan 6, 2026" in span("2025-12-31", "2026-01-06")
    assert "Feb 9, 2018" in span("2018-02-09", "2018-02-09") and "–" not in span("2018-02-09", "2018-02-09")
    assert "Feb 4 – Feb 8, 2018" in span("2018-02-04", "2018-02-08") and "Feb 4 – Feb 8\n" in span("2026-02-04", "2026-02-08")


LIKES = """
name: likes
description: Likes
match:
  - must: [like_id]
    minimum: 1
fields: {id: like_id, recipient: user_id, type: type, title: title, time: created_at, batchCount: batch}
types:
  like: {label: Likes}
title:
  like: PATTERN
collapse:
  - {types: like, same: [type], within: 1h}
"""


@pytest.mark.parametrize("pattern, title", [
    ("", "Ana liked 1203"), ('["{label} again"]', "Likes again"), ('["{count} likes"]', "1,204 likes"),
])
def test_a_line_that_stands_for_several_says_how_many_once(tidings, tmp_path, pattern, title):
    (tmp_path / "profiles").mkdir()
    profile = LIKES.replace("PATTERN", pattern) if pattern else LIKES.replace("title:\n  like: PATTERN\n", "")
    (tmp_path / "profiles/likes.yaml").write_text(profile)
    export, people = tmp_path / "export.json", tmp_path / "people.json"
    export.write_text(json.dumps([
        {"like_id": f"l-{number}", "user_id": "maya", "type": "like", "title": f"Ana liked {number}",
         "created_at": f"2026-02-08T10:{number // 60:02d}:{number % 60:02d}Z"} for number in range(1204)
    ]))
    people.write_text(json.dumps([{"id": "maya", "email": "m@example.org"}]))
    shared = ["--profiles", tmp_path / "profiles", *AT]
    shown = [tidings("digest", export, *shared, "--format", form) for form in ("terminal", "markdown", "html", "text")]
    page = tidings("inbox", export, *shared)
    assert "1,204 likes</a>" in page.text if "{count}" in pattern else "</a> <span>×1,204</span>" in page.text
    shown += [tidings("mail", export, *shared, *MAIL, "--recipients", people, "--preview", "maya")]
    for made in shown:
        assert made.status == 0, made.errors
        text = made.text.replace("=\n", "").replace("=\r\n", "").replace("=C3=97", "×")
        assert title in text and ("×1,204" in text) == ("{count}" not in pattern)
