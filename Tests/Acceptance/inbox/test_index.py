"""The page that lists all inbox pages: who is in it, in which order, and when it goes."""

import json
import re

from harness import NOW, record
from test_inbox import PEOPLE, inbox, pages, state  # noqa: F401  (fixture)


def test_the_index_lists_every_page_and_is_made_only_when_asked_for(inbox):
    records = [record(number) for number in range(14)]
    inbox(records)
    assert "index.html" not in pages(inbox.folder)
    inbox(records, "--index", "--recipients", PEOPLE)
    found = pages(inbox.folder)
    index = found.pop("index.html")
    assert set(re.findall(r'href="([^"]*)"', index)) == set(found)
    assert '>MO</i><a' in index and "Maya Ortiz" in index and len(found) == 10
    first = state(inbox.folder)
    inbox(records, "--index", "--recipients", PEOPLE)
    assert state(inbox.folder) == first


def test_the_index_tells_who_has_most_that_is_urgent_first_and_when_the_newest_was(inbox):
    time = "2026-02-07T20:05:00Z"
    few = [("calm", "low", NOW), ("busy", "low", None), ("busy", "normal", None), ("late", "high", None), ("late", "low", None)]
    records = [
        record(number, user_id=user, priority=priority, read_at=read, created_at=time, scheduled_for=None)
        for number, (user, priority, read) in enumerate(few)
    ]
    for _ in range(2):
        inbox(records, "--index", "--plain-names")
        index = pages(inbox.folder)["index.html"]
        assert re.findall(r'href="(\w+)\.html"', index) == ["late", "busy", "calm"]
        told = [re.sub(r"<[^>]*>|\s+", " ", row).split() for row in re.findall(r"<p>.*?</li>", index)]
        assert [" ".join(row) for row in told] == [
            "1 urgent 2 unread Newest: Feb 7 · 8:05 PM", "2 unread Newest: Feb 7 · 8:05 PM",
            "1 notification Newest: Feb 7 · 8:05 PM"]  # fmt: skip


def test_equal_ids_of_two_systems_are_told_apart(inbox, tmp_path):
    (tmp_path / "shop.json").write_text(json.dumps([{"id": 1, "to": "maya", "title": "Sold", "created_at": NOW}]))
    inbox([record(1, user_id="maya")], tmp_path / "shop.json", "--index")
    names = re.findall(r"<bdi>(maya[^<]*)</bdi>", pages(inbox.folder)["index.html"])
    assert len(set(names)) == 2 and "maya · shop" in names


def test_an_index_that_is_no_longer_asked_for_does_not_stay(inbox):
    records = [record(number) for number in range(14)]
    inbox(records, "--index")
    # A run for a few leaves the rest of the folder as it is.
    inbox(records, "--recipient", "user-3")
    assert "index.html" in pages(inbox.folder)
    inbox(records)
    assert "index.html" not in pages(inbox.folder) and len(pages(inbox.folder)) == 7
    inbox(records, "--index")
    assert "index.html" in pages(inbox.folder)


def test_an_index_of_ones_own_template_goes_as_well(tidings, inbox, tmp_path):
    (tmp_path / "own/inbox").mkdir(parents=True)
    (tmp_path / "own/inbox/index.html").write_text("<p>{{count}}</p>")
    inbox([record(1)], "--index", "--templates", tmp_path / "own")
    assert pages(inbox.folder)["index.html"].startswith("<p>1 ")
    inbox([record(1)])
    assert "index.html" not in pages(inbox.folder)


def test_an_index_that_somebody_else_made_stays(inbox):
    inbox([record(1)], "--index")
    (inbox.folder / "index.html").write_text("<!doctype html>\n<p>Welcome</p>\n")
    inbox([record(1)])
    assert "Welcome" in pages(inbox.folder)["index.html"]


def test_a_recipient_called_index_has_a_page_of_their_own(inbox):
    inbox([record(1, user_id="index"), record(2, user_id="b")], "--plain-names", "--index")
    found = pages(inbox.folder)
    assert len(found) == 3 and "Title 1" not in found["index.html"]


def test_a_file_that_no_run_wrote_is_not_replaced(inbox):
    """A home page or somebody's own page went without a word."""
    inbox.folder.mkdir()
    for name, *options in [("user-1.html", "--plain-names"), ("index.html", "--index"), ("index.html", "--index", "--plain-names")]:
        (inbox.folder / name).write_text("<!doctype html>\nmine")
        run = inbox([record(1), record(2)], *options, status=65)
        assert f"{name}: no run wrote this file\n" in run.errors and list(pages(inbox.folder)) == [name]
        (inbox.folder / name).unlink()
    (inbox.folder / "user-1.html").write_text("mine")
    inbox([record(1), record(2)], "--plain-names", "--index", "--force")
    # Pages of a run whose list is lost are known, and a newcomer may meet a foreign file.
    (inbox.folder / ".tidings-pages").unlink()
    inbox([record(1), record(2)], "--plain-names", "--index")
    (inbox.folder / "user-3.html").write_text("mine")
    inbox([record(1), record(2), record(3)], "--plain-names", status=65)
    inbox([record(1), record(2)], "--plain-names")
    assert pages(inbox.folder)["user-3.html"] == "mine"
