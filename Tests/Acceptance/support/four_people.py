"""A folder with an export of four people, and its mails."""

import json

import pytest

from harness import NOW, record


PEOPLE = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(4)]
LATER = "2026-02-08T16:05:00Z"


@pytest.fixture
def folder(tmp_path):
    rows = [record(n, user_id=f"user-{n % 4}", read_at=None) for n in range(12)]
    (tmp_path / "export.json").write_text(json.dumps(rows))
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    return tmp_path


@pytest.fixture
def mail(tidings, folder):
    def run(*arguments, export="export.json", now=NOW, outbox="outbox", cwd=folder):
        return tidings(
            "mail", folder / export, "--from", "digest@example.org", "--recipients", folder / "people.json",
            "--first-days", "9", "--now", now, "-o", outbox, *arguments, cwd=cwd)  # fmt: skip

    return run
