"""How much room the digest mail takes on a phone, and how many bytes, in every language: the first item
near the top, a mail of 12 and one of 300 of bounded length, nothing wider than the screen."""

import datetime
import json
import os
import random
import subprocess

import pytest

from harness import BINARY, LANGUAGES

NOW = datetime.datetime(2026, 2, 8, 15, 5, tzinfo=datetime.UTC)
THEMES = ("default", "lean")
PHONE = 375
MOST_TOP = 210
MOST_HEIGHT = {12: 1_800, 300: 2_600}
MOST_BYTES = {"default": 24 * 1024, "lean": 7 * 1024}

TWELVE = (
    ("deadline_alert", "Transcript due tomorrow", "Send the final transcript to State University before "
     "Monday, 11:59 PM.\nThe registrar needs one business day.", "high", 0.1),
    ("offer", "Ridgeline University made you an offer",
     "A 60 % athletic scholarship for four years. Reply by February 15.", "high", 0.6),
    ("deadline_alert", "NCSA profile review ends tonight", "Upload the missing test score.", "high", 18.3),
    ("deadline_alert", "Final transcript due today", "Send the final transcript to State University before "
     "Monday, 11:59 PM. The registrar needs one business day.", "high", 50),
    ("offer", "Ridgeline University raised its offer",
     "A 60 % athletic scholarship for four years. Reply by February 15.", "high", 74),
    ("follow_up_reminder", "Write to Coach Hernandez", "You said you would send:", "normal", 0.9),
    ("inbound_interaction", "Coach Moreau answered",
     "“Great tape. Are you at the showcase on the 14th?”", "normal", 2),
    ("follow_up_reminder", "Ask Coach Lindqvist about the roster", "No answer since January 28.", "normal", 5),
    ("general", "Your profile is 90 % complete", "Add a second position to reach more coaches.", "low", 7),
    ("offer", "Lakeview State changed its offer", "Books and housing are now included.", "normal", 21.5),
    ("deadline_alert", "FAFSA closes in ten days", "Three schools on your list ask for it.", "normal", 28.7),
    ("event", "Spring camp: registration opens", "Places for 40 players; last year they were gone in two "
     "hours, so have your card ready and ask your coach for the reference beforehand.", "normal", 52),
)  # fmt: skip


def record(recipient, number, kind, title, message, priority, hours):
    then = NOW - datetime.timedelta(hours=hours)
    return {
        "id": f"{recipient}-{number}", "user_id": recipient, "type": kind, "title": title,
        "message": message, "priority": priority, "read_at": None, "scheduled_for": None,
        "action_url": f"/n/{number}", "related_entity_type": None, "email_sent": False,
        "created_at": then.isoformat(),
    }  # fmt: skip


def mailbox(recipient, count):
    """So many notifications: the twelve, or a random choice of them over weeks, some urgent."""
    if count <= len(TWELVE):
        return [record(recipient, number, *one) for number, one in enumerate(TWELVE[:count])]
    chosen = random.Random(7)
    records = []
    for number in range(count):
        kind, title, message, _, _ = chosen.choice(TWELVE)
        priority = "high" if number % 12 == 0 else chosen.choice(["normal", "low"])
        records.append(record(recipient, number, kind, title, message, priority, 0.2 + number / 2))
    return records


def mails(folder, theme):
    """The HTML by language and number of notifications; 0 is that of someone with nothing new."""
    counts = (0, 1, 12, 40, 300)
    people, records = [], []
    for language in LANGUAGES:
        for count in counts:
            name = f"{language}.{count}"
            people.append({
                "id": name, "name": "Maya Ortiz", "email": f"m{count}@example.org", "locale": language,
                "profile": "recruiting-compass", "unsubscribeURL": f"https://compass.example/u/{name}",
            })  # fmt: skip
            records += mailbox(name, count)
    for one, person in enumerate(people):
        person["email"] = f"m{one}@example.org"
    (folder / "n.json").write_text(json.dumps(records))
    (folder / "people.json").write_text(json.dumps(people))
    run = subprocess.run(
        [BINARY, "mail", "n.json", "--recipients", "people.json", "--from", "digest@compass.example",
         "--brand", "The Recruiting Compass", "--address", "1 Main Street, Springfield",
         "--base-url", "https://compass.example", "--inbox-url", "https://compass.example/{recipient}",
         "--first-days", "30", "--time-zone", "America/New_York", "--now", NOW.isoformat(),
         "--manage-url", "https://compass.example/emails/{recipient}?s={signature}",
         "--manage-url", "https://compass.example/mute/{recipient}?t={type}&s={signature}",
         "--theme", theme, "--send-empty", "--no-sync", "--as", "jsonl", "-o", theme],
        cwd=folder, capture_output=True, timeout=300, check=False,
        env={**os.environ, "TIDINGS_UNSUBSCRIBE_SECRET": "a secret of more than sixteen bytes"})  # fmt: skip
    assert run.returncode == 0, run.stderr.decode()
    (path,) = (folder / theme).glob("*.jsonl")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    found = {tuple(one["recipient"].rsplit(".", 1)): one["html"] for one in lines}
    assert len(found) == len(LANGUAGES) * len(counts)
    return {(language, int(count)): html for (language, count), html in found.items()}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pixels")
    return {theme: mails(folder, theme) for theme in THEMES}


@pytest.fixture(scope="module")
def page(chromium):
    page = chromium.new_page(viewport={"width": PHONE, "height": 812})
    page.route("**/*", lambda route: route.abort())
    return page


MEASURE = """() => {
  const first = document.querySelector('h3');
  return {
    top: first ? first.getBoundingClientRect().top : 0,
    height: document.querySelector('[role=article]').getBoundingClientRect().bottom,
    width: document.documentElement.scrollWidth,
  }
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_the_first_item_is_near_the_top_and_the_mail_is_not_long(theme, written, page):
    for (language, count), html in written[theme].items():
        page.set_content(html, wait_until="domcontentloaded")
        found = page.evaluate(MEASURE)
        called = f"{theme}, {language}, {count}: {found}"
        assert found["width"] <= PHONE, called
        assert found["top"] <= MOST_TOP, called
        assert found["height"] <= MOST_HEIGHT.get(count, MOST_HEIGHT[300]), called


# How far behind the last line of a title its arrow stands, in the direction of the document.
ARROWS = """() => [...document.querySelectorAll('h3 a')].map((link) => {
  const box = [link.lastElementChild, link.firstElementChild].map((one) => [...one.getClientRects()].at(-1));
  return document.querySelector('[dir=rtl]') ? box[1].left - box[0].right : box[0].left - box[1].right;
})"""


@pytest.mark.parametrize("language", ["en", "ar", "he"])
def test_an_arrow_stands_behind_its_title_whatever_that_is_written_in(written, page, language):
    page.set_content(written["default"][language, 12], wait_until="domcontentloaded")
    distances = page.evaluate(ARROWS)
    assert len(distances) == 12 and all(abs(distance) < 6 for distance in distances), distances


@pytest.mark.parametrize("theme", THEMES)
def test_a_mail_of_twelve_is_small_in_every_language(theme, written):
    for language in LANGUAGES:
        size = len(written[theme][language, 12].encode())
        assert size <= MOST_BYTES[theme], f"{theme}, {language}: {size} bytes"


def test_pictures_that_do_not_load_leave_letters(tmp_path, page):
    face = {"id": "u1", "username": "sarah", "firstName": "Sarah", "avatarUrl": "https://i.example/s.png"}
    # The only one of a mail has its title as the heading, and no face.
    rooms = [{
        "id": one, "type": "USER_FOLLOWED", "displayText": f"sarah started following you: {one}", "actor": face,
        "isRead": False, "createdAt": NOW.isoformat(), "isFollowingBack": False, "thumbnails": [],
        "deepLink": {"type": "profile", "actorId": "u1"}, "batchCount": 1,
    } for one in ("r1", "r2")]  # fmt: skip
    (tmp_path / "n.json").write_text(json.dumps(rooms))
    (tmp_path / "people.json").write_text(json.dumps([{"id": "me", "email": "m@example.org"}]))
    run = subprocess.run(
        [BINARY, "mail", "n.json", "--profile", "rooms", "--recipients", "people.json", "--owner", "me",
         "--from", "digest@rooms.example", "--now", NOW.isoformat(), "--as", "jsonl", "-o", "out"],
        cwd=tmp_path, capture_output=True, timeout=60, check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr.decode()
    (path,) = (tmp_path / "out").glob("*.jsonl")
    html = json.loads(path.read_text("utf-8"))["html"]
    page.route("https://i.example/*", lambda route: route.abort())
    page.set_content(html, wait_until="load")
    letter = page.locator(".face").first
    assert letter.inner_text() == "S"
    box = letter.bounding_box()
    assert (box["width"], box["height"]) == (24, 24)
    # No frame, no sign of a picture: the same pixels as without.
    broken = page.screenshot(clip=box)
    page.set_content(html.replace("background=", "data-none="), wait_until="load")
    assert page.screenshot(clip=box) == broken
    # And a picture covers its letter.
    page.unroute("https://i.example/*")
    red = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#f00"/></svg>'
    page.route("https://i.example/*", lambda route: route.fulfill(body=red, content_type="image/svg+xml"))
    page.set_content(html, wait_until="load")
    inner = {"x": box["x"] + 6, "y": box["y"] + 6, "width": 12, "height": 12}
    plain = page.screenshot(clip=inner)
    page.set_content("<body style='margin:0;background:#f00'>", wait_until="load")
    assert page.screenshot(clip=inner) == plain


def test_the_measure_finds_a_mail_that_is_too_long(written, page):
    html = written["default"]["en", 12].replace("<h1", "<p style='height:900px'>a</p><h1", 1)
    page.set_content(html, wait_until="domcontentloaded")
    found = page.evaluate(MEASURE)
    assert found["top"] > MOST_TOP and found["height"] > MOST_HEIGHT[12]
