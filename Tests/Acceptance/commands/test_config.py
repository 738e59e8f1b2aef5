"""`--config FILE`: a command with the options of the nightly job's file."""

import json

import pytest

from harness import NOW, record

YAML = """
exports: export.jsonl
recipients: people.json
time-zone: Pacific/Auckland
locale: de
inbox-url: https://app.example/inbox/{recipient}
brand: {name: The Compass, accent: "#9d174d"}
mail:
  digest: {from: digest@compass.example, outbox: outbox, first-days: 9, hour: 4}
  urgent: {from: urgent@example.org, outbox: urgent, priorities: [high], theme: lean, first-days: 9, hour: 4}
"""


@pytest.fixture
def job(tidings, tmp_path):
    rows = [record(n, user_id="ana", read_at=None) for n in range(30)]
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) or "[]")
    (tmp_path / "people.json").write_text(json.dumps([{"id": "ana", "email": "ana@example.org"}]))
    (tmp_path / "tidings.yaml").write_text(YAML)

    def run(command, *arguments):
        return tidings(command, "--config", tmp_path / "tidings.yaml", "--now", NOW, *arguments)

    run.folder = tmp_path
    return run


@pytest.mark.parametrize("stream", ["digest", "urgent"])
def test_the_preview_is_the_mail_that_the_nightly_job_makes(tidings, job, stream):
    preview = job("mail", "--stream", stream, "--preview", "ana")
    assert preview.status == 0, preview.errors
    assert tidings("build", job.folder / "tidings.yaml", "--now", NOW).status == 0
    folder = {"digest": "outbox", "urgent": "urgent"}[stream]
    (message,) = (job.folder / folder / "new").iterdir()
    assert preview.out == message.read_bytes()


def test_the_command_line_wins_over_the_file(job):
    digest = json.loads(job("digest", "--format", "json").text)
    assert digest["recipient"]["timeZone"] == "Pacific/Auckland" and digest["recipient"]["locale"] == "de"
    other = json.loads(job("digest", "--format", "json", "--time-zone", "Asia/Tokyo", "--locale=en").text)
    assert other["recipient"]["timeZone"] == "Asia/Tokyo" and other["recipient"]["locale"] == "en"
    assert b"From: The Other <digest@compass.example>" in job("mail", "--preview", "ana", "--brand", "The Other").out


def test_a_delivery_goes_where_the_file_says(job):
    assert job("mail").status == 0
    assert len(list((job.folder / "outbox" / "new").iterdir())) == 1
    run = job("mail", "-o", job.folder / "elsewhere", "--stream", "urgent")
    assert run.status == 0 and len(list((job.folder / "elsewhere" / "new").iterdir())) == 1, run.errors


@pytest.mark.parametrize("command", ["summary", "check", "inbox"])
def test_the_exports_of_the_file_are_read_where_none_is_named(job, command):
    run = job(command)
    assert run.status == 0 and run.out, run.errors


def test_a_mistake_in_the_file_is_said_with_its_place(job):
    path = job.folder / "tidings.yaml"
    path.write_text(YAML + "tme-zone: UTC\n")
    run = job("summary")
    assert run.status == 64 and "tidings.yaml:11:" in run.errors and "time-zone" in run.errors
    path.unlink()
    assert job("summary").status == 66
    path.write_text(YAML)
    assert job("mail", "--stream", "nobody", "--preview", "ana").status == 64


def test_exports_may_be_a_pattern_of_files(job):
    parts = [record(n, user_id="ana") for n in range(3)]
    for number, part in zip((10, 2, 1), parts):
        (job.folder / f"feed-{number}.jsonl").write_text(json.dumps(part) + "\n")
    (job.folder / "tidings.yaml").write_text(YAML.replace("export.jsonl", "[feed-*.jsonl, export.jsonl]"))
    sources = [source["file"].split("/")[-1] for source in job("summary", "--format", "json").json["sources"]]
    assert sources == ["feed-1.jsonl", "feed-10.jsonl", "feed-2.jsonl", "export.jsonl"]
    (job.folder / "tidings.yaml").write_text(YAML.replace("export.jsonl", "none-*.jsonl"))
    run = job("summary")
    assert run.status == 66 and "none-*.jsonl: there is no such file" in run.errors, run.errors
    (job.folder / "a[1].jsonl").write_text(json.dumps(parts[0]) + "\n")
    (job.folder / "tidings.yaml").write_text(YAML.replace("export.jsonl", "'a[1].jsonl'"))
    assert job("summary").status == 0
