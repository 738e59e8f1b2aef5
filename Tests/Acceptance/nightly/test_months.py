"""Months of one stream: monthly digests, urgent mails between them, pauses, and who was forgotten."""

import re

import pytest

from harness import parsed
from one_stream import stream  # noqa: F401  (fixture)


def test_who_is_forgotten_after_an_urgent_mail_does_not_get_it_again(stream, tidings):
    stream.people.append({"id": "maya", "email": "maya@example.org", "urgent": "immediately"})
    stream.add(1, "maya", "2026-01-04")
    assert stream("2026-01-04T07:00:00Z") == {"maya": [1]}
    stream.add(5, "maya", "2026-01-05", "high")
    assert stream("2026-01-05T06:30:00Z") == {"maya": [5]}
    assert tidings("ledger", "forget", stream.outbox, "--recipient", "maya").status == 0
    assert stream("2026-01-05T07:30:00Z") == {}
    stream.add(6, "maya", "2026-01-06")
    assert stream("2026-01-06T07:30:00Z") == {"maya": [6]}


def test_urgent_mails_make_the_next_digest_lose_nothing(stream):
    maya = {"id": "maya", "email": "maya@example.org", "frequency": "monthly", "urgent": "immediately"}
    stream.people.append(maya)
    stream.add(1, "maya", "2025-12-30")
    assert stream("2026-01-01T07:00:00Z") == {"maya": [1]}
    stream.add(2, "maya", "2026-01-02")
    stream.add(105, "maya", "2026-01-05", "high")
    assert stream("2026-01-05T08:00:00Z") == {"maya": [105]}
    maya["pausedUntil"] = "2026-02-02"
    assert stream("2026-02-01T07:00:00Z") == {}
    stream.add(215, "maya", "2026-02-15", "high")
    assert stream("2026-02-15T08:00:00Z") == {"maya": [215]}
    assert stream("2026-02-15T09:00:00Z") == {}
    assert stream("2026-03-01T07:00:00Z") == {"maya": [2]}
    assert stream("2026-03-02T07:00:00Z") == {}


def hundreds(stream, count, day, first):
    for n in range(count):
        stream.add(first + n, f"user-{n}", day)


def test_a_monthly_stream_of_many_is_not_refused(stream):
    stream.people += [{"id": f"user-{n}", "email": f"user-{n}@example.org", "frequency": "monthly"} for n in range(150)]
    # Nobody has had a mail: what is usual is not known yet.
    stream.people += [{"id": "nobody", "email": "nobody@example.org", "frequency": "never"}]
    stream.add(1, "nobody", "2025-12-01")
    assert stream("2025-12-02T07:00:00Z") == {}
    hundreds(stream, 150, "2025-12-20", 1000)
    for month in ("2026-01", "2026-02"):
        assert len(stream(f"{month}-01T07:00:00Z")) == 150
        for day in range(5, 27, 7):
            assert stream(f"{month}-{day:02d}T07:00:00Z") == {}
        hundreds(stream, 150, f"{month}-20", 1000 * (1 + int(month[-2:])))
    # A pause of the whole stream, with its runs: what was usual before it is still usual.
    for day in ("2026-03-01", "2026-03-20", "2026-04-20", "2026-05-20"):
        assert stream(f"{day}T07:00:00Z", "--paused-until", "2026-05-21") == {}
    assert len(stream("2026-06-01T07:00:00Z")) == 150


def test_far_too_many_messages_are_compared_with_the_last_mails(stream):
    stream.people += [{"id": f"user-{n}", "email": f"user-{n}@example.org"} for n in range(151)]
    hundreds(stream, 30, "2026-01-01", 1000)
    assert len(stream("2026-01-01T07:00:00Z")) == 30
    for day in range(2, 31, 4):
        assert stream(f"2026-01-{day:02d}T07:00:00Z") == {}
    hundreds(stream, 151, "2026-03-01", 2000)
    assert stream("2026-03-01T07:00:00Z", status=65) == {}
    assert "more than five times the largest run of the 35 days before the last mails (30)" in stream.errors


@pytest.mark.parametrize("frequency, days, words", [
    ("daily", ("2026-01-04", "2026-01-05", "2026-01-06"), "yesterday"),
    ("daily", ("2026-01-04", "2026-01-07"), "last time"),
    ("weekly", ("2026-01-05", "2026-01-12", "2026-01-19"), "last week"),
    ("monthly", ("2026-01-01", "2026-02-01"), "last time"),
])  # fmt: skip
def test_a_mail_is_compared_with_the_one_before(stream, frequency, days, words):
    stream.people.append({"id": "maya", "email": "maya@example.org", "frequency": frequency})
    number = 0
    for index, day in enumerate(days):
        for _ in range(index + 1):
            number += 1
            stream.add(number, "maya", day)
        assert len(stream(f"{day}T07:00:00Z")["maya"]) == index + 1
        message = parsed(stream.contents[0])
        told = re.findall(r"\d+ more than [a-z ]+", message.get_body(("plain",)).get_content())
        assert told == ([f"1 more than {words}"] if index else [])
