"""Whatever ends with 3 says why on standard error, and names the file."""

import gzip
import json

import pytest
from harness import NOW, ROOT, record

AT = ["--now", NOW]
GOOD = [record(number, user_id="maya") for number in range(4)]


def rejected(folder):
    path = folder / "bad-record.json"
    path.write_text(json.dumps([*GOOD, record(9, user_id="maya", created_at=None, scheduled_for=None)]))
    return path


def torn(folder):
    path = folder / "torn.json"
    path.write_text(json.dumps(GOOD)[:-200])
    return path


def torn_gzip(folder):
    path = folder / "torn.json.gz"
    path.write_bytes(gzip.compress(json.dumps(GOOD * 50).encode())[:-30])
    return path


def missing_page(folder):
    page = json.loads((ROOT / "Tests/Fixtures/rooms/page-1.json").read_text())
    path = folder / "one-page-of-two.json"
    path.write_text(json.dumps(page))
    return path


DAMAGES = {make.__name__: make for make in (rejected, torn, torn_gzip, missing_page)}


def commands(export, folder):
    mail = ["--from", "d@example.org"]
    new = ["--state", folder / "marks.json"]
    owner = ["--owner", "maya"]
    job = folder / "tidings.yaml"
    job.write_text(
        f"exports: [{export}]\nowner: maya\nallow-incomplete: true\nmail:\n  digest:\n    from: d@example.org\n    outbox: out\n"
        "inbox:\n  folder: pages\ndigest:\n  folder: digests\n")
    return {
        "summary": ["summary", export, *AT],
        "summary of json": ["summary", export, *AT, "--format", "json"],
        "digest": ["digest", export, *owner, *AT],
        "digest of json": ["digest", export, *owner, *AT, "--format", "json"],
        "digests": ["digest", export, *owner, *AT, "-o", folder / "digests"],
        "inbox": ["inbox", export, *owner, *AT],
        "pages": ["inbox", export, *owner, *AT, "-o", folder / "pages"],
        "mail": ["mail", export, *owner, *AT, *mail, "-o", folder / "outbox", "--allow-incomplete", "--force"],
        "quiet mail": ["mail", export, *owner, *AT, *mail, "-o", folder / "outbox", "--allow-incomplete", "--force", "-q"],
        "build": ["build", job, *AT, "--force"],
        "quiet build": ["build", job, *AT, "--force", "--quiet"],
        "check": ["check", export, *AT],
        "check of json": ["check", export, *AT, "--format", "json"],
        "mark all": ["state", "mark", "--as", "read", export, *owner, *AT, *new, "--all"],
        "clear read": ["state", "mark", "--as", "deleted", "--read", export, *owner, *AT, *new, "--all"],
        "clear all": ["state", "mark", "--as", "deleted", export, *owner, *AT, *new, "--all"],
        "sql": ["state", "sql", export, *owner, *AT, "--expired"],
    }


COMMANDS = [
    "summary", "summary of json", "digest", "digest of json", "digests", "inbox", "pages", "mail", "quiet mail", "build",
    "quiet build", "check", "check of json", "mark all", "clear read", "clear all", "sql",
]


@pytest.mark.parametrize("damage, name", [
    *((damage, name) for damage in ("rejected", "torn") for name in COMMANDS), ("torn_gzip", "summary"), ("missing_page", "summary")])
def test_a_run_that_ends_with_3_names_the_file_and_the_reason(tidings, tmp_path, damage, name):
    export = DAMAGES[damage](tmp_path)
    run = tidings(*commands(export, tmp_path)[name])
    assert run.status == 3, run.errors
    said = [line for line in run.errors.splitlines() if str(export) in line]
    reasons = {
        "rejected": "1 of 5 records was rejected", "torn": "is incomplete: it ends in the middle",
        "torn_gzip": "is incomplete: its compressed data is cut off", "missing_page": "is incomplete: only 1 of ",
    }
    assert any(reasons[damage] in line for line in said), run.errors
    if damage == "rejected" and "summary" != name and not name.startswith("check"):
        assert any("created_at" in line for line in said), run.errors


def test_of_many_rejects_the_first_few_are_named_and_the_rest_counted(tidings, tmp_path):
    export = tmp_path / "bad.jsonl"
    export.write_text("\n".join([*map(json.dumps, GOOD), *["{"] * 40]))
    run = tidings("digest", export, "--recipient", "maya", *AT)
    assert run.status == 3 and f"{export}: 40 of 44 records were rejected and left out" in run.errors
    assert run.errors.count(f"{export}, line") == 3 and "and 37 more; tidings check lists them all" in run.errors
    assert tidings("check", export).text.count("line ") >= 40


RELATIVE = {"digest": ["digest"], "inbox": ["inbox"], "mail": ["mail", "--from", "d@example.org", "--first-days", "30"]}


@pytest.mark.parametrize("name", RELATIVE)
def test_relative_links_that_are_left_out_are_counted_once(tidings, tmp_path, name):
    export = tmp_path / "export.json"
    export.write_text(json.dumps([record(number, user_id=f"user-{number % 2}", read_at=None, scheduled_for="2026-02-08T10:00:00Z")
                                  for number in range(6)]))
    people = tmp_path / "people.json"
    people.write_text(json.dumps([{"id": f"user-{number}", "email": f"u{number}@example.org"} for number in range(2)]))
    command = [*RELATIVE[name], export, "--recipients", people, *AT, "-o", tmp_path / name]
    documents = {"digest": "digests", "inbox": "pages", "mail": "mails"}[name]
    links = [line for line in tidings(*command).errors.splitlines() if "link" in line]
    assert len(links) == 1 and f"relative links were left out of the {documents}" in links[0] and "--base-url" in links[0]
    assert "6 relative" in links[0]
    other = tmp_path / "with"
    assert "link" not in tidings(*command[:-1], other, "--base-url", "https://app.example.org").errors


def test_a_job_counts_links_of_pages_and_digests_in_its_report(tidings, tmp_path):
    (tmp_path / "export.json").write_text(json.dumps([record(1, user_id="maya", read_at=None)]))
    job = tmp_path / "tidings.yaml"
    job.write_text("exports: [export.json]\nreport: report.json\ninbox:\n  folder: pages\ndigest:\n  folder: digests\n")
    run = tidings("build", job, *AT)
    warnings = json.loads((tmp_path / "report.json").read_text())["warnings"]
    for documents in ("pages", "digests"):
        sentence = f"1 relative link was left out of the {documents}"
        assert sentence in run.errors and any(sentence in warning for warning in warnings)


BAD_ROW = {"id": "2", "user_id": "maya", "type": "offer", "title": "x", "created_at": "soon"}


def table(columns, separator=","):
    return f"{separator.join(columns)}\n{separator.join(BAD_ROW[column] for column in columns)}\n"


@pytest.mark.parametrize("other, is_said", [
    (table(BAD_ROW), False), (table([*BAD_ROW][::-1]), True), (table(BAD_ROW, ";"), True),
    (json.dumps(BAD_ROW), True),
], ids=["the same columns", "another order", "another separator", "JSON"])  # fmt: skip
def test_rejects_that_cannot_be_read_again_as_one_file_are_said(tidings, tmp_path, other, is_said):
    (tmp_path / "one").write_text(table(BAD_ROW))
    (tmp_path / "two").write_text(other)
    command = ["--profile", "recruiting-compass", *AT, "--rejected", "rejected"]
    both = tidings("summary", "one", "two", *command, cwd=tmp_path)
    words = "rejected holds records of exports with different columns; divide it before you read it again"
    assert both.status == 3 and (words in both.errors) == is_said, both.errors
    alone = tidings("summary", "one", *command, cwd=tmp_path)
    assert alone.status == 3 and words not in alone.errors
