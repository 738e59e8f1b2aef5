"""Marks: reading, deleting, undoing, keeping and handing them on."""

import json
import re

import pytest
from browsing import chip, choose, clear_read, keys, marks, open_row, overview, press, reload, row, shown, toast, until
from harness import LONG, ROOT

pytestmark = LONG


def test_a_tap_on_the_link_stores_the_mark_then_follows(visit):
    page = visit("typical-en")
    page.get_by_role("link", name="Transcript due tomorrow").click()
    page.wait_for_url("https://app.example.org/documents?type=transcript")
    page.go_back()
    assert marks(page) == {("recruiting-compass", "user-1", "n-1"): {"read": "2026-02-08T15:06:00.000Z"}}
    assert page.locator("#unread").inner_text() == "15 unread"
    assert "r" in row(page, "Transcript due tomorrow").get_attribute("class").split()


@pytest.mark.parametrize("how", [{"button": "middle"}, {"modifiers": ["Control"]}], ids=["middle", "control"])
def test_a_new_tab_marks_too(visit, how):
    page = visit("typical-en")
    # A browser without windows does not always open one.
    page.get_by_role("link", name="Transcript due tomorrow").click(**how)
    assert page.locator("#unread").inner_text() == "15 unread" and page.url.endswith("typical-en.html")


def test_opening_a_row_marks_it_and_shows_everything(visit):
    page = visit("typical-en")
    opened = open_row(page, "Transcript due tomorrow")
    until(page, "document.getElementById('unread').textContent === '15 unread'")
    text = opened.inner_text()
    for line in ("• official copy\n• sealed envelope", "Feb 8 at 8:05\u00a0AM EST", "Open deadline"):
        assert line in text, line
    drawn = opened.locator("details>p").evaluate_all("all => all.map((each) => getComputedStyle(each, '::before').content)")
    assert '"Urgent"' in drawn, drawn
    assert opened.get_by_role("button", name="Unread: Transcript due tomorrow").is_visible()
    opened.get_by_role("link", name="Transcript due tomorrow").click()
    page.wait_for_url("https://app.example.org/documents?type=transcript")


def test_an_action_of_an_open_row_is_followed(visit):
    page = visit("typical-en")
    open_row(page, "Transcript due tomorrow").get_by_role("link", name="Open deadline").click()
    page.wait_for_url("https://app.example.org/deadlines/1")


def test_normal_priority_is_said_in_the_opened_row_only(visit):
    page = visit("typical-en")
    word = "getComputedStyle(document.querySelector('.c.p2 [open] > p:not([class])'), '::before').content"
    page.locator(".c.p2 summary").first.click()
    assert page.evaluate(word) == '"Normal"'


def test_a_row_without_link_opens_and_is_marked(visit):
    page = visit("typical-en")
    open_row(page, "Offer received: Coastal College")
    until(page, "document.getElementById('unread').textContent === '15 unread'")
    press(page, "Offer received: Coastal College", "Unread")
    assert page.locator("#unread").inner_text() == "16 unread" and marks(page) == {}
    assert toast(page).startswith("Marked as unread: Offer received: Coastal College")
    press(page, "Offer received: Coastal College", "Mark as read")
    assert page.locator("#unread").inner_text() == "15 unread" and page.title() == "(15) Notifications"


def test_seeing_marks_nothing(visit):
    page = visit("typical-en")
    page.mouse.wheel(0, 20000)
    page.wait_for_timeout(200)
    assert marks(page) == {} and page.locator("#unread").inner_text() == "16 unread"


def test_a_row_that_one_points_at_offers_what_can_be_done(visit):
    page = visit("typical-en")
    row(page, "Transcript due tomorrow").hover()
    page.locator(".acts").get_by_role("button", name="Mark as read: Transcript due tomorrow").click()
    assert page.locator("#unread").inner_text() == "15 unread" and page.locator(".c [open]").count() == 0
    page.locator(".acts").get_by_role("button", name="Delete: Transcript due tomorrow").click()
    assert "Transcript due tomorrow" not in shown(page)
    clock = row(page, "Sarah started following you").first.locator("time")
    clock.hover()
    assert clock.get_attribute("title") == "Feb 8 at 5:05\u00a0AM EST"


def test_a_row_of_several_marks_and_counts_each(visit):
    page = visit("typical-en")
    assert chip(page, "t7") == "3"
    open_row(page, "renee added 24 items to Awesome Fun")
    press(page, "renee added 24 items to Awesome Fun", "Delete")
    assert chip(page, "t7") == "0" and chip(page, "t0") == "35"
    assert page.locator("#unread").inner_text() == "14 unread"
    assert {key[2] for key in marks(page)} == {"n-20", "n-21", "n-22"}


def test_delete_leaves_every_view_and_count_at_once_and_can_be_undone(visit):
    page = visit("typical-en")
    before = overview(page)
    assert before == [["⏰ Deadlines", "5"], ["Sun, Feb 8", "9"]]
    keys(page, "j", "j", "e")
    assert "Transcript due tomorrow" not in shown(page)
    assert [chip(page, one) for one in ("t0", "th", "t2", "p1")] == ["37", "2", "4", "4"]
    assert page.locator("#d1 h2 b").inner_text() == "2"
    assert overview(page) == [["⏰ Deadlines", "4"], ["Sun, Feb 8", "8"]]
    assert page.locator("#unread").inner_text() == "15 unread"
    assert toast(page).startswith("Deleted: Transcript due tomorrow")
    page.get_by_role("button", name="Undo").click()
    assert "Transcript due tomorrow" in shown(page)
    assert overview(page) == before
    assert page.locator("#unread").inner_text() == "16 unread" and marks(page) == {}
    assert page.locator("#toast").inner_text() == ""


def test_buttons_carry_their_number_act_on_what_is_shown_and_are_absent_at_zero(visit):
    page = visit("typical-en")
    names = lambda: sorted([button.get_attribute("aria-label") for button in page.locator("#mark:not([hidden]),#clear:not([hidden])").all()])
    assert names() == ["Delete 22 read", "Mark 16 as read"]
    choose(page, "t2")
    assert names() == ["Delete 3 read", "Mark 2 as read"]
    page.get_by_role("button", name="Mark 2 as read").click()
    assert names() == ["Delete 5 read"] and page.locator("#unread").inner_text() == "14 unread"
    assert toast(page).startswith("2 notifications marked as read")
    clear_read(page)
    assert toast(page).startswith("5 notifications deleted") and names() == []
    assert page.get_by_text("No notifications match").is_visible()
    page.locator("#none button").click()
    assert chip(page, "t0") == "33" and names() == ["Delete 19 read", "Mark 14 as read"]
    page.locator("body").press("z")
    assert chip(page, "t0") == "38" and page.locator("#unread").inner_text() == "14 unread"


def test_nothing_unread_is_said_and_a_filter_without_match_is_not(visit):
    page = visit("typical-en")
    assert not page.locator("#empty").get_by_text("You’re all caught up!").is_visible()
    page.get_by_role("button", name="Mark 16 as read").click()
    assert not page.locator("#unread").is_visible() and page.title() == "Notifications"
    assert page.locator(".c.u").count() == 0 and page.locator("#calm").is_visible()
    choose(page, "tu")
    assert page.locator("#empty").is_visible() and not page.get_by_text("No notifications match").is_visible()
    page.get_by_role("searchbox").fill("nothing has these words")
    assert page.get_by_text("No notifications match").is_visible() and not page.locator("#empty").is_visible()
    assert not visit("read").get_by_role("button", name="as read").is_visible()


def test_delete_read_takes_the_read_part_of_a_row(visit):
    page = visit("typical-en")
    clear_read(page)
    assert len(shown(page)) == 15 and not page.locator("#clear").is_visible()
    # One of the three in renee's row was read: it goes with the others, the row stays.
    assert [chip(page, one) for one in ("t0", "tu", "t7")] == ["16", "16", "2"]


def test_all_deleted_is_all_caught_up(visit):
    page = visit("read")
    keys(page, "j", "e")
    assert page.locator("#empty").get_by_text("You’re all caught up!").is_visible()
    assert not page.locator(".chips").is_visible() and not page.get_by_role("searchbox").is_visible()
    page.keyboard.press("z")
    assert shown(page) == ["Title"] and page.get_by_role("searchbox").is_visible()


def test_the_toast_moves_nothing_goes_by_itself_and_stays_while_it_is_needed(visit):
    page = visit("typical-en", height=700)
    page.clock.install(time="2026-02-08T15:06:00Z")
    reload(page)
    places = "JSON.stringify([...document.querySelectorAll('.c')].slice(0, 9).map(c => c.getBoundingClientRect().top))"
    before = page.evaluate(places)
    keys(page, "j", "r")
    assert page.evaluate(places) == before and "Marked as read" in toast(page)
    page.clock.run_for(9000)
    page.locator("#toast div").hover()
    page.clock.run_for(60_000)
    assert "Undo" in toast(page)
    page.mouse.move(5, 5)
    page.clock.run_for(9000)
    assert "Undo" in toast(page)
    page.clock.run_for(2000)
    assert toast(page) == ""


def test_the_toast_covers_nothing_that_has_the_focus(visit):
    page = visit("typical-en", width=375, height=500)
    keys(page, "j", "r")
    for _ in range(30):
        page.keyboard.press("j")
        bottom, top = page.evaluate("[document.activeElement.getBoundingClientRect().bottom, document.querySelector('#toast div').getBoundingClientRect().top]")
        assert bottom <= top


def test_marking_all_as_read_leaves_the_page_where_it_is(visit):
    page = visit("typical-en", width=1280, height=500)
    assert page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight")
    page.locator("#mark").click()
    assert "Undo" in toast(page) and page.evaluate("scrollY") == 0


def test_marks_survive_a_reload_and_another_window_hears_of_them(visit):
    page = visit("typical-en")
    other = visit("typical-en", context=page.context)
    open_row(page, "Transcript due tomorrow")
    press(page, "Transcript due tomorrow", "Delete")
    open_row(page, "Messages from Coach Lee")
    until(other, "document.getElementById('unread').textContent === '14 unread'")
    page.reload()
    assert "Transcript due tomorrow" not in shown(page)
    assert page.locator("#unread").inner_text() == "14 unread"


def test_what_was_read_is_urgent_no_more_when_the_page_is_opened_again(visit):
    page = visit("typical-en")
    before = shown(page)
    open_row(page, "Transcript due tomorrow")
    until(page, "document.getElementById('unread').textContent === '15 unread'")
    assert shown(page) == before and chip(page, "th") == "2" and page.locator("#d1 h2 b").inner_text() == "2 of 3 left"
    choose(page, "p1")
    assert page.locator("#d1 h2 b").inner_text() == "2 of 3 left"
    choose(page, "p0")
    reload(page)
    assert page.locator(".hot .c").count() == 2 and page.locator("#d1 h2 b").inner_text() == "2"
    today = page.locator("#d2 .c h3 a").all_inner_texts()
    assert "Transcript due tomorrow" in today and page.locator("#d2 h2 b").inner_text() == "8"
    times = page.locator("#d2 time").evaluate_all("all => all.map(time => time.dateTime)")
    assert times == sorted(times, reverse=True)
    assert page.watch.errors == []


def test_the_state_file_holds_the_marks(visit):
    page = visit("typical-en")
    assert not page.locator("#foot").evaluate("foot => !foot.hidden")
    open_row(page, "Transcript due tomorrow")
    until(page, "localStorage.length === 1")
    press(page, "Transcript due tomorrow", "Delete")
    page.locator("#more > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what you read").click()
    state = json.loads(download.value.path().read_text())
    assert download.value.suggested_filename == "tidings-state.json"
    mark = {"profile": "recruiting-compass", "recipient": "user-1", "id": "n-1"}
    assert state == {"schema": "tidings.state/1", "marks": [
        {**mark, "mark": "read", "time": "2026-02-08T15:06:00.000Z"},
        {**mark, "mark": "deleted", "time": "2026-02-08T15:06:00.000Z"},
    ]}


def test_the_download_is_where_the_manual_says(visit):
    steps = (ROOT / "Sources/Distribution/Manual/tutorials/page.md").read_text().split("## Bring the marks back")[1].split("##")[0]
    names = re.findall(r"\*([A-Z][^*]+)\*", steps)
    assert names == ["Filters and more", "Save what you read"]
    page = visit("typical-en")
    more, download = (page.get_by_title(names[0]), page.get_by_role("button", name=names[1]))
    more.click()
    assert not download.is_visible()
    more.click()
    open_row(page, "Transcript due tomorrow")
    more.click()
    download.wait_for()
    assert download.bounding_box()["y"] > page.locator("#stats").bounding_box()["y"]


def test_refused_storage_is_said_once_and_marks_last_for_the_visit(chromium, visit):
    context = chromium.new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused') }})")
    page = visit("typical-en", context=context)
    assert page.get_by_text("does not let the page store anything").is_visible()
    keys(page, "j", "e", "r")
    assert page.locator("#unread").inner_text() == "14 unread"
    assert not page.get_by_text("does not let the page store anything").is_visible()
    page.locator("#more > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what you read").click()
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
