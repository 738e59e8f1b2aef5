"""People and preferences that an export itself holds, where no recipients file says otherwise."""

import gzip
import json

import pytest

from harness import database, messages, outcomes

ROWS = [
    {"id": "n1", "recipient_id": "ana", "type": "new_listing", "title": "Carrots", "body": "3 kg",
     "is_read": False, "created_at": "2026-02-08T10:00:00Z", "data": {"lat": 52.50, "lng": 13.40}},
    {"id": "n2", "recipient_id": "ana", "type": "new_message", "title": "A message", "body": "Hello",
     "is_read": False, "created_at": "2026-02-08T11:00:00Z"},
    {"id": "n3", "recipient_id": "ben", "type": "reservation_update", "title": "Reserved", "body": "Yes",
     "is_read": False, "created_at": "2026-02-08T12:00:00Z"},
    {"id": "n4", "recipient_id": "cem", "type": "account_update", "title": "Welcome", "body": "Hi",
     "is_read": False, "created_at": "2026-02-08T12:00:00Z"},
]  # fmt: skip
USERS = [
    {"id": "ana", "email": "ana@example.org", "locale": "de", "latitude": 48.14, "longitude": 11.58},
    {"id": "ben", "email": "ben@example.org", "time_zone": "Europe/Berlin"},
    {"id": "cem", "email": "cem@example.org"},
]
PREFERENCES = [
    {"user_id": "ana", "preferences": {"messagesEnabled": False, "searchRadius": 10}},
    {"user_id": "ben", "preferences": {"quietHoursEnabled": True, "quietHoursStart": "15:30", "quietHoursEnd": "17:00"}},
]


def document(path):
    whole = {"notifications": ROWS, "users": USERS, "notification_preferences": PREFERENCES}
    path.write_text(json.dumps(whole, indent=1))
    return path


def tables(path):
    return database(path, user_notifications=ROWS, users=USERS, notification_preferences=PREFERENCES)


def mail(tidings, export, *arguments, stdin=b""):
    return tidings(
        "mail", export, "--from", "digest@example.org", "--now", "2026-02-08T15:05:00Z", "--first-days", "2",
        *arguments, stdin=stdin)  # fmt: skip


def delivered(folder):
    return {mail["To"].addresses[0].addr_spec: mail.get_body(("plain",)).get_content() for mail in messages(folder)}


@pytest.mark.parametrize("container", [document, tables])
def test_addresses_switches_radius_and_quiet_hours_come_from_the_export(tidings, tmp_path, container):
    run = mail(tidings, container(tmp_path / "export"), "-o", tmp_path / "outbox")
    assert run.status == 0, run.errors
    # Ana has nothing: messages are off, and the carrots are 500 km away; Ben's clock shows 16:05.
    assert list(delivered(tmp_path / "outbox")) == ["cem@example.org"]
    assert outcomes(run) == {"handed over": 1, "nothing new": 1, "quiet hours": 1}


def test_the_same_is_read_from_a_pipe_and_compressed(tidings, tmp_path):
    plain = document(tmp_path / "export.json").read_bytes()
    (tmp_path / "export.json.gz").write_bytes(gzip.compress(plain))
    for name, export, stdin in [("a", "-", plain), ("b", tmp_path / "export.json.gz", b"")]:
        run = mail(tidings, export, "-o", tmp_path / name, stdin=stdin)
        assert run.status == 0 and list(delivered(tmp_path / name)) == ["cem@example.org"], run.errors


def test_a_compressed_database_is_refused_rather_than_mailed_without_preferences(tidings, tmp_path):
    plain = tables(tmp_path / "export.sqlite").read_bytes()
    (tmp_path / "export.sqlite.gz").write_bytes(gzip.compress(plain))
    run = mail(tidings, tmp_path / "export.sqlite.gz", "-o", tmp_path / "outbox")
    assert run.status == 65 and "plain file" in run.errors
    assert not list((tmp_path / "outbox").glob("new/*"))


def test_a_recipients_file_says_who_is_mailed_and_wins_field_by_field(tidings, tmp_path):
    people = tmp_path / "people.json"
    people.write_text(json.dumps([{"id": "ana", "types_off": []}, {"id": "ben", "quiet_hours": "02:00-03:00"}]))
    run = mail(tidings, document(tmp_path / "export.json"), "--recipients", people, "-o", tmp_path / "outbox")
    assert run.status == 0, run.errors
    found = delivered(tmp_path / "outbox")
    assert sorted(found) == ["ana@example.org", "ben@example.org"]
    # The address, the language and the place are still the export's.
    assert "Hello" not in found["ana@example.org"] and "Nachricht" in found["ana@example.org"]
    assert "Carrots" not in found["ana@example.org"]
    assert outcomes(run) == {"handed over": 2, "no address": 1}


@pytest.mark.parametrize("shape", ["lines", "single", "keyed", "also"])
def test_a_record_says_nothing_about_where_other_peoples_mail_goes(tidings, tmp_path, shape):
    """Who may write a notification must not redirect, read or silence somebody else's mail."""
    evil = [{"id": "cem", "email": "attacker@evil.example"}, {"id": "ana", "email": "a@evil.example", "also": {"foodshare": "cem"}}]
    rows = [{**ROWS[0], "users": evil, "recipients": evil}, *ROWS[1:]]
    path = tmp_path / "export.json"
    if shape == "lines":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif shape == "single":
        path.write_text(json.dumps(rows[0]))
    elif shape == "keyed":
        path.write_text(json.dumps({row["id"]: row for row in rows} | {"users": {**ROWS[3], "recipients": evil}}))
    else:
        path.write_text(json.dumps({"notifications": ROWS, "users": [{**USERS[0], "also": {"foodshare": "cem"}}, *USERS[1:]]}))
    run = mail(tidings, path, "-o", tmp_path / "outbox")
    for message in (tmp_path / "outbox").rglob("*"):
        if message.is_file() and message.parent.name == "new":
            text = message.read_bytes()
            assert b"evil.example" not in text
            # What is cem's is in nobody else's mail.
            assert b"Welcome" not in text or b"cem@example.org" in text
    assert "evil" not in run.text


CLINIC = """name: clinic
fields: {id: nr, recipient: patient_no, title: subject, time: at}
preferences: {people: patients, recipient: patient_no}
"""


def test_people_are_found_by_the_id_that_the_profile_names(tidings, tmp_path):
    """A table of patients has no column called id, and all of them had no address."""
    (tmp_path / "clinic.yaml").write_text(CLINIC)
    rows = [{"nr": n, "patient_no": 500 + n, "subject": f"Visit {n}", "at": "2026-02-08T10:00:00Z"} for n in range(3)]
    people = [{"patient_no": 500 + n, "full_name": f"P {n}", "email": f"p{n}@example.org", "tz": "Europe/Madrid"} for n in range(2)]
    (tmp_path / "clinic.json").write_text(json.dumps({"notifications": rows, "patients": people}))
    patients = [dict(id=7 + n) | one for n, one in enumerate(people)]
    database(tmp_path / "clinic.db", notifications=rows, patients=patients)
    for name in ("clinic.json", "clinic.db"):
        run = mail(tidings, tmp_path / name, "--profiles", tmp_path / "clinic.yaml", "--profile", "clinic", "-o", tmp_path / f"{name}.outbox")
        assert run.status == 0 and outcomes(run) == {"handed over": 2, "no address": 1}, (name, run.text, run.errors)


def test_ids_that_are_addresses_need_no_recipients_file(tidings, tmp_path):
    path = tmp_path / "export.json"
    path.write_text(json.dumps([{**row, "recipient_id": f"{row['recipient_id']}@example.org"} for row in ROWS]))
    run = mail(tidings, path, "-o", tmp_path / "outbox")
    assert run.status == 0 and sorted(delivered(tmp_path / "outbox")) == [f"{name}@example.org" for name in ("ana", "ben", "cem")]
    # A recipients file alone decides who is mailed.
    (tmp_path / "people.json").write_text('[{"id": "ana@example.org"}]')
    run = mail(tidings, path, "--recipients", tmp_path / "people.json", "-o", tmp_path / "other")
    assert run.status == 0 and list(delivered(tmp_path / "other")) == ["ana@example.org"], run.errors


SAID_NO = {"preferences": {"newListingsEnabled": False, "messagesEnabled": False}}


def people_files(folder):
    """The same person who said no, in every form of a recipients file."""
    ana = {"id": "ana", "email": "ana@example.org"}
    (folder / "nested.json").write_text(json.dumps([ana | SAID_NO]))
    (folder / "bare.json").write_text(json.dumps(ana | SAID_NO["preferences"]))
    (folder / "text.jsonl").write_text(json.dumps(ana | {"preferences": json.dumps(SAID_NO["preferences"])}))
    text = json.dumps(SAID_NO["preferences"]).replace('"', '""')
    (folder / "column.csv").write_text(f'id,email,preferences\nana,ana@example.org,"{text}"\n')
    database(folder / "recipients.db", recipients=[ana | SAID_NO])
    database(folder / "profiles_foodshare.db", profiles_foodshare=[ana | SAID_NO])
    database(folder / "two.db", users=[ana], notification_preferences=[{"id": 1, "user_id": "ana"} | SAID_NO])
    (folder / "plain.json").write_text(json.dumps([ana]))
    (folder / "rows.json").write_text(json.dumps({"notification_preferences": [{"user_id": "ana"} | SAID_NO]}))
    (folder / "object.json").write_text(json.dumps(SAID_NO["preferences"]))
    alone = ["nested.json", "bare.json", "text.jsonl", "column.csv", "recipients.db", "profiles_foodshare.db", "two.db"]
    return [[name] for name in alone] + [["plain.json", "rows.json"], ["plain.json", "object.json"]]


def test_who_said_no_in_any_file_is_not_mailed(tidings, tmp_path):
    (tmp_path / "export.json").write_text(json.dumps(ROWS[:2]))
    cases = [(files, {"nothing new": 1}) for files in people_files(tmp_path)] + [(["plain.json"], {"would be handed over": 1})]
    for files, expected in cases:
        given = [part for name in files for part in ("--recipients", tmp_path / name)]
        run = mail(tidings, tmp_path / "export.json", *given, "--owner", "ana", "-o", tmp_path / "outbox", "--dry-run")
        assert run.status == 0 and outcomes(run) == expected, (files, run.text, run.errors)


def test_what_is_for_everyone_reaches_whom_that_system_knows_by_another_id(tidings, tmp_path):
    (tmp_path / "town.yaml").write_text(
        "name: town\nfields: {id: nid, recipient: [to, everyone], type: kind, title: title, time: at}\n"
        "match: {must: [nid, title, at]}\n")
    (tmp_path / "export.json").write_text(json.dumps([
        {"nid": "1", "kind": "x", "title": "To all", "at": "2026-02-08T10:00:00Z"}]))
    (tmp_path / "people.json").write_text(json.dumps([
        {"id": "ben", "profile": "town", "email": "ben@example.org"}, {"id": "cy", "email": "cy@example.org"},
        {"id": "di", "profile": "gitlab", "email": "di@example.org", "also": {"town": "didi"}},
        {"id": "eve", "profile": "gitlab", "email": "eve@example.org"}]))
    run = mail(tidings, tmp_path / "export.json", "--profiles", tmp_path / "town.yaml", "--recipients",
               tmp_path / "people.json", "-o", tmp_path / "outbox")
    assert run.status == 0, run.errors
    assert sorted(delivered(tmp_path / "outbox")) == ["ben@example.org", "cy@example.org", "di@example.org"]
