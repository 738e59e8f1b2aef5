"""`tidings mail - -o -`: the form for engines, by the protocol `tidings.filter/1`."""

import json
import os
import random
import re
import subprocess
from datetime import date, timedelta

import pytest

from filter_streams import END, OPTIONS, ask, command, group, groups, line, people, records
from harness import NOW, record

DAY_TWO = NOW.replace("-08T", "-09T")


@pytest.fixture
def plain(tidings, tmp_path):
    """Plain runs into one outbox; each gives its messages and outcomes."""
    (tmp_path / "people.json").write_text(json.dumps(people()))
    known = set()

    def run(rows, now=NOW):
        (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        made = tidings("mail", tmp_path / "export.jsonl", *OPTIONS, "--recipients",
                       tmp_path / "people.json", "-o", tmp_path / "out", "--now", now, "--force",
                       "--report", tmp_path / "report.json")  # fmt: skip
        assert made.status in (0, 3), made.errors
        report = json.loads((tmp_path / "report.json").read_text())["runs"][-1]
        lines = {one for path in (tmp_path / "out").glob("*.jsonl") for one in path.read_bytes().splitlines()}
        new = lines - known
        known.update(new)
        return {json.loads(one)["recipient"]: one for one in new}, {one["recipient"]: one for one in report["outcomes"]}

    return run


def same_outcomes(answers, outcomes):
    """Whether each answer says what the report of the plain run says."""
    assert answers.outcomes == {name: one["outcome"] for name, one in outcomes.items()}
    for name, one in outcomes.items():
        answer = answers.answers[name]
        assert answer["notifications"] == one.get("notifications", 0)
        assert answer["leftOut"] == one.get("leftOut", {})
        for member in ("until", "address"):
            assert answer.get(member) == one.get(member)
        if "next" in one:
            assert answer["next"] == one["next"]


def test_messages_and_outcomes_are_those_of_the_plain_run(plain):
    rows = records(range(1, 9))
    messages, outcomes = plain(rows)
    answers = ask([*groups(people(), rows), END])
    assert answers.messages == messages and len(messages) > 20
    same_outcomes(answers, outcomes)
    assert len(set(answers.outcomes.values())) > 7
    assert answers.begin["protocol"] == 1
    end = answers.end
    assert end["answers"] == len(answers.answers) and end["messages"] == len(messages)
    assert end["records"] == len(rows) and end["rejected"] == 0
    assert sum(end["outcomes"].values()) == end["answers"]
    assert end["cpu"] > 0 and end["peak"] > 1 << 20


def test_the_second_day_from_books_is_the_second_day_from_the_ledger(plain):
    first, second = records(range(1, 9)), records(range(1, 10))
    plain(first)
    messages, outcomes = plain(second, now=DAY_TWO)
    books = ask([*groups(people(), first), END]).books
    answers = ask([*groups(people(), second, books), END], now=DAY_TWO)
    assert answers.messages == messages and len(messages) > 20
    same_outcomes(answers, outcomes)
    # A third day, with the books of both, twice and in any order.
    third = records(range(1, 11))
    day = NOW.replace("-08T", "-10T")
    messages, outcomes = plain(third, now=day)
    both = {name: [*books[name], *answers.books[name]] for name in books}
    once = ask([*groups(people(), third, both), END], now=day)
    assert once.messages == messages
    same_outcomes(once, outcomes)
    chance = random.Random(7)
    for name in both:
        both[name] *= 2
        chance.shuffle(both[name])
    assert ask([*groups(people(), third, both), END], now=day).body == once.body
    # The newest book has all but the older hashes.
    assert all(answers.books[name][0]["horizon"] == books[name][0]["horizon"] for name in books)


def test_an_hour_later_there_is_no_mail_and_next_says_when_there_is(plain):
    rows = records(range(1, 9))
    first = ask([*groups(people(), rows), END])
    later = ask([*groups(people(), rows, first.books), END], now="2026-02-08T16:05:00Z")
    assert not later.messages
    for name, answer in first.answers.items():
        if answer["next"] > "2026-02-08T16:05:00Z" and answer["outcome"] == "handed over":
            assert later.answers[name]["outcome"] == "already handed over"
    # Asked a second before `next` there is nothing; from is never after what is mailed.
    assert all(answer["from"] <= answer["next"] for answer in first.answers.values())


def test_any_split_of_the_stream_equals_the_whole():
    rows = records(range(1, 9))
    parts = groups(people(), rows)
    whole = ask([*parts, END], "--jobs", "1")
    for cut in (1, 7, len(parts) - 1):
        left, right = ask([*parts[:cut], END]), ask([*parts[cut:], END])
        assert left.body + right.body == whole.body
        assert left.begin == right.begin == whole.begin
    assert ask([*parts, END], "--jobs", "3").body == whole.body
    assert ask([*parts, END], "--jobs", "2", pieces=3).body == whole.body
    shuffled = parts[:]
    random.Random(1).shuffle(shuffled)
    assert sorted(ask([*shuffled, END]).lines[1:-1]) == sorted(whole.lines[1:-1])


def test_one_element_a_person_says_the_same_as_lines():
    rows = records(range(1, 9))
    first = ask([*groups(people(), rows), END])
    second = records(range(1, 10))
    by_lines = ask([*groups(people(), second, first.books), END], now=DAY_TWO)
    by_person = {}
    for row in second:
        by_person.setdefault(row["user_id"], []).append(row)
    known = {person["id"]: person for person in people()}
    elements = [
        line("recipient", recipient=known.get(name, {"id": name}), books=first.books[name],
             notifications=by_person.get(name, []))
        for name in by_lines.answers
    ]  # fmt: skip
    assert ask([*elements, END], now=DAY_TWO).body == by_lines.body


def test_the_fingerprint_is_of_what_the_answers_depend_on(tmp_path):
    def print_of(*arguments, now=NOW):
        return ask(END, *arguments, now=now).begin["fingerprint"]

    base = print_of("--jobs", "1")
    assert print_of("--jobs", "2") == print_of() == base
    assert print_of(now=DAY_TWO) != base and print_of("--brand", "x") != base
    suppress = tmp_path / "suppress.txt"
    suppress.write_text("a@example.org\n")
    one = print_of("--suppress", suppress)
    suppress.write_text("b@example.org\n")
    assert print_of("--suppress", suppress) != one


def test_the_list_of_those_who_get_none_may_be_a_pipe(tmp_path):
    def print_of(text):
        os.mkfifo(pipe := tmp_path / "suppress")
        with subprocess.Popen(["tee", pipe], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as writer:
            writer.stdin.write(text)
            writer.stdin.close()
            answers = ask([*groups(people(9), records(range(1, 9))), END], "--suppress", pipe)
        pipe.unlink()
        assert "suppressed" in answers.outcomes.values()
        return answers.begin["fingerprint"]

    assert print_of(b"u0@example.org\nu1@example.org\n") != print_of(b"u0@example.org\nu2@example.org\n")


# --- What cannot be answered


def test_a_configuration_from_a_pipe_is_refused_because_it_is_read_twice(tmp_path):
    os.mkfifo(pipe := tmp_path / "tidings.yaml")
    with subprocess.Popen(["tee", pipe], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as writer:
        writer.stdin.write(b"exports: export.json\nmail: {digest: {from: d@example.org, outbox: out}}\n")
        writer.stdin.close()
        answers = ask(END, "--config", pipe, status=64)
    assert "tidings.yaml twice, and it is no plain file" in answers.errors


def test_a_torn_stream_is_refused_and_its_last_group_is_not_answered():
    rows = records(range(1, 9))
    parts = groups(people(9), rows)
    whole = ask([*parts, END])
    torn = ask(parts, status=65)
    assert "ended without" in torn.errors and torn.end is None
    assert list(torn.answers) == list(whole.answers)[:-1]
    assert whole.body.startswith(torn.body)
    stream = b"".join([*parts, END])
    for cut in random.Random(5).sample(range(len(stream) - 2), 12):
        part = ask(stream[:cut], status=65)
        assert part.end is None and whole.body.startswith(part.body)
    # Only the last line feed may be missing.
    assert ask(stream[:-1]).body == whole.body
    assert ask(b"", status=65).begin


@pytest.mark.parametrize(("lines", "message"), [
    ([group({"id": "a"}, []), group({"id": "b"}, []), group({"id": "a"}, [])], "line 3: a already had a group"),
    ([b'{"id":"n-1"}\n'], "line 1: no recipient precedes it"), ([line("book", book={})], "line 1: no recipient precedes it"),
    ([group({"id": "a"}, [b'{"tidings":"later"}\n'])], "line 2: there is no control line later"),
    ([group({"id": "a"}, [b'{"tidings":"book","book":{}\n'])], "line 2: the control line is damaged"),
    ([group({"id": "a"}, [], [{"stream": "digest"}])], "line 2: the book is not one from an answer"),
    ([group({"email": "a@example.org"}, [])], "line 1: the recipient has no id"),
    ([END, b"x"], "line 2: the end line precedes it"),
    ([b'{"tidings":"recipient"}\n'], "line 1: the control line is damaged"),
    ([group({"id": "a"}, [line("record", profile="nope", record={})])], "line 2: there is no profile nope"),
])  # fmt: skip
def test_what_breaks_the_protocol_ends_the_filter_with_the_line(lines, message):
    refused = ask([*lines, END], status=65)
    assert message in refused.errors and refused.end is None


def test_what_precedes_a_fault_is_answered_with_any_number_of_workers():
    parts = groups(people(9), records(range(1, 9)))
    for jobs in ("1", "3"):
        refused = ask([*parts, parts[0], END], "--jobs", jobs, status=65)
        assert len(refused.answers) == len(parts)


@pytest.mark.parametrize(
    "arguments",
    [["--recipients", "p.json"], ["--ledger", "l"], ["--report", "r"], ["--state", "s.json"],
     ["--max-messages", "5"], ["--max-age", "2d"], ["--force"], ["--as", "eml"],
     ["--rejected", "r"], ["--dry-run"], ["--recipient", "u"], ["--profile", "nope"]])  # fmt: skip
def test_what_is_the_callers_business_is_refused(arguments, tmp_path):
    (tmp_path / "s.json").write_text('{"schema":"tidings.state/1","marks":[]}')
    process = subprocess.run([*command(), *arguments], input=END, capture_output=True, cwd=tmp_path)
    assert process.returncode == 64 and not process.stdout, process.stderr
    if arguments[0] not in ("--as", "--profile"):
        assert f"leave {arguments[0]} out: the program that feeds the filter does this itself" in process.stderr.decode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.json"]


@pytest.mark.parametrize(
    ("option", "line"), [("--recipients", "recipients: p.json"), ("--state", "state: [s.json]"), ("--strict", "strict: true")])
def test_what_only_the_configuration_file_asks_for_is_refused_by_its_name(option, line, tmp_path):
    (tmp_path / "tidings.yaml").write_text(f"exports: ['-']\n{line}\nmail: {{digest: {{from: d@example.org, outbox: out}}}}\n")
    process = subprocess.run([*command(), "--config", "tidings.yaml"], input=END, capture_output=True, cwd=tmp_path)
    assert process.returncode == 64 and not process.stdout, process.stderr
    assert f"leave {option} out, and remove it from tidings.yaml: the program" in process.stderr.decode()


def test_what_records_call_their_types_is_in_the_mails(tidings, tmp_path):
    """As in a plain run; whatever the groups before a mail call theirs."""
    (tmp_path / "shop.yaml").write_text("name: shop\nfields: {id: id, recipient: user, time: at, type: code, title: title, typeLabel: kind}\n")
    kinds = {"ana": [("abc_def", "Own label")], "ben": [("abc_def", None), ("xyz_w", "Other\nlabel")], "cem": [("abc_def", "Third label")]}
    rows = {name: [{"id": f"{name}-{code}", "user": name, "at": "2026-02-08T10:00:00Z", "code": code, "title": code, "kind": kind}
                   for code, kind in types] for name, types in kinds.items()}  # fmt: skip
    options = ["--profiles", tmp_path / "shop.yaml", "--profile", "shop"]
    people = [{"id": name, "email": f"{name}@example.org"} for name in rows]
    answers = ask([*(group(one, rows[one["id"]]) for one in people), END], *options, "--jobs", "1")
    for one in people:
        (tmp_path / "people.json").write_text(json.dumps([one]))
        (tmp_path / "export.json").write_text(json.dumps(rows[one["id"]]))
        made = tidings("mail", tmp_path / "export.json", *OPTIONS, *options, "--recipients", tmp_path / "people.json",
                       "-o", tmp_path / one["id"], "--now", NOW)  # fmt: skip
        assert made.status == 0, made.errors
        (path,) = (tmp_path / one["id"]).glob("*.jsonl")
        assert answers.messages[one["id"]] == path.read_bytes().rstrip(b"\n")
    texts = {name: json.loads(one)["text"] for name, one in answers.messages.items()}
    assert "Own label" in texts["ana"] and "Third label" in texts["cem"]
    assert "Abc def" in texts["ben"] and "Other label" in texts["ben"]


@pytest.mark.parametrize("missing", ["--now", "--profile"])
def test_the_time_and_the_profile_are_required(missing):
    arguments = command()
    place = arguments.index(missing)
    process = subprocess.run(arguments[:place] + arguments[place + 2 :], input=END, capture_output=True)
    assert process.returncode == 64 and missing.encode() in process.stderr


def test_books_that_are_kept_as_the_manual_says_mail_nothing_twice_and_lose_nothing():
    """Four months of two people whose urgent mails lie far after their last digest, or without one."""
    plan = {3: "high", 9: "normal", 40: "high", 70: "normal", 90: "high"}
    plans = {"user-1": plan, "user-2": {0: "normal", **plan}}
    rows, books, came = ({name: [] for name in plans} for _ in range(3))
    numbers = sorted({*range(0, 120, 9), *plan})
    for number in numbers:
        day = date(2026, 1, 2) + timedelta(days=number)
        # The first digests of February and of March fall into pauses.
        paused = {"pausedUntil": f"{day + timedelta(days=1)}"} if day.month in (2, 3) and day.day < 10 else {}
        stream = []
        for name, plan in plans.items():
            if number in plan:
                rows[name].append(record(
                    0, id=f"n-{number}", user_id=name, title=f"N{number:03d}", type="offer", read_at=None, priority=plan[number], scheduled_for=f"{day}T06:00:00Z"))  # fmt: skip
            person = {"id": name, "email": f"{name}@example.org", "frequency": "monthly", "urgent": "immediately", **paused}
            stream.append(group(person, rows[name], books[name]))
        answers = ask([*stream, END], now=f"{day}T07:00:00Z")
        for name, message in answers.messages.items():
            came[name] += set(re.findall(r"N\d{3}", json.loads(message)["text"]))
        young = f"{day - timedelta(days=35)}T07:00:00Z"
        for name, answer in answers.answers.items():
            books[name] = [book for book in books[name] if book["now"] >= min(young, answer["from"])] + [answer["book"]]
    for name, plan in plans.items():
        assert sorted(came[name]) == [f"N{number:03d}" for number in sorted(plan)]
        assert len(books[name]) < len(numbers)
