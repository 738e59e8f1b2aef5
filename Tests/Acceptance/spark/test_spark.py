"""The Spark job mails what a plain run mails, whatever fails; its figures are printed."""

import io
import json
import os
import random
import re
import shlex
import stat
import subprocess
import sys
import threading

import pytest

pyspark = pytest.importorskip("pyspark", reason="skipped: no pyspark; Tests/run spark installs it")

import pyarrow  # noqa: E402
from harness import BINARY, NOW, ROOT, record  # noqa: E402
from processor_time import processor_time  # noqa: E402

sys.path.insert(0, str(ROOT / "Sources" / "Distribution" / "spark"))
import tidings_job  # noqa: E402

PEOPLE, ROWS = 2_000, 20_000
DAY_TWO, HOUR_LATER = NOW.replace("-08T", "-09T"), NOW.replace("T15:", "T16:")
MAIL = ["--profile", "recruiting-compass", "--from", "digest@example.org", "--first-days", "9"]


def people():
    chance = random.Random(1)
    for n in range(PEOPLE):
        person = {"id": f"user-{n:04d}", "email": f"u{n}@example.org"}
        person["timeZone"] = chance.choice(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"])
        person["locale"] = chance.choice(["en", "de", "ja", "ar"])
        if chance.random() < 0.05:
            person["frequency"] = chance.choice(["never", "weekly:sunday", "weekly:monday"])
        if chance.random() < 0.03:
            person["quietHours"] = {"start": "14:00", "end": "18:00"}
        if chance.random() < 0.02:
            person["hour"] = 25
        if n % 500 == 499:
            person["email"] = "u1@example.org"
        yield person


def rows(days):
    """Most people have a few, some hundreds, as in life; more on later days."""
    chance = random.Random(2)
    for n in range(ROWS):
        day = 1 + n * 9 // ROWS
        owner = int(PEOPLE * chance.random() ** 2)
        row = record(n, user_id=f"user-{owner:04d}", scheduled_for=f"2026-02-{day:02d}T{n % 24:02d}:{n % 60:02d}:00Z")
        if day <= days:
            yield row


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    session = (
        pyspark.sql.SparkSession.builder.master("local[2,4]").appName("tests")
        .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark"))).getOrCreate()
    )  # fmt: skip
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def world(tmp_path_factory):
    """The inputs of two days, and what plain runs make of them."""
    folder = tmp_path_factory.mktemp("world")
    (folder / "people.jsonl").write_text("".join(json.dumps(one) + "\n" for one in people()))
    for day in (1, 2):
        (folder / f"day-{day}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows(7 + day)))

    class World:
        path = folder
        plain, outcomes, cpu = {}, {}, {}

    before = set()
    for day, now in ((1, NOW), (2, DAY_TWO)):
        start = os.times()
        done = subprocess.run(
            [BINARY, "mail", folder / f"day-{day}.jsonl", *MAIL, "--recipients", folder / "people.jsonl", "--as", "jsonl",
             "-o", folder / "out", "--now", now, "--report", folder / "report.json", "--force", "-q"], capture_output=True)  # fmt: skip
        assert done.returncode in (0, 3), done.stderr.decode()
        World.cpu[day] = sum(os.times()[2:4]) - sum(start[2:4])
        lines = {one for path in (folder / "out").glob("*.jsonl") for one in path.read_text().splitlines()}
        World.plain[day] = {json.loads(one)["recipient"]: one for one in lines - before}
        before |= lines
        report = json.loads((folder / "report.json").read_text())["runs"][-1]
        World.outcomes[day] = {one["recipient"]: one["outcome"] for one in report["outcomes"]}
    assert len(World.plain[1]) > 1000 and len(World.plain[2]) > 300
    return World


@pytest.fixture
def job(spark, world, tmp_path):
    def run(day=1, now=NOW, *arguments, tidings=BINARY, out=tmp_path / "s", source=None):
        options = tidings_job.parsed([
            "--out", str(out), "--now", now, "--records", str(source or world.path / f"day-{day}.jsonl"),
            "--recipients", str(world.path / "people.jsonl"), "--tidings", str(tidings), *arguments, "--", *MAIL])  # fmt: skip
        return tidings_job.run(options, spark)

    run.out = tmp_path / "s"
    return run


def answers(spark, manifest):
    found = spark.read.parquet(manifest["attempt"]).collect()
    messages = {row.recipient: row.message for row in found if row.message is not None}
    return messages, {row.recipient: row.outcome for row in found}


def script(path, text):
    path.write_text(f"#!/bin/bash\n{text}\n".replace("TIDINGS", str(BINARY)))
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return path


@pytest.mark.parametrize("partitions", ["1", "4", "7"])
def test_messages_and_outcomes_are_those_of_a_plain_run(spark, world, job, partitions):
    jvm, python = processor_time(b"org.apache.spark"), processor_time(b"pyspark.daemon")
    manifest = job(1, NOW, "--partitions", partitions)
    assert answers(spark, manifest) == (world.plain[1], world.outcomes[1])
    print(f"\n{partitions} partitions, {PEOPLE} people, seconds of processor time: "
          f"JVM {processor_time(b'org.apache.spark') - jvm:.1f}, Python {processor_time(b'pyspark.daemon') - python:.1f}, "
          f"filters {manifest['cpu']:.1f}, plain run {world.cpu[1]:.1f}")  # fmt: skip


def test_parquet_says_the_same_as_json_lines(spark, world, job, tmp_path):
    spark.read.json(str(world.path / "day-1.jsonl")).write.parquet(str(tmp_path / "day-1"))
    manifest = job(source=tmp_path / "day-1")
    assert answers(spark, manifest) == (world.plain[1], world.outcomes[1])


def test_the_second_day_from_books_is_the_plain_second_day(spark, world, job):
    first = job(1, NOW)
    second = job(2, DAY_TWO)
    assert answers(spark, second) == (world.plain[2], world.outcomes[2])
    # The books twice: the plan names their folder twice.
    plan = job.out / "runs" / f"{DAY_TWO}.plan.json"
    other = job.out.with_name("other")
    tidings_job.create(other / "runs" / plan.name, {**json.loads(plan.read_text()), "books": [first["attempt"]] * 2})
    assert answers(spark, job(2, DAY_TWO, out=other)) == answers(spark, second)


def test_an_hour_later_there_is_no_mail_for_whom_there_was_one(spark, world, job):
    first, _ = answers(spark, job(1, NOW))
    messages, outcomes = answers(spark, job(1, HOUR_LATER))
    assert not messages.keys() & first.keys()
    assert all(outcomes[name] == "already handed over" for name in first)


def test_folded_books_say_what_all_books_said(spark, world, job):
    job(1, NOW)
    assert tidings_job.fold(job.out, NOW, spark)
    assert answers(spark, job(2, DAY_TWO)) == (world.plain[2], world.outcomes[2])


def documented(*words):
    """The commands of the manual, with other words in place of some of its own."""
    page = (ROOT / "Sources" / "Distribution" / "Manual" / "engines.md").read_text()
    found = re.findall(r"^    spark-submit tidings_job.py (.*?)\n\n", page, re.S | re.M)
    ours = {one: str(other) for one, other in words}
    return [[ours.get(word, word) for word in shlex.split(one.replace("\\\n", " "))] for one in found]


def test_the_commands_of_the_manual_keep_the_messages_until_they_are_sent(spark, world, tmp_path):
    (tmp_path / "todos.jsonl").write_text("")
    out = tmp_path / "mails"
    run, fold = documented(
        ("/data/mails", out), ("/data/notifications", world.path / "day-1.jsonl"),
        ("/data/people.jsonl", world.path / "people.jsonl"), ("gitlab=/data/todos.jsonl", f"gitlab={tmp_path}/todos.jsonl"))  # fmt: skip
    options = run.index("--")
    assert tidings_job.main([*run[:options], "--tidings", str(BINARY), *run[options:], "--first-days", "9"]) == 0
    manifest = json.loads((out / "runs" / f"{NOW}.json").read_text())
    assert answers(spark, manifest) == (world.plain[1], world.outcomes[1])
    assert tidings_job.main(fold) == 0
    assert not os.path.exists(manifest["attempt"])
    assert len(tidings_job.published(out)) == 1


@pytest.mark.parametrize("arguments", [["--recipients", "p.jsonl"], ["--records", "r.jsonl"], ["--", "--profile", "rooms"]])
def test_a_fold_is_a_step_of_its_own(arguments, capsys):
    with pytest.raises(SystemExit):
        tidings_job.parsed(["--out", "s", "--now", NOW, "--fold", *arguments])
    assert "--fold makes no mails" in capsys.readouterr().err


def test_marks_count_in_the_profile_that_they_name(spark, tmp_path):
    def written(name, *rows):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        return str(tmp_path / name)

    food = {"type": "new_message", "title": "Food", "body": "", "is_read": False, "user_id": "usr-1", "created_at": "2026-02-08T10:00:00Z"}
    mark = {"mark": "read", "time": NOW}
    options = tidings_job.parsed([
        "--out", str(tmp_path / "s"), "--now", NOW, "--tidings", str(BINARY),
        "--recipients", written("people.jsonl", {"id": "a", "email": "a@example.org", "also": {"foodshare": "usr-1"}}),
        "--records", written("own.jsonl", *(record(n, user_id="a", read_at=None, scheduled_for="2026-02-08T06:00:00Z") for n in range(2))),
        "--records", "foodshare=" + written("food.jsonl", *({**food, "id": f"f-{n}"} for n in range(4))),
        "--marks", written("own-marks.jsonl", {**mark, "recipient": "a", "id": "n-00000"}),
        "--marks", "foodshare=" + written("marks.jsonl", {**mark, "recipient": "usr-1", "id": "f-0"},
                                          {**mark, "recipient": "usr-1", "id": "f-1", "profile": "foodshare"}),
        "--", *MAIL])  # fmt: skip
    (answer,) = spark.read.parquet(tidings_job.run(options, spark)["attempt"]).collect()
    assert answer.recipient == "a" and answer.outcome == "handed over"
    assert len(json.loads(answer.book)["notifications"]) == 3


FAULTS = {
    "killed": "head -c 300000 | TIDINGS \"$@\" | head -c 100000; kill -9 $$",
    "lying": "TIDINGS \"$@\" | head -n 40; exit 0",
    "crashing on one group": "TIDINGS \"$@\" | awk '/user-0[0-9]*7\"/ && n++ > 3 { exit } { print }'; exit 70",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_after_a_filter_that_fails_nothing_is_lost_and_nothing_comes_twice(spark, world, job, tmp_path, fault):
    once = f'if mkdir {tmp_path}/failed 2>/dev/null; then {FAULTS[fault]}; exit; fi\nexec TIDINGS "$@"'
    manifest = job(tidings=script(tmp_path / "filter", once))
    assert (tmp_path / "failed").exists()
    assert answers(spark, manifest) == (world.plain[1], world.outcomes[1])


def test_a_filter_that_always_fails_publishes_nothing(world, job, tmp_path):
    with pytest.raises(Exception, match="the filter ended with"):
        job(tidings=script(tmp_path / "filter", FAULTS["lying"]))
    assert tidings_job.published(job.out) == []


def test_a_driver_killed_before_the_manifest_is_started_again(spark, world, job, monkeypatch):
    real = tidings_job.create

    def dies(path, facts):
        if "attempt" in facts:
            raise KeyboardInterrupt
        return real(path, facts)

    monkeypatch.setattr(tidings_job, "create", dies)
    with pytest.raises(KeyboardInterrupt):
        job()
    monkeypatch.undo()
    assert tidings_job.published(job.out) == []
    manifest = job()
    assert answers(spark, manifest) == (world.plain[1], world.outcomes[1])
    assert len(list((job.out / "answers" / f"run={NOW}").iterdir())) == 2


def test_of_two_drivers_one_publishes(spark, world, job):
    found = []
    drivers = [threading.Thread(target=lambda: found.append(job())) for _ in range(2)]
    for driver in drivers:
        driver.start()
    for driver in drivers:
        driver.join()
    assert len(found) == 2 and found[0] == found[1]
    assert tidings_job.published(job.out) == [found[0]["attempt"]]
    assert answers(spark, found[0]) == (world.plain[1], world.outcomes[1])


def test_a_tripped_brake_publishes_nothing(job):
    assert job(1, NOW, "--max-messages", "10") is None
    assert tidings_job.published(job.out) == []


def test_the_sql_of_the_manual_mails_the_same(spark, world, monkeypatch, tmp_path):
    page = (ROOT / "Sources" / "Distribution" / "Manual" / "engines.md").read_text()
    (sql,) = re.findall(r"^    (SELECT TRANSFORM.*?)\n\n", page, re.S | re.M)
    sql = sql.replace("| tidings mail", f"| {BINARY} mail --first-days 9")
    plan = {"recipients": str(world.path / "people.jsonl"), "records": [str(world.path / "day-1.jsonl")], "books": [], "marks": []}
    tidings_job.stream(plan, "user_id", spark).createOrReplaceTempView("lines")
    lines = [row.answer for row in spark.sql(sql).collect()]
    messages = {json.loads(one)["recipient"]: one for one in lines if not one.startswith('{"tidings":"')}
    assert messages == world.plain[1]


def test_who_is_in_no_recipients_file_is_opened_wherever_a_batch_ends():
    """Every way to cut the lines into two batches, one of them empty or a part of a larger one."""
    rows = [("a", 0, "A"), ("a", 3, "1"), ("b", 3, "2"), ("b", 3, "3"), ("ü", 3, "4"), ("z", 0, "Z")]
    whole = pyarrow.RecordBatch.from_arrays(
        [pyarrow.array([key for key, _, _ in rows]), pyarrow.array([kind for _, kind, _ in rows], pyarrow.int32()),
         pyarrow.array([line + "\n" for _, _, line in rows])], ["key", "kind", "line"])  # fmt: skip
    opened = {name: json.dumps({"tidings": "recipient", "recipient": {"id": name}}, separators=(",", ":")) for name in "bü"}
    expected = ["A", "1", opened["b"], "2", "3", opened["ü"], "4", "Z", '{"tidings":"end"}', ""]
    for cut in range(len(rows) + 1):
        out = io.BytesIO()
        assert tidings_job.feed([whole.slice(0, cut), whole.slice(cut)], out) == (4, len(rows))
        assert out.getvalue().decode().split("\n") == expected, cut
