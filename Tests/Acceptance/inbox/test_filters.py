"""Filters, search, the address and the way back, with JavaScript and without."""

import pytest
from browsing import choose, open_row, reload, row, shown, until
from harness import LONG

pytestmark = LONG

BOTH = pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])


def headings(page):
    return [" ".join(text.split()) for text in page.locator(".s:visible h2").all_inner_texts()]


@BOTH
def test_chips_are_all_urgent_unread_and_the_types_by_what_is_unread(visit, js):
    page = visit("typical-en", js=js)
    labels = [" ".join(text.split()) for text in page.locator(".chips span:not([hidden]) > label").all_inner_texts()]
    assert labels[:6] == ["All 38", "Urgent 3", "Unread 16", "📧 Inbound 6", "🔔 Follow-ups 8", "⏰ Deadlines 5"]
    choose(page, "t2")
    assert len(shown(page)) == 5 and "Transcript due tomorrow" in shown(page)
    assert page.locator("#t2").is_checked() and not page.locator("#t0").is_checked()
    choose(page, "t0")
    assert len(shown(page)) == 36  # 38 notifications, three of them in one row


@BOTH
def test_urgent_ones_of_all_days_come_first_and_stand_nowhere_else(visit, js):
    page = visit("typical-en", js=js)
    assert headings(page)[:2] == ["Urgent 3", "Today 7 Sun, Feb 8"]
    titles = shown(page)
    assert titles[:2] == ["Offer received: Coastal College", "Transcript due tomorrow"]
    assert titles.count("Transcript due tomorrow") == 1
    assert page.locator(".hot .c").count() == 3 and page.locator(".s:not(.hot) .c.u.p1").count() == 0
    badges = "all => all.map(p => getComputedStyle(p, '::before').content)"
    assert page.locator(".hot details > p:not([class])").evaluate_all(badges) == ['"Urgent"'] * 3
    choose(page, "th")
    assert len(shown(page)) == 3 and headings(page) == ["Urgent 3"]


@BOTH
def test_unread_and_priority_filter_and_combine(visit, js):
    page = visit("typical-en", js=js)
    choose(page, "tu")
    assert page.locator(".c.r:visible").count() == 0 and page.locator(".c.u:visible").count() == 15
    choose(page, "p1")
    assert len(shown(page)) == 3
    choose(page, "t2")
    choose(page, "r1")
    assert shown(page) == ["Transcript due tomorrow"]
    assert page.locator(".s:visible").count() == 1


@BOTH
def test_every_combination_shows_exactly_its_rows_and_says_when_there_is_none(visit, js):
    page = visit("typical-en", js=js)
    cards = page.locator(".c").evaluate_all("cards => cards.map(card => card.className.split(' '))")
    sections = page.locator(".c").evaluate_all("cards => cards.map(card => card.closest('.s').id)")
    views = page.locator(".chips > span:not([hidden]) > input").evaluate_all("all => all.map(input => input.id)")
    for view in views:
        for r in range(3):
            for p in range(4):
                seen = page.evaluate(SEEN, [view, f"r{r}", f"p{p}"])
                wanted = {"th": {"u", "p1"}, "tu": {"u"}, "t0": set()}.get(view, {view})
                wanted = wanted | {["c", "u", "r"][r], f"p{p}" if p else "c"}
                expected = [i for i, card in enumerate(cards) if wanted <= set(card)]
                assert seen[0] == expected, (view, r, p)
                assert seen[1] == sorted({sections[i] for i in expected}), (view, r, p)
                assert seen[2] == (not expected), (view, r, p)


# Presses the inputs and tells which rows, which sections, and whether "No notifications match" are shown.
SEEN = """(inputs) => {
  for (const id of inputs) document.getElementById(id).click();
  return [
    [...document.querySelectorAll('.c')].flatMap((card, i) => (card.checkVisibility() ? [i] : [])),
    [...document.querySelectorAll('.s')].filter((s) => s.checkVisibility()).map((s) => s.id),
    document.getElementById('none').checkVisibility(),
  ];
}"""


@BOTH
def test_no_match_is_said_with_a_way_back_to_all(visit, js):
    page = visit("typical-en", js=js)
    choose(page, "t9")
    choose(page, "r2")
    assert page.get_by_text("No notifications match").is_visible()
    assert page.locator(".s:visible").count() == 0 and not page.get_by_text("caught up").first.is_visible()
    page.get_by_role("button", name="Show all notifications").click()
    assert len(shown(page)) == 36 and not page.get_by_text("No notifications match").is_visible()


@BOTH
def test_a_system_without_types_and_priorities_has_no_empty_filters(visit, js):
    page = visit("plain", js=js)
    labels = [" ".join(text.split()) for text in page.locator(".chips label:visible").all_inner_texts()]
    assert labels == ["All 5", "Unread 5"]
    assert headings(page) == ["Today 5 Sun, Feb 8"] and page.locator(".hot").count() == 0
    page.locator("#more > summary").click()
    assert page.locator("[name=p]").count() == 0
    if js:
        until(page, "document.querySelector('.stats h2')")
        assert page.locator(".stats h2").all_inner_texts() == ["Per day"]


def test_headings_count_what_is_under_them(visit):
    page = visit("typical-en")
    choose(page, "t2")
    for section in page.locator(".s:visible").all():
        assert int(section.locator("h2 b").inner_text()) == section.locator(".c:visible").count()


def test_the_unread_count_is_of_all_whatever_the_filter(visit):
    page = visit("typical-en")
    choose(page, "t3")
    assert page.locator("#unread").inner_text() == "16 unread" and page.title() == "(16) Notifications"


def test_what_one_reads_in_a_view_stays_in_it_until_the_filters_change(visit):
    page = visit("typical-en")
    choose(page, "tu")
    open_row(page, "Transcript due tomorrow")
    until(page, "document.getElementById('unread').textContent === '15 unread'")
    assert "Transcript due tomorrow" in shown(page)
    choose(page, "t0")
    choose(page, "tu")
    assert "Transcript due tomorrow" not in shown(page)


def test_after_the_last_urgent_one_the_page_says_so_and_its_chip_shows_no_failed_search(visit):
    page = visit("typical-en")
    for title in page.locator(".hot .c h3 a").all_inner_texts():
        row(page, title).first.locator("time").click()
    until(page, "document.querySelector('#d1 h2').textContent.trim() === 'Nothing urgent left'")
    reload(page)
    assert not page.locator("#th").is_visible()
    page.goto(page.url + "#show=urgent")
    until(page, "document.querySelector('#th').checked")
    assert page.locator("#empty").get_by_text("Nothing urgent left").is_visible() and page.locator("#th").is_visible()
    assert not page.get_by_text("No notifications match").is_visible()
    page.get_by_role("button", name="Show all notifications").click()
    assert len(shown(page)) == 36


@pytest.mark.parametrize("query, found", [
    ("COASTAL", 1), ("guichet", 0), ("sealed envelope", 1), ("envelope SEALED official", 1), ("متاح", 1), ("rivera", 5),
    ("follow-ups rivera", 4), ("renee", 1), ("lee messages", 1), ("unread", 0), ("8:05", 0), ("coastal guichet", 0),
])
def test_search_finds_all_words_in_title_message_actor_subject_and_label(visit, query, found):
    page = visit("typical-en")
    page.get_by_role("searchbox").press_sequentially(query)
    assert len(shown(page)) == found
    page.get_by_role("searchbox").fill("")
    assert len(shown(page)) == 36


def test_hits_are_marked_and_counted(visit):
    page = visit("typical-en")
    page.get_by_role("searchbox").fill("cöastal offer")
    until(page, "document.querySelectorAll('.c mark').length >= 2")
    assert [mark.inner_text() for mark in page.locator(".c:visible h3 mark").all()] == ["Offer", "Coastal"]
    assert shown(page) == ["Offer received: Coastal College"]
    assert page.locator("#found").inner_text() == "1 of 38"
    page.get_by_role("searchbox").fill("")
    assert page.locator("mark").count() == 0 and page.locator("#found").inner_text() == ""
    assert page.watch.errors == []


def test_search_ignores_diacritics_and_combines_with_filters(visit):
    page = visit("typical-de")
    page.get_by_role("searchbox").fill("ubersicht prufen")
    assert shown(page) == []
    page.get_by_role("searchbox").fill("schliessung")
    assert shown(page) == []  # ß is a letter of its own
    page.get_by_role("searchbox").fill("SCHLIEẞUNG".lower().replace("ß", "ß"))
    assert shown(page) == ["Zeugnis bis morgen einreichen"]
    page.get_by_role("searchbox").fill("zulassungsburos")
    assert shown(page) == ["Zeugnis bis morgen einreichen"]
    choose(page, "t1")
    assert shown(page) == []
    page.locator("#none button").click()
    assert page.get_by_role("searchbox").input_value() == "" and len(shown(page)) == page.locator(".c").count()


def test_what_is_found_is_said_to_screen_readers(visit):
    page = visit("typical-en")
    page.get_by_role("searchbox").fill("coastal")
    until(page, "document.getElementById('said').textContent === '1 of 38'")


def test_filters_and_search_are_in_the_address_and_back_works(visit):
    page = visit("typical-en")
    choose(page, "t2")
    assert page.url.endswith("#type=Deadlines") and len(shown(page)) == 5
    choose(page, "p1")
    assert page.url.endswith("#type=Deadlines&priority=high") and len(shown(page)) == 1
    page.get_by_role("searchbox").press_sequentially("transcript")
    assert page.url.endswith("&q=transcript") and shown(page) == ["Transcript due tomorrow"]
    page.go_back()
    assert page.url.endswith("&priority=high") and page.get_by_role("searchbox").input_value() == "" and len(shown(page)) == 1
    page.go_back()
    page.go_back()
    assert "#" not in page.url and len(shown(page)) == 36 and page.locator("#t0").is_checked()
    page.go_forward()
    assert len(shown(page)) == 5
    reload(page)
    assert len(shown(page)) == 5 and page.locator("#t2").is_checked()


def test_an_address_that_nobody_made_shows_all(visit):
    page = visit("typical-en")
    page.goto(page.url + "#type=%22%3E%3Cimg&show=x&state=7&priority=%F0&q=")
    reload(page)
    assert len(shown(page)) == 36 and page.watch.errors == []


def test_the_link_that_skips_to_the_list_is_no_address(visit):
    page = visit("typical-en")
    choose(page, "t2")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.url.endswith("#type=Deadlines") and len(shown(page)) == 5
