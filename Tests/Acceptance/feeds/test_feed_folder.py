"""The folder of feeds: names, permissions, what is rewritten, emptied and refused."""

import json
import os
import stat

from feed_files import plain, write
from harness import NOW, record


def tree(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir() if not path.name.startswith(".")}


def test_names_cannot_be_guessed_and_files_can_be_served(tidings, tmp_path):
    run, feeds = write(tmp_path, [record(number) for number in range(20)], tidings)
    assert run.text == "7 feeds written, 0 unchanged\n"
    names = sorted(tree(feeds))
    assert len(names) == 14 and all(len(name.split(".")[0]) == 32 for name in names)
    assert {name.split(".")[0] for name in names if name.endswith(".atom")} == {name.split(".")[0] for name in names if name.endswith(".json")}
    for path in feeds.iterdir():
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o600 if path.name.startswith(".") else 0o644), path.name
    assert "user-1" not in " ".join(names)


def test_what_did_not_change_is_not_touched(tidings, tmp_path):
    rows = [record(number) for number in range(20)]
    _, feeds = write(tmp_path, rows, tidings)
    before = tree(feeds)
    run, _ = write(tmp_path, rows, tidings)
    assert run.text == "0 feeds written, 7 unchanged\n" and tree(feeds) == before
    rows[3]["title"] = "Another"
    run, _ = write(tmp_path, rows, tidings)
    assert run.text == "1 feed written, 6 unchanged\n"
    after = tree(feeds)
    assert len([name for name in after if after[name] != before[name]]) == 2
    # A lost file is made again, and only that.
    lost = sorted(after)[0]
    (feeds / lost).unlink()
    run, _ = write(tmp_path, rows, tidings)
    assert run.text == "1 feed written, 6 unchanged\n" and tree(feeds)[lost][0] == after[lost][0]
    before = tree(feeds)
    assert {name: before[name] for name in after if name != lost} == {name: after[name] for name in after if name != lost}
    # Another day and another order say nothing new.
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[::-1]))
    run = tidings("feed", tmp_path / "export.jsonl", "-o", feeds, "--now", "2026-02-09T15:05:00Z")
    assert run.text == "0 feeds written, 7 unchanged\n" and tree(feeds) == before


def test_the_feed_of_somebody_who_left_becomes_empty(tidings, tmp_path):
    rows = [record(number) for number in range(20)]
    feeds = plain(tmp_path, rows, tidings)
    assert json.loads((feeds / "user-1.json").read_bytes())["items"]
    feeds = plain(tmp_path, [row for row in rows if row["user_id"] != "user-1"], tidings)
    assert json.loads((feeds / "user-1.json").read_bytes())["items"] == []
    assert b"<entry>" not in (feeds / "user-1.atom").read_bytes()


def test_an_export_that_lost_its_records_empties_no_feed(tidings, tmp_path):
    rows = [record(number, user_id=f"u{number}") for number in range(40)]
    _, feeds = write(tmp_path, rows, tidings)
    before = tree(feeds)
    run, _ = write(tmp_path, rows[:5], tidings)
    assert run.status == 65 and "35 of 40 feeds would become empty" in run.errors and tree(feeds) == before
    (tmp_path / "export.jsonl").write_text("[]")
    run = tidings("feed", tmp_path / "export.jsonl", "-o", feeds, "--now", NOW)
    assert run.status == 65 and tree(feeds) == before
    run, _ = write(tmp_path, rows[:5], tidings, "--force")
    assert run.status == 0 and "35 of them emptied" in run.text


def test_other_names_take_the_place_of_the_first(tidings, tmp_path):
    rows = [record(number) for number in range(20)]
    _, feeds = write(tmp_path, rows, tidings)
    run, _ = write(tmp_path, rows, tidings, "--plain-names")
    assert run.status == 0 and "7 renamed" in run.text
    assert sorted(tree(feeds)) == sorted(f"user-{number}.{end}" for number in range(7) for end in ("atom", "json"))


def test_a_feed_follows_marks(tidings, tmp_path):
    rows = [record(number) for number in range(20)]
    feeds = plain(tmp_path, rows, tidings)
    first = json.loads((feeds / "user-1.json").read_bytes())["items"]
    state = tmp_path / "state.json"
    run = tidings("state", "mark", "--as", "deleted", tmp_path / "export.jsonl", "--id", first[0]["id"].rsplit("/", 1)[1], "--state", state, "--now", NOW, "--recipient", "user-1")
    assert run.status == 0, run.errors
    feeds = plain(tmp_path, rows, tidings, "--state", state)
    assert [item["id"] for item in json.loads((feeds / "user-1.json").read_bytes())["items"]] == [item["id"] for item in first[1:]]


def test_an_input_is_not_overwritten_by_a_feed(tidings, tmp_path):
    export = tmp_path / "feeds" / "user-1.json"
    export.parent.mkdir()
    export.write_text(json.dumps([record(1)]))
    run = tidings("feed", export, "-o", tmp_path / "feeds", "--plain-names", "--now", NOW)
    assert run.status == 64 and json.loads(export.read_text()) == [record(1)]


def test_a_link_in_the_folder_is_not_followed(tidings, tmp_path):
    target = tmp_path / "target"
    target.write_text("precious")
    (tmp_path / "feeds").mkdir()
    os.symlink(target, tmp_path / "feeds" / "user-1.atom")
    run, _ = write(tmp_path, [record(1)], tidings, "--plain-names")
    assert run.status in (73, 74) and target.read_text() == "precious"


def test_a_feed_that_no_run_wrote_is_not_replaced(tidings, tmp_path):
    (tmp_path / "feeds").mkdir()
    (tmp_path / "feeds/user-1.json").write_text("{}")
    run, feeds = write(tmp_path, [record(1)], tidings, "--plain-names")
    assert run.status == 65 and "user-1.json: no run wrote this file" in run.errors and list(tree(feeds)) == ["user-1.json"]
