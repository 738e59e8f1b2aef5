"""Every command of the manual that can run is run, and what it says of others is checked."""

import datetime
import json
import os
import re
import shlex
import shutil
import subprocess

import pytest

from console_blocks import commands, examples, replayed
from harness import BINARY, MANUAL, NOW, ROOT, SAMPLE, need
from outboxes import SENDING
from sender_servers import MailServer, MailService

DISTRIBUTION = ROOT / "Sources" / "Distribution"
# The tutorials are run by a module of their own, in the order of their blocks.
PAGES = sorted(MANUAL.glob("*.md"))

JOB = """exports: notifications.json
recipients: recipients.json
{}mail:
  digest: {{from: digest@example.org, outbox: {}, first-days: 7{}}}
"""
SEND_JSONL = """#!/bin/sh
# The sender itself, with the service of this test in place of the one that the manual names.
for argument; do shift; [ "$argument" != https://mail.example/v1/messages ] || argument=$SERVICE; set -- "$@" "$argument"; done
exec {} "$@"
"""


@pytest.fixture(scope="module")
def server():
    need("msmtp")
    running = MailServer(lambda address: "550 5.1.1 there is nobody of that name" if "refused" in address else "250 OK")
    with running.listening() as port:
        yield port


def add_a_fresh_one(export):
    """Adds a notification of just now, for the commands that go by the clock."""
    rows = json.loads(export.read_text())
    now = datetime.datetime.now(datetime.UTC).isoformat()
    rows.append({**rows[0], "id": "fresh", "scheduled_for": now, "created_at": now, "updated_at": now})
    export.write_text(json.dumps(rows))


@pytest.fixture(scope="module")
def service():
    running = MailService(lambda *_: 202)
    with running.listening() as url:
        running.url = url
        yield running


@pytest.fixture(scope="module")
def desks(tmp_path_factory, server, service):
    """For each page, a folder with what its reader has: exports, recipients, jobs, senders."""

    def made(page):
        folder = tmp_path_factory.mktemp(page.stem)
        for sample in SAMPLE.glob("*.json"):
            shutil.copy(sample, folder)
        add_a_fresh_one(folder / "notifications.json")
        for name, content in examples(page).items():
            (folder / name).write_text(content)
        (folder / "nightly.yaml").write_text(JOB.format("report: report.json\nmetrics: tidings.prom\n", "outbox", ""))
        (folder / "service.yaml").write_text(JOB.format("", "service", ", as: jsonl"))
        (folder / "suppressing.yaml").write_text(JOB.format("suppress: suppressed.txt\n", "outbox", ""))
        (folder / "service.url").write_text(service.url)
        tools = folder / "tools"
        tools.mkdir()
        (tools / "tidings").symlink_to(BINARY)
        (tools / "send-maildir").symlink_to(SENDING / "send-maildir")
        (tools / "sendmail").symlink_to(shutil.which("msmtp"))
        (tools / "send-jsonl").write_text(SEND_JSONL.format(SENDING / "send-jsonl"))
        (tools / "send-jsonl").chmod(0o755)
        (folder / ".msmtprc").write_text(
            f"account default\nhost 127.0.0.1\nport {server}\nfrom bounces@example.org\ntls off\nauth off\n")
        (folder / ".msmtprc").chmod(0o600)
        return folder

    folders = {}

    def desk(page, fresh=False):
        if fresh or page not in folders:
            folders[page] = made(page)
        return folders[page]

    return desk


def environment(folder):
    return {
        "PATH": f"{folder / 'tools'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TIDINGS_UNSUBSCRIBE_SECRET": "swordfish",
        "LINK_SECRET": "a secret of more than sixteen bytes",
        "SERVICE": (folder / "service.url").read_text(),
    }


# What the page on ways in shows is tried by a module of its own, with what answers those lines.
RUNNABLE = [(page, command) for page in PAGES if page.stem != "ways-in" for command in commands(page)]


@pytest.mark.parametrize("page, command", RUNNABLE, ids=[f"{p.stem}: {c[:60]}" for p, c in RUNNABLE])
def test_a_command_of_the_manual_works(page, command, desks, tidings):
    for program in ("parallel", "duckdb"):
        if program in command:
            need(program)
    folder = desks(page)
    finished = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment(folder), capture_output=True, timeout=120)  # fmt: skip
    assert finished.returncode == 0, finished.stderr.decode()


@pytest.mark.parametrize("page", [p for p in PAGES if "```console" in p.read_text()], ids=lambda page: page.stem)
def test_a_page_prints_what_it_shows(page, desks):
    text = page.read_text()
    folder = desks(page, fresh=True)
    found = replayed(text, folder, {**environment(folder), "NO_COLOR": "1", "TERM": "xterm"})
    if os.environ.get("TIDINGS_RECORD") == "1" and found != text:
        page.write_text(found)
        pytest.fail("recorded anew: read the difference before you commit it")
    assert found == text


def test_every_page_with_commands_has_some_that_run():
    assert {page.stem for page, _ in RUNNABLE} == {page.stem for page in PAGES} - {
        "README", "SUMMARY", "backup", "changelog", "glossary", "library", "my-app", "refused-inputs", "speed", "three-minutes", "ways-in"}


def test_what_is_published_holds_pages_and_no_secret(tidings, tmp_path):
    need("rsync")
    made = tidings("inbox", SAMPLE / "notifications.json", "--now", NOW, "-o", "pages", cwd=tmp_path)
    assert made.status == 0, made.errors
    secrets = {".tidings-key", ".tidings-pages", ".tidings-run"}
    for name in secrets:
        assert (tmp_path / "pages" / name).stat().st_mode & 0o777 == 0o600
    (command,) = re.findall(r"^rsync .*$", (MANUAL / "pages.md").read_text(), re.M)
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / ".tidings-key").write_text("published by mistake")
    subprocess.run(shlex.split(command)[:-1] + ["host/"], cwd=tmp_path, check=True)
    published = {path.name for path in (tmp_path / "host").iterdir()}
    assert published == {path.name for path in (tmp_path / "pages").iterdir()} - secrets
    assert len(published) == 3


def test_the_job_of_the_sample_makes_three_mails_and_three_pages(tidings, tmp_path):
    shutil.copytree(SAMPLE, tmp_path / "job")
    run = tidings("build", "job/tidings.yaml", "--now", NOW, cwd=tmp_path)
    assert run.status == 0, run.errors
    assert len(list((tmp_path / "job/outbox/new").iterdir())) == 3
    assert len([page for page in (tmp_path / "job/pages").glob("*.html") if page.name != "index.html"]) == 3
    assert f"tidings build job/tidings.yaml --now {NOW}" in (ROOT / "README.md").read_text()
