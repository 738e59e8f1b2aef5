"""What is no JSON around records is reported, and takes none of the records away."""

import json

import pytest

from harness import NOW, record

ROWS = [json.dumps(record(n)) for n in range(3)]
LIST = "[" + ",".join(ROWS) + "]"


@pytest.fixture
def summary(tidings, tmp_path):
    def run(text):
        path = tmp_path / "export.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tidings("summary", path, "--format", "json", "--now", NOW)

    return run


DAMAGED = {
    "a word": '{"x": tru,"data":' + LIST + "}",
    "a word behind": '{"data":' + LIST + ',"x": tru}',
    "a number": '{"x": 01,"data":' + LIST + "}",
    "an escape": '{"x": "\\q","data":' + LIST + "}",
    "an object": '{"meta": {"total" 3},"data":' + LIST + "}",
    "a comma behind the list": '{"data":' + LIST + ",}",
    "two commas": '{"a":1,,"data":' + LIST + "}",
    "a comma before": '{,"data":' + LIST + "}",
    "no comma": '{"a":1 "data":' + LIST + "}",
    "a comma in the list": '{"data":[' + ",".join(ROWS) + ",]}",
    "a comma in a list": "[" + ",".join(ROWS) + ",]",
    "two commas in a list": "[" + ",,".join(ROWS[:2]) + "," + ROWS[2] + "]",
    "no comma in a list": "[" + ROWS[0] + " " + ",".join(ROWS[1:]) + "]",
    "a comma by key": "{" + ",".join(f'"k{n}":{row}' for n, row in enumerate(ROWS)) + ",}",
    "words behind": '{"data":' + LIST + "} garbage",
    "a bracket behind": '{"data":' + LIST + "}}",
    "words behind a list": LIST + " garbage",
    "words behind a page that has its line": '{"data":[' + ROWS[0] + ']} garbage\n{"data":[' + ",".join(ROWS[1:]) + "]}\n",
}  # fmt: skip


def test_damage_beside_records_is_one_reject(tidings, tmp_path):
    for name, text in DAMAGED.items():
        (tmp_path / name).write_text(text)
        if "its line" not in name:
            (tmp_path / f"{name}, and a line").write_text(text.replace('"data":[', '"data":\n['))
    run = tidings("check", *sorted(path.name for path in tmp_path.iterdir()), "--format", "json", "--now", NOW, cwd=tmp_path)
    assert run.status == 3, (run.status, run.errors)
    for source in run.json["sources"]:
        rejected = [reject for reject in run.json["rejected"] if reject["file"] == source["file"]]
        assert source["records"] - source["rejected"] == 3, source
        assert 1 <= len(rejected) <= (2 if source["file"].startswith("two commas in a list") else 1), rejected
        assert rejected[0]["line"] in (1, 2) and rejected[0]["reason"]


SOUND = [
    LIST, '{"data":' + LIST + "}", "[]", "{}", '{"data":[]}', '{"data":[],"meta":{"total":0}}', '{"notifications":{}}',
    '{"data":{"notifications":{"nodes":[]}}}', '{"error":null,"data":[]}', '{"errors":[],"data":[]}', '{"ok":true,"data":[]}',
    '{"meta":{"a":[1,{"b":null}],"c":"\\u00e4"},"data":' + LIST + ',"x":-1.5e3}',
    "[" + LIST + ",[]," + "[]]", "\n".join(ROWS), "{" + ",".join(f'"k{n}":{row}' for n, row in enumerate(ROWS)) + "}",
    '{"data":{"u":{' + ",".join(f'"k{n}":{row}' for n, row in enumerate(ROWS)) + "}}}",
    '{"edges":[' + ",".join(f'{{"cursor":"c","node":{row}}}' for row in ROWS) + '],"pageInfo":{}}',
]  # fmt: skip


@pytest.mark.parametrize("form", [lambda text: text, lambda text: text.replace(",", " ,\n ").replace("[", "[\n"), "\n{}\n".format],
                         ids=["as it is", "in lines", "in blank lines"])  # fmt: skip
def test_sound_json_has_no_rejects(tidings, tmp_path, form):
    for number, text in enumerate(SOUND):
        (tmp_path / f"{number}.json").write_text(form(text))
    run = tidings("summary", *sorted(tmp_path.iterdir()), "--now", NOW)
    assert run.status == 0, (run.status, run.errors)


def test_a_long_first_line_hides_nothing(summary):
    for junk in ("x" * 70_000, "key: " + "x" * 200_000, "\x01" * 70_000):
        run = summary(junk + "\n" + "\n".join(ROWS) + "\n")
        assert run.status == 3 and run.json["counts"]["total"] == 3, run.errors
        assert [reject["line"] for reject in run.json["rejected"]] == [1]
    assert summary("x" * 300_000).status == 65


def test_a_sequence_with_separators_is_named(summary):
    run = summary("".join(f"\x1e{row}\n" for row in ROWS))
    assert run.status == 65 and "this is a JSON text sequence, with a control character" in run.errors
    assert "tr -d '\\036' < " in run.errors and "binary" not in run.errors
    assert summary("".join(f"{row}\n" for row in ROWS)).status == 0


@pytest.mark.parametrize("text", ['"error: not found"', ' "key: value" \n', "null", "42\n", '"x"'])
def test_a_value_alone_is_named(summary, text):
    run = summary(text)
    assert run.status == 65 and "this is a single JSON value, not records" in run.errors


def owners(run):
    return sorted(entry["id"] for entry in run.json["recipients"])


@pytest.mark.parametrize(("names", "who"), [
    (["u1", "u2"], ["u1", "u2"]), (["42", "7"], ["42", "7"]), (["maya@example.org", "u2"], ["maya@example.org", "u2"]),
    (["unread", "read"], ["me"]), (["2026-02-07", "2026-02-08"], ["me"]), (["page1", "page2"], ["me"]),
])  # fmt: skip
def test_lists_by_user_belong_to_them(summary, names, who):
    rows = [json.dumps({**record(n), "user_id": None}) for n in range(2)]
    lists = ",".join(f'"{name}":[{row}]' for name, row in zip(names, rows))
    for text in ("{" + lists + "}", '{"data":{' + lists + "}}", '{"more":{"x":{' + lists + "}}}"):
        run = summary(text)
        assert run.status == 0 and owners(run) == who, (text, run.errors)
    named = "{" + ",".join(f'"{name}":[{row}]' for name, row in zip(names, ROWS)) + "}"
    assert owners(summary(named)) == ["user-0", "user-1"], "what records say counts more"


def own(*hours):
    return [{"id": n, "type": "offer", "title": f"Offer {n}", "created_at": f"2026-02-07T0{n}:00:00Z", "is_read": False} for n in hours]


HOLDERS = {
    "a user beside": [{"user": {"id": name}, "notifications": own(1, 2)} for name in ("ana", "ben")],
    "a user behind": [{"notifications": own(1, 2), "user": {"id": name}} for name in ("ana", "ben")],
    "a person": [{"id": name, "email": f"{name}@example.org", "notifications": own(1, 2)} for name in ("ana", "ben")],
    "a person by lines": "".join(json.dumps({"id": name, "username": name, "notifications": own(1, 2)}) + "\n" for name in ("ana", "ben")),
    "a document below a person": {"documents": [
        {"name": f"projects/p/databases/(default)/documents/users/{name}/notifications/{n}", "fields": {
            "title": {"stringValue": "Hi"}, "type": {"stringValue": "a"}, "isRead": {"booleanValue": False}, "createdAt": {"timestampValue": f"2026-02-07T0{n}:00:00Z"}}}
        for name in ("ana", "ben") for n in (1, 2)]},
}  # fmt: skip


@pytest.mark.parametrize("name", HOLDERS)
def test_records_are_those_of_the_person_around_them(tidings, tmp_path, name):
    (tmp_path / "e.json").write_text(HOLDERS[name] if isinstance(HOLDERS[name], str) else json.dumps(HOLDERS[name]))
    run = tidings("summary", "e.json", "--format", "json", cwd=tmp_path)
    assert {r["id"]: r["total"] for r in run.json["recipients"]} == {"ana": 2, "ben": 2}, run.errors
    assert run.json["counts"]["duplicates"] == 0 and "are yours" not in run.errors


def test_the_id_of_a_room_is_nobody(tidings, tmp_path):
    (tmp_path / "e.json").write_text(json.dumps([{"id": "r1", "name": "Room", "notifications": own(1, 2)}]))
    run = tidings("summary", "e.json", "--format", "json", cwd=tmp_path)
    assert [r["id"] for r in run.json["recipients"]] == ["me"], run.errors


def test_several_people_in_one_text_are_said(tidings, tmp_path):
    everyone = ["u1,u2", "u1", "u2"]
    (tmp_path / "e.json").write_text(json.dumps([row | {"user_id": everyone[row["id"] % 3]} for row in own(1, 2, 3)]))
    run = tidings("mail", "e.json", "--now", "2026-02-08T15:00:00Z", "--from", "a@example.org", "--dry-run", "-o", "outbox", cwd=tmp_path)
    assert "u1,u2 is one person with 1 record, but looks like several" in run.errors, run.errors
    (tmp_path / "e.json").write_text(json.dumps([row | {"user_id": "Smith, John"} for row in own(1, 2)]))
    assert "looks like several" not in tidings("summary", "e.json", cwd=tmp_path).errors


@pytest.mark.parametrize("above", ["mysql: [Warning] Using a password on the command line can be insecure.\n", "Warning: it's old\n", "2026-02-07 10:00 start\n\n"])
def test_a_warning_above_records_of_no_profile_hides_none(summary, above):
    run = summary(above + "".join(json.dumps(row | {"user_id": "ana"}) + "\n" for row in own(1, 2, 3)))
    assert (run.status, run.json["counts"]["total"]) == (3, 3) and run.json["rejected"], run.errors
