"""Marks: reading, deleting, clearing, keeping and handing them on."""

import json

import pytest
from browsing import LONG, choose, shown, until

pytestmark = LONG


def marks(page):
    stored = page.evaluate("Object.entries(localStorage)")
    return {tuple(json.loads(key.split(":", 2)[2])): json.loads(value) for key, value in stored}


def card(page, title):
    return page.locator(".c", has=page.get_by_role("link", name=title, exact=True))


def overview(page):
    """The second type's row, the first priority's, today's: label and count."""
    rows = [page.locator("#stats section").nth(index).locator("li").nth(row) for index, row in ((0, 1), (1, 0), (2, 0))]
    return [[row.locator("bdi, span:not(:has(*)):not([aria-hidden])").last.inner_text(), row.locator("b").inner_text()] for row in rows]


def test_a_tap_stores_the_mark_then_follows_the_link(visit):
    page = visit("typical-en")
    page.get_by_role("link", name="Transcript due tomorrow").click()
    page.wait_for_url("https://app.example.org/documents?type=transcript")
    page.go_back()
    assert marks(page) == {("recruiting-compass", "user-1", "n-1"): {"read": "2026-02-08T15:06:00.000Z"}}
    assert page.locator("#unread").inner_text() == "15 unread"
    assert "r" in card(page, "Transcript due tomorrow").get_attribute("class").split()


@pytest.mark.parametrize("how", [{"button": "middle"}, {"modifiers": ["Control"]}], ids=["middle", "control"])
def test_a_new_tab_marks_too(visit, how):
    page = visit("typical-en")
    with page.context.expect_page():
        page.get_by_role("link", name="Transcript due tomorrow").click(**how)
    assert page.locator("#unread").inner_text() == "15 unread"


def test_a_card_without_link_is_marked_by_its_button_and_by_a_tap(visit):
    page = visit("typical-en")
    page.get_by_role("button", name="Mark as read: Offer received: Coastal College").click()
    assert page.locator("#unread").inner_text() == "15 unread"
    page.get_by_text("60 % scholarship").first.click()
    assert page.locator("#unread").inner_text() == "15 unread"
    page.get_by_text("Messages from Coach Lee").click()
    assert page.locator("#unread").inner_text() == "14 unread" and page.title() == "(14) Notifications"


def test_seeing_marks_nothing(visit):
    page = visit("typical-en")
    page.mouse.wheel(0, 20000)
    page.wait_for_timeout(200)
    assert marks(page) == {} and page.locator("#unread").inner_text() == "16 unread"


def test_a_card_of_several_marks_and_counts_each(visit):
    page = visit("typical-en")
    assert page.locator("label[for=t7] b").inner_text() == "3"
    page.get_by_role("button", name="Delete: renee added 24 items to Awesome Fun").click()
    assert page.locator("label[for=t7] b").inner_text() == "0"
    assert page.locator("label[for=t0] b").inner_text() == "35"
    assert page.locator("#unread").inner_text() == "14 unread"
    assert {key[2] for key in marks(page)} == {"n-20", "n-21", "n-22"}


def test_delete_leaves_every_view_and_count_at_once_and_can_be_undone(visit):
    page = visit("typical-en")
    page.locator("#stats summary").click()
    before, chart = overview(page), page.locator(".days").inner_html()
    assert before == [["Deadlines", "5"], ["High", "5"], ["Sun, Feb 8", "9"]]
    page.get_by_role("button", name="Delete: Transcript due tomorrow").click()
    assert page.locator(".days").inner_html() != chart
    assert "Transcript due tomorrow" not in shown(page)
    assert page.locator("label[for=t0] b").inner_text() == "37"
    assert page.locator("label[for=t2] b").inner_text() == "4"
    assert page.locator("label[for=p1] b").inner_text() == "4"
    assert page.locator("#d1 h2 b").inner_text() == "8"
    assert overview(page) == [["Deadlines", "4"], ["High", "4"], ["Sun, Feb 8", "8"]]
    assert page.locator("#unread").inner_text() == "15 unread"
    assert page.evaluate("document.activeElement.textContent") == "renee added 24 items to Awesome Fun"
    assert "Deleted: Transcript due tomorrow" in page.locator("#notice").inner_text()
    page.get_by_role("button", name="Undo").click()
    assert "Transcript due tomorrow" in shown(page)
    assert overview(page) == before
    assert page.locator("#unread").inner_text() == "16 unread" and marks(page) == {}


def test_mark_all_is_offered_only_while_something_is_unread(visit):
    page = visit("typical-en")
    page.get_by_role("button", name="Mark all as read").click()
    assert not page.get_by_role("button", name="Mark all as read").is_visible()
    assert not page.locator("#unread").is_visible() and page.title() == "Notifications"
    assert page.locator(".c.u").count() == 0
    assert page.get_by_text("16 notifications marked as read").is_visible()
    choose(page, "r1")
    assert page.get_by_text("No notifications match").is_visible()
    assert not visit("read").get_by_role("button", name="Mark all as read").is_visible()


def test_clear_read_asks_first_and_is_offered_only_while_something_is_read(visit):
    page = visit("typical-en")
    clear = page.get_by_role("button", name="Clear read")
    clear.click()
    assert page.get_by_role("dialog").inner_text().startswith("Delete all read notifications?")
    page.get_by_role("button", name="Cancel").click()
    assert len(shown(page)) == 36
    clear.click()
    page.keyboard.press("Escape")
    assert len(shown(page)) == 36
    clear.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    assert len(shown(page)) == 15 and not clear.is_visible()
    # One of the three in renee's card was read: it goes with the others, the card stays.
    assert page.get_by_text("22 notifications deleted").is_visible()
    assert [page.locator(f"label[for={chip}] b").inner_text() for chip in ("t0", "r1", "r2", "t7")] == ["16", "16", "0", "2"]


def test_all_deleted_is_all_caught_up(visit):
    page = visit("read")
    page.get_by_role("button", name="Delete: Title").click()
    assert page.get_by_text("You're all caught up!").is_visible()
    assert not page.locator("#filters").is_visible() and not page.get_by_role("searchbox").is_visible()


def test_marks_survive_a_reload_and_another_window_hears_of_them(visit):
    page = visit("typical-en")
    other = visit("typical-en", context=page.context)
    page.get_by_role("button", name="Delete: Transcript due tomorrow").click()
    page.get_by_role("button", name="Mark as read: Messages from Coach Lee").click()
    until(other, "document.getElementById('unread').textContent === '14 unread'")
    page.reload()
    assert "Transcript due tomorrow" not in shown(page)
    assert page.locator("#unread").inner_text() == "14 unread"


def test_the_state_file_holds_the_marks(visit):
    page = visit("typical-en")
    assert not page.get_by_role("button", name="Download marks").is_visible()
    page.get_by_role("button", name="Mark as read: Transcript due tomorrow").click()
    page.get_by_role("button", name="Delete: Transcript due tomorrow").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download marks").click()
    state = json.loads(download.value.path().read_text())
    assert download.value.suggested_filename == "tidings-state.json"
    mark = {"profile": "recruiting-compass", "recipient": "user-1", "id": "n-1"}
    assert state == {"schema": "tidings.state/1", "marks": [
        {**mark, "mark": "read", "time": "2026-02-08T15:06:00.000Z"},
        {**mark, "mark": "deleted", "time": "2026-02-08T15:06:00.000Z"},
    ]}


def test_refused_storage_is_said_once_and_marks_last_for_the_visit(chromium, visit):
    context = chromium.new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused') }})")
    page = visit("typical-en", context=context)
    assert page.get_by_text("does not let the page store anything").is_visible()
    page.get_by_role("button", name="Delete: Transcript due tomorrow").click()
    page.get_by_role("button", name="Mark as read: Messages from Coach Lee").click()
    assert page.locator("#unread").inner_text() == "14 unread"
    assert not page.get_by_text("does not let the page store anything").is_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download marks").click()
    assert len(json.loads(download.value.path().read_text())["marks"]) == 2


def test_what_other_programs_stored_is_no_mark(visit):
    page = visit("typical-en")
    page.evaluate("localStorage.setItem('tidings:page-1:x', '{'); localStorage.setItem('tidings:page-1:[\"a\"]', '7')")
    page.reload()
    assert page.locator("#unread").inner_text() == "16 unread" and page.watch.errors == []


def test_a_long_dead_page_of_another_id_keeps_its_marks_to_itself(visit):
    page = visit("typical-en")
    page.evaluate("""localStorage.setItem('tidings:page-2:["recruiting-compass","user-1","n-1"]', '{"deleted":"x"}')""")
    page.reload()
    assert "Transcript due tomorrow" in shown(page)
