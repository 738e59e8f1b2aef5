"""A page that is opened on a later day says what is true on that day."""

import json

import pytest
from browsing import keys, until
from harness import run

# Noon in New York on the first day of its summer time: that day has 23 hours.
MADE = "2026-03-08T16:00:00Z"
TIMES = {
    "today-1": "2026-03-08T15:00:00Z",
    "today-2": "2026-03-08T05:30:00Z",  # 00:30 in winter time
    "yesterday": "2026-03-07T22:00:00Z",
    "earlier": "2026-03-01T12:00:00Z",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("days")
    write(folder / "export.json", TIMES)
    write(folder / "long.json", {f"row-{number}": f"2026-03-08T15:0{number}:00Z" for number in range(6)})
    return folder


def write(path, times):
    path.write_text(json.dumps([
        {"id": title, "user_id": "me", "type": "offer", "title": title, "message": "m", "priority": "normal",
         "scheduled_for": time, "created_at": time, "read_at": None, "action_url": None}
        for title, time in times.items()
    ]))


def page_of(folder, name, *options, export="export.json", made=MADE):
    made = run("inbox", folder / export, "--now", made, "--time-zone", "America/New_York", *options)
    assert made.status == 0, made.errors
    path = folder / f"{name}.html"
    path.write_bytes(made.out)
    return path


def opened(chromium, path, now, js=True, zone="Asia/Tokyo"):
    # The reader's computer may stand anywhere: the days are those of the page's zone.
    context = chromium.new_context(java_script_enabled=js, timezone_id=zone)
    page = context.new_page()
    page.failures = []
    page.on("pageerror", lambda error: page.failures.append(str(error)))
    page.on("console", lambda line: page.failures.append(line.text) if line.type == "error" else None)
    if js:
        page.clock.install(time=now)
    page.goto(path.as_uri())
    if js:
        until(page, "document.documentElement.dataset.ready")
    return page


def sections(page):
    """The headings that are shown, with their counts, and the titles below each."""
    return [
        (section.locator("h2").inner_text(), section.locator(".c:visible h3 a").all_inner_texts())
        for section in page.locator(".s:visible").all()
    ]


@pytest.fixture(scope="module")
def page_file(folder):
    return page_of(folder, "page")


DAYS = {
    "the same day": ("2026-03-08T17:00:00Z", [
        ("Today 2 Sun, Mar 8", ["today-1", "today-2"]), ("Yesterday 1 Sat, Mar 7", ["yesterday"]),
        ("Earlier 1", ["earlier"]),
    ]),
    "the last minute of a day of 23 hours": ("2026-03-09T03:59:00Z", [
        ("Today 2 Sun, Mar 8", ["today-1", "today-2"]), ("Yesterday 1 Sat, Mar 7", ["yesterday"]),
        ("Earlier 1", ["earlier"]),
    ]),
    "the first minute of the next day": ("2026-03-09T04:00:30Z", [
        ("Yesterday 2 Sun, Mar 8", ["today-1", "today-2"]), ("Sat, Mar 7 1", ["yesterday"]), ("Earlier 1", ["earlier"]),
    ]),
    "two days later": ("2026-03-10T12:00:00Z", [
        ("Sun, Mar 8 2", ["today-1", "today-2"]), ("Sat, Mar 7 1", ["yesterday"]), ("Earlier 1", ["earlier"]),
    ]),
    "in another year": ("2027-03-16T12:00:00Z", [
        ("Sun, Mar 8, 2026 2", ["today-1", "today-2"]), ("Sat, Mar 7, 2026 1", ["yesterday"]), ("Earlier 1", ["earlier"]),
    ]),
    "with a clock that is behind": ("2026-03-07T12:00:00Z", [
        ("Today 2 Sun, Mar 8", ["today-1", "today-2"]), ("Yesterday 1 Sat, Mar 7", ["yesterday"]),
        ("Earlier 1", ["earlier"]),
    ]),
}


@pytest.mark.parametrize("when", DAYS)
def test_sections_are_those_of_the_day_on_which_the_page_is_opened(chromium, page_file, when):
    now, expected = DAYS[when]
    page = opened(chromium, page_file, now)
    assert sections(page) == expected
    assert page.failures == []


def test_a_page_that_stays_open_over_midnight_turns_its_days(chromium, page_file):
    page = opened(chromium, page_file, "2026-03-09T03:59:00Z")
    assert [title for title, _ in sections(page)] == ["Today 2 Sun, Mar 8", "Yesterday 1 Sat, Mar 7", "Earlier 1"]
    page.clock.run_for(3 * 60_000)
    assert [title for title, _ in sections(page)] == ["Yesterday 2 Sun, Mar 8", "Sat, Mar 7 1", "Earlier 1"]
    page.clock.fast_forward(24 * 3_600_000)
    assert [title for title, _ in sections(page)] == ["Sun, Mar 8 2", "Sat, Mar 7 1", "Earlier 1"]
    # What is deleted leaves the count of its section.
    keys(page, "j", "e")
    assert [title for title, _ in sections(page)] == ["Sun, Mar 8 1", "Sat, Mar 7 1", "Earlier 1"]
    page.locator("#q").fill("yesterday")
    assert sections(page)[0][1] == ["yesterday"]
    assert page.failures == []


def test_a_row_says_its_time_under_the_heading_of_its_day_and_its_date_elsewhere(chromium, page_file):
    at = "getComputedStyle(document.querySelector('.s:last-of-type .c time'), '::after').content"
    page = opened(chromium, page_file, "2026-03-16T20:00:00Z")
    assert page.locator(".c time").all_text_contents() == ["11:00 AM", "12:30 AM", "5:00 PM", "Mar 1"]
    until(page, "document.querySelector('.s:last-of-type .c time').dataset.t === '7:00 AM'")
    assert page.evaluate(at) == '" · 7:00 AM"'
    page.set_viewport_size({"width": 375, "height": 812})
    assert page.evaluate(at) == "none"
    later = opened(chromium, page_file, "2027-01-02T12:00:00Z")
    assert later.locator(".c time").all_text_contents() == ["11:00 AM", "12:30 AM", "5:00 PM", "Mar 1, 2026"]
    assert later.locator("#from").inner_text() == "This page is from Sunday, March 8, 2026"


def test_without_javascript_the_headings_have_dates_and_the_page_says_from_when_it_is(chromium, page_file):
    page = opened(chromium, page_file, None, js=False)
    assert [title for title, _ in sections(page)] == ["Today 2 Sun, Mar 8", "Yesterday 1 Sat, Mar 7", "Earlier 1"]
    assert "As of Mar 8, 2026" in page.locator("footer").inner_text()


def test_lines_that_a_page_left_out_are_not_everything_read(chromium, folder):
    """Who deletes what is shown of a longer list is not all caught up."""
    page = opened(chromium, page_of(folder, "cut", "--limit", "2", export="long.json"), "2026-03-08T17:00:00Z")
    assert page.locator(".c").count() == 2
    for _ in range(2):
        page.locator("body").press("j")
        page.keyboard.press("e")
    assert page.locator(".c:visible").count() == 0
    assert not page.locator("#empty").get_by_text("You’re all caught up!").is_visible()
    assert page.locator(".over:visible").inner_text() == "and 4 more: Offers\u00a04"


def test_a_page_of_some_days_says_what_is_older(chromium, folder):
    page = opened(chromium, page_of(folder, "days", "--days", "2"), "2026-03-08T17:00:00Z")
    older = "1 older one, of Mar 1, is still unread."
    assert page.locator("#older").inner_text() == older
    for _ in range(3):
        page.locator("body").press("j")
        page.keyboard.press("e")
    assert page.locator("#empty").inner_text().split("\n")[-1] == older
    empty = page_of(folder, "later", "--days", "2", made="2026-03-20T16:00:00Z")
    text = opened(chromium, empty, "2026-03-20T17:00:00Z").locator("#empty").inner_text()
    assert "Nothing in the last 2 days. 4 older ones, the newest of Mar 8, are still unread." in text
    assert "caught up" not in text
