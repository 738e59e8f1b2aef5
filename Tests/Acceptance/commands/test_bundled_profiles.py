"""Each bundled profile on its fixtures and on recorded replies, against what Python counts in them, and
whose records they are: alone, mixed with all others, and with any one field renamed."""

import itertools
import json
import sqlite3

import pytest

from harness import ROOT

FIXTURES = ROOT / "Tests" / "Fixtures"
NOW = "2026-02-08T15:05:00Z"


def inside(value, *names):
    for name in names:
        value = value[name]
    return value


# By profile: its files, where their records are, the id, and what is read (None: nobody knows).
SYSTEMS = {
    "github": (["github/page-1.json", "github/page-2.json"], [], "id", lambda r: not r["unread"]),
    "gitlab": (["gitlab/todos.json"], [], "id", lambda r: r["state"] == "done"),
    "mastodon": (["mastodon/notifications.json"], [], "id", None),
    "nextcloud": (["nextcloud/notifications.json"], ["ocs", "data"], "notification_id", None),
    "miniflux": (["miniflux/entries.json"], ["entries"], "id", lambda r: r["status"] == "read"),
}
# Records that are no notifications of their profile, or are gone.
LEFT_OUT = {}


def records(name):
    files, path, _, _ = SYSTEMS[name]
    found = [r for file in files for r in inside(json.loads((FIXTURES / file).read_text()), *path)]
    return [r for r in found if not LEFT_OUT.get(name, lambda r: False)(r)]


def lines(path, found):
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in found))
    return path


def summary(tidings, *arguments, now=NOW):
    return tidings("summary", *arguments, "--now", now, "--format", "json").json


def owners(source):
    """How many of a source's records went to each profile; `check` counts its own among all."""
    strays = {stray["profile"]: stray["records"] for stray in source.get("strays", [])}
    return {source["profile"]: source["records"] - sum(strays.values()), **strays}


@pytest.mark.parametrize("name", SYSTEMS)
def test_its_fixtures_are_counted_as_python_counts_them(tidings, name):
    files, _, key, is_read = SYSTEMS[name]
    found = summary(tidings, *[FIXTURES / file for file in files])
    assert {source["profile"] for source in found["sources"]} == {name}
    assert sum(source["rejected"] for source in found["sources"]) == 0
    by_id = {record[key]: record for record in records(name)}
    assert found["counts"]["total"] == len(by_id)
    assert found["counts"]["duplicates"] == len(records(name)) - len(by_id)
    unread = [r for r in by_id.values() if is_read is None or not is_read(r)]
    assert found["counts"]["unread"] == len(unread)


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_of_its_records_alone_is_known(tidings, tmp_path, name):
    files = [lines(tmp_path / f"{n}.jsonl", [record]) for n, record in enumerate(records(name))]
    found = json.loads(tidings("check", *files, "--format", "json").text)
    assert [source["profile"] for source in found["sources"]] == [name] * len(files)
    assert [source["rejected"] for source in found["sources"]] == [0] * len(files)


def test_all_of_them_in_one_stream_are_told_apart(tidings, tmp_path):
    everybody = {name: records(name) for name in SYSTEMS if name != "generic"}
    turns = itertools.chain.from_iterable(itertools.zip_longest(*everybody.values()))
    mixed = lines(tmp_path / "all.jsonl", [record for record in turns if record is not None])
    [source] = json.loads(tidings("check", mixed, "--format", "json").text)["sources"]
    assert source["rejected"] == 0
    assert owners(source) == {name: len(found) for name, found in everybody.items()}


def renamed(found, field):
    return [{f"x_{key}_x" if key == field else key: value for key, value in record.items()} for record in found]


@pytest.mark.parametrize("name", SYSTEMS)
def test_with_a_field_renamed_it_is_nobody_elses(tidings, tmp_path, name):
    """It is its own, or nobody's; at the most it is read by what all of them have in common. Inner
    fields are renamed by the Swift tests."""
    found = records(name)
    for field in dict.fromkeys(key for record in found for key in record):
        run = tidings("check", lines(tmp_path / "one.jsonl", renamed(found, field)), "--format", "json")
        if run.status == 65:
            assert "no profile fits" in run.errors or "no records" in run.errors, (field, run.errors)
            continue
        [source] = json.loads(run.text)["sources"]
        assert set(owners(source)) <= {name, "generic"}, field
        if source["profile"] == "generic" and name != "generic":
            assert "generic" in run.errors, field


RECORDED = {
    "github": (["github-page1.json", "github-page2.json"], [], "id", lambda r: not r["unread"]),
    "mastodon": (["mastodon.json"], [], "id", None),
}


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_replies_are_counted_as_python_counts_them(tidings, shared, name):
    names, path, key, is_read = RECORDED[name]
    files = [shared / "data" / "exports" / file for file in names]
    found = [r for file in files for r in inside(json.loads(file.read_text()), *path)]
    counted = summary(tidings, *files, now="2026-11-01T00:00:00Z")["counts"]
    assert counted["total"] == len({record[key] for record in found})
    assert counted["unread"] == sum(1 for r in found if is_read is None or not is_read(r))


@pytest.mark.parametrize("name", SYSTEMS)
def test_its_links_lead_to_pages_never_to_an_api(tidings, name):
    run = tidings("digest", *[FIXTURES / file for file in SYSTEMS[name][0]], "--now", NOW, "--days", "40",
                  "--base-url", "https://app.example", "--format", "json")  # fmt: skip
    digests = [json.loads(line) for line in run.text.splitlines() if line.strip()] if run.text.startswith("{\"") else [run.json]
    items = [item for digest in digests for section in digest["sections"] for item in section["items"]]
    assert items
    for item in items:
        assert item["title"] and item["label"], item
        link = item.get("link", "https://")
        assert link.startswith("https://"), link
        assert not any(part in link for part in ("api.", "/api/", "/ocs/", "{", "at://")), link
