"""How the tests look at a page and act on it."""

import os
import pathlib
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARED = pathlib.Path(os.environ.get("TIDINGS_SHARED", ROOT.parent / "shared"))


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


def shown(page):
    """The titles of the cards that are shown."""
    return page.locator(".c:visible h3 a").all_inner_texts()


def choose(page, input_id):
    page.locator(f"#{input_id}").click()
