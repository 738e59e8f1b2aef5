"""Undoing: the toast's button and the key, in any order."""

from browsing import keys, marks, open_row, overview, shown, toast
from harness import LONG

pytestmark = LONG


def test_the_toast_undoes_what_it_names_whatever_was_done_since(visit):
    page = visit("typical-en")
    keys(page, "j", "j", "e")
    assert toast(page).startswith("Deleted: Transcript due tomorrow")
    # Opening a row reads it, and says nothing.
    open_row(page, "Offer received: Coastal College")
    assert page.locator("#unread").inner_text() == "14 unread"
    page.get_by_role("button", name="Undo").click()
    assert "Transcript due tomorrow" in shown(page)
    assert page.locator("#unread").inner_text() == "15 unread"
    page.locator("body").press("z")
    assert page.locator("#unread").inner_text() == "16 unread" and marks(page) == {}


def test_the_overview_is_right_after_an_undo_and_another_deletion(visit):
    page = visit("typical-en")
    keys(page, "j", "j", "e")
    assert overview(page)[0] == ["⏰ Deadlines", "4"]
    page.locator("body").press("z")
    keys(page, "k", "e")
    assert "Offer received: Coastal College" not in shown(page)
    assert overview(page)[0] == ["⏰ Deadlines", "5"]


def test_steps_are_undone_one_after_the_other(visit):
    page = visit("typical-en")
    keys(page, "j", "r", "j", "e")
    page.get_by_role("button", name="Mark 14 as read").click()
    assert not page.locator("#unread").is_visible()
    for unread in ("14 unread", "15 unread", "16 unread", "16 unread"):
        page.locator("body").press("z")
        assert page.locator("#unread").inner_text() == unread
    assert marks(page) == {}


def test_an_undo_of_many_is_said(visit):
    page = visit("typical-en")
    page.locator("#mark").click()
    page.locator("body").press("z")
    assert page.locator("#said").text_content() == page.locator("#unread").inner_text() == "16 unread"
