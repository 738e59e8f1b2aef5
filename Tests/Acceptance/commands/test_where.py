"""`--where NAME=VALUE` chooses by any field, in every command that selects, and in streams."""

import json

import pytest

from harness import NOW

PROFILE = """name: own
fields:
  id: id
  recipient: to
  type: kind
  title: title
  time: at
  actorName: [by.name, by.login]
  actorId: by.id
  subjectName: room
"""

ENVIRONMENTS = ["production", "Production", "staging", None]


def row(number):
    data = {"env": ENVIRONMENTS[number % 4], "level": number % 3, "tags": [["red", "new"], ["blue"], []][number % 3]}
    return {
        "id": f"n{number}", "to": f"u{number % 2}", "kind": ["buildFailed", "BUILD_PASSED"][number % 2], "title": f"Title {number}",
        "at": f"2026-02-08T{number % 15:02d}:00:00Z", "by": {"id": number % 5, "name": f"Person {number % 5}", "login": f"p{number % 5}"},
        "room": None if number % 6 == 0 else f"Room {number % 6}", "data": data, "flag": number % 2 == 0,
    }


ROWS = [row(number) for number in range(120)]


@pytest.fixture(params=["jsonl", "csv"])
def export(tmp_path, request):
    (tmp_path / "own.yaml").write_text(PROFILE)
    if request.param == "jsonl":
        text = "".join(json.dumps(row) + "\n" for row in ROWS)
    else:
        quoted = lambda value: '"' + (value if isinstance(value, str) else "" if value is None else json.dumps(value)).replace('"', '""') + '"'
        text = ",".join(ROWS[0]) + "\n" + "".join(",".join(quoted(value) for value in row.values()) + "\n" for row in ROWS)
    path = tmp_path / f"export.{request.param}"
    path.write_text(text)
    return path


def options(export):
    return ["--profiles", export.parent / "own.yaml", "--profile", "own", "--now", NOW]


def env(row):
    return (row["data"]["env"] or "").lower()


# The conditions, and what they mean in Python.
CASES = [
    (["data.env=production"], lambda row: env(row) == "production"),
    (["data.env!=PRODUCTION"], lambda row: env(row) != "production"),
    (["data.env=production", "data.env=staging"], lambda row: env(row) in ("production", "staging")),
    (["data.env!=production", "data.env!=staging"], lambda row: env(row) == ""),
    (["data.env=production", "data.level=2"], lambda row: env(row) == "production" and row["data"]["level"] == 2),
    (["data.env=production", "actor!=Person 1", "data.level!=0"], lambda row: env(row) == "production" and row["by"]["id"] != 1 and row["data"]["level"]),
    (["data.env="], lambda row: env(row) == ""),
    (["data.env!="], lambda row: env(row) != ""),
    (["data.tags=blue"], lambda row: "blue" in row["data"]["tags"]),
    (["data.tags!=red"], lambda row: "red" not in row["data"]["tags"]),
    (["actor=person 3"], lambda row: row["by"]["id"] == 3),
    (["actor=p3"], lambda row: row["by"]["id"] == 3),
    (["actor=3"], lambda row: row["by"]["id"] == 3),
    (["subject=Room 2"], lambda row: row["room"] == "Room 2"),
    (["subject="], lambda row: row["room"] is None),
    (["type=build_failed"], lambda row: row["kind"] == "buildFailed"),
    (["type=build-passed", "flag=false"], lambda row: row["kind"] == "BUILD_PASSED"),
    (["flag=true"], lambda row: row["flag"]),
    (["title=Title 7"], lambda row: row["title"] == "Title 7"),
    (["title=a=b"], lambda row: False),
    (["by.login=p1"], lambda row: row["by"]["id"] == 1),
]


def where(conditions):
    return [argument for condition in conditions for argument in ("--where", condition)]


@pytest.mark.parametrize("conditions, holds", CASES, ids=[" ".join(case[0]) for case in CASES])
def test_a_digest_has_what_the_conditions_say(tidings, export, conditions, holds):
    wanted = {row["id"] for row in ROWS if holds(row)}
    digest = tidings("digest", export, *options(export), *where(conditions), "--format", "json", "--no-collapse")
    found = {id for line in digest.text.splitlines() for section in json.loads(line)["sections"] for item in section["items"] for id in item["ids"]}
    assert found == wanted, digest.errors
    assert sum(json.loads(line)["counts"]["total"] for line in digest.text.splitlines()) == len(wanted)


@pytest.mark.parametrize("export", ["jsonl"], indirect=True)
@pytest.mark.parametrize("conditions, holds", [CASES[1], CASES[5], CASES[8], CASES[10], CASES[19]], ids=["not", "several", "list", "actor", "="])
def test_every_other_command_chooses_the_same(tidings, export, tmp_path, conditions, holds):
    wanted = {row["id"] for row in ROWS if holds(row)}
    summary = tidings("summary", export, *options(export), *where(conditions), "--format", "json")
    assert summary.status == 0, summary.errors
    assert summary.json["counts"]["total"] == len(wanted)
    feeds = tmp_path / "feeds"
    run = tidings("feed", export, *options(export), *where(conditions), "-o", feeds)
    assert run.status == 0, run.errors
    items = [item for path in feeds.glob("*.json") for item in json.loads(path.read_text())["items"]]
    assert {item["id"].rsplit("/", 1)[1] for item in items} == wanted
    state = tmp_path / "state.json"
    run = tidings("state", "mark", "--as", "read", export, *options(export), *where(conditions), "--all", "--state", state)
    assert run.status == 0, run.errors
    assert {mark["id"] for mark in json.loads(state.read_text())["marks"]} == wanted
    run = tidings("inbox", export, *options(export), *where(conditions), "-o", tmp_path / "pages", "--plain-names")
    assert run.status == 0, run.errors
    pages = "".join(path.read_text() for path in (tmp_path / "pages").glob("*.html"))
    assert {row["id"] for row in ROWS if f">{row['title']}<" in pages} == wanted


def test_a_name_that_no_record_has_is_an_error_that_names_the_nearest(tidings, export):
    run = tidings("summary", export, *options(export), "--where", "data.enf=production")
    assert run.status == 64 and "no record has a value of data.enf" in run.errors and "did you mean data.env?" in run.errors
    run = tidings("summary", export, *options(export), "--where", "actr=Person 1")
    assert run.status == 64 and "did you mean actor?" in run.errors
    for text in ("actor", "=x", "!=x"):
        assert tidings("summary", export, *options(export), "--where", text).status == 64
    # A value that no record has is an answer.
    run = tidings("summary", export, *options(export), "--where", "data.env=nowhere", "--format", "json")
    assert run.status == 0 and run.json["counts"]["total"] == 0


def test_a_field_without_values_is_no_guess_for_itself(tidings, tmp_path):
    (tmp_path / "own.yaml").write_text(PROFILE)
    rows = [{name: value for name, value in row.items() if name != "by"} for row in ROWS[:2]]
    (tmp_path / "export.json").write_text(json.dumps(rows))
    run = tidings("summary", "export.json", "--profiles", "own.yaml", "--profile", "own", "--now", NOW, "--where", "actor=Person 1", cwd=tmp_path)
    assert run.status == 64 and "no record has a value of actor" in run.errors
    assert "did you mean" not in run.errors and "the fields are" in run.errors, run.errors
    (tmp_path / "people.json").write_text(json.dumps([{"id": "u0", "email": "u0@example.org"}]))
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION.format(export="export.json").replace("data.env=p", "actor=p"))
    run = tidings("build", "--now", NOW, cwd=tmp_path)
    assert "no record has a value of actor\n" in run.errors, run.errors


CONFIGURATION = """exports: {export}
profiles: own.yaml
profile: own
recipients: people.json
mail:
  production:
    from: digest@example.org
    outbox: production
    first-days: 30
    as: jsonl
    where: data.env=production
  rest:
    from: digest@example.org
    outbox: rest
    first-days: 30
    as: jsonl
    where: [data.env!=production]
"""


def test_streams_differ_by_a_field_and_nothing_is_in_both_or_in_neither(tidings, export, tmp_path):
    (tmp_path / "people.json").write_text(json.dumps([{"id": f"u{number}", "email": f"u{number}@example.org"} for number in range(2)]))
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION.format(export=export.name))
    run = tidings("build", "--now", NOW, "--report", "report.json", cwd=tmp_path)
    assert run.status == 0, run.errors
    report = json.loads((tmp_path / "report.json").read_text())
    production = sum(env(row) == "production" for row in ROWS)
    counts = {one["stream"]: (one["notifications"], one["leftOut"].get("not of this stream", 0)) for one in report["runs"]}
    assert counts == {"production": (production, len(ROWS) - production), "rest": (len(ROWS) - production, production)}
    again = tidings("build", "--now", "2026-02-09T15:05:00Z", "--report", "report.json", cwd=tmp_path)
    assert again.status == 0, again.errors
    assert [one["notifications"] for one in json.loads((tmp_path / "report.json").read_text())["runs"]] == [0, 0]


def test_mail_with_a_configuration_file_takes_the_streams_conditions(tidings, export, tmp_path):
    (tmp_path / "people.json").write_text(json.dumps([{"id": f"u{number}", "email": f"u{number}@example.org"} for number in range(2)]))
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION.format(export=export.name))
    run = tidings("mail", "--config", "tidings.yaml", "--stream", "production", "--now", NOW, "--report", "r.json", cwd=tmp_path)
    assert run.status == 0, run.errors
    run = json.loads((tmp_path / "r.json").read_text())["runs"][0]
    assert run["notifications"] == sum(env(row) == "production" for row in ROWS)


def test_a_streams_unknown_field_is_a_warning_and_a_broken_condition_an_error(tidings, export, tmp_path):
    (tmp_path / "people.json").write_text(json.dumps([{"id": "u0", "email": "u0@example.org"}]))
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION.format(export=export.name).replace("data.env=p", "data.enf=p"))
    run = tidings("build", "--now", NOW, cwd=tmp_path)
    assert "where of the stream production: no record has a value of data.enf; did you mean data.env?" in run.errors
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION.format(export=export.name).replace("data.env=p", "p"))
    run = tidings("build", "--now", NOW, cwd=tmp_path)
    assert run.status == 64 and "tidings.yaml:11:12" in run.errors and "data.env=production" in run.errors
