"""Times, keyboard, structure: what the page says and to whom."""

import json
import re

import pytest
from browsing import LONG, choose, shown

pytestmark = LONG


def test_relative_times_stay_true(visit):
    page = visit("typical-en", now="2026-02-08T15:06:00Z")
    times = page.locator(".c time")
    assert times.nth(0).inner_text() == "37m ago" and times.nth(1).inner_text() == "2h ago"
    assert times.nth(1).get_attribute("title") == "Feb 8 at 8:05 AM EST"
    page = visit("typical-en", now="2026-02-09T15:06:00Z")
    assert page.locator(".c time").nth(1).inner_text() == "1d ago"
    page = visit("typical-en", now="2026-02-18T15:06:00Z")
    assert page.locator(".c time").nth(1).inner_text() == "Feb 8"


def test_a_clock_that_is_behind_changes_no_time(visit):
    page = visit("typical-en", now="2020-01-01T00:00:00Z")
    assert page.locator(".c time").nth(1).inner_text() == "2h ago"


@pytest.mark.parametrize("locale, line", [("de", "15 ungelesen"), ("ar", "15 غير مقروء")])
def test_counts_are_in_the_pages_own_words(visit, locale, line):
    page = visit(f"typical-{locale}")
    before = page.locator(".c time").all_inner_texts()
    page.locator(".c.u .k").first.click()
    assert page.locator("#unread").inner_text() == line
    assert visit(f"typical-{locale}", js=False).locator(".c time").nth(2).inner_text() == before[2]


def test_the_keyboard_walks_reads_deletes_and_searches(visit):
    page = visit("typical-en")
    focused = "document.activeElement.textContent"
    page.locator("#list").focus()
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.className") == "d"  # a card without link
    page.keyboard.press("j")
    assert page.evaluate(focused) == "Transcript due tomorrow"
    page.keyboard.press("r")
    assert page.locator("#unread").inner_text() == "15 unread"
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.evaluate(focused) == "Transcript due tomorrow"
    page.keyboard.press("Delete")
    assert "Transcript due tomorrow" not in shown(page)
    assert page.evaluate(focused) == "renee added 24 items to Awesome Fun"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("jk")
    assert page.get_by_role("searchbox").input_value() == "jk"


def test_single_keys_do_nothing_outside_of_the_list(visit):
    page = visit("typical-en")
    page.locator("#t1").focus()
    for key in "jkr/":
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "t1"


def test_the_tab_key_reaches_everything_and_focus_is_never_under_the_header(visit):
    page = visit("typical-en", height=600)
    reached = set()
    for _ in range(160):
        page.keyboard.press("Tab")
        place = page.evaluate(
            "(() => { const e = document.activeElement, r = e.getBoundingClientRect();"
            "return [e.id || e.className || e.tagName, r.top, document.querySelector('.top').getBoundingClientRect().bottom, !!e.closest('.top,.skip')] })()"
        )
        reached.add(place[0])
        assert place[3] or place[1] >= place[2] - 1 or place[0] == "BODY", place
        if place[0] == "BODY":
            break
    assert {"q", "t0", "r0", "p0", "mark-all", "clear-read", "d", "k"} <= reached


def test_a_card_is_told_to_screen_readers_in_full(visit):
    page = visit("typical-en")
    heading = page.get_by_role("heading", level=3).nth(1)
    assert heading.text_content() == "unread, high priority, Deadlines: Transcript due tomorrow"
    page.get_by_role("button", name="Mark as read: Transcript due tomorrow").click()
    assert heading.text_content().startswith("read, high priority")


def test_headings_and_landmarks_are_in_order(visit):
    page = visit("typical-en", js=False)
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Notifications"]
    levels = page.locator("h1:visible,h2:visible,h3:visible").evaluate_all("all => all.map(h => +h.tagName[1])")
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:]))
    assert page.get_by_role("main").count() == 1


def test_an_empty_inbox_is_calm(visit):
    for js in (True, False):
        page = visit("empty-en", js=js)
        assert page.get_by_role("heading", name="No notifications").is_visible()
        assert page.get_by_text("You're all caught up!").is_visible()
        assert page.title() == "Notifications" and page.get_by_role("radio").count() == 0


def test_a_redacted_card_says_label_and_actor_only(visit, pages):
    assert "Secret" not in (pages / "typical-en.html").read_text()
    assert "Messages from Coach Lee" in shown(visit("typical-en"))


def test_the_overview_says_in_text_what_the_bars_show(visit):
    page = visit("typical-en", js=False)
    page.locator("#stats summary").click()
    assert page.locator("#stats").get_by_text("Sun, Feb 8", exact=True).is_visible()
    rows = page.locator("#stats section").nth(2).locator("li").all_inner_texts()
    assert len(rows) == 14 and re.sub(r"\s+", " ", rows[0]).strip() == "Sun, Feb 8 9"


def test_print_shows_the_cards_and_no_controls(visit):
    page = visit("typical-en")
    page.emulate_media(media="print")
    assert not page.locator("#filters").is_visible() and not page.get_by_role("searchbox").is_visible()
    assert not page.locator(".d").first.is_visible() and page.locator(".c").last.is_visible()


def test_nothing_moves_where_less_motion_is_asked_for(visit):
    page = visit("typical-en", reduced_motion="reduce")
    assert page.locator(".c").first.evaluate("card => getComputedStyle(card).transitionDuration") == "0s"


def test_without_the_script_the_page_falls_back_to_its_filters(chromium, pages, tmp_path):
    """A browser that runs scripts, but cannot read this one."""
    source = (pages / "typical-en.html").read_text()
    source = re.sub(r'<meta http-equiv="Content-Security[^>]*>', "", source).replace('"use strict";', '"use strict"; #')
    (tmp_path / "page.html").write_text(source)
    page = chromium.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert page.locator("html.on").count() == 0
    choose(page, "t2")
    assert len(shown(page)) == 5
    page.close()


def test_the_words_of_the_script_are_json(visit):
    told = json.loads(visit("typical-en", js=False).locator("#words").text_content())
    assert told["page"] == "page-1" and told["owners"] == [["recruiting-compass", "user-1"]]
