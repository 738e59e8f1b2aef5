"""Exports and files beside them that are not UTF-8 are refused, or their entries rejected, for that reason and no other."""

import json

import pytest

from harness import NOW, record

ROWS = [record(n) for n in range(20)]
GOOD = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(7)]
BAD = '{"id": "zo\u00eb", "email": "z@example.org"}'
MARK = '{"profile": "recruiting-compass", "recipient": "zo\u00eb", "id": "1", "mark": "read", "time": "2026-02-07T10:00:00Z"}'
JOINING = """name: joined
fields: {id: id, recipient: user_id, type: notification_type, title: title, actorName: "@people.name", time: created_at}
joins:
  people: {file: people, by: user_id}
"""


@pytest.fixture
def mail(tidings, tmp_path):
    (tmp_path / "export.json").write_text(json.dumps(ROWS))

    def run(*arguments):
        fixed = ["mail", "export.json", "--from", "a@example.org", "--now", NOW, "--first-days", "9", "-o", "outbox", "--dry-run"]
        return tidings(*fixed, *arguments, cwd=tmp_path)

    run.folder = tmp_path
    return run


PEOPLE = {
    "people.csv": ("id,email\nuser-1,user1@example.org\nzo\u00eb,z@example.org\n", "line 3"),
    "people.jsonl": (json.dumps(GOOD[0]) + "\n" + BAD + "\n", "line 2"),
    "people.json": ("[" + json.dumps(GOOD[0]) + "," + BAD + "]", "record 2"),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_an_entry_of_a_recipients_file_is_rejected_for_it(mail, name):
    text, place = PEOPLE[name]
    (mail.folder / name).write_text(text, "latin-1")
    run = mail("--recipients", name)
    assert run.status == 3 and f"{name}, {place}: the text is not UTF-8\n" in run.errors, run.errors


def test_damage_of_another_kind_keeps_its_own_reason(mail):
    (mail.folder / "people.jsonl").write_text(json.dumps(GOOD[0]) + '\n{"id": "a", "email": nul}\n["b"]\n')
    run = mail("--recipients", "people.jsonl")
    assert run.status == 3, run.errors
    assert "line 2: a word is not true, false or null\n" in run.errors, run.errors


def test_an_address_that_must_not_be_mailed_is_never_guessed(mail):
    (mail.folder / "people.json").write_text(json.dumps(GOOD))
    (mail.folder / "list").write_text("# Zo\u00eb\nZo\u00eb <user1@example.org>\n", "latin-1")
    assert mail("--recipients", "people.json", "--suppress", "list").status == 0
    (mail.folder / "list").write_text("user1@example.org\nzo\u00eb@example.org\n", "latin-1")
    run = mail("--recipients", "people.json", "--suppress", "list")
    assert run.status == 65 and "list, line 2: the text is not UTF-8\n" in run.errors, run.errors


def test_a_mark_is_rejected_for_it(tidings, mail):
    (mail.folder / "marks").write_text(MARK + "\n", "latin-1")
    run = tidings("summary", "export.json", "--state", "marks", "--now", NOW, cwd=mail.folder)
    assert run.status == 3 and "the text is not UTF-8\n" in run.errors, run.errors


def test_a_file_to_join_is_refused_for_it(tidings, mail):
    (mail.folder / "joined.yaml").write_text(JOINING)
    read = ["summary", "export.json", "--profiles", "joined.yaml", "--profile", "joined", "--join", "people=people", "--now", NOW]
    text = '[{"id": "user-1", "name": "Ana"},\n{"id": "user-2", "name": "Zo\u00eb"}]'
    (mail.folder / "people").write_text(text)
    assert tidings(*read, cwd=mail.folder).status == 0
    (mail.folder / "people").write_text(text, "latin-1")
    run = tidings(*read, cwd=mail.folder)
    assert run.status == 65 and "people, line 2: the text is not UTF-8\n" in run.errors, run.errors


def test_a_profile_is_refused_for_it(tidings, mail):
    (mail.folder / "own.yaml").write_text("name: own\ndescription: Zo\u00eb\n", "latin-1")
    run = tidings("summary", "export.json", "--profiles", "own.yaml", "--now", NOW, cwd=mail.folder)
    assert run.status == 64 and "own.yaml: it is not UTF-8\n" in run.errors, run.errors


def test_an_export_says_how_to_convert_it(tidings, mail):
    said = "line 2, record 1: the text is not UTF-8; from Latin-1: iconv -f CP1252 -t UTF-8\n"
    rows = "id;user_id;title;created_at\n1;user-1;Gr\u00fc\u00dfe;2026-02-07T10:00:00Z\n"
    (mail.folder / "export.csv").write_text(rows, "latin-1")
    run = tidings("check", "export.csv", cwd=mail.folder)
    assert run.status == 3 and said in run.text, run.text
