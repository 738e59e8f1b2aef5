"""A page that is opened later shows nothing that has expired since, as no page that is made then would."""

import json

import pytest
from browsing import until
from harness import run
from test_next_days import opened

MADE = "2026-02-08T15:00:00Z"


def page_of(folder, rows):
    (folder / "export.json").write_text(json.dumps(rows))
    made = run("inbox", folder / "export.json", "--now", MADE, "--recipient", "u")
    assert made.status == 0, made.errors
    (folder / "page.html").write_bytes(made.out)
    return folder / "page.html"


def fitness(name, created, expires=None):
    return {"id": name, "userId": "u", "groupId": "g", "type": "milestone", "message": name, "isRead": False, "createdAt": created,
            **({"expiresAt": expires} if expires else {})}  # fmt: skip


def food(name, received):
    payload = {"id": name, "category": "new_listing", "title": name, "body": "m", "entityId": name, "timestamp": received,
               "priority": "medium", "actions": []}  # fmt: skip
    return {"id": name, "payload": payload, "receivedAt": received, "isRead": False, "isDeleted": False, "recipient_id": "u"}


FITNESS = [
    fitness("short", "2026-02-08T10:00:00Z", "2026-02-08T16:00:00Z"), fitness("new", "2026-02-08T14:00:00Z"),
    fitness("old", "2026-02-02T10:00:00Z"),
]  # fmt: skip
FOOD = [food("new", "2026-02-08T14:00:00Z"), food("old", "2026-01-10T10:00:00Z")]


@pytest.mark.parametrize("rows, now, left", [
    (FITNESS, "2026-02-08T15:30:00Z", 3), (FITNESS, "2026-02-08T16:00:00Z", 2), (FITNESS, "2026-02-09T16:00:00Z", 1),
    (FITNESS, "2026-02-16T15:00:00Z", 0), (FOOD, "2026-02-08T15:30:00Z", 2), (FOOD, "2026-02-10T15:00:00Z", 1), (FOOD, "2026-03-20T15:00:00Z", 0),
])  # fmt: skip
def test_what_has_expired_since_leaves_every_view_and_count(chromium, tmp_path, rows, now, left):
    page = opened(chromium, page_of(tmp_path, rows), now)
    until(page, f"document.querySelectorAll('.c:not([hidden])').length >= {left}")
    assert page.locator(".c:visible").count() == left
    assert page.locator("#unread").is_visible() == (left > 0)
    assert page.title().startswith(f"({left})") == (left > 0), page.title()
    assert page.locator("label[for=t0] b").inner_text() == str(left)
    assert page.locator("#empty").is_visible() == (left == 0)
    assert page.failures == []


def test_what_expires_while_the_page_is_open_leaves_it(chromium, tmp_path):
    page = opened(chromium, page_of(tmp_path, FITNESS), "2026-02-08T15:30:00Z")
    assert page.locator(".c:visible").count() == 3
    page.clock.fast_forward(31 * 60_000)
    until(page, "document.querySelector('label[for=t0] b').textContent === '2'")
    assert page.locator(".c:visible").count() == 2 and page.failures == []


def test_times_without_a_zone_are_said_in_the_footer(tmp_path):
    row = {"id": 1, "user_id": "u", "title": "T", "message": "m", "is_read": False, "created_at": "2026-02-08 10:00:00"}
    sentence = "· Times without a zone are taken as UTC</p>"
    assert sentence in page_of(tmp_path, [row]).read_text()
    assert sentence not in page_of(tmp_path, [{**row, "created_at": "2026-02-08T10:00:00Z"}]).read_text()
