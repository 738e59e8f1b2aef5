"""`ledger why` for every outcome there is, in a table; and a mail of then again, byte for byte."""

import json
import shutil

import pytest

from harness import ROOT, run, schema_faults, write_lines

HOUR = "2026-02-09T%s:00Z"


def row(id, owner, time, priority="normal", read=None):
    return {
        "id": id, "user_id": owner, "type": "offer", "title": f"New {id}", "message": "Words",
        "priority": priority, "read_at": read, "scheduled_for": time, "email_sent": False,
        "email_sent_at": None, "action_url": None, "related_entity_type": None,
        "related_entity_id": None, "created_at": time}  # fmt: skip


# By name: the entry in the recipients file, the runs, the outcome of the last one, and what is said.
TABLE = {
    "handed over": ({}, ["07:00"], "handed over: 1 notification; the mail waits in the outbox"),
    "already handed over": ({}, ["07:00", "09:00"], "already handed over: an earlier run made the last mail"),
    "nothing new": ({"typesOff": ["offer"]}, ["07:00"], "nothing new; not mailed: 1 type off"),
    "not due": ({"typesOff": ["offer"]}, ["07:00", "09:00"], "not due: the hour of the next mail has not come"),
    "quiet hours": ({"quietHours": "06:00-08:30"}, ["07:00"], "quiet hours hold the mail until 2026-02-09 08:30 UTC"),
    "never": ({"frequency": "never"}, ["07:00"], "never: the recipients file or the stream says so"),
    "paused": (
        {"pausedUntil": "2026-02-12"}, ["07:00"], "paused until 2026-02-12 00:00 UTC: the recipients file or the stream says so"),
    "unsubscribed": ({"unsubscribed": True}, ["07:00"], "unsubscribed: they asked for no mail"),
    "suppressed": ({"email": "gone@example.org"}, ["07:00"], "suppressed: their address is on the suppression list"),
    "no address": ({"email": None}, ["07:00"], "no address: neither the recipients file nor the export has one"),
    "bad address": ({"email": "no address"}, ["07:00"], "bad address: no address is not an address"),
    "failed": ({"hour": 99}, ["07:00"], "hour: 99 is not an hour from 0 to 23, or a time such as 17:30"),
}  # fmt: skip


def mail(folder, clock, *more):
    return run(
        "mail", folder / "export.jsonl", "--from", "digest@example.org", "--now", HOUR % clock,
        "--recipients", folder / "people.jsonl", "--suppress", folder / "suppress.txt", "-o",
        folder / "outbox", *more)  # fmt: skip


def write(folder, entry, *rows):
    entry = {"id": "maya", "email": "maya@example.org", **entry}
    somebody = {"id": "somebody", "email": "somebody@example.org"}
    (folder / "people.jsonl").write_text(f"{json.dumps(entry)}\n{json.dumps(somebody)}\n")
    (folder / "suppress.txt").write_text("gone@example.org\n")
    (folder / "export.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))


def ask(folder, *more, who="maya"):
    done = run("ledger", "why", folder / "outbox", who, *more)
    assert done.status == 0, done.errors
    return done.out.decode()


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What is said of everybody in the table after their last run, as JSON and as text."""
    folder, found = tmp_path_factory.mktemp("why"), {}
    write(folder, {}, *(row("n-" + name, name, "2026-02-09T03:00:00Z") for name in TABLE))
    people = ({"id": name, "email": f"u{n}@example.org", **entry} for n, (name, (entry, _, _)) in enumerate(TABLE.items()))
    write_lines(folder / "people.jsonl", people)
    for clock in ("07:00", "09:00"):
        assert mail(folder, clock).status in (0, 3)
        for name in (name for name, (_, runs, _) in TABLE.items() if runs[-1] == clock):
            found[name] = [ask(folder, *form, who=name) for form in (["--format", "json"], ["--columns", "300"])]
    return found


@pytest.mark.parametrize("name", TABLE)
def test_why_answers_every_outcome(answers, name):
    _, runs, said = TABLE[name]
    answer, text = json.loads(answers[name][0]), answers[name][1]
    assert schema_faults(answer, "why") == []
    (stream,) = answer["streams"]
    assert stream["outcome"] == name and stream["lastRun"] == HOUR % runs[-1]
    last = stream["decisions"][-1]["reason"] if len(runs) == 1 else stream["reason"]
    assert said in last and said in " ".join(text.split())
    expected = {"never": None, "unsubscribed": None, "paused": "2026-02-12T07:00:00Z", "quiet hours": "2026-02-09T08:30:00Z"}
    assert stream.get("next") == expected.get(name, "2026-02-10T07:00:00Z")


def test_the_table_has_every_outcome():
    schema = json.loads((ROOT / "Templates/schemas/report.schema.json").read_text())
    run_ = schema["properties"]["runs"]["items"]["properties"]
    assert run_["outcomes"]["items"]["properties"]["outcome"]["enum"] == run_["counts"]["propertyNames"]["enum"]
    assert set(TABLE) == set(run_["counts"]["propertyNames"]["enum"])


def test_decisions_in_a_row_are_one_line_and_mails_say_where_they_are(tmp_path):
    write(tmp_path, {"typesOff": ["event"], "urgent": "immediately"})
    rows = [row("n0", "somebody", "2026-02-08T03:00:00Z")]
    (tmp_path / "export.jsonl").write_text(json.dumps(rows[0]) + "\n")
    for day in range(9, 13):
        done = run(
            "mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--now",
            f"2026-02-{day:02d}T07:00:00Z", "--recipients", tmp_path / "people.jsonl", "--force", "-o",
            tmp_path / "outbox")  # fmt: skip
        assert done.status == 0, done.errors
    rows.append(row("n1", "maya", "2026-02-12T09:00:00Z", "high"))
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    run("mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--now",
        "2026-02-12T10:00:00Z", "--recipients", tmp_path / "people.jsonl", "-o", tmp_path / "outbox")
    (stream,) = json.loads(ask(tmp_path, "--format", "json"))["streams"]
    first, urgent = stream["decisions"]
    assert (first["outcome"], first["runs"], first["first"], first["last"]) == (
        "nothing new", 4, "2026-02-09T07:00:00Z", "2026-02-12T07:00:00Z")  # fmt: skip
    assert urgent["mail"]["urgent"] and urgent["mail"]["place"] == "waiting"
    (waiting,) = [path for path in (tmp_path / "outbox/new").iterdir() if b"maya@" in path.read_bytes()]
    (tmp_path / "outbox/refused").mkdir()
    shutil.move(waiting, tmp_path / "outbox/refused")
    assert "the mail server refused the mail" in ask(tmp_path, "--columns", "300")
    (tmp_path / "outbox/refused" / waiting.name).unlink()
    assert "a sender took the mail" in ask(tmp_path, "--columns", "300")


def test_who_is_unknown_or_forgotten_is_said(tmp_path):
    write(tmp_path, {}, row("n1", "maya", "2026-02-09T03:00:00Z"))
    mail(tmp_path, "07:00")
    done = run("ledger", "why", tmp_path / "outbox", "mayo")
    assert done.status == 64 and "did you mean" in done.errors
    assert run("ledger", "forget", tmp_path / "outbox", "--recipient", "maya").status == 0
    assert "They were forgotten." in ask(tmp_path)


def preview(folder, now, *more):
    """The mail of a time, as the ledger was then."""
    return run(
        "mail", folder / "export.jsonl", "--from", "digest@example.org", "--recipients", folder / "people.jsonl",
        "--preview", "maya", "--now", now, *more)  # fmt: skip


def places(folder):
    """What is there, but for what SQLite keeps beside a ledger that is read."""
    found = [path for path in (folder / "outbox").rglob("*") if path.is_file()]
    return {path: path.read_bytes() for path in found if not path.name.endswith("-wal") and not path.name.endswith("-shm")}


def test_a_preview_at_the_time_of_a_run_is_the_mail_of_then(tmp_path):
    first = row("n1", "maya", "2026-02-09T03:00:00Z")
    write(tmp_path, {}, first)
    mail(tmp_path, "07:00")
    (old,) = (tmp_path / "outbox/new").iterdir()
    write(tmp_path, {}, first, row("n2", "maya", "2026-02-09T10:00:00Z"))
    people = ["--recipients", tmp_path / "people.jsonl", "--from", "digest@example.org"]
    done = run("mail", tmp_path / "export.jsonl", *people, "--now", "2026-02-10T07:00:00Z", "-o", tmp_path / "outbox")
    assert done.status == 0, done.errors
    (new,) = [path for path in (tmp_path / "outbox/new").iterdir() if path != old]
    # Read since, and one that is new: both mails are what they were, and nothing is written.
    write(tmp_path, {}, {**first, "read_at": "2026-02-09T07:10:00Z"}, row("n2", "maya", "2026-02-09T10:00:00Z"),
          row("n3", "maya", "2026-02-10T07:20:00Z"))  # fmt: skip
    before = places(tmp_path)
    for place in (["-o", tmp_path / "outbox"], ["--ledger", tmp_path / "outbox/tidings.ledger"]):
        for now, made in ((HOUR % "07:00", old), ("2026-02-10T07:00:00Z", new)):
            assert preview(tmp_path, now, *place).out == made.read_bytes()
        # Between runs it is what would be mailed: all that was not before.
        between = preview(tmp_path, "2026-02-10T09:00:00Z", *place).out
        assert b"New n3" in between and b"New n2" not in between and b"New n1" not in between
    assert places(tmp_path) == before
    assert b"New n2" in preview(tmp_path, "2026-02-10T09:00:00Z").out


def test_a_preview_of_nothing_new_names_the_last_mail(tmp_path):
    write(tmp_path, {}, row("n1", "maya", "2026-02-09T03:00:00Z"))
    mail(tmp_path, "07:00")
    done = preview(tmp_path, HOUR % "08:00", "-o", tmp_path / "outbox")
    assert done.status == 0 and done.out == b""
    assert "there is nothing new for maya; the last mail was made at 2026-02-09T07:00:00Z, and --now" in done.errors
    assert b"New n1" in preview(tmp_path, HOUR % "08:00", "-o", tmp_path / "nowhere").out
    assert preview(tmp_path, HOUR % "08:00", "--ledger", tmp_path / "nowhere").status == 66


def test_a_preview_takes_the_options_of_the_run(tmp_path):
    options = ["--limit", "2", "--frequency", "weekly", "--days", "mon", "--hour", "6", "--first-days", "3"]
    write(tmp_path, {}, *(row(f"n{n}", "maya", f"2026-02-09T03:0{n}:00Z") for n in range(6)))
    assert mail(tmp_path, "07:00", *options).status == 0
    (made,) = (tmp_path / "outbox/new").iterdir()
    assert preview(tmp_path, HOUR % "07:00", *options, "-o", tmp_path / "outbox").out == made.read_bytes()


def test_an_id_of_two_profiles_is_told_apart_by_the_option_of_the_command(tmp_path):
    food = {"id": "f1", "type": "new_message", "title": "Food", "body": "", "is_read": False, "user_id": "maya", "created_at": "2026-02-09T03:00:00Z"}
    people = [{"id": "maya", "email": "maya@example.org"}, {"id": "maya", "email": "other@example.org", "profile": "foodshare"}]
    write(tmp_path, {}, row("n1", "maya", "2026-02-09T03:00:00Z"))
    (tmp_path / "people.jsonl").write_text("".join(json.dumps(one) + "\n" for one in people))
    (tmp_path / "food.jsonl").write_text(json.dumps(food) + "\n")
    assert mail(tmp_path, "07:00", tmp_path / "food.jsonl").status == 0
    for command in (["why", tmp_path / "outbox", "maya"], ["forget", tmp_path / "outbox", "--recipient", "maya"]):
        done = run("ledger", *command)
        assert done.status == 64 and "maya is a recipient of foodshare" in done.errors, done.errors
        assert "name one with --profile\n" in done.errors


@pytest.mark.parametrize("quiet, clock, due", [
    ("06:00-08:30", "07:00", "2026-02-09T08:30:00Z"),
    ("06:00-08:30", "09:00", "2026-02-10T08:30:00Z"),
    ("12:00-13:00", "09:00", "2026-02-10T07:00:00Z"),
])  # fmt: skip
def test_the_next_mail_is_due_when_no_quiet_hours_hold_it(tmp_path, quiet, clock, due):
    write(tmp_path, {"quietHours": quiet}, row("n1", "maya", "2026-02-09T03:00:00Z"))
    assert mail(tmp_path, clock).status == 0
    assert json.loads(ask(tmp_path, "--format", "json"))["streams"][0]["next"] == due
