"""Filters, search and the way back, with JavaScript and without."""

import pytest
from browsing import LONG, choose, shown, until

pytestmark = LONG

BOTH = pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])


@BOTH
def test_chips_filter_by_type_in_the_profiles_order_with_counts(visit, js):
    page = visit("typical-en", js=js)
    labels = [text.split() for text in page.locator(".chips label").all_inner_texts()]
    assert [" ".join(label) for label in labels][:4] == ["All 38", "🔔 Follow-ups 8", "⏰ Deadlines 5", "📧 Inbound 6"]
    choose(page, "t2")
    assert len(shown(page)) == 5 and "Transcript due tomorrow" in shown(page)
    assert page.locator("#t2").is_checked() and not page.locator("#t0").is_checked()
    choose(page, "t0")
    assert len(shown(page)) == 36  # 38 notifications, three of them in one card


@BOTH
def test_read_and_unread_and_priority_filter_and_combine(visit, js):
    page = visit("typical-en", js=js)
    choose(page, "r1")
    assert page.locator(".c.r:visible").count() == 0 and page.locator(".c.u:visible").count() == 15
    choose(page, "p1")
    assert shown(page)[:2] == ["Offer received: Coastal College", "Transcript due tomorrow"]
    choose(page, "t2")
    assert shown(page) == ["Transcript due tomorrow"]
    assert page.locator(".s:visible").count() == 1


@BOTH
def test_every_combination_shows_exactly_its_cards_and_says_when_there_is_none(visit, js):
    page = visit("typical-en", js=js)
    cards = page.locator(".c").evaluate_all("cards => cards.map(card => card.className.split(' '))")
    sections = page.locator(".c").evaluate_all("cards => cards.map(card => card.closest('.s').id)")
    for t in range(page.locator(".chips input").count()):
        for r in range(3):
            for p in range(4):
                seen = page.evaluate(SEEN, [f"t{t}", f"r{r}", f"p{p}"])
                wanted = {f"t{t}" if t else "c", ["c", "u", "r"][r], f"p{p}" if p else "c"}
                expected = [i for i, card in enumerate(cards) if wanted <= set(card)]
                assert seen[0] == expected, (t, r, p)
                assert seen[1] == sorted({sections[i] for i in expected}), (t, r, p)
                assert seen[2] == (not expected), (t, r, p)


# Presses the inputs and tells which cards, which sections, and whether "No notifications match" are shown.
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
    assert page.locator(".s:visible").count() == 0
    page.get_by_role("button", name="Show all notifications").click()
    assert len(shown(page)) == 36 and not page.get_by_text("No notifications match").is_visible()


def test_the_unread_count_is_of_all_whatever_the_filter(visit):
    page = visit("typical-en")
    choose(page, "t3")
    assert page.locator("#unread").inner_text() == "16 unread" and page.title() == "(16) Notifications"


@pytest.mark.parametrize("query, found", [
    ("COASTAL", 1), ("guichet", 0), ("sealed envelope", 1), ("متاح", 1), ("rivera", 5), ("follow-ups", 0), ("unread", 0),
])
def test_search_looks_at_title_and_message_as_one_types(visit, query, found):
    page = visit("typical-en")
    page.get_by_role("searchbox").press_sequentially(query)
    assert len(shown(page)) == found
    page.get_by_role("searchbox").fill("")
    assert len(shown(page)) == 36


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
    assert page.get_by_role("searchbox").input_value() == "" and len(shown(page)) == 36


def test_what_is_found_is_said_to_screen_readers(visit):
    page = visit("typical-en")
    page.get_by_role("searchbox").fill("coastal")
    until(page, "document.getElementById('said').textContent === '1 notification shown'")
