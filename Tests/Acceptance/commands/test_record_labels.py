"""What records call their types, and what they have in common, is what a reader sees."""

import json
import re

import pytest

NOW = ["--now", "2026-02-03T12:00:00Z", "--days", "10"]
FIELDS = "name: shop\nfields: {id: id, time: at, type: code, title: title, typeLabel: kind, actorName: by}\n"


def rows(*rows):
    return [{"id": n, "at": f"2026-02-03T{10 - n // 60:02}:{59 - n % 60:02}:00Z", "title": f"t{n}", **row} for n, row in enumerate(rows)]


@pytest.fixture
def shown(tidings, tmp_path):
    """The run of a command on records under a profile that follows `FIELDS`."""

    def shown(profile, records, command="digest", *more, format="json"):
        (tmp_path / "shop.yaml").write_text(FIELDS + profile)
        (tmp_path / "export.json").write_text(json.dumps(records))
        run = tidings(command, "export.json", "--profiles", "shop.yaml", "--profile", "shop", *NOW, "--format", format, *more, cwd=tmp_path)
        assert run.status == 0, run.errors
        return run.text

    return shown


def items(text):
    return [item for part in json.loads(text)["sections"] for item in part["items"]]


def test_the_first_label_of_a_type_counts(shown):
    records = rows({"code": "a1", "kind": " \n"}, {"code": "a1", "kind": "Two\nwords"}, {"code": "a1", "kind": "Later"}, {"code": "b2"}, {"kind": "Untyped"})
    text = shown("", records)
    assert [i["label"] for i in items(text)] == ["Two words"] * 3 + ["B2", "Notification"]
    assert "Two words" in shown("", records, format="terminal")
    assert "Two words" in shown("", records, "summary", format="json")


def test_a_profiles_own_label_goes_first(shown):
    records = rows({"code": "a", "kind": "From the record"}, {"code": "b", "kind": "From the record too"})
    assert [i["label"] for i in items(shown("types: {a: {emoji: x}, b: Own}\n", records))] == ["From the record", "Own"]


def test_a_long_label_is_cut(shown):
    label = items(shown("", rows({"code": "a", "kind": "é" * 100_000})))[0]["label"]
    assert len(label) == 80 and label.endswith("…")


def test_the_first_label_does_not_depend_on_workers(shown):
    records = rows(*({"code": f"c{n % 7}", "kind": f"label {n}", "pad": "x" * 3000} for n in range(600)))
    for jobs in ("1", "4"):
        labels = {i["type"]: i["label"] for i in items(shown("", records, "digest", "--jobs", jobs))}
        assert labels == {f"c{n}": f"label {n}" for n in range(7)}


def test_the_first_label_does_not_depend_on_conditions(shown):
    records = rows({"code": "a", "kind": "First", "env": "x"}, *({"code": "a", "kind": f"Later {n}", "env": "y"} for n in range(3)))
    for _ in range(8):
        assert {i["label"] for i in items(shown("", records, "digest", "--where", "env=y"))} == {"First"}


def test_a_type_is_chosen_by_the_label_that_its_records_give(shown):
    records = rows({"code": "a1", "kind": "Two\nwords"}, {"code": "b2", "kind": "Other"}, {"code": "c3"})
    for word in ("two words", "a1", "A1"):
        assert [i["type"] for i in items(shown("", records, "digest", "--type", word))] == ["a1"]
    assert json.loads(shown("", records, "summary", "--type", "Two words"))["counts"]["total"] == 1
    # A profile's own label goes first, so that the record's names nothing.
    assert [i["type"] for i in items(shown("types: {b2: Mine}\n", records, "digest", "--type", "mine"))] == ["b2"]


def without_titles(records):
    return [{key: value for key, value in record.items() if key != "title"} for record in records]


# What is searched for, and what is found: titles, bodies and labels.
SEARCHES = [("repairs", {"0", "1", "4"}), ("REPAIRS", {"0", "1", "4"}), ("mine", {"2"}), ("other", set()), ("c3", {"3"}), ("a1", set()), ("t4", {"4"}), ("t4 x", set())]


@pytest.mark.parametrize("word, found", SEARCHES)
def test_a_search_finds_the_labels_that_records_give(shown, tidings, tmp_path, word, found):
    records = [
        *without_titles(rows({"code": "a1", "kind": "Repairs"}, {"code": "a1"}, {"code": "b2", "kind": "Other"}, {"code": "c3"})),
        {"id": 4, "at": "2026-02-03T09:00:00Z", "title": "t4", "code": "a1"},
    ]
    profile = "types: {b2: Mine}\n"
    search = ("--search", word)
    assert {i["ids"][0] for i in items(shown(profile, records, "digest", *search))} == found
    for jobs in ("1", "4"):
        summary = json.loads(shown(profile, records, "summary", *search, "--jobs", jobs))
        assert summary["counts"]["total"] == len(found), word
        # A type is named once, whether or not its notifications have titles.
        types = [entry["type"] for entry in summary["counts"]["byType"] if entry["total"]]
        assert len(types) == len(set(types)) == len({records[int(n)]["code"] for n in found})
    for command in ("inbox", "feed"):
        run = tidings(
            command, "export.json", "--profiles", "shop.yaml", "--profile", "shop", *NOW, *search, "--plain-names", "-o", command, cwd=tmp_path)
        assert run.status == 0, run.errors
        (page,) = [path for path in (tmp_path / command).iterdir() if path.suffix in (".html", ".json") and path.stem != "index"]
        assert {str(r["id"]) for r in records if r["at"][:16] in page.read_text()} == found
    run = tidings(
        "state", "mark", "--as", "read", "export.json", "--profiles", "shop.yaml", "--profile", "shop", *NOW, *search, "--all", "--state", "marks.json",
        cwd=tmp_path)  # fmt: skip
    said = re.match(r"(\d+|no) notifications? marked as read", run.text)
    assert run.status == 0 and int(said[1].replace("no", "0")) == len(found), run.text


def test_a_stream_chooses_types_by_the_label_that_records_give(tidings, tmp_path):
    (tmp_path / "shop.yaml").write_text(FIELDS)
    (tmp_path / "export.json").write_text(json.dumps(rows({"code": "a1", "kind": "Repairs"}, {"code": "b2", "kind": "Other"})))
    (tmp_path / "people.json").write_text(json.dumps([{"id": "me", "email": "me@example.org"}]))
    (tmp_path / "tidings.yaml").write_text(
        "exports: [export.json]\nprofiles: shop.yaml\nprofile: shop\nrecipients: people.json\n"
        "mail: {repairs: {from: d@example.org, outbox: out, as: jsonl, types: [repairs]}}\n")  # fmt: skip
    run = tidings("build", *NOW[:2], "--report", "report.json", cwd=tmp_path)
    assert run.status == 0 and "no profile has the type" not in run.errors, run.errors
    (made,) = json.loads((tmp_path / "report.json").read_text())["runs"]
    assert made["notifications"] == 1 and made["leftOut"] == {"not of this stream": 1}


def test_a_title_may_say_the_records_label(shown):
    records = [{key: value for key, value in record.items() if key != "title"} for record in rows({"code": "a", "kind": "Repairs", "by": "Ana"})]
    assert items(shown('title: {"*": "{label} by {by}"}\nvalues: {by: by}\n', records))[0]["title"] == "Repairs by Ana"


def test_lines_collapse_by_any_value(shown):
    profile = 'types: {a: A, b: B}\nvalues: {host: [server, machine.name]}\ncollapse: {types: [a, b], same: [type, host, room.id], within: 1h}\n'
    records = rows(
        {"code": "a", "server": "x", "room": {"id": 1}}, {"code": "a", "machine": {"name": "x"}, "room": {"id": 1}}, {"code": "b", "server": "x", "room": {"id": 1}},
        {"code": "a", "server": "x", "room": {"id": 2}}, {"code": "a", "server": "x"}, {"code": "a", "server": "x"}, {"code": "a", "server": "x", "room": {"id": 1}})  # fmt: skip
    assert [i["ids"] for i in items(shown(profile, records))] == [["0", "1", "6"], ["2"], ["3"], ["4"], ["5"]]
    assert "t0 ×3  A · since" in shown(profile, records, format="terminal")


def test_values_of_two_names_are_not_one(shown):
    profile = "types: {a: A}\nvalues: {x: x, y: y}\ncollapse: {types: a, same: [x, y], within: 1h}\n"
    assert len(items(shown(profile, rows({"code": "a", "x": "1", "y": "11"}, {"code": "a", "x": "11", "y": "1"})))) == 2


@pytest.mark.parametrize("locale, people, words", [
    ("en", "Ana", "Ana liked it ×2  since"),
    ("en", "Ana Ben", "Ana and Ben liked it"),
    ("en", "Ana Ben Cleo", "Ana, Ben, and Cleo liked it"),
    ("en", "Ana Ben Cleo Dan Eve", "Ana, Ben, and 3 others liked it"),
    ("de", "Ana Ben Cleo Dan Eve", "Ana, Ben und 3 weitere liked it"),
    ("ru", "Ana Ben Cleo Dan Eve", "Ana, Ben и ещё 3 liked it"),
    ("he", "Ana Ben Cleo Dan", "Ana, Ben ועוד שניים liked it"),
])  # fmt: skip
def test_actors_are_named_together(shown, locale, people, words):
    profile = 'types: {a: A}\ncollapse: {types: a, same: type, within: 1h}\ntitle: {a: "{actors} liked it"}\n'
    names = people.split() if " " in people else [people] * 2
    text = shown(profile, rows(*({"code": "a", "by": name} for name in names)), "digest", "--locale", locale, format="terminal")
    assert words in "".join(c for c in text if c not in "\u2066\u2067\u2068\u2069\u200e\u200f")


def test_an_unknown_value_is_named(tidings, tmp_path):
    (tmp_path / "shop.yaml").write_text(FIELDS + "types: {a: A}\nvalues: {host: server}\ncollapse: {types: a, same: hots, within: 1h}\n")
    (tmp_path / "export.json").write_text("[]")
    run = tidings("digest", "export.json", "--profiles", "shop.yaml", "--profile", "shop", cwd=tmp_path)
    assert run.status == 64 and "shop.yaml:5" in run.errors and "hots" in run.errors and "host" in run.errors


def test_check_says_which_value_no_record_has(tidings, tmp_path):
    (tmp_path / "shop.yaml").write_text(FIELDS + "types: {a: A}\nvalues: {host: server}\ncollapse: {types: a, same: host, within: 1h}\n")
    (tmp_path / "export.json").write_text(json.dumps(rows({"code": "a"})))
    run = tidings("check", "export.json", "--profiles", "shop.yaml", "--profile", "shop", cwd=tmp_path)
    assert "collapse never applies: no record has host" in run.text + run.errors


@pytest.fixture(params=["inbox", "feed"])
def write(request, tidings, tmp_path):
    """Writes each recipient's page or feed of records: how many were written, how many were unchanged."""

    def write(profile, records, *options):
        (tmp_path / "shop.yaml").write_text(profile)
        (tmp_path / "export.json").write_text(json.dumps(records))
        more = ["--url", "https://example.org/f"] if request.param == "feed" else []
        run = tidings(
            request.param, "export.json", "--profiles", "shop.yaml", "--profile", "shop", "--now", NOW[1],
            "--plain-names", "-o", "out", *more, *options, cwd=tmp_path)
        assert run.status == 0, run.errors
        return [int(word) for word in run.text.split() if word.isdigit()]

    return write


def documents(folder, names):
    found = [path.read_text() for path in folder.glob(names)]
    assert found
    return found


def test_a_document_changes_with_the_label_that_anothers_record_gives(write, tmp_path):
    profile = FIELDS.replace("{id", "{recipient: who, id")

    def labeled(kind):
        return rows({"code": "a", "kind": kind, "who": "b"}, {"code": "a", "who": "a"})

    write(profile, labeled("Parcels"))
    assert write(profile, labeled("Parcels")) == [0, 2]
    assert write(profile, labeled("Letters")) == [2, 0]
    assert all("Letters" in text and "Parcels" not in text for text in documents(tmp_path / "out", "[!.]*"))


def test_a_document_changes_with_what_is_joined_to_its_records(write, tmp_path):
    profile = (
        "name: shop\nfields: {id: id, time: at, recipient: who, title: title, actorName: '@user.name'}\n"
        "joins: {user: {file: users, by: by}}\n"
    )

    def joined(name):
        people = [{"id": "7", "name": name}, {"id": "8", "name": "Omar"}]
        (tmp_path / "users.json").write_text(json.dumps(people))
        return write(profile, rows({"who": "a", "by": "7"}, {"who": "b", "by": "8"}), "--join", "users=users.json")

    joined("Anna")
    assert joined("Anna") == [0, 2]
    assert joined("Berta") == [1, 1]
    assert all("Berta" in text and "Anna" not in text for text in documents(tmp_path / "out", "a.*"))
