"""The nightly run as a job: what it reports, what stops it, how it goes on after it was killed."""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

import pytest

from harness import BINARY, NOW, ROOT, record, schema_faults

PEOPLE = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(7)]


@pytest.fixture
def night(tidings, tmp_path):
    """Runs `tidings mail` over an export that a test may change."""
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    export = tmp_path / "export.jsonl"

    def run(*arguments, now=NOW, records=300, people="people.json"):
        if records is not None:
            export.write_text("".join(json.dumps(record(n)) + "\n" for n in range(records)) or "[]")
        return tidings(
            "mail", export, "--from", "digest@example.org", "--recipients", tmp_path / people,
            "--first-days", "9", "--now", now, "-o", tmp_path / "outbox", *arguments)  # fmt: skip

    run.export = export
    run.folder = tmp_path
    return run


def tree(folder):
    return {p.relative_to(folder): (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()}


def report(night, *arguments, **options):
    path = night.folder / "report.json"
    run = night("--report", path, *arguments, **options)
    document = json.loads(path.read_text())
    assert schema_faults(document, "report") == [] and path.stat().st_mode & 0o777 == 0o600
    return run, document


def test_the_report_has_an_outcome_for_everybody_and_a_rule_for_what_is_in_no_mail(night):
    run, document = report(night)
    assert run.status == 0, run.errors
    (only,) = document["runs"]
    assert only["counts"] == {"handed over": 7}
    assert {o["recipient"] for o in only["outcomes"]} == {p["id"] for p in PEOPLE}
    assert only["notifications"] == sum(o["notifications"] for o in only["outcomes"])
    # Every record is in a mail or left out by a rule.
    assert only["notifications"] + sum(only["leftOut"].values()) == 300
    assert only["leftOut"]["read"] == 60
    assert [stage["stage"] for stage in document["durations"]] == ["reading", "mail"]
    _, second = report(night, records=None)
    assert second["runs"][0]["counts"] == {"already handed over": 7}


def test_the_metrics_are_prometheus_text_with_every_outcome(night):
    path = night.folder / "tidings.prom"
    night("--metrics", path)
    lines = path.read_text().splitlines()
    sample = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+')
    assert all(line.startswith(("# HELP ", "# TYPE ")) or sample.fullmatch(line) for line in lines)
    assert 'tidings_mail_recipients{stream="digest",outcome="handed over"} 7' in lines
    assert 'tidings_mail_recipients{stream="digest",outcome="failed"} 0' in lines
    assert 'tidings_mail_refused{stream="digest"} 0' in lines
    assert "tidings_export_records 300" in lines
    names = [line.rsplit(" ", 1)[0] for line in lines if not line.startswith("#")]
    assert len(names) == len(set(names))
    # Whoever collects the numbers may read them; they name nobody.
    assert path.stat().st_mode & 0o777 == 0o644 and "user" not in path.read_text()


def test_the_brake_counts_messages_not_recipients(night):
    assert night("--max-messages", "7").status == 0
    # On the next day there is something new for one of the seven.
    late = record(7000, user_id="user-0", scheduled_for="2026-02-09T10:00:00Z", read_at=None)
    night.export.write_text(night.export.read_text() + json.dumps(late) + "\n")
    run = night("--max-messages", "1", now="2026-02-09T15:05:00Z", records=None)
    assert run.status == 0, run.errors


@pytest.mark.parametrize("option, path", [
    ("--report", "nowhere/x"), ("--report", "folder"), ("--report", "/dev/full"), ("--metrics", "nowhere/x"), ("--rejected", "nowhere/x"),
])  # fmt: skip
def test_a_report_that_cannot_be_written_stops_the_run_before_its_first_message(night, option, path):
    (night.folder / "folder").mkdir()
    run = night(option, path if path.startswith("/dev") else night.folder / path)
    assert run.status == 73 and option in run.errors, run.errors
    assert not (night.folder / "outbox").exists()


def test_check_never_empties_what_it_reads(tidings, tmp_path):
    export = tmp_path / "e.json"
    export.write_text(json.dumps([record(1)]))
    run = tidings("check", export, "--rejected", export)
    assert run.status == 64 and "--rejected" in run.errors
    assert json.loads(export.read_text())[0]["id"] == "n-00001"


def test_a_report_that_cannot_be_written_takes_neither_metrics_nor_totals_along(tmp_path):
    """No file may be larger than 100 KB, and the report of 3,000 rejects is."""
    rows = [record(0, user_id="user-1", read_at=None)] + [{**record(n), "scheduled_for": "?"} for n in range(3000)]
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "tidings.yaml").write_text(
        "exports: export.jsonl\nprofile: recruiting-compass\ninbox: {folder: pages}\nreport: report.json\nmetrics: tidings.prom\n")
    run = subprocess.run(
        ["bash", "-c", f"trap '' XFSZ; ulimit -f 100; exec {BINARY} build --format json --now {NOW}"],
        cwd=tmp_path, capture_output=True, text=True, check=False)  # fmt: skip
    assert run.returncode == 74 and "report.json" in run.stderr, run.stderr
    assert not (tmp_path / "report.json").exists() and len(list((tmp_path / "pages").glob("*.html"))) == 1
    assert "tidings_job_success 1" in (tmp_path / "tidings.prom").read_text()
    assert json.loads(run.stdout)["schema"] == "tidings.job/1"


# --- The job as its operator looks at it


@pytest.fixture
def job(tmp_path):
    """The sample's job with a backup, in a folder of its own; answers its file."""
    shutil.copytree(ROOT / "Tests" / "Fixtures" / "sample", tmp_path / "job")
    file = tmp_path / "job" / "tidings.yaml"
    file.write_text(file.read_text().replace("    outbox: outbox\n", "    outbox: outbox\n    backup: copy.ledger\n"))
    return file


def test_a_backup_is_made_by_the_run_that_mails_and_nothing_comes_twice_with_it(tidings, job):
    copy, ledger = job.parent / "copy.ledger", job.parent / "outbox" / "tidings.ledger"
    assert tidings("build", job, "--now", "2026-02-08T15:05:00Z", "--dry-run").status == 0
    assert not copy.exists()
    assert tidings("build", job, "--now", "2026-02-08T15:05:00Z").status == 0
    first = copy.read_bytes()
    assert tidings("build", job, "--now", "2026-02-08T15:06:00Z").status == 0
    assert copy.read_bytes() == first, "a run that mailed nothing leaves the copy as it is"
    for side in ledger.parent.glob("tidings.ledger*"):
        side.unlink()
    ledger.write_bytes(first)
    assert tidings("build", job, "--now", "2026-02-08T16:05:00Z").status == 0
    assert len(list((ledger.parent / "new").iterdir())) == 3
    copy.unlink()
    copy.mkdir()
    refused = tidings("build", job, "--now", "2026-02-08T17:05:00Z")
    assert refused.status == 73 and "the backup" in refused.errors and str(copy) in refused.errors


def test_a_backup_that_lacks_mails_is_made_anew(tidings, job):
    copy, ledger = job.parent / "copy.ledger", job.parent / "outbox" / "tidings.ledger"
    job.write_text(job.read_text().replace("    backup:", "    send-empty: true\n    backup:"))

    def mails(path):
        with contextlib.closing(sqlite3.connect(path)) as database:
            return database.execute("SELECT count(*) FROM deliveries").fetchone()[0]

    assert tidings("build", job, "--now", "2026-02-08T15:05:00Z").status == 0
    first = copy.read_bytes()
    # Mails without notifications, by a run that may have been killed before it made the copy.
    assert tidings("build", job, "--now", "2026-02-09T15:05:00Z").status == 0
    assert mails(copy) == mails(ledger) == 6
    for lacking in (first, b"", first[:5000]):
        copy.write_bytes(lacking)
        assert tidings("build", job, "--now", "2026-02-09T16:05:00Z").status == 0
        assert mails(copy) == 6


def test_check_of_a_job_looks_at_everything_and_writes_nothing(tidings, job):
    before = tree(job.parent)
    run = tidings("check", "--config", job, "--now", "2026-02-08T15:05:00Z")
    assert run.status == 0, run.errors
    assert f"job       {job.parent}/recipients.json: 3 recipients, 3 of them with an address to mail" in run.text
    assert f"job       {job.parent}/outbox: no run of digest yet" in run.text and tree(job.parent) == before
    assert tidings("build", job, "--now", "2026-02-08T15:05:00Z").status == 0
    ledger = job.parent / "outbox" / "tidings.ledger"
    run = tidings("check", "--config", job, "--format", "json", "--now", "2026-02-08T15:06:00Z")
    assert run.status == 0, run.errors
    assert run.json["job"][:2] == [f"{ledger}: whole, 1 run", run.json["job"][1]] and "3 mails wait" in run.json["job"][1]

    database = sqlite3.connect(ledger)
    database.execute("UPDATE mailboxes SET slot = slot + 1 WHERE id = 2")
    database.commit()
    database.close()
    job.write_text(job.read_text() + "unsubscribe:\n  url: https://compass.example/u?r={recipient}&s={signature}\n  secret-from: NO_SECRET\n")
    (job.parent / "recipients.json").write_text('[{"id": "somebody", "email": "somebody@compass.example", "locale": "tlh"}]')
    run = tidings("check", "--config", job, "--now", "2026-02-08T15:05:00Z")
    assert run.status == 3, run.errors
    for words in ("tidings.ledger: it is damaged", "NO_SECRET is not set", "nobody in it is one of the exports' recipients", "no catalogue for tlh"):
        assert sum(words in line for line in run.text.splitlines() if line.startswith("warning ")) == 1, (words, run.text)
    assert tidings("ledger", "status", ledger).status == 65


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_check_of_a_job_as_another_user_says_what_that_one_cannot_write(tidings, job):
    for path in job.parents[:-2]:
        path.chmod(0o755)
    job.write_text(job.read_text().replace("report: report.json\n", "").replace("    backup: copy.ledger\n", ""))
    (job.parent / "outbox").mkdir(mode=0o755)
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", BINARY, "check", "--config", job]
    run = subprocess.run(nobody, capture_output=True, text=True)
    assert run.returncode == 3 and "outbox: it belongs to root" in run.stdout
    assert f"{job.parent}: this user cannot write here, where the job makes" in run.stdout
