"""Times, keyboard, structure: what the page says and to whom."""

import re

import pytest
from browsing import choose, keys, open_row, reload, row, shown, toast, until
from harness import LONG

pytestmark = LONG


def clock(page, title):
    return row(page, title).first.locator("time")


def test_relative_times_stay_true(visit):
    page = visit("typical-en", now="2026-02-08T15:06:00Z")
    assert clock(page, "Offer received: Coastal College").inner_text() == "37m ago"
    assert clock(page, "Transcript due tomorrow").inner_text() == "2h ago"
    clock(page, "Transcript due tomorrow").hover()
    assert clock(page, "Transcript due tomorrow").get_attribute("title") == "Feb 8 at 8:05\u00a0AM EST"
    page = visit("typical-en", now="2026-02-09T15:06:00Z")
    assert clock(page, "Transcript due tomorrow").inner_text() == "Yesterday 8:05 AM"
    page = visit("typical-en", now="2026-02-18T15:06:00Z")
    assert clock(page, "Transcript due tomorrow").inner_text() == "Feb 8"


def test_a_clock_that_is_behind_changes_no_time(visit):
    page = visit("typical-en", now="2020-01-01T00:00:00Z")
    assert clock(page, "Transcript due tomorrow").inner_text() == "2h ago"


@pytest.mark.parametrize("locale, line", [("de", "15 ungelesen"), ("ar", "15 غير مقروء")])
def test_counts_are_in_the_pages_own_words(visit, locale, line):
    page = visit(f"typical-{locale}")
    before = page.locator(".c time").all_inner_texts()
    keys(page, "j", "r")
    assert page.locator("#unread").inner_text() == line
    assert visit(f"typical-{locale}", js=False).locator(".c time").nth(2).inner_text() == before[2]


def test_keys_work_from_the_first_press(visit):
    page = visit("typical-en")
    focused = "document.activeElement.closest('.c').querySelector('h3').textContent"
    page.keyboard.press("j")
    assert page.evaluate(focused) == "Offer received: Coastal College"
    page.keyboard.press("j")
    assert page.evaluate(focused) == "Transcript due tomorrow"
    page.keyboard.press("r")
    assert page.locator("#unread").inner_text() == "15 unread" and "Marked as read" in toast(page)
    page.keyboard.press("r")
    assert page.locator("#unread").inner_text() == "16 unread" and "Marked as unread" in toast(page)
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.c [open]').length === 1")
    assert row(page, "Transcript due tomorrow").get_by_text("Feb 8 at 8:05 AM EST").is_visible()
    keys(page, "Enter", "j", "k")
    assert page.evaluate(focused) == "Transcript due tomorrow"
    page.keyboard.press("e")
    assert "Transcript due tomorrow" not in shown(page)
    assert page.evaluate(focused) == "Coach Kim replied to your message"
    page.keyboard.press("z")
    assert page.evaluate(focused) == "Transcript due tomorrow"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("jke")
    assert page.get_by_role("searchbox").input_value() == "jke" and page.locator("#t0").is_checked()
    page.get_by_role("searchbox").fill("")
    page.keyboard.press("Escape")
    assert page.evaluate(focused) == "Transcript due tomorrow"


def test_keys_are_listed_and_can_be_switched_off_for_good(visit):
    page = visit("typical-en")
    page.keyboard.press("?")
    assert page.get_by_role("heading", name="Keyboard shortcuts").is_visible()
    assert len(page.locator(".keys kbd").all_inner_texts()) == 12
    page.get_by_role("checkbox", name="Use single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()
    reload(page)
    keys(page, "j", "?")
    assert page.evaluate("document.activeElement === document.body") and not page.get_by_role("dialog").is_visible()
    other = visit("typical-de", context=page.context)
    other.keyboard.press("j")
    assert other.evaluate("document.activeElement === document.body")


def test_the_tab_key_reaches_everything_and_focus_is_never_under_the_header(visit):
    page = visit("typical-en", height=600)
    reached = set()
    for _ in range(160):
        page.keyboard.press("Tab")
        place = page.evaluate(
            "(() => { const e = document.activeElement, r = e.getBoundingClientRect();"
            "return [e.id || e.localName, r.top, document.querySelector('.top').getBoundingClientRect().bottom, !!e.closest('.top,.skip')] })()"
        )
        reached.add(place[0])
        assert place[3] or place[1] >= place[2] - 1 or place[0] == "body", place
        if place[0] == "body":
            break
    # A closed row is one stop; where it is open its links are the next, and what the title leads to is one of them.
    assert {"q", "t0", "mark", "summary"} <= reached and not page.evaluate("document.activeElement.matches('.c a')")
    assert page.locator(".c h3 a:not([tabindex])").count() == 0
    # The first has no link.
    keys(page, "j", "j", "Enter")
    until(page, "document.querySelector('.c [open] .k button')")
    found = []
    for _ in range(3):
        page.keyboard.press("Tab")
        found.append(page.evaluate("(e => [e.matches('.c [open] .k a'), e.href, e.closest('.c').querySelector('h3 a').href])(document.activeElement)"))
    assert found[0][0] and found[0][2] in [href for isLink, href, _ in found if isLink], found


def test_a_row_is_told_to_screen_readers_in_full(visit):
    page = visit("typical-en")
    snapshot = lambda: row(page, "Transcript due tomorrow").aria_snapshot()
    assert 'heading "Transcript due tomorrow (Urgent) (unread)"' in snapshot() and "Deadlines" in snapshot()
    keys(page, "j", "j", "r")
    assert 'heading "Transcript due tomorrow (Urgent) (read)"' in snapshot()


@pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])
def test_the_name_of_every_row_begins_with_its_title(visit, js):
    # What is far from the view is not laid out.
    page = visit("typical-en", js=js, height=4000)
    titles = page.locator(".c h3 a").all_text_contents()
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    names = [node["name"]["value"] for node in tree if node.get("role", {}).get("value") == "DisclosureTriangle"]
    rows = [name for name in names if "read) " in name]
    assert len(rows) == len(titles) > 30
    for name, title in zip(rows, titles):
        assert name.startswith(" ".join(title.split())), (name, title)
        assert re.search(r" \((un)?read\) (\d+[mh] ago|(Yesterday )?\d+:\d+\s[AP]M|\w+ \d+(, \d+)?( · \d+:\d+\s[AP]M)?)$", name), name


def test_chips_that_have_no_room_are_listed_behind_a_button_that_names_the_chosen(visit):
    page = visit("typical-en", width=900)
    pill = page.locator("#over > summary")
    number = int(pill.inner_text().strip("+ ▾"))
    assert pill.get_attribute("aria-label") == f"Filter by type: +{number}"
    strip = page.locator(".chips")
    assert strip.evaluate("e => e.scrollWidth <= e.clientWidth") and page.locator("#over input").count() == number > 0
    pill.click()
    name = page.locator("#over label").last.text_content()
    page.locator("#over input").last.click()
    assert pill.inner_text().startswith(name) and not page.locator("#over .panel").is_visible()
    assert page.locator("#over input:checked").count() == 1 and "#type=" in page.url
    page.set_viewport_size({"width": 375, "height": 812})
    until(page, f"document.querySelectorAll('#over input').length > {number}")
    assert pill.inner_text().startswith(name) and strip.evaluate("e => e.scrollWidth <= e.clientWidth")
    pill.click()
    panel = page.locator("#over .panel").bounding_box()
    assert panel["x"] >= 0 and panel["x"] + panel["width"] <= 375


@pytest.mark.parametrize("width", [375, 1280])
def test_a_closed_row_shows_what_a_search_found(visit, width):
    page = visit("typical-en", width=width)
    page.get_by_role("searchbox").fill("sealed")
    until(page, "document.querySelectorAll('.c mark').length >= 1")
    mark = page.locator(".c:visible .hit mark").first
    box, line = mark.bounding_box(), page.locator(".c:visible summary").first.bounding_box()
    assert line["x"] <= box["x"] and box["x"] + box["width"] <= line["x"] + line["width"]
    page.get_by_role("searchbox").fill("deadlines")
    until(page, "document.querySelectorAll('.c:not([hidden]) .hit mark').length >= 3")
    page.get_by_role("searchbox").fill("")
    assert page.locator(".hit").count() == 0


def test_o_follows_the_link_of_a_row(visit):
    page = visit("typical-en")
    page.keyboard.press("j")
    link = page.evaluate("document.activeElement.closest('.c').querySelector('h3 a').href")
    page.keyboard.press("o")
    page.wait_for_url(link)


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
        assert page.locator("#empty").get_by_text("You’re all caught up!").is_visible()
        assert page.title() == "Notifications" and page.get_by_role("radio").count() == 0


def test_a_redacted_card_says_label_and_actor_only(visit, pages):
    assert "Secret" not in (pages / "typical-en.html").read_text()
    assert "Messages from Coach Lee" in shown(visit("typical-en"))


def test_the_overview_says_in_text_what_the_bars_show(visit):
    page = visit("typical-en")
    page.locator("#more > summary").click()
    until(page, "document.querySelectorAll('.stats section').length === 2")
    # A day of none has no bar.
    rows = page.locator("#stats section").nth(1).locator("li").all_inner_texts()
    assert len(rows) == 13 and all(re.search(r"[1-9]", row.split()[-1]) for row in rows)
    assert re.sub(r"\s+", " ", rows[0]).strip() == "Sun, Feb 8 9"


@pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])
def test_print_shows_whole_rows_with_their_times_and_no_controls(visit, js):
    page = visit("typical-en", js=js)
    page.emulate_media(media="print")
    assert not page.locator(".chips").is_visible() and not page.get_by_role("searchbox").is_visible()
    assert not page.locator("#mark").is_visible() and page.locator(".c").last.is_visible()
    deadline = row(page, "Transcript due tomorrow")
    assert deadline.get_by_text("Feb 8 at 8:05 AM EST").is_visible() and not deadline.locator("time").is_visible()
    body = deadline.locator("summary > span")
    assert body.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().height > 60")
    assert deadline.locator("details").get_attribute("open") is None


@pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])
def test_a_row_opens_in_place_with_all_its_text(visit, js):
    page = visit("typical-en", js=js)
    opened = open_row(page, "Transcript due tomorrow")
    assert "• official copy\n• sealed envelope" in opened.inner_text()
    assert "Feb 8 at 8:05\u00a0AM EST" in opened.inner_text() and opened.get_by_text("Open deadline").is_visible()


def test_nothing_moves_where_less_motion_is_asked_for(visit):
    page = visit("typical-en", reduced_motion="reduce")
    assert page.locator(".c").first.evaluate("card => getComputedStyle(card).transitionDuration") == "0s"


@pytest.mark.parametrize(
    "old, new",
    [('"use strict";', '"use strict"; #'), ('"zone":"America/New_York"', '"zone":"Nowhere/Yet"')],
    ids=["unreadable", "unknown-zone"])
def test_without_the_script_the_page_falls_back_to_its_filters(chromium, pages, tmp_path, old, new):
    """A browser that runs scripts, but not this one, or not to its end."""
    source = (pages / "typical-en.html").read_text()
    assert old in source
    source = re.sub(r'<meta http-equiv="Content-Security[^>]*>', "", source).replace(old, new)
    (tmp_path / "page.html").write_text(source)
    page = chromium.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert page.locator("html.on").count() == 0
    choose(page, "t2")
    assert len(shown(page)) == 5
    page.close()
