"""One Chromium for all tests of a process: Playwright's loop runs once in each."""

import atexit
import functools
import os

import pytest

from harness import need


@functools.cache
def chromium():
    """The browser, started when it is first asked for; skips the test where there is none."""
    driver = pytest.importorskip("playwright.sync_api", reason="skipped: no playwright")
    # Twice as fast as the browser that has windows.
    need("chromium-headless-shell")
    playwright = driver.sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=["--no-sandbox"])
