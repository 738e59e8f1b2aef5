"""What the senders say where nobody looks, what their status speaks of, and whom they put on the list."""

import json
import os
import re
import time

import pytest

from harness import need
from outboxes import names, night, outbox, sender, sent  # noqa: F401  (fixtures)
from sender_servers import MailServer, MailService, free_port

GONE = "550 5.1.1 there is nobody of that name"


def an_hour_later(box):
    then = time.time() - 3601
    os.utime(box / "sending.lock", (then, then))


def test_one_is_refused_for_good_and_one_for_now(outbox, tmp_path):
    box, people = outbox("maildir"), tmp_path / "suppressed.txt"
    answers = {"user1@example.org": GONE, "user2@example.org": "451 try again later"}
    with MailServer(lambda to: answers.get(to, "250 OK")).listening() as port:
        first = sent(box, port, "--quiet", "--suppress", people)
        said = first.stderr.splitlines()
        assert first.returncode == 75 and len(said) == 3, first.stderr
        waits, refused = sorted(said[:2])
        assert "refused with status 65" in refused and GONE in refused
        assert "not sent with status 69" in waits and "451 try again later" in waits
        assert "1 wait in" in said[2] and "1 lie in" in said[2] and "(1 refused now)" in said[2]
        # What was said is not said every five minutes; the status is what it was.
        second = sent(box, port, "--quiet", "--suppress", people)
        assert (second.returncode, second.stderr) == (75, "")
        an_hour_later(box)
        third = sent(box, port, "--quiet", "--suppress", people)
        assert third.returncode == 75 and "451 try again later" in third.stderr and GONE not in third.stderr
        answers.clear()
        last = sent(box, port, "--quiet", "--suppress", people)
        assert (last.returncode, last.stderr) == (0, "")
    (line,) = [line for line in people.read_text().splitlines() if not line.startswith("#")]
    assert re.fullmatch(rf"user1@example\.org  # \d{{4}}-\d\d-\d\d {GONE}", line)


def test_the_job_reads_the_list_that_a_sender_writes(outbox, tidings, tmp_path):
    box, people = outbox("maildir"), tmp_path / "suppressed.txt"
    with MailServer(lambda to: GONE if "user1" in to else "250 OK", True).listening() as port:
        assert sent(box, port, "--quiet", "--suppress", people).returncode == 3
        outbox("maildir", day=9)
        people.write_text(people.read_text().rstrip("\n"))
        assert sent(box, port, "--quiet", "--suppress", people).returncode == 3
    assert people.read_text().count("user1@example.org") == 1
    run = tidings(
        "mail", "export.jsonl", "--from", "digest@example.org", "--recipients", "people.json", "--suppress", people,
        "--now", "2026-02-10T15:05:00Z", "-o", "other", "--dry-run", "--report", "report.json", cwd=tmp_path)  # fmt: skip
    assert run.status == 0, run.errors
    outcomes = json.loads((tmp_path / "report.json").read_text())["runs"][0]["outcomes"]
    assert [one["recipient"] for one in outcomes if one["outcome"] == "suppressed"] == ["user-1"]


@pytest.mark.parametrize("reply, at_recipient, is_gone", [
    (GONE, False, True), ("550 5.1.10 null MX", True, True), ("550 no such user", True, True),
    ("550 no such user", False, False), ("550 5.7.1 blocked", True, False),
    ("550 5.1.8 bad sender's system", True, False), ("552 5.3.4 message too big", False, False),
    ("554 refused", True, False),
])  # fmt: skip
def test_only_who_is_gone_comes_on_the_list(outbox, tmp_path, reply, at_recipient, is_gone):
    box, people = outbox("maildir"), tmp_path / "suppressed.txt"
    with MailServer(lambda to: reply if "user1" in to else "250 OK", at_recipient).listening() as port:
        assert sent(box, port, "--quiet", "--suppress", people).returncode == 3
    assert len(names(box / "refused")) == 1
    assert ("user1@example.org" in people.read_text()) == is_gone


def test_a_server_for_which_everybody_is_gone_puts_nobody_on_the_list(outbox, tmp_path):
    box, people = outbox("maildir"), tmp_path / "suppressed.txt"
    with MailServer(lambda _: GONE, True).listening() as port:
        done = sent(box, port, "--quiet", "--suppress", people)
    assert done.returncode == 3 and "4 addresses are said to be gone, and 0 mails were taken" in done.stderr
    assert "@" not in people.read_text()


@pytest.mark.parametrize("to, written", [
    ("Ana Li <ana@example.org>", "ana@example.org"),
    ("=?utf-8?q?J=C3=BCrgen?=\n <juergen@example.org>", "juergen@example.org"),
    ("o'brien+x@example.org\r", "o'brien+x@example.org"), ('"a b"@example.org', None), ("#ana@example.org", None),
    ("jürgen@example.org", None),
])  # fmt: skip
def test_an_address_comes_on_the_list_as_lists_have_it(tmp_path, to, written):
    box, people = tmp_path / "box", tmp_path / "suppressed.txt"
    (box / "new").mkdir(parents=True)
    (box / "new" / "1").write_bytes(f"From: a@example.org\nTo: {to}\nSubject: To: b@example.org\n\nTo: c@example.org\n".encode())
    done = sender("send-maildir", "--quiet", "--suppress", people, box, "sh", "-c", "exit 67")
    assert done.returncode == 3
    listed = [line.split("  #")[0] for line in people.read_text().splitlines() if line[0] != "#"]
    assert listed == ([written] if written else [])
    assert ("for a person to add" in done.stderr) == (written is None)


def test_a_list_that_cannot_be_written_is_said_before_anything_is_sent(outbox, tmp_path):
    box = outbox("maildir")
    done = sender("send-maildir", "--suppress", tmp_path / "none" / "list", box, "true")
    assert done.returncode == 73 and "cannot be written" in done.stderr and len(names(box / "new")) == 4


class Locked(MailServer):
    """A mail server that knows nobody's password."""

    def __init__(self):
        super().__init__(lambda _: "250 OK")
        self.logins = 0

    def options(self):
        from aiosmtpd.smtp import AuthResult

        def refused(*_):
            self.logins += 1
            return AuthResult(success=False, handled=False)

        return {"authenticator": refused, "auth_require_tls": False, "auth_required": True}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_wrong_password_is_said_once_and_refuses_nobody(outbox):
    box, server = outbox("maildir"), Locked()
    login = ("--auth=plain", "--user=me", "--passwordeval=echo wrong")
    with server.listening() as port:
        first = sent(box, port, "--quiet", msmtp=login)
        assert first.returncode == 75 and "authentication failed" in first.stderr, first.stderr
        assert "4 wait in" in first.stderr and server.logins == 1, "no further mail tries the same password"
        second = sent(box, port, "--quiet", msmtp=login)
        assert (second.returncode, second.stderr) == (75, "")
        # Another fault is news, however soon.
        other = sent(box, free_port(), "--quiet", msmtp=login)
        assert other.returncode == 75 and "Connection refused" in other.stderr
        # A server that wants a login refuses the envelope sender, and no message.
        without = sent(box, port, "--quiet")
        assert without.returncode == 75 and "Authentication required" in without.stderr
    assert len(names(box / "new")) == 4 and names(box / "refused") == []


def test_a_missing_msmtprc_is_said_though_it_is_quiet(outbox, tmp_path):
    need("msmtp")
    box = outbox("maildir")
    done = sender("send-maildir", "--quiet", box, "msmtp", "-t", env={**os.environ, "HOME": str(tmp_path)})
    assert done.returncode == 75 and "no configuration file available" in done.stderr
    assert done.stderr.count("not sent") == 1 and "4 wait in" in done.stderr


def test_a_service_that_takes_nothing_is_said_once_though_it_is_quiet(outbox):
    box = outbox("jsonl")
    send = ["send-jsonl", "--quiet", box]
    answers = {"user-1": 422, "user-2": 503}
    with MailService(lambda _, message: answers.get(message["recipient"], 200)).listening() as url:
        runs = [sender(*send, url) for _ in range(2)]
        assert [run.returncode for run in runs] == [75, 75]
        assert "not sent" in runs[0].stderr and "503" in runs[0].stderr and "422" in runs[0].stderr
        assert "1 wait in" in runs[0].stderr and runs[1].stderr == ""
        an_hour_later(box)
        third = sender(*send, url)
        assert third.returncode == 75 and "503" in third.stderr
        answers["user-2"] = 401
        other = sender(*send, url)
        assert other.returncode == 75 and "401" in other.stderr
        answers.clear()
        last = sender(*send, url)
        assert (last.returncode, last.stderr) == (0, "")
