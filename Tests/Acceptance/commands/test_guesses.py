"""What nothing in the records tells is assumed, and every command says so: whose they are, in which zone, in which year."""

import json
import random

import pytest

from harness import ALL, NOW, database

PEOPLE = ["ana@example.org", "ben@example.org", "cem@example.org"]
# The words of people in the names of columns, and the usual names of the rest.
RECEIVES = [
    "user_id", "userId", "recipient_id", "recipient", "receiverId", "to_user_id", "to", "target_user_id", "client_id", "customer",
    "customerNumber", "student_id", "userEmail", "receiver_email", "recipientemail", "for_user", "member_id", "userid", "toUser",
    "email", "employee", "Recipient Email",
]  # fmt: skip
ACTS = ["senderId", "from_user_id", "sender", "actor", "actorId", "created_by", "fromName", "sender_email", "from"]
OTHERS = {
    "id": ["id", "notification_id", "uuid"],
    "title": ["title", "subject", "heading"],
    "body": ["message", "text", "body", "content"],
    "type": ["type", "notification_type", "category", "kind"],
    "read": ["is_read", "read", "read_at", "seen"],
    "time": ["created_at", "createdAt", "timestamp", "sent_at"],
}


def table(n=15):
    return [
        {
            "id": f"n{i}", "receives": PEOPLE[i % 3], "acts": ["Dora", "Emil"][i % 2], "title": f"Title {i}", "body": f"Message {i}",
            "type": ["a", "b"][i % 2], "read": None, "time": f"2026-02-07T1{i % 10}:00:00Z",
        }
        for i in range(n)
    ]  # fmt: skip


def renamed(rows, names):
    return [{names[key]: value for key, value in row.items() if key in names} for row in rows]


def export(folder, rows, name="e.json"):
    (folder / name).write_text(json.dumps(rows))
    return name


def commands(file):
    """Every command that reads exports, with what its status may be beside an error's."""
    return {
        "summary": ["summary", file],
        "digest": ["digest", file, "--format", "json"],
        "check": ["check", file],
        "inbox": ["inbox", file, "-o", "pages"],
        "feed": ["feed", file, "-o", "feeds"],
        "mail": ["mail", file, "--from", "d@example.org", "-o", "outbox"],
    }


def many(seed):
    choice = random.Random(seed)
    names = {key: choice.choice(some) for key, some in OTHERS.items()}
    if choice.random() < 0.7:
        names["acts"] = choice.choice(ACTS)
    if seed % 3:
        names["receives"] = choice.choice(RECEIVES)
    keys = list(names)
    choice.shuffle(keys)
    return {key: names[key] for key in keys}


# A third of them has no column of people.
@pytest.mark.parametrize("seed", range(400 if ALL else 6))
def test_no_command_gives_one_person_what_is_several_peoples_without_a_word(tidings, tmp_path, seed):
    names = many(seed)
    file = export(tmp_path, renamed(table(), names))
    counts = tidings("summary", file, "--format", "json", "--now", NOW, cwd=tmp_path)
    several = counts.status == 0 and len(counts.json["recipients"]) == 3
    for name, command in commands(file).items():
        run = tidings(*command, "--now", NOW, cwd=tmp_path)
        if several:
            assert "receives" in names and run.status == 0, (names, run.errors)
        elif run.status == 0:
            assert "are yours (me)" in run.errors + run.text, (name, names, run.errors)
        if name == "check" and not several and "receives" in names:
            assert run.status in (3, 65), names
        if name in ("inbox", "feed", "mail") and not several and "receives" in names:
            quiet = tidings(*command, "--quiet", "--now", NOW, cwd=tmp_path)
            for run in run, quiet:
                assert run.status == 65 and names["receives"] in run.errors or "no profile fits" in run.errors, (name, names, run.errors)
            assert not any((tmp_path / one).exists() for one in ("pages", "feeds"))


def people(*columns):
    return [
        {"id": i, "title": f"T {i}", "message": "m", "is_read": False, "type": "a", "created_at": "2026-02-07T10:00:00Z"}
        | {column: f"p{i % (3 + place)}" for place, column in enumerate(columns)}
        for i in range(15)
    ]  # fmt: skip


QUESTION = "all 15 notifications are yours (me): which of client_id, userEmail says whose they are? name it as recipient"


def test_columns_of_people_are_asked_about(tidings, tmp_path):
    file = export(tmp_path, people("client_id", "userEmail"))
    for name, command in commands(file).items():
        run = tidings(*command, "--now", NOW, cwd=tmp_path)
        status = {"summary": 0, "digest": 0, "check": 3}.get(name, 65)
        if name == "inbox" or status == 65:
            assert "which of client_id, userEmail says whose they are" in run.errors
        elif name != "check":
            assert QUESTION in run.errors, run.errors
        else:
            assert QUESTION in run.text
        assert run.status == status, (name, run.errors)
        strict = tidings(*command, "--strict", "--now", NOW, cwd=tmp_path) if name != "feed" else run
        assert strict.status == 65 and "client_id" in strict.errors, (name, strict.errors)
        owned = tidings(*command, "--owner", "kim", "--now", NOW, cwd=tmp_path)
        assert owned.status == 0 and "whose they are" not in owned.errors + owned.text, (name, owned.errors)


def test_one_persons_inbox_is_no_question(tidings, tmp_path):
    rows = people()
    for row in rows:
        row.update(client_id="c1", room_id=f"r{row['id']}", sender_id=f"s{row['id']}", user_agent=f"a{row['id']}")
    file = export(tmp_path, rows)
    run = tidings("inbox", file, "-o", "pages", "--now", NOW, cwd=tmp_path)
    assert run.status == 0, run.errors
    assert "all 15 notifications are yours (me), as nothing in them says whose they are; --owner ID names somebody else" in run.errors
    assert tidings("check", file, "--now", NOW, cwd=tmp_path).status == 0


@pytest.mark.parametrize("column", ["receiver_id", "recipientId", "to", "to_user_id", "notifiableId", "targetUserId"])
def test_who_acted_does_not_receive(tidings, tmp_path, column):
    rows = [{"id": 1, "user_id": 5, column: 9, "title": "T", "message": "m", "read": False, "created_at": "2026-02-07T10:00:00Z"}]
    run = tidings("summary", export(tmp_path, rows), "--format", "json", "--now", NOW, cwd=tmp_path)
    assert [one["id"] for one in run.json["recipients"]] == ["9"]


@pytest.mark.parametrize("column", ["sender_id", "actor", "from", "created_by"])
def test_who_acted_alone_is_no_recipient(tidings, tmp_path, column):
    rows = [{**row, column: f"p{i}"} for i, row in enumerate(people())]
    run = tidings("summary", export(tmp_path, rows), "--format", "json", "--now", NOW, cwd=tmp_path)
    assert [one["id"] for one in run.json["recipients"]] == ["me"] and column not in run.errors


def test_swift_dates_of_lendair_are_of_this_century(tidings, tmp_path):
    rows = [{"id": 1, "type": "PAYMENT_DUE", "title": "T", "message": "m", "userId": "u", "isRead": False, "createdAt": 792_000_000.5}]
    run = tidings("digest", export(tmp_path, rows), "--format", "json", "--now", "2026-02-07T15:00:00Z", cwd=tmp_path)
    (item,) = [item for part in run.json["sections"] for item in part["items"]]
    assert item["profile"] == "lendair" and item["time"].startswith("2026-02-05T"), item
    assert run.errors == ""


@pytest.mark.parametrize("time, word", [(792_000_000, "1995-02-05T"), (1_970_000_000_000, "2032-"), ("792000000", "1995-")])
def test_numbers_of_odd_years_are_said(tidings, tmp_path, time, word):
    rows = [{**row, "user_id": "u", "created_at": time} for row in people()]
    file = export(tmp_path, rows)
    run = tidings("summary", file, "--now", NOW, cwd=tmp_path)
    sentence = "profile e: the numbers of 15 records give times before 2005 or after tomorrow, such as " + word
    assert run.status == 0 and sentence in run.errors and "epoch: 2001" in run.errors, run.errors
    check = tidings("check", file, "--now", NOW, cwd=tmp_path)
    assert check.status == 3 and sentence in check.text


def every_guess():
    """Records, by file, in which each kind of thing is assumed, and the words that say so."""
    known = [{**row, "user_id": "u"} for row in people()]

    def changed(**fields):
        return [{**row, **fields} for row in known]

    unmarked = [{key: value for key, value in row.items() if key != "is_read"} | {"checked": True} for row in known]
    return {
        "some are nobody's": (
            [[*known[1:], {**known[0], "user_id": None}]],
            "profile e: 1 record has no recipient, so it belongs to one recipient, me; say with --owner ID whose it is"),
        "no zone": (
            [changed(created_at="2026-02-07 10:00:00")],
            "profile e: the times of 15 records name no zone, so they are taken as UTC; write timeZone: in a profile of your own"),
        "read mark": ([unmarked], "checked may say what was read"),
        "year": ([[*known[1:], {**known[0], "created_at": 792_000_000}]], "before 2005 or after tomorrow"),
        "one id": ([[*known, {**known[0], "title": "Fired", "created_at": "2026-02-06T10:00:00Z"}]], "1 record has the id of an older"),
        "two files": ([known[:7], known[7:]], "e0.json, e1.json: e takes them for one system"),
        "two tables": (None, "the records are those of the table notifications; alerts fits too and was not read"),
    }


@pytest.mark.parametrize("guess", every_guess())
def test_every_guess_is_said_and_strict_refuses_it(tidings, tmp_path, guess):
    parts, words = every_guess()[guess]
    if parts is None:
        row = {"id": 1, "user_id": "u", "type": "x", "title": "Hello", "body": "Text", "is_read": 0, "created_at": "2026-02-07T09:00:00Z"}
        database(tmp_path / "app.db", notifications=[row], alerts=[row])
        files = ["app.db"]
    else:
        files = [export(tmp_path, part, f"e{i}.json") for i, part in enumerate(parts)]
    (tmp_path / "people.json").write_text('[{"id": "u", "email": "u@example.org"}]')
    mail = ["--from", "d@example.org", "-o", "outbox", "--recipients", "people.json", "--dry-run", "--report", "r.json"]
    (tmp_path / "tidings.yaml").write_text(
        f"exports: {json.dumps(files)}\nrecipients: people.json\nmail: {{digest: {{from: d@example.org, outbox: outbox}}}}\n")
    (tmp_path / "strict.yaml").write_text((tmp_path / "tidings.yaml").read_text() + "strict: true\n")
    runs = {
        "summary": (["summary", *files], ["--strict"]),
        "digest": (["digest", *files, "--format", "json", "--recipient", "u"], ["--strict"]),
        "inbox": (["inbox", *files, "-o", "pages"], ["--strict"]),
        "feed": (["feed", *files, "-o", "feeds"], ["--strict"]),
        "mail": (["mail", *files, *mail], ["--strict"]),
        "build": (["build", "--dry-run", "--report", "r.json", "tidings.yaml"], None),
    }
    for name, (command, strict) in runs.items() if guess in ("no zone", "two files") else [("summary", runs["summary"])]:
        run = tidings(*command, "--now", NOW, cwd=tmp_path)
        assert run.status == 0 and run.errors.count(words) == 1, (name, run.status, run.errors)
        if "r.json" in command:
            assert sum(words in line for line in json.loads((tmp_path / "r.json").read_text())["warnings"]) == 1
        run = tidings(*(command + strict if strict else [*command[:-1], "strict.yaml"]), "--now", NOW, cwd=tmp_path)
        assert run.status == 65 and all(part in run.errors for part in [*words.split("; "), "or run without --strict"]), (name, run.errors)
        if "r.json" in command:
            assert words.partition(";")[0] in json.loads((tmp_path / "r.json").read_text())["failure"]
    run = tidings("check", *files, "--now", NOW, cwd=tmp_path)
    assert run.status == 3 and words in run.text and "1 problem found." in run.text, run.text
    run = tidings("check", *files, "--format", "json", "--now", NOW, cwd=tmp_path)
    assert run.status == 3 and sum(words in warning for warning in run.json["warnings"]) == 1


def test_what_a_draft_would_have_to_ask_is_no_empty_inbox(tidings, tmp_path):
    file = export(tmp_path, [{**row, "user_id": "u", "created_at": "soon"} for row in people()])
    for command in commands(file).values():
        run = tidings(*command, "--now", NOW, cwd=tmp_path)
        sentence = "e.json: no profile fits its records; a draft would have to ask: in which form are the times of created_at: 1 value in 15 records: soon?"
        assert run.status == 65 and sentence in run.errors and "caught up" not in run.text, run.errors
        assert "copy this line: tidings profiles draft e.json > e.yaml" in run.errors


@pytest.mark.parametrize("column, value", [("checked", True), ("see", 1), ("read_by", ["x"])])
def test_read_marks_that_nobody_knows_are_said(tidings, tmp_path, column, value):
    rows = [{**row, "user_id": "u", column: value} for row in people()]
    for row in rows:
        del row["is_read"]
    file = export(tmp_path, rows)
    sentence = f"profile e: {column} may say what was read, but it reads no such mark, so 15 records count as unread; write it under read:"
    run = tidings("summary", file, "--now", NOW, cwd=tmp_path)
    assert run.status == 0 and run.errors.count(sentence) == 1, run.errors
    assert tidings("check", file, "--now", NOW, cwd=tmp_path).status == 3
    known = export(tmp_path, [{**row, "is_read": False} for row in rows], "k.json")
    assert sentence not in tidings("summary", known, "--now", NOW, cwd=tmp_path).errors


@pytest.mark.parametrize("line, said", [
    ('link: [{types: t0, url: "/x"}]', "t0 is not known, as there is nothing to choose from"),
    ('title: {a: "{Due Date}"}\ntypes: {a: {}}', "quotes around a name with other characters: {'Due Date'}"),
])  # fmt: skip
def test_a_fault_of_a_profile_says_what_to_write(tidings, tmp_path, line, said):
    (tmp_path / "p.yaml").write_text(f"name: acme\nmatch: {{must: [code]}}\nfields: {{id: code, time: at, type: kind}}\n{line}\n")
    run = tidings("summary", export(tmp_path, [{"code": 1}]), "--profiles", "p.yaml", cwd=tmp_path)
    assert run.status != 0 and said in run.errors, run.errors
