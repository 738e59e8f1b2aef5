"""`--shard I/N`: each machine mails its part of the recipients, and ledgers are joined when N changes."""

import hashlib
import json
import sqlite3

import pytest

from harness import NOW, record

DAY_TWO = NOW.replace("-08T", "-09T")
PEOPLE = [{"id": f"user-{n}", "email": f"u{n}@example.org"} for n in range(40)]


def shard_of(recipient, count):
    """As a SQL engine says it: conv(left(md5(recipient), 16), 16, 10) % count + 1."""
    return int(hashlib.md5(recipient.encode()).hexdigest()[:16], 16) % count + 1


@pytest.fixture
def job(tidings, tmp_path):
    people = [*PEOPLE, {"id": "user-x", "email": "U3@example.org"}]
    (tmp_path / "people.json").write_text(json.dumps(people))

    def run(outbox, *arguments, now=NOW, days=range(1, 9), status=(0, 3)):
        rows = [
            record(n, user_id=f"user-{n % 40}", read_at=None,
                   scheduled_for=f"2026-02-{day:02d}T06:00:00Z", id=f"n-{day}-{n}")
            for day in days for n in range(40)
        ]  # fmt: skip
        (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        made = tidings(
            "mail", tmp_path / "export.jsonl", "--from", "d@example.org", "--recipients",
            tmp_path / "people.json", "--now", now, "--as", "jsonl", "-o", tmp_path / outbox,
            "--report", tmp_path / "report.json", *arguments,
        )  # fmt: skip
        assert made.status in status, made.errors
        return made

    return run


def messages(folder):
    return {line for path in folder.glob("*.jsonl") for line in path.read_bytes().splitlines()}


def recipients(folder):
    return {json.loads(line)["recipient"] for line in messages(folder)}


def test_shards_together_make_what_one_machine_makes(job, tmp_path):
    job("whole")
    for index in (1, 2, 3):
        job(f"part-{index}", "--shard", f"{index}/3")
        found = recipients(tmp_path / f"part-{index}")
        assert found == {p["id"] for p in PEOPLE if shard_of(p["id"], 3) == index}
        report = json.loads((tmp_path / "report.json").read_text())
        failed = [o for o in report["runs"][0]["outcomes"] if o["outcome"] == "failed"]
        # The second person with an address is seen in every shard, and fails in their own.
        assert len(report["rejectedRecipients"]) == 1
        assert len(failed) == (shard_of("user-x", 3) == index)
    parts = [messages(tmp_path / f"part-{index}") for index in (1, 2, 3)]
    assert sum(map(len, parts)) == 40
    assert set.union(*parts) == messages(tmp_path / "whole")


def test_a_ledger_remembers_its_shard_and_refuses_another(job, tmp_path):
    job("part", "--shard", "1/3")
    for other in (["--shard", "2/3"], ["--shard", "1/2"], []):
        refused = job("part", *other, now=DAY_TWO, status=[65])
        assert "is the ledger of shard 1/3" in refused.errors
        assert "use --shard 1/3" in refused.errors
    job("whole")
    refused = job("whole", "--shard", "1/3", now=DAY_TWO, status=[65])
    assert "is the ledger of all recipients" in refused.errors
    for wrong in ("0/3", "4/3", "3", "a/b"):
        assert job("none", "--shard", wrong, status=[64])


def test_two_shards_become_three_and_nothing_comes_twice(job, tidings, tmp_path):
    job("whole")
    job("whole", now=DAY_TWO, days=range(1, 10))
    for index in (1, 2):
        job(f"of-two-{index}", "--shard", f"{index}/2")
    second = set()
    for index in (1, 2, 3):
        ledger = tmp_path / f"{index}.ledger"
        merged = tidings("ledger", "merge", tmp_path / "of-two-1", tmp_path / "of-two-2",
                         "--shard", f"{index}/3", "-o", ledger)  # fmt: skip
        assert merged.status == 0, merged.errors
        other = f"{index % 3 + 1}/3"
        refused = job(f"new-{index}", "--shard", other, "--ledger", ledger, status=[65])
        assert f"is the ledger of shard {index}/3" in refused.errors
        job(f"new-{index}", "--shard", f"{index}/3", "--ledger", ledger, now=DAY_TWO, days=range(1, 10))
        second |= messages(tmp_path / f"new-{index}")
        # What an outbox of before the merge made may still wait there.
        who = next(f"user-{n}" for n in range(40) if shard_of(f"user-{n}", 3) == index)
        (stream,) = tidings("ledger", "why", ledger, who, "--format", "json").json["streams"]
        assert [entry["mail"].get("place") for entry in stream["decisions"]] == [None, "waiting"]
    first = set.union(*(messages(tmp_path / f"of-two-{index}") for index in (1, 2)))
    assert first | second == messages(tmp_path / "whole") and not first & second


def test_a_recipient_of_another_shard_is_said_to_be_there(job, tmp_path):
    own = shard_of("user-1", 3)
    for shard in (1, 2, 3):
        run = job(f"part-{shard}", "--recipient", "user-1", "--shard", f"{shard}/3")
        said = f"user-1 is in the shard {own}/3, and this run mails the shard {shard}/3 alone: give --shard {own}/3"
        assert (said in run.errors) == (shard != own)
        assert recipients(tmp_path / f"part-{shard}") == ({"user-1"} if shard == own else set())


@pytest.mark.parametrize("ledgers, shard, missing", [
    (["1/2"], [], "2/2"),
    (["1/3", "3/3"], [], "2/3"),
    (["1/2", "2/4"], [], "4/4"),
    (["1/2"], ["--shard", "1/3"], "2/2"),
    (["1/2", "2/4", "4/4"], [], None),
    (["2/4", "3/4"], ["--shard", "2/4"], None),
    (["1/2", "3/4"], ["--shard", "3/4"], None),
])  # fmt: skip
def test_a_merge_without_one_of_the_shards_is_refused(job, tidings, tmp_path, ledgers, shard, missing):
    for number, part in enumerate(ledgers):
        job(f"part-{number}", "--shard", part)
    parts = [tmp_path / f"part-{number}" for number in range(len(ledgers))]
    merged = tidings("ledger", "merge", *parts, *shard, "-o", tmp_path / "merged.ledger")
    assert merged.status == (65 if missing else 0), merged.errors
    assert (tmp_path / "merged.ledger").exists() == (missing is None)
    if missing:
        assert f"would lack recipients of shard {missing}, who would be mailed everything again" in merged.errors
        assert not list(tmp_path.glob("merged*"))
    else:
        merged = tidings("ledger", "merge", *parts, *shard, "-o", tmp_path / "merged.ledger")
        assert merged.status == 73 and merged.errors.endswith("File exists\n         choose another path\n"), merged.errors


def test_the_hashes_of_a_ledger_are_those_of_sql(job, tidings, tmp_path):
    job("whole")
    lines = [json.loads(line) for line in tidings("ledger", "export", tmp_path / "whole").text.splitlines()]
    mail = next(line for line in lines if line["kind"] == "mail")
    ids = {f"n-{day}-{n}" for day in range(1, 9) for n in range(40)}
    known = {
        hashlib.md5(f"recruiting-compass\0{mail['recipient']}\0{id}".encode()).hexdigest()[:16]
        for id in ids
    }
    assert mail["notifications"] and set(mail["notifications"]) <= known
    (blob,) = sqlite3.connect(tmp_path / "whole" / "tidings.ledger").execute(
        "SELECT hex(substr(notifications, 1, 8)) FROM deliveries LIMIT 1").fetchone()  # fmt: skip
    assert len(blob) == 16


def test_a_ledger_of_the_first_version_is_refused_with_what_to_do(job, tidings, tmp_path):
    job("whole")
    with sqlite3.connect(tmp_path / "whole" / "tidings.ledger") as ledger:
        ledger.execute("PRAGMA user_version = 1")
    ledger.close()
    refused = job("whole", now=DAY_TWO, status=[65])
    assert "was written by an earlier tidings (version 1)" in refused.errors
    assert "start with an empty one" in refused.errors
    # It can still be looked at.
    assert tidings("ledger", "status", tmp_path / "whole").status == 0


@pytest.mark.parametrize("section", ["inbox: {folder: pages}", "feeds: {folder: feeds}", "digest: {folder: digests}"])
def test_build_divides_mails_only(tidings, tmp_path, section):
    (tmp_path / "export.jsonl").write_text(json.dumps(record(1)) + "\n")
    (tmp_path / "tidings.yaml").write_text(
        "exports: [export.jsonl]\nmail:\n  digest: {from: d@example.org, outbox: out}\n"
        f"{section}\n"
    )
    refused = tidings("build", "tidings.yaml", "--shard", "1/2", "--now", NOW, cwd=tmp_path)
    assert refused.status == 64, refused.errors
    assert "--shard divides mails, and tidings.yaml also makes pages, feeds or digests" in refused.errors
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
