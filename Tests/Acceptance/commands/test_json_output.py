"""Every command that programs read says the same to them: --format json, by a published schema."""

import functools
import json
import re
import shutil
import subprocess

import pytest
from harness import BINARY, NOW, ROOT, SAMPLE, run, schema_faults

SCHEMAS = ROOT / "Templates" / "schemas"
MANUAL = ROOT / "Sources" / "Distribution" / "Manual" / "json.md"
AT = ["--now", NOW]
EXPORT = "notifications.json"
MAIL = ["--recipients", "recipients.json", "--from", "digest@compass.example"]

# What each command is tried with, and the schema of its answer.
RUNS = [
    ("summary", [EXPORT, *AT], "summary"),
    ("digest", [EXPORT, "--recipient", "maya-ortiz", *AT], "digest"),
    ("mail", [EXPORT, *MAIL, "-o", "other", *AT], "job"),
    ("mail", [EXPORT, *MAIL, "-o", "other", "--dry-run", "--quiet", *AT], "job"),
    ("build", ["tidings.yaml", "--now", "2026-02-08T16:05:00Z"], "job"),
    ("check", [EXPORT, *AT], "check"),
    ("check", ["damaged.json", *AT], "check"),
    ("check", ["--config", "tidings.yaml", "--now", "2026-02-08T16:05:00Z"], "check"),
    ("ledger status", ["outbox"], "ledger"),
    ("ledger why", ["outbox", "maya-ortiz"], "why"),
    ("ledger forget", ["outbox", "--recipient", "maya-ortiz", "--recipient", "nobody"], "forget"),
    ("state show", ["given.json"], "state"),
]

# What has no --format, and why.
OTHERS = {
    "inbox": "writes pages",
    "feed": "writes feeds",
    "init": "writes a file",
    "profiles list": "prints names",
    "templates list": "prints names",
    "templates keys": "prints Markdown",
    "templates check": "says a sentence",
    "templates gallery": "writes pages",
    "templates eject": "writes files",
    "state mark": "says a sentence",
    "state requests": "prints JSON Lines",
    "state sql": "prints SQL",
    "profiles show": "prints YAML",
    "profiles draft": "prints YAML",
}


@functools.cache
def leaves():
    """Each command that does something, with the values of its --format, from the binary's own help."""
    document = json.loads(subprocess.run([BINARY, "reference", "help"], capture_output=True, check=True).stdout)

    def walk(command, path):
        below = [one for one in command["commands"] if not one["isHidden"]]
        for one in below:
            yield from walk(one, [*path, one["name"]])
        if not below:
            options = [option for option in command["options"] if option["name"] == "format"]
            yield " ".join(path), [value for option in options for value in option["values"]]

    return dict(walk(document["command"], []))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The sample's job after its first run, and what else the commands are given."""
    folder = tmp_path_factory.mktemp("prepared") / "desk"
    shutil.copytree(SAMPLE, folder)
    job = run("build", "tidings.yaml", *AT, cwd=folder)
    assert job.status == 0, job.errors
    (folder / "damaged.json").write_text((folder / EXPORT).read_text().replace('"id": "n-0001"', '"id": []'))
    marked = run("state", "mark", "--as", "read", EXPORT, "--state", "given.json", "--id", "n-0001", *AT, cwd=folder)
    assert marked.status == 0, marked.errors
    return folder


@pytest.fixture
def desk(prepared, tmp_path):
    return shutil.copytree(prepared, tmp_path / "desk")


@pytest.mark.parametrize("command, words, name", RUNS, ids=[f"{c} {' '.join(w)}"[:60] for c, w, _ in RUNS])
def test_the_answer_keeps_its_schema(tidings, desk, tmp_path, command, words, name):
    twin = tmp_path / "twin"
    shutil.copytree(desk, twin)
    spoken = tidings(*command.split(), *words, cwd=twin)
    run = tidings(*command.split(), *words, "--format", "json", cwd=desk)
    assert run.status == spoken.status and run.status in (0, 3), run.errors
    assert run.errors == spoken.errors
    assert run.json["schema"] == f"tidings.{name}/1"
    assert schema_faults(run.json, name) == []


@pytest.mark.parametrize("command", [c for c in leaves() if c not in OTHERS])
def test_every_command_that_programs_read_has_json_and_is_tried_here(command):
    assert "json" in leaves()[command]
    assert command in {tried for tried, *_ in RUNS}


def test_the_exceptions_are_commands_without_a_format():
    known = leaves()
    assert {command for command in OTHERS if known.get(command) != []} == set()


def objects(schema):
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_a_schema_allows_no_key_that_it_does_not_describe(path):
    name = path.name.split(".")[0]
    document = json.loads(path.read_text())
    assert document["title"] == f"tidings.{name}/1" and document["$id"] == f"urn:tidings:{name}:1"
    assert document["properties"]["schema"] == {"const": f"tidings.{name}/1"}
    # Where names are data, the schema of their values is given.
    assert [one for one in objects(document) if one.get("additionalProperties") in (None, True)] == []
    assert name in {name for *_, name in RUNS} | {"report"}


def test_the_binary_brings_the_schemas(tidings, tmp_path):
    run = tidings("templates", "eject", "schemas", "-o", ".", cwd=tmp_path)
    assert run.status == 0, run.errors
    brought = {path.name: path.read_bytes() for path in (tmp_path / "schemas").iterdir()}
    assert brought == {path.name: path.read_bytes() for path in SCHEMAS.iterdir()}
    assert [path.name for path in tmp_path.iterdir()] == ["schemas"]
    assert tidings("templates", "eject", "schema", "-o", ".", cwd=tmp_path).status == 64


def test_the_manual_names_the_schema_of_every_command():
    text = MANUAL.read_text()
    rows = re.findall(r"^\| `tidings ([a-z -]+)` \| \[([a-z]+)\]\(\S+/\2\.schema\.json\)", text, re.M)
    assert set(rows) == {(command, name) for command, _, name in RUNS}
    without = re.findall(r"^\| ((?:prints|writes|says) [^|]+?) \| (.*) \|$", text, re.M)
    assert {command: why for why, cell in without for command in re.findall("`(.*?)`", cell)} == {
        command: why for command, why in OTHERS.items()}  # fmt: skip


# What the answers say.


def test_a_job_answers_with_the_totals_of_its_report(tidings, desk):
    words = ["mail", EXPORT, *MAIL, "-o", "other", "--report", "report.json", *AT]
    answer = tidings(*words, "--format", "json", cwd=desk).json
    report = json.loads((desk / "report.json").read_text())
    for run in report["runs"]:
        del run["outcomes"]
    shared = set(answer) - {"schema", "rejected", "rejectedRecipients"}
    assert {key: answer[key] for key in shared} == {key: report[key] for key in shared}
    assert answer["rejected"] == len(report["rejected"])
    assert answer["rejectedRecipients"] == len(report["rejectedRecipients"])


def test_a_refused_job_says_so_to_programs_too(tidings, desk):
    run = tidings("mail", EXPORT, *MAIL, "-o", "other", "--max-messages", "1", *AT, "--format", "json", cwd=desk)
    assert run.status == 65 and "more than --max-messages 1" in run.errors
    assert run.json["success"] is False and len(run.json["refused"]) == 1
    assert "more than --max-messages 1" in run.json["failure"]
    assert schema_faults(run.json, "job") == []


@pytest.mark.parametrize("words, said", [
    (["mail", EXPORT, *MAIL, "--preview", "maya-ortiz"], "--as jsonl"),
    (["mail", "-", "-o", "-", "--profile", "rooms", "--from", "d@example.org"], "--format"),
    (["summary", "nothing.json"], "nothing.json"),
])  # fmt: skip
def test_a_failure_is_told_on_standard_error_alone(tidings, desk, words, said):
    run = tidings(*words, *AT, "--format", "json", cwd=desk)
    assert run.status in (64, 66) and run.out == b"" and said in run.errors
