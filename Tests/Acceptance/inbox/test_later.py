"""Rows that are put off, what is new since the last visit, the week, and several rows at once."""

import json

from browsing import keys, reload, until
from harness import run
from test_narrow import own, record
from test_next_days import opened, page_of, sections, write

MADE = "2026-02-08T15:00:00Z"
TIMES = {
    "one": "2026-02-08T14:00:00Z", "two": "2026-02-08T13:00:00Z", "three": "2026-02-08T12:00:00Z",
    "yesterday": "2026-02-07T20:00:00Z", "older": "2026-02-04T12:00:00Z",
}  # fmt: skip


def visited(chromium, folder, now=MADE, times=TIMES, made=MADE):
    write(folder / "export.json", times)
    return opened(chromium, page_of(folder, "page", made=made), now, zone="America/New_York")


def titles(page):
    return page.locator(".c:visible h3 a").all_inner_texts()


def seen(page, text):
    until(page, f"document.querySelector('#toast').textContent.includes({json.dumps(text)})")


def put_off(page, key, name):
    page.keyboard.press(key)
    page.locator("#toast").get_by_role("button", name=name).click()


def test_what_is_put_off_leaves_is_counted_and_comes_back_on_top(chromium, tmp_path):
    page = visited(chromium, tmp_path)
    keys(page, "j", "j", "s")
    # Sunday: Monday is tomorrow.
    assert page.locator("#toast button").all_inner_texts() == ["This evening", "Tomorrow", "✕"]
    page.keyboard.press("Enter")
    seen(page, "This evening: two")
    assert titles(page) == ["one", "three", "yesterday", "older"] and page.locator("#unread").inner_text() == "4 unread"
    assert page.locator("label[for=tl]").inner_text().split() == ["💤", "Later", "1"]
    page.locator("#tl").check(force=True)
    assert titles(page) == ["two"] and page.url.endswith("#show=later")
    # The opened row says until when, too.
    for _ in range(2):
        assert page.locator(".c:visible time").inner_text().startswith("💤 Sun")
        page.locator(".c:visible time").click()
    page.locator("#toast").get_by_role("button", name="Undo").click()
    assert not page.locator("label[for=tl]").is_visible() and len(titles(page)) == 5
    put_off(page, "s", "This evening")
    page.clock.fast_forward(9 * 3_600_000)
    until(page, "document.querySelector('#unread').textContent === '5 unread'")
    reload(page)
    assert titles(page)[0] == "two" and not page.locator("label[for=tl]").is_visible() and page.failures == []


def test_what_was_opened_can_be_put_off_and_what_was_read_before_cannot(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1), record(2), record(3, read_at="2026-02-08T14:30:00Z")], width=700)
    row = page.locator(".c", has_text="Title 2")
    row.locator("summary").click()
    row.get_by_role("button", name="Later: Title 2").click()
    page.locator("#toast").get_by_role("button", name="Tomorrow").click()
    assert titles(page) == ["Title 3", "Title 1"] and page.locator("label[for=tl] b").inner_text() == "1"
    page.locator(".c", has_text="Title 3").locator("summary").click()
    assert not page.locator("[data-do=later]:visible").count()
    page.keyboard.press("s")
    assert titles(page) == ["Title 3", "Title 1"]
    page.clock.fast_forward(48 * 3_600_000)
    until(page, "document.querySelector('#unread').textContent === '2 unread'")
    assert page.failures == []


def test_what_comes_back_on_a_later_day_stands_under_today(chromium, tmp_path):
    page = visited(chromium, tmp_path)
    page.keyboard.press("j")
    put_off(page, "s", "Tomorrow")
    page.clock.fast_forward(23 * 3_600_000)
    until(page, "document.querySelector('#unread').textContent === '5 unread'")
    found = [(heading.split()[0], rows) for heading, rows in sections(page)]
    assert found[0] == ("Today", ["one"]) and found[1] == ("Yesterday", ["two", "three"])
    assert page.locator("#from").inner_text() == "This page is from Sunday, February 8"
    reload(page)
    assert sections(page)[0][1] == ["one"] and page.failures == []


def test_the_view_of_what_is_put_off_is_true_and_opens_it_in_place(chromium, tmp_path):
    types = ["deadline_alert", "offer", "message", "reply", "follow_up", "profile_view", "new_opportunity", "application", "event"]
    page = own(chromium, tmp_path, [
        record(number, type=type, priority="high" if number < 8 else "normal") for number, type in enumerate(types)
    ], width=700)  # fmt: skip
    for title in ("Title 4", "Title 3"):
        row = page.locator(".c", has_text=title).locator("summary")
        row.focus()
        put_off(page, "s", "Tomorrow")
    # Before the types, which have no room.
    assert page.locator(".chips label[for=tl]").is_visible() and page.locator("#over").is_visible()
    page.locator("#tl").check(force=True)
    assert titles(page) == ["Title 4", "Title 3"] and page.locator("#found").inner_text() == "2 of 2"
    assert page.locator("main h2:visible").first.inner_text().split() == ["Urgent", "2"]
    assert "💤 Tue 8:00" in page.locator(".c:visible time").first.inner_text()
    keys(page, "j", "j")
    assert page.evaluate("document.activeElement.closest('.c').querySelector('h3 a').textContent") == "Title 3"
    page.keyboard.press("Enter")
    opened = page.locator(".c:has([open])")
    opened.locator(".k").wait_for()
    assert len(titles(page)) == 2 and page.locator("#unread").inner_text() == "7 unread"
    opened.get_by_role("button", name="Later: Title 3").click()
    page.locator("#toast").get_by_role("button", name="Now").click()
    assert titles(page) == ["Title 4"] and page.locator("#unread").inner_text() == "8 unread"
    assert page.locator("#toast span").inner_text() == "Now: Title 3"
    page.locator("#t0").check(force=True)
    assert "💤" not in page.locator(".c", has_text="Title 3").locator("time").inner_text() and page.failures == []


def test_the_saved_marks_keep_it_out_of_mails_and_documents_till_then(chromium, tmp_path):
    page = visited(chromium, tmp_path)
    page.keyboard.press("j")
    put_off(page, "s", "Tomorrow")
    page.locator("#more > summary").click()
    with page.expect_download() as download:
        page.locator("#download").click()
    download.value.save_as(tmp_path / "state.json")
    marks = json.loads((tmp_path / "state.json").read_text())["marks"]
    assert [(mark["mark"], mark["time"]) for mark in marks] == [("later", "2026-02-09T13:00:00.000Z")]

    def digest(now):
        made = run("digest", tmp_path / "export.json", "--state", tmp_path / "state.json", "--now", now, "--format", "json")
        assert made.status == 0, made.errors
        return json.loads(made.out)

    assert (digest(MADE)["counts"]["total"], digest(MADE)["upcoming"]) == (4, 1)
    later = digest("2026-02-09T14:00:00Z")
    assert later["counts"]["total"] == 5 and later["sections"][0]["items"][0]["title"] == "one"


def test_a_second_visit_says_what_is_new(chromium, tmp_path):
    old = {name: time for name, time in TIMES.items() if name not in ("one", "two")}
    page = visited(chromium, tmp_path, "2026-02-08T12:30:00Z", old)
    assert page.locator(".since").count() == 0
    # Leaves and comes back: what a page stores only as it goes may reach the next one's process too late.
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.goto("about:blank")
    write(tmp_path / "export.json", TIMES)
    page.goto(page_of(tmp_path, "page", made=MADE).as_uri())
    until(page, "document.documentElement.dataset.ready")
    assert page.locator(".since").inner_text().startswith("2 new since your last visit · Sun")
    assert page.evaluate("document.querySelector('.since').nextElementSibling.querySelector('h3 a').textContent") == "three"
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.closest('.c').querySelector('h3 a').textContent") == "three"
    page.locator("#tu").check(force=True)
    assert not page.locator(".since").is_visible() and page.failures == []


def test_a_column_of_the_week_shows_its_day(chromium, tmp_path):
    page = visited(chromium, tmp_path)
    page.set_viewport_size({"width": 1280, "height": 800})
    columns = page.locator("#week button")
    assert columns.count() == 7 and columns.nth(6).get_attribute("aria-label") == "Sun, Feb 8: 3"
    assert page.locator("#week > span").inner_text() == "Per day"
    columns.nth(5).click()
    assert titles(page) == ["yesterday"] and page.url.endswith("#day=2026-02-07")
    assert page.locator("#week > span").inner_text() == "Sat, Feb 7 · 1"
    assert columns.nth(5).get_attribute("aria-pressed") == "true"
    reload(page)
    assert titles(page) == ["yesterday"]
    columns.nth(5).click()
    assert len(titles(page)) == 5 and "#" not in page.url
    columns.nth(5).click()
    page.keyboard.press("Escape")
    assert len(titles(page)) == 5 and "#" not in page.url
    page.set_viewport_size({"width": 375, "height": 800})
    assert not page.locator("#week").is_visible() and page.failures == []


def test_a_stack_of_two_days_counts_on_both_of_them(chromium, tmp_path):
    times = [f"2026-02-0{day}T12:00:00Z" for day in (5, 4, 4)]
    page = own(chromium, tmp_path, [
        record(number, title="Same", scheduled_for=time, created_at=time) for number, time in enumerate(times)
    ], width=1280)  # fmt: skip
    told = lambda: [column.get_attribute("aria-label") for column in page.locator("#week button").all()[2:4]]
    assert page.locator(".c").count() == 1 and told() == ["Wed, Feb 4: 2", "Thu, Feb 5: 1"]
    page.locator("#week button").nth(2).click()
    assert page.locator(".c:visible").count() == 1 and page.locator("#found").inner_text() == "2 of 3"
    # No other day's are offered or marked, and the chip of all is not the one that is chosen.
    assert page.locator("#mark").get_attribute("aria-label") == "Mark 2 as read" and not page.locator("#t0").is_checked()
    page.locator("#mark").click()
    until(page, "document.querySelector('#unread').textContent === '1 unread'")
    keys(page, "j", "e")
    until(page, "document.querySelector('#unread').hidden")
    assert told() == ["Wed, Feb 4: 0", "Thu, Feb 5: 0"] and page.failures == []


def test_several_rows_at_once(chromium, tmp_path):
    page = visited(chromium, tmp_path)
    for key in ("j", "x", "Shift+J", "Shift+J"):
        page.keyboard.press(key)
    seen(page, "3 selected")
    assert page.locator(".c.x").count() == 3
    page.keyboard.press("r")
    seen(page, "3 notifications marked as read")
    assert page.locator("#unread").inner_text() == "2 unread" and page.locator(".c.x").count() == 0
    page.keyboard.press("z")
    assert page.locator("#unread").inner_text() == "5 unread"
    page.locator(".c summary time").nth(0).click(modifiers=["Shift"])
    page.locator(".c summary time").nth(1).click(modifiers=["Shift"])
    page.locator("#toast").get_by_role("button", name="Delete").click()
    assert titles(page) == ["three", "yesterday", "older"]
    keys(page, "z", "x", "Escape")
    assert page.locator(".c.x").count() == 0 and page.locator("#toast").inner_text() == ""
    # What is read already is offered to become unread; who has no keys lets go with a button.
    keys(page, "r", "x")
    assert page.locator("#toast").get_by_role("button", name="Mark as unread").is_visible()
    page.locator("#toast").get_by_role("button", name="Close").click()
    assert page.locator(".c.x").count() == 0 and page.locator("#toast").inner_text() == "" and page.failures == []


def test_a_swipe_reads_or_puts_off(chromium, tmp_path):
    page = visited(chromium, tmp_path)

    def swipe(title, far):
        box = page.locator(".c", has_text=title).locator("summary time").bounding_box()
        page.evaluate(
            """([x, y, far]) => {
              const on = document.elementFromPoint(x, y);
              for (const [type, at] of [["pointerdown", x], ["pointermove", x + far], ["pointerup", x + far]])
                on.dispatchEvent(new PointerEvent(type, { pointerType: "touch", clientX: at, clientY: y, bubbles: true }));
            }""",
            [box["x"] + 5, box["y"] + 5, far])

    swipe("one", 120)
    assert page.locator("#unread").inner_text() == "4 unread"
    swipe("two", -120)
    seen(page, "This evening")
    swipe("three", 30)
    assert page.locator("#unread").inner_text() == "4 unread" and page.failures == []
