"""Lines of a suppression list: every address on one counts, and nothing that is none."""

import json

import pytest

from harness import record

NOW = "2026-02-08T15:05:00Z"
PEOPLE = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(3)]


@pytest.fixture
def mail(tidings, tmp_path):
    rows = [record(n, user_id=f"user-{n}", read_at=None, scheduled_for="2026-02-08T10:00:00Z") for n in range(3)]
    (tmp_path / "export.json").write_text(json.dumps(rows))
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))

    def run(text):
        (tmp_path / "list.txt").write_text(text)
        return tidings(
            "mail", "export.json", "--from", "digest@example.org", "--recipients", "people.json",
            "--suppress", "list.txt", "--now", NOW, "-o", "outbox", "--dry-run", "--report", "report.json",
            cwd=tmp_path)  # fmt: skip

    def suppressed(text):
        assert run(text).status == 0
        outcomes = json.loads((tmp_path / "report.json").read_text())["runs"][0]["outcomes"]
        return [entry["recipient"] for entry in outcomes if entry["outcome"] == "suppressed"]

    run.suppressed = suppressed
    return run


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("user0@example.org; user1@example.org", [0, 1]),
        ("user0@example.org, User Two <user2@example.org>\n", [0, 2]),
        ("user0@example.org\tuser1@example.org\tuser2@example.org", [0, 1, 2]),
        ("user0@example.org;bounced on Monday", [0]),
        ("email,added by\nuser0@example.org,user1@example.org\n", [0]),
    ],
)
def test_every_address_of_a_line_counts(mail, text, who):
    assert mail.suppressed(text) == [f"user-{n}" for n in who]


@pytest.mark.parametrize("line", ["maya(comment)@example.org", "user@*.org", "maya@(work)example.org", "a:b@example.org", "maya@example.org/x"])
def test_what_is_no_address_is_an_error(mail, line):
    run = mail(line + "\n")
    assert run.status == 65 and "list.txt, line 1" in run.errors, run.errors
