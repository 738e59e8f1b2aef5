"""`tidings mail` as an engineer uses it: who gets what, and nobody anything twice."""

import json
import re

import pytest

from harness import NOW, messages, outcomes, record

RECIPIENTS = [
    {"id": "user-0", "name": "Renée", "email": "renee@example.org", "timeZone": "Europe/Paris"},
    {"id": "user-1", "email": "one@example.org", "locale": "de", "unsubscribed": True},
    {"id": "user-2", "email": "two@example.org", "frequency": "never"},
    {"id": "user-3", "email": "no address", "time_zone": "Asia/Tokyo"},
    {"id": "user-4", "email": "four@example.org", "minimum_priority": "high"},
    {"id": "user-5", "email": "five@example.org", "quiet_hours": {"start": "14:00", "end": "16:00"}},
    {"id": "absent", "email": "absent@example.org"},
]


@pytest.fixture
def files(tmp_path):
    export = tmp_path / "export.jsonl"
    export.write_text("".join(json.dumps(record(n)) + "\n" for n in range(300)))
    people = tmp_path / "people.json"
    people.write_text(json.dumps(RECIPIENTS))
    return export, people


def mail(tidings, files, *arguments, now=NOW):
    export, people = files
    return tidings(
        "mail", export, "--from", "digest@example.org", "--recipients", people, "--first-days", "9",
        "--now", now, *arguments)  # fmt: skip


def test_everybody_has_one_outcome_and_the_due_get_their_mail(tidings, files, tmp_path):
    run = mail(tidings, files, "-o", tmp_path / "outbox")
    assert run.status == 0, run.errors
    assert outcomes(run) == {
        "handed over": 2, "unsubscribed": 1, "never": 1, "bad address": 1,
        "quiet hours": 1, "nothing new": 1, "no address": 1,
    }  # fmt: skip
    assert sorted(m["To"].addresses[0].addr_spec for m in messages(tmp_path / "outbox")) == [
        "four@example.org",
        "renee@example.org",
    ]


def test_a_second_run_delivers_nothing_and_a_new_row_comes_once(tidings, files, tmp_path):
    outbox = tmp_path / "outbox"
    mail(tidings, files, "-o", outbox)
    first = {m["Message-ID"] for m in messages(outbox)}
    assert mail(tidings, files, "-o", outbox).status == 0
    assert {m["Message-ID"] for m in messages(outbox)} == first
    late = record(7000, title="A late row", scheduled_for="2026-02-08T16:00:00Z", read_at=None)
    files[0].write_text(files[0].read_text() + json.dumps({**late, "user_id": "user-0"}) + "\n")
    assert mail(tidings, files, "-o", outbox, now="2026-02-09T15:05:00Z").status == 0
    new = [m for m in messages(outbox) if m["Message-ID"] not in first]
    assert [m["To"].addresses[0].addr_spec for m in new] == ["renee@example.org"]
    text = new[0].get_body(("plain",)).get_content()
    assert "A late row" in text and "Title 0\n" not in text


@pytest.fixture
def one_person_in_two_systems(tmp_path):
    """Exports of two systems, and a person who is known to both."""
    compass, lendair = tmp_path / "compass.json", tmp_path / "lendair.json"
    compass.write_text(json.dumps([record(1, user_id="ana", read_at=None, title="From Compass")]))
    loan = {
        "id": "ntf_1", "userId": "user_8f2", "type": "PAYMENT_DUE", "title": "From Lendair",
        "message": "Due.", "isRead": False, "createdAt": "2026-02-08T06:00:00Z",
    }  # fmt: skip
    lendair.write_text(json.dumps({"data": [loan]}))
    people = tmp_path / "both.json"
    also = {"lendair": "user_8f2", "recruiting-compass": "ana"}
    people.write_text(json.dumps([{"id": "ana", "email": "ana@example.org", "also": also}]))
    return compass, lendair, people


def test_a_person_of_two_systems_gets_one_mail_whatever_the_order_of_the_exports(
    tidings, one_person_in_two_systems, tmp_path
):
    compass, lendair, people = one_person_in_two_systems
    outbox = tmp_path / "outbox"

    def night(day, *exports):
        return tidings(
            "mail", *exports, "--from", "digest@example.org", "--recipients", people, "--first-days",
            "9", "--now", f"2026-02-{day:02d}T15:05:00Z", "-o", outbox)  # fmt: skip

    assert outcomes(night(8, compass, lendair)) == {"handed over": 1}
    (first,) = messages(outbox)
    text = first.get_body(("plain",)).get_content()
    assert "From Compass" in text and "From Lendair" in text
    assert outcomes(night(8, lendair, compass)) == {"already handed over": 1}
    assert outcomes(night(9, lendair, compass)) == {"nothing new": 1}
    assert outcomes(night(10, compass)) == {"nothing new": 1}
    assert outcomes(night(11, lendair)) == {"nothing new": 1}


def test_whose_entry_is_rejected_fails_by_name_and_the_rest_get_their_mail(tidings, files, tmp_path):
    people = tmp_path / "bad.jsonl"
    people.write_text(
        '{"id":"user-0","email":"renee@example.org","hour":"sevenish"}\n'
        '{"id":"user-4","email":"four@example.org"}\n'
        '{"id":"user-6","email":"FOUR@example.org"}\n'
        '{"id":"elsewhere","email":"x@example.org","frequency":"sometimes"}\n'
        '{"id":"user-4","email":"again@example.org"}\n')
    report = tmp_path / "report.json"
    run = mail(tidings, (files[0], people), "-o", tmp_path / "outbox", "--report", report)
    assert run.status == 3
    assert [m["To"].addresses[0].addr_spec for m in messages(tmp_path / "outbox")] == ["four@example.org"]
    decided = {d["recipient"]: d for d in json.loads(report.read_text())["runs"][0]["outcomes"]}
    for recipient, line, field in [("user-0", 1, "hour"), ("user-6", 3, "email"), ("elsewhere", 4, "frequency")]:
        assert decided[recipient]["outcome"] == "failed"
        assert f"bad.jsonl, line {line}: {field}: " in decided[recipient]["reason"]
    # The second entry for somebody harms nobody, and each fault is said once.
    assert decided["user-4"]["outcome"] == "handed over"
    assert run.errors.count("bad.jsonl, line") == 4
    preview = mail(tidings, (files[0], people), "--preview", "user-0")
    assert preview.status == 65 and "hour" in preview.errors and not preview.out


def test_a_mended_entry_gets_what_it_missed_with_the_next_run(tidings, files, tmp_path):
    people = tmp_path / "people.jsonl"
    people.write_text('{"id":"user-0","email":"renee@example.org","hour":"sevenish"}\n')
    mail(tidings, (files[0], people), "-o", tmp_path / "outbox")
    people.write_text('{"id":"user-0","email":"renee@example.org","hour":7}\n')
    run = mail(tidings, (files[0], people), "-o", tmp_path / "outbox", now="2026-02-08T16:05:00Z")
    assert run.status == 0 and len(messages(tmp_path / "outbox")) == 1


def test_a_color_that_had_to_be_changed_is_reported_once(tidings, files, tmp_path):
    report = tmp_path / "report.json"
    run = mail(tidings, files, "-o", tmp_path / "outbox", "--accent", "#ffee00", "--report", report)
    assert run.errors.count("#ffee00") == 1
    (warning,) = [w for w in json.loads(report.read_text())["warnings"] if "accent" in w]
    assert warning.startswith("the accent #ffee00 is too pale to be read on white; #")
    assert mail(tidings, files, "--preview", "user-0", "--accent", "#ffee00").errors.count("#ffee00") == 1
    assert "accent" not in mail(tidings, files, "--preview", "user-0", "--accent", "#1e40af").errors


@pytest.mark.parametrize("recipient, words", [("user-6", "no address"), ("user-3", "no address is not an address")])
def test_a_preview_of_somebody_who_cannot_be_written_to_says_why(tidings, files, recipient, words):
    run = mail(tidings, files, "--preview", recipient)
    assert run.status == 65 and not run.out and words in run.errors and "recipients file" in run.errors


def test_links_that_no_mail_holds_are_said_once(tidings, files, tmp_path):
    rows = [json.loads(line) for line in files[0].read_text().splitlines()]
    rows[1]["user_id"], rows[1]["read_at"], rows[1]["action_url"] = "user-0", None, "javascript:alert(1)"
    files[0].write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = mail(tidings, files, "-o", tmp_path / "one")
    (relative,) = [line for line in run.errors.splitlines() if "--base-url" in line]
    assert int(re.search(r"(\d+) (?:relative )?links were left out", relative)[1]) > 10
    assert "1 link is shown as text" in run.errors and run.status == 0
    run = mail(tidings, files, "-o", tmp_path / "two", "--base-url", "https://app.example.org")
    assert "--base-url" not in run.errors and "1 link is shown as text" in run.errors
    assert mail(tidings, files, "-o", tmp_path / "three", "--base-url", "app.example.org").status == 64


def test_a_misspelt_field_of_the_recipients_file_is_said_and_foreign_ones_are_not(tidings, files, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([{"id": "user-0", "emial": "renee@example.org", "avatar": "x", "created_at": "y"}]))
    run = mail(tidings, (files[0], people), "-o", tmp_path / "outbox")
    (line,) = [line for line in run.errors.splitlines() if "not a recipient field" in line]
    assert "emial" in line and "did you mean email?" in line


@pytest.mark.parametrize("option", ["--hours", "--days"])
@pytest.mark.parametrize("value", ["", ","])
def test_an_option_that_names_no_hour_or_day_is_not_taken_for_the_default(tidings, files, tmp_path, option, value):
    refused = mail(tidings, files, "-o", tmp_path / "outbox", option, value)
    assert refused.status == 64 and (f"{option}: an empty list is not one or more" if value else f"{option} is empty") in refused.errors
    assert not (tmp_path / "outbox").exists()


@pytest.mark.parametrize("command, logo", [
    ("mail", "http://app.example.org/logo.png"), ("mail", "logo.png"), ("mail", "https://"), ("mail", "https://app.example.org/a b.png"),
    ("gallery", "logo.png"),
])  # fmt: skip
def test_a_logo_that_no_mail_would_show_is_refused(tidings, files, tmp_path, command, logo):
    made = tmp_path / "made"
    if command == "mail":
        refused = mail(tidings, files, "-o", made, "--logo", logo)
    else:
        refused = tidings("templates", "gallery", "-o", made, "--logo", logo)
    assert refused.status == 64 and f"--logo: {logo} is not an https URL such as https://app.example.org, without spaces" in refused.errors
    assert not made.exists()


def test_an_address_of_the_sender_is_not_said_of_the_recipients(tidings, files, tmp_path):
    report = tmp_path / "report.json"
    run = mail(tidings, files, "-o", tmp_path / "outbox", "--from", "jörg@example.org", "--report", report)
    assert run.status == 0, run.errors
    lines = [line for line in run.errors.splitlines() if "SMTPUTF8" in line]
    assert len(lines) == 1 and "digest: the sender's address jörg@example.org needs servers that support SMTPUTF8" in lines[0]
    (made,) = json.loads(report.read_text())["runs"]
    assert made["sendersNeedingSMTPUTF8"] == ["jörg@example.org"]
    assert not [one for one in made["outcomes"] if "needsSMTPUTF8" in one]
