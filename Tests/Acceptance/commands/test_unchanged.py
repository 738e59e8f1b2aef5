"""A page is left alone only where nothing of it changed, and what has no room in a document is counted all the same."""

import json

import pytest

from harness import NOW, record, write_lines


CHANGES = {
    "title": {"title": "Another"},
    "message": {"message": "Another"},
    "mark": {"read_at": "2026-02-08T10:00:00+00:00"},
    "type": {"type": "event"},
    "priority": {"priority": "high"},
    "time": {"scheduled_for": "2026-02-01T00:00:01+00:00"},
    "link": {"action_url": "/offers?highlight=0"},
    "id": {"id": "n-other"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_no_change_of_a_record_is_missed(tidings, tmp_path, change):
    """A page that is left alone without being read is one of which nothing changed."""
    rows = [record(n, user_id="u", read_at=None, priority="low") for n in range(0, 40, 4)]
    options = ("--now", NOW, "--base-url", "https://app.example.org", "-o", tmp_path / "pages", "--plain-names")
    export = write_lines(tmp_path / "export.jsonl", rows)
    assert tidings("inbox", export, *options).text == "1 page written, 0 unchanged\n"
    before = (tmp_path / "pages/u.html").read_bytes()
    assert tidings("inbox", export, *options).text == "0 pages written, 1 unchanged\n"
    rows[0] = {**rows[0], **CHANGES[change]}
    write_lines(export, rows)
    assert tidings("inbox", export, *options).text == "1 page written, 0 unchanged\n"
    after = (tmp_path / "pages/u.html").read_bytes()
    assert before != after
    # What a folder without a past would hold, all but the names.
    fresh = tmp_path / "fresh"
    assert tidings("inbox", export, *options[:-2], fresh, "--plain-names").status == 0
    assert (fresh / "u.html").read_bytes() == after


def test_no_change_around_the_records_is_missed(tidings, tmp_path):
    rows = [record(n, user_id="u", read_at=None) for n in range(10)]
    late = {**rows[1], "id": "late", "scheduled_for": "2026-02-08T18:00:00+00:00"}
    export = write_lines(tmp_path / "export.jsonl", rows + [late])
    wishes = tmp_path / "people.json"

    def inbox(*options, now=NOW, **fields):
        wishes.write_text(json.dumps([{"id": "u", **fields}]))
        pages = ("-o", tmp_path / "pages", "--plain-names", "--recipients", wishes)
        return tidings("inbox", export, "--now", now, *pages, *options).text.split()[0]

    base = ("--base-url", "https://app.example.org")
    assert [inbox(), inbox()] == ["1", "0"]
    assert [inbox(*base), inbox(*base)] == ["1", "0"]
    assert [inbox(timeZone="Asia/Tokyo"), inbox(timeZone="Asia/Tokyo")] == ["1", "0"]
    assert [inbox(name="Maya"), inbox(name="Maya")] == ["1", "0"]
    assert [inbox(locale="de"), inbox(locale="de")] == ["1", "0"]
    assert [inbox("--limit", 3), inbox("--limit", 3)] == ["1", "0"]
    assert [inbox("--images"), inbox("--images")] == ["1", "0"]
    off = {"preferences": {"typesOff": ["offer"]}}
    assert [inbox(**off), inbox(**off)] == ["1", "0"]
    assert inbox() == "1"
    # The hour comes at which another one is due.
    assert [inbox(now="2026-02-08T17:00:00Z"), inbox(now="2026-02-08T18:30:00Z")] == ["0", "1"]
    # Somebody took the page away, or wrote another over it.
    (tmp_path / "pages/u.html").unlink()
    assert [inbox(now="2026-02-08T18:30:00Z"), inbox(now="2026-02-08T18:30:00Z")] == ["1", "0"]
    (tmp_path / "pages/u.html").write_text("<!doctype html>\n")
    assert inbox(now="2026-02-08T18:30:00Z") == "1"


@pytest.mark.parametrize("limit", [0, 1, 7, 200])
def test_what_a_document_has_no_room_for_is_counted_as_if_it_were_read(tidings, tmp_path, limit):
    """A search for nothing finds everything, and has every notification read."""
    rows = [
        record(
            n,
            user_id="u",
            type=["follow_up_reminder", "deadline_alert", "offer", "event", "unknown_to_all"][n * 7 % 5],
            priority=["low", "normal", "high"][n * 11 % 3],
            read_at=None if n % 3 else "2026-02-07T10:00:00+00:00",
            # A few share their time, some lie ahead, three days have one each.
            scheduled_for=f"2026-02-{[5, 8, 7, 9, 5, 5][n % 6]:02d}T{(n // 20) % 10 + 5:02d}:00:00+00:00")
        for n in range(200)
    ]
    export = write_lines(tmp_path / "export.jsonl", rows)
    options = ("--now", NOW, "--since", "2020-01-01", "--limit", limit)
    for form in "json", "markdown":
        short = tidings("digest", export, *options, "--format", form)
        whole = tidings("digest", export, *options, "--format", form, "--search", "")
        assert short.status == whole.status == 0, short.errors + whole.errors
        assert short.text == whole.text
