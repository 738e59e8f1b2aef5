"""Every command of the manual that can run is run, and what it says of others is checked."""

import datetime
import email
import email.policy
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import base64

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from console_blocks import commands, examples, replayed
from harness import BINARY, NOW, ROOT, record
from sender_servers import MailService, free_port


DISTRIBUTION = ROOT / "Sources" / "Distribution"
MANUAL = DISTRIBUTION / "Manual"
# The tutorials are run by a module of their own, in the order of their blocks.
PAGES = sorted(MANUAL.glob("*.md"))
SAMPLE = ROOT / "Tests" / "Fixtures" / "sample"

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


class Server:
    """A mail server that keeps what it gets."""

    def __init__(self):
        self.messages = []

    async def handle_DATA(self, server, session, envelope):
        if any("refused" in address for address in envelope.rcpt_tos):
            return "550 5.1.1 there is nobody of that name"
        self.messages.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"


@pytest.fixture(scope="module")
def server():
    controller = pytest.importorskip("aiosmtpd.controller", reason="skipped: no aiosmtpd")
    if shutil.which("msmtp") is None:
        pytest.skip("skipped: no msmtp")
    handler = Server()
    running = controller.Controller(handler, hostname="127.0.0.1", port=0)
    # Any free port: the controller itself asks for a fixed one.
    running.port = free_port()
    running.start()
    handler.port = running.port
    yield handler
    running.stop()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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
        (tools / "send-maildir").symlink_to(DISTRIBUTION / "sending" / "send-maildir")
        (tools / "sendmail").symlink_to(shutil.which("msmtp"))
        (tools / "send-jsonl").write_text(SEND_JSONL.format(DISTRIBUTION / "sending" / "send-jsonl"))
        (tools / "send-jsonl").chmod(0o755)
        (folder / ".msmtprc").write_text(
            f"account default\nhost 127.0.0.1\nport {server.port}\nfrom bounces@example.org\ntls off\nauth off\n"
        )
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
        if program in command and shutil.which(program) is None:
            pytest.skip(f"skipped: {program} is not installed")
    folder = desks(page)
    finished = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment(folder), capture_output=True, timeout=120,
    )  # fmt: skip
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


# What the pages say that no command shows.


def job(tidings, folder, outbox):
    """The messages that the sample's job leaves in its outbox."""
    (folder / "tidings.yaml").write_text(JOB.format("", outbox, ""))
    for sample in SAMPLE.glob("*.json"):
        shutil.copy(sample, folder)
    run = tidings("build", "--now", NOW, cwd=folder)
    assert run.status == 0, run.errors
    return sorted((folder / outbox / "new").iterdir())


def test_every_message_arrives_once_and_the_outbox_is_empty(tidings, tmp_path, server, desks):
    page = MANUAL / "sending.md"
    waiting = job(tidings, tmp_path, "outbox")
    ids = {email.message_from_bytes(p.read_bytes())["Message-ID"] for p in waiting}
    before = len(server.messages)
    shutil.copy(desks(page) / ".msmtprc", tmp_path)
    send = [DISTRIBUTION / "sending" / "send-maildir", tmp_path / "outbox", "msmtp", "-t"]
    env = {**environment(desks(page)), "HOME": str(tmp_path)}
    for _ in range(2):
        assert subprocess.run(send, env=env, capture_output=True).returncode == 0
    arrived = server.messages[before:]
    assert len(arrived) == len(ids) > 0 and {m["Message-ID"] for m in arrived} == ids
    assert not list((tmp_path / "outbox" / "new").iterdir())
    # The ledger remembers: nothing is made again.
    assert tidings("build", "--now", NOW, cwd=tmp_path).status == 0
    assert not list((tmp_path / "outbox" / "new").iterdir())


@pytest.mark.parametrize(
    "status, left, refused, answer", [("0", 0, 0, 0), ("67", 0, 1, 3), ("75", 1, 0, 75), ("1", 1, 0, 75)]
)
def test_what_cannot_be_sent_stays_and_what_is_refused_is_put_aside(tmp_path, status, left, refused, answer):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "1.tidings").write_text("a message")
    run = subprocess.run(
        [DISTRIBUTION / "sending" / "send-maildir", tmp_path, "sh", "-c", f"cat >/dev/null; exit {status}"],
        capture_output=True,
    )
    assert run.returncode == answer
    assert len(list((tmp_path / "new").iterdir())) == left
    assert len(list(tmp_path.glob("refused/*"))) == refused


def test_a_second_sender_leaves_the_outbox_to_the_first(tmp_path):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "1.tidings").write_text("a message")
    send = DISTRIBUTION / "sending" / "send-maildir"
    inner = subprocess.run([send, tmp_path, send, tmp_path, "true"], capture_output=True, text=True)
    assert inner.returncode == 75 and "another sender" in inner.stderr
    assert len(list((tmp_path / "new").iterdir())) == 1


def signed_fields():
    """The list of fields as the page gives it."""
    (configured,) = re.findall(r"^SignHeaders (.*)$", (MANUAL / "signing-and-unsubscribing.md").read_text(), re.M)
    return configured.split(",")


def test_the_documented_fields_can_be_signed_and_cover_unsubscribing(tidings, tmp_path):
    dkim = pytest.importorskip("dkim", reason="skipped: no dkimpy")
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    public = private.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
    fields = [name.lower().encode() for name in signed_fields()]
    (first, *_) = [path.read_bytes() for path in job(tidings, tmp_path, "outbox") if b"one-click" in path.read_bytes().lower()]
    message = first.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    present = {name.lower().encode() for name in email.message_from_bytes(message).keys()}
    assert {b"list-unsubscribe", b"list-unsubscribe-post"} <= present & set(fields)
    signature = dkim.sign(message, b"s", b"example.org", pem, include_headers=[f for f in fields if f in present])
    lookup = lambda name, timeout=5: record
    assert dkim.verify(signature + message, dnsfunc=lookup)
    changed = message.replace(b"List-Unsubscribe-Post: List", b"List-Unsubscribe-Post: Lost")
    assert not dkim.verify(signature + changed, dnsfunc=lookup)


# The pages on a host.


def test_what_is_published_holds_pages_and_no_secret(tidings, tmp_path):
    if shutil.which("rsync") is None:
        pytest.skip("skipped: no rsync")
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
