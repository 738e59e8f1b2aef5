"""Whose file is it? A file's profile is decided by all of its first records, and no record leaves it
for one word."""

import itertools
import json

import pytest
from harness import FIXTURES, database


# A word of each bundled profile, and of none.
WORDS = [
    "LOAN_APPROVED", "PAYMENT_DUE", "MENTION", "COMMENT_ADDED", "new_message", "new_listing",
    "event", "offer", "general", "new_member", "milestone", "invoice_paid", "build_failed",
]  # fmt: skip

OWN = """name: acme
match:
  must: [{must}]
fields: {{id: id, recipient: {recipient}, type: {type}, title: {title}, body: {body}, time: {time}}}
read: {read}
"""

# A system of one's own: names of its fields by what they are.
SHAPES = {
    "snake": dict(id="id", recipient="user_id", type="type", title="title", body="message", time="created_at", read="is_read"),
    "camel": dict(id="id", recipient="userId", type="type", title="title", body="body", time="createdAt", read="isRead"),
    "category": dict(id="id", recipient="owner", type="category", title="title", body="body", time="timestamp", read="seen"),
    "grouped": dict(id="id", recipient="userId", type="type", title="groupId", body="message", time="createdAt", read="isRead"),
    "supabase": dict(id="id", recipient="user_id", type="type", title="title", body="message", time="created_at", read="read_at"),
}  # fmt: skip


def own_records(shape, words, count=30):
    names = SHAPES[shape]
    for number, word in zip(range(count), itertools.cycle(words)):
        yield {
            names["id"]: f"r{number}",
            names["recipient"]: f"u{number % 3}",
            names["type"]: word,
            names["title"]: f"Title {number}",
            names["body"]: "text",
            names["time"]: f"2026-04-14T10:{number:02d}:00Z",
            names["read"]: None if names["read"] == "read_at" else False,
        }


def own(folder, **profiles):
    """A folder of profiles."""
    folder = folder / "profiles"
    folder.mkdir()
    for name, text in profiles.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def check(tidings, *arguments):
    return json.loads(tidings("check", *arguments, "--format", "json").text)


def is_generic(found, files=1):
    """All are read by their columns, none by a profile of another system."""
    assert [(one["profile"], one["records"], one["rejected"], one.get("strays")) for one in found["sources"]] == [("a", 30, 0, None)] * files


@pytest.mark.parametrize("shape", SHAPES)
def test_a_system_of_ones_own_with_known_words_is_no_bundled_one(tidings, tmp_path, shape):
    is_generic(check(tidings, write(tmp_path / "a.jsonl", own_records(shape, WORDS))))


@pytest.mark.parametrize("shape", SHAPES)
def test_one_known_word_among_others_proves_nothing(tidings, tmp_path, shape):
    files = []
    for word in WORDS:
        (tmp_path / word).mkdir()
        files.append(write(tmp_path / word / "a.jsonl", own_records(shape, ["invoice_paid", "build_failed", word])))
    is_generic(check(tidings, *files), len(files))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_profile_of_ones_own_keeps_all_of_its_records(tidings, tmp_path, shape):
    names = SHAPES[shape]
    must = ", ".join([names["id"], names["recipient"], names["time"]])
    folder = own(tmp_path, acme=OWN.format(must=must, **names))
    export = write(tmp_path / "a.jsonl", own_records(shape, WORDS))
    [source] = check(tidings, export, "--profiles", folder)["sources"]
    assert source["profile"] == "acme" and source["records"] == 30 and source["rejected"] == 0
    assert "strays" not in source
    summary = tidings("summary", export, "--profiles", folder, "--format", "json").json
    assert summary["counts"]["recipients"] == 3 and summary["counts"]["total"] == 30


def test_a_damaged_record_of_ones_own_does_not_leave_for_a_word(tidings, tmp_path):
    """It lacks what the profile asks for, and its type is a bundled profile's: rejected, not moved."""
    folder = own(tmp_path, acme=OWN.format(
        must="id, account, sent", recipient="account", id="id", type="type", title="title", body="body", time="sent", read="seen"))
    records = [
        {"id": n, "account": f"u{n}", "type": "x", "title": "t", "sent": "2026-04-14T10:00:00Z", "seen": False}
        for n in range(9)
    ] + [{"id": 9, "type": "PAYMENT_DUE", "title": "t", "createdAt": "2026-04-14T10:00:00Z"}]
    found = check(tidings, write(tmp_path / "a.jsonl", records), "--profiles", folder)
    [source] = found["sources"]
    assert source["profile"] == "acme" and source["rejected"] == 1 and "strays" not in source
    assert found["rejected"][0]["field"] == "sent"


def test_a_profile_of_ones_own_goes_before_bundled_ones(tidings, tmp_path):
    folder = own(
        tmp_path, mine="name: mine\nmatch: {must: [displayText]}\n"
        "fields: {id: id, type: type, title: displayText, time: createdAt}\nread: isRead\n")
    [source] = check(tidings, FIXTURES / "rooms/page-1.json", "--profiles", folder)["sources"]
    assert source["profile"] == "mine"
    mixed = check(tidings, FIXTURES / "mixed/systems.jsonl", "--profiles", folder)
    assert {s["profile"]: s["records"] for s in mixed["sources"][0]["strays"]}["mine"] == 3


def test_the_table_of_ones_own_profile_goes_before_notifications(tidings, tmp_path):
    time = "2026-04-14T10:00:00Z"
    path = database(
        tmp_path / "shop.sqlite",
        notifications=[{"id": 1, "user_id": "u", "type": "offer", "title": "t", "message": "m", "created_at": time}],
        alerts=[{"id": 7, "account": "ana", "kind": "MENTION", "headline": "Hello", "sent": time}])
    folder = own(
        tmp_path, shop="name: shop\nmatch: {must: [id, account, sent]}\nrecords: {table: alerts}\n"
        "fields: {id: id, recipient: account, type: kind, title: headline, time: sent}\n")
    found = tidings("summary", path, "--profiles", folder, "--format", "json").json
    assert found["sources"][0]["profile"] == "shop" and found["recipients"][0]["id"] == "ana"


def test_a_split_file_says_how_many_went_where(tidings):
    run = tidings("check", FIXTURES / "mixed/systems.jsonl")
    assert "of them" in run.text
    for profile in ("lendair", "rooms", "fitness-groups"):
        assert profile in run.text


def test_a_tie_names_only_the_profiles_that_fit(tidings, tmp_path):
    text = "name: {}\nmatch: {{must: [id, at]}}\nfields: {{id: id, type: type, time: at}}\n"
    folder = own(tmp_path, a=text.format("a"), b=text.format("b"))
    export = write(tmp_path / "a.jsonl", [{"id": 1, "at": 1, "type": "LOAN_APPROVED", "title": "x"}])
    run = tidings("check", export, "--profiles", folder)
    assert run.status == 65
    assert "several profiles fit its records equally well: a, b\n" in run.errors
    assert "--profile a" in run.errors


def test_a_profile_of_ones_own_is_a_file_or_a_folder(tidings, tmp_path):
    export = tmp_path / "own.jsonl"
    export.write_text(json.dumps({"key": 1, "who": "ana", "what": "Hello", "when": "2026-02-08T08:00:00Z"}))
    path = tmp_path / "own.yaml"
    path.write_text(
        "name: own\nmatch: {must: [key, who, what]}\nfields: {id: key, recipient: who, title: what, time: when}\n")
    for profiles in path, tmp_path:
        run = tidings("summary", export, "--profiles", profiles, "--format", "json")
        assert run.status == 0 and run.json["sources"][0]["profile"] == "own"
    run = tidings("summary", export, "--profile", path)
    assert run.status == 64 and f"a file is given with --profiles {path}" in run.errors


@pytest.mark.parametrize("types", [["offer"], ["offer", "event", "zzz"], ["offer", "event", "general"]])
def test_known_words_alone_take_no_recipient_body_or_read_mark_away(tidings, tmp_path, types):
    rows = [
        {"id": n, "recipient": f"r{n}", "type": kind, "title": "Sofa", "body": "Long", "created_at": "2026-02-08T10:00:00Z", "read": True}
        for n, kind in enumerate(types)
    ]
    (tmp_path / "export.json").write_text(json.dumps(rows))
    run = tidings("summary", "export.json", "--format", "json", "--now", "2026-02-08T15:05:00Z", cwd=tmp_path)
    counts = run.json["counts"]
    assert run.json["sources"][0]["profile"] == "export"
    assert (counts["total"], counts["unread"]) == (len(types), 0)


def test_a_profile_that_finds_no_id_yields_to_one_that_does(tidings, tmp_path):
    """The other columns are those of a system whose id is called id."""
    rows = [
        {"notification_id": f"n{n}", "Recipient Email": f"u{n % 3}@example.org", "title": "Title", "body": "text",
         "notification_type": "a", "is_read": None, "created_at": f"2026-02-07T10:{n:02d}:00Z"}
        for n in range(30)
    ]  # fmt: skip
    run = tidings("summary", write(tmp_path / "table.jsonl", rows), "--format", "json", "--now", "2026-02-08T15:00:00Z")
    assert run.status == 0 and run.json["counts"]["total"] == 30, run.errors
    assert [one["id"] for one in run.json["recipients"]] == [f"u{n}@example.org" for n in range(3)]
    empty = write(tmp_path / "empty.jsonl", [{**row, "id": None} for row in rows])
    assert tidings("summary", empty, "--format", "json", "--now", "2026-02-08T15:00:00Z").json["counts"]["total"] == 30
    named = tidings("check", tmp_path / "table.jsonl", "--profile", "foodshare", "--now", "2026-02-08T15:00:00Z")
    assert named.status == 3 and "id, apns-id, payload.id: missing from the record" in named.text


def test_the_key_of_a_record_is_its_id(tidings, tmp_path):
    rows = {
        f"n{n}": {"uuid": f"a{n}", "user_id": "u", "type": "offer", "title": "T", "message": "m", "priority": "high",
                  "scheduled_for": "2026-02-07T10:00:00Z", "read_at": None, "email_sent": False}
        for n in range(5)
    }  # fmt: skip
    (tmp_path / "keyed.json").write_text(json.dumps(rows))
    found = check(tidings, tmp_path / "keyed.json", "--now", "2026-02-08T15:00:00Z")
    assert [(one["profile"], one["records"], one["rejected"]) for one in found["sources"]] == [("recruiting-compass", 5, 0)]
