"""What the browser tests of the inbox page use: the pages, a Chromium that reports what they do, and how a
test looks at a page and acts on it.
"""

import json
import os
import pathlib
import re
import subprocess
import time

import pytest
import writing
from harness import ROOT, SHARED

NOW = "2026-02-08T15:06:00Z"


class Watch:
    """What a page must not do, noted: requests, dialogs, errors, other documents."""

    def __init__(self, page):
        self.requests, self.errors, self.dialogs, self.visits = [], [], [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        page.on("dialog", self.dialog)
        page.on("framenavigated", lambda frame: self.visits.append(frame.url))
        page.on("popup", lambda popup: self.visits.append(popup.url))

    def dialog(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()


def until(page, condition, seconds=10):
    """Waits for a condition; the browser's own way of waiting is forbidden by the page's policy."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        time.sleep(0.05)


def keys(page, *pressed):
    for key in pressed:
        page.keyboard.press(key)


def reload(page):
    page.reload()
    until(page, "document.documentElement.dataset.ready")


def shown(page):
    """The titles of the cards that are shown."""
    return page.locator(".c:visible h3 a").all_inner_texts()


def choose(page, input_id):
    """Presses a chip, or a filter behind a button, which is closed again."""
    behind = next((panel for panel in ("#more", "#over") if page.locator(f"{panel} #{input_id}").count()), None)
    if behind:
        page.locator(f"{behind} > summary").click()
    page.locator(f"#{input_id}").click()
    # Choosing a further chip closes its panel.
    if behind == "#more":
        page.locator(f"{behind} > summary").click()


def clear_read(page):
    """Presses the button of the panel that deletes what is read."""
    page.locator("#more > summary").click()
    page.locator("#clear").click()


def row(page, title):
    return page.locator(".c", has=page.get_by_text(title, exact=True))


def open_row(page, title):
    """Opens a row as one does: a tap beside its title."""
    row(page, title).locator("time").click()
    return row(page, title)


def press(page, title, name):
    """Presses a button of a row that is open."""
    row(page, title).get_by_role("button", name=name).click()


def toast(page):
    return page.locator("#toast").inner_text()


def marks(page):
    stored = page.evaluate("Object.entries(localStorage)")
    return {tuple(json.loads(key.split(":", 2)[2])): json.loads(value) for key, value in stored if key.startswith("tidings:")}


def chip(page, name):
    return page.locator(f"label[for={name}] b").text_content()


def open_overview(page):
    """Opens the panel; the event by which the page draws comes after it."""
    page.locator("#more > summary").click()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")


def overview(page):
    """The bar of deadlines and today's: label and count."""
    open_overview(page)
    until(page, "document.querySelectorAll('.stats section').length === 2")
    bars = [page.locator("#stats section").nth(index).locator("li") for index in range(2)]
    totals = [int(count) for count in bars[0].locator("b").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    rows = [bars[0].filter(has_text="Deadlines"), bars[1].first]
    found = [[row.locator("span").inner_text(), row.locator("b").inner_text()] for row in rows]
    page.locator("#more > summary").click()
    return found


@pytest.fixture(scope="session")
def pages():
    """The folder of the pages: TIDINGS_PAGES, else written by the Swift test that knows how, as `Tests/run` built it."""
    if "TIDINGS_PAGES" in os.environ:
        return pathlib.Path(os.environ["TIDINGS_PAGES"])
    folder = ROOT / ".build" / "inbox-pages"
    environment = {**os.environ, "TIDINGS_WRITE_PAGES": str(folder)}
    if SHARED.is_dir():
        environment["TIDINGS_SHARED"] = str(SHARED)
    tests = ROOT / ".build/whole/debug/tidingsPackageTests.xctest"
    subprocess.run(
        [tests, "--testing-library", "swift-testing", "--filter", "WriteInboxPages"], cwd=ROOT, env=environment, check=True)
    return folder


def hostile_lines():
    """Every line of the hostile data; none where there is no such data."""
    folder = SHARED / "data/hostile"
    if not folder.is_dir():
        return []
    naughty = json.loads((folder / "naughty-strings.json").read_text())
    payloads = (folder / "xss-payloads.txt").read_bytes().decode().split("\n")
    return naughty + [line for line in payloads if line]


class Written:
    """Pages that `tidings inbox` writes, each when it is first asked for, by name."""

    def __init__(self, folder):
        self.folder = folder

    def __truediv__(self, name):
        path = self.folder / name
        if not path.exists():
            kind, _, rest = name.removesuffix(".html").partition("/" if "/" in name else "-")
            if kind == "sample":
                writing.sample(self.folder)
            elif kind == "many":
                writing.many(self.folder, int(rest))
            elif kind in ("written", "recipients"):
                if not hostile_lines():
                    pytest.skip(f"skipped: no test data at {SHARED}")
                {"written": writing.hostile, "recipients": writing.hostile_recipients}[kind](self.folder, hostile_lines())
        return path

    @staticmethod
    def holds(name):
        return name.startswith(("sample/", "many-", "written-", "recipients/"))


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    return Written(tmp_path_factory.mktemp("written"))


@pytest.fixture
def visit(chromium, written, request):
    """Opens a page by name: visit("typical-en", js=False, width=375) -> page with page.watch."""

    def visit(name, js=True, width=1280, height=900, scheme="light", context=None, now=NOW, **options):
        context = context or chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            java_script_enabled=js, **options)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.watch = Watch(page)
        if js and now:
            page.clock.set_fixed_time(now)
        # Where links of the samples lead, so that following one needs no network.
        context.route(re.compile("^https?:"), lambda route: route.fulfill(body="<title>elsewhere</title>", content_type="text/html"))
        folder = written if Written.holds(name) else request.getfixturevalue("pages")
        # Without scripts browsers load all pictures at once, thousands where a page has them.
        event = "load" if js else "domcontentloaded"
        page.goto((folder / f"{name}.html").as_uri(), wait_until=event)
        if js and page.locator("#toast").count():
            until(page, "document.documentElement.dataset.ready")
        return page

    return visit
