"""The senders, against servers that refuse, hang, vanish and cut: nothing is lost, nothing comes twice."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from harness import NOW, ROOT, record
from sender_servers import LOOPBACK, MailServer, MailService, free_port

SENDING = ROOT / "Sources" / "Distribution" / "sending"
PEOPLE = 4


@pytest.fixture
def outbox(tidings, tmp_path):
    """Makes an outbox of four mails in a form; `make(form, day)` adds those of another day."""

    def make(form, day=8):
        rows = (record(100 * day + n, user_id=f"user-{n}", read_at=None, scheduled_for=f"2026-02-{day:02d}T06:00:00Z")
                for n in range(PEOPLE))  # fmt: skip
        (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(PEOPLE)]
        (tmp_path / "people.json").write_text(json.dumps(people))
        run = tidings(
            "mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--recipients",
            tmp_path / "people.json", "--as", form, "--now", NOW.replace("-08T", f"-{day:02d}T"),
            "-o", tmp_path / "outbox",
        )  # fmt: skip
        assert run.status == 0, run.errors
        return tmp_path / "outbox"

    return make


def names(folder):
    return sorted(p.name for p in folder.iterdir() if p.is_file()) if folder.is_dir() else []


# --- send-maildir, over msmtp


def sent(outbox, port, *options, timeout=60):
    need("msmtp")
    return subprocess.run(
        [SENDING / "send-maildir", *options, outbox, "msmtp", f"--host={LOOPBACK}", f"--port={port}",
         "--from=digest@example.org", "--auth=off", "--tls=off", "--timeout=20", "-t"],
        capture_output=True, text=True, timeout=timeout,
    )  # fmt: skip


def need(program):
    if shutil.which(program) is None:
        pytest.skip(f"skipped: {program} is not installed")


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
        # Nothing is left to send; what was refused before is not forgotten.
        assert sent(box, port).returncode == 3
        quiet = sent(box, port, "--quiet")
        assert (quiet.returncode, quiet.stderr) == (3, "")


@pytest.mark.parametrize("refuses_recipients", [True, False], ids=["at RCPT", "after DATA"])
def test_one_refused_recipient_keeps_nobody_else_from_their_mail(outbox, refuses_recipients):
    box = outbox("maildir")
    server = MailServer(lambda to: "554 no" if to == "user2@example.org" else "250 OK", refuses_recipients)
    with server.listening() as port:
        assert sent(box, port).returncode == 3
    assert len(server.taken) == 3 and len(names(box / "refused")) == 1 and names(box / "new") == []
    # It can be sent again, and then nothing is left to be told.
    assert subprocess.run([SENDING / "send-maildir", "--requeue", box]).returncode == 0
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
    done = subprocess.run([SENDING / "send-maildir", box, "sh", "-c", "exit 68"], capture_output=True)
    assert done.returncode == 75 and len(names(box / "new")) == 4 and names(box / "refused") == []


def test_a_maildir_that_is_not_there_is_an_error(outbox, tmp_path):
    for place, words in ((tmp_path / "none", "no such outbox"), (tmp_path, "not a Maildir")):
        done = subprocess.run([SENDING / "send-maildir", place, "true"], capture_output=True, text=True)
        assert done.returncode == 66 and words in done.stderr
    box = outbox("maildir")
    for wrong in (["--expire", "soon"], ["--timeout", "0"], ["--fast"]):
        done = subprocess.run([SENDING / "send-maildir", *wrong, box, "true"], capture_output=True)
        assert done.returncode == 64
    assert subprocess.run([SENDING / "send-maildir", box], capture_output=True).returncode == 64
    assert len(names(box / "new")) == 4


def test_two_senders_of_a_maildir_do_not_send_at_once(outbox):
    box = outbox("maildir")
    with open(box / "sending.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run([SENDING / "send-maildir", box, "true"], capture_output=True, text=True)
    assert done.returncode == 75 and "another sender" in done.stderr and len(names(box / "new")) == 4


def age(path, hours):
    then = time.time() - 3600 * hours
    os.utime(path, (then, then))


def test_stale_mail_is_sent_unless_it_is_told_to_expire(outbox):
    box = outbox("maildir")
    old = sorted((box / "new").iterdir())[0]
    age(old, 50)
    done = subprocess.run([SENDING / "send-maildir", "--expire", "2d", box, "true"], capture_output=True, text=True)
    assert done.returncode == 3 and "1 too old" in done.stderr
    assert names(box / "refused" / "expired") == [old.name] and names(box / "new") == []
    # Expired ones are not what --requeue is about.
    assert subprocess.run([SENDING / "send-maildir", "--requeue", box]).returncode == 0
    assert names(box / "new") == []


def test_a_message_whose_name_has_a_line_feed_expires_as_well(outbox):
    box = outbox("maildir")
    old, odd = sorted((box / "new").iterdir())[:2]
    odd = odd.rename(box / "new" / "two\nlines  *")
    age(old, 50)
    age(odd, 50)
    done = subprocess.run([SENDING / "send-maildir", "--expire", "2d", box, "true"], capture_output=True, text=True)
    assert done.returncode == 3 and "2 too old" in done.stderr, done.stderr
    assert names(box / "refused" / "expired") == sorted([old.name, odd.name]) and names(box / "new") == []


def test_a_sender_that_is_ended_keeps_nothing_that_was_taken(outbox, tmp_path):
    box, taken = outbox("maildir"), tmp_path / "taken"
    process = subprocess.Popen([SENDING / "send-maildir", box, "sh", "-c", f"cat >{taken}; sleep 1"])
    while not taken.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.terminate()
    assert process.wait(timeout=20) == 75
    assert len(names(box / "new")) == 3, "the one that was taken, and no other, is gone"


# --- send-jsonl, over HTTP


def posted(outbox, url, *options, timeout=60):
    return subprocess.run(
        [SENDING / "send-jsonl", *options, outbox, url], capture_output=True, text=True, timeout=timeout)


def messages(folder):
    return [json.loads(line) for p in sorted(folder.glob("*.jsonl")) for line in p.read_text().splitlines()]


def test_a_service_that_takes_all_leaves_no_file(outbox, tmp_path):
    box, service = outbox("jsonl"), MailService(lambda *_: 202)
    outbox("jsonl", day=9)
    expected = {message["messageID"]: message for message in messages(box)}
    assert len(expected) == 8
    (tmp_path / "headers").write_text("Authorization: Bearer secret\n")
    with service.listening() as url:
        done = posted(box, url, "--headers", tmp_path / "headers")
    assert (done.returncode, done.stderr) == (0, "")
    assert {key: json.loads(body) for key, body in service.taken.items()} == expected
    assert len(service.requests) == 8
    assert service.headers[0]["Authorization"] == "Bearer secret"
    assert messages(box) == [] and names(box / "sending") == []


def test_a_service_that_refuses_everybody_is_a_status_of_its_own(outbox):
    box = outbox("jsonl")
    waiting = messages(box)
    with MailService(lambda *_: 422).listening() as url:
        done = posted(box, url)
        assert done.returncode == 3 and "422" in done.stderr and "4 lie in" in done.stderr
        assert messages(box) == [] and messages(box / "refused") == waiting
        quiet = posted(box, url, "--quiet")
        assert (quiet.returncode, quiet.stderr) == (3, "")
    assert subprocess.run([SENDING / "send-jsonl", "--requeue", box]).returncode == 0
    assert messages(box) == waiting and messages(box / "refused") == []
    second = MailService(lambda *_: 200)
    with second.listening() as url:
        assert posted(box, url).returncode == 0
    assert len(second.taken) == 4


def faulty(fault, times=1):
    """The second message meets a fault, `times` times."""
    met = []

    def answer(_, message):
        if message["recipient"] != "user-1" or len(met) >= times:
            return 200
        met.append(message)
        return fault

    return answer


TEMPORARY = [408, 429, (429, {"Retry-After": "3600"}), 500, 503, "hang", "reset", "vanish", "cut", 302, 401]


@pytest.mark.parametrize("fault", TEMPORARY, ids=str)
def test_what_a_service_does_not_take_now_waits_and_is_taken_once(outbox, fault):
    box, service = outbox("jsonl"), MailService(faulty(fault, times=2))
    with service.listening() as url:
        done = posted(box, url, "--timeout", "1")
        assert done.returncode == 75 and "<" in done.stderr, done.stderr
        assert len(messages(box)) == 4 and messages(box / "refused") == []
        confirmed = {key for key in service.requests}
        service.answer = lambda *_: 200
        asked = len(service.requests)
        assert posted(box, url).returncode == 0
    # Those that were confirmed are not sent again.
    assert len(service.taken) == 4 and messages(box) == []
    again = service.requests[asked:]
    assert len(again) == len(set(again)) and len(confirmed | set(again)) == 4
    if not isinstance(fault, tuple) and fault not in (302, 401):
        assert len(again) == 1


def test_one_refused_message_keeps_nobody_else_from_theirs(outbox):
    box, service = outbox("jsonl"), MailService(faulty(400))
    with service.listening() as url:
        assert posted(box, url).returncode == 3
        assert posted(box, url).returncode == 3
    assert len(service.taken) == 3 and len(service.requests) == 4
    assert [m["recipient"] for m in messages(box / "refused")] == ["user-1"] and messages(box) == []


def test_a_short_pause_is_waited_for(outbox):
    box, service = outbox("jsonl"), MailService(faulty((429, {"Retry-After": "1"})))
    with service.listening() as url:
        start = time.monotonic()
        assert posted(box, url).returncode == 0
    assert time.monotonic() - start >= 1 and len(service.requests) == 5 and len(service.taken) == 4


def test_a_service_that_is_down_is_asked_five_times_and_no_more(outbox):
    box = outbox("jsonl")
    outbox("jsonl", day=9)
    done = posted(box, f"http://{LOOPBACK}:{free_port()}/")
    assert done.returncode == 75 and done.stderr.count("not sent") == 5 and "8 wait in" in done.stderr
    # Those that were not tried come first, so that five bad ones never stand in everybody's way.
    service = MailService(lambda *_: 500)
    with service.listening() as url:
        assert posted(box, url).returncode == 75
    assert len(set(service.requests)) == 5


def test_a_killed_sender_goes_on_with_what_was_not_confirmed(outbox):
    box = outbox("jsonl")
    outbox("jsonl", day=9)
    service = MailService(lambda number, _: 200 if number <= 3 else "hang")
    with service.listening() as url:
        process = subprocess.Popen([SENDING / "send-jsonl", box, url], stderr=subprocess.DEVNULL)
        while len(service.requests) < 4:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert len(messages(box)) == 8, "no file goes before each of its lines was answered"
        service.answer = lambda *_: 200
        assert posted(box, url).returncode == 0
    assert len(service.taken) == 8 and len(service.requests) == 4 + 5 and messages(box) == []


def test_a_torn_record_costs_one_repetition_and_no_message(outbox):
    box, service = outbox("jsonl"), MailService(lambda number, _: 500 if number == 4 else 200)
    with service.listening() as url:
        assert posted(box, url).returncode == 75
        (torn,) = (box / "sending").iterdir()
        lines = torn.read_bytes().splitlines(keepends=True)
        assert [line.split()[0] for line in lines] == [b"taken"] * 3 + [b"left"]
        torn.write_bytes(b"".join(lines[:2]) + lines[2][:20])
        assert posted(box, url).returncode == 0
    assert len(service.taken) == 4 and len(service.requests) == 6


def test_a_command_makes_what_the_service_wants(outbox):
    need("jq")
    box, service = outbox("jsonl"), MailService(lambda *_: 200)
    with service.listening() as url:
        done = posted(box, url, "--map", "jq -c '{to: [.to], html}'")
        assert done.returncode == 0, done.stderr
        assert all(set(json.loads(body)) == {"to", "html"} for body in service.taken.values())
        again = outbox("jsonl", day=9)
        broken = posted(again, url, "--map", "jq .nothing[")
        assert broken.returncode == 65 and len(messages(again)) == 4
    assert len(service.requests) == 4


def test_a_jsonl_outbox_that_is_not_there_is_an_error(outbox, tmp_path):
    url = f"http://{LOOPBACK}:{free_port()}/"
    for place, words in ((tmp_path / "none", "no such outbox"), (tmp_path, "not an outbox")):
        done = posted(place, url)
        assert done.returncode == 66 and words in done.stderr
    assert "use send-maildir" in posted(outbox("maildir"), url).stderr
    shutil.rmtree(tmp_path / "outbox")
    box = outbox("jsonl")
    for wrong in (["ftp://example.org"], ["http://a b/"], [], [url, "more"]):
        done = subprocess.run([SENDING / "send-jsonl", box, *wrong], capture_output=True)
        assert done.returncode == 64
    with open(box / "sending.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert posted(box, url).returncode == 75
    assert len(messages(box)) == 4


def test_a_stale_file_expires_where_it_is_told_to(outbox):
    box = outbox("jsonl")
    (file,) = box.glob("*.jsonl")
    age(file, 50)
    service = MailService(lambda *_: 200)
    with service.listening() as url:
        assert posted(box, url, "--expire", "2d").returncode == 3
    assert service.requests == [] and messages(box) == [] and len(messages(box / "refused" / "expired")) == 4


def test_lines_that_always_fail_keep_no_other_file_from_being_sent(outbox):
    box = outbox("jsonl")
    outbox("jsonl", day=9)
    bad = {message["messageID"] for message in messages(box)}
    outbox("jsonl", day=10)
    service = MailService(lambda _, message: 500 if message["messageID"] in bad else 200)
    with service.listening() as url:
        assert posted(box, url).returncode == 75 and service.taken == {}
        done = posted(box, url)
    assert done.returncode == 75 and len(service.taken) == 4, done.stderr


OK = b"HTTP/1.1 200 OK\r\n"
ENDLESS = {
    "body": (OK + b"Content-Length: 100000\r\n\r\n", b"x"),
    "header": (OK + b"X: ", b"x"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "hints": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
}


@pytest.mark.parametrize("answer", ENDLESS)
def test_an_answer_that_trickles_is_left_after_the_timeout(outbox, answer):
    box, service = outbox("jsonl"), MailService(lambda number, _: ENDLESS[answer] if number == 1 else 200)
    with service.listening() as url:
        start = time.monotonic()
        done = posted(box, url, "--timeout", "1")
        assert time.monotonic() - start < 5
        assert done.returncode == 75 and "1 wait in" in done.stderr and len(service.taken) == 3, done.stderr


def test_an_informational_answer_comes_before_the_one_that_counts(outbox):
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK + b"Content-Length: 0\r\n\r\n"
    box, service = outbox("jsonl"), MailService(lambda *_: (hints, b""))
    with service.listening() as url:
        done = posted(box, url)
    assert (done.returncode, done.stderr) == (0, "") and len(service.requests) == 4


PAUSES = ["\xb2", "9" * 400, "-1", "1e9", "Wed, 21 Oct 99999 07:28:00 GMT", "Wed, 21 Oct 0001 00:00:00 +2359", " ,", "0" * 5000]


@pytest.mark.parametrize("pause", PAUSES, ids=range(len(PAUSES)))
def test_a_pause_that_is_none_is_a_failure_like_any_other(outbox, pause):
    box, service = outbox("jsonl"), MailService(faulty((429, {"Retry-After": pause})))
    with service.listening() as url:
        done = posted(box, url)
    assert done.returncode in (0, 75) and "Traceback" not in done.stderr, done.stderr
    assert len(service.taken) + len(messages(box)) >= 4
