"""Tables with usual names are read without a profile, and what is not understood of them is said."""

import json

import pytest

ROWS = [{"id": n, "user_id": f"u{n % 2}", "title": f"Order {n}", "created_at": f"2026-10-0{1 + n}T09:00:00Z"} for n in range(4)]


def text_of(rows):
    return json.dumps(rows).encode()


def without(rows, *names):
    return [{k: v for k, v in row.items() if k not in names} for row in rows]


@pytest.mark.parametrize("names", [{}, {"user_id": "recipient", "title": "subject"}, {"id": "uuid", "created_at": "sent_at", "user_id": "ownerId"}])
def test_a_person_a_title_and_a_time_are_enough(tidings, names):
    rows = [{names.get(k, k): v for k, v in row.items()} for row in ROWS]
    run = tidings("check", "-", "--format", "json", stdin=text_of(rows))
    source = run.json["sources"][0]
    assert (run.status, source["profile"], source["records"], source["rejected"]) == (0, "generic", 4, 0)


def test_a_title_and_a_time_are_enough_for_an_owner(tidings):
    rows = without(ROWS, "user_id")
    assert tidings("summary", "-", stdin=text_of(rows)).status == 65
    run = tidings("summary", "-", "--owner", "kim", "--format", "json", stdin=text_of(rows))
    assert run.status == 0 and run.json["counts"]["total"] == 4


@pytest.mark.parametrize("gone", ["id", "title", "created_at"])
def test_less_than_that_is_no_notification(tidings, gone):
    for owner in [], ["--owner", "kim"]:
        assert tidings("summary", "-", *owner, stdin=text_of(without(ROWS, gone))).status == 65


def test_check_says_each_path_once_and_knows_no_types_of_generic(tidings):
    rows = [{**row, "type": "a", "message": "b", "is_read": False} for row in ROWS]
    run = tidings("check", "-", stdin=text_of(rows))
    assert run.status == 0 and "message, message" not in run.text
    assert "unknown to" not in run.text and "a type that the profile does not know" not in run.text
    assert run.text.endswith("No problems found.\n")


READ = [{**row, "is_read": word} for row, word in zip(ROWS, ["ja", "X", "nein", ""])]


def test_check_says_which_read_marks_it_does_not_understand(tidings):
    rows = [{**row, "is_read": word} for row, word in zip(ROWS, ["ja", "jein", "jein", "nein"])]
    run = tidings("check", "-", stdin=text_of(rows))
    assert "2 values of read are not yes, no or a time, so these records count as unread: jein (2)" in run.text
    assert "say under words of read what they mean" in run.text


def test_a_quiet_job_leaves_the_advice_to_draft_a_profile_to_its_report(tidings, tmp_path):
    (tmp_path / "e.json").write_bytes(text_of(ROWS))
    (tmp_path / "r.json").write_text(json.dumps([{"id": f"u{n}", "email": f"u{n}@example.org"} for n in range(2)]))
    (tmp_path / "t.yaml").write_text(
        "exports: e.json\nrecipients: r.json\nreport: report.json\nmail: {digest: {from: d@example.org, outbox: o}}\n")
    quiet = tidings("build", "t.yaml", "--quiet", "--now", "2026-10-05T09:00:00Z", cwd=tmp_path)
    assert (quiet.status, quiet.out, quiet.errors) == (0, b"", "")
    assert "draft a profile" in (tmp_path / "report.json").read_text()
    loud = tidings("build", "t.yaml", "--now", "2026-10-05T10:00:00Z", cwd=tmp_path)
    assert "draft a profile" in loud.errors
