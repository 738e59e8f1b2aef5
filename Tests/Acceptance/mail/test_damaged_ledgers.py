"""A damaged ledger is refused, or says the same: nobody is mailed again, and nobody loses a mail.

`TIDINGS_LONG=1` tries a thousand.
"""

import collections
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3

import pytest

from harness import memory_folder, record, run

COUNT = 1000 if os.environ.get("TIDINGS_LONG") else 40
SEED = int(os.environ.get("TIDINGS_SEED", "1"))
PEOPLE, DAYS = 60, 9
TOKEN = re.compile(rb"Event-\d+-\d+")


def mail(folder, day):
    """One morning; what each message holds, and how it ended."""
    done = run(
        "mail", folder / "export.json", "--from", "digest@example.org", "--recipients", folder / "people.json",
        "--now", f"2026-02-{day:02d}T15:05:00Z", "--no-sync", "-q", "-o", folder / "outbox")
    new = folder / "outbox/new"
    mails = sorted((path.name.split(".")[1], *sorted(set(TOKEN.findall(path.read_bytes())))) for path in new.iterdir())
    for path in new.iterdir():
        path.unlink()
    return done, mails


def rows(day):
    """What there is on a morning: nobody ever reads anything."""
    return [
        record(n, id=f"{n}-{of}", user_id=f"user-{n}", read_at=None, title=f"Event-{n}-{of}",
               scheduled_for=f"2026-02-{of:02d}T10:{n % 60:02d}:00Z", created_at=f"2026-02-{of:02d}T10:00:00Z")
        for of in range(1, day + 1) for n in range(PEOPLE) if (n + of) % 3
    ]  # fmt: skip


def bit(content, chance):
    at = chance.randrange(len(content))
    content[at] ^= 1 << chance.randrange(8)


def page(content, chance):
    """Zeros, noise, or another page in the place of one."""
    start = chance.randrange(len(content) // 4096) * 4096
    other = chance.randrange(len(content) // 4096) * 4096
    content[start : start + 4096] = chance.choice([bytes(4096), chance.randbytes(4096), content[other : other + 4096]])


def swap(content, chance):
    one, other = (start * 4096 for start in chance.sample(range(len(content) // 4096), 2))
    first, second = content[one : one + 4096], content[other : other + 4096]
    content[one : one + 4096], content[other : other + 4096] = second, first


def tail(content, chance):
    del content[chance.randrange(1, len(content)) :]


@pytest.fixture(scope="module")
def evening():
    """An outbox after some days, the exports of the next morning, and what is mailed then."""
    with memory_folder("tidings-damage-") as folder:
        folder = pathlib.Path(folder)
        people = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(PEOPLE)]
        (folder / "people.json").write_text(json.dumps(people))
        for day in range(1, DAYS):
            (folder / "export.json").write_text(json.dumps(rows(day)))
            assert mail(folder, day)[0].status == 0
        (folder / "export.json").write_text(json.dumps(rows(DAYS)))
        shutil.copytree(folder / "outbox", folder / "kept")
        assert run("ledger", "status", folder / "outbox").status == 0
        done, mails = mail(folder, DAYS)
        assert done.status == 0 and len(mails) == PEOPLE * 2 // 3
        yield folder, mails


def test_no_damage_mails_anything_again(evening, capsys):
    folder, right = evening
    sound = (folder / "kept/tidings.ledger").read_bytes()
    chance, came = random.Random(SEED), collections.Counter()
    assert len(sound) > 20 * 4096
    for number in range(COUNT):
        damage = [bit, page, swap, tail][number % 4]
        content = bytearray(sound)
        damage(content, chance)
        shutil.rmtree(folder / "outbox")
        shutil.copytree(folder / "kept", folder / "outbox")
        (folder / "outbox/tidings.ledger").write_bytes(content)
        done, mails = mail(folder, DAYS)
        where = f"number {number} of seed {SEED}, {damage.__name__}"
        if done.status == 65 and mails == []:
            came[f"{damage.__name__} refused"] += 1
            assert done.errors.startswith("tidings: ") and "tidings.ledger" in done.errors, f"{where}: {done.errors}"
            assert "malformed" not in done.errors and "Tree" not in done.errors, f"{where}: {done.errors}"
        else:
            came[f"{damage.__name__} harmless"] += 1
            assert done.status == 0 and mails == right, f"{where}: {done.status} {done.errors}"
    with capsys.disabled():
        print(f"\n{COUNT} damaged ledgers: " + ", ".join(f"{n} {what}" for what, n in sorted(came.items())))
    assert came["swap refused"] and came["bit refused"] and came["tail refused"] and came["page refused"]


@pytest.fixture
def ledger(evening):
    """That of the evening, to be damaged."""
    folder, _ = evening
    shutil.rmtree(folder / "outbox")
    return shutil.copytree(folder / "kept", folder / "outbox") / "tidings.ledger"


def change(ledger, *statements):
    with contextlib.closing(sqlite3.connect(ledger, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            database.execute(statement)


def schema(old, new):
    return f"UPDATE sqlite_schema SET sql = replace(sql, '{old}', '{new}')"


def refused(evening, ledger):
    """Nothing believes the ledger, and nobody is mailed."""
    status = run("ledger", "status", ledger)
    assert status.status == 65 and "it is damaged" in status.errors, status.errors
    done, mails = mail(evening[0], DAYS)
    assert done.status == 65 and mails == [], done.errors


@pytest.mark.parametrize("statement, old, new", [
    ("REINDEX deliveries_by_mailbox", "(mailbox, slot)", "(mailbox, slot) WHERE id <> 7"),
    ("UPDATE runs SET messages = 'x'", ") STRICT", ")"),
    ("UPDATE mailboxes SET next = 'x'", ") STRICT", ")"),
    ("UPDATE deliveries SET name = x'ff00'", ") STRICT", ")"),
])  # fmt: skip
def test_what_sqlite_itself_finds_is_damage(evening, ledger, statement, old, new):
    # As if the schema allowed it.
    for one in schema(old, new), statement, schema(new, old):
        change(ledger, one)
    refused(evening, ledger)


@pytest.mark.parametrize("statement", [
    "UPDATE mailboxes SET slot = slot + 1", "UPDATE mailboxes SET horizon = horizon - 1",
    "UPDATE mailboxes SET decision = 'nothing new'", "UPDATE mailboxes SET sum = NULL",
    "DELETE FROM deliveries WHERE id = 1", "UPDATE deliveries SET slot = slot + 1",
    "UPDATE deliveries SET notifications = x'0000000000000001'",
    "UPDATE facts SET value = x'00' WHERE name = 'format'", "UPDATE facts SET value = x'61' WHERE name = 'home'",
    "DELETE FROM facts WHERE name = 'sum'",
])  # fmt: skip
def test_what_is_not_as_it_was_written_is_damage(evening, ledger, statement):
    change(ledger, statement)
    refused(evening, ledger)


@pytest.mark.parametrize("statement", [
    "UPDATE runs SET messages = 'x'", "UPDATE runs SET now = 'x'", "UPDATE mailboxes SET next = 'x'",
    "UPDATE mailboxes SET seen = x'00'", "UPDATE deliveries SET name = x'ff00'",
    "UPDATE deliveries SET message_id = NULL", "UPDATE decisions SET runs = 'x'", schema("id INTEGER", "id SNTEGER"),
])  # fmt: skip
def test_a_value_of_another_type_ends_no_command_by_a_signal(evening, ledger, statement):
    change(ledger, schema(") STRICT", ")"), schema(" NOT NULL", ""))
    change(ledger, statement)
    commands = [("status", ledger), ("why", ledger, "user-1"), ("forget", ledger, "--recipient", "user-1")]
    done = [*(run("ledger", *command) for command in commands), mail(evening[0], DAYS)[0]]
    assert all(one.status in (0, 65) for one in done), [one.errors for one in done]
    assert any("it is damaged" in one.errors for one in done)
