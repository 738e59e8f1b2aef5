"""From export to page to marks to counts: the pages that `tidings inbox` writes, driven by their readers."""

import json
import re
import shutil

import pytest
import writing
from browsing import until
from harness import NOTIFICATIONS, LANGUAGES, LONG, NOW
from test_looks import violations
from writing import PLACE, tidings


def unread(*options):
    counts = tidings("summary", NOTIFICATIONS, "--now", NOW, "--recipient", "maya-ortiz", "--format", "json", *options).json["counts"]
    return counts["total"], counts["unread"], counts["deleted"]


def test_a_saved_page_keeps_marks_and_hands_them_to_the_command_line(visit, written, tmp_path):
    page = visit("sample/maya-ortiz")
    saved = tmp_path / "saved.html"
    shutil.copy(written / "sample/maya-ortiz.html", saved)
    page.goto(saved.as_uri())
    until(page, "document.documentElement.dataset.ready")
    total, before, _ = unread()
    assert page.locator("#unread").inner_text() == f"{before} unread"
    for key in "jrje":
        page.keyboard.press(key)
    shown = f"document.getElementById('unread').innerText === '{before - 2} unread'"
    until(page, shown)
    page.reload()
    until(page, shown)
    page.locator("#more > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what you read").click()
    state = tmp_path / "tidings-state.json"
    download.value.save_as(state)
    assert unread("--state", state) == (total, before - 2, 1)  # what is deleted cannot be read
    again = tidings("inbox", NOTIFICATIONS, *PLACE, "--recipient", "maya-ortiz", "--state", state).out
    (tmp_path / "again.html").write_bytes(again)
    page.goto((tmp_path / "again.html").as_uri())
    assert page.locator("#unread").inner_text() == f"{before - 2} unread"
    assert page.watch.errors == [] and all(url.startswith(("file:", "blob:")) for url in page.watch.requests)


def test_what_the_command_line_marks_is_marked_on_the_page(visit, tmp_path):
    state = tmp_path / "marks.json"
    tidings("state", "mark", "--as", "read", NOTIFICATIONS, "--recipient", "maya-ortiz", "--state", state, "--now", NOW)
    (tmp_path / "page.html").write_bytes(
        tidings("inbox", NOTIFICATIONS, *PLACE, "--recipient", "maya-ortiz", "--state", state).out)
    page = visit("sample/maya-ortiz")
    page.goto((tmp_path / "page.html").as_uri())
    assert not page.locator("#unread").is_visible() and page.locator(".c.u").count() == 0
    assert not page.locator("#mark").is_visible()


def test_the_list_of_inboxes_leads_to_each_page_without_javascript(visit):
    page = visit("sample/index", js=False)
    links = page.locator("#list a")
    assert [text.split("\n")[0] for text in links.all_inner_texts()] == ["Maya Ortiz maya-ortiz", "Jordan Lee jordan-lee", "Sam Okafor sam-okafor"]
    assert not page.get_by_role("searchbox").is_visible() and page.get_by_text("3 recipients").is_visible()
    links.nth(1).click()
    assert page.url.endswith("/jordan-lee.html") and page.locator("html").get_attribute("lang") == "de"


def test_the_list_of_inboxes_is_searched(visit):
    page = visit("sample/index")
    search = page.get_by_role("searchbox", name="Search")
    search.fill("ÓRT")
    assert page.locator("#list li:visible").count() == 1 and page.get_by_text("1 recipient", exact=True).is_visible()
    search.fill("nobody")
    assert page.locator("#list li:visible").count() == 0 and page.get_by_text("0 recipients").is_visible()
    search.fill("")
    assert page.locator("#list li:visible").count() == 3
    assert page.watch.errors == [] and all(url.startswith("file:") for url in page.watch.requests)


@LONG
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280])
def test_axe_finds_nothing_in_a_list_of_inboxes(visit, width, scheme):
    page = visit("sample/index", width=width, scheme=scheme)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@LONG
@pytest.mark.parametrize("width", [320, 1280])
def test_an_arabic_list_of_inboxes(visit, tmp_path, width):
    records = [{**json.loads(NOTIFICATIONS.read_text())[0], "id": str(n), "user_id": "x" * 120 if n == 0 else f"u-{n}"} for n in range(30)]
    (tmp_path / "e.json").write_text(json.dumps(records))
    tidings("inbox", tmp_path / "e.json", *PLACE, "-o", tmp_path / "out", "--index", "--locale", "ar")
    page = visit("sample/index", width=width)
    page.goto((tmp_path / "out/index.html").as_uri())
    assert page.locator("html").get_attribute("dir") == "rtl" and violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("searchbox").fill("u-1")
    assert page.locator("#list li:visible").count() == 11


def test_who_has_something_unread_stands_first_in_a_list_of_inboxes(tmp_path):
    read, (first, *_) = "2026-02-08T09:00:00Z", json.loads(NOTIFICATIONS.read_text())
    people = {"a": read, "b": None, "c": read, "d": None}
    records = [{**first, "id": name, "user_id": name, "read_at": at} for name, at in people.items()]
    (tmp_path / "e.json").write_text(json.dumps(records))
    tidings("inbox", tmp_path / "e.json", *PLACE, "-o", tmp_path / "out", "--index")
    assert re.findall(r"<bdi>(\w)</bdi>", (tmp_path / "out/index.html").read_text()) == ["b", "d", "a", "c"]


@pytest.mark.parametrize("locale", ["de", "fr", "ru"])
def test_the_search_of_a_list_of_inboxes_has_room_for_its_word(visit, tmp_path, locale):
    """Beside a long title it was an empty square."""
    tidings("inbox", NOTIFICATIONS, *PLACE, "-o", tmp_path / "out", "--index", "--locale", locale)
    page = visit("sample/index", width=375)
    page.goto((tmp_path / "out/index.html").as_uri())
    assert page.get_by_role("searchbox").bounding_box()["width"] >= 120


@LONG
@pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])
def test_nothing_runs_in_a_list_of_hostile_recipients(visit, js):
    from test_hostile import ACTIVE

    page = visit("recipients/index", js=js)
    elsewhere = [one for one in page.evaluate(ACTIVE) if not re.fullmatch(r"A href=[0-9a-f]{32}\.html", one)]
    assert elsewhere == [] and page.locator("#list li").count() > 500
    assert page.watch.dialogs == [] and page.watch.errors == []
    assert all(url.startswith("file:") for url in page.watch.requests)


def test_sizes(written, tmp_path):
    def size(export, locale):
        return len(tidings("inbox", export, *PLACE, "--locale", locale).out)

    writing.many(tmp_path, 100)
    stacked = tmp_path / "many-100.jsonl"
    records = [json.loads(line) for line in stacked.read_text().splitlines()]
    single = tmp_path / "single.jsonl"
    single.write_text("".join(
        json.dumps({**record, "title": f"{record['title']} {number}", "action_url": f"/schools/{number}"}) + "\n"
        for number, record in enumerate(records)
    ))
    sizes = {(export.stem, locale): size(export, locale) for export in (stacked, single) for locale in LANGUAGES}
    assert {page: count for page, count in sizes.items() if count > 95 * 1024} == {}
    assert (written / "many-10000.html").stat().st_size <= 8_000_000
