"""`send-maildir` against servers that refuse, hang, vanish and cut: nothing is lost, nothing comes twice."""

import fcntl
import os
import shutil
import signal
import subprocess
import time

import pytest

from outboxes import PEOPLE, SENDING, age, names, night, outbox, sender, sent  # noqa: F401  (fixtures)
from sender_servers import MailServer, free_port


def test_a_server_that_takes_all_leaves_an_empty_outbox(outbox):
    box, server = outbox("maildir"), MailServer(lambda _: "250 OK")
    with server.listening() as port:
        done = sent(box, port)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(server.taken) == [f"user{n}@example.org" for n in range(PEOPLE)]
    assert names(box / "new") == names(box / "refused") == []


@pytest.mark.parametrize("refuses_recipients", [True, False], ids=["at RCPT", "after DATA"])
def test_a_server_that_answers_554_to_everybody_is_a_status_of_its_own(outbox, refuses_recipients):
    box = outbox("maildir")
    all_of_them = names(box / "new")
    with MailServer(lambda _: "554 refused", refuses_recipients).listening() as port:
        done = sent(box, port)
        assert done.returncode == 3 and "554 refused" in done.stderr and "4 lie in" in done.stderr
        assert names(box / "new") == [] and names(box / "refused") == all_of_them
        # Nothing is left to send: the status is of this start, and the words are not.
        again = sent(box, port)
        assert again.returncode == 0 and "4 lie in" in again.stderr
        quiet = sent(box, port, "--quiet")
        assert (quiet.returncode, quiet.stderr) == (0, "")


@pytest.mark.parametrize("refuses_recipients", [True, False], ids=["at RCPT", "after DATA"])
def test_one_refused_recipient_keeps_nobody_else_from_their_mail(outbox, refuses_recipients):
    box = outbox("maildir")
    server = MailServer(lambda to: "554 no" if to == "user2@example.org" else "250 OK", refuses_recipients)
    with server.listening() as port:
        assert sent(box, port).returncode == 3
    assert len(server.taken) == 3 and len(names(box / "refused")) == 1 and names(box / "new") == []
    # It can be sent again, and then nothing is left to be told.
    assert sender("send-maildir", "--requeue", box).returncode == 0
    assert len(names(box / "new")) == 1
    second = MailServer(lambda _: "250 OK")
    with second.listening() as port:
        assert sent(box, port).returncode == 0
    assert second.taken == ["user2@example.org"]


@pytest.mark.parametrize("fault", ["451 later", "vanish", "cut"])
def test_what_cannot_be_sent_now_waits_and_is_sent_once(outbox, fault):
    box, server = outbox("maildir"), MailServer(lambda to: fault if "2" in to else "250 OK")
    with server.listening() as port:
        done = sent(box, port)
    assert done.returncode == 75 and "1 wait in" in done.stderr
    assert len(names(box / "new")) == 1 and names(box / "refused") == []
    second = MailServer(lambda _: "250 OK")
    with second.listening() as port:
        assert sent(box, port).returncode == 0
    assert second.taken == ["user2@example.org"] and len(server.taken) == 3


def test_a_server_that_hangs_is_left_after_the_timeout(outbox):
    box = outbox("maildir")
    with MailServer(lambda _: "hang").listening() as port:
        start = time.monotonic()
        done = sent(box, port, "--timeout", "1")
        # Three are tried; the fourth waits without a try.
        assert time.monotonic() - start < 20
    assert done.returncode == 75 and "no answer within 1 seconds" in done.stderr
    assert "4 wait in" in done.stderr and len(names(box / "new")) == 4


def test_a_server_that_is_down_or_has_no_address_refuses_nothing(outbox):
    box = outbox("maildir")
    assert sent(box, free_port()).returncode == 75
    # sysexits.h says EX_NOHOST of both, a recipient's host and the server's own: msmtp means its server's.
    for status in ("1", "68"):
        done = sender("send-maildir", box, "sh", "-c", f"exit {status}")
        assert done.returncode == 75 and len(names(box / "new")) == 4 and names(box / "refused") == []


def test_a_maildir_that_is_not_there_is_an_error(outbox, tmp_path):
    for place, words in ((tmp_path / "none", "no such outbox"), (tmp_path, "not a Maildir")):
        done = sender("send-maildir", place, "true")
        assert done.returncode == 66 and words in done.stderr
    box = outbox("maildir")
    for wrong in (["--expire", "soon"], ["--timeout", "0"], ["--fast"]):
        done = sender("send-maildir", *wrong, box, "true")
        assert done.returncode == 64
    assert sender("send-maildir", box).returncode == 64
    assert len(names(box / "new")) == 4


@pytest.mark.skipif(os.geteuid() != 0, reason="skipped: only root can become somebody else")
def test_who_may_not_remove_a_message_sends_none(outbox, tmp_path):
    box = outbox("maildir")
    for path in (box, *box.parents[:-2]):
        path.chmod(0o755)
    box.chmod(0o777)
    (box / "new").chmod(0o755)
    for message in (box / "new").iterdir():
        message.chmod(0o644)
    tool = tmp_path / "send-maildir"
    shutil.copy(SENDING / "send-maildir", tool)
    taken = tmp_path / "taken"
    taken.write_text("")
    taken.chmod(0o666)
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tool, box, "sh", "-c", f"cat >>{taken}"]
    done = subprocess.run(nobody, capture_output=True, text=True)
    assert done.returncode == 73 and "may not remove" in done.stderr
    assert taken.read_text() == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="skipped: only root can become somebody else")
@pytest.mark.parametrize("tool, form", [("send-maildir", "maildir"), ("send-jsonl", "jsonl")])
def test_root_puts_messages_back_and_the_outbox_stays_its_owners(outbox, tool, form):
    box = outbox(form)
    os.chown(box, 65534, 65534)
    assert sender(tool, "--requeue", box).returncode == 0
    assert (box / "sending.lock").stat().st_uid == 65534


@pytest.mark.skipif(os.geteuid() != 0, reason="skipped: only root can become somebody else")
def test_a_lock_of_somebody_else_is_said(outbox, tmp_path):
    box = outbox("maildir")
    for path in (box, *box.parents[:-2], box / "new"):
        path.chmod(0o777)
    (box / "sending.lock").write_text("")
    (box / "sending.lock").chmod(0o600)
    tool = tmp_path / "send-maildir"
    shutil.copy(SENDING / "send-maildir", tool)
    done = subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tool, box, "true"], capture_output=True, text=True)
    assert done.returncode == 73 and "sending.lock: this user may not write it" in done.stderr


@pytest.mark.parametrize("command", ["nosuch", "./nosuch", "./new", "./text"])
def test_a_command_that_cannot_be_run_is_said_at_once(outbox, command):
    box = outbox("maildir")
    (box / "text").write_text("no program")
    before = names(box / "new")
    for options in [], ["--quiet"]:
        done = subprocess.run(
            [SENDING / "send-maildir", *options, box, command], capture_output=True, text=True, cwd=box, timeout=20)
        assert done.returncode == 64 and f"{command}: there is no such command" in done.stderr
    assert names(box / "new") == before


def test_two_senders_of_a_maildir_do_not_send_at_once(outbox):
    box = outbox("maildir")
    with open(box / "sending.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = sender("send-maildir", box, "true")
    assert done.returncode == 75 and "another sender" in done.stderr and len(names(box / "new")) == 4


def test_stale_mail_expires_where_it_is_told_to_even_if_its_name_has_a_line_feed(outbox):
    box = outbox("maildir")
    old, odd = sorted((box / "new").iterdir())[:2]
    odd = odd.rename(box / "new" / "two\nlines  *")
    age(old, 50)
    age(odd, 50)
    done = sender("send-maildir", "--expire", "2d", box, "true")
    assert done.returncode == 3 and "2 too old" in done.stderr, done.stderr
    assert names(box / "refused" / "expired") == sorted([old.name, odd.name]) and names(box / "new") == []
    # Expired ones are not what --requeue is about.
    assert sender("send-maildir", "--requeue", box).returncode == 0
    assert names(box / "new") == []


@pytest.mark.parametrize(("waiting", "status"), [(PEOPLE, 75), (1, 0)])
def test_a_sender_that_is_ended_keeps_nothing_that_was_taken(outbox, tmp_path, waiting, status):
    box, taken = outbox("maildir"), tmp_path / "taken"
    for name in names(box / "new")[waiting:]:
        (box / "new" / name).unlink()
    process = subprocess.Popen([SENDING / "send-maildir", box, "sh", "-c", f"cat >{taken}; sleep 1"])
    while not taken.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.terminate()
    assert process.wait(timeout=20) == status
    assert len(names(box / "new")) == waiting - 1, "the one that was taken, and no other, is gone"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_sender_that_is_ended_forgets_nobody_who_is_gone(outbox, tmp_path, end):
    box, people = outbox("maildir"), tmp_path / "suppressed.txt"
    # The first is gone, and the second is being sent.
    command = "cat >/dev/null; [ -e first ] || { touch first; exit 67; }; touch second; sleep 1"
    process = subprocess.Popen(
        [SENDING / "send-maildir", "--quiet", "--suppress", people, box, "sh", "-c", command], cwd=tmp_path)
    while not (tmp_path / "second").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(end)
    assert process.wait(timeout=20) == (75 if end == signal.SIGTERM else -signal.SIGKILL)
    if end == signal.SIGKILL:
        assert sender("send-maildir", "--suppress", people, box, "true").returncode == 0
    assert [line.split()[0] for line in people.read_text().splitlines()[1:]] == ["user2@example.org"]
    assert "sending.gone" not in names(box)


def test_three_that_hang_keep_no_other_from_being_tried(outbox):
    box = outbox("maildir")
    hanging = names(box / "new")
    outbox("maildir", day=9)
    command = ["--timeout", "1", box, "sh", "-c", "grep -q '^Date: Sun' || exit 0; exec sleep 20"]
    assert "8 wait" in sender("send-maildir", *command).stderr
    assert sender("send-maildir", *command).returncode == 75
    assert names(box / "new") == hanging
