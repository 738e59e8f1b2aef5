"""`tidings build` as a nightly job uses it: one file says what is made, one reading makes it."""

import json
import os
import re
import subprocess


from harness import BINARY, NOW, messages, record, schema_faults
from nightly_job import DIGEST, job  # noqa: F401  (a fixture)


def tree(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def with_examples(text, *keys):
    """The file that `init` writes, with the named examples in use; all of them where none is named."""
    lines, active = [], False
    for line in text.splitlines():
        example = re.match(r"( *)#([a-z-]+:.*|  .*)$", line)
        if example and not example[2].startswith(" "):
            active = not keys or example[2].split(":")[0] in keys
        lines.append(example[1] + example[2] if example and active else line)
    return "\n".join(lines) + "\n"


def test_a_nightly_job_from_init_to_outbox_pages_digests_and_report(tidings, job):
    folder = job.folder
    assert tidings("init", cwd=folder).status == 0
    text = (folder / "tidings.yaml").read_text()
    # As it is, it is a job already.
    first = tidings("build", "--now", "2026-02-07T15:05:00Z", cwd=folder)
    assert first.status == 0, first.errors
    assert "no address" in first.text
    keys = ("recipients", "inbox", "digest", "report", "metrics", "first-days", "rejected", "inbox-url")
    (folder / "tidings.yaml").write_text(with_examples(text, *keys))
    run = tidings("build", "--now", NOW, cwd=folder)
    assert run.status == 0, run.errors
    assert "handed over" in run.text and "7 pages written" in run.errors
    assert len(messages(folder / "outbox")) == 7
    assert len(list((folder / "pages").glob("*.html"))) == 7
    assert {p.name for p in (folder / "digests").iterdir()} == {f"user-{n}.html" for n in range(7)}
    report = json.loads((folder / "report.json").read_text())
    assert report["runs"][0]["counts"] == {"handed over": 7}
    assert report["pages"]["written"] == report["digests"] == 7
    assert [stage["stage"] for stage in report["durations"]] == ["reading", "inbox", "digest", "mail digest"]
    metrics = (folder / "tidings.prom").read_text()
    assert "tidings_mail_recipients" in metrics and 'tidings_inbox_pages{state="written"} 7' in metrics
    assert schema_faults(report, "report") == []
    for secret in ("outbox", "digests", "report.json"):
        assert (folder / secret).stat().st_mode & 0o077 == 0
    # A second run at the same time writes nothing but its report.
    before = tree(folder / "outbox" / "new") | tree(folder / "pages") | tree(folder / "digests")
    again = tidings("build", "--now", NOW, cwd=folder)
    assert again.status == 0 and "0 pages written" in again.errors
    assert tree(folder / "outbox" / "new") | tree(folder / "pages") | tree(folder / "digests") == before


def test_every_example_of_init_together_is_a_job(tidings, job):
    folder = job.folder
    tidings("init", cwd=folder)
    # Whoever pauses gets nothing, and `hour` is another word for `hours`: the examples that exclude others.
    text = with_examples((folder / "tidings.yaml").read_text())
    (folder / "tidings.yaml").write_text(re.sub(r"^ *(paused-until|hour):.*\n", "", text, flags=re.M))
    for name in ("profiles", "templates"):
        (folder / name).mkdir()
    (folder / "templates" / "own.partial.md").write_text("Hello\n")
    (folder / "marks.json").write_text('{"schema": "tidings.state/1", "marks": []}')
    (folder / "suppressed.txt").write_text("user3@example.org\n")
    (folder / "users.json").write_text('[{"id": "1", "name": "Ana"}]')
    (folder / "profiles" / "shop.yaml").write_text(
        "name: shop\nmatch: {must: [order]}\nfields: {id: order, time: at, title: title}\n"
        "joins: {user: {file: users, by: buyer}}\n")
    secret = {"TIDINGS_UNSUBSCRIBE_SECRET": "a secret of many bytes"}
    run = tidings("build", "--now", NOW, cwd=folder, env=secret)
    assert run.status == 0, run.errors
    assert "suppressed" in run.text
    assert tidings("build", "--now", NOW, cwd=folder).status == 64


def test_paths_are_relative_to_the_file(tidings, job, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    job(DIGEST + "digest: {folder: digests}\n", "--dry-run")
    run = tidings("build", job.folder / "tidings.yaml", "--now", NOW, cwd=elsewhere)
    assert run.status == 0, run.errors
    assert len(messages(job.folder / "outbox")) == 7 and (job.folder / "digests").is_dir()
    assert not list(elsewhere.iterdir())


def test_two_streams_have_outboxes_ledgers_and_selections_of_their_own(job):
    yaml = DIGEST + (
        "  urgent: {from: urgent@example.org, outbox: urgent, first-days: 9, priorities: [high], types: offer}\n"
    )
    run = job(yaml + "report: report.json\n")
    assert run.status == 0, run.errors
    report = json.loads((job.folder / "report.json").read_text())
    everything, urgent = report["runs"]
    assert [r["stream"] for r in report["runs"]] == ["digest", "urgent"]
    unread = [record(n) for n in range(300) if record(n)["read_at"] is None]
    wanted = [r for r in unread if r["priority"] == "high" and r["type"] == "offer"]
    due = [r for r in wanted if r["scheduled_for"] <= NOW.replace("Z", "+00:00")]
    assert urgent["notifications"] == len(due) > 0
    # What the first stream had is not taken from the second.
    assert everything["notifications"] > urgent["notifications"]
    assert urgent["leftOut"]["not of this stream"] > 0 and "not of this stream" not in everything["leftOut"]
    (address,) = {m["From"].addresses[0].addr_spec for m in messages(job.folder / "urgent")}
    assert address == "urgent@example.org"
    assert not {m["Message-ID"] for m in messages(job.folder / "urgent")} & {
        m["Message-ID"] for m in messages(job.folder / "outbox")
    }
    before = tree(job.folder / "urgent" / "new")
    assert job(None).status == 0 and tree(job.folder / "urgent" / "new") == before


def test_what_was_marked_since_is_in_no_mail_and_not_unread_on_a_page(job):
    unread = [record(n) for n in range(300) if record(n)["read_at"] is None and record(n)["user_id"] == "user-0"]
    marks = [
        {"profile": "recruiting-compass", "recipient": "user-0", "id": r["id"], "mark": "read", "time": NOW}
        for r in unread
    ]
    (job.folder / "marks.json").write_text(json.dumps({"schema": "tidings.state/1", "marks": marks}))
    run = job(DIGEST + "state: marks.json\nreport: report.json\n")
    assert run.status == 0, run.errors
    outcomes = json.loads((job.folder / "report.json").read_text())["runs"][0]["outcomes"]
    assert {o["recipient"]: o["outcome"] for o in outcomes}["user-0"] == "nothing new"


def test_wishes_govern_digests_and_pages(job):
    people = [{"id": "user-0", "minimum_priority": "high", "locale": "de", "time_zone": "Asia/Tokyo"}]
    (job.folder / "recipients.json").write_text(json.dumps(people))
    assert job("digest: {folder: digests, format: json, days: 30}\n").status == 0
    digest = json.loads((job.folder / "digests" / "user-0.json").read_text())
    assert digest["recipient"]["locale"] == "de" and digest["recipient"]["timeZone"] == "Asia/Tokyo"
    assert digest["counts"]["total"] == digest["counts"]["byPriority"]["high"]["total"] > 0
    other = json.loads((job.folder / "digests" / "user-1.json").read_text())
    assert other["counts"]["byPriority"]["low"]["total"] > 0


def test_a_brake_on_one_stream_stops_all_outputs(job):
    yaml = DIGEST + "  few: {from: few@example.org, outbox: few, first-days: 9, max-messages: 3}\ndigest: {folder: d}\n"
    run = job(yaml)
    assert run.status == 65 and "7 messages" in run.errors
    assert not (job.folder / "d").exists()
    assert not (job.folder / "outbox").exists() and not (job.folder / "few").exists()
    assert job(None, "--force").status == 0
    assert len(messages(job.folder / "few")) == len(messages(job.folder / "outbox")) == 7


def test_exit_statuses(tidings, job):
    folder = job.folder
    assert tidings("build", cwd=folder).status == 66
    assert job(DIGEST + "profile: nobody\n").status == 64
    (folder / "other.yaml").write_bytes(b"\xff\xfe")
    assert tidings("build", "other.yaml", cwd=folder).status == 64
    assert job(DIGEST).status == 0
    export = folder / "notifications.json"
    good = export.read_text()
    export.unlink()
    assert job(None).status == 66
    export.write_text(json.dumps([*json.loads(good), {"id": 1}]))
    assert job(DIGEST + "rejected: rejected.jsonl\n", now="2026-02-09T15:05:00Z").status == 3
    assert json.loads((folder / "rejected.jsonl").read_text()) == {"id": 1}
    assert job(DIGEST + "strict: true\n", now="2026-02-10T15:05:00Z").status == 65
    export.write_text(good[:-30])
    assert job(DIGEST, now="2026-02-10T15:05:00Z").status == 65
    assert job(DIGEST + "allow-incomplete: true\n", now="2026-02-10T15:05:00Z").status == 3
    assert job(DIGEST, "--allow-incomplete", now="2026-02-11T15:05:00Z").status == 3
    export.write_text(good)
    (folder / "digests").write_text("a file")
    assert job("digest: {folder: digests}\n").status == 73


def test_a_job_says_a_line_a_stage_less_or_more(job):
    normal = job(DIGEST)
    assert [line for line in normal.errors.splitlines() if "relative links" not in line] == []
    quiet = job(None, "--quiet", now="2026-02-09T15:05:00Z")
    assert quiet.status == 0 and quiet.out == b"" and quiet.errors == ""
    verbose = job(None, "--verbose", now="2026-02-10T15:05:00Z")
    assert "notifications.json: recruiting-compass, 300 records" in verbose.errors
    for stage in ("reading", "mail digest"):
        assert re.search(rf"^tidings: {stage}: \d+\.\d s$", verbose.errors, re.M), verbose.errors
    assert job(None, "--quiet", "--verbose").status == 64


def test_a_feed_that_cannot_be_written_stops_the_job_before_its_mails(job):
    # Pages and feeds are written at the same time, and the mails after both.
    config = DIGEST + "inbox: {folder: pages, plain-names: true}\nfeeds: {folder: feeds, plain-names: true}\n"
    (job.folder / "feeds" / "user-3.atom").mkdir(parents=True)
    done = job(config)
    assert done.status in (73, 74) and "user-3.atom" in done.errors, done.errors
    assert not list(job.folder.glob("outbox/new/*"))
    left = [path.name for name in ("pages", "feeds") for path in (job.folder / name).iterdir() if "tmp" in path.name]
    assert not left
    (job.folder / "feeds" / "user-3.atom").rmdir()
    assert job().status == 0
    assert len(list((job.folder / "outbox" / "new").iterdir())) == len(list((job.folder / "pages").glob("*.html"))) == 7
    assert len(list((job.folder / "feeds").glob("*.atom"))) == 7
    # What became of the pages is told all the same: they are whole.
    (job.folder / "feeds" / "user-4.atom").unlink()
    (job.folder / "feeds" / "user-4.atom").mkdir()
    done = job(None, "--format", "json", "--report", "report.json", now="2026-02-09T15:05:00Z")
    assert done.status in (73, 74) and done.json["success"] is False and "user-4.atom" in done.json["failure"]
    pages = json.loads((job.folder / "report.json").read_text())["pages"]
    assert pages == done.json["pages"] and pages["written"] + pages["unchanged"] == 7


def test_a_reader_who_goes_away_takes_neither_the_status_nor_the_report(job):
    (job.folder / "tidings.yaml").write_text("exports: notifications.json\nrecipients: recipients.json\n" + DIGEST)
    for now, status, success in (("2026-02-08T15:05:00Z", 0, True), ("2036-02-08T15:05:00Z", 65, False)):
        command = [BINARY, "build", "--now", now, "--format", "json", "--report", "report.json"]
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(command, cwd=job.folder, stdout=writing, stderr=subprocess.PIPE, timeout=60)
        os.close(writing)
        assert done.returncode == status, done.stderr
        assert json.loads((job.folder / "report.json").read_text())["success"] is success


def test_pages_and_feeds_do_not_go_back_in_time(job):
    earlier = "2026-02-07T15:05:00Z"
    assert job("inbox: {folder: pages}\nfeeds: {folder: feeds}\n").status == 0
    before = tree(job.folder / "pages") | tree(job.folder / "feeds")
    behind = job(now=earlier)
    assert behind.status == 65 and "correct the clock" in behind.errors, behind.errors
    assert tree(job.folder / "pages") | tree(job.folder / "feeds") == before
    assert job(None, "--force", now=earlier).status == 0
