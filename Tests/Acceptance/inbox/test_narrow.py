"""What has little room: the bars of narrow windows, their hover, the panel of further chips."""

import json
import re

import pytest
from browsing import choose, keys, open_row, row, until
from harness import NOTIFICATIONS, LANGUAGES, NOW, run
from test_next_days import opened
from writing import PLACE, tidings


def box(page, selector):
    found = page.locator(selector).first.bounding_box()
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def own(chromium, folder, records, width=375, **options):
    (folder / "export.json").write_text(json.dumps(records))
    made = run("inbox", folder / "export.json", "--now", NOW, "--time-zone", "UTC", *options.pop("arguments", []))
    (folder / "page.html").write_bytes(made.out)
    page = opened(chromium, folder / "page.html", NOW, **options)
    page.set_viewport_size({"width": width, "height": 812})
    return page


def record(number, **fields):
    time = f"2026-02-08T1{number % 5}:00:00Z"
    return {**json.loads(NOTIFICATIONS.read_text())[0], "id": str(number), "user_id": "me", "type": "deadline_alert", "read_at": None,
            "title": f"Title {number}", "message": "m", "priority": "normal", "scheduled_for": time, "created_at": time, **fields}  # fmt: skip


def test_the_number_of_a_filter_stands_above_the_list_and_not_in_the_search(visit):
    page = visit("typical-en", width=375)
    choose(page, "t3")
    assert page.locator("#found").inner_text() == "6 of 38"
    found, head = (box(page, name) for name in ("#found", ".s:not([hidden]) h2 span"))
    assert found["y"] > box(page, ".top")["bottom"] - 8 and head["right"] < found["x"]
    # What deletes stands in the panel.
    assert not page.locator("#clear").is_visible()
    page.locator("#more > summary").click()
    assert page.locator("#clear").inner_text() == "Delete 3 read"


def test_a_chosen_chip_is_seen_whole_or_named_by_the_button_that_holds_it(visit):
    page = visit("typical-en", width=375)
    for chip in ("t3", "t2", "t1", "tu"):
        page.locator(f"#{chip}").evaluate("input => input.click()")
        if page.locator(f".chips #{chip}").count():
            assert box(page, f"span:has(> #{chip})")["right"] <= box(page, ".chips")["right"] + 1, chip
        else:
            named = page.locator(f"label[for={chip}]").evaluate("label => label.textContent")
            assert page.locator("#over > summary").inner_text() == named, chip


@pytest.mark.parametrize("width", [375, 1280])
def test_what_marks_all_that_is_shown_stands_beside_what_chooses_it(visit, width):
    page = visit("typical-en", width=width)
    place = lambda: [box(page, "#mark")[side] for side in ("right", "y", "height")]
    before = place()
    assert before[2] >= 44 and box(page, ".chips")["right"] <= box(page, "#mark")["x"] and before[0] <= box(page, "#more")["x"]
    choose(page, "t3")
    assert place() == before and page.locator("#mark").get_attribute("aria-label") == "Mark 3 as read"
    assert page.locator("#mark").inner_text() == ("Mark 3 as read" if width == 1280 else "")


def test_the_button_of_further_chips_counts_those_that_it_shows(visit):
    page = visit("typical-en", width=900)
    page.locator("#over > summary").click()
    told = int(re.search(r"\d+", page.locator("#over > summary").inner_text())[0])
    assert told == page.locator("#over label:visible").count()
    panel, pill = box(page, "#over .panel"), box(page, "#over")
    assert panel["width"] <= 450 and abs(panel["right"] - pill["right"]) <= 1


def test_there_is_no_such_button_where_all_chips_fit(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1), record(2, type="offer")], width=1280)
    assert page.locator(".chips label:visible").count() == 4 and not page.locator("#over").is_visible()
    keys(page, "j", "s")
    page.locator("#toast button").first.click()
    assert page.locator("label[for=tl]").is_visible() and not page.locator("#over").is_visible()


@pytest.mark.parametrize("width", [800, 1280])
@pytest.mark.parametrize("language", ["de", "en"])
def test_whose_page_it_is_ends_the_titles_line_where_the_list_ends(visit, width, language):
    page = visit(f"typical-{language}", width=width)
    whose = box(page, ".who")
    assert whose["y"] < box(page, "h1")["bottom"] and abs(whose["right"] - box(page, ".l")["right"]) <= 1


@pytest.mark.parametrize("width, least", [(320, 290), (375, 140)])
def test_the_search_has_room_for_its_word(visit, width, least):
    page = visit("typical-en", width=width)
    assert box(page, "#q")["width"] >= least
    # Below the title stands whose page it is.
    assert box(page, ".who")["y"] >= box(page, "h1")["bottom"] - 1 and page.locator(".who").inner_text()


def test_a_narrow_window_shows_no_buttons_over_a_rows_words(visit):
    page = visit("typical-en", width=375)
    row(page, "Transcript due tomorrow").hover()
    assert page.locator(".acts").count() == 1 and not page.locator(".acts").is_visible()


def test_a_single_urgent_notification_has_a_red_edge(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1, priority="high")])
    edge = "getComputedStyle(document.querySelector('.c')).borderInlineStartColor"
    assert page.locator(".hot").count() == 0 and page.evaluate(edge) == "rgb(185, 28, 28)"


def test_an_unread_view_counts_and_offers_what_is_unread_of_a_stack(chromium, tmp_path):
    stack = [record(number, title="Same", read_at=NOW if number > 1 else None) for number in range(5)]
    page = own(chromium, tmp_path, [*stack, record(7), record(8, read_at=NOW)])
    assert page.locator(".c").count() == 3
    choose(page, "tu")
    assert page.locator("#found").inner_text() == "3 of 7" and page.locator("label[for=tu] b").inner_text() == "3"
    assert page.locator("#mark").get_attribute("aria-label") == "Mark 3 as read"
    page.locator(".c", has_text="Same").locator("time").click()
    page.get_by_role("button", name="Mark 2 as read").click()
    until(page, "document.querySelector('#unread').textContent === '1 unread'")
    assert page.locator("#found").inner_text() == "3 of 7"


def test_an_opened_row_is_one_thing_and_says_so_once(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1), record(2, title="Same"), record(3, title="Same", message="n")])
    told = lambda title: page.locator(".c", has_text=title).locator("details > p > i").evaluate(
        "i => getComputedStyle(i, '::before').content.replaceAll('\"', '')")
    assert told("Title 1").startswith("Deadline ") and told("Same").startswith("Deadline ")
    for title in ("Title 1", "Same"):
        page.locator(".c", has_text=title).locator("time").click()
        assert not page.locator(".c", has_text=title).locator("summary .t").is_visible()
    message, time = (page.locator(".n").first.locator(part).bounding_box() for part in ("span", "small"))
    assert time["x"] - message["x"] - message["width"] >= 12
    # No empty line where a row has no message of its own.
    stack = page.locator(".c", has_text="Same")
    assert stack.locator(".n").first.bounding_box()["y"] - stack.locator("h3").bounding_box()["y"] <= 32


@pytest.mark.parametrize("width", [320, 375, 700])
def test_a_line_of_a_stack_has_room_for_its_words(chromium, tmp_path, width):
    title, message = "search: Pod restarts: CrashLoopBackOff", "Rolled back automatically. "
    page = own(chromium, tmp_path, [record(n, title=title, message=message * n) for n in range(3)], width=width)
    page.locator(".c time").click()
    lines = page.locator(".n").all()
    assert len(lines) == 3 and all(title not in line.inner_text() for line in lines)
    assert all(line.bounding_box()["height"] < 80 and line.locator("a, b, span").first.bounding_box()["width"] > 60 for line in lines)


@pytest.mark.parametrize("message, addresses", [
    ("Runbook: https://runbooks.example/db/cpu?a=1&b=(2).", ["https://runbooks.example/db/cpu?a=1&b=(2)"]),
    ("javascript:alert(1) ftp://a.example //b.example http://", []),
    ("<https://a.example/>, (http://b.example/ü)\nand “https://c.example”", ["https://a.example/", "http://b.example/%C3%BC", "https://c.example/"]),
])  # fmt: skip
def test_an_address_in_a_message_leads_there_once_its_row_is_open(chromium, tmp_path, message, addresses):
    page = own(chromium, tmp_path, [record(1, message=message), record(2)])
    assert page.locator(".c details a").count() == 0
    opened = page.locator(".c", has_text="Title 1")
    opened.locator("time").click()
    links = opened.locator(".w a")
    until(page, "document.querySelector('.c [open] .k')")
    assert links.evaluate_all("all => all.map(each => each.href)") == addresses
    assert message in opened.locator("details").evaluate("each => each.innerText") and page.failures == []


def test_fingers_select_by_the_button_of_an_opened_row_and_taps_on_others(visit):
    page = visit("typical-en", width=375, has_touch=True, is_mobile=True)
    said = lambda text: until(page, f"document.querySelector('#toast').textContent.includes('{text}')")
    open_row(page, "Transcript due tomorrow").get_by_role("button", name="Select").tap()
    said("1 selected")
    for number, title in ((2, "Coach Kim replied to your message"), (3, "Offer received: Coastal College"), (2, "Coach Kim replied to your message")):
        row(page, title).first.locator("time").tap()
        said(f"{number} selected")
    assert page.locator("details[open]:visible").count() == 0


def test_a_tile_stays_beside_its_opened_title_on_phones(visit):
    page = visit("typical-en", width=375, has_touch=True, is_mobile=True)
    opened = open_row(page, "Transcript due tomorrow")
    title = opened.locator("h3").bounding_box()
    tile = opened.evaluate("""card => { const style = getComputedStyle(card, '::before');
      return card.getBoundingClientRect().top + 3 + parseFloat(style.marginTop) + parseFloat(style.height) / 2; }""")
    assert abs(title["y"] + title["height"] / 2 - tile) <= 3


OUTSIDE = """[...document.querySelectorAll('#toast :is(span,button)')].filter(each => {
  const box = each.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || box.width < 30 || each.scrollWidth > each.clientWidth + 1;
}).map(each => each.textContent)"""


@pytest.mark.parametrize("locale", LANGUAGES)
def test_all_buttons_of_a_selection_are_within_the_view_below_their_count(chromium, tmp_path, locale):
    page = own(chromium, tmp_path, [record(1), record(2)], arguments=["--locale", locale])
    for width in (375, 320):
        page.set_viewport_size({"width": width, "height": 812})
        for pressed in ("jxJ", "s"):
            keys(page, *pressed)
            buttons = page.locator("#toast button").all()
            assert len(buttons) >= 2 and page.evaluate(OUTSIDE) == [], (width, pressed)
            assert buttons[0].bounding_box()["y"] >= box(page, "#toast span")["bottom"]
        page.keyboard.press("Escape")


def test_what_is_not_drawn_yet_reserves_room_for_its_rows(chromium, tmp_path):
    days = [*["2026-02-07"] * 40, "2026-02-08", *["2026-02-06"] * 3]
    page = own(chromium, tmp_path, [
        record(number, scheduled_for=f"{day}T10:{number:02}:00Z", created_at=f"{day}T10:{number:02}:00Z") for number, day in enumerate(days)
    ])  # fmt: skip
    height = lambda: page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(() => done(document.documentElement.scrollHeight), 80)))")
    before = height()
    page.evaluate("document.querySelectorAll('.g').forEach(group => (group.style.contentVisibility = 'visible'))")
    assert abs(before - height()) < 250
    page.evaluate("document.querySelectorAll('.g').forEach(group => (group.style.contentVisibility = ''))")
    page.locator("#q").fill("Title 4")
    assert height() <= 1000


def test_twice_as_large_letters_break_no_word_of_the_title(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1), record(2, priority="high"), record(3, type="offer")])
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    title, line = page.locator("h1").evaluate("h1 => [h1.getBoundingClientRect().height, parseFloat(getComputedStyle(h1).lineHeight)]")
    assert title <= line + 1 and box(page, "#q")["y"] >= box(page, "h1")["bottom"]
    assert box(page, "h1")["right"] <= 375 - 24 and page.evaluate("document.documentElement.scrollWidth") <= 375
    assert box(page, "main h2")["y"] - box(page, ".top")["bottom"] <= 32


def test_without_scripts_the_top_says_when_the_page_was_made(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1)], js=False, arguments=["--locale", "de"])
    said = page.locator("header noscript")
    assert said.inner_text().startswith("Stand: ") and box(page, "header noscript")["bottom"] <= box(page, ".top")["bottom"]
    assert not own(chromium, tmp_path, [record(1)]).locator("header noscript").is_visible()


def test_the_buttons_of_an_opened_row_share_a_line(chromium, tmp_path):
    page = own(chromium, tmp_path, [record(1), record(2)])
    page.locator(".c time").first.click()
    tops = [each.bounding_box()["y"] for each in page.locator(".k button:visible").all()]
    assert len(tops) == 3 and len(set(tops)) == 1


@pytest.mark.parametrize("locale", ["en", "de", "ar"])
def test_on_a_phone_the_buttons_of_an_opened_row_share_a_line(visit, locale):
    page = visit(f"typical-{locale}", width=375, has_touch=True, is_mobile=True)
    row = page.locator(".c", has=page.locator("h3 a[href]:not([href*='?'])")).nth(3)
    row.locator("time").tap()
    buttons = row.locator(".k :is(a,button):visible")
    assert len({round(each.bounding_box()["y"]) for each in buttons.all()}) == 1
    assert [buttons.first.get_attribute("class"), buttons.last.get_attribute("data-do")] == ["go", "select"]


@pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])
def test_the_title_of_a_row_without_an_icon_has_the_width_of_a_phone(chromium, tmp_path, js):
    """It stood in the icon's column of no width, over the message."""
    rows = [{"id": 1, "user_id": "me", "title": "CPU above 95 % on db-primary-eu-west-1", "message": "For ten minutes.", "created_at": NOW}]
    page = own(chromium, tmp_path, rows, js=js)
    for width in (320, 375, 600):
        page.set_viewport_size({"width": width, "height": 812})
        title, message = box(page, ".c h3"), box(page, ".c summary")
        assert title["width"] >= 0.7 * width and title["bottom"] <= message["y"] + 1, width


def test_a_list_of_inboxes_on_a_phone(visit, tmp_path):
    tidings("inbox", NOTIFICATIONS, *PLACE, "-o", tmp_path / "out", "--index")
    page = visit("sample/index", width=375)
    page.goto((tmp_path / "out/index.html").as_uri())
    assert box(page, "#q")["width"] >= 340 and box(page, "#list b")["x"] == box(page, "#list a")["x"]
    page.locator("#q").fill("nobody")
    assert page.get_by_text("No inbox matches").is_visible() and not page.locator("#list").is_visible()
    assert page.locator("#q").evaluate("q => parseFloat(getComputedStyle(q).paddingInlineEnd)") <= 16
    page.get_by_role("button", name="All").click()
    page.locator("body").click(position={"x": 1, "y": 1})
    focused = lambda: page.evaluate("[...document.querySelectorAll('#list a')].indexOf(document.activeElement)")
    for key, place in zip("jjjjkkkk", (0, 1, 2, 2, 1, 0, 0, 0), strict=True):
        page.keyboard.press(key)
        assert focused() == place
    keys(page, "/", "j")
    assert page.locator("#q").input_value() == "j" and focused() == -1
    page.locator("#q").fill("")
    assert page.locator("#q").input_value() == "" and page.locator("#list").is_visible() and not page.get_by_text("No inbox matches").is_visible()
