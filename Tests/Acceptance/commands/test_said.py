"""What runs say of what they did: no more than was done, and no less."""

import json
import re
import sqlite3
import stat
import subprocess

import pytest

from harness import NOW, ROOT, record

SENDERS = sorted(path.name for path in (ROOT / "Sources/Distribution/sending").iterdir())


@pytest.fixture
def folder(tmp_path):
    rows = [
        record(n, id=f"n-{n}", user_id=f"user-{n % 3}", read_at=None, action_url="/offers/7",
               scheduled_for=f"2026-02-08T10:{n:02d}:00Z")
        for n in range(9)
    ]  # fmt: skip
    (tmp_path / "export.json").write_text(json.dumps(rows))
    (tmp_path / "people.json").write_text(
        json.dumps([{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(3)]))
    return tmp_path


def test_digests_in_a_folder_are_counted(tidings, folder):
    def digest():
        return tidings("digest", "export.json", "--now", NOW, "-o", "digests", cwd=folder)

    first = digest()
    assert first.status == 0 and first.text == "3 digests written\n"
    (folder / "export.json").write_text("[]")
    second = digest()
    assert second.status == 0 and second.text == "0 digests written\n"
    assert "digests: 3 digests of earlier runs are still there (user-0.md, …)" in second.errors
    one = tidings("digest", "export.json", "--recipient", "user-1", "--now", NOW, "-o", "digests", cwd=folder)
    assert "still there" not in one.errors


def mail(tidings, folder, *arguments):
    return tidings(
        "mail", "export.json", "--from", "digest@example.org", "--recipients", "people.json",
        "--now", NOW, *arguments, cwd=folder)  # fmt: skip


def test_a_preview_says_which_links_it_dropped(tidings, folder):
    run = mail(tidings, folder, "--preview", "user-1")
    assert run.status == 0 and "3 relative links were left out of the mail" in run.errors


def test_times_of_stages_are_said_to_those_who_ask(tidings, folder):
    assert "reading" not in mail(tidings, folder, "-o", "outbox", "--dry-run").errors
    assert "tidings: reading: 0." in mail(tidings, folder, "-o", "outbox", "--dry-run", "-v").errors


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("sender", SENDERS)
def test_senders_explain_themselves(sender, option):
    run = subprocess.run([ROOT / "Sources/Distribution/sending" / sender, option], capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == ""
    assert f"{sender} --requeue OUTBOX" in run.stdout and "Exit status" in run.stdout


def test_a_secret_of_the_manual_is_its_owners_alone(tmp_path):
    pages = [ROOT / "README.md", *sorted((ROOT / "Sources/Distribution/Manual").rglob("*.md"))]
    found = [line for page in pages for line in page.read_text().splitlines() if re.search(r"openssl rand .*> ", line)]
    assert found
    for line in found:
        name = re.search(r"> *(\S+?)\)?$", line)[1]
        subprocess.run(["sh", "-c", "umask 022; " + line.strip()], cwd=tmp_path, check=True)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, line


def test_a_job_without_addresses_says_where_they_are_named(tidings, folder):
    run = tidings("mail", "export.json", "--from", "digest@example.org", "--now", NOW, "-o", "first", cwd=folder)
    sentence = "nobody has an address, so there is nothing to mail; name a file that has some with "
    assert run.status == 0 and run.errors.count(sentence) == 1 and sentence + "--recipients FILE\n" in run.errors
    assert sentence not in mail(tidings, folder, "-o", "other").errors
    first = tidings("init", cwd=folder)
    assert first.status == 0 and "tidings.yaml is written: set exports, from and recipients" in first.text
    (folder / "export.json").rename(folder / "notifications.json")
    build = tidings("build", "--dry-run", "--now", NOW, cwd=folder)
    assert sentence + "recipients in the configuration file\n" in build.errors, build.errors


def test_a_job_whose_recipients_have_no_address_says_where_to_add_them_once(tidings, folder):
    ids = [f"user-{n}" for n in range(3)]
    (folder / "nobody.json").write_text(json.dumps([{"id": one} for one in ids]))
    (folder / "job.yaml").write_text(
        "exports: export.json\nrecipients: nobody.json\n"
        "mail: {digest: {from: d@example.org, outbox: a}, other: {from: d@example.org, outbox: b}}\n")  # fmt: skip
    sentence = "nobody has an address, so there is nothing to mail; add each recipient's email to nobody.json\n"
    run = tidings("build", "job.yaml", "--now", NOW, cwd=folder)
    assert (run.status, run.errors.count("address")) == (0, 1) and sentence in run.errors, run.errors
    assert run.text.count("no address") == 2
    # Whoever wants no mail needs no address.
    (folder / "nobody.json").write_text(json.dumps([{"id": one, "frequency": "never"} for one in ids]))
    assert "nobody has an address" not in tidings("build", "job.yaml", "--now", NOW, cwd=folder).errors
    (folder / "nobody.json").write_text(json.dumps([{"id": one, "email": f"u{n}@example.org"} for n, one in enumerate(ids)]))
    assert "nobody has an address" not in tidings("build", "job.yaml", "--now", NOW, cwd=folder).errors


def test_a_run_that_the_next_start_finishes_is_reported(tidings, folder):
    """Killed between its last message and its end, as a copy of the ledger and the file tell."""
    arguments = ("-o", "outbox", "--as", "jsonl")
    assert mail(tidings, folder, *arguments).status == 0
    (file,) = (folder / "outbox").glob("digest-*.jsonl")
    (folder / "outbox/tmp").mkdir(exist_ok=True)
    file.rename(folder / "outbox/tmp" / file.name)
    with sqlite3.connect(next((folder / "outbox").glob("*ledger*"))) as ledger:
        ledger.execute("UPDATE runs SET state = 1")
    ledger.close()
    run = mail(tidings, folder, *arguments, "--report", "report.json")
    sentence = ("digest: the run of 2026-02-08T15:05:00Z was interrupted after its last message; it is now complete, "
                "and its 3 mails are handed over")  # fmt: skip
    assert run.status == 0 and sentence in run.errors
    assert sentence in json.loads((folder / "report.json").read_text())["warnings"]
    assert file.exists()
