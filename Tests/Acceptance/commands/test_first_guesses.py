"""What a file that no profile knows is taken for, at a newcomer's first command: right, or asked, and always told."""

import json

import pytest

NOW = "2026-02-08T15:05:00Z"
TIMES = [f"2026-02-0{day}T10:00:00Z" for day in (8, 7, 6, 5)]


def rows(**columns):
    """Four notifications of two people, with more columns or others; None leaves one out."""
    usual = {"id": [1, 2, 3, 4], "user_id": [7, 7, 8, 8], "title": ["Kept", "Read", "New", "Old"], "created_at": TIMES} | columns
    return [{name: values[n] for name, values in usual.items() if values is not None} for n in range(4)]


def first(tidings, folder, data):
    (folder / "app.json").write_text(json.dumps(data))
    run = tidings("summary", "app.json", "--format", "json", "--now", NOW, cwd=folder)
    return run, run.json if run.status == 0 else None


def people(counts):
    return {one["id"]: one["total"] for one in counts["recipients"]}


NULLS = ["NULL", "\\N", "null", "nil", "0000-00-00 00:00:00", "0001-01-01T00:00:00Z", ""]


@pytest.mark.parametrize("null", NULLS)
def test_words_for_null_say_neither_deleted_nor_read(tidings, tmp_path, null):
    marked = [null, "2026-02-08 12:00:00", null, null]
    _, counts = first(tidings, tmp_path, rows(deleted_at=marked))
    assert counts["counts"]["deleted"] == 1
    run, counts = first(tidings, tmp_path, rows(read_at=marked))
    assert counts["counts"]["unread"] == 3 and "read_at says what was read" in run.errors


NAMES = [
    "read_datetime", "read_timestamp", "msg_read", "notification_read", "alreadyRead", "is_readed", "read_receipt", "mark_as_read", "lida", "leida", "przeczytane",
    "okundu", "fecha_lectura",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_read_marks(tidings, tmp_path, name):
    is_time = any(word in name for word in ("datetime", "timestamp", "fecha"))
    run, counts = first(tidings, tmp_path, rows(**{name: [None, "2026-02-08T12:00:00Z", None, None] if is_time else [0, 1, 0, 0]}))
    assert counts["counts"]["unread"] == 3 and f"{name} says what was read" in run.errors


def test_what_is_dismissed_or_deleted_by_its_state_is_not_new(tidings, tmp_path):
    run, counts = first(tidings, tmp_path, rows(status=["unread", "read", "dismissed", "deleted"]))
    assert counts["counts"]["unread"] == 1 and "status says what was read" in run.errors


def test_what_was_seen_is_not_read_where_the_app_says_both(tidings, tmp_path):
    run, counts = first(tidings, tmp_path, rows(seen=[True] * 4, read=[True, False, False, False]))
    assert counts["counts"]["unread"] == 3 and ", read says what was read" in run.errors
    assert first(tidings, tmp_path, rows(seen=[True, False, False, False]))[1]["counts"]["unread"] == 3


def test_it_is_told_that_nothing_says_what_was_read(tidings, tmp_path):
    run, _ = first(tidings, tmp_path, rows())
    assert "user_id says who receives, created_at says when, nothing says what was read" in run.errors


@pytest.mark.parametrize("names", ["today yesterday earlier", "inbox archived", "email push sms", "likes comments", "2026-02-08 2026-02-07", "gamma delta"])
def test_lists_under_names_are_people_only_where_nothing_else_is(tidings, tmp_path, names):
    names = names.split()
    lists = {name: rows()[n :: len(names)] for n, name in enumerate(names)}
    assert people(first(tidings, tmp_path, lists)[1]) == {"7": 2, "8": 2}
    unowned = {name: [{"id": one["id"], "title": one["title"], "created_at": one["created_at"], "read": False} for one in some] for name, some in lists.items()}
    run, counts = first(tidings, tmp_path, unowned)
    assert counts["counts"]["total"] == 4 and people(counts) == ({"gamma": 2, "delta": 2} if "gamma" in names else {"me": 4})


@pytest.mark.parametrize("names", [["notifications", "announcements"], ["items", "alerts", "news"]])
def test_lists_of_one_form_are_read_all(tidings, tmp_path, names):
    lists = {name: [{**one, "id": f"{name} {one['id']}"} for one in rows()] for name in names}
    _, counts = first(tidings, tmp_path, lists)
    assert counts["counts"]["total"] == 4 * len(names)
    draft = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    (tmp_path / "app.yaml").write_text(draft.text)
    kept = tidings("summary", "app.json", "--profiles", "app.yaml", "--format", "json", "--now", NOW, cwd=tmp_path)
    assert kept.json["counts"]["total"] == 4 * len(names)


@pytest.mark.parametrize("dates", [["02/08/2026", "02/08/2026", "02/07/2026", "02/07/2026"], ["03/02/2026 9:10 AM", "03/02/2026 1:20 PM", "03/02/2026 2:00 PM", "03/02/2026 3:05 PM"]])
def test_days_that_may_be_months_are_asked(tidings, tmp_path, dates):
    run, _ = first(tidings, tmp_path, rows(created_at=dates))
    assert run.status == 65 and f"which number of {dates[0]} in created_at is the day?" in run.errors


@pytest.mark.parametrize("name", ["appointment_date", "booking_date", "match_date", "registered_at"])
def test_a_day_of_what_it_is_about_is_not_the_time(tidings, tmp_path, name):
    run, _ = first(tidings, tmp_path, rows(**{name: TIMES[::-1], "created_at": None, "updated_at": TIMES}))
    assert "updated_at says when" in run.errors
    run, _ = first(tidings, tmp_path, rows(**{name: TIMES, "created_at": None}))
    assert run.status == 65 and "no column is the time by its name" in run.errors


@pytest.mark.parametrize("cell", ["ana@example.org; ben@example.org", "7,8"])
def test_several_people_in_one_cell_are_not_one(tidings, tmp_path, cell):
    run, _ = first(tidings, tmp_path, rows(user_id=None, to=[cell, "ana@example.org", "ben@example.org", cell], type=["a", "b", "a", "b"]))
    assert "does to say whose they are?" in run.errors


def test_who_is_alerted_receives_not_the_user_beside(tidings, tmp_path):
    run, counts = first(tidings, tmp_path, rows(user_id=[1, 2, 3, 4], username=["Ann", "Bo", "Cy", "Di"], alerted_user_id=[21, 21, 22, 22]))
    assert people(counts) == {"21": 2, "22": 2} and "alerted_user_id says who receives" in run.errors


@pytest.mark.parametrize("words", [["P1", "P2", "P3", "P3"], [1, 2, 3, 5], ["Sev1", "Sev2", "Sev1", "Sev3"]])
def test_priorities_that_nothing_explains_are_told(tidings, tmp_path, words):
    run, counts = first(tidings, tmp_path, rows(priority=words))
    assert "4 records have a priority that no profile explains, so they count as normal" in run.errors
    draft = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    assert f"# priority: {{{words[0] if isinstance(words[0], str) else json.dumps(str(words[0]))}: high}}" in draft.text, draft.text


@pytest.mark.parametrize("columns, question", [
    ({"created_at": [f"2026-02-0{n} 13:40:00 CET" for n in range(1, 5)]}, "in which form are the times of created_at: 4 values in 4 records: 2026-02-01 13:40:00 CET, "),
    ({"created_at": [46062.5, 46063.25, 46064, 46065]}, "in which form are the times of created_at: "),
    ({"created_at": None, "date": ["2026-02-10", "2026-02-09", "2026-02-09", "2026-02-08"], "uhrzeit": ["08:15", "23:45", "9:05:07", "10:00"]}, "is uhrzeit the hour of date?"),
])  # fmt: skip
def test_a_time_that_nothing_reads_is_asked_and_not_that_of_the_file(tidings, tmp_path, columns, question):
    run, _ = first(tidings, tmp_path, rows(**columns))
    assert run.status == 65 and question in run.errors, run.errors
    draft = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    assert draft.status == 65 and question in draft.errors and not draft.text


def test_users_and_admins_of_one_number_are_two_people(tidings, tmp_path):
    run, counts = first(tidings, tmp_path, rows(user_id=None, receiver_type=["User", "Admin", "User", "User"], receiver_id=[7, 7, 8, 8]))
    assert people(counts) == {"User:7": 1, "Admin:7": 1, "User:8": 2}, run.errors


@pytest.mark.parametrize("columns, expected", [
    ({"user_id": None, "user_ids": [["ana", "ben"], ["ben"], ["ben"], ["ana"]]}, {"ana": 2, "ben": 3}),
    # The tables of these systems have no user beside.
    ({"user_id": [1, 1, 2, 2], "recipient_type": ["Post"] * 4, "recipient_id": [7, 8, 9, 9], "params": [{"a": 1}] * 4}, {"7": 1, "8": 1, "9": 2}),
    ({"user_id": ["ben"] * 4, "target_user_id": ["ana", "cy", "ana", "cy"], "type": ["offer"] * 4, "priority": ["high"] * 4, "message": TIMES, "action_url": ["/o/1"] * 4}, {"ana": 2, "cy": 2}),
])  # fmt: skip
def test_who_receives_is_not_who_is_beside(tidings, tmp_path, columns, expected):
    run, counts = first(tidings, tmp_path, rows(**columns))
    assert people(counts) == expected, run.errors


@pytest.mark.parametrize("deleted", [[0, 1770710400, 0, 0], [None, "", "2026-02-01T10:00:00Z", None]])
def test_deleted_ones_are_known_whatever_says_so(tidings, tmp_path, deleted):
    _, counts = first(tidings, tmp_path, rows(deleted_at=deleted))
    assert counts["counts"]["deleted"] == 1


def test_a_zero_is_no_time_of_reading(tidings, tmp_path):
    run, counts = first(tidings, tmp_path, rows(is_read=None, read_at=[0, 1770710500, 0, 0]))
    assert counts["counts"]["unread"] == 3, run.errors


@pytest.mark.parametrize("null", ["NULL", r"\N"])
def test_a_null_of_a_table_is_an_empty_cell(tidings, tmp_path, null):
    lines = ["id,user_id,title,body,is_read,created_at", f"1,7,Hello,{null},0,{TIMES[0]}", f"2,{null},Third,x,1,{TIMES[1]}", f'3,8,"{null}",y,0,{TIMES[2]}']
    (tmp_path / "app.csv").write_text("\n".join(lines))
    run = tidings("digest", "app.csv", "--now", NOW, "--owner", "me", "--format", "json", cwd=tmp_path)
    told = [(item["title"], item["body"]) for item in run.items]
    assert run.status == 0 and ("Hello", "") in told and ("Third", "x") in told and (null, "y") in told, (told, run.errors)


def test_a_draft_reads_records_whose_empty_members_are_left_out(tidings, tmp_path):
    whole = rows(link=["/a", "/b", "/c", "/d"], read=[True, False, True, False])
    first(tidings, tmp_path, whole)
    (tmp_path / "own.yaml").write_text(tidings("profiles", "draft", "app.json", "--name", "own", cwd=tmp_path).text)
    for row in whole[1:]:
        del row["link"]
    (tmp_path / "app.json").write_text(json.dumps(whole))
    run = tidings("summary", "app.json", "--profiles", "own.yaml", "--format", "json", "--now", NOW, cwd=tmp_path)
    assert run.json["sources"][0]["profile"] == "own" and people(run.json) == {"7": 2, "8": 2}, run.text
    assert "no profile fits" not in run.errors


def test_a_file_called_null_is_a_system(tidings, tmp_path):
    (tmp_path / "null.json").write_text(json.dumps(rows()))
    assert tidings("summary", "null.json", "--now", NOW, cwd=tmp_path).status == 0
    assert tidings("profiles", "draft", "null.json", cwd=tmp_path).status == 0


def test_the_key_of_an_object_is_an_id_that_the_draft_finds(tidings, tmp_path):
    (tmp_path / "app.json").write_text(json.dumps({f"n{row.pop('id')}": row for row in rows()}))
    (tmp_path / "own.yaml").write_text(tidings("profiles", "draft", "app.json", cwd=tmp_path).text)
    check = tidings("check", "app.json", "--profiles", "own.yaml", "--now", NOW, cwd=tmp_path)
    assert "no record has id" not in check.text and "n1" in tidings("digest", "app.json", "--profiles", "own.yaml", "--recipient", "7", "--format", "json", "--now", NOW, cwd=tmp_path).text, check.text
