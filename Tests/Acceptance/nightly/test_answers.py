"""What `ledger why` answers when wishes change, and what a run that was interrupted stays with."""

import contextlib
import json
import sqlite3

from one_stream import stream  # noqa: F401  (fixture)


def maya(stream, **wishes):
    """Gives the one person of a stream other wishes."""
    stream.people[:] = [{"id": "maya", "email": "maya@example.org", **wishes}]


def last(stream):
    """The one stream's answer about the person: its outcome, reason and next time."""
    (answer,) = stream.why("maya")
    return answer["outcome"], answer["reason"], answer.get("next")


def test_a_pause_is_said_while_it_lasts_with_the_end_that_it_has_now(stream):
    stream.add(1, "maya", "2026-01-05")
    for now, end in [("2026-01-05T07:00:00Z", "07"), ("2026-01-05T08:00:00Z", "07"), ("2026-01-05T09:00:00Z", "09")]:
        maya(stream, pausedUntil=f"2026-01-{end}")
        assert stream(now) == {}
        assert last(stream) == (
            "paused", f"paused until 2026-01-{end} 00:00 UTC: the recipients file or the stream says so", f"2026-01-{end}T07:00:00Z")  # fmt: skip
    (answer,) = stream.why("maya")
    (decision,) = answer["decisions"]
    assert decision["runs"] == 3 and decision["until"] == "2026-01-09T00:00:00Z"
    # It is over before the next slot, and nobody has to wait for that to be told.
    assert stream("2026-01-09T05:00:00Z") == {}
    assert last(stream)[0] == "not due"
    assert stream("2026-01-09T07:00:00Z") == {"maya": [1]}


def test_a_pause_that_was_taken_back_is_not_said_any_more(stream):
    stream.add(1, "maya", "2026-01-05")
    maya(stream, pausedUntil="2026-01-20")
    assert stream("2026-01-05T07:00:00Z") == {}
    maya(stream)
    assert stream("2026-01-05T09:00:00Z") == {}
    assert last(stream) == ("not due", "not due: the hour of the next mail has not come", "2026-01-06T07:00:00Z")


def test_who_wants_mail_again_is_not_said_to_want_none(stream):
    stream.add(1, "maya", "2026-01-05")
    for wishes, outcome in [({"frequency": "never"}, "never"), ({"unsubscribed": True}, "unsubscribed")]:
        day = 5 if outcome == "never" else 12
        maya(stream, **wishes)
        for hour in (7, 8):
            assert stream(f"2026-01-{day:02d}T{hour:02d}:00:00Z") == {}
            assert last(stream)[0] == outcome and last(stream)[2] is None
        maya(stream, frequency="weekly")
        assert stream(f"2026-01-{day:02d}T09:00:00Z") == {}
        assert last(stream) == (
            "not due", "not due: the hour of the next mail has not come", f"2026-01-{day + 7}T07:00:00Z")  # fmt: skip


def test_who_was_forgotten_and_came_back_has_one_answer(stream, tidings):
    stream.add(1, "maya", "2026-01-05")
    maya(stream)
    assert stream("2026-01-05T07:00:00Z") == {"maya": [1]}
    assert tidings("ledger", "forget", stream.outbox, "--recipient", "maya").status == 0
    (answer,) = stream.why("maya")
    assert answer["forgotten"]
    assert stream("2026-01-06T07:00:00Z") == {}
    (answer,) = stream.why("maya")
    assert not answer["forgotten"] and answer["outcome"] == "nothing new"
    assert "They were forgotten" not in tidings("ledger", "why", stream.outbox, "maya").text


def test_a_run_that_is_resumed_stays_with_a_pause_that_it_has_decided(stream):
    """The recipients file was changed meanwhile: they want urgent ones at once."""
    stream.add(1, "maya", "2026-01-05", "high")
    maya(stream, pausedUntil="2026-01-20")
    now = "2026-01-05T07:00:00Z"
    assert stream(now) == {}
    # As if it had been killed before its end.
    with contextlib.closing(sqlite3.connect(stream.outbox / "tidings.ledger")) as ledger, ledger:
        assert ledger.execute("UPDATE runs SET state = 0").rowcount == 1
    maya(stream, urgent="immediately")
    report = stream.outbox.parent / "report.json"
    assert stream(now, "--report", report) == {}
    (entry,) = json.loads(report.read_text())["runs"][-1]["outcomes"]
    assert entry["outcome"] == "paused" and entry["until"] == "2026-01-20T00:00:00Z"
    assert stream("2026-01-05T08:00:00Z") == {"maya": [1]}
