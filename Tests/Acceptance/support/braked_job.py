"""A job that may be stopped: its folder, its mails, and what it wrote."""

import json

import pytest

from harness import record


PEOPLE = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(400)]
DAY1, DAY2 = "2026-02-08T15:05:00Z", "2026-02-09T15:05:00Z"
CONFIGURATION = """
exports: [export.json]
recipients: people.json
report: report.json
metrics: tidings.prom
mail:
  digest: {from: digest@example.org, outbox: outbox, first-days: 9}
inbox: {folder: pages, plain-names: true}
digest: {folder: digests}
"""


def rows(count, people=7, day=8, prefix="n"):
    return [
        record(n, id=f"{prefix}-{n}", user_id=f"user-{n % people}", read_at=None,
               scheduled_for=f"2026-02-{day:02d}T10:{n % 60:02d}:00Z")
        for n in range(count)
    ]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION)
    return tmp_path


@pytest.fixture
def mail(tidings, folder):
    def run(*arguments, now=DAY1, exports=("export.json",)):
        return tidings(
            "mail", *exports, "--from", "digest@example.org", "--recipients", "people.json",
            "--first-days", "9", "--now", now, "-o", "outbox", *arguments, cwd=folder)  # fmt: skip

    return run


@pytest.fixture
def build(tidings, folder):
    def run(*arguments, now=DAY1):
        return tidings("build", "--now", now, *arguments, cwd=folder)

    return run


def write(folder, records, name="export.json"):
    (folder / name).write_text(json.dumps(records))


def files(folder, name):
    return {path.name: path.read_bytes() for path in (folder / name).rglob("*") if path.is_file()}
