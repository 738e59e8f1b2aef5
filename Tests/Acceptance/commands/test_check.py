"""What was not found is said: by check of each path, by every command of what changes who gets what."""

import json

import pytest
from harness import FIXTURES

NOW = "2026-04-14T16:00:00Z"

PROFILE = """name: acme
match: {must: [id, created_at]}
fields:
  id: id
  recipient: user_id
  type: kind
  title: title
  body: [message, text]
  time: created_at
  priority: level
  actorId: actor.id
read: seen
values: {shop: shop.name}
types: {order_shipped: Shipped, order_late: Late}
priority: {1: low, 9: high}
"""


def record(number, **fields):
    return {
        "id": f"r{number}",
        "user_id": f"u{number % 4}",
        "kind": ["order_shipped", "order_late"][number % 2],
        "title": f"Title {number}",
        "message": "text",
        "created_at": f"2026-04-14T10:{number % 60:02d}:00Z",
        "level": [1, 9][number % 2],
        "actor": {"id": f"u{number}"},
        "shop": {"name": "North"},
        "seen": bool(number % 3),
    } | fields


@pytest.fixture
def acme(tidings, tmp_path):
    """Runs a command over records with a profile made of PROFILE by replacements."""
    folder = tmp_path / "profiles"
    folder.mkdir()

    def run(command, records, *arguments, replace=()):
        profile = PROFILE
        for old, new in replace:
            assert old in profile
            profile = profile.replace(old, new)
        (folder / "acme.yaml").write_text(profile)
        export = tmp_path / "export.jsonl"
        export.write_text("".join(json.dumps(one) + "\n" for one in records))
        return tidings(command, export, "--profiles", folder, "--now", NOW, *arguments)

    return run


def fields(run):
    [mapping] = run.json["mappings"]
    return {field["name"]: field["records"] for field in mapping["fields"]}


def test_check_counts_what_each_field_found(acme):
    records = [record(n) for n in range(10)] + [record(10, title=None), record(11, id="")]
    del records[3]["shop"], records[4]["level"]
    run = acme("check", records, "--format", "json")
    found = fields(run)
    assert found["recipient"] == 12 and found["read"] == 12 and found["id"] == 12
    assert found["title"] == 11 and found["shop"] == 11 and found["priority"] == 11
    assert run.json["warnings"] == []


def test_what_fits_has_no_problem(acme):
    run = acme("check", [record(n) for n in range(10)])
    assert run.status == 0 and run.text.endswith("\nNo problems found.\n")
    assert "warning" not in run.text


@pytest.mark.parametrize("old, new, said", [
    ("read: seen", "read: sean", "no record has read (sean), so all records count as unread"),
    ("recipient: user_id", "recipient: usr_id", "no record has recipient (usr_id), so all records belong to one recipient, me"),
    ("priority: level", "priority: levle", "no record has priority (levle)"),
    ("type: kind", "type: kynd", "no record has type (kynd)"),
    ("actorId: actor.id", "deleted: gone", "no record has deleted (gone), so none counts as deleted"),
    ("actorId: actor.id", "expires: until", "no record has expires (until)"),
    ("actorId: actor.id", "mailed: sent_at", "no record has mailed (sent_at)"),
])  # fmt: skip
def test_a_field_that_no_record_has_is_said_by_every_command(acme, tmp_path, old, new, said):
    records = [record(n) for n in range(10)]
    check = acme("check", records, replace=[(old, new)])
    assert check.status == 3
    assert f"warning   profile acme: {said}" in check.text
    assert check.text.endswith(("problem found.\n", "problems found.\n"))
    for command in ("summary", "inbox"):
        rest = ["-o", tmp_path / "pages"] if command == "inbox" else []
        assert said in acme(command, records, *rest, replace=[(old, new)]).errors, command
    # A correct profile says nothing.
    assert "no record" not in acme("summary", records).errors


def test_a_condition_that_no_record_meets_is_no_problem(acme):
    """On a good day nothing is urgent: cron mailed a warning every hour of it."""
    records = [record(n) for n in range(10)]
    conditions = [
        "{when: {level: 5}, text: high}", "{when: {level: 5, kind: order_late}, path: level}",
        "[{when: {level: 5}, text: high}, {when: {level: 4}, text: low}]",
    ]
    for condition in conditions:
        rule = [("priority: level", f"priority: {condition}")]
        assert acme("check", records, replace=rule).text.endswith("No problems found.\n"), condition
        assert "no record" not in acme("summary", records, replace=rule).errors, condition
    for condition, missing in [
        ("{when: {levle: 5}, text: high}", "levle"), ("{when: {level: 5, knd: a}, text: high}", "level, knd"),
        ("{when: {level: 5}, path: levle}", "level, levle"),
    ]:
        run = acme("summary", records, replace=[("priority: level", f"priority: {condition}")])
        assert f"no record has priority ({missing}), so all have" in run.errors, condition


@pytest.mark.parametrize("old, new, said", [
    ("values: {shop: shop.name}", "values: {shop: store.name}", "no record has shop (store.name)"),
    ("actorId: actor.id", "actorId: actor.uid", "no record has actorId (actor.uid)"),
    ("types: {order_shipped: Shipped, order_late: Late}", "types: {orders: O, lates: L}", "no record has any of its 2 types"),
    ("priority: {1: low, 9: high}", "priority: {2: low}", "no record has a priority from its map; the records have: 1 (5), 9 (5)"),
    ("read: seen", "read: seen\ncollapse: {types: [order_late], same: [subject], within: 5m}", "collapse never applies: no record has a subject"),
    ("read: seen", "read: seen\nsupersedes: {type: order_late, replaces: order_shipped, same: [subject], within: 5m}", "supersedes never applies: no record has a subject"),
])  # fmt: skip
def test_a_section_that_matches_nothing_is_said(acme, old, new, said):
    run = acme("check", [record(n) for n in range(10)], replace=[(old, new)])
    assert run.status == 3 and f"profile acme: {said}" in run.text


def test_what_goes_to_one_person_for_want_of_a_recipient_is_stopped(acme, tmp_path):
    records = [record(n) for n in range(10)]
    people = tmp_path / "people.json"
    people.write_text('[{"id": "me", "email": "me@example.org"}]')
    wrong = [("recipient: user_id", "recipient: usr_id")]
    for command, options in {"mail": ["--from", "a@example.org", "--recipients", people], "inbox": []}.items():
        arguments = [command, records, "-o", tmp_path / command, *options]
        run = acme(*arguments, replace=wrong)
        assert run.status == 65
        assert "no record has the recipient field of profile acme (usr_id)" in run.errors
        assert "--owner" in run.errors
        assert not list((tmp_path / command).rglob("*.*"))
        assert acme(*arguments, "--owner", "me", replace=wrong).status == 0


def test_null_everywhere_is_no_wrong_path(acme):
    """No offer was read yet: the column is there."""
    run = acme("check", [record(n, seen=None) for n in range(10)])
    assert run.status == 0 and "warning" not in run.text


def test_paths_that_nobody_uses_are_shown(acme):
    more = {"meta": {"a": 1, "b": {"c": "x" * 500}}, "tags": [1, 2], "none": None, "esc": "\x1b[31m\u202e"}
    records = [record(n) | (more if n % 2 else {}) for n in range(10)]
    run = acme("check", records, "--format", "json")
    unused = {path["path"]: path for path in run.json["mappings"][0]["unused"]}
    assert set(unused) == {"meta.a", "meta.b.c", "tags", "none", "esc"}
    assert all(path["records"] == 5 for path in unused.values())
    assert unused["meta.a"]["sample"] == "1" and len(unused["meta.b.c"]["sample"]) < 200
    text = acme("check", records).text
    assert "5  meta.a: 1\n" in text and "x" * 41 not in text
    assert not any(ord(letter) < 32 and letter != "\n" or letter == "\u202e" for letter in text)


def test_unused_paths_are_bounded(acme):
    records = [record(n) | {f"key-{n}-{m}": m for m in range(100)} for n in range(30)]
    run = acme("check", records, "--format", "json", "--jobs", "1")
    [mapping] = run.json["mappings"]
    assert len(mapping["unused"]) <= 400 and mapping["unusedIsCut"] is True
    assert run.out == acme("check", records, "--format", "json", "--jobs", "4").out
    assert "and more" in acme("check", records).text


def test_a_named_profile_that_does_not_fit_says_what_is_missing(tidings, tmp_path):
    export = tmp_path / "a.jsonl"
    export.write_text(json.dumps(record(1, createdAt=NOW)) + "\n")
    run = tidings("check", export, "--profile", "rooms")
    assert run.status == 3
    assert "profile rooms: 1 of 1 record do not match its rules: no record has displayText" in run.text


def test_one_recipient_and_times_without_a_zone_and_copies_are_noted(acme):
    records = [record(n, user_id="u1", created_at=f"2026-04-14T10:{n:02d}:00") for n in range(10)]
    run = acme("check", records + records[:2])
    assert run.status == 3
    assert "all 10 notifications belong to one recipient, u1" in run.text
    assert "12 × a time without a zone, treated as UTC" in run.text
    assert "2 × a copy of another record" in run.text


def test_ids_that_most_records_share_are_a_warning(acme):
    copies = [record(n % 2, id=f"x{n % 2}", user_id="u") for n in range(10)]
    run = acme("check", copies)
    assert run.status == 3
    assert "warning   8 of 10 records repeat the id of another" in run.text


@pytest.mark.parametrize("fields, said", [
    ({"id": ""}, "id: empty"), ({"id": None}, "id: null"),
    ({"id": {"a": 1}}, "id: a list or object where text is expected"), ({"created_at": None}, "created_at: null"),
    ({"created_at": ""}, "created_at: the time is empty"),
    ({"kind": "", "title": None, "message": ""}, "kind, title, message: empty"),
])  # fmt: skip
def test_a_reject_says_whether_a_field_is_missing_null_or_empty(acme, fields, said):
    run = acme("check", [record(n) for n in range(5)] + [record(5, **fields)])
    assert run.status == 3 and f"line 6, record 6: {said}\n" in run.text


def test_a_reject_says_that_a_field_is_missing(acme):
    lacking = record(5)
    del lacking["id"]
    assert "record 6: id: missing from the record\n" in acme("check", [record(n) for n in range(5)] + [lacking]).text


def test_a_recipient_behind_its_records_is_found_or_said_to_be_too_far(tidings, tmp_path):
    rows = json.loads((FIXTURES / "rooms/page-1.json").read_text())["data"]
    path = tmp_path / "page.json"
    path.write_text(json.dumps({"data": rows, "recipient": "uma"}))
    found = tidings("summary", path, "--format", "json")
    assert [entry["id"] for entry in found.json["recipients"]] == ["uma"] and found.status == 0
    many = [dict(row, id=f"{n}-{row['id']}") for n in range(200) for row in rows]
    path.write_text(json.dumps({"data": many, "recipient": "uma"}))
    run = tidings("summary", path)
    assert run.status == 3 and "names its recipient too late, after its records" in run.errors


def test_bundled_profiles_warn_of_nothing(tidings):
    for path in ["lendair/page-2.json", "rooms/page-1.json", "foodshare/history.json"]:
        run = tidings("check", FIXTURES / path, "--format", "json")
        assert run.json["warnings"] == [] and run.json["mappings"], path


def test_an_input_without_records_has_no_empty_profile(tidings, tmp_path):
    (tmp_path / "a.json").write_text("[]")
    run = tidings("summary", tmp_path / "a.json", "--color", "never")
    assert "·  ·" not in run.text
