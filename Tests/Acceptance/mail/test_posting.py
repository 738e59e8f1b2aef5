"""`send-jsonl` against services that refuse, hang, vanish and cut: nothing is lost, nothing comes twice."""

import fcntl
import json
import shutil
import signal
import subprocess
import time

import pytest

from harness import need
from outboxes import SENDING, age, names, night, outbox, sender  # noqa: F401  (fixtures)
from sender_servers import LOOPBACK, MailService, free_port


def posted(outbox, url, *options):
    return sender("send-jsonl", *options, outbox, url)


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
        assert (quiet.returncode, quiet.stderr) == (0, "")
    assert sender("send-jsonl", "--requeue", box).returncode == 0
    assert messages(box) == waiting and messages(box / "refused") == []
    second = MailService(lambda *_: 200)
    with second.listening() as url:
        assert posted(box, url).returncode == 0
    assert len(second.taken) == 4


def test_a_place_without_room_for_records_is_met_before_a_message_is_sent(outbox):
    box, service = outbox("jsonl"), MailService(lambda *_: 200)
    (box / "sending").write_text("")
    with service.listening() as url:
        for _ in range(2):
            assert posted(box, url).returncode == 74
    assert service.requests == [] and len(messages(box)) == 4


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
        assert posted(box, url).returncode == 0
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
        lines = [line for line in torn.read_bytes().splitlines(keepends=True) if line.strip()]
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
        done = sender("send-jsonl", box, *wrong)
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
